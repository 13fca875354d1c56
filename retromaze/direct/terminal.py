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
from retromaze.direct.prompt_window import OptionalWindow
from retromaze.direct.prompt_words import WORDS, NotEdited
from retromaze.display.front_end import NoDisplay, wait_for_line
from retromaze.display.pacer import CONSOLE_PACE, Speed, Ticker
from retromaze.editor.edited_listing import EditedListing, NameKind
from retromaze.editor.language_features import (
    CandidateKind,
    constants,
    is_unclosed_string,
    language_candidates,
)
from retromaze.engine.direct_mode import variables_of
from retromaze.engine.listing_file import UnreadableListing, read_file
from retromaze.language.lexer import Span, spans
from retromaze.machine.machine import KEYS
from retromaze.machine.storage import DATA, TEXT
from retromaze.system import ON_WINDOWS, split_words

if TYPE_CHECKING:
    from retromaze.direct.session import DirectSession


READY = "OK"
RETURN = "\r"

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
    """The front end of a terminal; `attach` must be called before the first line is read.

    `is_unattended` is False: a user can press START. `echoes_input`: the terminal shows lines for INPUT while
    they are typed.
    `_prompt` and `_window` are None before `attach`. `_shows_ready`: whether READY is printed before the next
    prompt, as after every line that was not empty. `_pace` keeps the console's pace while no window does.
    """

    is_unattended = False
    echoes_input = True

    def __init__(
        self, history: Path, *, speed: Speed = CONSOLE_PACE, windowed: bool = True, muted: bool = False
    ) -> None:
        """Keeps the typed lines in the file `history` if it can be written; `windowed` asks for a window."""
        self._speed, self._muted = speed, muted
        self._windowed = windowed
        self._window: OptionalWindow | None = None
        self._pace = Ticker(speed.frame_interval, time.perf_counter)
        self._history = history
        self._prompt: PromptSession[str] | None = None
        self._shows_ready = True

    def attach(self, session: DirectSession) -> str:
        """Builds the prompt, with the session's completions and function keys, and opens the window.

        Returns the reason if a wanted window could not be opened, else "".
        """
        keys = session.machine.system.keys
        self._window = OptionalWindow(session, self._speed, muted=self._muted)
        self._prompt = PromptSession(
            history=history_in(self._history),
            auto_suggest=AutoSuggestFromHistory(),
            completer=SessionCompleter(session),
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
        texts = [f"F{number} {key_label(text)}" for number, text in enumerate(keys, 1)]
        return "   ".join([*texts, "window closed: SHOW" if self._window.was_closed else ""])

    def close(self) -> None:
        if self._window is not None:
            self._window.close()

    def read(self) -> str:
        """Reads a line at the prompt, with history and completion; keys typed in the window count too."""
        assert self._prompt is not None and self._window is not None
        if self._shows_ready:
            print(READY, flush=True)
        # stays False if Ctrl-C cancels the line
        self._shows_ready = False
        with self._window.keys_sent_to(PromptLine(self._prompt)):
            line = self._prompt.prompt(inputhook=self._window.wait if self._window.window else None)
        self._shows_ready = bool(line.strip())
        self._pace.restart()
        return line

    def ask(self) -> str:
        """Reads a line for INPUT from the window or from the terminal, whichever gives one first."""
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

    def clear_text(self) -> None:
        clear()

    def edit(self, name: str, text: str, line: int) -> str:
        """Returns the text of a program as the user has changed it in an editor, which opens at `line`."""
        assert self._window is not None
        with self._window.keys_sent_to(None):
            return edit_externally(chosen_editor(os.environ), name, text, line, self._window.idle)

    def frame_passed(self) -> None:
        """Waits until the next frame is due, at the window's pace, or at the console's without a window."""
        sys.stdout.flush()
        if self._window and self._window.frame_passed():
            return
        time.sleep(max(0.0, self._pace.remaining()))
        self._pace.advance()


class PromptLine:
    """The line being typed at the prompt, so that the window can type into it."""

    def __init__(self, prompt: PromptSession[str]) -> None:
        self._app = prompt.app
        self._buffer = prompt.default_buffer

    @property
    def text(self) -> str:
        return self._buffer.text

    def type(self, key: str) -> None:
        """Types a character, or a key by its name in prompt_toolkit."""
        # a key's name has more than one letter
        press = KeyPress(Keys(key)) if len(key) > 1 else KeyPress(key, key)
        self._call_in_prompt_loop(partial(self._feed, press))

    def submit(self, line: str) -> None:
        """Replaces the typed line and enters it; "" cancels the line as Ctrl-C does."""
        self._call_in_prompt_loop(partial(self._finish_line, line))

    def refresh(self) -> None:
        """Draws line and function keys again."""
        self._app.invalidate()

    def _call_in_prompt_loop(self, action: Callable[[], None]) -> None:
        """Schedules an action in the event loop of the prompt that is being read, if there is one."""
        # Key bindings find their application only in the prompt's own loop and context.
        if self._app.loop is not None:
            self._app.loop.call_soon_threadsafe(action, context=self._app.context)

    def _feed(self, press: KeyPress) -> None:
        """Handles a key as if it had been typed at the terminal."""
        self._app.key_processor.feed(press)
        self._app.key_processor.process_keys()

    def _finish_line(self, line: str) -> None:
        """Ends the prompt with this line, or with none for ""."""
        # the user was faster: the prompt has its line already
        if self._app.is_done:
            return
        if not line:
            self._app.exit(result="")  # the typed text stays visible, as after Ctrl-C
            return
        self._buffer.document = Document(line)
        self._buffer.validate_and_handle()


def key_label(text: str) -> str:
    """Returns a function key's text; an arrow stands for the carriage return that runs it."""
    return text.replace(RETURN, "\N{DOWNWARDS ARROW WITH CORNER LEFTWARDS}")


def history_in(file: Path) -> History:
    """Returns a history stored in a file, or in memory if the file cannot be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(file))


def function_keys(text_of_key: Callable[[int], str]) -> KeyBindings:
    """Returns bindings by which F1 to F5 type the texts of KEY; a carriage return at the end runs the line.

    `text_of_key` returns the present text of a key by its number from 0.
    """
    bindings = KeyBindings()

    def press(event: KeyPressEvent, number: int) -> None:
        """Types the text of one function key."""
        typed = text_of_key(number)
        event.current_buffer.insert_text(typed.rstrip(RETURN))
        if typed.endswith(RETURN):
            event.current_buffer.validate_and_handle()

    for number in range(len(KEYS)):
        bindings.add(f"f{number + 1}")(partial(press, number=number))
    return bindings


class SessionCompleter(Completer):
    """Completes words, names, labels and files of the session."""

    def __init__(self, session: DirectSession) -> None:
        self.session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yields the completions at the cursor; prompt_toolkit counts their starts back from the cursor."""
        before = document.current_line_before_cursor
        for start, text, explanation in completions(self.session, before):
            yield Completion(text, start_position=start - len(before), display_meta=explanation)


class ColorLexer(Lexer):
    """Colors the typed line: keywords, strings, numbers and names each have a color."""

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """Returns a function from a line's number to its colored pieces, none beyond the last line."""
        return lambda number: (
            list(colored_pieces(document.lines[number])) if number < len(document.lines) else []
        )


def colored_pieces(line: str) -> Iterator[tuple[str, str]]:
    """Yields (style, text) of each piece of a line; "" is the terminal's usual style."""
    words = all_words()
    for span in spans(line):
        kind = span.kind
        # of names, only words of BASIC and of DIRECT mode have colors
        if kind == "name" and span.word in words:
            kind = "builtin"
        elif kind == "name":
            kind = "command" if span.word in WORDS else ""
        yield (f"class:{kind}" if kind in STYLES else "", span.text)


# ---- completion


Candidate = tuple[str, str]
"""A text that can be typed, and its explanation."""


def completions(session: DirectSession, before: str) -> Iterator[tuple[int, str, str]]:
    """Yields completions (start, text, explanation): `text` replaces the line from `start` to the cursor.

    `before` is the line before the cursor.
    """
    tokens = list(spans(before))
    if not tokens:
        return
    last = tokens[-1]
    start, typed = last.start, last.word
    if last.kind == "string" and is_unclosed_string(last):
        start, typed, candidates = string_candidates(session, tokens)
    elif typed.startswith("@"):
        candidates = list(label_candidates(session))
    elif typed.startswith("#"):
        candidates = [(each.title, "constant") for each in constants()]
    elif last.kind in {"name", "keyword"}:
        candidates = list(name_candidates(session))
    else:
        return  # nothing completes a number, a sign or a comment
    for text, explanation in candidates:
        # a word that is complete already is not offered
        if text.upper().startswith(typed.upper()) and text != typed:
            yield start, text, explanation


def name_candidates(session: DirectSession) -> Iterator[Candidate]:
    """Yields (text, explanation) of all words that can stand where a name is typed: the slot's own first."""
    slot = session.prompt.ready_slot()
    yield from ((name, "variable") for name in variables_of(slot))
    program = listing_of(slot.source)
    yield from (
        (each.title, "DEF of the program") for each in program.names.every if each.kind is NameKind.DEF
    )
    yield from ((name, each.help.partition("\n")[0]) for name, each in WORDS.items())
    for each in language_candidates():
        # a function is used only with parentheses
        yield f"{each.title}(" if each.kind is CandidateKind.FUNCTION else each.title, each.explanation


def label_candidates(session: DirectSession) -> Iterator[Candidate]:
    """Yields (label, explanation) for the labels of the current slot's program."""
    for each in listing_of(session.prompt.ready_slot().source).names.every:
        if each.kind is NameKind.LABEL and each.definition:
            yield each.title, f"label in {each.scope.name}" if each.scope.name else "label"


@lru_cache(maxsize=4)
def listing_of(source: str) -> EditedListing:
    """Returns a slot's program with its names; it may have mistakes. The last four are kept in memory."""
    return EditedListing(source)


def string_candidates(session: DirectSession, tokens: list[Span]) -> tuple[int, str, list[Candidate]]:
    """Returns (start of the typed text, typed text, candidates) for a string that is not closed yet.

    The string is the last of the line's `tokens`. The candidates are labels after `@`, and file names if a
    word of the line takes one.
    """
    # without the quote
    text, start = tokens[-1].text[1:], tokens[-1].start + 1
    if text.startswith("@"):
        return start, text, list(label_candidates(session))
    # no word of the line, such as LOAD, takes a file
    if not any(token.word in BUILTINS and BUILTINS[token.word].names_file for token in tokens):
        return start, text, []
    prefix, colon, name = text.rpartition(":")
    # `DAT:` or `GRP0:` before a name means a file of data, `TXT:` or nothing a text
    kind = DATA if prefix.upper().startswith(("DAT", "GRP")) else TEXT
    files = session.machine.storage.names(kind)
    return start + len(prefix + colon), name, [(each, "file") for each in files]


# ---- EDIT


TAKES_LINE_NUMBER = frozenset(
    {"vi", "vim", "nvim", "nano", "emacs", "emacsclient", "micro", "joe", "kak", "mg", "ne"}
)
"""Editors that open a file at line N for the argument `+N`."""
DEFAULT_EDITORS = ("editor", "nano", "vi")
"""Editors that are tried in this order if the user has named none; Debian's `editor` is the user's choice."""


def chosen_editor(environment: Mapping[str, str], *, windows: bool = ON_WINDOWS) -> list[str]:
    """Returns the editor with its options: $VISUAL, else $EDITOR, else notepad or one of DEFAULT_EDITORS.

    If the whole value is the path of a file, which may have spaces, it is not split into words.
    Raises NotEdited if there is no editor, and for a quote that is left open.
    """
    command = (environment.get("VISUAL") or environment.get("EDITOR") or "").strip()
    if not command:
        default = "notepad" if windows else next(filter(shutil.which, DEFAULT_EDITORS), None)
        if default is None:
            raise NotEdited("there is no editor: set $VISUAL or $EDITOR to the command of one")
        return [default]
    if os.path.isfile(command):
        return [command]
    try:
        return split_words(command, windows=windows)
    except ValueError as error:
        raise NotEdited(f"$VISUAL or $EDITOR cannot be read: {error}") from None


def edit_externally(editor: list[str], name: str, text: str, line: int, idle: Callable[[], None]) -> str:
    """Returns the text that the editor saves; `idle` is called repeatedly while the editor runs.

    Raises NotEdited if the editor fails or the text cannot be read; then the file is kept, and its path is
    in the message.
    """
    try:
        file = Path(tempfile.mkdtemp(prefix="retromaze-")) / f"{re.sub(r'[^A-Za-z0-9_-]', '_', name)}.bas"
        # editors want a line feed at the end; an empty file stays empty
        line_feed = "" if text.endswith("\n") or not text else "\n"
        file.write_bytes((text + line_feed).encode("utf-8", "surrogatepass"))
    except OSError as error:
        raise NotEdited(f"nothing is changed: {error}") from None
    start = [f"+{line}"] if Path(editor[0]).stem in TAKES_LINE_NUMBER else []
    try:
        status = run_editor([*editor, *start, str(file)], idle)
        edited = read_file(file, "what the editor left")
    except (OSError, UnreadableListing) as error:
        kept = f"the text is kept in {file}" if file.exists() else "the editor left no file"
        raise NotEdited(f"nothing is changed: {error}; {kept}") from None
    if status:
        raise NotEdited(f"nothing is changed: {editor[0]} ended with {status}; the text is kept in {file}")
    # Windows does not delete a file that a program still has open, hence errors are ignored
    shutil.rmtree(file.parent, ignore_errors=True)
    # the file got a line feed at its end that the text does not have
    return edited if text.endswith("\n") else edited.removesuffix("\n")


def run_editor(command: list[str], idle: Callable[[], None]) -> int:
    """Runs the editor; returns its exit status. Raises OSError if it cannot be started."""
    # Windows finds a script such as `code.cmd` only by its whole path
    program = shutil.which(command[0]) or command[0]
    with subprocess.Popen([program, *command[1:]], env=os.environ) as process:
        while (status := process.poll()) is None:
            try:
                idle()
            except KeyboardInterrupt:
                # Ctrl-C belongs to the editor, which has the same terminal.
                continue
    return status
