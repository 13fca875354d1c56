"""`retromaze convert`: the console's own files as text, JSON and PNG."""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from retromaze.commands.options import new_file_or_folder
from retromaze.commands.output import ended_by_signals, is_device, is_taken, put_file, say
from retromaze.display.usage import Parser
from retromaze.editor.examination import read_contents
from retromaze.engine.listing_file import foreign_text
from retromaze.errors import BasicError, UsageError
from retromaze.machine.containers import (
    LETTERS,
    Container,
    Member,
    is_container,
    list_of,
    read_container,
    read_member,
)
from retromaze.machine.contents import LARGEST_FILE, Numbers, PictureContent, encode_document, encode_png
from retromaze.machine.folder import (
    file_name,
    file_names,
    is_file_name,
    is_real_folder,
    is_regular,
    replace_file,
)
from retromaze.machine.storage import DATA, DEFAULT_PROJECT, TEXT, Storage

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


def add(parser: Parser) -> None:
    """Declares the arguments."""
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
    parser.more.add_argument(
        "--as-project",
        action="store_true",
        help="unpack an archive into TXT/NAME and DAT/NAME, as a project of the storage",
    )
    parser.more.add_argument(
        "--keep-names", action="store_true", help="of a folder: keep the letter before the names"
    )
    parser.add_argument("--force", action="store_true", help="overwrite files")
    parser.set_defaults(command=execute)


def execute(arguments: argparse.Namespace) -> int:
    """Converts every file or a folder; returns the exit status. Raises UsageError.

    The error of a file is printed on standard error and does not stop the rest.
    """
    output: Path = arguments.output
    first = arguments.files[0]
    if len(arguments.files) > 1 or not first.is_dir():
        if len(arguments.files) > 1 and not output.is_dir():
            raise UsageError(f"{output} is no folder, and {len(arguments.files)} files go into one")
        with ended_by_signals():
            results = [convert_file(source, output, arguments) for source in arguments.files]
        return 0 if all(results) else 1
    if arguments.as_project:
        raise UsageError("--as-project is for an archive")
    if output == Path("."):
        raise UsageError("a folder is converted into another: -o OUT")
    if output.exists() and not output.is_dir():
        raise UsageError(f"{output} is no folder")
    conversion = FolderConversion(output, force=arguments.force, keep_names=arguments.keep_names)
    with ended_by_signals():
        conversion.convert(first, output, 0)
    return 0 if conversion.complete else 1


# ---- one file


SUFFIXES = {"PRG": ".bas", "TXT": ".txt", "DAT": ".json", "GRP": ".png", "PRJ": ".project"}
LISTS = {"PRG": TEXT, "TXT": TEXT, "DAT": DATA, "GRP": DATA}
FAILURES = (OSError, UsageError, BasicError)
"""What reading, converting and writing a file may raise."""

Content = str | Numbers | PictureContent | tuple[Member, ...]


def convert_file(source: Path, output: Path, arguments: argparse.Namespace) -> bool:
    """Converts one file, prints the result, and returns whether all of it could be converted.

    `output` is the file to write, or a folder to write into.
    """
    try:
        data = read_bounded(source)
        if is_container(data):
            container = read_container(data)
            content: Content = container.content
            name = source.name + SUFFIXES[container.kind]
        elif foreign := foreign_text(data):
            content, name = foreign.text, f"{source.stem}.utf8{source.suffix}"
        else:
            reason = read_contents(data, source.name).reason
            raise UsageError(
                "neither a file of the console nor Shift_JIS or UTF-16"
                if reason
                else "UTF-8 already, nothing to do"
            )
        target = output / name if output.is_dir() else output
        refused = write_content(content, target, force=arguments.force, as_project=arguments.as_project)
    except FAILURES as error:
        refused = [reason_of(error)]
    else:
        print(f"{source} -> {target}")
    for reason in refused:
        say(f"{source}: {reason}")
    return not refused


def read_bounded(source: Path) -> bytes:
    """The bytes of a file. Raises UsageError if it is larger than any file of the console."""
    if not source.is_file():
        raise UsageError("no such file")
    with source.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise UsageError("larger than any file of the console")
    return data


def write_content(
    content: Content | bytes, target: Path, *, force: bool, as_project: bool = False
) -> list[str]:
    """Writes a file or unpacks an archive; returns why files of the archive were refused.

    Raises UsageError if the target exists, for a file only without `force`.
    """
    if is_taken(target) and (isinstance(content, tuple) or not force):
        raise UsageError(f"{target} exists already")
    if isinstance(content, tuple):
        return write_archive(content, target, as_project=as_project)
    # a link in the folder may lead to anybody's file: that stays, and the result takes its place
    write = put_file if is_device(target) else replace_file
    write(target, content if isinstance(content, bytes) else plain_bytes(content))
    return []


def plain_bytes(content: str | Numbers | PictureContent) -> bytes:
    """The bytes of a text, JSON or PNG file."""
    if isinstance(content, str):
        return content.encode("utf-8", "surrogatepass")
    return encode_png(content) if isinstance(content, PictureContent) else encode_document(content)


def reason_of(error: Exception) -> str:
    """The words for one of FAILURES."""
    if isinstance(error, BasicError):
        return error.detail or error.wording
    return (isinstance(error, OSError) and error.strerror) or str(error)


# ---- an archive


