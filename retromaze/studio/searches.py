"""Looks through a run up to where it stands: for the last stop, or for all values of an expression."""

from __future__ import annotations

from array import array
from itertools import groupby
from typing import Any, Protocol

from retromaze.display.speeds import PaceUnit
from retromaze.studio.messages import History
from retromaze.studio.run import StudioRun
from retromaze.studio.stops import Expression, Stops
from retromaze.studio.targets import Target, target_or_start

STRETCHES = 500
"""A curve has the least and the greatest value of so many stretches of the run."""


class Search(Protocol):
    """What is asked at each statement of a run that goes to a target."""

    def look(self, run: StudioRun) -> None:
        """A statement before the target is about to begin."""

    def answer(self, run: StudioRun) -> Any:
        """The message for the page at the target, None if there is none."""

    def goal(self) -> tuple[Target, str]:
        """Where the run is to stand then, and in words why."""


class LastStop:
    """Searches for the last stop before the target."""

    def __init__(self, stops: Stops) -> None:
        self._stops = stops
        self._statement, self._words = 0, ""

    def look(self, run: StudioRun) -> None:
        reason = self._stops.reason(run)
        if reason:
            self._statement, self._words = run.statements, reason

    def answer(self, run: StudioRun) -> None:
        """A stop is told where the run stands."""

    def goal(self) -> tuple[Target, str]:
        return target_or_start(PaceUnit.STATEMENT, self._statement), self._words


class ValueHistory:
    """Collects the values of an expression, and goes back to the place where it was asked for."""

    def __init__(self, expression: Expression, place: Target) -> None:
        self._expression, self._place = expression, place
        self._moments, self._values = array("L"), array("d")

    def look(self, run: StudioRun) -> None:
        value = self._expression.value(run)
        if isinstance(value, int | float) and (not self._values or self._values[-1] != value):
            self._moments.append(run.moment)
            self._values.append(value)

    def answer(self, run: StudioRun) -> History:
        self.look(run)
        points = list(zip(self._moments, self._values, strict=True))
        return History(self._expression.text, thinned(points))

    def goal(self) -> tuple[Target, str]:
        return self._place, ""


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
