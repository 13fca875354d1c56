"""The same as `python -m retromaze.ports.console_game --far`, for the listing with the better goal."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from retromaze.ports.scripts import console_game


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays a game; returns the exit status."""
    return console_game.main(["--far", *(sys.argv[1:] if arguments is None else arguments)])
