"""Functions for ports where BASIC and Python differ in meaning; ports call these openly.

The docstring of each says what it does that plain Python does not, so that whoever rewrites a port knows when
the call can be replaced. Numbers are Python's: an int for a whole number, a float for any other; `%`
variables of a listing are ints within 32 bits.
Source: the machine's own functions, of which these are the names for ports.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from itertools import chain
from typing import Any, ParamSpec, TypeVar

from retromaze.builtins.clock import read_date, read_time, read_weekday
from retromaze.builtins.maths import (
    ceiling,
    classify,
    degrees,
    exponential,
    hyperbolic_cosine,
    hyperbolic_sine,
    larger,
    power,
    radians,
    rounded,
    sign,
    smaller,
)
from retromaze.builtins.strings import formatted
from retromaze.builtins.system import dialog_text
from retromaze.engine.line_input import ask_fields, ask_line
from retromaze.errors import (
    Break,
    OutOfData,
    RetromazeError,
    SubscriptOutOfRange,
    TypeMismatch,
    UndefinedLabel,
)
from retromaze.language.lexer import label_name_in
from retromaze.language.numbers import divide, remainder, shift_left, shift_right, truncate, wrap
from retromaze.machine.machine import Machine
from retromaze.values import operators
from retromaze.values.operators import print_text
from retromaze.values.scalars import LOW_32_BITS, general, hexadecimal, number_in, to_integer

__all__ = [
    "Break",
    "Data",
    "End",
    "EndOfSlot",
    "NotPorted",
    "Restart",
    "Text",
    "answers",
    "array",
    "ask_line",
    "ask_number",
    "ask_text",
    "ask_values",
    "binary",
    "ceiling",
    "classify",
    "compare",
    "copy",
    "degrees",
    "dialog_text",
    "divide",
    "exponential",
    "fill",
    "find",
    "for_end",
    "formatted",
    "held",
    "hexadecimal",
    "hyperbolic_cosine",
    "hyperbolic_sine",
    "is_true",
    "larger",
    "middle",
    "not_ported",
    "number",
    "number_text",
    "power",
    "printed",
    "radians",
    "read_date",
    "read_time",
    "read_weekday",
    "remainder",
    "replaced",
    "restarting",
    "right",
    "rounded",
    "shift_left",
    "shift_right",
    "sign",
    "size",
    "smaller",
    "sort",
    "stored",
    "to_integer",
    "truncate",
    "value",
    "wrap",
]

Element = TypeVar("Element")
Number = TypeVar("Number", int, float)
Given = ParamSpec("Given")


class End(Exception):
    """Raised by END inside a DEF or GOSUB: the whole program ends, not only the function."""


class EndOfSlot(End):
    """Raised by END inside a DEF or GOSUB, where EXEC may have begun the program: what began it goes on."""


class Restart(Exception):
    """Raised by EXEC of the slot that runs: the program begins again, and all its variables are new."""


def restarting(main: Callable[Given, None]) -> Callable[Given, None]:
    """Decorates `main` of a port: it begins again whenever Restart is raised."""

    @wraps(main)
    def repeated(*arguments: Given.args, **keywords: Given.kwargs) -> None:
        while True:
            try:
                return main(*arguments, **keywords)
            except Restart:
                pass

    return repeated


class NotPorted(RetromazeError):
    """A place that `retromaze port` could not write in Python; the message names the line and the reason."""

    def __str__(self) -> str:
        return f"not ported: {self.args[0]}"


def not_ported(sentence: str) -> Any:
    """Raises NotPorted. A port calls it in place of a statement or value that has to be written by hand."""
    raise NotPorted(sentence)


# ---- numbers


def for_end(start: Number, stop: Number, step: Number) -> Number:
    """Returns FOR's variable after the loop: the first value past `stop`, which may be `start` itself.

    After Python's `for`, the variable has the value before that. Raises ValueError for a step of 0.
    """
    if not step:
        raise ValueError("FOR with STEP 0 never ends")
    passes = max(0, math.floor((stop - start) / step) + 1)
    return start + passes * step


# ---- text


def printed(value: object) -> str:
    """Returns a value as PRINT writes it: 8 decimals at most, and never an exponent."""
    return str(value) if isinstance(value, Text) else print_text(value)


def number_text(value: float, width: int = 1) -> str:
    """STR$: six significant digits of a number with decimals, set right in `width` columns."""
    return general(value).rjust(width)


def value(text: str) -> float:
    """VAL: the number at the beginning of a text, 0 if there is no number."""
    return float(number_in(text))


def number(text: str) -> int | float:
    """VAL with its type: "5" gives an int (an Integer), "5.0" a float (a Real)."""
    return number_in(text)


def digit(character: str) -> int:
    """VAL of one character or none: the digit's value, 0 for all else."""
    return int(number_in(character))


def held(result: float) -> int | float:
    """Returns the result of an operator: an int (of two Integers) wrapped to 32 bits, a float unchanged."""
    return wrap(result) if isinstance(result, int) else result


