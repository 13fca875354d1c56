"""Pages of others, links of theirs and other users of the computer, in a real browser: they get nothing."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlencode

from retromaze.catalogue import CATALOGUE
from retromaze.comparison.runnable_programs import Port, text_of
from retromaze.studio.server import write_redirect_page
from tests.studio.browsing import IN_BOTH, PATIENCE, comes_to, expect
from tests.studio.visiting import TINY, Visit, packed, studio

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HARMLESS = "def main(machine):\n    machine.screen.clear()\n"
SOON = 150
"""Milliseconds between the change of a text and the reader's click, less than he needs to see it."""


def evil(witness: Path) -> str:
    return f"open({str(witness)!r}, 'w').close()\n{HARMLESS}"


def link(**state: object) -> str:
    return "#" + urlencode(state)


def steer(visit: Visit, fragment: str) -> None:
    visit.page.evaluate("fragment => { location.hash = fragment; }", fragment)


# ---- what was seen is what is run


def test_a_link_that_changes_just_before_the_click_runs_nothing(visit: Visit, tmp_path: Path) -> None:
    page = visit.page
    page.clock.install()
    for by in ("mouse", "Enter", "Space"):
        witness = tmp_path / by
        visit.open(listing=packed("GCLS\n"), port=packed(HARMLESS), seed=1)
        expect(visit.text("port")).to_have_text(re.compile("^def main"))
        expect(visit.at("trust-it")).to_be_enabled()
        place = visit.middle("trust-it")
        visit.at("trust-it").focus()

        def click(by: str = by, place: tuple[float, float] = place) -> None:
            if by == "mouse":
                page.mouse.click(*place)
            else:
                page.keyboard.press(by)

        visit.stop_the_clock()
        steer(visit, link(listing=packed("GCLS\n"), port=packed(evil(witness)), seed=1))
        click()
        expect(visit.text("port")).to_contain_text("open(")
        page.clock.run_for(SOON)
        click()
        page.clock.resume()
        expect(visit.at("trust")).to_be_visible()
        expect(visit.at("trust-it")).to_be_enabled()
        expect(visit.at("verdict")).to_have_text("not proved")
        assert not witness.exists()
        visit.at("trust-it").click()
        visit.is_proved()
        assert witness.exists()
    # The button lives only while it is looked at, and nothing is hidden to the right.
    hidden = HARMLESS.replace("\n", " " * 400 + "# evil\n", 1)
    visit.open(listing=packed("GCLS\n"), port=packed(hidden), seed=1)
    expect(visit.text("port")).to_contain_text("# evil")
    expect(visit.at("trust-it")).to_be_enabled()
    editor = visit.at("port").locator(".cm-scroller")
    comes_to(page, lambda: editor.evaluate("each => each.scrollWidth <= each.clientWidth"), True)
    visit.stop_the_clock()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(visit.at("trust-it")).to_be_disabled()
    page.clock.resume()
    expect(visit.at("trust-it")).to_be_enabled()
    # A click of a script is none of the reader's.
    page.evaluate("document.getElementById('trust-it').click()")
    expect(visit.at("trust")).to_be_visible()
    expect(visit.at("trust-it")).to_be_enabled()
    visit.at("trust-it").click()
    visit.is_proved()
    comes_to(page, lambda: editor.evaluate("each => each.scrollWidth <= each.clientWidth"), True)


def test_a_port_out_of_a_link_waits_for_the_reader_and_so_does_the_next(visit: Visit, tmp_path: Path) -> None:
    witness, other = tmp_path / "ran", tmp_path / "too"
    visit.open(listing=packed("GCLS\n"), port=packed(evil(witness)), seed=1)
    expect(visit.at("trust")).to_be_visible()
    expect(visit.at("verdict")).to_have_text("not proved")
    expect(visit.text("port")).to_contain_text("def main")
    assert not witness.exists()
    words = "came with a link. It could read or delete your files."
    expect(visit.at("trust-words")).to_contain_text(words)
    expect(visit.at("changes")).to_be_hidden()
    visit.at("trust-it").click()
    expect(visit.at("trust")).to_be_hidden()
    visit.is_proved()
    assert witness.exists()
    steer(visit, link(listing=packed("GCLS\n"), port=packed(evil(other)), seed=1))
    expect(visit.text("port")).to_contain_text("too")
    expect(visit.at("trust")).to_be_visible()
    visit.at("seed-up").click()
    expect(visit.at("seed")).to_have_value("2")
    expect(visit.at("verdict")).to_have_text("not proved")
    expect(visit.at("trust")).to_be_visible()
    assert not other.exists()
    # So does one that the studio wrote of a link.
    for number, also in ((5, {}), (7, {"sizes": "w:number:7"})):
        visit.open(listing=packed("W=5\nGPSET W,1\n"), seed=1, **also)
        expect(visit.text("listing")).to_contain_text(f"W={number}")
        expect(visit.text("port")).to_contain_text("def main")
        expect(visit.at("trust-words")).to_contain_text("was written here from a link's listing.")
        expect(visit.at("verdict")).to_have_text("not proved")
        visit.at("trust-it").click()
        visit.is_proved()


