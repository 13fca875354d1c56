"""Builds retromaze/machine/sheets.bin, the pictures of sprites and backgrounds; a tool for developers.

    python tests/tools/build_sheets.py [PREVIEW.png]

The pictures stand in sheet_pictures.txt beside this file, drawn by hand for retromaze and under its license.
This file lays them out on two pages of 32 x 32 tiles, some of them mirrored, turned or in other colors, and
letters and digits of the font. With a name it also writes both pages as a picture, twice their size.

The file's format is told in retromaze/machine/page.py. What the console shows at a number is its own; here
the numbers of fruit, letters, shots, monsters and people show something of that kind.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from retromaze.machine.colors import word_from_color
from retromaze.machine.font import Font

PICTURES = Path(__file__).with_name("sheet_pictures.txt")
TARGET = Path(__file__).parents[2] / "retromaze" / "machine" / "sheets.bin"
TILE, ACROSS = 16, 32
CLEAR = "."

Picture = tuple[str, ...]
"""Sixteen rows of sixteen letters."""

THINGS = (
    *("strawberry", "orange", "cherry", "apple", "banana", "grapes", "melon", "mushroom", "cake"),
    *("coin", "coin turned", "key", "heart", "star", "gem", "chest", "chest open", "potion", "sword"),
    *("shield", "bomb", "flag", "door", "note"),
)
SHOTS = ("shot", "ball", "laser", "missile", "fire")
BLASTS = (*(f"blast {number}" for number in ("one", "two", "three", "four", "five", "six")), "smoke", "spark")
CRAFT = ("ship", "enemy ship", "saucer", "car")
MONSTERS = {
    "slime": ("slime", "slime low"),
    "ghost": ("ghost", "ghost"),
    "bat": ("bat", "bat down"),
    "skeleton": ("skeleton", "skeleton"),
    "dragon": ("dragon", "dragon"),
    "spider": ("spider", "spider"),
    "robot": ("robot", "robot"),
}
GROUND = (
    *("grass", "flowers", "tall grass", "sand", "path", "water", "water later", "bricks", "stone", "hedge"),
    *("floor", "boards", "stairs down", "stairs up", "ladder", "tree", "pine", "bush", "mountain", "house"),
    *("castle", "bridge", "cloud", "lava", "block", "door", "chest", "chest open", "flag", "key", "coin"),
)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?"

HUES = ("rR", "bB", "gG", "yY", "vV", "oO", "cC", "pP")
"""Pairs of a color and its darker one."""
CLOTHES = ("bB", "rR", "gG", "yY", "vV", "oO", "cC", "pP")
HAIR = ("nN", "yY", "AA", "rR")
SEASONS = (
    {},
    {"g": "w", "G": "l", "F": "a", "d": "w", "D": "l"},
    {"g": "o", "G": "O", "F": "R"},
    {"g": "d", "G": "D", "F": "n", "b": "c", "c": "w"},
    {"g": "G", "G": "F", "F": "k", "d": "D", "D": "n", "b": "B", "c": "b", "a": "A", "l": "a", "n": "N"},
    {"g": "v", "G": "V", "F": "B", "d": "p", "D": "P", "b": "V", "c": "v", "a": "v", "l": "p", "A": "V"},
    {"a": "n", "l": "d", "A": "N", "n": "a", "N": "A", "d": "l", "D": "a"},
    {"a": "c", "l": "w", "A": "C", "n": "b", "N": "B", "g": "c", "G": "C", "F": "B"},
)
"""The ground by day, in snow, in autumn, in the desert, at night, by magic, of other stuff, of ice."""


def main(arguments: list[str]) -> int:
    colors, pictures = read(PICTURES.read_text("utf-8"))
    pages = [laid_out(sprites(pictures)), laid_out(backgrounds(pictures))]
    letters = [CLEAR, *colors]
    indices = b"".join(bytes(map(letters.index, "".join(page))) for page in pages)
    words = array("I", (0, *colors.values()))
    head = len(letters).to_bytes(2, "little")
    TARGET.write_bytes(zlib.compress(head + little_endian(words) + indices, 9))
    print(f"{len(pictures)} pictures, {TARGET.stat().st_size} bytes")
    if arguments:
        preview(pages, {CLEAR: 0, **colors}, Path(arguments[0]))
    return 0


def little_endian(words: array[int]) -> bytes:
    if sys.byteorder == "big":
        words.byteswap()
    return words.tobytes()


def read(text: str) -> tuple[dict[str, int], dict[str, Picture]]:
    """The colors by their letters, and the pictures by their names.

    Raises ValueError where one is no picture.
    """
    colors: dict[str, int] = {}
    pictures: dict[str, list[str]] = {}
    rows: list[str] | None = None
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("picture "):
            rows = pictures[line.removeprefix("picture ")] = []
        elif rows is not None:
            rows.append(line if len(line) == TILE else line + line[::-1])
        elif line != "colors":
            letter, code, _ = line.split(maxsplit=2)
            colors[letter] = word_from_color(0xFF00_0000 | int(code, 16))
    for name, each in pictures.items():
        unknown = set("".join(each)) - {CLEAR, *colors}
        if len(each) != TILE or any(len(row) != TILE for row in each) or unknown:
            raise ValueError(f"{name} is no picture of 16 rows: {unknown or [len(row) for row in each]}")
    return colors, {name: tuple(each) for name, each in pictures.items()}


# ---- what stands where


def sprites(pictures: dict[str, Picture]) -> dict[int, Picture]:
    """Page 4, by the numbers of definitions; those without a picture of their own show some thing."""
    rows = {
        0: [*(pictures[name] for name in THINGS), *in_hues(pictures["gem"], "cC", "rgvy")],
        32: [*(pictures[name] for name in SHOTS), *in_hues(pictures["ball"], "rR", "bgvo")],
        48: [pictures[name] for name in BLASTS],
        64: [letter(character) for character in LETTERS],
        104: [turned for name in CRAFT for turned in turns(pictures[name])],
        120: [pictures["rock"], *in_hues(pictures["rock"], "aA", "nrbg")],
        128: monsters(pictures),
        384: [pictures[name] for name in GROUND],
        420: [*in_hues(pictures["chest"], "nN", "rbg"), *in_hues(pictures["potion"], "rR", "bgyv")],
        500: [frame for picture in people(pictures) for frame in picture],
    }
    rest = {number: pictures[THINGS[number % len(THINGS)]] for number in range(ACROSS * ACROSS)}
    return rest | {first + at: picture for first, row in rows.items() for at, picture in enumerate(row)}


def backgrounds(pictures: dict[str, Picture]) -> dict[int, Picture]:
    """Page 5, by the numbers of characters; 0 is empty."""
    found: dict[int, Picture] = {}
    for row in range(ACROSS):
        season = SEASONS[row % len(SEASONS)]
        for at, name in enumerate(GROUND, 1):
            found[row * ACROSS + at] = in_colors(pictures[name], season)
    return found


def monsters(pictures: dict[str, Picture]) -> list[Picture]:
    """Four steps each, the monsters in their own colors and then in others."""
    own = {"slime": "gG", "ghost": "wl", "bat": "vV", "skeleton": "wl", "dragon": "rR"}
    own |= {"spider": "nN", "robot": "aA"}
    found = []
    for hue in ("", *HUES):
        for name, (one, other) in MONSTERS.items():
            change = dict(zip(own[name], hue, strict=False))
            steps = pictures[one], pictures[other], mirrored(pictures[one]), mirrored(pictures[other])
            found += [in_colors(step, change) for step in steps]
    return found


def people(pictures: dict[str, Picture]) -> Iterator[list[Picture]]:
    """Sixteen pictures of each: to the front, the left, the back and the right, four steps each."""
    ways = [
        walk(pictures["person front"], pictures["person front step"]),
        side := sideways(pictures["person side"], pictures["person side step"]),
        walk(pictures["person back"], pictures["person back step"]),
        [mirrored(step) for step in side],
    ]
    for hair in HAIR:
        for clothes in CLOTHES:
            change = dict(zip("bBnN", clothes + hair, strict=True))
            yield [in_colors(step, change) for way in ways for step in way]


def walk(standing: Picture, step: Picture) -> list[Picture]:
    return [standing, step, standing, mirrored(step)]


def sideways(standing: Picture, step: Picture) -> list[Picture]:
    return [standing, step, standing, step]


def letter(character: str) -> Picture:
    """A glyph of the font, twice as large, in gold with an outline."""
    glyph = Font().glyph(ord(character))
    rows = [[CLEAR] * TILE for _ in range(TILE)]
    shades = "wwyyyyYYYYooOOOO"
    dots = [divmod(at, 8) for at in range(64) if glyph[at]]
    lit = [(2 * column + x + 1, 2 * row + y) for row, column in dots for x in (0, 1) for y in (0, 1)]
    for x, y in lit:
        for beside_x, beside_y in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if 0 <= beside_x < TILE and 0 <= beside_y < TILE:
                rows[beside_y][beside_x] = "k"
    for x, y in lit:
        if x < TILE:
            rows[y][x] = shades[y]
    return tuple("".join(row) for row in rows)


# ---- the same in another way


def mirrored(picture: Picture) -> Picture:
    return tuple(row[::-1] for row in picture)


def turns(picture: Picture) -> list[Picture]:
    """A picture, and the same turned to the right, down and to the left."""
    found = [picture]
    for _ in range(3):
        found.append(tuple("".join(column) for column in zip(*found[-1][::-1], strict=True)))
    return found


def in_colors(picture: Picture, change: dict[str, str]) -> Picture:
    return tuple(row.translate(str.maketrans(dict[str, str | int | None](change))) for row in picture)


def in_hues(picture: Picture, own: str, hues: Iterable[str]) -> list[Picture]:
    """The picture with a color and its darker one in others."""
    pairs = {each[0]: each for each in (*HUES, "nN")}
    return [in_colors(picture, dict(zip(own, pairs[hue], strict=True))) for hue in hues]


# ---- pages


def laid_out(tiles: dict[int, Picture]) -> list[str]:
    """The rows of a page."""
    empty = (CLEAR * TILE,) * TILE
    rows = []
    for first in range(0, ACROSS * ACROSS, ACROSS):
        across = [tiles.get(first + column, empty) for column in range(ACROSS)]
        rows += ["".join(pieces) for pieces in zip(*across, strict=True)]
    return rows


def preview(pages: Sequence[list[str]], colors: dict[str, int], target: Path) -> None:
    from PIL import Image

    size = TILE * ACROSS
    picture = Image.new("RGB", (2 * size, size), (96, 128, 96))
    for at, page in enumerate(pages):
        for y, row in enumerate(page):
            for x, each in enumerate(row):
                if each != CLEAR:
                    word = colors[each]
                    picture.putpixel((at * size + x, y), (word >> 16 & 255, word >> 8 & 255, word & 255))
    picture.resize((4 * size, 2 * size), Image.Resampling.NEAREST).save(target)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
