"""`retromaze convert`: the console's own files as text, JSON and PNG."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from retromaze.commands.options import (
    FAILURES,
    STANDARD_STREAM,
    error_reason,
    new_file_or_folder,
    read_bounded,
)
from retromaze.commands.output import is_device, is_taken, replace_or_write, say, signals_as_interrupts
from retromaze.display.argument_parser import Parser
from retromaze.editor.examination import read_contents
from retromaze.engine.listing_file import foreign_text
from retromaze.errors import BasicError, UsageError
from retromaze.machine.file_formats import (
    LARGEST_FILE,
    LETTERS,
    Container,
    Member,
    Numbers,
    PictureContent,
    encode_document,
    encode_png,
    is_container,
    is_cut_off,
    kind_of_console_file,
    read_container,
    read_member,
)
from retromaze.machine.storage import (
    DEFAULT_PROJECT,
    Storage,
    is_file_name,
    is_real_folder,
    is_regular,
    names_in_folder,
    replace_file,
    valid_file_name,
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


def add_arguments(parser: Parser) -> None:
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
        help="the file to write, - for standard output, or an existing folder (needed for several FILEs)",
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


def execute(arguments: argparse.Namespace) -> int:
    """Converts every file or a folder; returns the exit status. Raises UsageError.

    The error of a file is printed on standard error and does not stop the rest.
    """
    output: Path = arguments.output
    first = arguments.files[0]
    is_folder = len(arguments.files) == 1 and first.is_dir()
    if not is_folder:
        if arguments.keep_names:
            raise UsageError("--keep-names is for a folder")
        if len(arguments.files) > 1 and not output.is_dir():
            raise UsageError(f"{output} is no folder, and {len(arguments.files)} files go into one")
        with signals_as_interrupts():
            results = [convert_file(source, output, arguments) for source in arguments.files]
        return 0 if all(results) else 1
    if arguments.as_project:
        raise UsageError("--as-project is for an archive")
    if str(output) in {".", STANDARD_STREAM}:
        raise UsageError("a folder is converted into another: -o OUT")
    if output.exists() and not output.is_dir():
        raise UsageError(f"{output} is no folder")
    conversion = FolderConversion(output, force=arguments.force, keep_names=arguments.keep_names)
    with signals_as_interrupts():
        conversion.convert(first, output, depth=0)
    if conversion.is_complete and not conversion.converted:
        conversion.report(first, "it has no file to convert")
    return 0 if conversion.is_complete else 1


# ---- one file


SUFFIXES = {"PRG": ".bas", "TXT": ".txt", "DAT": ".json", "GRP": ".png", "PRJ": ".project"}
KINDS_WITH_LETTER = ("PRG", "TXT", "DAT", "GRP")
"""The kinds of files whose names begin with a letter on the console's disk."""
Content = str | Numbers | PictureContent | tuple[Member, ...]
"""A text, an array, a page, or the members of an archive."""


def convert_file(source: Path, output: Path, arguments: argparse.Namespace) -> bool:
    """Converts one file and prints the result; returns whether all of it could be converted.

    `output` is the file to write, a folder to write into, or `-` for standard output.
    """
    try:
        content, name = convert_data(read_bounded(source), source)
        if str(output) == STANDARD_STREAM:
            if isinstance(content, tuple):
                raise UsageError("an archive becomes a folder: -o OUT")
            sys.stdout.buffer.write(encoded(content))
            return True
        target = output / name if output.is_dir() else output
        reasons = write_content(content, target, force=arguments.force, as_project=arguments.as_project)
    except FAILURES as error:
        reasons = [error_reason(error)]
    else:
        print(f"{source} -> {target}")
    for reason in reasons:
        say(f"{source}: {reason}")
    return not reasons


