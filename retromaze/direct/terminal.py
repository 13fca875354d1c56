"""The prompt in a terminal: history, completion and colors by prompt_toolkit, and the user's editor."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.shortcuts import clear
from prompt_toolkit.styles import Style

from retromaze.builtins.reference import all_words
from retromaze.builtins.registry import BUILTINS
from retromaze.direct.optional_window import OptionalWindow
from retromaze.direct.words import WORDS, NotEdited
from retromaze.display.front_end import NoDisplay
from retromaze.display.headless import wait_for_line
from retromaze.display.pacer import CONSOLE_PACE, Speed, Ticker
from retromaze.editor.assistance import Sort, constants, language_words, opens_text
from retromaze.editor.listing import EditedListing, NameKind
from retromaze.engine.listing_file import UnreadableListing, read_file
from retromaze.engine.prompt import variables_of
from retromaze.language.lexer import Span, spans
from retromaze.machine.storage import DATA, TEXT
from retromaze.system import ON_WINDOWS, split_words

if TYPE_CHECKING:
    from retromaze.direct.session import DirectSession


READY = "OK"
RETURN = "\r"
FUNCTION_KEYS = 5

# Names of terminal colors, so that the user's own choice of them holds.
STYLES = {
    "keyword": "ansiblue bold",
    "builtin": "ansicyan",
    "command": "ansimagenta bold",
    "string": "ansigreen",
    "number": "ansiyellow",
    "constant": "ansiyellow",
    "label": "ansimagenta",
    "comment": "ansibrightblack",
}
STYLE = Style.from_dict(STYLES)


class Terminal:
    """A front end; `attach` it to its session before the first line is read."""

    alone = False
    echoes = True

    def __init__(
        self, history: Path, *, speed: Speed = CONSOLE_PACE, windowed: bool = True, muted: bool = False
    ) -> None:
        """History is kept in that file where it can be written; `windowed` asks for a window."""
        self._speed, self._muted = speed, muted
        self._windowed = windowed
        self._window: OptionalWindow | None = None
        self._pace = Ticker(speed.frame_interval, time.perf_counter)
        self._history = history
        self._lines: PromptSession[str] | None = None
        self._ready = True

    def attach(self, session: DirectSession) -> str:
        """Lets the prompt know the session's variables, labels, files and function keys; opens the window.

        Returns why no window was opened though one was asked for; "" otherwise.
        """
        keys = session.machine.desk.keys
        self._window = OptionalWindow(session, self._speed, muted=self._muted)
        self._lines = PromptSession(
            history=history_in(self._history),
            auto_suggest=AutoSuggestFromHistory(),
            completer=Words(session),
            complete_while_typing=False,
            lexer=ColorLexer(),
            style=STYLE,
            key_bindings=function_keys(keys.__getitem__),
            bottom_toolbar=partial(self._toolbar, keys),
        )
        if not self._windowed:
            return ""
        session.show_window = self._window.reopen
        try:
            self._window.open()
        except NoDisplay as reason:
            return str(reason)
        return ""

    def _toolbar(self, keys: list[str]) -> str:
        """Returns the texts of the function keys, as the console's keyboard shows them."""
        assert self._window is not None
        texts = [f"F{number} {shown_key(text)}" for number, text in enumerate(keys, 1)]
        return "   ".join([*texts, "window closed: SHOW" if self._window.was_closed else ""])

    def close(self) -> None:
        """Takes the window off the screen."""
        if self._window is not None:
            self._window.close()

    def read(self) -> str:
        assert self._lines is not None and self._window is not None
        if self._ready:
            print(READY, flush=True)
        self._ready = False
        with self._window.typed_into(PromptLine(self._lines)):
            line = self._lines.prompt(inputhook=self._window.hook)
        self._ready = bool(line.strip())
        self._pace.restart()
        return line

    def ask(self) -> str:
        sys.stdout.flush()
        answer = self._window.ask() if self._window else None
        if answer is not None:
            print(answer, flush=True)
            return answer
        wait_for_line()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def write(self, text: str) -> None:
        sys.stdout.write(text)

    def wipe(self) -> None:
        clear()

    def edit(self, name: str, text: str, line: int) -> str:
        assert self._window is not None
        with self._window.typed_into(None):
            return edit_externally(chosen_editor(os.environ), name, text, line, self._window.idle)

    def frame_passed(self) -> None:
        """Keeps the console's pace, or the window's."""
        sys.stdout.flush()
        if self._window and self._window.frame_passed():
            return
        time.sleep(max(0.0, self._pace.remaining()))
        self._pace.go_on()


