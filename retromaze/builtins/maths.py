"""Mathematics: the functions of numbers, and the eight series of random numbers.

Source: manual, Mathematics; language reference, 5.1 and 7, unless a function says otherwise.
"""

from __future__ import annotations

import math
from math import isnan
from typing import Annotated, Any

from retromaze.builtins.form import COUNT, POSITIVE, Change, Range, Reads
from retromaze.builtins.registry import Number, Value, builtin, form
from retromaze.errors import IllegalFunctionCall, Overflow, TypeMismatch
from retromaze.language.numbers import LARGEST
from retromaze.machine.machine import Machine
from retromaze.machine.rng import SERIES
from retromaze.values.arrays import STRING, Array
from retromaze.values.costs import COMPARISON_COST

ONE_180TH = 1 / 180
ONE_PITH = 1 / math.pi
Positive = Annotated[float, POSITIVE]
Series = Annotated[int, Range(0, SERIES - 1)]
RANDOM_FACTS: dict[str, Any] = {"changes": Change.MACHINE, "reads": Reads.MACHINE}


@builtin("ABS")
def absolute(x: Number) -> Number:
    """ABS(x) is x without its sign, an Integer for an Integer; the Integer -2147483648 stays as it is."""
    size = abs(x)
    # two's complement has no 2147483648
    if size == 0x8000_0000 and isinstance(x, int):
        return x
    return size


@builtin("SGN", python="basic.sign")
def sign(x: Number) -> Annotated[int, Range(-1, 1)]:
    """SGN(x) is -1, 0 or 1. It is 1 for nan (not a number).

    Source: disassembly, for nan.
    """
    if x < 0:
        return -1
    return 0 if x == 0 else 1


@builtin("FLOOR")
def floor(x: Number) -> Number:
    """FLOOR(x) is the largest whole number that is not above x; it stays an Integer or a Real."""
    if isinstance(x, int):
        return x
    whole = x // 1.0
    # floor division makes nan of an infinity, which FLOOR returns as C's floor does
    return x if isnan(whole) else whole


