"""The words in which a reader is told what differs between two machines, events or endings."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from itertools import zip_longest
from typing import Any, NamedTuple

from retromaze.comparison.state import (
    SCREEN_NAMES,
    UNSET,
    files,
    glyphs,
    is_shown,
    keyboard_state,
    letters,
    machine_settings,
    settings,
    states_of,
)
from retromaze.machine.animation import FOREVER, Animation, Animations, Keyframe
from retromaze.machine.background import Background
from retromaze.machine.backgrounds import Backgrounds
from retromaze.machine.compose import compose
from retromaze.machine.console import Cell
from retromaze.machine.definitions import SHOWN, Definition, Definitions
from retromaze.machine.events import COLOR, WORD, Event, places_among
from retromaze.machine.font import Glyph
from retromaze.machine.machine import LOWER, Machine
from retromaze.machine.mml import VARIABLES, read_mml
from retromaze.machine.notes import SAMPLES_PER_FRAME, SAMPLES_PER_SECOND, Note, Tone
from retromaze.machine.observed import Effect, observed_as
from retromaze.machine.page import SIDE
from retromaze.machine.screen import Screen
from retromaze.machine.sequencer import Score
from retromaze.machine.sprite import Sprite
from retromaze.machine.sprites import Sprites

SERIES = range(8)
DRAWS_OF_A_STATE = 4
"""Raw words that hold all 127 bits of a random series."""


class Finding(NamedTuple):
    """One thing in which two states differ: its kind and the words for it."""

    kind: str
    words: str


class Sides(NamedTuple):
    """What the two programs are called in words."""

    listing: str = "listing"
    port: str = "port"


SIDES = Sides()
COLORS = {"backdrop", "veil", "drawing color", "ink"}
"""Those that are colors; of text they are numbers 0 to 15."""


def color_words(color: Any) -> str:
    """`&HFF00FF00`; an ink's likewise, and None as it is."""
    if isinstance(color, tuple) and len(color) == 1:
        return color_words(color[0])
    return f"&H{color & WORD:08X}" if isinstance(color, int) else repr(color)


def visible_findings(listing: Machine, port: Machine, sides: Sides = SIDES) -> Iterator[Finding]:
    """In what the two machines differ of all that a digest tells, layer by layer."""
    for name, left, right in zip(SCREEN_NAMES, listing.screens, port.screens, strict=True):
        yield from cell_findings(name, left, right, sides)
        yield from pixel_findings(left.show_page, listing, port, sides)
        yield from cursor_findings(name, left, right, sides)
        yield from moving_findings(name, left, right, sides)
        owner = f" of the {name} screen"
        yield from setting_findings("screen", settings(left), settings(right), sides, owner)
    yield from glyph_findings(glyphs(listing.font), glyphs(port.font))
    yield from definition_findings(listing, port, sides)
    yield from setting_findings("setting", machine_settings(listing), machine_settings(port), sides)


def final_findings(listing: Machine, port: Machine, sides: Sides = SIDES) -> Iterator[Finding]:
    """In what two machines differ whose programs are over: besides in pages, files, keys and chance."""
    yield from visible_findings(listing, port, sides)
    for number in range(len(listing.pages)):
        yield from pixel_findings(number, listing, port, sides)
    yield from file_findings(files(listing.storage), files(port.storage), sides)
    yield from setting_findings("setting", keyboard_state(listing), keyboard_state(port), sides)
    yield from chance_findings(listing, port, sides)


def setting_findings(
    kind: str, listing: dict[str, Any], port: dict[str, Any], sides: Sides, owner: str = ""
) -> Iterator[Finding]:
    for what, value in listing.items():
        if value != port[what]:
            told = color_words if what in COLORS else repr
            yield Finding(kind, f"{what}{owner} is {in_both(told(value), told(port[what]), sides)}")


def in_both(one: str, other: str, sides: Sides) -> str:
    """`1 in listing, 2 in port`."""
    return f"{one} in {sides.listing}, {other} in {sides.port}"


def program_name(side: str) -> str:
    """`the listing`, `the port`, `left.bas`."""
    return f"the {side}" if side in SIDES else side


