"""The prompt in a terminal: history, completion and colors by prompt_toolkit."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
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
from retromaze.direct.completion import completions
from retromaze.direct.external_editor import chosen_editor, edit_externally
from retromaze.direct.window_process import NO_LINE, WindowProcess
from retromaze.direct.words import WORDS
from retromaze.display.front_end import NoDisplay
from retromaze.display.headless import wait_for_line
from retromaze.display.pace import Pace
from retromaze.display.speeds import CONSOLE_PACE, Speed
from retromaze.language.spans import spans

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
        self._window_process: WindowProcess | None = None
        self._pace = Pace(speed.frame_interval, time.perf_counter)
        self._history = history
        self._lines: PromptSession[str] | None = None
        self._ready = True

    def attach(self, session: DirectSession) -> str:
        """Lets the prompt know the session's variables, labels, files and function keys; opens the window.

        Returns why no window was opened though one was asked for; "" otherwise.
        """
        keys = session.machine.desk.keys
        self._window_process = WindowProcess(session, self._speed, muted=self._muted)
        self._lines = PromptSession(
            history=history_in(self._history),
            auto_suggest=AutoSuggestFromHistory(),
            completer=Words(session),
            complete_while_typing=False,
            lexer=Colors(),
            style=STYLE,
            key_bindings=function_keys(keys.__getitem__),
            bottom_toolbar=partial(self._toolbar, keys),
        )
        return self._open_window(session) if self._windowed else ""

    def _open_window(self, session: DirectSession) -> str:
        assert self._window_process is not None
        session.show_window = self._window_process.reopen
        try:
            self._window_process.open()
        except NoDisplay as reason:
            return str(reason)
        return ""

    def _toolbar(self, keys: list[str]) -> str:
        """What the function keys type, as the console's keyboard shows it."""
        assert self._window_process is not None
        texts = [f"F{number} {shown_key(text)}" for number, text in enumerate(keys, 1)]
        return "   ".join([*texts, "window closed: SHOW" if self._window_process.was_closed else ""])

    def close(self) -> None:
        """Takes the window off the screen."""
        if self._window_process is not None:
            self._window_process.close()

    def read(self) -> str:
        assert self._lines is not None and self._window_process is not None
        if self._ready:
            print(READY, flush=True)
        self._ready = False
        with self._window_process.typed_into(PromptLine(self._lines)):
            line = self._lines.prompt(inputhook=self._window_process.hook)
        self._ready = bool(line.strip())
        self._pace.restart()
        return line

    def ask(self) -> str:
        sys.stdout.flush()
        answer = self._window_process.ask() if self._window_process else None
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
        assert self._window_process is not None
        with self._window_process.typed_into(NO_LINE):
            return edit_externally(chosen_editor(os.environ), name, text, line, self._window_process.idle)

    def frame_passed(self) -> None:
        """Keeps the console's pace, or the window's."""
        sys.stdout.flush()
        if self._window_process and self._window_process.frame_passed():
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
    """A function key's text; an arrow stands for the carriage return that runs it."""
    return text.replace(RETURN, "\N{DOWNWARDS ARROW WITH CORNER LEFTWARDS}")


def history_in(file: Path) -> History:
    """The history in a file; in memory where that cannot be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(file))


def function_keys(text: Callable[[int], str]) -> KeyBindings:
    """F1 to F5 type the texts of KEY; a carriage return at a text's end runs the line."""
    bindings = KeyBindings()
    for number in range(FUNCTION_KEYS):
        bindings.add(f"f{number + 1}")(typing(number, text))
    return bindings


def typing(number: int, text: Callable[[int], str]) -> Callable[[KeyPressEvent], None]:
    def press(event: KeyPressEvent) -> None:
        typed = text(number)
        event.current_buffer.insert_text(typed.rstrip(RETURN))
        if typed.endswith(RETURN):
            event.current_buffer.validate_and_handle()

    return press


class Words(Completer):
    """Completion by what the session knows."""

    def __init__(self, session: DirectSession) -> None:
        self.session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        before = document.current_line_before_cursor
        for start, text, explanation in completions(self.session, before):
            yield Completion(text, start_position=start - len(before), display_meta=explanation)


class Colors(Lexer):
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
