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
        self._raising = threading.Lock()
        self._raised = False
        self._watched = threading.get_ident()

    def __enter__(self) -> Watchdog:
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        while not self._over.is_set():
            with suppress(Standstill), self._raising:
                self._over.set()
        # One may be on its way. To take it back leaves the interpreter looking for it at every step, and a
        # traced function of Python 3.11 never begins then: another one comes in its place.
        with suppress(Standstill):
            if self._raised:
                _raise_in(self._watched, Standstill)
                while True:
                    pass

    def _watch(self) -> None:
        seen, since, pause = self._progress(), time.monotonic(), self._patience / LOOKS
        while not self._over.wait(pause):
            now = self._progress()
            if now != seen:
                seen, since = now, time.monotonic()
            elif time.monotonic() - since >= self._patience:
                pause = AGAIN
                self._end()

    def _end(self) -> None:
        with self._raising:
            if not self._over.is_set():
                self._raised = True
                _raise_in(self._watched, Standstill)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Raises an error in a thread at its next step, in place of one that has not yet been raised."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
