"""The port in the page: its variables beside the listing's, and its lines as stops."""

from __future__ import annotations

import re

from tests.studio.browsing import expect
from tests.studio.visiting import SMALL


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


def test_the_rounds_of_a_loop_are_rows_with_the_values_of_both_sides(visit):
    visit.open(**SMALL, moment=900)
    visit.stands(900)
    rows = visit.at("rounds-rows").locator("tr")
    expect(rows).to_have_count(0)
    # each draw is one of line 17, once a round
    for count in range(3):
        visit.at("step-draw").click()
        if count:
            expect(rows).to_have_count(count + 2)
        expect(visit.at("variables").locator("tr", has_text="X").first).to_have_text(re.compile(r"X\d+x$"))
    expect(visit.at("rounds-words")).to_have_text(re.compile("line 17"))
    expect(rows.first).to_contain_text("X · x")
    # an earlier one is gone to, and what came later is forgotten
    statement = rows.nth(2).get_by_role("button").inner_text()
    rows.nth(2).get_by_role("button").click()
    expect(rows).to_have_count(3)
    expect(rows.nth(1).get_by_role("button")).to_have_text(statement)
    # those that ran before the run stood here at all
    visit.at("rounds-all").click()
    expect(rows).to_have_count(9)
    expect(rows.nth(1).get_by_role("button")).to_have_text(statement)
