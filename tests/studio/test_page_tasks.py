"""Three tasks of a reader, by keyboard alone and by touch alone on a phone."""

from __future__ import annotations

import re
from typing import Any

from tests.studio.browsing import expect
from tests.studio.visiting import SMALL, Visit, box_of

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LONGEST = re.compile(r"^LEN\(XSTK\): \d+ – (\d+) \(1,500 events so far\)$")
PARTED = re.compile(r"^line 25: RND\(\d\) = \d · line 25: RND\(\d\) = \d$")


def tab_to(visit: Visit, wanted: str) -> None:
    """Goes by Tab to an element; an editor is left by Escape before."""
    page = visit.page
    for _ in range(60):
        if page.evaluate("document.activeElement.matches('.cm-content')"):
            page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"no way to {wanted} by Tab")


def tap_on_time(visit: Visit, part: float) -> None:
    box = box_of(visit.at("timeline").locator("canvas:last-child"))
    visit.page.touchscreen.tap(box["x"] + 1 + part * (box["width"] - 2), box["y"] + 10)


def longest_told(visit: Visit) -> int:
    expect(visit.at("curve-name")).to_have_text(LONGEST)
    found = LONGEST.search(visit.at("curve-name").inner_text())
    assert found
    return int(found[1])


def stands_where_it_is_longest(visit: Visit, longest: int) -> None:
    expect(visit.at("state")).to_have_text(re.compile("^paused"))
    tab = visit.at("tab-variables")
    tab.click()
    expect(visit.at("variables")).to_contain_text(f"XSTK[{longest}]")


def draws_the_last_line(visit: Visit) -> None:
    expect(visit.at("state")).to_have_text(re.compile(r"^paused · line 17 "))
    expect(visit.at("listing").locator(".running-line")).to_contain_text("GLINE")


def test_by_keyboard(visit):
    page = visit.open_at(1500, **SMALL)
    # the first moment at which a stack is longest
    tab_to(visit, "#tabs button")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    tab_to(visit, "#stop-changes input")
    page.keyboard.type("LEN(XSTK)")
    tab_to(visit, "#stop-curve")
    page.keyboard.press("Enter")
    longest = longest_told(visit)
    tab_to(visit, "#curve-name button:last-child")
    page.keyboard.press("Enter")
    stands_where_it_is_longest(visit, longest)
    # why two runs differ
    tab_to(visit, "#share summary")
    page.keyboard.press("Enter")
    tab_to(visit, "#two")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    second = visit.at("second")
    expect(second.locator("small")).to_have_text(re.compile("^(paused|ended)"))
    tab_to(visit, "#second button")
    page.keyboard.press("Enter")
    expect(second.locator("small")).to_have_text(PARTED)
    # the line that closes the maze's last room
    expect(visit.at("where")).to_have_text(re.compile("of 1,954 events$"))
    tab_to(visit, "#timeline")
    page.keyboard.press("End")
    expect(visit.at("where")).to_have_text("1,954 of 1,954 events")
    draws_the_last_line(visit)


def test_by_touch_on_a_phone(browser, server):
    visit = Visit(browser, server, **PHONE)
    page = visit.open_at(1500, **SMALL)
    # the first moment at which a stack is longest
    visit.at("tab-variables").tap()
    visit.at("variables").locator("tr", has_text="XSTK").get_by_role("button").last.tap()
    longest = longest_told(visit)
    expect(visit.at("curve-of")).to_be_in_viewport(ratio=0.9)
    visit.at("curve-name").locator("button").last.tap()
    stands_where_it_is_longest(visit, longest)
    # what is asked far below the machine is answered in sight
    page.get_by_role("button", name="Y", exact=True).tap()
    expect(visit.at("asked-body")).to_contain_text("Stored last by statement")
    expect(visit.at("asked")).to_be_in_viewport(ratio=0.9)
    # the line that closes the maze's last room
    expect(visit.at("where")).to_have_text(re.compile("of 1,954 events$"))
    tap_on_time(visit, 1)
    expect(visit.at("where")).to_have_text("1,954 of 1,954 events")
    draws_the_last_line(visit)
    # why two runs differ
    page.locator("#share summary").tap()
    visit.at("two").tap()
    page.locator("#share summary").tap()
    second = visit.at("second")
    expect(second.locator("small")).to_have_text(re.compile("^(paused|ended)"))
    second.get_by_role("button", name="first difference").tap()
    expect(second.locator("small")).to_have_text(PARTED)
    visit.close()
