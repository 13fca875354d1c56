"""Examines a folder: its programs, which of them begins, which files nobody loads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from retromaze.editor.contents import PROGRAM, Contents
from retromaze.editor.examination import Examination, FileKey, State, examine, read_program
from retromaze.editor.file_uses import Role
from retromaze.editor.files import contents_at, storage_beside
from retromaze.machine.beside import names_by_capitals
from retromaze.machine.folder import file_names, is_real_folder, is_regular

MOST_FILES = 2_000
"""Files of a folder that are looked at."""
MOST_BYTES = 64 << 20
"""Bytes of them that are read."""
MOST_CHARACTERS = 2 << 20
"""Characters of programs that are read as the machine reads them: some ten seconds of work."""


@dataclass(frozen=True)
class FolderExamination:
    """What was found in a folder.

    `programs` and `others`, files of the console beside them, by their names; `strange` are files that are
    neither, with the reason. `skipped` were too many or too large. `folders` are those inside. `loaders`
    tells by which programs a file of the folder is loaded.
    """

    root: Path
    programs: Mapping[str, Examination]
    others: Mapping[str, Contents]
    strange: Mapping[str, str]
    skipped: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    loaders: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def beginnings(self) -> list[str]:
        """The programs that no other one loads; where each is loaded, those that lead to most others.

        What leads to most others comes first, what cannot be read last.
        """
        free = [name for name in self.programs if not self.other_loaders(name)]
        led = {name: len(self.led_to(name)) for name in free or self.programs}
        most = max(led.values(), default=0)
        chosen = free or [name for name, count in led.items() if count == most]
        return sorted(chosen, key=lambda name: (self.programs[name].needs is None, -led[name], name))

    def other_loaders(self, name: str) -> list[str]:
        """The other programs that load a file."""
        return [each for each in self.loaders.get(name, []) if each != name]

    @cached_property
    def programs_loaded(self) -> dict[str, set[str]]:
        """The programs of the folder that each program loads."""
        found: dict[str, set[str]] = {}
        for name, loaders in self.loaders.items():
            for loader in loaders if name in self.programs else ():
                found.setdefault(loader, set()).add(name)
        return found

    def led_to(self, name: str) -> set[str]:
        """The programs that one leads to, itself among them."""
        found, waiting = {name}, [name]
        while waiting:
            new = self.programs_loaded.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        return found

    @property
    def unused(self) -> list[str]:
        """The files beside the programs that none of them names."""
        return [name for name in self.others if name not in self.loaders]

    @property
    def computed(self) -> int:
        """The number of places at which names of files are worked out."""
        return sum(load.state is State.COMPUTED for each in self.programs.values() for load in each.loads)

    @property
    def runs(self) -> bool:
        """Whether all programs run here as far as one can see, if there are any."""
        return bool(self.programs) and all(each.runs for each in self.programs.values())


def examine_folder(root: Path, storage: Path) -> FolderExamination:
    """Examines the regular files of a folder, not those of folders in it; links are not followed."""
    names = sorted(file_names(root))
    contents: dict[str, Contents] = {}
    strange: dict[str, str] = {}
    skipped = []
    room, characters = MOST_BYTES, MOST_CHARACTERS
    for name in (each for each in names if is_regular(root / each)):
        size = (root / name).lstat().st_size
        found = (
            contents_at(root / name) if size <= room and len(contents) + len(strange) < MOST_FILES else None
        )
        if found is None or len(found.text) > characters:
            skipped.append(name)
            continue
        room -= size
        characters -= len(found.text)
        if found.kind:
            contents[name] = found
        else:
            strange[name] = found.reason
    programs = examined(
        root, storage, {name: each for name, each in contents.items() if each.kind == PROGRAM}
    )
    others = {name: each for name, each in contents.items() if name not in programs}
    folders = tuple(name for name in names if is_real_folder(root / name))
    return FolderExamination(
        root, programs, others, strange, tuple(skipped), folders, loaders(root, programs)
    )


def examined(root: Path, storage: Path, contents: Mapping[str, Contents]) -> dict[str, Examination]:
    """The programs of a folder, which lend each other their COMMON DEFs and save files for each other."""
    readings = {name: read_program(each.text, str(root / name)) for name, each in contents.items()}
    lent = {name for each in readings.values() for name in each.lends}
    made: set[FileKey] = {key for each in readings.values() for key in each.keys(Role.SAVES)}
    names = names_by_capitals(root)
    return {
        name: examine(each, storage_beside(root / name, storage, names), lent, made)
        for name, each in readings.items()
    }


def loaders(root: Path, programs: Mapping[str, Examination]) -> dict[str, list[str]]:
    """The files of the folder that are loaded, each with the programs that do so."""
    found: dict[str, list[str]] = {}
    for name, each in programs.items():
        for place in sorted(set(places(each))):
            if place.parent == root.resolve():
                found.setdefault(place.name, []).append(name)
    return found


def places(examination: Examination) -> Iterator[Path]:
    return (load.place for load in examination.loads if load.place)
