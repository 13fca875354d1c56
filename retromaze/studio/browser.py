"""The channel of an exported page. Python runs in a web worker, which gets messages only while it waits."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from retromaze.studio.channel import JsonChannel, instance_from_object, parse_untrusted_json
from retromaze.studio.prover import Prover
from retromaze.studio.session import StudioSession
from retromaze.studio.welcome import ExportContents, files_from, write_own_files

TURN_INTERVAL = 1 / 200
"""Seconds between two polls that let the browser deliver messages, which takes time."""
FOR_EVER = -1.0

RunPromise = Callable[[Any], None]


class WorkerPage(Protocol):
    """The functions of the worker's JavaScript that receive and send messages."""

    promises: bool
    """Whether `wait` and `turn` return a promise at once; else they block and return None."""

    def post(self, text: str) -> None:
        """Sends a message to the page."""

    def take(self) -> str:
        """Takes the oldest message that has arrived; "" while the queue is empty."""

    def wait(self, milliseconds: float) -> Awaitable[None] | None:
        """Blocks, or returns a promise, until a message arrives or this time is over; negative: for ever."""

    def turn(self) -> Awaitable[None] | None:
        """Blocks, or returns a promise, until the browser has delivered the messages that arrived."""


class WorkerChannel(JsonChannel):
    """Exchanges messages with the page that started the worker.

    `run_promise` blocks Python until a promise of JavaScript resolves; it does nothing for a page without
    promises. `_turned_at` is the time at which the browser could deliver messages last.
    """

    def __init__(
        self, page: WorkerPage, run_promise: RunPromise, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._page, self._run_promise, self._clock = page, run_promise, clock
        self._turned_at = -TURN_INTERVAL

    def send_text(self, text: str) -> None:
        self._page.post(text)

    def receive_text(self, seconds: float | None) -> str | None:
        return self._page.take() or self._wait_for_message(seconds) or None

    def _wait_for_message(self, seconds: float | None) -> str:
        """Lets the browser deliver messages for `seconds` (None: until one comes); returns one, or ""."""
        if seconds == 0 and self._clock() - self._turned_at < TURN_INTERVAL:
            return ""
        # waited for here in Python: the browser cannot suspend a stack with a function of JavaScript in it
        if seconds == 0:
            self._run_promise(self._page.turn())
        else:
            self._run_promise(self._page.wait(FOR_EVER if seconds is None else seconds * 1000))
        self._turned_at = self._clock()
        return self._page.take()


def serve(role: str, given: str, page: WorkerPage) -> None:
    """Serves an exported page until it is closed; called by the web worker's JavaScript.

    `role` is "session" for the worker with the studio's run, "proof" for the one that compares the pair
    meanwhile; `given` is ExportContents in JSON.
    """
    from pyodide.ffi import run_sync

    # no limit on the length: the storage that the exporter put into the page may be large
    contents: ExportContents = instance_from_object(ExportContents, parse_untrusted_json(given, len(given)))
    channel = WorkerChannel(page, run_sync if page.promises else lambda _: None)
    with TemporaryDirectory() as folder:
        own = write_own_files(contents, Path(folder))
        if role == "proof":
            with TemporaryDirectory() as edited:
                Prover(channel, Path(edited), own).serve()
        else:
            StudioSession(channel, contents.opens, own, files_from(contents.stored)).serve()
