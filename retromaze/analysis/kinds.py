"""Kinds of values at compile time: the BASIC type, the Python type and the range.

Every variable without a suffix is a Real. A Real that provably holds only whole numbers that are exact in a
double is a Python int: its kind is WHOLE. A program cannot tell the difference unless the value is -0.
`minus_zero` marks results that may be -0: they are computed as floats where the sign of a zero could show (in
a variable, on the console, in a division).
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from retromaze.language.numbers import divide
from retromaze.values.operators import STRING_AGAINST_NUMBER

SMALLEST, LARGEST = -(1 << 31), (1 << 31) - 1
EXACT = 1 << 53
"""A double holds every whole number exactly that is not further from zero."""


class Type(Enum):
    """The type of a value at compile time: the BASIC type, and for a Real whether it is an int in Python.

    INTEGER: an int that wraps at 32 bits. WHOLE: a Real kept as an int. REAL: a float. STRING: str. ARRAY: a
    whole array. ANY: known at run time only. NOTHING: an expression that always fails.
    """

    INTEGER = "integer"
    WHOLE = "whole"
    REAL = "real"
    STRING = "string"
    ARRAY = "array"
    ANY = "any"
    NOTHING = "nothing"

    __hash__ = object.__hash__  # that of Enum is a Python function, and types are looked up often


INTS = (Type.INTEGER, Type.WHOLE)
NUMBERS = (*INTS, Type.REAL)


class Kind(NamedTuple):
    """A type with the range of an int and whether a zero may be negative.

    A `mixed` Real has whole numbers and no -0: an int while a double is exact, a float beyond. The `shape` of
    an array is the letter of its elements and the number of its dimensions; "" if it may be any.
    """

    type: Type
    low: int = 0
    high: int = 0
    minus_zero: bool = False
    mixed: bool = False
    shape: str = ""

    @property
    def is_int(self) -> bool:
        """Whether the value is a Python int."""
        return self.type in INTS

    @property
    def is_number(self) -> bool:
        """Whether the value is certainly a number."""
        return self.type in NUMBERS

    @property
    def fits_integer(self) -> bool:
        """Whether the value is an int within 32 bits."""
        return self.is_int and self.low >= SMALLEST and self.high <= LARGEST

    @property
    def default(self) -> object:
        """The first value of a variable of this kind."""
        if self.type is Type.REAL and not self.mixed:
            return 0.0
        return {Type.STRING: "", Type.ANY: None}.get(self.type, 0)

    def is_within(self, low: int, high: int) -> bool:
        """Whether the value is an int from `low` to `high`."""
        return self.is_int and low <= self.low and self.high <= high


REAL = Kind(Type.REAL)
MIXED = Kind(Type.REAL, mixed=True)
STRING = Kind(Type.STRING)
ARRAY = Kind(Type.ARRAY)
ANY = Kind(Type.ANY)
NOTHING = Kind(Type.NOTHING)
INTEGER = Kind(Type.INTEGER, SMALLEST, LARGEST)
TRUTH = Kind(Type.INTEGER, 0, 1)


def integer(low: int, high: int) -> Kind:
    """Returns the kind of an Integer in that range; all of 32 bits if the value may have wrapped."""
    return Kind(Type.INTEGER, low, high) if low >= SMALLEST and high <= LARGEST else INTEGER


def whole(low: int, high: int, minus_zero: bool = False) -> Kind:
    """Returns WHOLE (a Real kept as an int) with that range, or REAL if a double may not hold it exactly."""
    if low >= -EXACT and high <= EXACT:
        return Kind(Type.WHOLE, low, high, minus_zero)
    # the sign is kept for ports, which may compute even this in ints
    return REAL._replace(minus_zero=minus_zero)


def of_number(value: int | float) -> Kind:
    """Returns the kind of a literal; a real literal that is whole can be an int."""
    if isinstance(value, int):
        return integer(value, value)
    if value == value // 1 and abs(value) < EXACT and str(value) != "-0.0":
        return whole(int(value), int(value))
    return REAL


def arithmetic(operator: str, left: Kind, right: Kind) -> Kind:
    """Returns the kind of a sum, difference or product of two numbers."""
    if left.mixed or right.mixed:
        # mixed: an int while a double is exact, else a float. A sum stays mixed; a product may be -0
        never_minus_zero = all(each.mixed or is_whole(each) for each in (left, right))
        return MIXED if never_minus_zero and operator in {"+", "-"} else REAL
    if left.type not in INTS or right.type not in INTS:
        return REAL
    low, high = result_range(operator, left, right)
    if left.type is Type.INTEGER and right.type is Type.INTEGER:
        return integer(low, high)
    return whole(low, high, may_be_minus_zero(operator, left, right))


def result_range(operator: str, left: Kind, right: Kind) -> tuple[int, int]:
    """Returns the least and the greatest result of `+`, `-` or `*` of two ints."""
    match operator:
        case "+":
            return left.low + right.low, left.high + right.high
        case "-":
            return left.low - right.high, left.high - right.low
        case _:
            corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            return min(corners), max(corners)


def may_be_minus_zero(operator: str, left: Kind, right: Kind) -> bool:
    """Whether the operation could give -0 in doubles, as -0+-0, -0-0 and 0*-1 do."""
    match operator:
        case "+":
            return left.minus_zero and right.minus_zero
        case "-":
            return left.minus_zero and has_zero(right)
        case _:
            signs_differ = (has_zero(left) and right.low < 0) or (has_zero(right) and left.low < 0)
            return signs_differ or left.minus_zero or right.minus_zero


def has_zero(kind: Kind) -> bool:
    """Whether 0 is in the range."""
    return kind.low <= 0 <= kind.high


def negation(kind: Kind) -> Kind:
    """Returns the kind of `-X`; a WHOLE 0 becomes -0."""
    if kind.type is Type.INTEGER:
        return integer(-kind.high, -kind.low)
    if kind.type is Type.WHOLE:
        return whole(-kind.high, -kind.low, has_zero(kind))
    return REAL if kind.mixed else kind  # a mixed value is never -0, but its negation may be


def as_integer(kind: Kind) -> Kind:
    """Returns the kind of a value cut to 32 bits, as operands of AND and whole arguments are."""
    if not kind.is_int:
        return INTEGER
    return Kind(Type.INTEGER, clamp(kind.low), clamp(kind.high))


def stored_integer(kind: Kind) -> Kind:
    """Returns the kind of the value stored to a `%` variable: Reals are cut to 32 bits, sums wrap."""
    return integer(kind.low, kind.high) if kind.is_int else INTEGER


def clamp(value: int) -> int:
    """Returns the nearest value within 32 bits."""
    return max(SMALLEST, min(LARGEST, value))


def bitwise(operator: str, left: Kind, right: Kind) -> Kind:
    """Returns the kind of AND, OR or XOR of operands cut to 32 bits."""
    if operator == "AND":
        # the result is at most an operand that is not negative
        masks = [each.high for each in (left, right) if each.low >= 0]
        return integer(0, min(masks)) if masks else INTEGER
    if left.low >= 0 and right.low >= 0:
        # no bit is set above the highest one of the operands
        return integer(0, (1 << max(left.high, right.high).bit_length()) - 1)
    return INTEGER


def quotient(left: Kind, right: Kind) -> Kind:
    """Returns the kind of DIV: never further from zero than the dividend, unless it wraps."""
    if right.low > 0:
        ends = [divide(end, by) for end in (left.low, left.high) for by in (right.low, right.high)]
        return integer(min(ends), max(ends))
    # a divisor that may be 0 or negative: 0 is an error, and -1 gives the dividend's opposite
    largest = max(abs(left.low), abs(left.high))
    return integer(0 if left.low >= 0 and right.low >= 0 else -largest, largest)


def remainder(left: Kind, right: Kind) -> Kind:
    """Returns the kind of MOD: smaller than the divisor, with the sign of the dividend."""
    largest = max(abs(right.low), abs(right.high), 1) - 1  # a divisor of 0 is an error
    low = 0 if left.low >= 0 else -min(largest, -left.low)
    return integer(low, max(0, min(largest, left.high)))


def shift(operator: str, left: Kind, right: Kind) -> Kind:
    """Returns the kind of `<<` or `>>`."""
    if operator == ">>" and left.low >= 0:
        return integer(0, left.high)
    if operator == "<<" and left.low >= 0 and right.is_within(0, 31):
        return integer(0, left.high << right.high)
    return INTEGER


def comparison(left: Kind, right: Kind) -> Kind:
    """Returns the kind of a comparison: 0 to 1, but `STRING_AGAINST_NUMBER` of a string and a number."""
    if left.type in (Type.STRING, Type.ANY) and (right.is_number or right.type is Type.ANY):
        # with ANY, the types may turn out to be equal: then the result is 0 or 1
        always = left.type is Type.STRING and right.is_number
        return Kind(Type.INTEGER, STRING_AGAINST_NUMBER if always else 0, STRING_AGAINST_NUMBER)
    return TRUTH


EXTREMES = {"MIN", "MAX"}
ROUNDINGS = {"FLOOR", "CEIL", "ROUND"}


def is_whole(kind: Kind) -> bool:
    """Whether a value is an int and never -0."""
    return kind.is_int and not kind.minus_zero


def min_max_kind(name: str, arguments: list[Kind]) -> Kind:
    """Returns the kind of MIN or MAX of numbers: an Integer for two Integers, else a Real.

    A single argument is an array, whose elements may have any kind.
    """
    if len(arguments) < 2:
        return ANY
    if not all(map(is_whole, arguments)):
        return REAL
    choose = min if name == "MIN" else max
    low, high = choose(each.low for each in arguments), choose(each.high for each in arguments)
    is_integer = len(arguments) == 2 and all(each.type is Type.INTEGER for each in arguments)
    return Kind(Type.INTEGER if is_integer else Type.WHOLE, low, high)


def abs_or_rounding_kind(name: str, argument: Kind) -> Kind:
    """Returns the kind of ABS, FLOOR, CEIL or ROUND of one number.

    ABS of the Integer -2147483648 stays as it is: `integer` then returns all of 32 bits.
    """
    if not argument.is_int:
        return REAL if argument.is_number else ANY
    if name in ROUNDINGS:
        return argument if is_whole(argument) else REAL
    low, high = max(argument.low, -argument.high, 0), max(abs(argument.low), abs(argument.high))
    return integer(low, high) if argument.type is Type.INTEGER else whole(low, high)
