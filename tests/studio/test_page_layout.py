"""The page's layout, in a real browser: windows of all sizes, menus over them, dividers between the panes."""

from __future__ import annotations

import json
import re

import pytest

from tests.amounts import TIER
from tests.studio.browsing import comes_to, expect, resize
from tests.studio.visiting import SMALL, TINY, Visit, packed

IS_ON_TOP = """([name, x, y]) => {
    return document.getElementById(name).contains(document.elementFromPoint(x, y));
}"""


def is_seen_whole(visit, name, width, height):
    """In the window, with nothing over it from edge to edge."""
    box = visit.box(name)
    assert box["x"] >= 0 and box["y"] >= 0
    assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
    for across in (0.1, 0.5, 0.9):
        for down in (0.2, 0.5, 0.8):
            place = [box["x"] + across * box["width"], box["y"] + down * box["height"]]
            assert visit.page.evaluate(IS_ON_TOP, [name, *place]), (name, place)


def test_a_phone_shows_the_whole_picture_and_one_that_lies_has_a_tab_beside_it(browser, server):
    phone = {"width": 390, "height": 844}
    visit = Visit(browser, server, viewport=phone, device_scale_factor=2, is_mobile=True, has_touch=True)
    visit.open_at(40, **TINY)
    # the machine is seen with one text below it, at the line that runs
    expect(visit.at("listing").locator(".running-line")).to_be_in_viewport()
    expect(visit.at("pane-port")).to_be_hidden()
    expect(visit.at("play")).to_be_in_viewport()
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390
    box = visit.box("upper")
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["width"] > 380
    resize(visit.page, 844, 390)
    for name in ("listing", "port", "variables", "arrays", "events", "proof"):
        visit.at(f"tab-{name}").click()
        is_seen_whole(visit, f"pane-{name}", 844, 390)
    is_seen_whole(visit, "upper", 844, 390)
    assert visit.page.evaluate("document.documentElement.scrollHeight") <= 390
    resize(visit.page, 320, 640)
    for name in ("ask", "trace", "sound", "full"):
        is_seen_whole(visit, name, 320, 640)
    # a game has a pad, a whole picture and large buttons
    resize(visit.page, 390, 844)
    visit.open_at(100, program="key_maze", seed=1)
    expect(visit.at("pad")).to_be_visible()
    assert visit.box("upper")["width"] > 380
    assert visit.page.locator("button, select, summary, input").evaluate_all(SMALLER) == 0
    # a phone that lies has the pad over the picture
    resize(visit.page, 844, 390)
    picture, pad = visit.box("upper"), visit.box("pad")
    assert picture["y"] + picture["height"] <= visit.box("timeline")["y"] and picture["height"] >= 120
    assert pad["y"] < picture["y"] + picture["height"]
    # a long question leaves room for its answer
    resize(visit.page, 390, 844)
    visit.open(listing=packed(f'INPUT "{"HOW LONG " * 5}";N$\n'), seed=1)
    expect(visit.at("asks").get_by_role("button")).to_be_in_viewport(ratio=1)
    visit.close()


SMALLER = """all => all.filter((each) => each.offsetParent).map((each) => each.getBoundingClientRect())
    .filter((box) => Math.min(box.width, box.height) < 40).length"""


WINDOWS = {(390, 844): 8, (700, 450): 8, (844, 390): 8, (933, 600): 6, (800, 844): 6, (1120, 844): 6}
"""How many tabs there are: those of panels that have something to show, and of the texts."""
TABS = """all => all.map((each) =>
    [each.id, each.scrollWidth, each.clientWidth, each.getBoundingClientRect().toJSON()])"""


def test_every_tab_is_seen_the_machine_has_what_room_there_is_and_one_menu_is_open(visit):
    page = visit.open_at(40, **TINY)
    for language in ("en", "ja"):
        for (width, height), count in WINDOWS.items():
            resize(visit.page, width, height)
            tabs = page.locator("#tabs button:visible").evaluate_all(TABS)
            assert len(tabs) == count, (language, width)
            for name, needed, there, box in tabs:
                seen = (language, width, name)
                assert box["x"] >= 0 and box["height"] >= 24 and box["right"] <= width, seen
                assert needed <= there, seen
                place = [name, box["right"] - 3, box["y"] + box["height"] / 2]
                assert page.evaluate(IS_ON_TOP, place), (language, width, place)
        visit.switch_language()
        page.keyboard.press("Escape")
        expect(visit.at("language")).to_be_hidden()
        expect(visit.at("tab-proof")).to_have_text("照合" if language == "en" else "Proof")
    # They lie on no text, also beside a second run.
    for runs in (1, 2):
        for width, height in ((1366, 768), (1400, 900)):
            resize(visit.page, width, height)
            code = visit.box("pane-port")["x"]
            for name, _, _, box in page.locator("#tabs button:visible").evaluate_all(TABS):
                assert box["right"] <= code, (runs, width, name)
        visit.share()
        visit.at("two").click()
        page.keyboard.press("Escape")
        if runs == 1:
            # a socket that is closed before it is open is told of on the console
            expect(visit.at("second").locator("small")).not_to_be_empty()
    expect(visit.at("second")).to_be_hidden()
    for (width, height), times in {
        (1280, 720): 1.5,
        (1600, 900): 2,
        (1920, 1080): 2,
        (1400, 900): 1.5,
    }.items():
        resize(visit.page, width, height)
        expect(visit.at("upper")).to_have_css("width", f"{400 * times:g}px")
        expect(visit.at("upper")).to_have_css("height", f"{240 * times:g}px")
        for name in ("listing", "port"):
            assert visit.box(name)["width"] >= 320
        assert visit.box("pane-variables")["height"] >= 150
    # Escape or a click beside closes a menu.
    visit.share()
    page.keyboard.press("?")
    expect(visit.at("language")).to_be_visible()
    expect(visit.at("copy-link")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(visit.at("language")).to_be_hidden()
    visit.share()
    # A span is marked at moments of the line of time.
    visit.at("timeline").click()
    expect(visit.at("copy-link")).to_be_visible()
    visit.at("state").click()
    expect(visit.at("copy-link")).to_be_hidden()


@pytest.mark.parametrize("zoom", [1.5, 2] if TIER == "exhaustive" else [1.5])
def test_nothing_hides_the_picture_or_the_port_at_any_zoom(zoom, browser, server):
    visit = Visit(browser, server, device_scale_factor=zoom)
    visit.open_at(40, **TINY)
    for window in ((1400, 900), (1920, 1080)):
        width, height = (round(each / zoom) for each in window)
        resize(visit.page, width, height)
        is_seen_whole(visit, "upper", width, height)
        assert visit.box("upper")["width"] >= 400
        if visit.at("tab-port").is_visible():
            visit.at("tab-port").click()
        for name in ("port", "timeline", "play", "where"):
            is_seen_whole(visit, name, width, height)
        box = visit.box("port")
        assert box["width"] >= 270 and box["height"] >= 150
        assert visit.page.evaluate("document.documentElement.scrollHeight") <= height
    visit.close()


# ---- dividers: dragged, moved by keys, remembered


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
    visit.open_at(40, **TINY)
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
    is_wide(wide, "upper", 600)
    listing, port = wide.box("pane-listing")["width"], wide.box("pane-port")["width"]
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
    visit.open_at(1500, **SMALL)
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
    expect(lines.nth(1)).to_have_css("word-break", "break-all")
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
    page = visit.open_at(1, listing=packed(OF_STATEMENTS), seed=1)
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
