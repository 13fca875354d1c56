"""Places of a run to which it can be brought."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from retromaze.display.pacer import PaceUnit
from retromaze.studio.run_recording import RunRecording


@dataclass(frozen=True)
class Target:
    """A place of a run: after so many events (DRAW), before its n-th statement (from 1), or at the start of
    a frame.
    """

    unit: PaceUnit
    number: int


START = Target(PaceUnit.STATEMENT, 1)
NOWHERE = Target(PaceUnit.STATEMENT, sys.maxsize)
"""No run comes so far."""


def target_or_start(unit: PaceUnit, number: int) -> Target:
    """That place; the start for a number of 0 or less."""
    return Target(unit, number) if number > 0 else START


def target_at_moment(moment: int) -> Target:
    """The moment after so many events."""
    return target_or_start(PaceUnit.DRAW, moment)


def target_one_back(
    unit: PaceUnit, recording: RunRecording, moment: int, statements: int, frame: int, *, amid: bool
) -> Target:
    """The place one unit before the present one; `amid` says that the last statement is not over."""
    if unit is PaceUnit.DRAW:
        return target_at_moment(recording.draw_before(moment))
    return target_or_start(unit, statements - (not amid) if unit is PaceUnit.STATEMENT else frame - 1)
