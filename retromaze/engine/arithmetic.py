"""Operators on values whose type is known only when the program runs, and the slow edges of the others.

An int is an Integer, a float a Real, str or Text a string. Source: language reference, section 3.2.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NoReturn

from retromaze.engine.arrays import Array
from retromaze.engine.numbers import printed, to_integer
from retromaze.engine.text import Text, plain
from retromaze.errors import (
    DivideByZero,
    OutOfMemory,
    SubscriptOutOfRange,
    TypeMismatch,
    UninitializedVariable,
)
from retromaze.language.integers import truncate, wrap

# Code units that fill the console's eight megabytes.
LONGEST_STRING = 4 << 20


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


def add(left: Any, right: Any) -> Any:
    if isinstance(left, str | Text):
        return concatenate(plain(left), string(right))
    result = number(left) + number(right)
    return wrap(result) if isinstance(result, int) else result


def concatenate(left: str, right: str) -> str:
    """`s+t`. Raises OutOfMemory for what the console would have no room for either."""
    if len(left) + len(right) > LONGEST_STRING:
        raise OutOfMemory("the string is too long")
    return left + right


def subtract(left: Any, right: Any) -> Any:
    result = number(left) - number(right)
    return wrap(result) if isinstance(result, int) else result


def multiply(left: Any, right: Any) -> Any:
    if isinstance(left, str | Text):
        return repeat(plain(left), right)
    if isinstance(right, str | Text):
        return repeat(plain(right), left)
    result = number(left) * number(right)
    return wrap(result) if isinstance(result, int) else result


def repeat(text: str, count: Any) -> str:
    """`s*n`; a negative count gives "". Unverified: number*string, and negative counts."""
    times = truncate(number(count))
    if len(text) * times > LONGEST_STRING:
        raise OutOfMemory("the string is too long")
    return text * times


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


def compare(sign: str, left: Any, right: Any) -> int:
    """1 or 0; a string beside a number is TypeMismatch."""
    if isinstance(left, str | Text):
        return int(COMPARE[sign](plain(left), string(right)))
    return int(COMPARE[sign](number(left), number(right)))


def truth(value: Any) -> bool:
    """A value as a condition. Unverified: strings, which we refuse."""
    return number(value) != 0


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


def store_element(owner: Any, subscripts: tuple[int, ...], value: Any) -> Any:
    """`A[i]=value`; gives the new owner, which differs only for an unshared string."""
    if isinstance(owner, str | Text):
        return with_character(owner, only(subscripts), string(value))
    items = innermost(array(owner), subscripts)
    items[subscripts[-1]] = owner.converted(value)
    return owner


def only(subscripts: tuple[int, ...]) -> int:
    if len(subscripts) != 1:
        raise TypeMismatch
    return subscripts[0]


def innermost(owner: Array, subscripts: tuple[int, ...]) -> list[Any]:
    """The list that holds the element, all subscripts checked."""
    if len(subscripts) != len(owner.sizes):
        raise TypeMismatch("wrong number of subscripts")
    items = owner.items
    for position in subscripts[:-1]:
        if not 0 <= position < len(items):
            raise SubscriptOutOfRange
        items = items[position]
    if not 0 <= subscripts[-1] < len(items):
        raise SubscriptOutOfRange
    return items


# ---- changes in place


def with_character(owner: str | Text, position: int, text: str) -> str | Text:
    """`S$[i]=t$`: the one character replaced by all of t$."""
    old = plain(owner)
    if not 0 <= position < len(old):
        raise SubscriptOutOfRange
    return changed(owner, old[:position] + text + old[position + 1 :])


def changed(owner: str | Text, value: str) -> str | Text:
    """The string with a new value: the same object where it is shared."""
    if len(value) > LONGEST_STRING:
        raise OutOfMemory("the string is too long")
    if isinstance(owner, Text):
        owner.value = value
        return owner
    return value


def increase(owner: Any, amount: Any) -> Any:
    """INC of something known only at run time."""
    if isinstance(owner, str | Text):
        return changed(owner, plain(owner) + string(amount))
    return add(owner, number(amount))


def decrease(owner: Any, amount: Any) -> Any:
    return subtract(owner, amount)


def append_text(owner: str | Text, text: str) -> str | Text:
    return changed(owner, plain(owner) + text)


def shared(value: Any) -> Any:
    """A string as an object that a second name may refer to; anything else as it is."""
    return Text(value) if isinstance(value, str) else value


def push(owner: Any, value: Any) -> Any:
    """PUSH on something known only at run time; gives the new owner."""
    if isinstance(owner, str | Text):
        return append_text(owner, string(value))
    one_dimension(owner).items.append(owner.converted(value))
    return owner


def unshift(owner: Any, value: Any) -> Any:
    if isinstance(owner, str | Text):
        return changed(owner, string(value) + plain(owner))
    one_dimension(owner).items.insert(0, owner.converted(value))
    return owner


def take(owner: Any, position: int) -> Any:
    """POP (-1) or SHIFT (0) of an array."""
    items = one_dimension(owner).items
    if not items:
        raise SubscriptOutOfRange
    return items.pop(position)


def take_character(owner: str | Text, position: int) -> tuple[str, str | Text]:
    """POP or SHIFT of a string: the character, and the new owner."""
    old = plain(owner)
    if not old:
        raise SubscriptOutOfRange
    rest = old[:-1] if position else old[1:]
    return old[position], changed(owner, rest)


def one_dimension(owner: Any) -> Array:
    if isinstance(owner, Array) and owner.one_dimensional:
        return owner
    raise TypeMismatch
