"""Finds the moments of a lesson, one for each step, in a run of its listing, and what is seen there."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import FrameType
from typing import Any, NamedTuple

from retromaze.catalogue_entry import Entry
from retromaze.comparison.input_script import FRAME_LIMIT, TooLong
from retromaze.display.front_end import Waiting
from retromaze.display.pictures import visible_picture
from retromaze.engine.computer import Computer
from retromaze.errors import BasicError, Stopped
from retromaze.input_log import read_schedule
from retromaze.language.prologue import Value, parse_value, prologue_constants, with_constants_set
from retromaze.lessons.diagram_reading import DiagramPart
from retromaze.lessons.diagrams import Diagram, with_changes_marked
from retromaze.lessons.lesson_reading import (
    LARGEST,
    LAST,
    SMALLEST,
    Exercise,
    Lesson,
    LessonError,
    LessonStage,
    Moment,
    Prediction,
    changed_listing,
    line_number,
)
from retromaze.lessons.run_diagrams import diagrams_of
from retromaze.machine.events import Effect, Event, event_names_with
from retromaze.machine.machine import Machine
from retromaze.runner import run_source
from retromaze.sources.variables import Expression, listing_frames, value_text

IDLE_FRAMES = 3
"""Frames of a program that does nothing but wait for a button."""
DRAWS = event_names_with(Effect.DRAWS, Effect.PRINTS)


@dataclass(frozen=True)
class ReachedMoment:
    """A moment that a run has come to: before statement number `statement`, in `line`.

    `draws`, `frame`: the numbers of draws and frames so far. `watched`: the values of the step's expressions
    as BASIC writes them. `picture`: the screens. `diagrams`: the diagrams of the data, with what changed
    since the previous step. `answer`: the answer to the step's prediction.
    """

    statement: int
    line: int
    draws: int
    frame: int
    watched: Mapping[str, str] = field(default_factory=dict)
    picture: array[int] | None = None
    diagrams: tuple[Diagram, ...] = ()
    answer: str = ""


@dataclass(frozen=True)
class Material:
    """A lesson with its listing, before sizes are set in it, its port's text, and its catalogue's entry."""

    lesson: Lesson
    listing_in_file: str
    port: str | None
    entry: Entry | None = None

    @cached_property
    def listing(self) -> str:
        """The listing with the lesson's sizes."""
        return with_constants_set(self.listing_in_file, self.constants(self.lesson.sizes), "the listing")

    def constants(self, sizes: Mapping[str, str]) -> dict[str, Value]:
        """Returns the values that these sizes give the listing's constants, by their names.

        Raises UsageError for impossible sizes.
        """
        values = {name: parse_value(value) for name, value in sizes.items()}
        if not self.entry:  # a user's lesson names the constants themselves
            return {name.upper(): value for name, value in values.items()}
        sizes_by_name = self.entry.sizes
        return {sizes_by_name[name].variable: value for name, value in self.entry.named_sizes(values).items()}

    def start_text(self, exercise: Exercise) -> str:
        """Returns the text that an exercise begins with. Raises LessonError if a port is missing for it."""
        if exercise.in_port and self.port is None:
            raise LessonError(exercise.lesson_line, "there is no port beside the listing")
        text = (self.port or "") if exercise.in_port else self.listing_in_file
        return changed_listing(text, exercise.begins, exercise.lesson_line) if exercise.begins else text

    def with_sizes(self, text: str, sizes: Mapping[str, str]) -> str:
        """Returns an answer's listing with these sizes, as far as its top has constants for them."""
        names = prologue_constants(text)
        constants = {name: value for name, value in self.constants(sizes).items() if name in names}
        return with_constants_set(text, constants, "the answer")


class RunLength(NamedTuple):
    """The statements and frames of a run; by default the most that any run may have."""

    statements: int = sys.maxsize
    frames: int = FRAME_LIMIT


MOST = RunLength()


def end_if_idle(machine: Machine) -> None:
    """Raises Waiting where a program polls for a button after the last scheduled one."""
    if machine.idle_frames >= IDLE_FRAMES and machine.frame > max(machine.input.schedule, default=0):
        raise Waiting("waits for a button")


def end_at_input(guide: str) -> str:
    """Raises Waiting in place of an answer to INPUT, which nobody gives."""
    raise Waiting(guide)