def binary(number: int, width: int = 0) -> str:
    """BIN$: 32 bits in binary, so that a number below 0 has 32 digits."""
    return f"{number & LOW_32_BITS:b}".rjust(width, "0")


def right(text: str, count: int) -> str:
    """RIGHT$: the last characters; none for a count of 0, where Python's text[-0:] is the whole text."""
    return text[-count:] if count else ""


def middle(text: str, start: int, count: int) -> str:
    """MID$: `text[start : start + count]` where `start` must be evaluated only once."""
    return text[start : start + count]


def find(start: int, text: str, wanted: str) -> int:
    """INSTR: `text.find(wanted, start)` where `start` must be evaluated first."""
    return text.find(wanted, start)


def replaced(text: str, start: int, count: int | None, new: str) -> str:
    """SUBST$: `count` characters from `start` on, or all of them (None), replaced by `new`."""
    return text[:start] + new + ("" if count is None else text[start + count :])


def compare(sign: str, left: object, right: object) -> int:
    """Returns 1 or 0 for a comparison; a string on the left and a number on the right give 3 for any `sign`.

    Raises TypeMismatch for a number on the left and a string on the right.
    """
    one, other = (str(each) if isinstance(each, Text) else each for each in (left, right))
    return operators.compare(sign, one, other)


def is_true(value: object) -> bool:
    """Whether a value of any kind is true as a condition: a string always is, even an empty one."""
    return isinstance(value, str | Text) or bool(value)


class Text:
    """A string with several names: BASIC changes it in place, so that all of them have the new characters.

    After `B$=A$` both names mean one string, and `INC A$,"X"` changes B$ too. A method that changes it
    returns it.
    """

    def __init__(self, characters: str = "") -> None:
        self.characters = characters

    def __str__(self) -> str:
        return self.characters

    def append(self, more: str) -> Text:
        """INC and PUSH: adds characters at the end."""
        self.characters += more
        return self

    def prepend(self, more: str) -> Text:
        """UNSHIFT: adds characters at the beginning."""
        self.characters = more + self.characters
        return self

    def put(self, position: int, new: str) -> Text:
        """S$[i]=t$: one character replaced by all of `new`. Raises SubscriptOutOfRange."""
        if not 0 <= position < len(self.characters):
            raise SubscriptOutOfRange
        self.characters = replaced(self.characters, position, 1, new)
        return self

    def take(self, position: int) -> str:
        """POP (-1) and SHIFT (0): the last or first character, which the string loses."""
        if not self.characters:
            raise SubscriptOutOfRange
        taken = self.characters[position]
        self.characters = self.characters[1:] if position == 0 else self.characters[:-1]
        return taken


# ---- arrays: lists, and lists of lists where there are several dimensions


def array(element: Any, *sizes: int) -> list[Any]:
    """DIM of several dimensions whose sizes must be evaluated once, from left to right.

    `element` is the first value of all elements, or the class Text: then each is a string of its own.
    """
    length, *inner = sizes
    if inner:
        return [array(element, *inner) for _ in range(length)]
    return [Text() if element is Text else element for _ in range(length)]


def size(array: Sequence[Any]) -> int:
    """LEN: the number of elements of an array, over all dimensions."""
    return len(array) * size(array[0]) if array and isinstance(array[0], list) else len(array)


def sizes(array: list[Any]) -> tuple[int, ...]:
    """Returns the length of each dimension of an array."""
    inner = sizes(array[0]) if array and isinstance(array[0], list) else ()
    return (len(array), *inner)


def flat(array: list[Any]) -> list[Any]:
    """Returns all elements, the last subscript fastest."""
    while array and isinstance(array[0], list):
        array = list(chain.from_iterable(array))
    return array


def stored(array: list[Any], start: int, values: Iterable[Any]) -> None:
    """Puts values into an array from the index `start` on, counted over all dimensions.

    A list of one dimension grows, filled up with "" or 0, the value of `type(new[0])()`.
    """
    new = list(values)
    if not (array and isinstance(array[0], list)):
        array.extend(type(new[0])() for _ in range(start + len(new) - len(array) if new else 0))
        array[start : start + len(new)] = new
        return
    length = size(array[0])
    for at, row in enumerate(array):
        # the values that fall into this row, whose first element has the index `at * length`
        first = max(0, at * length - start)
        part = new[first : max(0, (at + 1) * length - start)]
        if part:
            stored(row, start + first - at * length, part)


def fill(array: list[Any], value: Any, start: int = 0, count: int | None = None) -> None:
    """FILL: some elements of an array, or all, set to a value; strings are copied, one for each element."""
    length = size(array) - start if count is None else count
    is_text = isinstance(value, Text)
    stored(array, start, (Text(str(value)) for _ in range(length)) if is_text else [value] * length)


