"""Which event drew a pixel last, and which events ever drew inside a rectangle.

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
- FADE lays a veil over all layers and draws nothing. Frames, LOAD and FONTDEF are no events.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from retromaze.machine.compose import HIDDEN, seen_pixel
from retromaze.machine.console import Console
from retromaze.machine.layers import CONSOLE
from retromaze.machine.machine import Machine
from retromaze.machine.page import TALL_SIZE, UPPER_SIZE, WHOLE_PAGE, Rectangle, overlap
from retromaze.machine.screen import Screen
from retromaze.studio.messages import DrawingLine
from retromaze.studio.run_recording import RunRecording
from retromaze.studio.stamps import Area, StampedMachine, StampedReplay, stamped_cells, stamps_of_page

Searching = Generator[None, None, "DrawnPixel"]
"""A search in slices of some milliseconds: between them the session hears the page."""


class Pixel(NamedTuple):
    """A pixel of a screen of the machine, or of the display that shows it: 0 upper and 1 lower."""

    screen: int
    x: int
    y: int


class DrawnPixel(NamedTuple):
    """Who drew a pixel: numbers of events, -1 for nobody. `writer` wrote what is seen there."""

    event: int
    writer: int
    is_text: bool


NOWHERE = -1
"""The word of a pixel that a screen has not got, as another one has in another mode of XSCREEN."""


class Spot(NamedTuple):
    """A pixel at a moment: its color, and the stamps of who wrote it and of all that may have changed it."""

    word: int
    writer: int
    newest: int
    is_text: bool


def spot_of(machine: StampedMachine, pixel: Pixel) -> Spot:
    """The pixel as it is on that machine."""
    screen = machine.screens[pixel.screen]
    if pixel.x >= screen.width or pixel.y >= screen.height:
        return Spot(NOWHERE, 0, machine.settings_stamps[pixel.screen], False)
    seen = seen_pixel(screen, machine.font, pixel.x, pixel.y)
    page, text, moved = 0, 0, 0
    if seen.place != HIDDEN:
        page = stamps_of_page(screen, screen.show_page)[seen.place]
    if seen.cell != HIDDEN:
        cells = stamped_cells(screen.console)
        text, moved = cells.stamps[seen.cell], cells.moved
    is_text = seen.layer == CONSOLE
    newest = max(page, text, moved, machine.settings_stamps[pixel.screen])
    return Spot(seen.word, text if is_text else page, newest, is_text)


def drawn_last(replay: StampedReplay, pixel: Pixel, moment: int) -> Searching:
    """Searches for who drew a pixel last before that moment.

    Beginning with who wrote it: an event since then that wrote another layer there, or moved one, may have
    changed what is seen. It is looked for stretch by stretch, the last one first.
    """
    yield from replay.going(moment)
    seen = spot_of(replay.machine, pixel)
    spot, last = seen, seen.writer
    while last == seen.writer and spot.newest > last:
        start, end = max(replay.start_before(spot.newest - 1), last), spot.newest
        yield from replay.going(start)
        spot = now = spot_of(replay.machine, pixel)
        for number in range(start + 1, end + 1):
            yield from replay.going(number)
            before, now = now, spot_of(replay.machine, pixel)
            if now.word != before.word:
                last = number
    return DrawnPixel(last - 1, seen.writer - 1, seen.is_text)


def drawn_at(machine: Machine, seen: Pixel) -> Pixel:
    """The pixel of the machine that is seen at one of a display: of the tall screen the nearest there."""
    if not machine.screens[0].is_tall:
        return seen
    if seen.screen:
        return Pixel(0, seen.x, seen.y + UPPER_SIZE[1])
    side = (UPPER_SIZE[0] - TALL_SIZE[0]) // 2
    return Pixel(0, min(max(seen.x - side, 0), TALL_SIZE[0] - 1), seen.y)


def lines_drawing(
    recording: RunRecording, corner: Pixel, across: int, down: int, moment: int, length: int
) -> Generator[None, None, list[DrawingLine]]:
    """The lines that drew inside a rectangle of a display in the first `length` events, the busiest first.

    What counts are the pixels of the page that is shown there at that moment, whatever was shown when they
    were drawn, and the console's cells there.
    """
    replay = StampedReplay(recording)
    yield from replay.going(moment)
    end = drawn_at(replay.machine, Pixel(corner.screen, corner.x + across - 1, corner.y + down - 1))
    corner = drawn_at(replay.machine, corner)
    across, down = max(end.x - corner.x, 0) + 1, max(end.y - corner.y, 0) + 1
    page = page_corners(replay.machine.screens[corner.screen], corner, across, down)
    replay = StampedReplay(recording)
    found: dict[int, DrawingLine] = {}
    machine = replay.machine
    console = machine.screens[corner.screen].console
    laid_out = (0, 0)
    for number in range(length):
        if (console.cell_size, console.columns) != laid_out:
            laid_out = console.cell_size, console.columns
            machine.pen.area = Area(*page, corner.screen, cells_of(console, corner, across, down))
        yield from replay.going(number + 1)
        if machine.pen.inside:
            line = recording.trace.lines[number]
            known = found.get(line)
            events, first = (known.events + 1, known.first) if known else (1, number)
            found[line] = DrawingLine(line, events, first, number)
    return sorted(found.values(), key=lambda each: (-each.events, each.line))


def page_corners(screen: Screen, corner: Pixel, across: int, down: int) -> tuple[int, Rectangle]:
    """The page shown, and the rectangle of it that is seen in one of the screen."""
    left, top = corner.x + screen.offset[0], corner.y + screen.offset[1]
    return screen.show_page, overlap((left, top, left + across - 1, top + down - 1), WHOLE_PAGE)


def cells_of(console: Console, corner: Pixel, across: int, down: int) -> frozenset[int]:
    """The numbers of the cells that a rectangle touches."""
    size = console.cell_size
    rows = range(corner.y // size, (corner.y + down - 1) // size + 1)
    columns = range(corner.x // size, (corner.x + across - 1) // size + 1)
    return frozenset(row * console.columns + column for row in rows for column in columns)
