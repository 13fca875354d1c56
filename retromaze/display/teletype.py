"""Prints what the machine's consoles print, line by line, as soon as it is printed.

As long as text follows text, as in most programs, each PRINT goes straight out, broken into lines where
the console breaks them. Once something is printed elsewhere (LOCATE) the stream would be wrong; it pauses
then, and the whole screen is shown when the line or program is over.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from retromaze.machine.console import Console
from retromaze.machine.machine import Machine

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
        self._place: Place = place_of(machine.console)
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
        self._place = place_of(self._place[0])

    def end_line(self) -> None:
        if not self.at_line_start:
            self.show("\n")

    def expect(self, typed: str) -> None:
        """What the console prints next has been seen already, as it was typed."""
        self.expected = typed + "\n"
        self.at_line_start = True

    # ---- watching

    def watch(self) -> None:
        """Hears what is printed; once more after `Machine.listen`, which takes every watcher off."""
        for console in self._consoles:
            self._watch(console)

    def _watch(self, console: Console) -> None:
        # Attributes of the instance stand before the class's methods, as with Machine.listen.
        print_, tab, clear = console.print, console.tab, console.clear

        def printed(text: str = "", end: str = "\n") -> None:
            self._take(console, text + end)
            print_(text, end)
            self._place = place_of(console)

        def tabbed() -> None:
            self._take(console, "")
            before = console.row
            column = console.column
            tab()
            if not self._paused:
                gone = console.row != before or console.column < column
                self.show("\n" + " " * console.column if gone else " " * (console.column - column))
            self._place = place_of(console)

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
        if place_of(console) == self._place:
            return True
        if console.column == console.row == 0 and not console.text():
            self.end_line()  # a fresh page
            return True
        return False


def screen_text(console: Console) -> str:
    """All text of a screen, without what a terminal would take for commands."""
    return CONTROLS.sub(" ", console.text())


def place_of(console: Console) -> Place:
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
