"""Operators on values whose type is known only at run time, and operations that make or change strings.

An int is an Integer, a float a Real, str or Text a string. What makes a long string asks the memory first.
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
from retromaze.values.scalars import Text, plain, printed, to_integer

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
    if isinstance(value, Text):
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
    if not isinstance(left, str | Text):
        return int(COMPARE[sign](number(left), number(right)))
    if isinstance(right, int | float):
        return STRING_AGAINST_NUMBER
    return int(COMPARE[sign](plain(left), string(right)))


def truth(value: Any) -> bool:
    """Returns a value as a condition: a string is true, as published programs show with IF POP(A$) THEN.

    Unverified: "" is true as well.
    """
    return True if isinstance(value, str | Text) else number(value) != 0


def print_text(value: Any) -> str:
    """Returns a value as PRINT writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, Text):
        return value.value
    return printed(number(value))


# ---- subscripts


def type_mismatch(argument: int | None = None) -> NoReturn:
    """Raises TypeMismatch, in an expression of generated code."""
    raise TypeMismatch(argument=argument)


def character(text: str, position: int) -> str:
    """Returns `S$[i]`, one character of a string. Raises SubscriptOutOfRange."""
    if 0 <= position < len(text):
        return text[position]
    raise SubscriptOutOfRange


def element(owner: Any, subscripts: Subscripts) -> Any:
    """Returns `A[i]` of an array or string that is known only at run time."""
    if isinstance(owner, str | Text):
        return character(plain(owner), only_subscript(subscripts))
    items = innermost(array(owner), subscripts)
    return items[subscripts[-1]]


def only_subscript(subscripts: Subscripts) -> int:
    """Returns the subscript of a character in a string. Raises TypeMismatch if there are several."""
    if len(subscripts) != 1:
        raise TypeMismatch
    return subscripts[0]


def innermost(owner: Array, subscripts: Subscripts) -> list[Any]:
    """Returns the innermost list, which holds the element, after checking all subscripts."""
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
    """Returns a string as an object that a second variable may share, anything else as it is.

    PUSH and POP change a string itself, and all that share it see that. A str cannot change, so it becomes a
    Text; a Text stays the same object.
    """
    return Text(value) if isinstance(value, str) else value


def one_dimension(owner: Any) -> Array:
    """Returns an array of one dimension. Raises TypeMismatch for anything else."""
    if isinstance(owner, Array) and owner.one_dimensional:
        return owner
    raise TypeMismatch


