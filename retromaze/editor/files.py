"""Reads files from the disk, and examines a program with those that it loads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from retromaze.builtins.resources import PROGRAM
from retromaze.editor.contents import Contents, read_contents
from retromaze.editor.examination import Examination, Reading, examine, find, read_program
from retromaze.editor.file_uses import Role
from retromaze.errors import IllegalFileFormat
from retromaze.machine.beside import Beside, TakenFiles, names_by_capitals
from retromaze.machine.folder import read_regular
from retromaze.machine.storage import Storage

MOST_LENDERS, MOST_CHARACTERS = 16, 2 << 20
"""Programs, and their characters, that are read for their COMMON DEFs."""
MOST_TAKEN = 64 << 20
"""Bytes of the files that are taken along with a listing."""
NAMED = (Role.LOADS, Role.ASKS)


def contents_at(path: Path) -> Contents:
    """What a file on the disk holds."""
    try:
        data = read_regular(path)
    except IllegalFileFormat as error:
        return Contents("", reason=error.detail)
    except OSError as error:
        return Contents("", reason=error.strerror or str(error))
    return Contents("", reason="no regular file") if data is None else read_contents(data, path.name)


def storage_beside(listing: Path, folder: Path, names: Mapping[str, Sequence[str]] | None = None) -> Storage:
    """The storage as `retromaze run` gives it to a listing; `names` are those in its folder, if known."""
    storage = Storage(folder)
    storage.beside = Beside(listing, names_by_capitals(listing.parent) if names is None else names)
    return storage


def examine_program(text: str, place: Path, folder: Path) -> Examination:
    """Examines a program at a place of the disk; `folder` is the storage's."""
    storage = storage_beside(place, folder)
    reading = read_program(text, str(place))
    others = lenders(reading, storage)
    lent = {name for each in others for name in each.lends}
    made = {key for each in others for key in each.keys(Role.SAVES)}
    return examine(reading, storage, lent, made)


def lenders(reading: Reading, storage: Storage) -> list[Reading]:
    """The programs that a program loads, and those that these load."""
    found: dict[Path, Reading] = {}
    waiting = [reading]
    room = MOST_CHARACTERS
    while waiting:
        for place in programs_loaded(waiting.pop(), storage):
            if place not in found and len(found) < MOST_LENDERS:
                text = contents_at(place).text
                room -= len(text)
                found[place] = read_program(text if room >= 0 else "", str(place))
                waiting.append(found[place])
    return list(found.values())


def taken_beside(listing: Path, text: str) -> TakenFiles:
    """The files beside a listing that it names, or that a program names which it loads from there."""
    beside = Beside(listing, names_by_capitals(listing.parent))
    storage = Storage()
    storage.beside = beside
    reading = read_program(text, str(listing))
    keys = {
        key for each in (reading, *lenders(reading, storage)) for role in NAMED for key in each.keys(role)
    }
    files: dict[tuple[str, str], bytes] = {}
    room = MOST_TAKEN
    for _, kind, name in sorted(each for each in keys if each[0] is None):
        with suppress(IllegalFileFormat):  # larger than any of the machine's
            data = beside.read(kind, name)
            if data is not None and len(data) <= room:
                room -= len(data)
                files[kind, name] = data
    return TakenFiles(beside.root, files)


def programs_loaded(reading: Reading, storage: Storage) -> list[Path]:
    """The places of the programs that a program loads."""
    resources = (use.resource for use in reading.uses if use.role is Role.LOADS)
    places = (find(each, storage) for each in resources if each and each.kind == PROGRAM)
    return [place for place in places if place]
