"""BASIC arrays of one to four dimensions, passed by reference, and the memory that arrays and strings take.

Room for an array or a long string is reserved in `ArrayMemory` before it is made, so that the statement that
wants too much is the one that fails. PUSH is compiled to Python's own `append`, so growth by PUSH is checked
once a frame: an endless PUSH ends in the machine's error long before the host runs out of memory.

An array name may come to refer to another array, by `B=A`, OUT, or the result of a DEF. The array keeps its
kind and dimensions, whatever the name was declared as. By OUT or as the result of a DEF, a name for numbers
may also get an array of strings, or the reverse. Source: language reference, 2.7 and 4.9.
Unverified: the same by `B=A`, which is a TypeMismatch here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from itertools import chain
from math import prod
from typing import Any, NoReturn
from weakref import WeakSet

from retromaze.errors import OutOfMemory, OutOfRange, SubscriptOutOfRange, TypeMismatch
from retromaze.values.costs import (
    ARRAY_COST,
    ARRAY_ROW_COST,
    PIECE,
    ROW_WRITE_COST,
    SHIFT_COST,
    TEXT_COST,
    do_nothing,
    new_objects_made_old,
)
from retromaze.values.scalars import SharedString, plain, to_integer

# About 1.03 million numeric or 2.07 million string elements fit (reference of the language, 2.7).
NUMERIC_LIMIT = 1_030_000
STRING_LIMIT = 2_070_000

ROWS_BETWEEN_PAUSES = ROW_WRITE_COST.per * PIECE
"""The rows written before their work is counted: a multiple of `per`, so that no fraction is lost."""

EXACT = 1 << 53
"""Up to this number a double holds every whole number."""

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
    """Returns a whole number as an int if a double holds it exactly, else as a Real."""
    return int(value) if -EXACT <= value <= EXACT else float(value)


class Array:
    """A BASIC array, to which several names may refer.

    `kind` is "%", "#" or "$"; `sizes` the length of each dimension; `items` a list for one
    dimension and nested lists, last subscript innermost, for more. Elements of "%" are ints within
    32 bits, of "#" floats, of "$" str or SharedString. `whole` marks an array of Reals that the compiler
    proved whole and keeps as ints. In `memory` room is reserved before the array grows. Making a large
    array calls `on_rows` with the number of rows before each piece of them, so that the work is counted.
    """

    __slots__ = ("__weakref__", "items", "kind", "memory", "sizes", "whole")

    def __init__(
        self,
        kind: str,
        sizes: tuple[int, ...],
        default: Any = None,
        *,
        on_rows: Callable[[int], None] = do_nothing,
    ) -> None:
        self.memory: ArrayMemory | None = None
        self.kind = kind
        self.sizes = sizes
        self.whole = kind == REAL and isinstance(default, int)  # made with 0 instead of 0.0
        self.items: list[Any] = []
        # with sizes of 0 there is nothing to check or to make: a listing's arrays have these until their DIM
        if any(sizes):
            require_size(kind, sizes)
            self.items = nested_lists(sizes, DEFAULTS[kind] if default is None else default, on_rows)

    def __len__(self) -> int:
        # an array of one dimension grows by PUSH, and `sizes` does not follow
        return len(self.items) if self.one_dimensional else prod(self.sizes)

    @property
    def one_dimensional(self) -> bool:
        return len(self.sizes) == 1

    def flat(self) -> list[Any]:
        """Returns all elements, last subscript fastest: for one dimension the list itself, else a copy."""
        if self.one_dimensional:
            return self.items
        items: Iterable[Any] = self.items
        for _ in self.sizes[1:]:
            items = chain.from_iterable(items)
        return list(items)

    def values(self) -> list[Any]:
        """Returns a copy of all elements in flat order, strings plain."""
        if self.kind == STRING:
            return [plain(item) for item in self.flat()]
        return list(self.flat())

    def converted(self, value: Any) -> Any:
        """Returns a value as this array stores it.

        Raises TypeMismatch for a string among numbers or the reverse, Overflow for a real too large for "%".
        """
        if isinstance(value, str | SharedString):
            if self.kind != STRING:
                raise TypeMismatch
            return value
        if self.kind == STRING or not isinstance(value, int | float):
            raise TypeMismatch
        if self.kind == INTEGER:
            return to_integer(value)
        return to_whole(value) if self.whole else float(value)

    def stores_unchanged(self, values: list[Any]) -> bool:
        """Whether none of the values needs a conversion (see `converted`) to be an element of this array."""
        kinds = set(map(type, values))
        if self.kind == STRING:
            return all(issubclass(each, str | SharedString) for each in kinds)
        # an array of ints needs each value checked: it may be a float, or beyond 32 bits
        return self.kind == REAL and not self.whole and kinds <= {float}

    def store(self, start: int, values: Iterable[Any]) -> None:
        """Writes converted values from flat position `start` on; a one-dimensional array grows to take them.

        Raises SubscriptOutOfRange where more dimensions are too small.
        """
        new = [self.converted(value) for value in values]
        if self.one_dimensional:
            self.extend_to(start + len(new))
            self.items[start : start + len(new)] = new
            return
        if start + len(new) > len(self):
            raise SubscriptOutOfRange
        self.write(start, new)

    def write(self, start: int, elements: list[Any]) -> None:
        """Puts elements, already of the array's kind, into existing places from flat position `start` on."""
        for _ in self.write_by_rows(start, elements):
            pass  # no frame has to pass in between

    def write_by_rows(self, start: int, elements: list[Any]) -> Iterator[None]:
        """Writes elements as `write` does, and yields after every ROWS_BETWEEN_PAUSES rows.

        Then the caller can let frames pass: a large array has a million rows, one of one dimension none.
        """
        if self.one_dimensional:
            self.items[start : start + len(elements)] = elements
            return
        rows, width = self.rows(), self.sizes[-1]
        written = row_count = 0
        while written < len(elements):
            row, column = divmod(start + written, width)
            part = elements[written : written + width - column]
            rows[row][column : column + len(part)] = part
            written += len(part)
            row_count += 1
            if not row_count % ROWS_BETWEEN_PAUSES:
                yield

    def rows(self) -> list[list[Any]]:
        """Returns the innermost lists of an array of two dimensions or more."""
        rows: list[list[Any]] = self.items
        for _ in self.sizes[2:]:
            rows = list(chain.from_iterable(rows))
        return rows

    def extend_to(self, length: int) -> None:
        """Makes an array of one dimension at least that long. Raises OutOfMemory."""
        missing = length - len(self.items)
        if missing <= 0:
            return
        require_size(self.kind, (length,))
        if self.memory is not None:
            self.memory.reserve(self.kind, missing)
        self.items.extend([0 if self.whole else DEFAULTS[self.kind]] * missing)


