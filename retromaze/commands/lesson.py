"""`retromaze lesson`: a text whose steps are moments of a run; with listing and port it is a `Material`."""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.catalogue import CATALOGUE, SHORT_TITLES
from retromaze.catalogue_entry import (
    articles_folder,
    glossary_path,
    listing_source,
    port_path,
    programs_folder,
)
from retromaze.commands import options
from retromaze.commands.operands import read_listing
from retromaze.commands.output import output, say, show, show_rows, write_file
from retromaze.comparison.runnable_programs import relative
from retromaze.display.argument_parser import Parser
from retromaze.display.pictures import drawn_area, enlarged_part, png_file
from retromaze.display.translation import _, language
from retromaze.engine.listing_file import read_file
from retromaze.errors import UsageError
from retromaze.lessons.lesson_reading import (
    SUFFIX,
    Exercise,
    Lesson,
    LessonError,
    LessonStage,
    Prediction,
    lesson_beside,
    line_number,
    prerequisites_and_goals,
    read_lesson,
    reading_order_of,
)

if TYPE_CHECKING:
    from PIL.Image import Image

    from retromaze.lessons.lesson_moments import Material, ReachedMoment

ENLARGED_SIZE = 640, 400
"""A picture of the screen is enlarged up to this size in pixels."""
DESCRIPTION = """\
Prints a lesson: a text in steps, each with the moment of the run that it is about, the lines of listing and
port, and the values there. Without a name it lists the lessons in the order in which they are best read.
With --article it prints a page about an article instead: what each paragraph says, and what shows it here.
"""
EPILOG = """\
A lesson is NAME.lesson.md next to NAME.bas, in Japanese NAME.lesson.ja.md; docs/lessons.md says how to write
one. --pictures saves the screen at each moment, and what the lesson draws of the data as SVG; --page writes
the lesson with these pictures as a page of Markdown.

Some steps ask first: what happens next? At a terminal you are asked, and Enter alone shows the answer.
Elsewhere --step N prints the question, and with --reveal the answer, too.

Exercises: --begin FILE writes a copy of the listing, with the lesson's sizes, for you to change; with --step
N, where a part is to be written, the listing with a gap. --step N --answer FILE runs the listing in FILE and
a solution, with several seeds and sizes, and compares both at the end; only the lesson's own seed and sizes
are shown before. If the answer is wrong, your values are shown next to the expected ones. --step N --hint
shows a hint, --hint 2 the next one, and --solution a solution.

exit status: 0 all moments are reached (and the answer is right), 1 one is not reached (or the answer is
wrong), 2 wrong usage
"""


