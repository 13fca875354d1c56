"""What the page shows who has named no program, in a real browser."""

from __future__ import annotations

from argparse import Namespace

import pytest

from retromaze.commands.studio import wish
from tests.studio.browsing import expect
from tests.studio.visiting import SMALL, Visit, studio


@pytest.fixture(scope="module")
def unnamed():
    """A studio as `retromaze studio --seed 1` serves it."""
    opens, _ = wish(Namespace(listing=None, other=None, seed=1, numbers={}))
    made = studio(opens)
    yield made
    made.close()


def test_a_small_maze_comes_first_and_the_published_one_by_a_click(browser, unnamed):
    visit = Visit(browser, unnamed)
    visit.open()
    expect(visit.at("listing").locator(".cm-line").first).to_have_text("M_W=99:M_H=59")
    expect(visit.at("pace")).to_have_text("400 draws/s")
    expect(visit.at("state")).to_contain_text("running")
    expect(visit.at("whole")).to_have_text("in full: 199 × 119")
    visit.at("whole").click()
    expect(visit.at("listing").locator(".cm-line").first).to_have_text("M_W=199:M_H=119")
    expect(visit.at("size-width")).to_have_value("199")
    expect(visit.at("whole")).to_be_hidden()
    visit.close()


def test_a_link_has_the_page_s_own_pace(browser, unnamed):
    visit = Visit(browser, unnamed, locale="ja-JP")
    visit.open(program="backtracker_def", seed=1, sizes="width:number:50,height:number:40")
    expect(visit.at("whole")).to_have_text("元の大きさ: 40 × 40")
    expect(visit.at("pace")).to_have_text("毎秒 30 文")
    visit.close()


def test_a_program_s_own_sizes_are_not_offered(visit):
    visit.open(**{**SMALL, "sizes": ""}, moment=40)
    visit.stands(40)
    expect(visit.at("whole")).to_be_hidden()
