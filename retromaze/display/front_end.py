"""The interface of every front end, and whether a window can be opened here."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from retromaze.errors import RetromazeError, Stopped
from retromaze.system import import_failure_message

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


def never_again() -> bool:
    """Returns False: what a front end's `again`, asked whether the run is to begin again, says by default."""
    return False


class FrontEnd(Protocol):
    """The interface of the window, the prompt's window and headless runs.

    `again` is called often; if it returns True, the listing runs again as if the user had asked for it.
    `traced`: whether listings are compiled so that each statement is reported.
    """

    again: Callable[[], bool]
    traced: bool

    def attach(self, machine: Machine) -> None:
        """Connects the front end to this machine, before its program starts."""

    def follow(self, computer: Computer) -> None:
        """Called with the computer that runs a listing on the machine, before it starts."""

    def finish(self, machine: Machine, reason_and_hints: str) -> None:
        """Tells why the run has ended, and hints, a line each. May raise Restart or Stopped."""

    def close(self) -> None:
        """Releases what the front end holds."""


def missing_display() -> str:
    """Returns the reason why no window can be shown here; "" if pygame may try."""
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    if driver in INVISIBLE_DRIVERS:
        return f"SDL_VIDEODRIVER={driver} shows nothing"
    # only Unix with X11 or Wayland tells by variables whether there is a display
    tells_nothing = sys.platform in {"win32", "darwin"} or driver
    if tells_nothing or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    return "neither DISPLAY nor WAYLAND_DISPLAY is set"


def require_windows() -> None:
    """Imports pygame. Raises NoDisplay if it is missing, or if no window can be shown."""
    reason = missing_display()
    if reason:
        raise NoDisplay(reason)
    # pygame would print a greeting on standard output, which is for the listing's text.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        importlib.import_module("pygame")
    except ImportError as error:
        raise NoDisplay(import_failure_message("pygame", error)) from error
