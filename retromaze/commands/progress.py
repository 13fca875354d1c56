"""Shows how far a work has come: by a bar, or by a line every few seconds where no bar can be seen."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from retromaze.system.streams import harmless_streams

FIRST, NEXT = 4.0, 10.0
"""Seconds until the first line, and until each of those that follow."""
Advance = Callable[[int, int], None]
"""Called with (parts done, parts in all)."""


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


@contextmanager
def progress_bar(what: str) -> Iterator[Advance | None]:
    """A bar on standard error while work is done; None where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from retromaze.display.drawing import DrawingConsole

    columns = TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = DrawingConsole(stderr=True)
    with Progress(*columns, console=console, transient=True) as bar, harmless_streams():
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
