"""The same as `python -m retromaze.ports.kruskal --steps`, for the listing that tells of its steps."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from retromaze.ports.scripts import kruskal


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the steps; returns the exit status."""
    return kruskal.main(["--steps", *(sys.argv[1:] if arguments is None else arguments)])
