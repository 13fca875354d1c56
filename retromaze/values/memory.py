"""The console's memory: limits what all arrays and strings of a computer take together.

Whoever makes an array or a long string asks here first, so that the statement that wants too much is the one
that fails. Growing an array by PUSH is one call of Python's own and is looked at once a frame: an endless
PUSH ends in the machine's error long before it troubles the host.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from math import prod
from typing import Any
from weakref import WeakSet

from retromaze.errors import OutOfMemory, SubscriptOutOfRange
from retromaze.values.arrays import STRING, Array, require_size
from retromaze.values.costs import MADE, ROWED, SHIFTED, WRITTEN

ROOM = 8_314_876
"""Bytes for all arrays and strings. Source: machine reference, 8.1 (FREEMEM after the start)."""

NUMBER, ELEMENT, CHARACTER = 8, 4, 2
"""Bytes of a number, of a string in an array, of a character: 1.03 million numbers fit, 2.07 million strings.

Source: language reference, 2.7 (measured).
"""

LONG = 1024
"""From so many characters on a string is counted by itself, shorter ones only where arrays hold them."""

LOOKED_AT = 200_000
"""So many strings can be looked at in a frame without anybody noticing."""


class LongText(str):
    """A string so long that its memory is counted, until nobody holds it any more."""

    __slots__ = ("memory",)
    memory: ArrayMemory

    def __del__(self) -> None:
        self.memory.characters -= len(self)


class ArrayMemory:
    """Knows the arrays that are alive, and how many characters all long strings have together.

    `spend` is told the work of making what is asked for.
    """

    def __init__(self, spend: Callable[[int], None]) -> None:
        self.spend = spend
        self.arrays: WeakSet[Array] = WeakSet()
        self.characters = 0
        # of the arrays: those alive at the last look, and what was made since
        self._bytes = 0
        self._looks = 0

    # ---- arrays

    def make(self, kind: str, sizes: tuple[int, ...], default: Any = None, old: Array | None = None) -> Array:
        """A new array in the place of an old one.

        Raises OutOfRange or OutOfMemory for sizes the machine refuses.
        """
        require_size(kind, sizes)
        if count := prod(sizes):
            self.grow(kind, count - (len(old) if old is not None else 0))
        if count >= MADE.per:
            self.spend(MADE.of(count))
        made = Array(kind, sizes, default, rowed=self._rowed)
        made.memory = self
        self.arrays.add(made)
        return made

    def _rowed(self, rows: int) -> None:
        self.spend(ROWED.of(rows))

    def shift(self, items: list[Any]) -> Any:
        """Takes the first of an array's elements, which moves all others. Raises SubscriptOutOfRange."""
        if not items:
            raise SubscriptOutOfRange
        if len(items) >= SHIFTED.per:
            self.spend(SHIFTED.of(len(items)))
        return items.pop(0)

    def unshift(self, items: list[Any], value: Any) -> None:
        """Puts a value before an array's elements."""
        if len(items) >= SHIFTED.per:
            self.spend(SHIFTED.of(len(items)))
        items.insert(0, value)

    def grow(self, kind: str, count: int) -> None:
        """Makes room for so many more elements, or raises OutOfMemory."""
        more = count * (ELEMENT if kind == STRING else NUMBER)
        self._require(more)
        self._bytes += more

    # ---- strings

    def claim(self, length: int, instead: int = 0) -> None:
        """Asks for room for one more string, `length` characters long, or raises OutOfMemory.

        `instead` are the characters of the string whose place it takes.
        """
        self._require((length - instead) * CHARACTER)
        self.spend(WRITTEN.of(length))

    def keep(self, text: str) -> str:
        """The string, counted for as long as somebody holds it if it is long."""
        if len(text) < LONG:
            return text
        kept = LongText(text)
        kept.memory = self
        self.characters += len(kept)
        return kept

    def made(self, text: str, instead: int = 0) -> str:
        """A string that is there already: claimed and kept in one."""
        if len(text) < LONG:
            return text
        self.claim(len(text), instead)
        return self.keep(text)

    # ---- the total

    def _require(self, more: int) -> None:
        if self._bytes + self.characters * CHARACTER + more > ROOM:
            self._look()
            if self._bytes + self.characters * CHARACTER + more > ROOM:
                raise OutOfMemory("arrays and strings fill the memory")

    def _look(self) -> None:
        """Counts the arrays that are alive."""
        self._bytes = sum(len(each) * (ELEMENT if each.kind == STRING else NUMBER) for each in self.arrays)

    def check(self) -> None:
        """Once a frame: raises OutOfMemory where arrays, or the strings in them, have outgrown the memory."""
        self._look()
        used = self._bytes + self.characters * CHARACTER
        if used <= ROOM:
            used += self._short_strings(ROOM - used)
        if used > ROOM:
            raise OutOfMemory("arrays and strings fill the memory")

    def _short_strings(self, room: int) -> int:
        """The bytes of the short strings in arrays, where they could be more than the room left.

        Many are looked at every few frames only: they cannot grow by much in between.
        """
        arrays = [each for each in self.arrays if each.kind == STRING]
        elements = sum(map(len, arrays))
        self._looks += 1
        if elements * LONG * CHARACTER <= room or self._looks % (1 + elements // LOOKED_AT):
            return 0
        if sum(sum(map(len, each.flat())) for each in arrays) * CHARACTER <= room:
            return 0
        return short_characters(chain.from_iterable(each.flat() for each in arrays)) * CHARACTER


def short_characters(strings: Iterable[Any]) -> int:
    """The characters of short strings; one that stands in several places counts once."""
    lengths = {id(each): len(each) for each in strings}
    return sum(length for length in lengths.values() if length < LONG)
