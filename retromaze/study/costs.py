"""What making a maze costs on the simulated console: statements and memory, over the number of rooms."""

from __future__ import annotations

from dataclasses import dataclass

from retromaze.catalogue import CATALOGUE
from retromaze.engine.computer import Computer
from retromaze.entry import Use, listing_source
from retromaze.errors import UsageError
from retromaze.input import read_schedule
from retromaze.machine.machine import Machine
from retromaze.ports.mazes import Blocks
from retromaze.runner import run_computer
from retromaze.study.kinds import ACROSS, DOWN, kind_of, make, shape_of
from retromaze.study.measures import plan_of
from retromaze.values.arrays import CHARACTER, ELEMENT, NUMBER, STRING, Array

SIDES = (3, 6, 9, 12, 15, 18)
"""The sides of the squares that are made, in rooms; each program makes those that it can."""

PRESSED = "A@0-600"
"""A button, so that no program waits for one at its end."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one maze: its rooms, and what the listing with its drawing needed for it."""

    rooms: int
    statements: int
    array_bytes: int
    """The most bytes that all arrays held at once, as the console counts them."""
    calls: int
    """The most calls of DEF and GOSUB inside each other."""


def makers() -> list[str]:
    """The programs that make one maze of a size that can be chosen, and end."""
    shown = (entry for entry in CATALOGUE.values() if entry.use is Use.LISTING)
    return [entry.name for entry in shown if entry.library and entry.sizes]


def costs(name: str) -> list[Cost]:
    """The costs of a program with seed 1 at those SIDES that it can make."""
    return [cost_of(name, side) for side in SIDES if sizes_for(name, side)]


def sizes_for(name: str, side: int) -> dict[str, int]:
    """The sizes with which a program makes a square of so many rooms a side; none if it cannot."""
    entry = CATALOGUE[name]
    value = 2 * side + 1 if shape_of(kind_of(name)) is Blocks else side
    try:
        return entry.checked_sizes({each: value for each in entry.sizes if each in ACROSS + DOWN})
    except UsageError:
        return {}


def cost_of(name: str, side: int) -> Cost:
    """Runs a program with seed 1 and a square of so many rooms a side, and measures it."""
    machine = Machine(seed=1)
    machine.input.schedule.update(read_schedule(PRESSED))
    computer = Computer(machine, traced=True)
    computer.load_source(0, listing_source(CATALOGUE[name], **sizes_for(name, side)))
    statements = most = deepest = 0

    def look(slot: int, line: int, column: int) -> None:
        nonlocal statements, most, deepest
        statements += 1
        most = max(most, sum(map(array_bytes, computer.memory.arrays)))
        deepest = max(deepest, sum(1 for _ in computer.pending_calls()) - 1)

    computer.on_statement = look
    if error := run_computer(computer):
        raise error
    rooms = len(plan_of(make(kind_of(name), side, side, 1)).ways)
    return Cost(rooms, statements, most, deepest)


def array_bytes(array: Array) -> int:
    """The bytes of an array on the console."""
    if array.kind != STRING:
        return NUMBER * len(array)
    return ELEMENT * len(array) + CHARACTER * sum(map(len, array.flat()))
