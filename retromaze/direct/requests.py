"""Exceptions by which a line of DIRECT mode asks the session for something: to run, to quit, …"""

from __future__ import annotations

from retromaze.errors import Stopped


class RunRequested(Stopped):
    """RUN n: whatever is suspended is given up, and the program of slot n begins."""

    def __init__(self, slot: int) -> None:
        super().__init__(slot)
        self.slot = slot


class Continued(Stopped):
    """CONT: the suspended program goes on."""


class Left(Stopped):
    """The session is over."""
