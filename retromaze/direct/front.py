"""What the prompt needs of the place where it is typed at, and standard input as such a place."""

from __future__ import annotations

from typing import Protocol, TextIO

from retromaze.display.headless import LONGEST_LINE


class Front(Protocol):
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

    def frame_passed(self) -> None:
        """A sixtieth of a second of the machine's time is over."""


class Piped:
    """Lines of a file or pipe; only what they print is shown, so that sessions can be scripted."""

    alone = True
    echoes = False

    def __init__(self, lines: TextIO, output: TextIO) -> None:
        self.lines = lines
        self.output = output

    def read(self) -> str:
        return self.ask()

    def ask(self) -> str:
        self.output.flush()
        line = self.lines.readline(LONGEST_LINE)
        if not line:
            raise EOFError
        return line.rstrip("\r\n")

    def write(self, text: str) -> None:
        self.output.write(text)

    def frame_passed(self) -> None:
        """Nobody watches: time is not waited for."""
