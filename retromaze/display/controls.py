"""The keys, game pads and mouse of the user as input of the machine, passed on once a frame."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

import pygame

from retromaze.display.keys import BUTTON_KEYS, PAD_BUTTONS, PAD_STICKS, PAD_TRIGGERS
from retromaze.machine.input import Buttons, Input, Point, Tilt

Meaning = TypeVar("Meaning")

DEAD_ZONE = 0.15
"""A stick tilted less than this is at rest; few come back to the very middle."""
PRESSED = 0.5
"""A trigger drawn farther than this is a button held; it rests at -1."""
NOTHING = Buttons(0)
AT_REST: Tilt = (0.0, 0.0)
PAD_EVENTS = frozenset(
    {
        *(pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED, pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP),
        *(pygame.JOYHATMOTION, pygame.JOYAXISMOTION),
    }
)


def by_code(names: dict[str, Meaning]) -> dict[int, Meaning]:
    """The same table with pygame's key numbers for the names."""
    return {getattr(pygame, f"K_{name}"): meaning for name, meaning in names.items()}


BUTTON_CODES = by_code(BUTTON_KEYS)


@dataclass
class Pad:
    """A game pad as it stands: buttons and triggers held, its cross, and its axes by number."""

    device: pygame.joystick.JoystickType | None = None
    held: dict[int, Buttons] = field(default_factory=dict)
    cross: Buttons = NOTHING
    axes: dict[int, float] = field(default_factory=dict)

    @property
    def buttons(self) -> Buttons:
        """All that is held."""
        triggers = (button for axis, button in PAD_TRIGGERS.items() if self.axes.get(axis, -1.0) > PRESSED)
        return combined_buttons([self.cross, *self.held.values(), *triggers])

    def tilt(self, stick: int) -> Tilt:
        """Where a stick stands; right and up positive."""
        x, y = (self.axes.get(axis, 0.0) for axis in PAD_STICKS[stick])
        return (x, -y) if max(abs(x), abs(y)) >= DEAD_ZONE else AT_REST


def combined_buttons(held: list[Buttons]) -> Buttons:
    buttons = NOTHING
    for each in held:
        buttons |= each
    return buttons


class Controls:
    """Everything that can be held, and what has only been tapped since the frame began."""

    def __init__(self) -> None:
        self._keys: set[int] = set()
        self._pads: dict[int, Pad] = {}
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
        if key in BUTTON_CODES:
            self._keys.add(key)
            self._coming |= BUTTON_CODES[key]

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
        if event.type == pygame.JOYDEVICEADDED:
            device = pygame.joystick.Joystick(event.device_index)
            self._pads[device.get_instance_id()] = Pad(device)
            return
        pad = self._pads.setdefault(event.instance_id, Pad())
        match event.type:
            case pygame.JOYDEVICEREMOVED:
                del self._pads[event.instance_id]
            case pygame.JOYBUTTONDOWN if event.button in PAD_BUTTONS:
                pad.held[event.button] = PAD_BUTTONS[event.button]
                self._coming |= PAD_BUTTONS[event.button]
            case pygame.JOYBUTTONUP:
                pad.held.pop(event.button, None)
            case pygame.JOYHATMOTION:
                pad.cross = cross(*event.value)
                self._coming |= pad.cross
            case pygame.JOYAXISMOTION:
                pad.axes[event.axis] = event.value

    # --- what the machine hears ---

    def frame_passed(self) -> None:
        """The frame has seen what was told; what is tapped from now on belongs to the next."""
        self._tapped = NOTHING

    def tell(self, controls: Input) -> None:
        """For the frame that begins; only changes, so that no scheduled press is taken back by idle hands."""
        held = self._tapped = self._coming
        self._coming = NOTHING
        held |= combined_buttons([BUTTON_CODES[key] for key in self._keys])
        held |= combined_buttons([pad.buttons for pad in self._pads.values()])
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
        for stick, move in enumerate((controls.tilt, controls.tilt_second)):
            tilts = (pad.tilt(stick) for pad in self._pads.values())
            tilt = next((each for each in tilts if each != AT_REST), AT_REST)
            if tilt != self._tilts[stick]:
                self._tilts[stick] = tilt
                move(*tilt)


def cross(x: int, y: int) -> Buttons:
    """The control pad as SDL tells it: -1 to 1, right and up positive."""
    across = (Buttons.LEFT, NOTHING, Buttons.RIGHT)[x + 1]
    return across | (Buttons.DOWN, NOTHING, Buttons.UP)[y + 1]
