"""The prompt in a terminal: history, completion and colors by prompt_toolkit."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.styles import Style

from retromaze.builtins.reference import all_words
from retromaze.direct.completion import completions
from retromaze.direct.tokens import tokens
from retromaze.direct.words import WORDS
from retromaze.display.pace import Pace
from retromaze.display.speeds import CONSOLE_PACE, Speed

if TYPE_CHECKING:
    from retromaze.direct.session import Session

READY = "OK"
RETURN = "\r"
FUNCTION_KEYS = 5

# Names of terminal colors, so that the user's own choice of them holds.
STYLE = Style.from_dict(
    {
        "keyword": "ansiblue bold",
        "builtin": "ansicyan",
        "command": "ansimagenta bold",
        "string": "ansigreen",
        "number": "ansiyellow",
        "constant": "ansiyellow",
        "label": "ansimagenta",
        "comment": "ansibrightblack",
    }
)


class Terminal:
    """A front end; `attach` it to its session before the first line is read."""

    alone = False
    echoes = True

    def __init__(self, history: Path, *, speed: Speed = CONSOLE_PACE) -> None:
        """History is kept in that file where it can be written."""
        self._pace = Pace(speed.frame_interval, time.monotonic)
        self._history = history
        self._lines: PromptSession[str] | None = None
        self._ready = True

    def attach(self, session: Session) -> None:
        """Lets the prompt know the session's variables, labels, files and function keys."""
        self._lines = PromptSession(
            history=kept(self._history),
            auto_suggest=AutoSuggestFromHistory(),
            completer=Words(session),
            complete_while_typing=False,
            lexer=Colors(),
            style=STYLE,
            key_bindings=function_keys(lambda number: session.computer.keys[number]),
        )

    def read(self) -> str:
        assert self._lines is not None
        if self._ready:
            print(READY, flush=True)
        self._ready = False
        line = self._lines.prompt()
        self._ready = bool(line.strip())
        self._pace.restart()
        return line

    def ask(self) -> str:
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def write(self, text: str) -> None:
        sys.stdout.write(text)

    def frame_passed(self) -> None:
        """Keeps the console's pace."""
        sys.stdout.flush()
        time.sleep(max(0.0, self._pace.remaining()))
        self._pace.go_on()


def kept(file: Path) -> History:
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

    def __init__(self, session: Session) -> None:
        self.session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        before = document.current_line_before_cursor
        for start, text, explanation in completions(self.session, before):
            yield Completion(text, start_position=start - len(before), display_meta=explanation)


class Colors(Lexer):
    """Colors a line by its tokens."""

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        return lambda number: list(colored(document.lines[number])) if number < len(document.lines) else []


def colored(line: str) -> Iterator[tuple[str, str]]:
    """(style, text) of each piece of a line."""
    words = all_words()
    for token in tokens(line):
        kind = token.kind
        if kind == "name":
            kind = "builtin" if token.word in words else "command" if token.word in WORDS else ""
        yield (f"class:{kind}" if kind not in {"", "mark", "blank"} else "", token.text)
