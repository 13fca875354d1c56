"""The port's variables beside the listing's, where the run stands."""

from __future__ import annotations

from tests.studio.browsing import expect


def test_the_ports_variables_stand_beside_the_listings(visit):
    visit.open(program="kruskal", seed=1, moment=403)
    visit.stands(403)
    rows = visit.at("variables").locator("tr")
    # by the port's margin, by name, and what is the port's alone
    expect(rows.filter(has_text="U[168]")).to_have_text("U[168]sets.array[168]")
    expect(rows.filter(has_text="M_W")).to_have_text("M_W12width")
    expect(visit.at("variables")).to_contain_text("in the port alone")
    visit.at("tab-arrays").click()
    expect(visit.at("pane-arrays")).to_contain_text("U[168] · sets.array")