def moving_findings(name: str, listing: Screen, port: Screen, sides: Sides) -> Iterator[Finding]:
    """The first thing in which the sprites of two screens differ, and the first of their layers."""
    place = "" if name == SCREEN_NAMES[0] else f" of the {name} screen"
    sprites = list(sprite_differences(listing.sprites, port.sprites))
    yield from differing_findings("sprite", sprites, sides, place)
    layers = list(background_differences(listing.backgrounds, port.backgrounds))
    yield from differing_findings("background", layers, sides, place)


def definition_findings(listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    """The first thing in which the definitions of sprites differ."""
    found = list(definition_differences(listing.definitions, port.definitions))
    yield from differing_findings("setting", found, sides, "")


def differing_findings(kind: str, found: list[Differing], sides: Sides, place: str) -> Iterator[Finding]:
    """The first of these in words."""
    if found:
        whose, left, right = found[0]
        words = f"{sides.listing} has {whose}{place} {left}, {sides.port} has it {right}"
        yield Finding(kind, words + more(len(found), "difference"))


def glyph_findings(listing: dict[int, Glyph], port: dict[int, Glyph]) -> Iterator[Finding]:
    different = sorted(code for code in listing.keys() | port.keys() if listing.get(code) != port.get(code))
    if different:
        words = f"the glyph of {chr(different[0])!r} (&H{different[0]:04X}) is not the same"
        yield Finding("glyph", words + more(len(different), "glyph"))


def cell_findings(name: str, listing: Screen, port: Screen, sides: Sides) -> Iterator[Finding]:
    if listing.size != port.size:
        return  # their settings tell it, and no cell has a place on both
    pairs = list(zip(listing.console.cells, port.console.cells, strict=False))
    different = [at for at, (left, right) in enumerate(pairs) if left != right]
    if different:
        row, column = divmod(different[0], listing.console.columns)
        left, right = pairs[different[0]]
        where = f"column {column}, row {row} of the {name} screen"
        words = f"text cell {where} is {in_both(cell_words(left), cell_words(right), sides)}"
        yield Finding("text cell", words + more(len(different), "cell"))


def cell_words(cell: Cell | None) -> str:
    """`'A' (15 on 0)`, `empty`; attributes and depth only where they are set."""
    if cell is None:
        return "empty"
    words = f"{chr(cell.code)!r} ({cell.foreground} on {cell.background}"
    words += f", attributes {cell.attributes}" if cell.attributes else ""
    words += f", depth {cell.z:g}" if cell.z else ""
    return words + ")"


def pixel_findings(number: int, listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    if listing.pages[number].is_untouched and port.pages[number].is_untouched:
        return
    left, right = listing.pages[number].pixels, port.pages[number].pixels
    if left == right:
        return
    different = [at for at, (one, other) in enumerate(zip(left, right, strict=True)) if one != other]
    y, x = divmod(different[0], SIDE)
    one, other = color_words(left[different[0]]), color_words(right[different[0]])
    words = f"pixel ({x}, {y}) of page {number} is {in_both(one, other, sides)}"
    yield Finding("pixel", words + more(len(different), "pixel"))


def more(count: int, thing: str) -> str:
    """` (and 36 more pixels)`."""
    rest = count - 1
    return f" (and {rest:,} more {thing}{'s' if rest > 1 else ''})" if rest else ""


def cursor_findings(name: str, listing: Screen, port: Screen, sides: Sides) -> Iterator[Finding]:
    left = listing.console.column, listing.console.row
    right = port.console.column, port.console.row
    if left != right:
        one, other = (f"column {column}, row {row}" for column, row in (left, right))
        yield Finding("cursor", f"cursor of the {name} screen is in {in_both(one, other, sides)}")


def file_findings(
    listing: dict[str, bytes], port: dict[str, bytes], sides: Sides = SIDES
) -> Iterator[Finding]:
    for path in sorted(listing.keys() | port.keys()):
        one, other = listing.get(path), port.get(path)
        if one is None or other is None:
            writer = sides.listing if other is None else sides.port
            yield Finding("file", f"{path} is written by {program_name(writer)} only")
        elif one != other:
            pairs = enumerate(zip(one, other, strict=False), 1)
            first = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)) + 1)
            yield Finding("file", f"{path} is not the same from byte {first} on")


