"""Tasks of a reader, by keyboard alone and by touch alone on a phone; the focus outlives a run."""

from __future__ import annotations

import re
from typing import Any

from tests.studio.browsing import expect
from tests.studio.visiting import SMALL, Visit, box_of, packed

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


# ---- the focus: what is shown under the machine changes in place


BUSY = """DIM A[5,5],B[9]
SPSET 1,0
@L
X=X+1:SPOFS 1,X MOD 300,9:A[X MOD 5,2]=X:B[X MOD 9]=X
F 3
GOTO @L
DEF F N
DIM C[3]
IF X MOD 2 THEN F2
GPSET X MOD 400,N
END
DEF F2
GPSET X MOD 400,9
END
"""
ELEMENTS = {
    "an array among the variables": ("variables", '#variables button:text-is("A")'),
    "the length of one": ("variables", '#variables button:text-is("[9]")'),
    "a variable": ("variables", '#variables button:text-is("X")'),
    "a pending call": ("variables", "#calls button >> nth=0"),
    "an array's box": ("arrays", "#arrays input >> nth=0"),
    "how an array is drawn": ("arrays", "#pane-arrays select >> nth=0"),
    "the events": ("events", "#events"),
    "the sprites": ("moving", "#moving"),
    "a stop": ("stops", "#stops-list button >> nth=0"),
    "the line of time": ("variables", "#timeline"),
}


def test_the_focus_stays_where_it_is_while_the_run_goes_on(visit: Visit) -> None:
    """What takes it away gives it to a neighbor."""
    page = visit.open(listing=packed(BUSY), seed=1)
    where = visit.at("where")
    expect(where).to_have_text(re.compile(r"^[1-9]\d* "))
    visit.at("tab-stops").click()
    visit.at("stop-conditions").locator("input").fill("X<0")
    page.keyboard.press("Enter")
    expect(visit.at("stops-list").locator("li")).to_have_count(1)
    lost = []
    for name, (tab, selector) in ELEMENTS.items():
        visit.at(f"tab-{tab}").click()
        expect(page.locator(selector)).to_be_visible()
        page.locator(selector).evaluate(FOCUSED)
        where.evaluate(COUNTING)
        page.wait_for_function("() => window.changes >= 3")
        if page.evaluate("document.activeElement?.dataset.focused") != "yes":
            lost.append(name)
        page.evaluate(UNMARKED)
    assert lost == []
    visit.at("tab-stops").click()
    visit.at("stop-changes").locator("input").fill("X$")
    page.keyboard.press("Enter")
    stops = visit.at("stops-list").get_by_role("button")
    expect(stops).to_have_count(2)
    stops.first.focus()
    page.keyboard.press("Enter")
    expect(stops).to_have_count(1)
    expect(stops).to_be_focused()
    page.keyboard.press("Enter")
    expect(stops).to_have_count(0)
    expect(visit.at("pane-stops")).to_be_focused()


FOCUSED = "each => { each.focus(); each.dataset.focused = 'yes'; }"
COUNTING = """each => {
    window.changes = 0;
    new MutationObserver((_, observer) => {
        if (++window.changes === 3) observer.disconnect();
    }).observe(each, { childList: true, characterData: true, subtree: true });
}"""
UNMARKED = "document.querySelectorAll('[data-focused]').forEach((each) => delete each.dataset.focused)"


def test_tabs_and_the_list_of_events_answer_all_keys(visit: Visit) -> None:
    page = visit.open_at(403, program="kruskal", seed=1)
    visit.at("tab-variables").focus()
    keys = ("End", "ArrowRight", "ArrowLeft", "Home", "ArrowRight")
    for key, name in zip(keys, ("proof", "lesson", "proof", "lesson", "variables"), strict=True):
        page.keyboard.press(key)
        expect(visit.at(f"tab-{name}")).to_be_focused()
        expect(visit.at(f"pane-{name}")).to_be_visible()
    visit.at("tab-events").click()
    events = visit.at("events")
    events.focus()
    for key, moment in (("Home", 1), ("ArrowDown", 2), ("ArrowUp", 1)):
        page.keyboard.press(key)
        visit.stands(moment)
        expect(events).to_have_attribute("aria-activedescendant", f"event-{moment - 1}")
        expect(visit.at(f"event-{moment - 1}")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("PageDown")
    expect(visit.at("where")).not_to_have_text(re.compile("^1 of "))
    page.keyboard.press("PageUp")
    visit.stands(1)
    page.keyboard.press("End")
    expect(visit.at("where")).to_have_text(re.compile(r"^\d{3,} "))
    expect(page.locator(".event[aria-selected=true]")).to_have_count(1)
    expect(events).to_be_focused()
