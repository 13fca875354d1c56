"""Finds the event (call of the machine) that drew a pixel last before a *moment*, which counts the events.

**Drawn last** at a moment is the last event before it that wrote what is seen there, or after which the pixel
looked different, whichever is later.

- What is seen is the nearest layer that is not transparent there: a character of the console, or a pixel of
  the page shown. Where all of them are transparent it is the pixel of the page shown through which the
  backdrop is seen: who erased it has written it.
- A pixel that gets the color that it has is written; an event that leaves transparent pixels out has not
  written those.
- A character that scrolls stays written by who printed it. The scrolling is an event after which the pixel
  looks different, if it does, and so is one that uncovers, moves, hides or exchanges layers: then `writer`
  is another, earlier event than the one that drew last.
- A sprite's pixel was drawn by the last event that set, moved or changed the sprite, or moved one that it is
  linked to; a background cell's by the last event that wrote the cell, wherever its layer has moved since.
- FADE lays a veil over all layers and draws nothing. Frames, LOAD and FONTDEF are no events.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any, NamedTuple

from retromaze.machine.background_drawing import background_layers
from retromaze.machine.backgrounds import Background, Backgrounds
from retromaze.machine.colors import WHITE, channels
from retromaze.machine.compose import BEHIND_ALL, HIDDEN, visible_pixel
from retromaze.machine.console import Console
from retromaze.machine.layers import BACKGROUND, CONSOLE, GRAPHIC, SPRITE, Layer
from retromaze.machine.machine import Machine
from retromaze.machine.page import LOWER_SIZE, SIDE, TALL_SIZE, UPPER_SIZE, WHOLE_PAGE, intersection
from retromaze.machine.screen import Screen
from retromaze.machine.sprite_drawing import ADDITIVE, sprite_layers
from retromaze.machine.sprites import SHOWN, Sprite, Sprites
from retromaze.studio import messages as said
from retromaze.studio.output_messages import packed_pixels
from retromaze.studio.run_recording import SLICE, RunRecording
from retromaze.studio.stamped_machine import (
    Area,
    StampedMachine,
    StampedReplay,
    stamped_cells,
    stamps_of_page,
)
from retromaze.studio.value_messages import rows_of


class Pixel(NamedTuple):
    """A pixel of a screen of the machine, or of the display that shows it: 0 upper and 1 lower."""

    screen: int
    x: int
    y: int


class DrawnPixel(NamedTuple):
    """The numbers of the events that drew a pixel, -1 for none; `writer` wrote the visible color.

    `event` drew last: the writer, or a later event that uncovered what it wrote. `is_text`: a character.
    """

    event: int
    writer: int
    is_text: bool


OFF_SCREEN = -1
"""The color of a pixel outside the screen, whose size depends on the mode of XSCREEN."""


class PixelState(NamedTuple):
    """A pixel's color, and the stamps (event number + 1) of its writer and of its last possible change.

    `word` is the color as a word 0xAARRGGBB, or OFF_SCREEN. `is_text`: whether a character is seen there.
    """

    word: int
    writer: int
    newest: int
    is_text: bool


def pixel_state(machine: StampedMachine, pixel: Pixel) -> PixelState:
    """Returns the color of a pixel and its stamps at the machine's present moment."""
    screen = machine.screens[pixel.screen]
    if pixel.x >= screen.width or pixel.y >= screen.height:
        return PixelState(OFF_SCREEN, 0, machine.settings_stamps[pixel.screen], False)
    seen = visible_pixel(screen, machine.font, pixel.x, pixel.y)
    # stamps of the page's pixel, of the character, and of the event that scrolled the text last
    page, text, moved = 0, 0, 0
    if seen.place != HIDDEN:
        page = stamps_of_page(screen, screen.show_page)[seen.place]
    if seen.cell != HIDDEN:
        cells = stamped_cells(screen.console)
        text, moved = cells.stamps[seen.cell], cells.moved
    is_text = seen.layer == CONSOLE
    newest = max(page, text, moved, machine.settings_stamps[pixel.screen])
    return PixelState(seen.word, text if is_text else page, newest, is_text)


