"""Arrays as pictures: bars, a forest, a grid with numbered rims, and the element under the pointer."""

from __future__ import annotations

import re

from tests.studio.browsing import expect
from tests.studio.visiting import box_of, packed

LISTING = """\
DIM B[5],U[9],G[8,4],T$[3]
FOR I=0 TO 4:B[I]=I*I:NEXT
FILL U,-1:U[3]=5:U[5]=7:U[8]=0
G[2,3]=9:T$[1]="A"
B[2]=B[2]:GPSET 0,0
"""


def section(visit, name: str):
    return visit.at("pane-arrays").locator("section").filter(has_text=name)


def test_each_array_is_shown_as_what_it_is_or_as_the_reader_chooses(visit):
    visit.open(listing=packed(LISTING), seed=1, moment=1)
    visit.stands(1)
    visit.at("tab-arrays").click()
    for name, kinds in {
        "B[5]": ["bars", "list", "stack"],
        "U[9]": ["forest", "bars", "list", "stack"],
        "G[8, 4]": ["grid", "list"],
        "T$[3]": ["list", "stack"],
    }.items():
        expect(section(visit, name).locator("option")).to_have_text(kinds)
        expect(section(visit, name).locator("select")).to_have_value(kinds[0])
    canvas = section(visit, "B[5]").locator("canvas")
    canvas.hover(position={"x": box_of(canvas)["width"] * 0.9, "y": 60})
    expect(section(visit, "B[5]").locator(".under")).to_have_text("B[4] = 16")
    section(visit, "G[8, 4]").locator("canvas").hover(position={"x": 26 + 2.5 * 24, "y": 26 + 3.5 * 24})
    expect(section(visit, "G[8, 4]").locator(".under")).to_have_text("G[2,3] = 9")
    found = section(visit, "U[9]")
    expect(found.locator("canvas")).to_be_visible()
    found.locator("select").select_option("stack")
    expect(found.locator("canvas")).to_be_hidden()
    expect(found.locator(".strip")).to_have_text("0-1-17-15-1-1-1")
    found.locator("select").select_option("bars")
    expect(found.locator("canvas")).to_have_attribute("height", "120")


def test_the_reader_has_data_drawn_in_a_lesson_s_words(visit):
    """The words are kept for this program while others are opened; what draws nothing is told."""
    visit.open(listing=packed(LISTING), seed=1, moment=1)
    visit.stands(1)
    visit.at("tab-arrays").click()
    words, drawn = visit.at("draw-words"), visit.at("drawn-data").locator("img")
    expect(drawn).to_have_count(0)
    words.fill("grid G 9=wall, here I 3, forest U")
    words.press("Enter")
    expect(drawn).to_be_visible()
    shown = drawn.evaluate("(image) => decodeURIComponent(image.src)")
    legend = re.findall(r">([^<>\n]+)</text>", shown)[-3:]
    assert legend == ["wall", "here", "leader, with (the size of its set)"]
    assert ">U: 6 sets</text>" in shown
    visit.at("program").select_option("digging")
    expect(words).to_have_value("")
    expect(drawn).to_have_count(0)
    words.fill("pile M")
    words.press("Enter")
    expect(visit.at("notice")).to_contain_text("'pile M' draws nothing: grid R")
