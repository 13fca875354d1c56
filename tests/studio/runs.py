"""Runs of listings that no page sees: of the studio, and of a machine alone whose events are recorded."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from retromaze.errors import BasicError, Stopped
from retromaze.input_log import GameLog
from retromaze.machine.machine import Machine
from retromaze.runner import run_source
from retromaze.studio.run_recording import RunRecording, attach_recorder
from retromaze.studio.traced_run import StudioRun

LISTING = "listing.bas"


class Onlooker:
    """Watches a run of the studio until that frame is over; nobody answers what it asks."""

    def __init__(self, source: str, last_frame: int, log: GameLog | None = None) -> None:
        self._last_frame = last_frame
        self.run = StudioRun(source, LISTING, RunRecording(1), log or GameLog(), {}, self)

    def play(self) -> StudioRun:
        with suppress(Stopped):
            self.run.play()
        return self.run

    def at_statement(self) -> None: ...

    def at_event(self, name: str) -> None: ...

    def at_frame(self) -> None:
        if self.run.machine.frame > self._last_frame:
            raise Stopped("long enough")

    def at_yield(self) -> None: ...

    def ask(self, guide: str) -> str:
        raise Stopped("nobody answers")


def run_listing(
    source: str,
    heard: Callable[..., None],
    script: Any = None,
    prepare: Callable[[Machine], None] | None = None,
    frames: int = sys.maxsize,
    events: int = sys.maxsize,
) -> tuple[Machine, BasicError | Stopped | None]:
    """Runs it on a machine that tells of each event with its number, and says why it has ended."""
    machine, count = Machine(seed=1), 0

    def limit(machine: Machine) -> None:
        if machine.frame >= frames:
            raise Stopped("long enough")

    def counted(*told: Any) -> None:
        nonlocal count
        count += 1
        heard(machine, count, *told)
        if count == events:
            raise Stopped("long enough")

    if script:
        script.prepare(machine)
        machine.input.schedule.update(script.presses)
    machine.on_frame = limit
    if prepare:
        prepare(machine)
    attach_recorder(machine, counted)
    try:
        return machine, run_source(source, machine, path=LISTING)
    except Stopped as reason:
        return machine, reason


def recorded(
    source: str, script: Any = None, frames: int = sys.maxsize, events: int = sys.maxsize
) -> RunRecording:
    """The recording of that run, with the line of each event."""
    recording = RunRecording(1)

    def heard(machine: Machine, _: int, *told: Any) -> None:
        frame = sys._getframe()
        while frame.f_back and frame.f_code.co_filename != LISTING:
            frame = frame.f_back
        recording.add(*told, line=frame.f_lineno, after=machine.frame)

    _, ending = run_listing(source, heard, script, frames=frames, events=events)
    assert not isinstance(ending, BasicError)
    return recording
