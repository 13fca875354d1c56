"""A listing as an editor holds it: its lines, its errors and blocks, and its names with all their places.

Labels, DEFs and variables belong to the scopes that `language.analysis` finds. What it does not look at is
added here: a name in a text, or behind NEXT.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, cached_property
from itertools import takewhile
from operator import eq
from typing import NamedTuple

from retromaze.builtins import load_all
from retromaze.builtins.registry import VARIABLES
from retromaze.editor.words import Line, Role, Word
from retromaze.errors import BasicError, OutOfCodeMemory
from retromaze.language import nodes
from retromaze.language.analysis import Analysis, MachineWords, analyse_prepared
from retromaze.language.letters import capitals
from retromaze.language.lines import is_too_long, too_long, with_line_feeds
from retromaze.language.program import Scope

OWN = {Role.DECLARED, Role.ARRAY}
SEEN = {Role.VARIABLE, Role.STORED, *OWN}
WRITING = {Role.STORED, Role.PARAMETER, *OWN}
MAKING = {*WRITING, Role.LABEL, Role.DEF}
SLOT = re.compile("0:")
"""What a text may have before a name of the program in slot 0, where a listing runs here."""


class Kind(Enum):
    """The kinds of names."""

    LABEL = "label"
    DEF = "DEF"
    VARIABLE = "variable"


class Place(NamedTuple):
    """The place of a name, without the mark or quote before it; line and columns count from 0."""

    line: int
    column: int
    end: int
    role: Role = Role.OTHER

    @property
    def is_change(self) -> bool:
        """Whether the name is made there or gets a value."""
        return self.role in MAKING


@dataclass(eq=False)
class Name:
    """A label, a DEF or a variable of a scope; `name` is upper case, without the @ of a label."""

    kind: Kind
    name: str
    scope: Scope
    places: list[Place] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The name as it is written: a label with its @."""
        return f"@{self.name}" if self.kind is Kind.LABEL else self.name

    @property
    def mark(self) -> int:
        """The length of the mark before a place: 1 for the @ of a label, else 0."""
        return len(self.title) - len(self.name)

    @property
    def definition(self) -> Place | None:
        """Where it is made: a label, a heading, VAR and DIM, else where a variable gets its first value."""
        wanted = ({Role.LABEL, Role.DEF, Role.PARAMETER, *OWN}, WRITING, SEEN)
        found = (place for roles in wanted for place in self.places if place.role in roles)
        return next(found, None)


class Definition(NamedTuple):
    """A DEF with its scope; its start, and the end behind its END, are lines and columns from 0."""

    scope: Scope
    start: tuple[int, int]
    end: tuple[int, int]


class Listing:
    """The text of a listing, and what is derived from it on first use: lines, errors, blocks, names.

    `before`, the same listing before its last change, gives up its lines to this one.
    """

    def __init__(self, text: str, before: Listing | None = None) -> None:
        self.source = with_line_feeds(text)
        self.texts = self.source.split("\n")
        self.known: list[Line] = before.__dict__.get("lines", before.known) if before else []

    @cached_property
    def lines(self) -> list[Line]:
        """The lines; between the first and the last change they are read. What no slot holds has none."""
        if is_too_long(self.source):
            return []
        first = common([each.text for each in self.known], self.texts)
        rest = [each.text for each in self.known[first:]]
        last = common(rest[::-1], self.texts[first:][::-1])
        read = self.texts[first : len(self.texts) - last]
        moved = self.known[len(self.known) - last :]
        shift = len(self.texts) - len(self.known)
        for line in moved if shift else ():
            line.move(line.number + shift)
        return [*self.known[:first], *(Line(text, at) for at, text in enumerate(read, first + 1)), *moved]

    @cached_property
    def errors(self) -> list[BasicError]:
        """The machine's errors before a program starts, the one that a run reports first."""
        if is_too_long(self.source):
            return [too_long(self.source)]
        found = self.analysed[1]
        return list({(each.line, each.column, each.number): each for each in reversed(found)}.values())[::-1]

    @property
    def analysis(self) -> Analysis:
        """The scopes and blocks of all that can be read."""
        return self.analysed[0]

    @cached_property
    def analysed(self) -> tuple[Analysis, list[BasicError]]:
        found = [error for line in self.lines for error in line.errors]
        errors = sorted(found, key=lambda error: isinstance(error, OutOfCodeMemory))
        statements = [each for line in self.lines for each in line.statements]
        return analyse_prepared(statements, machine_words(), source=self.source, errors=errors), errors

    @property
    def main(self) -> Scope:
        return self.analysis.program.main

    @cached_property
    def definitions(self) -> list[Definition]:
        """The DEFs that have an END, in the order of the listing."""
        scopes = {each.routine.define: each for each in self.analysis.owners}
        return [
            Definition(
                scopes[extent.begin],
                (extent.begin.line - 1, extent.begin.column - 1),
                (extent.end.line - 1, extent.end.column - 1 + len("END")),
            )
            for extent in self.analysis.extents
            if isinstance(extent.begin, nodes.Define)
        ]

    @cached_property
    def names(self) -> Names:
        """Labels, DEFs and variables with the places where they stand."""
        return Names(self)

    def word_at(self, line: int, column: int) -> Word | None:
        """The word that a cursor before that character touches, the one behind it first; places from 0."""
        if not 0 <= line < len(self.lines):
            return None
        touching = [each for each in self.lines[line].words if each.column <= column <= each.end]
        return touching[-1] if touching else None

    def scope_at(self, line: int, column: int) -> Scope:
        """The scope that a place lies in."""
        around = (each.scope for each in self.definitions if each.start <= (line, column) < each.end)
        return next(around, self.main)


