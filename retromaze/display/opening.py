"""Opens a window, or says why none can be opened (no pygame, no screen)."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.display.front_end import NoDisplay, missing_display
from retromaze.display.speeds import Speed
from retromaze.system import not_imported

if TYPE_CHECKING:
    from retromaze.display.window import Window


def open_window(title: str, *, speed: Speed, folder: Path, muted: bool = False) -> Window:
    """A window that somebody can see; screenshots go to `folder`. Raises NoDisplay."""
    ready_for_windows()
    from retromaze.display.window import Window

    return Window(title, speed=speed, folder=folder, muted=muted)


def ready_for_windows() -> None:
    """Loads what windows are made with. Raises NoDisplay where nobody could see one."""
    reason = missing_display()
    if reason:
        raise NoDisplay(reason)
    # pygame greets on standard output, which belongs to the listing's text.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        importlib.import_module("pygame")
    except ImportError as error:
        raise NoDisplay(not_imported("pygame", error)) from error
