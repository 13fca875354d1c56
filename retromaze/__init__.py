"""retromaze runs SmileBASIC 3 listings on a simulated machine and proves Python ports equal to them."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

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
    "compare",
    "run",
]

if TYPE_CHECKING:
    from retromaze.comparison.pairs import compare


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext retromaze` in a notebook: the magic `%%smilebasic`."""
    importlib.import_module("retromaze.notebook").register(shell)


def __getattr__(name: str) -> object:
    # Comparing costs a tenth of the start-up time, and most runs compare nothing.
    if name == "compare":
        return importlib.import_module("retromaze.comparison.pairs").compare
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
