"""Ends a run that continues without changing anything that can be observed."""

from __future__ import annotations

import ctypes
import math
import sys
import threading
import time
from collections.abc import Callable
from types import CodeType, TracebackType
from typing import Any

PATIENCE = 10.0
"""Seconds without an event or a frame after which a port is taken to go on for ever."""

LOOKS = 20
A_FEW = 100
"""Rounds of a loop: Python raises what another thread asked for at the end of one, the first as a rule."""
AGAIN = 0.01
"""Seconds until a program that caught its end is ended again."""

JUMPS = 10_000
"""Jumps of the program between two looks at the clock, where it has to look itself."""
TOOL = 3
"""A number that sys.monitoring leaves to nobody in particular."""


class Standstill(BaseException):
    """Raised in a run that makes no progress. It is no Exception, which ports may catch by mistake."""


def new_watchdog(progress: Callable[[], object], patience: float) -> Watchdog | JumpWatchdog:
    """A watchdog as the platform allows it: a browser has no threads."""
    kind = JumpWatchdog if sys.platform == "emscripten" else Watchdog
    return kind(progress, patience)


class Watchdog:
    """Raises Standstill in the midst of an action when `progress` has been the same for so long.

    It is raised between two steps of Python: a call into C that never returns is beyond it.
    """

    def __init__(self, progress: Callable[[], object], patience: float) -> None:
        """`progress` must be quick and harmless: another thread calls it."""
        self._progress = progress
        self._patience = patience
        self._over = threading.Event()
        self._running = threading.Lock()
        self._watched = threading.get_ident()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def run(self, action: Callable[[], object]) -> None:
        """Runs an action. Raises Standstill; never once the action is done, nor afterwards."""
        done = False
        try:
            # C alone gives the lock back, and Python raises nothing in the midst of that. Behind it one
            # Standstill may still be on its way, for the other thread looks at the lock before it raises.
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
            except Standstill:
                self._stop()

    def _stop(self) -> None:
        self._over.set()
        self._thread.join()
        # What was asked for at the last moment comes here. It must not be taken back: Python 3.11 goes on
        # looking for it then, and what is traced afterwards never ends.
        for _ in range(A_FEW):
            pass

    def _watch(self) -> None:
        seen, since, pause = self._progress(), time.monotonic(), self._patience / LOOKS
        while not self._over.wait(pause):
            now = self._progress()
            if now != seen:
                seen, since = now, time.monotonic()
            elif time.monotonic() - since >= self._patience and self._running.locked():
                pause = AGAIN
                # raised in the other thread, between two steps of its Python
                thread, error = ctypes.c_ulong(self._watched), ctypes.py_object(Standstill)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, error)


class JumpWatchdog:
    """The same without a thread: at a jump of the program every now and then it looks itself.

    So it makes loops slower. It needs the Python of Pyodide, 3.14: in 3.12 and 3.13 no handler sees what is
    raised at a jump (tried: it passes `except` and `with` by).
    """

    def __init__(self, progress: Callable[[], object], patience: float) -> None:
        self._progress, self._patience = progress, patience
        self._left = JUMPS
        self._seen, self._since = progress(), time.monotonic()

    def run(self, action: Callable[[], object]) -> None:
        """Runs an action. Raises Standstill."""
        with self:
            action()

    def __enter__(self) -> JumpWatchdog:
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
        monitoring.use_tool_id(TOOL, "watchdog")
        monitoring.register_callback(TOOL, monitoring.events.JUMP, self._jump)
        monitoring.set_events(TOOL, monitoring.events.JUMP)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
        monitoring.set_events(TOOL, 0)
        # Code that was running meanwhile may go on telling of its jumps for a while.
        monitoring.register_callback(TOOL, monitoring.events.JUMP, None)
        self._patience = math.inf
        monitoring.free_tool_id(TOOL)

    def _jump(self, code: CodeType, source: int, target: int) -> None:
        """Counts a jump, and looks at the clock now and then. Raises Standstill, repeatedly if caught."""
        self._left -= 1
        if self._left:
            return
        self._left = JUMPS
        seen, now = self._progress(), time.monotonic()
        if seen != self._seen:
            self._seen, self._since = seen, now
        elif now - self._since >= self._patience:
            raise Standstill
