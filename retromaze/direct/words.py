"""The words that only DIRECT mode has: RUN, CONT, NEW, LIST, CLEAR, and ours: EDIT, HELP, SHOW, EXIT.

PROJECT, BACKTRACE, LOAD, SAVE, FILES and their kin are builtins, which programs have too.
Source: language reference, 9.2. LIST opens the editor on the console, as its EDIT button does; here
LIST shows a program, and EDIT is the word for the editor.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from retromaze.direct.front_end import NotEdited, PromptFrontEnd
from retromaze.direct.helping import help_text
from retromaze.direct.listing import chosen_lines, place_in
from retromaze.direct.requests import Left, RunRequested
from retromaze.display.teletype import Teletype
from retromaze.engine.computer import Computer
from retromaze.engine.prompt import Prompt
from retromaze.errors import BasicError, IllegalFunctionCall, OutOfRange, TypeMismatch
from retromaze.language.spans import Span, spans
from retromaze.machine.machine import Machine


class WordContext(Protocol):
    """What the words need of the conversation they are typed in."""

    machine: Machine
    computer: Computer
    prompt: Prompt
    teletype: Teletype
    last_error: BasicError | None
    show_window: Callable[[], bool]

    @property
    def front(self) -> PromptFrontEnd: ...

    def continue_(self) -> None: ...

    def say(self, text: str) -> None: ...


TextCommand = Callable[[WordContext], None]


@dataclass(frozen=True, slots=True)
class Word:
    """One word and what it does. `reads_line` says that it takes the rest of the line as it is written."""

    name: str
    do: Callable[..., None]
    reads_line: bool = False

    @property
    def doc(self) -> str:
        return inspect.cleandoc(self.do.__doc__ or "")

    def bound(self, session: WordContext) -> Callable[..., None]:
        """What a compiled line calls with the word's arguments."""

        def command(*arguments: Any) -> None:
            self.do(session, *arguments)

        return command


WORDS: dict[str, Word] = {}


def word(name: str, *, reads_line: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Declares a word by its function, which takes the session; the docstring is its help text."""

    def declare(function: Callable[..., None]) -> Callable[..., None]:
        WORDS[name] = Word(name, function, reads_line)
        return function

    return declare


def split_line(line: str) -> tuple[str, TextCommand | None]:
    """The statements of a line, and the word at its end that reads the rest of it, if there is one."""
    at_start = True
    found = [each for each in spans(line) if each.kind != "blank"]
    for token, following in zip(found, [*found[1:], None], strict=True):
        entry = WORDS.get(token.word) if token.kind == "name" else None
        if at_start and entry and entry.reads_line and not stored(following):
            rest = line[token.start + len(token.text) :].strip()
            return line[: token.start], partial(entry.do, rest=rest)
        at_start = token.text == ":"
    return line, None


def stored(following: Span | None) -> bool:
    """Whether what follows makes a variable of the word before: `LIST=9`."""
    return following is not None and following.text in {"=", "["}


def slot_number(session: WordContext, arguments: tuple[Any, ...]) -> int | None:
    """The slot given, None if none is."""
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


def no_arguments(arguments: tuple[Any, ...]) -> None:
    if arguments:
        raise IllegalFunctionCall


# ---- the words


@word("RUN")
def run(session: WordContext, *arguments: Any) -> None:
    """RUN [slot] clears the slot's variables, compiles its program and runs it; slot 0 if none is given.

    What was suspended is given up.
    """
    raise RunRequested(slot_number(session, arguments) or 0)


@word("CONT")
def continue_(session: WordContext, *arguments: Any) -> None:
    """CONT goes on where STOP or START stopped the program.

    Raises CantContinue where nothing is stopped, after CLEAR, LOAD or a change of the program, and where
    START stopped an INPUT.
    """
    no_arguments(arguments)
    session.continue_()


@word("NEW")
def new(session: WordContext, *arguments: Any) -> None:
    """NEW [slot] erases the program and the variables of a slot, or of all."""
    chosen = slot_number(session, arguments)
    numbers = range(len(session.computer.slots)) if chosen is None else [chosen]
    for number in numbers:
        session.computer.load_source(number, "")
        session.prompt.forget(number)


@word("CLEAR")
def clear(session: WordContext, *arguments: Any) -> None:
    """CLEAR gives the current slot fresh variables; those made at the prompt are gone."""
    no_arguments(arguments)
    session.prompt.clear()


@word("SHOW")
def show(session: WordContext, *arguments: Any) -> None:
    """SHOW brings the window back if it was closed; otherwise it shows the screens in the terminal.

    That needs a terminal that has colors.
    """
    no_arguments(arguments)
    if session.show_window():
        return
    from retromaze.display.terminal import show_picture
    from retromaze.display.view import visible_words

    if not show_picture(visible_words(session.machine)):
        session.say("no colors here to show the picture with")


@word("EXIT")
def leave(session: WordContext, *arguments: Any) -> None:
    """EXIT ends the session, as Ctrl-D does."""
    no_arguments(arguments)
    raise Left


@word("LIST", reads_line=True)
def list_(session: WordContext, rest: str) -> None:
    """LIST [slot:][line] shows a slot's program, from a line on if one is given.
    LIST ERR shows the lines around the last error in a program.

    The slot is the current one if none is given.
    """
    session.teletype.show(chosen_lines(session.computer, rest, session.last_error))


@word("EDIT", reads_line=True)
def edit(session: WordContext, rest: str) -> None:
    """EDIT [slot:][line] opens a slot's program in an editor, at a line if one is given.
    EDIT ERR opens it at the last error in a program.

    The editor is $VISUAL or $EDITOR if one is set, else nano or vi, on Windows notepad. The text that it
    saves is in the slot then; SAVE keeps it in a file. CONT cannot go on with a changed program.
    """
    slot, line = place_in(session.computer, rest, session.last_error)
    try:
        text = session.front.edit(slot.name or f"PRG{slot.number}", slot.source, line)
    except NotEdited as reason:
        if str(reason):
            session.say(str(reason))
        return
    if text != slot.source:
        session.computer.load_source(slot.number, text, slot.name, slot.path)


@word("HELP", reads_line=True)
def help_(session: WordContext, rest: str) -> None:
    """HELP [word] explains a word of the language, or tells all there are."""
    session.say(help_text(rest, {name: each.doc for name, each in WORDS.items()}))


COMMANDS: dict[str, Word] = {name: each for name, each in WORDS.items() if not each.reads_line}
"""The words that are compiled like instructions, wherever they stand in a line."""
