"""Operators on values whose type is known only at run time, and the slow cases of the others.

An int is an Integer, a float a Real, str or Text a string. Source: language reference, section 3.2.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NoReturn

from retromaze.errors import (
    BasicSyntaxError,
    DivideByZero,
    SubscriptOutOfRange,
    TypeMismatch,
    UninitializedVariable,
)
from retromaze.language.numbers import truncate, wrap
from retromaze.values.arrays import Array
from retromaze.values.numbers import printed, to_integer
from retromaze.values.text import Text, plain


def number(value: Any) -> int | float:
    """The value if it is a number, else TypeMismatch."""
    if isinstance(value, int | float):
        return value
    raise TypeMismatch


def string(value: Any) -> str:
    """The characters of a string value, else TypeMismatch."""
    if isinstance(value, str):
        return value
    if isinstance(value, Text):
        return value.value
    raise TypeMismatch


def real(value: Any) -> float:
    return float(number(value))


def integer_operand(value: Any) -> int:
    return truncate(number(value))


def integer_stored(value: Any) -> int:
    return to_integer(number(value))


def array(value: Any) -> Array:
    if isinstance(value, Array):
        return value
    raise TypeMismatch


def subtract(left: Any, right: Any) -> Any:
    result = number(left) - number(right)
    return wrap(result) if isinstance(result, int) else result


def divide_real(left: Any, right: Any) -> float:
    divisor = number(right)
    if divisor == 0:
        raise DivideByZero
    return number(left) / divisor


def negate(value: Any) -> Any:
    result = -number(value)
    return wrap(result) if isinstance(result, int) else result


COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


UNLIKE = 3
"""What every comparison gives of a string on the left and a number on the right.

Source: language reference, 3.2 (published programs tell types by it).
"""


def compare(sign: str, left: Any, right: Any) -> int:
    """1 or 0, or 3 for a string beside a number; a number beside a string is TypeMismatch."""
    if not isinstance(left, str | Text):
        return int(COMPARE[sign](number(left), number(right)))
    return UNLIKE if isinstance(right, int | float) else int(COMPARE[sign](plain(left), string(right)))


def truth(value: Any) -> bool:
    """A value as a condition: a string is true, as published programs show that drop one by IF POP(A$) THEN.

    Unverified: "" is true as well.
    """
    return True if isinstance(value, str | Text) else number(value) != 0


def print_text(value: Any) -> str:
    """A value as PRINT writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, Text):
        return value.value
    return printed(number(value))


# ---- subscripts


def bad_subscript() -> NoReturn:
    raise SubscriptOutOfRange


def type_mismatch(argument: int | None = None) -> NoReturn:
    raise TypeMismatch(argument=argument)


def uninitialized() -> NoReturn:
    raise UninitializedVariable


def character(text: str, position: int) -> str:
    """`S$[i]`"""
    if 0 <= position < len(text):
        return text[position]
    raise SubscriptOutOfRange


def element(owner: Any, subscripts: tuple[int, ...]) -> Any:
    """`A[i]` of an array or string known only at run time."""
    if isinstance(owner, str | Text):
        return character(plain(owner), only(subscripts))
    items = innermost(array(owner), subscripts)
    return items[subscripts[-1]]


def only(subscripts: tuple[int, ...]) -> int:
    if len(subscripts) != 1:
        raise TypeMismatch
    return subscripts[0]


def innermost(owner: Array, subscripts: tuple[int, ...]) -> list[Any]:
    """The list that holds the element, all subscripts checked."""
    if len(subscripts) != len(owner.sizes):
        raise BasicSyntaxError("wrong number of subscripts")
    items = owner.items
    for position in subscripts[:-1]:
        if not 0 <= position < len(items):
            raise SubscriptOutOfRange
        items = items[position]
    if not 0 <= subscripts[-1] < len(items):
        raise SubscriptOutOfRange
    return items


def shareable_string(value: Any) -> Any:
    """A string as an object that a second name may refer to; anything else as it is."""
    return Text(value) if isinstance(value, str) else value


def one_dimension(owner: Any) -> Array:
    if isinstance(owner, Array) and owner.one_dimensional:
        return owner
    raise TypeMismatch
