"""Two runs beside each other, and where they part."""

from __future__ import annotations

import re

from tests.studio.browsing import expect
from tests.studio.visiting import packed

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
