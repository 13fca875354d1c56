"""Converts a folder of the console's files into one in which a listing finds the others beside itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from retromaze.commands.files import is_taken
from retromaze.commands.saying import say
from retromaze.commands.unpacking import (
    LISTS,
    SUFFIXES,
    Content,
    plain_bytes,
    read_bounded,
    reason_of,
    write_archive,
)
from retromaze.editor.contents import read_contents
from retromaze.engine.codings import foreign_text
from retromaze.errors import BasicError, UsageError
from retromaze.machine.beside import names_of
from retromaze.machine.containers import LETTERS, is_container, list_of, read_container
from retromaze.machine.folder import file_names, is_real_folder, is_regular, replace_file
from retromaze.machine.names import is_file_name

MOST_WRITTEN = 1 << 30
"""Bytes that are written of a folder."""
DEEPEST = 8
"""Folders inside one another that are converted."""


class Conversion:
    """Converts a folder and the folders in it; what fails is told on standard error and stops nothing."""

    def __init__(self, source: Path, output: Path, force: bool, keep_names: bool) -> None:
        self.source, self.output = source, output
        self.force, self.keep_names = force, keep_names
        self.room = MOST_WRITTEN
        self.complete = True

    def run(self) -> bool:
        """Whether all that belongs to the console could be converted."""
        self.convert(self.source, self.output, 0)
        return self.complete

    def convert(self, source: Path, output: Path, depth: int) -> None:
        names = sorted(file_names(source))
        files = [name for name in names if is_regular(source / name)]
        has_letters = not self.keep_names and has_disk_names(source, files)
        for name in files:
            self.attempt(source / name, lambda each: self.convert_file(each, output, has_letters))
        for name in names:
            inner = source / name
            if not is_real_folder(inner) or (output.exists() and inner.samefile(self.output)):
                continue
            if depth + 1 >= DEEPEST:
                self.tell(inner, f"more than {DEEPEST} folders inside one another")
            else:
                self.convert(inner, output / name, depth + 1)

    def attempt(self, source: Path, action: Callable[[Path], None]) -> None:
        """Does something with a file; what hinders it is told."""
        try:
            action(source)
        except OSError as error:
            self.tell(source, error.strerror or str(error))
        except UsageError as error:
            self.tell(source, str(error))
        except BasicError as error:
            self.tell(source, reason_of(error))

    def tell(self, source: Path, reason: str) -> None:
        self.complete = False
        say(f"{source}: {reason}")

    def convert_file(self, source: Path, output: Path, has_letters: bool) -> None:
        """Converts a file, copies it, or says that it is left out."""
        data = read_bounded(source)
        foreign = None if is_container(data) else foreign_text(data)
        if is_container(data):
            container = read_container(data)
            name = source.name[1:] if has_letters and container.kind in LISTS else source.name
            target = output / (name + SUFFIXES[container.kind])
            content: Content | bytes = container.content
        else:
            target, content = output / source.name, foreign.text if foreign else data
        if isinstance(content, bytes) and (reason := why_left_out(source.name, content)):
            say(f"{source}: left out, {reason}")
            return
        self.write(source, target, content)

    def write(self, source: Path, target: Path, content: Content | bytes) -> None:
        is_archive = isinstance(content, tuple)
        if is_taken(target) and (is_archive or not self.force):
            raise UsageError(f"{target} exists already")
        self.make(target.parent)
        if isinstance(content, tuple):
            self.spend(sum(len(each.data) for each in content))
            for reason in write_archive(content, target, as_project=False):
                self.tell(source, reason)
        else:
            data = content if isinstance(content, bytes) else plain_bytes(content)
            self.spend(len(data))
            replace_file(target, data)
        print(f"{source} -> {target}")

    def spend(self, size: int) -> None:
        """Counts what is written. Raises UsageError when it is too much."""
        if size > self.room:
            raise UsageError(f"more than {MOST_WRITTEN:,} bytes would be written")
        self.room -= size

    def make(self, folder: Path) -> None:
        """Makes the folder of a result; none that is there as a link, but for the one that was named."""
        if folder == self.output:
            folder.mkdir(parents=True, exist_ok=True)
            return
        self.make(folder.parent)
        folder.mkdir(exist_ok=True)
        if not is_real_folder(folder):
            raise UsageError(f"{folder} is a link")


def why_left_out(name: str, data: bytes) -> str:
    """Why a file that is none of the console is not copied, "" where it is."""
    if name.startswith(".") or not any(names_of(name, kind) for kind in LETTERS):
        return "LOAD finds no file of that name"
    return read_contents(data, name).reason


def has_disk_names(folder: Path, files: list[str]) -> bool:
    """Whether all files of the console in a folder have the letters before their names that its disk has.

    A single name that begins with T says nothing: TETRIS may be the whole name of a program. Only where every
    file has the letter of its kind, and the name behind it is one, are the letters those of the disk.
    """
    lists = [(name, kind) for name in files if (kind := list_at(folder / name))]
    return bool(lists) and all(
        name.startswith(LETTERS[kind]) and is_file_name(name[1:]) for name, kind in lists
    )


def list_at(path: Path) -> str:
    """The list of a file of the console, "" for what is none."""
    try:
        return list_of(read_bounded(path))
    except (OSError, UsageError):
        return ""
