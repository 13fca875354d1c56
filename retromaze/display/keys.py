"""Which key does what in the window: the console's buttons and the window's own keys."""

from __future__ import annotations

import enum

from retromaze.machine.input import Buttons

BUTTON_KEYS: dict[str, Buttons] = {
    "UP": Buttons.UP,
    "DOWN": Buttons.DOWN,
    "LEFT": Buttons.LEFT,
    "RIGHT": Buttons.RIGHT,
    "z": Buttons.A,
    "RETURN": Buttons.A,
    "x": Buttons.B,
    "BACKSPACE": Buttons.B,
    "s": Buttons.X,
    "a": Buttons.Y,
    "q": Buttons.L,
    "w": Buttons.R,
    "e": Buttons.ZL,
    "r": Buttons.ZR,
}
"""The button a key holds down; keys are named as pygame's constants are, without `K_`."""


class Action(enum.Enum):
    """What the window itself can be told; the value is its line in the help."""

    HELP = "these keys"
    PAUSE = "pause, go on"
    STEP = "one frame or draw, then pause"
    DRAWS = "draw by draw"
    AGAIN = "run again, same seed"
    SLOWER = "slower, down to single draws"
    FASTER = "faster"
    CONSOLE = "the console's pace"
    FULL = "full speed"
    SCREENSHOT = "save the picture"
    STOP = "START: stop the listing"
    LEAVE = "close the help"


# Only keys that type nothing: a listing that asks for letters gets every letter, digit and space.
ACTION_KEYS: dict[str, Action] = {
    "F1": Action.HELP,
    "F2": Action.PAUSE,
    "PAUSE": Action.PAUSE,
    "F3": Action.STEP,
    "F5": Action.AGAIN,
    "F6": Action.SLOWER,
    "F7": Action.FASTER,
    "F8": Action.CONSOLE,
    "F9": Action.FULL,
    "F12": Action.SCREENSHOT,
    "ESCAPE": Action.LEAVE,
}
"""The window's own keys."""

CONTROL_KEYS: dict[str, Action] = {
    "h": Action.HELP,
    "p": Action.PAUSE,
    "SPACE": Action.STEP,
    "d": Action.DRAWS,
    "r": Action.AGAIN,
    "MINUS": Action.SLOWER,
    "KP_MINUS": Action.SLOWER,
    "PLUS": Action.FASTER,
    "EQUALS": Action.FASTER,
    "KP_PLUS": Action.FASTER,
    "0": Action.CONSOLE,
    "KP0": Action.CONSOLE,
    "f": Action.FULL,
    "s": Action.SCREENSHOT,
    "c": Action.STOP,
    "q": Action.STOP,
    "w": Action.STOP,
}
"""The same for keyboards that hide the function keys: with Ctrl (or the Mac's Command) held."""

HELP_LINES = (
    "Arrows          the control pad",
    "Z, Enter        A",
    "X, Backspace    B",
    "S  A            X  Y",
    "Q  W  E  R      L  R  ZL  ZR",
    "",
    f"F1   Ctrl-H     {Action.HELP.value}",
    f"F2   Ctrl-P     {Action.PAUSE.value}",
    f"F3   Ctrl-Space {Action.STEP.value}",
    f"     Ctrl-D     {Action.DRAWS.value}",
    f"F5   Ctrl-R     {Action.AGAIN.value}",
    f"F6   Ctrl -     {Action.SLOWER.value}",
    f"F7   Ctrl +     {Action.FASTER.value}",
    f"F8   Ctrl-0     {Action.CONSOLE.value}",
    f"F9   Ctrl-F     {Action.FULL.value}",
    f"F12  Ctrl-S     {Action.SCREENSHOT.value}",
    f"     Ctrl-C     {Action.STOP.value}",
    f"Esc             {Action.LEAVE.value}",
)
"""What F1 shows, one row of the console each."""
