"""Ends a run that has come to a standstill: one that goes on and has nothing more to show for it."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

PATIENCE = 10.0
"""Seconds without an event or a frame after which a port is taken to go on for ever."""

LOOKS = 20
A_FEW = 100
"""Rounds of a loop: Python raises what another thread asked for at the end of one, the first as a rule."""
AGAIN = 0.01
"""Seconds until a program that caught its end is ended again."""


class Standstill(BaseException):
    """Raised in the midst of a run that stands still. No Exception, or ports would catch it by mistake."""


class Watchdog:
    """While entered, raises Standstill in this thread when `progress` has been the same for so long.

    It is raised between two steps of Python: a call into C that never returns is beyond it.
    """

    def __init__(self, progress: Callable[[], object], patience: float) -> None:
        """`progress` must be quick and harmless: another thread calls it."""
        self._progress = progress
        self._patience = patience
        self._over = threading.Event()
        self._watched = threading.get_ident()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def __enter__(self) -> Watchdog:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        while self._thread.is_alive():
            with suppress(Standstill):
                self._thread.join()
        # What was asked for at the last moment comes here. It must not be taken back: Python 3.11 goes on
        # looking for it then, and what is traced afterwards never ends.
        with suppress(Standstill):
            for _ in range(A_FEW):
                pass

    def _watch(self) -> None:
        seen, since, pause = self._progress(), time.monotonic(), self._patience / LOOKS
        while not self._over.wait(pause):
            now = self._progress()
            if now != seen:
                seen, since = now, time.monotonic()
            elif time.monotonic() - since >= self._patience:
                pause = AGAIN
                _raise_in(self._watched, Standstill)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Raises an error in another thread, between two steps of its Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
