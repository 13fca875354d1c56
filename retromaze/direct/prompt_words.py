"""The words that only DIRECT mode has: RUN, CONT, NEW, LIST, CLEAR, and ours: EDIT, HELP, SHOW, EXIT.
The console has four programs in memory, each in a slot; one of them is the current one.

PROJECT, BACKTRACE, LOAD, SAVE, FILES and their kin are builtins, which programs have too.
Source: language reference, 9.2. LIST opens the editor on the console, as its EDIT button does; here
LIST shows a program, and EDIT is the word for the editor.
"""

from __future__ import annotations

import inspect
import re
import shutil
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from retromaze.builtins.reference import FORMS, WORD_OF_SIGN, docstring_help, explanation, families, unwrapped
from retromaze.editor.language_features import constant_number
from retromaze.engine.computer import Computer
from retromaze.engine.misspelt import closest_word
from retromaze.engine.slot import Slot
from retromaze.errors import (
    BasicError,
    BasicSyntaxError,
    CantContinue,
    IllegalFunctionCall,
    OutOfRange,
    RetromazeError,
    Stopped,
    TypeMismatch,
)
from retromaze.language.lexer import spans
from retromaze.language.numbers import CONSTANTS
from retromaze.values.scalars import whole_number

if TYPE_CHECKING:
    from retromaze.direct.session import DirectSession


class RunRequested(Stopped):
    """RUN n was entered: suspended programs end, and the program of slot n begins."""

    def __init__(self, slot: int) -> None:
        super().__init__(slot)
        self.slot = slot


class Resumed(Stopped):
    """CONT was entered: the suspended program goes on."""


class NotEdited(RetromazeError):
    """The program was not changed; the message says why, "" if the user chose so."""


class SessionEnded(Stopped):
    """The session is over."""


TextCommand = Callable[["DirectSession"], None]


@dataclass(frozen=True, slots=True)
class PromptWord:
    """A word of the prompt and its function; `reads_line`: whether it takes the rest of the line as text."""

    name: str
    function: Callable[..., None]
    reads_line: bool = False

    @property
    def help(self) -> str:
        return inspect.cleandoc(self.function.__doc__ or "")


WORDS: dict[str, PromptWord] = {}