class PromptLine:
    """The line being typed, for whoever types into it elsewhere."""

    def __init__(self, lines: PromptSession[str]) -> None:
        self._app = lines.app
        self._buffer = lines.default_buffer

    @property
    def text(self) -> str:
        return self._buffer.text

    def type(self, key: str) -> None:
        """A character, or a key by prompt_toolkit's name."""
        press = KeyPress(Keys(key)) if len(key) > 1 else KeyPress(key, key)
        self._soon(partial(self._feed, press))

    def give(self, line: str) -> None:
        """Ends the line as if that had been typed."""
        self._soon(partial(self._leave, line))

    def refresh(self) -> None:
        """Draws line and function keys again."""
        self._app.invalidate()

    def _soon(self, do: Callable[[], None]) -> None:
        # In the prompt's own loop and context, where its bindings find their application.
        if self._app.loop is not None:
            self._app.loop.call_soon_threadsafe(do, context=self._app.context)

    def _feed(self, press: KeyPress) -> None:
        self._app.key_processor.feed(press)
        self._app.key_processor.process_keys()

    def _leave(self, line: str) -> None:
        if self._app.is_done:
            return
        if not line:
            self._app.exit(result="")  # what was typed stays to be read, as after Ctrl-C
            return
        self._buffer.document = Document(line)
        self._buffer.validate_and_handle()


def shown_key(text: str) -> str:
    """Returns a function key's text; an arrow stands for the carriage return that runs it."""
    return text.replace(RETURN, "\N{DOWNWARDS ARROW WITH CORNER LEFTWARDS}")


def history_in(file: Path) -> History:
    """Returns the history in a file; in memory where that cannot be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(file))


def function_keys(text: Callable[[int], str]) -> KeyBindings:
    """F1 to F5 type the texts of KEY; a carriage return at a text's end runs the line."""
    bindings = KeyBindings()

    def press(event: KeyPressEvent, number: int) -> None:
        typed = text(number)
        event.current_buffer.insert_text(typed.rstrip(RETURN))
        if typed.endswith(RETURN):
            event.current_buffer.validate_and_handle()

    for number in range(FUNCTION_KEYS):
        bindings.add(f"f{number + 1}")(partial(press, number=number))
    return bindings


class Words(Completer):
    """Completion by what the session knows."""

    def __init__(self, session: DirectSession) -> None:
        self.session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        before = document.current_line_before_cursor
        for start, text, explanation in completions(self.session, before):
            yield Completion(text, start_position=start - len(before), display_meta=explanation)


class ColorLexer(Lexer):
    """Colors a line by its spans."""

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        return lambda number: (
            list(colored_pieces(document.lines[number])) if number < len(document.lines) else []
        )


def colored_pieces(line: str) -> Iterator[tuple[str, str]]:
    """(style, text) of each piece of a line."""
    words = all_words()
    for span in spans(line):
        kind = span.kind
        if kind == "name":
            kind = "builtin" if span.word in words else "command" if span.word in WORDS else ""
        yield (f"class:{kind}" if kind in STYLES else "", span.text)


# ---- completion


Candidate = tuple[str, str]


def completions(session: DirectSession, before: str) -> Iterator[tuple[int, str, str]]:
    """Yields (start, text, explanation): what the part of a line from `start` to the cursor may become."""
    found = list(spans(before))
    if not found:
        return
    last = found[-1]
    start, typed = last.start, last.word
    if last.kind == "string" and opens_text(last):
        start, typed, candidates = in_string(session, found)
    elif typed.startswith("@"):
        candidates = list(labels(session))
    elif typed.startswith("#"):
        candidates = [(each.title, "constant") for each in constants()]
    elif last.kind in {"name", "keyword"}:
        candidates = list(names(session))
    else:
        return
    for text, explanation in candidates:
        if text.upper().startswith(typed.upper()) and text != typed:
            yield start, text, explanation


def names(session: DirectSession) -> Iterator[Candidate]:
    """Yields words that begin like a name: the slot's own first."""
    yield from ((name, "variable") for name in variables_of(session.prompt.slot))
    program = listing_of(session.prompt.slot.source)
    yield from (
        (each.title, "DEF of the program") for each in program.names.every if each.kind is NameKind.DEF
    )
    yield from ((name, each.doc.partition("\n")[0]) for name, each in WORDS.items())
    for each in language_words():
        # a word that is only ever used as a value with parentheses
        yield each.title + "(" * (each.sort is Sort.FUNCTION), each.explained


