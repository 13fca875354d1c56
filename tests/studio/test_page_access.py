"""axe finds nothing on any of the page's states."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from tests.amounts import TIER
from tests.studio.browsing import expect, resize
from tests.studio.page_packages import packages
from tests.studio.visiting import SMALL, TINY, Visit, packed

OWN_RUN = "steps: 12, in a run of their own: seed 7, width 21, height 13"
FOUND = """async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
        nodes.map((each) => `${id}: ${each.html.slice(0, 160)} ${each.any[0]?.message ?? ""}`));
}"""
ASKING = 'INPUT "YOUR NAME";N$\n'
WRONG = "A=1\nLOCATE 99,1\n"
TUNE = 'BGMPLAY "CE:1G":WAIT 45:BEEP 9:WAIT 9999\n'
TWO_SCREENS = "XSCREEN 2\nDISPLAY 1:GCLS RGB(0,0,255):DISPLAY 0\n@L\nB=BUTTON():VSYNC 1:GOTO @L\n"
SPRITES = "SPSET 3,500:SPOFS 3,120,40:SPSET 4,501:SPCOL 4:BGPUT 0,5,5,40\n"
LATE_SPRITE = "GPSET 1,1\nSPSET 3,500\n"
DIFFERENT = "def main(machine):\n    machine.screen.clear()\n"

WIDE, PHONE = (1400, 900), (390, 844)
LOOKS = [("light", WIDE), ("dark", PHONE), ("dark", WIDE), ("light", PHONE)]
"""In CI each state has the next of these looks, in the exhaustive tier all."""


@pytest.fixture(scope="module")
def axe() -> str:
    return (packages() / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def of_a_maze(visit: Visit) -> Iterator[str]:
    page = visit.open(**TINY, moment=40)
    expect(visit.at("state")).to_have_text(re.compile("."))
    yield "just opened"
    visit.stands(40)
    expect(visit.at("verdict")).to_have_attribute("data-state", "equal")
    yield "paused"
    visit.at("tab-events").click()
    expect(page.locator(".event[aria-selected=true]")).to_be_visible()
    yield "events"
    visit.at("tab-stops").click()
    visit.at("stop-changes").locator("input").fill("A")
    page.keyboard.press("Enter")
    expect(visit.at("stops-list").locator("li")).to_have_count(1)
    yield "a stop"
    visit.at("stop-changes").locator("input").fill("LEN(XSTK)")
    visit.at("stop-curve").click()
    expect(visit.at("curve-name")).to_have_text(re.compile(r"^LEN\(XSTK\): "))
    expect(visit.at("curve")).to_be_visible()
    yield "a curve"
    visit.at("tab-variables").click()
    page.get_by_role("button", name="X", exact=True).click()
    expect(visit.at("asked-body")).to_contain_text("Stored last by statement")
    expect(page.locator(".asked-line").first).to_be_visible()
    yield "a value's origin"
    visit.at("upper").click(position={"x": 100, "y": 50})
    expect(visit.at("asked-words")).to_have_text(re.compile("^Pixel"))
    expect(visit.at("asked-body")).to_contain_text("event")
    yield "a pixel's card"
    for key in ("ArrowRight", "ArrowDown", "Shift+ArrowRight", "Shift+ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(visit.at("asked-words")).to_have_text(re.compile("^Rectangle"))
    expect(visit.at("asked-body").get_by_role("button").first).to_be_visible()
    yield "a rectangle's card"
    page.keyboard.press("Escape")
    visit.at("asked-close").click()
    visit.share()
    visit.at("copy-link").click()
    expect(visit.at("link")).to_be_visible()
    yield "the menu of links"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(visit.at("language")).to_be_visible()
    yield "the keys"
    page.keyboard.press("Escape")
    expect(visit.at("language")).to_be_hidden()


def of_a_maze_and_others(visit: Visit) -> Iterator[str]:
    visit.open(**SMALL)
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    expect(visit.at("where")).to_have_text(re.compile(r"^[1-9]\d* "))
    yield "running"
    visit.at("play").click()
    visit.share()
    visit.at("two").click()
    visit.share()
    visit.at("second").get_by_role("button", name="first difference").click()
    expect(visit.at("second").locator("small")).to_have_text(re.compile("RND"))
    expect(visit.at("state")).to_have_text(re.compile("^paused"))
    yield "two runs that part"

    visit.at("tab-lesson").click()
    expect(visit.at("lesson-step")).to_have_text(OWN_RUN)
    visit.at("lesson-next").click()
    expect(visit.at("lesson-lines")).to_contain_text("listing, line 12")
    yield "a lesson"
    for _ in range(9):
        visit.at("lesson-next").click()
    visit.at("lesson-judge").click()
    visit.at("lesson-ask").click()
    expect(visit.at("lesson-wanted")).to_be_visible()
    yield "an exercise that was judged"
    visit.type_at_start("listing", "X=*\n")
    expect(visit.at("listing").locator(".problem")).not_to_have_count(0)
    visit.at("program").select_option("sticks")
    expect(visit.at("aside")).to_be_visible()
    # until it is open, the run before it is dimmed
    expect(visit.at("listing-note")).to_have_text(re.compile("^a pillar"))
    expect(visit.page.locator("body.mistaken")).to_have_count(0)
    yield "a text put aside"


def of_variables(visit: Visit) -> Iterator[str]:
    visit.open_at(403, program="kruskal", seed=1)
    visit.at("tab-variables").click()
    expect(visit.at("variables")).to_contain_text("in the port alone")
    yield "variables"
    visit.at("tab-arrays").click()
    expect(visit.at("pane-arrays")).to_contain_text("U[168]")
    yield "arrays"
    visit.at("tab-calls").click()
    # the keys go to the calls, once these are there
    expect(visit.at("calls-told")).to_contain_text("deepest")
    visit.at("call-tree").focus()
    visit.page.keyboard.press("End")
    expect(visit.at("call-told")).to_have_text("main program · depth 0 · runs now · calls in it: 61")
    yield "calls"


def of_short_listings(visit: Visit) -> Iterator[str]:
    page = visit.open(listing=packed(ASKING), seed=1)
    expect(visit.at("guide")).to_have_text("YOUR NAME?")
    yield "a question"
    visit.open(listing=packed(WRONG), seed=1)
    expect(visit.at("state")).to_have_text(re.compile("^ended.*Out of range"))
    expect(visit.at("variables")).to_contain_text("A")
    yield "an error"
    visit.open_at(3, listing=packed(TUNE), seed=1)
    visit.at("tab-notes").click()
    expect(visit.at("notes-lines").get_by_role("button")).to_have_count(1)
    visit.at("roll").focus()
    page.keyboard.press("End")
    expect(visit.at("note-told")).to_contain_text("BEEP 9")
    yield "notes"
    visit.open_at(1, listing=packed(LATE_SPRITE), seed=1)
    visit.at("tab-moving").click()
    expect(visit.at("moving-told")).to_contain_text("No sprite is set")
    yield "without sprites"
    visit.open_at(5, listing=packed(SPRITES), seed=1)
    visit.at("tab-moving").click()
    expect(visit.at("moving-told")).to_have_text("sprites: 2 · layers: 1")
    visit.at("moving").focus()
    page.keyboard.press("End")
    expect(page.locator(".outline").first).to_be_visible()
    yield "sprites"
    visit.open(**SMALL, port=packed(DIFFERENT))
    expect(visit.at("changes")).to_be_visible()
    expect(visit.at("trust-it")).to_be_enabled()
    yield "a port from elsewhere"
    visit.at("trust-it").click()
    expect(visit.at("verdict")).to_have_attribute("data-state", "different")
    visit.at("verdict").click()
    expect(visit.at("difference")).to_be_visible()
    visit.at("to-difference").click()
    visit.at("tab-events").click()
    visit.at("tab-proof").click()
    yield "a difference"
    visit.open(listing=packed(TWO_SCREENS), seed=1)
    visit.fast()
    expect(visit.at("lower")).to_be_visible()
    visit.share()
    visit.at("two").click()
    expect(visit.at("second").locator("small")).to_have_text(re.compile("."))
    visit.at("fingers").click()
    expect(visit.at("pad")).to_be_visible()
    yield "two programs and buttons"


STATES: list[Callable[[Visit], Iterator[str]]] = [
    of_a_maze,
    of_a_maze_and_others,
    of_variables,
    of_short_listings,
]


@pytest.mark.parametrize("states", STATES, ids=lambda each: each.__name__)
def test_axe_finds_nothing(visit, axe, states):
    found = []
    for number, state in enumerate(states(visit)):
        if number == 0:
            visit.page.evaluate(axe)
        for scheme, (width, height) in LOOKS if TIER == "exhaustive" else [LOOKS[number % 4]]:
            visit.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            resize(visit.page, width, height)
            # values of another moment are dimmed until those of the place arrive
            expect(visit.page.locator("body.unsettled")).to_have_count(0)
            found += [f"{state}, {scheme} {width}: {each}" for each in visit.page.evaluate(FOUND)]
        resize(visit.page, WIDE[0], WIDE[1])
    assert not found, "\n".join(found)
