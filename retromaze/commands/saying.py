"""One word to the user on standard error, apart from what a command prints."""

from __future__ import annotations

import sys


def say(message: str) -> None:
    """Prints `retromaze: MESSAGE` on standard error."""
    print(f"retromaze: {message}", file=sys.stderr)
