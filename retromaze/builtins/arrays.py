"""Whole arrays: filling, copying, sorting and counting them. `spend` takes work off the frame's budget.

Elements are addressed in flat order, the last subscript fastest, whatever the dimensions.
SORT works in steps, runs first and then merges, so that frames pass while a large array is sorted; the result
is that of one stable sort.
Source: manual, Variables and Arrays; language reference, section 5.5, unless a function says otherwise.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from math import prod
from typing import Annotated, Any

from retromaze.builtins.computer_interface import Computer
from retromaze.builtins.form import Handling, Range
from retromaze.builtins.registry import Count, Element, Resized, Value, builtin
from retromaze.errors import IllegalFunctionCall, OutOfData, OutOfRange, SubscriptOutOfRange, TypeMismatch
from retromaze.language.numbers import truncate
from retromaze.machine.machine import Machine
from retromaze.values.arrays import ROWS_BETWEEN_PAUSES, STRING, Array
from retromaze.values.costs import (
    CONVERSION_COST,
    FILL_COST,
    FLATTENING_COST,
    MERGE_COST,
    MOVE_COST,
    ROW_SEARCH_COST,
    ROW_WRITE_COST,
    SORT_COST,
    paid_pieces,
)
from retromaze.values.scalars import plain

RUN_LENGTH = 1 << 15
Key = Callable[[Any], Any]
Spend = Callable[[int], None]


def sort_items(items: Sequence[Any], spend: Spend, key: Key | None = None) -> list[Any]:
    """Returns the items sorted by themselves or by a key; equal ones keep their order.

    `spend` is called with the units of each piece of work before it is done.
    """
    runs: list[list[Any]] = []
    for start in range(0, len(items), RUN_LENGTH):
        run = items[start : start + RUN_LENGTH]
        spend(SORT_COST.of(len(run)))
        runs.append(sorted(run, key=key))
    while len(runs) > 1:
        # of an odd number of runs, the last is merged with an empty one
        pairs = zip(runs[::2], [*runs[1::2], []], strict=False)
        runs = [merge_runs(first, second, spend, key) for first, second in pairs]
    return runs[0] if runs else []


def merge_runs(first: list[Any], second: list[Any], spend: Spend, key: Key | None) -> list[Any]:
    """Merges two sorted runs. Where keys are equal, the first run comes first."""
    if not second:
        return first
    result: list[Any] = []
    for piece in mergeable_pieces(first, second, key):
        spend(MERGE_COST.of(len(piece)))
        # Python's sort is stable; it finds the two sorted parts of the piece and merges them in one go
        result += sorted(piece, key=key)
    return result


def mergeable_pieces(first: list[Any], second: list[Any], key: Key | None) -> Iterator[list[Any]]:
    """Splits two sorted runs into pieces, so that frames can pass while they are merged.

    A piece is a part of the first run and then one of the second, at most RUN_LENGTH items each. The pieces,
    each sorted, are the merged run: no key of a piece is above any key of the next one.
    """
    key_of = key or (lambda item: item)
    start, other_start = 0, 0
    while start < len(first) and other_start < len(second):
        end = min(start + RUN_LENGTH, len(first))
        other_end = min(other_start + RUN_LENGTH, len(second))
        last, other_last = key_of(first[end - 1]), key_of(second[other_end - 1])
        # The part that ends with the larger key is cut, so that no key of the next piece is smaller. Of equal
        # keys, those of the first run stay in this piece, and those of the second go to the next.
        if other_last < last:
            end = bisect_right(first, other_last, start, end, key=key)
        else:
            other_end = bisect_left(second, last, other_start, other_end, key=key)
        yield first[start:end] + second[other_start:other_end]
        start, other_start = end, other_end
    # one run is used up, the rest of the other one is sorted
    yield from (
        rest[at : at + RUN_LENGTH]
        for rest, begin in ((first, start), (second, other_start))
        for at in range(begin, len(rest), RUN_LENGTH)
    )


MOST_SORTED = 8
LONGEST = 1 << 21
"""The most elements of an array, and the most characters of a text."""
Arranged = Annotated[Array, Handling.ARRANGED]


@builtin("LEN")
def length(value: Annotated[Value, Handling.MEASURED]) -> Annotated[int, Range(0, LONGEST)]:
    """LEN(text) · LEN(array) counts the characters of a text, or all elements of an array."""
    if isinstance(value, str | Array):
        return len(value)
    raise TypeMismatch(argument=1)


@builtin("FILL", FILL_COST, ROW_SEARCH_COST, ROW_WRITE_COST, checks_itself=True)
def fill(m: Machine, array: Arranged, value: Element, start: Count = 0, count: Count | None = None) -> None:
    """FILL array,value[,start[,count]] sets elements to a value, all of them or count from start on."""
    # its TypeMismatch comes before the errors of the ranges, so this function checks those itself
    stored = array.converted(value)
    if start < 0:
        raise OutOfRange(argument=3)
    number = len(array) - start if count is None else count
    if number < 0 or start + number > len(array):
        raise OutOfRange(argument=3 if count is None else 4)
    m.spend(FILL_COST.of(number))
    write_elements(m, array, start, [stored] * number)


def write_elements(m: Machine, array: Array, start: int, elements: list[Any]) -> None:
    """Writes elements, which have the array's kind already, from index `start` on; the array has room."""
    if array.one_dimensional:
        array.write(start, elements)
    else:
        write_into_all(m, start, [(array, elements)])


