"""Ends a run that continues without changing anything that can be observed."""

from __future__ import annotations

import ctypes
import math
import sys
import threading
import time
from collections.abc import Callable
from types import CodeType
from typing import Any

PATIENCE = 10.0
"""Seconds without an event or a frame after which a port is assumed to go on for ever."""

READS_OF_PROGRESS = 20
"""The number of times that the progress is read within `patience` seconds."""
SETTLING_ROUNDS = 100
"""Rounds of an empty loop, in which Python raises an exception that another thread has requested."""
RAISED_AGAIN_AFTER = 0.01
"""Seconds until Standstill is raised again in a program that has caught it."""

JUMPS_PER_CHECK = 10_000
"""Jumps of the program between two readings of the clock, without threads."""
TOOL = 3
"""A tool number that sys.monitoring does not reserve."""


class Standstill(BaseException):
    """Raised in a run that makes no progress. Not an Exception, which ports may catch by mistake."""


def new_watchdog(progress: Callable[[], object], patience: float) -> Watchdog | JumpWatchdog:
    """Returns a watchdog that works on this platform: a browser has no threads."""
    kind = JumpWatchdog if sys.platform == "emscripten" else Watchdog
    return kind(progress, patience)


class Watchdog:
    """Raises Standstill in an action when `progress` has returned the same for `patience` seconds.

    It is raised between two steps of Python: it cannot end a call into C that never returns. `_running` is
    locked while Standstill may be raised.
    """

    def __init__(self, progress: Callable[[], object], patience: float) -> None:
        """`progress` must be quick and harmless: another thread calls it."""
        self._progress = progress
        self._patience = patience
        self._action_ended = threading.Event()
        self._running = threading.Lock()
        self._watched_thread = threading.get_ident()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def run(self, action: Callable[[], object]) -> None:
        """Runs an action. Raises Standstill if it makes no progress, but never after it has returned."""
        done = False
        try:
            # The lock is released in C, where Python raises nothing. One Standstill may still come after
            # that, as the other thread tests the lock before it requests the exception.
            with self._running:
                self._thread.start()
                action()
                done = True
        except Standstill:
            if not done:
                raise
        finally:
            try:
                self._stop()
            except Standstill:  # the last one, after which no more is requested
                self._stop()

    def _stop(self) -> None:
        """Ends the watching thread; raises a Standstill that it has requested already."""
        self._action_ended.set()
        self._thread.join()
        # An exception requested at the last moment is raised here. The request must not be cancelled:
        # Python 3.11 would go on looking for it, and a traced program would never end.
        for _ in range(SETTLING_ROUNDS):
            pass

    def _watch(self) -> None:
        """Reads the progress in another thread until the action is over; raises Standstill in the action."""
        last, unchanged_since = self._progress(), time.monotonic()
        pause = min(self._patience / READS_OF_PROGRESS, threading.TIMEOUT_MAX)
        while not self._action_ended.wait(pause):
            progress = self._progress()
            if progress != last:
                last, unchanged_since = progress, time.monotonic()
            elif time.monotonic() - unchanged_since >= self._patience and self._running.locked():
                pause = RAISED_AGAIN_AFTER
                # this requests the exception; the watched thread raises it between two steps of Python
                thread, error = ctypes.c_ulong(self._watched_thread), ctypes.py_object(Standstill)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, error)


class JumpWatchdog:
    """A Watchdog without a thread, for browsers: it reads the clock at every JUMPS_PER_CHECK-th jump.

    That makes loops slower. It needs the Python of Pyodide, 3.14: in 3.12 and 3.13 what is raised at a jump
    is caught by no handler (tried: neither `except` nor `with`). `_left`: the jumps until the next reading.
    """

    def __init__(self, progress: Callable[[], object], patience: float) -> None:
        self._progress, self._patience = progress, patience
        self._left = JUMPS_PER_CHECK
        self._last_progress, self._unchanged_since = progress(), time.monotonic()

    def run(self, action: Callable[[], object]) -> None:
        """Runs an action. Raises Standstill if it makes no progress."""
        with self:
            action()

    def __enter__(self) -> JumpWatchdog:
        """Begins to count the jumps of all code; ends with the `with` block."""
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
        monitoring.use_tool_id(TOOL, "watchdog")
        monitoring.register_callback(TOOL, monitoring.events.JUMP, self._jump)
        monitoring.set_events(TOOL, monitoring.events.JUMP)
        return self

    def __exit__(self, *_: object) -> None:
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
        monitoring.set_events(TOOL, 0)
        # Code that is already running may still call `_jump` for a while, which must not raise Standstill.
        monitoring.register_callback(TOOL, monitoring.events.JUMP, None)
        self._patience = math.inf
        monitoring.free_tool_id(TOOL)

    def _jump(self, code: CodeType, source: int, target: int) -> None:
        """Counts a jump, and sometimes reads the clock. Raises Standstill, again if it is caught."""
        self._left -= 1
        if self._left:
            return
        self._left = JUMPS_PER_CHECK
        progress, now = self._progress(), time.monotonic()
        if progress != self._last_progress:
            self._last_progress, self._unchanged_since = progress, now
        elif now - self._unchanged_since >= self._patience:
            raise Standstill
