"""Keeps a port from ending the process, and tells a user's Ctrl-C from an exception of the port."""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType, TracebackType
from typing import Any, NoReturn


class Exited(BaseException):
    """The port has called `os._exit`, which would have ended the process with no word to anybody."""


class PortGuard:
    """While a port runs: `interrupted` tells that the user has pressed Ctrl-C, whatever the port made of it.

    A port can raise KeyboardInterrupt, too, and that is its own affair. `os._exit` of this process raises
    Exited; what a port has forked may leave by it.
    """

    def __init__(self) -> None:
        self.interrupted = False
        self._before: Any = None
        self._leave = os._exit
        self._process = os.getpid()

    def __enter__(self) -> PortGuard:
        self._before = None
        if threading.current_thread() is threading.main_thread():
            handler = signal.getsignal(signal.SIGINT)
            if callable(handler):
                self._before = handler
                signal.signal(signal.SIGINT, self._interrupt)
        self._leave = os._exit
        os._exit = self._exit
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os._exit = self._leave
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True
        self._before(number, frame)

    def _exit(self, status: int) -> NoReturn:
        if os.getpid() != self._process:
            self._leave(status)
        raise Exited(f"os._exit({status})")
