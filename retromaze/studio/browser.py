"""The channel of an exported page. Python runs in a web worker, which gets messages only while it waits."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from retromaze.studio.channel import JsonChannel, instance_from_object, parse_untrusted_json
from retromaze.studio.prover import Prover
from retromaze.studio.session import ExportContents, StudioSession, storage_from_json, write_user_files

TURN_INTERVAL = 1 / 200
"""Seconds between two polls that let the browser deliver messages, which takes time."""
FOR_EVER = -1.0


class WorkerChannel(JsonChannel):
    """Exchanges messages with the page that started the worker.

    `page` is an object of the worker's JavaScript (worker.ts). Its `post` sends a text to the page; `take`
    takes the oldest message that has arrived, "" while there is none. `wait` blocks until a message arrives
    or so many milliseconds are over (negative: for ever), `turn` until the browser has delivered the messages
    that arrived; if `promises` is true, they return a promise of that instead. `run_promise` blocks Python
    until a promise of JavaScript resolves; it does nothing for a page without promises. `_turned_at` is the
    time at which the browser could deliver messages last.
    """

    def __init__(
        self, page: Any, run_promise: Callable[[Any], None], clock: Callable[[], float] = time.perf_counter
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
        text: str = self._page.take()
        return text


def serve(role: str, given: str, page: Any) -> None:
    """Serves an exported page until it is closed; called by the web worker's JavaScript.

    `role` is "session" for the worker with the studio's run, "proof" for the one that compares the pair
    meanwhile; `given` is ExportContents in JSON.
    """
    from pyodide.ffi import run_sync

    # no limit on the length: the storage that the exporter put into the page may be large
    contents: ExportContents = instance_from_object(ExportContents, parse_untrusted_json(given, len(given)))
    channel = WorkerChannel(page, run_sync if page.promises else lambda _: None)
    with TemporaryDirectory() as folder:
        user_files = write_user_files(contents, Path(folder))
        if role == "proof":
            with TemporaryDirectory() as edited:
                Prover(channel, Path(edited), user_files).serve()
        else:
            StudioSession(channel, contents.opens, user_files, storage_from_json(contents.stored)).serve()
