"""The dividers between the page's panes, in a real browser: dragged, moved by keys, remembered."""

from __future__ import annotations

import json
import re

import pytest

from tests.studio.browsing import comes_to, expect, resize
from tests.studio.visiting import SMALL, TINY, Visit, packed

WIDE = {"width": 1400, "height": 900}
LONG = "  A=1\n" + "A=1:B=2:C=3:D=4:E=5:" * 30 + "\n@L:GOTO @L\n"


def value_of(visit, name):
    return int(visit.at(name).get_attribute("aria-valuenow") or "-1")


def is_wide(visit, name, width):
    comes_to(visit.page, lambda: visit.box(name)["width"], pytest.approx(width, abs=1))


def is_high(visit, name, height, by=1):
    comes_to(visit.page, lambda: visit.box(name)["height"], pytest.approx(height, abs=by))


@pytest.fixture
def wide(browser, server):
    visit = Visit(browser, server, viewport=WIDE)
    visit.open(**TINY, moment=40)
    visit.stands(40)
    yield visit
    visit.close()


def drag(visit, name, right, down):
    x, y = visit.middle(name)
    mouse = visit.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + right / 2, y + down / 2)
    mouse.move(x + right, y + down)
    mouse.up()


def test_dividers_are_dragged_and_what_is_dragged_is_remembered_and_put_back(wide):
    """The picture takes the room."""
    listing, port = wide.box("pane-listing")["width"], wide.box("pane-port")["width"]
    is_wide(wide, "upper", 600)
    drag(wide, "divide-left", -150, 0)
    is_wide(wide, "pane-listing", listing - 150)
    is_wide(wide, "pane-port", port)
    drag(wide, "divide-right", 60, 0)
    is_wide(wide, "pane-port", port - 60)
    is_wide(wide, "upper", 800)
    height = wide.box("pane-machine")["height"]
    drag(wide, "divide-down", 0, -200)
    is_high(wide, "pane-machine", height - 200)
    is_wide(wide, "upper", 400)
    assert wide.box("pane-variables")["height"] > 400
    dragged = wide.box("pane-listing")["width"]
    wide.page.reload()
    wide.stands(40)
    is_wide(wide, "pane-listing", dragged)
    drag(wide, "divide-right", -60, 0)
    is_wide(wide, "pane-port", port)
    x, y = wide.middle("divide-left")
    wide.page.mouse.dblclick(x, y)
    is_wide(wide, "pane-listing", port)
    wide.page.reload()
    wide.stands(40)
    is_wide(wide, "pane-listing", port)
    # What the browser kept may be anything.
    too_wide = json.dumps({"listing": 0.99, "port": 0.99, "machine": 0.99})
    for kept in ("{", "[1]", '{"listing": "wide"}', too_wide):
        wide.page.evaluate("kept => localStorage.setItem('retromaze.layout', kept)", kept)
        wide.page.reload()
        wide.stands(40)
        for name in ("listing", "port"):
            assert 100 < wide.box(f"pane-{name}")["width"] < 1100
        assert wide.box("pane-machine")["width"] >= 240
        expect(wide.at("upper")).to_be_visible()
        assert wide.page.evaluate("localStorage.getItem('retromaze.layout')") == kept


def test_a_divider_is_moved_by_keys_and_says_where_it_is(wide):
    left = wide.at("divide-left")
    left.focus()
    expect(left).to_have_role("separator")
    expect(left).to_have_accessible_name("between the listing and the machine")
    before, width = value_of(wide, "divide-left"), wide.box("pane-listing")["width"]
    wide.page.keyboard.press("ArrowRight")
    expect(left).to_have_attribute("aria-valuenow", str(before + 2))
    is_wide(wide, "pane-listing", width + 28)
    wide.page.keyboard.press("Home")
    expect(left).to_have_attribute("aria-valuenow", left.get_attribute("aria-valuemin") or "")
    wide.page.keyboard.press("End")
    expect(left).to_have_attribute("aria-valuenow", left.get_attribute("aria-valuemax") or "")
    comes_to(wide.page, lambda: wide.box("pane-machine")["width"], pytest.approx(240, abs=10))
    wide.page.keyboard.press("Enter")
    expect(left).to_have_attribute("aria-valuenow", str(before))
    down = wide.at("divide-down")
    down.focus()
    height = wide.box("pane-machine")["height"]
    wide.page.keyboard.press("ArrowUp")
    comes_to(wide.page, lambda: wide.box("pane-machine")["height"] < height, True)
    wide.stands(40)
    # Texts above each other have a divider of their own.
    resize(wide.page, 933, 700)
    expect(wide.at("divide-right")).to_be_hidden()
    expect(wide.at("divide-texts")).to_be_visible()
    listing, port = wide.box("pane-listing")["height"], wide.box("pane-port")["height"]
    assert listing == pytest.approx(port, abs=10)
    drag(wide, "divide-texts", 0, 60)
    is_high(wide, "pane-listing", listing + 60, by=2)
    is_high(wide, "pane-port", port - 60, by=2)