def test_an_edit_of_a_foreign_port_stays_foreign_until_it_is_consented_to(
    visit: Visit, tmp_path: Path
) -> None:
    witness = tmp_path / "ran"
    page = visit.page
    page.clock.install()
    # A program of ours shows how the port differs.
    own = text_of(Port(CATALOGUE["backtracker"].port))
    changed = own.replace("\ndef main(", "\nimport os\n\n\ndef main(")
    visit.open(**TINY, port=packed(changed))
    expect(visit.at("changes")).to_be_visible()
    expect(page.locator("#changed .added")).to_have_text(["+import os", "+", "+"])
    expect(visit.at("verdict")).to_have_text("not proved")
    visit.at("port-restore").click()
    expect(visit.at("trust")).to_be_hidden()
    visit.is_proved()
    visit.open(listing=packed("GCLS\n"), port=packed(evil(witness)), seed=1)
    expect(visit.text("port")).to_contain_text("open(")
    expect(visit.at("trust-it")).to_be_enabled()
    visit.stop_the_clock()
    visit.type_at_end("port", "# mine")
    expect(visit.at("trust-it")).to_be_disabled()
    page.clock.resume()
    expect(visit.at("trust-it")).to_be_enabled()
    expect(visit.at("verdict")).to_have_text("not proved")
    assert not witness.exists()
    visit.at("trust-it").click()
    visit.is_proved()
    witness.unlink()
    # From here on it is the reader's own text.
    visit.type_at_end("port", " too")
    comes_to(page, witness.exists, True)
    visit.is_proved()
    expect(visit.at("trust")).to_be_hidden()


# ---- links that are too much


PASTED = """editor => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", ("'" + "x".repeat(98) + "\\n").repeat(90_000));
    editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


def test_links_that_cannot_be_are_refused_and_the_studio_goes_on(visit: Visit) -> None:
    page = visit.open_at(40, **TINY)
    swelled = "The link holds more than a studio takes."
    damaged = re.compile("^what the player did is damaged")
    refused = (
        ({**TINY, "log": packed("retromaze log 1\n" + "#" * (9 << 20))}, swelled),
        ({"listing": packed("X" * (99 << 20)), "seed": 1}, swelled),
        ({"listing": packed("GCLS\n"), "port": packed("#" * (9 << 20)), "seed": 1}, swelled),
        ({**TINY, "log": packed("retromaze log 1\nanswer " + "[" * 80_000)}, damaged),
        ({**TINY, "sizes": "width:number:wide"}, "The link is damaged."),
    )
    # Each good link leads to another moment: the run stands there only when it is open, the texts unlocked
    for moment, (state, words) in enumerate(refused, 41):
        steer(visit, link(**state))
        expect(visit.at("notice")).to_have_text(words)
        visit.at("notice").click()
        expect(visit.at("notice")).to_be_hidden()
        if words == swelled:
            expect(visit.text("listing")).to_contain_text("M_W=199:M_H=119")
        steer(visit, link(**TINY, moment=moment))
        visit.stands(moment)
    assert page.evaluate("location.hash").endswith("moment=45")
    # A text that is too long is told, and stays.
    visit.text("listing").click()
    page.keyboard.press("Control+End")
    visit.text("listing").evaluate(PASTED)
    expect(visit.at("notice")).to_have_text(re.compile("^This is too long: "))
    expect(visit.at("state")).to_have_text(re.compile("^paused"))
    page.keyboard.press("Control+z")
    expect(visit.at("listing-note")).to_have_text("edited")
    visit.at("seed-up").click()
    expect(visit.at("where")).to_have_text(re.compile("^0 of [1-9]"))


# ---- the way in


def test_the_file_leads_in_and_the_token_is_seen_nowhere(visit, server, tmp_path: Path) -> None:
    visit.page.goto(write_redirect_page(tmp_path, server.address))
    # The published listing runs by itself.
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    expect(visit.at("listing").locator(".running-line")).to_have_count(1)
    expect(visit.at("where")).to_have_text(re.compile(r"^[1-9][\d,]* of 71,04"))
    expect(visit.at("port").locator(".running-line")).to_have_count(1)
    assert server.token not in visit.page.url and "token" not in visit.page.url
    visit.page.keyboard.press("Space")
    expect(visit.at("state")).to_have_text(re.compile("^paused"))
    visit.page.goto(visit.page.url + link(**TINY, moment=40))
    visit.stands(40)


# ---- the studio in a frame, as an editor shows it


STANDS = re.compile("^(?:running|paused)")


class Editor(BaseHTTPRequestHandler):
    """A page that shows in a frame what it is asked for."""

    def do_GET(self) -> None:
        shown = unquote(self.path.partition("?")[2])
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(f'<!doctype html><title>editor</title><iframe src="{escape(shown)}">'.encode())

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@contextmanager
def editor() -> Iterator[str]:
    """The origin of a server of such pages."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Editor) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def around(editor: str, shown: str) -> str:
    """The address of a page that shows another one."""
    return f"{editor}/?{quote(shown)}"


@IN_BOTH
def test_a_page_that_was_named_shows_the_studio_and_no_other_does(browser: Browser) -> None:
    with editor() as named, editor() as stranger:
        server = studio(frames=[named])
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        try:
            inner = around(named, server.address)
            page.goto(inner)
            expect(page.frame_locator("iframe").locator("#state")).to_have_text(STANDS)
            # A stranger's page around the editor's gains nothing either. It is loaded once its frames are.
            for outer in (around(stranger, server.address), around(stranger, inner)):
                page.goto(outer)
                assert len(page.frames) > 1
                for each in page.frames:
                    expect(each.locator("#state")).to_have_count(0)
        finally:
            page.close()
            server.close()
