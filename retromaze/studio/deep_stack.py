"""Runs Python's own parser on a large stack, since texts from elsewhere may be nested very deeply.

It calls itself for every operator of a sum, as far as Python's limit for calls; and while a listing runs that
limit is so high (`retromaze.recursion`) that an ordinary stack ends first, and with it the process.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Result = TypeVar("Result")

STACK = 255 << 20
"""Bytes, of which only those cost anything that are used: as deep as the limit goes it takes a fifth.

Windows has threads with less than 256 MiB only (Python/thread_nt.h: ValueError for more).
"""
CHANGING = threading.Lock()


def on_deep_stack(work: Callable[[], Result]) -> Result:
    """The result of `work`, done on a stack so large that the recursion limit is met first.

    Raises what `work` raises.
    """
    if sys.platform == "emscripten":
        # A browser has no threads; its worker is one, and is replaced where it ends.
        return work()
    done: Future[Result] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # handed on to who waits
            done.set_exception(error)

    with CHANGING:
        before = threading.stack_size(STACK)
        try:
            threading.Thread(target=run, name="reading", daemon=True).start()
        finally:
            threading.stack_size(before)
    return done.result()