@builtin("CEIL")
def ceiling(x: Number) -> Number:
    """CEIL(x) is the smallest whole number that is not below x; it stays an Integer or a Real.

    Unverified: CEIL(-0.5) is -0, as in C.
    """
    if isinstance(x, int):
        return x
    whole = -(-x // 1.0)
    # nan for an infinity
    return x if isnan(whole) else whole


@builtin("ROUND", python="basic.rounded")
def rounded(x: Number) -> Number:
    """ROUND(x) is the nearest whole number, halves away from zero; it stays an Integer or a Real."""
    if isinstance(x, int):
        return x
    # as on the machine: a sum that has no exact Real is rounded first, so ROUND(0.49999999999999994) is 1
    whole: float = floor(x + 0.5) if x >= 0 else ceiling(x - 0.5)
    return whole


@builtin("MAX", COMPARISON_COST)
def largest(m: Machine, values: Value) -> Number:
    """MAX(array) is the array's largest element.

    Raises IllegalFunctionCall for an empty array, TypeMismatch for strings.
    Unverified: MAX of one number is that number.
    """
    return values if isinstance(values, int | float) else max(elements_to_compare(m, values))


@form("MAX")
def larger(x: Number, y: Number) -> Number:
    """MAX(x,y) is the larger one: an Integer if both are, else a Real."""
    result = x if x >= y else y
    return result if isinstance(x, int) and isinstance(y, int) else float(result)


@form("MAX")
def largest_of(x: Number, y: Number, z: Number, *more: Number) -> float:
    """MAX(x,y,z…) is the largest one, always as a Real."""
    return float(max(x, y, z, *more))


@builtin("MIN", COMPARISON_COST)
def smallest(m: Machine, values: Value) -> Number:
    """MIN(array) is the array's smallest element.

    Raises IllegalFunctionCall for an empty array, TypeMismatch for strings.
    Unverified: MIN of one number is that number.
    """
    return values if isinstance(values, int | float) else min(elements_to_compare(m, values))


@form("MIN")
def smaller(x: Number, y: Number) -> Number:
    """MIN(x,y) is the smaller one: an Integer if both are, else a Real."""
    result = x if x <= y else y
    return result if isinstance(x, int) and isinstance(y, int) else float(result)


@form("MIN")
def smallest_of(x: Number, y: Number, z: Number, *more: Number) -> float:
    """MIN(x,y,z…) is the smallest one, always as a Real."""
    return float(min(x, y, z, *more))


def elements_to_compare(m: Machine, values: Value) -> list[Number]:
    """Returns the elements of an array for MAX and MIN, and spends the work of comparing them.

    Raises TypeMismatch for other values and strings, IllegalFunctionCall for an empty array.
    """
    if not isinstance(values, Array) or values.kind == STRING:
        raise TypeMismatch(argument=1)
    if not len(values):
        raise IllegalFunctionCall(argument=1)
    m.spend(COMPARISON_COST.of(len(values)))
    return values.flat()


@builtin("POW", python="basic.power")
def power(base: float, exponent: float) -> float:
    """POW(base,exponent) is base to that power; a base below 0 takes whole exponents only.

    Unverified: infinities where the result is too large, or 0 is raised to a power below 0, as in C.
    """
    # Not `is_integer`: a port may pass an int, which has no such method before Python 3.12. For an infinite
    # exponent the remainder is nan, so it raises the error too.
    if base < 0 and exponent % 1 != 0:
        raise IllegalFunctionCall(argument=2)
    try:
        return math.pow(base, exponent)
    except (OverflowError, ValueError):  # too large, or 0 to a power below 0
        odd = exponent % 2 == 1
        return math.copysign(math.inf, base) if odd else math.inf


@builtin("SQR", python="math.sqrt")
def square_root(x: Annotated[float, COUNT]) -> float:
    """SQR(x) is the square root of x, which must not be below 0."""
    return math.sqrt(x)


@builtin("EXP")
def exponential(x: float = 1.0) -> float:
    """EXP([x]) is e to the power of x; e itself without one. Infinite where it is too large."""
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


@builtin("LOG", python="math.log")
def logarithm(x: Positive) -> float:
    """LOG(x) is the natural logarithm of x, which must be above 0."""
    return math.log(x)


@form("LOG", python="math.log")
def logarithm_to(x: Positive, base: Positive) -> float:
    """LOG(x,base) is the logarithm of x to a base above 0 that is not 1.

    A quotient of natural logarithms: LOG(1000,10) is a little below 3.
    """
    if base == 1:
        raise IllegalFunctionCall(argument=2)
    return math.log(x) / math.log(base)


@builtin("SIN", python="math.sin")
def sine(angle: float) -> float:
    """SIN(angle) is the sine of an angle in radians."""
    try:
        return math.sin(angle)
    except ValueError:  # the angle is infinite
        return math.nan


@builtin("COS", python="math.cos")
def cosine(angle: float) -> float:
    """COS(angle) is the cosine of an angle in radians."""
    try:
        return math.cos(angle)
    except ValueError:  # the angle is infinite
        return math.nan


@builtin("TAN", python="math.tan")
def tangent(angle: float) -> float:
    """TAN(angle) is the tangent of an angle in radians. An infinite one raises Overflow."""
    try:
        result = math.tan(angle)
    except ValueError:  # the angle is infinite
        return math.nan
    if math.isinf(result):
        raise Overflow
    return result


@builtin("ASIN", python="math.asin")
def arc_sine(x: Annotated[float, Range(-1, 1)]) -> float:
    """ASIN(x) is the angle, -PI()/2 to PI()/2, whose sine is x; x lies between -1 and 1."""
    return math.asin(x)


@builtin("ACOS", python="math.acos")
def arc_cosine(x: Annotated[float, Range(-1, 1)]) -> float:
    """ACOS(x) is the angle, 0 to PI(), whose cosine is x; x lies between -1 and 1."""
    return math.acos(x)


@builtin("ATAN", python="math.atan")
def arc_tangent(x: float) -> float:
    """ATAN(x) is the angle, -PI()/2 to PI()/2, whose tangent is x."""
    return math.atan(x)


@form("ATAN", python="math.atan2")
def direction(y: float, x: float) -> float:
    """ATAN(y,x) is the angle, -PI() to PI(), from the origin to the point x,y.

    Unverified: ATAN(0,0) is 0; the machine is said to report an error of unknown number.
    """
    return math.atan2(y, x)


@builtin("SINH", python="basic.hyperbolic_sine")
def hyperbolic_sine(x: float) -> float:
    """SINH(x) is the hyperbolic sine of x, infinite where it is too large."""
    try:
        return math.sinh(x)
    except OverflowError:
        return math.copysign(math.inf, x)


@builtin("COSH", python="basic.hyperbolic_cosine")
def hyperbolic_cosine(x: float) -> float:
    """COSH(x) is the hyperbolic cosine of x, infinite where it is too large."""
    try:
        return math.cosh(x)
    except OverflowError:
        return math.inf


@builtin("TANH", python="math.tanh")
def hyperbolic_tangent(x: float) -> float:
    """TANH(x) is the hyperbolic tangent of x."""
    return math.tanh(x)


@builtin("RAD", python="basic.radians")
def radians(degrees: float) -> float:
    """RAD(degrees) is the angle in radians, rounded like the machine's two multiplications."""
    return degrees * math.pi * ONE_180TH


@builtin("DEG", python="basic.degrees")
def degrees(radians: float) -> float:
    """DEG(radians) is the angle in degrees, rounded like the machine's two multiplications."""
    return radians * 180 * ONE_PITH


@builtin("PI")
def pi() -> float:
    """PI() is the ratio of a circle's circumference to its diameter."""
    return math.pi


@builtin("CLASSIFY", python="basic.classify")
def classify(x: Number) -> Annotated[int, Range(0, 2)]:
    """CLASSIFY(x) is 0 for a normal number, 1 for an infinite one, 2 for nan (not a number)."""
    if isnan(x):
        return 2
    return 1 if math.isinf(x) else 0


# ---- random numbers


# the method checks the range, so that the most frequent draw takes one call
@builtin("RND", method="rng.below", within=(0, LARGEST), checks_itself=True, **RANDOM_FACTS)
def random_below(m: Machine, bound: Annotated[int, COUNT]) -> int:
    """RND(bound) is a whole number from 0 to bound - 1 of series 0."""


@form("RND", **RANDOM_FACTS)
def random_below_of(m: Machine, series: Series, bound: Annotated[int, COUNT]) -> int:
    """RND(series,bound) draws from one of the series 0 to 7; RND(0) is 0."""
    return m.rng.below(bound, series)


@builtin("RNDF", cost=6, method="rng.fraction", **RANDOM_FACTS)
def random_fraction(m: Machine, series: Series = 0) -> float:
    """RNDF([series]) is a real from 0 up to, but not including, 1."""


@builtin("RANDOMIZE", cost=24)
def randomize(m: Machine, series: Series, seed: int = 0) -> None:
    """RANDOMIZE series[,seed] starts a series again; without a seed, or with 0, the machine chooses one.

    Unverified: the console takes that one from chance; here it follows from the seed of the run.
    """
    m.rng.seed(seed or m.fresh_seed(), series)
