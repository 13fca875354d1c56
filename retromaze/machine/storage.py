"""Files by project, kind and name, for LOAD and SAVE: in a folder of the user's or in memory.

Below the folder lie projects, in each the texts and programs and, apart from them, arrays and pages:

    <folder>/<PROJECT>/TXT/NAME     a text or program: UTF-8, lines ended by a line feed
    <folder>/<PROJECT>/DAT/NAME     an array (JSON) or a page (PNG): see file_contents.py

A byte-order mark at the start of a text is dropped in reading; a text that begins with one, or whose first
bytes look like one of the console's containers, is stored with one more, so that every text comes back as it
was. Texts are read as UTF-16 units, as the machine's strings are: a character beyond U+FFFF comes as two.
Half a pair that has lost its other half is kept as three bytes. A file of the console itself (see
console_files.py) may lie in the folder under its plain name and is read like our own. What the default
project has not is looked for beside the listing, if its folder is known (see folder.py).
Source: machine reference, section 9.3; the formats are our own.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

from retromaze.errors import (
    FileTooLarge,
    IllegalFileFormat,
    IllegalFunctionCall,
    LoadFailed,
    OutOfMemory,
    ProtectedFile,
)
from retromaze.machine.console_files import (
    Container,
    decode_text,
    is_container,
    numbers_of_picture,
    read_container,
)
from retromaze.machine.events import Effect, observed
from retromaze.machine.file_contents import (
    LARGEST_TEXT_FILE,
    SIGNATURE,
    Numbers,
    PictureContent,
    decode_document,
    decode_png,
    encode_document,
    encode_png,
)
from retromaze.machine.folder import CopiedFiles, Folder, SiblingFiles, valid_file_name, valid_project_name
from retromaze.values.costs import PIECE, SURROGATE_COST, Meter, do_nothing, paid_pieces

Key = tuple[str, str, str]
"""A file's project, kind and name."""
Files = Mapping[Key, bytes]
NO_FILES: Files = MappingProxyType({})


class MemoryFiles:
    """Files by (project, kind, name) that are kept in memory, with the methods of Folder.

    Callers check the names before; delete and rename are called only for files that exist.
    """

    def __init__(self, files: Files = NO_FILES) -> None:
        """`files` are the ones at the start."""
        self.files = dict(files)

    def exists(self, project: str, kind: str, name: str) -> bool:
        return (project, kind, name) in self.files

    def read(self, project: str, kind: str, name: str) -> bytes | None:
        return self.files.get((project, kind, name))

    def write(self, project: str, kind: str, name: str, data: bytes) -> None:
        self.files[project, kind, name] = data

    def delete(self, project: str, kind: str, name: str) -> None:
        del self.files[project, kind, name]

    def rename(self, project: str, kind: str, old: str, new: str) -> None:
        self.files[project, kind, new] = self.files.pop((project, kind, old))

    def names(self, project: str, kind: str) -> list[str]:
        """Returns the files of a project and kind, sorted."""
        return sorted(name for holder, its_kind, name in self.files if (holder, its_kind) == (project, kind))

    def projects(self) -> list[str]:
        """Returns the projects that hold a file, sorted."""
        return sorted({project for project, _, _ in self.files})

    def place(self, project: str, kind: str) -> str:
        """Returns "": there is no folder that a message could name."""
        return ""


QUOTA = 64 << 20
"""Most bytes in files that a run has written: a limit of ours, below a console's card."""

SMALLEST_FILE = 4096
"""The bytes that a file counts at least, as on a disk."""


