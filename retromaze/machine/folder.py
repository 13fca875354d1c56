"""Folders on the user's disk: the storage, and the folder of a listing; no other module reads or writes them.

A name of a file or project can hold no slash, backslash, colon or space, cannot end with a dot and cannot be
one that Windows keeps for devices, so that it means one file in one folder on every system.

Files of the storage lie in `<root>/<PROJECT>/TXT/NAME` and `<root>/<PROJECT>/DAT/NAME`. No link leads out of
the folder: only regular files in real folders are opened; what is no regular file counts as missing. A file
is the old one or the new one at every moment. What a killed program left half written is removed by the next
that saves into the same folder.

Files in the folder of a listing can only be read. They have the names of a PC: `MAZE` is MAZE, maze.txt or
Maze.bas, an array or page of that name maze.json or maze.png, as `retromaze convert` names what it makes of
the console's files. A file of the console itself is found by its name on the console's disk too: TMAZE for a
text or program, BMAZE for an array or page.
"""

from __future__ import annotations

import itertools
import os
import re
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from retromaze.errors import IllegalFileFormat, IllegalFunctionCall, ProtectedFile
from retromaze.machine.console_files import LETTERS, is_container, kind_of_console_file
from retromaze.machine.file_contents import LARGEST_FILE

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
