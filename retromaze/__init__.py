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
"""The module of each public name. A module is imported when one of its names is first used.

Every command imports this package, and most commands need only a part of it. While the package is being
imported, Ctrl-C cannot be caught.
"""


def load_ipython_extension(shell: Any) -> None:
    """Adds the magic `%%smilebasic` to a notebook. IPython calls it for `%load_ext retromaze`."""
    importlib.import_module("retromaze.notebook").register(shell)


def __getattr__(name: str) -> Any:
    """Imports a public name on its first use, and stores it, so that this is not called for it again."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