class Quota:
    """The sizes of the files written since the start, by (project, kind, name), and their limit QUOTA."""

    def __init__(self) -> None:
        self.sizes: dict[Key, int] = {}
        self.total = 0

    def add(self, key: Key, size: int) -> None:
        """Adds a file that is about to be written. Raises OutOfMemory if it would exceed the quota."""
        counted = max(size, SMALLEST_FILE)
        # an old file of that name is replaced, so its size does not count
        if self.total - self.sizes.get(key, 0) + counted > QUOTA:
            raise OutOfMemory("the files of this run fill their storage")
        self.remove(key)
        self.sizes[key] = counted
        self.total += counted

    def remove(self, key: Key) -> None:
        """Subtracts a file that was deleted."""
        self.total -= self.sizes.pop(key, 0)

    def move(self, old: Key, new: Key) -> None:
        """Moves the size of a renamed file to its new name."""
        if old in self.sizes:
            self.sizes[new] = self.sizes.pop(old)


TEXT, DATA = "TXT", "DAT"
DEFAULT_PROJECT = "DEFAULT"
SAMPLES = "SYS"  # the maker's project, read-only

BYTE_ORDER_MARK = "\ufeff".encode()

SURROGATE = re.compile("[\ud800-\udfff]")
SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


class Storage:
    """The files of the chosen project, in a folder or in memory; siblings are files beside the listing.

    `backend` holds the files; `siblings` are read (not written) if the default project has no file of a name.
    Without a folder the disk is never used. With `lists_siblings`, `names` includes them: a program lists
    only its own files, whatever folder it is in, and the prompt lists both. `on_read` is called with
    the bytes of each file that the program reads or asks for but has not written, None for a missing file.

    Methods that only read take another `project`, None for the chosen one; methods that change files always
    use the chosen one, `project`. `quota` has the sizes of the files that the program has written. `kind` is
    "TXT" (texts and programs share one list) or "DAT" (arrays and pages share one). All methods raise
    IllegalFunctionCall for a bad name. Those that read raise LoadFailed for a missing file and
    IllegalFileFormat for a damaged one or one of another kind; those that change files raise ProtectedFile
    for the project of the system's samples or if the system forbids it, and OutOfMemory if the run has stored
    too much.
    """

    def __init__(self, folder: Path | None = None, meter: Meter | None = None) -> None:
        """`meter` counts the work of writing and reading long arrays and texts, for which frames may pass."""
        self.folder = folder
        self.meter = meter or Meter()
        self.quota = Quota()
        self.project = DEFAULT_PROJECT
        self.backend: MemoryFiles | Folder = MemoryFiles() if folder is None else Folder(folder)
        self.siblings: SiblingFiles | CopiedFiles | None = None
        self.lists_siblings = False
        self.on_read: Callable[[Key, bytes | None], None] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Callbacks are not copied or pickled."""
        return vars(self) | {"on_read": None}

    @observed(Effect.PREPARES)
    def select_project(self, name: str) -> None:
        """Chooses the project that all names mean from now on; "" is the default one.

        A `name` has 1 to 15 characters: letters, digits, `_`, `-`, `.`, `@`.
        """
        self.project = valid_project_name(name) if name else DEFAULT_PROJECT

    def projects(self) -> list[str]:
        """Returns the projects that hold something, the default and the chosen one, sorted."""
        return sorted({DEFAULT_PROJECT, self.project, *self.backend.projects()})

    def names(self, kind: str, project: str | None = None) -> list[str]:
        """Returns the files of a kind, sorted; of the chosen project unless another is named."""
        project = self.project_or_chosen(project)
        names = self.backend.names(project, kind)
        siblings = self.siblings_of(project)
        # copies of siblings (CopiedFiles) are made for runs, and only the prompt lists siblings
        if self.lists_siblings and isinstance(siblings, SiblingFiles):
            return sorted({*names, *siblings.loadable_names(kind)})
        return names

    def project_or_chosen(self, project: str | None) -> str:
        """Returns the named project, or the chosen one for None."""
        return self.project if project is None else valid_project_name(project)

    def exists(self, kind: str, name: str, project: str | None = None) -> bool:
        """Whether there is a file of that kind and name, in the storage or in the listing's folder."""
        project, name = self.project_or_chosen(project), valid_file_name(name)
        siblings = self.siblings_of(project)
        is_there = self.backend.exists(project, kind, name) or bool(siblings and siblings.exists(kind, name))
        # whether a file is there decides what the program does, as its bytes would
        if not is_there:
            self._notify_read((project, kind, name), None)
        elif self.on_read is not None:
            with suppress(IllegalFileFormat, LoadFailed):
                self.read(kind, name, project)
        return is_there

    def siblings_of(self, project: str) -> SiblingFiles | CopiedFiles | None:
        """Returns the files in the listing's folder if `project` is the default one, else None."""
        return self.siblings if project == DEFAULT_PROJECT else None

    @observed(Effect.PREPARES, "deletes a file by")
    def delete(self, kind: str, name: str) -> None:
        """Removes a file. Raises LoadFailed if there is none."""
        name = self.required_stored_name(kind, name)
        self.backend.delete(self.writable_project(), kind, name)
        self.quota.remove((self.project, kind, name))

    @observed(Effect.PREPARES, "renames a file by")
    def rename(self, kind: str, old: str, new: str) -> None:
        """Gives the file `old` the name `new`.

        Raises LoadFailed if there is no such file, IllegalFunctionCall if the new name is taken.
        """
        new = valid_file_name(new)
        old = self.required_stored_name(kind, old)
        if self.backend.exists(self.project, kind, new):
            raise IllegalFunctionCall("a file of that name is there already")
        self.backend.rename(self.writable_project(), kind, old, new)
        self.quota.move((self.project, kind, old), (self.project, kind, new))

    def read_text(self, name: str, project: str | None = None) -> str:
        """Returns a text or program, a character for each of its UTF-16 units.

        Raises FileTooLarge for one longer than any of the machine's.
        """
        data = self.read(TEXT, name, project)
        if is_container(data):
            return split_surrogate_pairs(required_text(read_container(data)), self.meter.spend)
        if len(data) > LARGEST_TEXT_FILE:
            raise FileTooLarge("the text is longer than any of the machine's")
        return split_surrogate_pairs(decode_text(data.removeprefix(BYTE_ORDER_MARK)), self.meter.spend)

    def write_text(self, name: str, text: str) -> None:
        """Stores a `text` or program, also over an old one; any text of UTF-16 units is read back."""
        self.write(TEXT, name, encode_text(text, self.meter.spend))

    def read_array(self, name: str, project: str | None = None) -> Numbers:
        """Returns an array; a page is given as its 16-bit pixels."""
        content = self.read_data(name, project)
        return numbers_of_picture(content) if isinstance(content, PictureContent) else content

    def write_array(self, name: str, numbers: Numbers) -> None:
        """Stores an array of `numbers`, also over an old file of that name."""
        self.write(DATA, name, encode_document(numbers, self.meter.spend))

    def read_page(self, name: str, project: str | None = None) -> PictureContent:
        """Returns a page or a part of one, to be placed at its top left corner."""
        content = self.read_data(name, project)
        if not isinstance(content, PictureContent):
            raise IllegalFileFormat("an array, no page")
        return content

    def write_page(self, name: str, picture: PictureContent) -> None:
        """Stores a `picture`, a page or a part of one, 1 to 512 pixels wide and high."""
        self.write(DATA, name, encode_png(picture))

    def read_data(self, name: str, project: str | None = None) -> Numbers | PictureContent:
        """Returns an array or a page, whichever a file holds."""
        data = self.read(DATA, name, project)
        if data.startswith(SIGNATURE):
            return decode_png(data, self.meter.spend)
        if is_container(data):
            content = read_container(data).content
            if isinstance(content, Numbers | PictureContent):
                return content
            raise IllegalFileFormat("neither array nor page")
        return decode_document(data, self.meter.spend)

    def read(self, kind: str, name: str, project: str | None = None) -> bytes:
        """Returns the bytes of a file, in the storage or in the listing's folder. Raises LoadFailed."""
        project, name = self.project_or_chosen(project), valid_file_name(name)
        siblings = self.siblings_of(project)
        data = self.backend.read(project, kind, name)
        if data is None and siblings:
            data = siblings.read(kind, name)
        self._notify_read((project, kind, name), data)
        if data is None:
            siblings_place = siblings.place if siblings else ""
            raise missing_file_error(name, self.backend.place(project, kind), siblings_place)
        return data

    def _notify_read(self, key: Key, data: bytes | None) -> None:
        """Calls `on_read` for a file that the program asks for and has not written itself."""
        # the quota has the size of every file that the program has written
        if self.on_read is not None and key not in self.quota.sizes:
            self.on_read(key, data)

    @observed(Effect.PREPARES, "writes a file by")
    def write(self, kind: str, name: str, data: bytes) -> None:
        """Stores the bytes of a file; all methods that write files end here."""
        key = (self.writable_project(), kind, valid_file_name(name))
        self.quota.add(key, len(data))
        self.backend.write(*key, data)

    def required_stored_name(self, kind: str, name: str) -> str:
        """Returns a name as the storage has it. Raises LoadFailed if there is no such file."""
        name = valid_file_name(name)
        if not self.backend.exists(self.project, kind, name):
            raise missing_file_error(name, self.backend.place(self.project, kind))
        return name

    def writable_project(self) -> str:
        """Returns the chosen project. Raises ProtectedFile if it belongs to the system."""
        if self.project == SAMPLES:
            raise ProtectedFile("the samples can only be read")
        return self.project


