"""The calls so far as a tree: what runs now marked, the way to each, and trees of thousands in bounds."""

from __future__ import annotations

import re

from tests.studio.browsing import expect
from tests.studio.visiting import Visit, box_of, packed

LISTING = """\
GOSUB @A
SHOW 2
END
@A
SHOW 1
RETURN
DEF SHOW N
 GPSET N,N
 IF N>1 THEN SHOW N-1
 GPSET 9,N
END
"""
DEEP = """\
GOSUB @A
@A
X=X+1
IF X<5000 THEN GOSUB @A
GPSET 1,1:VSYNC 99
"""


def test_the_tree_is_walked_by_keys_and_a_click_goes_to_a_call(visit: Visit) -> None:
    """Without calls it says so, and thousands of pending calls are one row."""
    visit.open(listing=packed(LISTING), seed=1, moment=4)
    visit.stands(4)
    visit.at("tab-calls").click()
    expect(visit.at("calls-told")).to_have_text("calls so far: 4 · pending: 2 · deepest: 2")
    visit.at("call-tree").focus()
    told = {
        "End": "SHOW · called in line 9 · depth 2 · runs now",
        "ArrowLeft": "SHOW · called in line 2 · depth 1 · waits for the call in it · calls in it: 1",
        "ArrowDown": "@A · called in line 1 · depth 1 · has returned · calls in it: 1",
        "ArrowRight": "SHOW · called in line 5 · depth 2 · has returned",
        "Home": "main program · depth 0 · waits for the call in it · calls in it: 4",
    }
    for key, words in told.items():
        visit.page.keyboard.press(key)
        expect(visit.at("call-told")).to_have_text(words)
    canvas = visit.at("call-tree").locator("canvas")
    # the first row: the main program and both pending calls; the way back to what has returned hangs below
    canvas.hover(position={"x": 130, "y": 10})
    expect(visit.at("call-told")).to_have_text(re.compile("^SHOW · called in line 2 "))
    canvas.click(position={"x": 130, "y": 28})
    expect(visit.at("state")).to_contain_text("line 5")
    expect(visit.at("calls-told")).to_have_text("calls so far: 1 · pending: 1 · deepest: 1")
    visit.open(listing=packed(LISTING), seed=1, moment=4)
    expect(visit.at("calls-told")).to_have_text("calls so far: 4 · pending: 2 · deepest: 2")
    visit.at("call-tree").focus()
    for key in ("End", "ArrowLeft", "ArrowDown", "ArrowRight", "Enter"):
        visit.page.keyboard.press(key)
    expect(visit.at("state")).to_contain_text("line 8")
    expect(visit.at("where")).to_have_text(re.compile("^0 of "))
    expect(visit.at("call-told")).to_have_text("SHOW · called in line 5 · depth 2 · runs now")
    visit.open(listing=packed("GPSET 1,1:GPSET 2,2\nDEF A\nEND\n"), seed=1, moment=1)
    expect(visit.at("calls-told")).to_have_text("No calls so far: of no DEF, and by no GOSUB.")
    expect(visit.at("call-tree")).to_be_hidden()
    visit.open(listing=packed(DEEP), seed=1, moment=1)
    expect(visit.at("calls-told")).to_have_text("calls so far: 5,000 · pending: 5,000 · deepest: 5,000")
    assert box_of(visit.at("call-tree").locator("canvas"))["height"] < 20
