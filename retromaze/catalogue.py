"""The programs we ship: title, listing, port, origin, technique, sizes, seeds and the input of a check."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from retromaze.errors import UsageError
from retromaze.language.prologue import Value, with_values


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a program comes from: an article, its place, and what we may do with it."""

    article: str
    source: str
    permission: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that may be changed before a run: its variable in the listing, default and inclusive range."""

    variable: str
    default: int
    minimum: int
    maximum: int
    odd: bool = False

    def check(self, name: str, value: Value) -> int:
        """The value itself if the program can be run with it; raises UsageError otherwise."""
        if not isinstance(value, int):
            raise UsageError(f"{name} must be a whole number, not {value}")
        if not self.minimum <= value <= self.maximum:
            raise UsageError(f"{name} must be from {self.minimum} to {self.maximum}, not {value}")
        if self.odd and value % 2 == 0:
            raise UsageError(f"{name} must be odd, not {value}")
        return value

    @property
    def range(self) -> str:
        """`5-79 odd (21)`: what it may be, and what it is if nobody says."""
        return f"{self.minimum}-{self.maximum}{' odd' if self.odd else ''} ({self.default})"


@dataclass(frozen=True, slots=True)
class Limit:
    """How much the product of some sizes may be at most, for these do not fit the screen together."""

    names: tuple[str, ...]
    maximum: int

    def check(self, sizes: Mapping[str, int]) -> None:
        """Raises UsageError if these sizes exceed it."""
        product = math.prod(sizes[name] for name in self.names)
        if product > self.maximum:
            raise UsageError(f"{'*'.join(self.names)} must be at most {self.maximum}, not {product}")

    @property
    def range(self) -> str:
        """`width*print_width to 50`"""
        return f"{'*'.join(self.names)} to {self.maximum}"


@dataclass(frozen=True, slots=True)
class Entry:
    """One listing and its port.

    `sizes` are the parameters by the keyword of the port's `main`, `limits` what several of them must not
    exceed together; `trials` the sizes that are checked, beginning with the defaults (empty); `seeds` the
    seeds that are checked when nobody asks for more.
    `press` holds (frame, buttons) as on the command line ("A", "UP+B", "" lets go), `answers` what INPUT is
    given, `keys` what is typed on the keyboard: a program that plays or waits needs them to reach its end.
    `library` names the function of `retromaze.ports` that makes the same maze without a screen.
    """

    name: str
    title: str
    origin: Origin
    technique: str
    sizes: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))
    limits: tuple[Limit, ...] = ()
    trials: tuple[Mapping[str, int], ...] = (MappingProxyType({}),)
    seeds: tuple[int, ...] = (1, 2, 3)
    press: tuple[tuple[int, str], ...] = ()
    answers: tuple[str, ...] = ()
    keys: str = ""
    library: str | None = None

    @property
    def listing(self) -> str:
        """The listing's file name in programs/."""
        return f"{self.name}.bas"

    @property
    def port(self) -> str:
        """The port's module."""
        return f"retromaze.ports.{self.name}"

    @property
    def ranges(self) -> str:
        """`width 1-199 (199), height 1-119 (119)`: what it can be asked for, "" if nothing."""
        ranges = [f"{name} {size.range}" for name, size in self.sizes.items()]
        return ", ".join(ranges + [limit.range for limit in self.limits])

    def checked_sizes(self, sizes: Mapping[str, Value]) -> dict[str, int]:
        """All sizes, given ones checked and the others at their default; raises UsageError."""
        for unknown in sorted(sizes.keys() - self.sizes.keys()):
            known = ", ".join(self.sizes) or "no sizes"
            raise UsageError(f"{self.name} has no size called {unknown}; it has {known}")
        checked = {
            name: parameter.check(name, sizes.get(name, parameter.default))
            for name, parameter in self.sizes.items()
        }
        for limit in self.limits:
            limit.check(checked)
        return checked

    def sizes_of(self, values: Mapping[str, Value]) -> dict[str, int]:
        """The sizes that are given, by their own names or by their variables in the listing.

        Raises UsageError for other names, for what is no whole number, and for sizes that cannot be.
        """
        variables = {size.variable: name for name, size in self.sizes.items()}
        sizes = {variables.get(name.upper(), name.lower()): value for name, value in values.items()}
        checked = self.checked_sizes(sizes)
        return {name: checked[name] for name in sizes}


def listing_path(entry: Entry) -> Path:
    """Where the listing lies: in the package when installed, in programs/ beside it in a checkout."""
    package = Path(__file__).resolve().parent
    installed = package / "programs" / entry.listing
    return installed if installed.is_file() else package.parent / "programs" / entry.listing


def listing_source(entry: Entry, **sizes: int) -> str:
    """The listing's text, with the assignments of the given sizes rewritten; raises UsageError.

    Without sizes the text is the file, character for character.
    """
    entry.checked_sizes(sizes)
    try:
        source = listing_path(entry).read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"the listing of {entry.name} cannot be read: {error}") from error
    values: dict[str, Value] = {entry.sizes[name].variable: value for name, value in sizes.items()}
    return with_values(source, values, entry.listing) if values else source


