"""Reads files of the console: pages for `--sheet`, files to convert, archives to unpack."""

from __future__ import annotations

import argparse
import shutil
import tempfile
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path

from retromaze.engine.codings import foreign_text
from retromaze.errors import BasicError, UsageError
from retromaze.machine.containers import (
    Container,
    Member,
    is_container,
    read_container,
    read_member,
)
from retromaze.machine.contents import (
    LARGEST_FILE,
    Numbers,
    PictureContent,
    decode_png,
    encode_document,
    encode_png,
)
from retromaze.machine.folder import file_name, replace_file
from retromaze.machine.machine import Machine
from retromaze.machine.page import BLANK, SHEET_PAGES, WHOLE_PAGE, write_block
from retromaze.machine.storage import DATA, DEFAULT_PROJECT, TEXT, Storage

SUFFIXES = {"PRG": ".bas", "TXT": ".txt", "DAT": ".json", "GRP": ".png", "PRJ": ".project"}
LISTS = {"PRG": TEXT, "TXT": TEXT, "DAT": DATA, "GRP": DATA}
FOREIGN = "PC"
"""The kind, beside the console's own, of a text of a PC in another coding than UTF-8."""

Content = str | Numbers | PictureContent | tuple[Member, ...]


# ---- one file


def read_bounded(source: Path) -> bytes:
    if not source.is_file():
        raise UsageError("no such file")
    with source.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise UsageError("larger than any file of the console")
    return data


def read_source(data: bytes) -> Container:
    """The contents of a file of the console, or of a text of a PC. Raises UsageError and BasicError."""
    if is_container(data):
        return read_container(data)
    foreign = foreign_text(data)
    if foreign is None:
        raise UsageError("neither a file of the console nor Shift_JIS or UTF-16")
    return Container(FOREIGN, foreign.text)


def plain_bytes(content: str | Numbers | PictureContent) -> bytes:
    """The bytes of a text, JSON or PNG file."""
    if isinstance(content, str):
        return content.encode("utf-8", "surrogatepass")
    return encode_png(content) if isinstance(content, PictureContent) else encode_document(content)


def size_of(content: Content) -> int:
    """Bytes as the console counts them, roughly."""
    if isinstance(content, Numbers):
        return 8 * len(content.values)
    return 2 * len(content.pixels if isinstance(content, PictureContent) else content)


FAILURES = (OSError, UsageError, BasicError)
"""What reading, converting and writing a file may raise."""


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
        storage = Storage(temporary)
        unpacking = Unpacking(lambda *given: store(storage, *given) if as_project else put(folder, *given))
        refused = [reason for member in members if (reason := unpacking.refusal(member))]
        folder.rename(target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return refused


class Unpacking:
    """Hands the files of an archive on, of which all together grow no larger than any file may."""

    def __init__(self, write: Callable[[str, str, Content], None]) -> None:
        """`write` is given kind, name and content of each."""
        self.write = write
        self.room = LARGEST_FILE
        self.done: set[tuple[str, str]] = set()

    def refusal(self, member: Member) -> str:
        """Hands on one file; why that could not be, or ""."""
        try:
            name = file_name(member.name)
            if (member.kind, name) in self.done:
                return f"{member.name!r} is in the archive twice"
            container = read_member(member, self.room)
            self.room -= size_of(container.content)
            self.write(container.kind, name, container.content)
            self.done.add((member.kind, name))
        except BasicError as error:
            return f"{member.name!r}: {reason_of(error)}"
        return ""


def put(folder: Path, kind: str, name: str, content: Content) -> None:
    """Writes a file as a listing finds it beside itself."""
    if not isinstance(content, tuple):
        replace_file(folder / (name + SUFFIXES[kind]), plain_bytes(content))


def store(storage: Storage, kind: str, name: str, content: Content) -> None:
    """Writes a file as the storage keeps it."""
    if isinstance(content, str):
        storage.write_text(name, content)
    elif isinstance(content, PictureContent):
        storage.write_page(name, content)
    elif isinstance(content, Numbers):
        storage.write_array(name, content)


# ---- the option --sheet


Sheet = tuple[int, "array[int]"]
"""The number of a page, and its words."""


def add_sheet_option(parser: argparse.ArgumentParser) -> None:
    """May be given once for each of the two pages."""
    parser.add_argument(
        "--sheet",
        type=sheet,
        action="append",
        default=[],
        metavar="[4=|5=]FILE",
        help="picture for page 4 (sprites) or 5 (backgrounds): a GRP file of the console or a PNG",
    )


def sheet(text: str) -> Sheet:
    """The page named, 4 where none is, and what a file puts on it."""
    pages = {f"{number}=": number for number in SHEET_PAGES}
    named = next((prefix for prefix in pages if text.startswith(prefix)), "")
    path = Path(text.removeprefix(named))
    try:
        picture = read_picture(read_bounded(path))
    except FAILURES as error:
        raise argparse.ArgumentTypeError(f"{str(path)!r}: {reason_of(error)}") from None
    words = BLANK[:]
    place = (0, 0, picture.width, picture.height)
    write_block(words, WHOLE_PAGE, place, picture.pixels, everything=True)
    return pages.get(named, SHEET_PAGES[0]), words


def read_picture(data: bytes) -> PictureContent:
    """A page of the console's, or a PNG. Raises UsageError or BasicError for other files."""
    if not is_container(data):
        return decode_png(data)
    content = read_container(data).content
    if not isinstance(content, PictureContent):
        raise UsageError("it holds no picture")
    return content


def lay_sheets(sheets: Sequence[Sheet], machine: Machine) -> None:
    """Gives a machine's pages these beginnings."""
    for page, words in sheets:
        machine.pages[page].begin_with(words)
