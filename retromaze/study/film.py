"""Draws a film of several makers of mazes that grow side by side, each as fast as its statements run."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from retromaze.display.pictures import Area, drawn_area, image, upper_words
from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine
from retromaze.study.costs import run_maker
from retromaze.study.layers import FAINT, INK, PAPER, write

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 12
"""Rooms a side: the largest square that each program can make."""
EVERY = 100
"""Statements between two pictures."""
COLUMNS, CELL, GAP, HEAD, FOOT, LETTERS = 3, 236, 12, 44, 36, 16
"""Makers in a row; in pixels a maze, the space beside it, above all and below each, and letters."""
MILLISECONDS, LAST = 80, 4000
"""How long a picture is shown, and the last one."""
COLORS = 64


def film_of(names: Sequence[str], seed: int, progress: Callable[[int, int], None]) -> bytes:
    """A GIF of makers side by side until the slowest one is done. Raises the error that stops a program."""
    from PIL.Image import Dither, Quantize

    grown: dict[str, list[Image]] = {}
    for number, name in enumerate(names, 1):
        grown[name] = growth_of(name, seed)
        progress(number, len(names))
    last = max(map(len, grown.values()))
    images = [side_by_side(grown, seed, at) for at in range(last)]
    palette = images[-1].quantize(COLORS, Quantize.MEDIANCUT, dither=Dither.NONE)
    first, *others = (each.quantize(palette=palette, dither=Dither.NONE) for each in images)
    file = io.BytesIO()
    times = [MILLISECONDS] * (last - 1) + [LAST]
    first.save(file, format="GIF", save_all=True, append_images=others, duration=times, loop=0)
    return file.getvalue()


def growth_of(name: str, seed: int) -> list[Image]:
    """A maker's screen at regular numbers of statements and when its maze is done, no larger than a cell."""
    area = area_of(name, seed)
    machine = Machine(seed=seed)
    pictures: list[Image] = []
    statements = 0

    def look(computer: Computer) -> None:
        nonlocal statements
        if statements % EVERY == 0:
            pictures.append(fitted(image(upper_words(machine)).crop(area)))
        statements += 1

    run_maker(name, SIDE, machine, look)
    return [*pictures, fitted(image(upper_words(machine)).crop(area))]


def area_of(name: str, seed: int) -> Area:
    """The part of the screen that the maze takes: what changes once chance decides, and a room around it."""
    from PIL import ImageChops

    machine = Machine(seed=seed)
    before: list[Image] = []

    def heard(call: str, arguments: object, result: object, frame: int) -> None:
        if not before and call == "below":
            before.append(image(upper_words(machine)))

    machine.hear(heard)
    run_maker(name, SIDE, machine, lambda computer: None)
    after = image(upper_words(machine))
    left, top, right, bottom = ImageChops.difference(before[0], after).getbbox() or (0, 0, *after.size)
    beside, above = -(-(right - left) // SIDE), -(-(bottom - top) // SIDE)
    drawn = drawn_area([upper_words(machine)]) or (0, 0, *after.size)
    return (
        max(left - beside, drawn[0]),
        max(top - above, drawn[1]),
        min(right + beside, drawn[2]),
        min(bottom + above, drawn[3]),
    )


def fitted(picture: Image) -> Image:
    """The picture as large as a cell allows: dots are squares where it is enlarged, else rooms are."""
    from PIL.Image import Resampling

    scale = CELL // max(picture.size)
    if scale:
        return picture.resize((picture.width * scale, picture.height * scale), Resampling.NEAREST)
    # Rooms made of letters are wider than high.
    return picture.resize((CELL, CELL), Resampling.BOX)


def side_by_side(grown: dict[str, list[Image]], seed: int, at: int) -> Image:
    """One picture of the film: each maker with its name and the statements that it has run."""
    from PIL import Image, ImageDraw

    rows = -(-len(grown) // COLUMNS)
    size = GAP + min(COLUMNS, len(grown)) * (CELL + GAP), HEAD + rows * (CELL + FOOT)
    made = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(made)
    write(draw, GAP, GAP, f"seed {seed}, {SIDE} x {SIDE} rooms: {EVERY * at:,} statements", LETTERS)
    for number, (name, pictures) in enumerate(grown.items()):
        left, top = GAP + number % COLUMNS * (CELL + GAP), HEAD + number // COLUMNS * (CELL + FOOT)
        shown = pictures[min(at, len(pictures) - 1)]
        made.paste(shown, (left + (CELL - shown.width) // 2, top + (CELL - shown.height) // 2))
        done = at >= len(pictures) - 1
        write(
            draw, left, top + CELL + 2, f"{name}{': done' if done else ''}", LETTERS, INK if done else FAINT
        )
    return made
