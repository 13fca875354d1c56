"""Reads a lesson's line `draw …`: it names a grid, a stack or a forest, and the marks in them.

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
NAMED = re.compile(r'(-?\d+|"[^"]+"|north|east|south|west)=(?:"([^"]+)"|([^\s="]+))')
ARRAY = re.compile(r"([A-Za-z_][A-Za-z0-9_]*[%#$]?)(\[Y,X\])?")
BIT = re.compile(r"(!?)(\d+)")
DIRECTIONS = ("north", "east", "south", "west")
SPOTS = ("here", "digger", "walker", "start", "goal", "spot")
SCREENS = {"text": 2, "background": 3}
"""Grids that are read from the screen instead of an array, and the number of expressions that each takes."""
DOTS = {1, 2, 4}
"""How many numbers may say where rooms lie on the screen.

One is a room's size, two are its width and height, four also the place of the first room.
"""
GRIDS = ("grid", "groups", "dots", "sketch", *SCREENS)
AREAS = ("islands", "apart")
IN_GRID = ("way", "marks", "wall", "numbers", "strings", "hung", *AREAS, *SPOTS)
"""Parts that are drawn in the grid before them, or from it."""
WITH_NAME = ("spot", "marks", "wall")
"""Parts for which the legend may have a name, in quotes after the kind."""
QUOTED = re.compile(r'"[^"]+"')
PILES = ("stack", "queue")
ROWS = (*PILES, "list", "bars", "calls")
OPTIONS = {
    "grid": ("across", "walls", "from", "shaded"),
    "groups": ("across", "walls", "from"),
    "hung": ("to",),
    **dict.fromkeys((*SCREENS, "dots"), ("from",)),
    **dict.fromkeys(SPOTS, ("heading",)),
    **dict.fromkeys(PILES, ("from",)),
}
"""The options that may follow a part of each kind; the words after an option are its arguments."""
KNOWN = (
    'grid R, groups U across W, text W H, background L W H, dots W H S, sketch "#.#",'
    ' way X Y, marks X Y, digger X Y, spot "builder" X Y, wall I J, numbers X Y, islands 1, apart 1,'
    " strings, hung X Y, stack S, queue Q, list A, bars A, bits D 4, calls X, forest U, nothing"
)


@dataclass(frozen=True)
class Wall:
    """The `bit` of a value that means a wall in that direction; if `is_open`, a set bit means no wall."""

    direction: str
    bit: int
    is_open: bool = False


@dataclass(frozen=True)
class DiagramPart:
    """A part of a step's diagram: its `kind`, and the expressions that it is drawn from.

    `names` are (value, name) pairs for a grid's values, characters or the places of bits. `walls` are stored
    in the grid itself, or in the array `walls_of`, or drawn on the `screen`: "dots" or "text", then the size
    of a room and the place of the first room. An array of one dimension is shown in rows of `across`.
    `is_turned`: the first subscript is the row. `is_shaded`: each value has a shade of its own.
    `bounds` has the first and the last column and row of a grid to show, or the first and the last element of
    a stack or queue. `legend_name` is that of a spot, of marks or of a wall; `heading` is where a spot looks;
    a hung maze is pulled straight from one room `to` another. `words` is the part's text.
    """

    kind: str
    lesson_line: int
    words: str
    expressions: tuple[str, ...]
    names: tuple[tuple[int | str, str], ...] = ()
    walls: tuple[Wall, ...] = ()
    walls_of: str = ""
    screen: tuple[str, ...] = ()
    across: str = ""
    bounds: tuple[str, ...] = ()
    heading: str = ""
    to: tuple[str, ...] = ()
    is_turned: bool = False
    is_shaded: bool = False
    legend_name: str = ""


def read_parts(lesson_line: int, text: str) -> tuple[DiagramPart, ...]:
    """Reads the parts of a diagram, which commas separate. Raises UsageError for what cannot be drawn."""
    parts: list[DiagramPart] = []
    for each in COMMA.split(text):
        part = read_part(lesson_line, each.strip())
        if part.kind in IN_GRID and not any(earlier.kind in GRIDS for earlier in parts):
            raise UsageError(f"{each.strip()!r} stands in a grid that is named before it: grid R, way X Y")
        parts.append(part)
    return tuple(parts)


def read_part(lesson_line: int, text: str) -> DiagramPart:
    """Reads one part of a diagram, such as `grid R north=1 4=rim from 0 0 to 9 9`. Raises UsageError."""
    kind, *words = WORD.findall(text) or [""]
    legend_name = words.pop(0)[1:-1] if kind in WITH_NAME and words and QUOTED.fullmatch(words[0]) else ""
    # `north=1`, `4=rim`, `4="the rim"` as (key, text)
    pairs = [(found[1], found[2] or found[3]) for found in map(NAMED.fullmatch, words) if found]
    rest = [word for word in words if not NAMED.fullmatch(word)]
    positional, options = split_options(rest, OPTIONS.get(kind, ()))
    on_screen: list[str] = []
    if kind == "dots":  # after width and height, where rooms lie on the screen
        positional, on_screen = positional[:2], ["dots", *positional[2:]]
    elif options.get("walls", [])[:1] in (["dots"], ["text"]):
        on_screen = options["walls"]  # `walls dots 8 8`; but `walls W` names an array with bits

    def single_argument(option: str) -> str:
        """Returns the expression after an option; "" if the option has no words, or several."""
        return checked_expression(options[option][0]) if len(options.get(option, [])) == 1 else ""

    part = DiagramPart(
        kind,
        lesson_line,
        text,
        tuple(checked_expression(word.removesuffix("[Y,X]")) for word in positional),
        names=tuple(name for key, text in pairs if key not in DIRECTIONS for name in read_names(key, text)),
        walls=tuple(read_wall(key, text) for key, text in pairs if key in DIRECTIONS and kind in GRIDS),
        walls_of="" if on_screen else single_argument("walls"),
        screen=(*on_screen[:1], *map(checked_expression, on_screen[1:])),
        across=single_argument("across"),
        bounds=tuple(checked_expression(word) for word in options.get("from", []) if word != "to"),
        heading=single_argument("heading"),
        to=tuple(map(checked_expression, options.get("to", []))),
        is_turned=any(word.endswith("[Y,X]") for word in positional),
        is_shaded="shaded" in options,
        legend_name=legend_name,
    )
    # values have names in grids, and the places of bits in `bits`
    may_be_named = kind in GRIDS or all(kind == "bits" and key.isdecimal() for key, _ in pairs)
    if not may_be_named or not is_drawable(part, options, positional):
        raise UsageError(f"{text!r} draws nothing: {KNOWN}")
    return part


def split_options(words: list[str], known: tuple[str, ...]) -> tuple[list[str], dict[str, list[str]]]:
    """Returns the words before the first option, and the words after each option.

    `known` are the option names. The first word is never an option, as an array may have such a name; a word
    that was an option before is an argument.
    """
    positional: list[str] = []
    options: dict[str, list[str]] = {}
    target = positional
    for at, word in enumerate(words):
        if at > 0 and word in known and word not in options:
            target = options[word] = []
        else:
            target.append(word)
    return positional, options


def is_drawable(part: DiagramPart, options: dict[str, list[str]], positional: list[str]) -> bool:
    """Whether a part has as many expressions, names and options as its kind needs.

    `positional` are the words before its options.
    """
    count = len(part.expressions)
    # by kind; a later entry replaces an earlier one
    fits = {
        "grid": count == 1 and all(map(ARRAY.fullmatch, positional)) and not (part.is_shaded and part.names),
        "groups": count == 1 and bool(part.across) and not part.names + part.walls,
        "forest": count == 1,
        "bits": count == 2,
        "dots": count == 2 and len(part.screen) - 1 in DOTS,
        "sketch": count > 0 and all(map(QUOTED.fullmatch, positional)),
        **{each: count == wanted for each, wanted in SCREENS.items()},
        **dict.fromkeys(IN_GRID, count == 2),
        **dict.fromkeys(ROWS, count > 0),
        **dict.fromkeys(AREAS, count == 1),
        "wall": count in {2, 4},
        **dict.fromkeys(("strings", "nothing"), count == 0),
        "bars": count == 1,
        "spot": count == 2 and bool(part.legend_name),
    }
    options_fit = all(has_its_arguments(option, words, part.kind) for option, words in options.items())
    return bool(fits.get(part.kind)) and options_fit


def has_its_arguments(option: str, words: list[str], kind: str) -> bool:
    """Whether an option of a part of that kind has the words (arguments) that it needs."""
    match option, words:
        case "from", [_, "to", _]:
            return kind in PILES
        case "from", [_, _, "to", _, _]:
            return kind not in PILES
        case "walls", ["dots", *places]:
            return len(places) in DOTS
        case (
            ("shaded", [])
            | ("across" | "heading" | "walls", [_])
            | ("walls", ["text", _, _])
            | ("to", [_, _])
        ):
            return True
    return False


def read_names(key: str, name: str) -> list[tuple[int | str, str]]:
    """Returns the (value, name) pairs of `4=rim`, or of `"#X"=rim`, which names each of the characters."""
    if key.startswith('"'):
        return [(character, name) for character in key[1:-1]]
    return [(int(key), name)]


def read_wall(direction: str, text: str) -> Wall:
    """Reads the bit that means a wall: `1`, or `!1` if a set bit means an open side. Raises UsageError."""
    found = BIT.fullmatch(text)
    if not found:
        raise UsageError(
            f"a wall is a bit of a grid's values, north=1, or where it lacks, north=!1, not {text!r}"
        )
    return Wall(direction, int(found[2]), is_open=bool(found[1]))


def checked_expression(text: str) -> str:
    """Returns the text unchanged. Raises UsageError if `Expression` cannot evaluate it."""
    Expression(text)
    return text
