"""axe finds nothing on any of the page's states."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.studio.browsing import expect
from tests.studio.page_packages import installed
from tests.studio.visiting import SMALL, Visit, packed

FOUND = """async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
        nodes.map((each) => `${id}: ${each.html.slice(0, 160)} ${each.any[0]?.message ?? ""}`));
}"""
ASKING = 'INPUT "YOUR NAME";N$\n'
WRONG = "A=1\nLOCATE 99,1\n"
TWO_SCREENS = "XSCREEN 2\nDISPLAY 1:GCLS RGB(0,0,255):DISPLAY 0\n@L\nVSYNC 1:GOTO @L\n"
SPRITES = "SPSET 3,500:SPOFS 3,120,40:SPSET 4,501:SPCOL 4:BGPUT 0,5,5,40\n"
DIFFERENT = "def main(machine):\n    machine.screen.clear()\n"


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = installed(tmp_path_factory.mktemp("page"))
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def paused(visit: Visit) -> None:
    visit.open(**SMALL, moment=40)
    visit.stands(40)
    expect(visit.at("verdict")).to_have_attribute("data-state", "equal")


def just_opened(visit: Visit) -> None:
    visit.open()
    expect(visit.at("state")).to_have_text(re.compile("."))


def running(visit: Visit) -> None:
    visit.open()
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    expect(visit.at("where")).to_have_text(re.compile(r"^[1-9]\d\d of "))


def asking(visit: Visit) -> None:
    visit.open(listing=packed(ASKING), seed=1)
    expect(visit.at("guide")).to_have_text("YOUR NAME?")


def ended_with_an_error(visit: Visit) -> None:
    visit.open(listing=packed(WRONG), seed=1)
    expect(visit.at("state")).to_have_text(re.compile("^ended.*Out of range"))
    visit.at("tab-variables").click()
    expect(visit.at("variables")).to_contain_text("A")


def with_variables(visit: Visit) -> None:
    visit.open(program="kruskal", seed=1, moment=403)
    visit.stands(403)
    visit.at("tab-variables").click()
    expect(visit.at("variables")).to_contain_text("in the port alone")


def with_arrays(visit: Visit) -> None:
    with_variables(visit)
    visit.at("tab-arrays").click()
    expect(visit.at("pane-arrays")).to_contain_text("U[168]")


def with_calls(visit: Visit) -> None:
    with_variables(visit)
    visit.at("tab-calls").click()
    # the keys go to the calls, once these are there
    expect(visit.at("calls-told")).to_contain_text("deepest")
    visit.at("call-tree").focus()
    visit.page.keyboard.press("End")
    expect(visit.at("call-told")).to_have_text("main program · depth 0 · runs now · calls in it: 61")


def with_notes(visit: Visit) -> None:
    visit.open(listing=packed('BGMPLAY "CE:1G":WAIT 45:BEEP 9:WAIT 9999\n'), seed=1, moment=3)
    visit.stands(3)
    visit.at("tab-notes").click()
    expect(visit.at("notes-lines").get_by_role("button")).to_have_count(1)
    visit.at("roll").focus()
    visit.page.keyboard.press("End")
    expect(visit.at("note-told")).to_contain_text("BEEP 9")


def with_sprites(visit: Visit) -> None:
    visit.open(listing=packed(SPRITES), seed=1, moment=5)
    visit.stands(5)
    visit.at("tab-moving").click()
    expect(visit.at("moving-told")).to_have_text("sprites: 2 · layers: 1")
    visit.at("moving").focus()
    visit.page.keyboard.press("End")
    expect(visit.page.locator(".outline").first).to_be_visible()


def without_sprites(visit: Visit) -> None:
    paused(visit)
    visit.at("tab-moving").click()
    expect(visit.at("moving-told")).to_contain_text("No sprite is set")


def with_events(visit: Visit) -> None:
    paused(visit)
    visit.at("tab-events").click()
    expect(visit.page.locator(".event[aria-selected=true]")).to_be_visible()


def with_stops(visit: Visit) -> None:
    paused(visit)
    visit.at("tab-stops").click()
    visit.at("stop-changes").locator("input").fill("A")
    visit.page.keyboard.press("Enter")
    expect(visit.at("stops-list").locator("li")).to_have_count(1)


def with_a_curve(visit: Visit) -> None:
    paused(visit)
    visit.at("tab-stops").click()
    visit.at("stop-changes").locator("input").fill("LEN(XSTK)")
    visit.at("stop-curve").click()
    expect(visit.at("curve-name")).to_have_text(re.compile(r"^LEN\(XSTK\): "))
    expect(visit.at("curve")).to_be_visible()


def with_a_value_s_origin(visit: Visit) -> None:
    paused(visit)
    visit.page.get_by_role("button", name="X", exact=True).click()
    expect(visit.at("asked-body")).to_contain_text("Stored last by statement")
    expect(visit.page.locator(".asked-line").first).to_be_visible()


def with_two_runs_that_part(visit: Visit) -> None:
    paused(visit)
    visit.page.locator("#share summary").click()
    visit.at("two").click()
    visit.page.locator("#share summary").click()
    visit.at("second").get_by_role("button", name="first difference").click()
    expect(visit.at("second").locator("small")).to_have_text(re.compile("RND"))
    expect(visit.at("state")).to_have_text(re.compile("^paused"))


def with_a_difference(visit: Visit) -> None:
    foreign(visit)
    visit.at("trust-it").click()
    expect(visit.at("verdict")).to_have_attribute("data-state", "different")
    visit.at("verdict").click()
    expect(visit.at("difference")).to_be_visible()
    visit.at("to-difference").click()
    visit.at("tab-events").click()
    visit.at("tab-proof").click()


def with_a_pixel_s_card(visit: Visit) -> None:
    paused(visit)
    visit.at("upper").click(position={"x": 100, "y": 50})
    expect(visit.at("asked-body")).to_contain_text("event")


def with_a_rectangle_s_card(visit: Visit) -> None:
    paused(visit)
    visit.at("ask").click()
    for key in ("ArrowRight", "ArrowDown", "Shift+ArrowRight", "Shift+ArrowDown", "Enter"):
        visit.page.keyboard.press(key)
    expect(visit.at("asked-body").get_by_role("button").first).to_be_visible()


def with_the_share_menu(visit: Visit) -> None:
    paused(visit)
    visit.page.locator("#share summary").click()
    visit.at("copy-link").click()
    expect(visit.at("link")).to_be_visible()


def with_the_keys(visit: Visit) -> None:
    paused(visit)
    visit.page.keyboard.press("?")
    expect(visit.at("language")).to_be_visible()


def with_two_programs_and_buttons(visit: Visit) -> None:
    visit.open(listing=packed(TWO_SCREENS), seed=1)
    visit.fast()
    expect(visit.at("lower")).to_be_visible()
    visit.page.locator("#share summary").click()
    visit.at("two").click()
    expect(visit.at("second").locator("small")).to_have_text(re.compile("."))
    visit.at("fingers").click()
    expect(visit.at("pad")).to_be_visible()


def foreign(visit: Visit) -> None:
    visit.open(**SMALL, port=packed(DIFFERENT))
    expect(visit.at("trust-it")).to_be_enabled()
    expect(visit.at("changes")).to_be_visible()


def with_a_lesson(visit: Visit) -> None:
    paused(visit)
    visit.at("tab-lesson").click()
    expect(visit.at("lesson-step")).to_have_text("step 0 of 10")
    visit.at("lesson-next").click()
    expect(visit.at("lesson-lines")).to_contain_text("listing, line 12")


def with_a_verdict(visit: Visit) -> None:
    visit.open(program="backtracker", step=10)
    expect(visit.at("lesson-step")).to_have_text("step 10 of 10")
    visit.at("lesson-judge").click()
    visit.at("lesson-ask").click()
    expect(visit.at("lesson-wanted")).to_be_visible()


def put_aside(visit: Visit) -> None:
    paused(visit)
    visit.text("listing").click()
    visit.page.keyboard.press("Control+Home")
    visit.page.keyboard.type("X=*\n")
    expect(visit.at("listing").locator(".cm-lintRange-error")).not_to_have_count(0)
    visit.at("program").select_option("sticks")
    expect(visit.at("aside")).to_be_visible()


STATES: list[Callable[[Visit], None]] = [
    just_opened,
    paused,
    running,
    asking,
    ended_with_an_error,
    with_variables,
    with_arrays,
    with_calls,
    with_notes,
    with_sprites,
    without_sprites,
    with_a_lesson,
    with_a_verdict,
    with_events,
    with_stops,
    with_a_curve,
    with_a_value_s_origin,
    with_two_runs_that_part,
    with_a_difference,
    with_a_pixel_s_card,
    with_a_rectangle_s_card,
    with_the_share_menu,
    with_the_keys,
    with_two_programs_and_buttons,
    foreign,
    put_aside,
]
LOOKS = [(scheme, size) for size in ((1400, 900), (390, 844)) for scheme in ("light", "dark")]


@pytest.mark.parametrize("state", STATES, ids=lambda each: each.__name__)
def test_axe_finds_nothing(visit, axe, state):
    state(visit)
    visit.page.evaluate(axe)
    found = []
    for scheme, (width, height) in LOOKS:
        visit.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        visit.page.set_viewport_size({"width": width, "height": height})
        found += [f"{scheme} {width}: {each}" for each in visit.page.evaluate(FOUND)]
    assert not found, "\n".join(found)
