"""Every message about what is open has the number that the page gave it, and speaks of nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from retromaze.comparison.pairs import Comparison
from retromaze.studio import messages as m
from retromaze.studio import prover
from retromaze.studio.channel import PageClosed, decode_message, encode_message
from retromaze.studio.open_program import hash_of
from retromaze.studio.prover import Prover
from tests.amounts import many
from tests.studio.conversation import agreed

EDITS = many(16, 2400)
"""In CI they are 300."""
SEEDS, MOST = 2, 20


def texts(number: int) -> m.Open:
    """The texts of that number: both draw so many points, and every fifth port one more."""
    listing = f"FOR I=1 TO {points(number)}\nGPSET I,1\nNEXT\n"
    last = points(number) + 1 + (number % 5 == 0)
    port = f"def main(machine):\n    for i in range(1, {last}):\n        machine.screen.point(i, 1)\n"
    return agreed(m.Open(listing=listing, port=port, seed=1, edition=number))


def points(number: int) -> int:
    return number % MOST + 1


def texts_hash(wish: m.Open) -> str:
    return hash_of(f"{wish.listing}\0{wish.port}")


class Editing:
    """A page that edits at random moments of a proof, and holds all that it hears against its texts."""

    def __init__(self, edits: int) -> None:
        self.chance = random.Random(35)
        self.left = edits
        self.asked: list[Any] = []
        self.said = m.Open()
        self.heard: list[Any] = []
        self.broken_off = self.ended = 0

    def edit(self) -> None:
        """Now and then something is written, or asked about what is open."""
        if self.left and self.chance.random() < 0.1:
            self.left -= 1
            self.broken_off += 1
            self.said = texts(self.said.edition + 1)
            self.asked += [m.Check(SEEDS), self.said] if self.chance.random() < 0.1 else [self.said]
        elif self.said.edition and self.chance.random() < 0.05:
            self.asked.append(m.PortState(self.chance.randrange(points(self.said.edition)) + 1))

    def during(self, compare: Callable[..., Comparison]) -> Callable[..., Comparison]:
        """The same comparison, before and after which there may be an edit."""

        def compared(*given: Any, **named: Any) -> Comparison:
            self.edit()
            made = compare(*given, **named)
            self.edit()
            return made

        return compared

    def receive(self, seconds: float | None) -> Any:
        self.edit()
        if not self.asked and seconds is None:
            self.ended += 1
            if not self.left:
                raise PageClosed("the page was closed")
            self.left -= 1
            self.said = texts(self.said.edition + 1)
            self.asked.append(self.said)
        return decode_message(encode_message(self.asked.pop(0))) if self.asked else None

    def send(self, message: Any) -> None:
        self.heard.append(message)
        assert not any(isinstance(each, m.Open) for each in self.asked), "it polls before it sends"
        number = message.edition
        assert number == self.said.edition, "it speaks of what was opened last"
        match message:
            case m.Proof(done=done, events=events, texts=of):
                assert (events, of) == (done * points(number), texts_hash(self.said))
                assert message.state in ({"different"} if number % 5 == 0 else {"running", "equal"})
            case m.PortLines(lines=lines):
                assert len(lines) == points(number) + (number % 5 == 0)
            case m.PortValues(moment=moment, variables=variables):
                assert m.ShownVariable("i", str(moment)) in variables
            case _:
                pytest.fail(f"nobody has asked for {message}")


def test_a_prover_speaks_of_nothing_but_the_texts_that_were_opened_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Editing(EDITS)
    for name in ("compare_programs", "compare_one"):
        monkeypatch.setattr(prover, name, page.during(getattr(prover, name)))
    proof = Prover(page, tmp_path)
    proof._seeds = SEEDS
    proof.serve()
    assert page.said.edition == EDITS
    # Both happened often: a proof came to its end, and a proof was broken off
    assert page.ended > EDITS / 5 and page.broken_off > EDITS / 5
