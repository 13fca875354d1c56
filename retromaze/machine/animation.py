"""Animation: keyframes that change what a sprite or a background layer shows, a step a frame.

An animation starts in the frame after it was asked for, and goes on while the program works or waits.
Source: machine reference, 5.4.
Unverified: on the way to a whole number a value is cut toward zero; the four channels of a color move each by
itself; an animation is over in the frame in which its last keyframe ends, and each pass through relative
keyframes begins from the same value.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from retromaze.errors import AnimationTooLong, IllegalAnimationData, IllegalFunctionCall
from retromaze.machine.colors import channels, rgb, signed_word

MOST_KEYFRAMES = 32
RELATIVE = 8
"""What is added to the number of a target whose items are counted from the value at the call."""
PLUS = "+"
FOREVER = 0
Values = tuple[float, ...]


class Target(Enum):
    """A property to animate: its number, its items in a keyframe, and whether they are whole numbers."""

    XY = (0, 2, False)
    Z = (1, 1, False)
    UV = (2, 2, True)
    I = (3, 1, True)  # noqa: E741 - the console's own name: the number of a definition
    R = (4, 1, True)
    S = (5, 2, False)
    C = (6, 1, True)
    V = (7, 1, False)

    def __init__(self, number: int, width: int, whole: bool) -> None:
        self.number = number
        self.width = width
        self.whole = whole


def target_named(name: str) -> tuple[Target, bool]:
    """The target of a name, and whether values count from what it is: `XY`, `XY+`.

    Raises IllegalFunctionCall for another name.
    """
    try:
        return Target[name.removesuffix(PLUS)], name.endswith(PLUS)
    except KeyError:
        raise IllegalFunctionCall(f"nothing is animated by {name!r}", argument=2) from None


class Keyframe(NamedTuple):
    """Values that are set at once and stay for `frames`, or, if these are negative, are moved to."""

    frames: int
    values: Values


class Animation:
    """One running animation: `values` are those of the present frame, `over` once the last one has passed.

    `start` has the values at the call, `loops` says how often the keyframes are gone through, 0 for ever.
    Raises AnimationTooLong for more than 32 keyframes, IllegalAnimationData for one that takes no frames.
    """

    def __init__(self, target: Target, keyframes: Sequence[Keyframe], start: Values, loops: int = 1) -> None:
        if len(keyframes) > MOST_KEYFRAMES:
            raise AnimationTooLong
        if not all(each.frames for each in keyframes):
            raise IllegalAnimationData
        self.target = target
        self.keyframes = tuple(keyframes)
        self.values = self._from = start
        self.loops = loops
        self.over = not self.keyframes
        self._at = self._passed = 0

    def advance(self) -> None:
        """Moves the animation on by one frame."""
        frames, values = self.keyframes[self._at]
        self._passed += 1
        if frames < 0 and self._passed < -frames:
            self.values = self._between(values, self._passed, -frames)
        else:
            self.values = values
        if self._passed >= abs(frames):
            self._end_keyframe()

    def _end_keyframe(self) -> None:
        self._from, self._passed = self.values, 0
        self._at += 1
        if self._at < len(self.keyframes):
            return
        self._at = 0
        if self.loops != FOREVER:
            self.loops -= 1
            self.over = not self.loops

    def _between(self, end: Values, passed: int, frames: int) -> Values:
        if self.target is Target.C:
            return (color_between(int(self._from[0]), int(end[0]), passed, frames),)
        moved = (one + (other - one) * passed / frames for one, other in zip(self._from, end, strict=True))
        return tuple(map(int, moved)) if self.target.whole else tuple(moved)

    @property
    def state(self) -> tuple[str, tuple[Keyframe, ...], Values, int, int, int]:
        """Everything that decides its further values."""
        return self.target.name, self.keyframes, self._from, self.loops, self._at, self._passed

    @property
    def velocity(self) -> Values:
        """The change of each value in a frame of the present keyframe; 0 where it only holds them."""
        frames, values = self.keyframes[self._at]
        if self.over or frames > 0:
            return (0.0,) * len(values)
        return tuple((end - begin) / -frames for begin, end in zip(self._from, values, strict=True))


def color_between(one: int, other: int, passed: int, frames: int) -> int:
    """A color on the way from one to another, each channel by itself."""
    alpha, red, green, blue = (
        start + int((end - start) * passed / frames)
        for start, end in zip(channels(one), channels(other), strict=True)
    )
    return rgb(red, green, blue, alpha)


def counted_from(target: Target, keyframes: Sequence[Keyframe], start: Values) -> list[Keyframe]:
    """Keyframes that are relative to a value, as absolute ones."""
    return [Keyframe(frames, added(target, start, values)) for frames, values in keyframes]


def added(target: Target, start: Values, values: Values) -> Values:
    sums = tuple(one + other for one, other in zip(start, values, strict=True))
    return (signed_word(int(sums[0]) & 0xFFFF_FFFF),) if target is Target.C else sums


class Animations:
    """The animations of one sprite or layer, one a target; `halted` ones stay as they are."""

    def __init__(self) -> None:
        self._running: dict[int, Animation] = {}
        self.halted = False

    def start(self, animation: Animation) -> None:
        """Begins one, in place of another of the same target."""
        number = animation.target.number
        is_new = number not in self._running
        self._running[number] = animation
        if is_new:
            self._running = dict(sorted(self._running.items()))

    def advance(self) -> list[Animation]:
        """One frame passes; those that moved, in the order of their targets' numbers."""
        if self.halted or not self._running:
            return []
        moved = self.all()
        for each in moved:
            each.advance()
            if each.over:
                del self._running[each.target.number]
        return moved

    def all(self) -> list[Animation]:
        """Those that are not over, in the order of their targets' numbers."""
        return list(self._running.values())

    @property
    def any_left(self) -> bool:
        """Whether a frame may change anything."""
        return bool(self._running) and not self.halted

    @property
    def running(self) -> frozenset[Target]:
        """The targets that are moving; none while they are halted."""
        return frozenset() if self.halted else frozenset(each.target for each in self.all())

    @property
    def velocity(self) -> tuple[float, float]:
        """By how much a running animation of the place changes it in a frame, in pixels across and down."""
        animation = self._running.get(Target.XY.number)
        if animation is None or self.halted:
            return 0.0, 0.0
        across, down = animation.velocity
        return across, down
