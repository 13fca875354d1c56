"""The lesson of what is open, as a message: its texts, and where in the run each step stands."""

from __future__ import annotations

from pathlib import Path

from retromaze.comparison.pairs import Pair
from retromaze.comparison.ports import text_of
from retromaze.engine.listing_file import read_file
from retromaze.entry import listing_path, listing_source
from retromaze.errors import UsageError
from retromaze.language.prologue import read_value, with_values
from retromaze.machine.machine import Machine
from retromaze.press import read_schedule
from retromaze.sources.lessons import Lesson, LessonError, Step, lesson_beside, lessons_beside, read_lesson
from retromaze.studio.log import message_log
from retromaze.studio.messages import LessonStep, LessonText
from retromaze.study.lesson_moments import Material, Reached, find_moments, lines_named


def listing_of(pair: Pair) -> Path:
    return listing_path(pair.entry) if pair.entry else Path(pair.path)


def has_lesson(pair: Pair) -> bool:
    """Whether there is a lesson beside the listing."""
    return bool(lessons_beside(listing_of(pair)))


def lesson_text(pair: Pair, language: str) -> LessonText:
    """The lesson beside the listing, in that language if there is one. Raises UsageError with its place.

    It is about the listing and the port as they lie there, whatever is made of them in the page.
    """
    path = lesson_beside(listing_of(pair), language)
    if not path.is_file():
        raise UsageError(f"there is no lesson {path.name}")
    try:
        return read_text(pair, path)
    except LessonError as error:
        raise UsageError(f"{path.name}:{error.line}: {error.reason}") from None


def read_text(pair: Pair, path: Path) -> LessonText:
    lesson = read_lesson(read_file(path, path.name))
    material = Material(lesson, listing_with(pair, lesson.sizes), port_of(pair))
    reached = find_moments(lesson, material.listing)
    steps = [step_of(*each, material) for each in zip(lesson.steps, reached, strict=True)]
    sizes = {name: read_value(value) for name, value in lesson.sizes.items()}
    return LessonText(lesson.title, lesson.text, lesson.seed, dict(sizes), steps, log_of(lesson))


def log_of(lesson: Lesson) -> str:
    """What the lesson presses, as the log of a run."""
    machine = Machine()
    machine.input.schedule.update(read_schedule(lesson.press))
    return message_log(machine)


def listing_with(pair: Pair, sizes: dict[str, str]) -> str:
    """The listing as it lies there, with the lesson's numbers in it."""
    numbers = {name: read_value(value) for name, value in sizes.items()}
    if pair.entry:
        return listing_source(pair.entry, **pair.entry.sizes_of(numbers))
    path = listing_of(pair)
    return with_values(read_file(path, path.name), numbers, path.name)


def port_of(pair: Pair) -> str | None:
    """The text of the port that belongs there, None without one."""
    try:
        return text_of(pair.port) or None
    except UsageError:
        return None


def step_of(step: Step, reached: Reached | None, material: Material) -> LessonStep:
    listing, port = lines_named(step, material)
    return LessonStep(
        step.title,
        step.text,
        reached.statement if reached else 0,
        reached.line if reached else 0,
        listing,
        port,
        list(reached.watched.items()) if reached else [],
        step.exercise.holds if step.exercise else "",
    )
