"""The settings of a compilation, and the optimizations of the compiler, each with a name to leave it out.

Nothing that a listing does may show which of them were used: tests compile programs with and without each.

A technique stays as long as it gains 2 % in the geometric mean of the catalogue and the exercises of
`retromaze bench`, or in the program that it was made for: see `python -m tests.benchmarks.techniques`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


@dataclass(frozen=True)
class Gain:
    """An optimization in words, and the per cent of time that programs take longer without it.

    `mean` is the geometric mean, `best` the gain of the `program` that gains most.
    """

    meaning: str
    mean: float
    best: float
    program: str


class Technique(Enum):
    """A way to make generated code quicker; measured in November 2026 with Python 3.12."""

    WHOLE = Gain("Reals that are provably whole are kept as ints", 59.9, 198.2, "backtracker")
    MIXED = Gain("sums that may outgrow a double are ints as long as they are exact", 3.2, 22.4, "kruskal")
    GUARDS = Gain(
        "what was compared, counted or used as a subscript is not tested again", 6.2, 50.5, "backtracker_def"
    )
    OPENING = Gain("what is set once at the start is never taken to be 0", 0.9, 20.2, "console_game")
    CUT = Gain(
        "a parameter that is only cut to 32 bits or tested needs no type of its own",
        0.3,
        10.6,
        "wall_extension_steps",
    )
    # Loops that call small DEFs take 20 to 30 % longer without it.
    QUIET = Gain("DEFs that no recursion leads to watch no stack", 0.0, 2.2, "walker_by_hand")
    RANGES = Gain("FOR counts over a Python range", 1.4, 9.7, "array sorting")
    OPERATORS = Gain(
        "DIV, MOD and shifts are done by Python's operators", 26.1, 189.0, "arithmetic on % variables"
    )
    # Loops that hold places within the screen take half as long again without it.
    EXTREMES = Gain("MIN, MAX and ABS of whole numbers are done on the spot", -0.1, 3.2, "picture")
    DIRECT = Gain("methods of the machine are called without a builtin between", 3.0, 14.7, "backtracker_def")
    SHORT_STRINGS = Gain(
        "short strings are joined, cut and searched on the spot", 1.7, 30.1, "string building"
    )
    ENDS = Gain("the last element of an array is A[-1]", 0.2, 6.6, "backtracker")
    # A frame that the published listing waits for its button takes 0.007 ms with it and 0.83 ms without.
    POLLS = Gain(
        "a loop that only looks at the buttons goes on to the end of the frame at once",
        0.3,
        5.1,
        "backtracker_def",
    )


ALL = frozenset(Technique)


class Settings(NamedTuple):
    """The settings of one compilation.

    `path` is the file name in the code. `traced` adds a call before every statement. `library` compiles for
    use from other slots and from DIRECT mode: every global and label can be reached from outside. `commands`
    are DIRECT mode's words, each compiled to a call of `command`. `techniques` are the optimizations in use.
    `basic_names` gives local variables their BASIC names in the code, for debuggers that list them. `alone`:
    no other slot has a program whose DEFs this one may call.
    """

    path: str = "listing.bas"
    traced: bool = False
    library: bool = False
    commands: frozenset[str] = frozenset()
    techniques: frozenset[Technique] = ALL
    basic_names: bool = False
    alone: bool = True


PLAIN = Settings()