def convert_data(data: bytes, source: Path) -> tuple[Content, str]:
    """Returns what the bytes of a file are converted to, and the name of the result.

    Raises UsageError if they are neither a whole file of the console nor Shift_JIS or UTF-16.
    """
    if is_cut_off(data):
        raise UsageError("a file of the console that is cut off")
    if is_container(data):
        container = read_container(data)
        return container.content, source.name + SUFFIXES[container.kind]
    if foreign := foreign_text(data):  # Shift_JIS or UTF-16
        return foreign.text, f"{source.stem}.utf8{source.suffix}"
    if read_contents(data, source.name).reason:
        raise UsageError("neither a file of the console nor Shift_JIS or UTF-16")
    raise UsageError("UTF-8 already, nothing to do")


def write_content(
    content: Content | bytes, target: Path, *, force: bool, as_project: bool = False
) -> list[str]:
    """Writes a file, or unpacks an archive into a new folder; returns why files of the archive were refused.

    `as_project`: into TXT/ and DAT/, as a project of the storage. Raises UsageError if the target exists,
    unless `force` overwrites a file; an archive never overwrites.
    """
    if is_taken(target) and (isinstance(content, tuple) or not force):
        raise UsageError(f"{target} exists already")
    if isinstance(content, tuple):
        return write_archive(content, target, as_project=as_project)
    # if the target is a link, it is replaced, and the file that it leads to stays
    write = replace_or_write if is_device(target) else replace_file
    write(target, content if isinstance(content, bytes) else encoded(content))
    return []


def encoded(content: str | Numbers | PictureContent) -> bytes:
    """Returns the bytes of a file: UTF-8 for a text, PNG for a page, JSON for an array."""
    if isinstance(content, str):
        return content.encode("utf-8", "surrogatepass")
    return encode_png(content) if isinstance(content, PictureContent) else encode_document(content)


# ---- an archive


