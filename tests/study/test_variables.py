"""The variables of a listing where it stands."""

from __future__ import annotations

import sys

from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine
from retromaze.study.variables import listing_frame, told


def seen_at(source: str, line: int) -> str:
    """What is told of the variables before that line."""
    computer = Computer(Machine(seed=1), traced=True)
    computer.load_source(0, source, path="maze.bas")
    found = []

    def look(slot: int, at: int, column: int) -> None:
        if at == line:
            found.append(told(computer, listing_frame(computer, sys._getframe())))

    computer.on_statement = look
    computer.run()
    return found[0]


def test_the_main_program_and_a_def_know_their_own() -> None:
    source = 'A$="x"*300:DIM M[9]\nM[0]=7:N%=3\nF N%\nDEF F X\n PRINT X,A$\nEND'
    assert seen_at(source, 3).splitlines() == [
        f"A$ = '{'x' * 97}...{'x' * 98}'",
        "M[] = [7, 0, 0, 0, 0, 0, ...]",
        "N% = 3",
    ]
    assert "X = 3" in seen_at(source, 5).splitlines()


def test_nothing_is_known_where_no_listing_runs() -> None:
    computer = Computer(Machine(seed=1))
    assert told(computer, listing_frame(computer, sys._getframe())) == ""
