"""What the reader points at in one text, and its counterpart in the other: lines, and what variables hold."""

from __future__ import annotations

import re
from functools import partial

from tests.studio.browsing import IN_BOTH, comes_to, expect
from tests.studio.visiting import SMALL, Visit


def line_of(visit: Visit, side: str, text: str):
    return visit.at(side).locator(".cm-line", has_text=text).first


def paired(visit: Visit, side: str) -> list[str]:
    return visit.at(side).locator(".paired-line").all_inner_texts()


def names_in(visit: Visit, side: str) -> set[str]:
    return set(visit.at(side).locator(".named").all_inner_texts())


@IN_BOTH
def test_a_line_under_the_pointer_or_the_cursor_has_its_counterpart_marked(visit):
    page = visit.open_at(1500, **SMALL)
    line_of(visit, "listing", "ON DIR[RND(N)] GOTO").hover()
    expect(visit.at("port").locator(".paired-line")).to_have_text(
        [re.compile(r"machine\.rng\.below"), re.compile("here, there = STEPS")]
    )
    assert paired(visit, "listing") == ["ON DIR[RND(N)] GOTO @E,@S,@W,@N"]
    # a margin of several lines: # 18-22
    line_of(visit, "port", "ways = [(dx, dy)").hover()
    expect(visit.at("listing").locator(".paired-line")).to_have_count(5)
    assert paired(visit, "listing")[::4] == ["N=0", "IF R[X,Y-1] < 0 THEN DIR[N]=3:INC N"]
    # two blocks have the color of a line that runs: that of the run, and that of the pointer
    expect(page.locator("#ribbon path.runs")).to_have_count(2)
    page.mouse.move(0, 0)
    expect(page.locator(".paired-line")).to_have_count(0)
    line_of(visit, "listing", "X=POP(XSTK)").click()
    expect(visit.at("port").locator(".paired-line")).to_have_text(re.compile(r"x, y = stack\.pop"))
    page.keyboard.press("ArrowUp")
    expect(visit.at("port").locator(".paired-line")).to_have_text(re.compile("else:"))
    # once a text is edited its lines are others
    page.keyboard.type(" ")
    line_of(visit, "listing", "N=0").hover()
    expect(page.locator(".paired-line")).to_have_count(0)


def test_what_is_pointed_at_is_marked_and_told_in_both_texts(visit):
    page = visit.open_at(1500, **SMALL)
    the_values_of_a_variable(visit, page)
    a_row_or_a_name(visit, page)
    the_lines_that_drew_a_pixel(visit, page)


def the_values_of_a_variable(visit, page):
    expect(visit.at("variables").locator("tr", has_text="X").first).to_contain_text("x")
    words = {}
    for side, text in ("listing", "X=POP(XSTK)"), ("port", "x, y = stack.pop"):
        # where the text begins, behind what a line is set in
        x, y = line_of(visit, side, text).evaluate("""each => {
            const range = document.createRange();
            const start = each.textContent.search(/\\S/);
            const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
            let node = walker.nextNode(), rest = start;
            while (node.length <= rest) { rest -= node.length; node = walker.nextNode(); }
            range.setStart(node, rest);
            range.setEnd(node, rest + 1);
            const box = range.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        }""")
        page.mouse.move(x, y, steps=3)
        told = page.locator(".cm-tooltip .help")
        expect(told).to_contain_text(re.compile("^x = ", re.IGNORECASE))
        words[side] = told.inner_text().split("\n")
        page.mouse.move(0, 0)
        expect(told).to_have_count(0)
    (first, second), (other, another) = words["listing"], words["port"]
    assert re.fullmatch(r"X = \d+", first) and second == f"Port: {other}"
    assert re.fullmatch(r"x = \d+", other) and another == f"Listing: {first}"


def a_row_or_a_name(visit, page):
    row = visit.at("variables").locator("tr", has_text="M_W")
    expect(row).to_contain_text("width")
    named = {side: visit.at(side).locator(".named") for side in ("listing", "port")}
    row.hover()
    for side, name in ("listing", "M_W"), ("port", "width"):
        comes_to(page, partial(names_in, visit, side), {name})
    expect(visit.at("variables").locator(".named")).to_contain_text("M_W")
    # the keyboard's focus does the same, and so does the cursor in a text, for arrays too
    page.mouse.move(0, 0)
    expect(page.locator(".named")).to_have_count(0)
    page.get_by_role("button", name="N", exact=True).focus()
    row.get_by_role("button").first.focus()
    expect(named["port"].first).to_have_text("width")
    line_of(visit, "listing", "X=POP(XSTK)").click(position={"x": 1, "y": 8})
    page.keyboard.press("Home")
    expect(named["port"].first).to_have_text("x")
    expect(visit.at("variables").locator(".named")).to_have_text(re.compile("^X"))
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".named")).to_have_count(0)
    page.keyboard.press("PageUp")
    line_of(visit, "listing", "R[I,J]=4").click(position={"x": 1, "y": 8})
    page.keyboard.press("Home")
    expect(named["port"].first).to_have_text("rooms")


def the_lines_that_drew_a_pixel(visit, page):
    expect(visit.at("verdict")).to_have_attribute("data-state", "equal")
    marked = {side: visit.at(side).locator(".paired-line") for side in ("listing", "port")}
    visit.at("upper").hover(position={"x": 4, "y": 4})
    expect(marked["listing"]).to_have_text(re.compile("^GLINE"))
    expect(marked["port"]).to_have_text(re.compile(r"machine\.screen\.line"))
    expect(visit.at("asked")).to_be_hidden()
    visit.at("upper").hover(position={"x": 500, "y": 300})
    expect(marked["listing"]).to_have_text(re.compile("^ACLS:GFILL"))
    page.mouse.move(0, 0)
    expect(page.locator(".paired-line")).to_have_count(0)
    # the cross of the keys marks them too
    visit.at("screens").focus()
    page.keyboard.press("ArrowRight")
    expect(marked["listing"]).to_have_text(re.compile("^ACLS:GFILL"))
    page.keyboard.press("Escape")
    expect(page.locator(".paired-line")).to_have_count(0)


def test_a_step_says_the_lines_at_which_it_stands(visit):
    page = visit.open_at(900, **SMALL)
    expect(visit.at("verdict")).to_have_attribute("data-state", "equal")
    said = visit.at("said")
    page.keyboard.press(".")
    expect(visit.at("port").locator(".lit-line")).to_contain_text(["rooms[x][y] = there"])
    expect(said).to_have_text("paused: Listing 26: X=X+1: Port 40: rooms[x][y] = there  # 26-27, 29, 31")
    for _ in range(3):
        page.keyboard.press(".")
    expect(said).to_have_text("paused: Listing 36: UNTIL X==0: Port 30: while x > 0:  # 16, 36")
    page.keyboard.press("Space")
    expect(said).to_have_text("running")
