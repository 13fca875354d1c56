"""The kinds of mazes: each maker (function) of the library once, named after the first program that uses it.

Other kinds are mazes that a program makes only with an option, well-known makers of the field, the two bad
mazes of an article, and makers from outside: a function in anybody's Python file, whose kind is named after
the file, `mine.py` or `mine.py:dig`.

    def maker(width, height, rng):
        for room in range(1, width * height):
            x, y = room % width, room // width
            west = y == 0 or (x > 0 and rng.below(2) == 0)
            yield (x, y), ((x - 1, y) if west else (x, y - 1))

It is called with the size in rooms and a generator, and gives the doors, each as the two rooms that it joins;
or a `Rooms` or a `Blocks` of the library.
"""

from __future__ import annotations

import difflib
import inspect
import operator
import random
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

import retromaze.ports
from retromaze.catalogue import CATALOGUE, find
from retromaze.catalogue_entry import Entry
from retromaze.comparison.runnable_programs import (
    NoPort,
    PortGuard,
    error_place,
    error_words,
    importing_from,
    read_port,
    relative,
)
from retromaze.engine.listing_file import PORT_SUFFIX, names_port
from retromaze.errors import RetromazeError, UsageError
from retromaze.language.prologue import Value
from retromaze.machine.rng import Rng
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
from retromaze.ports.mazes.rooms import EAST, SOUTH
from retromaze.recursion import deepest_recursion, drop_traceback
from retromaze.study.maze_measures import AnyMaze
from retromaze.study.maze_measures import rooms_of as rooms_of_blocks


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


# ---- makers from outside


MAKER = "maker"
"""The function that is used if only a file is named."""


class MakerError(RetromazeError):
    """A maker from outside has failed; the message names its file, line, size and seed."""


class OutsideMaker:
    """A maker from a file, called like makers of the library; it raises MakerError if the maker fails.

    It runs in this process. After Ctrl-C the message of KeyboardInterrupt says at which line it was.
    """

    def __init__(self, name: str) -> None:
        """Loads the maker of a name. Raises UsageError without one, and MakerError for a file that fails."""
        self._port = read_port(name, MAKER)
        assert self._port.file
        self._file = self._port.file
        self._place: tuple[str, int] | None = None  # file and line of the last error of a call
        with self._errors_located("while it is loaded"):
            try:
                self._function = self._port.load()
            except NoPort as reason:
                raise UsageError(str(reason)) from None

    @property
    def kind(self) -> str:
        """`mine.py`, or `mine.py:dig` for a function that is not called maker."""
        function = self._port.function
        return str(self._file) if function == MAKER else f"{self._file}:{function}"

    def __call__(self, width: int, height: int, *, seed: int) -> Rooms:
        """Returns the maze of a seed, which also decides what the maker draws from Python's `random`."""
        home = self._file.parent.absolute()
        with (
            self._errors_located(f"{width} x {height} rooms, seed {seed}"),
            deepest_recursion,
            seeded_random(seed),
            importing_from(home),
        ):
            result = self._place = None
            try:
                result = call_with_rng(self._function, width, height, LibraryRandom(seed))
                return rooms_from(result, width, height)
            except BaseException as error:
                # an error from outside of the maker is at its last `yield` or its first line
                place = error_place(error)
                self._place = place if place[1] else self._place_in_maker(result)
                raise

    def _place_in_maker(self, result: object) -> tuple[str, int]:
        """Returns file and line of the maker: where it is if it is a generator, else where it begins."""
        if inspect.isgenerator(result) and result.gi_frame is not None:
            return result.gi_code.co_filename, result.gi_frame.f_lineno
        code = getattr(inspect.unwrap(self._function), "__code__", None)
        return (code.co_filename, code.co_firstlineno) if code else ("", 0)

    @contextmanager
    def _errors_located(self, occasion: str) -> Iterator[None]:
        """Converts errors in the block to MakerError with file and line; adds these to KeyboardInterrupt."""
        guard = PortGuard()
        try:
            with guard:
                yield
        except UsageError:
            # there is no such maker, which is no failure of a maker
            raise
        except BaseException as error:  # a maker may fail in any way
            file, line = self._place or error_place(error)
            name = relative(Path(file)) if file else str(self._file)
            words, place = error_words(error), f"{name}:{line}" if line else name
            drop_traceback(error)
            if guard.interrupted:
                raise KeyboardInterrupt(f"stopped at {place} ({occasion})") from None
            raise MakerError(f"{place}: {words} ({occasion})") from None


def call_with_rng(function: Callable[..., Any], width: int, height: int, rng: LibraryRandom) -> Any:
    """Calls a maker; passes `rng` as its third argument or by name, if its signature has such a parameter."""
    parameters = inspect.signature(function).parameters
    kinds = [each.kind for each in parameters.values()]
    # kinds are in the order of a signature: those up to VAR_POSITIONAL take arguments without a name
    positional = [kind for kind in kinds if kind <= inspect.Parameter.VAR_POSITIONAL]
    if len(positional) > 2 or inspect.Parameter.VAR_POSITIONAL in positional:
        return function(width, height, rng)
    if "rng" in parameters:
        return function(width, height, rng=rng)
    return function(width, height)


# ---- by name

LOADED: dict[str, OutsideMaker] = {}
"""The makers in use by the names of their kinds."""