def add_arguments(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME|FILE", nargs="?", help="a program of ours, or NAME.lesson.md")
    parser.add_argument("--step", type=options.positive_number, metavar="N", help="only that step")
    parser.add_argument(
        "--begin", type=options.new_file, metavar="FILE", help="copy the lesson's listing into a new file"
    )
    parser.more.add_argument("--reveal", action="store_true", help="show what the --step asks to predict")
    parser.declare_companion("--reveal", "--step")
    parser.add_argument("--answer", type=Path, metavar="FILE", help="a listing that answers the exercise")
    parser.add_argument(
        "--hint",
        type=options.positive_number,
        metavar="N",
        nargs="?",
        const=1,
        help="show the first hint, or the N-th, to the --step's exercise",
    )
    parser.add_argument("--solution", action="store_true", help="show a solution of the --step's exercise")
    parser.more.add_argument(
        "--pictures",
        type=options.new_folder,
        metavar="FOLDER",
        help="save the pictures of each step in this folder",
    )
    parser.more.add_argument(
        "--page", type=options.new_folder, metavar="FOLDER", help="write the lesson as a page in this folder"
    )
    parser.add_argument(
        "--article",
        metavar="NAME",
        nargs="?",
        const="",
        help="the page of an article, paragraph by paragraph; without NAME, a list of them",
    )
    parser.add_argument("--glossary", action="store_true", help="print what the words of lessons mean")


def execute(arguments: argparse.Namespace) -> int:
    if arguments.glossary:
        show_markdown(read_file(glossary_path(language()), "glossary"))
        return 0
    if arguments.article is not None:
        print_article(arguments.article)
        return 0
    if arguments.name is None:
        print_lesson_list()
        return 0
    path = find_lesson(arguments.name)
    try:
        material = read_material(path)
        steps, number = material.lesson.steps, arguments.step
        if number is not None and number > len(steps):
            raise UsageError(f"the lesson has {len(steps)} steps, not {number}")
        step = None if number is None else steps[number - 1]
        if arguments.begin is not None:
            return write_exercise_start(material, step, arguments.begin)
        if arguments.answer is not None:
            return judge_answer(material, exercise_of(step, "--answer"), arguments.answer)
        if arguments.hint is not None:
            return print_hint(exercise_of(step, "--hint"), arguments.hint)
        if arguments.solution:
            return print_solution(material, exercise_of(step, "--solution"))
        if arguments.page is not None:
            return write_page(material, path, arguments.page)
        return print_lesson(material, path, step, arguments.pictures, reveals=arguments.reveal)
    except LessonError as error:
        say(f"{path}:{error.line}: {error.reason}")
        return 1


def print_lesson_list() -> None:
    """Prints our lessons in the order in which they are best read, with what each teaches."""
    lessons = our_lessons()
    for number, name in enumerate(reading_order_of(lessons), 1):
        print(f"{number:2}  {name:22}{lessons[name].title}")
        print("".join(f"    {line}\n" for line in prerequisites_and_goals(lessons[name], language())), end="")


def article_pages() -> dict[str, Path]:
    """Returns the page of each article, in the catalogue's order, by the name of its main program."""
    articles = list(SHORT_TITLES)
    pages = {path.stem: path for path in articles_folder().glob("*.md")}
    order = sorted(pages, key=lambda name: articles.index(CATALOGUE[name].origin.article))
    return {name: pages[name] for name in order}


def show_markdown(text: str) -> None:
    """Prints a text in Markdown."""
    from rich.markdown import Markdown

    show(Markdown(text))


def print_article(name: str) -> None:
    """Prints the page of an article, or with an empty name a line for each page. Raises UsageError."""
    pages = article_pages()
    if name and name not in pages:
        raise UsageError(f"no article has the name {name!r}; there are {', '.join(pages)}")
    if name:
        show_markdown(read_file(pages[name], name))
        return
    for each, path in pages.items():
        # a page begins with its title and ends with the number of the article's paragraphs
        lines = read_file(path, each).splitlines()
        print(f"{each:16}{lines[0].removeprefix('# ')}\n{'':16}{lines[-1]}")


def our_lessons() -> dict[str, Lesson]:
    """Returns the lessons of our programs by name, in the user's language."""
    names = [path.name.removesuffix(f"{SUFFIX}.md") for path in programs_folder().glob(f"*{SUFFIX}.md")]
    paths = {name: lesson_beside(programs_folder() / f"{name}.bas", language()) for name in names}
    return {name: read_lesson(read_file(path, name)) for name, path in paths.items()}


def next_lesson(material: Material) -> tuple[str, str] | None:
    """Returns name and title of the lesson after this one; None after the last, or a user's lesson."""
    if material.entry is None:
        return None
    lessons = our_lessons()
    names = reading_order_of(lessons)
    index = names.index(material.entry.name) + 1
    return None if index == len(names) else (names[index], lessons[names[index]].title)


def find_lesson(name: str) -> Path:
    """Returns the path of a lesson by the name of a shipped program, or by its file or listing.

    Raises UsageError if there is no such file.
    """
    path = programs_folder() / f"{name}.bas" if name in CATALOGUE else Path(name)
    if path.suffix != ".md":
        path = lesson_beside(path, language())
    if not path.is_file():
        near = difflib.get_close_matches(name, CATALOGUE, n=1)
        raise UsageError(f"there is no lesson {path}{f'; did you mean {near[0]}?' if near else ''}")
    return path


def listing_of(path: Path) -> Path:
    """Returns the file of the listing that a lesson is about: snake.bas for snake.lesson.ja.md."""
    return path.with_name(f"{path.name.partition('.')[0]}.bas")


def read_material(path: Path) -> Material:
    """Returns a lesson with its listing and port. Raises LessonError and UsageError."""
    from retromaze.commands.show import port_source
    from retromaze.lessons.lesson_moments import Material

    lesson, listing = read_lesson(read_file(path, str(path))), listing_of(path)
    if path.parent.resolve() == programs_folder().resolve() and listing.stem in CATALOGUE:
        program = CATALOGUE[listing.stem]
        return Material(lesson, listing_source(program), port_source(program), program)
    port_file = listing.with_suffix(".py")
    port = read_file(port_file, str(port_file)) if port_file.is_file() else None
    return Material(lesson, read_listing(str(listing)).source, port)


def source_files(material: Material, path: Path) -> dict[str, Path]:
    """Returns the files of a lesson's listing and of its port, if there is one, by what they are.

    The keys are `listing` and `port` in the user's language. `path` is the lesson's own file.
    """
    listing = listing_of(path)
    port = port_path(material.entry) if material.entry else listing.with_suffix(".py")
    return {_("listing"): listing} | ({} if material.port is None else {_("port"): port})


# ---- printing


def print_lesson(
    material: Material, path: Path, only: LessonStage | None, pictures: Path | None, *, reveals: bool
) -> int:
    """Prints the lesson, or `only` one step, and saves its pictures in the folder `pictures`, if given.

    If a step asks for a prediction, a reader at a terminal is asked first. Elsewhere the answer is printed
    with the whole lesson; for one step only if `reveals`. Returns the exit status: 1 if a picture was not
    saved.
    """
    from retromaze.lessons.exercises import check_lesson

    moments = check_lesson(material)
    status = 0
    if only is None:
        print_introduction(material, path)
    images = enlarged_screens(material.lesson, moments) if pictures else [None] * len(moments)
    shown = zip(material.lesson.steps, moments, images, strict=True)
    for number, (step, moment, screen) in enumerate(shown, 1):
        if only is not None and only is not step:
            continue
        print()
        if moment is not None and step.prediction:
            # the prediction starts from the data at the step before, which is not on the terminal
            if only and number > 1:
                print("\n".join(diagram_lines(moments[number - 2])) + "\n")
            if not ask_prediction(step.prediction, moment, always=reveals or only is None):
                # the step itself would give the answer away: this command prints both
                print(f"  retromaze lesson {operand_of(material, path)} --step {number} --reveal")
                continue
            print()
        print_step(material, path, number, moment)
        if pictures:
            status |= save_pictures(pictures, f"{listing_of(path).stem}-{number}", step, screen, moment)
    if only is None and (following := next_lesson(material)):
        print("\n" + _("next: retromaze lesson {} ({})").format(*following))
    return status


def print_introduction(material: Material, path: Path) -> None:
    """Prints a lesson's text before its steps: what it needs and teaches, its article, files and colors."""
    lesson = material.lesson
    show_markdown(f"# {lesson.title}\n\n{lesson.text}")
    lines = list(prerequisites_and_goals(lesson, language()))
    if material.entry and material.entry.origin.article:
        lines.append(_("the article: {}").format(material.entry.origin.article))
    lines += [f"{word}: {relative(file.absolute())}" for word, file in source_files(material, path).items()]
    lines += [line.replace("`", "") for line in color_legend(lesson)]
    lines.append(_("words that are new to you: retromaze lesson --glossary"))
    print("\n".join(["", *(f"  {line}" for line in lines)]))


def print_step(material: Material, path: Path, number: int, moment: ReachedMoment | None) -> None:
    """Prints step `number`: its text, the data at its moment, the lines and values, and its exercise."""
    step = material.lesson.steps[number - 1]
    show_markdown(f"## {number}. {step.title}\n\n{step.text}")
    below = diagram_lines(moment)
    if below:
        below.append("")
    below += moment_lines(material, step, moment)
    print("\n".join(["", *below] if below else []))
    if step.exercise:
        commands = exercise_commands(step.exercise, operand_of(material, path), number)
        print("\n".join(["", *(f"  {line}" for line in commands)]))


def ask_prediction(prediction: Prediction, moment: ReachedMoment, *, always: bool) -> bool:
    """Prints the question of a prediction, reads a guess at a terminal, and prints the answer.

    Without a terminal, the answer is printed only if `always`. Returns whether the answer was printed.
    """
    from retromaze.lessons.lesson_moments import is_right

    print(_("Predict first: {}").format(prediction.question))
    choices = [words for words, _expression in prediction.choices]
    print("".join(f"  {number} {words}\n" for number, words in enumerate(choices, 1)), end="")
    guess = ""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(EOFError):
            guess = input("? ").strip()
    elif not always:
        return False
    # a choice may be given by its number
    if guess.isdecimal() and 0 < int(guess) <= len(choices):
        guess = choices[int(guess) - 1]
    answer = _("right: {}") if guess and is_right(guess, moment.answer) else _("it is: {}")
    print(" — ".join(filter(None, (answer.format(moment.answer), prediction.because))))
    return True


def operand_of(material: Material, path: Path) -> str:
    """Returns the operand by which `retromaze lesson` finds this lesson: a program of ours, or a listing."""
    if material.entry:
        return material.entry.name
    return relative(listing_of(path).absolute())


def exercise_commands(exercise: Exercise, operand: str, number: int) -> list[str]:
    """Returns the commands that begin, judge and solve the exercise of step `number`, with their purposes.

    `operand` is the lesson's name or listing on the command line.
    """
    command = f"retromaze lesson {operand}"
    of_step = f"{command} --step {number}"
    file = "mine.py" if exercise.in_port else "mine.bas"
    if exercise.in_port:
        whole, with_gap = _("copies the port: change it"), _("copies the port with a gap: fill it")
    else:
        whole, with_gap = _("copies the listing: change it"), _("copies the listing with a gap: fill it")
    # without a step the whole listing is copied
    begin_command = of_step if exercise.in_port or exercise.begins else command
    # `again` are the runs with other seeds and sizes, which the reader does not see before
    hidden = len(exercise.again)
    judges = _("is it right? Hidden runs: {}").format(hidden) if hidden else _("is it right?")
    rows = [
        (f"{begin_command} --begin {file}", with_gap if exercise.begins else whole),
        (f"{of_step} --answer {file}", judges),
    ]
    if exercise.hints:
        rows.append((f"{of_step} --hint", _("shows the first of {} hints").format(len(exercise.hints))))
    rows.append((f"{of_step} --solution", _("shows a solution")))
    width = max(len(words) for words, _purpose in rows)
    return [f"{words:{width}}  # {purpose}" for words, purpose in rows]


def diagram_lines(moment: ReachedMoment | None) -> list[str]:
    """Returns the diagrams of a moment's data, drawn with characters."""
    from retromaze.lessons.diagram_text import text_lines

    diagrams = moment.diagrams if moment else ()
    return [f"  {line}".rstrip() for line in text_lines(diagrams, language(), output().width - 2)]


def moment_lines(material: Material, step: LessonStage, moment: ReachedMoment | None) -> Iterator[str]:
    """Yields the lines of listing and port that a step is about, the values, and the place in the run."""
    from retromaze.lessons.lesson_moments import lines_named

    lines, port_lines = material.listing.splitlines(), (material.port or "").splitlines()
    of_listing, of_port = lines_named(step, material)
    # a step may name the line of its moment, too
    for number in dict.fromkeys(of_listing if moment is None else [moment.line, *of_listing]):
        yield f"  BASIC {number:>4}  {lines[number - 1].strip()}"
    for number in of_port:
        yield f"  Python {number:>3}  {port_lines[number - 1].strip()}"
    if moment is not None:
        yield from (f"  {name} = {value}" for name, value in moment.watched.items())
        place = f"{moment.statement:,}", f"{moment.draws:,}", f"{moment.frame:,}"
        yield f"  {_('statement {}, draw {}, frame {}').format(*place)}"


def write_page(material: Material, path: Path, folder: Path) -> int:
    """Writes the lesson into a folder as a page of Markdown with pictures; returns the exit status."""
    from retromaze.lessons.exercises import check_lesson

    name = listing_of(path).stem
    parts = page_introduction(material, path, folder)
    status = 0
    moments = check_lesson(material)
    shown = zip(material.lesson.steps, moments, enlarged_screens(material.lesson, moments), strict=True)
    for number, (step, moment, screen) in enumerate(shown, 1):
        parts.append(f"## {number}. {step.title}")
        if moment is not None and (prediction := step.prediction):
            parts.append(_("**Predict first:** {}").format(prediction.question))
            if prediction.choices:
                parts.append("\n".join(f"- {words}" for words, _expression in prediction.choices))
            parts.append(f"<details><summary>{_('The answer, and the step')}</summary>")
            parts.append(" — ".join(filter(None, (f"**{moment.answer}**", prediction.because))))
        parts += [step.text.strip()] if step.text.strip() else []
        status |= save_pictures(folder, f"{name}-{number}", step, screen, moment)
        if moment is not None and moment.diagrams:
            parts.append(f"![{step.title}]({name}-{number}.svg)")
        if screen is not None:
            parts += [f"![{step.title}]({name}-{number}.png)", *color_legend(material.lesson)]
        lines = [line.removeprefix("  ") for line in moment_lines(material, step, moment)]
        parts += ["\n".join(["```text", *lines, "```"])] if lines else []
        parts += ["</details>"] if step.prediction else []
        if step.exercise:
            commands = exercise_commands(step.exercise, operand_of(material, path), number)
            parts.append("\n".join(["```text", *commands, "```"]))
    if following := next_lesson(material):
        name_of_next, title_of_next = following
        parts.append(_("Next: {}").format(f"[{title_of_next}]({name_of_next}.md)"))
    return status | write_file(folder / f"{name}.md", ("\n\n".join(parts) + "\n").encode())


def page_introduction(material: Material, path: Path, folder: Path) -> list[str]:
    """Returns the paragraphs of Markdown before a lesson's steps; links are relative to the page's folder."""
    parts = [f"# {material.lesson.title}", material.lesson.text.strip()]
    parts += [f"*{line}*" for line in prerequisites_and_goals(material.lesson, language())]
    if material.entry and material.entry.origin.article:
        articles = markdown_link(articles_folder().with_suffix(".md"), folder, material.entry.origin.article)
        parts.append(_("the article: {}").format(articles))
    files = source_files(material, path)
    # a page of somebody else's lesson may be published, and the glossary of this installation is not
    if material.entry:
        files[_("words")] = glossary_path(language())
    return [*parts, " · ".join(f"{word}: {markdown_link(file, folder)}" for word, file in files.items())]


def markdown_link(path: Path, folder: Path, text: str = "") -> str:
    """Returns a link in Markdown from a page in a folder to a file; its default text is the file's name."""
    return f"[{text or path.name}]({Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()})"


def enlarged_screens(lesson: Lesson, moments: Sequence[ReachedMoment | None]) -> list[Image | None]:
    """Returns the screen at each moment, enlarged and cropped to the area that is drawn at any of them.

    None stands for a step without a moment, or a picture of one color.
    """
    pictures = [None if each is None else each.picture for each in moments]
    area = drawn_area(each for each in pictures if each)
    if lesson.screen:  # the lesson itself says which part is shown
        left, top, width, height = lesson.screen
        area = left, top, left + width, top + height
    return [
        enlarged_part(each, area, ENLARGED_SIZE) if each and drawn_area([each]) else None for each in pictures
    ]


def color_legend(lesson: Lesson) -> list[str]:
    """Returns a line of Markdown with the meaning of the screen's colors, in a list; [] if there are none."""
    return [", ".join(f"`{each.written}` {each.name}" for each in lesson.colors)] if lesson.colors else []


def save_pictures(
    folder: Path, stem: str, step: LessonStage, screen: Image | None, moment: ReachedMoment | None
) -> int:
    """Saves the screen of a step as STEM.png, and what is drawn of its data as STEM.svg, if there are any.

    Returns the exit status.
    """
    from retromaze.lessons.diagram_svg import svg_of

    folder.mkdir(parents=True, exist_ok=True)
    status = 0
    if screen is not None:
        status = write_file(folder / f"{stem}.png", png_file(screen))
    if moment is not None and moment.diagrams:
        svg = svg_of(moment.diagrams, language(), step.title)
        status |= write_file(folder / f"{stem}.svg", svg.encode())
    return status


# ---- exercises


def exercise_of(step: LessonStage | None, option: str) -> Exercise:
    """Returns the exercise of a step. Raises UsageError, naming the option, if it has none."""
    if step is None or step.exercise is None:
        raise UsageError(f"{option} belongs to the --step of an exercise")
    return step.exercise


def write_exercise_start(material: Material, step: LessonStage | None, file: Path) -> int:
    """Writes the listing or port that a reader is to change into a new file, with the lesson's sizes.

    It has a gap if the exercise of the step begins with one. Without an exercise it is the whole listing.
    Prints how to run it, and returns the exit status. Raises UsageError if the file exists.
    """
    if file.exists():
        raise UsageError(f"{file} is there already: choose another name")
    press = f" --press {material.lesson.press}" if material.lesson.press else ""
    exercise = step.exercise if step else None
    # the listing as it is in its file, without the sizes of the lesson
    start = material.start_text(exercise) if exercise else material.listing_in_file
    is_port = exercise is not None and exercise.in_port
    # a port has its sizes as parameters
    text = start if is_port else material.with_sizes(start, material.lesson.sizes)
    if status := write_file(file, text.encode()):
        return status
    if is_port:
        print(_("{}: the port of this lesson").format(file))
    else:
        run = f"retromaze run {file} --seed {material.lesson.seed}{press}"
        print(_("{}: the listing of this lesson. It runs as here with: {}").format(file, run))
    return 0


def judge_answer(material: Material, exercise: Exercise, answer: Path) -> int:
    """Runs an answer to an exercise and prints what is right or wrong; returns the exit status."""
    from retromaze.error_report import describe
    from retromaze.lessons.exercises import explanations, judgement_of, trial_options

    text = read_file(answer, str(answer)) if exercise.in_port else read_listing(str(answer)).source
    verdict = judgement_of(material, exercise, text, str(answer))
    if verdict.is_right:
        print(_("{}: right (runs: {})").format(answer, verdict.runs))
        print("".join(f"  {row.name} = {row.yours}\n" for row in verdict.rows), end="")
        return 0
    # "" if the answer is wrong with the lesson's own numbers
    if conditions := trial_options(material.lesson, verdict.trial):
        say(_("{}: right with the lesson's numbers, but not with {}").format(answer, conditions))
    else:
        say(_("{}: not right yet").format(answer))
    if verdict.error:
        print(describe(verdict.error), file=sys.stderr)
    elif verdict.is_endless:
        say(_("it does not end: it was stopped after ten times as long as a solution takes"))
    elif verdict.constant:
        say(_("{} is the same in all runs").format(verdict.constant))
    if verdict.rows:
        rows = [(row.name, row.yours, row.wanted) for row in verdict.rows]
        show_rows(["", _("yours"), _("wanted")], rows)
        print("".join(f"{line}\n" for line in explanations(verdict.rows, language())), end="")
    return 1


def print_hint(exercise: Exercise, number: int) -> int:
    """Prints hint `number`, from 1; returns the exit status. Raises UsageError."""
    count = len(exercise.hints)
    if number > count:
        raise UsageError(_("this exercise has {} hints").format(count))
    print(_("hint {} of {}: {}").format(number, count, exercise.hints[number - 1]))
    return 0


def print_solution(material: Material, exercise: Exercise) -> int:
    """Prints the changed lines of each solution and its values at the end; returns the exit status."""
    from retromaze.lessons.exercises import solution_outcome, trials_of, value_words

    # the first trial has the lesson's own seed and sizes
    trial = trials_of(material, exercise)[0]
    for number, changes in enumerate(exercise.solutions):
        print(f"\n{_('or')}\n" if number else "", end="")
        for old, new in changes:
            side = "Python" if exercise.in_port else "BASIC"
            first = line_number(material.start_text(exercise), old, exercise.lesson_line, "text")
            for line, text in enumerate(new.splitlines() or [""], first):
                print(f"  {side} {line:>4}  {text}")
        values = solution_outcome(material, exercise, changes, trial).values
        for name in exercise.compares:
            # arrays are left out, because they are long
            if not isinstance(values[name], list):
                print(f"  {name} = {values[name] if exercise.in_port else value_words(values[name])}")
    return 0
