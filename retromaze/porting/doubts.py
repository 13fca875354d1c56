"""Finds what a port may do otherwise though it is not refused: words that tell time or move with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from retromaze.builtins.handling import Look
from retromaze.language import nodes
from retromaze.language.program import Program, Scope
from retromaze.language.walk import every
from retromaze.lowering.facts.declared import looks_of

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
