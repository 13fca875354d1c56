"""A listing that draws diagonals with its port, and what a comparison says of another port."""

from collections.abc import Callable
from typing import Any

from retromaze.comparison import Difference, Listing, Script, compare_programs
from retromaze.comparison.runnable_programs import MachineFunction, Runnable
from retromaze.machine.machine import Machine

Function = Callable[[Machine], None]

DIAGONAL = """\
GCLS
FOR Y=0 TO 1
 FOR X=0 TO 2
  A=RND(2)*7
  GLINE X*8+A,Y*8,X*8+7-A,Y*8+7
 NEXT
 VSYNC
NEXT
PRINT "OK"
"""


def diagonal(machine: Machine) -> None:
    machine.screen.clear()
    for y in (0, 8):
        for x in (0, 8, 16):
            lean = machine.rng.below(2) * 7
            machine.screen.line(x + lean, y, x + 7 - lean, y + 7)
        machine.vsync()
    machine.console.print("OK")


def difference_between(listing: Runnable, port: Runnable | MachineFunction, **settings: Any) -> Difference:
    """The difference between two programs, which there must be; `settings` as `compare_programs` has them."""
    found = compare_programs(listing, port, **{"seed": 1, **settings}).difference
    assert found is not None
    return found


def found(listing: str, port: MachineFunction) -> Difference | None:
    return compare_programs(Listing(listing, "a.bas"), port, seed=1).difference


def told(port: Function, source: str = DIAGONAL, script: Script | None = None) -> str:
    """The sentence about the difference, "" if there is none."""
    made = compare_programs(Listing(source), port, seed=1, script=script or Script())
    return made.difference.sentence if made.difference else ""
