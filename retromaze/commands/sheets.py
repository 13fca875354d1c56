"""The option `--sheet`: what the pages of sprites and backgrounds begin with, instead of our own pictures."""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Sequence
from pathlib import Path

from retromaze.commands.unpacking import read_bounded, reason_of
from retromaze.errors import BasicError, UsageError
from retromaze.machine.blocks import write_block
from retromaze.machine.containers import is_container, read_container
from retromaze.machine.contents import PictureContent
from retromaze.machine.machine import Machine
from retromaze.machine.page import BLANK, WHOLE_PAGE
from retromaze.machine.png import decode_png
from retromaze.machine.sheets import PAGES

Sheet = tuple[int, "array[int]"]
"""The number of a page, and its words."""


def add_sheet_option(parser: argparse.ArgumentParser) -> None:
    """May be given once for each of the two pages."""
    parser.add_argument(
        "--sheet",
        type=sheet,
        action="append",
        default=[],
        metavar="[4=|5=]FILE",
        help="what page 4 (sprites) or 5 (backgrounds) begins with: a GRP file of the console or a PNG",
    )


def sheet(text: str) -> Sheet:
    """The page named, 4 where none is, and what a file puts on it."""
    pages = {f"{number}=": number for number in PAGES}
    named = next((prefix for prefix in pages if text.startswith(prefix)), "")
    path = Path(text.removeprefix(named))
    try:
        picture = read_picture(read_bounded(path))
    except OSError as error:
        reason = error.strerror or str(error)
    except UsageError as error:
        reason = str(error)
    except BasicError as error:
        reason = reason_of(error)
    else:
        words = BLANK[:]
        place = (0, 0, picture.width, picture.height)
        write_block(words, WHOLE_PAGE, place, picture.pixels, everything=True)
        return pages.get(named, PAGES[0]), words
    raise argparse.ArgumentTypeError(f"{str(path)!r}: {reason}")


def read_picture(data: bytes) -> PictureContent:
    """A page of the console's, or a PNG. Raises UsageError or BasicError for other files."""
    if not is_container(data):
        return decode_png(data)
    content = read_container(data).content
    if not isinstance(content, PictureContent):
        raise UsageError("it holds no picture")
    return content


def lay_sheets(sheets: Sequence[Sheet], machine: Machine) -> None:
    """Gives a machine's pages these beginnings."""
    for page, words in sheets:
        machine.pages[page].begin_with(words)
