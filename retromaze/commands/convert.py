"""`retromaze convert`: the console's own files as text, JSON and PNG."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from retromaze.commands.console_files import (
    FAILURES,
    FOREIGN,
    LISTS,
    SUFFIXES,
    Content,
    plain_bytes,
    read_bounded,
    read_source,
    reason_of,
    write_archive,
)
from retromaze.commands.options import new_file_or_folder
from retromaze.commands.output import ended_by_signals, is_device, is_taken, put_file, say
from retromaze.editor.examination import read_contents
from retromaze.engine.codings import foreign_text
from retromaze.errors import UsageError
from retromaze.machine.containers import LETTERS, Container, is_container, list_of, read_container
from retromaze.machine.folder import (
    file_names,
    is_file_name,
    is_real_folder,
    is_regular,
    names_of,
    replace_file,
)

DESCRIPTION = """\
Turns files of the console, as in a backup of its memory card, into files that any program reads: programs
into NAME.bas, texts into NAME.txt, arrays into NAME.json, graphic pages into NAME.png, and project archives
into a folder NAME.project with such files: a listing in it finds the others next to itself.

A folder is converted whole, with its subfolders, into the folder that -o names. If all console files of a
folder have the letter before their names that they have on the console's disk, T or B, it is removed. Files
that are text, JSON or PNG already are copied, if LOAD can find them by their names.

Listings and texts of a PC that are Shift_JIS or UTF-16 become UTF-8: NAME.bas into NAME.utf8.bas.
"""
EPILOG = """\
Without -o the results go to the current folder. Files are overwritten only with --force, folders never.
Signatures are not checked, and files for the console cannot be made. Links are not followed.

exit status: 0 all converted, 1 at least one could not be converted, 2 wrong usage
"""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "convert",
        help="turn files of the console into text, JSON and PNG",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument(
        "files",
        metavar="FILE|FOLDER",
        nargs="+",
        type=Path,
        help="a file of the console, a text, or a folder of them",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        type=new_file_or_folder,
        default=".",
        help="the file to write, or an existing folder to write into (needed for several FILEs)",
    )
    parser.add_argument(
        "--as-project",
        action="store_true",
        help="unpack an archive into TXT/NAME and DAT/NAME, as a project of the storage",
    )
    parser.add_argument(
        "--keep-names", action="store_true", help="of a folder: keep the letter before the names"
    )
    parser.add_argument("--force", action="store_true", help="overwrite files")
    parser.set_defaults(command=execute)


def execute(options: argparse.Namespace) -> int:
    """Converts every file; errors are printed on standard error and do not stop the rest."""
    output: Path = options.output
    if len(options.files) == 1 and options.files[0].is_dir():
        return convert_folder(options)
    if len(options.files) > 1 and not output.is_dir():
        raise UsageError(f"{output} is no folder, and {len(options.files)} files go into one")
    with ended_by_signals():
        results = [told(source, output, options) for source in options.files]
    return 0 if all(results) else 1


def convert_folder(options: argparse.Namespace) -> int:
    """Converts a folder; returns the exit status. Raises UsageError."""
    source, output = options.files[0], options.output
    if options.as_project:
        raise UsageError("--as-project is for an archive")
    if output == Path("."):
        raise UsageError("a folder is converted into another: -o OUT")
    if output.exists() and not output.is_dir():
        raise UsageError(f"{output} is no folder")
    with ended_by_signals():
        return 0 if Conversion(source, output, options.force, options.keep_names).run() else 1


def told(source: Path, output: Path, options: argparse.Namespace) -> bool:
    """Converts one file and says so; whether all of it could be converted."""
    try:
        container = read_source(read_bounded(source))
        target = target_of(source, container, output)
        if is_taken(target) and (container.kind == "PRJ" or not options.force):
            raise UsageError(f"{target} exists already")
        refused = []
        if isinstance(container.content, tuple):
            refused = write_archive(container.content, target, as_project=options.as_project)
        else:
            # a link in the folder may lead to anybody's file: that stays, and the result takes its place
            write = put_file if is_device(target) else replace_file
            write(target, plain_bytes(container.content))
    except FAILURES as error:
        refused = [reason_of(error)]
    else:
        print(f"{source} -> {target}")
    for reason in refused:
        say(f"{source}: {reason}")
    return not refused


def target_of(source: Path, container: Container, output: Path) -> Path:
    """The path of the result: the output file, or a file in the output folder."""
    if not output.is_dir():
        return output
    if container.kind == FOREIGN:
        return output / f"{source.stem}.utf8{source.suffix}"
    return output / (source.name + SUFFIXES[container.kind])


# ---- a folder


MOST_WRITTEN = 1 << 30
"""Bytes that are written of a folder."""
DEEPEST = 8
"""Folders inside one another that are converted."""


class Conversion:
    """Converts a folder and its subfolders; errors are printed on standard error and stop nothing."""

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
        """Calls `action` with a file; an error is printed."""
        try:
            action(source)
        except FAILURES as error:
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
    """The reason why a file of a PC is not copied, "" if it is copied."""
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
    """The list (TXT or DAT) of a file of the console, "" for any other file."""
    try:
        return list_of(read_bounded(path))
    except (OSError, UsageError):
        return ""
