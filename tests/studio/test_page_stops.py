"""Stops in the page: dots before lines of both texts, expressions, there and back."""

from __future__ import annotations

import re

from tests.studio.browsing import expect
from tests.studio.visiting import packed

LISTING = "A=1\nFOR I=0 TO 3\nGPSET I,0\nA=A+I\nNEXT\nEND\n"


def opened(visit):
    visit.open(listing=packed(LISTING), seed=1, moment=2)
    visit.stands(2)
    visit.page.locator("#timeline").focus()
    visit.page.keyboard.press("Home")
    visit.stands(0)


def number(visit, side: str, line: int):
    return visit.at(side).locator(".cm-lineNumbers .cm-gutterElement").get_by_text(str(line), exact=True)


def test_lines_and_expressions_stop_the_run_forwards_and_back(visit):
    opened(visit)
    number(visit, "listing", 3).click()
    expect(visit.at("listing").locator(".stop-marks")).to_contain_text("●")
    for moment in (0, 1, 2):
        visit.page.keyboard.press("F8")
        visit.stands(moment)
        expect(visit.at("state")).to_contain_text("line 3")
    visit.page.keyboard.press("Shift+F8")
    visit.stands(1)
    number(visit, "listing", 3).click()
    visit.at("tab-stops").click()
    expect(visit.at("stops-none")).to_be_visible()
    visit.page.keyboard.press("Space")
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    # The run goes to the line with the cursor too.
    visit.at("timeline").focus()
    visit.page.keyboard.press("Home")
    visit.stands(0)
    visit.text("listing").get_by_text("A=A+I").click()
    visit.page.keyboard.press("F7")
    visit.stands(1)
    expect(visit.at("listing").locator(".running-line")).to_have_text("A=A+I")
    expect(visit.at("stops-none")).to_be_visible()
    expressions_and_a_curve(visit)


def expressions_and_a_curve(visit):
    """Expressions stop it too, and a curve shows their values up to here; all is found by name and role."""
    page = visit.page
    page.get_by_role("slider", name="timeline").press("Home")
    visit.stands(0)
    page.get_by_role("tab", name="Stops").press("Enter")
    panel = page.get_by_role("tabpanel", name="Stops")
    changes = panel.get_by_role("textbox", name="when it changes")
    holds = panel.get_by_role("textbox", name="when it holds")
    on = panel.get_by_role("button", name="to the next stop")
    changes.fill("A")
    changes.press("Enter")
    holds.fill("I==3")
    panel.get_by_role("button", name="add").last.click()
    expect(visit.at("stops-list").locator("li")).to_have_count(2)
    on.click()
    expect(visit.at("state")).to_contain_text("A: 1 → 2")
    visit.at("stops-list").get_by_role("button").first.click()
    on.press("Enter")
    expect(visit.at("state")).to_contain_text("I==3")
    holds.fill("RND(3)")
    holds.press("Enter")
    expect(visit.at("notice")).to_contain_text("calls a function")
    visit.open(listing=packed(LISTING), seed=1, moment=4)
    visit.stands(4)
    changes.fill("I*2")
    panel.get_by_role("button", name="curve").press("Enter")
    expect(visit.at("curve-name")).to_have_text("I*2: 0 – 6 (4 events so far)")
    visit.stands(4)
    expect(visit.at("curve")).to_be_visible()
    visit.at("curve-close").click()
    expect(visit.at("curve")).to_be_hidden()
