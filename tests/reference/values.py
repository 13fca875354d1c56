"""Values and operators by the reference: an int is an Integer, a float a Real, a string a SharedString.

Arrays and strings are the containers that builtins take, and nothing of their own rules is asked.
"""

import math
import operator
from collections.abc import Callable
from typing import Any

from retromaze import errors
from retromaze.values.arrays import Array
from retromaze.values.scalars import SharedString

Number = int | float
Value = int | float | SharedString | Array | None
"""None is the value of a name that has none yet: an OUT name of a DEF. Source: language, 2.10."""

SMALLEST, LARGEST = -(2**31), 2**31 - 1
MOST_CHARACTERS = 8_314_876 // 2
"""Characters that fit an empty machine. Source: language, 5.6 (FREEMEM)."""
UNLIKE = 3
"""Every comparison of a string with a number on its right. Source: language, 3.2."""


def kind_of(name: str, default_integer: bool = False) -> str:
    """Returns "%", "#" or "$" by the suffix of a name. Source: language, 2.1 and 2.8."""
    return name[-1] if name[-1] in "%#$" else "%" if default_integer else "#"


def fresh(kind: str) -> Value:
    """Makes the value that a variable begins with; one of any kind ("?") is unset. Source: language, 2.1."""
    values: dict[str, Value] = {"%": 0, "#": 0.0, "$": SharedString(""), "?": None}
    return values[kind]


def number(value: Value) -> Number:
    """Returns a number as it is; raises errnum 8 for all else."""
    if isinstance(value, int | float):
        return value
    raise errors.TypeMismatch


def string(value: Value) -> SharedString:
    """Returns a string object as it is; raises errnum 8 for all else."""
    if isinstance(value, SharedString):
        return value
    raise errors.TypeMismatch


def truncated(value: Value) -> int:
    """Cuts an operand toward zero; what is beyond 32 bits saturates. Source: language, 2.2.

    Unverified: NaN is 0.
    """
    given = number(value)
    return 0 if math.isnan(given) else int(max(SMALLEST, min(LARGEST, given)))


def wrapped(value: Number) -> Number:
    """Wraps an Integer modulo 2^32; a Real stays. Source: language, 2.3."""
    return (value - SMALLEST) % 2**32 + SMALLEST if isinstance(value, int) else value


def converted(kind: str, value: Value) -> Value:
    """Returns a value as a variable or element of a kind stores it. Source: language, 2.2."""
    match kind:
        case "?":
            return value
        case "$":
            return string(value)
        case "#":
            return float(number(value))
    given = number(value)
    if isinstance(given, float) and not math.isnan(given) and not SMALLEST <= given <= LARGEST:
        raise errors.Overflow
    return truncated(given)


def is_true(value: Value) -> bool:
    """Tells whether a condition holds. Source: language, 3.3. Unverified: every string is true."""
    return isinstance(value, SharedString) or number(value) != 0


# ---- operators: language, 3.2


def quotient(left: int, right: int) -> int:
    """Divides toward zero."""
    if right == 0:
        raise errors.DivideByZero
    return abs(left) // abs(right) * (-1 if (left < 0) != (right < 0) else 1)


def shifted_left(left: int, right: int) -> int:
    return left << right if 0 <= right < 32 else 0


def shifted_right(left: int, right: int) -> int:
    return 0 if right < 0 else left >> min(right, 31)


ON_INTEGERS: dict[str, Callable[[int, int], int]] = {
    "DIV": quotient,
    "MOD": lambda left, right: left - right * quotient(left, right),
    "AND": operator.and_,
    "OR": operator.or_,
    "XOR": operator.xor,
    "<<": shifted_left,
    ">>": shifted_right,
}
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}


def operate(sign: str, left: Value, right: Value) -> Number | str:
    """Works out a binary operator; a new string comes as plain characters. Source: language, 3.2."""
    if sign in COMPARISONS:
        return compared(sign, left, right)
    if sign == "*" and (isinstance(left, SharedString) or isinstance(right, SharedString)):
        # Unverified: a number may stand on the left of the string too, and a negative count gives "" (11.3)
        text, count = (left, right) if isinstance(left, SharedString) else (right, left)
        if len(string(text).value) * truncated(count) > MOST_CHARACTERS:
            raise errors.OutOfMemory
        return string(text).value * truncated(count)
    if sign == "+" and isinstance(left, SharedString):
        return left.value + string(right).value
    if sign in ON_INTEGERS:
        return wrapped(ON_INTEGERS[sign](truncated(left), truncated(right)))
    first, second = number(left), number(right)
    if sign != "/":
        return wrapped(ARITHMETIC[sign](first, second))
    if second == 0:
        raise errors.DivideByZero
    return float(first) / float(second)


def compared(sign: str, left: Value, right: Value) -> int:
    """Compares numbers as doubles, strings by their code units. Source: language, 3.2."""
    if not isinstance(left, SharedString):
        return int(COMPARISONS[sign](number(left), number(right)))
    if isinstance(right, int | float):
        return UNLIKE
    return int(COMPARISONS[sign](left.value, string(right).value))


def signed(sign: str, value: Value) -> Number:
    """Works out `-`, `NOT` and `!`. Source: language, 3.2."""
    match sign:
        case "NOT":
            return ~truncated(value)
        case "!":
            return int(number(value) == 0)
    return wrapped(-number(value))


def folded(sign: str, *operands: Number) -> Number | None:
    """Works out an operator on constants, in double; None where that waits for run time. Source: 2.4."""
    if sign in COMPARISONS or sign in {"!", "&&", "||"}:
        return None
    if sign in ON_INTEGERS or sign == "NOT":
        try:
            result = operate(sign, *operands) if len(operands) == 2 else signed(sign, *operands)
        except errors.DivideByZero:
            return None
        return number(result)  # type: ignore[arg-type]
    first, *others = map(float, operands)
    if not others:
        return narrowed(-first) if first else -operands[0]
    if sign == "/" and others[0] == 0:
        return None
    return narrowed(first / others[0] if sign == "/" else ARITHMETIC[sign](first, others[0]))


def narrowed(value: float) -> Number:
    """Makes a folded result an Integer if it is whole and fits 32 bits. Source: language, 2.4."""
    return int(value) if SMALLEST <= value <= LARGEST and value == int(value) else value


def printed(value: Value) -> str:
    """Writes a value as PRINT does. Source: language, 4.2 and 6.1."""
    if isinstance(value, SharedString):
        return value.value
    given = number(value)
    text = str(given) if isinstance(given, int) else f"{given:.8f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
