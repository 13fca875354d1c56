"""Reads what a lesson's line `draw …` names: a grid, a stack, a forest, and what stands in them.

    draw grid R north=1 west=2 -1=rock 4=rim, way XSTK YSTK, digger X Y, stack XSTK YSTK

docs/lessons.md explains the words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from retromaze.errors import UsageError
from retromaze.sources.variables import Expression

COMMA = re.compile(r",(?![^\[(]*[\])])")
WORD = re.compile(r'(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|"[^"]*"|\S)+')
NAMED = re.compile(r'(-?\d+|north|east|south|west)=(?:"([^"]+)"|([^\s="]+))')
ARRAY = re.compile(r"([A-Za-z_][A-Za-z0-9_]*[%#$]?)(\[Y,X\])?")
DIRECTIONS = ("north", "east", "south", "west")
SPOTS = ("digger", "walker", "start", "goal")
GRIDS = ("grid", "groups")
IN_GRID = ("way", "marks", *SPOTS)
KNOWN = "grid R, groups U across W, way X Y, marks X Y, digger X Y, stack S, queue Q, list A, forest U"


@dataclass(frozen=True)
class DiagramPart:
    """A part of a step's diagram: its `kind`, and the expressions that it is drawn from.

    `names` has what a grid's values are called, `walls` the bit of a value that is a wall, by direction. In a
    grid that `is_turned` the first subscript is the row. `place` is the lesson's line that says so.
    """

    kind: str
    place: int
    expressions: tuple[str, ...]
    names: tuple[tuple[int, str], ...] = ()
    walls: tuple[tuple[str, int], ...] = ()
    is_turned: bool = False


def read_parts(place: int, text: str) -> tuple[DiagramPart, ...]:
    """The parts between commas. Raises UsageError for what cannot be drawn."""
    parts: list[DiagramPart] = []
    for each in COMMA.split(text):
        part = part_of(place, each.strip())
        if part.kind in IN_GRID and not any(before.kind in GRIDS for before in parts):
            raise UsageError(f"{each.strip()!r} stands in a grid that is named before it: grid R, way X Y")
        parts.append(part)
    return tuple(parts)


def part_of(place: int, text: str) -> DiagramPart:
    """One part. Raises UsageError."""
    kind, *words = WORD.findall(text) or [""]
    named = [NAMED.fullmatch(word) for word in words]
    expressions = tuple(word for word, found in zip(words, named, strict=True) if not found)
    pairs = [(found[1], found[2] or found[3]) for found in named if found]
    match kind, expressions:
        case "grid", (word,) if found := ARRAY.fullmatch(word):
            names = tuple((int(key), name) for key, name in pairs if key not in DIRECTIONS)
            walls = tuple((key, bit_of(bit)) for key, bit in pairs if key in DIRECTIONS)
            return DiagramPart(kind, place, (checked(found[1]),), names, walls, bool(found[2]))
        case "groups", (word, "across", columns) if not pairs:
            return DiagramPart(kind, place, (checked(word), checked(columns)))
        case "forest", (word,) if not pairs:
            return DiagramPart(kind, place, (checked(word),))
        case (("stack" | "queue" | "list"), (_, *_)) if not pairs:
            return DiagramPart(kind, place, tuple(map(checked, expressions)))
        case _ if kind in IN_GRID and len(expressions) == 2 and not pairs:
            return DiagramPart(kind, place, tuple(map(checked, expressions)))
    raise UsageError(f"{text!r} draws nothing: {KNOWN}")


def bit_of(text: str) -> int:
    """The number of a wall's bit. Raises UsageError."""
    if not text.isdecimal():
        raise UsageError(f"a wall is a bit of a grid's values, north=1, not {text!r}")
    return int(text)


def checked(text: str) -> str:
    """An expression that can be evaluated. Raises UsageError."""
    Expression(text)
    return text