def nested_lists(sizes: tuple[int, ...], default: Any, on_rows: Callable[[int], None]) -> list[Any]:
    """Makes nested lists of the given sizes, every element `default`.

    Before each piece of the rows, the innermost lists, is made, `on_rows` is called with their number.
    """
    if len(sizes) == 1:
        return [default] * sizes[0]
    rows: list[Any] = []
    missing = prod(sizes[:-1]) if sizes[-1] else 0  # rows without elements have no valid subscript
    with new_objects_made_old() if missing > PIECE else nullcontext():
        while missing > 0:
            count = min(missing, PIECE)
            on_rows(count)
            rows += [[default] * sizes[-1] for _ in range(count)]
            missing -= count
        return fold_elements(rows, sizes[:-1], on_rows)


def fold_elements(
    flat: list[Any], sizes: tuple[int, ...], on_rows: Callable[[int], None] = do_nothing
) -> list[Any]:
    """Folds flat elements into nested lists of the given sizes; `on_rows` as in `nested_lists`."""
    for size in reversed(sizes[1:]):
        if not size:
            continue  # no element is left to fold
        rows: list[Any] = []
        for first in range(0, len(flat), size * PIECE):
            piece = flat[first : first + size * PIECE]
            on_rows(-(-len(piece) // size))  # rounded up
            rows += [piece[at : at + size] for at in range(0, len(piece), size)]
        flat = rows
    return flat


class Misfit:
    """Stands for the elements of an array whose name was compiled for another type or number of dimensions.

    Every use of an element is a TypeMismatch. A line of DIRECT mode can assign such an array to a name of a
    stopped program.
    """

    __slots__ = ("array",)

    def __init__(self, array: Array) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def refuse(self, *_: Any) -> NoReturn:
        raise TypeMismatch

    __getitem__ = __setitem__ = __delitem__ = refuse
    append = insert = pop = refuse


def array_for(kind: str, value: Any) -> Array:
    """Returns an array if it may be assigned to a name of that kind, as by `B=A` or OUT, else TypeMismatch.

    An array of numbers may be assigned to each name of numbers, an array of strings to each name of strings.
    """
    if isinstance(value, Array) and (value.kind == STRING) == (kind == STRING):
        return value
    raise TypeMismatch


def items_under(kind: str, dimensions: int, array: Array) -> list[Any] | Misfit:
    """Returns an array's elements if they fit a name of that kind and number of dimensions, else a Misfit."""
    fits = array.kind == kind and len(array.sizes) == dimensions
    return array.items if fits else Misfit(array)


MEMORY_SIZE = 8_314_876
"""Bytes for all arrays and strings. Source: machine reference, 8.1 (FREEMEM after the start)."""

NUMBER, ELEMENT, CHARACTER = 8, 4, 2
"""Bytes of a number, of a string in an array, of a character: 1.03 million numbers fit, 2.07 million strings.

Source: language reference, 2.7 (measured).
"""

LONG_STRING = 1024
"""A string of at least this length is counted wherever it is; shorter ones are counted only in arrays."""

STRINGS_COUNTED = 200_000
"""The number of strings that can be counted in a frame without a visible delay."""


class LongString(str):
    """A string so long that its characters are counted in the memory as long as it exists."""

    __slots__ = ("memory",)
    memory: ArrayMemory

    def __del__(self) -> None:
        self.memory.characters -= len(self)


class ArrayMemory:
    """Counts the memory of all `arrays` that exist, and the `characters` of all long strings.

    `spend` is called with the work of making arrays and strings. `kind` is an array's: "%", "#" or "$".
    """

    def __init__(self, spend: Callable[[int], None]) -> None:
        self.spend = spend
        self.arrays: WeakSet[Array] = WeakSet()
        self.characters = 0
        # bytes of the arrays that existed at the last count, and of all that was made since
        self._array_bytes = 0
        # the number of calls of `check`
        self._checks = 0

    # ---- arrays

    def make(self, kind: str, sizes: tuple[int, ...], default: Any = None, old: Array | None = None) -> Array:
        """Returns a new array; it may use the room of the `old` one, which it replaces.

        Raises OutOfRange or OutOfMemory for sizes the machine refuses.
        """
        require_size(kind, sizes)
        if count := prod(sizes):
            self.reserve(kind, count - (len(old) if old is not None else 0))
        if count >= ARRAY_COST.per:
            self.spend(ARRAY_COST.of(count))
        new = Array(kind, sizes, default, on_rows=lambda rows: self.spend(ARRAY_ROW_COST.of(rows)))
        new.memory = self
        self.arrays.add(new)
        return new

    def shift(self, items: list[Any]) -> Any:
        """Takes the first of an array's elements, which moves all others. Raises SubscriptOutOfRange."""
        if not items:
            raise SubscriptOutOfRange
        if len(items) >= SHIFT_COST.per:  # fewer elements cost less than a unit
            self.spend(SHIFT_COST.of(len(items)))
        return items.pop(0)

    def unshift(self, items: list[Any], value: Any) -> None:
        """Puts a value before an array's elements, which moves all of them."""
        if len(items) >= SHIFT_COST.per:
            self.spend(SHIFT_COST.of(len(items)))
        items.insert(0, value)

    def reserve(self, kind: str, count: int) -> None:
        """Makes room for `count` more elements, or raises OutOfMemory."""
        more = count * (ELEMENT if kind == STRING else NUMBER)
        self._require_free(more)
        self._array_bytes += more

    # ---- strings

    def claim(self, length: int, replaced: int = 0) -> None:
        """Raises OutOfMemory if there is no room for one more string; spends the work of making it.

        `length` is the number of its characters, `replaced` that of the string that makes room for it.
        """
        self._require_free((length - replaced) * CHARACTER)
        self.spend(TEXT_COST.of(length))

    def count_string(self, text: str) -> str:
        """Returns a string, a long one as a LongString, which is counted as long as it exists."""
        if len(text) < LONG_STRING:
            return text
        long_text = LongString(text)
        long_text.memory = self
        self.characters += len(long_text)
        return long_text

    def allocate_string(self, text: str, replaced: int = 0) -> str:
        """Does `claim` and `count_string` for a string that is made already."""
        if len(text) < LONG_STRING:
            return text
        self.claim(len(text), replaced)
        return self.count_string(text)

    # ---- the total

    def _require_free(self, more: int) -> None:
        """Raises OutOfMemory unless `more` bytes are free."""
        if self._array_bytes + self.characters * CHARACTER + more > MEMORY_SIZE:
            self._recount()  # without the arrays that are gone since the last count
            if self._array_bytes + self.characters * CHARACTER + more > MEMORY_SIZE:
                raise OutOfMemory("arrays and strings fill the memory")

    def _recount(self) -> None:
        """Counts the bytes of the arrays that exist still."""
        self._array_bytes = sum(
            len(each) * (ELEMENT if each.kind == STRING else NUMBER) for each in self.arrays
        )

    def check(self) -> None:
        """Raises OutOfMemory if arrays and strings need more than the memory; called once a frame."""
        self._recount()
        used = self._array_bytes + self.characters * CHARACTER
        if used <= MEMORY_SIZE:
            used += self._bytes_of_short_strings(MEMORY_SIZE - used)
        if used > MEMORY_SIZE:
            raise OutOfMemory("arrays and strings fill the memory")

    def _bytes_of_short_strings(self, room: int) -> int:
        """Returns the bytes of the short strings in arrays; 0 if they surely fit the `room` that is left."""
        arrays = [each for each in self.arrays if each.kind == STRING]
        elements = sum(map(len, arrays))
        self._checks += 1
        # They fit even if each is as long as a short string can be. n times STRINGS_COUNTED strings are not
        # counted in n of n + 1 frames, as they cannot grow by much in between.
        if elements * LONG_STRING * CHARACTER <= room or self._checks % (1 + elements // STRINGS_COUNTED):
            return 0
        # the quick sum counts a string in several places several times
        if sum(sum(map(len, each.flat())) for each in arrays) * CHARACTER <= room:
            return 0
        # a string in several places counts once
        lengths = {id(text): len(text) for each in arrays for text in each.flat()}
        return sum(length for length in lengths.values() if length < LONG_STRING) * CHARACTER
