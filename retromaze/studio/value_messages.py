"""Makes messages of the values at a moment: variables, arrays, pending calls, the next random numbers.

A moment is the number of events so far. The port's variables at it are found by running both programs again.
"""

from __future__ import annotations

import copy
import sys
from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import isfinite
from types import FrameType
from typing import TYPE_CHECKING, Any

from retromaze.comparison.input_script import Script
from retromaze.comparison.listing_recording import record
from retromaze.comparison.pairs import Pair
from retromaze.comparison.port_replay import replay
from retromaze.compiler.unit import definition_of_function
from retromaze.errors import Stopped
from retromaze.machine.events import Event
from retromaze.machine.rng import Rng
from retromaze.sources.basic_calls import basic_call
from retromaze.sources.matching_lines import Notes, names_in_margins_by_function
from retromaze.sources.variables import (
    VariableValues,
    element_number,
    flatten_items,
    shape_of,
    value_text,
    variables,
)
from retromaze.studio.listing_statements import listing_of
from retromaze.studio.messages import ArrayInView, Call, EventRow, PortValues, ShownVariable, Values
from retromaze.studio.run_recording import RANDOM, RunRecording
from retromaze.values.scalars import SharedString, plain, printed

if TYPE_CHECKING:
    from retromaze.studio.traced_run import StudioRun

SHORT, LONG = 64, 200_000
"""The most elements sent of an array that the user has not chosen, and of one that he has chosen."""
DEEP = 100
"""The most pending calls that are sent, for deep recursion."""
COMING_DRAWS = 8
"""The number of coming random draws that are sent."""


def values_of(run: StudioRun, watched: Sequence[str]) -> Values:
    """Returns a message with the variables, arrays, pending calls and next random draws of a run.

    Of the arrays in `watched` up to LONG elements are sent, of others up to SHORT.
    """
    known, listing = known_variables(run), listing_of(run.source)
    # the numbers of the elements that the statement names, such as A[I], by array; the page marks them
    touched: dict[str, list[int]] = {}
    for index in listing.named_elements.get(run.place, ()):
        name, number = element_number(index, known)
        if number is not None:
            touched.setdefault(name, []).append(number)
    arrays = []
    for name, value in sorted(known.items()):
        if name.endswith("[]"):
            plain_name = name.removesuffix("[]")
            most = LONG if plain_name in watched else SHORT
            drawings = listing.arrays.drawings(plain_name, value)
            arrays.append(array_in_view(name, value, touched.get(name, []), most, drawings))
    calls = [
        Call(definition_of_function(frame.f_code.co_name), frame.f_lineno)
        for frame in islice(run.frames(), DEEP)
    ]
    later = (at for at in range(run.moment, len(run.recording)) if run.recording.names[at] in RANDOM)
    draws = [basic_call(run.recording[at]) for at in islice(later, COMING_DRAWS)]
    # where the run has not been further yet: the next numbers of random series 0
    draws = draws or [f"{each:.4f}" for each in coming_fractions(run.machine.rng)]
    return Values(run.moment, scalars_of(known), arrays, calls, draws)


def scalars_of(known: VariableValues) -> list[ShownVariable]:
    """Returns the variables that are no arrays, sorted; names of arrays end in `[]`."""
    return [
        ShownVariable(name, value_text(value))
        for name, value in sorted(known.items())
        if not name.endswith("[]")
    ]


def known_variables(run: StudioRun) -> VariableValues:
    """Returns the variables at a run's place; a DEF's own hide the main program's of the same name."""
    return dict(variables(run.computer, next(run.frames(), None))) if run.computer else {}


# ---- arrays


def array_in_view(
    name: str, items: Any, touched: list[int], most: int, drawings: Sequence[str] = ()
) -> ArrayInView:
    """Returns an array as a message: its first `most` elements, and the numbers of those to mark (`touched`).

    `drawings` are the words of diagrams that suit it.
    """
    shape = shape_of(items)
    flat = [sendable(each) for each in islice(flatten_items(items, len(shape)), most)]
    return ArrayInView(name.removesuffix("[]"), shape, flat, touched, list(drawings))


def sendable(element: Any) -> Any:
    """Returns an element for a message: NaN and infinity, which JSON lacks, as BASIC prints them."""
    if isinstance(element, SharedString):
        return plain(element)
    return printed(element) if isinstance(element, float) and not isfinite(element) else element


# ---- chance


