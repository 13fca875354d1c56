"""Examines one program: whether it reads, what it needs, and where its files are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from retromaze.builtins.resources import Resource
from retromaze.editor.file_uses import FileUse, Role, file_uses
from retromaze.editor.needs import Needs, needs_of
from retromaze.errors import BasicError
from retromaze.language.lines import lines_of
from retromaze.language.program import Program
from retromaze.lowering.programs import analyse_listing
from retromaze.machine.beside import Beside
from retromaze.machine.storage import Storage
from retromaze.recursion import deep_recursion, let_go

FileKey = tuple[str | None, str, str]
"""A file's project (None the present one), list and name."""


class State(Enum):
    """Where a file is that a program loads."""

    THERE = "there"
    MADE = "made"
    """Not there yet: this program or another of its folder saves it."""
    ASKED = "asked for first"
    """Not there: the program asks by CHKFILE, so it knows what to do then."""
    COMPUTED = "computed"
    INVALID = "no name of a file"
    MISSING = "missing"


class Load(NamedTuple):
    """A file that a program loads, and its place if it is there, else the folders that were looked into."""

    use: FileUse
    state: State
    place: Path | None = None
    looked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A program that was read: what it is made of, or the machine's error."""

    name: str
    source: str
    program: Program | None
    error: BasicError | None
    uses: tuple[FileUse, ...] = ()

    @property
    def lines(self) -> int:
        return len(lines_of(self.source))

    @property
    def lends(self) -> frozenset[str]:
        """The names of its COMMON DEFs, which other programs may call."""
        definitions = self.program.definitions if self.program else {}
        return frozenset(name for name, scope in definitions.items() if scope.is_common)

    def keys(self, role: Role) -> set[FileKey]:
        """The files that it names in one role."""
        return {key_of(use.resource) for use in self.uses if use.role is role and use.resource}


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found of one program; nothing but the error of one that cannot be read."""

    reading: Reading
    needs: Needs | None
    loads: tuple[Load, ...]

    def uses(self, role: Role) -> list[FileUse]:
        return [use for use in self.reading.uses if use.role is role]

    @property
    def missing(self) -> list[Load]:
        return [load for load in self.loads if load.state in {State.MISSING, State.INVALID}]

    @property
    def runs(self) -> bool:
        """Whether it runs here as far as one can see."""
        needs = self.needs
        lacking = needs is None or needs.absent or needs.silent or needs.unknown or needs.refused
        return not (lacking or self.missing)


def read_program(source: str, name: str) -> Reading:
    """Reads a listing as the machine does before it runs it."""
    try:
        with deep_recursion:
            program = analyse_listing(source)
            return Reading(name, source, program, None, tuple(file_uses(program)))
    except BasicError as error:
        error.path, error.source = name, source
        return Reading(name, source, None, let_go(error))


def examine(
    reading: Reading, storage: Storage, others: Collection[str] = (), made: Collection[FileKey] = ()
) -> Examination:
    """Examines a program that finds its files in that storage, which knows what lies beside the listing.

    `others` are DEFs that other programs lend it, `made` files that others save.
    """
    if reading.program is None:
        return Examination(reading, None, ())
    made, asked = {*made, *reading.keys(Role.SAVES)}, reading.keys(Role.ASKS)
    loads = (use for use in reading.uses if use.role is Role.LOADS)
    found = tuple(located(use, storage, made, asked) for use in loads)
    return Examination(reading, needs_of(reading.program, others), found)


def located(use: FileUse, storage: Storage, made: Collection[FileKey], asked: Collection[FileKey]) -> Load:
    """Where a file is that is loaded."""
    resource = use.resource
    if resource is None:
        return Load(use, State.INVALID if use.is_invalid else State.COMPUTED)
    place = find(resource, storage)
    if place is not None:
        return Load(use, State.THERE, place)
    if key_of(resource) in made:
        return Load(use, State.MADE)
    if key_of(resource) in asked:
        return Load(use, State.ASKED)
    return Load(use, State.MISSING, looked=places_of(resource, storage))


def find(resource: Resource, storage: Storage) -> Path | None:
    """The place of the file that a name means, as LOAD would find it."""
    holder, name = storage.holder(resource.project), resource.name.upper()
    if storage.shelf.exists(holder, resource.list, name):
        return Path(storage.shelf.place(holder, resource.list)) / name
    beside = storage.beside_of(holder)
    return beside.found(resource.list, name) if isinstance(beside, Beside) else None


def places_of(resource: Resource, storage: Storage) -> tuple[str, ...]:
    """The folders in which it was looked for."""
    holder = storage.holder(resource.project)
    beside = storage.beside_of(holder)
    places = (storage.shelf.place(holder, resource.list), beside.place if beside else "")
    return tuple(filter(None, places))


def key_of(resource: Resource) -> FileKey:
    return resource.project and resource.project.upper(), resource.list, resource.name.upper()
