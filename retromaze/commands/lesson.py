"""`retromaze lesson`: a text whose steps are moments of a run."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retromaze.commands import options
from retromaze.commands.files import write_file
from retromaze.commands.saying import say
from retromaze.commands.source import find_listing, read_listing
from retromaze.commands.tables import show
from retromaze.display.translation import _, language
from retromaze.engine.listing_file import read_file
from retromaze.entry import programs_folder
from retromaze.errors import UsageError
from retromaze.language.prologue import constants, read_value, with_values
from retromaze.sources.lessons import (
    SUFFIX,
    Lesson,
    LessonError,
    Step,
    lesson_beside,
    line_number,
    read_lesson,
)

if TYPE_CHECKING:
    from retromaze.study.lesson_moments import Material, Reached

DESCRIPTION = """\
Prints a lesson: a text in steps, each with the moment of the run that it tells of, the lines of listing and
port, and the values there. Without a name it lists the lessons that there are.
"""
EPILOG = """\
A lesson is NAME.lesson.md beside NAME.bas, in Japanese NAME.lesson.ja.md; docs/lessons.md tells how one is
written. With --pictures the screen at each moment is saved; --page writes the lesson with these pictures as a
page of Markdown. With --step N and --answer FILE the listing in that file is run and held against what the
exercise of that step asks for.

