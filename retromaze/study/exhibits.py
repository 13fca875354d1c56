"""Runs each listing to a place that is worth looking at, for the gallery."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

from retromaze.comparison.pairs import Pair
from retromaze.comparison.script import FRAME_LIMIT
from retromaze.comparison.workers import shared_out
from retromaze.display.headless import Headless, Waiting
from retromaze.display.view import visible_words
from retromaze.errors import Stopped
from retromaze.machine.machine import Machine
from retromaze.runner import play


@dataclass(frozen=True, slots=True)
class Exhibit:
    """What a listing shows: the picture of its screens, the frames it took, and what ended it."""

    name: str
    picture: array[int]
    frames: int
    error: str


class Visitor(Headless):
    """A front end that presses nothing: a program that waits for a button is left with its picture."""

    def ask(self, machine: Machine) -> str:
        """Nobody answers INPUT. Raises Waiting."""
        raise Waiting("waits for a line")


def exhibit(pair: Pair, seed: int = 1) -> Exhibit:
    """Runs a listing until it ends or waits; INPUT and INKEY$ are given the answers and keys of the pair."""
    machine = Machine(seed=seed)
    Visitor().attach(machine)
    pair.script.prepare(machine)
    try:
        error = play(pair.text, machine, path=pair.path, frames=FRAME_LIMIT)
    except Stopped:
        error = None
    return Exhibit(pair.name, visible_words(machine), machine.frame, str(error or ""))


def exhibits(pairs: Sequence[Pair], seed: int = 1) -> Iterator[Exhibit]:
    """All these exhibits, made on all cores, as they are ready."""
    size = min(os.cpu_count() or 1, len(pairs))
    yield from shared_out(partial(exhibit, seed=seed), pairs, size, attrgetter("name"))
