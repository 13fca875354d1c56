"""The keys, game pads and mouse of the user as input of the machine, passed on once a frame."""

from __future__ import annotations

from typing import TypeVar

import pygame

from retromaze.display.keys import BUTTON_KEYS, TILT_KEYS
from retromaze.display.pads import AT_REST, NOTHING, Pads, combined_buttons, lean
from retromaze.machine.input import Input, Point, Tilt

Meaning = TypeVar("Meaning")


def by_code(names: dict[str, Meaning]) -> dict[int, Meaning]:
    """The same table with pygame's key numbers for the names."""
    return {getattr(pygame, f"K_{name}"): meaning for name, meaning in names.items()}


BUTTON_CODES = by_code(BUTTON_KEYS)
TILT_CODES = by_code(TILT_KEYS)


class Controls:
    """Everything that can be held, and what has only been tapped since the frame began."""

    def __init__(self) -> None:
        self._keys: set[int] = set()
        self._pads = Pads()
        self._tapped = self._coming = self._told = NOTHING
        self._tilts = [AT_REST, AT_REST]
        self._stylus: Point | None = None
        self._lifted, self._touched = True, False

    def forget(self) -> None:
        """Another machine begins, which has heard of nothing yet."""
        self._told = NOTHING
        self._tilts = [AT_REST, AT_REST]

    def let_go(self) -> None:
        """No key is held: their end would be heard by another window."""
        self._keys.clear()
        self._lifted = True

    # --- what happens ---

    def press(self, key: int) -> None:
        """A key is down."""
        if key in BUTTON_CODES or key in TILT_CODES:
            self._keys.add(key)
            self._coming |= BUTTON_CODES.get(key, NOTHING)

    def release(self, key: int) -> None:
        """A key is up."""
        self._keys.discard(key)

    def touch(self, point: Point) -> None:
        """The stylus is on the lower screen."""
        self._stylus, self._lifted = point, False

    def drag(self, point: Point | None) -> None:
        """The stylus moves, if it is there; it stays on the screen."""
        if self._stylus and not self._lifted and point:
            self._stylus = point

    def lift(self) -> None:
        """The stylus is off; a short touch is seen for a frame all the same."""
        self._lifted = True

    def pad(self, event: pygame.event.Event) -> None:
        """Something has happened to a game pad, which is one of PAD_EVENTS."""
        self._coming |= self._pads.hear(event)

    # --- what the machine hears ---

    def frame_passed(self) -> None:
        """The frame has seen what was told; what is tapped from now on belongs to the next."""
        self._tapped = NOTHING

    def tell(self, controls: Input) -> None:
        """For the frame that begins; only changes, so that no scheduled press is taken back by idle hands."""
        held = self._tapped = self._coming
        self._coming = NOTHING
        held |= combined_buttons([BUTTON_CODES.get(key, NOTHING) for key in self._keys]) | self._pads.buttons
        if held != self._told:
            self._told = held
            controls.hold(held)
        self._tell_stylus(controls)
        self._tell_sticks(controls)

    def _tell_stylus(self, controls: Input) -> None:
        if self._stylus is None:
            return
        if self._lifted and self._touched:
            self._stylus, self._touched = None, False
            controls.lift()
        else:
            controls.touch(*self._stylus)
            self._touched = True

    def _tell_sticks(self, controls: Input) -> None:
        tilts = (self._keys_tilt() or self._pads.tilt(0), self._pads.tilt(1))
        for stick, (tilt, move) in enumerate(zip(tilts, (controls.tilt, controls.tilt_second), strict=True)):
            if tilt != self._tilts[stick]:
                self._tilts[stick] = tilt
                move(*tilt)

    def _keys_tilt(self) -> Tilt | None:
        """Where the keys tilt the circle pad, None if they do not."""
        ways = [TILT_CODES[key] for key in self._keys if key in TILT_CODES]
        return lean(sum(x for x, _ in ways), sum(y for _, y in ways)) if ways else None
