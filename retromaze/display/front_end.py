"""The interface of every front end, and the front end without a window, which never waits.

The consoles' text can be shown as soon as it is printed. As long as each text is printed after the last one,
as in most programs, each PRINT is written at once, broken into lines as on the console. When something is
printed elsewhere (LOCATE), writing pauses, and the whole screen is shown when the line or program is over.
"""

from __future__ import annotations

import importlib
import os
import re
import select
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from retromaze.errors import RetromazeError, Stopped
from retromaze.machine.console import Console
from retromaze.system import import_failure_message, unfiltered_stream

if TYPE_CHECKING:
    from retromaze.engine.computer import Computer
    from retromaze.machine.machine import Machine


INVISIBLE_DRIVERS = frozenset({"dummy", "offscreen"})


class RestartRequest(Stopped):
    """The user wants the listing run again from its start, with the same seed."""


class FreshSeed(RestartRequest):
    """The user wants it run again with another seed."""


class Closed(Stopped):
    """The user has closed the place where the run was shown."""


class NoDisplay(RetromazeError):
    """No window can be shown here; the message says why."""


def never_again() -> bool:
    """Returns False: what a front end's `again`, asked whether the run is to begin again, says by default."""
    return False


class FrontEnd(Protocol):
    """The interface of the window, the prompt's window and headless runs.

    `again` is called often; if it returns True, the listing runs again as if the user had asked for it.
    `traced`: whether listings are compiled so that each statement is reported.
    """

    again: Callable[[], bool]
    traced: bool

    def attach(self, machine: Machine) -> None:
        """Connects the front end to this machine, before its program starts."""

    def follow(self, computer: Computer) -> None:
        """Called with the computer that runs a listing on the machine, before it starts."""

    def finish(self, machine: Machine, reason_and_hints: str) -> None:
        """Tells why the run has ended, and hints, a line each. May raise Restart or Stopped."""

    def close(self) -> None:
        """Releases what the front end holds."""


def missing_display() -> str:
    """Returns the reason why no window can be shown here; "" if pygame may try."""
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    if driver in INVISIBLE_DRIVERS:
        return f"SDL_VIDEODRIVER={driver} shows nothing"
    # only Unix with X11 or Wayland tells by variables whether there is a display
    tells_nothing = sys.platform in {"win32", "darwin"} or driver
    if tells_nothing or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    return "neither DISPLAY nor WAYLAND_DISPLAY is set"


def require_windows() -> None:
    """Imports pygame. Raises NoDisplay if it is missing, or if no window can be shown."""
    reason = missing_display()
    if reason:
        raise NoDisplay(reason)
    # pygame would print a greeting on standard output, which is for the listing's text.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        importlib.import_module("pygame")
    except ImportError as error:
        raise NoDisplay(import_failure_message("pygame", error)) from error


# ---- without a window


IDLE_LIMIT = 60
"""Frames (a second) in which a program only read its input, after which the run ends."""

STILL_LIMIT = 36_000
"""Frames (ten minutes) in which a program only waited, after which the run ends..."""
STILL_WAITS = 10
"""... unless there were fewer waits than these, because a single long wait ends by itself."""

LOOK_INTERVAL = 0.1
"""Seconds between two checks for Ctrl-C while a line is typed."""
LONGEST_LINE = 1 << 20
"""The most characters that are read at once; a longer line, which could fill the memory, comes in pieces."""


class Waiting(Stopped):
    """The program waits for input that will not come."""


def waiting_reason(machine: Machine) -> str:
    """Returns why a program without a player will do nothing more, in words; "" while it may go on."""
    if machine.idle_frames >= IDLE_LIMIT:
        return "waits for a button that nobody presses"
    if machine.still_frames >= STILL_LIMIT and machine.still_waits >= STILL_WAITS:
        return "waits for ever"
    return ""


