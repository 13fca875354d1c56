"""Room for deep recursion: Python's limit stays raised while anybody needs it, in whatever thread.

Python has one limit for all threads. So it is never lowered while a run or a compilation goes on, and the
last of them to end puts back what was there before the first began.
"""

from __future__ import annotations

import sys
import threading
from types import TracebackType

# A GOSUB or DEF of a listing is a Python call, and each of the four slots may have 16,384 of them pending.
DEEPEST = 80_000


class _Room:
    """A context manager that can be entered again and again, by one thread or by many."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.holders = 0
        self.before = 0
        self.raised = 0

    def __enter__(self) -> None:
        with self.lock:
            if not self.holders:
                self.before = sys.getrecursionlimit()
                self.raised = max(self.before, DEEPEST)
                sys.setrecursionlimit(self.raised)
            self.holders += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self.lock:
            self.holders -= 1
            # Whoever else has set a limit meanwhile keeps it.
            if not self.holders and sys.getrecursionlimit() == self.raised:
                sys.setrecursionlimit(self.before)


deep_recursion = _Room()
"""`with deep_recursion:` lets calls nest as deeply as on the console."""
