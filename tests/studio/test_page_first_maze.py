"""What the page shows who has named no program, in a real browser."""

from __future__ import annotations

from argparse import Namespace

import pytest

from retromaze.commands.studio import wish
from tests.studio.browsing import expect
from tests.studio.visiting import Visit, studio


@pytest.fixture(scope="module")
def unnamed():
    """A studio as `retromaze studio --seed 1` serves it."""
    opens, _ = wish(Namespace(listing=None, other=None, seed=1, numbers={}))
    made = studio(opens)
    yield made
    made.close()


def test_a_small_maze_comes_first_and_the_published_one_by_a_click(browser, unnamed):
    """A link has its own size, and the page's own pace."""
    visit = Visit(browser, unnamed)
    visit.open()
    line = visit.at("listing").locator(".cm-line").first
    expect(line).to_have_text("M_W=99:M_H=59")
    expect(visit.at("pace")).to_have_text("400 draws/s")
    expect(visit.at("state")).to_contain_text("running")
    expect(visit.at("whole")).to_have_text("in full: 199 × 119")
    visit.at("whole").click()
    expect(line).to_have_text("M_W=199:M_H=119")
    expect(visit.at("size-width")).to_have_value("199")
    expect(visit.at("whole")).to_be_hidden()
    visit.close()
    visit = Visit(browser, unnamed, locale="ja-JP")
    visit.open(program="backtracker_def", seed=1, sizes="width:number:50,height:number:40", moment=1)
    expect(visit.at("whole")).to_have_text("元の大きさ: 40 × 40")
    expect(visit.at("pace")).to_have_text("毎秒 30 文")
    visit.close()
