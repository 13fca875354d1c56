"""Makers of mazes from outside: a function in anybody's Python file.

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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from retromaze.comparison.pairs import names_port
from retromaze.comparison.program import (
    NoPort,
    PortGuard,
    importing_from,
    place_of,
    read_port,
    relative,
    words_of,
)
from retromaze.errors import RetromazeError, UsageError
from retromaze.ports.mazes import Rooms
from retromaze.recursion import deep_recursion, let_go
from retromaze.study.chance import Chance, seeded_random
from retromaze.study.given_mazes import rooms_from

MAKER = "maker"
"""The function of a file that is named without one."""
POSITIONAL = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL,
)


class MakerError(RetromazeError):
    """A maker from outside has failed; the message names its file, line, size and seed."""


def is_outside(name: str) -> bool:
    """Whether this names a maker in a file: `mine.py`, `mine.py:dig`."""
    return names_port(name)


class OutsideMaker:
    """A maker that is called as those of the library are, and whose failures are told by MakerError.

    It runs in this process, so that Ctrl-C finds the line at which it is; KeyboardInterrupt tells that.
    """

    def __init__(self, name: str) -> None:
        """Loads the function. Raises UsageError without one, and MakerError for a file that fails."""
        self._port = read_port(name, MAKER)
        assert self._port.file
        self._file = self._port.file
        self._function = self._load()

    @property
    def kind(self) -> str:
        """`mine.py`, or `mine.py:dig` for a function that is not called maker."""
        function = self._port.function
        return str(self._file) if function == MAKER else f"{self._file}:{function}"

    def __call__(self, width: int, height: int, *, seed: int) -> Rooms:
        """The maze of a seed."""
        home = self._file.parent.absolute()
        with (
            self._blamed(f"{width} x {height} rooms, seed {seed}"),
            deep_recursion,
            seeded_random(seed),
            importing_from(home),
        ):
            return self._made(width, height, seed)

    def _load(self) -> Callable[..., Any]:
        with self._blamed("while it is loaded"):
            try:
                return self._port.load()
            except NoPort as reason:
                raise UsageError(str(reason)) from None

    def _made(self, width: int, height: int, seed: int) -> Rooms:
        made = None
        try:
            made = call(self._function, width, height, Chance(seed))
            return rooms_from(made, width, height)
        except BaseException as error:
            # Where the maker itself has not failed, its last yield is to blame, or its first line.
            if place_of(error)[1]:
                raise
            raise Misplaced(error, *self._place_in(made)) from None

    def _place_in(self, made: object) -> tuple[str, int]:
        """File and line at which a generator stands, else those where the function begins."""
        if inspect.isgenerator(made) and made.gi_frame is not None:
            return made.gi_code.co_filename, made.gi_frame.f_lineno
        code = getattr(inspect.unwrap(self._function), "__code__", None)
        return (code.co_filename, code.co_firstlineno) if code else ("", 0)

    @contextmanager
    def _blamed(self, moment: str) -> Iterator[None]:
        """Tells errors of the maker with its file and line, and where it was when Ctrl-C was pressed."""
        guard = PortGuard()
        try:
            with guard:
                yield
        except UsageError:
            raise
        except BaseException as error:  # a maker may fail in any way
            cause = error.cause if isinstance(error, Misplaced) else error
            words, place = words_of(cause), self._shown(*place_of_blame(error))
            let_go(cause)
            if guard.interrupted:
                raise KeyboardInterrupt(f"stopped at {place} ({moment})") from None
            raise MakerError(f"{place}: {words} ({moment})") from None

    def _shown(self, file: str, line: int) -> str:
        name = relative(Path(file)) if file else str(self._file)
        return f"{name}:{line}" if line else name


class Misplaced(Exception):
    """An error with the place in the maker that is to blame, where its traceback has none."""

    def __init__(self, cause: BaseException, file: str, line: int) -> None:
        super().__init__(cause)
        self.cause = cause
        self.place = file, line


def place_of_blame(error: BaseException) -> tuple[str, int]:
    """File and line of an error of a maker."""
    return error.place if isinstance(error, Misplaced) else place_of(error)


def call(function: Callable[..., Any], width: int, height: int, rng: Chance) -> Any:
    """What a maker gives: the generator is its third argument, or its `rng`, or it has its own."""
    parameters = inspect.signature(function).parameters
    positional = [each for each in parameters.values() if each.kind in POSITIONAL]
    if len(positional) > 2 or any(each.kind is inspect.Parameter.VAR_POSITIONAL for each in positional):
        return function(width, height, rng)
    if "rng" in parameters:
        return function(width, height, rng=rng)
    return function(width, height)


# ---- by name

LOADED: dict[str, OutsideMaker] = {}
"""The makers in use by the names of their kinds."""


def load_outside(name: str) -> str:
    """Reads a maker's file anew; returns the name of its kind, without `:maker`. Raises as `OutsideMaker`."""
    maker = OutsideMaker(name)
    LOADED[maker.kind] = maker
    return maker.kind


def outside_maker(kind: str) -> OutsideMaker:
    """The maker as it was when it was named last. Raises as `OutsideMaker` if it has not been named yet."""
    return LOADED[kind if kind in LOADED else load_outside(kind)]
