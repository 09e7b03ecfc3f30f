"""`python -m bot`.

It imports nothing but the command line, and only as a program: the processes in which computer
opponents think import it again, and need nothing of Discord.
"""

import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 - older ones cannot even read the rest
        sys.exit(f"Safehouse needs Python 3.11, 3.12 or 3.13; {sys.executable} is older.")
    try:
        try:
            from bot.cli import main
        except ModuleNotFoundError as missing:
            from bot.packages import how_to_install

            sys.exit(how_to_install(missing))

        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell says it of what Ctrl-C has ended
