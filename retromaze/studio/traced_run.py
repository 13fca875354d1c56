"""One traced run of a listing: calls an observer at every place, records events (calls of the machine)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any, Protocol

from retromaze.engine.computer import Computer
from retromaze.errors import BasicError
from retromaze.input_log import GameLog
from retromaze.machine.events import SourceLocator
from retromaze.machine.machine import Machine
from retromaze.machine.storage import CopiedFiles, Files, MemoryFiles
from retromaze.runner import run_source
from retromaze.sources.variables import listing_frames
from retromaze.studio.call_tree import CallRecorder
from retromaze.studio.input_messages import schedule_log
from retromaze.studio.output_messages import SoundFeed
from retromaze.studio.run_recording import RunRecording, attach_recorder

IDLE_FRAMES = 30
"""Frames in which a program does nothing but read the input, after which it waits for its player."""
TUNE = "play"
"""The event that begins a tune; its second argument is the track."""


class RunObserver(Protocol):
    """Is called at each place that a run reaches; each method may raise Stopped."""

    def at_statement(self) -> None:
        """Called before a statement begins."""

    def at_event(self, name: str) -> None:
        """Called after an event, a call of the machine of that name."""

    def at_frame(self) -> None:
        """Called after a frame has passed."""

    def at_yield(self) -> None:
        """Called several times in a frame of much work, so that the run can be paused or ended there."""

    def ask(self, guide: str) -> str:
        """Returns a line for INPUT."""


class StudioRun:
    """A run on a machine of its own, from the start.

    `log` is the player's input, `files` are the storage's, `siblings` those next to the listing.
    `moment` is the number of events so far, `statements` the number of statements begun, `counts[line]` the
    number of those in a line; `calls` are the calls made. The last statement began at `line` and `column`;
    `statement_frame` is its Python frame. The observer's `at_statement` is called while `reports_statements`
    is true, `at_event` while `reports_events` is true. Events after the recording's end are added to it.
    `over`: whether the run has ended. `computer` is None until the listing is compiled. `_yields_per_frame`
    is how often in a frame the observer's `at_yield` is called. `_locator` finds the line that made an event.
    """

    def __init__(
        self,
        source: str,
        path: str,
        recording: RunRecording,
        log: GameLog,
        files: Files,
        observer: RunObserver,
        siblings: CopiedFiles | None = None,
    ) -> None:
        self.machine = Machine(seed=recording.seed)
        self.recording = recording
        self.moment = self.statements = self._moment_at_statement = 0
        self.line, self.column = 1, 0
        # lines are counted from 1: item 0 is unused
        self.counts = [0] * (source.count("\n") + 2)
        self.reports_statements = self.reports_events = True
        self._yields_per_frame = 1
        self.over = False
        self.source, self._path, self._observer = source, path, observer
        self.statement_frame: FrameType | None = None
        self.calls = CallRecorder()
        self._locator = SourceLocator()
        self.computer: Computer | None = None
        machine = self.machine
        machine.storage.backend = MemoryFiles(files)
        machine.storage.siblings = siblings
        schedule_log(log, machine)
        machine.input.ask = self._observer.ask
        machine.on_frame = lambda machine: self._observer.at_frame()
        self.sounds = SoundFeed(machine.sound, lambda: self.line)
        attach_recorder(machine, self._on_event)

    def play(self) -> BasicError | None:
        """Runs to the end; returns the error that ended the run, if any. Raises what the observer raises."""
        try:
            error = run_source(
                self.source, self.machine, path=self._path, traced=True, follow=self._attach_computer
            )
        finally:
            self.over = True
        # an error in another slot has a line of a listing that is not shown
        if error is not None and error.slot == 0:
            self.line, self.column = error.line, error.column
        return error

    def _attach_computer(self, computer: Computer) -> None:
        """Called when the listing is compiled, before it starts."""
        self.computer = computer
        computer.on_statement = self._on_statement
        self.set_yields_per_frame(self._yields_per_frame)

    def set_yields_per_frame(self, count: int) -> None:
        """Sets how often in a frame the observer's `at_yield` is called, once the program has started."""
        self._yields_per_frame = count
        if self.computer is not None:
            work = max(1, self.machine.budget // count)
            self.machine.yield_every(work, lambda machine: self._observer.at_yield())

    def _on_statement(self, slot: int, line: int, column: int) -> None:
        """Called by the computer before each statement; only slot 0 holds the listing that is shown."""
        if slot == 0:
            self.statements += 1
            self._moment_at_statement = self.moment
            self.line, self.column = line, column
            self.counts[line] += 1
            # the compiled listing's frame: it calls the computer's function, which calls this method
            frame = sys._getframe(2)
            # another frame than before: a call has begun or returned
            if frame is not self.statement_frame:
                self.statement_frame = frame
                self.calls.begin(frame, (line, column), self.statements)
            if self.reports_statements:
                self._observer.at_statement()

    def _on_event(self, part: int, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Called after each event of the machine: adds it to the recording, if that does not have it yet.

        `part` is the index of the called object in `Machine.observed_parts`, `frame` the frame of the call.
        """
        recording = self.recording
        # before its end the recording has this event already, from an earlier run with the same input
        if self.moment == len(recording) and not recording.is_full:
            _, line = self._locator.find()
            recording.add(part, name, arguments, result, frame, line=line, after=self.machine.frame)
        self.moment += 1
        # BGMPLAY: the notes that follow on this track are of this line's tune
        if name == TUNE:
            self.sounds.begin_tune(arguments[1])
        if self.reports_events:
            self._observer.at_event(name)

    @property
    def names(self) -> dict[str, str]:
        """The name in BASIC for each name in the compiled Python; not stored, as a run may compile again."""
        # slot 0 holds the listing that is shown, other slots hold programs that it has loaded
        compiled = self.computer.slots[0].compiled if self.computer else None
        return compiled.basic_names if compiled else {}

    @property
    def place(self) -> tuple[int, int]:
        """The line and column that run now.

        Once a DEF has returned within a statement, they are that statement's line, which its Python frame
        knows, and column 0 for unknown: the last statement that began is the DEF's.
        """
        frame = next(self.frames(), None) if self.computer is not None and not self.over else None
        if frame is None or frame is self.statement_frame:
            return self.line, self.column
        return frame.f_lineno, 0

    @property
    def made_last_event(self) -> bool:
        """Whether the last event so far was made by the statement that runs now."""
        return self.moment > self._moment_at_statement

    def frames(self) -> Iterator[FrameType]:
        """Returns the Python frames of the listing's pending calls, innermost first; at the end the last."""
        assert self.computer is not None
        # while the run goes on they are among this method's callers: `statement_frame` may be that of
        # a DEF that has returned; at the end nothing is better
        return listing_frames(self.computer, self.statement_frame if self.over else sys._getframe(1))
