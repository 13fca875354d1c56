"""Draws a film of several programs whose mazes grow side by side, by the number of their statements."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from retromaze.display.pictures import Area, drawn_area, pillow_image, upper_picture
from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine
from retromaze.study.console_costs import run_maker
from retromaze.study.maze_overlays import FAINT, INK, PAPER, write

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 12
"""Rooms a side: the largest square that each program can make."""
STATEMENTS_PER_PICTURE = 100
COLUMNS, CELL, GAP, HEAD, FOOT, LETTERS = 3, 236, 12, 44, 36, 16
"""The makers in a row; in pixels: a maze, the gap beside it, the space above all and below each, letters."""
MILLISECONDS, LAST = 80, 4000
"""How long each picture is shown, and the last one, in milliseconds."""
COLORS = 64


def film_of(names: Sequence[str], seed: int, progress: Callable[[int, int], None]) -> bytes:
    """Returns a GIF of makers side by side until the slowest one is done. Raises an error of a program."""
    from PIL.Image import Dither, Quantize

    growth: dict[str, list[Image]] = {}
    for number, name in enumerate(names, 1):
        growth[name] = growth_of(name, seed)
        progress(number, len(names))
    count = max(map(len, growth.values()))
    images = [side_by_side(growth, seed, at) for at in range(count)]
    # the last picture has all colors: every maze is done
    palette = images[-1].quantize(COLORS, Quantize.MEDIANCUT, dither=Dither.NONE)
    first, *others = (each.quantize(palette=palette, dither=Dither.NONE) for each in images)
    file = io.BytesIO()
    times = [MILLISECONDS] * (count - 1) + [LAST]
    first.save(file, format="GIF", save_all=True, append_images=others, duration=times, loop=0)
    return file.getvalue()


def growth_of(name: str, seed: int) -> list[Image]:
    """Returns pictures of a program's maze: every STATEMENTS_PER_PICTURE statements, and when it is done."""
    area = area_of(name, seed)
    machine = Machine(seed=seed)
    pictures: list[Image] = []
    statements = 0

    def on_statement(computer: Computer) -> None:
        nonlocal statements
        if statements % STATEMENTS_PER_PICTURE == 0:
            pictures.append(scaled_to_cell(pillow_image(upper_picture(machine)).crop(area)))
        statements += 1

    run_maker(name, SIDE, machine, on_statement)
    return [*pictures, scaled_to_cell(pillow_image(upper_picture(machine)).crop(area))]


def area_of(name: str, seed: int) -> Area:
    """Returns the part of the screen that the maze covers: what changes after the first random number.

    Before that a program draws its frame and its title. A room's width is added on each side, for the frame,
    as far as something is drawn there.
    """
    from PIL import ImageChops

    machine = Machine(seed=seed)
    before: list[Image] = []  # the screen before the first random number

    def on_event(name: str, arguments: object, result: object, frame: int) -> None:
        # the call of the machine by which RND draws a number
        if not before and name == "below":
            before.append(pillow_image(upper_picture(machine)))

    machine.listen_without_place(on_event)
    run_maker(name, SIDE, machine, lambda computer: None)
    shown = upper_picture(machine)
    after = pillow_image(shown)
    left, top, right, bottom = ImageChops.difference(before[0], after).getbbox() or (0, 0, *after.size)
    # rounded up
    room_width, room_height = -(-(right - left) // SIDE), -(-(bottom - top) // SIDE)
    least_left, least_top, most_right, most_bottom = drawn_area([shown]) or (0, 0, *after.size)
    return (
        max(left - room_width, least_left),
        max(top - room_height, least_top),
        min(right + room_width, most_right),
        min(bottom + room_height, most_bottom),
    )


def scaled_to_cell(picture: Image) -> Image:
    """Returns the picture scaled to a cell: enlarged by a whole factor, or reduced to a square."""
    from PIL.Image import Resampling

    scale = CELL // max(picture.size)
    if scale:
        return picture.resize((picture.width * scale, picture.height * scale), Resampling.NEAREST)
    # a square even if its rooms are drawn as letters, which are none
    return picture.resize((CELL, CELL), Resampling.BOX)


def side_by_side(growth: dict[str, list[Image]], seed: int, at: int) -> Image:
    """Returns picture number `at` of the film: each maker with its name, and the number of statements."""
    from PIL import Image, ImageDraw

    rows = -(-len(growth) // COLUMNS)
    size = GAP + min(COLUMNS, len(growth)) * (CELL + GAP), HEAD + rows * (CELL + FOOT)
    film_image = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(film_image)
    statements = f"{STATEMENTS_PER_PICTURE * at:,} statements"
    write(draw, GAP, GAP, f"seed {seed}, {SIDE} x {SIDE} rooms: {statements}", LETTERS)
    for number, (name, pictures) in enumerate(growth.items()):
        left, top = GAP + number % COLUMNS * (CELL + GAP), HEAD + number // COLUMNS * (CELL + FOOT)
        shown = pictures[min(at, len(pictures) - 1)]
        film_image.paste(shown, (left + (CELL - shown.width) // 2, top + (CELL - shown.height) // 2))
        done = at >= len(pictures) - 1
        words, color = (f"{name}: done", INK) if done else (name, FAINT)
        write(draw, left, top + CELL + 2, words, LETTERS, color)
    return film_image
