"""Labels, DEFs and variables of a listing, each with all places where it stands.

Scopes are those of `language.analysis`: a DEF has its own labels and variables, and sees the globals that the
main program mentions above it, and all arrays that it declares. Source: language reference, 1.5, 2.8, 4.9.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from retromaze.builtins import load_all
from retromaze.builtins.registry import VARIABLES
from retromaze.language.letters import capitals
from retromaze.language_server.blocks import Block
from retromaze.language_server.words import LineWords, Role, Word

MAIN = 0
"""The number of the main program among the scopes; DEFs are counted from 1 in the order of the listing."""
OWN = {Role.DECLARED, Role.ARRAY}
VARIABLES_SEEN = {Role.VARIABLE, Role.STORED, *OWN}
WRITING = {Role.STORED, Role.PARAMETER, *OWN}
SLOT = re.compile("0:")
"""What a text may have before a name of the program in slot 0, where a listing runs here."""


class Kind(Enum):
    """What a name is the name of."""

    LABEL = "label"
    DEF = "DEF"
    VARIABLE = "variable"


class Place(NamedTuple):
    """Where a name stands, without the mark or quote before it; line and columns count from 0."""

    line: int
    column: int
    end: int
    role: Role = Role.OTHER


@dataclass(eq=False)
class Name:
    """A label, a DEF or a variable; `name` is upper case, without the @ of a label.

    `scope` is the number of the scope that it belongs to. A name is `defined` where a label stands in front
    of a statement, a DEF has its heading, a variable is mentioned.
    """

    kind: Kind
    name: str
    scope: int
    places: list[Place] = field(default_factory=list)

    @property
    def title(self) -> str:
        """As it is written: a label with its @."""
        return f"@{self.name}" if self.kind is Kind.LABEL else self.name

    @property
    def mark(self) -> int:
        """How many characters of it stand before a place: the @ of a label."""
        return len(self.title) - len(self.name)

    @property
    def definition(self) -> Place | None:
        """Where it is made: a label, a heading, VAR and DIM, else where a variable gets its first value."""
        match self.kind:
            case Kind.LABEL:
                wanted = [{Role.LABEL}]
            case Kind.DEF:
                wanted = [{Role.DEF}]
            case Kind.VARIABLE:
                wanted = [{Role.PARAMETER, *OWN}, WRITING, VARIABLES_SEEN]
        found = (place for roles in wanted for place in self.places if place.role in roles)
        return next(found, None)

    @property
    def is_defined(self) -> bool:
        return self.definition is not None


@dataclass(frozen=True, eq=False)
class Extent:
    """A DEF: its name and its block."""

    name: str
    block: Block

    @property
    def start(self) -> tuple[int, int]:
        """Line and column of its DEF."""
        return self.block.start.line, self.block.start.column

    @property
    def end(self) -> tuple[int, int]:
        """Line and column behind its END."""
        return self.block.end.line, self.block.end.column + len(self.block.end.word)


class Names:
    """All names of a listing, and the scope of each line's words."""

    def __init__(self, extents: Sequence[Extent]) -> None:
        self.extents = extents
        self.by_key: dict[tuple[Kind, int, str], Name] = {}
        self.by_line: defaultdict[int, list[tuple[Place, Name]]] = defaultdict(list)

    @property
    def every(self) -> list[Name]:
        """All of them, in the order in which they are mentioned first."""
        return list(self.by_key.values())

    def add(self, kind: Kind, scope: int, name: str, place: Place) -> None:
        found = self.by_key.setdefault((kind, scope, name), Name(kind, name, scope))
        found.places.append(place)
        self.by_line[place.line].append((place, found))

    def find(self, kind: Kind, scope: int, name: str) -> Name | None:
        return self.by_key.get((kind, scope, name))

    def at(self, line: int, column: int) -> tuple[Place, Name] | None:
        """The name that a cursor before that character touches, the one behind it first."""
        found = self.by_line.get(line, ())
        touching = [(place, name) for place, name in found if place.column - name.mark <= column <= place.end]
        return touching[-1] if touching else None

    def scope_at(self, line: int, column: int) -> int:
        """The number of the scope that a place lies in."""
        for number, extent in enumerate(self.extents, 1):
            if extent.start <= (line, column) < extent.end:
                return number
        return MAIN

    def seen_from(self, scope: int) -> list[Name]:
        """The variables, labels and DEFs that may be named there, its own first."""
        own = [each for each in self.every if each.scope == scope and each.kind is not Kind.DEF]
        others = [each for each in self.every if each.scope == MAIN and each.kind is Kind.VARIABLE]
        taken = {each.name for each in own if each.kind is Kind.VARIABLE}
        beyond = [each for each in others if each.name not in taken] if scope != MAIN else []
        return [*own, *beyond, *(each for each in self.every if each.kind is Kind.DEF)]


class Placed(NamedTuple):
    """A word with its line and its scope."""

    word: Word
    line: int
    scope: int


def names_of(lines: Sequence[LineWords], blocks: Iterable[Block]) -> Names:
    """The names of a listing, by its lines and blocks."""
    load_all()
    definitions = sorted((each for each in blocks if each.kind == "DEF"), key=lambda each: each.start)
    names = Names([Extent(name_in_heading(lines, each), each) for each in definitions])
    naming = Naming(names, list(scoped_words(lines, names.extents)))
    naming.run()
    return names


