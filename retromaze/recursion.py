"""Room for deep recursion: raises Python's limit while anybody needs it, in any thread.

Python has one limit for all threads. So it is never lowered while a run or a compilation goes on, and the
last of them to end puts back what was there before the first began.
"""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import TypeVar

Error = TypeVar("Error", bound=BaseException)

# Each of the four slots may have 16,384 GOSUBs pending, two Python calls each where they go by name, and
# 2,730 calls of DEFs, five each.
DEEPEST = 200_000


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


def let_go(error: Error) -> Error:
    """The error without its traceback, whose calls are given back one by one, the innermost first.

    Left to itself Python 3.13 gives back thousands of them inside each other, and needs a stack of megabytes.
    """
    calls = []
    traceback = error.__traceback__
    while traceback is not None:
        calls.append(traceback)
        traceback = traceback.tb_next
    error.__traceback__ = None
    while calls:
        calls.pop()
        if calls:
            calls[-1].tb_next = None
    return error
