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
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from glob import escape
from pathlib import Path

from retromaze.display.translation import catalogue
from retromaze.errors import UsageError
from retromaze.input_log import read_schedule
from retromaze.language.numbers import COLORS
from retromaze.lessons.diagram_reading import COMMA, DiagramPart, checked_expression, read_parts
from retromaze.machine.colors import word_from_color
from retromaze.values.scalars import whole_number

FENCE = "```"
QUOTED = r'"([^"]*)"'
LINE = re.compile(rf"line (?:{QUOTED}|(\d+))(?: (first|last|(\d+)(?:st|nd|rd|th)))?")
WHEN = re.compile(r"when (.+?)(?: (first|last|largest|smallest|(\d+)(?:st|nd|rd|th)))?")
COUNTED = re.compile(r"at (draw|frame) (\d+)")
CHANGE = re.compile(r'"[^"]*" to "[^"]*"(?: "[^"]*")*')
DRAWN = re.compile(r"(text|graphics|background)(?: but (\d+))?")
WITH_MEANING = re.compile(r'(.+?)(?: "([^"]+)")?')
SENTENCE = re.compile(r'"(.+)"')
QUESTION_OR_CHOICE = re.compile(r'"(.+?)"(?: = (.+))?')
SETTING = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_]*[%#$]?)=(?P<value>\S+)")
TRIAL_WORD = re.compile(
    rf'seed (?P<seed>\d+)|press (?P<press>\S+)|"(?P<old>[^"]*)" to "(?P<new>[^"]*)"|{SETTING.pattern}'
)
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
    """Returns the path of a listing's lesson in a language, else of the English one, which may not exist."""
    own = listing.with_suffix(f"{SUFFIX}.{language}.md")
    return own if own.is_file() else listing.with_suffix(f"{SUFFIX}.md")


class LessonError(UsageError):
    """A mistake in a lesson; `line` is the line of the lesson's text, from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line, self.reason = line, reason


@dataclass(frozen=True)
class Moment:
    """A moment of a run: `kind` is "start", "end", "line", "when", "draw" or "frame".

    `text` is the line's text, or the expression; `number` is the line's number, or the count of drawing calls
    or frames. `which` says which time of several: 1 is the first; or LAST; for an expression also the time
    when it is LARGEST or SMALLEST.
    """

    kind: str
    lesson_line: int
    text: str = ""
    number: int = 0
    which: int | str = 1


Change = tuple[str, str]
"""A whole line, without its blanks and the comment at its end, and the line or lines that it becomes."""
Changes = tuple[Change, ...]


@dataclass(frozen=True)
class Drawing:
    """A part of the screen that is compared: "text", "graphics" or "background".

    `but` is how many characters, dots or cells may differ; `meaning` is what the part shows, in words.
    """

    what: str
    but: int = 0
    meaning: str = ""


@dataclass(frozen=True)
class Trial:
    """A run in which an answer is compared with the solution; `changes` are made in the listings of both."""

    lesson_line: int
    seed: int = 1
    sizes: dict[str, str] = field(default_factory=dict)
    press: str = ""
    changes: Changes = ()


@dataclass(frozen=True)
class Exercise:
    """An exercise: what is compared at the end of an answer's run with the end of a solution's run.

    `compares` are expressions; `varies` are expressions that must not have the same value in all runs.
    `again` are further runs besides the lesson's own. An answer is right if it agrees with one of the
    `solutions` in each run. `meanings` maps an expression to what it stands for; `hints` are shown one after
    the other. `begins` are changes that make the text with which the reader begins, for instance without a
    part; solutions change that text. `in_port`: the text is the port, and the expressions are Python's, which
    may use the port's names and `machine`.
    """

    lesson_line: int
    compares: tuple[str, ...] = ()
    draws: tuple[Drawing, ...] = ()
    varies: tuple[str, ...] = ()
    again: tuple[Trial, ...] = ()
    solutions: tuple[Changes, ...] = ()
    meanings: Mapping[str, str] = field(default_factory=dict)
    hints: tuple[str, ...] = ()
    begins: Changes = ()
    in_port: bool = False


@dataclass(frozen=True)
class Prediction:
    """A question that a reader answers before a step is shown; `because` explains the answer.

    The answer is the value of `expression` at the step's moment. Otherwise `choices` are (words, expression)
    pairs, and the right choice is the one whose expression is true at that moment.
    """

    lesson_line: int
    question: str
    expression: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    because: str = ""


@dataclass(frozen=True)
class LessonStage:
    """One step: its heading, its text without the block, and the block's content.

    `watch` are expressions whose values are shown; `listing` and `port` are texts of lines to point at.
    """

    title: str
    lesson_line: int
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
    """A color of a legend: as `written`, as `color` on the screen (0xRRGGBB), and its meaning as `name`."""

    lesson_line: int
    written: str
    color: int
    name: str


@dataclass(frozen=True)
class Lesson:
    """A whole lesson. Its run has the `seed`, the `sizes`, and the presses of `press`, as in --press.

    `diagram` is drawn at each step that has a moment and no diagram of its own. `screen` is the part of the
    screen that pictures show: left, top, width, height. `colors` are the colors of the legend.
    `after` is the name of the lesson to read before; `needs` and `gives` say what a reader must know before
    and learns from it.
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
    """Parses the Markdown text of a lesson (see the module). Raises LessonError."""
    first, *steps = parts_of(source)
    if not first.title:
        raise LessonError(first.lesson_line, "a lesson begins with a heading: # Its title")
    if not steps:
        raise LessonError(first.lesson_line, "a lesson has steps: ## What is seen")
    lesson = Lesson(first.title, first.text, ())
    for lesson_line, words in first.block:
        with errors_at_line(lesson_line):
            lesson = with_setting(lesson, lesson_line, words)
    return replace(lesson, steps=tuple(read_step(part, lesson) for part in steps))


@contextmanager
def errors_at_line(lesson_line: int) -> Iterator[None]:
    """Raises a UsageError of the `with` block again as a LessonError of that line of the lesson."""
    try:
        yield
    except UsageError as error:
        raise LessonError(lesson_line, str(error)) from None


@dataclass
class LessonPart:
    """A heading, its line number, the text below it, and the (number, text) lines of its block."""

    title: str
    lesson_line: int
    rows: list[str] = field(default_factory=list)
    block: list[tuple[int, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text below the heading, without the block."""
        return "\n".join(self.rows).strip()


def parts_of(source: str) -> list[LessonPart]:
    """Cuts a lesson at its `##` headings: the part before the first step, then each step.

    Raises LessonError for a block without end.
    """
    parts = [LessonPart("", 1)]
    fence = opening = ""  # the backticks and the whole of the line that began a block, "" outside of blocks
    for number, line in enumerate(source.splitlines(), 1):
        part, bare = parts[-1], line.strip()
        # a block ends with as many backticks as began it, or more
        is_end = fence and bare.startswith(fence) and not bare.strip("`")
        if not fence and bare.startswith(FENCE):
            fence, opening = bare[: len(bare) - len(bare.lstrip("`"))], bare
        if opening == f"{fence}lesson" and fence:
            if bare not in {"", opening} and not is_end:
                part.block.append((number, bare))
        elif fence:
            # another block of Markdown belongs to the text, headings in it too
            part.rows.append(line)
        elif line.startswith("## "):
            parts.append(LessonPart(line.removeprefix("## ").strip(), number))
        elif line.startswith("# ") and not parts[0].title:
            part.title, part.lesson_line = line.removeprefix("# ").strip(), number
        else:
            part.rows.append(line)
        fence = "" if is_end else fence
    if fence:
        raise LessonError(parts[-1].lesson_line, f"a block {opening} has no end")
    return parts


def with_setting(lesson: Lesson, lesson_line: int, words: str) -> Lesson:
    """Returns the lesson with what one line of its first block sets, such as `seed 7`. Raises UsageError."""
    keyword, _, argument = words.partition(" ")
    if keyword == "seed" and argument.isdecimal():
        return replace(lesson, seed=read_seed(argument))
    if keyword == "set" and (found := SETTING.fullmatch(argument)):
        return replace(lesson, sizes={**lesson.sizes, found["name"]: found["value"]})
    if keyword == "press":
        read_schedule(argument)  # raises UsageError for what is no press
        return replace(lesson, press=",".join(filter(None, (lesson.press, argument))))
    if keyword == "after" and argument.isidentifier():
        return replace(lesson, after=argument)
    if keyword == "needs" and argument:
        return replace(lesson, needs=argument)
    if keyword == "gives" and argument:
        return replace(lesson, gives=argument)
    if keyword == "draw":
        return replace(lesson, diagram=lesson.diagram + read_parts(lesson_line, argument))
    if keyword == "screen" and (corner := SCREEN.fullmatch(argument)):
        left, top, width, height = (whole_number(each) for each in corner.groups())
        widest, highest = LARGEST_SCREEN
        if left + width <= widest and top + height <= highest and width and height:
            return replace(lesson, screen=(left, top, width, height))
    # nothing but colors is left in the line
    if keyword == "colors" and argument and not COLOR.sub("", argument).strip():
        named = (named_color(lesson_line, *each) for each in COLOR.findall(argument))
        return replace(lesson, colors=(*lesson.colors, *named))
    raise UsageError(f"{words!r} says nothing of a run: seed 7, set width=21, or press DOWN@10")


def named_color(lesson_line: int, written: str, quoted_name: str, name: str) -> NamedColor:
    """Reads a color of the legend, `#RED=wall` or `#A52A2A="an open wall"`. Raises UsageError."""
    digits = written.removeprefix("#")
    if digits not in COLORS and not HEXADECIMAL.fullmatch(digits):
        raise UsageError(f"{written} is no color: #WHITE, or #A52A2A")
    word = word_from_color(COLORS[digits] if digits in COLORS else int(digits, 16))
    # the console has 5 bits a channel; the screen fills the low bits with the high ones
    shown = (word | word >> 5 & 0x070707) & 0xFFFFFF
    return NamedColor(lesson_line, written, shown, quoted_name or name)


def read_seed(digits: str) -> int:
    """Reads a seed. Raises UsageError if it is too large."""
    seed = whole_number(digits, LARGEST_SEED)
    if seed > LARGEST_SEED:
        raise UsageError(f"a seed is at most {LARGEST_SEED}")
    return seed


def read_step(part: LessonPart, lesson: Lesson) -> LessonStage:
    """Returns the step of a part of the lesson's text. Raises LessonError."""
    step = LessonStage(part.title, part.lesson_line, part.text)
    for lesson_line, words in part.block:
        with errors_at_line(lesson_line):
            step = with_block_line(step, lesson, lesson_line, words)
    if step.moment and not step.diagram:
        return replace(step, diagram=lesson.diagram)
    return step


def with_block_line(step: LessonStage, lesson: Lesson, lesson_line: int, words: str) -> LessonStage:
    """Returns the step with what one line of its block says, such as `watch X,Y`. Raises UsageError."""
    keyword, _, argument = words.partition(" ")
    match keyword:
        case "at" | "when":
            if step.moment:
                raise UsageError("a step has one moment")
            return replace(step, moment=read_moment(lesson_line, words))
        case "watch":
            return replace(step, watch=read_expressions(argument))
        case "listing":
            return replace(step, listing=(*step.listing, text_in_quotes(argument)))
        case "port":
            return replace(step, port=(*step.port, text_in_quotes(argument)))
        case "draw":
            return replace(step, diagram=step.diagram + read_parts(lesson_line, argument))
        case "exercise":
            exercise = step.exercise or Exercise(lesson_line)  # begun by the first such line
            return replace(step, exercise=with_exercise_line(exercise, lesson, lesson_line, argument))
        case "predict":
            return replace(
                step, prediction=with_prediction_line(Prediction(lesson_line, ""), keyword, argument)
            )
        case "choice" | "because" if step.prediction:
            return replace(step, prediction=with_prediction_line(step.prediction, keyword, argument))
        case "hint" | "solution" | "or" if step.exercise:
            return replace(step, exercise=with_hint_or_solution(step.exercise, keyword, argument))
    known = "at, when, watch, draw, listing, port, predict, exercise"
    below = "below predict choice, because; below exercise hint, solution, or"
    raise UsageError(f"{words!r} is no line of a step here: {known}; {below}")


def with_prediction_line(prediction: Prediction, keyword: str, argument: str) -> Prediction:
    """Returns the prediction with what a line (predict, choice or because, and the `argument`) adds to it."""
    if keyword == "because":
        return replace(prediction, because=sentence_in_quotes(argument))
    if found := QUESTION_OR_CHOICE.fullmatch(argument):
        words, expression = found.groups()
        if expression:
            checked_expression(expression)
        if keyword == "predict":  # a question with choices has no expression
            return replace(prediction, question=words, expression=expression or "")
        if expression:
            return replace(prediction, choices=(*prediction.choices, (words, expression)))
    raise UsageError(f'{argument!r} is no question and no choice: "How many?" = LEN(S)')


def with_hint_or_solution(exercise: Exercise, keyword: str, argument: str) -> Exercise:
    """Returns the exercise with one more hint or change of a solution; "or" begins a new solution."""
    if keyword == "hint":
        return replace(exercise, hints=(*exercise.hints, sentence_in_quotes(argument)))
    if not CHANGE.fullmatch(argument):
        raise UsageError(f'{argument!r} is no change of a line: "old line" to "new line"')
    solutions, change = exercise.solutions, read_change(argument)
    if keyword == "or" or not solutions:
        return replace(exercise, solutions=(*solutions, (change,)))
    *earlier, latest = solutions
    return replace(exercise, solutions=(*earlier, (*latest, change)))


def with_exercise_line(exercise: Exercise, lesson: Lesson, lesson_line: int, words: str) -> Exercise:
    """Returns the exercise with what a line `exercise …` adds: a comparison, a trial run or a change."""
    keyword, _, argument = words.partition(" ")
    match keyword:
        case "compares" if found := WITH_MEANING.fullmatch(argument):
            expressions, meaning = found.groups()
            compared = (checked_python(expressions),) if exercise.in_port else read_expressions(expressions)
            meanings = {**exercise.meanings, **dict.fromkeys(compared if meaning else (), meaning)}
            return replace(exercise, compares=exercise.compares + compared, meanings=meanings)
        case "varies":
            varied = (checked_python(argument),) if exercise.in_port else read_expressions(argument)
            return replace(exercise, varies=exercise.varies + varied)
        case "draws" if (drawn := WITH_MEANING.fullmatch(argument)) and (found := DRAWN.fullmatch(drawn[1])):
            what, most_different = found.groups()
            drawing = Drawing(what, whole_number(most_different or "0"), meaning=drawn[2] or "")
            return replace(exercise, draws=(*exercise.draws, drawing))
        case "port" if not argument and (exercise.compares or exercise.varies):
            raise UsageError("exercise port stands above what is compared")
        case "port" if not argument:
            return replace(exercise, in_port=True)
        case "begins" if CHANGE.fullmatch(argument):
            return replace(exercise, begins=(*exercise.begins, read_change(argument)))
        case "again":
            return replace(exercise, again=(*exercise.again, read_trial(lesson, lesson_line, argument)))
    known = "compares K, draws text, draws graphics but 4, varies K, again seed 3 width=9"
    raise UsageError(f"{words!r} asks for nothing: {known}")


def read_trial(lesson: Lesson, lesson_line: int, words: str) -> Trial:
    """Reads a trial run: the lesson's own run, changed by words such as `seed 3 width=9`."""
    trial = Trial(lesson_line, lesson.seed, lesson.sizes, lesson.press)
    while words:
        found = TRIAL_WORD.match(words)
        if not found:
            raise UsageError(f"{words!r} says nothing of a run: seed 7, width=21, or press DOWN@10")
        words = words[found.end() :].lstrip()
        if found["seed"]:
            trial = replace(trial, seed=read_seed(found["seed"]))
        elif found["press"]:
            read_schedule(found["press"])  # raises UsageError for what is no press
            trial = replace(trial, press=found["press"])
        elif found["name"]:
            trial = replace(trial, sizes={**trial.sizes, found["name"]: found["value"]})
        else:  # "old line" to "new line"
            trial = replace(trial, changes=(*trial.changes, (found["old"], found["new"])))
    return trial


def read_expressions(text: str) -> tuple[str, ...]:
    """Returns the expressions that commas separate. Raises UsageError if one cannot be evaluated."""
    return tuple(checked_expression(each.strip()) for each in COMMA.split(text))


def checked_python(text: str) -> str:
    """Returns the text unchanged. Raises UsageError if it is no Python expression."""
    try:
        ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise UsageError(f"{text!r} is no expression of Python: {error.msg}") from None
    return text


def read_moment(lesson_line: int, words: str) -> Moment:
    """Reads the moment that a line such as `at draw 9` names. Raises UsageError."""
    if words in {"at start", "at end"}:
        return Moment(words.removeprefix("at "), lesson_line)
    if found := COUNTED.fullmatch(words):
        kind, count = found.groups()
        return Moment(kind, lesson_line, number=whole_number(count))
    if words.startswith("at ") and (found := LINE.fullmatch(words.removeprefix("at "))):
        text, number, which, count = found.groups()
        occurrence = read_occurrence(which, count)
        return Moment("line", lesson_line, text or "", whole_number(number or "0"), occurrence)
    if found := WHEN.fullmatch(words):
        text, which, count = found.groups()
        return Moment("when", lesson_line, checked_expression(text), which=read_occurrence(which, count))
    known = 'at line "X=1" first, when N==0, at draw 9, at frame 60, at start, at end'
    raise UsageError(f"{words!r} is no moment: {known}")


def read_occurrence(which: str | None, count: str | None) -> int | str:
    """Returns which occurrence of a moment is meant: n for `nth`, LAST, LARGEST or SMALLEST; else 1."""
    if count:  # the 3 of `3rd`
        return whole_number(count)
    return which if which in {LAST, LARGEST, SMALLEST} else 1


def read_change(words: str) -> Change:
    """Reads a change of a listing, `"old" to "new" "another"`: one line becomes one or several."""
    old, *new = re.findall(QUOTED, words)
    return old, "\n".join(new)


def sentence_in_quotes(text: str) -> str:
    """Reads a sentence between quotes, which may have quotes in it. Raises UsageError."""
    if found := SENTENCE.fullmatch(text):
        return found[1]
    raise UsageError(f"a sentence stands between quotes, not {text!r}")


def text_in_quotes(text: str) -> str:
    """Reads a text between quotes. Raises UsageError."""
    found = re.fullmatch(QUOTED, text)
    if found is None:
        raise UsageError(f"a line is named by its text between quotes, not by {text!r}")
    return found[1]


def prerequisites_and_goals(lesson: Lesson, language: str) -> list[str]:
    """Returns what a reader needs before a lesson and what it teaches, a line each."""
    _ = catalogue((language,)).gettext
    lines = []
    if lesson.needs:
        lines.append(_("you need: {}").format(lesson.needs))
    if lesson.gives:
        lines.append(_("you learn: {}").format(lesson.gives))
    return lines


def reading_order_of(lessons: Mapping[str, Lesson]) -> list[str]:
    """Returns the names of lessons in reading order.

    Those that follow no other lesson are sorted by name, and each is followed by the lessons after it.
    """
    names = sorted(lessons, reverse=True)  # the first by name is the last, where `pop` takes it
    followers: dict[str, list[str]] = {}
    for name in names:
        followers.setdefault(lessons[name].after, []).append(name)
    path: list[str] = []
    # `after` is "" for a lesson that follows no other one, and may name one that is missing
    waiting = [name for name in names if lessons[name].after not in lessons]
    while waiting:
        path.append(waiting.pop())
        waiting += followers.get(path[-1], [])
    # lessons that follow each other in a circle come last
    return path + sorted(lessons.keys() - set(path))


# ---- lines of either side


def line_number(source: str, text: str, lesson_line: int, side: str) -> int:
    """Returns the number of the line with a text, without regard to blanks.

    Lines that equal the text are preferred to lines that contain it. Raises LessonError for none or several,
    which names the `side`: "listing" or "port".
    """
    wanted = without_blanks(text)
    lines = [without_blanks(line) for line in source.splitlines()]
    matching = [at for at, line in enumerate(lines, 1) if line == wanted]
    # an empty text is a part of any line, which says nothing
    matching = matching or [at for at, line in enumerate(lines, 1) if wanted and wanted in line]
    if len(matching) == 1:
        return matching[0]
    if not matching:
        raise LessonError(lesson_line, f"no line of the {side} has {text!r}")
    numbers = ", ".join(map(str, matching))
    raise LessonError(lesson_line, f"{text!r} stands in several lines of the {side}: {numbers}")


def without_blanks(text: str) -> str:
    """Returns the text without blanks, so that lines are compared without regard to them."""
    return "".join(text.split())


def changed_listing(source: str, changes: Changes, lesson_line: int) -> str:
    """Returns the listing with some of its lines changed. Raises LessonError for a missing line."""
    lines = source.splitlines()
    # all are found before one is changed: a new line may equal another old one
    numbers = [line_number(source, old, lesson_line, "listing") for old, _ in changes]
    for number, (old, new) in zip(numbers, changes, strict=True):
        text, wanted = without_blanks(lines[number - 1]), without_blanks(old)
        # only a comment of BASIC or Python may follow
        if not text.startswith(wanted) or text[len(wanted) :][:1] not in {"", "'", "#"}:
            line = lines[number - 1].strip()
            raise LessonError(lesson_line, f"{old!r} is only a part of line {number}: {line}")
        lines[number - 1] = new
    return "\n".join(lines) + "\n"
