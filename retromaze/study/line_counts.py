"""Counting and stepping: what is done before each statement of a traced run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from retromaze.engine.computer import Computer
from retromaze.errors import Stopped

BAR = 10
"""Characters of the longest heat bar."""
EIGHTHS = " ▏▎▍▌▋▊▉█"

HELP = "Enter: next statement   c: go on to the end   t: the console's text   q: quit"


class LineCounts:
    """How often a statement of each line of slot 0 was begun: `counts[line]`, lines from 1."""

    def __init__(self, computer: Computer) -> None:
        self.counts: Counter[int] = Counter()
        computer.on_statement = self.count

    def count(self, slot: int, line: int, column: int) -> None:
        """A statement begins there."""
        if slot == 0:
            self.counts[line] += 1

    def share(self, line: int) -> float:
        """The line's share of all statements, 0 to 1."""
        return self.counts[line] / (self.counts.total() or 1)

    def heat(self, line: int) -> float:
        """The line's count as a part of the highest, 0 to 1."""
        return self.counts[line] / max(self.counts.values(), default=1)


def bar(heat: float) -> str:
    """A bar of BAR characters for a heat from 0 to 1; whatever ran at all shows as an eighth at least."""
    eighths = max(round(heat * BAR * 8), 1) if heat > 0 else 0
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + (EIGHTHS[rest] if rest else "")).ljust(BAR)


class Quit(Stopped):
    """The user has seen enough."""


class Stepper:
    """Shows each statement before it begins, and asks how to go on.

    `ask` is given a prompt and answers with a line, or None if there are no more; `tell` prints a line.
    """

    def __init__(
        self, computer: Computer, ask: Callable[[str], str | None], tell: Callable[[str], None]
    ) -> None:
        self.computer = computer
        self.ask = ask
        self.tell = tell
        self.next = computer.on_statement
        computer.on_statement = self.step
        tell(HELP)

    def step(self, slot: int, line: int, column: int) -> None:
        """A statement is about to begin there. Raises Quit."""
        if self.next:
            self.next(slot, line, column)
        self.show(slot, line, column)
        while True:
            answer = self.ask("> ")
            word = "q" if answer is None else answer.strip().lower()
            if word == "q":
                raise Quit
            if word == "c":
                self.computer.on_statement = self.next
            if word in {"", "c"}:
                return
            self.tell(self.computer.machine.console.text() if word == "t" else HELP)

    def show(self, slot: int, line: int, column: int) -> None:
        """The line with a caret under the statement, the frame, and where the console will print."""
        from retromaze.report import width

        machine = self.computer.machine
        text = self.computer.slots[slot].source.splitlines()[line - 1].expandtabs(1)
        place = f"{slot}:{line}" if slot else f"{line}"
        lead = f"{place:>5}  "
        self.tell(lead + text)
        caret = " " * (len(lead) + width(text[: column - 1])) + "^"
        console = machine.console
        self.tell(f"{caret}  frame {machine.frame}, text at {console.column},{console.row}")
