"""A listing of the reader's own is put in on the page, in a real browser: pasted, typed, or out of a file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.studio.browsing import PIXELS, await_painting, comes_to, expect, paste_into, resize, shows
from tests.studio.visiting import SMALL, TINY, picture_at

if TYPE_CHECKING:
    from tests.studio.visiting import Visit

LISTING = """\
ACLS
N=3
FOR I=1 TO N
 GBOX I*10,I*10,I*20,I*20,#WHITE
 PRINT "BOX ";I
NEXT
"""
CHOOSE_AND_ASK = """select => {
    select.value = "sticks";
    select.dispatchEvent(new Event("change"));
    const locked = (side) => document.querySelector(`#${side} .cm-content`).cmTile.view.state.readOnly;
    return { listing: locked("listing"), port: locked("port") };
}"""
"""Chooses a program, and asks at once whether the texts of the one before can be written in."""
DROP = """([name, bytes]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([Uint8Array.from(bytes)], name));
    const place = document.querySelector("#screens");
    place.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""


def paste(visit: Visit, text: str, side: str = "listing") -> None:
    paste_into(visit.text(side), text)


def drop(visit: Visit, name: str, data: bytes) -> None:
    visit.page.evaluate(DROP, [name, list(data)])


def test_a_listing_is_pasted_and_proved_beside_the_port_that_is_written_of_it(visit):
    page = visit.open(**TINY)
    visit.is_proved()
    visit.at("program").select_option("+new")
    expect(visit.text("listing")).to_be_focused()
    expect(visit.text("listing")).to_have_text("Paste or write a listing here, or drop its file.")
    expect(visit.text("port")).to_have_text("")
    expect(visit.at("program").locator("option:checked")).to_have_text("listing.bas")
    # an empty one is nothing that could be lost
    expect(visit.at("aside")).to_be_hidden()
    paste(visit, LISTING)
    expect(visit.text("port")).to_contain_text("machine.screen.box")
    visit.is_proved()
    expect(visit.at("listing-note")).to_have_text("listing.bas")
    # a link has the listing alone, and its port is written where it is opened
    visit.share()
    visit.at("copy-link").click()
    link = visit.at("link").input_value()
    assert "&name=listing.bas&" in link or "#name=listing.bas&" in link, link
    assert "port=" not in link
    page.keyboard.press("Escape")
    # another listing over the whole one is another listing, what is pasted into it an edit
    visit.text("listing").focus()
    page.keyboard.press("Control+End")
    paste(visit, "PRINT N\n")
    expect(visit.at("listing-note")).to_have_text("edited")
    expect(visit.text("port")).to_contain_text("# 7")
    visit.at("listing-restore").click()
    expect(visit.text("port")).not_to_contain_text("# 7")
    expect(visit.at("listing-note")).to_have_text("listing.bas")
    visit.at("program").select_option("sticks")
    expect(visit.at("aside")).to_be_visible()
    visit.at("bring-back").click()
    expect(visit.text("listing")).to_contain_text("BOX")
    expect(visit.at("program").locator("option:checked")).to_have_text("listing.bas")
    # one that is pasted over another program has nothing to do with its port
    visit.open_at(40, **TINY)
    before = visit.text("listing").evaluate("each => each.cmTile.view.state.doc.toString()")
    visit.text("listing").focus()
    page.keyboard.press("Control+a")
    # a version of the same program is an edit of it
    paste(visit, f"'MINE\n{before}")
    expect(visit.at("listing-note")).to_have_text("edited")
    expect(visit.at("program")).to_have_value("backtracker")
    page.keyboard.press("Control+a")
    paste(visit, LISTING)
    expect(visit.at("program").locator("option:checked")).to_have_text("listing.bas")
    expect(visit.text("port")).to_contain_text("machine.screen.box")
    visit.is_proved()
    expect(visit.at("aside")).to_be_visible()
    visit.at("bring-back").click()
    expect(visit.text("listing")).to_contain_text("'MINE")
    expect(visit.at("program")).to_have_value("backtracker")


def test_a_file_is_dropped_and_what_cannot_be_ported_or_read_is_told(visit):
    visit.open(**TINY)
    drop(visit, "boxes.bas", LISTING.encode())
    expect(visit.at("program").locator("option:checked")).to_have_text("boxes.bas")
    expect(visit.text("port")).to_contain_text("boxes.bas in Python")
    visit.is_proved()
    drop(visit, "part.bas", b'PRINT 1\nEXEC "PRG1:X"\n')
    expect(visit.at("not-ported")).to_have_text(
        "line 2: EXEC means another slot's program, which is not ported here\n"
        "1 place is not ported: basic.NotPorted is raised there"
    )
    drop(visit, "old.bas", 'PRINT "迷路"\n'.encode("shift_jis"))
    expect(visit.text("listing")).to_contain_text("迷路")
    expect(visit.at("not-ported")).to_be_hidden()
    expect(visit.at("notice")).to_have_text(
        "old.bas is read as Shift_JIS. If it does not look right, make it UTF-8 first."
    )
    expect(visit.at("state")).to_have_text(re.compile("^paused"))
    drop(visit, "picture.png", b"\x89PNG\r\n\x1a\n\xff\x00\x01")
    expect(visit.at("notice")).to_have_text("picture.png is not a text file (no UTF-8 at byte 0)")
    expect(visit.text("listing")).to_contain_text("迷路")
    resize(visit.page, 390, 844)
    expect(visit.at("open-listing")).to_be_in_viewport(ratio=1)
    visit.at("listing-file").set_input_files(
        {"name": "wrong.bas", "mimeType": "text/plain", "buffer": b"PRINT (1\n"}
    )
    expect(visit.at("state")).to_have_text(re.compile("^ended · Syntax error in 0:1 · line 1"))
    expect(visit.at("listing").locator(".problem")).to_have_count(1)


