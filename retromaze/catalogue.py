"""The programs we ship: title, listing, port, origin, technique, sizes, seeds and the input of a check."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from retromaze.errors import UsageError


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

    def check(self, name: str, value: int) -> int:
        """The value itself if the program can be run with it; raises UsageError otherwise."""
        if not self.minimum <= value <= self.maximum:
            raise UsageError(f"{name} must be from {self.minimum} to {self.maximum}, not {value}")
        if self.odd and value % 2 == 0:
            raise UsageError(f"{name} must be odd, not {value}")
        return value


@dataclass(frozen=True, slots=True)
class Entry:
    """One listing and its port.

    `sizes` are the parameters by the keyword of the port's `main`; `trials` the sizes that are checked,
    beginning with the defaults (empty); `seeds` the seeds that are checked when nobody asks for more.
    `press` holds (frame, buttons) as on the command line ("A", "UP+B", "" lets go), `answers` what INPUT is
    given, `keys` what is typed on the keyboard: a program that plays or waits needs them to reach its end.
    `library` names the function of `retromaze.ports` that makes the same maze without a screen.
    """

    name: str
    title: str
    origin: Origin
    technique: str
    sizes: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))
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

    def checked_sizes(self, sizes: Mapping[str, int]) -> dict[str, int]:
        """All sizes, given ones checked and the others at their default; raises UsageError."""
        for unknown in sorted(sizes.keys() - self.sizes.keys()):
            known = ", ".join(self.sizes) or "no sizes"
            raise UsageError(f"{self.name} has no size called {unknown}; it has {known}")
        return {
            name: parameter.check(name, sizes.get(name, parameter.default))
            for name, parameter in self.sizes.items()
        }


def listing_path(entry: Entry) -> Path:
    """Where the listing lies: package data when installed, programs/ beside the package in a checkout."""
    beside = Path(__file__).resolve().parent.parent / "programs" / entry.listing
    try:
        packaged = Path(str(resources.files("retromaze.programs"))) / entry.listing
    except ModuleNotFoundError:
        return beside
    return packaged if packaged.is_file() else beside


def listing_source(entry: Entry, **sizes: int) -> str:
    """The listing's text, with the assignments of the given sizes rewritten; raises UsageError.

    Without sizes the text is the file, character for character.
    """
    entry.checked_sizes(sizes)
    try:
        source = listing_path(entry).read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"the listing of {entry.name} cannot be read: {error}") from error
    for name, value in sizes.items():
        source = assign(source, entry.sizes[name].variable, value)
    return source


def assign(source: str, variable: str, value: int) -> str:
    """The source with the first `VARIABLE=number` given another number; raises UsageError without one."""
    pattern = rf"(?<![\w$#%@]){re.escape(variable)}=-?\d+(?![\d.])"
    changed, count = re.subn(pattern, f"{variable}={value}", source, count=1)
    if not count:
        raise UsageError(f"the listing does not set {variable}")
    return changed


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


PETITCOM_12 = Origin(
    "プチコン3号 12日目 再び迷路生成プログラムについて",
    "a Japanese weblog's course in SmileBASIC for プチコン3号; author's name not preserved",
    "published for readers to type in; no license is stated",
)

_ENTRIES = (
    Entry(
        name="backtracker",
        title="Recursive backtracker, as published",
        origin=PETITCOM_12,
        technique="dig at random, remember the way on a stack, turn back where stuck",
        sizes={"width": Parameter("M_W", 199, 1, 199), "height": Parameter("M_H", 119, 1, 119)},
        trials=({}, {"width": 1, "height": 1}, {"width": 20, "height": 12}, {"width": 64, "height": 5}),
        press=((400, "A"),),
        library="backtracker_maze",
    ),
)

CATALOGUE: Mapping[str, Entry] = MappingProxyType({entry.name: entry for entry in _ENTRIES})
