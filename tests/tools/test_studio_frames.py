"""The website, served as plain files: the studio in its first page, and in a lesson at its step."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.amounts import REQUIRED, TIER
from tests.studio.browsing import PATIENCE, comes_to, expect
from tests.studio.test_exported_page import Quiet

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

if not REQUIRED:
    pytest.importorskip("sphinx", reason="the website wants pip install -e '.[site]'")

PAGE = "lessons/backtracker"
INDEX = f"# Lessons\n\n![The studio](studio.gif)\n\nTry it.\n\n```{{toctree}}\n{PAGE}\n```\n"


def build_lesson(out: Path, pyodide: dict[str, bytes]) -> None:
    """Writes one lesson of the website, and the studio beside it. What it links to is not there."""
    from retromaze.studio.export import folder
    from retromaze.studio.session import ExportContents
    from tests.tools.website import building, pages
    from tests.tools.website.pages import DOCS, PORTRAIT, ROOT, STUDIO, with_door, with_studio

    name = f"{PAGE}.md"
    portrait, size = building.first_picture(ROOT / DOCS / "studio.gif")
    texts = {"index.md": with_door(INDEX, size), name: with_studio(name, pages.gathered({})[name])}
    pictures = {each: data for each, data in pages.pictures().items() if each.startswith(PAGE)}
    building.written(texts, pictures, out.parent / "sources")
    building.call_sphinx(out.parent / "sources", out)
    studio = folder(ExportContents(building.OPENED), pyodide, ["backtracker"]) | {PORTRAIT: portrait}
    building.write_files({f"{STUDIO}{each}": data for each, data in studio.items()}, out)


@pytest.fixture(scope="module")
def website(tmp_path_factory: pytest.TempPathFactory, pyodide: dict[str, bytes]) -> Iterator[str]:
    """The address of the website, the whole of it in the exhaustive tier, served by Python's own server."""
    from tests.tools.website.building import build

    out: Path = tmp_path_factory.mktemp("website") / "out"
    if TIER == "exhaustive":
        build(out, None)
    else:
        build_lesson(out, pyodide)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(out))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def opened(browser: Browser, width: int, height: int) -> Page:
    """An empty page of that size, in a context of its own."""
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    page.set_default_timeout(PATIENCE)
    return page


def test_the_studio_runs_in_a_lesson_at_its_step(browser: Browser, website: str) -> None:
    page = opened(browser, 1400, 900)
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(error.message))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{website}lessons/backtracker.html")
    # Python is fetched when it is asked for, by nobody who only reads.
    assert [each for each in asked if "/studio/" in each] == []
    page.locator(".studio-step a").nth(4).click()
    studio = page.frame_locator("iframe.studio")
    expect(studio.locator("#lesson-title")).to_have_text("Stuck for the first time")
    expect(studio.locator("#state")).to_have_text(re.compile(r"^paused · line 34\b"))
    drawn = studio.locator("#lesson-diagram svg")
    expect(drawn).to_be_visible()
    assert drawn.evaluate("(image) => image.width.baseVal.value") > 500
    # The same Python goes to the next step: it stands below that step's heading then.
    page.locator(".studio-step a").nth(5).click()
    expect(studio.locator("#lesson-question")).to_have_text(re.compile("when it is longest"))
    studio.locator("#lesson-choices button").nth(1).click()
    expect(studio.locator("#lesson-answer")).to_have_text(re.compile("^Right: nearly half"))
    expect(studio.locator("#lesson-title")).to_have_text("The longest way")
    expect(page.locator("iframe")).to_have_count(1)
    expect(page.locator(".studio-step + iframe.studio")).to_be_in_viewport()
    heading = page.locator("section:has(> .studio-step + iframe) h2")
    expect(heading).to_have_text(re.compile("^6. The longest way"))
    # an exercise is judged there, by the same Python
    page.locator(".studio-step a").nth(8).click()
    expect(studio.locator("#lesson-title")).to_have_text("Try it: never turn back")
    studio.locator("#lesson-judge").click()
    expect(studio.locator("#lesson-verdict")).to_have_text("Not right yet.")
    expect(studio.locator("#lesson-explanations")).to_have_text(re.compile("the rooms that were dug$"))
    assert [each for each in asked if each.endswith("python.wasm")] == [f"{website}studio/python.wasm"]
    assert [each for each in asked if not each.startswith((website, "blob:", "data:"))] == []
    for width, height in ((1400, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        comes_to(page, lambda: page.evaluate("innerWidth"), width)
        comes_to(page, lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"), True)
    expect(page.locator(".studio-step + iframe.studio")).to_be_visible()
    assert said == []
    page.context.close()


def test_texts_and_pictures_are_there_before_python_is(browser: Browser, website: str) -> None:
    page = opened(browser, 1400, 900)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/python.wasm", hold)
    page.goto(website)
    studio = page.frame_locator("iframe.studio")
    expect(studio.locator("#starting progress")).to_be_visible()
    expect(studio.locator("#listing")).to_contain_text("M_W=99:M_H=59")
    expect(page.locator(".studio-door")).to_be_hidden()
    page.goto(f"{website}lessons/backtracker.html")
    page.locator(".studio-step a").nth(4).click()
    expect(studio.locator("#lesson-title")).to_have_text("Stuck for the first time")
    expect(studio.locator("#lesson-diagram svg")).to_be_visible()
    expect(studio.locator("#starting progress")).to_be_visible()
    held[-1].continue_()
    expect(studio.locator("#state")).to_have_text(re.compile(r"^paused · line 34\b"))
    expect(studio.locator("#starting")).to_have_count(0)
    page.context.close()


def test_a_telephone_fetches_python_only_when_it_is_asked_for(browser: Browser, website: str) -> None:
    page = opened(browser, 390, 844)
    page.goto(website)
    expect(page.locator("iframe")).to_have_count(0)
    page.locator(".studio-door a").click()
    expect(page.frame_locator("iframe.studio").locator("#listing")).to_contain_text("M_W=99:M_H=59")
    page.context.close()