def test_what_is_typed_at_once_goes_into_the_text_that_was_asked_for(visit):
    """Another program's text cannot be written in before it is there, and an empty one at once."""
    page = visit.open(**TINY)
    visit.is_proved()
    visit.at("program").select_option("+new")
    page.keyboard.type("PRINT 5")
    expect(visit.text("listing")).to_have_text("PRINT 5")
    expect(visit.text("port")).to_contain_text('print("5")')
    expect(visit.text("listing")).to_have_text("PRINT 5")
    locked = visit.at("program").evaluate(CHOOSE_AND_ASK)
    assert locked == {"listing": True, "port": True}
    expect(visit.text("listing")).to_contain_text("棒倒し法")
    visit.text("listing").focus()
    page.keyboard.press("Control+Home")
    page.keyboard.type("'MINE ")
    expect(visit.at("listing-note")).to_have_text("edited")


def test_a_file_that_is_dropped_before_anything_is_open_is_opened(visit):
    data = [*LISTING.encode()]
    visit.page.add_init_script(f'addEventListener("DOMContentLoaded", () => ({DROP})(["boxes.bas", {data}]))')
    visit.open(**TINY)
    expect(visit.at("program").locator("option:checked")).to_have_text("boxes.bas")


HOLD = """() => {
    const { send } = WebSocket.prototype;
    window.held = [];
    WebSocket.prototype.send = function (text) { held.push([this, text]); };
    window.release = () => {
        WebSocket.prototype.send = send;
        for (const [socket, text] of held.splice(0)) socket.send(text);
    };
}"""
"""Keeps what is sent, until it is released: as if the session read it late."""


def test_a_file_that_is_read_late_does_not_replace_what_is_chosen_after_it(visit):
    page = visit.open_at(40, **TINY)
    game = {"name": "game.log", "mimeType": "text/plain", "buffer": b"retromaze log 1\nseed 9\n"}
    listing = {"name": "boxes.bas", "mimeType": "text/plain", "buffer": LISTING.encode()}
    for program, chooser, file in (("kruskal", "game-file", game), ("sticks", "listing-file", listing)):
        page.evaluate(HOLD)
        visit.at(chooser).set_input_files(file)
        comes_to(page, lambda: page.evaluate("held.filter(([, text]) => text.includes('Read')).length"), 1)
        visit.at("program").select_option(program)
        page.evaluate("release()")
        expect(visit.at("state")).to_have_text(re.compile("^running"))
        await_painting(page)
        expect(visit.at("program")).to_have_value(program)
        expect(visit.at("seed")).not_to_have_value("9")


def test_a_line_that_is_half_written_leaves_the_last_run_in_sight(visit):
    page = visit.open_at(40, **SMALL)
    shows(page, picture_at(40))
    visit.text("listing").focus()
    page.keyboard.press("Control+Home")
    page.keyboard.type("PRINT (1")
    expect(visit.at("mistake")).to_have_text(
        re.compile(
            r"^Syntax error in 0:1.*\nprograms/backtracker\.bas:1:9\n  PRINT \(1M_W=31.*\n {10}\^", re.S
        )
    )
    expect(visit.at("listing").locator(".problem")).not_to_have_count(0)
    expect(page.locator("body.mistaken")).to_have_count(1)
    expect(visit.at("verdict")).to_have_text("not proved")
    # the run stands where it stood, and can still be moved
    visit.stands(40)
    assert visit.at("upper").evaluate(PIXELS) == picture_at(40)
    visit.at("step-draw").click()
    visit.stands(41)
    visit.text("listing").focus()
    page.keyboard.type("):")
    expect(visit.at("mistake")).to_be_hidden()
    expect(page.locator("body.mistaken")).to_have_count(0)
    expect(visit.at("verdict")).to_have_text(re.compile("^differs at event 1$"))
    # what a run fails of is told there, too
    page.keyboard.type("PRINT 1/0:")
    expect(visit.at("listing")).to_contain_text("PRINT 1/0")
    visit.fast()
    visit.at("play").click()
    expect(visit.at("mistake")).to_have_text(
        re.compile(r"^Divide by zero in 0:1\nprograms/backtracker.bas:1:")
    )
