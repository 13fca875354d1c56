"""Files by project, kind and name, for LOAD and SAVE: in a folder of the user's or in memory.

No other module reads or writes the user's folders: the storage, and the folder of a listing.

A name of a file or project can hold no slash, backslash, colon or space, cannot end with a dot and cannot be
one that Windows keeps for devices, so that it means one file in one folder on every system. No link leads out
of the folder: only regular files in real folders are opened; what is no regular file counts as missing. A
file is the old one or the new one at every moment. What a killed program left half written is removed by the
next that saves into the same folder.

Below the storage's folder lie projects, in each the texts and programs and, apart, arrays and pages:

    <folder>/<PROJECT>/TXT/NAME     a text or program: UTF-8, lines ended by a line feed
    <folder>/<PROJECT>/DAT/NAME     an array (JSON) or a page (PNG): see file_formats.py

A byte-order mark at the start of a text is dropped in reading; a text that begins with one, or whose first
bytes look like one of the console's containers, is stored with one more, so that every text comes back as it
was. Texts are read as UTF-16 units, as the machine's strings are: a character beyond U+FFFF comes as two.
Half a pair that has lost its other half is kept as three bytes. A file of the console itself (see
file_formats.py) may lie in the folder under its plain name and is read like our own. What the default
project has not is looked for beside the listing, if its folder is known.

Files in the folder of a listing can only be read. They have the names of a PC: `MAZE` is MAZE, maze.txt or
Maze.bas, an array or page of that name maze.json or maze.png, as `retromaze convert` names what it makes of
the console's files. A file of the console itself is found by its name on the console's disk too: TMAZE for a
text or program, BMAZE for an array or page.
Source: machine reference, section 9.3; the formats are our own.
"""

from __future__ import annotations

import itertools
import os
import re
import stat
from array import array
from collections.abc import Callable, Mapping, Sequence
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
from retromaze.machine.events import Effect, observed
from retromaze.machine.file_formats import (
    LARGEST_FILE,
    LARGEST_TEXT_FILE,
    LETTERS,
    SIGNATURE,
    Container,
    Numbers,
    PictureContent,
    decode_document,
    decode_png,
    decode_text,
    encode_document,
    encode_png,
    is_container,
    kind_of_console_file,
    numbers_of_picture,
    read_container,
)
from retromaze.values.costs import PIECE, SURROGATE_COST, Meter, do_nothing, paid_pieces

# Names that no system takes for a device or changes.
SAFE = r"(?!(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM[0-9]|LPT[0-9])(?:\.|\Z)){}(?<!\.)"
# Sources disagree on $ and @, which are both harmless. Source: reference of the machine, 9.3.
FILE = re.compile(SAFE.format(r"[A-Z0-9_.@-][A-Z0-9_.@$-]{0,13}"))
PROJECT = re.compile(SAFE.format(r"[A-Z0-9_@-][A-Z0-9_.@$-]{0,14}"))


def valid_file_name(name: str) -> str:
    """Returns the name of a file in capitals. Raises IllegalFunctionCall if it is not valid.

    It has 1 to 14 of A-Z 0-9 _ - . @ $, the first no $. Names of Windows devices (CON, CONIN$, NUL, COM1 ...,
    also NUL.TXT) and names ending in a dot are refused on every system. Source: language reference, section
    9.4; machine reference, section 9.3. Unverified: folding to capitals.
    """
    return required_name(name, FILE)


def valid_project_name(name: str) -> str:
    """Returns a project's name in capitals. Raises IllegalFunctionCall if it is not valid.

    It has 1 to 15 of the characters of file names, the first no $ and no dot; see `valid_file_name`.
    """
    return required_name(name, PROJECT)


def required_name(name: str, pattern: re.Pattern[str]) -> str:
    """Returns a name in capitals. Raises IllegalFunctionCall if it does not have this pattern."""
    # Folding is kept to ASCII: other letters have capitals that are ASCII or several characters long.
    capitals = name.upper() if name.isascii() else name
    if not pattern.fullmatch(capitals):
        raise IllegalFunctionCall("no name of a file or project")
    return capitals


