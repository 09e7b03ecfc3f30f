"""`python -m bot`.

It imports nothing but the command line, and only as a program: the processes in which computer
opponents think import it again, and need nothing of Discord.
"""

import sys

if __name__ == "__main__":
    from bot.cli import main

    sys.exit(main())
