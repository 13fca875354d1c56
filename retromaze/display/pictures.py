"""Writes pictures as files by Pillow: exact PNG, animated GIF, the picture of a difference."""

from __future__ import annotations

import io
import os
import sys
from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.machine.folder import replace_file

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT = 400, 240
"""The upper screen; a picture is `array("I")` of words 0xAARRGGBB, row 0 at the top.

WIDTH * HEIGHT of them, or twice as many rows where the lower screen is seen too.
"""

DIFFERENT = 0xFFFF0000
GIF_COLORS = 256


def image(picture: array[int], scale: int = 1) -> Image:
    """The picture as an RGB image of Pillow, each pixel a square of `scale` (1 or more) pixels.

    Raises ValueError if the picture has the size of neither one screen nor two.
    """
    from PIL import Image, ImageOps

    made = Image.frombytes("RGB", (WIDTH, rows_of(picture)), little_endian(picture), "raw", "BGRX")
    return made if scale == 1 else ImageOps.scale(made, scale, Image.Resampling.NEAREST)


def rows_of(picture: array[int]) -> int:
    """Its height; raises ValueError for what is no picture."""
    if len(picture) not in {WIDTH * HEIGHT, 2 * WIDTH * HEIGHT}:
        raise ValueError(f"a picture has {WIDTH * HEIGHT} words, or twice as many, not {len(picture)}")
    return len(picture) // WIDTH


def little_endian(picture: array[int]) -> bytes:
    """The picture's bytes as blue, green, red, alpha on every computer."""
    if sys.byteorder == "little":
        return picture.tobytes()
    swapped = array("I", picture)
    swapped.byteswap()
    return swapped.tobytes()


def png(picture: array[int], scale: int = 1) -> bytes:
    """Exactly these pixels as an RGB PNG."""
    file = io.BytesIO()
    image(picture, scale).save(file, format="PNG", optimize=True)
    return file.getvalue()


def save_png(picture: array[int], path: Path, scale: int = 1) -> None:
    """Writes exactly these pixels as an RGB PNG; the file appears whole or not at all. Raises OSError."""
    replace_file(path, png(picture, scale))


def gif(frames: Iterable[array[int]], milliseconds: int | list[int] = 50, scale: int = 1) -> bytes:
    """An animation that repeats for ever, each frame shown so long (GIF counts in steps of ten).

    A frame of up to 256 colors is kept exactly, more are reduced. All are of one height. Raises ValueError
    without frames.
    """
    images = (with_palette(image(frame, scale)) for frame in frames)
    first = next(images, None)
    if first is None:
        raise ValueError("an animation needs a frame")
    file = io.BytesIO()
    first.save(file, format="GIF", save_all=True, append_images=images, duration=milliseconds, loop=0)
    return file.getvalue()


def save_gif(
    frames: Iterable[array[int]], path: Path, milliseconds: int | list[int] = 50, scale: int = 1
) -> None:
    """Writes an animation, whole or not at all. Raises ValueError without frames; OSError."""
    replace_file(path, gif(frames, milliseconds, scale))


def with_palette(made: Image) -> Image:
    """The image with a palette, without dithering."""
    from PIL import Image

    return made.quantize(GIF_COLORS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def try_writing(path: Path) -> None:
    """Raises OSError where no temporary file can be made beside it; leaves nothing behind."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    temporary.open("xb").close()
    temporary.unlink()


def free_path(folder: Path, stem: str, ending: str = ".png") -> Path:
    """`stem.png` in the folder, else `stem-2.png`, `stem-3.png` and so on: the first that does not exist."""
    path, number = folder / f"{stem}{ending}", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{ending}"
    return path


def difference_picture(left: array[int], right: array[int]) -> array[int]:
    """What differs in bright red over a dark gray `left`. Raises ValueError unless both are as large."""
    if len(left) != len(right):
        raise ValueError(f"pictures of {len(left)} and {len(right)} words cannot be compared")
    return array("I", [dim(a) if a == b else DIFFERENT for a, b in zip(left, right, strict=True)])


def dim(word: int) -> int:
    """The word's brightness as a gray, at a third."""
    gray = ((word >> 16 & 255) + (word >> 8 & 255) + (word & 255)) // 9
    return 0xFF000000 | gray * 0x010101
