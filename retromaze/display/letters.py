"""The font of the window's own texts: the machine's, with descenders on small letters.

Listings are seen in the machine's font as it is, whose g, p and y end where an a does; help and bar are
there to be read.
"""

from __future__ import annotations

from functools import lru_cache

from retromaze.machine.font import Font

SIZE = 8
DRAWN = """\
g        j        k        p        q        y
........ ....#... .#...... ........ ........ ........
........ ........ .#...... ........ ........ ........
..####.. ...##... .#..#... .#.##... ..##.#.. .#...#..
.#...#.. ....#... .#.#.... .##..#.. .#..##.. .#...#..
.#...#.. ....#... .##..... .#...#.. .#...#.. .#...#..
..####.. ....#... .#.#.... .##..#.. .#..##.. ..####..
.....#.. ....#... .#..#... .#.##... ..##.#.. .....#..
..###... ..##.... ........ .#...... .....#.. ..###...
"""
"""Small letters in rows of eight; `#` is set."""


@lru_cache(maxsize=1)
def built_in() -> Font:
    """The machine's font, untouched by what a listing defines."""
    return Font()


@lru_cache(maxsize=1)
def drawn_letters() -> dict[str, list[bool]]:
    """Those of DRAWN, by the character."""
    names, *rows = (line.split() for line in DRAWN.splitlines())
    columns = ("".join(column) for column in zip(*rows, strict=True))
    return {name: [pixel == "#" for pixel in column] for name, column in zip(names, columns, strict=True)}


def letter(character: str) -> list[bool]:
    """The 64 pixels of a character, row by row from the top; whether each is set."""
    found = drawn_letters().get(character)
    return found if found is not None else [bool(word) for word in built_in().glyph(ord(character))]
