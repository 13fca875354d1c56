"""The picture is asked in a real browser: by the mouse, by keys, by a finger."""

from __future__ import annotations

import re

from tests.studio.browsing import IN_BOTH, expect
from tests.studio.visiting import SMALL, Visit, packed

DRAWN = """ACLS
GFILL 0,0,99,99,RGB(255,0,0)
GPSET 50,44,RGB(0,255,0)
LOCATE 6,5:PRINT "A"
LOCATE 6,5:PRINT " "
@L:VSYNC 1:GOTO @L
"""
TWO_SCREENS = """XSCREEN 2
DISPLAY 1:GFILL 0,0,99,99,RGB(0,0,255):DISPLAY 0
@L
TOUCH OUT T,X,Y
IF T THEN END
VSYNC 1:GOTO @L
"""


def place(visit: Visit, screen: str, x: int, y: int) -> tuple[float, float]:
    """The middle of a pixel in the window."""
    box = visit.at(screen).evaluate("""each => {
        const box = each.getBoundingClientRect();
        return [box.left + each.clientLeft, box.top + each.clientTop, each.clientWidth / each.width];
    }""")
    return box[0] + (x + 0.5) * box[2], box[1] + (y + 0.5) * box[2]


def click(visit: Visit, screen: str, x: int, y: int) -> None:
    visit.page.mouse.click(*place(visit, screen, x, y))


def marked(visit: Visit, side: str):
    return visit.at(side).locator(".asked-line")


@IN_BOTH
def test_a_click_on_a_pixel_shows_who_drew_it_in_both_texts(visit):
    page = visit.open(**SMALL, moment=1500)
    expect(visit.at("where")).to_have_text("1,500 of 1,954 events")
    click(visit, "upper", 300, 200)
    expect(visit.at("asked-words")).to_have_text("Pixel 300, 200")
    expect(visit.at("asked-body")).to_contain_text("#FFFFFF")
    expect(visit.at("asked-body")).to_contain_text("event 2 ")
    expect(marked(visit, "listing")).to_have_text("ACLS:GFILL 1,1,399,239:GPSET 399,238,0")
    expect(marked(visit, "port")).to_have_text(re.compile(r"machine\.screen\.fill\(1, 1, 399, 239\)"))
    page.get_by_role("button", name="The one before").click()
    expect(visit.at("asked-body")).to_contain_text("event 1 ")
    expect(marked(visit, "port")).to_have_text(re.compile(r"machine\.reset\(\)"))
    page.get_by_role("button", name="The one before").click()
    expect(visit.at("asked-body")).to_contain_text("Nothing has drawn there so far.")
    expect(marked(visit, "listing")).to_have_count(0)
    click(visit, "upper", 2, 2)
    expect(marked(visit, "listing")).to_have_text(re.compile("^GLINE"))
    page.get_by_role("button", name="Go to this moment").click()
    expect(visit.at("where")).to_have_text(re.compile("^6 of "))
    visit.at("asked-close").click()
    expect(visit.at("asked")).to_be_hidden()
    expect(marked(visit, "listing")).to_have_count(0)


def test_a_click_on_a_game_plays_until_the_picture_is_to_be_asked(visit):
    visit.open_at(1500, program="key_maze", seed=1)
    expect(visit.at("upper")).to_have_css("cursor", "default")
    expect(visit.at("ask")).to_have_attribute("aria-pressed", "false")
    expect(visit.at("fingers")).to_be_visible()
    click(visit, "upper", 100, 100)
    expect(visit.at("screens")).to_be_focused()
    # the hint about keys leaves the bar its buttons
    expect(visit.at("hint")).to_be_visible()
    pane, last = visit.box("pane-machine"), visit.box("full")
    assert last["x"] + last["width"] <= pane["x"] + pane["width"]
    expect(visit.at("asked")).to_be_hidden()
    visit.at("ask").click()
    expect(visit.at("upper")).to_have_css("cursor", "crosshair")
    click(visit, "upper", 100, 100)
    expect(visit.at("asked-words")).to_have_text("Pixel 100, 100")
    # what is no game is asked at once, and has no pad
    visit.open_at(900, **SMALL)
    expect(visit.at("ask")).to_have_attribute("aria-pressed", "true")
    expect(visit.at("upper")).to_have_css("cursor", "crosshair")
    expect(visit.at("fingers")).to_be_hidden()


