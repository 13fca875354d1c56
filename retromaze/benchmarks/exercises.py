"""Small listings and the Python that does the same; each pair times one part of the language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from retromaze.benchmarks.statements import StatementCount
from retromaze.benchmarks.timing import Timing, quickest, seconds
from retromaze.machine.machine import Machine
from retromaze.runner import play

ENDLESS = (1 << 30) - 1
"""A work budget that no exercise uses up: frames are not what is timed."""


@dataclass(frozen=True)
class Exercise:
    """A listing that prints one number, and a Python function that returns it."""

    name: str
    listing: str
    python: Callable[[], int]


ARITHMETIC = """\
S%=0
FOR I%=1 TO 200000
 S%=(S%*3+(I% XOR 21)) MOD 65521
NEXT
PRINT S%
"""


def arithmetic() -> int:
    total = 0
    for i in range(1, 200_001):
        total = (total * 3 + (i ^ 21)) % 65521
    return total


TEXT = """\
N=0
FOR I=1 TO 60000
 T$=T$+CHR$(65+I MOD 26)
 IF LEN(T$)>200 THEN T$=MID$(T$,100,101):N=N+INSTR(T$,"Z")
NEXT
PRINT N
"""


def text() -> int:
    found = 0
    built = ""
    for i in range(1, 60_001):
        built += chr(65 + i % 26)
        if len(built) > 200:
            built = built[100:201]
            found += built.find("Z")
    return found


SORTING = """\
DIM A[2000]
FOR K=1 TO 20
 FOR I=0 TO 1999
  A[I]=(I*7919+K) MOD 20011
 NEXT
 SORT A
NEXT
PRINT A[1000]
"""


def sorting() -> int:
    numbers = [0] * 2000
    for k in range(1, 21):
        for i in range(2000):
            numbers[i] = (i * 7919 + k) % 20011
        numbers.sort()
    return numbers[1000]


CALLS = """\
PRINT FIB(20)
DEF FIB(N)
 IF N<2 THEN RETURN N
 RETURN FIB(N-1)+FIB(N-2)
END
"""


def calls() -> int:
    def fib(n: int) -> int:
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    return fib(20)


EXERCISES = (
    Exercise("arithmetic on % variables", ARITHMETIC, arithmetic),
    Exercise("string building", TEXT, text),
    Exercise("array sorting", SORTING, sorting),
    Exercise("function calls", CALLS, calls),
)


def new_machine() -> Machine:
    """A machine for an exercise."""
    return Machine(seed=1, budget=ENDLESS)


def perform(exercise: Exercise, machine: Machine) -> None:
    """Runs the listing of an exercise; the machine shows what it printed."""
    play(exercise.listing, machine, path=path_of(exercise))


def path_of(exercise: Exercise) -> str:
    """What the lines of its listing are named by."""
    return f"{exercise.name}.bas"


def time_exercise(exercise: Exercise, rounds: int) -> Timing:
    """The quickest of so many rounds, listing and Python in turn; making the machine is no part of them."""
    perform(exercise, new_machine())
    count = StatementCount(exercise.listing, path_of(exercise))
    count.play(new_machine())

    def listing() -> float:
        machine = new_machine()
        return seconds(lambda: perform(exercise, machine))

    times = quickest(listing, lambda: seconds(exercise.python), rounds)
    return Timing(exercise.name, *times, count.total)
