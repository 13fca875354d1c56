"""Sprites and background layers that differ: which one, in what, in both machines."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from retromaze.comparison import Listing, compare_programs
from retromaze.machine.machine import Machine

LISTING = "SPSET 3,0:SPOFS 3,120,40:BGPUT 1,2,0,5:BGOFS 1,8,0:WAIT 1"


def both(machine: Machine) -> None:
    machine.sprites.set(3, 0)
    machine.sprites.move(3, 120.0, 40.0)
    machine.backgrounds.put(1, 2, 0, 5)
    machine.backgrounds.move(1, 8, 0)


def one_pixel_on(machine: Machine) -> None:
    machine.sprites[3].x += 1


def two_cells(machine: Machine) -> None:
    machine.backgrounds[1].cells[2:4] = machine.backgrounds[0].cells[2:4]
    machine.backgrounds[1].cells[27] = 9


def another_size(machine: Machine) -> None:
    machine.backgrounds[0].width, machine.backgrounds[0].height = 15, 25


def another_color(machine: Machine) -> None:
    machine.backgrounds[1].color = 0x00FF00


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            one_pixel_on,
            "place of sprite 3 of the upper screen is (120.0, 40.0) in listing, (121.0, 40.0) in port",
        ),
        (
            two_cells,
            "cell (2, 0) of background layer 1 of the upper screen is 5 in listing, 0 in port"
            " (and 1 more difference)",
        ),
        (
            another_size,
            "size of background layer 0 of the upper screen is (25, 15, 16) in listing, (15, 25, 16) in port",
        ),
        (
            another_color,
            "color of background layer 1 of the upper screen is &HFFFFFFFF in listing, &H0000FF00 in port",
        ),
    ],
    ids=["place", "cells", "size", "color"],
)
def test_the_first_difference_is_told(change: Callable[[Machine], None], words: str) -> None:
    def port(machine: Machine) -> None:
        both(machine)
        change(machine)
        machine.wait(1)

    difference = compare_programs(Listing(LISTING), port, seed=1).difference
    assert difference is not None
    assert difference.sentence == f"frame 0, event 5: after wait() in listing line 1, {words}"


def test_the_same_calls_make_no_difference() -> None:
    def port(machine: Machine) -> None:
        both(machine)
        machine.wait(1)

    assert compare_programs(Listing(LISTING), port, seed=1).difference is None
