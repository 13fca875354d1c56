"""Judges answers to exercises of a lesson (its `Material`): runs them and a solution, with several seeds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from retromaze.comparison.difference_words import NO_CONSOLE_ERROR, StopReason
from retromaze.comparison.input_script import TooLong
from retromaze.comparison.runnable_programs import Port, PortError, bytes_of, run_program
from retromaze.display.translation import catalogue
from retromaze.error_report import in_one_line
from retromaze.errors import BasicError, Stopped, UsageError
from retromaze.input_log import read_schedule
from retromaze.language.prologue import parse_value
from retromaze.lessons.lesson_moments import (
    MOST,
    LessonRun,
    Material,
    ReachedMoment,
    RunLength,
    end_if_idle,
    find_moments,
    lines_named,
)
from retromaze.lessons.lesson_reading import Changes, Exercise, Lesson, LessonError, Trial, changed_listing
from retromaze.machine.events import Event
from retromaze.machine.machine import Machine
from retromaze.sources.variables import Expression, shape_of, value_text

PATIENCE = 10
"""An answer is stopped when it has taken this many times as long as the solution, and GRACE more."""
GRACE = RunLength(10_000, 600)
NO_VALUE = "-"
DIFFERING = "≠"
"""Begins the name of a row that shows how many cells differ."""


class ComparedValue(NamedTuple):
    """A row of the comparison: a value in the answer and in the solution; `name` is its BASIC expression.

    `meaning` is what the exercise says about it, "" for nothing.
    """

    name: str
    yours: str
    wanted: str
    meaning: str = ""


@dataclass(frozen=True)
class Judgement:
    """The verdict on an answer that was run `runs` times.

    If it is wrong, `trial` is the first run in which it is, and one of these says why: `error` stopped it; it
    `is_endless`; `rows` has a value that differs; or `constant` is an expression that has the same value in
    all runs but should vary. The rows of a right answer are from the lesson's own run.
    """

    is_right: bool
    runs: int
    rows: Sequence[ComparedValue] = ()
    trial: Trial | None = None
    error: BasicError | None = None
    is_endless: bool = False
    constant: str = ""


class ScreenLayer(NamedTuple):
    """A layer of the screen: `cells` in rows of `width`; `name` is the word that reads a cell, with "("."""

    name: str
    width: int
    cells: Sequence[int]

    @property
    def size(self) -> str:
        """`31×19`, or "-" for NO_LAYER."""
        return f"{self.width}×{len(self.cells) // self.width}" if self.width else NO_VALUE

    def place(self, at: int) -> str:
        """Returns the expression that reads cell number `at` in BASIC: `CHKCHR(3,5)`."""
        return f"{self.name}{at % self.width},{at // self.width})"

    def cell_words(self, at: int) -> str:
        """Returns the value of cell number `at` in words: a character, a color or a number."""
        cell = self.cells[at]
        match self.name:
            case "CHKCHR(" if chr(cell).isprintable():
                return f'"{chr(cell)}"'
            case "GSPOIT(":
                return f"&H{cell:08X}"
        return str(cell)


NO_LAYER = ScreenLayer("", 0, ())


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run.

    `values`: the values of the exercise's expressions; of a port their texts in Python. `layers`: the layers
    for each kind that the exercise compares. `is_cut_off`: whether the run was stopped as it took too long.
    """

    values: dict[str, Any]
    layers: tuple[list[ScreenLayer], ...]
    error: BasicError | None
    is_cut_off: bool
    length: RunLength


def trials_of(material: Material, exercise: Exercise) -> list[Trial]:
    """Returns the runs in which answer and solution are compared: the lesson's own, then the exercise's."""
    lesson = material.lesson
    return [Trial(exercise.lesson_line, lesson.seed, lesson.sizes, lesson.press), *exercise.again]


