"""The page to give away, opened from the disk in a real browser: Python runs in it, and nothing goes out."""

from __future__ import annotations

import gzip
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from retromaze.display.translation import catalogue
from retromaze.machine.machine import Machine
from retromaze.runner import play
from retromaze.studio import pyodide_files
from retromaze.studio.export import folder, one_file
from retromaze.studio.export_contents import ExportContents, ExportedText
from retromaze.studio.messages import Open
from retromaze.studio.page_words import TEXTS
from retromaze.studio.pyodide_files import NoPyodide
from tests.amounts import REQUIRED
from tests.studio.browsing import IN_BOTH, expect, pixels_of, pixels_on

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LARGEST = 12 << 20
NO_JSPI = {"en": TEXTS["noJspi"], "ja": catalogue(("ja",)).gettext(TEXTS["noJspi"])}
WITHOUT_JSPI = "delete WebAssembly.Suspending; delete WebAssembly.promising"
PUBLISHED = ExportContents(Open("backtracker", seed=1, sizes={"width": 31, "height": 21}, moment=1))
OWN = ExportContents(
    Open(seed=1),
    ExportedText(
        "own.bas", "ACLS\nFOR I=0 TO 9\nGBOX I,I,399-I,239-I,RND(8)*4096\nNEXT\nINPUT N$\nPRINT N$\n"
    ),
    ExportedText("own.py", "def main(machine):\n    while True:\n        pass\n"),
)


@pytest.fixture(scope="module")
def pyodide() -> dict[str, bytes]:
    """Pyodide's files, out of the cache; only CI fetches them."""
    if REQUIRED:
        return pyodide_files.gathered(None)
    try:
        return pyodide_files.read(pyodide_files.cache())
    except NoPyodide:
        pytest.skip("Pyodide is not in the cache; retromaze studio --export OUT.html fetches it")


class Visit:
    """A page; what it says on its console and asks the network for is kept, and nothing may be."""

    def __init__(self, browser: Browser, **looks: Any) -> None:
        self.context = browser.new_context(viewport={"width": 1440, "height": 900}, **looks)
        self.page: Page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        listen = self.page.on
        listen("request", lambda request: self.asked.append(request.url))
        listen("console", lambda message: self.said.append(message.text))
        listen("pageerror", lambda error: self.said.append(error.message))

    def shows(self, name: str, words: str) -> None:
        expect(self.page.locator(f"#{name}")).to_have_text(re.compile(words))

    def picture(self) -> str:
        return pixels_of(self.page.locator("#upper"))

    def fast(self) -> None:
        speed = self.page.locator("#speed")
        speed.fill(speed.get_attribute("max") or "")


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    made = Visit(browser)
    yield made
    made.context.close()
    assert made.said == []


@IN_BOTH
def test_one_file_from_the_disk_runs_and_proves(
    visit: Visit, pyodide: dict[str, bytes], tmp_path: Path
) -> None:
    target = tmp_path / "out.html"
    target.write_bytes(one_file(PUBLISHED, pyodide))
    assert target.stat().st_size <= LARGEST
    visit.page.goto(target.as_uri(), wait_until="commit")
    # Before Python has started there are the listing and a picture.
    visit.shows("starting", "^Python is starting…$")
    expect(visit.page.locator("#listing .cm-line").first).to_have_text("M_W=31:M_H=21")
    expect(visit.page.locator("#starting")).to_have_count(0)
    visit.shows("verdict", "^equal on 20 seeds ✓$")
    visit.page.locator("#program").select_option("binary_tree")
    visit.shows("listing-note", "^each room keeps")
    visit.fast()
    visit.shows("state", "^ended")
    machine = Machine(seed=1)
    listing = Path(__file__).parents[2] / "programs" / "binary_tree.bas"
    assert play(listing.read_text("utf-8"), machine) is None
    assert visit.picture() == pixels_on(machine)
    # Firefox tells nothing of a page from the disk; what it asked a network for it would tell.
    assert [each for each in visit.asked if not each.startswith((target.as_uri(), "blob:", "data:"))] == []


