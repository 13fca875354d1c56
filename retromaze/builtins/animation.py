"""Reads the arguments of SPANIM and BGANIM: the target, its keyframes, and the number of loops.

Source: machine reference, 5.4, unless a function says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from retromaze.builtins.arrays import array_numbers
from retromaze.builtins.computer_interface import Computer
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
from retromaze.language.numbers import truncate
from retromaze.machine.animation import MOST_KEYFRAMES, PLUS, RELATIVE, Keyframe, Target, target_from_name
from retromaze.values.arrays import Array
from retromaze.values.costs import Rate

TARGETS = {target.number: target for target in Target}
KEYFRAME_COST = Rate("time of an animation", 5)
KEYFRAME_ARGUMENT = 3
"""The number of the argument where keyframes begin: the first time, an array, or a label."""


class AnimationArguments(NamedTuple):
    """The last arguments of `Sprites.animate` and `Backgrounds.animate`, in their order."""

    target: str
    keyframes: list[Keyframe]
    loops: int


def read_animation(
    computer: Computer, target: Value, arguments: Sequence[Value], allowed: Iterable[Target]
) -> AnimationArguments:
    """Reads the target of SPANIM or BGANIM and the `arguments` after it.

    A *target* is what changes, such as the place; `allowed` are the targets that sprites, or layers, have.
    """
    kind, relative = parse_target(target)
    if kind not in allowed or not arguments:
        raise IllegalFunctionCall
    first = arguments[0]
    if isinstance(first, Array):
        numbers = array_numbers(computer.machine, first, KEYFRAME_ARGUMENT)
        keyframes, rest = keyframes_in(numbers, kind), arguments[1:]
    elif isinstance(first, str):  # a label
        keyframes, rest = keyframes_from_data(computer, first, kind), arguments[1:]
    else:
        # a keyframe is a time and its items; a number that is left over is the number of loops
        size = 1 + kind.width
        count = len(arguments) // size * size
        keyframes, rest = keyframes_in(inline_numbers(arguments[:count], kind), kind), arguments[count:]
    if not keyframes or len(rest) > 1:
        raise IllegalFunctionCall
    computer.machine.spend(KEYFRAME_COST.of(len(keyframes)))
    name = kind.name + PLUS if relative else kind.name
    return AnimationArguments(name, keyframes, parse_loops(rest))


def parse_target(given: Value) -> tuple[Target, bool]:
    """Returns the target that a number or a name means, and whether its items are relative: 8 more, `XY+`.

    A negative number is an IllegalFunctionCall. Source: machine reference, 5.4.
    Unverified: the error of a number above 15.
    """
    if isinstance(given, Array):
        raise TypeMismatch(argument=2)
    if isinstance(given, str):
        return target_from_name(given)
    number = truncate(given)
    if number < 0:
        raise IllegalFunctionCall(argument=2)
    # RELATIVE is added to the number of a target to make its items relative
    if number >= 2 * RELATIVE:
        raise OutOfRange(argument=2)
    return TARGETS[number % RELATIVE], number >= RELATIVE


def parse_loops(rest: Sequence[Value]) -> int:
    """Returns the number of repetitions, the only argument after the keyframes; 1 if it is left out.

    Unverified: the error of a negative one.
    """
    if not rest:
        return 1
    if isinstance(rest[0], str | Array):
        raise TypeMismatch
    loops = truncate(rest[0])
    if loops < 0:
        raise OutOfRange
    return loops


def inline_numbers(given: Sequence[Value], target: Target) -> list[int | float]:
    """Returns the times and items among the arguments, which must be numbers.

    Raises IllegalSymbolString for another type in the place of a time, TypeMismatch for an item.
    """
    numbers: list[int | float] = []
    for at, each in enumerate(given):
        if isinstance(each, str | Array):
            # the first number of each keyframe is a time; a text in its place is taken for a label
            wrong = TypeMismatch if at % (1 + target.width) else IllegalSymbolString
            raise wrong(argument=KEYFRAME_ARGUMENT + at)
        numbers.append(each)
    return numbers


def keyframes_from_data(computer: Computer, label: str, target: Target) -> list[Keyframe]:
    """Returns the keyframes in the DATA at a label; the first item there is the number of keyframes."""
    _, _, name = label.rpartition(":")  # a slot may stand before: "1:@L"
    if not name.startswith("@"):
        raise IllegalSymbolString(argument=KEYFRAME_ARGUMENT)
    items = computer.data_from(label)
    count = truncate(require_numbers(items[:1])[0]) if items else 0
    require_keyframe_limit(count)
    wanted = max(count, 0) * (1 + target.width)  # a count below 0 means no keyframes, too
    numbers = require_numbers(items[1 : 1 + wanted])
    if len(numbers) < wanted:
        raise OutOfData
    return keyframes_in(numbers, target)


def require_numbers(items: Sequence[int | float | str]) -> list[int | float]:
    """Returns the items of DATA unchanged. Raises TypeMismatch if one is no number."""
    numbers = [each for each in items if not isinstance(each, str)]
    if len(numbers) < len(items):
        raise TypeMismatch
    return numbers


def keyframes_in(numbers: Sequence[int | float], target: Target) -> list[Keyframe]:
    """Returns the keyframes in a flat sequence: a time, its items, the next time, and so on."""
    size = 1 + target.width
    require_keyframe_limit(len(numbers) // size)
    if len(numbers) % size:
        raise IllegalFunctionCall
    starts = range(0, len(numbers), size)
    return [keyframe(numbers[at], numbers[at + 1 : at + size], target) for at in starts]


def keyframe(time: int | float, items: Sequence[int | float], target: Target) -> Keyframe:
    """Returns a keyframe of a time in frames and its items. Raises IllegalAnimationData for the time 0."""
    frames = truncate(time)
    if not frames:
        raise IllegalAnimationData
    return Keyframe(frames, tuple(map(truncate if target.is_integer else float, items)))


def require_keyframe_limit(count: int) -> None:
    """Raises AnimationTooLong for more keyframes than an animation may have.

    The machine checks that too; here it comes before the errors of the keyframes and of what follows them.
    """
    if count > MOST_KEYFRAMES:
        raise AnimationTooLong
