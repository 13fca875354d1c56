"""The line that is typed for INPUT and LINPUT: its text and its cursor."""

from __future__ import annotations

from retromaze.machine.input import typeable


class LineEditor:
    """A line of text under a cursor; `cursor` 0 stands before the first character."""

    def __init__(self) -> None:
        self.text = ""
        self.cursor = 0

    def insert(self, text: str) -> None:
        """Puts text at the cursor; control characters, and those beyond 16 bits, are dropped."""
        text = "".join(filter(str.isprintable, typeable(text)))
        self.text = self.text[: self.cursor] + text + self.text[self.cursor :]
        self.cursor += len(text)

    def backspace(self) -> None:
        """Takes the character before the cursor."""
        if self.cursor:
            self.cursor -= 1
            self.delete()

    def delete(self) -> None:
        """Takes the character under the cursor."""
        self.text = self.text[: self.cursor] + self.text[self.cursor + 1 :]

    def left(self) -> None:
        self.cursor = max(0, self.cursor - 1)

    def right(self) -> None:
        self.cursor = min(len(self.text), self.cursor + 1)

    def home(self) -> None:
        self.cursor = 0

    def end(self) -> None:
        self.cursor = len(self.text)
