"""What the console keeps outside of programs: clipboard, function keys, dialogs.

Source: manual, System variables, Data operations and others, DIRECT mode.
"""

from __future__ import annotations

from retromaze.machine.observed import Effect, observed

RIGHT_BUTTON = 1
FIRST_DIALOG_BUTTON = 128
LAST_BUTTON = 12
KEYS = ("FILES\r", 'LOAD "', 'SAVE "', "LIST\r", "RUN\r")
"""The texts of the function keys at the start."""


class Desk:
    """`clipboard` is the text kept last; `keys` are the texts of the five function keys.

    What is not known of them stands with the words of the language that change them.
    """

    def __init__(self) -> None:
        self.clipboard = ""
        self.keys = [*KEYS]

    @observed(Effect.PREPARES, "sets the clipboard by")
    def keep(self, text: str) -> None:
        """CLIPBOARD: keeps a text until the next one."""
        self.clipboard = text

    @observed(Effect.PREPARES, "sets by")
    def set_key(self, number: int, text: str) -> None:
        """KEY: gives function key `number`, 1 to 5, the `text` that it types; ValueError for others."""
        if not 1 <= number <= len(self.keys):
            raise ValueError(f"there is no function key {number}")
        self.keys[number - 1] = text

    @observed(Effect.PREPARES, "asks by")
    def dialog(self, text: str, kind: int = 0, caption: str = "", seconds: int = 0) -> int:
        """DIALOG: shows a message `text` below its `caption`, and gives what was answered.

        1 is the right button; a negative `kind` is a mask of the console's buttons, and gives 128 and the
        number of one of them. Nobody is asked while a program runs unwatched: the right button, or the first
        of the mask, is taken at once, so `seconds` says nothing.
        """
        if kind >= 0:
            return RIGHT_BUTTON
        mask = -kind
        return FIRST_DIALOG_BUTTON + min((mask & -mask).bit_length() - 1, LAST_BUTTON)

    @observed(Effect.PREPARES, "asks by")
    def entry_dialog(self, text: str, caption: str, longest: int) -> None:
        """DIALOG for a text of `longest` characters at most, `text` at first; `Machine.ask` has the answer.

        `caption` stands above it.
        """
