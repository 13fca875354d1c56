"""A number of the listing is dragged and the picture follows; what an edit has changed in it is marked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from retromaze.studio.messages import Open
from tests.studio.browsing import IN_ALL, comes_to, expect
from tests.studio.test_page_own_listing import LISTING
from tests.studio.visiting import TINY, Visit, studio

if TYPE_CHECKING:
    from playwright.sync_api import Page

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
def test_a_number_of_both_texts_is_dragged_and_the_proof_holds(browser, server):
    visit = Visit(browser, server)
    page = visit.open(**TINY, moment=40)
    visit.stands(40)
    drag(page, 1, "9:M_H", 4)
    expect(visit.text("listing")).to_contain_text("M_W=13:M_H=9")
    expect(visit.at("size-width")).to_have_value("13")
    expect(visit.text("port")).to_contain_text("width: int = 13")
    visit.stands(40)
    expect(visit.at("verdict")).to_have_text("equal on 20 seeds ✓")
    # a number of sizes has limits
    drag(page, 1, "13:M_H", -14)
    expect(visit.text("listing")).to_contain_text("M_W=1:M_H=9")
    visit.close()


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
