"""The keyboard's focus outlives a run: what is shown under the machine changes in place."""

from __future__ import annotations

import re

import pytest

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
    "an array among the variables": ("variables", '#variables button:text-is("A[5, 5]")'),
    "a variable": ("variables", '#variables button:text-is("X")'),
    "a pending call": ("variables", "#calls button >> nth=0"),
    "an array's box": ("arrays", "#pane-arrays input >> nth=0"),
    "how an array is shown": ("arrays", "#pane-arrays select >> nth=0"),
    "the events": ("events", "#events"),
    "the sprites": ("moving", "#moving"),
    "a stop": ("stops", "#stops-list button >> nth=0"),
    "the line of time": ("variables", "#timeline"),
}
MARKED = "document.activeElement?.dataset.focused ?? document.activeElement?.outerHTML.slice(0, 99)"


def busy(visit: Visit) -> None:
    visit.open(listing=packed(BUSY), seed=1)
    expect(visit.at("where")).to_have_text(re.compile(r"^[1-9]\d* of "))
    visit.at("tab-stops").click()
    visit.at("stop-conditions").locator("input").fill("X<0")
    visit.page.keyboard.press("Enter")


@pytest.mark.parametrize("name", ELEMENTS)
def test_the_focus_stays_where_it_is_while_the_run_goes_on(visit, name):
    tab, selector = ELEMENTS[name]
    busy(visit)
    visit.at(f"tab-{tab}").click()
    element = visit.page.locator(selector)
    element.evaluate("each => { each.focus(); each.dataset.focused = 'yes'; }")
    before = visit.at("where").inner_text()
    for _ in range(3):
        expect(visit.at("where")).not_to_have_text(before)
        before = visit.at("where").inner_text()
        assert visit.page.evaluate(MARKED) == "yes"


def test_tabs_answer_all_keys_of_tabs(visit):
    visit.open()
    visit.at("tab-variables").focus()
    keys = ("End", "ArrowRight", "ArrowLeft", "Home", "ArrowRight")
    for key, name in zip(keys, ("proof", "lesson", "proof", "lesson", "variables"), strict=True):
        visit.page.keyboard.press(key)
        expect(visit.at(f"tab-{name}")).to_be_focused()
        expect(visit.at(f"pane-{name}")).to_be_visible()


def test_what_takes_the_focus_away_gives_it_to_a_neighbor(visit):
    busy(visit)
    visit.at("stop-changes").locator("input").fill("X$")
    visit.page.keyboard.press("Enter")
    stops = visit.at("stops-list").get_by_role("button")
    expect(stops).to_have_count(2)
    stops.first.focus()
    visit.page.keyboard.press("Enter")
    expect(stops).to_have_count(1)
    expect(stops).to_be_focused()
    visit.page.keyboard.press("Enter")
    expect(stops).to_have_count(0)
    expect(visit.at("pane-stops")).to_be_focused()


def test_the_list_of_events_answers_all_keys_of_a_list(visit):
    visit.open(program="kruskal", seed=1, moment=403)
    visit.stands(403)
    visit.at("tab-events").click()
    events = visit.at("events")
    events.focus()
    for key, moment in (("Home", 1), ("ArrowDown", 2), ("ArrowUp", 1)):
        visit.page.keyboard.press(key)
        visit.stands(moment)
        expect(events).to_have_attribute("aria-activedescendant", f"event-{moment - 1}")
        expect(visit.at(f"event-{moment - 1}")).to_have_attribute("aria-selected", "true")
    visit.page.keyboard.press("PageDown")
    expect(visit.at("where")).not_to_have_text(re.compile("^1 of "))
    visit.page.keyboard.press("PageUp")
    visit.stands(1)
    visit.page.keyboard.press("End")
    expect(visit.at("where")).to_have_text(re.compile(r"^\d{3,} of "))
    expect(visit.page.locator(".event[aria-selected=true]")).to_have_count(1)
    expect(events).to_be_focused()