def test_a_folder_on_a_server_runs_a_listing_of_one_s_own(
    visit: Visit, pyodide: dict[str, bytes], tmp_path: Path
) -> None:
    for name, data in folder(OWN, pyodide).items():
        (tmp_path / name).write_bytes(data)
    with served(tmp_path) as address:
        visit.page.goto(address, wait_until="commit")
        expect(visit.page.locator("#starting")).to_have_count(0)
        visit.fast()
        # It runs to the question and pauses there; a click before would pause it.
        visit.shows("state", "^asks for a line · paused")
        visit.page.locator("#play").click()
        # A port that goes on for ever is ended without a thread.
        visit.shows("verdict", "^differs at event 1$")
        visit.shows("guide", r"^\?$")
        visit.page.locator("#answer").fill("ADA")
        visit.page.keyboard.press("Enter")
        visit.shows("state", "^ended")
    machine = Machine(seed=1)
    machine.input.lines.append("ADA")
    assert OWN.listing and play(OWN.listing.text, machine) is None
    assert visit.picture() == pixels_on(machine)


@IN_BOTH
def test_a_folder_runs_in_a_browser_without_jspi(
    visit: Visit, pyodide: dict[str, bytes], tmp_path: Path
) -> None:
    for name, data in folder(PUBLISHED, pyodide).items():
        (tmp_path / name).write_bytes(without_jspi(data) if name == "worker.js" else data)
    visit.context.add_init_script(WITHOUT_JSPI)
    with served(tmp_path) as address:
        visit.page.goto(address, wait_until="commit")
        # Only the page that was loaded again can prove.
        visit.shows("verdict", "^equal on 20 seeds ✓$")
        assert visit.page.evaluate("crossOriginIsolated")
        # a run at its pace hears a pause, a step, and a text that is longer than the memory for messages
        visit.shows("state", "^running")
        visit.page.locator("#play").click()
        visit.shows("state", "paused")
        edited = f"'{'long ' * 40_000}\nINPUT N$\nGBOX 0,0,LEN(N$),9\n"
        visit.page.locator("#listing .cm-content").fill(edited)
        visit.page.locator("#play").click()
        visit.shows("state", "^asks for a line")
        visit.page.locator("#answer").fill("ADA")
        visit.page.keyboard.press("Enter")
        visit.shows("state", "^ended")
    machine = Machine(seed=1)
    machine.input.lines.append("ADA")
    assert play(edited, machine) is None
    assert visit.picture() == pixels_on(machine)


def test_one_file_runs_without_jspi_behind_the_headers_that_isolate_it(
    visit: Visit, pyodide: dict[str, bytes], tmp_path: Path
) -> None:
    (tmp_path / "out.html").write_bytes(one_file(PUBLISHED, pyodide))
    visit.context.add_init_script(WITHOUT_JSPI)
    with served(tmp_path, Isolating) as address:
        visit.page.goto(f"{address}out.html", wait_until="commit")
        expect(visit.page.locator("#starting")).to_have_count(0)
        visit.shows("verdict", "^equal on 20 seeds ✓$")


def without_jspi(script: bytes) -> bytes:
    """The worker's script in a browser that has none either."""
    return gzip.compress(f"{WITHOUT_JSPI};\n".encode() + gzip.decompress(script))


def test_what_is_too_deep_for_a_browser_ends_one_python_and_another_goes_on(
    browser: Browser, pyodide: dict[str, bytes], tmp_path: Path
) -> None:
    # no sum of constants, which is one number before anything nests
    listing = f"A=RND(9)\nX={'+'.join(['A'] * 5000)}\n"
    deep = ExportContents(Open(seed=1), ExportedText("deep.bas", listing))
    target = tmp_path / "deep.html"
    target.write_bytes(one_file(deep, pyodide))
    visit = Visit(browser)
    visit.page.goto(target.as_uri(), wait_until="commit")
    visit.shows("notice", r"^this nests too deeply for a browser \(RangeError: ")
    visit.page.locator("#program").select_option("binary_tree")
    visit.shows("listing-note", "^each room keeps")
    visit.fast()
    visit.shows("state", "^(running|ended)")
    visit.context.close()


def test_a_folder_opened_without_a_server_says_so(
    browser: Browser, pyodide: dict[str, bytes], tmp_path: Path
) -> None:
    for name, data in folder(PUBLISHED, pyodide).items():
        (tmp_path / name).write_bytes(data)
    visit = Visit(browser)
    visit.page.goto((tmp_path / "index.html").as_uri(), wait_until="commit")
    visit.shows("starting", "^Python cannot be started: this folder wants a web server; one file does not$")
    visit.context.close()


