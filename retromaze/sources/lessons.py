"""Reads lessons: texts in Markdown whose steps point to moments of a run.

A step is a heading `## …` with its text; what it points to stands in a block below the heading, a line each:

    ```lesson
    at line "X=POP(XSTK)" first
    watch LEN(XSTK), X, Y
    listing "UNTIL X==0"
    port "stack.pop()"
    ```

The block above the first step tells the run that the lesson is about: `seed 7`, `set width=21`,
`press DOWN@10,Y@400`.
docs/lessons.md explains the words.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from glob import escape
from pathlib import Path

from retromaze.display.translation import catalogue
from retromaze.errors import UsageError
from retromaze.input import read_schedule
from retromaze.language.numbers import COLORS
from retromaze.machine.colors import word_of
from retromaze.sources.diagrams import COMMA, DiagramPart, read_parts
from retromaze.sources.variables import Expression
from retromaze.values.scalars import whole_number

FENCE = "```"
BLOCK = "```lesson"
QUOTED = r'"([^"]*)"'
LINE = re.compile(rf"line (?:{QUOTED}|(\d+))(?: (first|last|(\d+)(?:st|nd|rd|th)))?")
WHEN = re.compile(r"when (.+?)(?: (first|last|largest|smallest|(\d+)(?:st|nd|rd|th)))?")
COUNTED = re.compile(r"at (draw|frame) (\d+)")
CHANGE = re.compile(r'"[^"]*" to "[^"]*"(?: "[^"]*")*')
DRAWN = re.compile(r"(text|graphics|background)(?: but (\d+))?")
EXPLAINED = re.compile(r'(.+?)(?: "([^"]+)")?')
SPOKEN = re.compile(r'"(.+)"')
ANSWERED = re.compile(r'"(.+?)"(?: = (.+))?')
AGAIN = re.compile(rf"seed (?P<seed>\d+)|press (?P<press>\S+)|{QUOTED} to {QUOTED}|(?P<set>[^\s=\"]+=\S+)")
SETTING = re.compile(r"([A-Za-z_][A-Za-z0-9_]*[%#$]?)=(\S+)")
SCREEN = re.compile(r"(\d+) (\d+) (\d+) (\d+)")
LARGEST_SCREEN = 400, 480
COLOR = re.compile(r'(#\w+)=(?:"([^"]+)"|([^\s"]+))')
HEXADECIMAL = re.compile(r"[0-9A-F]{6}")
LARGEST_SEED = 2**32 - 1
LAST, LARGEST, SMALLEST = "last", "largest", "smallest"


SUFFIX = ".lesson"


def lessons_beside(listing: Path) -> list[Path]:
    """Returns the lessons of a listing, in whatever language."""
    return sorted(listing.parent.glob(f"{escape(listing.stem)}{SUFFIX}*.md"))


def lesson_beside(listing: Path, language: str) -> Path:
    """The lesson of a listing in a language if there is one, else in English; it need not be there."""
    own = listing.with_suffix(f"{SUFFIX}.{language}.md")
    return own if own.is_file() else listing.with_suffix(f"{SUFFIX}.md")


class LessonError(UsageError):
    """A lesson says something that cannot be; `line` is the lesson's own, from 1 on."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line, self.reason = line, reason


@dataclass(frozen=True)
class Moment:
    """A moment of a run: `kind` is "start", "end", "line", "when", "draw" or "frame".

    `text` is that of the line, or the expression; `number` the line's, or how many draws or frames. `which`
    is the number of the time, 1 the first, or LAST; of an expression LARGEST or SMALLEST too. `place` is the
    lesson's line that says so.
    """

    kind: str
    place: int
    text: str = ""
    number: int = 0
    which: int | str = 1


Change = tuple[str, str]
"""A whole line, without its blanks and the comment at its end, and the line or lines that it becomes."""
Changes = tuple[Change, ...]


@dataclass(frozen=True)
class Drawing:
    """A part of the screen that is compared: "text", "graphics" or "background".

    `but` is how many characters, dots or cells may differ; `meaning` says what they are.
    """

    what: str
    but: int = 0
    meaning: str = ""


@dataclass(frozen=True)
class Trial:
    """A run in which answers are compared with the solution; `changes` are made in the lines of both.

    `place` is the lesson's line that says so.
    """

    place: int
    seed: int = 1
    sizes: dict[str, str] = field(default_factory=dict)
    press: str = ""
    changes: Changes = ()


