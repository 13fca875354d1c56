"""Where a run is to stop: at lines of both texts, when a value changes, and when a condition holds."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from retromaze.comparison.coverage import listing_statements
from retromaze.comparison.program import Listing
from retromaze.errors import UsageError
from retromaze.sources.variables import Expression, value_text
from retromaze.studio.messages import SetStops
from retromaze.studio.run import StudioRun

MOST = 100
"""Expressions that are looked at before each statement."""


class Stops:
    """All of them, for all runs of one listing."""

    def __init__(self, listing: Listing) -> None:
        self._listing = listing
        self._lines: frozenset[int] = frozenset()
        self._answered: frozenset[int] = frozenset()
        self._moments: list[int] = []
        self._at: frozenset[int] = frozenset()
        self._changes: list[Expression] = []
        self._conditions: list[Expression] = []
        self._before: dict[str, Any] = {}
        self._held: set[str] = set()
        self._place = (0, 0)
        self._passed = 0

    def set(self, wish: SetStops) -> None:
        """These from now on, and no others.

        Raises UsageError, after setting all else, for a line in which no statement begins (so it is with
        NEXT, ENDIF and labels) and for a text that is no expression.
        """
        self._lines, self._answered = frozenset(wish.lines), frozenset(wish.answered)
        self._moments, self._at = sorted(wish.moments), frozenset(wish.moments)
        self._changes, changes_wrong = expressions(wish.changes)
        self._conditions, conditions_wrong = expressions(wish.conditions)
        self._before.clear()
        self._held.clear()
        empty = sorted(self._lines - self._statement_lines)
        wrong = [f"no statement begins in line {line}: a run cannot stop there" for line in empty]
        wrong += [*changes_wrong, *conditions_wrong]
        if wrong:
            raise UsageError(wrong[0])

    @property
    def any(self) -> bool:
        """Whether there is one."""
        return bool(self._lines or self._moments or self._changes or self._conditions)

    @cached_property
    def _statement_lines(self) -> frozenset[int]:
        return frozenset(line for line, _ in listing_statements(self._listing))

    def restart(self) -> None:
        """A run begins at its start."""
        self._before.clear()
        self._held.clear()
        self._place, self._passed = (0, 0), 0

    def reason(self, run: StudioRun) -> str:
        """Why a run stops before the statement that is about to begin, "" if it does not.

        It is asked once before each statement. A line stops where it is come to, a value after the statement
        that has changed it, a condition after the statement by which it has come to hold.
        """
        before, self._place = self._place, (run.line, run.column)
        enters = run.line != before[0] or run.column <= before[1]
        passed, self._passed = self._passed, run.moment
        reasons = [*self._at_line(run, enters), *self._at_moment(run, enters, passed)]
        return "; ".join([*reasons, *self._changed(run), *self._began(run)])

    def _at_line(self, run: StudioRun, enters: bool) -> Iterator[str]:
        if enters and run.line in self._lines:
            yield f"line {run.line}"

    def _at_moment(self, run: StudioRun, enters: bool, before: int) -> Iterator[str]:
        if self._answered:
            if enters and run.moment in self._at and run.line in self._answered:
                yield "the port's line"
            return
        after = bisect_right(self._moments, before)
        if after < len(self._moments) and self._moments[after] <= run.moment:
            yield "the port's line"

    def _changed(self, run: StudioRun) -> Iterator[str]:
        for each in self._changes:
            now = each.value(run)
            if now is None:
                # not known here: it may be another call's
                continue
            before = self._before.get(each.text)
            self._before[each.text] = now
            if before is not None and now != before:
                yield f"{each.text}: {value_text(before)} → {value_text(now)}"

    def _began(self, run: StudioRun) -> Iterator[str]:
        for each in self._conditions:
            holds = bool(each.value(run))
            if holds and each.text not in self._held:
                yield each.text
            if holds:
                self._held.add(each.text)
            else:
                self._held.discard(each.text)


def expressions(texts: Sequence[str]) -> tuple[list[Expression], list[str]]:
    """Those of some texts, as many as are looked at, and what is wrong with the others."""
    found, wrong = [], []
    for text in texts[:MOST]:
        try:
            found.append(Expression(text))
        except UsageError as reason:
            wrong.append(str(reason))
    if len(texts) > MOST:
        wrong.append(f"a run can stop by {MOST} expressions, not by {len(texts)}")
    return found, wrong