def find_last_drawing(replay: StampedReplay, pixel: Pixel, moment: int) -> Generator[None, None, DrawnPixel]:
    """Finds the event that drew a pixel last before a moment; a generator that works in slices.

    It is the event that wrote the pixel, or a later one that wrote or moved another layer there and so
    changed the visible color. For a later one the events from keyframe (a stored machine) to keyframe are
    replayed and the colors compared, the last keyframe first.
    """
    yield from replay.advance_to(moment)
    seen = pixel_state(replay.machine, pixel)
    # `last` is the stamp of the event that drew last, as far as it is known;
    # no event after `state.newest` has changed the pixel
    state, last = seen, seen.writer
    while last == seen.writer and state.newest > last:
        # the events from the last keyframe before `newest` on, or from the writer
        start, end = max(replay.keyframe_before(state.newest - 1), last), state.newest
        yield from replay.advance_to(start)
        state = now = pixel_state(replay.machine, pixel)
        # a moment (number of events) is also the stamp of the last event before it
        for number in range(start + 1, end + 1):
            yield from replay.advance_to(number)
            before, now = now, pixel_state(replay.machine, pixel)
            if now.word != before.word:
                last = number
    return DrawnPixel(last - 1, seen.writer - 1, seen.is_text)


def machine_pixel(machine: Machine, shown: Pixel) -> Pixel:
    """Returns the pixel of a machine's screen that is shown at a pixel of a display.

    With one tall screen over both displays, the lower display continues the upper one; places beside the
    narrower tall screen give its nearest pixel.
    """
    if not machine.screens[0].is_tall:
        return shown
    if shown.screen:
        return Pixel(0, shown.x, shown.y + UPPER_SIZE[1])
    side = (UPPER_SIZE[0] - TALL_SIZE[0]) // 2
    return Pixel(0, min(max(shown.x - side, 0), TALL_SIZE[0] - 1), shown.y)


def lines_drawing(
    recording: RunRecording, corner: Pixel, end: Pixel, moment: int
) -> Generator[None, None, list[said.DrawingLine]]:
    """Returns the lines that drew in the rectangle between two pixels of a display, the busiest first.

    Counted are events that wrote pixels of the page that is shown at `moment`, even if another page was shown
    when they were written, and events that wrote the console's cells there. A generator that works in slices.
    """
    # the page and the rectangle as they are at the moment; a second replay then watches all events
    replay = StampedReplay(recording)
    yield from replay.advance_to(moment)
    corner, end = machine_pixel(replay.machine, corner), machine_pixel(replay.machine, end)
    screen = replay.machine.screens[corner.screen]
    right, down = screen.offset
    corners = intersection((corner.x + right, corner.y + down, end.x + right, end.y + down), WHOLE_PAGE)
    shown_page = screen.show_page
    replay = StampedReplay(recording)
    drawing_lines: dict[int, said.DrawingLine] = {}
    machine = replay.machine
    console = machine.screens[corner.screen].console
    layout = (0, 0)
    for number in range(len(recording)):
        # other cells are in the rectangle when their size has changed
        if (console.cell_size, console.columns) != layout:
            layout = console.cell_size, console.columns
            machine.pen.area = Area(
                shown_page, corners, corner.screen, cells_in_rectangle(console, corner, end)
            )
        yield from replay.advance_to(number + 1)
        if machine.pen.has_written_inside:
            line = recording.lines[number]
            known = drawing_lines.get(line) or said.DrawingLine(line, events=0, first=number, last=number)
            drawing_lines[line] = replace(known, events=known.events + 1, last=number)
    return sorted(drawing_lines.values(), key=lambda each: (-each.events, each.line))


