"""The extension's icon: a maze that the published listing digs on our machine."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops

import retromaze
from retromaze.catalogue import CATALOGUE
from retromaze.display.pictures import image
from retromaze.entry import listing_source

ROOMS = 7
CELLS = 2 * ROOMS + 1
"""A room is one pixel wide, and so is each wall."""
SCALE = 8
SIZE = 128
SEED = 3
FRAMES = 400
"""By then it is dug, and the listing waits for a button."""
WALL, FLOOR = (0x2B, 0x21, 0x66), (0xFF, 0xE0, 0x8A)


def icon() -> bytes:
    """The PNG, 128 × 128 pixels."""
    listing = listing_source(CATALOGUE["backtracker"], width=ROOMS, height=ROOMS)
    page = image(retromaze.run(listing, seed=SEED, frames=FRAMES).pixels).convert("1")
    # The frame of the listing's own page is its first row and column.
    maze = page.crop((1, 1, 1 + CELLS, 1 + CELLS)).resize((CELLS * SCALE,) * 2, Image.Resampling.NEAREST)
    margin = (SIZE - CELLS * SCALE) // 2
    picture = Image.new("RGB", (SIZE, SIZE), WALL)
    picture.paste(Image.new("RGB", maze.size, FLOOR), (margin, margin), ImageChops.invert(maze.convert("L")))
    written = BytesIO()
    picture.save(written, "PNG", optimize=True)
    return written.getvalue()
