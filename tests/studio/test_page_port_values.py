"""The port in the page: its variables beside the listing's, and its lines as stops."""

from __future__ import annotations

import re

from tests.studio.browsing import expect


def test_the_ports_variables_stand_beside_the_listings_and_its_lines_stop_the_run(visit):
    visit.open(program="kruskal", seed=1, moment=403)
    visit.stands(403)
    rows = visit.at("variables").locator("tr")
    # by the port's margin, by name, and what is the port's alone
    expect(rows.filter(has_text="U[168]")).to_have_text("U[168]sets.array[168]")
    expect(rows.filter(has_text="M_W")).to_have_text("M_W12width")
    expect(visit.at("variables")).to_contain_text("in the port alone")
    visit.at("tab-arrays").click()
    expect(visit.at("pane-arrays")).to_contain_text("U[168] · sets.array")
    # A line of the port stops the run.
    expect(visit.at("verdict")).to_have_text(re.compile(r"\d"))
    visit.at("timeline").focus()
    visit.page.keyboard.press("Home")
    visit.stands(0)
    visit.text("port").get_by_text("machine.vsync()").click()
    visit.page.keyboard.press("F9")
    visit.page.keyboard.press("F8")
    expect(visit.at("state")).to_contain_text("the port's line")
    expect(visit.at("listing").locator(".running-line")).to_have_text(re.compile(r"VSYNC"))
