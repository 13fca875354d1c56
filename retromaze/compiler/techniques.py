"""The optimizations of the compiler, each with a name by which it can be left out.

Nothing that a listing does may show which of them were used: tests compile programs with and without each.
"""

from __future__ import annotations

from enum import Enum


class Technique(Enum):
    """A way to make generated code quicker; its value says what the code looks like then."""

    WHOLE = "Reals that are provably whole are kept as ints"
    MIXED = "sums that may outgrow a double are ints as long as they are exact"
    GUARDS = "what was compared, counted or used as a subscript is not tested again"
    OPENING = "what is set once at the start is never taken to be 0"
    CONSTANTS = "a variable that can have only one value is written as that number"
    CUT = "a parameter that is only cut to 32 bits or tested needs no type of its own"
    QUIET = "DEFs that no recursion leads to watch no stack"
    ONCE = "a DEF that only calculates is called once for a statement or a loop"
    RANGES = "FOR counts over a Python range"
    OPERATORS = "DIV, MOD and shifts are done by Python's operators"
    EXTREMES = "MIN, MAX and ABS of whole numbers are done on the spot"
    EITHER = "a comparison less another one of the same number is one choice"
    DIRECT = "methods of the machine are called without a builtin between"
    SHORT_STRINGS = "short strings are joined, cut and searched on the spot"
    ENDS = "the last element of an array is A[-1]"
    POLLS = "a loop that only looks at the buttons goes on to the end of the frame at once"
    LITTLE = "SHIFT and UNSHIFT of short arrays are done on the spot"


ALL = frozenset(Technique)
