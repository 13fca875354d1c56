"""Reads a lesson's line `draw …`: it names a grid, a stack or a forest, and the marks in them.

    draw grid R north=1 west=2 -1=rock 4=rim, way XSTK YSTK, digger X Y, stack XSTK YSTK

docs/lessons.md explains the words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from retromaze.errors import UsageError
from retromaze.sources.variables import Expression

COMMA = re.compile(r",(?![^\[(]*[\])])")
WORD = re.compile(r'(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|"[^"]*"|\S)+')
NAMED = re.compile(r'(-?\d+|"[^"]+"|north|east|south|west)=(?:"([^"]+)"|([^\s="]+))')
ARRAY = re.compile(r"([A-Za-z_][A-Za-z0-9_]*[%#$]?)(\[Y,X\])?")
BIT = re.compile(r"(!?)(\d+)")
DIRECTIONS = ("north", "east", "south", "west")
SPOTS = ("here", "digger", "walker", "start", "goal", "spot")
SCREENS = {"text": 2, "background": 3, "dots": 3}
"""Grids that lie on the screen rather than in an array, and the expressions that each has."""
GRIDS = ("grid", "groups", *SCREENS)
IN_GRID = ("way", "marks", *SPOTS)
CALLED = ("spot", "marks")
CALLED_SO = re.compile(r'"[^"]+"')
ROWS = ("stack", "queue", "list", "bars", "calls")
KNOWN = (
    "grid R, groups U across W, text W H, background L W H, dots W H S,"
    ' way X Y, marks X Y, digger X Y, spot "builder" X Y, stack S, queue Q, list A, bars A, bits D 4,'
    " calls X, forest U"
)


@dataclass(frozen=True)
class Wall:
    """Which `bit` of a value is a wall at that side, or no wall if it `is_open`."""

    direction: str
    bit: int
    is_open: bool = False


@dataclass(frozen=True)
class DiagramPart:
    """A part of a step's diagram: its `kind`, and the expressions that it is drawn from.

    `names` has what a grid's values, characters or the places of bits are called. `walls` are kept in the
    grid itself or in the array `walls_of`. An array of one dimension is laid in rows of `across`; in a grid
    that `is_turned` the first subscript is the row, and in one that `is_shaded` each value has a shade of its
    own. A spot or marks have the name `called`.
    `place` is the lesson's line that says so, in these `words`.
    """

    kind: str
    place: int
    words: str
    expressions: tuple[str, ...]
    names: tuple[tuple[int | str, str], ...] = ()
    walls: tuple[Wall, ...] = ()
    walls_of: str = ""
    across: str = ""
    is_turned: bool = False
    is_shaded: bool = False
    called: str = ""


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
    called = words.pop(0)[1:-1] if kind in CALLED and words and CALLED_SO.fullmatch(words[0]) else ""
    named = [NAMED.fullmatch(word) for word in words]
    rest = [word for word, found in zip(words, named, strict=True) if not found]
    pairs = [(found[1], found[2] or found[3]) for found in named if found]
    is_shaded = kind == "grid" and not named_values(pairs) and "shaded" in rest[1:]
    if is_shaded:
        rest.remove("shaded")
    options = {word: taken(rest, word) for word in ("across", "walls") if word in rest[1:-1]}
    expressions = tuple(map(checked, (word.removesuffix("[Y,X]") for word in rest)))
    count = len(expressions)
    part = DiagramPart(kind, place, text, expressions, called=called)
    if kind == "bits":
        part = replace(part, names=tuple((int(key), text) for key, text in pairs if key.isdecimal()))
        pairs = [pair for pair in pairs if not pair[0].isdecimal()]
    if kind in GRIDS and (kind != "groups" or not pairs):
        part = replace(
            part,
            names=tuple(name for pair in named_values(pairs) for name in names_of(*pair)),
            walls=tuple(wall_of(key, text) for key, text in pairs if key in DIRECTIONS),
            walls_of=options.pop("walls", "") if kind == "grid" else "",
            across=options.pop("across", "") if kind in {"grid", "groups"} else "",
            is_shaded=is_shaded,
            is_turned=any(word.endswith("[Y,X]") for word in rest),
        )
        pairs.clear()
    fits = {
        "grid": count == 1 and all(map(ARRAY.fullmatch, rest)),
        "groups": count == 1 and bool(part.across),
        "forest": count == 1,
        "bits": count == 2,
        **{each: count == wanted for each, wanted in SCREENS.items()},
        **dict.fromkeys(IN_GRID, count == 2),
        **dict.fromkeys(ROWS, count > 0),
        "bars": count == 1,
        "spot": count == 2 and bool(called),
    }
    if pairs or options or not fits.get(kind):
        raise UsageError(f"{text!r} draws nothing: {KNOWN}")
    return part


def named_values(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The values, or characters, that have names, without the walls."""
    return [(key, text) for key, text in pairs if key not in DIRECTIONS]


def taken(words: list[str], word: str) -> str:
    """Takes a word and the one behind it out of a list, and returns the latter."""
    at = words.index(word)
    _, value = words.pop(at), words.pop(at)
    return checked(value)


def names_of(key: str, name: str) -> list[tuple[int | str, str]]:
    """The name of a number, or of each character between quotes."""
    return [(each, name) for each in key[1:-1]] if key.startswith('"') else [(int(key), name)]


def wall_of(direction: str, text: str) -> Wall:
    """The bit that is a wall at a side. Raises UsageError."""
    found = BIT.fullmatch(text)
    if not found:
        raise UsageError(
            f"a wall is a bit of a grid's values, north=1, or where it lacks, north=!1, not {text!r}"
        )
    return Wall(direction, int(found[2]), bool(found[1]))


def checked(text: str) -> str:
    """An expression that can be evaluated. Raises UsageError."""
    Expression(text)
    return text
