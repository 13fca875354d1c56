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
from retromaze.machine.containers import LETTERS, is_container, list_of
from retromaze.machine.contents import LARGEST_FILE

# Names that no system takes for a device or changes.
SAFE = r"(?!(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM[0-9]|LPT[0-9])(?:\.|\Z)){}(?<!\.)"
# The signs have @ in the reference of the language, 9.4, and $ in that of the machine, 9.3: both harmless.
FILE = re.compile(SAFE.format(r"[A-Z0-9_.@-][A-Z0-9_.@$-]{0,13}"))
PROJECT = re.compile(SAFE.format(r"[A-Z0-9_@-][A-Z0-9_.@$-]{0,14}"))


def file_name(name: str) -> str:
    """Returns a name in capitals: 1 to 14 of A-Z 0-9 _ - . @ $, the first no $. Else IllegalFunctionCall.

    Names of Windows devices (CON, CONIN$, NUL, COM1 ..., also NUL.TXT) and names ending in a dot are refused
    on every system.
    Source: language reference, section 9.4; machine reference, section 9.3. Unverified: folding to capitals.
    """
    return valid_name(name, FILE)


def project_name(name: str) -> str:
    """Returns a project's name in capitals, 1 to 15 characters of the same kind, the first no dot."""
    return valid_name(name, PROJECT)


def valid_name(name: str, form: re.Pattern[str]) -> str:
    # Folding is kept to ASCII: other letters have capitals that are ASCII or several characters long.
    capitals = name.upper() if name.isascii() else name
    if not form.fullmatch(capitals):
        raise IllegalFunctionCall("no name of a file or project")
    return capitals


def is_file_name(name: str) -> bool:
    """Whether a name is one of a file as it stands, capitals and all."""
    return bool(FILE.fullmatch(name))