def judgement_of(material: Material, exercise: Exercise, answer: str, path: str = "listing.bas") -> Judgement:
    """Judges an answer: the text of a listing or port. Raises UsageError if a line of a trial is missing."""
    trials = trials_of(material, exercise)
    outcomes: list[Outcome] = []
    own_rows: list[ComparedValue] = []
    for trial in trials:
        wanted = [solution_outcome(material, exercise, changes, trial) for changes in exercise.solutions]
        # the first solution stands for all: how long a run takes, and whether it ends with an error
        length = wanted[0].length
        limit = RunLength(
            PATIENCE * length.statements + GRACE.statements, PATIENCE * length.frames + GRACE.frames
        )
        yours = answer_outcome(material, exercise, answer, trial, path, limit)
        # compared with the solution that is nearest to the answer
        tables = [compare_outcomes(exercise, yours, each) for each in wanted]
        rows = min(tables, key=lambda table: sum(each.yours != each.wanted for each in table))
        # an error that stops the solution as well is part of the exercise
        expected_error = wanted[0].error.number if wanted[0].error else 0
        if yours.is_cut_off or (yours.error and yours.error.number != expected_error):
            return Judgement(False, len(trials), trial=trial, error=yours.error, is_endless=yours.is_cut_off)
        if any(each.yours != each.wanted for each in rows):
            return Judgement(False, len(trials), rows, trial=trial)
        outcomes.append(yours)
        # the first trial is the lesson's own run
        own_rows = own_rows or rows
    # an answer that gives the same value in all runs was made for one seed or size only
    if constant := constant_expression(exercise, outcomes):
        return Judgement(False, len(trials), constant=constant)
    return Judgement(True, len(trials), own_rows)


def constant_expression(exercise: Exercise, outcomes: Sequence[Outcome]) -> str:
    """Returns the first expression that has to vary and has the same value in all outcomes; "" for none."""
    values_of = {text: [each.values[text] for each in outcomes] for text in exercise.varies}
    return next((text for text, values in values_of.items() if all(each == values[0] for each in values)), "")


def solution_outcome(material: Material, exercise: Exercise, changes: Changes, trial: Trial) -> Outcome:
    """Runs a solution: the exercise's text with these changed lines. Raises LessonError."""
    text = changed_listing(material.start_text(exercise), changes, exercise.lesson_line)
    path = "port.py" if exercise.in_port else "listing.bas"
    return outcome_of(material, exercise, text, trial, path, MOST)


def answer_outcome(
    material: Material, exercise: Exercise, answer: str, trial: Trial, path: str, limit: RunLength
) -> Outcome:
    """Runs a reader's answer. Raises UsageError if it lacks a line that the trial changes."""
    try:
        return outcome_of(material, exercise, answer, trial, path, limit)
    except LessonError:
        lines = ", ".join(old for old, _ in trial.changes)
        raise UsageError(f"{path}: this has to stay a line of its own: {lines}") from None


def outcome_of(
    material: Material, exercise: Exercise, text: str, trial: Trial, path: str, limit: RunLength
) -> Outcome:
    """Runs a listing or port as a trial says: with its seed, sizes, input and changed lines.

    Raises LessonError if the text lacks a line that the trial changes.
    """
    if not exercise.in_port:  # the sizes of a port are arguments of its main function
        text = material.with_sizes(text, trial.sizes)
    if trial.changes:
        text = changed_listing(text, trial.changes, trial.lesson_line)
    run = port_outcome if exercise.in_port else listing_outcome
    return run(exercise, text, trial, path, limit)


def port_outcome(exercise: Exercise, text: str, trial: Trial, path: str, limit: RunLength) -> Outcome:
    """Runs a port's text as `listing_outcome` does, with the user's rights; its values are Python's texts."""
    machine = Machine(seed=trial.seed)
    machine.input.schedule.update(read_schedule(trial.press))
    events: list[Event] = []
    # None: the run ended before the value was written
    values: dict[str, Any] = dict.fromkeys((*exercise.compares, *exercise.varies))
    errors: list[BasicError] = []

    def on_frame(machine: Machine) -> None:
        end_if_idle(machine)
        if machine.frame >= limit.frames:
            raise TooLong

    def run(machine: Machine) -> None:
        """Runs the port, and evaluates the exercise's expressions at its end."""
        try:
            main = Port(file, home=file.parent).load()
            try:
                main(machine, **{name: parse_value(value) for name, value in trial.sizes.items()})
            except TooLong:
                # a run that was cut off is wrong whatever its values are
                raise
            except (BasicError, Stopped):
                # an error may be part of the exercise, so values are compared after it too
                evaluate(values, main, machine)
                raise
            evaluate(values, main, machine)
        except BaseException as error:  # a port may fail in any way, sys.exit() too
            errors.append(PortError(error, str(file), path, text))
            raise

    machine.on_frame = on_frame
    # the number of events shows that the port still does something
    machine.listen(events.append)
    with TemporaryDirectory(prefix="retromaze-exercise-") as folder:
        file = Path(folder, Path(path).name)
        file.write_bytes(bytes_of(text))
        end = run_program(Port(run), machine, progress=lambda: (len(events), machine.frame))
    error = errors[0] if end.reason is StopReason.ERROR else None
    is_cut_off = end.reason in {StopReason.LIMIT, StopReason.STANDSTILL}
    layers = tuple(list(layers_of(each.what, machine)) for each in exercise.draws)
    # statements of Python are not counted
    return Outcome(values, layers, error, is_cut_off, RunLength(0, machine.frame))


