"""What a port cannot do: an error that names the listing's line."""

from __future__ import annotations

from retromaze.errors import RetromazeError
from retromaze.language.nodes import Expression
from retromaze.python.carried import visible_text


class CannotPort(RetromazeError):
    """A listing does what no port can, or what this program cannot write as one: `line` says where."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = visible_text(reason)
        super().__init__(f"line {line}: {self.reason}")


# Families of builtins that need what only the running interpreter has.
OUT_OF_REACH = {
    "programs": "works on the program slots, and a port has none",
    "program_editor": "works on the program slots, and a port has none",
    "devices": "uses a device that ports do not know",
    "files": "works on files in a way that ports do not know",
    "inquiry": "asks about names of the running listing, and a port has other names",
    "system": "belongs to the running listing's system, which a port does not have",
    "clock": "is not known to ports",
}
OTHER_SLOTS = "runs a program of another slot, and a port has no slots"


def cannot_call(line: int, name: str, family: str) -> CannotPort:
    """The refusal of a word."""
    reason = OUT_OF_REACH.get(family, "is not ported yet")
    return CannotPort(line, f"{name} {reason}")


def cannot_find_data(line: int, word: str, label: Expression | None, name: str) -> CannotPort:
    """The refusal of RESTORE or COPY where no label of this name, "" if that is worked out, is there."""
    if label is None:
        return CannotPort(line, f"{word} without a label always fails")
    if name:
        return CannotPort(line, f"there is no label @{name} to {word}")
    return CannotPort(line, f"{word} of a label that is worked out is not known to ports")
