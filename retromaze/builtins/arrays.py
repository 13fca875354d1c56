"""Whole arrays: filling, copying, sorting and counting them.

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

from retromaze.builtins.computer import Computer
from retromaze.builtins.form import COUNT, Change, Handling, Range
from retromaze.builtins.registry import Element, Value, builtin
from retromaze.errors import (
    IllegalFunctionCall,
    OutOfData,
    OutOfRange,
    SubscriptOutOfRange,
    TypeMismatch,
)
from retromaze.machine.machine import Machine
from retromaze.values.arrays import ROWS_BETWEEN_PAUSES, STRING, Array
from retromaze.values.costs import (
    CONVERSION_COST,
    FILL_COST,
    FLATTENING_COST,
    MERGE_COST,
    MOVE_COST,
    PIECE,
    ROW_SEARCH_COST,
    ROW_WRITE_COST,
    SORT_COST,
)
from retromaze.values.scalars import plain, truncate

RUN = 1 << 15
Key = Callable[[Any], Any]
Spend = Callable[[int], None]


def sort_items(items: Sequence[Any], spend: Spend, key: Key | None = None) -> list[Any]:
    """Returns the items sorted by themselves or by a key; equal ones keep their order.

    `spend` is called with the units of each piece of work before it is done.
    """
    runs = [run(items[at : at + RUN], spend, key) for at in range(0, len(items), RUN)] or [[]]
    while len(runs) > 1:
        pairs = zip(runs[::2], [*runs[1::2], []], strict=False)
        runs = [merge_runs(first, second, spend, key) for first, second in pairs]
    return runs[0]


def run(items: Sequence[Any], spend: Spend, key: Key | None) -> list[Any]:
    spend(SORT_COST.of(len(items)))
    return sorted(items, key=key)


def merge_runs(first: list[Any], second: list[Any], spend: Spend, key: Key | None) -> list[Any]:
    """Merges two sorted runs. Where keys are equal, the first run comes first."""
    if not second:
        return first
    result: list[Any] = []
    for part in merge_pieces(first, second, key):
        spend(MERGE_COST.of(len(part)))
        # Python's sort finds the two runs in the part and merges them in one go.
        result += sorted(part, key=key)
    return result


def itself(item: Any) -> Any:
    return item


def merge_pieces(first: list[Any], second: list[Any], key: Key | None) -> Iterator[list[Any]]:
    """Splits two sorted runs into pairs of parts; no key of a pair is above any key of the next pair."""
    value = key or itself
    at, other = 0, 0
    while at < len(first) and other < len(second):
        end, other_end = min(at + RUN, len(first)), min(other + RUN, len(second))
        last, other_last = value(first[end - 1]), value(second[other_end - 1])
        if other_last < last:
            end = bisect_right(first, other_last, at, end, key=key)
        else:
            other_end = bisect_left(second, last, other, other_end, key=key)
        yield first[at:end] + second[other:other_end]
        at, other = end, other_end
    yield from (
        rest[start : start + RUN]
        for rest, begin in ((first, at), (second, other))
        for start in range(begin, len(rest), RUN)
    )


MOST_SORTED = 8
Count = Annotated[int, COUNT]
LONGEST = 1 << 21
"""The most elements of an array, and the most characters of a text."""
Arranged = Annotated[Array, Handling.ARRANGED]


@builtin("LEN")
def length(value: Annotated[Value, Handling.MEASURED]) -> Annotated[int, Range(0, LONGEST)]:
    """LEN(text) · LEN(array) counts the characters of a text, or all elements of an array."""
    if isinstance(value, str | Array):
        return len(value)
    raise TypeMismatch(argument=1)


@builtin("FILL", FILL_COST, ROW_SEARCH_COST, ROW_WRITE_COST, changes=Change.NOTHING, guarded=True)
def fill(m: Machine, array: Arranged, value: Element, start: Count = 0, count: Count | None = None) -> None:
    """FILL array,value[,start[,count]] sets elements to a value, all of them or count from start on."""
    stored = array.converted(value)
    if start < 0:
        raise OutOfRange(argument=3)
    number = len(array) - start if count is None else count
    if number < 0 or start + number > len(array):
        raise OutOfRange(argument=3 if count is None else 4)
    m.spend(FILL_COST.of(number))
    write(m, array, start, [stored] * number)


def write(m: Machine, array: Array, start: int, elements: list[Any]) -> None:
    """Puts elements, already of the array's kind, into a part that exists."""
    if array.one_dimensional:
        array.write(start, elements)
    else:
        write_all(m, start, [(array, elements)])


