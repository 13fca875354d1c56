"""Limits how much a run may store, so that a program cannot fill the user's disk."""

from __future__ import annotations

from retromaze.errors import OutOfMemory

ROOM = 64 << 20
"""Bytes a run may keep in files it has written itself. Ours: the console's card held more, a listing less."""

BLOCK = 4096
"""What a file takes at least, as on a disk."""

Key = tuple[str, str, str]


class Ledger:
    """The sizes of the files written since the start, by (project, kind, name)."""

    def __init__(self) -> None:
        self.sizes: dict[Key, int] = {}
        self.total = 0

    def enter(self, key: Key, size: int) -> None:
        """A file of that size is about to be written; OutOfMemory where it has no room."""
        taken = max(size, BLOCK)
        if self.total - self.sizes.get(key, 0) + taken > ROOM:
            raise OutOfMemory("the files of this run fill their storage")
        self.drop(key)
        self.sizes[key] = taken
        self.total += taken

    def drop(self, key: Key) -> None:
        """A file is gone."""
        self.total -= self.sizes.pop(key, 0)

    def move(self, old: Key, new: Key) -> None:
        """A file has another name now."""
        if old in self.sizes:
            self.sizes[new] = self.sizes.pop(old)
