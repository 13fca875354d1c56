"""The texts that are changed: listings, their ports, and written ports; and changes that no run can show."""

from functools import cache
from pathlib import Path

import retromaze.ports
from retromaze.catalogue import CATALOGUE, find
from retromaze.catalogue_entry import listing_path
from retromaze.porting.writing import write_port
from tests.mutation.mutants import Mutant, listing_mutants, port_mutants

LISTING, PORT = "listing", "port"
GAME = "game"
"""A written port, which is held against its listing in the games that `check --play` finds."""
SIDES = (LISTING, PORT)
PORTS = Path(retromaze.ports.__file__).parent
GAMES = Path(__file__).parents[1] / "games"
PLAYED = (
    *("binary_explorer", "button_game", "console_game", "console_game_far", "explorer", "explorer_csv"),
    "walker_by_hand",
)
"""The listings of the catalogue that are played."""


def game_names() -> list[str]:
    """The listings that are played: those of tests/games, and of the catalogue."""
    return [*sorted(path.stem for path in GAMES.glob("*.bas")), *PLAYED]


def listing_of(name: str) -> Path:
    """The file of a listing of the catalogue, or of tests/games."""
    return listing_path(find(name)) if name in CATALOGUE else GAMES / f"{name}.bas"


def path_of(name: str, side: str) -> Path:
    """The file of a pair's listing or port. There is none of a game's port, only the place it would have."""
    if side == GAME:
        return GAMES / f"{name}.py"
    return listing_of(name) if side == LISTING else PORTS / f"{name}.py"


def file_of(name: str, side: str) -> str:
    """What equal.txt calls the file: `kruskal.bas`, `kruskal.py`, and a game's port `games/snake.py`."""
    path = path_of(name, side)
    return f"{path.parent.name}/{path.name}" if side == GAME else path.name


@cache
def text_of(name: str, side: str) -> str:
    """The text with nothing changed."""
    if side == GAME:
        listing = listing_of(name)
        return write_port(listing.read_text("utf-8"), listing.name)
    return path_of(name, side).read_text("utf-8")


@cache
def mutants_of(name: str, side: str) -> list[Mutant]:
    """All changes of a text."""
    text = text_of(name, side)
    return list(listing_mutants(text) if side == LISTING else port_mutants(text))


TABLE = Path(__file__).with_name("equal.txt")
HEAD = "== "


def read(text: str) -> dict[str, dict[str, str]]:
    """By file and changed line, without the remark of a port's line: why it means the same.

    Below a head `== FILE: REASON` stands a changed line on each. `== FILE:32: REASON` is of line 32 only,
    where another one reads the same and means something else.
    """
    table: dict[str, dict[str, str]] = {}
    for part in text.split(f"\n{HEAD}")[1:]:
        head, *lines = part.strip().split("\n")
        file, _, why = head.partition(": ")
        table.setdefault(file, {}).update(dict.fromkeys(lines, why))
    return table


EQUAL = read(TABLE.read_text("utf-8"))


def reason(file: str, number: int, line: str) -> str:
    """Why a file with this line instead of its own means the same; "" if it does not."""
    changed = bare(line)
    return next((why for at in (file, f"{file}:{number}") if (why := EQUAL.get(at, {}).get(changed))), "")


def bare(line: str) -> str:
    """A line without the blanks around it and without a port's remark."""
    return line.split("  #", maxsplit=1)[0].strip()