def stored_files(folder: Path) -> Files:
    """Returns the bytes of all files of a storage folder by (project, kind, name); {} if it is missing."""
    backend = Folder(folder)
    keys = [
        (project, kind, name)
        for project in backend.projects()
        for kind in (TEXT, DATA)
        for name in backend.names(project, kind)
    ]
    files = {key: backend.read(*key) for key in keys}
    # None: the file was removed since, or may not be read
    return {key: data for key, data in files.items() if data is not None}


def encode_text(text: str, count_work: Callable[[int], None] = do_nothing) -> bytes:
    """Returns the bytes of a text's file: UTF-8, with one more byte-order mark if it could be misread."""
    data = join_surrogate_pairs(text, count_work).encode("utf-8", "surrogatepass")
    return BYTE_ORDER_MARK + data if data.startswith(BYTE_ORDER_MARK) or is_container(data) else data


def missing_file_error(name: str, *places: str) -> LoadFailed:
    """Returns the error for a file that does not exist; `places` are the folders in which it was looked for.

    Files kept in memory have no folder, "".
    """
    looked = " nor in ".join(filter(None, places))
    return LoadFailed(f"{name} is not in {looked}" if looked else f"nothing is saved as {name} in this run")


def split_surrogate_pairs(text: str, count_work: Callable[[int], None] = do_nothing) -> str:
    """Returns the text with each character beyond U+FFFF as its two UTF-16 units, as the machine has it."""
    data = text.encode("utf-16", "surrogatepass")
    # the first unit is the byte-order mark; as many units as characters means that no character has two
    units = array("H", data)[1:]
    if len(units) == len(text):
        return text
    return "".join("".join(map(chr, piece)) for piece in paid_pieces(units, SURROGATE_COST, count_work))


def join_surrogate_pairs(text: str, count_work: Callable[[int], None] = do_nothing) -> str:
    """Returns the text with each pair of UTF-16 units as the one character it stands for, for a file."""
    if not SURROGATE.search(text):
        return text
    pieces, at = [], 0
    while at < len(text):
        end = at + PIECE
        # a pair is not cut in two at the end of a piece
        if SURROGATE_PAIR.match(text, end - 1):
            end += 1
        piece = text[at:end]
        count_work(SURROGATE_COST.of(len(piece)))
        pieces.append(piece.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass"))
        at = end
    return "".join(pieces)


def required_text(container: Container) -> str:
    """Returns the text in a file of the console. Raises IllegalFileFormat if it holds something else."""
    if isinstance(container.content, str):
        return container.content
    raise IllegalFileFormat("no text")
