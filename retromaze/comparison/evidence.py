"""Saves the pictures of a difference in a folder."""

from __future__ import annotations

from pathlib import Path

from retromaze.comparison.difference import Difference


def save_pictures(difference: Difference, folder: Path) -> tuple[Path, ...]:
    """Writes listing.png, port.png and difference.png (red on gray); returns the paths. Raises OSError."""
    from retromaze.display.pictures import save_png

    folder.mkdir(parents=True, exist_ok=True)
    pictures = difference.pictures()
    paths = tuple(folder / f"{name}.png" for name in pictures)
    for path, picture in zip(paths, pictures.values(), strict=True):
        save_png(picture, path)
    return paths
