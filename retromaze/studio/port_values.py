"""The port's variables at a moment of the run: listing and port are run again up to there."""

from __future__ import annotations

import sys
from array import array
from collections import deque
from collections.abc import Iterator
from types import FrameType
from typing import Any

from retromaze.comparison.lines import EventLines
from retromaze.comparison.pairs import Pair
from retromaze.comparison.recording import record
from retromaze.comparison.replay import replay
from retromaze.comparison.script import Script
from retromaze.errors import Stopped
from retromaze.sources.answers import Notes, noted_variables
from retromaze.sources.variables import shape_of, value_text
from retromaze.studio.messages import ArrayInView, PortValues, Variable
from retromaze.studio.values import array_in_view

ROWS = (list, tuple, deque, array, bytearray)
PLAIN = (int, float, str)
DEEPEST = 4
"""Rows within rows: an array of BASIC has no more dimensions."""
LARGEST = 200_000
"""Elements of a sequence that is looked through."""
LIBRARY = "retromaze.ports."
"""What ports are made of: an object of its classes is opened like one of the port's own."""


def port_values(pair: Pair, port: str, seed: int, script: Script, moment: int) -> PortValues:
    """What the port's functions know right after so many events; nothing before the first one."""
    snapshot = Snapshot(moment, str(pair.port.file), noted_variables(port))
    if moment > 0:
        recording = record(pair.listing, seed, script, patience=pair.patience, last=moment)
        replay(recording, pair.port, placed=snapshot)
    return PortValues(moment, snapshot.variables, snapshot.arrays, snapshot.names)


class Snapshot(EventLines):
    """Keeps the variables of the port as they are when its event of that number (from 1) has been made.

    `file` is the port's; `names` has the listing's names of variables.
    """

    def __init__(self, moment: int, file: str, notes: Notes) -> None:
        super().__init__()
        self._left = moment
        self._file, self._notes = file, notes
        self.names: dict[str, str] = {}
        self.variables: list[Variable] = []
        self.arrays: list[ArrayInView] = []

    def event(self) -> None:
        """One event more. Raises Stopped after the one that is wanted."""
        self._left -= 1
        if self._left:
            return
        for name, value in sorted(self._known(sys._getframe(1)).items()):
            rows = as_rows(value)
            if rows is not None:
                self.arrays.append(array_in_view(name, rows, [], LARGEST))
            elif isinstance(value, PLAIN):
                self.variables.append(Variable(name, value_text(int(value) if value is True else value)))
        raise Stopped("the port's variables are known")

    def _known(self, frame: FrameType | None) -> dict[str, Any]:
        """The names of the port's pending calls, those of the innermost one before those of its callers.

        The attributes of an object whose class the port has made stand for it: `walker.x`.  A name that the
        margin gives such an object is that of the sequence that it holds: `sets.array` is U.
        """
        known: dict[str, Any] = {}
        while frame is not None:
            if frame.f_code.co_filename == self._file:
                notes = self._notes.get(frame.f_code.co_name, {})
                for name, value in named_values(frame):
                    if name not in known:
                        known[name] = value
                        owner = name.partition(".")[0]
                        noted = notes.get(name) or (notes.get(owner) if isinstance(value, ROWS) else None)
                        if noted:
                            self.names[name] = noted
            frame = frame.f_back
        return known


def named_values(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """The names of one call, with the attributes of objects of the port's own classes and the library's."""
    own = frame.f_globals.get("__name__")
    for name, value in frame.f_locals.items():
        module = type(value).__module__
        if module == own or module.startswith(LIBRARY):
            yield from ((f"{name}.{each}", attribute) for each, attribute in attributes_of(value))
        else:
            yield name, value


def attributes_of(value: object) -> Iterator[tuple[str, Any]]:
    """What an object holds, without asking it: a port may have written what answers."""
    held = vars(value) if hasattr(value, "__dict__") else {}
    yield from held.items()
    for kind in type(value).__mro__:
        slots = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name):
                yield name, getattr(value, name)


def as_rows(value: object, depth: int = 0) -> list[Any] | None:
    """A sequence of numbers and texts, or of equally long such ones, as lists; None for anything else."""
    if not isinstance(value, ROWS) or depth == DEEPEST or len(value) > LARGEST:
        return None
    items = list(value)
    if all(isinstance(each, PLAIN) for each in items):
        return [int(each) if isinstance(each, bool) else each for each in items]
    rows = [as_rows(each, depth + 1) for each in items]
    if None in rows or len({tuple(shape_of(each)) for each in rows}) > 1:
        return None
    return rows
