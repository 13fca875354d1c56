"""Saves the pictures of a difference, and the files of its storage, in a folder."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from retromaze.comparison.difference import Difference
from retromaze.machine.folder import Folder
from retromaze.machine.memory import Files
from retromaze.system.shell_words import shell_word


def save_pictures(difference: Difference, folder: Path) -> tuple[Path, ...]:
    """Writes listing.png, port.png and difference.png (red on gray); returns the paths. Raises OSError."""
    from retromaze.display.pictures import save_png

    folder.mkdir(parents=True, exist_ok=True)
    pictures = difference.pictures()
    paths = tuple(folder / f"{name}.png" for name in pictures)
    for path, picture in zip(paths, pictures.values(), strict=True):
        save_png(picture, path)
    return paths


def save_storage(difference: Difference, folder: Path) -> Difference:
    """The difference with the storage of its game among the options that play it again, as it lies there now.

    Raises OSError, and ProtectedFile where a link is in the way.
    """
    if difference.stored is None:
        return difference
    root = folder / storage_name(difference.stored)
    root.mkdir(parents=True, exist_ok=True)
    shelf = Folder(root)
    for key, data in difference.stored.items():
        shelf.write(*key, data)
    return replace(difference, played=f"{shell_word(f'--storage={root}')} {difference.played}".rstrip())


def storage_name(files: Files) -> str:
    """A name that storages with other files do not have."""
    made = hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()
    return f"storage-{made[:8]}"
