"""Two runs of listings beside each other: the first event in which they differ."""

from __future__ import annotations

from itertools import zip_longest

from retromaze.comparison.recording import Recording, record
from retromaze.comparison.script import Script
from retromaze.machine.events import Event
from retromaze.sources.basic_calls import basic_call
from retromaze.studio.messages import RunsDiffer
from retromaze.studio.workspace import Workspace

OVER = "the end"


def runs_differ(one: Workspace, one_script: Script, other: Workspace, other_script: Script) -> RunsDiffer:
    """The moment before the first event that is another one, its lines, and both events in words.

    Where both do the same to their ends the moment is -1. Frames and the numbers of lines are not compared.
    """
    first = recorded(one, one_script)
    second = recorded(other, other_script)
    for moment, (here, there) in enumerate(zip_longest(first.trace, second.trace)):
        if here != there and (here is None or there is None or here[:3] != there[:3]):
            return RunsDiffer(moment, line_of(here), line_of(there), words_of(here), words_of(there))
    return RunsDiffer(-1, 0, 0, "", "")


def recorded(workspace: Workspace, script: Script) -> Recording:
    """A run of its listing with the lines of its events."""
    return record(workspace.pair.listing, workspace.seed, script, placed=True)


def line_of(event: Event | None) -> int:
    return event.line if event else 0


def words_of(event: Event | None) -> str:
    return basic_call(event) if event else OVER
