"""Runs without a window: never waits, and stops a program that waits for a player.

What the consoles print can be shown line by line, as soon as it is printed. As long as text follows text, as
in most programs, each PRINT goes straight out, broken into lines where the console breaks them. Once
something is printed elsewhere (LOCATE) the stream would be wrong; it pauses then, and the whole screen is
shown when the line or program is over.
"""

from __future__ import annotations

import re
import select
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from retromaze.display.front_end import Restart, never
from retromaze.errors import Stopped
from retromaze.machine.console import Console
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
    """The program waits for input that will not come."""


def write(text: str) -> None:
    """Puts text on standard output."""
    sys.stdout.write(text)


def ignore() -> None:
    """CLS: what a terminal has shown stays to be read."""


def waiting(machine: Machine) -> str:
    """Returns the reason why a program without a player will do nothing more; "" if it may."""
    if machine.idle_frames >= IDLE_LIMIT:
        return "waits for a button that nobody presses"
    if machine.still_frames >= STILL_LIMIT and machine.still_waits >= STILL_WAITS:
        return "waits for ever"
    return ""


class Headless:
    """The front end without a picture.

    `patient` leaves idle programs alone: the run has a limit of its own.
    """

    def __init__(self, *, patient: bool = False) -> None:
        self.patient = patient
        self.again: Callable[[], bool] = never
        self.traced = False
        self._teletype: Teletype | None = None

    def attach(self, machine: Machine) -> None:
        """Attaches itself to this machine, before its program starts."""
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
        """Returns the next line of standard input, without its end. Raises Waiting where there is none.

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
        """Shows the text up to the question."""
        if self._teletype is None:
            self._teletype = Teletype(machine, write, ignore)
            machine.rewired()
            self._teletype.catch_up()
        self._teletype.rest()
        sys.stdout.flush()

    def show_text(self, machine: Machine) -> None:
        """Prints the console's text at the end, or the part that has not been shown yet."""
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
        """Does nothing: single statements are not shown."""

    def finish(self, machine: Machine, words: str) -> None:
        """Does nothing: there is no window to keep open."""

    def close(self) -> None:
        """Does nothing: nothing is held."""


def wait_for_line() -> None:
    """Returns when the terminal has a line to be read; Ctrl-C is heard whenever it comes.

    A signal just before the system begins to read would be heard at the end of the line only.
    """
    while sys.platform != "win32" and not select.select([sys.stdin], [], [], LOOK_INTERVAL)[0]:
        pass


CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
PIECES = re.compile(r"[^\t\n]+|[\t\n]")
Place = tuple[Console, int, int]


class Teletype:
    """Watches both consoles of a machine. `write` is given the text to show, `wipe` clears what was shown."""

    def __init__(self, machine: Machine, write: Callable[[str], None], wipe: Callable[[], None]) -> None:
        self.write = write
        self.wipe = wipe
        self.at_line_start = True
        self.expected = ""
        self._consoles = [screen.console for screen in machine.screens]
        self._place: Place = cursor_of(machine.console)
        self._paused: list[Console] = []
        self.watch()

    def show(self, text: str) -> None:
        """Shows text of our own, as it is."""
        if text:
            self.write(text)
            self.at_line_start = text.endswith("\n")

    def catch_up(self) -> None:
        """Shows what the screen in use showed before anybody watched, as far as its cursor."""
        console = self._place[0]
        rows = screen_text(console).split("\n")
        if len(rows) > console.row + 1:
            self._paused.append(console)
            self.rest()
            return
        rows += [""] * (console.row + 1 - len(rows))
        self.show("\n".join([*rows[:-1], rows[-1].ljust(console.column)]))

    def rest(self) -> None:
        """Shows the screens whose text could not be followed."""
        paused, self._paused = self._paused, []
        for console in self._consoles:
            if console in paused:
                self.end_line()
                self.show(screen_text(console))
        if paused:
            self.end_line()
        self._place = cursor_of(self._place[0])

    def end_line(self) -> None:
        if not self.at_line_start:
            self.show("\n")

    def expect(self, typed: str) -> None:
        """Skips the next printed text: it has been seen already, as it was typed."""
        self.expected = typed + "\n"
        self.at_line_start = True

    # ---- watching

    def watch(self) -> None:
        """Wraps the methods that print; to be called again after `Machine.listen`, which unwraps them."""
        for console in self._consoles:
            self._watch(console)

    def _watch(self, console: Console) -> None:
        """Wraps the methods of a console that print."""
        # Attributes of the instance stand before the class's methods, as with Machine.listen.
        print_, tab, clear = console.print, console.tab, console.clear

        def printed(text: str = "", end: str = "\n") -> None:
            self._take(console, text + end)
            print_(text, end)
            self._place = cursor_of(console)

        def tabbed() -> None:
            self._take(console, "")
            before = console.row
            column = console.column
            tab()
            if not self._paused:
                gone = console.row != before or console.column < column
                self.show("\n" + " " * console.column if gone else " " * (console.column - column))
            self._place = cursor_of(console)

        setattr(console, "print", printed)  # noqa: B010

        def cleared() -> None:
            clear()
            self.end_line()
            self.wipe()

        setattr(console, "tab", tabbed)  # noqa: B010
        setattr(console, "clear", cleared)  # noqa: B010

    def _take(self, console: Console, text: str) -> None:
        """Shows what is about to be printed, if it follows what was printed last."""
        if text and text == self.expected:
            self.expected = ""
            return
        if not self._follows(console):
            self._paused.append(console)
        if not self._paused:
            self.show(laid_out(console, text))

    def _follows(self, console: Console) -> bool:
        """Whether the next text is printed where the last one ended."""
        if cursor_of(console) == self._place:
            return True
        if console.column == console.row == 0 and not console.text():
            self.end_line()  # a fresh page
            return True
        return False


def screen_text(console: Console) -> str:
    """Returns all text of a screen, without what a terminal would take for commands."""
    return CONTROLS.sub(" ", console.text())


def cursor_of(console: Console) -> Place:
    return console, console.column, console.row


def laid_out(console: Console, text: str) -> str:
    """The text as the console is going to break it, without what a terminal would take for commands."""
    column, columns, step = console.column, console.columns, console.tab_step
    result: list[str] = []
    for piece in PIECES.findall(text):
        if piece == "\n":
            result.append("\n")
            column = 0
            continue
        rest = piece if piece != "\t" else " " * (step and step - column % step)
        while rest:
            if column >= columns:
                result.append("\n")
                column = 0
            part, rest = rest[: columns - column], rest[columns - column :]
            result.append(part)
            column += len(part)
    shown = CONTROLS.sub(" ", "".join(result))
    return shown.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
