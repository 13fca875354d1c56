"""A span of a run is taken away as a GIF."""

from __future__ import annotations

import re
from pathlib import Path

from tests.studio.browsing import expect
from tests.studio.visiting import SMALL, Visit


def test_a_span_is_taken_away_as_an_animation(visit, tmp_path):
    page = visit.open(**SMALL, moment=123)
    mark_span(visit, 123)
    visit.at("gif-frames").fill("5")
    with page.expect_download() as download:
        visit.at("save-gif").click()
    download.value.save_as(tmp_path / "span.gif")
    assert shades(tmp_path / "span.gif") == (5, 5)


def test_another_program_is_chosen_while_an_animation_is_made(visit):
    visit.open(**SMALL, moment=123)
    mark_span(visit, 123)
    visit.at("save-gif").click()
    expect(visit.at("gif-progress")).to_be_visible()
    visit.at("program").select_option("sticks")
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    expect(visit.at("gif-progress")).to_be_hidden()
    expect(visit.at("state")).to_have_text(re.compile("^running"))


def mark_span(visit: Visit, moment: int) -> None:
    """From the moment where the run stands to its start."""
    visit.stands(moment)
    visit.page.locator("#share summary").click()
    visit.at("mark-a").click()
    visit.at("timeline").focus()
    visit.page.keyboard.press("Home")
    visit.stands(0)
    visit.picture()
    visit.at("mark-b").click()


def shades(path: Path) -> tuple[int, int]:
    """How many pictures a GIF has, and how many of them are different."""
    from PIL import Image

    with Image.open(path) as image:
        frames = []
        for number in range(image.n_frames):  # type: ignore[attr-defined]
            image.seek(number)
            frames.append(image.convert("RGB").tobytes())
    return len(frames), len(set(frames))
