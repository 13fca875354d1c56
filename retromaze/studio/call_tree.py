"""The calls of DEFs and by GOSUB that a run has made so far, as a tree: each call below its caller.

Each is a call of a Python function, too. To keep the tree small in a long run, calls from one line that have
returned and made the same calls are merged into one; recursive calls are not. Once there are more than MOST,
the inner calls of the oldest are only counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from retromaze.compiler.unit import definition_of_function
from retromaze.language import nodes
from retromaze.studio.listing_statements import Place, listing_of
from retromaze.studio.messages import CallTree

if TYPE_CHECKING:
    from retromaze.studio.traced_run import StudioRun

Pending = TypeVar("Pending")

MOST = 3000
"""The most calls of the tree: as many as a recursive DEF can have pending."""


@dataclass(slots=True, eq=False)
class RecordedCall:
    """A call, or several merged ones of the same *shape*: of one function, from one line, with equal calls.

    `name` is the function's in the compiled Python, `place` that of its first statement, `line` the caller's.
    It stands for `count` calls; the last of them began with the statement of that `number`. `calls` are the
    calls that they made, `inner` counts those that were dropped from the tree. `by_shape` has one call of
    `calls` for each shape, into which others are merged.
    """

    name: str
    place: Place
    line: int
    number: int
    count: int = 1
    inner: int = 0
    shape: int = 0
    calls: list[RecordedCall] = field(default_factory=list)
    by_shape: dict[int, RecordedCall] = field(default_factory=dict)

    def merge(self, other: RecordedCall) -> None:
        """Merges another call of the same shape into this one: counts are added, call by call."""
        waiting = [(self, other)]
        while waiting:
            target, added = waiting.pop()
            target.count += added.count
            target.inner += added.inner
            target.number = max(target.number, added.number)
            waiting += zip(target.calls, added.calls, strict=True)


class CallRecorder:
    """Records the calls that a run makes, as a tree.

    `main` is the main program, the root. `pending` is the call stack: the main program, the call that it is
    in, the call inside that one, and so on; `_frames` are their Python frames by id. `deepest` is the most
    calls that were pending at once. `_stored` counts the calls of the tree; at more than `_capacity` some are
    dropped. `_shapes` has the number of each shape, see RecordedCall.
    """

    def __init__(self) -> None:
        self.main = RecordedCall("", (1, 1), 0, 1)
        self.pending = [self.main]
        self.deepest = 0
        self._frames: dict[int, FrameType] = {}
        self._stored, self._capacity = 0, MOST
        self._shapes: dict[tuple[str, Place, int, tuple[int, ...]], int] = {}
        self._last_shape = 0

    def begin(self, frame: FrameType, place: Place, number: int) -> None:
        """Records a call or a return; called when a statement begins in another Python frame than the last.

        The statement is at `place` (line, column) in the listing and the `number`-th of the run.
        """
        self.end_calls_outside(frame)
        if id(frame) in self._frames:
            return
        # if no frame is pending, the main program begins, or goes on in another function: that is no call
        if self._frames:
            caller = next(reversed(self._frames.values()))
            call = RecordedCall(frame.f_code.co_name, place, caller.f_lineno, number)
            self.pending[-1].calls.append(call)
            self.pending.append(call)
            self.deepest = max(self.deepest, len(self.pending) - 1)
            self._stored += 1
            if self._stored > self._capacity:
                self._drop_inner_calls()
                # pending calls cannot be dropped: with many of them the next drop waits until they double
                self._capacity = max(MOST, 2 * self._stored)
        self._frames[id(frame)] = frame

    def end_calls_outside(self, frame: FrameType | None) -> None:
        """Ends the calls that have returned, now that a Python frame runs, and merges those of equal shape.

        Calls of `frame` and of its callers are still pending.
        """
        for _ in pop_ended(self._frames, frame):
            # the last frame is the main program's, which is no call
            if self._frames:
                returned, caller = self.pending.pop(), self.pending[-1]
                returned.shape = self._shape_number(returned)
                # a function that calls itself is shown call by call
                is_recursive = returned.name == caller.name
                if not is_recursive and self._merge_into_equal(returned, caller):
                    # the returned call is the last of its caller's
                    caller.calls.pop()

    def _shape_number(self, call: RecordedCall) -> int:
        """Returns the number of a call's shape, which depends on its function, its line and its own calls."""
        key = (call.name, call.place, call.line, tuple(each.shape for each in call.calls))
        if key not in self._shapes:
            self._last_shape += 1
            self._shapes[key] = self._last_shape
        return self._shapes[key]

    def _merge_into_equal(self, returned: RecordedCall, caller: RecordedCall) -> bool:
        """Merges a returned call into an earlier one of the same shape and caller; False if there is none."""
        first = caller.by_shape.setdefault(returned.shape, returned)
        if first is returned:
            return False
        first.merge(returned)
        self._stored -= 1 + len(all_inner_calls(returned))
        return True

    def _drop_inner_calls(self) -> None:
        """Drops inner calls of returned calls, and counts them, oldest first, until MOST / 2 are left."""
        # shapes would fill the memory, too; later calls get new ones and are not merged into older calls
        self._shapes.clear()
        for depth, caller in enumerate(self.pending):
            # the caller's pending call, if it has one, is kept as it is
            still_pending = self.pending[depth + 1 : depth + 2]
            calls, caller.calls = caller.calls, []
            for call in calls:
                if self._stored > MOST // 2 and call not in still_pending:
                    dropped = all_inner_calls(call)
                    call.inner += sum(inner.count + inner.inner for inner in dropped)
                    call.calls, call.by_shape = [], {}
                    call.shape = self._shape_number(call)
                    self._stored -= len(dropped)
                    if self._merge_into_equal(call, caller):
                        continue
                caller.calls.append(call)


