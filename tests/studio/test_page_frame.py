"""The studio in a frame, as an editor shows it: pages that were named show it, no others do."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from tests.studio.browsing import IN_BOTH, PATIENCE, expect
from tests.studio.visiting import studio

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = IN_BOTH

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
                assert [each for each in page.frames if each.query_selector("#state")] == []
        finally:
            page.close()
            server.close()
