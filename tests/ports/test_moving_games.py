"""The three games of sprites and backgrounds, listing and port alike: mazes, rules, games to their end."""

from collections.abc import Callable, Iterator
from math import atan2, degrees, hypot

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.comparison.runnable_programs import Port
from retromaze.errors import Stopped
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.ports import Rooms, backtracker_maze
from retromaze.ports.mazes.rooms import EAST, SOUTH
from retromaze.runner import run_source
from tests.ports.natively import LISTING_IS_SLOW

STEPS = {Buttons.RIGHT: (1, 0), Buttons.DOWN: (0, 1), Buttons.LEFT: (-1, 0), Buttons.UP: (0, -1)}
HEDGE, KEY, CHEST, OPEN_CHEST, TREE, FLAG = 10, 30, 27, 28, 16, 29
Cell = tuple[int, int]
Hand = Callable[[Machine], Buttons]


def played(name: str, native: bool, hand: Hand, seed: int = 1, frames: int = 4000, **sizes: int) -> Machine:
    """The machine at the end of a game in which a hand holds buttons, or after so many frames."""
    machine = Machine(seed=seed)

    def on_frame(machine: Machine) -> None:
        if machine.frame > frames:
            raise Stopped
        if machine.sprites.used(1):
            machine.input.hold(hand(machine))

    machine.on_frame = on_frame
    entry = CATALOGUE[name]
    try:
        if native:
            Port(entry.port).load()(machine, **sizes)
        else:
            assert run_source(listing_source(entry, **sizes), machine) is None
    except Stopped:
        pass
    return machine


