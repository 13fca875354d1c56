"""The keys, game pads and mouse of the user as input of the machine, passed on once a frame.

SDL knows the common pads and names each button by its place. For an unknown pad it gives only numbers, which
are read as most pads number their buttons.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, TypeVar

import pygame

from retromaze.display.window_keys import BUTTON_KEYS, TILT_KEYS
from retromaze.machine.input import Buttons, ConsoleInput, Point, Tilt

controller: Any
try:
    # Buttons are named by place, not by the printed letter, so that they are the same on all pads.
    os.environ.setdefault("SDL_GAMECONTROLLER_USE_BUTTON_LABELS", "0")
    from pygame._sdl2 import controller
except ImportError:
    # This pygame was built without the module; then all pads have only numbers.
    controller = None

DEAD_ZONE = 0.15
"""A stick tilted less than this counts as at rest, because few sticks return to the exact middle."""
PRESSED = 0.5
"""A trigger pulled farther than this counts as a held button; it rests at -1 or 0."""
FULL = 32767
"""The value of a known pad's axis that is moved as far as it goes."""
DIGITS = 2
"""The decimals of a tilt: a thumb is no steadier, and a log stays short."""
NOTHING = Buttons(0)
AT_REST: Tilt = (0.0, 0.0)


class PadLayout(NamedTuple):
    """A pad's buttons and `triggers` (axes used as buttons) by number, and the (x, y) axes of both sticks."""

    buttons: dict[int, Buttons]
    triggers: dict[int, Buttons]
    sticks: tuple[tuple[int, int], tuple[int, int]]


KNOWN_LAYOUT = PadLayout(
    {
        pygame.CONTROLLER_BUTTON_A: Buttons.B,
        pygame.CONTROLLER_BUTTON_B: Buttons.A,
        pygame.CONTROLLER_BUTTON_X: Buttons.Y,
        pygame.CONTROLLER_BUTTON_Y: Buttons.X,
        pygame.CONTROLLER_BUTTON_LEFTSHOULDER: Buttons.L,
        pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: Buttons.R,
        pygame.CONTROLLER_BUTTON_DPAD_UP: Buttons.UP,
        pygame.CONTROLLER_BUTTON_DPAD_DOWN: Buttons.DOWN,
        pygame.CONTROLLER_BUTTON_DPAD_LEFT: Buttons.LEFT,
        pygame.CONTROLLER_BUTTON_DPAD_RIGHT: Buttons.RIGHT,
    },
    {pygame.CONTROLLER_AXIS_TRIGGERLEFT: Buttons.ZL, pygame.CONTROLLER_AXIS_TRIGGERRIGHT: Buttons.ZR},
    (
        (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY),
        (pygame.CONTROLLER_AXIS_RIGHTX, pygame.CONTROLLER_AXIS_RIGHTY),
    ),
)
"""The layout of pads that SDL knows. SDL's A is the lowest of the four buttons, which the console calls B."""

NUMBERED_LAYOUT = PadLayout(
    {0: Buttons.B, 1: Buttons.A, 2: Buttons.Y, 3: Buttons.X, 4: Buttons.L, 5: Buttons.R},
    {2: Buttons.ZL, 5: Buttons.ZR},
    ((0, 1), (3, 4)),
)
"""The usual numbers: lower, right, left and upper button, shoulders. The d-pad has events of its own."""

PAD_EVENTS = frozenset(
    {
        *(pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED, pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP),
        *(pygame.JOYHATMOTION, pygame.JOYAXISMOTION),
        *(pygame.CONTROLLERDEVICEADDED, pygame.CONTROLLERDEVICEREMOVED, pygame.CONTROLLERBUTTONDOWN),
        *(pygame.CONTROLLERBUTTONUP, pygame.CONTROLLERAXISMOTION),
    }
)


@dataclass
class Pad:
    """The state of a game pad: its `held` buttons by number, its d-pad, and its axes by number, -1 to 1.

    `device` is pygame's object for the pad, which sends events only as long as it exists.
    """

    layout: PadLayout = NUMBERED_LAYOUT
    device: Any = None
    held: dict[int, Buttons] = field(default_factory=dict)
    d_pad: Buttons = NOTHING
    axes: dict[int, float] = field(default_factory=dict)

    @property
    def buttons(self) -> Buttons:
        """The buttons that are held, with the d-pad and the triggers."""
        triggers = self.layout.triggers.items()
        pulled = (button for axis, button in triggers if self.axes.get(axis, -1.0) > PRESSED)
        return combined_buttons([self.d_pad, *self.held.values(), *pulled])

    def tilt(self, stick: int) -> Tilt:
        """Returns the tilt of a stick, 0 or 1; right and up are positive."""
        x, y = (self.axes.get(axis, 0.0) for axis in self.layout.sticks[stick])
        # down is positive on a pad
        return tilt_of_stick(x, -y)


