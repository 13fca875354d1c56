"""Finds what a port may do otherwise though it is not refused: words that tell how much time has passed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from retromaze.builtins.handling import Look
from retromaze.language import nodes
from retromaze.language.program import Program, Scope
from retromaze.language.walk import every
from retromaze.lowering.facts.declared import looks_of


class Doubt(NamedTuple):
    """A line of the listing, and the sentence about it."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


def doubts_of(program: Program) -> list[Doubt]:
    """Each word that tells how much time has passed, where it is asked first."""
    first: dict[str, int] = {}
    for scope in program.scopes:
        for word, line in clock_words(scope):
            first[word] = min(line, first.get(word, line))
    reason = "{} tells time, which passes while a listing works and not while its port does"
    return sorted(Doubt(line, reason.format(word)) for word, line in first.items())


def clock_words(scope: Scope) -> Iterator[tuple[str, int]]:
    """The words, each time with their line."""
    for head in scope.heads:
        for node in every(head):
            match node:
                case nodes.Name(name=name) if tells_time(name) and scope.find(name) is None:
                    yield name, node.line
                case nodes.Function(name=name, arguments=()) if tells_time(name):
                    yield name, node.line
                case nodes.Instruction(name=name, arguments=()) if tells_time(name):
                    yield name, node.line


def tells_time(name: str) -> bool:
    """Whether a word looks at the clock where it is given nothing; TMREAD also takes texts apart."""
    return Look.CLOCK in looks_of(name)