def common(some: Sequence[str], others: Sequence[str]) -> int:
    """Returns how many items two sequences have in common at their beginnings."""
    return sum(1 for _ in takewhile(bool, map(eq, some, others)))


@cache
def machine_words() -> MachineWords:
    """Returns the words that read like variables and belong to the machine."""
    load_all()
    writable = (name for name, each in VARIABLES.items() if each.write)
    return MachineWords(frozenset(VARIABLES), frozenset(writable))


class Names:
    """All names of a listing, each with all places where it stands."""

    def __init__(self, listing: Listing) -> None:
        self.main = listing.main
        self.every: list[Name] = []
        """All of them, in the order in which they are mentioned first."""
        self.by_title: dict[tuple[Scope, str], Name] = {}
        words = list(scoped_words(listing))
        self.defs = {word.word for _, word, _ in words if word.role is Role.DEF}
        for number, word, scope in words:
            self.add(word, scope, Place(number, word.column, word.end, word.role))

    def label(self, scope: Scope, name: str) -> Name | None:
        return self.by_title.get((scope, f"@{name}"))

    def at(self, line: int, column: int) -> tuple[Place, Name] | None:
        """The name that a cursor before that character touches, the one behind it first."""
        found = ((place, name) for name in self.every for place in name.places if place.line == line)
        touching = [each for each in found if each[0].column - each[1].mark <= column <= each[0].end]
        return max(touching, key=lambda each: each[0].column, default=None)

    def seen_from(self, scope: Scope) -> list[Name]:
        """The variables, labels and DEFs that may be named there, its own first."""
        own = [each for each in self.every if each.scope is scope and each.kind is not Kind.DEF]
        taken = {each.name for each in own if each.kind is Kind.VARIABLE}
        globally = [each for each in self.every if each.scope is self.main and each.kind is Kind.VARIABLE]
        beyond = [each for each in globally if each.name not in taken] if scope is not self.main else []
        return [*own, *beyond, *(each for each in self.every if each.kind is Kind.DEF)]

    # ---- finding them

    def put(self, kind: Kind, scope: Scope, name: str, place: Place) -> None:
        title = f"@{name}" if kind is Kind.LABEL else f"DEF {name}" if kind is Kind.DEF else name
        found = self.by_title.get((scope, title))
        if found is None:
            found = self.by_title[scope, title] = Name(kind, name, scope)
            self.every.append(found)
        found.places.append(place)

    def add(self, word: Word, scope: Scope, place: Place) -> None:
        """Adds a word to the name that it is."""
        name = word.word
        match word.role:
            case Role.VARIABLE | Role.STORED | Role.PARAMETER | Role.DECLARED | Role.ARRAY:
                self.add_variable(name, scope, place)
            case Role.CALL:
                if name in self.defs:
                    self.put(Kind.DEF, self.main, name, place)
            case Role.DEF:
                self.put(Kind.DEF, self.main, name, place)
            case Role.COUNTER:
                if self.is_known(name, scope):
                    self.add_variable(name, scope, place)
            case Role.LABEL | Role.JUMP | Role.CALLED_LABEL:
                self.put(Kind.LABEL, scope, name[1:], place._replace(column=place.column + 1))
            case Role.DATA_LABEL | Role.LABEL_VALUE:
                found_in = self.reached(name[1:], scope)
                self.put(Kind.LABEL, found_in, name[1:], place._replace(column=place.column + 1))
            case _:
                self.add_text(word, scope, place)

    def add_variable(self, name: str, scope: Scope, place: Place) -> None:
        """Adds a variable, unless it is one of the machine's own."""
        if name not in VARIABLES:
            is_global = name in scope.visible and name not in scope.variables
            self.put(Kind.VARIABLE, self.main if is_global else scope, name, place)

    def is_known(self, name: str, scope: Scope) -> bool:
        """Whether a scope has or sees a variable of that name."""
        return scope.find(name) is not None or name in self.main.variables

    def reached(self, name: str, scope: Scope) -> Scope:
        """Returns the scope of a label: the scope itself, or the main program if only that has the label."""
        return self.main if name not in scope.labels and name in self.main.labels else scope

    def add_text(self, word: Word, scope: Scope, place: Place) -> None:
        """Adds a literal that names something of this listing."""
        text, start = word.text.removeprefix('"').removesuffix('"'), word.column + 1
        if found := SLOT.match(text):
            text, start = text[found.end() :], start + found.end()
        name, place = capitals(text), place._replace(column=start, end=start + len(text))
        is_main = word.role in {Role.MAIN_LABEL_NAME, Role.CALLED_NAME, Role.GLOBAL_NAME}
        if word.role in {Role.VARIABLE_NAME, Role.GLOBAL_NAME}:
            scope = self.main if is_main else scope
            if self.is_known(name, scope):
                self.add_variable(name, scope, place)
        elif name[:1] == "@":
            if word.role is not Role.DEF_NAME and len(name) > 1:
                found_in = self.main if is_main else self.reached(name[1:], scope)
                self.put(Kind.LABEL, found_in, name[1:], place._replace(column=start + 1))
        elif name in self.defs and word.role in {Role.DEF_NAME, Role.CALLED_NAME}:
            self.put(Kind.DEF, self.main, name, place)


def scoped_words(listing: Listing) -> Iterator[tuple[int, Word, Scope]]:
    """Yields the words that may be names, each with its line and the scope of its statement."""
    owners = iter(listing.analysis.owners)
    scope = listing.main
    for number, line in enumerate(listing.lines):
        waiting = [(each.statement.column - 1, next(owners)) for each in line.statements][::-1]
        for word in line.names:
            while waiting and waiting[-1][0] <= word.column:
                scope = waiting.pop()[1]
            yield number, word, scope
        if waiting:
            scope = waiting[0][1]
