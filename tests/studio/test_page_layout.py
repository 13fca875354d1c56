"""The page's layout, in a real browser: windows of all sizes, and menus over them."""

from __future__ import annotations

import re

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


def test_a_phone_that_lies_scrolls_to_what_is_under_the_machine(browser, server):
    visit = Visit(browser, server, viewport={"width": 844, "height": 390}, device_scale_factor=2)
    visit.open(**SMALL, moment=40)
    visit.stands(40)
    for name in ("variables", "pane-port"):
        visit.at(name).scroll_into_view_if_needed()
        expect(visit.at(name)).to_be_in_viewport()
        box = visit.at(name).bounding_box()
        assert box and box["height"] >= 150
    # A long list has its own bar.
    visit.at("tab-events").click()
    expect(visit.page.locator(".event").first).to_be_visible()
    assert visit.page.evaluate("document.documentElement.scrollHeight") < 800
    expect(visit.at("play")).to_be_in_viewport()
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