def copy(
    target: list[Any], position: int, source: list[Any], start: int = 0, count: int | None = None
) -> None:
    """COPY: elements of one array into another from a position on; a target of one dimension grows."""
    end = None if count is None else start + count
    stored(target, position, flat(source)[start:end])


def sort(*arrays: list[Any], part: tuple[int, int] | None = None, backward: bool = False) -> None:
    """SORT and RSORT: the first array in order, the others moved with it; `part` is (start, count).

    RSORT is SORT from end to beginning: elements that are equal change their order.
    """
    start, count = part or (0, len(arrays[0]))
    keys = arrays[0][start : start + count]
    order = sorted(range(count), key=keys.__getitem__)
    if backward:
        order.reverse()
    for array in arrays:
        array[start : start + count] = [array[start + at] for at in order]


class Data:
    """The items of DATA, and the index `at` of the next item for READ.

    `labels` has the index for each label that RESTORE may name by a computed text.
    """

    def __init__(self, *items: float | str) -> None:
        self.items = items
        self.at = 0
        self.labels: dict[str, int] = {}

    def copy_texts(self, target: list[Any], position: int, first: int, count: int | None = None) -> None:
        """COPY of a label: items from `first` on, as many as there is room for. Raises as `text`."""
        self._copy(self.text, "", target, position, first, count)

    def copy_numbers(self, target: list[Any], position: int, first: int, count: int | None = None) -> None:
        """COPY of a label into an array of numbers, as `copy_texts`. Raises as `number`."""
        self._copy(self.number, 0.0, target, position, first, count)

    def copy_wholes(self, target: list[Any], position: int, first: int, count: int | None = None) -> None:
        """COPY of a label into a `%` array, as `copy_texts`. Raises as `whole`."""
        self._copy(self.whole, 0, target, position, first, count)

    def _copy(
        self,
        item: Callable[[], Element],
        blank: Element,
        target: list[Any],
        position: int,
        first: int,
        count: int | None,
    ) -> None:
        """Does COPY of a label: `item` reads an item, `blank` fills up an array shorter than `position`."""
        room = size(target) - position
        if room < 0:
            target.extend([blank] * -room)
        at_before, self.at = self.at, first
        try:
            copy(target, position, [item() for _ in range(room if count is None else count)])
        finally:
            # COPY does not move READ
            self.at = at_before

    def restore(self, position: int) -> None:
        """RESTORE: the next READ takes the item at that position, counted from 0 over the whole listing."""
        self.at = position

    def restore_at(self, label: str) -> None:
        """RESTORE of a label that is a computed text, "@MAP1".

        Raises UndefinedLabel for one not in `labels`, IllegalSymbolString for a text that can be no label.
        """
        name = f"@{label_name_in(label)}"
        if name not in self.labels:
            raise UndefinedLabel(name)
        self.at = self.labels[name]

    def item(self) -> Any:
        """Returns the next item, whatever it is. Raises OutOfData."""
        if self.at >= len(self.items):
            raise OutOfData
        self.at += 1
        return self.items[self.at - 1]

    def text(self) -> str:
        """Returns the next item, a text. Raises OutOfData, TypeMismatch."""
        item = self.item()
        if not isinstance(item, str):
            raise TypeMismatch
        return item

    def number(self) -> float:
        """Returns the next item, a number. Raises OutOfData, TypeMismatch."""
        item = self.item()
        if isinstance(item, str):
            raise TypeMismatch
        return float(item)

    def whole(self) -> int:
        """Returns the next item cut toward zero; 0xFFFFFFFF is -1. Raises OutOfData, TypeMismatch."""
        item = self.item()
        if isinstance(item, str):
            raise TypeMismatch
        return to_integer(item)


# ---- INPUT


def ask_values(machine: Machine, prompt: str, *before: float | str) -> list[Any]:
    """INPUT of several values with commas between them; `before` are the values that the variables have.

    An empty line leaves them as they are. It asks again if there are too few values, or a text for a number.
    Raises Stopped if there is no answer.
    """
    kinds = "".join("$" if isinstance(each, str) else "#" for each in before)
    return answers(machine, prompt, kinds) or list(before)


def answers(machine: Machine, prompt: str, kinds: str) -> list[Any]:
    """INPUT whose variables are evaluated after the answer (A[I]): a value for each letter of `kinds`.

    "$" stands for a text, "#" for a number. An empty line gives [], so that the port stores nothing.
    Raises Stopped if there is no answer.
    """
    values = ask_fields(machine, prompt, False, kinds)
    if None in values:
        return []
    return [each if isinstance(each, str) else float(each or 0) for each in values]


def ask_text(machine: Machine, prompt: str, before: str) -> str:
    """INPUT of a text up to a comma; an empty line leaves it as it was before. Raises Stopped."""
    return str(ask_values(machine, prompt, before)[0])


def ask_number(machine: Machine, prompt: str, before: float) -> float:
    """INPUT of a number; an empty line leaves it as it was before. Raises Stopped."""
    return float(ask_values(machine, prompt, before)[0])
