"""Requests for a place in a run, and how a run is replaced by another that stands there."""

from __future__ import annotations

from dataclasses import dataclass

from retromaze.display.speeds import PaceUnit
from retromaze.errors import Stopped
from retromaze.studio.run_recording import RunRecording
from retromaze.studio.workspace import Workspace


@dataclass(frozen=True)
class Target:
    """A place on the way of a run: the moment after so many events (DRAW), before its n-th statement, from 1,
    or at the start of a frame.
    """

    unit: PaceUnit
    number: int


START = Target(PaceUnit.STATEMENT, 1)


class Moved(Stopped):
    """The run is given up for one that stands at the target, and `playing` goes on from there."""

    def __init__(self, target: Target, *, playing: bool = False) -> None:
        super().__init__("moved")
        self.target = target
        self.playing = playing


class Reopened(Stopped):
    """The run is given up for another program."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__("opened anew")
        self.workspace = workspace


def standing(unit: PaceUnit, number: int) -> Target:
    """That place, or the start where there is no such."""
    return Target(unit, number) if number > 0 else START


def to_moment(moment: int) -> Target:
    """The moment after so many events."""
    return standing(PaceUnit.DRAW, moment)


def back(
    unit: PaceUnit, recording: RunRecording, moment: int, statements: int, frame: int, *, amid: bool
) -> Target:
    """One unit before the place of a run; `amid` says that a statement of those begun is not over."""
    if unit is PaceUnit.DRAW:
        return to_moment(recording.draw_before(moment))
    return standing(unit, statements - (not amid) if unit is PaceUnit.STATEMENT else frame - 1)