def evaluate(values: dict[str, Any], main: Callable[..., Any], machine: Machine) -> None:
    """Sets each value to the text of its key, an expression of Python, evaluated after a run of `main`."""
    names = {**vars(sys.modules[main.__module__]), "machine": machine}
    for expression in values:
        values[expression] = in_one_line(repr(eval(expression, names)))


def listing_outcome(exercise: Exercise, source: str, trial: Trial, path: str, limit: RunLength) -> Outcome:
    """Runs a listing to its end, or as far as `limit`, and returns its outcome for the exercise."""
    run = LessonRun(source, trial.seed, trial.press, path=path, limit=limit)
    run.run_to_end(lambda: None)
    values = {text: Expression(text).value(run) for text in (*exercise.compares, *exercise.varies)}
    layers = tuple(list(layers_of(each.what, run.machine)) for each in exercise.draws)
    length = RunLength(run.all_statements, run.machine.frame)
    return Outcome(values, layers, run.error, run.is_cut_off, length)


def layers_of(what: str, machine: Machine) -> Iterator[ScreenLayer]:
    """Yields the layers of the upper screen that are meant by "text", "graphics" or "background"."""
    screen = machine.screens[0]
    match what:
        case "text":
            cells = [cell.code or ord(" ") if cell else ord(" ") for cell in screen.console.cells]
            yield ScreenLayer("CHKCHR(", screen.console.columns, cells)
        case "graphics":
            yield ScreenLayer("GSPOIT(", screen.width, screen.words(0, 0, *screen.size, screen.show_page))
        case "background":
            for number, layer in enumerate(screen.backgrounds.all()):
                yield ScreenLayer(f"BGGET({number},", layer.width, layer.cells)


def trial_options(lesson: Lesson, trial: Trial | None) -> str:
    """Returns in words how a trial differs from the lesson's own run: `--seed 2 --set width=5`."""
    if trial is None:
        return ""
    words = []
    if trial.seed != lesson.seed:
        words.append(f"--seed {trial.seed}")
    for name, value in trial.sizes.items():
        if lesson.sizes.get(name) != value:
            words.append(f"--set {name}={value}")
    if trial.press != lesson.press:
        words.append(f"--press {trial.press}")
    words += [f'"{old}" → "{new.strip()}"' for old, new in trial.changes]
    return " ".join(words)


def explanations(rows: Sequence[ComparedValue], language: str) -> list[str]:
    """Returns a line for each value that differs: what it is, and what the exercise says about it."""
    _ = catalogue((language,)).gettext
    descriptions = {
        "CHKCHR": _("a character on the screen, the first that differs"),
        "GSPOIT": _("the color of a dot on the graphic page, the first that differs"),
        "BGGET": _("a cell of a background layer, the first that differs"),
    }
    lines = []
    for name, yours, wanted, meaning in rows:
        # CHKCHR of the row "CHKCHR(3,5)"
        description = descriptions.get(name.partition("(")[0], "")
        if name.startswith(DIFFERING):
            description = _("how many places differ from a solution")
        words = " — ".join(each for each in (description, meaning) if each)
        if words and yours != wanted:
            lines.append(f"{name}: {words}")
    return lines


# ---- comparing


def compare_outcomes(exercise: Exercise, yours: Outcome, wanted: Outcome) -> list[ComparedValue]:
    """Compares an outcome with the wanted one; returns rows for all values, also for equal ones.

    For arrays and layers there is only a row for the first place that differs.
    """
    rows = []
    for text in exercise.compares:
        values = rows_of(text, yours.values[text], wanted.values[text], is_written=exercise.in_port)
        rows += [row._replace(meaning=exercise.meanings.get(text, "")) for row in values]
    for each, mine, theirs in zip(exercise.draws, yours.layers, wanted.layers, strict=True):
        # one of them may have more layers
        for one, other in zip_longest(mine, theirs, fillvalue=NO_LAYER):
            rows += [row._replace(meaning=each.meaning) for row in first_difference(one, other, each.but)]
    return rows


