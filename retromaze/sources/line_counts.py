"""Counts how often each line of a listing runs."""

from __future__ import annotations

from collections import Counter

from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine

BAR = 10
"""The number of characters of the longest heat bar."""
EIGHTHS = " ▏▎▍▌▋▊▉█"


class IdleDetector:
    """Detects when a program only reads its input or waits.

    It replaces the machine's `on_frame` and calls the previous one. `_idle_since` is the frame in which
    idling began, None while the program works.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._idle_since: int | None = None
        self._front_end = machine.on_frame
        machine.on_frame = self.frame_passed

    def at_statement(self) -> bool:
        """Whether the program is idle when this statement begins; the first read of the input is not idle."""
        machine = self._machine
        if self._idle_since is None:
            if machine.input.polls:  # the input was read in this frame
                machine.poll_changes()  # only changes from here on count
                self._idle_since = machine.frame
        elif machine.poll_changes():
            self._idle_since = None
        return self._idle_since is not None

    def frame_passed(self, machine: Machine) -> None:
        """Updates since when the program is idle, then calls the front end.

        A frame with other work ends idling, except the frame in which the idling began.
        """
        ended_frame = machine.frame - 1
        if machine.idle_frames or machine.still_frames:
            self._idle_since = ended_frame if self._idle_since is None else self._idle_since
        elif self._idle_since != ended_frame:
            self._idle_since = None
        if self._front_end is not None:
            self._front_end(machine)


class LineCounts:
    """Counts the statements begun in each line of slot 0: `counts[line]`, lines from 1.

    `_idle_counts` has those of the present idle time, which are in `counts` as well.
    """

    def __init__(self, computer: Computer) -> None:
        self.counts: Counter[int] = Counter()
        self._idle_counts: Counter[int] = Counter()
        self._idling = IdleDetector(computer.machine)
        computer.on_statement = self.count

    def count(self, slot: int, line: int, column: int) -> None:
        """Counts a statement; called at the start of each."""
        idle = self._idling.at_statement()
        if not idle:
            self._idle_counts.clear()
        if slot == 0:
            self.counts[line] += 1
            if idle:
                self._idle_counts[line] += 1

    def drop_idling(self) -> None:
        """Subtracts the statements of the present idle time, in which the program only reads input or waits.

        A line that ran only in that time keeps a count of one.
        """
        for line, count in self._idle_counts.items():
            self.counts[line] = max(1, self.counts[line] - count)
        self._idle_counts.clear()


def heat_bar(share: float) -> str:
    """Returns a bar of BAR characters for a line's share, 0 to 1, of the greatest count.

    It is drawn in eighths of a character; a share above 0 shows at least one.
    """
    eighths = max(round(share * BAR * 8), 1) if share > 0 else 0
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + (EIGHTHS[rest] if rest else "")).ljust(BAR)
