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

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.display.translation import catalogue
from retromaze.machine.machine import Machine
from retromaze.runner import run_source
from retromaze.studio.export import FilesByName, folder, one_file
from retromaze.studio.messages import Open
from retromaze.studio.session import ExportContents, ExportedText
from tests.amounts import fewer
from tests.studio.browsing import IN_ALL, IN_BOTH, expect, paste_into, pixels_on, shows
from tests.studio.visiting import Visit
from tests.tools.page_texts import TEXTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LARGEST = 12 << 20
NO_JSPI = {"en": TEXTS["noJspi"], "ja": catalogue(("ja",)).gettext(TEXTS["noJspi"])}
WITHOUT_JSPI = "delete WebAssembly.Suspending; delete WebAssembly.promising"
PUBLISHED = ExportContents(Open("backtracker", seed=1, sizes={"width": 31, "height": 21}, moment=1))
LESSON = """\
# Counting

Ten boxes.

## Two

The second.

```lesson
at line "GBOX I,I,399-I,239-I,RND(8)*4096" 2nd
watch I
```
"""
OWN = ExportContents(
    Open(seed=1),
    ExportedText(
        "own.bas", "ACLS\nFOR I=0 TO 9\nGBOX I,I,399-I,239-I,RND(8)*4096\nNEXT\nINPUT N$\nPRINT N$\n"
    ),
    ExportedText("own.py", "def main(machine):\n    while True:\n        pass\n"),
    lessons=[ExportedText("own.lesson.md", LESSON)],
)
PROVES = r"^(comparing both: seed \d+ of|equal on) 20"
"""A proof that has begun: one of twenty seeds takes Python in a browser a minute and more."""
DEEP = f"A=RND(9)\nX={'+'.join(['A'] * 5000)}\n"