class LessonRun:
    """A traced run of a listing with the presses of a lesson; it ends where the program waits for more input.

    `path` is the listing's name in errors. After the run `error` is the error that stopped it, and
    `is_cut_off` whether it was stopped as it went beyond the length `limit`. At each statement `line` is
    its line and `statements`, `draws` the numbers so far; `all_statements` also counts those of loaded
    programs. `enters_line`: whether the run has come to the line from another line, or again from its end.
    """

    def __init__(
        self, source: str, seed: int, press: str = "", *, path: str = "listing.bas", limit: RunLength = MOST
    ) -> None:
        self.machine = Machine(seed=seed)
        self.machine.input.schedule.update(read_schedule(press))
        self.error: BasicError | None = None
        self.is_cut_off = False
        self._path, self._limit = path, limit
        self.all_statements = self.statements = self.line = self.draws = 0
        self._column = 0
        self.enters_line = True
        self._source = source
        self._computer: Computer | None = None
        self._frame: FrameType | None = None
        self.is_over = False

    def run_to_end(self, at_statement: Callable[[], None]) -> None:
        """Runs the listing and calls `at_statement` before each statement, and once more after the last.

        The run ends where the program polls for a button that is never pressed, and at INPUT.
        """

        def on_statement(slot: int, line: int, column: int) -> None:
            # other slots hold programs that the listing has loaded
            if slot == 0:
                self.statements += 1
                self.enters_line = line != self.line or column <= self._column
                self.line, self._column = line, column
                # inside the listing's frame; `listing_frames` skips the frames of other functions
                self._frame = sys._getframe(1)
                at_statement()
            self.all_statements += 1
            if self.all_statements > self._limit.statements:
                raise TooLong

        def follow(computer: Computer) -> None:
            self._computer = computer
            computer.on_statement = on_statement

        self.machine.on_frame, self.machine.input.ask = end_if_idle, end_at_input
        self.machine.listen(self._count_draw)
        most = self._limit.frames
        with suppress(Stopped):
            self.error = run_source(
                self._source, self.machine, path=self._path, frames=most, traced=True, follow=follow
            )
        self.is_cut_off = self.all_statements > self._limit.statements or self.machine.frame >= most
        self.enters_line, self.is_over = False, True
        at_statement()

    def _count_draw(self, event: Event) -> None:
        self.draws += event.name in DRAWS

    @property
    def names(self) -> dict[str, str]:
        """The BASIC name of each Python name."""
        compiled = self._computer.slots[0].compiled if self._computer else None
        return compiled.basic_names if compiled else {}

    def frames(self) -> Iterator[FrameType]:
        """Returns the Python frames of the listing, innermost first."""
        return listing_frames(self._computer, self._frame) if self._computer else iter(())


class MomentFinder:
    """Searches for one moment of a run; `statement` is the number of its statement, 0 if not found yet.

    A moment is an event, such as that a line is entered. `_times` counts how often it has happened.
    `moment.which` is the number of the wanted time, or LAST, LARGEST or SMALLEST, where each later time
    replaces the one before. `_value` is the expression's last truth value, or its maximum or minimum so far.
    """

    def __init__(self, moment: Moment, source: str) -> None:
        self.moment = moment
        self.statement = self._times = 0
        self._line = moment.number
        if moment.kind == "line" and moment.text:
            self._line = line_number(source, moment.text, moment.lesson_line, "listing")
        self._expression = Expression(moment.text) if moment.kind == "when" else None
        self._value: Any = None

    def note_statement(self, run: LessonRun) -> None:
        """Stores the statement's number if it is the moment; called before each one and at the end."""
        if self._happens_now(run):
            self._times += 1
            # of the moments that happen several times, the n-th is meant, or the last one so far
            if self.moment.which in {self._times, LAST, LARGEST, SMALLEST}:
                self.statement = run.statements

    def _happens_now(self, run: LessonRun) -> bool:
        """Whether the event that defines the moment happens at this statement."""
        match self.moment.kind:
            case "line":
                return run.enters_line and run.line == self._line
            case "when":
                return self._expression_triggers(run)
            case "start":
                return run.statements == 1
            case "draw":
                # only the first statement from there on
                return not self._times and run.draws >= self.moment.number
            case "frame":
                return not self._times and run.machine.frame >= self.moment.number
        # the end of the run, which `find_moments` sets itself
        return False

    def _expression_triggers(self, run: LessonRun) -> bool:
        """Whether the moment's expression has just become true, or has a new maximum or minimum."""
        assert self._expression is not None
        value, before = self._expression.value(run), self._value
        if value is None:
            return False
        if self.moment.which not in {LARGEST, SMALLEST}:
            self._value = bool(value)
            return bool(value) and not before
        is_larger = self.moment.which == LARGEST
        is_extreme: bool = before is None or (value > before if is_larger else value < before)
        if is_extreme:
            self._value = value
        return is_extreme


def find_moments(lesson: Lesson, source: str) -> list[ReachedMoment | None]:
    """Returns the moment of each step, None for a step without one. Raises LessonError if one is not reached.

    A first run finds the number of each moment's statement; a second run stops there and reads the data.
    """
    for step in lesson.steps:
        if step.prediction and not step.moment:
            raise LessonError(step.prediction.lesson_line, "a step with a prediction has a moment")
    finders = [MomentFinder(step.moment, source) if step.moment else None for step in lesson.steps]
    run = LessonRun(source, lesson.seed, lesson.press)
    sought = [each for each in finders if each]

    def note_statement() -> None:
        for finder in sought:
            finder.note_statement(run)

    run.run_to_end(note_statement)
    for finder in sought:
        if finder.moment.kind == "end":
            finder.statement = run.statements
        if not finder.statement:
            raise LessonError(finder.moment.lesson_line, "the run never comes to this moment")
    return read_moments(lesson, source, finders)


