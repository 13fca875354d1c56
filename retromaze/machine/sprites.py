"""The sprites of one screen: pictures cut out of a page (the sheet), which move over all else and collide.

Source: machine reference, 5.1 to 5.5.
Unverified: a number that is not set may be cleared; after that no sprite is linked to it, and its variables
are 0; a sprite that is set again meets nothing before `detect`.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from retromaze.errors import ArgumentOutOfRange, IllegalFunctionCall
from retromaze.language.numbers import wrap
from retromaze.machine.animation import Movable, Target, Values, required_variable, target_from_name
from retromaze.machine.collision import ANYTHING, Body, Detection, Meeting, SweptBox, first_meeting, swept_box
from retromaze.machine.colors import Color
from retromaze.machine.events import Effect, observed
from retromaze.machine.page import PAGES, SIDE, Rectangle, Size, clip_within

# ---- one sprite, and the definitions of pictures


DEFINITIONS = 4096
TILE = 16
TILES_ACROSS = SIDE // TILE
MOST_ATTRIBUTES = 63
SHOWN = 1


class SpriteDefinition(NamedTuple):
    """A part of the sheet, `u`, `v`, `width` and `height` in its pixels; `home` in pixels of that part.

    `attributes`: 1 shown, 2 and 4 quarter turns, 8 mirrored left-right, 16 top-bottom, 32 light is added.
    """

    u: int
    v: int
    width: int = TILE
    height: int = TILE
    home_x: int = 0
    home_y: int = 0
    attributes: int = SHOWN


def built_in_definition(number: int) -> SpriteDefinition:
    """Returns the definition of a number before it is changed: tiles of 16 x 16, row by row, from the top.

    After the sheet's 1024 tiles they begin again. Unverified: the console's own table belongs to its sheet.
    """
    row, column = divmod(number, TILES_ACROSS)
    return SpriteDefinition(column * TILE, row % TILES_ACROSS * TILE)


def checked_definition(definition: SpriteDefinition, first_argument: int = 2) -> SpriteDefinition:
    """Returns a definition unchanged; raises ArgumentOutOfRange if it reaches beyond the sheet.

    `first_argument` is the position of `u` among the arguments of BASIC's call, for the error.
    """
    u, v, width, height, _, _, attributes = definition
    for place, each in enumerate((u, v, width, height), first_argument):
        if not 0 <= each <= SIDE:
            raise ArgumentOutOfRange(f"no part of the sheet begins or reaches so far: {each}", argument=place)
    if u + width > SIDE or v + height > SIDE:
        raise ArgumentOutOfRange("the part reaches beyond the sheet", argument=first_argument + 2)
    if not 0 <= attributes <= MOST_ATTRIBUTES:
        raise ArgumentOutOfRange(f"no attributes {attributes}", argument=first_argument + 4)
    return definition


class Definitions:
    """The 4096 definitions, pictures by number, of both screens; `defined` has those that a program set."""

    def __init__(self) -> None:
        self.defined: dict[int, SpriteDefinition] = {}

    def __getitem__(self, number: int) -> SpriteDefinition:
        """Returns a definition. Raises ArgumentOutOfRange unless the number is 0 to 4095."""
        return self.defined.get(number) or built_in_definition(required_definition_number(number))

    @observed(Effect.PREPARES, "defines by")
    def define(
        self,
        number: int,
        u: int,
        v: int,
        width: int = TILE,
        height: int = TILE,
        home_x: int = 0,
        home_y: int = 0,
        attributes: int = SHOWN,
    ) -> None:
        """Defines the picture of a `number`, 0 to 4095. Sprites that show it already do not change.

        `u`, `v` are the upper left corner on the sheet, `width`, `height` the size in pixels, all within 0 to
        512; `home_x`, `home_y` are the point of the picture that is at a sprite's place; `attributes` are 0
        to 63, see SpriteDefinition. Raises ArgumentOutOfRange.
        """
        definition = checked_definition(SpriteDefinition(u, v, width, height, home_x, home_y, attributes))
        self.defined[required_definition_number(number)] = definition

    @observed(Effect.PREPARES, "defines by")
    def define_all(self, definitions: Sequence[tuple[int, int, int, int, int, int, int]]) -> None:
        """Defines the numbers from 0 on.

        Each of the `definitions` has the seven values that follow `number` in `define`. Raises
        ArgumentOutOfRange as `define` does, before anything is defined.
        """
        parts = [checked_definition(SpriteDefinition(*each)) for each in definitions]
        self.defined |= {required_definition_number(number): each for number, each in enumerate(parts)}

    @observed(Effect.PREPARES)
    def restore(self) -> None:
        """Restores all built-in definitions."""
        self.defined.clear()


def required_definition_number(number: int) -> int:
    """Returns the number of a definition. Raises ArgumentOutOfRange unless it is 0 to 4095."""
    if not 0 <= number < DEFINITIONS:
        raise ArgumentOutOfRange(f"there is no definition {number}", argument=1)
    return number


SPRITES = 512


@dataclass(slots=True)
class Sprite(Movable):
    """The state of a sprite: its picture, place and look; `u`, `v` is the picture's corner on the sheet.

    See Movable. The place of a linked sprite is counted from its `parent`; `rotation` has 16 bits with sign.
    A number that is not `used` yet may have variables and a callback already.
    """

    used: bool = False
    definition: int = 0
    u: int = 0
    v: int = 0
    width: int = 16
    height: int = 16
    attributes: int = SHOWN
    parent: int | None = None
    detection: Detection = field(default_factory=Detection)

    @property
    def place(self) -> tuple[float, float]:
        """(x, y) as they were set, of a linked one counted from its parent; always floats."""
        return float(self.x), float(self.y)

    @property
    def place_and_depth(self) -> tuple[float, float, float]:
        """(x, y, z): the place, and the depth."""
        return float(self.x), float(self.y), float(self.z)

    @property
    def part(self) -> tuple[int, int, int, int]:
        """(u, v, width, height) of the sheet."""
        return self.u, self.v, self.width, self.height

    @property
    def home(self) -> tuple[float, float]:
        """(x, y): the point of the picture, in its pixels, that stands at the sprite's place."""
        return float(self.home_x), float(self.home_y)

    def use_definition(self, part: SpriteDefinition, number: int) -> None:
        """Sets picture, home and attributes to those of definition `number`, which is `part`.

        The sprite stays shown or hidden.
        """
        self.definition = number
        self.home_x, self.home_y = part.home_x, part.home_y
        self.use_picture(part)

    def use_picture(self, part: SpriteDefinition) -> None:
        """Sets picture and attributes to those of a definition; home and whether it is shown stay."""
        self.u, self.v, self.width, self.height = part[:4]
        # the bit SHOWN is the sprite's own, all others are the definition's
        self.attributes = part.attributes & ~SHOWN | self.attributes & SHOWN

    def rotate(self, degrees: int) -> None:
        """Turns the sprite to an angle, which is kept as 16 bits with sign, not reduced to 360 degrees."""
        # the low 16 bits, from -32768 to 32767
        self.rotation = (degrees + 0x8000 & 0xFFFF) - 0x8000

    def scale(self, scale_x: float, scale_y: float) -> None:
        """Scales the picture, and the collision box if that `scales`; not below 0."""
        self.scale_x, self.scale_y = max(scale_x, 0.0), max(scale_y, 0.0)
        if self.detection.scales:
            self.detection.scale_x, self.detection.scale_y = self.scales


