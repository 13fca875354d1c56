"""The lesson next to the open listing, as a message; with that listing and its port it is a `Material`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from retromaze.catalogue_entry import listing_path
from retromaze.comparison.pairs import Pair, with_suffix_beside
from retromaze.comparison.runnable_programs import Port, text_of
from retromaze.engine.listing_file import read_file
from retromaze.error_report import describe
from retromaze.errors import UsageError
from retromaze.input_log import read_schedule
from retromaze.language.prologue import parse_value
from retromaze.lessons.diagram_svg import svg_of
from retromaze.lessons.exercises import explanations, judgement_of, trial_options
from retromaze.lessons.lesson_moments import Material, ReachedMoment, find_moments, lines_named
from retromaze.lessons.lesson_reading import (
    Lesson,
    LessonError,
    LessonStage,
    lesson_beside,
    lessons_beside,
    line_number,
    prerequisites_and_goals,
    read_lesson,
)
from retromaze.machine.machine import Machine
from retromaze.studio.input_messages import message_log
from retromaze.studio.messages import JudgeAnswer, Judged, LessonStep, LessonText


def path_on_disk(pair: Pair) -> Path:
    """Returns the path of a pair's listing on the disk; its lesson is next to it."""
    return listing_path(pair.entry) if pair.entry else Path(pair.path)


def has_lesson(pair: Pair) -> bool:
    return bool(lessons_beside(path_on_disk(pair)))


def lesson_text(pair: Pair, language: str, *, moments: bool = True) -> LessonText:
    """Returns the lesson next to the listing, in this language if possible. Raises UsageError with its line.

    With `moments` the program is run to find where in the run each step is, which may take long. The lesson
    is about the listing and the port on the disk, even if they were changed in the page.
    """
    path = lesson_beside(path_on_disk(pair), language)
    try:
        material = material_of(pair, path)
        lesson = material.lesson
        reached = find_moments(lesson, material.listing) if moments else [None] * len(lesson.steps)
        steps = [step_message(*each, material, language) for each in zip(lesson.steps, reached, strict=True)]
    except LessonError as error:
        raise UsageError(f"{path.name}:{error.line}: {error.reason}") from None
    sizes = {name: parse_value(value) for name, value in lesson.sizes.items()}
    colors = [(f"#{each.color:06x}", each.name) for each in lesson.colors]
    text = "\n\n".join([lesson.text, *(f"*{line}*" for line in prerequisites_and_goals(lesson, language))])
    return LessonText(lesson.title, text, lesson.seed, dict(sizes), steps, log_of(lesson), colors, moments)


def judged_answer(pair: Pair, asked: JudgeAnswer) -> Judged:
    """Runs an answer to an exercise, and returns whether it is right and what differs. Raises UsageError."""
    listing = path_on_disk(pair)
    path = lesson_beside(listing, asked.language)
    try:
        material = material_of(pair, path)
        steps = dict(enumerate(material.lesson.steps, 1))
        exercise = steps[asked.step].exercise if asked.step in steps else None
        if exercise is None:
            raise UsageError(f"step {asked.step} of {path.name} has no exercise")
        # the file whose name an error in the answer has
        answered = listing.with_suffix(".py") if exercise.in_port else listing
        verdict = judgement_of(material, exercise, asked.listing, answered.name)
    except LessonError as error:
        raise UsageError(f"{path.name}:{error.line}: {error.reason}") from None
    return Judged(
        asked.step,
        verdict.is_right,
        verdict.runs,
        [(row.name, row.yours, row.wanted) for row in verdict.rows],
        trial_options(material.lesson, verdict.trial),
        describe(verdict.error) if verdict.error else "",
        verdict.is_endless,
        verdict.constant,
        explanations(verdict.rows, asked.language),
    )


def material_of(pair: Pair, path: Path) -> Material:
    """Reads a lesson's file and returns it with its listing and port, as they are on the disk.

    Raises LessonError and UsageError.
    """
    if not path.is_file():
        raise UsageError(f"there is no lesson {path.name}")
    listing = path_on_disk(pair)
    lesson, text = read_lesson(read_file(path, path.name)), read_file(listing, listing.name)
    return Material(lesson, text, port_of(pair), pair.entry)


def log_of(lesson: Lesson) -> str:
    """Returns the buttons that a lesson presses, as a log for a message."""
    machine = Machine()
    machine.input.schedule.update(read_schedule(lesson.press))
    return message_log(machine)


def port_of(pair: Pair) -> str | None:
    """Returns the text of the port on the disk, even if it was changed in the page; None without one."""
    port = pair.port
    # a port next to the listing belongs to it, even if the pair was opened without one
    file = with_suffix_beside(Path(pair.path), ".py")
    if pair.entry:
        port = Port(pair.entry.port)
    elif file.is_file():
        port = Port(file)
    try:
        return text_of(port) or None
    except UsageError:
        return None


def step_message(
    step: LessonStage, reached: ReachedMoment | None, material: Material, language: str
) -> LessonStep:
    """Returns a step of a lesson as a message, with the lines that its exercise's first solution changes.

    `reached` is the place of the run that belongs to the step, None if the lesson was not run. The legend of
    the diagram is in that language. Raises LessonError.
    """
    listing, port = lines_named(step, material)
    exercise, prediction = step.exercise, step.prediction
    message = LessonStep(
        title=step.title,
        text=step.text,
        statement=reached.statement if reached else 0,
        line=reached.line if reached else 0,
        listing=listing,
        port=port,
        watched=list(reached.watched.items()) if reached else [],
        solution=[],
        diagram=svg_of(reached.diagrams, language, step.title) if reached and reached.diagrams else "",
        draws=", ".join(part.words for part in step.diagram),
        answer=reached.answer if reached else "",
    )
    if prediction:
        choices = [words for words, _ in prediction.choices]
        message = replace(message, question=prediction.question, choices=choices, because=prediction.because)
    if not exercise:
        return message
    start = material.start_text(exercise)
    # the lesson's sizes are set in the text with which the reader begins
    begins = start if exercise.in_port else material.with_sizes(start, material.lesson.sizes)
    first_solution, lesson_line = exercise.solutions[0] if exercise.solutions else (), exercise.lesson_line
    return replace(
        message,
        solution=[(line_number(start, old, lesson_line, "listing"), new) for old, new in first_solution],
        hints=list(exercise.hints),
        hidden=len(exercise.again),
        begins=begins if exercise.begins else "",
        in_port=exercise.in_port,
    )
