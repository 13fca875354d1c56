"""Raises Python's recursion limit while any thread runs or compiles a listing.

Python has one limit for all threads. So it is never lowered while a run or a compilation goes on; the last of
them to end restores the limit from before the first began.
"""

from __future__ import annotations

import sys
import threading
from typing import TypeVar

Error = TypeVar("Error", bound=BaseException)

# Each of the four slots may have 16,384 GOSUBs pending, two Python calls each where they go by name, and
# 2,730 calls of DEFs, five each.
DEEPEST = 200_000


class _RecursionLimit:
    """A context manager that raises Python's recursion limit; several threads may be inside at once.

    `holders` is the number of blocks that are active now, `raised_limit` the limit meanwhile. `former_limit`
    is restored when the last one ends.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.holders = 0
        self.former_limit = 0
        self.raised_limit = 0

    def __enter__(self) -> None:
        with self.lock:
            if not self.holders:
                self.former_limit = sys.getrecursionlimit()
                self.raised_limit = max(self.former_limit, DEEPEST)
                sys.setrecursionlimit(self.raised_limit)
            self.holders += 1

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.holders -= 1
            # a limit that other code has set meanwhile stays
            if not self.holders and sys.getrecursionlimit() == self.raised_limit:
                sys.setrecursionlimit(self.former_limit)


deep_recursion = _RecursionLimit()
"""`with deep_recursion:` lets calls nest as deeply as on the console."""


def drop_traceback(error: Error) -> Error:
    """Removes an error's traceback and returns the error. The frames are freed one by one, innermost first.

    Python 3.13 itself would free thousands of frames recursively, which needs megabytes of stack.
    """
    calls = []  # the entries of the traceback, the outermost first
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
