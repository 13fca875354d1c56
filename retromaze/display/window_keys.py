"""The keys of the window: those of the console's buttons, and the window's own."""

from __future__ import annotations

import enum
import re

from retromaze.machine.input import Buttons

BUTTON_KEYS = {
    key: button
    for button, keys in {
        Buttons.UP: "UP w",
        Buttons.DOWN: "DOWN s",
        Buttons.LEFT: "LEFT a",
        Buttons.RIGHT: "RIGHT d",
        Buttons.A: "z j RETURN",
        Buttons.B: "x k BACKSPACE",
        Buttons.X: "c u",
        Buttons.Y: "v",
        Buttons.L: "q",
        Buttons.R: "e",
        Buttons.ZL: "o",
        Buttons.ZR: "p",
    }.items()
    for key in keys.split()
}
"""The button of each key; keys are named as pygame's constants, without `K_`.

One hand is on the arrows and the other on Z, X and C, or one on W, A, S and D and the other on J, K and U.
The key of Y, which ends games, is away from both hands.
"""

KEY_NAMES = {
    str(button.name): next(
        key for key, held in BUTTON_KEYS.items() if held is button and len(key) == 1
    ).upper()
    for button in Buttons
}
"""A key that is a letter for each button, by the button's name."""

TILT_KEYS: dict[str, tuple[int, int]] = {"t": (0, 1), "g": (0, -1), "f": (-1, 0), "h": (1, 0)}
"""The (x, y) tilt of the circle pad by each key; right and up are positive."""


class Action(enum.Enum):
    """A command to the window, and its keys.

    `words` is its line in the help. `keys` are the window's own keys, `with_control` those with Ctrl (or the
    Mac's Command) where function keys are hidden; `shown` names both in the help. They type nothing: a
    listing that asks for letters gets every letter, digit and space.
    """

    HELP = "these keys", "F1", "h", "F1   Ctrl-H"
    PAUSE = "pause, go on", "F2 PAUSE", "p", "F2   Ctrl-P"
    STEP = "one step, then pause", "F3", "SPACE", "F3   Ctrl-Space"
    FRESH = "run again, new seed", "F4", "n", "F4   Ctrl-N"
    AGAIN = "run again, same seed", "F5", "r", "F5   Ctrl-R"
    SLOWER = "slower, down to statements", "F6", "MINUS KP_MINUS", "F6   Ctrl -"
    FASTER = "faster", "F7", "PLUS EQUALS KP_PLUS", "F7   Ctrl +"
    CONSOLE = "the console's pace", "F8", "0 KP0", "F8   Ctrl-0"
    FULL = "full speed", "F9", "f", "F9   Ctrl-F"
    DRAWS = "draw by draw", "", "d", "     Ctrl-D"
    STATEMENTS = "statement by statement", "", "t", "     Ctrl-T"
    RECORD = "record a GIF, and stop", "F10", "g", "F10  Ctrl-G"
    FULL_SCREEN = "full screen, and back", "F11", "", "F11  Alt-Enter"
    SCREENSHOT = "save the picture", "F12", "s", "F12  Ctrl-S"
    MUTE = "sound off, and on", "", "m", "     Ctrl-M"
    STOP = "START: stop the listing", "", "c q w", "     Ctrl-C"
    LEAVE = "close the help", "ESCAPE", "", "Esc"

    def __init__(self, words: str, keys: str, with_control: str, shown: str) -> None:
        self.words, self.shown = words, shown
        self.keys, self.with_control = keys.split(), with_control.split()


ACTION_KEYS = {key: action for action in Action for key in action.keys}
CONTROL_KEYS = {key: action for action in Action for key in action.with_control}
ALTERNATE_KEYS: dict[str, Action] = {"RETURN": Action.FULL_SCREEN, "KP_ENTER": Action.FULL_SCREEN}
"""The window's keys with Alt held."""

HELP_TITLE = "Keys of the console and of the window"
ABOUT_TITLE = "What the listing says; F1 again: all keys"
GAME_TITLE = "How to play; F1 again: all keys"
HELP_LINES = (
    "Arrows, W A S D the control pad",
    "Z, J, Enter     A",
    "X, K, Backspace B",
    "C, U  V         X  Y",
    "Q  E  O  P      L  R  ZL  ZR",
    "T  F  G  H      the circle pad",
    "Mouse           the stylus on the lower screen",
    *(f"{action.shown:15} {action.words}" for action in Action),
)
"""What F1 shows below its title, one row each."""


def lines_beside_prompt() -> tuple[str, ...]:
    """Returns the rows of the help for a window next to the OK prompt, where RUN is typed to run again."""
    running = re.compile(f"{Action.FRESH.words}|{Action.AGAIN.words}")
    return tuple(running.sub("RUN", row) for row in HELP_LINES)
