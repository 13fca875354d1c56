"""The start of `retromaze` and of `python -m retromaze`."""

from __future__ import annotations

import sys


def start() -> int:
    """The process's whole work: its command line; returns the exit status.

    All else is imported here, where Ctrl-C is caught: that takes a while, and then nothing has been done yet.
    """
    try:
        from retromaze import cli

        return cli.start()
    except KeyboardInterrupt:
        print("retromaze: stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(start())
