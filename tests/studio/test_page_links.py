"""Links to moments, in a real browser: where they open, what is in them, and what would be lost without."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from retromaze.commands.studio import requested_workspace
from retromaze.studio.messages import Open
from retromaze.studio.open_program import UserFiles
from tests.studio.browsing import comes_to, expect, shows
from tests.studio.visiting import SMALL, TINY, Visit, packed, picture_at, studio

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, WebSocket


def link_of(visit: Visit) -> str:
    visit.share()
    visit.at("copy-link").click()
    expect(visit.at("link")).to_have_value(re.compile("#"))
    visit.page.keyboard.press("Escape")
    expect(visit.at("copy-link")).to_be_hidden()
    return visit.at("link").input_value()


def test_a_link_opens_the_same_moment_in_a_tab_a_browser_and_the_page_that_is_open(visit, browser, server):
    page = visit.open_at(123, **SMALL)
    shows(page, picture_at(123))
    expect(visit.at("no-jspi")).to_be_hidden()
    link = link_of(visit)
    fragment = link.partition("#")[2]
    assert fragment == (
        "program=backtracker&seed=1&sizes=width%3Anumber%3A31%2Cheight%3Anumber%3A21&moment=123"
    )
    assert "token" not in link and server.token not in link
    tab = Visit(browser, server, visit.context)
    tab.page.goto(link)
    tab.stands(123)
    assert tab.page.url == link and tab.said == []
    tab.page.close()
    other = Visit(browser, server)
    other.page.goto(f"{server.address}&{fragment}")
    other.stands(123)
    shows(other.page, picture_at(123))
    other.close()
    page.goto(f"{page.url.partition('#')[0]}#{urlencode({**SMALL, 'moment': 50})}")
    visit.stands(50)
    page.go_back()
    visit.stands(123)
    page.go_forward()
    visit.stands(50)
    # The printed address too, whose token the page has already.
    visit.open_at(45, **SMALL)
    assert "token" not in page.url


def test_a_link_that_follows_another_at_once_stands_at_its_moment(visit):
    sent: list[str] = []

    def listen(socket: WebSocket) -> None:
        if "/session" in socket.url:
            socket.on("framesent", lambda frame: sent.append(json.loads(frame)["type"]))

    visit.page.on("websocket", listen)
    page = visit.open_at(40, **TINY)
    sent.clear()
    page.evaluate(
        """([first, second]) => {
            addEventListener("hashchange", () => location.hash = second, { once: true });
            location.hash = first;
        }""",
        [urlencode(SMALL), urlencode({**SMALL, "moment": 50})],
    )
    visit.stands(50)
    # what the page sends by itself, such as stops once the proof goes on, may come between
    assert [each for each in sent if each in {"Open", "Go", "Play"}] == ["Open", "Open"]


def test_a_page_that_is_not_let_in_is_told_how(visit, server):
    visit.page.goto(server.address.replace(server.token, "stale"))
    expect(visit.at("notice")).to_have_text(
        "This studio does not know the page. Open the address that it printed once; then links open too."
    )
    expect(visit.at("state")).to_have_text(re.compile("^the session is gone"))
    visit.open_at(40, **TINY)
    # A link with a wrong token spoils nothing.
    visit.page.goto(server.address.replace(server.token, "stale"))
    expect(visit.at("state")).to_have_text(re.compile("^the session is gone"))
    visit.page.goto(f"{visit.page.url.partition('#')[0]}#{urlencode({**TINY, 'moment': 45})}")
    visit.stands(45)
    assert visit.said and all("403" in each for each in visit.said)
    visit.said.clear()


def test_a_link_from_one_s_own_files_has_their_texts(browser, server, tmp_path: Path):
    (tmp_path / "own.bas").write_text("W=5\nGPSET W,1\n@L\nGOTO @L\n")
    (tmp_path / "own.py").write_text("def main(machine, w=5):\n    machine.screen.pset(w, 1)\n")
    own = studio(Open(seed=1), UserFiles(tmp_path / "own.bas", tmp_path / "own.py"))
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
    # another link puts it aside, as another program does
    page.evaluate("location.hash = '#program=sticks'")
    expect(visit.at("program")).to_have_value("sticks")
    visit.at("bring-back").click()
    expect(visit.text("listing")).to_contain_text("MINE")
    page.evaluate("setTimeout(() => location.reload())")
    comes_to(page, lambda: asked, ["beforeunload"])
    expect(visit.text("listing")).to_contain_text("MINE")
    link_of(visit)
    page.reload()
    assert asked == ["beforeunload"]
    expect(visit.text("listing")).to_contain_text("MINE")


# ---- what the page shows who has named no program


@pytest.fixture(scope="module")
def unnamed():
    """A studio as `retromaze studio --seed 1` serves it."""
    opens, _ = requested_workspace(Namespace(listing=None, port_file=None, seed=1, set={}))
    made = studio(opens)
    yield made
    made.close()


def test_a_program_opens_at_its_own_pace_until_the_reader_sets_the_speed(browser, unnamed):
    visit = Visit(browser, unnamed)
    page = visit.open()
    line = visit.at("listing").locator(".cm-line").first
    expect(line).to_have_text("M_W=199:M_H=119")
    expect(visit.at("pace")).to_have_text("30,000 statements/s")
    expect(visit.at("state")).to_contain_text("running")
    expect(visit.at("whole")).to_be_hidden()
    # a smaller one has another pace
    visit.at("size-width").fill("5")
    page.keyboard.press("Enter")
    expect(line).to_have_text("M_W=5:M_H=119")
    expect(visit.at("pace")).to_have_text("500 statements/s")
    visit.at("speed").press("ArrowLeft")
    expect(visit.at("pace")).to_have_text("200 statements/s")
    expect(visit.at("whole")).to_have_text("in full: 199 × 119")
    visit.at("whole").click()
    expect(line).to_have_text("M_W=199:M_H=119")
    expect(visit.at("size-width")).to_have_value("199")
    expect(visit.at("whole")).to_be_hidden()
    expect(visit.at("pace")).to_have_text("200 statements/s")
    visit.at("program").select_option("sticks_csv")
    expect(visit.at("pace")).to_have_text("200 statements/s")
    visit.close()


def test_a_link_with_a_size_has_the_page_s_pace_and_the_address_of_a_program_its_own(browser, unnamed):
    visit = Visit(browser, unnamed, locale="ja-JP")
    visit.open(program="backtracker_def", seed=1, sizes="width:number:50,height:number:40", moment=1)
    expect(visit.at("whole")).to_have_text("元の大きさ: 40 × 40")
    expect(visit.at("pace")).to_have_text("毎秒 30 文")
    visit.open(program="sticks_csv")
    expect(visit.at("pace")).to_have_text("毎秒 500 文")
    visit.page.reload()
    expect(visit.at("pace")).to_have_text("毎秒 500 文")
    visit.close()