def name_in_heading(lines: Sequence[LineWords], block: Block) -> str:
    """The name of a DEF, "" while it has none."""
    words = lines[block.start.line].words
    found = (each.word for each in words if each.column > block.start.column and each.role is Role.DEF)
    return next(found, "")


def scoped_words(lines: Sequence[LineWords], extents: Sequence[Extent]) -> Iterator[Placed]:
    """The words that may be names, each with the scope that it belongs to."""
    coming = list(enumerate(extents, 1))[::-1]
    for number, line in enumerate(lines):
        for word in line.words:
            if word.role is Role.OTHER or word.role is Role.COMMENT:
                continue
            place = (number, word.column)
            while coming and place >= coming[-1][1].end:
                coming.pop()
            inside = bool(coming) and place >= coming[-1][1].start
            yield Placed(word, number, coming[-1][0] if inside else MAIN)


class Naming:
    """Gives every word its name: first what there is, then who means what."""

    def __init__(self, names: Names, words: Sequence[Placed]) -> None:
        self.names = names
        self.words = words
        self.labels = {(each.scope, label_of(each.word)) for each in words if each.word.role is Role.LABEL}
        self.definitions = {each.word.word for each in words if each.word.role is Role.DEF}
        self.first: dict[tuple[int, str], int] = {}
        self.own: set[tuple[int, str]] = set()
        self.arrays: set[str] = set()

    def run(self) -> None:
        for at, (word, _, scope) in enumerate(self.words):
            key = (scope, word.word)
            if word.role is Role.PARAMETER or word.role in OWN:
                self.own.add(key)
            if word.role is Role.ARRAY and scope == MAIN:
                self.arrays.add(word.word)
            if word.role in VARIABLES_SEEN:
                self.first.setdefault(key, at)
        for each in self.words:
            self.add(each)

    def add(self, placed: Placed) -> None:
        """Adds a word to the name that it is."""
        word, line, scope = placed
        place = Place(line, word.column, word.end, word.role)
        match word.role:
            case Role.DEF:
                self.names.add(Kind.DEF, MAIN, word.word, place)
            case Role.CALL:
                if word.word in self.definitions:
                    self.names.add(Kind.DEF, MAIN, word.word, place)
            case Role.PARAMETER | Role.DECLARED | Role.ARRAY | Role.STORED | Role.VARIABLE:
                self.add_variable(word.word, scope, place)
            case Role.COUNTER:
                if self.is_known(word.word, scope):
                    self.add_variable(word.word, scope, place)
            case Role.LABEL | Role.JUMP | Role.CALLED_LABEL:
                self.add_label(label_of(word), scope, place._replace(column=place.column + 1))
            case Role.DATA_LABEL | Role.LABEL_VALUE:
                found = self.reached(label_of(word), scope)
                self.add_label(label_of(word), found, place._replace(column=place.column + 1))
            case _:
                self.add_text(placed)

    def add_variable(self, name: str, scope: int, place: Place) -> None:
        """Adds a variable, unless it is one of the machine's own."""
        if name not in VARIABLES:
            self.names.add(Kind.VARIABLE, self.scope_of(name, scope), name, place)

    def add_label(self, name: str, scope: int, place: Place) -> None:
        self.names.add(Kind.LABEL, scope, name, place)

    def scope_of(self, name: str, scope: int) -> int:
        """The scope whose variable a name means in a scope."""
        key, globally = (scope, name), (MAIN, name)
        if scope == MAIN or key in self.own:
            return scope
        above = globally in self.first and self.first[globally] < self.first.get(key, -1)
        return MAIN if above or name in self.arrays else scope

    def is_known(self, name: str, scope: int) -> bool:
        """Whether a scope has or sees a variable of that name."""
        return not {(scope, name), (MAIN, name)}.isdisjoint(self.first.keys() | self.own)

    def reached(self, name: str, scope: int) -> int:
        """The scope whose label is meant where those of the main program can be reached too."""
        return MAIN if (scope, name) not in self.labels and (MAIN, name) in self.labels else scope

    def add_text(self, placed: Placed) -> None:
        """Adds a literal that names something of this listing."""
        word, line, scope = placed
        text = word.text.removeprefix('"').removesuffix('"')
        start = word.column + 1
        if found := SLOT.match(text):
            text, start = text[found.end() :], start + found.end()
        name, place = capitals(text), Place(line, start, start + len(text), word.role)
        is_main = word.role in {Role.MAIN_LABEL_NAME, Role.CALLED_NAME, Role.GLOBAL_NAME}
        if word.role in {Role.VARIABLE_NAME, Role.GLOBAL_NAME}:
            scope = MAIN if is_main else scope
            if self.is_known(name, scope):
                self.add_variable(name, scope, place)
        elif name[:1] == "@":
            if word.role is not Role.DEF_NAME and len(name) > 1:
                found_in = MAIN if is_main else self.reached(name[1:], scope)
                self.add_label(name[1:], found_in, place._replace(column=start + 1))
        elif name in self.definitions and word.role in {Role.DEF_NAME, Role.CALLED_NAME}:
            self.names.add(Kind.DEF, MAIN, name, place)


def label_of(word: Word) -> str:
    """The name of a label, without its mark."""
    return word.word.removeprefix("@")