def coming_fractions(rng: Rng) -> list[float]:
    """Returns the next COMING_DRAWS numbers of RNDF without advancing the series."""
    # a copy of the state only, without the wrappers that a recorder has put over the public methods
    copied = Rng(0)
    vars(copied).update(
        {name: copy.deepcopy(value) for name, value in vars(rng).items() if name.startswith("_")}
    )
    return [copied.fraction() for _ in range(COMING_DRAWS)]


# ---- events in words


def rows_of(recording: RunRecording, first: int, count: int) -> list[EventRow]:
    """Returns up to `count` events of a recording from number `first` on, each in words."""
    first = max(first, 0)
    events: list[Event] = recording[first : first + max(count, 0)]
    return [EventRow(first + at, each.frame, each.line, basic_call(each)) for at, each in enumerate(events)]


# ---- the port's variables

SEQUENCES = (list, tuple, deque, array, bytearray)
SCALARS = (int, float, str)
DEEPEST = 4
"""Rows within rows: an array of BASIC has no more dimensions."""
LARGEST = 200_000
"""The most elements of a sequence that is read."""
LIBRARY = "retromaze.ports."
"""The package that ports import; an object of its classes is read like one of the port's own."""


def port_values(pair: Pair, port: str, seed: int, script: Script, moment: int) -> PortValues:
    """Returns the port's variables right after `moment` events; none before the first event."""
    values = PortValues(moment, [], [], {})
    listing_names = names_in_margins_by_function(port)
    event_numbers = count(1)

    def read_at_moment() -> None:
        """Called after each event of the port; reads its variables at the moment, and ends its run."""
        if next(event_numbers) < moment:
            return
        # the port's pending calls are among the callers of this function
        known = port_variables(sys._getframe(1), str(pair.port.file), listing_names, values.names)
        for name, value in sorted(known.items()):
            rows = as_rows(value)
            if rows is not None:
                values.arrays.append(array_in_view(name, rows, [], LARGEST))
            elif isinstance(value, SCALARS):
                # BASIC has 1 for True
                text = value_text(int(value) if value is True else value)
                values.variables.append(ShownVariable(name, text))
        raise Stopped("the port's variables are known")

    if moment > 0:
        recording = record(pair.listing, seed, script, patience=pair.patience, last=moment)
        replay(recording, pair.port, note_event=read_at_moment)
    return values


def port_variables(
    frame: FrameType | None, file: str, listing_names: Notes, names: dict[str, str]
) -> dict[str, Any]:
    """Returns the variables of a port's pending calls; an inner call hides names of outer ones.

    An object of one of the port's own classes is replaced by its attributes: `walker.x`. `file` is the port's
    path. `listing_names` has, by function, the listing's names for some variables, as the port's comments
    note them; those of the variables are added to `names`. If a comment gives such an object a name of the
    listing, the sequence in it has that name: `sets.array` is U.
    """
    known: dict[str, Any] = {}
    while frame is not None:
        if frame.f_code.co_filename == file:
            noted = listing_names.get(frame.f_code.co_name, {})
            for name, value in named_values(frame):
                if name not in known:
                    known[name] = value
                    owner = name.partition(".")[0]
                    note = noted.get(name) or (noted.get(owner) if isinstance(value, SEQUENCES) else None)
                    if note:
                        names[name] = note
        frame = frame.f_back
    return known


def named_values(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """Yields a call's variables; objects of classes of the port and its library as their attributes."""
    port_module = frame.f_globals.get("__name__")
    for name, value in frame.f_locals.items():
        module = type(value).__module__
        if module == port_module or module.startswith(LIBRARY):
            yield from ((f"{name}.{each}", attribute) for each, attribute in attributes_of(value))
        else:
            yield name, value


def attributes_of(value: object) -> Iterator[tuple[str, Any]]:
    """Yields an object's attributes without running code of the port, such as properties."""
    if hasattr(value, "__dict__"):
        yield from vars(value).items()
    for kind in type(value).__mro__:
        slots = vars(kind).get("__slots__", ())
        # a single slot may be named by a string
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name):
                yield name, getattr(value, name)


def as_rows(value: object, depth: int = 0) -> list[Any] | None:
    """Returns a (nested, rectangular) sequence of numbers and strings as lists; None for other values."""
    if not isinstance(value, SEQUENCES) or depth == DEEPEST or len(value) > LARGEST:
        return None
    items = list(value)
    if all(isinstance(each, SCALARS) for each in items):
        return [int(each) if isinstance(each, bool) else each for each in items]
    rows = [as_rows(each, depth + 1) for each in items]
    # rows of other values, or of different lengths, are no array
    if None in rows or len({tuple(shape_of(each)) for each in rows}) > 1:
        return None
    return rows