# Not every system has these flags. Without O_NOFOLLOW, links were refused just before opening.
READ_FLAGS = os.O_RDONLY | sum(getattr(os, each, 0) for each in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
TEMPORARY = itertools.count()
TEMPORARY_NAME = re.compile(r"\.(?P<target>.+)\.(?P<process>[0-9]+)-[0-9]+\.tmp")
ABANDONED_AFTER = 3600
"""Seconds after which no process can still be writing a temporary file; that takes a few seconds."""


class Folder:
    """Files by (project, kind, name) under one folder of the disk, which need not exist yet."""

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
            self.make(project, kind)
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
        """Returns the regular files of valid names, sorted."""
        if not self.is_real(project, kind):
            return []
        folder = self.root / project / kind
        return sorted(name for name in file_names(folder) if is_file_name(name) and is_regular(folder / name))

    def projects(self) -> list[str]:
        """Returns the real folders of valid names, sorted."""
        names = filter(PROJECT.fullmatch, file_names(self.root))
        return sorted(name for name in names if is_real_folder(self.root / name))

    def place(self, project: str, kind: str) -> str:
        """Returns the path of the folder for a project's files of a kind, which may not exist."""
        return str(self.root / project / kind)

    def path(self, project: str, kind: str, name: str) -> Path:
        return self.root / project / kind / name

    def make(self, project: str, kind: str) -> None:
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
    try:
        return stat.S_ISDIR(path.lstat().st_mode) and os.path.samestat(path.lstat(), path.stat())
    except OSError:
        return False


def is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def file_names(folder: Path) -> list[str]:
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
    """Writes a file under a temporary name next to the target, then renames it, so that it is never half
    written.

    If the system forbids it, raises OSError and leaves no temporary file.
    """
    try:
        rename_temporary(write_temporary(target, data), target)
    except FileNotFoundError:
        # Another computer that shares the folder does not see this process, and removed the file as a
        # leftover.
        rename_temporary(write_temporary(target, data), target)
    settle(target.parent)


def rename_temporary(temporary: Path, target: Path) -> None:
    try:
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_temporary(target: Path, data: bytes) -> Path:
    """Writes `data` to a new file next to the target, waits until it is on the disk, and returns its path."""
    while True:
        temporary = target.with_name(f".{target.name}.{os.getpid()}-{next(TEMPORARY)}.tmp")
        try:
            file = open(temporary, "xb")  # noqa: SIM115 - closed by the with below, where failures clean up
            break
        except FileExistsError:
            continue
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
    """Removes the temporary files of programs that were killed while they saved into the same folder."""
    for path in map(written.parent.joinpath, file_names(written.parent)):
        with suppress(OSError):
            if is_leftover(path, written):
                path.unlink()


def is_leftover(path: Path, written: Path) -> bool:
    """Whether a file is a temporary one of ours (no link, no folder) that no process is writing any more.

    `written` was written just now: its date is the present time of the clock that dates the folder's files.
    """
    found = TEMPORARY_NAME.fullmatch(path.name)
    if not found or not is_file_name(found["target"]) or not is_regular(path):
        return False
    age = written.lstat().st_mtime - path.lstat().st_mtime
    return age > ABANDONED_AFTER or is_over(int(found["process"]))


def is_over(process: int) -> bool:
    """Whether there is certainly no process of that number on this computer.

    The number of a killed process may belong to another by now, and Windows has no harmless way to ask. Files
    of such processes are removed when they are old.
    """
    if os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        return False
    return False


def settle(folder: Path) -> None:
    """Asks the system to write the renaming to the disk too, if it can; the file itself is safe already."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    try:
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return
    try:
        os.fsync(number)
    except OSError:
        return
    finally:
        os.close(number)


SUFFIXES = {"TXT": ("", ".TXT", ".BAS", ".PRG"), "DAT": ("", ".JSON", ".PNG")}
"""The suffixes that may follow a name, by the kind of file; the first file that exists counts."""


class Beside:
    """The files in the folder of a listing, except the listing itself.

    The folder is read again each time, unless the names in it are given to the constructor.
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
        return self.found(kind, name) is not None

    def read(self, kind: str, name: str) -> bytes | None:
        """Returns the bytes of a file, with line feeds at the ends of lines of a text; None if it cannot be
        read.

        Raises IllegalFileFormat for a file larger than any of the machine's.
        """
        path = self.found(kind, name)
        try:
            data = None if path is None else read_regular(path)
        except OSError:
            return None
        if data is None or kind != "TXT" or is_container(data):
            return data
        return data.replace(b"\r\n", b"\n")

    def found(self, kind: str, name: str) -> Path | None:
        """Returns the file of that name, in any case of letters; always the same one if there are several."""
        names = names_by_capitals(self.root) if self.names is None else self.names
        paths = (self.spelled(name + suffix, names) for suffix in SUFFIXES[kind])
        plain = next((path for path in paths if path and is_regular(path)), None)
        if plain:
            return plain
        on_disk = self.spelled(LETTERS[kind] + name, names)
        return on_disk if on_disk and is_console_file(on_disk, kind) else None

    def listed(self, kind: str) -> list[str]:
        """Returns the names by which files with a suffix of a PC are found, sorted: SNAKE for snake.bas."""
        names = names_by_capitals(self.root) if self.names is None else self.names
        suffixes = tuple(filter(None, SUFFIXES[kind]))
        stems = {each.rpartition(".")[0] for each in names if each.endswith(suffixes)}
        # the folder is read once for all names
        there = Beside(self.root / self.listing, names)
        return sorted(each for each in stems if is_file_name(each) and there.exists(kind, each))

    def spelled(self, capitals: str, names: Mapping[str, Sequence[str]]) -> Path | None:
        """Returns the file with a name that is `capitals` in capitals, the first of several, or None."""
        others = (each for each in names.get(capitals, ()) if each != self.listing)
        return next((self.root / each for each in others), None)


def names_by_capitals(folder: Path) -> dict[str, list[str]]:
    """Returns the file names in a folder by their capitals, sorted; only those that the machine can have."""
    found: dict[str, list[str]] = {}
    for name in sorted(each for each in file_names(folder) if each.isascii()):
        found.setdefault(name.upper(), []).append(name)
    return found


class TakenFiles:
    """Copies of the files beside a listing, so that a run can be repeated.

    `files` are their bytes by list and name. If a `disk` is given, a file that is missing is copied from
    there when it is first needed.
    """

    def __init__(
        self, root: Path, files: Mapping[tuple[str, str], bytes], disk: Beside | None = None
    ) -> None:
        self.root = root
        self.files = dict(files)
        self.disk = disk

    @property
    def place(self) -> str:
        return str(self.root) if self.disk else f"what the listing names in {self.root}"

    def exists(self, kind: str, name: str) -> bool:
        return self.read(kind, name) is not None

    def read(self, kind: str, name: str) -> bytes | None:
        """Returns the bytes of a file; None if it was missing. Raises IllegalFileFormat as `Beside.read`."""
        if self.disk and (kind, name) not in self.files:
            data = self.disk.read(kind, name)
            if data is not None:
                self.files[kind, name] = data
        return self.files.get((kind, name))


def names_of(file: str, kind: str) -> list[str]:
    """Returns the names by which a program can load a file beside its listing; [] if there are none.

    The name that a file of the console has on the console's disk is not among them.
    """
    capitals = file.upper() if file.isascii() else ""
    ended = [capitals.removesuffix(suffix) for suffix in SUFFIXES[kind] if capitals.endswith(suffix)]
    return [name for name in ended if is_file_name(name)]


def is_console_file(path: Path, kind: str) -> bool:
    """Whether a file is one of the console that belongs to that list: a file THE may not be the text HE."""
    try:
        data = read_regular(path) if is_regular(path) else None
    except (OSError, IllegalFileFormat):
        return False
    return data is not None and list_of(data) == kind