@pytest.fixture(scope="module")
def one_page(pyodide: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The published listing as one file."""
    target = tmp_path_factory.mktemp("exported") / "out.html"
    target.write_bytes(one_file(PUBLISHED, pyodide))
    return target


@pytest.fixture(scope="module")
def parts(pyodide: dict[str, bytes]) -> FilesByName:
    """The same as a folder."""
    return folder(PUBLISHED, pyodide)


def laid(parts: FilesByName, place: Path) -> Path:
    for name, data in parts.items():
        (place / name).write_bytes(data)
    return place


class Reader(Visit):
    """A visitor of a page without a studio; what it asks the network for is kept."""

    def __init__(self, browser: Browser, **looks: Any) -> None:
        super().__init__(browser, **looks)
        self.asked: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))

    def shows(self, name: str, words: str) -> None:
        expect(self.page.locator(f"#{name}")).to_have_text(re.compile(words))

    def shows_picture_of(self, listing: str, *answers: str) -> None:
        """Waits until the upper screen is that of the listing's run, with these answers."""
        machine = Machine(seed=1)
        machine.input.lines.extend(answers)
        assert run_source(listing, machine) is None
        shows(self.page, pixels_on(machine))


@pytest.fixture
def visit(browser: Browser) -> Iterator[Reader]:
    made = Reader(browser)
    yield made
    made.close()


@IN_BOTH
def test_one_file_from_the_disk_runs_and_proves(visit: Reader, one_page: Path, tmp_path: Path) -> None:
    assert one_page.stat().st_size <= LARGEST
    visit.page.goto(one_page.as_uri(), wait_until="commit")
    # Before Python has started there are the listing, its lesson and a picture.
    visit.shows("starting", "^Python is starting…$")
    expect(visit.page.locator("#listing .cm-line").first).to_have_text("M_W=31:M_H=21")
    expect(visit.page.locator("body:has(#starting) #lesson-title")).to_have_text(re.compile("^Digging"))
    expect(visit.page.locator("#pane-lesson")).to_be_visible()
    expect(visit.page.locator("#starting")).to_have_count(0)
    visit.shows("verdict", PROVES)
    visit.page.locator("#program").select_option("binary_tree")
    visit.shows("listing-note", "^each room keeps")
    visit.fast()
    visit.shows("state", "^ended")
    visit.shows_picture_of(listing_source(CATALOGUE["binary_tree"]))
    # A listing of the reader's own is read and ported by the Python of the page, and kept by the browser.
    visit.page.locator("#program").select_option("+new")
    visit.shows("open-listing", "^open a file$")
    own = tmp_path / "own.bas"
    own.write_bytes('PRINT "迷路"\n'.encode("cp932"))
    visit.page.locator("#listing-file").set_input_files(own)
    visit.shows("notice", "^own.bas is read as Shift_JIS")
    visit.shows("port .cm-content", r'print\("迷路"\)')
    visit.shows("verdict", "^equal on 20")
    visit.page.on("dialog", lambda dialog: dialog.accept())
    visit.page.reload(wait_until="commit")
    visit.shows("port .cm-content", r'print\("迷路"\)')
    visit.page.go_back()
    visit.shows("listing-note", "^each room keeps")
    # Firefox tells nothing of a page from the disk; what it asked a network for it would tell.
    known = (one_page.as_uri(), "blob:", "data:")
    assert [each for each in visit.asked if not each.startswith(known)] == []


@IN_BOTH
def test_an_answer_is_judged_without_a_server(visit: Reader, one_page: Path) -> None:
    """By the Python of the page; what it is compared with is in the page's language."""
    visit.page.goto(f"{one_page.as_uri()}#program=digging&step=8", wait_until="commit")
    visit.shows("lesson-title", "^Try it: how many rounds")
    visit.shows("lesson-hidden", "in 2 hidden runs")
    visit.page.locator("#lesson-judge").click()
    visit.shows("lesson-verdict", "^Not right yet")
    visit.shows("lesson-wanted", "^yourswantedK-69$")
    visit.shows("lesson-explanations", "^K: how many rounds")
    listing = listing_source(CATALOGUE["digging"]).replace(" N=0", " N=0:INC K")
    # pasted over all: a driver fills in over the lines that are seen, and of this listing there are more
    editor = visit.page.locator("#listing .cm-content")
    editor.focus()
    visit.page.keyboard.press("Control+a")
    paste_into(editor, listing)
    visit.shows("lesson-verdict", "^$")
    visit.page.locator("#lesson-judge").click()
    visit.shows("lesson-verdict", r"^Right \(runs: 3\)\.$")
    # a port is judged where ports run
    visit.page.locator("#lesson-next").click()
    visit.page.locator("#lesson-next").click()
    visit.page.locator("#lesson-next").click()
    visit.shows("lesson-title", "^In Python: a queue")
    visit.page.locator("#lesson-judge").click()
    visit.shows("lesson-verdict", "^Not right yet")
    visit.shows("lesson-explanations", "the maze that the queue makes$")


def test_a_folder_on_a_server_runs_a_listing_of_one_s_own(
    visit: Reader, pyodide: dict[str, bytes], tmp_path: Path
) -> None:
    """It brings its lesson; and a sum of thousands of terms is not too deep for a browser."""
    assert OWN.listing
    with served(laid(folder(OWN, pyodide), tmp_path)) as address:
        visit.page.goto(address, wait_until="commit")
        expect(visit.page.locator("#starting")).to_have_count(0)
        visit.fast()
        # It runs to the question and pauses there; a click before would pause it.
        visit.shows("state", "^waits for your answer · paused")
        visit.page.locator("#play").click()
        # A port that goes on for ever is ended without a thread.
        visit.shows("verdict", "^differs at event 1$")
        visit.shows("guide", r"^\?$")
        visit.page.locator("#answer").fill("ADA")
        visit.page.keyboard.press("Enter")
        visit.shows("state", "^ended")
        visit.shows_picture_of(OWN.listing.text, "ADA")
        visit.page.locator("#tab-lesson").click()
        visit.shows("lesson-title", "^Counting$")
        visit.page.locator("#lesson-next").click()
        visit.shows("lesson-values", "^I = 1$")
        visit.shows("state", "line 3")
        visit.page.locator("#listing .cm-content").fill(DEEP)
        visit.shows("state", "^(ended|paused · line 1 )")
        visit.page.locator("#program").select_option("backtracker")
        visit.shows("lesson-title", "^Digging a maze and finding the way back$")
        visit.page.locator("#program").select_option("binary_tree")
        visit.shows("listing-note", "^each room keeps")
        visit.fast()
        visit.shows("state", "^(running|ended)")


@IN_ALL
def test_a_folder_runs_in_a_browser_without_jspi(visit: Reader, parts: FilesByName, tmp_path: Path) -> None:
    worker = {"worker.js": without_jspi(parts["worker.js"])}
    visit.context.add_init_script(WITHOUT_JSPI)
    with served(laid(parts | worker, tmp_path)) as address:
        visit.page.goto(address, wait_until="commit")
        # Only the page that was loaded again can prove, which the first seeds show.
        visit.shows("verdict", PROVES)
        assert visit.page.evaluate("crossOriginIsolated")
        # a run at its pace hears a pause, a step, and a text that is longer than the memory for messages
        visit.shows("state", "^running")
        visit.page.locator("#play").click()
        visit.shows("state", "paused")
        edited = f"'{'long ' * 40_000}\nINPUT N$\nGBOX 0,0,LEN(N$),9\n"
        visit.page.locator("#listing .cm-content").fill(edited)
        visit.page.locator("#play").click()
        visit.shows("state", "^waits for your answer")
        visit.page.locator("#answer").fill("ADA")
        visit.page.keyboard.press("Enter")
        visit.shows("state", "^ended")
        visit.shows_picture_of(edited, "ADA")


def without_jspi(script: bytes) -> bytes:
    """The worker's script in a browser that has none either."""
    return gzip.compress(f"{WITHOUT_JSPI};\n".encode() + gzip.decompress(script))


def test_a_folder_opened_without_a_server_says_so(
    browser: Browser, parts: FilesByName, tmp_path: Path
) -> None:
    visit = Reader(browser)
    visit.page.goto((laid(parts, tmp_path) / "index.html").as_uri(), wait_until="commit")
    visit.shows("starting", "^Python cannot be started: this folder wants a web server; one file does not$")
    visit.context.close()


@IN_ALL
@pytest.mark.parametrize("language", fewer(["ja"], list(NO_JSPI)))
def test_a_browser_without_jspi_is_told_what_it_lacks(
    browser: Browser, one_page: Path, language: str
) -> None:
    visit = Reader(browser, locale=language)
    visit.context.add_init_script(WITHOUT_JSPI)
    visit.page.goto(one_page.as_uri(), wait_until="commit")
    visit.shows("starting", f"^{re.escape(NO_JSPI[language])}$")
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


@pytest.mark.parametrize("form", fewer(["folder"], ["file", "folder"]))
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
        visit = Reader(browser)
        opened = address if form == "folder" else (tmp_path / "out.html").as_uri()
        visit.page.goto(opened, wait_until="commit")
        visit.shows("verdict", "^equal on 20 seeds ✓$")
        visit.context.close()
    assert Counting.asked == []
