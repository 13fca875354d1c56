"""The line of time, in a real browser: its lanes, its scale, and a picture under the pointer."""

from __future__ import annotations

import re

import pytest

from retromaze.studio import run_recording
from tests.studio.browsing import await_painting, comes_to, expect, shows
from tests.studio.visiting import SMALL, box_of, packed, picture_at

EVERYTHING = """\
GLINE 0,0,9,9
PRINT RND(9)
BEEP
WAIT 9
REPEAT:VSYNC:UNTIL BUTTON(0)
GPSET 5,5
"""
PRESSED = packed("retromaze log 1\n20 press A\n21 press NONE\n")
ENDLESS = "@L\nGPSET RND(400),RND(240)\nGOTO @L\n"


def at_part(visit, part):
    """A place of the line, counted from its left end to its right one."""
    box = box_of(visit.page.locator("#timeline canvas:last-child"))
    return box["x"] + 7 + (box["width"] - 14) * part, box["y"] + box["height"] / 2


def test_each_kind_of_event_has_a_lane_with_its_name_and_color(visit):
    visit.open(listing=packed(EVERYTHING), seed=1, log=PRESSED)
    visit.at("speed").fill("14")
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    names = visit.page.locator("#lanes span")
    expect(names).to_have_text(["draws", "prints", "notes", "random", "waits", "presses"])
    colors = names.evaluate_all("all => all.map(each => getComputedStyle(each).color)")
    assert len(set(colors)) == 6
    line = visit.page.locator("#timeline canvas:last-child")
    comes_to(visit.page, lambda: line.evaluate(LANE_COLORS), colors)
    visit.switch_language()
    expect(names).to_have_text(["描画", "表示", "音", "乱数", "待ち", "操作"])


