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


def test_a_click_on_a_lines_number_stops_the_run_there_forwards_and_back(visit):
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


def test_expressions_stop_the_run_and_a_curve_shows_their_values_up_to_here(visit):
    opened(visit)
    visit.at("tab-stops").click()
    visit.at("stop-changes").locator("input").fill("A")
    visit.page.keyboard.press("Enter")
    visit.at("stop-conditions").locator("input").fill("I==3")
    visit.page.keyboard.press("Enter")
    expect(visit.at("stops-list").locator("li")).to_have_count(2)
    visit.at("stop-next").click()
    expect(visit.at("state")).to_contain_text("A: 1 → 2")
    visit.at("stops-list").get_by_role("button").first.click()
    visit.at("stop-next").click()
    expect(visit.at("state")).to_contain_text("I==3")
    visit.at("stop-conditions").locator("input").fill("RND(3)")
    visit.page.keyboard.press("Enter")
    expect(visit.at("notice")).to_contain_text("calls a function")
    visit.open(listing=packed(LISTING), seed=1, moment=4)
    visit.stands(4)
    visit.at("stop-changes").locator("input").fill("I*2")
    visit.at("stop-curve").click()
    expect(visit.at("curve-name")).to_have_text("I*2: 0 – 6")
    visit.stands(4)
    expect(visit.at("curve")).to_be_visible()
    visit.at("curve-close").click()
    expect(visit.at("curve")).to_be_hidden()


def test_a_line_of_the_port_stops_the_run(visit):
    visit.open(program="kruskal", seed=1, moment=100)
    visit.stands(100)
    expect(visit.at("verdict")).to_have_text(re.compile(r"\d"))
    port = visit.at("port").locator(".cm-content")
    port.get_by_text("machine.vsync()").click()
    visit.page.keyboard.press("F9")
    visit.page.keyboard.press("F8")
    expect(visit.at("state")).to_contain_text("the port's line")
    expect(visit.at("listing").locator(".running-line")).to_have_text(re.compile(r"VSYNC"))
