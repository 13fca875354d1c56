"""retromaze runs SmileBASIC 3 listings on a simulated machine and proves Python ports equal to them."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

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
    from retromaze.errors import BasicError, RetromazeError, Stopped, UsageError
    from retromaze.machine.input import Buttons
    from retromaze.machine.machine import Machine
    from retromaze.result import Result, run

HOMES = {
    "BasicError": "errors",
    "Buttons": "machine.input",
    "Machine": "machine.machine",
    "Result": "result",
    "RetromazeError": "errors",
    "Stopped": "errors",
    "UsageError": "errors",
    "compare": "comparison.pairs",
    "run": "result",
}
"""The module of each name, imported when it is first asked for.

Every command imports this package, and most need but a part of it; while it is imported, Ctrl-C can be caught
nowhere.
"""


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext retromaze` in a notebook: the magic `%%smilebasic`."""
    importlib.import_module("retromaze.notebook").register(shell)


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f"{__name__}.{HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