def tilt_of_stick(x: float, y: float) -> Tilt:
    """Returns the console's tilt for a stick at (x, y): (0, 0) within the dead zone, of length 1 at most."""
    length = math.hypot(x, y)
    if length <= DEAD_ZONE:
        return AT_REST
    # the length grows from 0 at the edge of the dead zone; the direction stays
    scale = min((length - DEAD_ZONE) / (1 - DEAD_ZONE), 1.0) / length
    # adding 0.0 turns -0.0 into 0.0
    return round(x * scale, DIGITS) + 0.0, round(y * scale, DIGITS) + 0.0


def combined_buttons(held: list[Buttons]) -> Buttons:
    """Returns all the buttons of a list as one mask."""
    return reduce(or_, held, NOTHING)


def switch_on_pads() -> None:
    """Starts pygame's handling of game pads, also of those that are plugged in already."""
    pygame.joystick.init()
    if controller is not None:
        controller.init()


class Pads:
    """The game pads that are plugged in; `_pads` has them by the number that pygame gives each (instance)."""

    def __init__(self) -> None:
        self._pads: dict[int, Pad] = {}

    @property
    def buttons(self) -> Buttons:
        """The buttons that are held on any of the pads."""
        return combined_buttons([pad.buttons for pad in self._pads.values()])

    def tilt(self, stick: int) -> Tilt:
        """Returns the tilt of the first pad not at rest; `stick` 0 is the circle pad, 1 the second pad."""
        tilts = (pad.tilt(stick) for pad in self._pads.values())
        return next((each for each in tilts if each != AT_REST), AT_REST)

    def handle_event(self, event: pygame.event.Event) -> Buttons:
        """Handles one of PAD_EVENTS; returns the buttons that were pressed by it."""
        match event.type:
            case pygame.CONTROLLERDEVICEADDED:
                device = controller.Controller(event.device_index)
                self._pads[device.as_joystick().get_instance_id()] = Pad(KNOWN_LAYOUT, device)
            case pygame.JOYDEVICEADDED:
                # a known pad is added by CONTROLLERDEVICEADDED
                if controller is None or not controller.is_controller(event.device_index):
                    joystick = pygame.joystick.Joystick(event.device_index)
                    self._pads[joystick.get_instance_id()] = Pad(NUMBERED_LAYOUT, joystick)
            case pygame.CONTROLLERDEVICEREMOVED | pygame.JOYDEVICEREMOVED:
                self._pads.pop(event.instance_id, None)
            case pygame.CONTROLLERBUTTONDOWN | pygame.CONTROLLERBUTTONUP | pygame.CONTROLLERAXISMOTION:
                return update_pad(self._pads.setdefault(event.instance_id, Pad(KNOWN_LAYOUT)), event)
            case _:
                # a pad whose arrival was not reported is added by its first event
                pad = self._pads.setdefault(event.instance_id, Pad(NUMBERED_LAYOUT))
                # a known pad sends each event twice: as a controller, and as a joystick, which is ignored
                return update_pad(pad, event) if pad.layout is NUMBERED_LAYOUT else NOTHING
        return NOTHING


def update_pad(pad: Pad, event: pygame.event.Event) -> Buttons:
    """Updates the state of a pad by an event; returns the buttons that were pressed by it."""
    match event.type:
        case pygame.JOYBUTTONDOWN | pygame.CONTROLLERBUTTONDOWN if event.button in pad.layout.buttons:
            pad.held[event.button] = pad.layout.buttons[event.button]
            return pad.held[event.button]
        case pygame.JOYBUTTONUP | pygame.CONTROLLERBUTTONUP:
            pad.held.pop(event.button, None)
        case pygame.JOYHATMOTION:
            # -1, 0 or 1 each; right and up are positive
            x, y = event.value
            across = {-1: Buttons.LEFT, 0: NOTHING, 1: Buttons.RIGHT}[x]
            down = {-1: Buttons.DOWN, 0: NOTHING, 1: Buttons.UP}[y]
            pad.d_pad = across | down
            return pad.d_pad
        case pygame.JOYAXISMOTION:
            pad.axes[event.axis] = event.value
        case pygame.CONTROLLERAXISMOTION:
            # the least value is -32768, beyond -FULL by one
            pad.axes[event.axis] = max(-1.0, event.value / FULL)
    return NOTHING


