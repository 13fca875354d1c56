"""Marks the methods of the machine whose calls are events, each with what happens and the verb for it.

    @observed(Effect.DRAWS, "draws")
    def line(self, x0: int, y0: int, x1: int, y1: int, color: Color | None = None) -> None:

What a method sets is named with the attribute that holds it; whoever compares two machines compares that:

    @observed(Effect.DRAWS, sets={"place of the page": "offset"})
    def set_offset(self, x: int, y: int) -> None:

Whoever tells of events, films them or compares them asks here; no other place has a list of their names.
"""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from enum import Enum, auto
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

NAMED_WITH_PART = {"Backgrounds": "backgrounds", "Definitions": "definitions", "Sprites": "sprites"}
"""The parts whose events have their part's name before them, `sprites.move`, by their classes.

What they do is called as what screens and sounds do.
"""
LARGE = re.compile(r"\b(str|Mml|Sequence|Iterable)\b")
_OBSERVED: dict[Any, Observed] = {}
_BY_NAME: defaultdict[str, list[Observed]] = defaultdict(list)
_NAMES: dict[type, tuple[str, ...]] = {}
Method = TypeVar("Method", bound=Callable[..., Any])


class Effect(Enum):
    """What a call does, as one who watches the machine would sort it."""

    DRAWS = auto()
    """It shows something at once, or what is there otherwise."""
    PRINTS = auto()
    """It shows a text, or many pixels that it is given."""
    CHANCE = auto()
    """It takes a random number, or begins a series."""
    WAITS = auto()
    """Frames pass."""
    SOUNDS = auto()
    """It asks for something that would be heard."""
    PREPARES = auto()
    """It shows nothing by itself: settings of what is drawn next, files, the player's devices."""


class Observed(NamedTuple):
    """A method of the machine as events know it: `verb` stands before its call, `draws line(1, 2, 3, 4)`.

    `sets` has the attributes of its part that it sets, by what they are called in words.
    """

    method: Callable[..., Any]
    effect: Effect
    verb: str
    sets: Mapping[str, str]

    @property
    def parameters(self) -> tuple[inspect.Parameter, ...]:
        return parameters_of(self.method)

    @property
    def takes_large(self) -> bool:
        """Whether it may be given long texts or arrays."""
        return any(LARGE.search(str(each.annotation)) for each in self.parameters)


@cache
def parameters_of(method: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    """Those of a method as it is called."""
    return tuple(inspect.signature(method).parameters.values())[1:]


def observed(
    effect: Effect, verb: str = "calls", *, sets: Mapping[str, str] = MappingProxyType({})
) -> Callable[[Method], Method]:
    """Marks a public method as one whose calls are events; the method itself stays as it is."""

    def mark(method: Method) -> Method:
        _OBSERVED[method] = described = Observed(method, effect, verb, sets)
        _BY_NAME[event_name(method)].append(described)
        return method

    return mark


def event_name(method: Callable[..., Any]) -> str:
    """What the events of a method are called: `line`, `sprites.move`."""
    part = NAMED_WITH_PART.get(method.__qualname__.partition(".")[0])
    return f"{part}.{method.__name__}" if part else method.__name__


def event_at(path: str) -> str:
    """The same of a method that is told by its way from the machine: `screen.line`, `sprites.move`."""
    part, _, name = path.rpartition(".")
    return path if part in NAMED_WITH_PART.values() else name


def observed_names(kind: type) -> tuple[str, ...]:
    """The names of the marked methods of a class and its bases."""
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = found_names(kind)
    return found


def found_names(kind: type) -> tuple[str, ...]:
    """The same, looked for."""
    names = {name for each in kind.__mro__ for name in vars(each)}
    return tuple(sorted(name for name in names if is_observed(getattr(kind, name, None))))


def set_by(kind: type) -> dict[str, str]:
    """What the marked methods of a class set: the attributes by what they are called in words."""
    marked = (_OBSERVED[getattr(kind, name)] for name in observed_names(kind))
    return {words: attribute for each in marked for words, attribute in each.sets.items()}


def is_observed(member: object) -> bool:
    return inspect.isfunction(member) and member in _OBSERVED


# ---- by the names of events; methods of one name have one effect and one verb


def all_observed() -> list[Observed]:
    """All that are marked, in the order of the machine's modules."""
    return list(_OBSERVED.values())


def observed_as(name: str, count: int | None = None) -> Observed | None:
    """The method of events of that name, the one with so many parameters; None where there is none such."""
    return next((each for each in _BY_NAME.get(name, ()) if count in {None, len(each.parameters)}), None)


@cache
def names_with(*effects: Effect) -> frozenset[str]:
    """The names of all events that do one of these."""
    return frozenset(name for name, (first, *_) in _BY_NAME.items() if first.effect in effects)


@cache
def names_of_large() -> frozenset[str]:
    """The names of all events that may have long texts or arrays."""
    return frozenset(name for name, all_of in _BY_NAME.items() if any(each.takes_large for each in all_of))
