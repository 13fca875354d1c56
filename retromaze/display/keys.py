"""The keys of the window: those of the console's buttons, and the window's own."""

from __future__ import annotations

import enum

from retromaze.machine.input import Buttons

BUTTON_KEYS: dict[str, Buttons] = {
    "UP": Buttons.UP,
    "w": Buttons.UP,
    "DOWN": Buttons.DOWN,
    "s": Buttons.DOWN,
    "LEFT": Buttons.LEFT,
    "a": Buttons.LEFT,
    "RIGHT": Buttons.RIGHT,
    "d": Buttons.RIGHT,
    "z": Buttons.A,
    "j": Buttons.A,
    "RETURN": Buttons.A,
    "x": Buttons.B,
    "k": Buttons.B,
    "BACKSPACE": Buttons.B,
    "c": Buttons.X,
    "u": Buttons.X,
    "v": Buttons.Y,
    "q": Buttons.L,
    "e": Buttons.R,
    "o": Buttons.ZL,
    "p": Buttons.ZR,
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
    """A command to the window; the value is its line in the help."""

    HELP = "these keys"
    PAUSE = "pause, go on"
    STEP = "one step, then pause"
    FRESH = "run again, new seed"
    AGAIN = "run again, same seed"
    SLOWER = "slower, down to statements"
    FASTER = "faster"
    CONSOLE = "the console's pace"
    FULL = "full speed"
    DRAWS = "draw by draw"
    STATEMENTS = "statement by statement"
    RECORD = "record a GIF, and stop"
    FULL_SCREEN = "full screen, and back"
    SCREENSHOT = "save the picture"
    MUTE = "sound off, and on"
    STOP = "START: stop the listing"
    LEAVE = "close the help"


KEYS = {
    Action.HELP: ("F1", "h"),
    Action.PAUSE: ("F2 PAUSE", "p"),
    Action.STEP: ("F3", "SPACE"),
    Action.FRESH: ("F4", "n"),
    Action.AGAIN: ("F5", "r"),
    Action.SLOWER: ("F6", "MINUS KP_MINUS"),
    Action.FASTER: ("F7", "PLUS EQUALS KP_PLUS"),
    Action.CONSOLE: ("F8", "0 KP0"),
    Action.FULL: ("F9", "f"),
    Action.DRAWS: ("", "d"),
    Action.STATEMENTS: ("", "t"),
    Action.RECORD: ("F10", "g"),
    Action.FULL_SCREEN: ("F11", ""),
    Action.SCREENSHOT: ("F12", "s"),
    Action.MUTE: ("", "m"),
    Action.STOP: ("", "c q w"),
    Action.LEAVE: ("ESCAPE", ""),
}
"""The window's own keys, and those with Ctrl (or the Mac's Command) where function keys are hidden.

They type nothing: a listing that asks for letters gets every letter, digit and space.
"""
ACTION_KEYS = {key: action for action, (keys, _) in KEYS.items() for key in keys.split()}
CONTROL_KEYS = {key: action for action, (_, keys) in KEYS.items() for key in keys.split()}
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
    f"F1   Ctrl-H     {Action.HELP.value}",
    f"F2   Ctrl-P     {Action.PAUSE.value}",
    f"F3   Ctrl-Space {Action.STEP.value}",
    f"F4   Ctrl-N     {Action.FRESH.value}",
    f"F5   Ctrl-R     {Action.AGAIN.value}",
    f"F6   Ctrl -     {Action.SLOWER.value}",
    f"F7   Ctrl +     {Action.FASTER.value}",
    f"F8   Ctrl-0     {Action.CONSOLE.value}",
    f"F9   Ctrl-F     {Action.FULL.value}",
    f"     Ctrl-D     {Action.DRAWS.value}",
    f"     Ctrl-T     {Action.STATEMENTS.value}",
    f"F10  Ctrl-G     {Action.RECORD.value}",
    f"F11  Alt-Enter  {Action.FULL_SCREEN.value}",
    f"F12  Ctrl-S     {Action.SCREENSHOT.value}",
    f"     Ctrl-M     {Action.MUTE.value}",
    f"     Ctrl-C     {Action.STOP.value}",
    f"Esc             {Action.LEAVE.value}",
)
"""What F1 shows below its title, one row each."""

AT_PROMPT = {Action.FRESH: "RUN", Action.AGAIN: "RUN"}
"""The other meaning of actions in a window next to the OK prompt."""


def lines_beside_prompt() -> tuple[str, ...]:
    """Returns the rows of the help for a window next to the OK prompt."""
    rows = list(HELP_LINES)
    for action, words in AT_PROMPT.items():
        rows = [row.replace(action.value, words) for row in rows]
    return tuple(rows)
