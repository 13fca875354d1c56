"""Stops set by the user, targets that a run goes to, and searches, which collect an answer on the way there.

A run stops at lines of both texts, when a value changes, and when a condition holds.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Protocol

from retromaze.comparison.coverage import listing_places
from retromaze.comparison.runnable_programs import Listing
from retromaze.display.pacer import PaceUnit
from retromaze.errors import Stopped, UsageError
from retromaze.sources.variables import Expression, value_text
from retromaze.studio.messages import History, Round, RoundsFound, SetStops
from retromaze.studio.open_program import Workspace
from retromaze.studio.traced_run import StudioRun
from retromaze.studio.value_messages import known_variables, scalars_of


@dataclass(frozen=True)
class RunTarget:
    """A place of a run: after n events (DRAW), before its n-th statement (from 1) or at frame n."""

    unit: PaceUnit
    number: int


START = RunTarget(PaceUnit.STATEMENT, 1)
NOWHERE = RunTarget(PaceUnit.STATEMENT, sys.maxsize)
"""A target that no run reaches."""


def target_or_start(unit: PaceUnit, number: int) -> RunTarget:
    """Returns the target with that number; START for a number of 0 or less, which no target has."""
    return RunTarget(unit, number) if number > 0 else START


def target_at_moment(moment: int) -> RunTarget:
    """Returns the target after that many events."""
    return target_or_start(PaceUnit.DRAW, moment)


MOST = 100
"""The most expressions of each kind that are evaluated before every statement."""


class Stops:
    """The stops that the user has set, for all runs of one listing: lines, moments, changes and conditions.

    `_lines` are the listing's. A stop at a line of the port is sent as `_moments`, at which the port is at
    that line (ascending), and as `_lines_of_moments`, the corresponding lines of the listing, if any.
    `_last_place` (line, column) and `_last_moment` are those of the previous statement. `_last_values` has
    the last values of the expressions in `_changes` by their texts, `_true_conditions` the texts of the
    `_conditions` that were true then.
    """

    def __init__(self, listing: Listing) -> None:
        self._listing = listing
        self._lines: frozenset[int] = frozenset()
        self._lines_of_moments: frozenset[int] = frozenset()
        self._moments: list[int] = []
        self._changes: list[Expression] = []
        self._conditions: list[Expression] = []
        self.restart()

    def set(self, message: SetStops) -> None:
        """Replaces the stops by those that the page has sent.

        Raises UsageError, after setting all else, for a line in which no statement begins, such as one with
        only NEXT, ENDIF or a label, and for a text that is no expression.
        """
        self._lines, self._lines_of_moments = frozenset(message.lines), frozenset(message.answered)
        self._moments = sorted(message.moments)
        self._changes, change_errors = parse_expressions(message.changes)
        self._conditions, condition_errors = parse_expressions(message.conditions)
        self._last_values.clear()
        self._true_conditions.clear()
        empty = sorted(self._lines - self._statement_lines)
        line_errors = [f"no statement begins in line {line}: a run cannot stop there" for line in empty]
        errors = [*line_errors, *change_errors, *condition_errors]
        if errors:
            raise UsageError(errors[0])

    @property
    def has_any(self) -> bool:
        return bool(self._lines or self._moments or self._changes or self._conditions)

    @cached_property
    def _statement_lines(self) -> frozenset[int]:
        """The lines in which a statement begins, so that a run can stop; none for an invalid listing."""
        statements, *_ = listing_places(self._listing)
        return frozenset(line for line, _ in statements)

    def restart(self) -> None:
        """Forgets place and values of the last run when another one begins."""
        self._last_values: dict[str, Any] = {}
        self._true_conditions: set[str] = set()
        self._last_place, self._last_moment = (0, 0), 0

    def reason_to_stop(self, run: StudioRun) -> str:
        """Returns why a run stops before the statement that is about to begin, "" if it does not.

        A line stops the run when it is entered, a value after the statement that changed it, a condition
        after the statement that made it true. Call this once before each statement: it notes place and values
        for the next call.
        """
        before, self._last_place = self._last_place, (run.line, run.column)
        # a statement that is not further right in the same line: a loop has come to the line again
        enters_line = run.line != before[0] or run.column <= before[1]
        moment_before, self._last_moment = self._last_moment, run.moment
        reasons = []
        if enters_line and run.line in self._lines:
            reasons.append(f"line {run.line}")
        # a stop at a line of the port is known by moments: without lines of the listing that correspond to
        # it, any of them since the last statement counts; with lines, only this moment, in one of the lines
        since = run.moment - 1 if self._lines_of_moments else moment_before
        # whether any of `_moments` is later than `since` and not later than now
        is_after_moment = bisect_right(self._moments, since) < bisect_right(self._moments, run.moment)
        is_in_line = not self._lines_of_moments or (enters_line and run.line in self._lines_of_moments)
        if is_after_moment and is_in_line:
            reasons.append("the port's line")
        return "; ".join([*reasons, *self._changed_values(run), *self._conditions_now_true(run)])

    def _changed_values(self, run: StudioRun) -> Iterator[str]:
        """Yields, as "X: 1 → 2", the watched expressions whose values the last statement has changed."""
        for each in self._changes:
            now = each.value(run)
            if now is None:
                # a variable is not visible here, being local to another DEF: its last value stays noted
                continue
            before = self._last_values.get(each.text)
            self._last_values[each.text] = now
            if before is not None and now != before:
                yield f"{each.text}: {value_text(before)} → {value_text(now)}"

    def _conditions_now_true(self, run: StudioRun) -> Iterator[str]:
        """Yields the conditions that are true now and were false before the last statement."""
        for each in self._conditions:
            holds = bool(each.value(run))
            if holds and each.text not in self._true_conditions:
                yield each.text
            if holds:
                self._true_conditions.add(each.text)
            else:
                self._true_conditions.discard(each.text)


def parse_expressions(texts: Sequence[str]) -> tuple[list[Expression], list[str]]:
    """Parses expressions, at most MOST, and returns them and the errors of the others."""
    parsed, errors = [], []
    for text in texts[:MOST]:
        try:
            parsed.append(Expression(text))
        except UsageError as reason:
            errors.append(str(reason))
    if len(texts) > MOST:
        errors.append(f"a run can stop by {MOST} expressions, not by {len(texts)}")
    return parsed, errors


STRETCHES = 500
"""The number of equal stretches of the run of which a long curve has only the extremes."""


class Search(Protocol):
    """Collects something during a run to a target; the search ends there, or when it is given up."""

    def before_statement(self, run: StudioRun) -> None:
        """Called before a statement begins."""

    def result(self, run: StudioRun, *, is_complete: bool) -> Any:
        """Returns the message for the page, or RestartRequested to go to the place that was found.

        `is_complete`: whether the last statement has ended, so that its effects count.
        """


class LastStop:
    """Searches for the last place before statement number `before` at which a stop of the user's is."""

    def __init__(self, stops: Stops, before: int) -> None:
        self._stops, self._before = stops, before
        self._statement, self._words = 0, ""

    def before_statement(self, run: StudioRun) -> None:
        reason = self._stops.reason_to_stop(run) if run.statements < self._before else ""
        if reason:
            self._statement, self._words = run.statements, reason

    def result(self, run: StudioRun, *, is_complete: bool) -> RestartRequested:
        """Requests a run to the last stop that was found, or to the start if there was none."""
        return RestartRequested(target_or_start(PaceUnit.STATEMENT, self._statement), words=self._words)