def write_archive(members: tuple[Member, ...], target: Path, *, as_project: bool) -> list[str]:
    """Writes the files of an archive into a folder, which appears when it is complete; what was refused."""
    temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        folder = temporary / DEFAULT_PROJECT
        folder.mkdir()
        refused = unpack(members, folder, Storage(temporary) if as_project else None)
        folder.rename(target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return refused


def unpack(members: tuple[Member, ...], folder: Path, storage: Storage | None) -> list[str]:
    """Writes the files of an archive into a folder, or into a storage; returns why some were refused.

    All together grow no larger than one file may.
    """
    room, done, refused = LARGEST_FILE, set(), []
    for member in members:
        try:
            name = file_name(member.name)
            if (member.kind, name) in done:
                refused.append(f"{member.name!r} is in the archive twice")
                continue
            container = read_member(member, room)
            room -= size_of(container.content)
            write_member(container, name, folder, storage)
            done.add((member.kind, name))
        except BasicError as error:
            refused.append(f"{member.name!r}: {reason_of(error)}")
    return refused


def size_of(content: Content) -> int:
    """Bytes as the console counts them, roughly."""
    if isinstance(content, Numbers):
        return 8 * len(content.values)
    return 2 * len(content.pixels if isinstance(content, PictureContent) else content)


def write_member(container: Container, name: str, folder: Path, storage: Storage | None) -> None:
    """Writes a file as the storage keeps it, else as a listing finds it beside itself."""
    match container.content:
        case tuple():
            pass
        case content if storage is None:
            replace_file(folder / (name + SUFFIXES[container.kind]), plain_bytes(content))
        case str() as content:
            storage.write_text(name, content)
        case PictureContent() as content:
            storage.write_page(name, content)
        case Numbers() as content:
            storage.write_array(name, content)


# ---- a folder


MOST_WRITTEN = 1 << 30
"""Bytes that are written of a folder."""
DEEPEST = 8
"""Folders inside one another that are converted."""


class FolderConversion:
    """Converts a folder and its subfolders; `complete` says whether all of the console's files could be.

    Errors are printed on standard error and stop nothing.
    """

    def __init__(self, output: Path, *, force: bool, keep_names: bool) -> None:
        self.output, self.force, self.keep_names = output, force, keep_names
        self.room = MOST_WRITTEN
        self.complete = True

    def convert(self, source: Path, output: Path, depth: int) -> None:
        """Converts a folder, which lies `depth` folders below the one that was named."""
        names = sorted(file_names(source))
        files = [name for name in names if is_regular(source / name)]
        has_letters = not self.keep_names and has_disk_names(source, files)
        for name in files:
            try:
                self.convert_file(source / name, output, has_letters)
            except FAILURES as error:
                self.tell(source / name, reason_of(error))
        for name in names:
            inner = source / name
            if not is_real_folder(inner) or (output.exists() and inner.samefile(self.output)):
                continue
            if depth + 1 >= DEEPEST:
                self.tell(inner, f"more than {DEEPEST} folders inside one another")
            else:
                self.convert(inner, output / name, depth + 1)

    def tell(self, source: Path, reason: str) -> None:
        """Prints what could not be converted."""
        self.complete = False
        say(f"{source}: {reason}")

    def convert_file(self, source: Path, output: Path, has_letters: bool) -> None:
        """Converts a file, copies it, or says that it is left out."""
        data = read_bounded(source)
        target = output / source.name
        content: Content | bytes = data
        if is_container(data):
            container = read_container(data)
            name = source.name[1:] if has_letters and container.kind in LISTS else source.name
            content, target = container.content, output / (name + SUFFIXES[container.kind])
        elif foreign := foreign_text(data):
            content = foreign.text
        else:
            is_hidden = source.name.startswith(".")
            reason = "its name begins with a dot" if is_hidden else read_contents(data, source.name).reason
            if reason:
                say(f"{source}: left out, {reason}")
                return
        if isinstance(content, tuple):
            size = sum(len(each.data) for each in content)
        else:
            content = content if isinstance(content, bytes) else plain_bytes(content)
            size = len(content)
        if size > self.room:
            raise UsageError(f"more than {MOST_WRITTEN:,} bytes would be written")
        self.make(target.parent)
        for reason in write_content(content, target, force=self.force):
            self.tell(source, reason)
        self.room -= size
        print(f"{source} -> {target}")

    def make(self, folder: Path) -> None:
        """Makes the folder of a result. Raises UsageError for a link, but for the folder that was named."""
        if folder == self.output:
            folder.mkdir(parents=True, exist_ok=True)
            return
        self.make(folder.parent)
        folder.mkdir(exist_ok=True)
        if not is_real_folder(folder):
            raise UsageError(f"{folder} is a link")


def has_disk_names(folder: Path, files: list[str]) -> bool:
    """Whether all files of the console in a folder have the letters before their names that its disk has.

    A single name that begins with T says nothing: TETRIS may be the whole name of a program. Only where every
    file has the letter of its kind, and the name behind it is one, are the letters those of the disk.
    """
    lists = []
    for name in files:
        try:
            kind = list_of(read_bounded(folder / name))
        except (OSError, UsageError):
            continue
        if kind:
            lists.append((name, kind))
    return bool(lists) and all(
        name.startswith(LETTERS[kind]) and is_file_name(name[1:]) for name, kind in lists
    )