def cells(machine: Machine, number: int = 1) -> dict[Cell, int]:
    """The cells of a layer, of the maze's where nothing is said."""
    layer = machine.backgrounds[number]
    return {(at % layer.width, at // layer.width): cell for at, cell in enumerate(layer.cells)}


def stands(machine: Machine, number: int = 0) -> Cell | None:
    """The cell that a sprite covers; None between two of them, or before it was placed."""
    (x, y), (left, top) = machine.sprites[number].place, machine.backgrounds[0].place
    x, y = x + left, y + top
    return None if x % 16 or y % 16 or x < 16 else (int(x // 16), int(y // 16))


def way_to(machine: Machine, wall: int, goals: set[Cell], start: Cell) -> Buttons:
    """The button of the first step to the nearest of some cells."""
    layer, seen, queue = cells(machine), {start}, [(start, Buttons(0))]
    for (x, y), first in queue:
        if (x, y) in goals and (x, y) != start:
            return first
        for button, (dx, dy) in STEPS.items():
            there = x + dx, y + dy
            if there not in seen and layer[there] != wall:
                seen.add(there)
                queue.append((there, first or button))
    return Buttons(0)


def walks_to_keys(machine: Machine) -> Buttons:
    """The hand of somebody who sees the whole maze."""
    here, layer = stands(machine), cells(machine)
    if here is None:
        return machine.input.buttons.value
    keys = {place for place, cell in layer.items() if cell == KEY}
    chests = {place for place, cell in layer.items() if cell == CHEST}
    return way_to(machine, HEDGE, keys or chests, here)


def doors(machine: Machine, width: int, height: int) -> bytes:
    layer = cells(machine)
    return bytes(
        EAST * (layer[x * 2 + 2, y * 2 + 1] != HEDGE) | SOUTH * (layer[x * 2 + 1, y * 2 + 2] != HEDGE)
        for y in range(height)
        for x in range(width)
    )


def east_and_south(rooms: Rooms) -> bytes:
    return bytes(door & (EAST | SOUTH) for door in rooms.doors)


@LISTING_IS_SLOW
def test_the_hedges_are_the_librarys_maze(native: bool) -> None:
    machine = played("key_maze", native, lambda machine: Buttons.Y, 7, width=13, height=8)
    assert doors(machine, 13, 8) == east_and_south(backtracker_maze(13, 8, seed=7))
    assert machine.console.text().strip().startswith("終わり 0歩")


@LISTING_IS_SLOW
def test_the_view_follows_the_player_within_the_maze(native: bool) -> None:
    machine = played("key_maze", native, walks_to_keys, 2, width=16, height=12, keys=1)
    assert "ゴール!" in machine.console.text()
    assert stands(machine) == (31, 23)
    assert machine.backgrounds[0].place == (33 * 16 - 400, 25 * 16 - 240)


def trail(native: bool, seed: int) -> list[Cell]:
    """Where a monster that is alone goes; the player stands where only islands are."""
    went: list[Cell] = []

    def look(machine: Machine) -> Buttons:
        here = stands(machine, 1)
        if here and went[-1:] != [here]:
            went.append(here)
        return Buttons(0)

    played("chase", native, look, seed, frames=700, monsters=1, width=11, height=9)
    return went


def right_hand(layer: dict[Cell, int], start: Cell) -> Iterator[Cell]:
    """The right-hand rule in another way: the first free one of right, ahead, left, back."""
    around, way, place = [(0, -1), (1, 0), (0, 1), (-1, 0)], 3, start
    while True:
        yield place
        ways = [(way + turn) % 4 for turn in (1, 0, -1, 2)]
        way = next(way for way in ways if layer[place[0] + around[way][0], place[1] + around[way][1]] != TREE)
        place = place[0] + around[way][0], place[1] + around[way][1]


@LISTING_IS_SLOW
@pytest.mark.parametrize("seed", [1, 5])
def test_a_monster_keeps_its_right_hand_on_the_trees(native: bool, seed: int) -> None:
    went = trail(native, seed)
    machine = played("chase", native, lambda machine: Buttons.Y, seed, monsters=1, width=11, height=9)
    expected = right_hand(cells(machine), went[0])
    assert len(went) > 8
    assert went == [place for place, _ in zip(expected, went, strict=False)]


@LISTING_IS_SLOW
def test_each_stage_has_another_season_and_the_ninth_the_first_again(native: bool) -> None:
    seasons = [
        cells(played("chase", native, lambda machine: Buttons.Y, 1, width=5, height=5, stage=stage))[0, 0]
        for stage in (0, 1, 7, 8)
    ]
    assert seasons == [TREE, TREE + 32, TREE + 7 * 32, TREE]


class Pilot:
    """A hand that flies to the nearest flag, high above all else and low near it."""

    def __init__(self) -> None:
        self.flags: list[Cell] = []

    def __call__(self, machine: Machine) -> Buttons:
        layer = machine.backgrounds[0]
        if layer.home == (0, 0):
            return Buttons(0)
        self.flags = self.flags or [place for place, cell in cells(machine, 0).items() if cell == FLAG]
        self.flags = [(x, y) for x, y in self.flags if layer.cells[y * layer.width + x] == FLAG]
        if not self.flags:
            return Buttons(0)
        here_x, here_y = layer.x / layer.scale_x, layer.y / layer.scale_x
        flags = [(x * 16 + 8 - here_x, y * 16 + 8 - here_y) for x, y in self.flags]
        far, (dx, dy) = min((hypot(*flag), flag) for flag in flags)
        turn = (degrees(atan2(dx, -dy)) + layer.rotation + 180) % 360 - 180
        held = Buttons(0)
        if abs(turn) > 8 and not (far < 110 and abs(turn) > 60):
            held |= Buttons.RIGHT if turn > 0 else Buttons.LEFT
        height = 2.5 / layer.scale_x
        if far < 130 and abs(turn) < 30:
            return held | (Buttons.DOWN if height > 1.6 else Buttons(0))
        return held | (Buttons.UP if height < 2.9 else Buttons(0))


@LISTING_IS_SLOW
def test_the_sky_turns_orange_then_dark(native: bool) -> None:
    seen: dict[int, int] = {}

    def look(machine: Machine) -> Buttons:
        seen[machine.frame] = machine.screen.fade.target & 0xFFFFFFFF
        return Buttons.UP

    machine = played("flight", native, look, 1, isles=1, flags=1, seconds=6)
    assert list(dict.fromkeys(seen.values())) == [0, 0x60FF6000, 0xC0000030, 0xFF000000]
    assert machine.console.text().strip() == "日が暮れました のこり0秒"


@LISTING_IS_SLOW
def test_the_plane_turns_back_at_the_edge_of_the_map(native: bool) -> None:
    places: list[tuple[float, float]] = []

    def look(machine: Machine) -> Buttons:
        layer = machine.backgrounds[0]
        if layer.home != (0, 0):
            places.append((layer.x / layer.scale_x, layer.y / layer.scale_y))
        return Buttons(0)

    played("flight", native, look, 1, isles=1, flags=1, seconds=20, frames=1100)
    assert 478 <= min(y for _, y in places) <= 484
    assert places[-1][1] > 600
