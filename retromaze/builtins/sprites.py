"""Builtins of sprites: setting, definitions, place, turn, scale, color, links, variables, animation.

Sprites are 0 to 511, or as many as XSCREEN gives the screen, each set by SPSET before it is used.
Source: manual, Sprites; machine reference, 5.1 to 5.4, unless a function says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from retromaze.builtins.animation import KEYFRAME_COST, read_animation, require_numbers
from retromaze.builtins.arrays import array_numbers
from retromaze.builtins.computer_interface import Computer
from retromaze.builtins.form import COUNT, Change, Range, Reads, range_of
from retromaze.builtins.registry import Depth, Truth, Value, builtin, form
from retromaze.errors import IllegalFunctionCall, OutOfData, SubscriptOutOfRange, TypeMismatch
from retromaze.language.lexer import ascii_upper
from retromaze.language.numbers import truncate
from retromaze.machine.animation import VARIABLES, Target
from retromaze.machine.machine import Machine
from retromaze.machine.page import PAGES, SIDE
from retromaze.machine.sprites import DEFINITIONS, MOST_ATTRIBUTES, SHOWN, SPRITES, SpriteDefinition
from retromaze.values.arrays import Array
from retromaze.values.costs import MOVE_COST, NAME_COST, Rate

COST = 5
# keywords in the order of the listing's arguments, because a port evaluates them in that order
SET_FREE_FROM = "machine.sprites.set_free(first={first}, last={last}, definition={definition})"
DEFINE_PART = "machine.definitions.define({definition}, {u}, {v}, {width}, {height}, attributes={attributes})"
Sprite = Annotated[int, Range(0, SPRITES - 1)]
Definition = Annotated[int, Range(0, DEFINITIONS - 1)]
Pixels = Annotated[int, Range(0, SIDE)]
Attributes = Annotated[int, Range(0, MOST_ATTRIBUTES)]
Kept = Pixels | None
KeptAttributes = Attributes | None
"""What stays as it is if it is left empty."""
Scale = Annotated[float, COUNT]
Variable = Annotated[int, Range(0, VARIABLES - 1)]
SpriteOrNone = Annotated[int, Range(-1, SPRITES - 1)]
DEFINITION_COST = Rate("definition", 6)
SPRITE_CLEAR_COST = Rate("sprite", 10)
ANIMATION_SWITCH_COST = Rate("sprites", 1, 3)
NUMBERS_PER_DEFINITION = 7
"""The numbers that make a definition in DATA or an array: the fields of SpriteDefinition."""
ANIMATED_STATE = Reads.CLOCK | Reads.MACHINE
"""What is read of a sprite or layer that an animation may change from frame to frame."""


# ---- setting


@builtin("SPSET", cost=COST, method="sprites.set")
def set_sprite(m: Machine, number: Sprite, definition: Definition) -> None:
    """SPSET number,definition sets a sprite that shows a definition, 0 to 4095."""


@form("SPSET", python="machine.sprites.set_part({number}, {u}, {v}, attributes={attributes})")
def set_tile(m: Machine, number: Sprite, u: Pixels, v: Pixels, attributes: Attributes = SHOWN) -> None:
    """SPSET number,u,v[,attributes] sets a sprite that shows 16 x 16 pixels of the sheet."""


@form("SPSET", method="sprites.set_part")
def set_part(
    m: Machine,
    number: Sprite,
    u: Pixels,
    v: Pixels,
    width: Pixels,
    height: Pixels,
    attributes: Attributes = SHOWN,
) -> None:
    """SPSET number,u,v,width,height[,attributes] sets a sprite that shows a part of the sheet."""


@form("SPSET", method="sprites.set_free", changes=Change.MACHINE, reads=Reads.MACHINE)
def set_free(m: Machine, definition: Definition) -> SpriteOrNone:
    """SPSET(definition) · SPSET definition OUT number sets the lowest number that is free; -1 if none is."""


@form("SPSET", changes=Change.MACHINE, reads=Reads.MACHINE, python=SET_FREE_FROM)
def set_free_from(m: Machine, first: Sprite, last: Sprite, definition: Definition) -> SpriteOrNone:
    """SPSET(first,last,definition) sets the lowest free number from first to last; -1 if none is."""


@form("SPSET", method="sprites.set_free_part", changes=Change.MACHINE, reads=Reads.MACHINE)
def set_free_part(
    m: Machine, u: Pixels, v: Pixels, width: Pixels, height: Pixels, attributes: Attributes
) -> SpriteOrNone:
    """SPSET(u,v,width,height,attributes) sets the lowest free number to a part of the sheet."""


@form("SPSET", changes=Change.MACHINE, reads=Reads.MACHINE)
def set_free_part_from(
    m: Machine,
    first: Sprite,
    last: Sprite,
    u: Pixels,
    v: Pixels,
    width: Pixels,
    height: Pixels,
    attributes: Attributes,
) -> SpriteOrNone:
    """SPSET(first,last,u,v,width,height,attributes) sets the lowest free one from first to last."""
    return m.sprites.set_free_part(u, v, width, height, attributes, first, last)


@builtin("SPCLR", SPRITE_CLEAR_COST, cost=COST, method="sprites.clear")
def clear(m: Machine, number: Sprite | None = None) -> None:
    """SPCLR [number] frees a sprite, or all of them."""
    if number is None:
        m.spend(SPRITE_CLEAR_COST.of(m.sprites.count_used))
    m.sprites.clear(number)


@builtin("SPUSED", cost=COST, reads=Reads.MACHINE, method="sprites.used")
def used(m: Machine, number: Sprite) -> Truth:
    """SPUSED(number) is 1 for a sprite that is set, else 0."""
    # a listing gets a number, a port, which calls the method itself, a bool
    return int(m.sprites.used(number))


@builtin("SPSHOW", cost=COST, method="sprites.show")
def show(m: Machine, number: Sprite) -> None:
    """SPSHOW number shows a sprite that was hidden."""


@builtin("SPHIDE", cost=COST, method="sprites.hide")
def hide(m: Machine, number: Sprite) -> None:
    """SPHIDE number hides a sprite. Its animations go on, and it still meets others."""


@builtin("SPPAGE", cost=COST, method="sprites.set_page")
def set_page(m: Machine, page: Annotated[int, range_of(PAGES)]) -> None:
    """SPPAGE page chooses the page that sprites are cut out of, 0 to 5; 4 at first."""


@form("SPPAGE", reads=Reads.MACHINE, state=("sprites.page",))
def page(m: Machine) -> int:
    """SPPAGE() is the page that sprites are cut out of."""


@builtin("SPCLIP", cost=COST, method="sprites.set_clip")
def clip_off(m: Machine) -> None:
    """SPCLIP shows sprites on the whole screen again."""


@form("SPCLIP", python="machine.sprites.set_clip(({x1}, {y1}, {x2}, {y2}))")
def clip_to(m: Machine, x1: int, y1: int, x2: int, y2: int) -> None:
    """SPCLIP x1,y1,x2,y2 shows sprites within a rectangle only, corners in any order."""


# ---- definitions


@builtin("SPDEF", DEFINITION_COST, cost=COST, method="definitions.restore")
def restore_definitions(m: Machine) -> None:
    """SPDEF restores the built-in definitions."""


@form("SPDEF")
def define_all(computer: Computer, content: Value) -> None:
    """SPDEF content defines the numbers from 0 on, content being an array or "@label" of DATA.

    Seven numbers each: u, v, width, height, x and y of the home, attributes. In DATA the number of
    definitions comes first.
    """
    computer.machine.definitions.define_all(definitions_from(computer, content))


def definitions_from(computer: Computer, source: Value) -> list[SpriteDefinition]:
    """Returns the definitions in an array, or in the DATA at a label."""
    if isinstance(source, Array):
        numbers = array_numbers(computer.machine, source, argument=1)
        if len(numbers) % NUMBERS_PER_DEFINITION:
            raise SubscriptOutOfRange
    elif isinstance(source, str):
        numbers = definition_numbers_in_data(computer, source)
    else:
        raise IllegalFunctionCall
    starts = range(0, len(numbers), NUMBERS_PER_DEFINITION)
    computer.machine.spend(DEFINITION_COST.of(len(starts)))
    integers = [truncate(each) for each in numbers]
    return [SpriteDefinition(*integers[at : at + NUMBERS_PER_DEFINITION]) for at in starts]


def definition_numbers_in_data(computer: Computer, label: str) -> list[int | float]:
    """Returns the numbers of all definitions in the DATA at a label; the first item there is their count."""
    items = computer.data_from(label)
    if not items:
        raise OutOfData
    (definition_count,) = require_numbers(items[:1])
    # a count below 0 defines nothing, as 0 does
    wanted = NUMBERS_PER_DEFINITION * max(truncate(definition_count), 0)
    if len(items) <= wanted:
        raise OutOfData
    return require_numbers(items[1 : 1 + wanted])


@form("SPDEF", python="machine.definitions.define({definition}, {u}, {v}, attributes={attributes})")
def define_tile(
    m: Machine, definition: Definition, u: Pixels, v: Pixels, attributes: Attributes = SHOWN
) -> None:
    """SPDEF definition,u,v[,attributes] defines a part of 16 x 16 pixels."""


@form("SPDEF", python=DEFINE_PART)
def define_sized(
    m: Machine,
    definition: Definition,
    u: Pixels,
    v: Pixels,
    width: Pixels,
    height: Pixels,
    attributes: Attributes = SHOWN,
) -> None:
    """SPDEF definition,u,v,width,height[,attributes] defines a part of any size."""


@form("SPDEF", method="definitions.define")
def define_with_home(
    m: Machine,
    definition: Definition,
    u: Pixels,
    v: Pixels,
    width: Pixels,
    height: Pixels,
    x: int,
    y: int,
    attributes: Attributes = SHOWN,
) -> None:
    """SPDEF definition,u,v,width,height,x,y[,attributes] defines a part and its home."""


@form("SPDEF")
def define_like(
    m: Machine,
    definition: Definition,
    source: Definition,
    u: Kept,
    v: Kept,
    width: Kept,
    height: Kept,
    x: int | None,
    y: int | None,
    attributes: KeptAttributes,
) -> None:
    """SPDEF definition,source,[u],[v],[width],[height],[x],[y],[attributes] copies a definition.

    What is left empty is the source's.
    """
    old = m.definitions[source]
    # in the order of the fields of SpriteDefinition
    new = (u, v, width, height, x, y, attributes)
    merged = (before if after is None else after for before, after in zip(old, new, strict=True))
    m.definitions.define(definition, *merged)


@form("SPDEF", reads=Reads.MACHINE, python="machine.definitions[{definition}][:2]")
def definition_place(m: Machine, definition: Definition) -> tuple[int, int]:
    """SPDEF definition OUT u,v tells where the part of a definition begins."""


@form("SPDEF", reads=Reads.MACHINE)
def definition_place_and_attributes(m: Machine, definition: Definition) -> tuple[int, int, int]:
    """SPDEF definition OUT u,v,attributes tells the attributes too."""
    return (*m.definitions[definition][:2], m.definitions[definition].attributes)


@form("SPDEF", reads=Reads.MACHINE, python="machine.definitions[{definition}][:4]")
def definition_part(m: Machine, definition: Definition) -> tuple[int, int, int, int]:
    """SPDEF definition OUT u,v,width,height tells the part of a definition."""


@form("SPDEF", reads=Reads.MACHINE)
def definition_part_and_attributes(m: Machine, definition: Definition) -> tuple[int, int, int, int, int]:
    """SPDEF definition OUT u,v,width,height,attributes tells part and attributes."""
    return (*m.definitions[definition][:4], m.definitions[definition].attributes)


@form("SPDEF", reads=Reads.MACHINE, python="machine.definitions[{definition}][:6]")
def definition_part_and_home(m: Machine, definition: Definition) -> tuple[int, int, int, int, int, int]:
    """SPDEF definition OUT u,v,width,height,x,y tells part and home."""


@form("SPDEF", reads=Reads.MACHINE, python="machine.definitions[{definition}]")
def whole_definition(m: Machine, definition: Definition) -> tuple[int, int, int, int, int, int, int]:
    """SPDEF definition OUT u,v,width,height,x,y,attributes tells part, home and attributes."""


# ---- the picture of one


@builtin("SPCHR", cost=COST, method="sprites.change")
def change(m: Machine, number: Sprite, definition: Definition) -> None:
    """SPCHR number,definition lets a sprite show another definition."""


@form("SPCHR", python="machine.sprites.change_part({number}, {u}, {v}, 16, 16, 0)")
def change_tile(m: Machine, number: Sprite, u: Kept, v: Kept) -> None:
    """SPCHR number,[u],[v] shows 16 x 16 other pixels of the sheet, without flips and turns."""


@form("SPCHR", python="machine.sprites.change_part({number}, {u}, {v}, 16, 16, {attributes})")
def change_tile_with(m: Machine, number: Sprite, u: Kept, v: Kept, attributes: KeptAttributes) -> None:
    """SPCHR number,[u],[v],[attributes] sets attributes too; what is left empty stays.

    Unverified: that the fourth number are the attributes, as for SPSET and SPDEF.
    """


@form("SPCHR", python="machine.sprites.change_part({number}, {u}, {v}, {width}, {height}, 0)")
def change_sized(m: Machine, number: Sprite, u: Kept, v: Kept, width: Kept, height: Kept) -> None:
    """SPCHR number,[u],[v],[width],[height] sets the size of the part too."""


@form("SPCHR", method="sprites.change_part")
def change_whole(
    m: Machine, number: Sprite, u: Kept, v: Kept, width: Kept, height: Kept, attributes: KeptAttributes
) -> None:
    """SPCHR number,[u],[v],[width],[height],[attributes] sets size and attributes too.

    A hidden sprite stays hidden.
    """


@form("SPCHR", reads=ANIMATED_STATE, python="machine.sprites[{number}].definition")
def shown_definition(m: Machine, number: Sprite) -> tuple[int]:
    """SPCHR number OUT definition tells what a sprite shows, 0 for a part of the sheet."""
    return (m.sprites[number].definition,)


@form("SPCHR", reads=ANIMATED_STATE, python="machine.sprites[{number}].part[:2]")
def shown_place(m: Machine, number: Sprite) -> tuple[int, int]:
    """SPCHR number OUT u,v tells where the part that a sprite shows begins."""


@form("SPCHR", reads=ANIMATED_STATE)
def shown_place_and_attributes(m: Machine, number: Sprite) -> tuple[int, int, int]:
    """SPCHR number OUT u,v,attributes tells the attributes too."""
    sprite = m.sprites[number]
    return sprite.u, sprite.v, sprite.attributes


@form("SPCHR", reads=ANIMATED_STATE, python="machine.sprites[{number}].part")
def shown_part(m: Machine, number: Sprite) -> tuple[int, int, int, int]:
    """SPCHR number OUT u,v,width,height tells the part that a sprite shows."""


@form("SPCHR", reads=ANIMATED_STATE)
def shown_part_and_attributes(m: Machine, number: Sprite) -> tuple[int, int, int, int, int]:
    """SPCHR number OUT u,v,width,height,attributes tells part and attributes."""
    sprite = m.sprites[number]
    return sprite.u, sprite.v, sprite.width, sprite.height, sprite.attributes


@builtin("SPOFS", cost=COST, method="sprites.move")
def move(m: Machine, number: Sprite, x: float | None, y: float | None) -> None:
    """SPOFS number,[x],[y] moves a sprite to a place, in pixels; what is left empty stays."""


@form("SPOFS", method="sprites.move")
def move_with_depth(m: Machine, number: Sprite, x: float | None, y: float | None, z: Depth | None) -> None:
    """SPOFS number,[x],[y],[z] sets the depth too, -256 (nearest) to 1024."""


@form("SPOFS", reads=ANIMATED_STATE, python="machine.sprites[{number}].place")
def place_of(m: Machine, number: Sprite) -> tuple[float, float]:
    """SPOFS number OUT x,y tells the place of a sprite, of a linked one as it was set."""


@form("SPOFS", reads=ANIMATED_STATE, python="machine.sprites[{number}].place_and_depth")
def place_and_depth_of(m: Machine, number: Sprite) -> tuple[float, float, float]:
    """SPOFS number OUT x,y,z tells the depth too."""


@builtin("SPROT", cost=COST, method="sprites.rotate")
def rotate(m: Machine, number: Sprite, degrees: int) -> None:
    """SPROT number,degrees turns a sprite about its home, clockwise."""


@form("SPROT", reads=ANIMATED_STATE, python="machine.sprites[{number}].rotation")
def rotation_of(m: Machine, number: Sprite) -> int:
    """SPROT(number) · SPROT number OUT degrees tells the angle of a sprite, within 16 bits with sign."""


@builtin("SPSCALE", cost=COST, method="sprites.scale")
def scale(m: Machine, number: Sprite, x: Scale, y: Scale) -> None:
    """SPSCALE number,x,y multiplies the width and height of a sprite about its home; 0 or more."""


@form("SPSCALE", reads=ANIMATED_STATE, python="machine.sprites[{number}].scales")
def scale_of(m: Machine, number: Sprite) -> tuple[float, float]:
    """SPSCALE number OUT x,y tells both scales of a sprite."""


@builtin("SPHOME", cost=COST, method="sprites.set_home")
def set_home(m: Machine, number: Sprite, x: float, y: float) -> None:
    """SPHOME number,x,y sets the point of a sprite's picture that stands at its place."""