def write_archive(members: tuple[Member, ...], target: Path, *, as_project: bool) -> list[str]:
    """Writes the files of an archive into a new folder; returns the reasons why some were refused.

    The folder is written under another name and renamed when it is complete.
    """
    temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        # where a storage in `temporary` keeps the files of its first project
        folder = temporary / DEFAULT_PROJECT
        folder.mkdir()
        refused = write_members(members, folder, Storage(temporary) if as_project else None)
        folder.rename(target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return refused


def write_members(members: tuple[Member, ...], folder: Path, storage: Storage | None) -> list[str]:
    """Writes the files of an archive into a storage, or if None a folder; returns why some were refused.

    Together they may not be larger than LARGEST_FILE when they are unpacked: a small archive may unpack to
    very much.
    """
    bytes_left = LARGEST_FILE
    written: set[tuple[str, str]] = set()  # kinds and names: files of two kinds may share a name
    reasons = []
    for member in members:
        try:
            name = valid_file_name(member.name)
            if (member.kind, name) in written:
                reasons.append(f"{member.name!r} is in the archive twice")
                continue
            container = read_member(member, bytes_left)
            bytes_left -= size_of(container.content)
            write_member(container, name, folder, storage)
            written.add((member.kind, name))
        except BasicError as error:
            reasons.append(f"{member.name!r}: {error_reason(error)}")
    return reasons


def size_of(content: Content) -> int:
    """Returns the approximate bytes of a file on the console: 8 for a number, 2 for a pixel or character."""
    if isinstance(content, Numbers):
        return 8 * len(content.values)
    return 2 * len(content.pixels if isinstance(content, PictureContent) else content)


def write_member(container: Container, name: str, folder: Path, storage: Storage | None) -> None:
    """Writes a file of an archive into a storage, or if None into a folder, for a listing beside it."""
    match container.content:
        case tuple():  # an archive has no archives
            pass
        case content if storage is None:
            replace_file(folder / (name + SUFFIXES[container.kind]), encoded(content))
        case str() as content:
            storage.write_text(name, content)
        case PictureContent() as content:
            storage.write_page(name, content)
        case Numbers() as content:
            storage.write_array(name, content)


# ---- a folder


MOST_WRITTEN = 1 << 30
"""At most this many bytes are written for a folder."""
MOST_LEVELS = 8
"""At most this many levels of folders are converted."""


class FolderConversion:
    """Converts a folder and its subfolders into the folder `output`.

    `force`: whether files are overwritten. `keep_names`: whether the letters before names on the console's
    disk stay. `bytes_left`: the number of bytes that may still be written. `is_complete`: whether everything
    could be converted so far, `converted` the number of files that were. Errors are printed on standard error
    and do not stop the conversion.
    """

    def __init__(self, output: Path, *, force: bool, keep_names: bool) -> None:
        self.output, self.force, self.keep_names = output, force, keep_names
        self.bytes_left = MOST_WRITTEN
        self.is_complete = True
        self.converted = 0

    def convert(self, source: Path, output: Path, depth: int) -> None:
        """Converts a folder into the folder `output`; `depth` is the number of folders around it, 0 for none.

        Folders in it are converted as well, up to MOST_LEVELS inside one another.
        """
        names = sorted(names_in_folder(source))
        files = [name for name in names if is_regular(source / name)]
        removes_letters = not self.keep_names and has_disk_names(source, files)
        for name in files:
            try:
                self.convert_file(source / name, output, removes_letters)
            except FAILURES as error:
                self.report(source / name, error_reason(error))
        for name in names:
            inner = source / name
            # the output may be inside the folder: it is not converted
            if not is_real_folder(inner) or (output.exists() and inner.samefile(self.output)):
                continue
            if depth + 1 >= MOST_LEVELS:
                self.report(inner, f"more than {MOST_LEVELS} folders inside one another")
            else:
                self.convert(inner, output / name, depth + 1)

    def report(self, source: Path, reason: str) -> None:
        """Prints why a file is not converted, or not completely."""
        self.is_complete = False
        say(f"{source}: {reason}")

    def convert_file(self, source: Path, output: Path, removes_letters: bool) -> None:
        """Converts a file, copies it, or prints that it is left out. Raises FAILURES.

        `removes_letters`: whether the names of the console's files in its folder begin with a letter.
        """
        data = read_bounded(source)
        target = output / source.name
        content: Content | bytes = data
        if is_container(data):
            container = read_container(data)
            name = source.name[1:] if removes_letters and container.kind in KINDS_WITH_LETTER else source.name
            content, target = container.content, output / (name + SUFFIXES[container.kind])
        elif foreign := foreign_text(data):  # Shift_JIS or UTF-16
            content = foreign.text
        else:
            # a text, JSON or PNG is copied as it is if LOAD can find it
            is_hidden = source.name.startswith(".")
            reason = "its name begins with a dot" if is_hidden else read_contents(data, source.name).reason
            if reason:
                say(f"{source}: left out, {reason}")
                return
        if isinstance(content, tuple):  # an archive, which is unpacked as it is written
            size = sum(len(each.data) for each in content)
        else:
            content = content if isinstance(content, bytes) else encoded(content)
            size = len(content)
        if size > self.bytes_left:
            raise UsageError(f"more than {MOST_WRITTEN:,} bytes would be written")
        self.make_folder(target.parent)
        for reason in write_content(content, target, force=self.force):
            self.report(source, reason)
        self.bytes_left -= size
        self.converted += 1
        print(f"{source} -> {target}")

    def make_folder(self, folder: Path) -> None:
        """Makes a result's folder and those around it. Raises UsageError for a link, which may lead away."""
        if folder == self.output:
            folder.mkdir(parents=True, exist_ok=True)
            return
        self.make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        if not is_real_folder(folder):
            raise UsageError(f"{folder} is a link")


def has_disk_names(folder: Path, files: list[str]) -> bool:
    """Whether the names of the console's files in a folder begin with letters of the console's disk.

    They do if every file has the letter of its kind, and the rest of the name is a name. A single name that
    begins with T proves nothing: it may be TETRIS.
    """
    kinds = {}
    for name in files:
        try:
            kind = kind_of_console_file(read_bounded(folder / name))
        except (OSError, UsageError):
            continue
        if kind:
            kinds[name] = kind
    return bool(kinds) and all(
        name.startswith(LETTERS[kind]) and is_file_name(name[1:]) for name, kind in kinds.items()
    )
