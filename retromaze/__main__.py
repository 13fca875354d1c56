"""The start of `retromaze` and of `python -m retromaze`."""

from __future__ import annotations

import sys


def start() -> int:
    """Runs the process's command line and returns the exit status.

    Everything else is imported here, where Ctrl-C is caught, because importing takes a while.
    """
    try:
        from retromaze import cli

        return cli.start()
    except KeyboardInterrupt:
        print("retromaze: stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(start())
