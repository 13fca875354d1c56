"""The channel of an exported page: Python in a web worker, which gets messages only while it rests."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from retromaze.studio.channel import encoded, heard, made, outside
from retromaze.studio.prover import Prover
from retromaze.studio.session import StudioSession
from retromaze.studio.welcome import ExportContents, files_from, write_own_files

TURN_INTERVAL = 1 / 200
"""Seconds after which a look at what the page says lets the worker hear first what came meanwhile."""
FOR_EVER = -1.0

Rest = Callable[[Any], None]


class WorkerPage(Protocol):
    """The functions of the worker's JavaScript that receive and send messages."""

    promises: bool
    """Whether `wait` and `turn` return at once with a promise; else they are over when they return."""

    def post(self, text: str) -> None:
        """Says something to the page."""

    def take(self) -> str:
        """Takes the oldest message that has arrived; "" while the queue is empty."""

    def wait(self, milliseconds: float) -> Awaitable[None] | None:
        """Is over when there is a message, or after so long; a negative number is for ever."""

    def turn(self) -> Awaitable[None] | None:
        """Is over when the worker has heard what came."""


class WorkerChannel:
    """Exchanges messages with the page around the worker; `rest` blocks Python until a promise resolves.

    A page without promises stands still itself.
    """

    def __init__(self, page: WorkerPage, rest: Rest, clock: Callable[[], float] = time.perf_counter) -> None:
        self._page, self._rest, self._clock = page, rest, clock
        self._rested_at = -TURN_INTERVAL

    def send(self, message: Any) -> None:
        self._page.post(encoded(message))

    def receive(self, seconds: float | None) -> Any:
        text = self._page.take() or self._awaited(seconds)
        return heard(text, self.send) if text else None

    def _awaited(self, seconds: float | None) -> str:
        if seconds == 0 and self._clock() - self._rested_at < TURN_INTERVAL:
            return ""
        # Awaited from Python itself: with a function of JavaScript in between the browser cannot stand still.
        if seconds == 0:
            self._rest(self._page.turn())
        else:
            self._rest(self._page.wait(FOR_EVER if seconds is None else seconds * 1000))
        self._rested_at = self._clock()
        return self._page.take()


def serve(role: str, given: str, page: WorkerPage) -> None:
    """Serves a page until it is closed, as "session" or "proof"; `given` is ExportContents in JSON."""
    from pyodide.ffi import run_sync

    # As long as the storage is that its maker put into the page.
    brought: ExportContents = made(ExportContents, outside(given, len(given)))
    channel = WorkerChannel(page, run_sync if page.promises else lambda over: None)
    with TemporaryDirectory() as folder, TemporaryDirectory() as edited:
        own = write_own_files(brought, Path(folder))
        if role == "proof":
            Prover(channel, Path(edited), own).serve()
        else:
            StudioSession(channel, brought.opens, own, files_from(brought.stored)).serve()
