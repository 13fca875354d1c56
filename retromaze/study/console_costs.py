"""Measures statements and memory that a program needs on the console for a maze, over its number of rooms."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import Use, listing_source
from retromaze.engine.computer import Computer
from retromaze.errors import Stopped, UsageError
from retromaze.machine.machine import Machine
from retromaze.ports.mazes import Blocks
from retromaze.runner import run_computer
from retromaze.study.maze_kinds import HEIGHTS, WIDTHS, kind_of, make, maze_class_of
from retromaze.study.maze_measures import plan_of
from retromaze.values.arrays import CHARACTER, ELEMENT, NUMBER, STRING, Array

SIDES = (3, 6, 9, 12, 15, 18)
"""The sides of the squares that are made, in rooms; each program makes those that it can."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one maze: its rooms, and what the listing needed to make and draw it."""

    rooms: int
    statements: int
    array_bytes: int
    """The most bytes that all arrays held at once, as the console counts them."""
    calls: int
    """The greatest depth of calls of DEF and GOSUB."""


def makers() -> list[str]:
    """Returns the programs that make one maze of a size that can be chosen, and end."""
    entries = (entry for entry in CATALOGUE.values() if entry.use is Use.LISTING)
    return [entry.name for entry in entries if entry.library and entry.sizes]


def costs(name: str) -> list[Cost]:
    """Measures the costs of a program with seed 1 at those SIDES that it can make."""
    return [cost_of(name, side) for side in SIDES if sizes_for(name, side)]


def sizes_for(name: str, side: int) -> dict[str, int]:
    """Returns the sizes with which a program makes a maze of `side` x `side` rooms; {} if it cannot."""
    entry = CATALOGUE[name]
    value = 2 * side + 1 if maze_class_of(kind_of(name)) is Blocks else side
    try:
        return entry.checked_sizes({each: value for each in entry.sizes if each in WIDTHS + HEIGHTS})
    except UsageError:
        return {}


def cost_of(name: str, side: int) -> Cost:
    """Measures a program that makes a maze of `side` x `side` rooms from seed 1."""
    statements = most = deepest = 0

    def on_statement(computer: Computer) -> None:
        nonlocal statements, most, deepest
        statements += 1
        most = max(most, sum(map(array_bytes, computer.memory.arrays)))
        # `pending_calls` has the main program's place too
        deepest = max(deepest, sum(1 for _ in computer.pending_calls()) - 1)

    run_maker(name, side, Machine(seed=1), on_statement)
    rooms = len(plan_of(make(kind_of(name), side, side, 1)).exits)
    return Cost(rooms, statements, most, deepest)


def run_maker(name: str, side: int, machine: Machine, on_statement: Callable[[Computer], None]) -> None:
    """Runs a program until its maze is done, with a callback before each statement. Raises its errors."""

    def at_statement(slot: int, line: int, column: int) -> None:
        # a program that has polled a button, in this frame or an earlier one, has finished its maze, and may
        # clear it next
        if machine.input.polls or machine.input.earlier_polls:
            raise Stopped
        on_statement(computer)

    computer = Computer(machine, traced=True)
    computer.load_source(0, listing_source(CATALOGUE[name], **sizes_for(name, side)))
    computer.on_statement = at_statement
    with suppress(Stopped):
        if error := run_computer(computer):
            raise error


def array_bytes(array: Array) -> int:
    """Returns the bytes of an array on the console."""
    if array.kind != STRING:
        return NUMBER * len(array)
    return ELEMENT * len(array) + CHARACTER * sum(map(len, array.flat()))
