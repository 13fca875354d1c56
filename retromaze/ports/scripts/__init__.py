"""The articles' programs in their own form, to be run in a terminal: `python -m retromaze.ports.NAME`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn


def run_script(port: str) -> NoReturn:
    """Runs the script of a port's file, or says where a port without one is seen.  Raises SystemExit."""
    name = Path(port).stem
    if find_spec(f"{__name__}.{name}") is None:
        raise SystemExit(
            f"{name} draws on the console's screen: retromaze run {name} shows it,"
            f" retromaze studio {name} the listing and this port beside it"
        )
    raise SystemExit(import_module(f"{__name__}.{name}").main())
