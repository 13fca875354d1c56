"""Operators on values whose type is known only at run time, and operations that make or change strings.

An int is an Integer, a float a Real, str or SharedString a string. Room for a long one is claimed first.
`POP(A$[i])`, `SHIFT(A$[i])`, `PUSH A$[i],t$` and `UNSHIFT A$[i],t$` change an element; a character of a
string cannot be changed by them: POP(S$[i]) is an error where S$ is no array (unverified).
Source: language reference, sections 2.6, 3.2 and 5.5.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NoReturn

from retromaze.errors import BasicSyntaxError, DivideByZero, SubscriptOutOfRange, TypeMismatch
from retromaze.language.numbers import truncate, wrap
from retromaze.values.arrays import LONG_STRING, STRING, Array, ArrayMemory
from retromaze.values.costs import TEXT_COST
from retromaze.values.scalars import SharedString, plain, printed, to_integer

Change = Callable[[Any, Any], Any]
Subscripts = tuple[int, ...]


def number(value: object) -> int | float:
    """Returns the value if it is a number, else raises TypeMismatch."""
    if isinstance(value, int | float):
        return value
    raise TypeMismatch


def string(value: Any) -> str:
    """Returns the characters of a string value, else raises TypeMismatch."""
    if isinstance(value, str):
        return value
    if isinstance(value, SharedString):
        return value.value
    raise TypeMismatch


def real(value: Any) -> float:
    """Returns a number as a Real. Raises TypeMismatch for other values."""
    return float(number(value))


def integer_operand(value: Any) -> int:
    """Returns a number as DIV and AND take it, an int of 32 bits. Raises TypeMismatch for other values."""
    return truncate(number(value))


def integer_stored(value: Any) -> int:
    """Returns a number as a `%` variable stores it. Raises Overflow, or TypeMismatch for other values."""
    return to_integer(number(value))


def array(value: Any) -> Array:
    """Returns the value if it is an array, else raises TypeMismatch."""
    if isinstance(value, Array):
        return value
    raise TypeMismatch


def subtract(left: Any, right: Any) -> Any:
    """Returns `left-right`, an Integer within 32 bits or a Real. Raises TypeMismatch."""
    result = number(left) - number(right)
    return wrap(result) if isinstance(result, int) else result


def divide_real(left: Any, right: Any) -> float:
    """Returns `left/right`. Raises DivideByZero, also for Reals, and TypeMismatch."""
    divisor = number(right)
    if divisor == 0:
        raise DivideByZero
    return number(left) / divisor


def negate(value: Any) -> Any:
    """Returns `-value`, an Integer within 32 bits or a Real. Raises TypeMismatch."""
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


STRING_AGAINST_NUMBER = 3
"""The result of every comparison of a string on the left with a number on the right.

