"""What is dragged: the line of time, with the values beside it, and a number of the listing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from retromaze.studio.messages import Open
from tests.studio.browsing import IN_ALL, comes_to, expect
from tests.studio.test_page_own_listing import LISTING
from tests.studio.visiting import TINY, Visit, box_of, packed, studio

if TYPE_CHECKING:
    from playwright.sync_api import Page

# ---- values: those of the moment that is shown, or dimmed until they are


LONG_LISTING = "FOR X=0 TO 4999\nGPSET X MOD 400,1\nNEXT\n"
# At each picture of the page: the moment that is shown, X, and whether the values are dimmed.
WATCH = """() => {
  window.seen = [];
  const look = () => {
    const moment = Number(document.getElementById("where").textContent.split(" ")[0].replaceAll(",", ""));
    const [name, value] = document.querySelector("#variables tr").cells;
    const dimmed = Number(getComputedStyle(document.querySelector(".variables > *")).opacity) < 1;
    if (name.textContent === "X") window.seen.push([moment, Number(value.textContent), dimmed]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def test_values_follow_the_drag_or_are_dimmed_until_they_do(visit):
    page = visit.open_at(5000, listing=packed(LONG_LISTING), seed=1)
    expect(visit.at("variables")).to_contain_text("4999")
    page.evaluate(WATCH)
    box = box_of(page.locator("#timeline canvas:last-child"))
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.9, y)
    page.mouse.down()
    for part in (0.8, 0.6, 0.7, 0.3, 0.2):
        page.mouse.move(box["x"] + box["width"] * part, y, steps=5)
    # The hand rests, and holds the line still: the run settles there.
    page.wait_for_function(
        "() => window.seen.length > 9 && !window.seen.at(-1)[2] && window.seen.at(-1)[0] < 2000"
    )
    page.mouse.move(box["x"] + box["width"] * 0.5, y, steps=5)
    page.mouse.up()
    expect(visit.at("state")).to_have_text(re.compile("^paused"))
    page.wait_for_function("() => !window.seen.at(-1)[2] && window.seen.at(-1)[0] > 2000")
    seen = page.evaluate("window.seen")
    assert [each for each in seen if not each[2] and each[1] != each[0] - 1] == []
    assert any(dimmed for _, _, dimmed in seen)


def test_a_value_of_the_port_as_of_the_last_event_is_no_difference(visit):
    listing = "X=1\nGPSET X,1\nX=2\nGPSET X,1\n"
    points = "    x = 5\n    machine.screen.point(1, 1)\n    x = 2\n    machine.screen.point(x, 1)\n"
    port = f"def main(machine):\n{points}"
    page = visit.open_at(1, listing=packed(listing), port=packed(port), seed=1)
    visit.at("trust-it").click()
    beside = page.locator("#variables .python").first
    # At the event itself the port holds another value.
    expect(beside).to_have_text("x = 5")
    expect(beside).to_have_class(re.compile("other"))
    for _ in range(2):
        visit.at("step-statement").click()
    expect(visit.at("state")).to_have_text(re.compile("line 4"))
    # The listing has gone on since.
    expect(beside).to_have_text("x = 5 (at the last event)")
    expect(beside).not_to_have_class(re.compile("other"))


# ---- a number: the picture follows, and what an edit has changed in it is marked


STEP = 6
"""Pixels for one more."""
PLACE = """([line, text]) => {
    const place = document.querySelectorAll("#listing .cm-line")[line - 1];
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    let before = place.textContent.indexOf(text);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (before < node.length) {
            const range = document.createRange();
            range.setStart(node, before);
            range.setEnd(node, before + 1);
            const { x, y, width, height } = range.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        }
        before -= node.length;
    }
}"""


def drag(page: Page, line: int, text: str, by: int) -> None:
    """Drags the number at this text by so many steps, and lets it go."""
    x, y = page.evaluate(PLACE, [line, text])
    page.keyboard.down("Control")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by * STEP, y, steps=3)
    page.mouse.up()
    page.keyboard.up("Control")


@IN_ALL
def test_a_number_of_both_texts_is_dragged_and_the_proof_holds(visit):
    page = visit.open_at(40, **TINY)
    drag(page, 1, "9:M_H", 4)
    expect(visit.text("listing")).to_contain_text("M_W=13:M_H=9")
    expect(visit.at("size-width")).to_have_value("13")
    expect(visit.text("port")).to_contain_text("width: int = 13")
    visit.stands(40)
    visit.is_proved()
    # a number of sizes has limits
    drag(page, 1, "13:M_H", -14)
    expect(visit.text("listing")).to_contain_text("M_W=1:M_H=9")


@IN_ALL
def test_another_number_is_an_edit_and_what_it_changes_is_marked(browser):
    server = studio(Open(listing=LISTING, name="boxes.bas", seed=1, language="en"))
    visit = Visit(browser, server)
    page = visit.open()
    visit.fast()
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    drag(page, 4, "20,I*20", 5)
    expect(visit.text("listing")).to_contain_text("I*10,I*25,I*20")
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    expect(visit.at("said")).to_have_text(re.compile(r"^Of the picture \d+ pixels are others than before\.$"))
    expect(visit.text("port")).to_contain_text("i * 25")
    expect(visit.at("listing-note")).to_have_text("edited")
    # typed and run at once, it is marked at the end, too
    visit.text("listing").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("GPSET 300,200")
    page.keyboard.press("Control+Enter")
    comes_to(page, lambda: visit.at("said").text_content(), "Of the picture 1 pixels are others than before.")
    visit.close()
    server.close()
