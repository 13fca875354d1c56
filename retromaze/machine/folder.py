"""The user's storage folder on disk; no other module reads or writes it.

Files lie in `<root>/<PROJECT>/TXT/NAME` and `<root>/<PROJECT>/DAT/NAME`. Names arrive validated; this module
sees to it that no link leads out of the folder (only regular files in real folders are opened; what is no
regular file counts as missing) and that a file is the old one or the new one at every moment.
What a killed program left half written is removed by the next that saves into the same folder.
"""

from __future__ import annotations

import itertools
import os
import re
import stat
from contextlib import suppress
from pathlib import Path

from retromaze.errors import IllegalFileFormat, ProtectedFile
from retromaze.machine.contents import LARGEST_FILE
from retromaze.machine.names import is_file_name, is_project_name

# Not every system knows these; where links cannot be refused while opening, they have been just before.
READ_FLAGS = os.O_RDONLY | sum(getattr(os, each, 0) for each in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
TEMPORARY = itertools.count()
TEMPORARY_NAME = re.compile(r"\.(?P<target>.+)\.(?P<process>[0-9]+)-[0-9]+\.tmp")
ABANDONED_AFTER = 3600
"""Seconds after which a temporary file is nobody's; writing one takes a few."""


class Folder:
    """Files by (project, kind, name) under one folder of the disk, which need not exist yet."""

    def __init__(self, root: Path) -> None:
        # The root itself is the user's choice and may be a link.
        self.root = Path(os.path.realpath(root))

    def exists(self, project: str, kind: str, name: str) -> bool:
        return self.is_real(project, kind) and is_regular(self.path(project, kind, name))

    def read(self, project: str, kind: str, name: str) -> bytes | None:
        """The bytes of a file; None where it is missing, no regular file, or may not be read.

        Raises IllegalFileFormat for a file larger than any of the machine's.
        """
        if not self.exists(project, kind, name):
            return None
        try:
            return read_regular(self.path(project, kind, name))
        except OSError:
            return None

    def write(self, project: str, kind: str, name: str, data: bytes) -> None:
        """Makes or replaces a file; ProtectedFile where the system or a link in the way forbids it."""
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
        """Removes a file; ProtectedFile where the system forbids it."""
        try:
            self.path(project, kind, name).unlink()
        except OSError as error:
            raise ProtectedFile(f"the file cannot be deleted: {error.strerror}") from error

    def rename(self, project: str, kind: str, old: str, new: str) -> None:
        """Renames a file; ProtectedFile where the system forbids it or anything of the new name is there."""
        target = self.path(project, kind, new)
        try:
            if os.path.lexists(target):
                raise ProtectedFile("a link or folder is in the way")
            self.path(project, kind, old).rename(target)
        except OSError as error:
            raise ProtectedFile(f"the file cannot be renamed: {error.strerror}") from error

    def names(self, project: str, kind: str) -> list[str]:
        """The regular files of valid names, sorted."""
        if not self.is_real(project, kind):
            return []
        folder = self.root / project / kind
        return sorted(name for name in file_names(folder) if is_file_name(name) and is_regular(folder / name))

    def projects(self) -> list[str]:
        """The real folders of valid names, sorted."""
        return sorted(
            name
            for name in file_names(self.root)
            if is_project_name(name) and is_real_folder(self.root / name)
        )

    def place(self, project: str, kind: str) -> str:
        """The folder of a project's files of a kind, there or not."""
        return str(self.root / project / kind)

    def path(self, project: str, kind: str, name: str) -> Path:
        return self.root / project / kind / name

    def make(self, project: str, kind: str) -> None:
        """Makes the folders on the way, one by one, so that none is made behind a link."""
        self.root.mkdir(parents=True, exist_ok=True)
        for folder in (self.root / project, self.root / project / kind):
            if not os.path.lexists(folder):
                folder.mkdir(exist_ok=True)
            if not is_real_folder(folder):
                raise ProtectedFile("a link or file is in the way")

    def is_real(self, project: str, kind: str) -> bool:
        """Whether both folders on the way are there and no links (nor Windows junctions)."""
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
    """The bytes of a regular file, None for anything else; never follows a link at the path's end."""
    with open(os.open(path, READ_FLAGS), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return None
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise IllegalFileFormat("the file is larger than any of the machine's")
    return data


def replace_file(target: Path, data: bytes) -> None:
    """Writes a file under a temporary name beside the target, then renames it: old or new, never half.

    Raises OSError, and leaves no temporary file behind, where the system forbids it.
    """
    try:
        rename_temporary(write_temporary(target, data), target)
    except FileNotFoundError:
        # Another computer that shares the folder does not see this process: the file looked like a leftover.
        rename_temporary(write_temporary(target, data), target)
    settle(target.parent)


def rename_temporary(temporary: Path, target: Path) -> None:
    try:
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_temporary(target: Path, data: bytes) -> Path:
    """A new file beside the target holding `data`, safely on the disk; its name begins with a dot."""
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
    """Whether a file is a temporary one of ours (no link, no folder) that nobody is writing any more.

    `written` was written just now: it tells the time by the clock that dates the folder's files.
    """
    found = TEMPORARY_NAME.fullmatch(path.name)
    if not found or not is_file_name(found["target"]) or not is_regular(path):
        return False
    age = written.lstat().st_mtime - path.lstat().st_mtime
    return age > ABANDONED_AFTER or is_over(int(found["process"]))


def is_over(process: int) -> bool:
    """Whether there is certainly no process of that number on this computer.

    The number of one that was killed may be another's by now, and Windows has no harmless way to ask: files
    of such processes have to grow old.
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
    """Asks the system to write the renaming down too, where it knows how; the file itself is safe already."""
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