class Headless:
    """The front end without a picture.

    `patient`: whether idle programs go on, because the run has a limit of its own. `again` is called after
    each frame, and restarts the run if it returns True; the default `never_again` never does. `_computer` is
    the computer that runs the listing, None before a run and for a port. `_teletype`, which writes the
    console's text to the terminal, is None until the first question is shown there.
    """

    def __init__(self, *, patient: bool = False) -> None:
        self.patient = patient
        self.again: Callable[[], bool] = never_again
        self.traced = False
        self._computer: Computer | None = None
        self._teletype: Teletype | None = None

    def attach(self, machine: Machine) -> None:
        """Connects the front end to this machine, before its program starts."""
        # after a frame `show` ends an idle run (not a patient one) or begins the program again
        if not self.patient or self.again is not never_again:
            machine.on_frame = self.show
        machine.input.ask = lambda guide: self.ask(machine)
        self._computer = None
        self._teletype = None

    def show(self, machine: Machine) -> None:
        """Ends an idle run; called after each frame.

        Raises Waiting after a second in which the program only read its input since the last scheduled input,
        and after ten minutes of waits. Raises Restart if the run is to begin again.
        """
        if self.again():
            raise RestartRequest("run again")
        reason = "" if self.patient else waiting_reason(machine)
        # a run is not ended before scheduled input that is still to come, nor in the second after it
        if reason and machine.frame - machine.input.last_scheduled >= IDLE_LIMIT:
            # the option that lets such a program go on: presses, or a limit of frames
            option = "--press" if machine.idle_frames else "--frames"
            raise Waiting(f"{reason}{self._waiting_place()} (frame {machine.frame}); see {option}")

    def ask(self, machine: Machine) -> str:
        """Returns the next line of standard input, without its end. Raises Waiting if there is none.

        On a terminal, the console's screen is shown before the first question, and its text from then on.
        """
        if sys.stdin.isatty():
            if self._teletype is None:
                # at CLS the text on a terminal stays
                self._teletype = Teletype(machine, sys.stdout.write, lambda: None)
                # compiled code may keep the methods of the consoles, which the teletype has replaced
                machine.notify_rewired()
                self._teletype.show_earlier_text()
            self._teletype.show_pending_screens()
            sys.stdout.flush()
            wait_for_line()
        line = sys.stdin.readline(LONGEST_LINE)
        if not line:
            raise Waiting(f"waits for a line{self._waiting_place()}, and standard input has no more")
        answer = line.rstrip("\r\n")
        if self._teletype is not None:
            self._teletype.skip_echo(answer)
        return answer

    def _waiting_place(self) -> str:
        """Returns where the listing waits, for a message: ` in 0:12` (slot and line); "" for a port."""
        if self._computer is None:
            return ""
        slot, line = next(self._computer.pending_calls(), (0, 0))
        return f" in {slot}:{line}" if line else ""

    def show_text(self, machine: Machine) -> None:
        """Prints the console's text at the end, or the part that has not been shown yet."""
        if self._teletype is not None:
            self._teletype.show_pending_screens()
            self._teletype.end_line()
        elif not sys.stdout.isatty():
            # for a file or another program, as it is
            if text := machine.console.text():
                print(text, file=unfiltered_stream(sys.stdout))
        elif text := screen_text(machine.console):
            print(text)

    def follow(self, computer: Computer) -> None:
        """Keeps the computer, to say where the listing waits; single statements are not shown."""
        self._computer = computer

    def finish(self, machine: Machine, reason_and_hints: str) -> None:
        """Does nothing: there is no window to keep open."""

    def close(self) -> None:
        """Does nothing: nothing is held."""


def wait_for_line() -> None:
    """Waits until the terminal has a line to be read; Ctrl-C works all the time.

    Without this, a Ctrl-C just before the system begins to read would take effect only after the line.
    """
    # Windows cannot wait for a terminal by select
    while sys.platform != "win32" and not select.select([sys.stdin], [], [], LOOK_INTERVAL)[0]:
        pass


CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Characters that control a terminal; tabs and line feeds are none of them."""
PIECES = re.compile(r"[^\t\n]+|[\t\n]")
Cursor = tuple[Console, int, int]
"""A console, and the column and row of its cursor."""


class Teletype:
    """Shows the text of both consoles as it is printed: `write(text)` shows text, `wipe()` clears all of it.

    `_last_cursor` is where the last text that was shown ended. A text printed elsewhere cannot follow it, so
    its console is added to `_pending`: nothing is shown from then on, and later the screens of `_pending` are
    shown as a whole. `expected` is a text that the console will echo and the terminal has
    already. `at_line_start`: the text shown last ended a line.
    """

    def __init__(self, machine: Machine, write: Callable[[str], object], wipe: Callable[[], object]) -> None:
        self.write = write
        self.wipe = wipe
        self.at_line_start = True
        self.expected = ""
        self._consoles = [screen.console for screen in machine.screens]
        self._last_cursor: Cursor = cursor_position(machine.console)
        self._pending: list[Console] = []
        self.wrap_consoles()

    def show(self, text: str) -> None:
        """Shows a text unchanged."""
        if text:
            self.write(text)
            self.at_line_start = text.endswith("\n")

    def show_earlier_text(self) -> None:
        """Shows the text that the screen had before this object was made: up to the cursor, or all of it."""
        console, _column, _row = self._last_cursor
        rows = screen_text(console).split("\n")
        # text below the cursor could not be shown later
        if len(rows) > console.row + 1:
            self._pending.append(console)
            self.show_pending_screens()
            return
        # up to the cursor, which may be below the last text and to the right of it
        rows += [""] * (console.row + 1 - len(rows))
        rows[-1] = rows[-1].ljust(console.column)
        self.show("\n".join(rows))

    def show_pending_screens(self) -> None:
        """Shows as a whole the screens whose text was not shown when it was printed, as it did not follow."""
        pending, self._pending = self._pending, []
        for console in self._consoles:
            if console in pending:
                self.end_line()
                self.show(screen_text(console))
        if pending:
            self.end_line()
        # the next text follows at the cursor of the console that was printed on last
        console, _column, _row = self._last_cursor
        self._last_cursor = cursor_position(console)

    def end_line(self) -> None:
        """Ends the line, unless the cursor is at the start of one."""
        if not self.at_line_start:
            self.show("\n")

    def skip_echo(self, typed: str) -> None:
        """Skips the next printed text if it is `typed`, which the terminal has shown while it was typed."""
        self.expected = typed + "\n"
        # by the Enter that the user typed
        self.at_line_start = True

    # ---- watching

    def wrap_consoles(self) -> None:
        """Wraps the methods that print; called again after `Machine.listen`, which unwraps them."""
        for console in self._consoles:
            self._wrap_console(console)

    def _wrap_console(self, console: Console) -> None:
        """Wraps `print`, `tab` and `clear` of a console, so that their text is shown too."""
        # Attributes of an instance hide the class's methods; Machine.listen does the same.
        print_on_console, tab, clear_console = console.print, console.tab, console.clear

        # a text is shown before it is printed: how it is broken into lines depends on the cursor before it
        def print_and_show(text: str = "", end: str = "\n") -> None:
            self._show_printed(console, text + end)
            print_on_console(text, end)
            self._last_cursor = cursor_position(console)

        def tab_and_show() -> None:
            # without text: only finds out whether the tab follows the last text
            self._show_printed(console, "")
            row, column = console.row, console.column
            tab()
            if not self._pending:
                # in the last row the text scrolls, and the row stays the same
                is_new_line = console.row != row or console.column < column
                self.show("\n" + " " * console.column if is_new_line else " " * (console.column - column))
            self._last_cursor = cursor_position(console)

        def clear_and_wipe() -> None:
            clear_console()
            self.end_line()
            self.wipe()

        vars(console).update(print=print_and_show, tab=tab_and_show, clear=clear_and_wipe)

    def _show_printed(self, console: Console, text: str) -> None:
        """Shows a text that is about to be printed, if it follows the last text; else leaves it for later."""
        if text and text == self.expected:
            self.expected = ""
            return
        if cursor_position(console) != self._last_cursor:
            # an empty screen, so that no text is out of order
            if console.column == console.row == 0 and not console.text():
                self.end_line()
            else:
                self._pending.append(console)
        if not self._pending:
            self.show(wrapped_text(console, text))


def screen_text(console: Console) -> str:
    """Returns all text of a screen, without characters that would control a terminal."""
    return CONTROLS.sub(" ", console.text())


def cursor_position(console: Console) -> Cursor:
    """Returns (console, column, row) of a console's cursor."""
    return console, console.column, console.row


def wrapped_text(console: Console, text: str) -> str:
    """Returns a text broken into lines as the console will break it, from its cursor on.

    Characters that control a terminal become blanks.
    """
    column, columns, step = console.column, console.columns, console.tab_step
    result: list[str] = []
    for piece in PIECES.findall(text):
        if piece == "\n":
            result.append("\n")
            column = 0
            continue
        rest = piece
        if piece == "\t":
            # blanks up to the next tab stop; with a step of 0 there are no stops
            rest = " " * (step - column % step) if step else ""
        while rest:
            if column >= columns:
                result.append("\n")
                column = 0
            part, rest = rest[: columns - column], rest[columns - column :]
            result.append(part)
            column += len(part)
    without_controls = CONTROLS.sub(" ", "".join(result))
    # two characters that are a surrogate pair become one; a single surrogate cannot be written
    return without_controls.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