def read_moments(
    lesson: Lesson, source: str, finders: list[MomentFinder | None]
) -> list[ReachedMoment | None]:
    """Runs the listing again and returns the data at the moments that the finders have found."""
    moments: list[ReachedMoment | None] = [None] * len(finders)
    watches = [[Expression(text) for text in step.watch] for step in lesson.steps]
    errors_by_step: list[dict[DiagramPart, LessonError]] = [{} for _ in finders]
    run = LessonRun(source, lesson.seed, lesson.press)

    def read_reached_moments() -> None:
        # After the last statement this is called once more with the same number: only "end" means that call.
        for at, finder in enumerate(finders):
            if finder and finder.statement == run.statements and run.is_over == (finder.moment.kind == "end"):
                values = {each.text: each.value(run) for each in watches[at]}
                texts = {text: value_text(value) for text, value in values.items() if value is not None}
                picture = visible_picture(run.machine)
                diagrams, errors_by_step[at] = diagrams_of(lesson.steps[at].diagram, run)
                answer = answer_to(lesson.steps[at].prediction, run)
                place = run.statements, run.line, run.draws, run.machine.frame
                moments[at] = ReachedMoment(*place, texts, picture, diagrams, answer)

    run.run_to_end(read_reached_moments)
    for step, reached in zip(lesson.steps, moments, strict=True):
        if reached and step.moment and (unknown := set(step.watch) - reached.watched.keys()):
            raise LessonError(step.moment.lesson_line, f"{sorted(unknown)[0]} has no value at this moment")
    require_drawn(lesson, errors_by_step)
    require_colors(lesson, moments)
    return with_changes(moments)


def answer_to(prediction: Prediction | None, run: LessonRun) -> str:
    """Returns the answer to a prediction, "" for none. Raises LessonError unless there is exactly one."""
    if prediction is None:
        return ""
    if not prediction.choices:
        value = Expression(prediction.expression).value(run) if prediction.expression else None
        if value is None:
            what = prediction.expression or "a prediction"
            raise LessonError(prediction.lesson_line, f"{what} has no value at this moment")
        return value_text(value)
    right = [words for words, text in prediction.choices if Expression(text).value(run)]
    if len(right) != 1:
        raise LessonError(
            prediction.lesson_line, f"{len(right)} of the choices are right at this moment, not one"
        )
    return right[0]


def is_right(guess: str, answer: str) -> bool:
    """Whether a reader's answer to a prediction is right: the same number, or the same words."""
    try:
        return float(guess) == float(answer)
    except ValueError:
        return guess.strip().casefold() == answer.casefold()


def require_drawn(lesson: Lesson, errors_by_step: list[dict[DiagramPart, LessonError]]) -> None:
    """Raises LessonError for a step's part that cannot be drawn, or a lesson's part that no step can draw."""
    for errors in errors_by_step:
        for part, error in errors.items():
            if part not in lesson.diagram:
                raise error
    # a lesson's part may have no value yet in some of the steps that draw it
    steps = [at for at, step in enumerate(lesson.steps) if step.moment and step.diagram == lesson.diagram]
    for part in lesson.diagram:
        found = [errors_by_step[at][part] for at in steps if part in errors_by_step[at]]
        if found and len(found) == len(steps):
            raise found[-1]


def require_colors(lesson: Lesson, moments: list[ReachedMoment | None]) -> None:
    """Raises LessonError for a color that a legend names and no picture has."""
    # the colors of all pixels, without their opacity
    seen_colors = {word & 0xFFFFFF for each in moments if each and each.picture for word in set(each.picture)}
    for named in lesson.colors:
        if named.color not in seen_colors:
            raise LessonError(named.lesson_line, f"{named.written} is in no picture of these moments")


def with_changes(moments: list[ReachedMoment | None]) -> list[ReachedMoment | None]:
    """Returns the moments with the changes of their diagrams since the previous step, if that is earlier."""
    before: tuple[Diagram, ...] = ()
    statement = 0
    marked_moments = list(moments)
    for at, moment in enumerate(moments):
        if moment and moment.diagrams:
            # a step may go back to an earlier moment of the run, which has no changes since the step before
            compared = before if moment.statement >= statement else ()
            marked_moments[at] = replace(moment, diagrams=with_changes_marked(compared, moment.diagrams))
            before, statement = moment.diagrams, moment.statement
    return marked_moments


def lines_named(step: LessonStage, material: Material) -> tuple[list[int], list[int]]:
    """Returns the numbers of the lines of listing and port that a step names. Raises LessonError."""
    if step.port and material.port is None:
        raise LessonError(step.lesson_line, "there is no port beside the listing")
    listing = [line_number(material.listing, text, step.lesson_line, "listing") for text in step.listing]
    return listing, [line_number(material.port or "", text, step.lesson_line, "port") for text in step.port]