def test_a_picture_of_the_moment_or_the_event_under_the_pointer(visit):
    page = visit.open_at(1500, **SMALL)
    expect(visit.at("where")).to_have_text("1,500 of 1,954 events")
    # A lane that is empty is not there.
    expect(page.locator("#lanes span")).to_have_text(["draws", "random"])
    shows(page, picture_at(1500))
    page.mouse.move(*at_part(visit, 400 / 1954))
    expect(visit.at("glimpse-words")).to_have_text(re.compile(r"^(399|400|401) · line \d+$"))
    shown = int(visit.at("glimpse-words").inner_text().split(" ")[0])
    assert page.evaluate(PIXELS_APART) > FRAME
    shows(page, picture_at(1500))
    visit.stands(1500)
    page.mouse.move(*at_part(visit, 1700 / 1954))
    expect(visit.at("glimpse-words")).to_have_text(re.compile(r"^1,(699|700|701) · not run yet$"))
    expect(visit.at("glimpsed")).to_be_hidden()
    page.mouse.move(600, 300)
    expect(visit.at("glimpse")).to_be_hidden()
    page.mouse.click(*at_part(visit, 400 / 1954))
    visit.stands(shown)
    # But for a frame around what has changed it is the picture there.
    shows(page, picture_at(shown))
    comes_to(page, lambda: page.evaluate(PIXELS_APART) <= FRAME, True)
    visit.at("tab-events").click()
    row = page.locator(".event").filter(has_text="GLINE").first
    row.hover()
    expect(visit.at("glimpse")).to_be_visible()
    expect(visit.at("glimpse-words")).to_contain_text("line 17")
    visit.at("tab-events").hover()
    expect(visit.at("glimpse")).to_be_hidden()
    visit.open(listing=packed("GPSET 1,1\nXSCREEN 2\nDISPLAY 1:GPSET 1,1\nWAIT 1\n"), seed=1)
    visit.fast()
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    for line, height in ((3, "480"), (1, "240"), (3, "480")):
        page.locator(".event").filter(has_text="GPSET").nth(line // 2).hover()
        expect(visit.at("glimpse-words")).to_contain_text(f"line {line}")
        expect(visit.at("glimpsed")).to_have_attribute("height", height)
    box = visit.box("glimpsed")
    assert (box["width"], box["height"]) == (200, 240)


FRAME = 300
PIXELS_APART = """() => {
    const pixels = name => {
        const pen = document.getElementById(name).getContext("2d");
        return new Uint32Array(pen.getImageData(0, 0, 400, 240).data.buffer);
    };
    const upper = pixels("upper");
    return pixels("glimpsed").filter((pixel, index) => pixel !== upper[index]).length;
}"""


def test_an_endless_run_finds_twice_the_room_when_the_line_is_full(visit, monkeypatch):
    """What lies beyond a full recording is told."""
    page = visit.open(listing=packed(ENDLESS), seed=1)
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    scales = []
    for pace in ("9", "14"):
        visit.at("speed").fill(pace)
        if scales:
            page.keyboard.press("Space")
        # Further than the line went before: so many digits tell it.
        more = len(str(scales[-1])) + 1 if scales else 3
        expect(visit.at("timeline")).to_have_attribute("aria-valuenow", re.compile(rf"^\d{{{more},}}$"))
        page.keyboard.press("Space")
        expect(visit.at("state")).to_have_text(re.compile("^paused"))
        await_painting(page)
        known = number_in(visit, 1)
        page.mouse.click(*at_part(visit, 0.05))
        expect(visit.at("state")).to_have_text(re.compile("^paused"))
        expect(visit.at("where")).not_to_have_text(re.compile(rf"^{known:,} of"))
        scale = next(1000 << power for power in range(12) if 1000 << power >= known)
        comes_to(page, lambda: number_in(visit, 0), pytest.approx(scale / 20, abs=scale / 250))
        scales.append(scale)
        page.keyboard.press("End")
        visit.stands(known)
    assert scales[0] < scales[1]
    monkeypatch.setattr(run_recording, "MOST_EVENTS", 500)
    visit.open(listing=packed(ENDLESS), seed=1)
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    visit.at("speed").fill("11")
    expect(visit.at("where")).to_have_text(re.compile(r"^[\d,]+ · only the first 500 are kept$"))
    page.keyboard.press("Space")
    expect(visit.at("state")).to_have_text(re.compile("^paused"))
    assert int(visit.at("where").inner_text().split(" ")[0].replace(",", "")) > 500
    page.mouse.click(*at_part(visit, 1))
    visit.stands(500)


def number_in(visit, index):
    return int(visit.at("where").inner_text().removesuffix(" events").split(" of ")[index].replace(",", ""))


LANE_COLORS = """canvas => {
    const pen = canvas.getContext("2d");
    const count = 6, high = (canvas.clientHeight - 11) / count, found = [];
    for (let lane = 0; lane < count; lane++) {
        const { data } = pen.getImageData(0, Math.round((lane + 0.5) * high), canvas.width, 1);
        for (let x = 12; x < canvas.width; x++) {
            if (data[4 * x + 3] < 255) continue;
            found.push(`rgb(${data[4 * x]}, ${data[4 * x + 1]}, ${data[4 * x + 2]})`);
            break;
        }
    }
    return found;
}"""


# ---- stops: dots before lines of both texts, expressions, there and back


STOPPED_LISTING = "A=1\nFOR I=0 TO 3\nGPSET I,0\nA=A+I\nNEXT\nEND\n"


def opened(visit):
    visit.open_at(2, listing=packed(STOPPED_LISTING), seed=1)
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
    visit.open_at(4, listing=packed(STOPPED_LISTING), seed=1)
    changes.fill("I*2")
    panel.get_by_role("button", name="curve").press("Enter")
    expect(visit.at("curve-name")).to_have_text("I*2: 0 – 6 (4 events so far)")
    visit.stands(4)
    expect(visit.at("curve")).to_be_visible()
    visit.at("curve-close").click()
    expect(visit.at("curve")).to_be_hidden()
