"""Finds the moments of a lesson in a run of its listing, and what is seen there."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from retromaze.comparison.script import FRAME_LIMIT
from retromaze.compiler.compiling import Compiled
from retromaze.compiler.spelling import basic_names
from retromaze.display.headless import Waiting
from retromaze.display.view import visible_words
from retromaze.engine.computer import Computer
from retromaze.errors import Stopped
from retromaze.language.prologue import Value
from retromaze.machine.events import Event
from retromaze.machine.machine import Machine
from retromaze.machine.observed import Effect, names_with
from retromaze.press import read_schedule
from retromaze.runner import play
from retromaze.sources.expressions import Expression
from retromaze.sources.lessons import (
    LARGEST,
    LAST,
    SMALLEST,
    Exercise,
    Lesson,
    LessonError,
    Moment,
    Step,
    changed_listing,
    line_number,
)
from retromaze.sources.variables import listing_frame, value_text

IDLE = 3
"""Frames of a program that does nothing but wait for a button."""
DRAWS = names_with(Effect.DRAWS, Effect.PRINTS)


@dataclass(frozen=True)
class Reached:
    """A moment that a run has come to: before the statement of that number, in that line.

    `draws` and `frame` are over; `watched` has the values of the step's expressions as BASIC writes them, and
    `picture` what the screens show.
    """

    statement: int
    line: int
    draws: int
    frame: int
    watched: Mapping[str, str] = field(default_factory=dict)
    picture: array[int] | None = None


@dataclass(frozen=True)
class Material:
    """A lesson, the listing as the lesson sets it, and the port's text if there is one.

    `numbers` are the constants at the listing's top that the lesson sets, by their names there.
    """

    lesson: Lesson
    listing: str
    port: str | None
    numbers: Mapping[str, Value] = field(default_factory=dict)


def leave_waiting(machine: Machine) -> None:
    """A frame has passed. Raises Waiting once the program only looks for a button, and none is to come."""
    if machine.idle_frames >= IDLE and machine.frame > max(machine.input.schedule, default=0):
        raise Waiting("waits for a button")


def leave_asking(guide: str) -> str:
    """Nobody answers INPUT. Raises Waiting."""
    raise Waiting(guide)


class LessonRun:
    """A traced run of a listing with what a lesson presses; what waits for more is left there."""

    def __init__(self, source: str, seed: int, press: str = "") -> None:
        self.machine = Machine(seed=seed)
        self.machine.input.schedule.update(read_schedule(press))
        self.statements = self.line = self.draws = 0
        self._column = 0
        self.enters = True
        self._source = source
        self._computer: Computer | None = None
        self._frame: FrameType | None = None
        self._named: Compiled | None = None
        self._names: dict[str, str] = {}
        self.is_over = False

    def each_statement(self, look: Callable[[], None]) -> None:
        """Plays to the end and calls `look` before each statement, and once behind the last."""
        self.machine.on_frame = leave_waiting
        self.machine.input.ask = leave_asking
        self.machine.listen(self._heard)

        def at(slot: int, line: int, column: int) -> None:
            if slot == 0:
                self.statements += 1
                self.enters = line != self.line or column <= self._column
                self.line, self._column = line, column
                self._frame = sys._getframe(1)
                look()

        def follow(computer: Computer) -> None:
            self._computer = computer
            computer.on_statement = at

        with suppress(Stopped):
            play(self._source, self.machine, frames=FRAME_LIMIT, traced=True, follow=follow)
        self.enters, self.is_over = False, True
        look()

    def _heard(self, event: Event) -> None:
        self.draws += event.name in DRAWS

    @property
    def names(self) -> dict[str, str]:
        """The names of BASIC for those of Python."""
        compiled = self._computer.slots[0].compiled if self._computer else None
        if compiled is not self._named:
            self._named = compiled
            self._names = basic_names(compiled.program) if compiled else {}
        return self._names

    def frames(self) -> Iterator[FrameType]:
        """The Python frames of the listing, innermost first."""
        frame = self._frame
        while self._computer and (frame := listing_frame(self._computer, frame)) is not None:
            yield frame
            frame = frame.f_back


class Finder:
    """Looks for one moment: `statement` is that of the best one so far, 0 where there was none."""

    def __init__(self, moment: Moment, source: str) -> None:
        self.moment = moment
        self.statement = self._times = 0
        self._line = moment.number
        if moment.kind == "line" and moment.text:
            self._line = line_number(source, moment.text, moment.place, "listing")
        self._expression = Expression(moment.text) if moment.kind == "when" else None
        self._value: Any = None

    def look(self, run: LessonRun) -> None:
        """A statement is about to begin, or the run has ended."""
        if self._comes(run):
            self._times += 1
            if self.moment.which in {self._times, LAST, LARGEST, SMALLEST}:
                self.statement = run.statements

    def _comes(self, run: LessonRun) -> bool:
        """Whether this is one of the times that are counted."""
        match self.moment.kind:
            case "line":
                return run.enters and run.line == self._line
            case "when":
                return self._holds(run)
            case "start":
                return run.statements == 1
            case "draw":
                return not self._times and run.draws >= self.moment.number
            case "frame":
                return not self._times and run.machine.frame >= self.moment.number
        return False

    def _holds(self, run: LessonRun) -> bool:
        """Whether an expression has come to hold, or is more, or less, than ever before."""
        assert self._expression is not None
        value, before = self._expression.value(run), self._value
        if value is None:
            return False
        if self.moment.which not in {LARGEST, SMALLEST}:
            self._value = bool(value)
            return bool(value) and not before
        is_less = before is not None and value < before
        is_more = before is not None and value > before
        if before is None or (is_more if self.moment.which == LARGEST else is_less):
            self._value = value
            return True
        return False


def find_moments(lesson: Lesson, source: str) -> list[Reached | None]:
    """What each step shows, None for steps without a moment. Raises LessonError for one never reached.

    Of a moment in words the statement is found in a first run; a second one stands there and looks.
    """
    finders = [Finder(step.moment, source) if step.moment else None for step in lesson.steps]
    run = LessonRun(source, lesson.seed, lesson.press)
    sought = [each for each in finders if each]
    run.each_statement(lambda: look_with(sought, run))
    for finder in sought:
        if finder.moment.kind == "end":
            finder.statement = run.statements
        if not finder.statement:
            raise LessonError(finder.moment.place, "the run never comes to this moment")
    return look_again(lesson, source, finders)


def look_with(finders: list[Finder], run: LessonRun) -> None:
    for finder in finders:
        finder.look(run)


def look_again(lesson: Lesson, source: str, finders: list[Finder | None]) -> list[Reached | None]:
    """What is seen at the moments that were found."""
    found: list[Reached | None] = [None] * len(finders)
    watches = [[Expression(text) for text in step.watch] for step in lesson.steps]
    run = LessonRun(source, lesson.seed, lesson.press)

    def look() -> None:
        for at, finder in enumerate(finders):
            if finder and finder.statement == run.statements and run.is_over == (finder.moment.kind == "end"):
                found[at] = seen(run, watches[at])

    run.each_statement(look)
    for step, reached in zip(lesson.steps, found, strict=True):
        if reached and step.moment and (unknown := set(step.watch) - reached.watched.keys()):
            raise LessonError(step.moment.place, f"{sorted(unknown)[0]} has no value at this moment")
    return found


def seen(run: LessonRun, watched: list[Expression]) -> Reached:
    """What a step shows where the run stands."""
    values = {each.text: each.value(run) for each in watched}
    texts = {text: value_text(value) for text, value in values.items() if value is not None}
    return Reached(run.statements, run.line, run.draws, run.machine.frame, texts, visible_words(run.machine))


def prove_exercise(exercise: Exercise, source: str, seed: int, press: str = "") -> None:
    """Raises LessonError unless what is to hold does not hold in the listing, and does in the solution."""
    if exercise_holds(exercise, source, seed, press):
        raise LessonError(exercise.place, f"{exercise.holds} holds before anything is changed")
    if not exercise.solution:
        raise LessonError(exercise.place, "an exercise has a solution")
    if not exercise_holds(exercise, changed_listing(source, exercise), seed, press):
        raise LessonError(exercise.place, f"{exercise.holds} does not hold in the solution")


def exercise_holds(exercise: Exercise, source: str, seed: int, press: str = "") -> bool:
    """Whether what an exercise asks for holds when a listing has ended."""
    run = LessonRun(source, seed, press)
    run.each_statement(lambda: None)
    return bool(Expression(exercise.holds).value(run))


def prove(material: Material) -> list[Reached | None]:
    """What each step shows. Raises LessonError for a line, a moment or an exercise that is not there."""
    lesson, listing = material.lesson, material.listing
    for step in lesson.steps:
        lines_named(step, material)
    reached = find_moments(lesson, listing)
    for step in lesson.steps:
        if step.exercise:
            prove_exercise(step.exercise, listing, lesson.seed, lesson.press)
    return reached


def lines_named(step: Step, material: Material) -> tuple[list[int], list[int]]:
    """The numbers of the lines of listing and port that a step names. Raises LessonError."""
    if step.port and material.port is None:
        raise LessonError(step.place, "there is no port beside the listing")
    listing = [line_number(material.listing, text, step.place, "listing") for text in step.listing]
    return listing, [line_number(material.port or "", text, step.place, "port") for text in step.port]
