"""Cleans up when a command is ended by a signal: temporary files and child processes go with it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
"""What `kill`, a shutdown and a terminal that is closed send; the last is Ctrl-Break of Windows."""


class Told(KeyboardInterrupt):
    """The process was told to end: whoever lets Ctrl-C through lets this through."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Ends what goes on inside as Ctrl-C does, and then the process, by the signal that it was sent.

    Without this Python ends at once: no `finally` is reached, folders stay and processes go on.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    sent: list[int] = []

    def hear(number: int, frame: FrameType | None) -> None:
        # A second one does not disturb what the first has begun.
        if not sent:
            sent.append(number)
            raise Told

    before = {each: signal.signal(each, hear) for each in SIGNALS if signal.getsignal(each) == signal.SIG_DFL}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        if sent:
            os.kill(os.getpid(), sent[0])
