"""Names of a listing in its port: lower case, one for each, none of Python's own."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable

from retromaze.language.numbers import CONSTANTS
from retromaze.language.program import Program

PLAIN = {"math"}
FROM = {
    "suppress": ("contextlib", "suppress"),
    "Any": ("typing", "Any"),
    "UndefinedLabel": ("retromaze.errors", "UndefinedLabel"),
    "TypeMismatch": ("retromaze.errors", "TypeMismatch"),
    "Buttons": ("retromaze.machine.input", "Buttons"),
    "channels": ("retromaze.machine.colors", "channels"),
    "rgb": ("retromaze.machine.colors", "rgb"),
    "basic": ("retromaze.ports", "basic"),
    "signals": ("retromaze.ports", "signals"),
    "deep_recursion": ("retromaze.recursion", "deep_recursion"),
}
"""What ports import, by its name: a module and what it is called there."""
SUFFIXES = {"$": "_text", "%": "_int", "#": "_real"}
OURS = {"machine", "self", "main", "run", "basic", "math", "step", "data", "Machine", "l"}
TAKEN = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *OURS, *FROM}


class Names:
    """The names of one port: those of variables, which stay the same in every scope, DEFs and labels."""

    def __init__(self, program: Program, labels: Iterable[str]) -> None:
        self._used: set[str] = set(TAKEN)
        names = {name for scope in program.scopes for name in (*scope.variables, *scope.visible)}
        # A name without a suffix has the first claim to its letters.
        ordered = sorted(names, key=lambda name: (name[-1] in SUFFIXES, name))
        self._variables = {name: self._free(name, "") for name in ordered}
        self._definitions = {name: self._free(name, "_def") for name in program.definitions}
        self._labels = {label: self._free(label, "_sub") for label in labels}
        self._ours: dict[str, str] = {}

    def _free(self, name: str, ending: str) -> str:
        stem = stem_of(name)
        suffix = SUFFIXES.get(name[-1], "")
        choices = [stem, stem + (suffix or ending or "_"), stem + "_", stem + suffix + "_"]
        found = next((each for each in choices if each not in self._used), "")
        number = 2
        while not found:
            found = f"{stem}_{number}" if f"{stem}_{number}" not in self._used else ""
            number += 1
        self._used.add(found)
        return found

    def variable(self, name: str) -> str:
        return self._variables[name]

    def definition(self, name: str, number: int = 0) -> str:
        """A DEF's function; those after the first are numbered from 2 on, and each is asked for once."""
        first = self._definitions[name]
        return self._free(f"{first}_{number + 1}", "_def") if number else first

    def label(self, name: str) -> str:
        """The function of a GOSUB."""
        return self._labels[name]

    @property
    def known(self) -> set[str]:
        """All names that the port has of its own."""
        return self._used - TAKEN

    def fresh(self, word: str) -> str:
        """A name of our own that nothing else has."""
        return self._free(word, "_")

    def ours(self, word: str) -> str:
        """The same, always one name for a word."""
        if word not in self._ours:
            self._ours[word] = self.fresh(word)
        return self._ours[word]


def stem_of(name: str) -> str:
    """The letters of a name in lower case, without its suffix."""
    stem = re.sub(r"[^A-Za-z0-9_]", "_", name.rstrip("$%#").lower())
    return stem if stem[:1].isalpha() or stem[:1] == "_" else f"at_{stem}"


def class_name(path: str) -> str:
    """`programs/button_game.bas` to `ButtonGame`; "Listing" where the path has no letters.

    What has a meaning in a port already gets another: `any.bas` is `AnyListing`.
    """
    stem = re.sub(r"\.\w+$", "", re.split(r"[/\\]", path)[-1])
    words = [word for word in re.split(r"[^A-Za-z0-9]+", stem) if word]
    name = "".join(word[0].upper() + word[1:] for word in words)
    if name in TAKEN or CONSTANTS.get(name) is not None:
        return f"{name}Listing"
    return name if name[:1].isalpha() else "Listing"
