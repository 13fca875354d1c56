"""Values in the page: of the port and the rounds of a loop, drawings of arrays, and the tree of calls."""

from __future__ import annotations

import re

from tests.studio.browsing import comes_to, expect, resize
from tests.studio.visiting import SMALL, Visit, box_of, packed

# ---- the port's variables beside the listing's, and its lines as stops


def test_the_ports_variables_stand_beside_the_listings_and_its_lines_stop_the_run(visit):
    visit.open_at(403, program="kruskal", seed=1)
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
    visit.open_at(900, **SMALL)
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
    rows.nth(2).get_by_role("button").press("Enter")
    expect(rows).to_have_count(3)
    expect(rows.nth(1).get_by_role("button")).to_have_text(statement)
    expect(rows.nth(1).get_by_role("button")).to_be_focused()
    # those that ran before the run stood here at all
    visit.at("rounds-all").click()
    expect(rows).to_have_count(9)
    expect(rows.nth(1).get_by_role("button")).to_have_text(statement)


# ---- what is drawn of arrays, by itself or as the reader chooses


ARRAYS = """\
DIM B[5],U[9],G[8,4],T$[3]
FOR I=0 TO 4:B[I]=I*I:NEXT
FILL U,-1:U[3]=5:U[5]=7:U[8]=0
G[2,3]=9:T$[1]="A"
C=3:C=U[C]
B[2]=B[2]:GPSET 0,0
"""


def section(visit, name: str):
    return visit.at("pane-arrays").locator("section").filter(has_text=name)


ENLARGED = "each => each.getScreenCTM()?.a ?? 0"
"""How many pixels one of a drawing has; 0 for a drawing that another one has just replaced."""


def hover_cell(grid, column: int, row: int) -> None:
    """A cell has 26 pixels of the drawing, which may be enlarged."""
    cell = 26 * grid.evaluate(ENLARGED)
    grid.hover(position={"x": (column + 0.5) * cell, "y": (row + 0.5) * cell})


def test_a_small_drawing_is_enlarged_where_all_of_it_stays_in_sight(visit):
    visit.open_at(1, listing=packed("DIM G[6,4]\nG[1,1]=3:GPSET 0,0\nGPSET 1,1\n"), seed=1)
    grid = visit.at("drawn-data").locator("[data-cells]")
    for height, scale in (720, 1), (1300, 2):
        resize(visit.page, 1440, height)
        visit.at("tab-variables").click()
        visit.at("tab-arrays").click()
        expect(grid).to_be_visible()
        comes_to(visit.page, lambda: round(grid.evaluate(ENLARGED)), scale)


def test_arrays_are_drawn_by_themselves_or_as_the_reader_chooses(visit):
    """A cell and a node tell their element; a click asks where its value came from."""
    visit.open_at(1, listing=packed(ARRAYS), seed=1)
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
    # in a lesson's words, which are kept for this program while others are opened
    drawn = visit.at("drawn-data").locator("svg")
    words.fill("grid G 9=wall, here I 3, forest U")
    words.press("Enter")
    expect(drawn).to_be_visible()
    expect(drawn.locator("text").filter(has_text="wall")).to_be_visible()
    expect(drawn.locator("text").filter(has_text="U: 6 sets")).to_be_visible()
    words.fill("grid G 9=wall from 1 2 to 3 4")
    words.press("Enter")
    grid = visit.at("drawn-data").locator("[data-cells]")
    expect(grid).to_have_attribute("data-cells", re.compile(" 1 2$"))
    hover_cell(grid, 1, 1)
    expect(visit.at("drawn-element")).to_have_text("G[2,3] = 9")
    visit.at("program").select_option("digging")
    expect(words).to_have_value("")
    words.fill("pile M")
    words.press("Enter")
    expect(visit.at("notice")).to_contain_text("'pile M' draws nothing: grid R")


CHANGING = "DIM B[5]\n@L\nI=I+1:B[0]=I MOD 8+1:B[1]=9-B[0]:VSYNC\nGOTO @L\n"


def test_what_is_pressed_while_the_run_goes_on_is_clicked_though_it_was_replaced(visit):
    """The value of the element under the pointer goes with the run, too."""
    page = visit.open(listing=packed(CHANGING), seed=1)
    visit.at("tab-arrays").click()
    value = section(visit, "B[5]").locator(".strip > *").first
    value.hover()
    page.mouse.down()
    expect(value).not_to_have_text(value.inner_text())
    page.mouse.up()
    expect(visit.at("asked-words")).to_have_text("B[0]")
    section(visit, "B[5]").locator("select").select_option("list B")
    visit.at("play").click()
    drawn, told = visit.at("drawn-data").locator('[data-array="B"] [data-at="1"]'), visit.at("drawn-element")
    drawn.hover()
    page.mouse.down()
    expect(told).to_have_text(re.compile(r"^B\[1\] = \d$"))
    drawn.evaluate("each => each.dataset.old = 'yes'")
    expect(page.locator("[data-old]")).to_have_count(0)
    expect(told).not_to_have_text(told.inner_text())
    page.mouse.up()
    expect(visit.at("asked-words")).to_have_text("B[1]")


# ---- the calls so far as a tree: what runs now marked, the way to each, and trees of thousands in bounds


CALLS = """\
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
    visit.open_at(4, listing=packed(CALLS), seed=1)
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
    visit.open(listing=packed(CALLS), seed=1, moment=4)
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
