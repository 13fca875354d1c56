"""retromaze runs SmileBASIC 3 listings on a simulated machine and proves Python ports equal to them."""

from __future__ import annotations

from retromaze.errors import BasicError, RetromazeError, Stopped, UsageError
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.result import Result, run

__all__ = [
    "BasicError",
    "Buttons",
    "Machine",
    "Result",
    "RetromazeError",
    "Stopped",
    "UsageError",
    "run",
]
