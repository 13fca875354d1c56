"""The interface of the running computer inside the engine, and the ways in which programs end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol

from retromaze.builtins import computer
from retromaze.engine.frame_budget import FrameBudget
from retromaze.engine.slot import Slot
from retromaze.values.elements import Elements
from retromaze.values.texts import Texts


class ProgramEnded(Exception):
    """END was reached: the program of the running slot is over."""


class Restarted(Exception):
    """EXEC of a slot that is running already: everything starts again there."""

    def __init__(self, slot: int) -> None:
        super().__init__(slot)
        self.slot = slot


class Running(computer.Computer, Protocol):
    """A computer as services and calls by name know it; `engine.computer` says what its parts are."""

    slots: list[Slot]
    texts: Texts
    elements: Elements
    rations: list[FrameBudget]
    on_statement: Callable[[int, int, int], None] | None

    def slot_of(self, text: str) -> tuple[Slot, str]: ...

    def inside(self, slot: Slot) -> AbstractContextManager[None]: ...

    def find_definition(self, name: str, caller: Slot) -> tuple[Slot, Any]: ...

    def suspend(self, slot: int, line: int) -> None: ...
