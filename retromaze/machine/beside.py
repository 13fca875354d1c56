"""Read-only access to the folder of a listing, whose files it may load.

Files there have the names of a PC: `MAZE` is MAZE, maze.txt or Maze.bas, an array or page of that name
maze.json or maze.png, as `retromaze convert` names what it makes of the console's files. A file of the
console itself is found by its name on the console's disk too: TMAZE for a text or program, BMAZE for an array
or page. Names arrive validated and hold nothing that a path could be made of; only regular files are opened,
no links.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from retromaze.errors import IllegalFileFormat
from retromaze.machine.containers import LETTERS, is_container, list_of
from retromaze.machine.folder import file_names, is_regular, read_regular
from retromaze.machine.names import is_file_name

SUFFIXES = {"TXT": ("", ".TXT", ".BAS", ".PRG"), "DAT": ("", ".JSON", ".PNG")}
"""What may follow a name, by the kind of file: the first that is there counts."""


class Beside:
    """The files beside a listing, which itself is none of them.

    They are looked for anew each time, unless the names in the folder are given once and for all.
    """

    def __init__(self, listing: Path, names: Mapping[str, Sequence[str]] | None = None) -> None:
        self.root = Path(os.path.realpath(listing.parent))
        self.listing = listing.name
        self.names = names

    @property
    def place(self) -> str:
        """Where is looked, for who is told that something is missing."""
        return str(self.root)

    def exists(self, kind: str, name: str) -> bool:
        return self.found(kind, name) is not None

    def read(self, kind: str, name: str) -> bytes | None:
        """The bytes of a file, lines of a text ended by line feeds; None where it is missing or kept from us.

        Raises IllegalFileFormat for a file larger than any of the machine's.
        """
        path = self.found(kind, name)
        try:
            data = None if path is None else read_regular(path)
        except OSError:
            return None
        if data is None or kind != "TXT" or is_container(data):
            return data
        return data.replace(b"\r\n", b"\n")

    def found(self, kind: str, name: str) -> Path | None:
        """The file of that name, in capitals or not; of several that differ in that alone always the same."""
        names = names_by_capitals(self.root) if self.names is None else self.names
        paths = (self.spelled(name + suffix, names) for suffix in SUFFIXES[kind])
        plain = next((path for path in paths if path and is_regular(path)), None)
        if plain:
            return plain
        on_disk = self.spelled(LETTERS[kind] + name, names)
        return on_disk if on_disk and is_console_file(on_disk, kind) else None

    def spelled(self, capitals: str, names: Mapping[str, Sequence[str]]) -> Path | None:
        """The file of a name that is spelled so but for its capitals, the first of several."""
        others = (each for each in names.get(capitals, ()) if each != self.listing)
        return next((self.root / each for each in others), None)


def names_by_capitals(folder: Path) -> dict[str, list[str]]:
    """The names in a folder by their capitals, sorted; none with letters that no name of the machine has."""
    found: dict[str, list[str]] = {}
    for name in sorted(each for each in file_names(folder) if each.isascii()):
        found.setdefault(name.upper(), []).append(name)
    return found


class TakenFiles:
    """Files that were beside a listing when they were taken, so that a run can be repeated.

    `files` are their bytes by list and name. What is not among them is taken from the `disk` when it is first
    found there, if that is given.
    """

    def __init__(
        self, root: Path, files: Mapping[tuple[str, str], bytes], disk: Beside | None = None
    ) -> None:
        self.root = root
        self.files = dict(files)
        self.disk = disk

    @property
    def place(self) -> str:
        return str(self.root) if self.disk else f"what the listing names in {self.root}"

    def exists(self, kind: str, name: str) -> bool:
        return self.read(kind, name) is not None

    def read(self, kind: str, name: str) -> bytes | None:
        """The bytes of a file; None where it was missing. Raises IllegalFileFormat as `Beside.read`."""
        if self.disk and (kind, name) not in self.files:
            data = self.disk.read(kind, name)
            if data is not None:
                self.files[kind, name] = data
        return self.files.get((kind, name))


def names_of(file: str, kind: str) -> list[str]:
    """The names by which a file of a list is found beside a listing; none where no name of the machine fits.

    The name that a file of the console has on its disk is not among them.
    """
    capitals = file.upper() if file.isascii() else ""
    ended = [capitals.removesuffix(suffix) for suffix in SUFFIXES[kind] if capitals.endswith(suffix)]
    return [name for name in ended if is_file_name(name)]


def is_console_file(path: Path, kind: str) -> bool:
    """Whether it is a file of the console that belongs to that list: THE is no text HE."""
    try:
        data = read_regular(path) if is_regular(path) else None
    except (OSError, IllegalFileFormat):
        return False
    return data is not None and list_of(data) == kind
