"""Counts the statements that a run of a listing executes, in all slots, DEFs and GOSUBs."""

from __future__ import annotations

from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer


class StatementCount:
    """Plays a listing compiled for tracing, which does the same as the plain one, and counts in `total`."""

    def __init__(self, source: str, path: str) -> None:
        self.source = source
        self.path = path
        self.total = 0

    def play(self, machine: Machine) -> None:
        """One run. What `machine.on_frame` raises goes through."""
        computer = Computer(machine, traced=True)
        computer.on_statement = self.count
        computer.load_source(0, self.source, path=self.path)
        run_computer(computer)

    def count(self, slot: int, line: int, column: int) -> None:
        """A statement begins there."""
        self.total += 1
