"""Facts of sprites, definitions and background layers in words: `at (120, 40)`, `turned by 45 degrees`.

Each stands behind its owner: `listing has sprite 3 at (120, 40), port has it at (121, 40)`. What is equal in
two machines is equal in words.
"""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.machine.animation import FOREVER, Animation, Animations, Keyframe
from retromaze.machine.background import Background
from retromaze.machine.definitions import SHOWN, Definition
from retromaze.machine.events import WORD
from retromaze.machine.sprite import Sprite

Facts = dict[str, str]
"""The words by what they are about, what tells most first. `use` decides whether there is anything else."""
NONE = "without {}"
CHARACTER = 0xFFF


def parting(listing: Facts, port: Facts) -> Iterator[tuple[str, str]]:
    """The facts in which two differ; where one is there in one of them only, that is the fact."""
    if listing.get("use") != port.get("use"):
        yield listing["use"], port["use"]
        return
    missing: list[str] = []
    for about in listing | port:
        one, other = (each.get(about, NONE.format(about)) for each in (listing, port))
        if one != other and not any(about.endswith(f" of {each}") for each in missing):
            yield one, other
            if about not in listing or about not in port:
                missing.append(about)


def sprite_facts(sprite: Sprite) -> Facts:
    """All that is kept of a sprite."""
    parent, meets = sprite.parent, sprite.detection
    return {
        "use": "set" if sprite.used else "not set",
        "link": "not linked" if parent is None else f"linked to sprite {parent}",
        "place": f"at {point(sprite.x, sprite.y)}",
        "depth": f"at depth {number(sprite.z)}",
        "definition": f"with definition {sprite.definition}",
        **picture_facts(sprite.u, sprite.v, sprite.width, sprite.height, sprite.attributes),
        **look_facts(sprite),
        **kept_facts(sprite),
        "collision": f"with collision {'on' if meets.on else 'off'}",
        "box": f"with collision box {point(*meets.box)}" if meets.box else "with no collision box of its own",
        "mask": f"with collision mask {word(meets.mask)}",
        "following": f"with scaling of its collision box {'on' if meets.scales else 'off'}",
        "box's scale": f"with a collision box scaled by {point(meets.scale_x, meets.scale_y)}",
        "velocity": f"with collision velocity {point(*meets.velocity)}",
        **animation_facts(sprite.animations),
    }


def definition_facts(definition: Definition) -> Facts:
    """All of a definition."""
    return {
        **picture_facts(*definition[:4], definition.attributes),
        "home": f"with home {point(definition.home_x, definition.home_y)}",
    }


def layer_facts(layer: Background) -> Facts:
    """All that is kept of a layer besides its cells."""
    return {
        "size": f"with {layer.width} x {layer.height} cells of {layer.tile} pixels",
        "shown": "shown" if layer.shown else "hidden",
        "place": f"at {point(layer.x, layer.y)}",
        "depth": f"at depth {number(layer.z)}",
        "clip": f"with clip {point(*layer.clip)}" if layer.clip else NONE.format("clip"),
        **look_facts(layer),
        **kept_facts(layer),
        **animation_facts(layer.animations),
    }


def cell_facts(cell: int) -> Facts:
    """One cell of a map."""
    return {
        "character": f"with character {cell & CHARACTER}" if cell & CHARACTER else "empty",
        "turns": f"with {counted(cell >> 12 & 3, 'quarter turn')}",
        "mirrored": "mirrored" if cell >> 14 & 1 else "not mirrored",
        "upside down": "upside down" if cell >> 15 & 1 else "not upside down",
    }


# ---- what sprites and layers have in common


def picture_facts(u: int, v: int, width: int, height: int, attributes: int) -> Facts:
    """Which part of the sheet is shown, and how."""
    return {
        "picture": f"with {width} x {height} pixels of the sheet from {point(u, v)}",
        "shown": "shown" if attributes & SHOWN else "hidden",
        "turns": f"with {counted(attributes >> 1 & 3, 'quarter turn')}",
        "mirrored": "mirrored" if attributes & 8 else "not mirrored",
        "upside down": "upside down" if attributes & 16 else "not upside down",
        "added": "with its light added" if attributes & 32 else "without its light added",
    }


def look_facts(shown: Sprite | Background) -> Facts:
    """How it is turned, scaled and colored."""
    return {
        "home": f"with home {point(shown.home_x, shown.home_y)}",
        "rotation": f"turned by {number(shown.rotation)} degrees",
        "scale": f"scaled by {point(shown.scale_x, shown.scale_y)}",
        "color": f"with color {word(shown.color)}",
    }


def kept_facts(keeper: Sprite | Background) -> Facts:
    """Its variables, and what is called for it."""
    variables = enumerate(keeper.variables)
    return {
        **{f"variable {at}": f"with variable {at} = {number(value)}" for at, value in variables},
        "callback": f"with callback {keeper.callback}" if keeper.callback else NONE.format("callback"),
    }


def animation_facts(animations: Animations) -> Facts:
    """Where each of its animations is."""
    found = {"halt": f"with animations {'halted' if animations.halted else 'not halted'}"}
    for each in animations.all():
        found |= one_animation(each)
    return found


def one_animation(animation: Animation) -> Facts:
    """The same of one: first that there is one, then its keyframes as SPANIM has them, then how far it is."""
    name, keyframes, start, loops, at, passed = animation.state
    whose = f"animation {name}"
    given = {
        f"keyframe {each} of {whose}": values for each, values in enumerate(map(given_frame, keyframes), 1)
    }
    left = "for ever" if loops == FOREVER else f"for {counted(loops, 'more time')}"
    return {
        whose: f"with {whose}",
        **{each: f"with {each} = {values}" for each, values in given.items()},
        f"start of {whose}": f"with {whose} from {point(*start)} on",
        f"loops of {whose}": f"with {whose} {left}",
        f"place of {whose}": f"with {whose} after {counted(passed, 'frame')} of its keyframe {at + 1}",
    }


def given_frame(keyframe: Keyframe) -> str:
    """One as SPANIM has it, `-60,120,40`."""
    return ",".join(map(number, (keyframe.frames, *keyframe.values)))


# ---- numbers


def counted(count: int, thing: str) -> str:
    """`1 frame`, `2 frames`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def number(value: float) -> str:
    """`5`, `0.25`, and 0 whatever its sign."""
    return repr(value + 0.0).removesuffix(".0")


def point(*values: float) -> str:
    """`(5, 0.25)`."""
    return f"({', '.join(map(number, values))})"


def word(value: int) -> str:
    """32 bits, `&HFFFF0000`."""
    return f"&H{value & WORD:08X}"
