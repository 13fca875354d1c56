"""Counts how often each line of a listing runs, and steps through its statements."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable

from retromaze.engine.computer import Computer
from retromaze.errors import Stopped
from retromaze.language.lines import lines_of
from retromaze.machine.machine import Machine
from retromaze.sources.variables import listing_frame, variable_text

BAR = 10
"""Characters of the longest heat bar."""
EIGHTHS = " ▏▎▍▌▋▊▉█"

HELP = "Enter: on by one   c: to the end   v: variables   t: text   p: picture   q: quit"


class IdleDetector:
    """Since when a program does nothing but look at its input or wait; calls the front end behind itself."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._since: int | None = None
        self._front_end = machine.on_frame
        machine.on_frame = self.frame_passed

    def at_statement(self) -> bool:
        """Whether it was doing so when this statement begins; the first look at the input is not yet idle."""
        machine = self._machine
        if self._since is None:
            if machine.input.polls:
                machine.look()
                self._since = machine.frame
        elif machine.look():
            self._since = None
        return self._since is not None

    def frame_passed(self, machine: Machine) -> None:
        """A frame in which something else was done ends it, but for the one in which it began."""
        began = machine.frame - 1
        if machine.idle_frames or machine.still_frames:
            self._since = began if self._since is None else self._since
        elif self._since != began:
            self._since = None
        if self._front_end is not None:
            self._front_end(machine)


class Counts:
    """How often something was begun in each line: `counts[line]`, lines from 1."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def share(self, line: int) -> float:
        """The line's share of all that was begun, 0 to 1."""
        return self.counts[line] / (self.counts.total() or 1)

    def heat(self, line: int) -> float:
        """The line's count as a part of the highest, 0 to 1."""
        return self.counts[line] / max(self.counts.values(), default=1)


class LineCounts(Counts):
    """How often a statement of each line of slot 0 was begun."""

    def __init__(self, computer: Computer) -> None:
        super().__init__()
        self._idle: Counter[int] = Counter()
        self._idling = IdleDetector(computer.machine)
        computer.on_statement = self.count

    def count(self, slot: int, line: int, column: int) -> None:
        """A statement begins there."""
        idle = self._idling.at_statement()
        if not idle:
            self._idle.clear()
        if slot == 0:
            self.counts[line] += 1
            if idle:
                self._idle[line] += 1

    def drop_idling(self) -> None:
        """Takes back what was begun since the program did nothing but look at its input or wait.

        What it came to only then keeps a count of one.
        """
        for line, count in self._idle.items():
            self.counts[line] = max(1, self.counts[line] - count)
        self._idle.clear()


def heat_bar(heat: float) -> str:
    """A bar of BAR characters for a heat from 0 to 1; whatever ran at all shows as an eighth at least."""
    eighths = max(round(heat * BAR * 8), 1) if heat > 0 else 0
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + (EIGHTHS[rest] if rest else "")).ljust(BAR)


class Quit(Stopped):
    """The user has seen enough."""


class Stepper:
    """Shows each statement before it begins, and asks how to go on.

    `ask` is given a prompt and answers with a line, or None if there are no more; `tell` prints a line;
    `show` shows what is on the machine's screens.
    """

    def __init__(
        self,
        computer: Computer,
        ask: Callable[[str], str | None],
        tell: Callable[[str], None],
        show: Callable[[Machine], None],
    ) -> None:
        self.computer = computer
        self.ask = ask
        self.tell = tell
        self.show = show
        self.next = computer.on_statement
        computer.on_statement = self.step
        tell(HELP)

    def step(self, slot: int, line: int, column: int) -> None:
        """A statement is about to begin there. Raises Quit."""
        if self.next:
            self.next(slot, line, column)
        self.announce(slot, line, column)
        while True:
            answer = self.ask("> ")
            word = "q" if answer is None else answer.strip().lower()
            if word == "q":
                raise Quit
            if word == "c":
                self.computer.on_statement = self.next
            if word in {"", "c"}:
                return
            self.answer(word)

    def answer(self, word: str) -> None:
        """What is said to a letter that goes nowhere."""
        machine = self.computer.machine
        match word:
            case "v":
                self.tell(variable_text(self.computer, listing_frame(self.computer, sys._getframe())))
            case "t":
                self.tell(machine.console.text())
            case "p":
                self.show(machine)
            case _:
                self.tell(HELP)

    def announce(self, slot: int, line: int, column: int) -> None:
        """The line with a caret under the statement, the frame, and where the console will print."""
        from retromaze.report import excerpt, width

        machine = self.computer.machine
        text = lines_of(self.computer.slots[slot].source)[line - 1].expandtabs(1)
        before, after = excerpt(text, column - 1)
        place = f"{slot}:{line}" if slot else f"{line}"
        lead = f"{place:>5}  "
        self.tell(lead + before + after)
        caret = " " * (len(lead) + width(before)) + "^"
        console = machine.console
        self.tell(f"{caret}  frame {machine.frame}, text at {console.column},{console.row}")
