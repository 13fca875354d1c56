"""A page for tests: what it says is put in, what it is told is waited for."""

from __future__ import annotations

import base64
import faulthandler
import queue
import threading
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from retromaze.studio.channel import PageClosed, decode_message, encode_message
from retromaze.studio.messages import At, Failed, Open, Pace, Play, Proof, Seen, Values
from retromaze.studio.open_program import hash_of

Kind = TypeVar("Kind")


def agreed(wish: Open) -> Open:
    """The same from a reader who has seen the port and wants it run."""
    assert wish.port is not None
    return replace(wish, consent=hash_of(wish.port))


def unpacked(data: str) -> bytes:
    """The pixels of a picture in a message."""
    return zlib.decompress(base64.b64decode(data))


LONGEST = 30.0
"""Seconds after which a test gives up; nothing takes a second."""


class Conversation:
    """The page's end and Python's, of which a thread serves the latter; all messages go through JSON."""

    def __init__(self) -> None:
        self._said: queue.Queue[Any] = queue.Queue()
        self._told: queue.Queue[Any] = queue.Queue()

    # --- Python's end

    def send(self, message: Any) -> None:
        self._told.put(decode_message(encode_message(message)))
        if isinstance(message, At) and message.state == "running":
            self._said.put(Seen())

    def receive(self, seconds: float | None) -> Any:
        try:
            message = self._said.get(timeout=seconds) if seconds != 0.0 else self._said.get_nowait()
        except queue.Empty:
            return None
        if isinstance(message, PageClosed):
            raise message
        return message

    # --- the page's end

    def begin(self, serve: Callable[[], None]) -> None:
        """Lets a thread hold the conversation."""
        self._thread = threading.Thread(target=serve, daemon=True)
        self._thread.start()

    def say(self, *messages: Any) -> None:
        for message in messages:
            self._said.put(decode_message(encode_message(message)))

    def hear(self, kind: type[Kind], wanted: Callable[[Kind], bool] = lambda message: True) -> Kind:
        """The next message of a kind that is wanted; those before it are passed over."""
        while True:
            message = self._told.get(timeout=LONGEST)
            if isinstance(message, kind) and wanted(message):
                return message
            assert not isinstance(message, Failed), message

    def next(self) -> Any:
        """The next message, whatever it is."""
        return self._told.get(timeout=LONGEST)

    def ask(
        self, message: Any, kind: type[Kind], wanted: Callable[[Kind], bool] = lambda message: True
    ) -> Kind:
        self.say(message)
        return self.hear(kind, wanted)

    def at(self, state: str) -> At:
        """Where the run is when it is next in that state."""
        return self.hear(At, lambda each: each.state == state)

    def finish(self) -> At:
        """Runs to the end as fast as can be."""
        self.say(Pace("frame", 0), Play())
        return self.at("ended")

    def verdict(self, *messages: Any) -> Proof:
        """A prover's last word after these messages."""
        self.say(*messages)
        return self.hear(Proof, lambda each: each.state != "running")

    def stand(self, message: Any, wanted: Callable[[At], bool] = lambda at: True) -> tuple[At, Values]:
        """Where the run stands after a message, and what it knows there."""
        at = self.ask(message, At, lambda each: each.state in {"paused", "ended"} and wanted(each))
        return at, self.hear(Values)

    def open(self, listing: str = "", **others: Any) -> tuple[At, Values]:
        """Opens a listing's text, or what the others tell."""
        texts: dict[str, Any] = {"listing": listing} if listing else {}
        return self.stand(Open(**texts, **others))

    def end(self) -> None:
        """Says goodbye and waits for the thread."""
        self._said.put(PageClosed("the page was closed"))
        self._thread.join(LONGEST)
        if self._thread.is_alive():
            faulthandler.dump_traceback()
        assert not self._thread.is_alive()
