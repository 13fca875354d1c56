"""Three tasks of a reader, by keyboard alone, by touch alone on a phone, and by names and roles alone."""

from __future__ import annotations

import re

from tests.studio.browsing import expect
from tests.studio.visiting import SMALL, Visit

LINE_OF_LAST_ROOM = "line 17"


def test_the_line_that_closes_the_mazes_last_room_by_keyboard(visit):
    page = visit.open(**SMALL, moment=40)
    visit.stands(40)
    expect(visit.at("where")).to_have_text("40 of 1,954")
    visit.at("timeline").focus()
    page.keyboard.press("End")
    expect(visit.at("where")).to_have_text("1,954 of 1,954")
    # back over what waits for a button, to the last line drawn
    while "GLINE" not in visit.at("listing").locator(".running-line").inner_text():
        page.keyboard.press(",")
        expect(visit.at("state")).to_have_text(re.compile("^paused"))
    expect(visit.at("state")).to_contain_text(LINE_OF_LAST_ROOM)


def test_the_first_moment_at_which_a_stack_is_longest_by_names_and_roles(visit):
    page = visit.open(**SMALL, moment=1500)
    visit.stands(1500)
    page.get_by_role("tab", name="Stops").press("Enter")
    panel = page.get_by_role("tabpanel", name="Stops")
    panel.get_by_role("textbox", name="when it changes").fill("LEN(XSTK)")
    panel.get_by_role("button", name="curve").press("Enter")
    expect(visit.at("curve-name")).to_have_text(re.compile(r"^LEN\(XSTK\): \d+ – \d+$"))
    longest = int(visit.at("curve-name").inner_text().rpartition(" ")[2])
    panel.get_by_role("textbox", name="when it holds").fill(f"LEN(XSTK)=={longest}")
    panel.get_by_role("textbox", name="when it holds").press("Enter")
    page.get_by_role("slider", name="timeline").press("Home")
    visit.stands(0)
    panel.get_by_role("button", name="to the next stop").press("Enter")
    expect(visit.at("state")).to_contain_text(f"LEN(XSTK)=={longest}")
    expect(visit.at("where")).not_to_have_text(re.compile("^0 of"))


def test_why_two_runs_differ_by_touch_on_a_phone(browser, server):
    visit = Visit(browser, server, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = visit.open(**SMALL, moment=40)
    visit.stands(40)
    page.locator("#share summary").tap()
    visit.at("two").tap()
    page.locator("#share summary").tap()
    second = visit.at("second")
    expect(second.locator("small")).to_have_text(re.compile("^(paused|ended)"))
    second.get_by_role("button", name="first difference").tap()
    expect(second.locator("small")).to_have_text(
        re.compile(r"^line 25: RND\(\d\) = \d · line 25: RND\(\d\) = \d$")
    )
    visit.close()
