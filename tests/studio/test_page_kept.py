"""What the browser keeps of the programs that were open, in a real one: by a reload, Back and Forward."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from retromaze.studio.messages import Open
from tests.studio.browsing import IN_BOTH, comes_to, expect
from tests.studio.test_page_own_listing import LISTING, paste
from tests.studio.visiting import TINY, Visit, packed, studio

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEPT = "() => JSON.stringify(history.state?.retromaze ?? null)"


def hash_of(page: Page) -> str:
    # The page's own: Firefox tells the driver of it later.
    found: str = page.evaluate("location.hash.slice(1)")
    return found


@IN_BOTH
def test_edits_and_the_moment_survive_a_reload(visit):
    page = visit.open(**TINY, moment=40)
    page.on("dialog", lambda dialog: dialog.accept())
    visit.stands(40)
    visit.type_at_end("listing", "'MINE")
    visit.type_at_start("port", "# MINE\n")
    visit.is_proved()
    # another listing begins anew, however soon the port is edited after it
    visit.stands(0)
    visit.at("step-draw").click()
    visit.stands(1)
    # another port does not
    visit.type_at_start("port", "# HERE\n")
    visit.is_proved()
    visit.stands(1)
    visit.at("step-draw").click()
    visit.stands(2)
    page.reload()
    visit.stands(2)
    expect(visit.text("listing")).to_contain_text("'MINE")
    expect(visit.text("port")).to_contain_text("# MINE")
    expect(visit.at("listing-note")).to_have_text("edited")
    # what was written here may run, and is proved without a question
    visit.is_proved()
    visit.at("listing-restore").click()
    expect(visit.text("listing")).not_to_contain_text("'MINE")
    # what was put aside is kept, too
    expect(visit.at("aside")).to_be_visible()
    page.reload()
    expect(visit.text("port")).to_contain_text("# MINE")
    expect(visit.text("listing")).not_to_contain_text("'MINE")
    visit.at("bring-back").click()
    expect(visit.text("listing")).to_contain_text("'MINE")


@IN_BOTH
def test_the_address_follows_the_program_and_back_and_forward_go_between_programs(browser, server):
    visit = Visit(browser, server)
    page = visit.open_at(40, **TINY)
    visit.type_at_start("listing", "'MINE\n")
    visit.is_proved()
    visit.at("program").select_option("sticks")
    expect(visit.at("listing-note")).to_have_text(re.compile("^a pillar"))
    assert hash_of(page) == "program=sticks"
    visit.at("program").select_option("+new")
    expect(visit.text("port")).to_have_text("")
    paste(visit, LISTING)
    visit.is_proved()
    assert hash_of(page) == f"name=listing.bas&listing={packed(LISTING)}", hash_of(page)
    page.go_back()
    expect(visit.at("listing-note")).to_have_text(re.compile("^a pillar"))
    expect(visit.at("program")).to_have_value("sticks")
    page.go_back()
    expect(visit.text("listing")).to_contain_text("'MINEM_W=9")
    expect(visit.at("listing-note")).to_have_text("edited")
    assert hash_of(page).startswith("program=backtracker&seed=1")
    page.go_forward()
    expect(visit.at("listing-note")).to_have_text(re.compile("^a pillar"))
    page.go_forward()
    expect(visit.text("listing")).to_contain_text("BOX")
    expect(visit.at("program").locator("option:checked")).to_have_text("listing.bas")
    visit.is_proved()
    # without its history the address alone opens it, as a link does: its port is seen before it runs
    visit.close()
    other = Visit(browser, server)
    other.page.goto(f"{server.address}&name=listing.bas&listing={packed(LISTING)}")
    expect(other.text("listing")).to_contain_text("BOX")
    expect(other.at("trust")).to_be_visible()
    other.close()


CHOICE_AND_BACK = """(program) => {
    const choice = document.getElementById("program");
    choice.value = program;
    choice.dispatchEvent(new Event("change", { bubbles: true }));
    // what is sent from here on waits, so that the chosen program is open before the one of Back is asked for
    const send = WebSocket.prototype.send;
    const held = [];
    WebSocket.prototype.send = function (text) { held.push(() => send.call(this, text)); };
    window.release = () => {
        WebSocket.prototype.send = send;
        held.forEach((each) => each());
    };
    history.back();
}"""


def test_a_program_that_is_left_by_back_before_it_is_open_gets_no_entry(visit):
    page = visit.open_at(40, **TINY)
    visit.at("program").select_option("sticks")
    expect(visit.at("listing-note")).to_have_text(re.compile("^a pillar"))
    page.evaluate(CHOICE_AND_BACK, "kruskal")
    comes_to(page, lambda: [page.title().partition(" ")[0]], ["Kruskal's"])
    page.evaluate("release()")
    expect(visit.at("program")).to_have_value("backtracker")
    assert hash_of(page).startswith("program=backtracker&seed=1"), hash_of(page)
    page.go_forward()
    expect(visit.at("program")).to_have_value("sticks")
    assert hash_of(page) == "program=sticks"


def test_a_port_out_of_a_link_is_seen_again_before_it_runs(visit):
    """What is kept of a consent is that of the reader's own text alone."""
    page = visit.open(listing=packed(LISTING), seed=1)
    expect(visit.at("trust-it")).to_be_enabled()
    visit.at("trust-it").click()
    visit.is_proved()
    page.reload()
    expect(visit.at("trust")).to_be_visible()
    expect(visit.at("verdict")).to_have_text("not proved")


def test_what_is_too_long_is_not_kept_and_what_is_kept_is_bounded(browser):
    server = studio(Open(listing="PRINT 1\n", seed=1, language="en"))
    visit = Visit(browser, server)
    page = visit.open()
    expect(visit.text("listing")).to_contain_text("PRINT 1")
    comes_to(page, lambda: [page.evaluate(KEPT) != "null"], [True])
    visit.text("port").focus()
    page.keyboard.press("Control+End")
    paste(visit, "#" * (1 << 20), "port")
    expect(visit.at("port-note")).to_contain_text("edited")
    comes_to(page, lambda: [page.evaluate(KEPT)], ["null"])
    visit.close()
    server.close()


def test_a_link_that_is_pasted_once_more_is_opened_once_more(visit):
    visit.open_at(40, **TINY)
    visit.at("step-draw").click()
    visit.stands(41)
    visit.open_at(40, **TINY)
