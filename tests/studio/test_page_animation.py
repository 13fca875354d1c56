"""A span of a run is taken away as a GIF."""

from __future__ import annotations

import re
from pathlib import Path

from tests.studio.browsing import expect, shows
from tests.studio.visiting import SMALL, picture_at
from tests.tools.page_words import TEXTS


def test_a_span_is_taken_away_as_an_animation(visit, tmp_path):
    """It is given up where another program is chosen meanwhile."""
    visit.context.add_init_script("delete WebAssembly.Suspending")
    page = visit.open(**SMALL, moment=123)
    visit.stands(123)
    visit.share()
    # What the browser lacks for an exported page is told there too.
    expect(visit.at("no-jspi")).to_be_visible()
    expect(visit.at("no-jspi")).to_have_text(TEXTS["noJspi"])
    visit.at("mark-a").click()
    visit.at("timeline").focus()
    page.keyboard.press("Home")
    visit.stands(0)
    shows(page, picture_at(0))
    visit.at("mark-b").click()
    visit.at("gif-frames").fill("5")
    with page.expect_download() as download:
        visit.at("save-gif").click()
    download.value.save_as(tmp_path / "span.gif")
    assert shades(tmp_path / "span.gif") == (5, 5)
    expect(visit.at("gif-progress")).to_be_hidden()
    visit.at("gif-frames").fill("120")
    visit.at("save-gif").click()
    expect(visit.at("gif-progress")).to_be_visible()
    visit.at("program").select_option("sticks")
    expect(visit.at("gif-progress")).to_be_hidden()
    expect(visit.at("state")).to_have_text(re.compile("^running"))


def shades(path: Path) -> tuple[int, int]:
    """How many pictures a GIF has, and how many of them are different."""
    from PIL import Image

    with Image.open(path) as image:
        frames = []
        for number in range(image.n_frames):  # type: ignore[attr-defined]
            image.seek(number)
            frames.append(image.convert("RGB").tobytes())
    return len(frames), len(set(frames))