exit status: 0 all moments are reached (and the answer is right), 1 one is not, 2 wrong usage
"""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "lesson",
        help="read a lesson, step by step through a run",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument("name", metavar="NAME|FILE", nargs="?", help="a program of ours, or NAME.lesson.md")
    parser.add_argument("--step", type=options.count, metavar="N", help="only that step")
    parser.add_argument("--answer", type=Path, metavar="FILE", help="a listing that answers the exercise")
    parser.add_argument("--pictures", type=options.new_folder, metavar="DIR", help="a folder for pictures")
    parser.add_argument("--page", type=options.new_folder, metavar="DIR", help="a folder for it as a page")
    parser.set_defaults(command=lesson)


def lesson(arguments: argparse.Namespace) -> int:
    """The sub-command; returns the exit status."""
    if arguments.name is None:
        show_lessons()
        return 0
    path = lesson_path(arguments.name)
    try:
        material = read_material(path)
        step = step_asked(material.lesson, arguments.step)
        if arguments.answer is not None:
            return judge(material, step, arguments.answer)
        name = path.name.partition(".")[0]
        if arguments.page is not None:
            return write_page(material, name, arguments.page)
        return tell(material, name, step, arguments.pictures)
    except LessonError as error:
        say(f"{path}:{error.line}: {error.reason}")
        return 1


def show_lessons() -> None:
    """The lessons of our own programs, a line each."""
    for path in sorted(programs_folder().glob(f"*{SUFFIX}.md")):
        name = path.name.removesuffix(f"{SUFFIX}.md")
        shown = lesson_beside(path.with_name(f"{name}.bas"), language())
        print(f"{name:22}{read_lesson(read_file(shown, name)).title}")


def lesson_path(name: str) -> Path:
    """The lesson of a program of ours, or that file. Raises UsageError."""
    from retromaze.catalogue import CATALOGUE

    if name in CATALOGUE:
        path = lesson_beside(programs_folder() / f"{name}.bas", language())
    else:
        path = Path(name)
        path = path if path.suffix == ".md" else lesson_beside(path, language())
    if not path.is_file():
        raise UsageError(f"there is no lesson {path}")
    return path


def read_material(path: Path) -> Material:
    """A lesson and what it is about. Raises LessonError and UsageError."""
    from retromaze.catalogue import CATALOGUE
    from retromaze.commands.show import port_source
    from retromaze.study.lesson_moments import Material

    found = read_lesson(read_file(path, str(path)))
    name = path.name.partition(".")[0]
    numbers = {key: read_value(value) for key, value in found.sizes.items()}
    if path.parent.resolve() == programs_folder().resolve() and name in CATALOGUE:
        place: str = name
        port: str | None = port_source(CATALOGUE[name])
    else:
        place, beside = str(path.with_name(f"{name}.bas")), path.with_name(f"{name}.py")
        port = read_file(beside, str(beside)) if beside.is_file() else None
    listing, before = find_listing(place, numbers).source, constants(find_listing(place).source)
    now = {key: each.value for key, each in constants(listing).items()}
    changed = {key: value for key, value in now.items() if value != before[key].value}
    return Material(found, listing, port, changed)


def step_asked(lesson: Lesson, number: int | None) -> Step | None:
    """The step of that number, from 1 on. Raises UsageError."""
    if number is not None and number > len(lesson.steps):
        raise UsageError(f"the lesson has {len(lesson.steps)} steps, not {number}")
    return None if number is None else lesson.steps[number - 1]


# ---- telling


def tell(material: Material, name: str, only: Step | None, pictures: Path | None) -> int:
    """Prints the lesson, or one step of it, and saves its pictures; returns the exit status."""
    from rich.markdown import Markdown

    from retromaze.study.lesson_moments import prove

    reached = prove(material)
    status = 0
    if only is None:
        show(Markdown(f"# {material.lesson.title}\n\n{material.lesson.text}"))
    for number, (step, moment) in enumerate(zip(material.lesson.steps, reached, strict=True), 1):
        if only in {None, step}:
            print()
            show(Markdown(f"## {number}. {step.title}\n\n{step.text}"))
            told = list(facts(material, step, moment))
            print("\n".join(["", *told] if told else []))
            status |= save_picture(pictures, f"{name}-{number}.png", moment)
    return status


def facts(material: Material, step: Step, moment: Reached | None) -> Iterator[str]:
    """The lines of both sides, the values, and the place in the run."""
    lines = material.listing.splitlines()
    if moment is not None:
        yield f"  BASIC {moment.line:>4}  {lines[moment.line - 1].strip()}"
    for text in step.listing:
        number = line_number(material.listing, text, step.place, "listing")
        yield f"  BASIC {number:>4}  {lines[number - 1].strip()}"
    for text in step.port:
        number = line_number(material.port or "", text, step.place, "port")
        yield f"  Python {number:>3}  {(material.port or '').splitlines()[number - 1].strip()}"
    if moment is not None:
        yield from (f"  {name} = {value}" for name, value in moment.watched.items())
        place = f"{moment.statement:,}", f"{moment.draws:,}", f"{moment.frame:,}"
        yield f"  {_('statement {}, draw {}, frame {}').format(*place)}"
    if step.exercise:
        yield f"  {_('at the end: {}').format(step.exercise.holds)}"


def write_page(material: Material, name: str, folder: Path) -> int:
    """Writes the lesson and the picture of each step; returns the exit status."""
    from retromaze.study.lesson_moments import prove

    parts = [f"# {material.lesson.title}", material.lesson.text.strip()]
    status = 0
    for number, (step, moment) in enumerate(zip(material.lesson.steps, prove(material), strict=True), 1):
        parts += [f"## {number}. {step.title}", step.text.strip()]
        if moment is not None:
            picture = f"{name}-{number}.png"
            status |= save_picture(folder, picture, moment)
            parts.append(f"![{step.title}]({picture})")
        parts.append("\n".join(["```text", *(line[2:] for line in facts(material, step, moment)), "```"]))
    folder.mkdir(parents=True, exist_ok=True)
    return status | write_file(folder / f"{name}.md", ("\n\n".join(parts) + "\n").encode())


def save_picture(folder: Path | None, name: str, moment: Reached | None) -> int:
    """Saves the picture of a moment; the exit status."""
    from retromaze.display.pictures import png

    if folder is None or moment is None or moment.picture is None:
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    return write_file(folder / name, png(moment.picture))


def judge(material: Material, step: Step | None, answer: Path) -> int:
    """Runs somebody's answer to an exercise and says whether it is right; returns the exit status."""
    from retromaze.study.lesson_moments import exercise_holds

    if step is None or step.exercise is None:
        raise UsageError("--answer belongs to the --step of an exercise")
    given = read_listing(str(answer)).source
    known = constants(given)
    numbers = {name: value for name, value in material.numbers.items() if name in known}
    source = with_values(given, numbers, str(answer))
    if exercise_holds(step.exercise, source, material.lesson.seed, material.lesson.press):
        print(_("{}: right, at the end {} holds").format(answer, step.exercise.holds))
        return 0
    say(_("{}: at the end {} does not hold").format(answer, step.exercise.holds))
    return 1
