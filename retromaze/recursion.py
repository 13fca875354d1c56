"""Raises Python's recursion limit while any thread runs or compiles a listing, or runs a port.

Python has one limit for all threads. So it is never lowered while a run or a compilation goes on; the last of
them to end restores the limit from before the first began. A compilation pauses the garbage collector, too.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

Error = TypeVar("Error", bound=BaseException)

# Each of the four slots may have 16,384 GOSUBs pending, two Python calls each where they go by name, and
# 2,730 calls of DEFs, five each.
DEEPEST = 200_000
# A port has one slot, and one Python call for each of these; the rest is room for what they call.
DEEPEST_OF_PORTS = 20_000


class _RecursionLimit:
    """A context manager that raises Python's recursion limit; several threads may be inside at once.

    `depth` is the limit that its blocks need. What follows is of all such managers together: `holders` is the
    number of blocks that are active now, `raised_limit` the limit meanwhile. `former_limit` is restored when
    the last one ends.
    """

    lock = threading.Lock()
    holders = 0
    former_limit = 0
    raised_limit = 0

    def __init__(self, depth: int) -> None:
        self.depth = depth

    def __enter__(self) -> None:
        shared = _RecursionLimit
        with shared.lock:
            limit = sys.getrecursionlimit()
            if not shared.holders:
                shared.former_limit = shared.raised_limit = limit
            # a limit that other code has set meanwhile stays
            if limit == shared.raised_limit < self.depth:
                shared.raised_limit = self.depth
                sys.setrecursionlimit(self.depth)
            shared.holders += 1

    def __exit__(self, *_: object) -> None:
        shared = _RecursionLimit
        with shared.lock:
            shared.holders -= 1
            if not shared.holders and sys.getrecursionlimit() == shared.raised_limit:
                sys.setrecursionlimit(shared.former_limit)


deep_recursion = _RecursionLimit(DEEPEST_OF_PORTS)
"""`with deep_recursion:` lets the calls of a port nest as deeply as on the console, and hardly deeper."""
deepest_recursion = _RecursionLimit(DEEPEST)
"""`with deepest_recursion:` has room for compiled listings in all four slots, and for the compiler."""


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Pauses the garbage collector within this context."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def room_to_compile() -> Iterator[None]:
    """Has room for deep calls in the compiler and the writer of ports, and pauses the garbage collector.

    Nearly all objects that they make are in use to their end: for a listing of 10,000 lines the garbage
    collector took up to a third of the time, in pieces of half a second.
    """
    with deepest_recursion, garbage_collection_paused():
        yield


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