@form("SPHOME", reads=Reads.MACHINE, python="machine.sprites[{number}].home")
def home_of(m: Machine, number: Sprite) -> tuple[float, float]:
    """SPHOME number OUT x,y tells the home of a sprite."""


@builtin("SPCOLOR", cost=COST, method="sprites.set_color")
def set_color(m: Machine, number: Sprite, color: int) -> None:
    """SPCOLOR number,color multiplies a sprite's picture by a color, which may be translucent."""


@form("SPCOLOR", reads=ANIMATED_STATE, python="machine.sprites[{number}].color")
def color_of(m: Machine, number: Sprite) -> int:
    """SPCOLOR(number) · SPCOLOR number OUT color tells the color of a sprite, as it was given."""


# ---- links, variables, callbacks


@builtin("SPLINK", cost=COST, method="sprites.link")
def link(m: Machine, number: Sprite, parent: Sprite) -> None:
    """SPLINK number,parent places a sprite relative to another one, whose number is lower."""


@form("SPLINK", reads=Reads.MACHINE)
def parent_of(m: Machine, number: Sprite) -> SpriteOrNone:
    """SPLINK(number) is the sprite to which a sprite is linked; -1 for none."""
    parent = m.sprites[number].parent
    return -1 if parent is None else parent


@builtin("SPUNLINK", cost=COST, method="sprites.unlink")
def unlink(m: Machine, number: Sprite) -> None:
    """SPUNLINK number ends the link of a sprite."""


