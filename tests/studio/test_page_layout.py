"""The page's layout, in a real browser: windows of all sizes, and menus over them."""

from __future__ import annotations

import re

import pytest

from tests.amounts import TIER
from tests.studio.browsing import expect, resize
from tests.studio.visiting import TINY, Visit

IS_ON_TOP = """([name, x, y]) => {
    return document.getElementById(name).contains(document.elementFromPoint(x, y));
}"""


def box_of(visit, name):
    expect(visit.at(name)).to_be_visible()
    box = visit.at(name).bounding_box()
    assert box
    return box


def is_seen_whole(visit, name, width, height):
    """In the window, with nothing over it from edge to edge."""
    box = box_of(visit, name)
    assert box["x"] >= 0 and box["y"] >= 0
    assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
    for across in (0.1, 0.5, 0.9):
        for down in (0.2, 0.5, 0.8):
            place = [box["x"] + across * box["width"], box["y"] + down * box["height"]]
            assert visit.page.evaluate(IS_ON_TOP, [name, *place]), (name, place)


def test_a_phone_shows_the_machine_first_and_texts_by_tabs(browser, server):
    visit = Visit(
        browser,
        server,
        viewport={"width": 390, "height": 844},
        device_scale_factor=3,
        is_mobile=True,
        has_touch=True,
        locale="ja-JP",
        color_scheme="dark",
    )
    page = visit.open(**TINY, moment=40)
    expect(visit.at("state")).to_have_text(re.compile("^一時停止中"))
    expect(visit.at("pane-listing")).to_be_visible()
    expect(visit.at("listing").locator(".running-line")).to_be_in_viewport()
    expect(visit.at("pane-port")).to_be_hidden()
    visit.at("tab-port").click()
    expect(visit.at("pane-port")).to_be_visible()
    expect(visit.at("upper")).to_be_in_viewport()
    expect(visit.at("play")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    visit.close()


def test_a_phone_shows_the_whole_picture_and_one_that_lies_has_a_tab_beside_it(browser, server):
    visit = Visit(browser, server, viewport={"width": 390, "height": 844}, device_scale_factor=2)
    visit.open(**TINY, moment=40)
    visit.stands(40)
    box = box_of(visit, "upper")
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["width"] > 380
    resize(visit.page, 844, 390)
    for name in ("listing", "port", "variables", "arrays", "events", "proof"):
        visit.at(f"tab-{name}").click()
        is_seen_whole(visit, f"pane-{name}", 844, 390)
    is_seen_whole(visit, "upper", 844, 390)
    assert visit.page.evaluate("document.documentElement.scrollHeight") <= 390
    visit.close()


WINDOWS = {(390, 844): 8, (700, 450): 8, (844, 390): 8, (933, 600): 6, (800, 844): 6, (1120, 844): 6}
"""How many tabs there are: those of panels that have something to show, and of the texts."""
TABS = """all => all.map((each) =>
    [each.id, each.scrollWidth, each.clientWidth, each.getBoundingClientRect().toJSON()])"""


def test_every_tab_is_seen_the_machine_has_what_room_there_is_and_one_menu_is_open(visit):
    page = visit.open(**TINY, moment=40)
    visit.stands(40)
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
            code = box_of(visit, "pane-port")["x"]
            for name, _, _, box in page.locator("#tabs button:visible").evaluate_all(TABS):
                assert box["right"] <= code, (runs, width, name)
        visit.share()
        visit.at("two").click()
        page.keyboard.press("Escape")
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
            assert box_of(visit, name)["width"] >= 320
        assert box_of(visit, "pane-variables")["height"] >= 150
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
    visit.open(**TINY, moment=40)
    visit.stands(40)
    for window in ((1400, 900), (1920, 1080)):
        width, height = (round(each / zoom) for each in window)
        resize(visit.page, width, height)
        is_seen_whole(visit, "upper", width, height)
        assert box_of(visit, "upper")["width"] >= 400
        if visit.at("tab-port").is_visible():
            visit.at("tab-port").click()
        for name in ("port", "timeline", "play", "where"):
            is_seen_whole(visit, name, width, height)
        box = box_of(visit, "port")
        assert box["width"] >= 270 and box["height"] >= 150
        assert visit.page.evaluate("document.documentElement.scrollHeight") <= height
    visit.close()
