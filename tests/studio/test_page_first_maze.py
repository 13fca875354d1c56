"""What the page shows who has named no program, in a real browser."""

from __future__ import annotations

from argparse import Namespace

import pytest

from retromaze.commands.studio import asked_workspace
from tests.studio.browsing import expect
from tests.studio.visiting import Visit, studio


@pytest.fixture(scope="module")
def unnamed():
    """A studio as `retromaze studio --seed 1` serves it."""
    opens, _ = asked_workspace(Namespace(listing=None, other=None, seed=1, numbers={}))
    made = studio(opens)
    yield made
    made.close()


def test_a_program_opens_at_its_own_pace_until_the_reader_sets_the_speed(browser, unnamed):
    visit = Visit(browser, unnamed)
    page = visit.open()
    line = visit.at("listing").locator(".cm-line").first
    expect(line).to_have_text("M_W=199:M_H=119")
    expect(visit.at("pace")).to_have_text("30,000 statements/s")
    expect(visit.at("state")).to_contain_text("running")
    expect(visit.at("whole")).to_be_hidden()
    # a smaller one has another pace
    visit.at("size-width").fill("5")
    page.keyboard.press("Enter")
    expect(line).to_have_text("M_W=5:M_H=119")
    expect(visit.at("pace")).to_have_text("500 statements/s")
    visit.at("speed").press("ArrowLeft")
    expect(visit.at("pace")).to_have_text("200 statements/s")
    expect(visit.at("whole")).to_have_text("in full: 199 × 119")
    visit.at("whole").click()
    expect(line).to_have_text("M_W=199:M_H=119")
    expect(visit.at("size-width")).to_have_value("199")
    expect(visit.at("whole")).to_be_hidden()
    expect(visit.at("pace")).to_have_text("200 statements/s")
    visit.at("program").select_option("sticks_csv")
    expect(visit.at("pace")).to_have_text("200 statements/s")
    visit.close()


def test_the_address_of_a_program_opens_it_at_its_pace(browser, unnamed):
    visit = Visit(browser, unnamed)
    visit.open(program="sticks_csv")
    expect(visit.at("pace")).to_have_text("500 statements/s")
    visit.page.reload()
    expect(visit.at("pace")).to_have_text("500 statements/s")
    visit.close()


def test_a_link_has_its_own_size_and_the_page_s_own_pace(browser, unnamed):
    visit = Visit(browser, unnamed, locale="ja-JP")
    visit.open(program="backtracker_def", seed=1, sizes="width:number:50,height:number:40", moment=1)
    expect(visit.at("whole")).to_have_text("元の大きさ: 40 × 40")
    expect(visit.at("pace")).to_have_text("毎秒 30 文")
    visit.close()
