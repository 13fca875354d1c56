"""An entry of the catalogue: origin, sizes and their ranges, checks, listing and port."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from retromaze.errors import UsageError
from retromaze.language.prologue import Value, with_constants_set


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a program: an article, the place in it, and the permission to use it.

    `article` is the article's title, "" for a program without one. A `published` listing is printed in its
    article; all others were written for this project.
    """

    article: str
    source: str
    permission: str
    published: bool = False

    @property
    def provenance(self) -> str:
        """`published in ...` or `written here after ...`, with the article's title, or `written here`."""
        if not self.article:
            return "written here"
        return f"{'published in' if self.published else 'written here after'} {self.article}"


@dataclass(frozen=True, slots=True)
class Size:
    """A number that may be changed before a run: its variable in the listing, default and inclusive range.

    A default of 0 that lies below the range means that the program asks for the number by INPUT.
    `odd`: whether the program takes only odd numbers.
    """

    variable: str
    default: int
    minimum: int
    maximum: int
    odd: bool = False

    def check(self, name: str, value: Value) -> int:
        """Returns the value unchanged if the program can be run with it; raises UsageError otherwise.

        `name` is the size's name in the message.
        """
        if not isinstance(value, int):
            raise UsageError(f"{name} must be a whole number, not {value}")
        # the default may lie below the range: then the program asks for the number
        if value == self.default:
            return value
        if not self.minimum <= value <= self.maximum:
            raise UsageError(f"{name} must be from {self.minimum} to {self.maximum}, not {value}")
        if self.odd and value % 2 == 0:
            raise UsageError(f"{name} must be odd, not {value}")
        return value

    @property
    def edges(self) -> tuple[int, ...]:
        """Values to check: the maximum, one beyond each end, and an even one if only odd ones fit."""
        step = 2 if self.odd else 1
        beyond = (self.maximum, self.minimum - step, self.maximum + step)
        return (*beyond, self.minimum + 1) if self.odd else beyond

    @property
    def is_asked(self) -> bool:
        """Whether the program asks for the number by INPUT if it is not set."""
        # a default of 0 that is no valid size stands for a number that is not set
        return self.default == 0 < self.minimum

    @property
    def range(self) -> str:
        """The range, then the default or `asked` in brackets: `5-79 odd (21)`."""
        default = "asked" if self.is_asked else self.default
        return f"{self.minimum}-{self.maximum}{' odd' if self.odd else ''} ({default})"


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit on the product of some sizes, which together have to fit the screen."""

    names: tuple[str, ...]
    maximum: int

    def check(self, sizes: Mapping[str, int]) -> None:
        """Raises UsageError if the product of these sizes exceeds the limit."""
        product = math.prod(sizes[name] for name in self.names)
        if product > self.maximum:
            raise UsageError(f"{'*'.join(self.names)} must be at most {self.maximum}, not {product}")

    @property
    def range(self) -> str:
        """The limit as text: `width*print_width to 50`."""
        return f"{'*'.join(self.names)} to {self.maximum}"


@dataclass(frozen=True, slots=True)
class Scene:
    """A check with input of its own.

    `sizes` are set without a check, so they may be sizes that the listing refuses. Only these `seeds` are
    checked. `press`, `answers` and `keys` are written as in an Entry. `files` are (name, text) pairs stored
    before the run. Each press is held for at least `hold` frames; otherwise, where a program only waits for
    buttons, the next press would come early.
    """

    sizes: Mapping[str, int] = field(default_factory=dict)
    seeds: tuple[int, ...] = (1,)
    press: str = ""
    answers: tuple[str, ...] = ()
    keys: str = ""
    files: tuple[tuple[str, str], ...] = ()
    hold: int = 0


class Use(StrEnum):
    """How a program is used: watched (LISTING), tried with many settings (WORKBENCH), or played (GAME)."""

    LISTING = "listing"
    WORKBENCH = "workbench"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class Instructions:
    """How a game is played: its goal, and what the keys do, in a line that fits the window's bar.

    `controls` names the keys of the console's buttons by the buttons in braces: `{Y}: give up`.
    """

    goal: str
    controls: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A program of the catalogue: a listing, its port, and what a check runs them with.

    `sizes` maps a keyword of the port's `main` to a Size; `limits` bound products of sizes.
    `shown` are the sizes with which the studio's page opens a program that would otherwise ask for them.
    `size_sets` are the sets of sizes that are checked, first the defaults (an empty mapping), and `seeds` the
    seeds.
    `press` is written as on the command line (`A@60,UP+B@100-120`), `answers` are lines for INPUT, `keys` are
    typed before the start. A program that plays or waits needs such input to reach its end.
    `scenes` are further checks, each with input of its own.
    `instructions` say how a game is played; None for other programs.
    `library` names the function of `retromaze.ports` that makes the same maze without a screen.
    """

    name: str
    title: str
    origin: Origin
    technique: str
    sizes: Mapping[str, Size] = field(default_factory=lambda: MappingProxyType({}))
    limits: tuple[Limit, ...] = ()
    shown: Mapping[str, int] = field(default_factory=dict)
    size_sets: tuple[Mapping[str, int], ...] = (MappingProxyType({}),)
    seeds: tuple[int, ...] = (1, 2, 3)
    press: str = ""
    answers: tuple[str, ...] = ()
    keys: str = ""
    scenes: tuple[Scene, ...] = ()
    library: str | None = None
    use: Use = Use.LISTING
    instructions: Instructions | None = None

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
        """All sizes with their ranges: `width 1-199 (199), height 1-119 (119)`; "" if there are none."""
        ranges = [f"{name} {size.range}" for name, size in self.sizes.items()]
        return ", ".join(ranges + [limit.range for limit in self.limits])

    def edges(self) -> Iterator[Scene]:
        """Yields a scene for each value in a size's `edges`; all others have their minimum."""
        smallest_sizes = {name: size.minimum for name, size in self.sizes.items()}
        for name, size in self.sizes.items():
            # a size with one or two values has no edges worth a run
            if size.maximum - size.minimum > 1:
                for value in size.edges:
                    sizes = smallest_sizes | {name: value}
                    yield Scene(sizes, press=self.press, answers=self.answers, keys=self.keys)

    def checked_sizes(self, sizes: Mapping[str, Value]) -> dict[str, int]:
        """Returns all sizes: those in `sizes` checked, the others at their defaults. Raises UsageError."""
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

    def named_sizes(self, values: Mapping[str, Value]) -> dict[str, int]:
        """Returns `values` checked and by the names of the sizes; a key may also be the listing's variable.

        `{"M_W": 49}` becomes `{"width": 49}`. Raises UsageError for other names, for values that are not
        whole numbers, and for sizes out of range.
        """
        names_by_variable = {size.variable: name for name, size in self.sizes.items()}
        sizes = {names_by_variable.get(name.upper(), name.lower()): value for name, value in values.items()}
        checked = self.checked_sizes(sizes)
        return {name: checked[name] for name in sizes}


