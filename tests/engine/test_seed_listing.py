"""The published listing draws the mazes that a straightforward calculation of our own comes to.

The calculation shares nothing with the package: its own TinyMT-32, its own loop, its own pixels.
"""

from __future__ import annotations

from array import array
from collections import Counter
from pathlib import Path

import pytest

import retromaze
from retromaze.engine.computer import Computer
from retromaze.machine.events import Event
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from tests.amounts import fewer

LISTING = (Path(__file__).parents[2] / "programs" / "backtracker.bas").read_text("utf-8")
WIDTH, HEIGHT = 400, 240
ROOMS_X, ROOMS_Y = 199, 119
BLACK, WHITE = 0xFF000000, 0xFFFFFFFF
# The console digs for about five seconds; behind this frame it only waits for a button.
DONE = 400
MASK = 0xFFFFFFFF
MAT1, MAT2, TMAT = 0x8F7011EE, 0xFC78FF1F, 0x3793FDFF


class TinyMT:
    """TinyMT-32, from its published description."""

    def __init__(self, seed: int) -> None:
        s = [seed, MAT1, MAT2, TMAT]
        for i in range(1, 8):
            before = s[(i - 1) % 4]
            s[i % 4] ^= (i + 1812433253 * (before ^ (before >> 30))) & MASK
        self.state = s
        for _ in range(8):
            self.step()

    def step(self) -> None:
        s0, s1, s2, y = self.state
        x = (s0 & 0x7FFFFFFF) ^ s1 ^ s2
        x ^= (x << 1) & MASK
        y ^= (y >> 1) ^ x
        s0, s1, s2 = s1, s2, x ^ ((y << 10) & MASK)
        if y & 1:
            s1 ^= MAT1
            s2 ^= MAT2
        self.state = [s0, s1, s2, y]

    def raw(self) -> int:
        self.step()
        s0, _, s2, s3 = self.state
        t = (s0 + (s2 >> 8)) & MASK
        return s3 ^ t ^ (TMAT if t & 1 else 0)


def maze(seed: int) -> array[int]:
    """The finished picture: white walls between black rooms, two pixels from room to room."""
    random = TinyMT(seed)
    free = {(x, y) for x in range(1, ROOMS_X + 1) for y in range(1, ROOMS_Y + 1)}
    black = {(399, 238)}
    trail = [(0, 1)]
    here = (1, 1)
    free.discard(here)
    while here[0] != 0:
        x, y = here
        last_x, last_y = trail[-1]
        black |= {(x * 2, y * 2), (x + last_x, y + last_y), (last_x * 2, last_y * 2)}
        ways = [to for to in [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)] if to in free]
        if ways:
            trail.append(here)
            here = ways[random.raw() % len(ways)]
            free.discard(here)
        else:
            here = trail.pop()
    inside = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
    return array("I", [BLACK if x < 1 or y < 1 or (x, y) in black else WHITE for x, y in inside])


def test_our_own_generator_gives_the_known_numbers() -> None:
    random = TinyMT(12345)
    assert [random.raw() for _ in range(3)] == [0xCD1CA37E, 0xD7848B65, 0x5DD5ABEF]


@pytest.mark.slow
@pytest.mark.parametrize("seed", fewer([0xFFFFFFFF], [398, 0xFFFFFFFF]))
def test_the_listing_draws_the_maze_of_its_seed(seed: int) -> None:
    assert retromaze.run(LISTING, seed=seed, frames=DONE).pixels == maze(seed)


def test_the_maze_of_seed_1_has_its_white_dots_and_draw_calls() -> None:
    machine = Machine(seed=1)
    counts: Counter[str] = Counter()

    def record(event: Event) -> None:
        counts[event.name] += 1

    machine.listen(record)
    computer = Computer(machine)
    computer.load_source(0, LISTING)
    assert run_computer(computer, frames=DONE) is None
    assert machine.picture() == maze(1)
    assert machine.picture().count(WHITE) == 47_998
    assert counts["line"] == 47_361


def test_a_button_clears_the_maze_and_ends_the_listing() -> None:
    result = retromaze.run(LISTING, seed=1, frames=DONE + 100, press={DONE: Buttons.A})
    assert (result.error, result.frames) == (None, DONE)
    assert result.pixels == array("I", [BLACK]) * (WIDTH * HEIGHT)
