"""What a program knows where it stands: variables, arrays, pending calls and the next random numbers."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from math import isfinite
from operator import add, mul, sub
from typing import Any

from retromaze.comparison.difference import deed
from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.parser import parse
from retromaze.language.walk import every
from retromaze.machine.events import Event
from retromaze.machine.rng import Rng
from retromaze.studio.film import RANDOM, Film
from retromaze.studio.messages import Array, Call, Row, Values, Variable
from retromaze.studio.run import Run
from retromaze.study.variables import variables
from retromaze.values.numbers import printed
from retromaze.values.text import Text, plain

SHORT = 64
"""Elements of an array that nobody looks at."""
LONG = 200_000
DEEP = 100
"""Calls told of a program that has called itself over and over."""
NEXT = 8
TEXT = 400
RECKONED: dict[str, Callable[[float, float], float]] = {"+": add, "-": sub, "*": mul}

Known = dict[str, Any]


def values_of(run: Run, watched: Sequence[str]) -> Values:
    """All of it, where the run is; the innermost call's own names hide those of the main program."""
    frames = list(run.frames())
    computer = run.computer
    known: Known = {}
    for frame in {id(each): each for each in (*frames[-1:], *frames[:1])}.values():
        known.update(variables(computer, frame) if computer else {})
    calls = [Call(scope_of(frame.f_code.co_name), frame.f_lineno) for frame in frames[:DEEP]]
    touched = elements_at(run, known)
    return Values(
        run.moment,
        [Variable(name, written(value)) for name, value in sorted(known.items()) if not is_array(name)],
        [
            array(name, value, touched.get(name, []), LONG if name.removesuffix("[]") in watched else SHORT)
            for name, value in sorted(known.items())
            if is_array(name)
        ],
        calls,
        chances(run.film, run.moment, run.machine.rng),
    )


def scope_of(code_name: str) -> str:
    """`DIG_def1` is the DEF DIG; the main program is called main_0."""
    stem, mark, _ = code_name.rpartition("_def")
    return stem if mark else ""


def is_array(name: str) -> bool:
    return name.endswith("[]")


def written(value: object) -> str:
    """A value as BASIC writes it; long texts are cut."""
    if isinstance(value, str | Text):
        text = plain(value)
        return f'"{text[:TEXT]}"' + ("…" if len(text) > TEXT else "")
    return printed(value) if isinstance(value, int | float) else str(value)


# ---- arrays


def array(name: str, items: Any, touched: list[int], most: int) -> Array:
    """An array with its first elements, in the order of its subscripts, the last one quickest."""
    shape = shape_of(items)
    flat = [sendable(each) for each in islice(flattened(items, len(shape)), most)]
    return Array(name.removesuffix("[]"), shape, flat, touched)


def sendable(element: Any) -> Any:
    """An element as a message can have it: what is no number in JSON as BASIC writes it."""
    if isinstance(element, Text):
        return plain(element)
    return printed(element) if isinstance(element, float) and not isfinite(element) else element


def shape_of(items: Any) -> list[int]:
    """The length of each dimension."""
    shape = []
    while isinstance(items, list):
        shape.append(len(items))
        items = items[0] if items else None
    return shape


def flattened(items: Any, depth: int) -> Iterator[Any]:
    for _ in range(depth - 1):
        items = chain.from_iterable(items)
    return iter(items)


# ---- what the running statement names


def elements_at(run: Run, known: Known) -> dict[str, list[int]]:
    """For each array the elements that the running statement names, as far as its subscripts are plain."""
    found: dict[str, list[int]] = {}
    for index in indices(run.source).get(run.place, ()):
        name, number = element(index, known)
        if number is not None:
            found.setdefault(name, []).append(number)
    return found


@lru_cache(maxsize=4)
def indices(source: str) -> Mapping[tuple[int, int], list[nodes.Index]]:
    """The elements named in each statement by its line and column; of a listing with a mistake none."""
    try:
        statements = parse(source)
    except BasicError:
        return {}
    found: dict[tuple[int, int], list[nodes.Index]] = {}
    for statement in statements:
        here = [each for each in every(statement) if isinstance(each, nodes.Index)]
        if here:
            found[statement.line, statement.column] = here
    return found


def element(index: nodes.Index, known: Known) -> tuple[str, int | None]:
    """The array's name as `M[]`, and the number of the element; None where it cannot be told."""
    name = f"{index.target.name}[]" if isinstance(index.target, nodes.Name) else ""
    shape = shape_of(known.get(name))
    subscripts = [value_of(each, known) for each in index.subscripts]
    number = 0
    for length, subscript in zip(shape, subscripts, strict=False):
        if subscript is None or not isfinite(subscript) or not 0 <= int(subscript) < length:
            return name, None
        number = number * length + int(subscript)
    return name, number if shape and len(shape) == len(subscripts) else None


def value_of(expression: nodes.Expression, known: Known) -> int | float | None:
    """A subscript of numbers, variables, elements and whole arithmetic; None for any other."""
    match expression:
        case nodes.Number():
            return expression.value
        case nodes.Name():
            found = known.get(expression.name)
        case nodes.Index():
            name, number = element(expression, known)
            shape = shape_of(known.get(name))
            found = None if number is None else next(islice(flattened(known[name], len(shape)), number, None))
        case nodes.Unary("-"):
            operand = value_of(expression.operand, known)
            found = None if operand is None else -operand
        case nodes.Binary():
            found = sum_of(expression, known)
        case _:
            return None
    return found if isinstance(found, int | float) else None


def sum_of(expression: nodes.Binary, known: Known) -> int | float | None:
    left, right = value_of(expression.left, known), value_of(expression.right, known)
    reckon = RECKONED.get(expression.operator)
    if reckon is None or left is None or right is None:
        return None
    return reckon(left, right)


# ---- chance


def chances(film: Film, moment: int, rng: Rng) -> list[str]:
    """The random draws that come next, as far as the film knows them; else the next numbers of series 0."""
    trace = film.trace
    numbers = (at for at in range(moment, len(film)) if trace.names[at] in RANDOM)
    coming = [
        f"{trace.names[at]}{told(trace.arguments[at])} = {trace.results[at]}" for at in islice(numbers, NEXT)
    ]
    return coming or [f"{each:.4f}" for each in coming_fractions(rng)]


def told(arguments: tuple[Any, ...]) -> str:
    """`(4)`: the arguments, the series left out where it is 0."""
    kept = arguments[:-1] if arguments and arguments[-1] == 0 else arguments
    return f"({', '.join(map(str, kept))})"


def coming_fractions(rng: Rng) -> list[float]:
    """What RNDF would give, were it asked now; the series stays where it is."""
    twin = Rng(0)
    vars(twin).update(
        {name: copy.deepcopy(value) for name, value in vars(rng).items() if name.startswith("_")}
    )
    return [twin.fraction() for _ in range(NEXT)]


# ---- events in words


def rows_of(film: Film, first: int, count: int) -> list[Row]:
    """Events of a film from that number on, each in words."""
    first = max(first, 0)
    events: list[Event] = film.trace[first : first + max(count, 0)]
    return [Row(first + at, each.frame, each.line, deed(each, result=True)) for at, each in enumerate(events)]