Source: language reference, 3.2 (published programs tell types by it).
"""


def compare(sign: str, left: Any, right: Any) -> int:
    """Returns 1 or 0 for two numbers or two strings; 3 for a string on the left and a number on the right.

    Raises TypeMismatch for a number on the left and a string on the right.
    """
    if not isinstance(left, str | SharedString):
        return int(COMPARE[sign](number(left), number(right)))
    if isinstance(right, int | float):
        return STRING_AGAINST_NUMBER
    return int(COMPARE[sign](plain(left), string(right)))


def truth(value: Any) -> bool:
    """Returns a value as a condition: a string is true, as published programs show with IF POP(A$) THEN.

    Unverified: "" is true as well.
    """
    return isinstance(value, str | SharedString) or number(value) != 0


def print_text(value: Any) -> str:
    """Returns a value as PRINT writes it."""
    return plain(value) if isinstance(value, str | SharedString) else printed(number(value))


# ---- subscripts


def type_mismatch(argument: int | None = None) -> NoReturn:
    """Raises TypeMismatch, in an expression of generated code."""
    raise TypeMismatch(argument=argument)


def character(text: str, position: int) -> str:
    """Returns `S$[i]`, one character of a string. Raises SubscriptOutOfRange."""
    if 0 <= position < len(text):
        return text[position]
    raise SubscriptOutOfRange


def element(container: Any, subscripts: Subscripts) -> Any:
    """Returns `A[i]` of an array or string that is known only at run time."""
    if isinstance(container, str | SharedString):
        return character(plain(container), only_subscript(subscripts))
    items = innermost(array(container), subscripts)
    return items[subscripts[-1]]


def only_subscript(subscripts: Subscripts) -> int:
    """Returns the subscript of a character in a string. Raises TypeMismatch if there are several."""
    if len(subscripts) != 1:
        raise TypeMismatch
    return subscripts[0]


def innermost(container: Array, subscripts: Subscripts) -> list[Any]:
    """Returns the innermost list, which holds the element, after checking all subscripts."""
    if len(subscripts) != len(container.sizes):
        raise BasicSyntaxError("wrong number of subscripts")
    items = container.items
    for position in subscripts[:-1]:
        if not 0 <= position < len(items):
            raise SubscriptOutOfRange
        items = items[position]
    if not 0 <= subscripts[-1] < len(items):
        raise SubscriptOutOfRange
    return items


def shareable_string(value: Any) -> Any:
    """Returns a str as a SharedString, to which a second variable may refer; anything else as it is."""
    return SharedString(value) if isinstance(value, str) else value


def one_dimension(container: Any) -> Array:
    """Returns an array of one dimension. Raises TypeMismatch for anything else."""
    if isinstance(container, Array) and container.one_dimensional:
        return container
    raise TypeMismatch


class StringOperations:
    """The string operations of one computer; `OPERATORS` are those that generated code calls by name.

    `memory` counts the long strings. A `container` is the string or array that is changed: after a change a
    str must be stored again, but not a SharedString, which is changed itself. So each method returns it.
    """

    OPERATORS = (
        *("add", "append_text", "change_element", "change_inner", "compare", "compare_texts", "concatenate"),
        *("decrease", "increase", "multiply", "push", "repeat", "shared_inner", "store_element", "take_from"),
        *("take_from_element", "take_from_inner", "unshift"),
    )

    def __init__(self, memory: ArrayMemory) -> None:
        self.memory = memory

    # ---- new strings

    def concatenate(self, left: str, right: str) -> str:
        """Returns `s+t`. Raises OutOfMemory if the console had no room for it."""
        length = len(left) + len(right)
        if length < LONG_STRING:
            return left + right
        self.memory.claim(length)
        return self.memory.count_string(left + right)

    def repeat(self, text: str, count: Any) -> str:
        """Returns `s*n`, "" for a negative count. Raises OutOfMemory."""
        times = truncate(number(count))
        length = len(text) * times
        if length < LONG_STRING:
            return text * times
        self.memory.claim(length)
        return self.memory.count_string(text * times)

    def compare_texts(self, sign: str, left: str, right: str) -> bool:
        """Compares two strings that may be long, and counts the work."""
        # no more characters are compared than the shorter string has
        if len(left) >= LONG_STRING and len(right) >= LONG_STRING:
            self.memory.spend(TEXT_COST.of(min(len(left), len(right))))
        return COMPARE[sign](left, right)

    # ---- strings or numbers

    def add(self, left: Any, right: Any) -> Any:
        """Returns `left+right`: a string, an Integer within 32 bits, or a Real. Raises TypeMismatch."""
        if isinstance(left, str | SharedString):
            return self.concatenate(plain(left), string(right))
        result = number(left) + number(right)
        return wrap(result) if isinstance(result, int) else result

    def multiply(self, left: Any, right: Any) -> Any:
        """Returns `left*right`; a string times a number is repeated. Raises TypeMismatch."""
        if isinstance(left, str | SharedString):
            return self.repeat(plain(left), right)
        if isinstance(right, str | SharedString):
            return self.repeat(plain(right), left)
        result = number(left) * number(right)
        return wrap(result) if isinstance(result, int) else result

    def compare(self, sign: str, left: Any, right: Any) -> int:
        """Returns the same as the function `compare` of this module, and spends work for long strings."""
        if isinstance(left, str | SharedString) and isinstance(right, str | SharedString):
            return int(self.compare_texts(sign, plain(left), plain(right)))
        return compare(sign, left, right)

    # ---- changes in place: the value comes first, so that it is evaluated before the container is read

    def append_text(self, text: str, old: str | SharedString) -> str | SharedString:
        """Does `INC s,t` and `PUSH s,t`, and returns the new string."""
        return self.replace_by_sum(old, plain(old), text)

    def replace_by_sum(self, old: str | SharedString, left: str, right: str) -> str | SharedString:
        """Gives a string the value left + right, one of which is its old value; returns the string.

        A long string has to fit the memory before it is made.
        """
        length = len(left) + len(right)
        if length < LONG_STRING:
            return with_text(old, left + right)
        self.memory.claim(length, len(plain(old)))
        return with_text(old, self.memory.count_string(left + right))

    def with_character(self, old: str | SharedString, position: int, text: str) -> str | SharedString:
        """Does `S$[i]=t$`: replaces one character by all of t$, and returns the new string."""
        before = plain(old)
        if not 0 <= position < len(before):
            raise SubscriptOutOfRange
        if len(text) >= LONG_STRING:
            self.memory.claim(len(text))  # fails before the string is made if not even this part fits
        new = before[:position] + text + before[position + 1 :]
        return with_text(old, self.memory.allocate_string(new, len(before)))

    def store_element(self, value: Any, subscripts: Subscripts, container: Any) -> Any:
        """Does `A[i]=value`, and returns the container."""
        if isinstance(container, str | SharedString):
            return self.with_character(container, only_subscript(subscripts), string(value))
        items = innermost(array(container), subscripts)
        items[subscripts[-1]] = container.converted(value)
        return container

    def increase(self, amount: Any, container: Any) -> Any:
        """Does INC of a string or number, and returns the new value."""
        if isinstance(container, str | SharedString):
            return self.append_text(string(amount), container)
        return self.add(container, number(amount))

    def decrease(self, amount: Any, container: Any) -> Any:
        """Does DEC of a number, and returns the new value."""
        return subtract(container, amount)

    def push(self, value: Any, container: Any) -> Any:
        """Does PUSH on a string or array, and returns the new container."""
        if isinstance(container, str | SharedString):
            return self.append_text(string(value), container)
        one_dimension(container).items.append(container.converted(value))
        return container

    def unshift(self, value: Any, container: Any) -> Any:
        """Does UNSHIFT on a string or array, and returns the new container."""
        if isinstance(container, str | SharedString):
            return self.replace_by_sum(container, string(value), plain(container))
        self.memory.unshift(one_dimension(container).items, container.converted(value))
        return container

    def take_from(self, container: Any, end: int) -> tuple[Any, Any]:
        """Does POP (`end` is -1) or SHIFT (0) on a string or array; returns (value, new container)."""
        if isinstance(container, str | SharedString):
            return self.take_character(container, end)
        return self.take(one_dimension(container).items, end), container

    def take_character(self, old: str | SharedString, end: int) -> tuple[str, str | SharedString]:
        """Does POP (`end` is -1) or SHIFT (0) on a string; returns the character and the new string."""
        before = plain(old)
        if not before:
            raise SubscriptOutOfRange
        rest = before[:-1] if end else before[1:]
        return before[end], with_text(old, self.memory.allocate_string(rest, len(before)))

    def take(self, items: list[Any], end: int) -> Any:
        """Does POP (`end` is -1) or SHIFT (0) on the elements of an array; returns the element."""
        # if there is none, `shift` raises the error of both
        return items.pop() if items and end else self.memory.shift(items)

    # ---- elements of an array of strings

    def take_from_element(self, items: list[Any], position: int, end: int) -> str:
        """Removes the last character (`end` is -1) or the first (0) of an array's string, and returns it."""
        if position >= len(items):
            raise SubscriptOutOfRange
        taken, items[position] = self.take_character(items[position], end)
        return taken

    def change_element(self, items: list[Any], position: int, change: Change, text: Any) -> None:
        """Does `change`, the method `push` or `unshift`, of a text onto a string in an array."""
        if position >= len(items):
            raise SubscriptOutOfRange
        items[position] = change(text, items[position])

    # ---- the same where only the run shows whether the container is an array of strings

    def take_from_inner(self, container: Any, subscripts: Subscripts, end: int) -> str:
        """Does `take_from_element` on an element that has several subscripts, or on what is an error."""
        return self.take_from_element(strings_of(container, subscripts), subscripts[-1], end)

    def change_inner(self, container: Any, subscripts: Subscripts, change: Change, text: Any) -> None:
        self.change_element(strings_of(container, subscripts), subscripts[-1], change, text)

    def shared_inner(self, container: Any, subscripts: Subscripts) -> Any:
        """Returns an element of an array or string that a second variable will refer to, made shareable."""
        if isinstance(container, Array) and container.kind == STRING:
            items = innermost(container, subscripts)
            items[subscripts[-1]] = shareable_string(items[subscripts[-1]])
        return element(container, subscripts)


def with_text(old: str | SharedString, text: str) -> str | SharedString:
    """Gives a string the value `text`: changes and returns a SharedString, for a str returns `text`."""
    if isinstance(old, SharedString):
        old.value = text
        return old
    return text


def strings_of(container: Any, subscripts: Subscripts) -> list[Any]:
    """Returns the innermost list with the element. Raises TypeMismatch unless it is an array of strings."""
    if array(container).kind != STRING:
        raise TypeMismatch(argument=1)
    return innermost(container, subscripts)
