"""The two texts in the page's editors, in a real browser: what keys do, and what is opened instead."""

from __future__ import annotations

import re

from tests.studio.browsing import expect
from tests.studio.visiting import SMALL, TINY, packed

TYPED = "FOR I=1 TO 3\nPRINT I\n"


def test_the_listing_is_edited_and_left_and_what_the_page_opened_cannot_be_undone(visit):
    page = visit.open_at(40, **SMALL)
    visit.text("listing").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(visit.text("listing")).not_to_be_focused()
    expect(visit.at("listing-note")).not_to_have_text("edited")
    page.locator("#more summary").click()
    expect(visit.at("keys")).to_contain_text("Esc Tableaves an editor")
    visit.text("listing").click()
    page.keyboard.press("Control+z")
    expect(visit.text("listing")).to_contain_text("M_W=31:M_H=21")
    page.keyboard.press("Control+End")
    page.keyboard.type("'MINE")
    expect(visit.at("listing-note")).to_have_text("edited")
    page.keyboard.press("Control+z")
    expect(visit.text("listing")).not_to_contain_text("MINE")
    expect(visit.text("listing")).to_contain_text("M_W=31:M_H=21")
    # Beside the line that runs: a line further down is out of sight once the editor follows the run again.
    page.keyboard.press("Control+Home")
    page.keyboard.type("X=*\n")
    expect(visit.at("listing").locator(".problem")).not_to_have_count(0)
    page.keyboard.press("Control+Home")
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.type("1")
    expect(visit.at("listing").locator(".problem")).to_have_count(0)
    expect(visit.at("listing-note")).to_have_text("edited")


def test_what_was_written_is_put_aside_and_brought_back(visit):
    """Another program puts it aside, and so does "as it was"; then both change places."""
    visit.open(listing=packed("PRINT 1\n"), seed=1)
    expect(visit.text("listing")).to_contain_text("PRINT")
    visit.at("program").select_option("sticks")
    expect(visit.text("listing")).to_contain_text("DEF")
    # What was as it came is not.
    expect(visit.at("aside")).to_be_hidden()
    page = visit.open_at(40, **TINY)
    expect(visit.at("aside")).to_be_hidden()
    visit.type_at_start("listing", "'MINE\n")
    visit.at("program").select_option("sticks")
    expect(visit.at("listing-note")).to_have_text(re.compile("^a pillar"))
    expect(visit.at("aside")).to_be_visible()
    # It does not come back by the keys of the editor.
    expect(visit.text("listing")).to_contain_text("DEF")
    visit.text("listing").click()
    page.keyboard.press("Control+z")
    expect(visit.text("listing")).to_contain_text("DEF")
    expect(visit.text("listing")).not_to_contain_text("MINE")
    expect(visit.at("listing-restore")).to_be_hidden()
    visit.at("bring-back").click()
    expect(visit.text("listing")).to_contain_text("'MINEM_W=9:M_H=9")
    expect(visit.at("program")).to_have_value("backtracker")
    expect(visit.at("aside")).to_be_hidden()
    visit.is_proved()
    visit.type_at_start("port", "# MINE\n")
    visit.at("port-restore").click()
    expect(visit.text("port")).not_to_contain_text("MINE")
    expect(visit.at("aside")).to_be_visible()
    visit.type_at_start("port", "# ANOTHER\n")
    visit.at("bring-back").click()
    expect(visit.text("port")).to_contain_text("# MINE")
    expect(visit.text("port")).not_to_contain_text("ANOTHER")
    visit.at("bring-back").click()
    expect(visit.text("port")).to_contain_text("# ANOTHER")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    visit.at("program").select_option("sticks")
    expect(visit.text("listing")).to_contain_text("DEF")
    page.reload()
    assert asked == ["beforeunload"]


def test_enter_is_a_new_line_and_a_completion_is_taken_by_tab_or_an_arrow(visit):
    visit.page.clock.install()
    page = visit.open(listing=packed(TYPED), seed=1)
    offered = page.locator(".cm-tooltip-autocomplete li")
    visit.text("listing").click()
    page.keyboard.press("Control+End")

    def typed(words: str, first: str) -> None:
        """Types, and waits until something is offered and has been there so long that it can be taken."""
        page.keyboard.type(words)
        expect(offered.first).to_have_text(first)
        page.clock.run_for(100)

    typed("NEXT I", "IF")
    page.keyboard.press("Enter")
    typed("GPSE", "GPSET")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    typed("GPSE", "GPSET")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#listing .cm-line")).to_have_text(
        ["FOR I=1 TO 3", "PRINT I", "NEXT I", "GPSET", "GPSET"]
    )


def test_a_seed_that_is_being_written_stays_when_an_edit_is_opened(visit):
    page = visit.open_at(40, **TINY)
    visit.type_at_start("listing", "'MINE\n")
    visit.at("seed").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("12")
    visit.is_proved()
    expect(visit.at("seed")).to_have_value("12")
    page.keyboard.press("Enter")
    expect(visit.at("where")).to_have_text(re.compile("^0 of [1-9]"))
    expect(visit.at("seed")).to_have_value("12")


def test_a_line_that_is_shown_may_be_gone_when_it_is_painted(visit):
    visit.page.clock.install()
    page = visit.open_at(1, listing=packed("\n" * 500 + "GFILL 0,0,99,99\n"), seed=1)
    visit.stop_the_clock()
    visit.at("upper").click(position={"x": 3, "y": 3})
    expect(visit.at("asked-body")).to_contain_text("event 1 ")
    visit.at("program").select_option("sticks")
    expect(visit.text("listing")).to_contain_text("DEF")
    page.clock.resume()
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    assert visit.said == []


def test_what_cannot_be_opened_leaves_what_is_open_and_no_number_what_it_was(visit):
    """A link leaves what the studio was begun with, a program what is there."""
    page = visit.open(program="nonsense", seed=1)
    expect(visit.at("notice")).to_have_text("no program is called 'nonsense'")
    expect(visit.text("listing")).to_contain_text("M_W=199:M_H=119")
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    visit.at("notice").click()
    expect(visit.at("notice")).to_be_hidden()
    visit.open_at(40, **TINY)
    page.evaluate(
        """() => {
            const choice = document.getElementById("program");
            choice.add(new Option("nonsense", "nonsense"));
            choice.value = "nonsense";
            choice.onchange();
        }"""
    )
    expect(visit.at("notice")).to_have_text("no program is called 'nonsense'")
    expect(visit.at("program")).to_have_value("backtracker")
    expect(visit.at("verdict")).to_have_text(re.compile("^(checking|proving|equal)"))
    visit.at("seed-up").click()
    expect(visit.text("listing")).to_contain_text("M_W=9:M_H=9")
    expect(visit.at("where")).to_have_text(re.compile("^0 of [1-9]"))
    expect(visit.at("seed")).to_have_value("2")
    # something else is open now
    expect(visit.at("notice")).to_be_hidden()
    # A number that is none is put back, and a broken one is rounded.
    visit.open_at(41, **TINY)
    page.keyboard.press("Space")
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    for field, wrong, right in (
        ("size-width", "", "9"),
        ("size-width", "9.4", "9"),
        ("seed", "", "1"),
        ("seed", "1.2", "1"),
    ):
        visit.at(field).fill(wrong)
        visit.at(field).press("Enter")
        expect(visit.at(field)).to_have_value(right)
    visit.at("tab-proof").click()
    visit.at("seeds").fill("1.5")
    visit.at("check").click()
    expect(visit.at("verdict")).to_have_text("equal on 2 seeds ✓")
    expect(visit.at("notice")).to_be_hidden()
