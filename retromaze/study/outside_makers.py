"""Makers of mazes from outside: a function in anybody's Python file; their kind of maze is `mine.py`.

    def maker(width, height, rng):
        for room in range(1, width * height):
            x, y = room % width, room // width
            west = y == 0 or (x > 0 and rng.below(2) == 0)
            yield (x, y), ((x - 1, y) if west else (x, y - 1))

It is called with the size in rooms and a generator, and gives the doors, each as the two rooms that it joins;
or a `Rooms` or a `Blocks` of the library.
"""

from __future__ import annotations

import inspect
import operator
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from retromaze.comparison.runnable_programs import (
    NoPort,
    PortGuard,
    error_place,
    error_words,
    importing_from,
    read_port,
    relative,
)
from retromaze.errors import RetromazeError, UsageError
from retromaze.machine.rng import Rng
from retromaze.ports.mazes import Blocks, Rooms
from retromaze.ports.mazes.rooms import EAST, SOUTH
from retromaze.recursion import deepest_recursion, drop_traceback
from retromaze.study.maze_measures import rooms_of

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
            result = rooms_of(result)
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