@IN_BOTH
@pytest.mark.parametrize(("language", "words"), NO_JSPI.items())
def test_a_browser_without_jspi_is_told_what_it_lacks(
    browser: Browser, pyodide: dict[str, bytes], tmp_path: Path, language: str, words: str
) -> None:
    target = tmp_path / "out.html"
    target.write_bytes(one_file(PUBLISHED, pyodide))
    visit = Visit(browser, locale=language)
    visit.context.add_init_script(WITHOUT_JSPI)
    visit.page.goto(target.as_uri(), wait_until="commit")
    visit.shows("starting", f"^{re.escape(words)}$")
    visit.context.close()


@contextmanager
def served(place: Path, kind: type[Quiet] | None = None) -> Iterator[str]:
    """The address of a server of this folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(kind or Quiet, directory=str(place))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, format: str, *arguments: object) -> None:
        pass


class Isolating(Quiet):
    """The same with the headers by which a browser isolates a page."""

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


LESSON = """\
# Counting

Three boxes.

## Two

The second.

```lesson
at line "GBOX I,I,99,99" 2nd
watch I
```
"""


def test_a_page_brings_its_lesson(visit: Visit, pyodide: dict[str, bytes], tmp_path: Path) -> None:
    """That of somebody's own listing, and that of a program of ours."""
    own = ExportContents(
        Open(seed=1),
        ExportedText("own.bas", "FOR I=1 TO 3\nGBOX I,I,99,99\nNEXT\n"),
        lessons=[ExportedText("own.lesson.md", LESSON)],
    )
    target = tmp_path / "out.html"
    target.write_bytes(one_file(own, pyodide))
    visit.page.goto(target.as_uri(), wait_until="commit")
    expect(visit.page.locator("#starting")).to_have_count(0)
    visit.page.locator("#tab-lesson").click()
    visit.shows("lesson-title", "^Counting$")
    visit.page.locator("#lesson-next").click()
    visit.shows("lesson-values", "^I = 2$")
    visit.shows("state", "line 2")
    visit.page.locator("#program").select_option("backtracker")
    visit.shows("lesson-title", "^Digging a maze and finding the way back$")


SENDING = """\
import js

WAYS = {{
    "XMLHttpRequest": "const r = new XMLHttpRequest(); r.open('GET', '{away}x', false); r.send();",
    "fetch": "delete self.fetch; self.fetch('{away}f').catch(() => {{}});",
    "WebSocket": "new WebSocket('{away}w'.replace('http', 'ws'));",
    "EventSource": "new EventSource('{away}e');",
}}


def main(machine):
    got = []
    request = js.XMLHttpRequest.new()
    try:
        request.open("GET", "{away}p", False)
        request.send()
        got.append("XMLHttpRequest")
    except Exception:
        pass
    for way, script in WAYS.items():
        try:
            js.eval(script)
            got.append("eval")
        except Exception:
            pass
    for way, address in (("WebSocket", "{away}s".replace("http", "ws")), ("EventSource", "{away}t")):
        try:
            getattr(js, way).new(address)
        except Exception:
            pass
    js.Reflect.deleteProperty(js.self, "fetch")
    js.self.fetch("{away}n")
    machine.console.print("DONE")
"""


class Counting(Quiet):
    """Keeps what it is asked for."""

    asked: list[str] = []  # noqa: RUF012 - all its objects are those of one test

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()


@pytest.mark.parametrize("form", ["file", "folder"])
def test_a_port_in_an_exported_page_reaches_no_network(
    browser: Browser, pyodide: dict[str, bytes], tmp_path: Path, form: str
) -> None:
    """By no way of the worker: the page's policy forbids it, and the page works with that policy."""
    Counting.asked = []
    (tmp_path / "away").mkdir()
    with served(tmp_path / "away", Counting) as away, served(tmp_path) as address:
        port = SENDING.format(away=away)
        own = ExportContents(
            Open(seed=1), ExportedText("own.bas", 'PRINT "DONE"\n'), ExportedText("own.py", port)
        )
        (tmp_path / "out.html").write_bytes(one_file(own, pyodide))
        for name, data in folder(own, pyodide).items():
            (tmp_path / name).write_bytes(data)
        visit = Visit(browser)
        opened = address if form == "folder" else (tmp_path / "out.html").as_uri()
        visit.page.goto(opened, wait_until="commit")
        visit.shows("verdict", "^equal on 20 seeds ✓$")
        visit.page.wait_for_timeout(500)
        visit.context.close()
    assert Counting.asked == []
