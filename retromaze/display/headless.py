"""Runs without a window: never waits, and stops a program that waits for a player."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from retromaze.display.front_end import Restart, never
from retromaze.display.teletype import Teletype, screen_text
from retromaze.errors import Stopped
from retromaze.system import beneath

if TYPE_CHECKING:
    from retromaze.engine.computer import Computer
    from retromaze.machine.machine import Machine

IDLE_LIMIT = 60
"""Frames (a second) in which a program only looked at its input, after which nobody will come."""

STILL_LIMIT = 36_000
"""Frames (ten minutes) in which a program only waited, after which nothing more will come of it..."""
STILL_WAITS = 10
"""... unless it was in fewer waits than these: a single long one comes to its end."""

LOOK_INTERVAL = 0.1
"""Seconds between two looks for Ctrl-C while a line is typed."""
LONGEST_LINE = 1 << 20
"""Characters that are read of a line at once; what is longer comes in pieces, or it could fill the memory."""


class Waiting(Stopped):
    """The program waits for input that nobody will give."""


def write(text: str) -> None:
    """Puts text on standard output."""
    sys.stdout.write(text)


def ignore() -> None:
    """CLS: what a terminal has shown stays to be read."""


def waiting(machine: Machine) -> str:
    """Why nothing more will come of a program while nobody presses anything; "" if something may."""
    if machine.idle_frames >= IDLE_LIMIT:
        return "waits for a button that nobody presses"
    if machine.still_frames >= STILL_LIMIT and machine.still_waits >= STILL_WAITS:
        return "waits for ever"
    return ""


class Headless:
    """The front end without eyes.

    `patient` leaves idle programs alone: the run has a limit of its own.
    """

    def __init__(self, *, patient: bool = False) -> None:
        self.patient = patient
        self.again: Callable[[], bool] = never
        self.traced = False
        self._teletype: Teletype | None = None

    def attach(self, machine: Machine) -> None:
        """Puts itself behind this machine, before its program starts."""
        if not self.patient or self.again is not never:
            machine.on_frame = self.show
        machine.input.ask = lambda guide: self.ask(machine)
        self._teletype = None

    def show(self, machine: Machine) -> None:
        """A frame has passed. Raises Waiting after a second of idling since the last scheduled input.

        Likewise after ten minutes of nothing but waits; Restart where the run is to begin again.
        """
        if self.again():
            raise Restart("run again")
        deed = "" if self.patient else waiting(machine)
        if deed and machine.frame - machine.input.last_scheduled >= IDLE_LIMIT:
            option = "--press" if machine.idle_frames else "--frames"
            raise Waiting(f"{deed} (frame {machine.frame}); see {option}")

    def ask(self, machine: Machine) -> str:
        """The next line of standard input, without its end. Raises Waiting where there is none.

        A terminal shows what the console shows before the first question, and from then on what it prints.
        """
        if sys.stdin.isatty():
            self._show_question(machine)
            wait_for_line()
        line = sys.stdin.readline(LONGEST_LINE)
        if not line:
            raise Waiting("waits for a line, and standard input has no more")
        answer = line.rstrip("\r\n")
        if self._teletype is not None:
            self._teletype.expect(answer)
        return answer

    def _show_question(self, machine: Machine) -> None:
        if self._teletype is None:
            self._teletype = Teletype(machine, write, ignore)
            machine.rewired()
            self._teletype.catch_up()
        self._teletype.rest()
        sys.stdout.flush()

    def show_text(self, machine: Machine) -> None:
        """The run is over: prints the console's text, or what of it has not been shown yet."""
        if self._teletype is not None:
            self._teletype.rest()
            self._teletype.end_line()
        elif not sys.stdout.isatty():
            # for a file or another program, as it is
            if text := machine.console.text():
                print(text, file=beneath(sys.stdout))
        elif text := screen_text(machine.console):
            print(text)

    def follow(self, computer: Computer) -> None:
        """Nobody looks at single statements."""

    def finish(self, machine: Machine, words: str) -> None:
        """The program has ended: nobody to show it to."""

    def close(self) -> None:
        """There is nothing to give back."""


def wait_for_line() -> None:
    """Returns when the terminal has a line to be read; Ctrl-C is heard whenever it comes.

    A signal just before the system begins to read would be heard at the end of the line only.
    """
    while sys.platform != "win32" and not select.select([sys.stdin], [], [], LOOK_INTERVAL)[0]:
        pass
