"""A child's minutes at the games: whatever is pressed, no window is lost and no score unseen."""

import random
from itertools import count
from pathlib import Path
from typing import Any

import pygame
import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import Entry, Use, listing_source
from retromaze.display.window import NO_CLOSE_SECONDS, Window
from retromaze.machine.machine import Machine
from retromaze.runner import run_source
from tests.amounts import one_in
from tests.display.window_user import down, resize, seen, type_text, up

GAMES = {entry.name: entry for entry in CATALOGUE.values() if entry.use is Use.GAME}
KEYS = [
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT),
    *(pygame.K_w, pygame.K_a, pygame.K_s, pygame.K_d, pygame.K_j, pygame.K_z),
    *(pygame.K_RETURN, pygame.K_ESCAPE),
]
"""Arrows, WASD, the keys of A, Enter and Escape: what a child thinks of."""
SECONDS = 6.0
"""A child's time at each game; ten minutes at each find no more."""
SCORES = {
    "button_game": "歩数", "explorer": "歩", "binary_explorer": "歩", "key_maze": "歩", "chase": "得点",
    "flight": "のこり",
}  # fmt: skip
"""A word of what the games say at their end, where they count something."""
QUICK = {"flight": {"seconds": 1}, "chase": {"width": 13, "height": 9, "monsters": 4}}
"""Sizes with which games end within a child's time."""


class TimeOver(Exception):
    """The child is called away."""


class Child:
    """Presses a key every few tenths of a second, as long as there is time."""

    def __init__(self, user_time: Any, seconds: float, keys: list[int]) -> None:
        self.keys, self.presses, self.ends = keys, 0, 0
        self._time, self._end, self._next, self._held = user_time, seconds, 0.3, 0
        self._random = random.Random(1)

    def sleep(self, seconds: float) -> None:
        self._time.sleep(seconds)
        if self._time.now >= self._end:
            raise TimeOver
        if self._time.now >= self._next:
            self._next = self._time.now + self._random.uniform(0.05, 0.5)
            up(self._held)
            self._held = self._random.choice(self.keys)
            down(self._held)
            self.presses += 1
            if self._held < 128 and chr(self._held).isprintable():
                type_text(chr(self._held))


def play_game(window: Window, entry: Entry, seed: int) -> Machine:
    """Plays a game to its end, whatever is pressed."""
    machine = Machine(seed=seed)
    window.attach(machine)
    source = listing_source(entry, **QUICK.get(entry.name, {}))
    assert run_source(source, machine, path=entry.name, follow=window.follow) is None
    return machine


@pytest.mark.parametrize("name", one_in(4, list(GAMES)))
def test_a_child_loses_no_window_and_sees_every_score(
    name: str, window: Window, user_time: Any, tmp_path: Path
) -> None:
    child = Child(user_time, SECONDS, KEYS)
    opened = Window(name, folder=tmp_path, clock=user_time.clock, sleep=child.sleep)
    resize(400, 252)
    with pytest.raises(TimeOver):
        for seed in count(1):
            machine = play_game(opened, GAMES[name], seed)
            text, ended_at = machine.console.text(), user_time.now
            assert SCORES.get(name, "") in text
            opened.finish(machine, "ended")
            assert user_time.now - ended_at >= NO_CLOSE_SECONDS
            assert seen()[: 228 * 400] == machine.picture()[: 228 * 400]
            child.ends += 1
    assert child.presses > 12


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(6, list(SCORES)))
def test_whoever_gives_up_sees_the_score(name: str, window: Window, user_time: Any) -> None:
    for second in range(3, 7):
        user_time.at(second, lambda: down(pygame.K_v))
        user_time.at(second + 0.1, lambda: up(pygame.K_v))
    machine = play_game(window, GAMES[name], 1)
    assert SCORES[name] in machine.console.text()
    closed_at = user_time.now + NO_CLOSE_SECONDS + 0.5
    user_time.at(closed_at, lambda: down(pygame.K_RETURN))
    window.finish(machine, "ended")
    assert user_time.now == pytest.approx(closed_at, abs=0.1)
