"""Looks through a run up to where it stands: for the last stop, or all values of an expression."""

from __future__ import annotations

from array import array
from itertools import groupby
from typing import Any, Protocol

from retromaze.display.pacer import PaceUnit
from retromaze.sources.variables import Expression
from retromaze.studio.messages import History
from retromaze.studio.run import StudioRun
from retromaze.studio.stops import Stops
from retromaze.studio.targets import Target, target_or_start

STRETCHES = 500
"""A curve has the least and the greatest value of so many stretches of the run."""


class Search(Protocol):
    """Looks through a run that goes to a target, and is over there or where it is given up."""

    def follow(self, run: StudioRun) -> None:
        """The run begins."""

    def look(self) -> None:
        """A statement is about to begin."""

    def answer(self, *, is_complete: bool) -> Any:
        """The message for the page at the target or None; whether the last statement is over as well."""

    def goal(self) -> tuple[Target, str] | None:
        """Where the run is to stand then, and in words why; None if it is to stay."""


class LastStop:
    """Searches for the last stop before the statement of that number."""

    def __init__(self, stops: Stops, before: int) -> None:
        self._stops, self._before = stops, before
        self._statement, self._words = 0, ""

    def follow(self, run: StudioRun) -> None:
        self._run = run

    def look(self) -> None:
        reason = self._stops.reason(self._run) if self._run.statements < self._before else ""
        if reason:
            self._statement, self._words = self._run.statements, reason

    def answer(self, *, is_complete: bool) -> None:
        """A stop is told where the run stands."""

    def goal(self) -> tuple[Target, str]:
        return target_or_start(PaceUnit.STATEMENT, self._statement), self._words


class ValueHistory:
    """Collects the values of an expression."""

    def __init__(self, expression: Expression) -> None:
        self._expression = expression
        self._moments, self._values = array("L"), array("d")

    def follow(self, run: StudioRun) -> None:
        self._run = run

    def look(self) -> None:
        value = self._expression.value(self._run)
        if isinstance(value, int | float) and (not self._values or self._values[-1] != value):
            self._moments.append(self._run.moment)
            self._values.append(value)

    def answer(self, *, is_complete: bool) -> History:
        self.look()
        points = list(zip(self._moments, self._values, strict=True))
        return History(self._expression.text, thinned(points))

    def goal(self) -> None:
        """It stays where it was asked for."""


def thinned(points: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """The points themselves if they are few; else the first, least, greatest and last of each stretch."""
    if len(points) <= 4 * STRETCHES:
        return points
    length = points[-1][0] + 1
    found = []
    for _, stretch in groupby(points, key=lambda point: point[0] * STRETCHES // length):
        inside = list(stretch)
        least, greatest = min(inside, key=lambda point: point[1]), max(inside, key=lambda point: point[1])
        found += sorted({inside[0], least, greatest, inside[-1]})
    return found