def rows_of(text: str, yours: Any, wanted: Any, *, is_written: bool = False) -> list[ComparedValue]:
    """Compares the values of an expression; of arrays of equal size the first element that differs.

    `is_written`: whether the values are texts already, as a port's are.
    """
    if is_written:
        # "" or None: the run ended before the value was written
        return [ComparedValue(text, yours or NO_VALUE, wanted or NO_VALUE)]
    if not isinstance(wanted, list):
        return [ComparedValue(text, value_words(yours), value_words(wanted))]
    if yours == wanted:
        return []
    sizes = shape_of(wanted)
    if shape_of(yours) != sizes:
        # the shape of a value that is no array is empty
        mine, theirs = (",".join(map(str, shape_of(each))) for each in (yours, wanted))
        return [ComparedValue(f"DIM {text}", mine or NO_VALUE, theirs or NO_VALUE)]
    # the first subscripts whose elements differ; there are some, as the arrays are not equal
    for at in product(*map(range, sizes)):
        one, other = yours, wanted
        for subscript in at:
            one, other = one[subscript], other[subscript]
        if one != other:
            break
    return [ComparedValue(f"{text}[{','.join(map(str, at))}]", value_words(one), value_words(other))]


def value_words(value: object) -> str:
    """Returns a value as BASIC writes it, without control characters."""
    return NO_VALUE if value is None else in_one_line(value_text(value))


def first_difference(yours: ScreenLayer, wanted: ScreenLayer, may_differ: int) -> list[ComparedValue]:
    """Compares two layers: returns no row if they are equal, else one row that says how they differ.

    The row has the two sizes if these differ. If up to `may_differ` cells may differ, it has the number of
    cells that do, as the first one would only show what one solution has there; else it has the first cell.
    Rows of the screen in which the solution has no text may hold anything: an answer may print a count below
    its maze.
    """
    if yours.width != wanted.width or len(yours.cells) != len(wanted.cells):
        # no cells can be compared: the row shows the sizes
        return [ComparedValue(wanted.name or yours.name, yours.size, wanted.size)]
    # only the layer of text is read by CHKCHR
    blank = [ord(" ")] * wanted.width if wanted.name == "CHKCHR(" else None
    places: list[int] = []
    for start in range(0, len(wanted.cells), wanted.width):
        row, your_row = (each.cells[start : start + wanted.width] for each in (wanted, yours))
        if row not in (your_row, blank):
            places += [start + at for at, cell in enumerate(row) if cell != your_row[at]]
    if len(places) <= may_differ:
        return []
    if may_differ:
        words = f"{DIFFERING} {wanted.name.partition('(')[0]}"
        return [ComparedValue(words, str(len(places)), f"0…{may_differ}")]
    return [ComparedValue(wanted.place(places[0]), yours.cell_words(places[0]), wanted.cell_words(places[0]))]


# ---- proving


def check_lesson(material: Material) -> list[ReachedMoment | None]:
    """Checks a lesson and returns the moment of each step. Raises LessonError for any mistake."""
    for step in material.lesson.steps:
        lines_named(step, material)
    reached = find_moments(material.lesson, material.listing)
    for step in material.lesson.steps:
        if step.exercise:
            check_exercise(material, step.exercise)
    return reached


def check_exercise(material: Material, exercise: Exercise) -> None:
    """Raises LessonError unless each solution runs to its end, and the text to begin with is not right."""
    place, trials = exercise.lesson_line, trials_of(material, exercise)
    if not exercise.compares and not exercise.draws:
        raise LessonError(place, "an exercise compares or draws something")
    if not exercise.solutions:
        raise LessonError(place, "an exercise has a solution")
    for changes in exercise.solutions:
        outcomes = [solution_outcome(material, exercise, changes, trial) for trial in trials]
        for trial, end in zip(trials, outcomes, strict=True):
            if end.is_cut_off:
                raise LessonError(trial.lesson_line, "the solution does not come to its end")
            if end.error and end.error.number == NO_CONSOLE_ERROR:
                raise LessonError(trial.lesson_line, f"the solution stops: {end.error.message}")
            if unknown := [text for text, value in end.values.items() if value is None]:
                cause = f", which stops: {end.error.message}" if end.error else ""
                raise LessonError(trial.lesson_line, f"{unknown[0]} has no value in the solution{cause}")
        if constant := constant_expression(exercise, outcomes):
            raise LessonError(place, f"{constant} has the same value in all runs of the solution")
    if judgement_of(material, exercise, material.start_text(exercise)).is_right:
        raise LessonError(place, "the listing is right before anything is changed")