def chance_findings(listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    # copies, as another port may be held against the same machine
    left, right = deepcopy(listing.rng), deepcopy(port.rng)
    for series in SERIES:
        if any(left.raw(series) != right.raw(series) for _ in range(DRAWS_OF_A_STATE)):
            yield Finding("random series", f"random series {series} stands elsewhere in {sides.port}")


def picture_findings(listing: Machine, port: Machine, sides: Sides = SIDES) -> Iterator[Finding]:
    """In what two machines differ of text, pictures and files."""
    for number, name in enumerate(SCREEN_NAMES):
        screens = listing.screens[number], port.screens[number]
        shown = is_shown(listing, screens[0]), is_shown(port, screens[1])
        if all(shown):
            yield from letter_findings(name, *screens, sides)
            yield from shown_findings(number, listing, port, sides)
        elif any(shown):
            one, other = ("shown" if each else "not shown" for each in shown)
            yield Finding("screen", f"the {name} screen is {in_both(one, other, sides)}")
    yield from file_findings(files(listing.storage), files(port.storage), sides)


def final_picture_findings(listing: Machine, port: Machine, sides: Sides = SIDES) -> Iterator[Finding]:
    """The same of two machines whose programs are over, and of chance."""
    yield from picture_findings(listing, port, sides)
    yield from chance_findings(listing, port, sides)


def letter_findings(name: str, listing: Screen, port: Screen, sides: Sides) -> Iterator[Finding]:
    left, right = letters(listing), letters(port)
    if listing.size != port.size:
        told = in_both(str(listing.size), str(port.size), sides)
        yield Finding("screen", f"size of the {name} screen is {told}")
        return
    if listing.console.cell_size != port.console.cell_size:
        told = in_both(str(listing.console.cell_size), str(port.console.cell_size), sides)
        yield Finding("screen", f"size of cells of the {name} screen is {told}")
        return
    different = [at for at, (one, other) in enumerate(zip(left, right, strict=True)) if one != other]
    if different:
        row, column = divmod(different[0], listing.console.columns)
        told = in_both(repr(left[different[0]]), repr(right[different[0]]), sides)
        words = f"text in column {column}, row {row} of the {name} screen is {told}"
        yield Finding("text cell", words + more(len(different), "cell"))


def shown_findings(number: int, listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    left, right = (compose(each.screens[number], each.font, rested=True) for each in (listing, port))
    if left == right or len(left) != len(right):
        return
    screens = listing.screens[number], port.screens[number]
    different = [at for at, (one, other) in enumerate(zip(left, right, strict=True)) if one != other]
    y, x = divmod(different[0], listing.screens[number].width)
    told = in_both(color_words(left[different[0]]), color_words(right[different[0]]), sides)
    words = f"pixel ({x}, {y}) of the {SCREEN_NAMES[number]} screen is {told}"
    words += more(len(different), "pixel")
    moved = next(moving_findings(SCREEN_NAMES[number], *screens, sides), None)
    yield Finding("pixel", f"{words}; {moved.words}" if moved else words)


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


class Differing(NamedTuple):
    """One thing in which two machines differ: whose it is, and a fact of it in each of them."""

    whose: str
    listing: str
    port: str


def sprite_differences(listing: Sprites, port: Sprites) -> Iterator[Differing]:
    """All in which the sprites of two screens differ, the lowest number first."""
    one, other = states_of(listing), states_of(port)
    for number in sorted(one.keys() | other.keys()):
        if one.get(number, UNSET) != other.get(number, UNSET):
            left, right = (facts_of(each.kept().get(number)) for each in (listing, port))
            for pair in parting(left, right):
                yield Differing(f"sprite {number}", *pair)


def facts_of(sprite: Sprite | None) -> Facts:
    """The facts of a number, of which nothing may be kept."""
    return sprite_facts(sprite or Sprite())


def definition_differences(listing: Definitions, port: Definitions) -> Iterator[Differing]:
    """All in which two tables of definitions differ."""
    for number in sorted(listing.defined.keys() | port.defined.keys()):
        for pair in parting(*(definition_facts(each[number]) for each in (listing, port))):
            yield Differing(f"definition {number}", *pair)


def background_differences(listing: Backgrounds, port: Backgrounds) -> Iterator[Differing]:
    """All in which the layers of two screens differ, the lowest number first."""
    for number, (one, other) in enumerate(zip(listing.all(), port.all(), strict=False)):
        whose = f"background layer {number}"
        for pair in parting(layer_facts(one), layer_facts(other)):
            yield Differing(whose, *pair)
        if (one.width, one.height) == (other.width, other.height):
            yield from cell_differences(whose, one, other)


def cell_differences(whose: str, listing: Background, port: Background) -> Iterator[Differing]:
    """The same of the cells of two maps of one size, row by row."""
    if listing.cells == port.cells:
        return
    for at, (one, other) in enumerate(zip(listing.cells, port.cells, strict=True)):
        if one != other:
            row, column = divmod(at, listing.width)
            pair = next(parting(cell_facts(one), cell_facts(other)))
            yield Differing(f"cell ({column}, {row}) of {whose}", *pair)


OWNERS = {"number", "layer"}
"""What a first argument is called that says whom a call concerns."""


class Concerned(NamedTuple):
    """Whom a call concerns in words, "" for nobody alone, and the facts of it after the call."""

    whose: str
    facts: Facts


NOBODY = Concerned("", {})


def concerned_by(machine: Machine, event: Event) -> Concerned:
    """That of a call that this machine has just made."""
    method = method_of(event.name)
    found = observed_as(method, len(event.arguments))
    if not event.arguments or found is None or found.parameters[0].name not in OWNERS:
        return NOBODY
    number = event.arguments[0]
    if not isinstance(number, int):
        return NOBODY
    lower = event.name.startswith(LOWER)
    screen, place = machine.screens[lower], " of the lower screen" if lower else ""
    match method.partition(".")[0]:
        case "sprites":
            return Concerned(f"sprite {number}{place}", facts_of(screen.sprites.kept().get(number)))
        case "backgrounds":
            return Concerned(f"background layer {number}{place}", layer_facts(screen.backgrounds[number]))
        case "definitions":
            return Concerned(f"definition {number}", definition_facts(machine.definitions[number]))
    return NOBODY


RANDOM, WAIT, EVENT = "random draw", "wait", "event"
EXTRA, MISSING = "extra event", "missing event"
ENDING = "ending"
KINDS = {Effect.CHANCE: RANDOM, Effect.WAITS: WAIT}
"""Of all other effects it is EVENT."""


def kind_of(*events: Event) -> str:
    """What differs where these two events differ."""
    found = (observed_as(method_of(event.name)) for event in events)
    kinds = {KINDS.get(each.effect, EVENT) if each else EVENT for each in found}
    return kinds.pop() if len(kinds) == 1 else EVENT


def deed(event: Event, *, result: bool = False) -> str:
    """`draws line(16, 8, 23, 15)`, `takes below(4) = 2`: the call in Python, defaults left out."""
    found = observed_as(method_of(event.name))
    words = f"{found.verb if found else 'calls'} {event.name}({', '.join(argument_texts(event))})"
    return f"{words} = {event.result!r}" if result and event.result is not None else words


def method_of(name: str) -> str:
    """`line` of `screens[1].line`, `sprites.move` of `screens[1].sprites.move`."""
    return name.removeprefix(LOWER).removeprefix("console.")


def spelled(value: Any) -> str:
    """The value in Python; `5` for 5.0 too, as both are the same to the machine."""
    if type(value) is tuple:
        return f"({', '.join(map(spelled, value))}{',' * (len(value) == 1)})"
    return repr(value).removesuffix(".0") if isinstance(value, float) else repr(value)


def argument_texts(
    event: Event, spell: Callable[[Any], str] = spelled, spell_color: Callable[[Any], str] = color_words
) -> list[str]:
    """The arguments, each spelled, without those at the end that are as they would be if left out."""
    given = list(event.arguments)
    found = observed_as(method_of(event.name), len(given))
    parameters = found.parameters if found else ()
    colors = places_among(parameters, COLOR)
    while given and parameters and same(given[-1], parameters[len(given) - 1].default):
        given.pop()
    return [(spell_color if at in colors else spell)(each) for at, each in enumerate(given)]


def same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def agreed_events(events: Iterable[Event], first: int) -> tuple[str, ...]:
    """Events on which both agreed, the first with that number."""
    return tuple(
        f"frame {event.frame}, event {number}: line {event.line} {deed(event, result=True)}"
        for number, event in enumerate(events, first)
    )


class Ending(enum.Enum):
    """How a run came to its end; at a STANDSTILL only a port, whose time does not pass by itself."""

    ENDED = "has ended"
    WAITS = "waits for input that never comes"
    LIMIT = "goes on"
    STANDSTILL = "goes on and does nothing"
    BREAK = "is broken off by STOP"
    ERROR = "stops with an error"

    @property
    def cut(self) -> bool:
        """Whether the program was stopped in the midst of its life."""
        return self in {Ending.WAITS, Ending.LIMIT}


def ending_words(ending: Ending, error: str, line: int) -> str:
    """`has ended`, `stops in line 8: Stack overflow`; `stops: ...` before the first line."""
    if ending is Ending.STANDSTILL and line:
        return f"{ending.value} (it is in line {line})"
    if ending is Ending.BREAK and line:
        return f"{ending.value} in line {line}"
    if ending is not Ending.ERROR:
        return str(ending.value)
    return f"stops in line {line}: {error}" if line else f"stops: {error}"


NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
NOTHING = "nothing new"
LOOKED_AT = 36_000
"""Frames, ten minutes: what comes later is not looked for."""


def tune_difference(one: Event, other: Event, sides: Sides) -> str:
    """`; at 0.50 s of channel 0 the tune has O4E in listing, O4F in port`, if both have a tune as text.

    "" where one of them has none, and where both sound the same.
    """
    texts = text_of(one.arguments), text_of(other.arguments)
    if texts[0] is None or texts[1] is None:
        return ""
    pairs = zip_longest(notes(texts[0]), notes(texts[1]))
    left, right = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
    different = [each for each in (left, right) if each is not None]
    if not different:
        return ""
    first = min(different, key=lambda each: each.moment)
    said = [
        note_words(each, left, right) if each and each.moment == first.moment else NOTHING
        for each in (left, right)
    ]
    where = f"at {first.moment / SAMPLES_PER_SECOND:.2f} s of channel {first.channel}"
    return f"; {where} the tune has {said[0]} in {sides.listing}, {said[1]} in {sides.port}"


def text_of(arguments: tuple[Any, ...]) -> str | None:
    """The tune among the arguments of a call that plays or keeps one."""
    return next((each for each in arguments if isinstance(each, str)), None)


def notes(text: str) -> Iterator[Note]:
    """The notes of a tune in their order, of those of one moment by their channels."""
    score = Score(read_mml(text), 0, [0] * len(VARIABLES))
    for frame in range(1, LOOKED_AT):
        yield from score.advance(frame * SAMPLES_PER_FRAME, 0)
        if score.over:
            return


def note_words(note: Note, *both: Note | None) -> str:
    """`O4C#`, with what else is not the same in both: `O4C# (volume 100)`."""
    if note.tone is None:
        return "the end of a note"
    tones = [each.tone for each in both if each and each.tone]
    octave, semitone = divmod(note.tone.key, 12)
    other = [
        f"{field} {getattr(note.tone, field)}"
        for field in Tone._fields
        if field != "key" and len({getattr(each, field) for each in tones}) > 1
    ]
    name = f"O{octave - 1}{NAMES[semitone]}"
    return f"{name} ({', '.join(other)})" if other else name
