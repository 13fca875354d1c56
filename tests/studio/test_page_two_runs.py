"""Two runs beside each other, and where they part."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image

from tests.studio.browsing import expect
from tests.studio.visiting import SMALL, packed

LISTING = "GPSET 1,1\nX=RND(100)\nGPSET X,2\n"


def second(visit):
    visit.page.locator("#share summary").click()
    visit.at("two").click()
    visit.page.locator("#share summary").click()
    pane = visit.at("second")
    expect(pane.locator("small")).to_have_text(re.compile("^(paused|ended)"))
    return pane


def test_the_same_program_from_another_seed(visit):
    visit.open(listing=packed(LISTING), seed=1, moment=3)
    visit.stands(3)
    pane = second(visit)
    expect(pane.get_by_role("combobox")).to_have_value("seed")
    pane.get_by_role("button", name="first difference").click()
    expect(pane.locator("small")).to_have_text(
        re.compile(r"^line 2: RND\(100\) = \d+ · line 2: RND\(100\) = \d+$")
    )
    visit.stands(1)
    pane.get_by_role("spinbutton").fill("1")
    pane.get_by_role("spinbutton").press("Enter")
    pane.get_by_role("button", name="first difference").click()
    expect(pane.locator("small")).to_have_text("both runs do the same")


def test_the_listing_before_and_after_an_edit(visit):
    visit.open(program="sticks", seed=1, moment=2)
    visit.stands(2)
    pane = second(visit)
    pane.get_by_role("combobox").select_option("before")
    visit.text("listing").click()
    visit.page.keyboard.press("Control+Home")
    visit.page.keyboard.type("PRINT 1:")
    expect(visit.at("verdict")).to_have_text(re.compile("^differs"))
    pane.get_by_role("button", name="first difference").click()
    expect(pane.locator("small")).to_have_text(re.compile('^line 1: PRINT "1" · line '))


def test_no_ribbon_colors_the_second_picture(visit):
    visit.open(**SMALL, moment=40)
    visit.stands(40)
    canvas = second(visit).locator("canvas").first
    visit.at("second").get_by_role("button", name="first difference").click()
    visit.stands(6)
    expect(visit.page.locator(".ribbon path.runs")).not_to_have_count(0)
    with Image.open(BytesIO(canvas.screenshot())) as picture:
        inside = picture.convert("RGB").crop((4, 4, picture.width - 4, picture.height - 4))
    assert {color for _, color in inside.getcolors() or []} == {(255, 255, 255)}


@pytest.mark.parametrize("size", [(1400, 900), (1440, 1200), (1280, 720), (390, 844)])
def test_both_pictures_are_as_large(visit, size):
    visit.page.set_viewport_size({"width": size[0], "height": size[1]})
    visit.open(**SMALL, moment=40)
    visit.stands(40)
    canvas = second(visit).locator("canvas").first
    expect(canvas).to_be_visible()
    first, other = visit.at("upper").bounding_box(), canvas.bounding_box()
    # a border of its own
    assert abs(other["width"] - 2 - first["width"]) < 0.1 and abs(other["height"] - 2 - first["height"]) < 0.1
    pane = visit.at("pane-machine").bounding_box()
    assert pane["x"] <= other["x"] and other["x"] + other["width"] <= pane["x"] + pane["width"]


@pytest.mark.parametrize("size", [(1400, 1000), (390, 844)])
def test_a_second_run_shows_its_lower_screen_too(visit, size):
    visit.page.set_viewport_size({"width": size[0], "height": size[1]})
    visit.open(listing=packed("XSCREEN 2:DISPLAY 1:GCLS #BLUE:BACKCOLOR #BLUE\nWAIT RND(9)\n"), seed=1)
    visit.fast()
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    pane = second(visit)
    canvas = pane.locator("canvas").first
    expect(canvas).to_have_attribute("height", "480")
    pane.get_by_role("button", name="first difference").click()
    expect(pane.locator("small")).to_have_text(re.compile("^line 2: RND"))
    pixel = "(canvas) => [...canvas.getContext('2d').getImageData(%d, 479, 1, 1).data]"
    for x, color in (
        (39, [0, 0, 0, 0]),
        (40, [0, 0, 255, 255]),
        (359, [0, 0, 255, 255]),
        (360, [0, 0, 0, 0]),
    ):
        assert canvas.evaluate(pixel % x) == color
    first, lower, other = (each.bounding_box() for each in (visit.at("upper"), visit.at("lower"), canvas))
    assert abs(other["width"] - 2 - first["width"]) < 0.1
    assert abs(other["height"] - 2 - 2 * lower["height"]) < 2
    pane.get_by_role("combobox").select_option("sticks")
    expect(canvas).to_have_attribute("height", "240")
