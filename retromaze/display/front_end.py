"""The interface of every front end, and whether a window can be opened here."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from retromaze.errors import RetromazeError, Stopped
from retromaze.system import not_imported

if TYPE_CHECKING:
    from retromaze.engine.computer import Computer
    from retromaze.machine.machine import Machine

INVISIBLE_DRIVERS = frozenset({"dummy", "offscreen"})


class Restart(Stopped):
    """The user wants the listing run again from its start, with the same seed."""


class FreshSeed(Restart):
    """The user wants it run again with another seed."""


class Closed(Stopped):
    """The user has closed the place where the run was shown."""


class NoDisplay(RetromazeError):
    """No window can be shown here; the message says why."""


def never() -> bool:
    """Returns False: no run begins again by itself."""
    return False


class FrontEnd(Protocol):
    """The interface of the window, the prompt's window and headless runs.

    `again` is asked all the time whether the listing is to be run again, as if the user had wanted it.
    `traced` says whether listings are compiled to call before each statement.
    """

    again: Callable[[], bool]
    traced: bool

    def attach(self, machine: Machine) -> None:
        """Puts the front end behind this machine, before its program starts."""

    def follow(self, computer: Computer) -> None:
        """Learns which computer runs on the machine, before it starts."""

    def finish(self, machine: Machine, words: str) -> None:
        """Ends the run; `words` are the reason, and hints in more lines. May raise Restart or Stopped."""

    def close(self) -> None:
        """Releases what the front end holds."""


def missing_display() -> str:
    """Why no window could be seen here, as far as can be told without pygame; empty if one may try."""
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    if driver in INVISIBLE_DRIVERS:
        return f"SDL_VIDEODRIVER={driver} shows nothing"
    if sys.platform in {"win32", "darwin"} or driver:
        return ""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    return "neither DISPLAY nor WAYLAND_DISPLAY is set"


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
