"""The kinds of mazes: each maker (function) of the library once, named after the first program that uses it.

Other kinds are mazes that a program makes only with an option, well-known makers of the field, the two bad
mazes of an article, and makers from outside, whose kind is named after their file: `mine.py`, `mine.py:dig`.
"""

from __future__ import annotations

import difflib
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import retromaze.ports
from retromaze.catalogue import CATALOGUE, find
from retromaze.catalogue_entry import Entry
from retromaze.engine.listing_file import PORT_SUFFIX, names_port
from retromaze.errors import UsageError
from retromaze.language.prologue import Value
from retromaze.ports.mazes import (
    Blocks,
    Draws,
    Rooms,
    aldous_broder_maze,
    eller_maze,
    floor_extension_maze,
    growing_tree_maze,
    prim_maze,
    sidewinder_maze,
    wilson_maze,
)
from retromaze.ports.mazes.draws import at_least, draws
from retromaze.study.maze_measures import AnyMaze
from retromaze.study.outside_makers import load_outside, outside_maker

# ---- the two bad mazes of an article
#
# Source: プチコン3号 12日目, 図(A) 「脇道は多いが短すぎる」 and 図(B) 「脇道は複雑ですが肝心の正解が短い」.
# The article only draws them; how they are made is ours.


def short_branches_maze(width: int, height: int, *, seed: int) -> Rooms:
    """Makes the bad maze (A): a corridor to and fro, with a dead end of one step beside every other room.

    The goal is where the corridor ends. Takes one random number for the distance of each row of the corridor
    from the last one, and one for each room that could be joined to either of two rows. Raises ValueError for
    sizes below 2.
    """
    at_least(2, width=width, height=height)
    rng = draws(seed, rng=None)
    rooms = Rooms(width, height)
    # rows of the corridor are two or three apart, the last at the bottom or one above it
    corridor = [0]
    while corridor[-1] + 2 < height:
        corridor.append(min(corridor[-1] + 2 + rng.below(2), height - 1))
    for y in corridor:
        for x in range(width - 1):
            rooms.join(y * width + x, y * width + x + 1)
    for number, (upper, lower) in enumerate(pairwise(corridor)):
        # the column in which the corridor goes down, right and left by turns
        turn = 0 if number % 2 else width - 1
        for y in range(upper, lower):
            rooms.join(y * width + turn, (y + 1) * width + turn)
        join_to_corridor(rooms, upper, lower, turn, rng)
    # if the last row of the corridor is not at the bottom, the rooms below hang from it
    for room in range(corridor[-1] * width, (height - 1) * width):
        rooms.join(room, room + width)
    rooms.goal = corridor[-1] * width + (width - 1 if len(corridor) % 2 else 0)
    return rooms


def join_to_corridor(rooms: Rooms, upper: int, lower: int, turn: int, rng: Draws) -> None:
    """Joins the rooms between two rows of the corridor to one of them, but not in column `turn`."""
    for x in range(rooms.width):
        if x == turn:
            continue
        # of two rooms in a column one hangs from each row; a single one from either, by a random number
        if lower - upper == 3 or rng.below(2):
            rooms.join(upper * rooms.width + x, (upper + 1) * rooms.width + x)
        if not rooms.doors[(lower - 1) * rooms.width + x]:
            rooms.join(lower * rooms.width + x, (lower - 1) * rooms.width + x)