@dataclass(frozen=True)
class Exercise:
    """An exercise: what is compared at the ends of an answer's run and of a solution's.

    `compares` are expressions, `varies` those that must not have the same value in all runs. `again` lists
    runs besides the lesson's own. An answer is right if it agrees with one of the `solutions` in each run.
    `meanings` say what an expression stands for; `hints` are shown one after the other. `begins` are changes
    of the listing that the reader begins with, a part left out for instance; solutions change that text.
    `in_port` says that the text is the port, and what is compared expressions of Python, which the port's
    names and `machine` are known to.
    """

    place: int
    compares: tuple[str, ...] = ()
    draws: tuple[Drawing, ...] = ()
    varies: tuple[str, ...] = ()
    again: tuple[Trial, ...] = ()
    solutions: tuple[Changes, ...] = ()
    meanings: Mapping[str, str] = field(default_factory=dict)
    hints: tuple[str, ...] = ()
    begins: Changes = ()
    in_port: bool = False

    def start(self, text: str) -> str:
        """The text that the reader begins with, made of the listing or the port. Raises LessonError."""
        return changed_listing(text, self.begins, self.place) if self.begins else text


@dataclass(frozen=True)
class Prediction:
    """A question that a reader answers before a step is shown; `because` explains the answer.

    The answer is the value of an `expression` at the step's moment, or the one of the `choices` whose
    expression holds there: its words.
    """

    place: int
    question: str
    expression: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    because: str = ""


@dataclass(frozen=True)
class LessonStage:
    """One step: its heading, its text without the block, and what the block says; `place` is its line.

    `watch` are expressions; `listing` and `port` texts of lines of either side. `diagram` is what is drawn.
    """

    title: str
    place: int
    text: str = ""
    moment: Moment | None = None
    watch: tuple[str, ...] = ()
    listing: tuple[str, ...] = ()
    port: tuple[str, ...] = ()
    exercise: Exercise | None = None
    diagram: tuple[DiagramPart, ...] = ()
    prediction: Prediction | None = None


@dataclass(frozen=True)
class NamedColor:
    """A color as it is written, as it is seen on the screen (24 bits, red highest), and what it means."""

    place: int
    written: str
    color: int
    name: str


@dataclass(frozen=True)
class Lesson:
    """A whole lesson: `sizes` are set in listing and port, a run has the `seed`, `press` is as in --press.

    `diagram` is drawn at each step with a moment and without a diagram of its own. `screen` is the part of
    the screen that pictures show: left, top, width, height. `colors` are those that a legend names.
    `after` is the lesson that is read before this one; `needs` and `gives` say what one knows before and
    after it.
    """

    title: str
    text: str
    steps: tuple[LessonStage, ...]
    seed: int = 1
    sizes: dict[str, str] = field(default_factory=dict)
    press: str = ""
    diagram: tuple[DiagramPart, ...] = ()
    screen: tuple[int, ...] = ()
    colors: tuple[NamedColor, ...] = ()
    after: str = ""
    needs: str = ""
    gives: str = ""


def read_lesson(source: str) -> Lesson:
    """Returns the lesson that a text is. Raises LessonError."""
    first, *rest = parts_of(source)
    if not first.title:
        raise LessonError(first.place, "a lesson begins with a heading: # Its title")
    if not rest:
        raise LessonError(first.place, "a lesson has steps: ## What is seen")
    lesson = Lesson(first.title, first.text, ())
    for place, words in first.block:
        lesson = with_setting(lesson, place, words)
    return replace(lesson, steps=tuple(step_of(part, lesson) for part in rest))