class Texts:
    """The string operations of one computer; `OPERATORS` are those that generated code calls by name.

    For each long string room is claimed in `memory`. An owner is the string or array that is changed. A str
    has to be stored again after a change; a Text, which several variables share, is changed itself.
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
        if isinstance(left, str | Text):
            return self.concatenate(plain(left), string(right))
        result = number(left) + number(right)
        return wrap(result) if isinstance(result, int) else result

    def multiply(self, left: Any, right: Any) -> Any:
        """Returns `left*right`; a string times a number is repeated. Raises TypeMismatch."""
        if isinstance(left, str | Text):
            return self.repeat(plain(left), right)
        if isinstance(right, str | Text):
            return self.repeat(plain(right), left)
        result = number(left) * number(right)
        return wrap(result) if isinstance(result, int) else result

    def compare(self, sign: str, left: Any, right: Any) -> int:
        """Returns the same as the function `compare` of this module, and spends work for long strings."""
        if isinstance(left, str | Text) and isinstance(right, str | Text):
            return int(self.compare_texts(sign, plain(left), plain(right)))
        return compare(sign, left, right)

    # ---- changes in place: the value is the first argument, so that it is evaluated before the owner is read

    def append_text(self, text: str, owner: str | Text) -> str | Text:
        """Does `INC s,t` and `PUSH s,t`, and returns the new string."""
        return self.replace_by_sum(owner, plain(owner), text)

    def replace_by_sum(self, owner: str | Text, left: str, right: str) -> str | Text:
        """Gives a string the value left + right, one of which is its old value; returns the string.

        A long string has to fit the memory before it is made.
        """
        length = len(left) + len(right)
        if length < LONG_STRING:
            return with_text(owner, left + right)
        self.memory.claim(length, len(plain(owner)))
        return with_text(owner, self.memory.count_string(left + right))

    def with_character(self, owner: str | Text, position: int, text: str) -> str | Text:
        """Does `S$[i]=t$`: replaces one character by all of t$, and returns the new string."""
        old = plain(owner)
        if not 0 <= position < len(old):
            raise SubscriptOutOfRange
        if len(text) >= LONG_STRING:
            self.memory.claim(len(text))  # fails before the string is made if not even this part fits
        new = old[:position] + text + old[position + 1 :]
        return with_text(owner, self.memory.allocate_string(new, len(old)))

    def store_element(self, value: Any, subscripts: Subscripts, owner: Any) -> Any:
        """Does `A[i]=value` and returns the owner, which is another object only for an unshared string."""
        if isinstance(owner, str | Text):
            return self.with_character(owner, only_subscript(subscripts), string(value))
        items = innermost(array(owner), subscripts)
        items[subscripts[-1]] = owner.converted(value)
        return owner

    def increase(self, amount: Any, owner: Any) -> Any:
        """Does INC of something that is known only at run time, and returns the new value."""
        if isinstance(owner, str | Text):
            return self.append_text(string(amount), owner)
        return self.add(owner, number(amount))

    def decrease(self, amount: Any, owner: Any) -> Any:
        """Does DEC of something that is known only at run time, and returns the new value."""
        return subtract(owner, amount)

    def push(self, value: Any, owner: Any) -> Any:
        """Does PUSH on something that is known only at run time, and returns the new owner."""
        if isinstance(owner, str | Text):
            return self.append_text(string(value), owner)
        one_dimension(owner).items.append(owner.converted(value))
        return owner

    def unshift(self, value: Any, owner: Any) -> Any:
        """Does UNSHIFT on something that is known only at run time, and returns the new owner."""
        if isinstance(owner, str | Text):
            return self.replace_by_sum(owner, string(value), plain(owner))
        self.memory.unshift(one_dimension(owner).items, owner.converted(value))
        return owner

    def take_from(self, owner: Any, position: int) -> tuple[Any, Any]:
        """Does POP (-1) or SHIFT (0) on what is known only at run time; returns (value, new owner)."""
        if isinstance(owner, str | Text):
            return self.take_character(owner, position)
        return self.take(one_dimension(owner).items, position), owner

    def take_character(self, owner: str | Text, position: int) -> tuple[str, str | Text]:
        """Does POP (-1) or SHIFT (0) on a string; returns the character and the new string."""
        old = plain(owner)
        if not old:
            raise SubscriptOutOfRange
        rest = old[:-1] if position else old[1:]
        return old[position], with_text(owner, self.memory.allocate_string(rest, len(old)))

    def take(self, items: list[Any], position: int) -> Any:
        """Does POP (-1) or SHIFT (0) on an array; returns the element."""
        # of an empty array, `shift` raises the error of both
        return items.pop() if items and position else self.memory.shift(items)

    # ---- elements of an array of strings

    def take_from_element(self, items: list[Any], position: int, end: int) -> str:
        """Removes the last character (`end` is -1) or the first (0) of an array's string, and returns it."""
        if position >= len(items):
            raise SubscriptOutOfRange
        taken, items[position] = self.take_character(items[position], end)
        return taken

    def change_element(self, items: list[Any], position: int, change: Change, text: Any) -> None:
        """Does PUSH or UNSHIFT (`change`) of a text onto a string in an array."""
        if position >= len(items):
            raise SubscriptOutOfRange
        items[position] = change(text, items[position])

    # ---- the same where only the run shows whether the owner is an array of strings

    def take_from_inner(self, owner: Any, subscripts: Subscripts, end: int) -> str:
        return self.take_from_element(strings_of(owner, subscripts), subscripts[-1], end)

    def change_inner(self, owner: Any, subscripts: Subscripts, change: Change, text: Any) -> None:
        self.change_element(strings_of(owner, subscripts), subscripts[-1], change, text)

    def shared_inner(self, owner: Any, subscripts: Subscripts) -> Any:
        """Returns an element of an array or string that is assigned to another variable.

        An element of an array of strings becomes a Text before, so that both refer to the same object.
        """
        if isinstance(owner, Array) and owner.kind == STRING:
            items = innermost(owner, subscripts)
            items[subscripts[-1]] = shareable_string(items[subscripts[-1]])
        return element(owner, subscripts)


def with_text(owner: str | Text, text: str) -> str | Text:
    """Gives a string a new value: returns the same object if it is shared, else the new str."""
    if isinstance(owner, Text):
        owner.value = text
        return owner
    return text


def strings_of(owner: Any, subscripts: Subscripts) -> list[Any]:
    """Returns the list that holds the element; TypeMismatch for anything but an array of strings."""
    if array(owner).kind != STRING:
        raise TypeMismatch(argument=1)
    return innermost(owner, subscripts)
