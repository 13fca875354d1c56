"""What a port cannot do, an error that names the listing's line, and what it may do otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from retromaze.analysis.declared import looks_of
from retromaze.builtins.handling import Look
from retromaze.errors import RetromazeError
from retromaze.language import nodes
from retromaze.language.nodes import Expression, every
from retromaze.language.program import Program, Scope
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


MOVERS = {"BGANIM", "SPANIM"}
"""What goes on by itself from there on, frame by frame."""
REASON = "{} {}, which passes while a listing works and not while its port does"


class Doubt(NamedTuple):
    """A line of the listing, and the sentence about it."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


def doubts_of(program: Program) -> list[Doubt]:
    """Each word that tells how much time has passed, or moves with it, where it stands first."""
    first: dict[str, int] = {}
    for scope in program.scopes:
        for word, line in clock_words(scope):
            first[word] = min(line, first.get(word, line))
    does = {word: "moves with time" if word in MOVERS else "tells time" for word in first}
    return sorted(Doubt(line, REASON.format(word, does[word])) for word, line in first.items())


def clock_words(scope: Scope) -> Iterator[tuple[str, int]]:
    """The words, each time with their line."""
    for head in scope.heads:
        for node in every(head):
            match node:
                case nodes.Name(name=name) if tells_time(name) and scope.find(name) is None:
                    yield name, node.line
                case nodes.Function(name=name, arguments=()) if tells_time(name):
                    yield name, node.line
                case nodes.Function(name=name) if Look.SOUND in looks_of(name):
                    yield name, node.line
                case nodes.Instruction(name=name, arguments=()) if tells_time(name):
                    yield name, node.line
                case nodes.Instruction(name=name) if name in MOVERS:
                    yield name, node.line


def tells_time(name: str) -> bool:
    """Whether a word looks at the clock where it is given nothing; TMREAD also takes texts apart."""
    return Look.CLOCK in looks_of(name)