def is_file_name(name: str) -> bool:
    """Whether a name is one of a file as it stands, capitals and all."""
    return bool(FILE.fullmatch(name))


# Not every system has these flags. Without O_NOFOLLOW, links were refused just before opening. O_NONBLOCK: a
# pipe that takes a file's place would else be waited for.
READ_FLAGS = os.O_RDONLY | sum(getattr(os, each, 0) for each in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
TEMPORARY = itertools.count()
TEMPORARY_NAME = re.compile(r"\.(?P<target>.+)\.(?P<process>[0-9]+)-[0-9]+\.tmp")
ABANDONED_AFTER = 3600
"""Seconds after which no process can still be writing a temporary file; that takes a few seconds."""


class Folder:
    """Files by (project, kind, name) under one folder of the disk, which need not exist yet.

    A `kind` is "TXT" or "DAT". Callers check the names before.
    """

    def __init__(self, root: Path) -> None:
        # The root itself is the user's choice and may be a link.
        self.root = Path(os.path.realpath(root))

    def exists(self, project: str, kind: str, name: str) -> bool:
        return self.is_real(project, kind) and is_regular(self.path(project, kind, name))

    def read(self, project: str, kind: str, name: str) -> bytes | None:
        """Returns the bytes of a file; None if it is missing, no regular file, or may not be read.

        Raises IllegalFileFormat for a file larger than any of the machine's.
        """
        if not self.exists(project, kind, name):
            return None
        try:
            return read_regular(self.path(project, kind, name))
        except OSError:
            return None

    def write(self, project: str, kind: str, name: str, data: bytes) -> None:
        """Creates or replaces a file. Raises ProtectedFile if the system or a link in the way forbids it."""
        target = self.path(project, kind, name)
        try:
            self.make_folders(project, kind)
            if os.path.lexists(target) and not is_regular(target):
                raise ProtectedFile("a link or folder is in the way")
            replace_file(target, data)
            remove_leftovers(target)
        except OSError as error:
            raise ProtectedFile(f"the file cannot be written: {error.strerror}") from error

    def delete(self, project: str, kind: str, name: str) -> None:
        """Removes a file. Raises ProtectedFile if the system forbids it."""
        try:
            self.path(project, kind, name).unlink()
        except OSError as error:
            raise ProtectedFile(f"the file cannot be deleted: {error.strerror}") from error

    def rename(self, project: str, kind: str, old: str, new: str) -> None:
        """Renames a file. Raises ProtectedFile if the system forbids it, or if the new name exists."""
        target = self.path(project, kind, new)
        try:
            if os.path.lexists(target):
                raise ProtectedFile("a link or folder is in the way")
            self.path(project, kind, old).rename(target)
        except OSError as error:
            raise ProtectedFile(f"the file cannot be renamed: {error.strerror}") from error

    def names(self, project: str, kind: str) -> list[str]:
        """Returns the names of a project's files of a kind, sorted: the regular files with valid names."""
        if not self.is_real(project, kind):
            return []
        folder = self.root / project / kind
        names = filter(is_file_name, names_in_folder(folder))
        return sorted(name for name in names if is_regular(folder / name))

    def projects(self) -> list[str]:
        """Returns the names of the projects, sorted: the folders with valid names that are no links."""
        names = filter(PROJECT.fullmatch, names_in_folder(self.root))
        return sorted(name for name in names if is_real_folder(self.root / name))

    def place(self, project: str, kind: str) -> str:
        """Returns the path of the folder for a project's files of a kind, which may not exist."""
        return str(self.root / project / kind)

    def path(self, project: str, kind: str, name: str) -> Path:
        return self.root / project / kind / name

    def make_folders(self, project: str, kind: str) -> None:
        """Creates the folders of the path one by one, so that none is created behind a link."""
        self.root.mkdir(parents=True, exist_ok=True)
        for folder in (self.root / project, self.root / project / kind):
            if not os.path.lexists(folder):
                folder.mkdir(exist_ok=True)
            if not is_real_folder(folder):
                raise ProtectedFile("a link or file is in the way")

    def is_real(self, project: str, kind: str) -> bool:
        """Whether both folders of the path exist and are no links (nor Windows junctions)."""
        folder = self.root / project / kind
        return is_real_folder(folder.parent) and is_real_folder(folder)


def is_real_folder(path: Path) -> bool:
    """Whether a path is a folder and no link to one (nor a Windows junction)."""
    try:
        # `stat` follows links and junctions: it finds another folder then
        return stat.S_ISDIR(path.lstat().st_mode) and os.path.samestat(path.lstat(), path.stat())
    except OSError:
        return False


def is_regular(path: Path) -> bool:
    """Whether a path is a regular file: no folder, link or device."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def names_in_folder(folder: Path) -> list[str]:
    """Returns the names of all files and folders in a folder; [] if it cannot be read."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def read_regular(path: Path) -> bytes | None:
    """Returns the bytes of a regular file, None for anything else; never follows a link at the path's end."""
    with open(os.open(path, READ_FLAGS), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return None
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise IllegalFileFormat("the file is larger than any of the machine's")
    return data


def replace_file(target: Path, data: bytes) -> None:
    """Writes a file atomically: under a temporary name next to the target, then renames it.

    If the system forbids it, raises OSError and leaves no temporary file.
    """
    try:
        rename_temporary(write_temporary(target, data), target)
    except FileNotFoundError:
        # Another computer that shares the folder does not see this process, and removed the file as a
        # leftover.
        rename_temporary(write_temporary(target, data), target)
    sync_folder(target.parent)


def rename_temporary(temporary: Path, target: Path) -> None:
    """Renames a temporary file to the target's name, replacing that; removes it if this fails."""
    try:
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_temporary(target: Path, data: bytes) -> Path:
    """Writes `data` to a new file next to the target, waits until it is on the disk, and returns its path."""
    while True:
        temporary = target.with_name(f".{target.name}.{os.getpid()}-{next(TEMPORARY)}.tmp")
        # the name may be taken by what a killed process of the same number has left behind
        with suppress(FileExistsError):
            file = open(temporary, "xb")  # noqa: SIM115 - closed by the with below, where failures clean up
            break
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def remove_leftovers(written: Path) -> None:
    """Removes the temporary files of programs that were killed while they saved into the same folder.

    `written` is the file that was saved just now.
    """
    for path in map(written.parent.joinpath, names_in_folder(written.parent)):
        with suppress(OSError):
            if is_leftover(path, written):
                path.unlink()


def is_leftover(path: Path, written: Path) -> bool:
    """Whether a file is a temporary one of retromaze (no link, no folder) that no process still writes.

    `written` was written just now: its date is the present time of the clock that dates the folder's files.
    """
    name = TEMPORARY_NAME.fullmatch(path.name)
    if not name or not is_file_name(name["target"]) or not is_regular(path):
        return False
    age = written.lstat().st_mtime - path.lstat().st_mtime
    return age > ABANDONED_AFTER or is_process_gone(int(name["process"]))


def is_process_gone(process: int) -> bool:
    """Whether there is certainly no process of that number on this computer.

    The number of a killed process may belong to another by now, and Windows has no harmless way to ask. Files
    of such processes are removed when they are old.
    """
    if os.name != "posix":
        return False
    try:
        # signal 0 is not sent: the system only reports whether there is such a process
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:  # the process belongs to another user
        return False
    return False


def sync_folder(folder: Path) -> None:
    """Flushes a folder to the disk, if the system can: the renaming of a file in it is safe then."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


SUFFIXES = {"TXT": ("", ".TXT", ".BAS", ".PRG"), "DAT": ("", ".JSON", ".PNG")}
"""The suffixes that may follow a name, by the kind of file; the first file that exists counts."""


class SiblingFiles:
    """The files in the folder of a listing, except the listing itself: a program can load them.

    `names` are the names in the folder as `names_by_capitals` returns them; if they are not given, the folder
    is read again at each call. A `kind` is "TXT" or "DAT".
    """

    def __init__(self, listing: Path, names: Mapping[str, Sequence[str]] | None = None) -> None:
        self.root = Path(os.path.realpath(listing.parent))
        self.listing = listing.name
        self.names = names

    @property
    def place(self) -> str:
        """The folder, for messages about a missing file."""
        return str(self.root)

    def exists(self, kind: str, name: str) -> bool:
        return self.find(kind, name) is not None

    def read(self, kind: str, name: str) -> bytes | None:
        """Returns the bytes of a file; None if it cannot be read. Lines of a text end with line feeds.

        Raises IllegalFileFormat for a file larger than any of the machine's.
        """
        path = self.find(kind, name)
        try:
            data = None if path is None else read_regular(path)
        except OSError:
            return None
        # only a PC's text has line ends to convert: data and the console's own files stay as they are
        if data is None or kind != "TXT" or is_container(data):
            return data
        return data.replace(b"\r\n", b"\n")

    def find(self, kind: str, name: str) -> Path | None:
        """Returns the path of the file that a program means by `name`, or None.

        It may have one of the SUFFIXES and any case of letters, or the console's own name (TMAZE for MAZE).
        """
        names = names_by_capitals(self.root) if self.names is None else self.names
        paths = (self.path_ignoring_case(name + suffix, names) for suffix in SUFFIXES[kind])
        path = next((path for path in paths if path and is_regular(path)), None)
        if path:
            return path
        # on the console's disk a letter for the kind stands before a name
        console_file = self.path_ignoring_case(LETTERS[kind] + name, names)
        return console_file if console_file and is_console_file(console_file, kind) else None

    def loadable_names(self, kind: str) -> list[str]:
        """Returns the names by which files with a suffix of a PC are found, sorted: SNAKE for snake.bas."""
        names = names_by_capitals(self.root) if self.names is None else self.names
        # a file without a suffix can be loaded too, but is not listed: it may be anything
        suffixes = tuple(suffix for suffix in SUFFIXES[kind] if suffix)
        stems = {each.rpartition(".")[0] for each in names if each.endswith(suffixes)}
        # with `names` given, `exists` does not read the folder again
        siblings = SiblingFiles(self.root / self.listing, names)
        return sorted(each for each in stems if is_file_name(each) and siblings.exists(kind, each))

    def path_ignoring_case(self, capitals: str, names: Mapping[str, Sequence[str]]) -> Path | None:
        """Returns the path of the first file whose name in capitals is `capitals`, or None."""
        # a listing cannot load itself
        others = (each for each in names.get(capitals, ()) if each != self.listing)
        return next((self.root / each for each in others), None)


def names_by_capitals(folder: Path) -> dict[str, list[str]]:
    """Returns the file names in a folder by their capitals: {"MAZE.TXT": ["Maze.txt", "maze.txt"]}.

    Names with other letters than ASCII are left out, because the machine can have none.
    """
    names: dict[str, list[str]] = {}
    for name in sorted(each for each in names_in_folder(folder) if each.isascii()):
        names.setdefault(name.upper(), []).append(name)
    return names


class CopiedFiles:
    """Copies of the files in the folder of a listing, so that a run can be repeated.

    `files` are their bytes by (kind, name), `root` is the folder. If a `disk` is given, a file that is
    missing is copied from there when it is first needed.
    """

    def __init__(
        self, root: Path, files: Mapping[tuple[str, str], bytes], disk: SiblingFiles | None = None
    ) -> None:
        self.root = root
        self.files = dict(files)
        self.disk = disk

    @property
    def place(self) -> str:
        """The folder, or which of its files were copied, for messages about a missing file."""
        return str(self.root) if self.disk else f"what the listing names in {self.root}"

    def exists(self, kind: str, name: str) -> bool:
        return self.read(kind, name) is not None

    def read(self, kind: str, name: str) -> bytes | None:
        """Returns the bytes of a file; None if it was missing. Raises IllegalFileFormat as `SiblingFiles`."""
        if self.disk and (kind, name) not in self.files:
            data = self.disk.read(kind, name)
            if data is not None:
                self.files[kind, name] = data
        return self.files.get((kind, name))


def is_console_file(path: Path, kind: str) -> bool:
    """Whether a file has the console's own format and kind: a PC's file THE is not the console's text HE."""
    try:
        data = read_regular(path) if is_regular(path) else None
    except (OSError, IllegalFileFormat):
        return False
    return data is not None and kind_of_console_file(data) == kind


# ---- storage


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