class ValueHistory:
    """Collects the values of an expression during a run, and at which moments it changed, for a curve."""

    def __init__(self, expression: Expression) -> None:
        self._expression = expression
        self._moments, self._values = array("L"), array("d")

    def before_statement(self, run: StudioRun) -> None:
        """Notes the expression's value if it is a number and has changed."""
        # None where a variable of it is not visible
        value = self._expression.value(run)
        if isinstance(value, int | float) and (not self._values or self._values[-1] != value):
            self._moments.append(run.moment)
            self._values.append(value)

    def result(self, run: StudioRun, *, is_complete: bool) -> History:
        # the value after the last statement, after which no other one begins
        self.before_statement(run)
        points = list(zip(self._moments, self._values, strict=True))
        return History(self._expression.text, downsampled(points), run.moment)


ROUNDS = 8
STATEMENTS_IN_LINE = 20
"""Statements of the line that a round may begin; if it begins more, fewer than ROUNDS rounds are found."""


class LastRounds:
    """Collects the variables at the last ROUNDS times ("rounds" of a loop) that a run reached a statement.

    It is the statement where `run` is; the search is then done in another run of the program, from its start.
    """

    def __init__(self, run: StudioRun) -> None:
        self._line, self._column = run.place
        # Statements of the line up to this count are skipped: they are too early to be among the last ROUNDS,
        # and reading all variables takes time.
        self._skipped_count = run.counts[self._line] - ROUNDS * STATEMENTS_IN_LINE
        self._rounds: deque[Round] = deque(maxlen=ROUNDS)

    def before_statement(self, run: StudioRun) -> None:
        is_late = run.counts[self._line] > self._skipped_count
        # column 0: the column is unknown, so each statement of the line counts
        if is_late and run.line == self._line and self._column in {0, run.column}:
            self._rounds.append(Round(run.statements, scalars_of(known_variables(run))))

    def result(self, run: StudioRun, *, is_complete: bool) -> RoundsFound:
        return RoundsFound(run.statements, list(self._rounds))


def downsampled(points: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Returns the points if they are few, else the first, least, greatest and last of each stretch.

    Points are (moment, value), for a curve; there are at most STRETCHES stretches of equally many moments.
    """
    # no more than four points of each stretch would remain
    if len(points) <= 4 * STRETCHES:
        return points
    length = points[-1][0] + 1
    found = []
    for _, stretch in groupby(points, key=lambda point: point[0] * STRETCHES // length):
        inside = list(stretch)
        least, greatest = min(inside, key=lambda point: point[1]), max(inside, key=lambda point: point[1])
        # a set, because two of them may be one point; sorted by moment
        found += sorted({inside[0], least, greatest, inside[-1]})
    return found


class RestartRequested(Stopped):
    """Ends the run; another is started and brought to the target, and goes on from there if `playing`.

    `search`, if given, observes the new run. `words` are the reason for the stop, shown to the user.
    """

    def __init__(
        self, target: RunTarget, *, playing: bool = False, search: Search | None = None, words: str = ""
    ) -> None:
        super().__init__("moved")
        self.target, self.playing, self.search, self.words = target, playing, search, words


class ProgramOpened(Stopped):
    """Ends the run: another program is opened."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__("opened anew")
        self.workspace = workspace
