"""Which variables of a port's calls are out of date, while the listing's of the same name go on.

A port may have several variables for one of its listing: `x` of a function, and `x` of its caller. The one of
the innermost call counts. When that call is over, the caller's own is out of date until it is set anew.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from types import CodeType, FrameType
from typing import Any

from retromaze.comparison.slicing import facts_of, still_pending
from retromaze.values.scalars import Text

SCALARS = (int, float, str, Text)
NOTHING = object()


class StaleVariables:
    """Follows the calls of a port, and knows which of their locals are out of date."""

    def __init__(self, apart: Collection[str]) -> None:
        """`apart` are functions with variables of their own in the listing, too."""
        self._apart = apart
        self._pending: list[tuple[FrameType, int]] = []
        self._stale: dict[tuple[FrameType, str], Any] = {}
        self._facts = cache(lambda file: facts_of(file)[0])

    def begin(self, calls: Sequence[FrameType]) -> None:
        """A line begins; `calls` are the pending calls, the innermost first."""
        self.return_to(calls)
        pending, now = self._pending, calls[0]
        if len(pending) == len(calls):
            _, line = pending.pop()
            if self._stale:
                for name in self._set_in(now, line):
                    self._stale.pop((now, name), None)
        pending.extend((each, each.f_lineno) for each in calls[: len(calls) - len(pending)][::-1])

    def return_to(self, calls: Sequence[FrameType]) -> None:
        """Some calls may be over: callers' locals of the same names with other values are out of date."""
        kept = still_pending(self._pending, calls[::-1])
        while len(self._pending) > kept:
            over, _ = self._pending.pop()
            for key in [key for key in self._stale if key[0] is over]:
                del self._stale[key]
            if over.f_code.co_name not in self._apart:
                self._compare_callers(over)

    def _compare_callers(self, over: FrameType) -> None:
        left = set(over.f_code.co_varnames)
        for frame, _ in reversed(self._pending):
            if names := common_locals(over.f_code, frame.f_code) & left:
                inner, outer = over.f_locals, frame.f_locals
                for name in names:
                    value = outer.get(name, NOTHING)
                    if isinstance(value, SCALARS) and isinstance(inner.get(name), SCALARS):
                        left.discard(name)
                        if value != inner[name]:
                            self._stale[frame, name] = value

    def is_stale(self, frame: FrameType, name: str, value: Any) -> bool:
        """Whether a local of a pending call is out of date, if it has that value."""
        return bool(self._stale) and self._stale.get((frame, name), NOTHING) == value

    def yet_to_be_set(self, frame: FrameType) -> frozenset[str]:
        """The names of locals that the statement will set which a caller is in."""
        return self._set_in(frame, frame.f_lineno)

    def _set_in(self, frame: FrameType, line: int) -> frozenset[str]:
        facts = self._facts(frame.f_code.co_filename).get(line)
        return locals_of(facts.sets, frame.f_code.co_name) if facts and facts.sets else frozenset()


@cache
def common_locals(one: CodeType, other: CodeType) -> frozenset[str]:
    """The names that are local to both of two functions."""
    return frozenset(one.co_varnames) & frozenset(other.co_varnames)


@cache
def locals_of(names: frozenset[str], function: str) -> frozenset[str]:
    """Those of a slice's names that are local to a function, without its name."""
    start = f"{function}."
    return frozenset(name.removeprefix(start) for name in names if name.startswith(start))
