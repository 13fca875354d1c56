"""Reads the arguments of SPANIM and BGANIM: what is animated, its keyframes, how often.

Source: machine reference, 5.4, unless a function says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from retromaze.builtins.arrays import numbers_in
from retromaze.builtins.computer import Computer
from retromaze.builtins.registry import Value
from retromaze.errors import (
    AnimationTooLong,
    IllegalAnimationData,
    IllegalFunctionCall,
    IllegalSymbolString,
    OutOfData,
    OutOfRange,
    TypeMismatch,
)
from retromaze.machine.animation import MOST_KEYFRAMES, PLUS, RELATIVE, Keyframe, Target, target_from_name
from retromaze.values.arrays import Array
from retromaze.values.costs import Rate
from retromaze.values.scalars import truncate

TARGETS = {target.number: target for target in Target}
TIMED = Rate("time of an animation", 5)
FIRST_TIME = 3
"""The place of the first time among the arguments, counted from 1."""


class Request(NamedTuple):
    """A requested animation, as `Sprites.animate` takes it."""

    target: str
    keyframes: list[Keyframe]
    loops: int


def requested(computer: Computer, target: Value, given: Sequence[Value], known: Iterable[Target]) -> Request:
    """Reads all arguments after the number of the sprite or layer.

    `known` are the targets that this kind of thing has. The caller must refuse an array as target.
    """
    kind, relative = target_of(target)
    if kind not in known or not given:
        raise IllegalFunctionCall
    first = given[0]
    if isinstance(first, Array):
        keyframes, rest = keyframes_in(numbers_in(computer.machine, first, FIRST_TIME), kind), given[1:]
    elif isinstance(first, str):
        keyframes, rest = keyframes_from_data(computer, first, kind), given[1:]
    else:
        count = len(given) // (1 + kind.width) * (1 + kind.width)
        keyframes, rest = keyframes_in(inline_numbers(given[:count], kind), kind), given[count:]
    if not keyframes or len(rest) > 1:
        raise IllegalFunctionCall
    computer.machine.spend(TIMED.of(len(keyframes)))
    return Request(kind.name + PLUS * relative, keyframes, loops_of(rest))


def target_of(given: Value) -> tuple[Target, bool]:
    """Returns the target that a number or a name means, and whether its items are relative: 8 more, `XY+`.

    A negative number is an IllegalFunctionCall. Source: machine reference, 5.4.
    Unverified: the error of a number above 15.
    """
    if isinstance(given, Array):
        raise TypeMismatch(argument=2)
    if isinstance(given, str):
        return target_from_name(str(given))
    number = truncate(given)
    if number < 0:
        raise IllegalFunctionCall(argument=2)
    if number >= 2 * RELATIVE:
        raise OutOfRange(argument=2)
    return TARGETS[number % RELATIVE], number >= RELATIVE


def loops_of(rest: Sequence[Value]) -> int:
    """Returns the repetitions after the keyframes, by default 1. Unverified: the error of a negative one."""
    if not rest:
        return 1
    if isinstance(rest[0], str | Array):
        raise TypeMismatch
    loops = truncate(rest[0])
    if loops < 0:
        raise OutOfRange
    return loops


def inline_numbers(given: Sequence[Value], target: Target) -> list[int | float]:
    """Returns the times and items of a call; of another type, a time is no symbol and an item no number."""
    numbers: list[int | float] = []
    for at, each in enumerate(given):
        if isinstance(each, str | Array):
            wrong = TypeMismatch if at % (1 + target.width) else IllegalSymbolString
            raise wrong(argument=FIRST_TIME + at)
        numbers.append(each)
    return numbers


def keyframes_from_data(computer: Computer, label: str, target: Target) -> list[Keyframe]:
    """Returns the keyframes that are in DATA, after their number."""
    if not label.rpartition(":")[2].startswith("@"):
        raise IllegalSymbolString(argument=FIRST_TIME)
    items = computer.data_from(label)
    count = sum(map(truncate, plain_numbers(items[:1])))
    require_few(count)
    wanted = max(count, 0) * (1 + target.width)
    found = plain_numbers(items[1 : 1 + wanted])
    if len(found) < wanted:
        raise OutOfData
    return keyframes_in(found, target)


def plain_numbers(items: Sequence[int | float | str]) -> list[int | float]:
    """Returns the items of DATA unchanged. Raises TypeMismatch if one is no number."""
    numbers = [each for each in items if not isinstance(each, str)]
    if len(numbers) < len(items):
        raise TypeMismatch
    return numbers


def keyframes_in(numbers: Sequence[int | float], target: Target) -> list[Keyframe]:
    """Returns a time and its items after another."""
    size = 1 + target.width
    require_few(len(numbers) // size)
    if len(numbers) % size:
        raise IllegalFunctionCall
    starts = range(0, len(numbers), size)
    return [keyframe(numbers[at], numbers[at + 1 : at + size], target) for at in starts]


def keyframe(time: int | float, items: Sequence[int | float], target: Target) -> Keyframe:
    frames = truncate(time)
    if not frames:
        raise IllegalAnimationData
    return Keyframe(frames, tuple(map(truncate if target.is_integer else float, items)))


def require_few(count: int) -> None:
    if count > MOST_KEYFRAMES:
        raise AnimationTooLong
