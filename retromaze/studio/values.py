"""The values at a place of a run: variables, arrays, pending calls, the next random numbers."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from math import isfinite
from typing import Any

from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.nodes import every
from retromaze.language.parser import parse
from retromaze.machine.events import Event
from retromaze.machine.rng import Rng
from retromaze.sources.basic_calls import basic_call
from retromaze.sources.variables import Known, element, flatten_items, shape_of, value_text, variables
from retromaze.studio.messages import ArrayInView, Call, Row, Values, Variable
from retromaze.studio.run import StudioRun
from retromaze.studio.run_recording import RANDOM, RunRecording
from retromaze.values.scalars import Text, plain, printed

SHORT = 64
"""Elements of an array that nobody looks at."""
LONG = 200_000
DEEP = 100
"""Calls told of a program that has called itself over and over."""
NEXT = 8


def values_of(run: StudioRun, watched: Sequence[str]) -> Values:
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
        [Variable(name, value_text(value)) for name, value in sorted(known.items()) if not is_array(name)],
        [
            array_in_view(name, value, touched.get(name, []), length_in_view(name, watched))
            for name, value in sorted(known.items())
            if is_array(name)
        ],
        calls,
        next_random_draws(run.recording, run.moment, run.machine.rng),
    )


def length_in_view(name: str, watched: Sequence[str]) -> int:
    """How many elements of an array are told."""
    return LONG if name.removesuffix("[]") in watched else SHORT


def scope_of(code_name: str) -> str:
    """`DIG_def1` is the DEF DIG; the main program is called main_0."""
    stem, mark, _ = code_name.rpartition("_def")
    return stem if mark else ""


def is_array(name: str) -> bool:
    return name.endswith("[]")


# ---- arrays


def array_in_view(name: str, items: Any, touched: list[int], most: int) -> ArrayInView:
    """An array with its first elements, in the order of its subscripts, the last one quickest."""
    shape = shape_of(items)
    flat = [sendable(each) for each in islice(flatten_items(items, len(shape)), most)]
    return ArrayInView(name.removesuffix("[]"), shape, flat, touched)


def sendable(element: Any) -> Any:
    """An element as a message can have it: what is no number in JSON as BASIC writes it."""
    if isinstance(element, Text):
        return plain(element)
    return printed(element) if isinstance(element, float) and not isfinite(element) else element


# ---- what the running statement names


def elements_at(run: StudioRun, known: Known) -> dict[str, list[int]]:
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


# ---- chance


def next_random_draws(recording: RunRecording, moment: int, rng: Rng) -> list[str]:
    """The random draws that come next, as far as the recording has them; else the next ones of series 0."""
    trace = recording.trace
    numbers = (at for at in range(moment, len(recording)) if trace.names[at] in RANDOM)
    coming = [basic_call(trace[at]) for at in islice(numbers, NEXT)]
    return coming or [f"{each:.4f}" for each in coming_fractions(rng)]


def coming_fractions(rng: Rng) -> list[float]:
    """What RNDF would give, were it asked now; the series stays where it is."""
    twin = Rng(0)
    vars(twin).update(
        {name: copy.deepcopy(value) for name, value in vars(rng).items() if name.startswith("_")}
    )
    return [twin.fraction() for _ in range(NEXT)]


# ---- events in words


def rows_of(recording: RunRecording, first: int, count: int) -> list[Row]:
    """Events of a recording from that number on, each in words."""
    first = max(first, 0)
    events: list[Event] = recording.trace[first : first + max(count, 0)]
    return [Row(first + at, each.frame, each.line, basic_call(each)) for at, each in enumerate(events)]