def labels(session: DirectSession) -> Iterator[Candidate]:
    """Yields the labels of the slot's program."""
    for each in listing_of(session.prompt.slot.source).names.every:
        if each.kind is NameKind.LABEL and each.definition:
            yield each.title, f"label in {each.scope.name}" if each.scope.name else "label"


@lru_cache(maxsize=4)
def listing_of(source: str) -> EditedListing:
    """Returns what is known of a slot's program, which may have mistakes."""
    return EditedListing(source)


def in_string(session: DirectSession, found: list[Span]) -> tuple[int, str, list[Candidate]]:
    """Inside a text: labels behind `@`, file names behind the words that take them."""
    text = found[-1].text[1:]
    start = found[-1].start + 1
    if text.startswith("@"):
        return start, text, list(labels(session))
    if not any(token.word in BUILTINS and BUILTINS[token.word].names_file for token in found):
        return start, text, []
    prefix, colon, name = text.rpartition(":")
    kind = DATA if prefix.upper().startswith(("DAT", "GRP")) else TEXT
    files = session.machine.storage.names(kind)
    return start + len(prefix + colon), name, [(each, "file") for each in files]


# ---- EDIT


TAKES_LINE = frozenset(
    {"vi", "vim", "nvim", "nano", "emacs", "emacsclient", "micro", "joe", "kak", "mg", "ne"}
)
"""Editors that begin at line N when they are given `+N`."""
USUAL = ("editor", "nano", "vi")
"""Programs that are tried in this order where the user has named none; Debian's `editor` is a choice too."""


def chosen_editor(environment: Mapping[str, str], *, windows: bool = ON_WINDOWS) -> list[str]:
    """Returns the editor with its options: $VISUAL, else $EDITOR, else notepad on Windows or one of USUAL.

    The path of a program may have spaces in it: what names a file as it stands is no line of words.
    Raises NotEdited where there is none, and for a quote that is left open.
    """
    named = (environment.get("VISUAL") or environment.get("EDITOR") or "").strip()
    if not named:
        found = "notepad" if windows else next(filter(shutil.which, USUAL), None)
        if found is None:
            raise NotEdited("there is no editor: set $VISUAL or $EDITOR to the command of one")
        return [found]
    if os.path.isfile(named):
        return [named]
    try:
        return split_words(named, windows=windows)
    except ValueError as error:
        raise NotEdited(f"$VISUAL or $EDITOR cannot be read: {error}") from None


def edit_externally(editor: list[str], name: str, text: str, line: int, idle: Callable[[], None]) -> str:
    """Returns the text that the editor leaves; `idle` is called again and again while it runs.

    Raises NotEdited with the place of the file, which is kept then, if the editor fails or leaves no text.
    """
    try:
        file = write_listing(name, text)
    except OSError as error:
        raise NotEdited(f"nothing is changed: {error}") from None
    start = [f"+{line}"] if Path(editor[0]).stem in TAKES_LINE else []
    try:
        left = run_editor([*editor, *start, str(file)], idle)
        found = read_file(file, "what the editor left")
    except (OSError, UnreadableListing) as error:
        raise NotEdited(f"nothing is changed: {error}; the text is kept in {file}") from None
    if left:
        raise NotEdited(f"nothing is changed: {editor[0]} ended with {left}; the text is kept in {file}")
    # Windows keeps what a program still holds open
    shutil.rmtree(file.parent, ignore_errors=True)
    return found if text.endswith("\n") else found.removesuffix("\n")


def write_listing(name: str, text: str) -> Path:
    """Returns a new file of that name in a folder of its own, its last line ended. Raises OSError."""
    file = Path(tempfile.mkdtemp(prefix="retromaze-")) / f"{re.sub(r'[^A-Za-z0-9_-]', '_', name)}.bas"
    ended = text if text.endswith("\n") or not text else text + "\n"
    file.write_bytes(ended.encode("utf-8", "surrogatepass"))
    return file


def run_editor(command: list[str], idle: Callable[[], None]) -> int:
    """Runs the editor; returns its exit status. Raises OSError if it cannot be started."""
    # Windows finds a `code.cmd` by its whole path alone
    program = shutil.which(command[0]) or command[0]
    with subprocess.Popen([program, *command[1:]], env=os.environ) as process:
        while (status := process.poll()) is None:
            try:
                idle()
            except KeyboardInterrupt:
                # Ctrl-C belongs to the editor, which has the same terminal.
                continue
    return status
