"""Writes pictures as files by Pillow: exact PNG, animated GIF, the picture of a difference."""

from __future__ import annotations

import io
import os
import sys
from array import array
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.machine.folder import replace_file
from retromaze.machine.modes import TALL_SIZE, UPPER_SIZE, Size

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT = UPPER_SIZE
BOTH: Size = (WIDTH, 2 * HEIGHT)
"""The lower screen below the upper one."""
SIZES = {width * height: (width, height) for width, height in (UPPER_SIZE, BOTH, TALL_SIZE)}
"""The sizes of pictures by the number of their words.

A picture is `array("I")` of words 0xAARRGGBB, row 0 at the top: the upper screen alone, both, or both as one
tall screen.
"""

BLACK, DIFFERENT = 0xFF000000, 0xFFFF0000
GIF_COLORS = 256


def image(picture: array[int], scale: int = 1) -> Image:
    """The picture as an RGB image of Pillow, each pixel a square of `scale` (1 or more) pixels.

    Raises ValueError if the picture has no size that screens have.
    """
    from PIL import Image, ImageOps

    made = Image.frombytes("RGB", size_of(picture), little_endian(picture), "raw", "BGRX")
    return made if scale == 1 else ImageOps.scale(made, scale, Image.Resampling.NEAREST)


def size_of(picture: array[int]) -> Size:
    """Its width and height; raises ValueError for what is no picture."""
    if len(picture) not in SIZES:
        raise ValueError(f"a picture has {', '.join(map(str, SIZES))} words, not {len(picture)}")
    return SIZES[len(picture)]


def framed(picture: array[int], size: Size, color: int = BLACK) -> array[int]:
    """The picture on a larger one of a single color: in the middle of its width, at its top."""
    width, height = size_of(picture)
    if (width, height) == size:
        return picture
    return widened(picture, width, size[0], color) + array("I", (color,)) * (size[0] * (size[1] - height))


def widened(words: array[int], width: int, wider: int, color: int = BLACK) -> array[int]:
    """Rows of so many words, made wider on either side by a color."""
    edge = array("I", (color,)) * ((wider - width) // 2)
    whole = array("I")
    for at in range(0, len(words), width):
        whole += edge + words[at : at + width] + edge
    return whole


def upper_part(picture: array[int]) -> array[int]:
    """What a picture shows of the upper screen: 400 * 240 words."""
    whole = framed(picture, (WIDTH, size_of(picture)[1]))
    return whole if len(whole) == WIDTH * HEIGHT else whole[: WIDTH * HEIGHT]


def common_size(sizes: Collection[Size]) -> Size:
    """The smallest size in which pictures of all these sizes, one at least, find room."""
    return max(width for width, _ in sizes), max(height for _, height in sizes)


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

    A frame of up to 256 colors is kept exactly, more are reduced. All are of one size. Raises ValueError
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