def write_all(m: Machine, start: int, parts: list[tuple[Array, list[Any]]]) -> None:
    """Writes elements into several arrays, into all of them even if the program is stopped meanwhile."""
    units = sum(writing(array, len(elements)) for array, elements in parts)
    pauses = chain.from_iterable(array.write_by_rows(start, elements) for array, elements in parts)
    try:
        for _ in pauses:
            m.spend(ROW_WRITE_COST.of(ROWS_BETWEEN_PAUSES))
            units -= ROW_WRITE_COST.of(ROWS_BETWEEN_PAUSES)
        m.spend(units)
    finally:
        for _ in pauses:
            pass


def writing(array: Array, count: int) -> int:
    """Returns the work of finding the rows of an array of several dimensions and writing into them."""
    if array.one_dimensional or not count:
        return 0
    found = ROW_SEARCH_COST.of(prod(array.sizes[:-1])) if len(array.sizes) > 2 else 0
    return found + ROW_WRITE_COST.of(count // array.sizes[-1] + 1)


def laid_out(m: Machine, array: Array) -> list[Any]:
    """Returns all elements in flat order; of several dimensions a copy, which costs the work for all."""
    if not array.one_dimensional:
        m.spend(FLATTENING_COST.of(len(array)))
    return array.flat()


def numbers_in(m: Machine, array: Array, argument: int | None = None, count: int = 0) -> list[Any]:
    """Returns all elements of an array of numbers, which has at least `count`, else SubscriptOutOfRange."""
    if array.kind == STRING:
        raise TypeMismatch(argument=argument)
    if len(array) < count:
        raise SubscriptOutOfRange(argument=argument)
    return laid_out(m, array)


def whole(value: Value | None, argument: int | None = None) -> int:
    """Returns a number among the arguments, cut to an Integer."""
    if isinstance(value, int | float):
        return truncate(value)
    raise TypeMismatch(argument=argument)


@builtin(
    "COPY",
    MOVE_COST,
    CONVERSION_COST,
    FLATTENING_COST,
    ROW_SEARCH_COST,
    ROW_WRITE_COST,
    changes=Change.NOTHING,
)
def copy(
    computer: Computer,
    target: Annotated[Array, Handling.RESIZED],
    *rest: Annotated[Value, Handling.COPIED],
) -> None:
    """COPY target[,position],source[[,start],count] copies elements of another array.
    COPY target[,position],label[,count] copies DATA from a label on ("@L").

    A target of one dimension grows. One number after the source is the count; without it the rest of the
    source is copied, or as much DATA as the target has room for.
    Raises TypeMismatch between texts and numbers, OutOfData, UndefinedLabel.
    Unverified: SubscriptOutOfRange where the source or a target of more dimensions is too short; the room
    for DATA begins at the position.
    """
    position, after = 0, rest
    if rest and isinstance(rest[0], int | float):
        position, after = truncate(rest[0]), rest[1:]
    if not 1 <= len(after) <= 3:
        raise IllegalFunctionCall
    if position < 0:
        raise OutOfRange(argument=2)
    first = len(rest) - len(after) + 3
    numbers = [whole(value, first + at) for at, value in enumerate(after[1:])]
    if isinstance(after[0], str):
        room = max(0, len(target) - position)
        elements = data_items(computer, after[0], numbers, room, first)
    else:
        elements = source_elements(computer.machine, after[0], numbers, first)
    store_elements(computer.machine, target, position, elements)


def data_items(computer: Computer, label: str, numbers: list[int], room: int, first: int) -> list[Any]:
    """Returns the DATA items COPY takes; `first` is the place of the count in the call."""
    if len(numbers) > 1:
        raise IllegalFunctionCall
    count = numbers[0] if numbers else room
    if count < 0:
        raise OutOfRange(argument=first)
    items = computer.data_from(label)
    if count > len(items):
        raise OutOfData
    return items[:count]


def source_elements(m: Machine, source: Value, numbers: list[int], first: int) -> list[Any]:
    """Returns the elements COPY takes from an array; `first` is the place of the first number in the call."""
    if not isinstance(source, Array):
        raise TypeMismatch(argument=first - 1)
    if numbers and min(numbers) < 0:
        raise OutOfRange(argument=first + (numbers[0] >= 0))
    start = numbers[0] if len(numbers) == 2 else 0
    end = start + numbers[-1] if numbers else len(source)
    if end > len(source):
        raise SubscriptOutOfRange(argument=first + len(numbers) - 1)
    return laid_out(m, source)[start:end]


def converted_elements(m: Machine, target: Array, elements: list[Any]) -> list[Any]:
    """Returns the elements as an array stores them, themselves if they are of its kind."""
    if target.holds_unconverted(elements):
        return elements
    made: list[Any] = []
    for at in range(0, len(elements), PIECE):
        part = elements[at : at + PIECE]
        m.spend(CONVERSION_COST.of(len(part)))
        made += map(target.converted, part)
    return made


def make_room(target: Array, length: int) -> None:
    """Grows the array to a length, if it has one dimension. Raises SubscriptOutOfRange, OutOfMemory."""
    if target.one_dimensional:
        target.extend_to(length)
    elif length > len(target):
        raise SubscriptOutOfRange


def store_elements(m: Machine, target: Array, position: int, elements: list[Any]) -> None:
    """Stores elements, all or none, growing a target of one dimension as far as the machine's memory goes."""
    made = converted_elements(m, target, elements)
    m.spend(MOVE_COST.of(len(made)))
    make_room(target, position + len(made))
    write(m, target, position, made)


@builtin(
    "SORT", SORT_COST, MERGE_COST, FLATTENING_COST, ROW_SEARCH_COST, ROW_WRITE_COST, changes=Change.NOTHING
)
def sort(m: Machine, *arguments: Annotated[Value, Handling.ARRANGED]) -> None:
    """SORT [start,count,]keys[,array2…array8] sorts the keys upward; the other arrays follow them.

    Equal keys keep their order. Raises OutOfRange for a part that is not inside the keys.
    Unverified: OutOfRange also for a following array that is too short.
    """
    rearrange(m, arguments, backward=False)


@builtin(
    "RSORT", SORT_COST, MERGE_COST, FLATTENING_COST, ROW_SEARCH_COST, ROW_WRITE_COST, changes=Change.NOTHING
)
def sort_backward(m: Machine, *arguments: Annotated[Value, Handling.ARRANGED]) -> None:
    """RSORT [start,count,]keys[,array2…array8] sorts the keys downward; the other arrays follow them.

    The result is SORT's from end to beginning: equal keys change their order.
    """
    rearrange(m, arguments, backward=True)


def rearrange(m: Machine, arguments: tuple[Value, ...], *, backward: bool) -> None:
    start, count, arrays = sorting(arguments)
    if len(arrays) == 1 and arrays[0].kind != STRING:
        # Numbers alone need no places: equal ones are the same whichever comes first.
        numbers = sort_items(laid_out(m, arrays[0])[start : start + count], m.spend)
        if backward:
            numbers.reverse()
        m.spend(MERGE_COST.of(count))
        write(m, arrays[0], start, numbers)
        return
    parts = [laid_out(m, array)[start : start + count] for array in arrays]
    keys = list(map(plain, parts[0])) if arrays[0].kind == STRING else parts[0]
    order = sort_items(range(count), m.spend, keys.__getitem__)
    if backward:
        order.reverse()
    # Nothing is written before all is worked out: the user may stop the program in any frame.
    moved = [in_order(m, elements, order) for elements in parts]
    write_all(m, start, list(zip(arrays, moved, strict=True)))


def in_order(m: Machine, elements: list[Any], order: list[int]) -> list[Any]:
    """Returns the elements at places in their order."""
    moved: list[Any] = []
    for first in range(0, len(order), RUN):
        part = order[first : first + RUN]
        m.spend(MERGE_COST.of(len(part)))
        moved += [elements[at] for at in part]
    return moved


def sorting(arguments: tuple[Value, ...]) -> tuple[int, int, list[Array]]:
    """Returns (start, count, arrays) of a SORT. Raises BasicError for wrong arguments."""
    numbers: tuple[int, ...] = ()
    if len(arguments) > 1 and not isinstance(arguments[0], Array):
        numbers = whole(arguments[0], 1), whole(arguments[1], 2)
    arrays = arguments[len(numbers) :]
    if not 1 <= len(arrays) <= MOST_SORTED:
        raise IllegalFunctionCall
    checked: list[Array] = []
    for argument, value in enumerate(arrays, len(numbers) + 1):
        if not isinstance(value, Array):
            raise TypeMismatch(argument=argument)
        checked.append(value)
    start, count = numbers or (0, len(checked[0]))
    if start < 0:
        raise OutOfRange(argument=1)
    if count < 0 or any(start + count > len(array) for array in checked):
        raise OutOfRange(argument=2 if numbers else None)
    return start, count, checked
