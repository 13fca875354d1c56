"""The interface of the place where the prompt is typed at, and its version for standard input."""

from __future__ import annotations

from collections import deque
from typing import Protocol, TextIO

from retromaze.display.headless import LONGEST_LINE
from retromaze.errors import RetromazeError
from retromaze.language.lines import lines_of, with_line_feeds


class NotEdited(RetromazeError):
    """The program stays as it is; the message says why, if there is anything to say."""


class PromptFrontEnd(Protocol):
    """Where lines come from and where everything is shown.

    `alone` says that nobody is there to press START: a program that waits for buttons is stopped then.
    `echoes` says that what is typed for INPUT is seen as it is typed.
    """

    alone: bool
    echoes: bool

    def read(self) -> str:
        """The next line for the prompt. Raises EOFError at the end, KeyboardInterrupt for one given up."""

    def ask(self) -> str:
        """The next line for INPUT. Raises EOFError and KeyboardInterrupt likewise."""

    def write(self, text: str) -> None:
        """Shows text; line feeds end lines."""

    def wipe(self) -> None:
        """CLS: what has been shown is cleared away, where that can be done."""

    def edit(self, name: str, text: str, line: int) -> str:
        """The text as the user has changed it, beginning at that line; `name` is what the program is called.

        Raises NotEdited where nothing is to be changed, with the reason unless the user chose so.
        """

    def frame_passed(self) -> None:
        """A sixtieth of a second of the machine's time is over."""

    def close(self) -> None:
        """Gives back what the front holds."""


class Piped:
    """Lines of a file or pipe; only what they print is shown, so that sessions can be scripted."""

    alone = True
    echoes = False

    def __init__(self, lines: TextIO, output: TextIO) -> None:
        self.lines = lines
        self.output = output
        self._waiting: deque[str] = deque()

    def read(self) -> str:
        return self.ask()

    def ask(self) -> str:
        self.output.flush()
        if not self._waiting:
            read = self.lines.readline(LONGEST_LINE)
            if not read:
                raise EOFError
            self._waiting.extend(lines_of(with_line_feeds(read)))
        return self._waiting.popleft()

    def write(self, text: str) -> None:
        self.output.write(text)

    def wipe(self) -> None:
        """What has gone into a pipe stays."""

    def edit(self, name: str, text: str, line: int) -> str:
        raise NotEdited("EDIT needs a terminal; PRGEDIT and PRGINS change a program from lines")

    def frame_passed(self) -> None:
        """Nobody watches: time is not waited for."""

    def close(self) -> None:
        """There is nothing to give back."""
