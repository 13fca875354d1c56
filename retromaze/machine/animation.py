"""Animation: keyframes that change a property (target) of a sprite or background layer; what both share.

An animation starts in the frame after it was asked for, and goes on while the program works or waits.
Source: machine reference, 5.4.
Unverified: on the way to a whole number a value is cut toward zero; the four channels of a color move each by
itself; an animation is over in the frame in which its last keyframe ends, and each pass through relative
keyframes begins from the same value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from retromaze.errors import AnimationTooLong, ArgumentOutOfRange, IllegalAnimationData, IllegalFunctionCall
from retromaze.language.numbers import wrap
from retromaze.machine.colors import WHITE, channels, rgb
from retromaze.machine.layers import FARTHEST, NEAREST

MOST_KEYFRAMES = 32
RELATIVE = 8
"""This is added to the number of a target whose values are added to those at the call."""
PLUS = "+"
FOREVER = 0
Values = tuple[float, ...]


class Target(Enum):
    """A property to animate: its number, the attributes that hold it, and whether they are whole numbers.

    `width` is the number of values it has in a keyframe; of the eight variables, only number 7 is animated.
    """

    XY = (0, ("x", "y"), False)
    Z = (1, ("z",), False)
    UV = (2, ("u", "v"), True)
    I = (3, ("definition",), True)  # noqa: E741 - the console's own name: the number of a definition
    R = (4, ("rotation",), True)
    S = (5, ("scale_x", "scale_y"), False)
    C = (6, ("color",), True)
    V = (7, ("variables",), False)

    def __init__(self, number: int, attributes: tuple[str, ...], is_integer: bool) -> None:
        self.number = number
        self.attributes = attributes
        self.width = len(attributes)
        self.is_integer = is_integer


def target_from_name(name: str) -> tuple[Target, bool]:
    """Returns (target, is_relative) for a name: (Target.XY, False) for "XY", (Target.XY, True) for "XY+".

    The values of relative keyframes are added to those at the call. Raises IllegalFunctionCall for an
    unknown name.
    """
    try:
        return Target[name.removesuffix(PLUS)], name.endswith(PLUS)
    except KeyError:
        raise IllegalFunctionCall(f"nothing is animated by {name!r}", argument=2) from None


class Keyframe(NamedTuple):
    """Values that are set at once and stay for `frames`; if that is negative, they are approached."""

    frames: int
    values: Values


class Animation:
    """One running animation: `values` are those of the present frame; `is_over` is set after the last one.

    `start` has the values at the call, `loops` is how often the keyframes are still to be played, 0 for ever.
    The values of a keyframe with `frames` > 0 are set at once and held for these frames; with `frames` < 0
    they are approached linearly from `_keyframe_start`, the values before it, within -frames frames.
    `_keyframe_index` is the present keyframe, `_frames_passed` counts its frames.
    Raises AnimationTooLong for more than 32 keyframes, IllegalAnimationData for one that takes no frames.
    """

    def __init__(self, target: Target, keyframes: Sequence[Keyframe], start: Values, loops: int = 1) -> None:
        if len(keyframes) > MOST_KEYFRAMES:
            raise AnimationTooLong
        if not all(each.frames for each in keyframes):
            raise IllegalAnimationData
        self.target = target
        self.keyframes = tuple(keyframes)
        self.values = self._keyframe_start = start
        self.loops = loops
        self.is_over = not self.keyframes
        self._keyframe_index = self._frames_passed = 0

    def advance(self) -> None:
        """Moves the animation on by one frame; negative `frames` of a keyframe approach its values."""
        frames, values = self.keyframes[self._keyframe_index]
        self._frames_passed += 1
        if frames < 0 and self._frames_passed < -frames:
            self.values = self._interpolated(values, self._frames_passed, -frames)
        else:
            self.values = values
        if self._frames_passed < abs(frames):
            return
        self._keyframe_start, self._frames_passed = self.values, 0
        self._keyframe_index = (self._keyframe_index + 1) % len(self.keyframes)
        # a pass through the keyframes is over
        if self._keyframe_index == 0 and self.loops != FOREVER:
            self.loops -= 1
            self.is_over = not self.loops

    def _interpolated(self, end: Values, passed: int, frames: int) -> Values:
        """Returns the values after `passed` of `frames` frames on the way to `end`, linearly interpolated."""
        begin = self._keyframe_start
        if self.target is Target.C:
            # each channel of the color is interpolated by itself
            ends = zip(channels(int(begin[0])), channels(int(end[0])), strict=True)
            alpha, red, green, blue = (one + int((other - one) * passed / frames) for one, other in ends)
            return (rgb(red, green, blue, alpha),)
        values = (one + (other - one) * passed / frames for one, other in zip(begin, end, strict=True))
        return tuple(map(int, values)) if self.target.is_integer else tuple(values)

    @property
    def state(self) -> tuple[str, tuple[Keyframe, ...], Values, int, int, int]:
        """All that decides the animation's further values, to compare the states of two machines."""
        progress = self.loops, self._keyframe_index, self._frames_passed
        return self.target.name, self.keyframes, self._keyframe_start, *progress

    @property
    def velocity(self) -> Values:
        """The change of each value in a frame of the present keyframe; 0 where it only holds them."""
        frames, values = self.keyframes[self._keyframe_index]
        if self.is_over or frames > 0:
            return (0.0,) * len(values)
        return tuple((end - begin) / -frames for begin, end in zip(self._keyframe_start, values, strict=True))