def pop_ended(pending: dict[int, Pending], frame: FrameType | None) -> Iterator[Pending]:
    """Removes the calls that have returned, now that a Python frame runs, and yields each, innermost first.

    `pending` has the caller's record of each pending call by the id of its Python frame, outermost first.
    """
    # the innermost pending call that has not returned: of `frame` itself, or of a caller of it
    while frame is not None and id(frame) not in pending:
        frame = frame.f_back
    while pending and next(reversed(pending)) != id(frame):
        yield pending.popitem()[1]


def all_inner_calls(call: RecordedCall) -> list[RecordedCall]:
    """Returns the calls that a call has made, directly and indirectly."""
    inner = list(call.calls)
    # the list grows while it is read
    for each in inner:
        inner += each.calls
    return inner


def call_tree(run: StudioRun) -> CallTree:
    """Returns the calls that a run has made so far as rows in preorder: each call before its inner calls."""
    recorder = run.calls
    # a DEF may have returned since the last statement began
    recorder.end_calls_outside(next(run.frames(), None))
    numbers_by_name: dict[str, int] = {}
    rows = []
    waiting = [(0, recorder.main)]
    while waiting:
        depth, call = waiting.pop()
        name = numbers_by_name.setdefault(basic_name(call, run.source), len(numbers_by_name))
        rows.append([depth, name, call.line, call.number, call.count, call.inner])
        # the first of them is taken next
        waiting += ((depth + 1, inner) for inner in reversed(call.calls))
    return CallTree(run.moment, list(numbers_by_name), rows, len(recorder.pending) - 1, recorder.deepest)


def basic_name(call: RecordedCall, source: str) -> str:
    """Returns the name of a call's DEF, or for a GOSUB the label above its first statement.

    It is "" for the main program, which has the line 0.
    """
    definition = definition_of_function(call.name)
    if definition or not call.line:
        return definition
    listing = listing_of(source)
    number = listing.number_at(*call.place) or 0
    labels = (each.name for each in reversed(listing.statements[:number]) if isinstance(each, nodes.Label))
    return f"@{next(labels, '')}"