@builtin("SPVAR", cost=COST, method="sprites.set_variable")
def set_variable(m: Machine, number: Sprite, variable: Variable, value: float) -> None:
    """SPVAR number,variable,value sets a variable of a sprite, 0 to 7, before SPSET too."""


@form("SPVAR", method="sprites.variable", reads=ANIMATED_STATE)
def variable(m: Machine, number: Sprite, variable: Variable) -> float:
    """SPVAR(number,variable) · SPVAR number,variable OUT value tells a variable of a sprite."""


@builtin("SPFUNC", NAME_COST, cost=COST)
def set_callback(computer: Computer, number: Sprite, name: Value) -> None:
    """SPFUNC number,"@LABEL" · SPFUNC number,"NAME" sets what CALL SPRITE calls for a sprite.

    A name without @ is a label or a DEF. SPFUNC number,@LABEL does the same. CALL SPRITE calls all of them
    in the order of the numbers; during a call CALLIDX is the number, afterwards 512.
    """
    computer.machine.sprites.set_callback(number, computer.callback_named(require_text(name)))


def callback_name(
    text: str, slot: int, is_label: Callable[[str], object], is_definition: Callable[[str], object]
) -> str:
    """Returns the name that SPFUNC and BGFUNC store for a text: `0:@L` for a label, or a DEF's name.

    A text without @ may be either, a label first; "" if it is neither. `slot` is that of the program.
    """
    label = text if "@" in text else f"@{text}"
    if is_label(label):
        return label if ":" in label else f"{slot}:{label}"
    return ascii_upper(text) if "@" not in text and is_definition(ascii_upper(text)) else ""


