"""Finds variables of a port's calls that are out of date.

A function and its caller may both have an `x` for the listing's X. When the call has ended, the caller's `x`
still has the value from before the call, unlike X: it is out of date until the caller sets it.

So is the counter of a `for` loop that is over, if no line behind the loop reads it: `range(5)` may stand for
FOR I=1 TO 5 there. Of several pending calls with an `x` that of the innermost one is compared.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from types import CodeType, FrameType
from typing import Any

from retromaze.comparison.slicing import facts_of, still_pending
from retromaze.values.scalars import SharedString

SCALARS = (int, float, str, SharedString)
NOT_SET = object()
"""The value of a local that is not set."""


class StaleVariables:
    """Follows the calls of a port, and knows which of their locals are out of date.

    `def_names` are those of the listing's DEFs: functions of these names have variables of their own
    in the listing as well, so that no caller's variable is out of date after them.

    `_pending`: the calls that have not returned, each with the line that it is in, the outermost first.
    `_calls`: the calls that were pending at the last line, the innermost first.
    `_stale`: the values of locals that are out of date, by call and name. `_facts`: returns what each line of
    a file sets, by line. `_loops_of_counter` is `loops_of_counter`, with its results kept.
    """

    def __init__(self, def_names: Collection[str]) -> None:
        self._def_names = def_names
        self._pending: list[tuple[FrameType, int]] = []
        self._calls: Sequence[FrameType] = ()
        self._stale: dict[tuple[FrameType, str], Any] = {}
        self._facts = cache(lambda file: facts_of(file)[0])
        self._loops_of_counter = cache(self.loops_of_counter)

    def on_line(self, calls: Sequence[FrameType]) -> None:
        """Notes that a line begins; the pending `calls` are the same list while no call begins or ends."""
        pending, innermost = self._pending, calls[0]
        if calls is not self._calls:
            self._calls = calls
            self.return_to(calls)
        if len(pending) == len(calls):
            # the innermost call goes on: its line before this one has ended
            _, line = pending.pop()
            if self._stale:
                for name in self.names_set_by_line(innermost, line):
                    self._stale.pop((innermost, name), None)
        new_calls = calls[: len(calls) - len(pending)]
        pending.extend((each, each.f_lineno) for each in reversed(new_calls))

    def return_to(self, calls: Sequence[FrameType]) -> None:
        """Removes calls that have ended: only `calls` are still pending.

        Callers' locals that have the name of a local of an ended call, and another value, are out of date.
        """
        unchanged = still_pending(self._pending, calls[::-1])
        while len(self._pending) > unchanged:
            ended, _ = self._pending.pop()
            for key in [key for key in self._stale if key[0] is ended]:
                del self._stale[key]
            if ended.f_code.co_name not in self._def_names:
                self._mark_callers_stale(ended)

    def _mark_callers_stale(self, ended: FrameType) -> None:
        """Marks callers' locals as out of date where a local of the same name in an ended call differed."""
        # the nearest caller with a local of that name is the one whose value is compared from now on
        names_left = set(ended.f_code.co_varnames)
        for frame, _ in reversed(self._pending):
            if names := common_locals(ended.f_code, frame.f_code) & names_left:
                inner, outer = ended.f_locals, frame.f_locals
                for name in names:
                    value = outer.get(name, NOT_SET)
                    if isinstance(value, SCALARS) and isinstance(inner.get(name), SCALARS):
                        names_left.discard(name)
                        if value != inner[name]:
                            self._stale[frame, name] = value

    def is_stale(self, frame: FrameType, name: str, value: Any) -> bool:
        """Whether a local of a pending call, which has this value, is out of date; not if it has changed."""
        if self._stale and self._stale.get((frame, name), NOT_SET) == value:
            return True
        loops = self._loops_of_counter(frame.f_code, name)
        current = self._facts(frame.f_code.co_filename).get(frame.f_lineno) if loops else None
        return bool(loops) and (current is None or loops.isdisjoint((current.line, *current.conditions)))

    def loops_of_counter(self, code: CodeType, name: str) -> set[int]:
        """Returns the lines of the `for` loops that set a local, if nothing else sets or uses it."""
        facts, local = self._facts(code.co_filename), f"{code.co_name}.{name}"
        setters = {each.line for each in facts.values() if local in each.sets}
        users = (each for each in facts.values() if local in each.uses)
        is_counter = all(facts[each].is_condition for each in setters) and not any(
            setters.isdisjoint(each.conditions) for each in users
        )
        return setters if is_counter else set()

    def names_set_by_line(self, frame: FrameType, line: int) -> frozenset[str]:
        """Returns the locals of a call's function that a line of it sets."""
        facts = self._facts(frame.f_code.co_filename).get(line)
        return locals_of(facts.sets, frame.f_code.co_name) if facts and facts.sets else frozenset()


@cache
def common_locals(one: CodeType, other: CodeType) -> frozenset[str]:
    """Returns the names that are local to both functions."""
    return frozenset(one.co_varnames) & frozenset(other.co_varnames)


@cache
def locals_of(names: frozenset[str], function: str) -> frozenset[str]:
    """Returns `x` for each `function.x` among these names: the locals of that function, unqualified."""
    start = f"{function}."
    return frozenset(name.removeprefix(start) for name in names if name.startswith(start))
