"""Small pictures of a screen: half its size, or a part of it in full size."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise, product
from typing import TYPE_CHECKING

from retromaze.display.pictures import HEIGHT, WIDTH

if TYPE_CHECKING:
    from PIL.Image import Image

SMALL_WIDTH, SMALL_HEIGHT = WIDTH // 2, HEIGHT // 2
STEP = 20
"""Pixels between two parts that are looked at."""
FINE = 0.5
"""The share of single pixels among all runs of one color above which half the size leaves a gray of them."""


def thumbnail(picture: array[int]) -> Image:
    """An RGB image of 200 x 120 pixels; the picture is that of an upper screen, as of `Machine.picture`."""
    from PIL import Image

    small = busiest_part(picture) if is_fine(picture) else halve_row(picture)
    data = b"".join(word.to_bytes(4, "little") for word in small)
    return Image.frombytes("RGB", (SMALL_WIDTH, SMALL_HEIGHT), data, "raw", "BGRX")


def is_fine(picture: Sequence[int]) -> bool:
    """Whether most of what is drawn is a single pixel thick."""
    lengths = [length for line in lines(picture) if len(found := run_lengths(line)) > 1 for length in found]
    return lengths.count(1) > FINE * len(lengths)


def lines(picture: Sequence[int]) -> Iterator[Sequence[int]]:
    """All rows and all columns."""
    yield from (picture[at : at + WIDTH] for at in range(0, WIDTH * HEIGHT, WIDTH))
    yield from (picture[at::WIDTH] for at in range(WIDTH))


def run_lengths(line: Sequence[int]) -> list[int]:
    """How many equal pixels follow each other, run by run."""
    return [len(list(run)) for _, run in groupby(line)]


def busiest_part(picture: Sequence[int]) -> list[int]:
    """The 200 x 120 pixels with the most changes from one pixel to the next, the upper left of equals."""
    places = product(range(0, HEIGHT - SMALL_HEIGHT + 1, STEP), range(0, WIDTH - SMALL_WIDTH + 1, STEP))
    top, left = max(places, key=lambda place: changes(picture, *place))
    return part(picture, top, left)


def part(picture: Sequence[int], top: int, left: int) -> list[int]:
    """The 200 x 120 pixels from there."""
    rows = range(top, top + SMALL_HEIGHT)
    return [word for row in rows for word in picture[row * WIDTH + left : row * WIDTH + left + SMALL_WIDTH]]


def changes(picture: Sequence[int], top: int, left: int) -> int:
    """How often two pixels beside each other differ in that part."""
    words = part(picture, top, left)
    return sum(a != b for a, b in pairwise(words))


# ---- half the size


def halve_row(picture: Sequence[int]) -> list[int]:
    """Four pixels in one of their mean light."""
    return [
        mean(*picture[at : at + 2], *picture[at + WIDTH : at + WIDTH + 2])
        for row in range(0, HEIGHT, 2)
        for at in range(row * WIDTH, (row + 1) * WIDTH, 2)
    ]


@cache
def mean(*words: int) -> int:
    """The color of as much light as these have on average; the numbers of sRGB are no amounts of light."""
    found = 0
    for shift in (16, 8, 0):
        light = sum(light_of(word >> shift & 255) for word in words) / len(words)
        found |= value_of(light) << shift
    return found


@cache
def light_of(value: int) -> float:
    """The light, 0 to 1, of a channel from 0 to 255 (IEC 61966-2-1)."""
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def value_of(light: float) -> int:
    """The channel of a light."""
    share = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(255 * share)
