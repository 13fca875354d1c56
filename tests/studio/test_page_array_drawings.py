"""What is drawn of arrays, by itself or as the reader chooses, and the element under the pointer."""

from __future__ import annotations

from tests.studio.browsing import comes_to, expect, resize
from tests.studio.visiting import packed

LISTING = """\
DIM B[5],U[9],G[8,4],T$[3]
FOR I=0 TO 4:B[I]=I*I:NEXT
FILL U,-1:U[3]=5:U[5]=7:U[8]=0
G[2,3]=9:T$[1]="A"
C=3:C=U[C]
B[2]=B[2]:GPSET 0,0
"""


def section(visit, name: str):
    return visit.at("pane-arrays").locator("section").filter(has_text=name)


def hover_cell(grid, column: int, row: int) -> None:
    """A cell has 26 pixels of the drawing, which may be enlarged."""
    cell = 26 * grid.evaluate("each => each.getScreenCTM().a")
    grid.hover(position={"x": (column + 0.5) * cell, "y": (row + 0.5) * cell})


def test_a_small_drawing_is_enlarged_where_all_of_it_stays_in_sight(visit):
    visit.open(listing=packed("DIM G[6,4]\nG[1,1]=3:GPSET 0,0\nGPSET 1,1\n"), seed=1, moment=1)
    visit.stands(1)
    grid = visit.at("drawn-data").locator("[data-cells]")
    for height, scale in (720, 1), (1300, 2):
        resize(visit.page, 1440, height)
        visit.at("tab-variables").click()
        visit.at("tab-arrays").click()
        expect(grid).to_be_visible()
        comes_to(visit.page, lambda: round(grid.evaluate("each => each.getScreenCTM().a")), scale)


def test_arrays_are_drawn_by_themselves_or_as_the_reader_chooses(visit):
    """A cell and a node tell their element; a click asks where its value came from."""
    visit.open(listing=packed(LISTING), seed=1, moment=1)
    visit.stands(1)
    visit.at("tab-arrays").click()
    words, drawn, told = visit.at("draw-words"), visit.at("drawn-data"), visit.at("drawn-element")
    expect(words).to_have_attribute("placeholder", "grid G shaded, forest U")
    for name, drawings in {
        "B[5]": ["draw", "bars B", "list B"],
        "U[9]": ["draw", "forest U", "bars U", "list U"],
        "G[8, 4]": ["draw", "grid G shaded", "grid G"],
        "T$[3]": ["draw", "list T$"],
    }.items():
        expect(section(visit, name).locator("option")).to_have_text(drawings)
    grid = drawn.locator("[data-cells]")
    hover_cell(grid, 2, 3)
    expect(told).to_have_text("G[2,3] = 9")
    drawn.locator('[data-array="U"] [data-at="5"]').hover()
    expect(told).to_have_text("U[5] = 7")
    words.hover()
    expect(told).to_have_text("")
    section(visit, "B[5]").locator("select").select_option("bars B")
    expect(words).to_have_value("bars B")
    bar = drawn.locator('[data-array="B"] [data-at="4"]')
    bar.hover()
    expect(told).to_have_text("B[4] = 16")
    bar.click()
    expect(visit.at("asked-words")).to_have_text("B[4]")
    words.fill("")
    words.press("Enter")
    expect(words).to_have_attribute("placeholder", "grid G shaded, forest U")


def test_the_reader_has_data_drawn_in_a_lesson_s_words(visit):
    """The words are kept for this program while others are opened; what draws nothing is told."""
    visit.open(listing=packed(LISTING), seed=1, moment=1)
    visit.stands(1)
    visit.at("tab-arrays").click()
    words, drawn = visit.at("draw-words"), visit.at("drawn-data").locator("svg")
    words.fill("grid G 9=wall, here I 3, forest U")
    words.press("Enter")
    expect(drawn).to_be_visible()
    expect(drawn.locator("text").filter(has_text="wall")).to_be_visible()
    expect(drawn.locator("text").filter(has_text="U: 6 sets")).to_be_visible()
    words.fill("grid G 9=wall from 1 2 to 3 4")
    words.press("Enter")
    hover_cell(visit.at("drawn-data").locator("[data-cells]"), 1, 1)
    expect(visit.at("drawn-element")).to_have_text("G[2,3] = 9")
    visit.at("program").select_option("digging")
    expect(words).to_have_value("")
    words.fill("pile M")
    words.press("Enter")
    expect(visit.at("notice")).to_contain_text("'pile M' draws nothing: grid R")
