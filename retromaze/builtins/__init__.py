"""The builtins of the language, one module a family."""

from __future__ import annotations

import importlib
from functools import cache

FAMILIES = (
    *("arrays", "backgrounds", "clock", "collision", "console", "devices", "files", "graphics", "input"),
    *("maths", "programs", "screens", "sound", "sound_package", "sprites", "strings", "system", "words"),
)


@cache
def load_all() -> None:
    """Fills the table of builtins with every family."""
    for family in FAMILIES:
        importlib.import_module(f"{__name__}.{family}")
