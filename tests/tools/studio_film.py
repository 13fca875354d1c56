"""Films the studio at work, in a real browser: docs/studio.gif, the picture at the top of the README."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_path
from retromaze.comparison.runnable_programs import Port, text_of
from retromaze.studio.export import page_with_notice
from tests.studio.browsing import driver, launched_chromium
from tests.studio.visiting import box_of, studio

PROGRAM = "backtracker"
SIZE: ViewportSize = {"width": 1400, "height": 788}
COLORS = 32
END = 71_044
"""Events of the published listing's run until it waits for a button."""
GROWN = [END * at // 14 for at in range(1, 15)]
STEPS = 10


def shots(page: Page) -> Iterator[tuple[bytes, int]]:
    """Pictures of the page and how long each is shown, in milliseconds."""
    stand(page, 2_000)
    for _ in range(STEPS):
        yield page.screenshot(), 500
        step(page)
    for moment in (*GROWN, *reversed(GROWN[6:-1])):
        stand(page, moment)
        yield page.screenshot(), 250
    for _ in range(STEPS):
        step(page)
        yield page.screenshot(), 500


def stand(page: Page, moment: int) -> None:
    """Drags the line of time to a moment."""
    box = box_of(page.locator("#timeline canvas:last-child"))
    page.mouse.click(box["x"] + box["width"] * moment / END, box["y"] + box["height"] / 2)
    # The small picture under the pointer would hide the texts.
    page.mouse.move(SIZE["width"] / 2, 2)
    stands = 0
    while stands < 2:
        # on the way back the state tells of the way only after a while
        page.wait_for_timeout(350)
        stands = stands + 1 if page.locator("#state").inner_text().startswith("paused") else 0


def step(page: Page) -> None:
    page.keyboard.press(".")
    page.wait_for_timeout(250)


def recording(page: Page) -> bytes:
    """The pictures as a GIF without end, in the colors of the first that has grown."""
    taken = [(Image.open(io.BytesIO(png)).convert("RGB"), time) for png, time in shots(page)]
    palette = taken[-1][0].quantize(COLORS, dither=Image.Dither.NONE)
    first, *rest = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture, _ in taken]
    written = io.BytesIO()
    times = [time for _, time in taken]
    first.save(
        written,
        "GIF",
        save_all=True,
        append_images=rest,
        duration=times,
        loop=0,
        optimize=True,
        comment=subject().encode(),
    )
    return written.getvalue()


def subject() -> str:
    """The digest of what the film shows: the listing, its port, and the page."""
    entry = CATALOGUE[PROGRAM]
    texts = (listing_path(entry).read_text("utf-8"), text_of(Port(entry.port)), page_with_notice())
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def make(target: Path) -> None:
    """Opens the studio, plays the published listing to its end, and films what a reader would do then."""
    server = studio()
    with driver() as playwright:
        browser = launched_chromium(playwright)
        page = browser.new_page(viewport=SIZE)
        page.goto(f"{server.address}&program={PROGRAM}&seed=1&moment={END}")
        page.get_by_text("equal on 20 seeds").first.wait_for(timeout=120_000)
        target.write_bytes(recording(page))
        browser.close()
    server.close()
