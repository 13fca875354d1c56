"""A run on its way to another place hears the page, whatever its listing does in a frame."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from retromaze.studio import messages as m
from retromaze.studio.channel import PageClosed, decode_message, encode_message
from retromaze.studio.server import StudioServer
from retromaze.studio.session import StudioSession
from retromaze.studio.status import MOST_UNSEEN
from tests.amounts import TIER, fewer
from tests.studio.conversation import LONGEST

LISTINGS = {
    "light frame": "A=1\n@L\nVSYNC\nGOTO @L\n",
    "full frame": "@L\nA=A+1\nGOTO @L\n",
    "huge wait": "A=1\nWAIT 1000000000\nA=2\n",
    "print loop": "@L\nA=A+1:PRINT A\nGOTO @L\n",
}
FAR = 1_000_000_000
MOVES: dict[str, list[Any]] = {
    "a moment": [m.Go(FAR)],
    "a statement": [m.GoStatement(FAR)],
    "a statement back": [m.Back("statement")],
    "a frame back": [m.Back("frame")],
    "a draw back": [m.Back("draw")],
    "the next stop": [m.SetStops(conditions=["A<0"]), m.SeekStop()],
    "the stop before": [m.SetStops(conditions=["A<0"]), m.SeekStop(False)],
    "a step": [m.Step("draw")],
    "what stored a value": [m.AskValue("A")],
    "a history": [m.AskHistory("A")],
    "the last rounds": [m.AskRounds()],
    "another run": [m.Open(listing="@L\nVSYNC\nGOTO @L\n", moment=FAR, seed=2)],
    "on at full speed": [m.Pace("frame", 0.0), m.Play()],
}
HEAVY = {"full frame", "print loop"}
"""Listings of whose frames each takes long."""
TELLING = ("a moment", "a step", "the next stop", "a history")
"""The moves that the fast tier tries with those; with the others it tries all."""
FRAMES = 30
SOON = 2
"""Frames within which a pause is answered."""


class Hasty:
    """A page that pauses a run as soon as it hears that it goes, and counts the frames until it stands.

    First it lets the run go some way; then come the moves. Time goes by the clock's calls, 50 ms each.
    """

    def __init__(self, listing: str, moves: list[Any]) -> None:
        self._said: list[Any] = [m.Open(listing=listing, seed=1, moment=FAR)]
        self._moves = moves
        self._seen = self._frame = 0
        self._moved = self._pauses = False
        self.late: list[int] = []

    def receive(self, seconds: float | None) -> Any:
        return decode_message(encode_message(self._said.pop(0))) if self._said else None

    def send(self, message: Any) -> None:
        assert not isinstance(message, m.Failed), message
        if not isinstance(message, m.At):
            return
        if message.state in {"going", "running"} and not self._pauses:
            self._seen += 1
            if self._moved or self._seen == 8:
                self._pauses, self._frame = True, message.frame
                self._said.append(m.Pause())
        elif message.state == "paused" and self._pauses:
            self.late.append(message.frame - self._frame)
            if self._moved:
                raise PageClosed("the page was closed")
            self._moved, self._pauses = True, False
            self._said += self._moves
        elif message.state == "paused" and self._moved:
            # It was there sooner than it could say so.
            raise PageClosed("the page was closed")


def ticking() -> Callable[[], float]:
    """A clock that goes on by 50 ms whenever it is looked at."""
    ticks = count()
    return lambda: next(ticks) / 20


@pytest.mark.parametrize("listing", fewer(["light frame"], [*LISTINGS]))
def test_a_pause_on_the_way_is_heard_within_two_frames(listing: str) -> None:
    late = {}
    for name in TELLING if listing in HEAVY and TIER == "fast" else MOVES:
        page = Hasty(LISTINGS[listing], MOVES[name])
        session = StudioSession(page, m.Open(), clock=ticking())
        thread = threading.Thread(target=session.serve, daemon=True)
        thread.start()
        thread.join(LONGEST)
        assert not thread.is_alive(), f"on the way to {name} nobody hears"
        late[name] = max(page.late)
    assert {name: frames for name, frames in late.items() if frames > SOON} == {}


class Slow:
    """A page that plays a program to its end and counts its states; it takes all of them, or none."""

    def __init__(self, takes: bool) -> None:
        listing = f"FOR I=1 TO {FRAMES}\nVSYNC\nNEXT\n"
        self._said: list[Any] = [m.Open(listing=listing, seed=1), m.Pace("frame", 0.0), m.Play()]
        self._takes = takes
        self.states = 0

    def receive(self, seconds: float | None) -> Any:
        return self._said.pop(0) if self._said else None

    def send(self, message: Any) -> None:
        if isinstance(message, m.At) and message.state == "ended":
            raise PageClosed("the page was closed")
        if isinstance(message, m.At) and message.state == "running":
            self.states += 1
            self._said += [m.Seen()] * self._takes


def test_states_of_a_run_do_not_pile_up_before_a_slow_page() -> None:
    """They would delay the next program that is chosen, and every answer, by minutes."""
    states = []
    for takes in (True, False):
        page = Slow(takes)
        StudioSession(page, m.Open(), clock=ticking()).serve()
        states.append(page.states)
    assert states[0] >= FRAMES
    assert states[1] == MOST_UNSEEN


@pytest.mark.parametrize("listing", fewer(["huge wait"], [*LISTINGS]))
def test_no_thread_is_left_once_a_socket_closes_on_the_way(listing: str) -> None:
    server = StudioServer({"/session": lambda channel: StudioSession(channel, m.Open()).serve()})
    address = f"ws://127.0.0.1:{server.port}/session?token={server.token}"
    with connect(address, origin=Origin(f"http://127.0.0.1:{server.port}"), compression=None) as socket:
        socket.send(encode_message(m.Open(listing=LISTINGS[listing], seed=1, moment=FAR)))
        while True:
            message = decode_message(socket.recv(LONGEST))
            if isinstance(message, m.At) and message.state == "going":
                break
        (thread,) = server._threads.values()
    thread.join(LONGEST)
    assert not thread.is_alive()
    server.close()
