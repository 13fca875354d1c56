"""Operations that make strings; each asks the memory before it makes a long one.

What is known only when the program runs (an operand that may be a number, an array or a string) is settled
here too where a string may come of it. Source: language reference, sections 2.6 and 3.2.
"""

from __future__ import annotations

from typing import Any

from retromaze.errors import SubscriptOutOfRange
from retromaze.language.numbers import truncate, wrap
from retromaze.values.arithmetic import (
    COMPARE,
    array,
    compare,
    innermost,
    number,
    one_dimension,
    only,
    string,
    subtract,
)
from retromaze.values.costs import WRITTEN
from retromaze.values.memory import LONG, ArrayMemory
from retromaze.values.text import Text, plain


class Texts:
    """The string operations of one computer; `OPERATORS` are those that generated code calls by name."""

    OPERATORS = (
        "add",
        "append_text",
        "compare",
        "compare_texts",
        "concatenate",
        "decrease",
        "increase",
        "multiply",
        "push",
        "repeat",
        "store_element",
        "take_from",
        "unshift",
    )

    def __init__(self, memory: ArrayMemory) -> None:
        self.memory = memory

    # ---- new strings

    def concatenate(self, left: str, right: str) -> str:
        """`s+t`. Raises OutOfMemory for what the console would have no room for either."""
        length = len(left) + len(right)
        if length < LONG:
            return left + right
        self.memory.claim(length)
        return self.memory.keep(left + right)

    def repeat(self, text: str, count: Any) -> str:
        """`s*n`; a negative count gives "". Raises OutOfMemory."""
        times = truncate(number(count))
        length = len(text) * times
        if length < LONG:
            return text * times
        self.memory.claim(length)
        return self.memory.keep(text * times)

    def compare_texts(self, sign: str, left: str, right: str) -> bool:
        """A comparison of two strings that may be long."""
        if len(left) >= LONG <= len(right):
            self.memory.spend(WRITTEN.of(min(len(left), len(right))))
        return COMPARE[sign](left, right)

    # ---- strings or numbers

    def add(self, left: Any, right: Any) -> Any:
        if isinstance(left, str | Text):
            return self.concatenate(plain(left), string(right))
        result = number(left) + number(right)
        return wrap(result) if isinstance(result, int) else result

    def multiply(self, left: Any, right: Any) -> Any:
        if isinstance(left, str | Text):
            return self.repeat(plain(left), right)
        if isinstance(right, str | Text):
            return self.repeat(plain(right), left)
        result = number(left) * number(right)
        return wrap(result) if isinstance(result, int) else result

    def compare(self, sign: str, left: Any, right: Any) -> int:
        if isinstance(left, str | Text) and isinstance(right, str | Text):
            return int(self.compare_texts(sign, plain(left), plain(right)))
        return compare(sign, left, right)

    # ---- changes in place: what is given comes first, for only then is it asked what is to be changed

    def append_text(self, text: str, owner: str | Text) -> str | Text:
        """`INC s,t` and `PUSH s,t`."""
        return self.joined(owner, plain(owner), text)

    def joined(self, owner: str | Text, left: str, right: str) -> str | Text:
        """The string with a new value of two parts, one of them its old one."""
        length, instead = len(left) + len(right), len(plain(owner))
        if length < LONG:
            return changed(owner, left + right)
        self.memory.claim(length, instead)
        return changed(owner, self.memory.keep(left + right))

    def with_character(self, owner: str | Text, position: int, text: str) -> str | Text:
        """`S$[i]=t$`: the one character replaced by all of t$."""
        old = plain(owner)
        if not 0 <= position < len(old):
            raise SubscriptOutOfRange
        if len(text) >= LONG:
            self.memory.claim(len(text))
        new = old[:position] + text + old[position + 1 :]
        return changed(owner, self.memory.made(new, len(old)))

    def store_element(self, value: Any, subscripts: tuple[int, ...], owner: Any) -> Any:
        """`A[i]=value`; gives the new owner, which differs only for an unshared string."""
        if isinstance(owner, str | Text):
            return self.with_character(owner, only(subscripts), string(value))
        items = innermost(array(owner), subscripts)
        items[subscripts[-1]] = owner.converted(value)
        return owner

    def increase(self, amount: Any, owner: Any) -> Any:
        """INC of something known only at run time."""
        if isinstance(owner, str | Text):
            return self.append_text(string(amount), owner)
        return self.add(owner, number(amount))

    def decrease(self, amount: Any, owner: Any) -> Any:
        return subtract(owner, amount)

    def push(self, value: Any, owner: Any) -> Any:
        """PUSH on something known only at run time; gives the new owner."""
        if isinstance(owner, str | Text):
            return self.append_text(string(value), owner)
        one_dimension(owner).items.append(owner.converted(value))
        return owner

    def unshift(self, value: Any, owner: Any) -> Any:
        """UNSHIFT on something known only at run time; gives the new owner."""
        if isinstance(owner, str | Text):
            return self.joined(owner, string(value), plain(owner))
        self.memory.unshift(one_dimension(owner).items, owner.converted(value))
        return owner

    def take_from(self, owner: Any, position: int) -> tuple[Any, Any]:
        """POP (-1) or SHIFT (0) of something known only at run time: (value, new owner)."""
        if isinstance(owner, str | Text):
            return self.take_character(owner, position)
        return self.take(one_dimension(owner).items, position), owner

    def take_character(self, owner: str | Text, position: int) -> tuple[str, str | Text]:
        """POP or SHIFT of a string: the character, and the new owner."""
        old = plain(owner)
        if not old:
            raise SubscriptOutOfRange
        rest = old[:-1] if position else old[1:]
        return old[position], changed(owner, self.memory.made(rest, len(old)))

    def take(self, items: list[Any], position: int) -> Any:
        """POP (-1) or SHIFT (0) of an array."""
        return items.pop() if items and position else self.memory.shift(items)


def changed(owner: str | Text, text: str) -> str | Text:
    """The string with a new value: the same object where it is shared."""
    if isinstance(owner, Text):
        owner.value = text
        return owner
    return text