# ---- the sprites of a screen


SHEET_PAGE = 4
Box = tuple[float, float, float, float]
Callbacks = Iterator[tuple[int, str]]


class Sprites:
    """The sprites of a screen by their numbers; a number is set while it has a sprite, otherwise free.

    `count` of them may be used, from 0 on; `page` is the sheet that has their pictures; `clip` is the
    rectangle of the screen in which they are shown; `last_meeting` is what SPHITINFO returns; `changed` is
    set by every visible change. `sprites[number]` is the state of a sprite, see Sprite. Places are in pixels
    of the screen, with fractions; a `definition` is 0 to 4095. A `number` that does not exist raises
    ArgumentOutOfRange, as does a value outside its range; one that is not set raises IllegalFunctionCall,
    unless a method says otherwise.

    `_states` has the states, also of numbers that are not set but have variables or a callback;
    `_numbers_in_use` are those that are set, sorted. `_any_linked`: a sprite was linked to another since the
    last reset. `_swept_boxes` caches the rectangle that each sprite's box passes over in this frame, for
    collisions; None for one that cannot collide. `_whole` is the rectangle of the screen.
    """

    def __init__(self, definitions: Definitions, size: Size, count: int) -> None:
        """`size` is the screen's, in pixels."""
        self.definitions = definitions
        self._states: dict[int, Sprite] = {}
        self.reset(count, size)

    def reset(self, count: int, size: Size) -> None:
        """Sets the state at the start, and after ACLS, on a screen of that `size`: no sprite is set."""
        self.count = count
        self._whole: Rectangle = (0, 0, size[0] - 1, size[1] - 1)
        self._states.clear()
        self._numbers_in_use: list[int] = []
        self._swept_boxes: dict[int, SweptBox | None] = {}
        self._any_linked = False
        self.page = SHEET_PAGE
        self.clip = self._whole
        self.last_meeting = Meeting()
        self.changed = True

    # --- looking ---

    def __getitem__(self, number: int) -> Sprite:
        """Returns the state of a sprite that is set; callers do not change it."""
        sprite = self._states.get(number)
        if sprite is not None and sprite.used and number < self.count:
            return sprite
        # a number that does not exist has an error of its own
        self._require_number(number)
        raise IllegalFunctionCall(f"sprite {number} is not set")

    def used(self, number: int) -> bool:
        """Whether a number is set."""
        self._require_number(number)
        return number in self._states and self._states[number].used

    def all_used(self) -> Iterable[tuple[int, Sprite]]:
        """Returns (number, sprite) of the sprites that are set, from 0 on."""
        return ((number, self._states[number]) for number in self._numbers_in_use)

    @property
    def count_used(self) -> int:
        """The number of sprites that are set."""
        return len(self._numbers_in_use)

    def all_states(self) -> dict[int, Sprite]:
        """Returns the states of all numbers, also of those that only have variables or a callback."""
        return self._states

    def place(self, number: int) -> tuple[float, float]:
        """Returns (x, y) in pixels of the screen: a linked sprite's place added to those it is linked to."""
        sprite = self[number]
        x, y = sprite.x, sprite.y
        while sprite.parent is not None:
            sprite = self._states[sprite.parent]
            x, y = x + sprite.x, y + sprite.y
        return x, y

    def _require_number(self, number: int) -> None:
        """Raises ArgumentOutOfRange for a number that this screen does not have."""
        if not 0 <= number < self.count:
            raise ArgumentOutOfRange(f"there is no sprite {number}", argument=1)

    def _mark_changed(self, number: int) -> Sprite:
        """Sets `changed` and drops the cached swept box of a sprite that will change; returns the sprite."""
        sprite = self[number]
        self.changed = True
        self._forget_swept_box(number)
        return sprite

    def _forget_swept_box(self, number: int) -> None:
        """Drops the cached swept box of a sprite, and of those that are linked to it."""
        if self._any_linked:
            self._swept_boxes.clear()  # instead of a search for those that are linked to it
        else:
            self._swept_boxes.pop(number, None)

    def _state_or_new(self, number: int) -> Sprite:
        """Returns the state of a number, which is created if there is none yet."""
        self._require_number(number)
        sprite = self._states.get(number)
        if sprite is None:
            sprite = self._states[number] = Sprite()
        return sprite

    # --- setting ---

    @observed(Effect.DRAWS, "shows by")
    def set(self, number: int, definition: int) -> None:
        """Sets a sprite that shows a definition, at 0, 0, with all settings as new; it may be set already."""
        part = self.definitions[definition]
        self._new_sprite(number, part).use_definition(part, definition)

    @observed(Effect.DRAWS, "shows by")
    def set_part(
        self, number: int, u: int, v: int, width: int = TILE, height: int = TILE, attributes: int = SHOWN
    ) -> None:
        """Sets a sprite that shows a part of the sheet.

        `u`, `v` is the part's upper left corner, `width` and `height` its size in pixels, all within 0 to
        512; `attributes` 0 to 63, as of SpriteDefinition.
        """
        part = checked_definition(SpriteDefinition(u, v, width, height, attributes=attributes))
        self._new_sprite(number, part)

    @observed(Effect.DRAWS, "shows by")
    def set_free(self, definition: int, first: int = 0, last: int = SPRITES - 1) -> int:
        """Sets the lowest free number from `first` to `last`, and returns it; -1 if none is free.

        Raises IllegalFunctionCall if `first` is above `last`.
        """
        part = self.definitions[definition]
        number = self._lowest_free(first, last)
        if number >= 0:
            self._new_sprite(number, part).use_definition(part, definition)
        return number

    @observed(Effect.DRAWS, "shows by")
    def set_free_part(
        self,
        u: int,
        v: int,
        width: int,
        height: int,
        attributes: int,
        first: int = 0,
        last: int = SPRITES - 1,
    ) -> int:
        """Sets the lowest free number to a part as in `set_part`, and returns it; -1 if none is free.

        `first` and `last` as of `set_free`; `u`, `v`, `width` and `height` in pixels, `attributes` 0 to 63.
        """
        part = SpriteDefinition(u, v, width, height, attributes=attributes)
        part = checked_definition(part, first_argument=1)  # no number comes before `u`
        number = self._lowest_free(first, last)
        if number >= 0:
            self._new_sprite(number, part)
        return number

    def _lowest_free(self, first: int, last: int) -> int:
        """Returns the lowest free number from `first` to `last`; -1 if none is."""
        if first > last:
            raise IllegalFunctionCall(f"no numbers from {first} to {last}")
        # until a number is free, those in use rise by 1 from index to index: the end of that is searched for
        used = self._numbers_in_use
        start = bisect_left(used, first)
        indices = range(start, len(used))
        number = first + bisect_left(indices, True, key=lambda index: used[index] - first > index - start)
        return number if number <= min(last, self.count - 1) else -1

    def _new_sprite(self, number: int, part: SpriteDefinition) -> Sprite:
        """Returns a new sprite as SPSET creates it, which shows a part of the sheet."""
        old = self._state_or_new(number)
        # the box and mask of collisions belong to the number, and stay when another sprite takes it
        detection = Detection(box=old.detection.box, mask=old.detection.mask)
        sprite = Sprite(used=True, detection=detection, attributes=part.attributes)
        sprite.use_picture(part)
        self._states[number] = sprite
        if not old.used:
            insort(self._numbers_in_use, number)
        self.changed = True
        self._forget_swept_box(number)
        return sprite

    @observed(Effect.DRAWS)
    def clear(self, number: int | None = None) -> None:
        """Frees a number, or all of them; one that is not set may be freed."""
        if number is not None:
            self._require_number(number)
        # a copy of the order, from which each number is removed when it is freed
        for each in self._numbers_in_use[:] if number is None else (number,):
            self._free_number(each)
        self.changed = True

    def _free_number(self, number: int) -> None:
        """Frees a number; its collision box and mask stay, and no sprite is linked to it any more."""
        sprite = self._states.get(number)
        if sprite is None or not sprite.used:
            return
        detection = Detection(box=sprite.detection.box, mask=sprite.detection.mask)
        self._states[number] = Sprite(detection=detection)
        del self._numbers_in_use[bisect_left(self._numbers_in_use, number)]
        self._forget_swept_box(number)
        if self._any_linked:
            for each in self._states.values():
                if each.parent == number:
                    each.parent = None

    @observed(Effect.DRAWS)
    def show(self, number: int) -> None:
        """Shows a sprite that was hidden."""
        self._mark_changed(number).attributes |= SHOWN

    @observed(Effect.DRAWS)
    def hide(self, number: int) -> None:
        """Hides a sprite; its animations and collisions continue."""
        self._mark_changed(number).attributes &= ~SHOWN

    @observed(Effect.DRAWS, sets={"page of the sprites": "page"})
    def set_page(self, page: int) -> None:
        """Chooses the `page` that pictures are cut out of, 0 to 5; 4 at the start."""
        if page not in PAGES:
            raise ArgumentOutOfRange(f"no page {page}", argument=1)
        self.page = page
        self.changed = True

    @observed(Effect.DRAWS, sets={"clip of the sprites": "clip"})
    def set_clip(self, corners: Rectangle | None = None) -> None:
        """Shows sprites only within a rectangle of the screen; everywhere for None or a rectangle outside.

        The `corners` are x0, y0, x1, y1.
        """
        self.clip = clip_within(corners, self._whole)
        self.changed = True

    # --- the picture of one ---

    @observed(Effect.DRAWS, "shows by")
    def change(self, number: int, definition: int) -> None:
        """Shows another definition; all other settings of the sprite stay."""
        part = self.definitions[definition]
        self._mark_changed(number).use_definition(part, definition)

    @observed(Effect.DRAWS, "shows by")
    def change_part(
        self,
        number: int,
        u: int | None = None,
        v: int | None = None,
        width: int | None = None,
        height: int | None = None,
        attributes: int | None = None,
    ) -> None:
        """Shows another part of the sheet; a value None stays as it is.

        The home stays too, and whether the sprite is shown. `u`, `v`, `width`, `height` and `attributes` are
        as for `set_part`.
        """
        sprite = self._mark_changed(number)
        present = SpriteDefinition(
            sprite.u, sprite.v, sprite.width, sprite.height, attributes=sprite.attributes
        )
        values = {"u": u, "v": v, "width": width, "height": height, "attributes": attributes}
        given = {name: each for name, each in values.items() if each is not None}
        sprite.use_picture(checked_definition(present._replace(**given)))
        # as after `set_part`: the part is that of no definition
        sprite.definition = 0

    @observed(Effect.DRAWS, "moves by")
    def move(
        self, number: int, x: float | None = None, y: float | None = None, z: float | None = None
    ) -> None:
        """Moves a sprite so that its home is at x, y, in pixels; a value None stays as it is.

        `z` is its depth, -256 (nearest) to 1024.
        """
        self._mark_changed(number).move(x, y, z)

    @observed(Effect.DRAWS, "turns by")
    def rotate(self, number: int, degrees: int) -> None:
        """Turns a sprite about its home, clockwise from upright; `degrees` are kept as 16 bits with sign."""
        self._mark_changed(number).rotate(degrees)

    @observed(Effect.DRAWS)
    def scale(self, number: int, scale_x: float, scale_y: float) -> None:
        """Scales a sprite about its home: `scale_x` and `scale_y`, 0 or more, multiply width and height."""
        for argument, each in enumerate((scale_x, scale_y), 2):
            if each < 0:
                raise ArgumentOutOfRange(f"no scale {each}", argument=argument)
        self._mark_changed(number).scale(scale_x, scale_y)

    @observed(Effect.DRAWS)
    def set_home(self, number: int, x: float, y: float) -> None:
        """Sets the point x, y of the picture, in pixels from its upper left, that is at the place."""
        sprite = self._mark_changed(number)
        sprite.home_x, sprite.home_y = x, y

    @observed(Effect.DRAWS)
    def set_color(self, number: int, color: Color) -> None:
        """Multiplies a sprite's picture by a `color`, 0xAARRGGBB.

        With less than full opacity the sprite is blended with what is behind it.
        """
        self._mark_changed(number).color = wrap(color)

    @observed(Effect.DRAWS)
    def link(self, number: int, parent: int) -> None:
        """Counts a sprite's place from the place of `parent`, a sprite that is set and has a lower number.

        Raises IllegalFunctionCall for any other parent.
        """
        sprite = self._mark_changed(number)
        if parent >= number or not self.used(parent):
            raise IllegalFunctionCall(f"no link of sprite {number} to {parent}")
        self._any_linked = True
        sprite.parent = parent

    @observed(Effect.DRAWS)
    def unlink(self, number: int) -> None:
        """Counts a sprite's place from the corner of the screen again."""
        self._mark_changed(number).parent = None

    # --- variables and callbacks, which need no sprite ---

    @observed(Effect.PREPARES, "sets by")
    def set_variable(self, number: int, variable: int, value: float) -> None:
        """Sets a `variable`, 0 to 7, of a number to a `value`; the number need not be set."""
        self._state_or_new(number).variables[required_variable(variable)] = value

    def variable(self, number: int, variable: int) -> float:
        """Returns a `variable`, 0 to 7, of a number, which need not be set."""
        self._require_number(number)
        at = required_variable(variable)
        return float(self._states[number].variables[at]) if number in self._states else 0.0

    @observed(Effect.PREPARES, "sets by")
    def set_callback(self, number: int, name: str) -> None:
        """Sets the `name` of a number's callback, a label or DEF, "" for none; the number need not be set."""
        self._state_or_new(number).callback = name

    def callback(self, number: int) -> str:
        """Returns the name of a number's callback, "" if it has none."""
        state = self._states.get(number)
        return state.callback if state and number < self.count else ""

    def callbacks(self) -> Callbacks:
        """Yields (number, name of the callback) from 0 on; a callback may change those of later numbers.

        Unverified: that a number counts that gets its callback meanwhile, and not one that loses it. CALLIDX
        is 512 afterwards, as a counter of all numbers would be.
        """
        return ((number, name) for number in range(self.count) if (name := self.callback(number)))

    # --- animation ---

    @observed(Effect.DRAWS, "animates by")
    def animate(
        self, number: int, target: str, keyframes: Sequence[tuple[int, Values]], loops: int = 1
    ) -> None:
        """Animates one property by `keyframes` (frames, values) from the next frame on.

        A `target` is "XY", "Z", "UV", "I" (definition), "R" (degrees), "S" (both scales), "C" or "V"
        (variable 7); with a "+" behind it, values are added to the present one. Values are set at once and
        stay for the frames, or with negative frames are approached in them. 0 `loops` are for ever. Raises
        IllegalFunctionCall for another target, AnimationTooLong for more than 32 keyframes,
        IllegalAnimationData for one of no frames.
        """
        sprite = self[number]
        kind, relative = target_from_name(target)
        sprite.start_animation(kind, keyframes, loops, relative=relative)

    @observed(Effect.DRAWS)
    def halt(self, number: int | None = None) -> None:
        """Halts the animations of a sprite, or of all that are set."""
        for each in self._one_or_all(number):
            each.animations.halted = True

    @observed(Effect.DRAWS)
    def resume(self, number: int | None = None) -> None:
        """Resumes the animations of a sprite, or of all that are set."""
        for each in self._one_or_all(number):
            each.animations.halted = False

    def _one_or_all(self, number: int | None) -> list[Sprite]:
        """Returns the sprite of a number, or for None all that are set."""
        return [each for _, each in self.all_used()] if number is None else [self[number]]

    def animated(self, number: int) -> int:
        """Returns SPCHK's bits: which properties are being animated.

        1 place, 2 depth, 4 part, 8 definition, 16 rotation, 32 scale, 64 color, 128 variable 7.
        """
        return sum(1 << target.number for target in self[number].animations.running)

    def advance(self) -> None:
        """Moves all animations on by a frame."""
        for number, sprite in self.all_used():
            if not sprite.animations.any_running:
                continue
            self._mark_changed(number)
            for animation in sprite.animations.advance():
                # only a definition (I) has to be looked up; all other values are set as they are
                if animation.target is not Target.I:
                    sprite.apply_animation(animation.target, animation.values)
                    continue
                definition = int(animation.values[0])
                # a definition that does not exist changes nothing
                with suppress(ArgumentOutOfRange):
                    sprite.use_definition(self.definitions[definition], definition)

    # --- collision ---

    @observed(Effect.PREPARES)
    def detect(
        self,
        number: int,
        box: tuple[int, int, int, int] | None = None,
        scales: bool = False,
        mask: int = ANYTHING,
    ) -> None:
        """Switches collision on, with a `box` around the sprite's place, or with the box of its picture.

        The box is (left, top, width, height) in pixels. If it `scales`, it is multiplied by scales that are
        set from now on. Sprites meet only if their masks share a bit; a `mask` has 32 bits, -1 has all.
        """
        sprite = self._mark_changed(number)
        size = (0, 0, sprite.width, sprite.height)
        # the scales of the box begin at 1 again
        sprite.detection = Detection(True, box or size, mask, scales, velocity=sprite.detection.velocity)

    @observed(Effect.PREPARES)
    def set_velocity(self, number: int, velocity: tuple[float, float] | None = None) -> None:
        """Sets the movement of a sprite within a frame, for collisions; None: that of its animation.

        `velocity` is (x, y) in pixels a frame.
        """
        sprite = self._mark_changed(number)
        sprite.detection.velocity = sprite.animations.velocity if velocity is None else velocity

    def box(self, number: int) -> tuple[int, int, int, int]:
        """Returns (left, top, width, height) of a sprite's collision box, before it is scaled."""
        sprite = self[number]
        return sprite.detection.box or (0, 0, sprite.width, sprite.height)

    def hits(self, number: int, first: int = 0, last: int | None = None) -> int:
        """Returns the lowest other sprite from `first` to `last` that a sprite meets now; -1 for none.

        `last` None is the last number. A sprite that is not set, or without `detect`, meets nothing. Stores a
        meeting in `last_meeting`.
        """
        swept = self._find_swept_box(number)
        return -1 if swept is None else self._first_hit(swept, first, last, number)

    def box_hits(
        self,
        box: Box,
        mask: int = ANYTHING,
        velocity: tuple[float, float] = (0.0, 0.0),
        first: int = 0,
        last: int | None = None,
    ) -> int:
        """Returns the lowest sprite from `first` to `last` that a `box` meets; -1 for none.

        `last` None is the last number. The box is (x, y, width, height) in pixels of the screen, its
        `velocity` (x, y) in pixels a frame; `mask` is as in `detect`. Stores a meeting in `last_meeting`.
        """
        x, y, width, height = box
        swept = swept_box(Body(x, y, 0.0, 0.0, width, height, *velocity, mask))
        return self._first_hit(swept, first, last)

    def _first_hit(self, swept: SweptBox, first: int, last: int | None, excluded: int | None = None) -> int:
        """Returns the lowest sprite from `first` to `last` that a swept box meets, but not `excluded`; or -1.

        Stores the meeting in `last_meeting`.
        """
        self._require_number(first)
        last = self.count - 1 if last is None else last
        self._require_number(last)
        left, top, right, bottom, body = swept
        swept_boxes = self._swept_boxes
        # this runs for many sprites in each frame: most others are far away, and are skipped before their
        # numbers are compared; a single number is looked up without a search
        for number in self._numbers_in_use if first < last else (first,):
            # a SweptBox: left, top, right, bottom and the body; by index, which is quicker than by name
            other = swept_boxes[number] if number in swept_boxes else self._find_swept_box(number)
            if (
                other is None
                or other[0] >= right
                or other[2] <= left
                or other[1] >= bottom
                or other[3] <= top
            ):
                continue
            if first <= number <= last and number != excluded and (hit := first_meeting(body, other[4])):
                self.last_meeting = hit
                return number
        return -1

    def _find_swept_box(self, number: int) -> SweptBox | None:
        """Returns and caches the swept box of a sprite in this frame; None if the sprite cannot collide."""
        self._require_number(number)
        sprite = self._states.get(number)
        swept = None
        if sprite is not None and sprite.used and sprite.detection.on:
            swept = swept_box(collision_body(sprite, self.place(number)))
        self._swept_boxes[number] = swept
        return swept


def collision_body(sprite: Sprite, place: tuple[float, float]) -> Body:
    """Returns the body by which a sprite at a place collides: its box, scaled, and its velocity and mask."""
    detection = sprite.detection
    left, top, width, height = detection.box or (0, 0, sprite.width, sprite.height)
    across, down = detection.scale_x, detection.scale_y
    scaled = left * across, top * down, width * across, height * down
    return Body(*place, *scaled, *detection.velocity, detection.mask)