def load_outside(name: str) -> str:
    """Loads a maker from a file, and keeps it; returns the name of its kind. Raises as `OutsideMaker`."""
    maker = OutsideMaker(name)
    LOADED[maker.kind] = maker
    return maker.kind


def outside_maker(kind: str) -> OutsideMaker:
    """Returns the maker of this kind (a file's name) as it was loaded last; loads it if it never was."""
    return LOADED[kind if kind in LOADED else load_outside(kind)]


WANTED = "a maker gives doors, ((x, y), (x, y)) each, or Rooms or Blocks"


class NoMaze(RetromazeError):
    """A maker's result is no maze of the size asked for; the message says why."""


def rooms_from(result: object, width: int, height: int) -> Rooms:
    """Converts a maker's result to Rooms. Raises NoMaze if it is no maze of this size.

    If it is a generator, the maker runs in this function, and its errors are raised here.
    """
    if isinstance(result, Blocks):
        try:
            result = rooms_of_blocks(result)
        except ValueError as reason:
            raise NoMaze(str(reason)) from None
    if isinstance(result, Rooms):
        return require_consistent(result, width, height)
    if not isinstance(result, Iterable) or isinstance(result, str | bytes):
        raise NoMaze(f"the maker gave {short_repr(result)}; {WANTED}")
    rooms = Rooms(width, height)
    for door in result:
        one, other = rooms_of_door(door, width, height)
        try:
            rooms.join(one, other)
        except ValueError:
            raise NoMaze(f"the rooms of the door {short_repr(door)} are not beside each other") from None
    return rooms


def rooms_of_door(door: object, width: int, height: int) -> list[int]:
    """Returns the numbers of the two rooms of a door. Raises NoMaze if they are no rooms of the maze."""
    try:
        places = [(operator.index(x), operator.index(y)) for x, y in door]  # type: ignore[attr-defined]
        one, other = places
    except (TypeError, ValueError):
        raise NoMaze(f"{short_repr(door)} is no door; {WANTED}") from None
    for x, y in (one, other):
        if not (0 <= x < width and 0 <= y < height):
            raise NoMaze(
                f"there is no room ({x}, {y}), as in the door {short_repr(door)}: x is from 0 to {width - 1},"
                f" y from 0 to {height - 1}"
            )
    return [x + y * width for x, y in (one, other)]


def require_consistent(rooms: Rooms, width: int, height: int) -> Rooms:
    """Returns the rooms. Raises NoMaze unless size, start and goal are right and doors have two sides."""
    if (rooms.width, rooms.height) != (width, height) or len(rooms.doors) != width * height:
        raise NoMaze(f"the maker gave {rooms.width} x {rooms.height} rooms, not {width} x {height}")
    joined = Rooms(width, height)
    for room, doors in enumerate(rooms.doors):
        for way, other in ((EAST, room + 1), (SOUTH, room + width)):
            if doors & way:
                try:
                    joined.join(room, other)
                except ValueError:
                    raise NoMaze(f"a door of room {rooms.place(room)} leads out of the maze") from None
    for room in rooms.cells():
        if rooms.doors[room] != joined.doors[room]:
            raise NoMaze(f"the doors of room {rooms.place(room)} do not fit those of the rooms beside it")
    for name, room in (("start", rooms.start), ("goal", rooms.goal)):
        if not 0 <= room < width * height:
            raise NoMaze(f"the {name} is room {room}, and there are 0 to {width * height - 1}")
    return rooms


def short_repr(value: object) -> str:
    """Returns a value as it would be typed, shortened."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


WORD = 32
"""Bits of a word of the generator."""


class LibraryRandom(random.Random):
    """Python's own `random.Random` with numbers of the library's generator.

    So it has `choice`, `shuffle`, `randrange` and all others, which give the same with the same seed on every
    computer, and `below`, which gives the numbers that makers of the library get.
    """

    def __init__(self, seed: int) -> None:
        """`seed` from 0 to 2**32 - 1."""
        super().__init__()
        self._rng = Rng(seed)

    def below(self, bound: int, /) -> int:
        """Returns a whole number from 0 to bound - 1; one step. Raises ValueError if bound < 1."""
        return self._rng.below(bound)

    def random(self) -> float:
        """Returns a real number, 0 <= r < 1; two steps."""
        return self._rng.fraction()

    def getrandbits(self, k: int, /) -> int:
        """Returns a whole number of k bits; a step for each 32 of them."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        words = -(-k // WORD)
        number = sum(self._rng.raw() << WORD * at for at in range(words))
        return number >> (WORD * words - k)

    def seed(self, *given: Any, **named: Any) -> None:
        """Starts again with a seed. Without a whole number, as `random.Random` calls it first, it goes on.

        A seed of the system, which Python's generator takes then, would make other mazes with each run.
        """
        if given and isinstance(given[0], int):
            self._rng = Rng(given[0] % 2**WORD)

    def getstate(self) -> NoReturn:
        raise NotImplementedError("the state of this generator cannot be taken; begin it anew by seed()")

    def setstate(self, state: Any) -> NoReturn:
        # raises the same error
        self.getstate()


@contextmanager
def seeded_random(seed: int) -> Iterator[None]:
    """Seeds Python's module `random` during the block, and restores its state afterwards."""
    before = random.getstate()
    random.seed(seed)
    try:
        yield
    finally:
        random.setstate(before)