def test_the_order_of_drawing_lies_over_the_picture_where_the_run_stands(visit):
    page = visit.open_at(900, **SMALL)
    trace = page.locator(".trace").first
    expect(trace).to_be_hidden()
    visit.at("trace").click()
    expect(trace).to_be_visible()
    color = """each => [...each.getContext("2d").getImageData(2, 2, 1, 1).data]"""
    assert trace.evaluate(color) == [47, 79, 222, 255]
    # a pixel is asked meanwhile, and the colors come again after each step
    click(visit, "upper", 2, 2)
    expect(visit.at("asked-words")).to_have_text("Pixel 2, 2")
    visit.at("step-draw").click()
    expect(visit.at("where")).to_have_text(re.compile("^90[1-9] "))
    expect(trace).to_be_visible()
    visit.at("trace").click()
    expect(trace).to_be_hidden()
    # both halves of the tall screen are colored
    visit.open_at(3, listing=packed("XSCREEN 4\nGPSET 3,0\nGPSET 319,479\nWAIT 1\n"))
    visit.at("trace").click()
    colored = """each => {
        const { data } = each.getContext("2d").getImageData(0, 0, each.width, each.height);
        return [...data.keys()].filter((at) => data[at] && at % 4 === 3).map((at) => (at - 3) / 4);
    }"""
    upper, lower = visit.page.locator(".trace").all()
    expect(upper).to_be_visible()
    expect(lower).to_be_visible()
    assert upper.evaluate(colored) == [43] and lower.evaluate(colored) == [320 * 240 - 1]


GIVE_UP_SEARCH = """() => {
    window.given_up = "";
    const body = document.getElementById("asked-body");
    new MutationObserver((_, observer) => {
        const progress = body.textContent.match(/of 60,000 events/);
        if (!progress) return;
        observer.disconnect();
        window.given_up = progress[0];
        [...body.querySelectorAll("button")].find((each) => each.textContent === "stop").click();
    }).observe(body, { childList: true, subtree: true, characterData: true });
}"""
"""Presses `stop` as soon as a search shows how far it is; from outside the page this may come too late."""


def test_a_search_that_is_given_up_says_so(visit):
    """The run comes back to where it stood; a session that is gone gives up any other search."""
    page = visit.open_at(60000, program="backtracker", seed=1)
    page.evaluate(GIVE_UP_SEARCH)
    page.get_by_role("button", name="X", exact=True).click()
    expect(visit.at("asked-body")).to_have_text("The search was given up for what you did next. Ask again.")
    assert page.evaluate("given_up") == "of 60,000 events"
    expect(visit.at("asked-words")).to_have_text("X")
    visit.stands(60000)


