"""Draws tables and pictures (as colored half blocks) on a terminal by escape sequences.

Escape sequences in texts of listings and users stay harmless.
"""

from __future__ import annotations

import shutil
import sys
from array import array
from collections.abc import Iterable, Iterator
from typing import Any

from rich.color import Color
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.style import Style

from retromaze.display.pictures import WIDTH, picture_size, pillow_image
from retromaze.system import replace_controls, unfiltered_stream


class DrawingConsole(Console):
    """A rich console whose own escape sequences reach the terminal; those in texts are replaced."""

    def __init__(self, *, stderr: bool = False, **options: Any) -> None:
        super().__init__(file=unfiltered_stream(sys.stderr if stderr else sys.stdout), **options)
        if not self.width:
            # COLUMNS=0 stands for an unknown width, which rich takes literally
            self.width = shutil.get_terminal_size().columns

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Renders an object as rich does, with the control characters of its texts replaced."""
        # segments with `control` are rich's own escape sequences
        for each in super().render(renderable, options):
            yield each if each.control else Segment(replace_controls(each.text), each.style)


def print_drawn(lines: Iterable[str]) -> None:
    """Prints lines that a DrawingConsole has captured on standard output.

    rich itself would end with exit status 1 at a closed pipe, which means a found difference here.
    """
    print("\n".join(lines), file=unfiltered_stream(sys.stdout))


UPPER_HALF = "\N{UPPER HALF BLOCK}"


class HalfBlocks:
    """A picture that rich can print: as wide as the terminal allows, at most one column a pixel.

    The tall screen is narrower in the same proportion as on the console. A character shows two pixels: its
    upper half has the color of the text, the lower one that of the background.
    """

    def __init__(self, picture: array[int]) -> None:
        self.picture = picture

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        columns = min(options.max_width, WIDTH) * picture_size(self.picture)[0] // WIDTH
        for upper, lower in half_block_rows(self.picture, max(columns, 1)):
            for above, below in zip(upper, lower, strict=True):
                yield Segment(UPPER_HALF, Style(color=Color.from_rgb(*above), bgcolor=Color.from_rgb(*below)))
            yield Segment.line()


Row = list[tuple[int, int, int]]


def half_block_rows(picture: array[int], columns: int) -> Iterator[tuple[Row, Row]]:
    """Yields pairs of pixel rows (upper, lower) of a picture scaled to `columns`; pixels are (r, g, b)."""
    from PIL.Image import Resampling

    across, down = picture_size(picture)
    # even, because two rows share one line of characters
    height = max(1, round(columns * down / across / 2)) * 2
    small = pillow_image(picture).resize((columns, height), Resampling.BOX)
    data = small.tobytes()
    pixels = [(data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3)]
    for top in range(0, height, 2):
        start = top * columns
        yield pixels[start : start + columns], pixels[start + columns : start + 2 * columns]


def show_picture(picture: array[int], console: Console | None = None) -> bool:
    """Prints the picture if the console, by default standard output, has colors; returns whether it did."""
    console = console or DrawingConsole()
    # with NO_COLOR a console keeps its color system, and leaves the colors out
    if not console.is_terminal or not console.color_system or console.no_color:
        return False
    console.print(HalfBlocks(picture))
    return True