Meaning = TypeVar("Meaning")


def by_key_code(names: dict[str, Meaning]) -> dict[int, Meaning]:
    """Returns the table with pygame's key numbers for the names of keys."""
    return {getattr(pygame, f"K_{name}"): meaning for name, meaning in names.items()}


BUTTON_CODES = by_key_code(BUTTON_KEYS)
TILT_CODES = by_key_code(TILT_KEYS)


class Controls:
    """The user's present input: held keys, pads and stylus, and what was pressed since the last frame.

    `_keys` are the held keys, by pygame's numbers. `_pressed` are the buttons pressed since the last report,
    so that a short tap is not missed. `_reported_buttons` and `_reported_tilts` (of both circle pads) are
    what was reported last. `_stylus` is the touched point, None without a touch; `_lifted`: the user has
    ended the touch; `_touch_reported`: the machine has got it for at least a frame.
    """

    def __init__(self) -> None:
        self._keys: set[int] = set()
        self._pads = Pads()
        self._pressed = self._reported_buttons = NOTHING
        self._reported_tilts = [AT_REST, AT_REST]
        self._stylus: Point | None = None
        self._lifted, self._touch_reported = True, False

    def forget_reported(self) -> None:
        """Forgets what was reported to a machine, so that the next machine gets all of it."""
        self._reported_buttons = NOTHING
        self._reported_tilts = [AT_REST, AT_REST]

    def release_all(self) -> None:
        """Releases all keys and the stylus, because another window would get the events of their release."""
        self._keys.clear()
        self._lifted = True

    # --- what happens ---

    def press(self, key: int) -> None:
        """Holds a key down, if it has a meaning for the machine: a button, or a tilt of the circle pad."""
        if key in BUTTON_CODES or key in TILT_CODES:
            self._keys.add(key)
            self._pressed |= BUTTON_CODES.get(key, NOTHING)

    def release(self, key: int) -> None:
        """Lets a key go."""
        self._keys.discard(key)

    def touch(self, point: Point) -> None:
        """Puts the stylus on the lower screen."""
        self._stylus, self._lifted = point, False

    def drag(self, point: Point | None) -> None:
        """Moves the stylus if it is on the screen; a `point` of None, off the screen, moves nothing."""
        if self._stylus and not self._lifted and point:
            self._stylus = point

    def lift(self) -> None:
        """Lifts the stylus; a short touch still lasts for a frame."""
        self._lifted = True

    def handle_pad_event(self, event: pygame.event.Event) -> None:
        """Handles one of PAD_EVENTS, the events of game pads."""
        self._pressed |= self._pads.handle_event(event)

    # --- what the machine gets ---

    def apply_to(self, console_input: ConsoleInput) -> None:
        """Sets the controls of the machine for the frame that begins, as far as they changed.

        Where nothing changed, scheduled input stays in force.
        """
        # what was pressed since the last report counts as held, even if it was released in the meantime
        held, self._pressed = self._pressed, NOTHING
        held |= combined_buttons([BUTTON_CODES.get(key, NOTHING) for key in self._keys]) | self._pads.buttons
        if held != self._reported_buttons:
            self._reported_buttons = held
            console_input.hold(held)
        # a touch that was lifted before a frame saw it is reported as a touch first, one frame later as over
        if self._stylus is not None and self._lifted and self._touch_reported:
            self._stylus, self._touch_reported = None, False
            console_input.lift()
        elif self._stylus is not None:
            console_input.touch(*self._stylus)
            self._touch_reported = True
        # keys that are held tilt the circle pad in place of a game pad, also those that cancel out
        tilt_of_keys = self._tilt_of_keys()
        first = self._pads.tilt(0) if tilt_of_keys is None else tilt_of_keys
        second = self._pads.tilt(1)
        if first != self._reported_tilts[0]:
            console_input.tilt(*first)
        if second != self._reported_tilts[1]:
            console_input.tilt_second(*second)
        self._reported_tilts = [first, second]

    def _tilt_of_keys(self) -> Tilt | None:
        """Returns the tilt of the circle pad by the keys that are held; None if no such key is."""
        directions = [TILT_CODES[key] for key in self._keys if key in TILT_CODES]
        if not directions:
            return None
        # two keys make a diagonal, opposite ones cancel out
        return tilt_of_stick(sum(x for x, _ in directions), sum(y for _, y in directions))