def write_into_all(m: Machine, start: int, parts: list[tuple[Array, list[Any]]]) -> None:
    """Writes elements into several arrays, each from index `start` on; between rows frames may pass.

    All are written even if the program is stopped meanwhile, for instance by closing the window.
    """
    units = sum(row_write_cost(array, len(elements)) for array, elements in parts)
    pauses = chain.from_iterable(array.write_by_rows(start, elements) for array, elements in parts)
    try:
        for _ in pauses:  # each step writes ROWS_BETWEEN_PAUSES rows
            m.spend(ROW_WRITE_COST.of(ROWS_BETWEEN_PAUSES))
            units -= ROW_WRITE_COST.of(ROWS_BETWEEN_PAUSES)
        m.spend(units)
    finally:
        for _ in pauses:
            pass  # writes what is left if `spend` has raised


def row_write_cost(array: Array, count: int) -> int:
    """Returns the work of writing `count` elements into the rows of an array of several dimensions."""
    if array.one_dimensional or not count:
        return 0  # the list of elements is written in one go
    # the rows of three dimensions or more are in nested lists, and are collected first
    search_cost = ROW_SEARCH_COST.of(prod(array.sizes[:-1])) if len(array.sizes) > 2 else 0
    # one row more, because the elements may begin and end within rows
    return search_cost + ROW_WRITE_COST.of(count // array.sizes[-1] + 1)


def flat_elements(m: Machine, array: Array) -> list[Any]:
    """Returns all elements in flat order, which the caller must not change.

    For one dimension it is the array's own list, else a copy, for which work is spent.
    """
    if not array.one_dimensional:
        m.spend(FLATTENING_COST.of(len(array)))
    return array.flat()


def array_numbers(m: Machine, array: Array, argument: int | None = None, count: int = 0) -> list[Any]:
    """Returns all elements of an array of numbers in flat order.

    Raises TypeMismatch for strings, SubscriptOutOfRange for fewer than `count` elements; `argument`
    is the number of the argument in these errors.
    """
    require_numeric(array, argument)
    if len(array) < count:
        raise SubscriptOutOfRange(argument=argument)
    return flat_elements(m, array)


def require_numeric(array: Array, argument: int | None = None) -> None:
    """Raises TypeMismatch for an array of strings."""
    if array.kind == STRING:
        raise TypeMismatch(argument=argument)


def integer_argument(value: Value | None, argument: int | None = None) -> int:
    """Returns an argument as an Integer, cut toward zero. Raises TypeMismatch if it is no number."""
    if isinstance(value, int | float):
        return truncate(value)
    raise TypeMismatch(argument=argument)


COPY_RATES = MOVE_COST, CONVERSION_COST, FLATTENING_COST, ROW_SEARCH_COST, ROW_WRITE_COST


@builtin("COPY", *COPY_RATES)
def copy(computer: Computer, target: Resized, *rest: Annotated[Value, Handling.COPIED]) -> None:
    """COPY target[,position],source[[,start],count] copies elements of another array.
    COPY target[,position],label[,count] copies DATA from a label on ("@L").

    A target of one dimension grows. One number after the source is the count; without it the rest of the
    source is copied, or as much DATA as the target has room for.
    Raises TypeMismatch between texts and numbers, OutOfData, UndefinedLabel.
    Unverified: SubscriptOutOfRange where the source or a target of more dimensions is too short; the room
    for DATA begins at the position.
    """
    position, source_and_numbers = 0, rest
    if rest and isinstance(rest[0], int | float):
        position, source_and_numbers = truncate(rest[0]), rest[1:]
    if not 1 <= len(source_and_numbers) <= 3:
        raise IllegalFunctionCall
    if position < 0:
        raise OutOfRange(argument=2)
    source, *after = source_and_numbers
    # the argument number of the first one after the source: `rest` begins with argument 2
    first = 2 + len(rest) - len(after)
    numbers = [integer_argument(value, argument) for argument, value in enumerate(after, first)]
    if isinstance(source, str):
        room = max(0, len(target) - position)
        elements = data_to_copy(computer, source, numbers, room, first)
    else:
        elements = elements_to_copy(computer.machine, source, numbers, first)
    store_elements(computer.machine, target, position, elements)


def data_to_copy(computer: Computer, label: str, numbers: list[int], room: int, first: int) -> list[Any]:
    """Returns the DATA items that COPY takes: as many as `numbers` says, or as many as there is `room` for.

    `first` is the argument number of the count, for errors.
    """
    if len(numbers) > 1:
        raise IllegalFunctionCall
    count = numbers[0] if numbers else room
    if count < 0:
        raise OutOfRange(argument=first)
    items = computer.data_from(label)
    if count > len(items):
        raise OutOfData
    return items[:count]


def elements_to_copy(m: Machine, source: Value, numbers: list[int], first: int) -> list[Any]:
    """Returns the elements that COPY takes from an array; `numbers` are [start, count], [count] or none.

    `first` is the argument number of the first one, for errors.
    """
    if not isinstance(source, Array):
        raise TypeMismatch(argument=first - 1)
    for argument, each in enumerate(numbers, first):
        if each < 0:
            raise OutOfRange(argument=argument)
    start = numbers[0] if len(numbers) == 2 else 0
    end = start + numbers[-1] if numbers else len(source)
    if end > len(source):
        raise SubscriptOutOfRange(argument=first + len(numbers) - 1)  # the count
    return flat_elements(m, source)[start:end]


def converted_elements(m: Machine, target: Array, elements: list[Any]) -> list[Any]:
    """Returns the elements converted to the kind of `target`; unchanged if they have that kind already."""
    if target.stores_unchanged(elements):
        return elements
    made: list[Any] = []
    for part in paid_pieces(elements, CONVERSION_COST, m.spend):
        made += map(target.converted, part)
    return made


def ensure_length(target: Array, length: int) -> None:
    """Grows the array to a length, if it has one dimension. Raises SubscriptOutOfRange, OutOfMemory."""
    if target.one_dimensional:
        target.extend_to(length)
    elif length > len(target):
        raise SubscriptOutOfRange


def store_elements(m: Machine, target: Array, position: int, elements: list[Any]) -> None:
    """Stores elements from index `position` on, all or none; a target of one dimension grows.

    Raises TypeMismatch, OutOfMemory, and SubscriptOutOfRange for a target of more dimensions without room.
    """
    made = converted_elements(m, target, elements)
    m.spend(MOVE_COST.of(len(made)))
    ensure_length(target, position + len(made))
    write_elements(m, target, position, made)


SORT_RATES = SORT_COST, MERGE_COST, FLATTENING_COST, ROW_SEARCH_COST, ROW_WRITE_COST


@builtin("SORT", *SORT_RATES)
def sort(m: Machine, *arguments: Annotated[Value, Handling.ARRANGED]) -> None:
    """SORT [start,count,]keys[,array2…array8] sorts the keys upward; the other arrays follow them.

    Equal keys keep their order. Raises OutOfRange for a part that is not inside the keys.
    Unverified: OutOfRange also for a following array that is too short.
    """
    sort_arrays(m, arguments, backward=False)


@builtin("RSORT", *SORT_RATES)
def sort_backward(m: Machine, *arguments: Annotated[Value, Handling.ARRANGED]) -> None:
    """RSORT [start,count,]keys[,array2…array8] sorts the keys downward; the other arrays follow them.

    The result is SORT's from end to beginning: equal keys change their order.
    """
    sort_arrays(m, arguments, backward=True)


def sort_arrays(m: Machine, arguments: tuple[Value, ...], *, backward: bool) -> None:
    """Does SORT and RSORT: sorts a part of the first array, and puts the others into the same order."""
    start, count, arrays = read_sort_arguments(arguments)
    if len(arrays) == 1 and arrays[0].kind != STRING:
        # numbers alone are sorted directly: equal ones are the same whichever comes first
        numbers = sort_items(flat_elements(m, arrays[0])[start : start + count], m.spend)
        if backward:
            numbers.reverse()
        m.spend(MERGE_COST.of(count))  # the work of putting them in their places, as in `reorder_elements`
        write_elements(m, arrays[0], start, numbers)
        return
    parts = [flat_elements(m, array)[start : start + count] for array in arrays]
    # strings with several names are objects, which cannot be compared
    keys = list(map(plain, parts[0])) if arrays[0].kind == STRING else parts[0]
    order = sort_items(range(count), m.spend, keys.__getitem__)  # the old indices in their new order
    if backward:
        order.reverse()
    # nothing is written before all is calculated, because the user may stop the program in any frame
    sorted_parts = [reorder_elements(m, elements, order) for elements in parts]
    write_into_all(m, start, list(zip(arrays, sorted_parts, strict=True)))


def reorder_elements(m: Machine, elements: list[Any], order: list[int]) -> list[Any]:
    """Returns the elements at the indices in `order`, and spends work piece by piece: frames may pass."""
    result: list[Any] = []
    for start in range(0, len(order), RUN_LENGTH):
        piece = order[start : start + RUN_LENGTH]
        m.spend(MERGE_COST.of(len(piece)))
        result += [elements[at] for at in piece]
    return result


def read_sort_arguments(arguments: tuple[Value, ...]) -> tuple[int, int, list[Array]]:
    """Returns (start, count, arrays) from the arguments of SORT; without numbers, all of the first array."""
    numbers: tuple[int, ...] = ()
    if len(arguments) > 1 and not isinstance(arguments[0], Array):
        numbers = integer_argument(arguments[0], 1), integer_argument(arguments[1], 2)
    values = arguments[len(numbers) :]
    if not 1 <= len(values) <= MOST_SORTED:
        raise IllegalFunctionCall
    arrays: list[Array] = []
    for argument, value in enumerate(values, len(numbers) + 1):
        if not isinstance(value, Array):
            raise TypeMismatch(argument=argument)
        arrays.append(value)
    start, count = numbers or (0, len(arrays[0]))
    if start < 0:
        raise OutOfRange(argument=1)
    if count < 0 or any(start + count > len(array) for array in arrays):
        raise OutOfRange(argument=2 if numbers else None)
    return start, count, arrays
