"""Storage in memory, for a run without a folder; its files last as long as the machine."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

Key = tuple[str, str, str]
"""A file's project, kind and name."""
Files = Mapping[Key, bytes]
NO_FILES: Files = MappingProxyType({})


class Memory:
    """Bytes by (project, kind, name), in memory."""

    def __init__(self, files: Files = NO_FILES) -> None:
        """`files` lie there from the start."""
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
        """The files of a project and kind, sorted."""
        return sorted(name for holder, shelf, name in self.files if (holder, shelf) == (project, kind))

    def projects(self) -> list[str]:
        """The projects that hold a file, sorted."""
        return sorted({project for project, _, _ in self.files})

    def place(self, project: str, kind: str) -> str:
        """No folder."""
        return ""