def test_a_pixel_and_a_rectangle_are_asked_about_by_keys_and_by_the_mouse(visit):
    page = visit.open_at(3, listing=packed(DRAWN), seed=1)
    # By keys a cross is moved and asks.
    visit.at("timeline").focus()
    page.keyboard.press("p")
    expect(visit.at("hint")).to_have_text("keys ask · Esc: keys play")
    for _ in range(18):
        page.keyboard.press("Control+ArrowLeft")
    for _ in range(10):
        page.keyboard.press("Control+ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(visit.at("said")).to_have_text("56, 40")
    page.keyboard.press("Enter")
    expect(visit.at("asked-words")).to_have_text("Pixel 56, 40")
    expect(marked(visit, "listing")).to_have_text("GFILL 0,0,99,99,RGB(255,0,0)")
    for _ in range(6):
        page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Enter")
    expect(visit.at("asked-words")).to_have_text("Rectangle 50, 40 – 56, 40")
    expect(visit.at("asked-body").locator(".drawing-line")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(visit.at("ask")).to_have_attribute("aria-pressed", "false")
    # the keys are the console's again
    page.keyboard.press("ArrowLeft")
    expect(visit.at("screens")).to_be_focused()
    page.keyboard.press("Escape")
    expect(visit.at("screens")).not_to_be_focused()
    # and a click plays, in another moment of this program too
    visit.open_at(8, listing=packed(DRAWN), seed=1)
    click(visit, "upper", 50, 44)
    expect(visit.at("hint")).to_have_text("keys play · Esc leaves")
    visit.at("ask").click()
    click(visit, "upper", 50, 44)
    expect(visit.at("asked-body")).to_contain_text("What is seen there was drawn by")
    expect(marked(visit, "listing")).to_have_text('LOCATE 6,5:PRINT " "')
    expect(visit.at("asked-body").locator(".event-told")).to_have_count(2)
    expect(visit.at("asked-body")).to_contain_text("GPSET 50,44")
    page.get_by_role("button", name="Go to this moment").last.click()
    visit.stands(3)
    visit.at("timeline").focus()
    page.keyboard.press("End")
    visit.stands(8)
    page.mouse.move(*place(visit, "upper", 52, 44))
    page.mouse.down()
    page.mouse.move(*place(visit, "upper", 45, 38), steps=4)
    page.mouse.up()
    expect(visit.at("asked-words")).to_have_text("Rectangle 45, 38 – 52, 44")
    rows = visit.at("asked-body").locator(".drawing-line")
    expect(rows).to_have_count(5)
    rows.nth(2).locator(".code-line").click()
    expect(marked(visit, "listing")).to_have_text("GPSET 50,44,RGB(0,255,0)")
    rows.nth(2).get_by_role("button", name="first").click()
    visit.stands(3)
    the_lower_screen(visit)


def the_lower_screen(visit):
    """It is asked with Alt, and touched without."""
    page = visit.page
    visit.open(listing=packed(TWO_SCREENS), seed=1)
    visit.fast()
    expect(visit.at("lower")).to_be_visible()
    page.keyboard.down("Alt")
    click(visit, "lower", 50, 50)
    page.keyboard.up("Alt")
    expect(visit.at("asked-words")).to_have_text("Pixel lower 50, 50")
    expect(visit.at("asked-body")).to_contain_text("#0000FF")
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    page.mouse.move(*place(visit, "lower", 50, 50))
    page.mouse.down()
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    page.mouse.up()


def test_a_variable_s_name_and_an_element_ask_where_their_values_came_from(visit):
    page = visit.open_at(900, **SMALL)
    statement = page.get_by_role("button", name="X", exact=True)
    statement.focus()
    page.keyboard.press("Enter")
    expect(visit.at("asked-words")).to_have_text("X")
    expect(visit.at("asked-body")).to_contain_text("Stored last by statement")
    expect(marked(visit, "listing")).to_have_text(re.compile("X=X[+-]1|X=POP"))
    expect(marked(visit, "port")).to_have_count(1)
    visit.stands(900)
    expect(statement).to_be_focused()
    told = marked(visit, "listing").inner_text()
    visit.at("asked-body").get_by_role("button", name="Go to this moment").click()
    expect(visit.at("listing").locator(".running-line")).to_have_text(told)
    expect(visit.at("where")).not_to_have_text(re.compile("^900 "))
    visit.open_at(900, **SMALL)
    visit.at("tab-arrays").click()
    grid = visit.at("drawn-data").locator('[data-array="R"] [data-cells]')
    grid.click(position={"x": 3, "y": 3})
    expect(visit.at("asked-words")).to_have_text("R[0,0]")
    expect(marked(visit, "listing")).to_have_text("R[I,J]=4")
    field = page.get_by_label("subscripts of R", exact=True)
    field.fill("1,1")
    field.press("Enter")
    expect(visit.at("asked-words")).to_have_text("R[1,1]")
    expect(marked(visit, "listing")).to_have_text(re.compile(r"R\[X,Y\]="))
    field.fill("99,99")
    field.press("Enter")
    strip = visit.at("pane-arrays").locator(".strip:visible").first
    strip.locator("span").first.click()
    expect(visit.at("asked-words")).to_have_text(re.compile(r"^DIR\[\d\]$"))
    expect(visit.at("asked-body")).to_contain_text("Stored last by statement")
