"""The articles' programs in their own form, to be run in a terminal: `python -m retromaze.ports.NAME`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import NoReturn

MODULES = {
    "console_game": "games",
    "console_game_far": "games",
    "digging": "makers",
    "hexagonal": "makers",
    "hexagonal_game": "games",
    "kruskal": "makers",
    "kruskal_steps": "makers",
    "picture": "makers",
    "sticks": "makers",
    "walker": "walker",
    "wall_extension": "makers",
}
"""The module of each script; its function has the name of the port."""


def run_script(port: str) -> NoReturn:
    """Runs the script of a port's file, or says where a port without one is seen.  Raises SystemExit."""
    name = Path(port).stem
    if name not in MODULES:
        raise SystemExit(
            f"{name} draws on the console's screen: retromaze run {name} shows it,"
            f" retromaze studio {name} the listing and this port beside it"
        )
    raise SystemExit(getattr(import_module(f"{__name__}.{MODULES[name]}"), name)())
