"""The calls that a run has made so far, each below its caller: of DEFs, and of what GOSUB leads to.

Each is a call of Python's too. In a long run many have returned, and not all of those stay apart: calls
from one line that have made the same calls are one; what calls itself stays as it is. Once there are more
than MOST, what the oldest of them have called is only counted. The page gets them as a tree, each call after
its caller.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING

from retromaze.compiler.naming import definition_of_function
from retromaze.language import nodes
from retromaze.studio.listing_statements import Place, listing_of
from retromaze.studio.messages import CallTree

if TYPE_CHECKING:
    from retromaze.studio.run import StudioRun

MOST = 3000
"""Calls that are kept apart, as many as the deepest DEF that calls itself can make pending."""


@dataclass(slots=True, eq=False)
class MadeCall:
    """A call: Python's name of what was called, the place of its first statement, the line that called.

    It stands for `count` such calls; the last of them began with the statement of that `number`. They have
    made `inner` calls that are not in `calls`. Of one `shape` are those that have made the same calls: of
    each shape others can join the one in `alike`.
    """

    name: str
    place: Place
    line: int
    number: int
    count: int = 1
    inner: int = 0
    shape: int = 0
    calls: list[MadeCall] = field(default_factory=list)
    alike: dict[int, MadeCall] = field(default_factory=dict)

    def add(self, other: MadeCall) -> None:
        """Stands for a call of the same shape as well."""
        waiting = [(self, other)]
        while waiting:
            kept, more = waiting.pop()
            kept.count += more.count
            kept.inner += more.inner
            kept.number = max(kept.number, more.number)
            waiting += zip(kept.calls, more.calls, strict=True)


class MadeCalls:
    """Records the calls that a run makes.

    `pending` are the main program, the call that it is in, the one in that, and so on.

    `deepest` is how many calls were pending at most.
    """

    def __init__(self) -> None:
        self.main = MadeCall("", (1, 1), 0, 1)
        self.pending = [self.main]
        self.deepest = 0
        self._frames: list[FrameType] = []
        self._depth: dict[int, int] = {}
        self._kept, self._room = 0, MOST
        self._shapes: dict[tuple[str, Place, int, tuple[int, ...]], int] = {}
        self._last_shape = 0

    def begin(self, frame: FrameType, place: Place, number: int) -> None:
        """Notes a call or a return; called when a statement begins in another frame than the last one."""
        self.leave_for(frame)
        if id(frame) in self._depth:
            return
        # without a frame the main program begins, or goes on in another function
        if self._frames:
            made = MadeCall(frame.f_code.co_name, place, self._frames[-1].f_lineno, number)
            self.pending[-1].calls.append(made)
            self.pending.append(made)
            self.deepest = max(self.deepest, len(self.pending) - 1)
            self._kept += 1
            if self._kept > self._room:
                self._fold()
                self._room = max(MOST, 2 * self._kept)
        self._depth[id(frame)] = len(self._frames)
        self._frames.append(frame)

    def leave_for(self, frame: FrameType | None) -> None:
        """That frame runs, or will be called by the innermost one of those known: the others are over."""
        while frame is not None and id(frame) not in self._depth:
            frame = frame.f_back
        keep = 0 if frame is None else self._depth[id(frame)] + 1
        while len(self._frames) > keep:
            del self._depth[id(self._frames.pop())]
            if self._frames:
                over, caller = self.pending.pop(), self.pending[-1]
                over.shape = self._shape(over)
                if over.name != caller.name and self._join(over, caller):
                    caller.calls.pop()

    def _shape(self, over: MadeCall) -> int:
        """Returns the number that it has in common with calls that have made the same calls."""
        key = (over.name, over.place, over.line, tuple(each.shape for each in over.calls))
        if key not in self._shapes:
            self._last_shape += 1
            self._shapes[key] = self._last_shape
        return self._shapes[key]

    def _join(self, returned: MadeCall, caller: MadeCall) -> bool:
        """Counts a returned call with an equally shaped one of the same caller; False without one."""
        first = caller.alike.setdefault(returned.shape, returned)
        if first is returned:
            return False
        first.add(returned)
        self._kept -= 1 + len(inside(returned))
        return True

    def _fold(self) -> None:
        """Keeps only the number of what returned calls called, oldest first, until half the room is free."""
        self._shapes.clear()
        for depth, caller in enumerate(self.pending):
            goes_on = self.pending[depth + 1 : depth + 2]
            before, caller.calls = caller.calls, []
            for each in before:
                if self._kept > MOST // 2 and each not in goes_on:
                    gone = inside(each)
                    each.inner += sum(call.count + call.inner for call in gone)
                    each.calls, each.alike = [], {}
                    each.shape = self._shape(each)
                    self._kept -= len(gone)
                    if self._join(each, caller):
                        continue
                caller.calls.append(each)


def inside(made: MadeCall) -> list[MadeCall]:
    """Returns the calls that it has made, those that they have made, and so on."""
    found = list(made.calls)
    for each in found:
        found += each.calls
    return found


def call_tree(run: StudioRun) -> CallTree:
    """Returns the calls that a run has made up to where it is, each before those that it has made."""
    made = run.calls
    made.leave_for(next(run.frames(), None))
    names: dict[str, int] = {}
    rows = []
    waiting = [(0, made.main)]
    while waiting:
        depth, each = waiting.pop()
        name = names.setdefault(name_of(each, run.source), len(names))
        rows.append([depth, name, each.line, each.number, each.count, each.inner])
        waiting += ((depth + 1, call) for call in reversed(each.calls))
    return CallTree(run.moment, list(names), rows, len(made.pending) - 1, made.deepest)


def name_of(made: MadeCall, source: str) -> str:
    """Returns the name of a DEF, or the label under which a GOSUB's first statement stands.

    It is "" for the main program.
    """
    scope = definition_of_function(made.name)
    if scope or not made.line:
        return scope
    listing = listing_of(source)
    number = listing.number_at(*made.place) or 0
    labels = (each.name for each in reversed(listing.statements[:number]) if isinstance(each, nodes.Label))
    return f"@{next(labels, '')}"
