"""The page's layout, in a real browser: windows of all sizes, and menus over them."""

from __future__ import annotations

import re

import pytest

from tests.studio.browsing import expect
from tests.studio.visiting import SMALL, Visit


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
    page = visit.open(**SMALL, moment=40)
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


def test_a_phone_shows_the_whole_picture(browser, server):
    visit = Visit(browser, server, viewport={"width": 390, "height": 844}, device_scale_factor=2)
    visit.open(**SMALL, moment=40)
    visit.stands(40)
    box = visit.at("upper").bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["width"] > 380
    visit.close()


@pytest.mark.parametrize("window", [(390, 844), (700, 450), (844, 390), (933, 600)], ids=str)
@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
def test_every_tab_is_seen(window, language, browser, server):
    width, height = window
    looks = {"viewport": {"width": width, "height": height}, "locale": language}
    visit = Visit(browser, server, **looks)
    visit.open(**SMALL, moment=40)
    expect(visit.at("where")).to_have_text(re.compile("^40 "))
    seen = [each for each in visit.page.locator("#tabs button").all() if each.is_visible()]
    assert len(seen) >= 4
    for each in seen:
        box = each.bounding_box()
        assert box and box["x"] >= 0 and box["height"] >= 24
        assert box["x"] + box["width"] <= width
        place = [each.get_attribute("id"), box["x"] + box["width"] - 3, box["y"] + box["height"] / 2]
        assert visit.page.evaluate(IS_ON_TOP, place), place
    visit.close()


def test_a_phone_that_lies_has_the_machine_beside_a_tab(browser, server):
    visit = Visit(browser, server, viewport={"width": 844, "height": 390}, device_scale_factor=2)
    visit.open(**SMALL, moment=40)
    visit.stands(40)
    for name in ("listing", "port", "variables", "arrays", "events", "proof"):
        visit.at(f"tab-{name}").click()
        is_seen_whole(visit, f"pane-{name}", 844, 390)
    is_seen_whole(visit, "upper", 844, 390)
    assert visit.page.evaluate("document.documentElement.scrollHeight") <= 390
    visit.close()


@pytest.mark.parametrize("zoom", [1.5, 2])
@pytest.mark.parametrize("window", [(1400, 900), (1920, 1080)], ids=str)
def test_nothing_hides_the_picture_or_the_port_at_any_zoom(window, zoom, browser, server):
    width, height = (round(each / zoom) for each in window)
    visit = Visit(browser, server, viewport={"width": width, "height": height}, device_scale_factor=zoom)
    visit.open(**SMALL, moment=40)
    visit.stands(40)
    is_seen_whole(visit, "upper", width, height)
    box = visit.at("upper").bounding_box()
    assert box and box["width"] >= 400
    if visit.at("tab-port").is_visible():
        visit.at("tab-port").click()
    for name in ("port", "timeline", "play", "where"):
        is_seen_whole(visit, name, width, height)
    box = visit.at("port").bounding_box()
    assert box and box["width"] >= 270 and box["height"] >= 150
    assert visit.page.evaluate("document.documentElement.scrollHeight") <= height
    visit.close()


IS_ON_TOP = """([name, x, y]) => {
    return document.getElementById(name).contains(document.elementFromPoint(x, y));
}"""


def is_seen_whole(visit, name, width, height):
    """In the window, with nothing over it from edge to edge."""
    expect(visit.at(name)).to_be_visible()
    box = visit.at(name).bounding_box()
    assert box and box["x"] >= 0 and box["y"] >= 0
    assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
    for across in (0.1, 0.5, 0.9):
        for down in (0.2, 0.5, 0.8):
            place = [box["x"] + across * box["width"], box["y"] + down * box["height"]]
            assert visit.page.evaluate(IS_ON_TOP, [name, *place]), (name, place)


@pytest.mark.parametrize(
    ("window", "times"),
    [((1280, 720), 1.5), ((1400, 900), 1.5), ((1600, 900), 2), ((1920, 1080), 2)],
    ids=str,
)
def test_the_machine_is_as_large_as_there_is_room(window, times, browser, server):
    visit = Visit(browser, server, viewport=dict(zip(("width", "height"), window, strict=True)))
    visit.open(**SMALL, moment=40)
    visit.stands(40)
    box = visit.at("upper").bounding_box()
    assert box and (box["width"], box["height"]) == (400 * times, 240 * times)
    for name in ("listing", "port"):
        box = visit.at(name).bounding_box()
        assert box and box["width"] >= 320
    box = visit.at("pane-variables").bounding_box()
    assert box and box["height"] >= 150
    visit.close()


def test_one_menu_is_open_and_escape_or_a_click_beside_closes_it(visit):
    page = visit.open(**SMALL, moment=40)
    visit.stands(40)
    page.locator("#share summary").click()
    page.keyboard.press("?")
    expect(visit.at("language")).to_be_visible()
    expect(visit.at("copy-link")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(visit.at("language")).to_be_hidden()
    page.locator("#share summary").click()
    # A span is marked at moments of the line of time.
    visit.at("timeline").click()
    expect(visit.at("copy-link")).to_be_visible()
    visit.at("state").click()
    expect(visit.at("copy-link")).to_be_hidden()