@dataclass
class LessonPart:
    """A heading with its line, the text below it, and the lines of its block with their numbers."""

    title: str
    place: int
    rows: list[str] = field(default_factory=list)
    block: list[tuple[int, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.rows).strip()


def parts_of(source: str) -> list[LessonPart]:
    """Returns the part before the first step, then each step. Raises LessonError for an endless block."""
    parts = [LessonPart("", 1)]
    fence = ""
    for number, line in enumerate(source.splitlines(), 1):
        part, bare = parts[-1], line.strip()
        if fence == BLOCK:
            fence = "" if bare == FENCE else fence
            part.block += [(number, bare)] if fence and bare else []
        elif fence or bare.startswith(FENCE):
            fence = bare if not fence else "" if bare == FENCE else fence
            part.rows += [] if bare == BLOCK else [line]
        elif line.startswith("## "):
            parts.append(LessonPart(line.removeprefix("## ").strip(), number))
        elif line.startswith("# ") and not parts[0].title:
            part.title, part.place = line.removeprefix("# ").strip(), number
        else:
            part.rows.append(line)
    if fence:
        raise LessonError(parts[-1].place, f"a block {fence} has no end")
    return parts


def with_setting(lesson: Lesson, place: int, words: str) -> Lesson:
    """Returns the lesson with what a line of its first block says."""
    word, _, rest = words.partition(" ")
    if word == "seed" and rest.isdecimal():
        return replace(lesson, seed=seed_of(place, rest))
    if word == "set" and (found := SETTING.fullmatch(rest)):
        return replace(lesson, sizes={**lesson.sizes, found[1]: found[2]})
    if word == "press":
        return replace(lesson, press=",".join(filter(None, (lesson.press, pressed(place, rest)))))
    if word == "after" and rest.isidentifier():
        return replace(lesson, after=rest)
    if word == "needs" and rest:
        return replace(lesson, needs=rest)
    if word == "gives" and rest:
        return replace(lesson, gives=rest)
    if word == "draw":
        return replace(lesson, diagram=lesson.diagram + drawn(place, rest))
    if word == "screen" and (corner := SCREEN.fullmatch(rest)):
        left, top, width, height = (whole_number(each) for each in corner.groups())
        if left + width <= LARGEST_SCREEN[0] and top + height <= LARGEST_SCREEN[1] and width and height:
            return replace(lesson, screen=(left, top, width, height))
    if word == "colors" and rest and not COLOR.sub("", rest).strip():
        named = (named_color(place, *each) for each in COLOR.findall(rest))
        return replace(lesson, colors=(*lesson.colors, *named))
    raise LessonError(place, f"{words!r} says nothing of a run: seed 7, set width=21, or press DOWN@10")


def named_color(place: int, written: str, quoted_name: str, name: str) -> NamedColor:
    """Returns a color with its name. Raises LessonError for a color that there is not."""
    digits = written.removeprefix("#")
    if digits not in COLORS and not HEXADECIMAL.fullmatch(digits):
        raise LessonError(place, f"{written} is no color: #WHITE, or #A52A2A")
    word = word_of(COLORS[digits] if digits in COLORS else int(digits, 16))
    shown = (word | word >> 5 & 0x070707) & 0xFFFFFF
    return NamedColor(place, written, shown, quoted_name or name)


def seed_of(place: int, digits: str) -> int:
    """Returns the seed that digits spell. Raises LessonError."""
    seed = whole_number(digits, LARGEST_SEED)
    if seed > LARGEST_SEED:
        raise LessonError(place, f"a seed is at most {LARGEST_SEED}")
    return seed


def pressed(place: int, entries: str) -> str:
    """Returns presses as they are written. Raises LessonError for what is no press."""
    try:
        read_schedule(entries)
    except UsageError as error:
        raise LessonError(place, str(error)) from None
    return entries


def step_of(part: LessonPart, lesson: Lesson) -> LessonStage:
    """Returns the step that a part of the text is."""
    step = LessonStage(part.title, part.place, part.text)
    for place, words in part.block:
        step = with_words(step, lesson, place, words)
    return step if step.diagram or not step.moment else replace(step, diagram=lesson.diagram)


def with_words(step: LessonStage, lesson: Lesson, place: int, words: str) -> LessonStage:
    """Returns the step with what a line of its block says."""
    word, _, rest = words.partition(" ")
    match word:
        case "at" | "when":
            if step.moment:
                raise LessonError(place, "a step has one moment")
            return replace(step, moment=moment_of(place, words))
        case "watch":
            return replace(step, watch=expressions(place, rest))
        case "listing":
            return replace(step, listing=(*step.listing, quoted(place, rest)))
        case "port":
            return replace(step, port=(*step.port, quoted(place, rest)))
        case "draw":
            return replace(step, diagram=step.diagram + drawn(place, rest))
        case "exercise":
            return replace(step, exercise=with_demand(step.exercise or Exercise(place), lesson, place, rest))
        case "predict":
            return replace(step, prediction=with_answer(Prediction(place, ""), place, word, rest))
        case "choice" | "because" if step.prediction:
            return replace(step, prediction=with_answer(step.prediction, place, word, rest))
        case "hint" | "solution" | "or" if step.exercise:
            return replace(step, exercise=with_help(step.exercise, place, word, rest))
    known = "at, when, watch, draw, listing, port, predict or exercise"
    raise LessonError(place, f"{words!r} points to nothing: {known}")


def with_answer(prediction: Prediction, place: int, word: str, rest: str) -> Prediction:
    """Returns the prediction with its question, one of its choices, or the reason of its answer."""
    if word == "because":
        return replace(prediction, because=spoken(place, rest))
    found = ANSWERED.fullmatch(rest)
    if found and word == "predict":
        return replace(prediction, question=found[1], expression=checked(place, found[2]) if found[2] else "")
    if found and found[2]:
        return replace(prediction, choices=(*prediction.choices, (found[1], checked(place, found[2]))))
    raise LessonError(place, f'{rest!r} is no question and no choice: "How many?" = LEN(S)')


def with_help(exercise: Exercise, place: int, word: str, rest: str) -> Exercise:
    """Returns the exercise with a hint, or with one more line of a solution, which "or" begins."""
    if word == "hint":
        return replace(exercise, hints=(*exercise.hints, spoken(place, rest)))
    if not CHANGE.fullmatch(rest):
        raise LessonError(place, f'{rest!r} is no change of a line: "old line" to "new line"')
    solutions, change = exercise.solutions, change_of(rest)
    if word == "or" or not solutions:
        return replace(exercise, solutions=(*solutions, (change,)))
    return replace(exercise, solutions=(*solutions[:-1], (*solutions[-1], change)))


def with_demand(exercise: Exercise, lesson: Lesson, place: int, words: str) -> Exercise:
    """Returns the exercise with one more thing that is compared, or one more run."""
    word, _, rest = words.partition(" ")
    match word:
        case "compares" if found := EXPLAINED.fullmatch(rest):
            compared = (python(place, found[1]),) if exercise.in_port else expressions(place, found[1])
            meanings = {**exercise.meanings, **{text: found[2] for text in compared if found[2]}}
            return replace(exercise, compares=exercise.compares + compared, meanings=meanings)
        case "varies":
            varied = (python(place, rest),) if exercise.in_port else expressions(place, rest)
            return replace(exercise, varies=exercise.varies + varied)
        case "draws" if (explained := EXPLAINED.fullmatch(rest)) and (found := DRAWN.fullmatch(explained[1])):
            drawing = Drawing(found[1], whole_number(found[2] or "0"), explained[2] or "")
            return replace(exercise, draws=(*exercise.draws, drawing))
        case "port" if not rest and (exercise.compares or exercise.varies):
            raise LessonError(place, "exercise port stands above what is compared")
        case "port" if not rest:
            return replace(exercise, in_port=True)
        case "begins" if CHANGE.fullmatch(rest):
            return replace(exercise, begins=(*exercise.begins, change_of(rest)))
        case "again":
            return replace(exercise, again=(*exercise.again, trial_of(lesson, place, rest)))
    known = "compares K, draws text, draws graphics but 4, varies K, again seed 3 width=9"
    raise LessonError(place, f"{words!r} asks for nothing: {known}")


def trial_of(lesson: Lesson, place: int, words: str) -> Trial:
    """Returns a further run: the lesson's own but for what the words say."""
    trial = Trial(place, lesson.seed, lesson.sizes, lesson.press)
    while words:
        found = AGAIN.match(words)
        if not found:
            raise LessonError(place, f"{words!r} says nothing of a run: seed 7, width=21, or press DOWN@10")
        words = words[found.end() :].lstrip()
        if found["seed"]:
            trial = replace(trial, seed=seed_of(place, found["seed"]))
        elif found["press"]:
            trial = replace(trial, press=pressed(place, found["press"]))
        elif found["set"] and (setting := SETTING.fullmatch(found["set"])):
            trial = replace(trial, sizes={**trial.sizes, setting[1]: setting[2]})
        else:
            trial = replace(trial, changes=(*trial.changes, (found[3], found[4])))
    return trial


def expressions(place: int, text: str) -> tuple[str, ...]:
    """Expressions between commas, each of which can be evaluated."""
    return tuple(checked(place, each.strip()) for each in COMMA.split(text))


def python(place: int, text: str) -> str:
    """Returns an expression of Python. Raises LessonError."""
    try:
        ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise LessonError(place, f"{text!r} is no expression of Python: {error.msg}") from None
    return text


def drawn(place: int, text: str) -> tuple[DiagramPart, ...]:
    """Returns the parts of a diagram. Raises LessonError."""
    try:
        return read_parts(place, text)
    except UsageError as error:
        raise LessonError(place, str(error)) from None


def moment_of(place: int, words: str) -> Moment:
    """Returns the moment that a line of a block means."""
    if words in {"at start", "at end"}:
        return Moment(words.removeprefix("at "), place)
    if found := COUNTED.fullmatch(words):
        return Moment(found[1], place, number=whole_number(found[2]))
    if words.startswith("at ") and (found := LINE.fullmatch(words.removeprefix("at "))):
        text, number, which, count = found.groups()
        return Moment("line", place, text or "", whole_number(number or "0"), time_of(which, count))
    if found := WHEN.fullmatch(words):
        text, which, count = found.groups()
        return Moment("when", place, checked(place, text), which=time_of(which, count))
    known = 'at line "X=1" first, when N==0, at draw 9, at frame 60, at start, at end'
    raise LessonError(place, f"{words!r} is no moment: {known}")


def time_of(which: str | None, count: str | None) -> int | str:
    if count:
        return whole_number(count)
    return which if which in {LAST, LARGEST, SMALLEST} else 1


def checked(place: int, text: str) -> str:
    """Returns an expression that can be evaluated."""
    try:
        Expression(text)
    except UsageError as error:
        raise LessonError(place, str(error)) from None
    return text


def change_of(words: str) -> Change:
    """Returns the change that `"old" to "new" "another"` spells: one line becomes one or several."""
    old, *new = re.findall(QUOTED, words)
    return old, "\n".join(new)


def spoken(place: int, text: str) -> str:
    """Returns a sentence between quotes, which may have quotes in it. Raises LessonError."""
    if found := SPOKEN.fullmatch(text):
        return found[1]
    raise LessonError(place, f"a sentence stands between quotes, not {text!r}")


def quoted(place: int, text: str) -> str:
    """Returns the text between quotes."""
    found = re.fullmatch(QUOTED, text)
    if found is None:
        raise LessonError(place, f"a line is named by its text between quotes, not by {text!r}")
    return found[1]


def knowledge(lesson: Lesson, language: str) -> list[str]:
    """Returns what a reader needs before a lesson and what it teaches, a line each."""
    _ = catalogue((language,)).gettext
    before = [_("you need: {}").format(lesson.needs)] if lesson.needs else []
    return before + ([_("you learn: {}").format(lesson.gives)] if lesson.gives else [])


def path_of(lessons: Mapping[str, Lesson]) -> list[str]:
    """The lessons by name, each behind the one that it is read after; others in the order of their names."""
    followers: dict[str, list[str]] = {}
    for name in sorted(lessons, reverse=True):
        followers.setdefault(lessons[name].after, []).append(name)
    path: list[str] = []
    waiting = [name for after in followers if after not in lessons for name in followers[after]]
    while waiting:
        path.append(waiting.pop())
        waiting += followers.get(path[-1], [])
    # those that wait for each other come last
    return path + sorted(lessons.keys() - set(path))


# ---- lines of either side


def line_number(source: str, text: str, place: int, side: str) -> int:
    """Returns the number of the one line that has a text; blanks do not matter. Raises LessonError."""
    wanted = squeezed(text)
    lines = [squeezed(line) for line in source.splitlines()]
    found = [at for at, line in enumerate(lines, 1) if line == wanted]
    found = found or [at for at, line in enumerate(lines, 1) if wanted and wanted in line]
    if len(found) == 1:
        return found[0]
    if not found:
        raise LessonError(place, f"no line of the {side} has {text!r}")
    told = ", ".join(map(str, found))
    raise LessonError(place, f"{text!r} stands in several lines of the {side}: {told}")


def squeezed(text: str) -> str:
    return "".join(text.split())


def changed_listing(source: str, changes: Changes, place: int) -> str:
    """Returns the listing with some of its lines changed. Raises LessonError for a line that is not there."""
    lines = source.splitlines()
    numbers = [line_number(source, old, place, "listing") for old, _ in changes]
    for number, (old, new) in zip(numbers, changes, strict=True):
        before, _, after = squeezed(lines[number - 1]).partition(squeezed(old))
        if before or after[:1] not in {"", "'", "#"}:
            raise LessonError(place, f"{old!r} is only a part of line {number}: {lines[number - 1].strip()}")
        lines[number - 1] = new
    return "\n".join(lines) + "\n"
