"""The worker's wire, with a page made of lists; a real browser has it in test_exported_page.py."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Awaitable
from typing import Any

from retromaze.language.lalr import listing_tables
from retromaze.studio.browser import TURN_INTERVAL, WorkerChannel
from retromaze.studio.channel import encode_message
from retromaze.studio.messages import Failed, Pause, Play


class Paper:
    """A page: messages in `coming` come when the worker rests, of what it does there is a `diary`."""

    def __init__(self) -> None:
        self.come: list[str] = []
        self.coming: list[str] = []
        self.said: list[str] = []
        self.diary: list[object] = []
        self.now = 0.0

    promises = True

    def post(self, text: str) -> None:
        self.said.append(text)

    def take(self) -> str:
        return self.come.pop(0) if self.come else ""

    def wait(self, milliseconds: float) -> Any:
        return milliseconds

    def turn(self) -> Any:
        return "turn"

    def rest(self, promise: Awaitable[None]) -> None:
        self.diary.append(promise)
        self.come += self.coming
        self.coming.clear()

    def channel(self) -> WorkerChannel:
        return WorkerChannel(self, self.rest, lambda: self.now)


def test_what_has_come_is_taken_without_a_rest() -> None:
    paper = Paper()
    paper.come = [encode_message(Play()), encode_message(Pause())]
    channel = paper.channel()
    assert [channel.receive(None), channel.receive(5.0)] == [Play(), Pause()]
    assert paper.diary == []


def test_it_waits_for_ever_or_so_long() -> None:
    paper = Paper()
    paper.coming = [encode_message(Play())]
    channel = paper.channel()
    assert channel.receive(None) == Play()
    assert channel.receive(0.25) is None
    assert paper.diary == [-1.0, 250.0]


def test_a_look_lets_the_worker_hear_but_not_at_every_look() -> None:
    paper = Paper()
    paper.coming = [encode_message(Play())]
    channel = paper.channel()
    assert channel.receive(0.0) == Play()
    assert channel.receive(0.0) is None
    paper.now += TURN_INTERVAL
    assert channel.receive(0.0) is None
    assert paper.diary == ["turn", "turn"]


def test_a_page_without_promises_has_waited_when_it_returns() -> None:
    paper = Paper()
    waited: list[object] = []
    paper.wait = waited.append  # type: ignore[assignment]
    channel = WorkerChannel(paper, lambda over: None, lambda: paper.now)
    assert channel.receive(0.25) is None
    assert waited == [250.0]


def test_what_is_no_message_is_answered() -> None:
    paper = Paper()
    paper.come = ["{}"]
    channel = paper.channel()
    assert channel.receive(0.0) is None
    channel.send(Pause())
    assert paper.said == [encode_message(Failed("there is no such message")), encode_message(Pause())]


BARE = """
import sys
from retromaze.language import (lalr)
from retromaze.studio import (browser, channel, messages, session)
from retromaze.studio.open_program import open_workspace
from pathlib import Path
import tempfile
before = set(sys.modules)
with tempfile.TemporaryDirectory() as folder:
    workspace = open_workspace(messages.Open("kruskal", seed=1), None, Path(folder))
    workspace.opened()
rooms = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(sorted(rooms - {"__main__", "retromaze", "_distutils_hack"}))
"""


def test_a_session_and_a_prover_import_the_standard_library_only() -> None:
    listing_tables()  # made and kept, which takes lark
    ran = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
