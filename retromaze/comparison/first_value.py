"""Names the first variable that a listing and its port have otherwise: it parts before anything is seen.

A variable of the port is the listing's of the same name: `dx` is DX. Both programs are run again, and what
they know at each event is held against each other.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import FrameType
from typing import Any

from retromaze.comparison.difference import Case
from retromaze.comparison.lines import EventLines, LineListener
from retromaze.comparison.program import Listing, Runnable
from retromaze.comparison.replay import replay
from retromaze.errors import Stopped
from retromaze.machine.events import is_outer
from retromaze.values.scalars import Text, plain

ROOM = str(Path(__file__).parent)
TYPES = "$#%"
"""What may stand behind a name of BASIC."""
MOST = 20_000
"""Events that are looked through."""
UNKNOWN = object()

Values = dict[str, Any]


def first_value(case: Case) -> str:
    """`DX, line 16 | dx, line 12`: where each of the two has got the value that parts first.

    That is of a name that both have, which was the same before and never is again until the programs part;
    "" where there is none. A line is left out where the variable has not been set.
    """
    listing = case.recording.program
    if not isinstance(listing, Listing) or not 0 < case.run.agreed < MOST:
        return ""
    last = case.run.agreed + case.agree_in_kind()
    sides = [Side(case, each) for each in (listing, case.port)]
    known = [side.at_events(last) for side in sides]
    number, names = parted_first(list(zip(*known, strict=False)))
    if not names:
        return ""
    found = [side.set_in(names, number) for side in sides]
    name = min(names, key=lambda each: (found[0][each].turn, each))
    places = (place[name] for place in found)
    return " | ".join(
        side.spelling(name) + (f", line {place.line}" if place.line else "")
        for side, place in zip(sides, places, strict=True)
    )


def parted_first(known: Sequence[tuple[Values, Values]]) -> tuple[int, list[str]]:
    """The number of the event, from 0, at which what led to the end of it parts first, and the names that do.

    What differs at the end leads back to what differed when that began to, and so on. A name counts from the
    first time that it differs until it is the same again, and only if it was the same before.
    """
    begun: dict[str, int] = {}
    until: dict[str, int] = {}
    agreed: set[str] = set()
    for number, (one, other) in enumerate(known):
        for name in one.keys() & other.keys():
            if one[name] != other[name]:
                begun.setdefault(name, number)
            elif name in begun:
                until.setdefault(name, number)
            else:
                agreed.add(name)
    first = len(known)
    while led := [
        at for name, at in begun.items() if name in agreed and at < first <= until.get(name, len(known))
    ]:
        first = min(led)
    return first, sorted(name for name in agreed if begun.get(name) == first)


class Side:
    """One of the two programs, which is run again to look at its variables."""

    def __init__(self, case: Case, program: Runnable) -> None:
        self._case, self._program = case, program
        self._names = names_of(program) if isinstance(program, Listing) else None
        self.file = ""

    def spelling(self, name: str) -> str:
        """`DX`, `dx`: the name as the program has it."""
        if self._names is None:
            return name
        return next(basic for basic in self._names.values() if common(basic) == name)

    def at_events(self, last: int) -> list[Values]:
        """Returns its values at each of the first `last` events, by the names that both programs share."""
        snapshots = Snapshots(self, last)
        self._run(snapshots)
        return snapshots.values

    def set_in(self, names: list[str], number: int) -> dict[str, LastChange]:
        """Returns where these variables were last set before the event of that number, from 0."""
        watch = ChangeWatch(self, names, number)
        self._run(watch, watch)
        return watch.changes

    def _run(self, placed: EventLines, watch: ChangeWatch | None = None) -> None:
        program, case = self._program, self._case
        listens: AbstractContextManager[None] = nullcontext()
        if watch and not isinstance(program, Listing):
            listens = LineListener(Path(self.file), watch.begin).on()

        def on_statement(slot: int, line: int, column: int) -> None:
            if watch and slot == 0:
                watch.begin(line)

        with listens:
            replay(
                case.recording,
                program,
                placed=placed,
                on_statement=on_statement if isinstance(program, Listing) else None,
            )

    def known(self) -> Values:
        """The numbers and texts of the program's pending calls, the innermost one first."""
        found: Values = {}
        names = self._names
        for frame in frames_of_program(sys._getframe(1)):
            self.file = self.file or frame.f_code.co_filename
            for spelled, value in frame.f_locals.items():
                basic = spelled if names is None else names.get(spelled)
                if basic is not None and isinstance(value, int | float | str | Text):
                    found.setdefault(common(basic), plain(value) if isinstance(value, Text) else value)
        return found


def names_of(listing: Listing) -> dict[str, str]:
    """The names of a compiled listing's numbers and texts, those left out that another one is like."""
    names = {spelled: basic for spelled, basic in listing.names().items() if basic[-1] != "]"}
    spelled_so = [common(basic) for basic in names.values()]
    return {spelled: basic for spelled, basic in names.items() if spelled_so.count(common(basic)) == 1}


def common(name: str) -> str:
    """A name as both programs may have it: `dx` of DX# and dx_."""
    return name.rstrip(TYPES).rstrip("_").lower()


def frames_of_program(frame: FrameType | None) -> Iterator[FrameType]:
    """The pending calls of the program that is compared, the innermost one first."""
    seen = False
    while frame is not None:
        file = frame.f_code.co_filename
        if is_outer(file):
            seen = True
            yield frame
        elif seen and file.startswith(ROOM):
            return
        frame = frame.f_back


class Snapshots(EventLines):
    """The values of a program's variables at each of its events."""

    def __init__(self, side: Side, last: int) -> None:
        super().__init__()
        self._side, self._left = side, last
        self.values: list[Values] = []

    def event(self) -> None:
        """Notes the values at an event. Raises Stopped after the last one wanted."""
        self._left -= 1
        if self._left < 0:
            raise Stopped("all values are known")
        self.values.append(self._side.known())


class LastChange:
    """The last change of a variable: its `line`, from 1 (0: none), and how many were begun by then."""

    def __init__(self) -> None:
        self.value: Any = UNKNOWN
        self.line = 0
        self.turn = 0


class ChangeWatch(EventLines):
    """Notes in which line some variables are set, until the event of a number, from 0."""

    def __init__(self, side: Side, names: list[str], number: int) -> None:
        super().__init__()
        self._side, self._left = side, number
        self.changes = {name: LastChange() for name in names}
        self._line = self._turn = 0

    def begin(self, line: int) -> bool:
        """A line begins: what has changed was changed by the one before."""
        self._note()
        self._line = line
        self._turn += 1
        return True

    def _note(self) -> None:
        known = self._side.known()
        for name, change in self.changes.items():
            value = known.get(name, UNKNOWN)
            if value is not UNKNOWN and value != change.value:
                change.value = value
                # what BASIC has before anything is set is set by no line
                if self._line:
                    change.line, change.turn = self._line, self._turn

    def event(self) -> None:
        """Counts an event. Raises Stopped at the one wanted."""
        if self._left == 0:
            self._note()
            raise Stopped("the lines are known")
        self._left -= 1