def load_port(entry: Entry) -> Callable[..., None]:
    """The port's `main(machine, **sizes)`."""
    main: Callable[..., None] = importlib.import_module(entry.port).main
    return main


def find(name: str) -> Entry:
    """The entry of that name; raises UsageError, naming those there are."""
    try:
        return CATALOGUE[name]
    except KeyError:
        raise UsageError(f"no program is called {name!r}; there are {', '.join(CATALOGUE)}") from None


PERMISSION = "an article for readers to try for themselves; no license is stated"
OURS = "written for this project after the article; under the project's license"

PETITCOM_12 = "プチコン3号 12日目 再び迷路生成プログラムについて"
PYTHON_6 = "Python (パイソン) であそぼう 6 〜 プログラムで迷路を作る 〜"
DIGGING = "迷路生成アルゴリズム(穴掘り法)のモジュール"
CONSOLE_GAME = "[Python] コンソールで遊べる簡単なゲームを作る - 迷路"
NADESHIKO = "なでしこの連載: 迷路を自動生成してみよう"

_PUBLISHED = Origin(PETITCOM_12, "the listing in the article, character for character", PERMISSION)
_RECURSIVE = Origin(PETITCOM_12, "the article's remark on recursion by DEF", OURS)
_BINARY_TREE = Origin(PETITCOM_12, "the rule of its 5日目 (day 5), retold there", OURS)
_EXTENSION = Origin(PYTHON_6, "the method, the seeds and <テキスト18> of 福島, 2022-10-10", OURS)
_WALKER = Origin(PYTHON_6, "the rules of its <テキスト19>; what to do when going in circles is ours", OURS)
_DIGGING = Origin(DIGGING, "the method and the checks of a Python module", OURS)
_KRUSKAL = Origin(CONSOLE_GAME, "the method and the walls of a Python program", OURS)
_HEXAGONS = Origin(CONSOLE_GAME, "the sketch at its end (おまけ), which was never built", OURS)
_STICKS = Origin(NADESHIKO, "the method of a program in なでしこ", OURS)

_WORDS = ("right", "down", "left", "up", "jump", "regenerate", "down", "", "right", "reset", "quit")

_EXPLORER = Origin(NADESHIKO, "the game its mazes are for; the way they are written as CSV", OURS)

_WAITING = ((0, "A"),)
"""For programs that wait for a button at their end: held from the start."""


def _trials(**sizes: tuple[int, ...]) -> tuple[Mapping[str, int], ...]:
    """The defaults, then the first of each named size together, the second of each, and so on."""
    together = zip(*sizes.values(), strict=True)
    return ({}, *(dict(zip(sizes, values, strict=True)) for values in together))


