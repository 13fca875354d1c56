"""Counts how often each line of a port runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from retromaze.comparison.coverage import traced
from retromaze.sources.line_counts import Counts


class PortCounts(Counts):
    """How often each line of a Python file was begun: `counts[line]`, lines from 1."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file = str(path.absolute())

    def watch(self, action: Callable[[], object]) -> None:
        """Does something and counts meanwhile. Raises what that raises."""
        with traced(self._enter):
            action()

    def _enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        # of a function of another file no line is told
        return self._count if frame.f_code.co_filename == self._file else None

    def _count(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self.counts[frame.f_lineno] += 1
        return self._count
