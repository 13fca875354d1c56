"""Statements are counted one by one, wherever they stand."""

from __future__ import annotations

import pytest

from retromaze.benchmarks.timing import StatementCount, Timing, geometric_mean
from retromaze.errors import Stopped
from retromaze.machine.machine import Machine


def test_statements_are_counted() -> None:
    totals = {
        "": 0,
        "A=1:B=2\nC=3": 3,
        "FOR I=1 TO 3:A=I:NEXT": 4,
        "GOSUB @A:END\n@A\nA=1\nRETURN": 4,
        "F:F\nDEF F\nA=1\nEND": 4,
        # up to an error
        "A=1\nA=1/0\nA=2": 2,
        # of another slot
        'PRGEDIT 1:PRGINS "A=1:B=2":EXEC 1': 5,
    }
    found = {}
    for source in totals:
        count = StatementCount(source, "listing.bas")
        count.play(Machine(seed=1))
        found[source] = count.total
    assert found == totals


def test_a_run_can_be_stopped() -> None:
    def stop(machine: Machine) -> None:
        raise Stopped

    machine = Machine(seed=1)
    machine.on_frame = stop
    count = StatementCount("A=1\nVSYNC\nA=2", "listing.bas")
    with pytest.raises(Stopped):
        count.play(machine)
    assert count.total == 2


def test_the_geometric_mean_of_the_ratios() -> None:
    assert geometric_mean([Timing("a", 4.0, 1.0, 9), Timing("b", 1.0, 1.0, 9)]) == pytest.approx(2.0)
