"""Divides the frame budget, so that a front end can be called between two frames.

Generated code counts down what it was handed and comes back when that is used up; it cannot tell whether
that was a piece or all of it. So a yield costs nothing where nobody asks for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from retromaze.machine.machine import Machine


class FrameBudget:
    """What one slot's program may still do in the present frame: a piece in its hands, the rest kept here.

    `tick` lets frames pass once all of it is used up: see `Machine.tick`.
    """

    __slots__ = ("_kept", "_machine", "_tick")

    def __init__(self, machine: Machine, tick: Callable[[int], int]) -> None:
        self._machine = machine
        self._tick = tick
        self._kept = 0

    def begin(self) -> int:
        """The first piece of a whole budget."""
        return self._piece_of(self._machine.budget)

    def tick(self, left: int) -> int:
        """The piece is used up, and a little more (`left` is below 0): the next one, or first a frame."""
        left += self._kept
        if left < 0:
            left = self._tick(left)
        else:
            self._machine.yield_now()
        return self._piece_of(left)

    def remaining(self, left: int) -> int:
        """What is in hand behind a wait: a whole budget where the wait has begun a new frame."""
        machine = self._machine
        if not machine.rested:
            return left
        machine.rested = False
        if machine.yield_units < machine.budget:
            return self._piece_of(machine.budget)
        self._kept = 0
        return machine.budget

    @contextmanager
    def set_aside(self) -> Iterator[int]:
        """While a line of DIRECT mode runs, whose work is counted by itself: its first piece."""
        kept = self._kept
        try:
            yield self.begin()
        finally:
            self._kept = kept

    def _piece_of(self, units: int) -> int:
        piece = min(units, self._machine.yield_units)
        self._kept = units - piece
        return piece
