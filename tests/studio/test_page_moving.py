"""Sprites and layers on the page: a row each, and the chosen one drawn over the picture at any moment."""

from __future__ import annotations

import re
from functools import partial
from io import BytesIO

import pytest
from PIL import Image

from tests.studio.browsing import IN_ALL, comes_to, expect
from tests.studio.visiting import Visit, packed

LISTING = """\
SPSET 3,500:SPOFS 3,120,40:SPCOL 3
SPSET 4,501:SPOFS 4,130,45:SPCOL 4:SPROT 4,45:SPSCALE 4,2,2:SPVAR 4,2,7
SPSET 9,502:SPLINK 9,3:SPHIDE 9
BGSCREEN 1,32,20:BGFILL 1,0,0,2,2,40:BGOFS 1,-200,-150
FOR I=1 TO 30
SPOFS 3,120+I,40
VSYNC
NEXT
"""
FIRST = 15
"""The moment after all is set."""
ROWS = [
    "BG 1-200, -15032 × 20 cells of 16",
    "3120, 40definition 500 · hits 4",
    "4130, 45definition 501 · turned 45° · scale 2 × 2 · V2=7 · hits 3",
    "90, 0definition 502 · hidden · linked to 3",
]
"""What each is, and what of it is not as at the start."""
CYAN, YELLOW = (0x4F, 0xE3, 0xF5), (0xFF, 0xD2, 0x4A)
PLACE = "each => each.querySelector('.frame').getAttribute('d').match(/-?[0-9.]+/g).map(Number)"


def small_pictures_and_words(visit: Visit) -> None:
    """The pictures show what the sheet has; without any sprite it says so."""
    for number in (3, 4, 9):
        canvas = visit.page.locator(f"#sprite-0-{number} canvas")
        assert 100 < canvas.evaluate(OPAQUE) < 1024
    visit.switch_language()
    expect(visit.at("tab-moving")).to_have_text("スプライト")
    expect(visit.page.locator("#sprite-0-9")).to_have_text("90, 0定義番号 502 · 非表示 · 3 にリンク")
    visit.page.keyboard.press("Escape")
    visit.switch_language()
    visit.open_at(1, listing=packed("GPSET 1,1\nSPSET 3,500\n"), seed=1)
    expect(visit.at("moving-told")).to_have_text("No sprite is set, and no background layer has a cell.")
    expect(visit.at("moving")).to_be_hidden()


OPAQUE = """each => { const { data } = each.getContext("2d").getImageData(0, 0, 32, 32);
    return data.filter((value, at) => at % 4 === 3 && value).length; }"""


@IN_ALL
def test_rows_tell_what_moves_and_the_outline_of_the_chosen_one_follows_through_time(visit: Visit) -> None:
    visit.open_at(FIRST + 4, listing=packed(LISTING), seed=1)
    visit.at("tab-moving").click()
    expect(visit.at("moving-told")).to_have_text("sprites: 3 · layers: 1")
    # A pixel of a sprite tells who moved it, and one of a cell who put it.
    scale = visit.at("upper").evaluate("each => each.clientWidth / 400")
    for x, y, words in (
        (130, 48, r"Sprite 3: the last event that set, moved or changed it.*SPOFS 3,122,40"),
        (208, 158, r"Background layer 1: the event that put this cell.*BGFILL 1,0,0,2,2,40"),
    ):
        visit.at("upper").click(position={"x": x * scale, "y": y * scale})
        expect(visit.at("asked-body")).to_have_text(re.compile(words))
    visit.at("asked-close").click()
    page, outline, listbox = visit.page, visit.page.locator(".outline").first, visit.at("moving")
    expect(outline).to_be_hidden()
    listbox.focus()
    for key in ("Home", "ArrowDown"):
        page.keyboard.press(key)
    expect(listbox).to_have_attribute("aria-activedescendant", "sprite-0-3")
    expect(outline).to_be_visible()
    comes_to(page, lambda: outline.evaluate(PLACE), [122, 40, 138, 40, 138, 56, 122, 56])
    timeline = visit.at("timeline")
    timeline.focus()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    visit.stands(FIRST)
    expect(listbox.get_by_role("option")).to_have_text(ROWS)
    comes_to(page, lambda: outline.evaluate(PLACE), [120, 40, 136, 40, 136, 56, 120, 56])
    for color in (CYAN, YELLOW):
        # around the sprite, and drawn over it
        comes_to(page, partial(outlined, visit, color), pytest.approx((120, 40, 136, 56), abs=1))
    visit.at("tab-variables").click()
    comes_to(page, lambda: outlined(visit, CYAN), ())
    visit.at("tab-moving").click()
    page.locator("#layer-0-1").click()
    comes_to(page, lambda: outline.evaluate(PLACE), [200, 150, 712, 150, 712, 470, 200, 470])
    page.locator("#layer-0-1").click()
    expect(outline).to_be_hidden()
    page.locator("#sprite-0-4").click()
    expect(outline.locator(".box")).to_have_count(1)
    listbox.focus()
    page.keyboard.press("Escape")
    expect(outline).to_be_hidden()
    expect(page.locator("[aria-selected=true].moved")).to_have_count(0)
    small_pictures_and_words(visit)
    visit.open_at(3, listing=packed("XSCREEN 4\nSPSET 0,500:SPOFS 0,10,232:VSYNC 9\n"), seed=1)
    page.locator("#sprite-0-0").click()
    # The tall screen has its outline in either half.
    boxes = "all => all.map((each) => each.getAttribute('viewBox'))"
    outlines = page.locator(".outline")
    comes_to(page, lambda: outlines.evaluate_all(boxes), ["-40 0 400 240", "0 240 320 240"])
    for half in (outlines.nth(0), outlines.nth(1)):
        expect(half).to_be_visible()


def outlined(visit: Visit, color: tuple[int, int, int]) -> tuple[float, ...]:
    """The corners of all that has a line's color, in the machine's pixels."""
    with Image.open(BytesIO(visit.at("upper").screenshot())) as picture:
        shown = picture.convert("RGB")
    scale = shown.width / 400
    found = [
        (at % shown.width, at // shown.width)
        for at, each in enumerate(shown.get_flattened_data())
        if each == color
    ]
    if not found:
        return ()
    across, down = zip(*found, strict=True)
    return tuple(each / scale for each in (min(across), min(down), max(across), max(down)))