def test_a_finger_drags_a_divider_and_touches_the_line_of_time(browser, server):
    """There it shows no small picture."""
    visit = Visit(browser, server, viewport=WIDE, has_touch=True)
    visit.open(**SMALL, moment=1500)
    visit.stands(1500)
    width = visit.box("pane-port")["width"]
    x, y = visit.middle("divide-right")
    touch = visit.context.new_cdp_session(visit.page)
    for kind, at in (("touchStart", x), ("touchMove", x - 40), ("touchMove", x - 80), ("touchEnd", None)):
        points = [] if at is None else [{"x": at, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(visit.at("divide-right")).to_have_attribute("aria-valuenow", str(round(100 - (width + 80) / 14)))
    is_wide(visit, "pane-port", width + 80)
    expect(visit.at("where")).to_have_text("1,500 of 1,954 events")
    visit.page.touchscreen.tap(*visit.middle("timeline"))
    expect(visit.at("where")).not_to_have_text(re.compile("^1,500"))
    expect(visit.at("glimpse")).to_be_hidden()
    visit.close()


def test_a_long_line_is_broken_and_hangs_and_a_word_without_room_begins_in_the_first_row(visit):
    visit.open(listing=packed(LONG), seed=1)
    lines = visit.page.locator("#listing .cm-line")
    expect(lines.first).to_have_text("  A=1")
    # A line that begins further in hangs further in.
    expect(lines.first).to_have_css("text-indent", re.compile(r"^-3\d\."))
    scroller = visit.page.locator("#listing .cm-scroller")
    assert scroller.evaluate("it => it.scrollWidth <= it.clientWidth")
    rows = lines.nth(1).evaluate(ROWS)
    assert len(rows) > 5
    assert all(row > rows[0] + 10 for row in rows[1:])
    visit.open(listing=packed(CROWDED), seed=1)
    expect(lines).to_have_count(CROWDED.count("\n") + 1)
    expect(lines.nth(1)).to_have_css("word-break", "break-all")
    assert all(each > 0.7 for each in lines.nth(1).evaluate(FILLED)[:-1])
    # A line of words that find room is broken between them.
    expect(lines.nth(2)).not_to_have_css("word-break", "break-all")
    assert lines.nth(2).evaluate("line => line.clientHeight") / 19 > 1
    # The statement that runs is in sight.
    page = visit.open(listing=packed(OF_STATEMENTS), seed=1, moment=1)
    visit.stands(1)
    box = visit.box("listing")

    def stands_in_sight(words: str) -> None:
        statement = page.locator("#listing .running-statement").first
        expect(statement).to_have_text(words)
        expect(statement).to_be_in_viewport()
        page.wait_for_function(IN_SIGHT, arg=[words, box["x"], box["x"] + box["width"]])

    stands_in_sight("GPSET 1,1")
    visit.at("timeline").focus()
    page.keyboard.press("Home")
    visit.stands(0)
    stands_in_sight("A=1")


OF_STATEMENTS = "A=1:B=2:C=3:D=4:E=5:F=6:G=7:H=8:" * 6 + "GPSET 1,1:WAIT 1\n@L\nGOTO @L\n"
IN_SIGHT = """([words, left, right]) => {
    const statement = document.querySelector("#listing .running-statement");
    const { left: from, right: to } = statement.getBoundingClientRect();
    return statement.textContent === words && left < from && to <= right;
}"""
CROWDED = (
    "A=1\n        A=" + "+".join(f"B{each}" for each in range(40)) + "\n" + "B=1 " * 40 + "\n@L:GOTO @L\n"
)
FILLED = """line => {
    const box = line.getBoundingClientRect(), range = document.createRange(), rights = new Map();
    range.selectNodeContents(line);
    for (const { right, bottom } of range.getClientRects()) {
        const row = Math.round((bottom - box.top) / 19.5);
        rights.set(row, Math.max(right, rights.get(row) ?? 0));
    }
    const rows = [...rights.entries()].sort((one, other) => one[0] - other[0]);
    return rows.map(([, right]) => (right - box.left) / box.width);
}"""

ROWS = """line => {
    const range = document.createRange();
    range.selectNodeContents(line);
    const lefts = new Map();
    for (const { left, top } of range.getClientRects()) {
        const row = Math.round(top / 10);
        lefts.set(row, Math.min(left, lefts.get(row) ?? Infinity));
    }
    return [...lefts.values()];
}"""
