"""Whom a call concerns: a name may stand for methods of several parts."""

from __future__ import annotations

import pytest

from retromaze.comparison.concerned import NOBODY, concerned_by
from retromaze.machine.events import Event
from retromaze.machine.machine import Machine


@pytest.mark.parametrize("arguments", [(), (1,)])
def test_clear_is_a_screen_s_and_a_console_s(arguments: tuple[int, ...]) -> None:
    assert concerned_by(Machine(seed=1), Event("clear", arguments, None, 0)) == NOBODY


def test_a_sprite_is_told_by_its_number() -> None:
    machine = Machine(seed=1)
    machine.sprites.set(3, 5)
    assert concerned_by(machine, Event("sprites.move", (3, 1, 2, None), None, 0)).whose == "sprite 3"