def listing_path(entry: Entry) -> Path:
    """Returns the path of the listing: in the installed package, or in programs/ of a checkout."""
    return programs_folder() / entry.listing


def port_path(entry: Entry) -> Path:
    return Path(__file__).resolve().parent / "ports" / f"{entry.name}.py"


def programs_folder() -> Path:
    return shipped_path("programs", "programs")


def articles_folder() -> Path:
    return shipped_path("articles", "docs/articles")


def glossary_path(language: str) -> Path:
    """Returns the page that explains the lessons' words, in Japanese or in English."""
    name = "glossary.ja.md" if language == "ja" else "glossary.md"
    return shipped_path(name, f"docs/{name}")


def shipped_path(installed: str, in_repository: str) -> Path:
    """Returns a path in the installed package if it exists there, else the one in a checkout."""
    package = Path(__file__).resolve().parent
    path = package / installed
    return path if path.exists() else package.parent / in_repository


def listing_source(entry: Entry, **sizes: int) -> str:
    """Returns the listing's text with these sizes: their assignments are rewritten. Raises UsageError.

    Without sizes the text is the file, character for character.
    """
    entry.checked_sizes(sizes)
    try:
        source = listing_path(entry).read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"the listing of {entry.name} cannot be read: {error}") from error
    values: dict[str, Value] = {entry.sizes[name].variable: value for name, value in sizes.items()}
    return with_constants_set(source, values, entry.listing) if values else source
