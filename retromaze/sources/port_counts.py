"""Counts how often each line of a port runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from retromaze.comparison.lines import LineCounter
from retromaze.sources.line_counts import Counts


class PortCounts(Counts):
    """How often each line of a Python file was begun: `counts[line]`, lines from 1."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._counter = LineCounter(path)
        self.counts = self._counter.counts

    def watch(self, action: Callable[[], object]) -> None:
        """Does something and counts meanwhile. Raises what that raises."""
        with self._counter.on():
            action()
