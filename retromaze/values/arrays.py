"""BASIC arrays: one to four dimensions, elements of one type, passed by reference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from itertools import chain
from math import prod
from typing import Any, Protocol

from retromaze.errors import OutOfMemory, OutOfRange, SubscriptOutOfRange, TypeMismatch
from retromaze.values.costs import ROW_WRITTEN
from retromaze.values.garbage import kept_apart
from retromaze.values.numbers import to_integer, to_real
from retromaze.values.rates import PIECE, ignored
from retromaze.values.text import Text, plain

# About 1.03 million numeric or 2.07 million string elements fit (reference of the language, 2.7).
NUMERIC_LIMIT = 1_030_000
STRING_LIMIT = 2_070_000

# So many rows are written between two looks at the meter; they cost a whole number of units.
ROWS = ROW_WRITTEN.per * PIECE

# So far a double holds every whole number.
EXACT = 1 << 53

INTEGER, REAL, STRING = "%", "#", "$"
DEFAULTS: dict[str, Any] = {INTEGER: 0, REAL: 0.0, STRING: ""}


def require_size(kind: str, sizes: tuple[int, ...]) -> None:
    """Raises OutOfRange for a negative size, OutOfMemory for more elements than the console has room for."""
    if min(sizes) < 0:
        raise OutOfRange("an array cannot have a negative size")
    total = prod(sizes)
    if total > (STRING_LIMIT if kind == STRING else NUMERIC_LIMIT):
        raise OutOfMemory(f"{total} elements do not fit the machine")


def to_whole(value: float) -> int | float:
    """A whole number as an int, as far as a double holds it exactly."""
    return int(value) if -EXACT <= value <= EXACT else float(value)


class ArrayMemory(Protocol):
    """What an array asks before it grows."""

    def grow(self, kind: str, count: int) -> None: ...


class Array:
    """One array.

    `kind` is "%", "#" or "$"; `sizes` the length of each dimension; `items` a list for one
    dimension and nested lists, last subscript innermost, for more. Elements of "%" are ints within
    32 bits, of "#" floats, of "$" str or Text. `whole` marks an array of Reals that the compiler
    proved whole and keeps as ints. `memory` is asked for room before the array grows.
    """

    __slots__ = ("__weakref__", "items", "kind", "memory", "sizes", "whole")

    def __init__(
        self,
        kind: str,
        sizes: tuple[int, ...],
        default: Any = None,
        *,
        rowed: Callable[[int], None] = ignored,
    ) -> None:
        self.memory: ArrayMemory | None = None
        self.kind = kind
        self.sizes = sizes
        self.whole = kind == REAL and isinstance(default, int)
        self.items: list[Any] = []
        if any(sizes):  # a run begins with its arrays empty
            require_size(kind, sizes)
            self.items = nested_lists(sizes, DEFAULTS[kind] if default is None else default, rowed)

    def __len__(self) -> int:
        if len(self.sizes) == 1:
            return len(self.items)
        return prod(self.sizes)

    @property
    def one_dimensional(self) -> bool:
        return len(self.sizes) == 1

    def flat(self) -> list[Any]:
        """All elements, last subscript fastest; the list itself for one dimension, else a copy."""
        if self.one_dimensional:
            return self.items
        items: Iterable[Any] = self.items
        for _ in self.sizes[1:]:
            items = chain.from_iterable(items)
        return list(items)

    def values(self) -> list[Any]:
        """A copy of all elements in flat order, strings plain."""
        if self.kind == STRING:
            return [plain(item) for item in self.flat()]
        return list(self.flat())

    def converted(self, value: Any) -> Any:
        """The value as this array stores it.

        Raises TypeMismatch for a string among numbers or the reverse, Overflow for a real too large for "%".
        """
        if isinstance(value, str | Text):
            if self.kind != STRING:
                raise TypeMismatch
            return value
        if self.kind == STRING or not isinstance(value, int | float):
            raise TypeMismatch
        if self.kind == INTEGER:
            return to_integer(value)
        return to_whole(value) if self.whole else to_real(value)

    def takes(self, values: list[Any]) -> bool:
        """Whether the values are elements of this array's kind as they are."""
        kinds = set(map(type, values))
        if self.kind == STRING:
            return all(issubclass(each, str | Text) for each in kinds)
        return self.kind == REAL and not self.whole and kinds <= {float}

    def store(self, start: int, values: Iterable[Any]) -> None:
        """Writes converted values from flat position `start` on; a one-dimensional array grows to take them.

        Raises SubscriptOutOfRange where more dimensions are too small.
        """
        new = [self.converted(value) for value in values]
        if self.one_dimensional:
            self.reach(start + len(new))
            self.items[start : start + len(new)] = new
            return
        if start + len(new) > len(self):
            raise SubscriptOutOfRange
        self.write(start, new)

    def write(self, start: int, elements: list[Any]) -> None:
        """Puts elements, already of the array's kind, into a part that exists."""
        for _ in self.writing(start, elements):
            pass

    def writing(self, start: int, elements: list[Any]) -> Iterator[None]:
        """Does so row by row, and waits behind every ROWS of them."""
        if self.one_dimensional:
            self.items[start : start + len(elements)] = elements
            return
        lines, width = self.rows(), self.sizes[-1]
        written = rows = 0
        while written < len(elements):
            row, column = divmod(start + written, width)
            part = elements[written : written + width - column]
            lines[row][column : column + len(part)] = part
            written += len(part)
            rows += 1
            if not rows % ROWS:
                yield

    def rows(self) -> list[list[Any]]:
        """The innermost lists of an array of two dimensions or more."""
        found: list[list[Any]] = self.items
        for _ in self.sizes[2:]:
            found = list(chain.from_iterable(found))
        return found

    def reach(self, length: int) -> None:
        """Makes an array of one dimension at least that long. Raises OutOfMemory."""
        missing = length - len(self.items)
        if missing <= 0:
            return
        require_size(self.kind, (length,))
        if self.memory is not None:
            self.memory.grow(self.kind, missing)
        self.items.extend([DEFAULTS[self.kind]] * missing)


def nested_lists(sizes: tuple[int, ...], default: Any, rowed: Callable[[int], None]) -> list[Any]:
    """Nested lists of the given sizes, every innermost element `default`; `rowed` is told of each few rows.

    Where no subscript can be inside there are no rows either.
    """
    if len(sizes) == 1:
        return [default] * sizes[0]
    rows: list[Any] = []
    missing = prod(sizes[:-1]) if sizes[-1] else 0
    with kept_apart() if missing > PIECE else nullcontext():
        while missing > 0:
            some = min(missing, PIECE)
            rowed(some)
            rows += [[default] * sizes[-1] for _ in range(some)]
            missing -= some
        return fold_elements(rows, sizes[:-1], rowed)


def fold_elements(
    flat: list[Any], sizes: tuple[int, ...], rowed: Callable[[int], None] = ignored
) -> list[Any]:
    """Flat elements folded into nested lists of the given sizes; `rowed` is told of each few of them."""
    for size in reversed(sizes[1:]):
        if not size:
            continue
        rows: list[Any] = []
        for first in range(0, len(flat), size * PIECE):
            some = flat[first : first + size * PIECE]
            rowed(-(-len(some) // size))
            rows += [some[at : at + size] for at in range(0, len(some), size)]
        flat = rows
    return flat