def word(name: str, *, reads_line: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Returns a decorator that adds a word to WORDS.

    The decorated function runs the word for a session; its docstring is the help text.
    """

    def declare(function: Callable[..., None]) -> Callable[..., None]:
        WORDS[name] = PromptWord(name, function, reads_line)
        return function

    return declare


def split_line(line: str) -> tuple[str, TextCommand | None]:
    """Splits a line into its statements and the command that reads the rest of the line, such as LIST.

    The command is a function of the session, None if the line has none.
    """
    # only where a statement begins, LIST is a command
    begins_statement = True
    tokens = [span for span in spans(line) if span.kind != "blank"]
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        entry = WORDS.get(token.word) if token.kind == "name" else None
        # in LIST=9 the word is a variable
        is_variable = following is not None and following.text in {"=", "["}
        if begins_statement and entry and entry.reads_line and not is_variable:
            rest = line[token.start + len(token.text) :].strip()
            return line[: token.start], partial(entry.function, rest=rest)
        begins_statement = token.text == ":"
    return line, None


def slot_number(session: DirectSession, arguments: tuple[Any, ...]) -> int | None:
    """Returns the slot that the arguments of RUN or NEW name, None without any. Raises BasicError."""
    if not arguments:
        return None
    if len(arguments) > 1:
        raise IllegalFunctionCall
    (value,) = arguments
    if not isinstance(value, int | float):
        raise TypeMismatch(argument=1)
    if not 0 <= value < len(session.computer.slots):
        raise OutOfRange(argument=1)
    return int(value)


def check_no_arguments(arguments: tuple[Any, ...]) -> None:
    """Raises IllegalFunctionCall if there are arguments."""
    if arguments:
        raise IllegalFunctionCall


# ---- the words


@word("RUN")
def run(session: DirectSession, *arguments: Any) -> None:
    """RUN [slot] clears the slot's variables, compiles its program and runs it; slot 0 if none is given.

    What was suspended is given up.
    """
    raise RunRequested(slot_number(session, arguments) or 0)


@word("CONT")
def continue_suspended(session: DirectSession, *arguments: Any) -> None:
    """CONT continues where STOP or START stopped the program.

    Raises CantContinue where nothing is stopped, after CLEAR, LOAD or a change of the program, and where
    START stopped an INPUT.
    """
    check_no_arguments(arguments)
    if not session.can_continue:
        raise CantContinue
    raise Resumed


@word("NEW")
def new(session: DirectSession, *arguments: Any) -> None:
    """NEW [slot] erases the program and the variables of a slot, or of all."""
    chosen = slot_number(session, arguments)
    numbers = range(len(session.computer.slots)) if chosen is None else [chosen]
    for number in numbers:
        session.computer.load_source(number, "")
        # else the next line would still see the variables of the old program
        session.prompt.forget(number)


@word("CLEAR")
def clear(session: DirectSession, *arguments: Any) -> None:
    """CLEAR gives the current slot fresh variables; those made at the prompt are gone."""
    check_no_arguments(arguments)
    session.prompt.clear()


@word("SHOW")
def show(session: DirectSession, *arguments: Any) -> None:
    """SHOW brings the window back if it was closed; otherwise it shows the screens in the terminal.

    That needs a terminal that has colors.
    """
    check_no_arguments(arguments)
    if session.show_window():
        return
    from retromaze.display.pictures import visible_picture
    from retromaze.display.terminal_drawing import show_picture

    if not show_picture(visible_picture(session.machine)):
        session.say("no colors here to show the picture with")


@word("EXIT")
def leave(session: DirectSession, *arguments: Any) -> None:
    """EXIT ends the session, as Ctrl-D does."""
    check_no_arguments(arguments)
    raise SessionEnded


@word("LIST", reads_line=True)
def list_(session: DirectSession, rest: str) -> None:
    """LIST [slot:][line] shows a slot's program, from a line on if one is given.
    LIST ERR shows the lines around the last error in a program.

    The slot is the current one if none is given.
    """
    session.teletype.show(listed_lines(session.computer, rest, session.last_error))


@word("EDIT", reads_line=True)
def edit(session: DirectSession, rest: str) -> None:
    """EDIT [slot:][line] opens a slot's program in an editor, at a line if one is given.
    EDIT ERR opens it at the last error in a program.

    The editor is $VISUAL or $EDITOR if one is set, else nano or vi, on Windows notepad. The text that it
    saves is in the slot then; SAVE keeps it in a file. CONT cannot go on with a changed program.
    """
    slot, line, _ = parse_place(session.computer, rest, session.last_error)
    try:
        text = session.front.edit(slot.name or f"PRG{slot.number}", slot.source, line)
    except NotEdited as reason:
        if str(reason):
            session.say(str(reason))
        return
    if text != slot.source:
        session.computer.load_source(slot.number, text, slot.name, slot.path)


@word("HELP", reads_line=True)
def help_(session: DirectSession, rest: str) -> None:
    """HELP [word] explains a word of the language, or tells all there are."""
    session.say(help_text(rest, {name: each.help for name, each in WORDS.items()}))


COMMANDS: dict[str, PromptWord] = {name: each for name, each in WORDS.items() if not each.reads_line}
"""The words that are compiled like instructions, wherever they stand in a line."""


# ---- LIST and EDIT: the lines of a program


PLACE = re.compile(r"(?:(?P<slot>[0-9]+)\s*:)?\s*(?:(?P<err>ERR)|(?P<line>[0-9]+))?", re.IGNORECASE)
CONTEXT_LINES = 4
"""The number of lines shown before and after the line with an error."""


def listed_lines(computer: Computer, place: str, error: BasicError | None) -> str:
    """Returns the numbered lines of a program from a place on, for `ERR` the lines around the last error.

    "" for `ERR` without an error. Raises as `parse_place`.
    """
    slot, line, is_error = parse_place(computer, place, error)
    lines = slot.text.lines
    if not is_error:
        return numbered_lines(lines, line, len(lines))
    if error is None:
        return ""
    return numbered_lines(lines, max(1, line - CONTEXT_LINES), min(len(lines), line + CONTEXT_LINES), line)


def parse_place(computer: Computer, place: str, error: BasicError | None) -> tuple[Slot, int, bool]:
    """Returns the slot and line of `[slot:][line]` or `ERR`, and whether it is ERR.

    The defaults, also for ERR without an error, are the current slot and line 1. Raises BasicSyntaxError for
    any other text, OutOfRange for a slot or line that does not exist.
    """
    match = PLACE.fullmatch(place)
    # ERR has a slot of its own
    if match is None or (match["slot"] and match["err"]):
        raise BasicSyntaxError
    if match["err"] and error is not None:
        return computer.slots[error.slot], error.line, True
    number = whole_number(match["slot"]) if match["slot"] else computer.slot
    if number >= len(computer.slots):
        raise OutOfRange
    slot = computer.slots[number]
    line = whole_number(match["line"]) if match["line"] else 1
    # an empty program has a line 1 where EDIT can begin
    if not 1 <= line <= max(len(slot.text.lines), 1):
        raise OutOfRange
    return slot, line, bool(match["err"])


def numbered_lines(lines: Sequence[str], first: int, last: int, marked: int = 0) -> str:
    """Returns lines `first` to `last`, each with its number, and `>` before line `marked` (0: none)."""
    width = len(str(last))
    rows = []
    for number in range(first, last + 1):
        mark = ">" if number == marked else " "
        rows.append(f"{mark}{number:>{width}} {lines[number - 1]}".rstrip() + "\n")
    return "".join(rows)


# ---- HELP


WIDTH = 78
LAST_WORDS = ("HELP word explains one of them.", "Ctrl-C is START; F1 to F5 type the texts of KEY.")


def help_text(name: str, commands: Mapping[str, str]) -> str:
    """Returns the help for a word: its forms and rules; for the name "" all words by family.

    `commands` maps the words of DIRECT mode to their help texts. An unknown word gets the closest known one.
    """
    if not name:
        rows = {**families(), "statements": sorted(FORMS), "at the prompt": sorted(commands)}
        lines = [f"{title}: {' '.join(words)}" for title, words in rows.items()]
        return "\n".join(map(wrap_text, (*lines, *LAST_WORDS)))
    word = WORD_OF_SIGN.get(name, name.upper())
    for text in (explanation(word), FORMS.get(word), docstring_help(commands.get(word, ""))):
        if text:
            return wrap_text(unwrapped(text))
    if (constant := word.removeprefix("#")) in CONSTANTS:
        return f"#{constant} = {constant_number(CONSTANTS[constant])}"
    closest = next(closest_word(word, commands), "")
    return f"{word} is no word of the language" + (f"; did you mean {closest}?" if closest else "")


def wrap_text(text: str) -> str:
    """Wraps the text between words, no wider than the terminal; continuation lines are indented."""
    width = min(WIDTH, shutil.get_terminal_size().columns)
    wrapper = textwrap.TextWrapper(
        width, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False
    )
    return "\n".join(map(wrapper.fill, text.split("\n")))