def order_of_drawing(machine: StampedMachine) -> array[int]:
    """Returns the upper or tall screen's pixels, colored by the order of the events that drew them last.

    The result has words 0xAARRGGBB, row by row. A background that one event drew at once is transparent (0).
    Sprites and layers are not colored.
    """
    screen = machine.screens[0]
    width, height = screen.size
    right, down = screen.offset
    stamps = stamps_of_page(screen, screen.show_page)
    # the part of the page that the screen shows, which may reach beyond the page
    across, inside = range(right, right + width), range(SIDE)
    rows = [
        [stamps[y * SIDE + x] if x in inside and y in inside else 0 for x in across]
        for y in range(down, down + height)
    ]
    console = screen.console
    cells, size = stamped_cells(console), console.cell_size
    for cell, stamp in enumerate(cells.stamps):
        row, column = divmod(cell, console.columns)
        for y in range(row * size, min((row + 1) * size, height)):
            for x in range(column * size, min((column + 1) * size, width)):
                rows[y][x] = max(rows[y][x], stamp)
    counts = Counter(stamp for row in rows for stamp in row)
    most = width * height / BACKGROUND_SHARE
    colored = sorted(stamp for stamp, count in counts.items() if stamp and count < most)
    # all colors are spread over the events; 1 for a single event, which gets the first color
    last = max(len(colored) - 1, 1)
    words = {stamp: ORDER_COLORS[at * (len(ORDER_COLORS) - 1) // last] for at, stamp in enumerate(colored)}
    return array("I", (words.get(stamp, 0) for row in rows for stamp in row))


def blended_color(one: int, other: int, share: float) -> int:
    """Returns the mixture of two colors 0xRRGGBB; `share` (0 to 1) is the part of the other one."""
    return sum(
        round((one >> shift & 255) * (1 - share) + (other >> shift & 255) * share) << shift
        for shift in (0, 8, 16)
    )


ANCHORS = (0x2B50E0, 0xA030B0, 0xE84A50, 0xFF9020, 0xFFE030)
ORDER_COLORS = [0xFF00_0000 | blended_color(*pair, at / 32) for pair in pairwise(ANCHORS) for at in range(32)]
"""Words of the colors from first to last: blue, violet, red, orange, yellow."""
BACKGROUND_SHARE = 20
"""An event that drew more than one in this many pixels of a screen drew a background."""


def cells_in_rectangle(console: Console, first: Pixel, last: Pixel) -> frozenset[int]:
    """Returns the numbers of the console's cells that the rectangle between two pixels touches."""
    size = console.cell_size
    rows = range(first.y // size, last.y // size + 1)
    columns = range(first.x // size, last.x // size + 1)
    return frozenset(row * console.columns + column for row in rows for column in columns)


BLACK, BRIGHT = 0xFF00_0000, 0xFF1F_1F1F
"""Black and white as the machine has them, with five bits a channel."""
MOVING_EVENTS = {f"sprites.{each}" for each in ("set", "set_part", "move", "animate", "link", "unlink")}
"""The events that may change where a sprite is, and the sprites linked to it."""
ALLOCATING_EVENTS = {"sprites.set_free", "sprites.set_free_part"}
"""The events whose result is the number of the sprite that they have set."""
CHANGING_EVENTS = MOVING_EVENTS | {
    f"sprites.{each}"
    for each in ("change", "change_part", "rotate", "scale", "set_home", "set_color", "show")
}
CLEARING_EVENTS = {"reset", "set_mode"}
"""The machine's own events that clear all sprites and cells."""


class SpriteOrCell(NamedTuple):
    """A sprite, or the cell of a background layer at a column and row; `kind` is SPRITE or BACKGROUND."""

    kind: int
    number: int
    column: int = 0
    row: int = 0


# ---- what is visible at a pixel


PaintOrder = tuple[float, int, int]
"""The painting order, larger for what is painted later: minus the depth, the kind of layer, the number."""


def sprite_or_cell_at(machine: Machine, screen: int, x: int, y: int) -> SpriteOrCell | None:
    """Returns the sprite or background cell visible at a pixel; None for text, the page or the backdrop."""
    shown = machine.screens[screen]
    candidates = [*sprites_at(shown, x, y), *layers_at(shown, x, y)]
    if not candidates:
        return None
    order, front = max(candidates)
    # what is visible without sprites and layers may be in front of them: the page or a character
    seen = visible_pixel(shown, machine.font, x, y)
    other_order: PaintOrder = -float("inf"), 0, 0
    if seen.layer == GRAPHIC:
        other_order = -shown.priority, GRAPHIC, 0
    elif seen.layer != BEHIND_ALL:
        letter = shown.console.cells[seen.cell]
        other_order = -(letter.z if letter else 0.0), CONSOLE, 0
    return front if order > other_order else None


def sprites_at(screen: Screen, x: int, y: int) -> Iterator[tuple[PaintOrder, SpriteOrCell]]:
    """Yields the sprites that are opaque at a pixel, with their painting order."""
    if screen.visible.sprites:
        sprites = screen.sprites
        for number, sprite in sprites.all_used():
            is_near = sprite.attributes & SHOWN and may_reach(sprites, number, x, y)
            layers = layers_of_sprite(sprites, number, screen) if is_near else ()
            if any(is_opaque(screen, each, x, y) for each in layers):
                yield (-sprite.z, SPRITE, number), SpriteOrCell(SPRITE, number)


def may_reach(sprites: Sprites, number: int, x: int, y: int) -> bool:
    """Whether a sprite may cover a pixel: a quick test by distance, before the sprite is painted."""
    sprite = sprites[number]
    across, down = sprites.place(number)
    # more than the distance of any of its pixels, however it is turned
    far = (sprite.width + sprite.height + abs(sprite.home_x) + abs(sprite.home_y)) * (
        1 + max(sprite.scale_x, sprite.scale_y)
    )
    return abs(across - x) <= far and abs(down - y) <= far


def layers_of_sprite(sprites: Sprites, number: int, screen: Screen) -> list[Layer]:
    """Returns the layers that draw one sprite alone, neither translucent nor tinted, so that it is opaque."""
    alone = Sprites(sprites.definitions, (screen.width, screen.height), sprites.count)
    alone.set_part(number, 0, 0)
    sprite = alone[number]
    for each in fields(Sprite):
        setattr(sprite, each.name, getattr(sprites[number], each.name))
    sprite.x, sprite.y = sprites.place(number)
    sprite.parent, sprite.color = None, WHITE
    sprite.attributes &= ~ADDITIVE
    alone.page, alone.clip = sprites.page, sprites.clip
    return list(sprite_layers(alone, screen.pages[sprites.page]))


def layers_at(screen: Screen, x: int, y: int) -> Iterator[tuple[PaintOrder, SpriteOrCell]]:
    """Yields the cell of each background layer that is opaque at a pixel, with its painting order."""
    if not screen.visible.background:
        return
    backgrounds = screen.backgrounds
    page, size = screen.pages[backgrounds.page], (screen.width, screen.height)
    for number, layer in enumerate(backgrounds.all()):
        if any(
            is_opaque(screen, each, x, y)
            for each in background_layers(backgrounds_with_only(layer, screen), page, size)
        ):
            # the cell at the pixel's center
            cell = backgrounds.cell_on_map(number, x + 0.5, y + 0.5)
            # of layers at one depth the one with the lowest number is in front
            yield (-layer.z, BACKGROUND, -number), SpriteOrCell(BACKGROUND, number, *cell)


def backgrounds_with_only(layer: Background, screen: Screen) -> Backgrounds:
    """Returns backgrounds that have only this layer of a screen, without tint, so that cells are opaque."""
    alone = Backgrounds((screen.width, screen.height), 1)
    for each in fields(Background):
        setattr(alone[0], each.name, getattr(layer, each.name))
    alone[0].color = WHITE
    return alone


def is_opaque(screen: Screen, layer: Layer, x: int, y: int) -> bool:
    """Whether a layer hides everything below a pixel: painted on black and on white, it looks the same."""
    words = set()
    for backdrop in (BLACK, BRIGHT):
        pixels = array("I", (backdrop,)) * (screen.width * screen.height)
        layer.content.paint(pixels, screen.width)
        words.add(pixels[y * screen.width + x])
    return len(words) == 1


# ---- the event that put it there


def find_placing_event(
    recording: RunRecording, machine: Machine, screen: int, placed: SpriteOrCell, moment: int
) -> Generator[None, None, int]:
    """Returns the number of the last event before a moment that placed a sprite or cell, -1 for none.

    Searches backwards; a generator that works in slices.
    """
    shown = machine.screens[screen]
    # only events of this object are looked at
    part = machine.observed_parts.index(shown.sprites if placed.kind == SPRITE else shown.backgrounds)
    # the sprites to which the sprite is linked: it moves with them
    parents: set[int] = set()
    parent = shown.sprites[placed.number].parent if placed.kind == SPRITE else None
    while parent is not None:
        parents.add(parent)
        parent = shown.sprites[parent].parent
    for number in range(moment - 1, -1, -1):
        if number % SLICE == 0:
            yield
        name = recording.names[number]
        if name in CLEARING_EVENTS:
            # nothing that was placed before is left
            return -1
        if recording.parts[number] != part:
            continue
        arguments = recording.arguments[number]
        if placed.kind == BACKGROUND:
            if arguments[0] == placed.number and writes_cell(name, arguments, placed.column, placed.row):
                return number
        elif changes_sprite(name, arguments, recording.results[number], placed.number, parents):
            return number
    return -1


def changes_sprite(
    name: str, arguments: tuple[Any, ...], result: Any, number: int, parents: set[int]
) -> bool:
    """Whether a call set, moved or changed the sprite `number`, or moved one of its parents."""
    target = arguments[0] if arguments else None
    if name in ALLOCATING_EVENTS:
        target = result
    # an animation of the sprite's variables (V), which are not visible
    if name == "sprites.animate" and arguments[1].startswith("V"):
        return False
    if target == number:
        return name in CHANGING_EVENTS or name in ALLOCATING_EVENTS
    return target in parents and (name in MOVING_EVENTS or name in ALLOCATING_EVENTS)


def writes_cell(name: str, arguments: tuple[Any, ...], column: int, row: int) -> bool:
    """Whether a call on a background layer has written the cell in that column and row."""
    match name.removeprefix("backgrounds."), arguments:
        case "put", (_, x, y, _):
            return (x, y) == (column, row)
        case "fill", (_, x1, y1, x2, y2, _):
            return is_between(column, x1, x2) and is_between(row, y1, y2)
        case "copy", (_, x1, y1, x2, y2, x, y):
            # x, y are the target's upper left corner: the cell is in it if its source is in the rectangle
            across, down = x - min(x1, x2), y - min(y1, y2)
            return is_between(column - across, x1, x2) and is_between(row - down, y1, y2)
        # without a rectangle the whole layer is loaded
        case "load", (_, _, None, _):
            return True
        case "load", (_, cells, (x, y, width, height), _):
            inside = x <= column < x + width and y <= row < y + height
            return bool(inside and (row - y) * width + column - x < len(cells))
        # a new size of the layer clears all its cells
        case "set_map", _:
            return True
    return False


def is_between(place: int, one: int, other: int) -> bool:
    return min(one, other) <= place <= max(one, other)


AnswerSteps = Generator[None, None, Any]
"""Computes a message in slices of some milliseconds; between slices the session can read messages."""


class PixelInquiry:
    """Answers the page's questions about which events drew the pixels of one recording, each in slices."""

    def __init__(self, recording: RunRecording) -> None:
        self._recording = recording
        self._replay: StampedReplay | None = None

    def forget(self, moment: int) -> None:
        """Drops keyframes after that moment, at which the recording was cut."""
        if self._replay is not None:
            self._replay.forget(moment)

    def last_drawing(self, asked: said.AskPixel) -> AnswerSteps:
        """Returns the message about the event that drew a pixel last; off the screen, the nearest pixel."""
        recording = self._recording
        pixel = pixel_on(asked.screen, asked.x, asked.y)
        if asked.moment > len(recording):
            # the recording ends before that moment: it is full, or was cut
            return said.Drawn(*pixel, asked.moment, known=False)
        replay = self._replay = self._replay or StampedReplay(recording)
        moment = max(asked.moment, 0)
        yield from replay.advance_to(moment)
        drawn = machine_pixel(replay.machine, pixel)
        screen = replay.machine.screens[drawn.screen]
        picture = replay.machine.picture(drawn.screen)
        color = picture[drawn.y * screen.width + drawn.x] & 0xFF_FFFF
        # FADE lays a color over all layers
        is_veiled = channels(screen.fade.color)[0] > 0
        placed = sprite_or_cell_at(replay.machine, *drawn)
        if placed is not None:
            event = yield from find_placing_event(recording, replay.machine, drawn.screen, placed, moment)
            return said.Drawn(
                *pixel,
                moment,
                color,
                self._row(event),
                veiled=is_veiled,
                sprite=placed.number if placed.kind == SPRITE else -1,
                layer=placed.number if placed.kind == BACKGROUND else -1,
            )
        last = yield from find_last_drawing(replay, drawn, moment)
        writer = self._row(last.writer) if last.writer != last.event else None
        return said.Drawn(*pixel, moment, color, self._row(last.event), writer, last.is_text, is_veiled)

    def lines_drawing_in(self, asked: said.AskArea) -> AnswerSteps:
        """Returns the message about the lines that drew in a rectangle, which is clipped to the screen."""
        first = pixel_on(asked.screen, asked.x, asked.y)
        last = pixel_on(asked.screen, asked.x + max(asked.across, 1) - 1, asked.y + max(asked.down, 1) - 1)
        lines = yield from lines_drawing(self._recording, first, last, max(asked.moment, 0))
        size = (last.x - first.x + 1, last.y - first.y + 1)
        return said.DrawnIn(*first, *size, len(self._recording), lines)

    def order_colors(self, asked: said.TraceOrder) -> AnswerSteps:
        """Returns the upper or tall screen with its pixels colored by the order in which they were drawn."""
        replay = self._replay = self._replay or StampedReplay(self._recording)
        yield from replay.advance_to(max(asked.moment, 0))
        screen = replay.machine.screens[0]
        words = order_of_drawing(replay.machine).tobytes()
        return said.OrderTraced(asked.moment, packed_pixels(words), screen.is_tall)

    def _row(self, event: int) -> said.EventRow | None:
        """Returns the message part about the event of that number, in words; None for -1."""
        return rows_of(self._recording, event, 1)[0] if event >= 0 else None


def pixel_on(display: int, x: int, y: int) -> Pixel:
    """Returns the pixel of a display (1 lower, any other number upper) that is nearest to a point."""
    screen, (width, height) = (1, LOWER_SIZE) if display == 1 else (0, UPPER_SIZE)
    return Pixel(screen, min(max(x, 0), width - 1), min(max(y, 0), height - 1))