def _presses(pause: int, *buttons: str) -> tuple[tuple[int, str], ...]:
    """Each button in turn pressed for half of so many frames and let go for the other half."""
    starts = range(pause, pause * (len(buttons) + 1), pause)
    return tuple(
        entry
        for start, button in zip(starts, buttons, strict=True)
        for entry in ((start, button), (start + pause // 2, ""))
    )


_ENTRIES = (
    Entry(
        name="backtracker",
        title="Recursive backtracker, as published",
        origin=_PUBLISHED,
        technique="dig at random, remember the way on a stack, turn back where stuck",
        sizes={"width": Parameter("M_W", 199, 1, 199), "height": Parameter("M_H", 119, 1, 119)},
        trials=_trials(width=(1, 20, 64), height=(1, 12, 5)),
        press=_WAITING,
        library="backtracker_maze",
    ),
    Entry(
        name="backtracker_def",
        title="Recursive backtracker by DEF, up to the stack's end",
        origin=_RECURSIVE,
        technique="a DEF that visits a room calls itself for each room it leads to",
        sizes={"width": Parameter("M_W", 40, 1, 199), "height": Parameter("M_H", 40, 1, 119)},
        trials=_trials(width=(1, 12, 60), height=(1, 30, 60)),
        press=_WAITING,
        library="backtracker_maze",
    ),
    Entry(
        name="binary_tree",
        title="Binary tree",
        origin=_BINARY_TREE,
        technique="each room keeps its north or its west wall",
        sizes={"width": Parameter("M_W", 66, 1, 199), "height": Parameter("M_H", 39, 1, 119)},
        trials=_trials(width=(1, 10, 120), height=(1, 30, 7)),
        library="binary_tree_maze",
    ),
    Entry(
        name="wall_extension",
        title="Wall extension",
        origin=_EXTENSION,
        technique="walls grow from the frame at random until no floor for them is left",
        sizes={
            "width": Parameter("M_W", 37, 5, 50),
            "height": Parameter("M_H", 17, 5, 30),
            "fixed": Parameter("FIXED", 0, 0, 1),
        },
        trials=_trials(width=(37, 5, 20, 49), height=(17, 5, 12, 29), fixed=(1, 0, 0, 0)),
        library="wall_extension_maze",
    ),
    Entry(
        name="digging",
        title="Digging",
        origin=_DIGGING,
        technique="a digger goes on by two blocks at random and back where it is stuck",
        sizes={
            "width": Parameter("M_W", 21, 5, 49, odd=True),
            "height": Parameter("M_H", 21, 5, 29, odd=True),
            "print_width": Parameter("P_W", 2, 1, 10),
        },
        limits=(Limit(("width", "print_width"), 50),),
        trials=_trials(width=(5, 25, 49), height=(5, 7, 27), print_width=(3, 2, 1)),
        press=((600, "A"), (601, ""), (1200, "B"), (1201, "")),
        library="digging_maze",
    ),
    Entry(
        name="kruskal",
        title="Kruskal's method",
        origin=_KRUSKAL,
        technique="walls in random order, each broken if it parts two sets of rooms (union-find)",
        sizes={"width": Parameter("M_W", 12, 1, 12), "height": Parameter("M_H", 14, 1, 14)},
        trials=_trials(width=(1, 8, 3), height=(1, 4, 14)),
        library="kruskal_maze",
    ),
    Entry(
        name="sticks",
        title="Knocking down sticks",
        origin=_STICKS,
        technique="pillars at every second block, from each a stick that falls to any side",
        sizes={
            "size": Parameter("N", 21, 5, 79, odd=True),
            "goal": Parameter("GOAL", 1, 0, 1),
            "csv": Parameter("CSV", 0, 0, 1),
        },
        trials=_trials(size=(5, 31, 55), goal=(0, 1, 0), csv=(1, 0, 1)),
        library="sticks_maze",
    ),
    Entry(
        name="sticks_safe",
        title="Knocking down sticks, safely",
        origin=_STICKS,
        technique="sticks fall only where floor is, and upwards in the first row only",
        sizes={"size": Parameter("N", 21, 5, 79, odd=True), "csv": Parameter("CSV", 0, 0, 1)},
        trials=_trials(size=(5, 31, 55), csv=(1, 0, 1)),
        library="safe_sticks_maze",
    ),
    Entry(
        name="hexagonal",
        title="Hexagonal maze",
        origin=_HEXAGONS,
        technique="Kruskal's method over rooms with six neighbors; walked by the keys u i k m n h",
        sizes={"columns": Parameter("COLS", 24, 2, 24), "rows": Parameter("ROWS", 16, 1, 16)},
        trials=_trials(columns=(2, 9, 24), rows=(1, 5, 3)),
        keys="kmnhuikmnhuimmmmkkkknnnnkkkkmmq",
        library="hexagonal_maze",
    ),
    Entry(
        name="walker",
        title="Right-hand walker",
        origin=_WALKER,
        technique="right hand on the wall, remembering the branches it did not take",
        sizes={
            "width": Parameter("M_W", 37, 5, 50),
            "height": Parameter("M_H", 17, 5, 28),
            "holes": Parameter("HOLES", 0, 0, 99),
        },
        trials=_trials(width=(5, 37, 20, 49), height=(5, 17, 12, 9), holes=(1, 5, 20, 0)),
        library="wall_extension_maze",
    ),
    Entry(
        name="console_game",
        title="Maze game on the console",
        origin=_KRUSKAL,
        technique="Kruskal's method; words typed in move X to G",
        sizes={"width": Parameter("M_W", 8, 2, 12), "height": Parameter("M_H", 4, 2, 12)},
        trials=_trials(width=(2, 12, 3), height=(2, 3, 12)),
        answers=_WORDS,
        library="kruskal_maze",
    ),
    Entry(
        name="button_game",
        title="Maze game with buttons",
        origin=_KRUSKAL,
        technique="Kruskal's method; the four directions move a mark to the goal",
        sizes={"width": Parameter("M_W", 16, 2, 32), "height": Parameter("M_H", 9, 2, 18)},
        trials=_trials(width=(2, 32, 3), height=(2, 18, 12)),
        press=_presses(20, "RIGHT", "DOWN", "LEFT", "UP", "X", "DOWN", "RIGHT", "RIGHT", "B", "DOWN", "Y"),
        library="kruskal_maze",
    ),
    Entry(
        name="explorer",
        title="Exploring a big maze",
        origin=_EXPLORER,
        technique="the view scrolls with the player; the lower screen keeps a map",
        sizes={"size": Parameter("N", 55, 5, 79, odd=True)},
        trials=_trials(size=(5, 21, 79)),
        press=(
            (10, "DOWN"),
            (60, "RIGHT"),
            (110, "DOWN"),
            (160, "LEFT"),
            (190, "UP+RIGHT"),
            (220, "Y"),
            (221, ""),
        ),
        library="safe_sticks_maze",
    ),
)

CATALOGUE: Mapping[str, Entry] = MappingProxyType({entry.name: entry for entry in _ENTRIES})