def short_solution_maze(width: int, height: int, *, seed: int) -> Rooms:
    """Makes the bad maze (B): a short straight solution, with long crooked ways from each of its rooms.

    From all rooms of the solution ways are dug in turn, each as the recursive backtracker does, with one
    random number for each room. Raises ValueError for sizes below 2.
    """
    at_least(2, width=width, height=height)
    rng = draws(seed, rng=None)
    rooms = Rooms(width, height)
    steps = max(min(width, height) // 4, 1)
    rooms.start = height // 2 * width + (width - steps) // 2
    rooms.goal = rooms.start + steps
    for room in range(rooms.start, rooms.goal):
        rooms.join(room, room + 1)
    ways = [[room] for room in range(rooms.start, rooms.goal + 1)]
    while any(ways):
        for way in ways:
            dig_or_turn_back(rooms, way, rng)
    return rooms


def dig_or_turn_back(rooms: Rooms, way: list[int], rng: Draws) -> None:
    """Digs to a closed room beside the last room of a way, after going back to the last room that has one.

    Leaves the way empty if no room has one.
    """
    while way:
        closed = [room for room in rooms.beside(way[-1]) if not rooms.doors[room]]
        if closed:
            room = closed[rng.below(len(closed))]
            rooms.join(way[-1], room)
            way.append(room)
            return
        way.pop()


# ---- all kinds

SMALLEST = 2
"""Every maker can make mazes of this many columns and rows of rooms."""
OTHER_MAKERS: Mapping[str, Callable[..., AnyMaze]] = {
    "floor_extension": floor_extension_maze,
    "wilson": wilson_maze,
    "aldous_broder": aldous_broder_maze,
    "prim": prim_maze,
    "growing_tree": growing_tree_maze,
    "eller": eller_maze,
    "sidewinder": sidewinder_maze,
    "short_branches": short_branches_maze,
    "short_solution": short_solution_maze,
}
ARTICLE_FIGURES: Mapping[str, str] = {"short_branches": "(A)", "short_solution": "(B)"}
"""The two bad mazes by their letters in the article."""
WIDTHS, HEIGHTS = ("width", "columns", "size"), ("height", "rows", "size")
"""The catalogue's names for the width and the height of a maze; a `size` is both."""


@cache
def kinds() -> dict[str, Entry]:
    """Returns the programs whose mazes differ: the first of each maker, in the catalogue's order."""
    makers: dict[str, Entry] = {}
    for entry in CATALOGUE.values():
        if entry.library:
            makers.setdefault(entry.library, entry)
    return {entry.name: entry for entry in makers.values()}


def kind_of(name: str) -> str:
    """Returns the kind of maze of a program, or one of the others by its own name, or a maker in a file.

    A file is read each time it is named. Raises UsageError for unknown programs, for programs that make no
    mazes and for a missing file, and MakerError for a file that fails.
    """
    if names_port(name):  # a Python file
        return load_outside(name)
    if name in OTHER_MAKERS:
        return name
    if name not in CATALOGUE:
        file = f"{name}{PORT_SUFFIX}"
        known = [*CATALOGUE, *OTHER_MAKERS]
        near = [file] if Path(file).is_file() else difflib.get_close_matches(name, known, n=1)
        if near:
            raise UsageError(f"no program and no kind of maze is called {name!r}; did you mean {near[0]}?")
    library = find(name).library  # raises UsageError for an unknown name without a near one
    if library is None:
        raise UsageError(f"{name} makes no maze of the library")
    return next(kind for kind, entry in kinds().items() if entry.library == library)


def chosen_kinds(names: Iterable[str]) -> list[str]:
    """Returns the kinds of these programs, each once; by default all. Raises UsageError as `kind_of`."""
    return list(dict.fromkeys(kind_of(name) for name in names)) or [*kinds(), *OTHER_MAKERS]


def make(kind: str, width: int, height: int, seed: int) -> AnyMaze:
    """Makes a maze of `width` x `height` rooms (2 or more); in mazes of blocks these are at odd places."""
    maker, maze_class = maker_of(kind)
    if maze_class is Blocks:
        width, height = 2 * width + 1, 2 * height + 1
    return maker(width, height, seed=seed)


def rooms_of(name: str, values: Mapping[str, Value]) -> tuple[int, int]:
    """Returns the columns and rows of rooms in the maze of a program with these sizes, or its defaults.

    Raises UsageError for impossible sizes, for too few rooms, and for numbers that are no sizes of the maze.
    """
    if name in OTHER_MAKERS or names_port(name):
        raise UsageError(f"{name} is no program with numbers to set; --rooms gives its rooms")
    entry, maze_class = find(name), maze_class_of(kind_of(name))
    for each in entry.named_sizes(values):
        if each not in WIDTHS + HEIGHTS:
            raise UsageError(f"{each} of {name} changes nothing in the size of its maze")
    sizes = entry.checked_sizes(entry.named_sizes(values))
    for each in set(WIDTHS + HEIGHTS) & sizes.keys():
        if entry.sizes[each].is_asked and not sizes[each]:  # 0: the program would ask for it by INPUT
            raise UsageError(f"{name} asks for its {each}: give it as well")
    # each program has one name for its width, and one for its height
    across, down = (next(sizes[each] for each in names if each in sizes) for names in (WIDTHS, HEIGHTS))
    if maze_class is Blocks:
        # an even number of blocks is made one smaller
        across, down = (across - 1) // 2, (down - 1) // 2
    if min(across, down) < SMALLEST:
        raise UsageError(f"mazes of {across} x {down} rooms cannot be studied, {SMALLEST} x {SMALLEST} can")
    return across, down


def maze_class_of(kind: str) -> type[AnyMaze]:
    """Returns the class that the mazes of a kind have: Rooms, Blocks or Hexagons."""
    return maker_of(kind)[1]


def maker_of(kind: str) -> tuple[Callable[..., AnyMaze], type[AnyMaze]]:
    """Returns the function that makes mazes of a kind, and their class."""
    if names_port(kind):
        return outside_maker(kind), Rooms
    # `library` is the name of a function there
    maker = OTHER_MAKERS.get(kind) or getattr(retromaze.ports, str(kinds()[kind].library))
    return maker, maze_class_made_by(maker)


@cache
def maze_class_made_by(maker: Callable[..., AnyMaze]) -> type[AnyMaze]:
    """Returns the class of the mazes that a maker of the library makes."""
    returned: type[AnyMaze] = typing.get_type_hints(maker)["return"]
    return returned