def absolute_keyframes(target: Target, keyframes: Sequence[Keyframe], start: Values) -> list[Keyframe]:
    """Converts relative keyframes: adds `start`, the values at the call, to the values of each."""
    absolute = []
    for frames, values in keyframes:
        sums = tuple(one + other for one, other in zip(start, values, strict=True))
        if target is Target.C:
            # the sum of two color codes may need more than 32 bits
            sums = (wrap(int(sums[0])),)
        absolute.append(Keyframe(frames, sums))
    return absolute


class Animations:
    """The running animations of one sprite or layer, one for each target; none moves while `halted`.

    `_running` has them by the numbers of their targets, in ascending order.
    """

    def __init__(self) -> None:
        self._running: dict[int, Animation] = {}
        self.halted = False

    def start(self, animation: Animation) -> None:
        """Starts an animation in place of one of the same target; all move in the order of their targets."""
        self._running[animation.target.number] = animation
        self._running = dict(sorted(self._running.items()))

    def advance(self) -> list[Animation]:
        """Passes a frame and returns the animations that moved, in the order of their targets' numbers."""
        if self.halted or not self._running:
            return []
        moved = self.all()
        for each in moved:
            each.advance()
            if each.is_over:
                del self._running[each.target.number]
        return moved

    def all(self) -> list[Animation]:
        """Returns the animations that are not over, in the order of their targets' numbers."""
        return list(self._running.values())

    @property
    def any_running(self) -> bool:
        """Whether any animation may change something in the next frame."""
        return bool(self._running) and not self.halted

    @property
    def running(self) -> frozenset[Target]:
        """The targets that are animated now; none while animations are halted."""
        return frozenset() if self.halted else frozenset(each.target for each in self.all())

    @property
    def velocity(self) -> tuple[float, float]:
        """(x, y) in pixels: how far the running animation of the place, if any, moves it in a frame."""
        animation = self._running.get(Target.XY.number)
        if animation is None or self.halted:
            return 0.0, 0.0
        across, down = animation.velocity
        return across, down


VARIABLES = 8
ANIMATED_VARIABLE = 7


@dataclass(slots=True)
class Movable:
    """The properties that sprites and background layers share; both are turned and scaled about their home.

    `x`, `y` the place in pixels; `z` -256 (nearest) to 1024; `home_x`, `home_y` the home; `rotation` in
    degrees clockwise; `color` an ARGB code that multiplies the picture; `variables` the eight that SPVAR or
    BGVAR sets; `callback` the label or DEF that SPFUNC or BGFUNC set, "" for none.
    """

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    home_x: float = 0.0
    home_y: float = 0.0
    rotation: int = 0
    scale_x: float = 1.0
    scale_y: float = 1.0
    color: int = WHITE
    variables: list[float] = field(default_factory=lambda: [0.0] * VARIABLES)
    callback: str = ""
    animations: Animations = field(default_factory=Animations, compare=False)

    @property
    def scales(self) -> tuple[float, float]:
        """(across, down): the factors of width and height."""
        return float(self.scale_x), float(self.scale_y)

    def move(self, x: float | None, y: float | None, z: float | None) -> None:
        """Sets place and depth; a value None stays as it is. Raises ArgumentOutOfRange for a wrong depth."""
        if z is not None:
            if not NEAREST <= z <= FARTHEST:
                raise ArgumentOutOfRange(f"no depth {z}", argument=4)
            self.z = z
        if x is not None:
            self.x = x
        if y is not None:
            self.y = y

    def rotate(self, degrees: int) -> None:
        """Turns the sprite or layer to an angle; each class keeps it in a range of its own."""
        self.rotation = degrees

    def scale(self, scale_x: float, scale_y: float) -> None:
        """Scales its picture about its home."""
        self.scale_x, self.scale_y = scale_x, scale_y

    def animated_values(self, target: Target) -> Values:
        """Returns the present values of a target's properties, from which an animation of it begins."""
        if target is Target.V:
            return (self.variables[ANIMATED_VARIABLE],)
        return tuple([getattr(self, name) for name in target.attributes])

    def start_animation(
        self, target: Target, keyframes: Sequence[tuple[int, Values]], loops: int, *, relative: bool
    ) -> None:
        """Starts an animation; the values of `relative` keyframes are added to the present ones."""
        start = self.animated_values(target)
        frames = [Keyframe(*each) for each in keyframes]
        if relative:
            frames = absolute_keyframes(target, frames, start)
        self.animations.start(Animation(target, frames, start, loops))

    def apply_animation(self, target: Target, values: Values) -> None:
        """Sets the property of a target to values of its animation, clamped to their range."""
        # sprites and layers limit scale and rotation in methods of their own
        if target is Target.S:
            self.scale(*values)
        elif target is Target.R:
            self.rotate(int(values[0]))
        elif target is Target.Z:
            self.z = min(max(values[0], NEAREST), FARTHEST)
        elif target is Target.V:
            self.variables[ANIMATED_VARIABLE] = values[0]
        else:
            for name, value in zip(target.attributes, values, strict=True):
                setattr(self, name, int(value) if target.is_integer else value)


def required_variable(variable: int) -> int:
    """Returns the number of a sprite's variable. Raises ArgumentOutOfRange unless it is 0 to 7."""
    if not 0 <= variable < VARIABLES:
        raise ArgumentOutOfRange(f"there is no variable {variable}", argument=2)
    return variable
