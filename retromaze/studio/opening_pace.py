"""Finds the pace at which a program opens: slow enough to be watched, and done in less than a minute.

A short trial run counts what the program does. It is limited by counts and not by a clock, so the same texts
and the same seed always open at the same pace.
"""

from __future__ import annotations

from bisect import bisect_right
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NoReturn

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import Use
from retromaze.display.pacer import CONSOLE_PACE
from retromaze.errors import Stopped
from retromaze.machine.storage import CopiedFiles, Files
from retromaze.studio.messages import Pace
from retromaze.studio.open_program import Workspace
from retromaze.studio.run_recording import RunRecording, shows
from retromaze.studio.traced_run import IDLE_FRAMES, StudioRun

STATEMENT_LIMIT = 120_000
"""The most statements that a trial run begins: they take 0.3 s."""
FRAME_LIMIT = 6_000
YIELDS = 4
"""Interruptions of a frame, at which the number of statements is checked."""

SECONDS = 45.0
"""The longest run at the pace at which a program opens, as far as the trial run can tell."""
SELF_PACED_SECONDS = 10.0
"""A program that lets frames pass for so long paces itself by WAIT or VSYNC: it gets the console's pace."""
SEEN_SECONDS = 2.0
SEEN_DRAWS_SHARE = 1 / 25
"""The part of all draws that must be done after SEEN_SECONDS."""

RATES = (30, 80, 200, 500, 1200, 3000, 8000, 30000)
"""Statements a second, from slow to fast. The page offers each of them (controls.ts)."""
AFTER_QUESTION = Pace("statement", 500)
"""The pace of a program that waits at INPUT: how much it will draw afterwards is not known."""
CONSOLE = Pace("frame", CONSOLE_PACE.rate)
QUICK = Pace("frame", 4 * CONSOLE_PACE.rate)
FASTEST = Pace("statement", RATES[-1])


@dataclass
class TrialRun:
    """Observes a trial run and counts what it does; stops it at its limits and at its first INPUT.

    `draws` has the number of statements begun before each draw, `first_event` the number before the first
    event. `statements` and `frames` are counted up to the last draw, or to the end of a run that drew
    nothing. `end_reason`: "end" (also if it waits for its player), "question", or a limit: "statements" or
    "frames".
    """

    draws: list[int] = field(default_factory=list)
    first_event: int | None = None
    statements: int = 0
    frames: int = 0
    end_reason: str = "end"
    _run: StudioRun = field(init=False, repr=False, compare=False)

    def observe(self, run: StudioRun) -> None:
        """Keeps the run, which is about to start and will call the methods `at_...` and `ask`.

        It is not interrupted at each statement, which would be slow, but YIELDS times in a frame.
        """
        self._run = run
        run.reports_statements = False
        run.set_yields_per_frame(YIELDS)

    def at_statement(self) -> None:
        """Never called: `reports_statements` is false."""

    def at_event(self, name: str) -> None:
        """Notes before how many statements the first event and each draw happened."""
        if self.first_event is None:
            self.first_event = self._run.statements
        if shows(name):
            self.draws.append(self._run.statements)
            self.frames = self._run.machine.frame

    def at_frame(self) -> None:
        """Stops the run if the program only waits for its player, or has run for too many frames."""
        machine = self._run.machine
        if machine.idle_frames >= IDLE_FRAMES:
            self._stop("end")
        if machine.frame >= FRAME_LIMIT:
            self._stop("frames")
        self.at_yield()

    def at_yield(self) -> None:
        """Called YIELDS times in a frame: stops the run after too many statements."""
        if self._run.statements >= STATEMENT_LIMIT:
            self._stop("statements")

    def ask(self, guide: str) -> str:
        """Stops the run at INPUT, as nobody answers."""
        self._stop("question")

    def _stop(self, reason: str) -> NoReturn:
        self.end_reason = reason
        raise Stopped(reason)


def trial_run(workspace: Workspace, storage_files: Files, siblings: CopiedFiles | None) -> TrialRun:
    """Runs the program without a page, to the limits of a trial at most, and returns what was counted."""
    trial = TrialRun()
    recording = RunRecording(workspace.seed)
    listing, path = workspace.listing, workspace.pair.path
    run = StudioRun(listing, path, recording, workspace.log, storage_files, trial, siblings)
    trial.observe(run)
    with suppress(Stopped):
        run.play()
    if trial.draws:
        trial.statements = trial.draws[-1]
    else:
        trial.statements, trial.frames = run.statements, run.machine.frame
    return trial


def opening_pace(workspace: Workspace, storage_files: Files, siblings: CopiedFiles | None) -> Pace:
    """Returns the pace at which a program opens: the console's for a game, else found by a trial run."""
    entry = CATALOGUE.get(workspace.program)
    if entry is not None and entry.use is Use.GAME:
        return CONSOLE
    return pace_of(trial_run(workspace, storage_files, siblings))


def pace_of(trial: TrialRun) -> Pace:
    """Returns the slowest rate at which a run shows something within SEEN_SECONDS and ends within SECONDS.

    A run that paces itself by waiting, one that ends at a question, and one that the trial cut short have
    fixed paces.
    """
    frame_seconds = trial.frames / CONSOLE_PACE.rate
    if frame_seconds >= SELF_PACED_SECONDS:
        # an endless run, such as an animation, has the console's pace; a long run that ends is made quicker
        return CONSOLE if frame_seconds <= SECONDS or trial.end_reason != "end" else QUICK
    if trial.end_reason == "question":
        return AFTER_QUESTION
    if trial.end_reason == "statements" and trial.statements >= STATEMENT_LIMIT / 2:
        # it still draws, or has not begun to: how long that goes on is not known
        return FASTEST
    # the page opens at the first event: only the statements after it take time
    first_event = trial.first_event or 0
    for rate in RATES:
        seen_draws = bisect_right(trial.draws, first_event + SEEN_SECONDS * rate)
        is_seen = seen_draws >= len(trial.draws) * SEEN_DRAWS_SHARE
        if is_seen and frame_seconds + (trial.statements - first_event) / rate <= SECONDS:
            return Pace("statement", rate)
    return FASTEST
