"""The keyboard's focus outlives a run: what is shown under the machine changes in place."""

from __future__ import annotations

import re

from tests.studio.browsing import expect
from tests.studio.visiting import Visit, packed

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
