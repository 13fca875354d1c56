"""Links to moments, in a real browser: where they open, what is in them, and what would be lost without."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from retromaze.studio.messages import Open
from retromaze.studio.workspace import OwnFiles
from tests.studio.browsing import expect
from tests.studio.visiting import SMALL, Visit, packed, studio

if TYPE_CHECKING:
    from playwright.sync_api import Dialog


def link_of(visit: Visit) -> str:
    visit.page.locator("#share summary").click()
    visit.at("copy-link").click()
    expect(visit.at("link")).to_have_value(re.compile("#"))
    visit.page.keyboard.press("Escape")
    expect(visit.at("copy-link")).to_be_hidden()
    return visit.at("link").input_value()


def test_a_link_opens_in_another_tab_of_the_same_studio(visit, browser, server):
    visit.open(**SMALL, moment=40)
    visit.stands(40)
    link = link_of(visit)
    assert "token" not in link and server.token not in link
    other = Visit(browser, server, visit.context)
    other.page.goto(link)
    other.stands(40)
    assert other.page.url == link and other.said == []


def test_a_link_opens_in_the_page_that_is_open_and_the_one_before_comes_back(visit):
    page = visit.open(**SMALL, moment=40)
    visit.stands(40)
    page.goto(f"{page.url.partition('#')[0]}#{urlencode({**SMALL, 'moment': 50})}")
    visit.stands(50)
    page.go_back()
    visit.stands(40)
    page.go_forward()
    visit.stands(50)
    # The printed address too, whose token the page has already.
    visit.open(**SMALL, moment=45)
    visit.stands(45)
    assert "token" not in page.url


def test_a_page_that_is_not_let_in_is_told_how(browser, server):
    visit = Visit(browser, server)
    visit.page.goto(server.address.replace(server.token, "stale"))
    expect(visit.at("notice")).to_have_text(
        "This studio does not know the page. Open the address that it printed once; then links open too."
    )
    expect(visit.at("state")).to_have_text(re.compile("^the session is gone"))
    visit.open(**SMALL, moment=40)
    visit.stands(40)
    # A link with a wrong token spoils nothing.
    visit.page.goto(server.address.replace(server.token, "stale"))
    expect(visit.at("state")).to_have_text(re.compile("^the session is gone"))
    visit.page.goto(f"{visit.page.url.partition('#')[0]}#{urlencode({**SMALL, 'moment': 45})}")
    visit.stands(45)
    assert visit.said and all("403" in each for each in visit.said)
    visit.said.clear()
    visit.close()


def test_a_link_from_one_s_own_files_has_their_texts(browser, server, tmp_path: Path):
    (tmp_path / "own.bas").write_text("W=5\nGPSET W,1\n@L\nGOTO @L\n")
    (tmp_path / "own.py").write_text("def main(machine, w=5):\n    machine.screen.pset(w, 1)\n")
    own = studio(Open(seed=1), OwnFiles(tmp_path / "own.bas", tmp_path / "own.py"))
    here = Visit(browser, own)
    here.open()
    expect(here.text("listing")).to_contain_text("GPSET W,1")
    here.at("size-w").fill("7")
    here.at("size-w").press("Enter")
    expect(here.text("listing")).to_contain_text("W=7")
    link = link_of(here)
    there = Visit(browser, server)
    there.page.goto(f"{server.address}&{link.partition('#')[2]}")
    expect(there.text("listing")).to_contain_text("W=7GPSET W,1")
    expect(there.text("port")).to_contain_text("def main(machine, w=7)")
    expect(there.at("trust")).to_be_visible()
    there.close()
    here.close()
    own.close()


def test_a_text_that_is_in_no_link_is_not_left_without_a_word(visit):
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page = visit.open(listing=packed("@L\nGOTO @L\n"), seed=1)
    expect(visit.text("listing")).to_contain_text("GOTO")
    page.on("dialog", stay)
    page.reload()
    expect(visit.text("listing")).to_contain_text("GOTO")
    assert asked == []
    visit.text("listing").click()
    page.keyboard.type("'MINE")
    page.evaluate("location.hash = '#program=sticks'")
    page.evaluate("setTimeout(() => location.reload())")
    page.wait_for_timeout(300)
    assert asked == ["confirm", "beforeunload"]
    expect(visit.text("listing")).to_contain_text("MINE")
    link_of(visit)
    page.reload()
    assert asked == ["confirm", "beforeunload"]
