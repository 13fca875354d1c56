"""Writes a progress line every few seconds where no progress bar can be seen."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

FIRST, NEXT = 4.0, 10.0
"""Seconds until the first line, and until each of those that follow."""


@contextmanager
def told_in_time(words: Callable[[], str], tell: Callable[[str], None]) -> Iterator[None]:
    """Tells the words of the moment, again and again, while something goes on inside."""
    over = threading.Event()

    def tell_on() -> None:
        seconds = FIRST
        while not over.wait(seconds):
            # a reader that has left is no reason to stop what goes on
            with suppress(OSError):
                tell(words())
            seconds = NEXT

    teller = threading.Thread(target=tell_on, name="progress", daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()