def require_text(name: Value) -> str:
    """Returns the name that SPFUNC or BGFUNC was given. Raises TypeMismatch if it is no text."""
    if not isinstance(name, str):
        raise TypeMismatch(argument=2)
    return name


# ---- animation


@builtin("SPANIM", MOVE_COST, KEYFRAME_COST, cost=20)
def animate(computer: Computer, number: Sprite, target: Value, *given: Value) -> None:
    """SPANIM number,target,time,item…[,loops] changes one thing of a sprite from the next frame on.
    SPANIM number,target,array[,loops] · SPANIM number,target,"@label"[,loops] reads times and items there.

    Targets are 0 "XY", 1 "Z", 2 "UV", 3 "I" (definition), 4 "R" (rotation), 5 "S" (scale), 6 "C" (color) and
    7 "V" (variable 7); 8 more, or a + at the end, adds the items to the present values. A time is a number of
    frames: its items stay for that long, or, with a -, are reached step by step in that time. There are 32
    times at most; in DATA their number comes first. 0 loops repeat for ever.
    """
    if isinstance(target, Array):
        raise IllegalFunctionCall
    sprites = computer.machine.sprites
    sprites[number]  # raises the error of a sprite that is not set before the errors of later arguments
    sprites.animate(number, *read_animation(computer, target, given, Target))


@builtin("SPSTART", ANIMATION_SWITCH_COST, cost=COST, method="sprites.resume")
def resume(m: Machine, number: Sprite | None = None) -> None:
    """SPSTART [number] lets animations go on, of one sprite or of all."""
    if number is None:
        m.spend(ANIMATION_SWITCH_COST.of(m.sprites.count_used))
    m.sprites.resume(number)


@builtin("SPSTOP", ANIMATION_SWITCH_COST, cost=COST, method="sprites.halt")
def halt(m: Machine, number: Sprite | None = None) -> None:
    """SPSTOP [number] halts animations, of one sprite or of all."""
    if number is None:
        m.spend(ANIMATION_SWITCH_COST.of(m.sprites.count_used))
    m.sprites.halt(number)


@builtin("SPCHK", cost=COST, method="sprites.animated", reads=ANIMATED_STATE)
def animated(m: Machine, number: Sprite) -> Annotated[int, Range(0, 255)]:
    """SPCHK(number) has a bit for each target that is animated: #CHKXY, #CHKZ, #CHKUV, #CHKI and so on."""
