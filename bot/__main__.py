"""`python -m bot`.

It imports nothing but the command line, and only as a program: the processes in which computer
opponents think import it again, and need nothing of Discord.
"""

import sys

if __name__ == "__main__":
    try:
        try:
            from bot.cli import main
        except ModuleNotFoundError as missing:
            from bot.packages import how_to_install

            sys.exit(how_to_install(missing))

        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell says it of what Ctrl-C has ended
