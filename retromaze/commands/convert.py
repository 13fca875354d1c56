"""`retromaze convert`: the console's own files as text, JSON and PNG."""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path
from typing import Any

from retromaze.commands.ending import ended_by_signals
from retromaze.commands.files import is_device, is_taken, put_file
from retromaze.commands.options import new_file_or_folder
from retromaze.commands.saying import say
from retromaze.engine.codings import foreign_text
from retromaze.errors import BasicError, UsageError
from retromaze.machine import documents, png
from retromaze.machine.containers import Container, Member, is_container, read_container, read_member
from retromaze.machine.contents import LARGEST_FILE, Numbers, PictureContent
from retromaze.machine.folder import replace_file
from retromaze.machine.storage import DEFAULT_PROJECT, Storage

DESCRIPTION = """\
Turns files of the console, as a backup of its memory card holds them, into files that any program reads:
programs into NAME.bas, texts into NAME.txt, arrays into NAME.json, graphic pages into NAME.png, and project
archives into a folder NAME.project that holds TXT and DAT as a project of the storage does.

Listings and texts of a PC that are Shift_JIS or UTF-16 become UTF-8: NAME.bas into NAME.utf8.bas.
"""
EPILOG = """\
Without -o the results go to the current folder. Nothing is overwritten unless --force is given, a folder
never. Signatures are not checked, and files for the console cannot be made.

exit status: 0 all converted, 1 at least one could not be, 2 wrong usage
"""
SUFFIXES = {"PRG": ".bas", "TXT": ".txt", "DAT": ".json", "GRP": ".png", "PRJ": ".project"}
FOREIGN = "PC"
"""The kind, beside the console's own, of a text of a PC in another coding than UTF-8."""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "convert",
        help="turn files of the console into text, JSON and PNG",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument(
        "files", metavar="FILE", nargs="+", type=Path, help="a file of the console, or a text"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        type=new_file_or_folder,
        default=".",
        help="the file to write, or an existing folder to write into (needed for several FILEs)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite files")
    parser.set_defaults(command=execute)


def execute(options: argparse.Namespace) -> int:
    """Converts every file; what fails is told on standard error and does not stop the rest."""
    output: Path = options.output
    if len(options.files) > 1 and not output.is_dir():
        raise UsageError(f"{output} is no folder, and {len(options.files)} files go into one")
    with ended_by_signals():
        results = [told(source, output, options.force) for source in options.files]
    return 0 if all(results) else 1


def told(source: Path, output: Path, force: bool) -> bool:
    """Converts one file and says so; whether all of it could be converted."""
    try:
        container = read_source(read_bounded(source))
        target = target_of(source, container, output)
        if is_taken(target) and (container.kind == "PRJ" or not force):
            raise UsageError(f"{target} exists already")
        refused = write_converted(container, target)
    except OSError as error:
        refused = [error.strerror or str(error)]
    except UsageError as error:
        refused = [str(error)]
    except BasicError as error:
        refused = [reason_of(error)]
    else:
        print(f"{source} -> {target}")
    for reason in refused:
        say(f"{source}: {reason}")
    return not refused


def read_bounded(source: Path) -> bytes:
    if not source.is_file():
        raise UsageError("no such file")
    with source.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise UsageError("larger than any file of the console")
    return data


def read_source(data: bytes) -> Container:
    """What a file of the console holds, or a text of a PC."""
    if is_container(data):
        return read_container(data)
    foreign = foreign_text(data)
    if foreign is None:
        raise UsageError("neither a file of the console nor Shift_JIS or UTF-16")
    return Container(FOREIGN, foreign.text)


def target_of(source: Path, container: Container, output: Path) -> Path:
    """Where the result goes: the file named, or into the folder named."""
    if not output.is_dir():
        return output
    if container.kind == FOREIGN:
        return output / f"{source.stem}.utf8{source.suffix}"
    return output / (source.name + SUFFIXES[container.kind])


def write_converted(container: Container, target: Path) -> list[str]:
    """Writes the result; why parts of it were refused."""
    if isinstance(container.content, tuple):
        return write_project(container.content, target)
    # a link in the folder may lead to anybody's file: that stays, and what was converted takes its place
    write = put_file if is_device(target) else replace_file
    write(target, plain_bytes(container.content))
    return []


def plain_bytes(content: str | Numbers | PictureContent) -> bytes:
    """The bytes of a text, JSON or PNG file."""
    if isinstance(content, str):
        return content.encode("utf-8", "surrogatepass")
    return (
        png.encode_png(content) if isinstance(content, PictureContent) else documents.encode_document(content)
    )


def write_project(members: tuple[Member, ...], target: Path) -> list[str]:
    """Writes the files of an archive as a project of the storage; the folder appears when it is complete."""
    temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        project = temporary / DEFAULT_PROJECT
        project.mkdir()
        unpacking = Unpacking(temporary)
        refused = [reason for member in members if (reason := unpacking.refusal(member))]
        project.rename(target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return refused


class Unpacking:
    """Stores the files of an archive in a folder, of which all together grow no larger than any file may."""

    def __init__(self, folder: Path) -> None:
        self.storage = Storage(folder)
        self.room = LARGEST_FILE

    def refusal(self, member: Member) -> str:
        """Stores one file; why it could not be stored, or ""."""
        try:
            if self.storage.exists(member.kind, member.name):
                return f"{member.name!r} is in the archive twice"
            content = read_member(member, self.room).content
            self.room -= size_of(content)
            store(self.storage, member.name, content)
        except BasicError as error:
            return f"{member.name!r}: {reason_of(error)}"
        return ""


def size_of(content: str | Numbers | PictureContent | tuple[Member, ...]) -> int:
    """Bytes as the console counts them, roughly."""
    if isinstance(content, Numbers):
        return 8 * len(content.values)
    return 2 * len(content.pixels if isinstance(content, PictureContent) else content)


def store(storage: Storage, name: str, content: str | Numbers | PictureContent | tuple[Member, ...]) -> None:
    if isinstance(content, str):
        storage.write_text(name, content)
    elif isinstance(content, PictureContent):
        storage.write_page(name, content)
    elif isinstance(content, Numbers):
        storage.write_array(name, content)


def reason_of(error: BasicError) -> str:
    return error.detail or error.wording
