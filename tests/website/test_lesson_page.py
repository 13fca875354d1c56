"""A lesson on the website, served as plain files: the studio runs in the page, at the step asked for."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from retromaze.studio import pyodide_files
from retromaze.studio.pyodide_files import NoPyodide
from tests.amounts import REQUIRED
from tests.studio.browsing import expect
from tests.studio.conftest import browser
from tests.studio.test_exported_page import Quiet

if TYPE_CHECKING:
    from playwright.sync_api import Browser

if not REQUIRED:
    pytest.importorskip("sphinx", reason="the website wants pip install -e '.[site]'")
__all__ = ["browser"]

SIZES = [(1400, 900), (390, 844)]


@pytest.fixture(scope="module")
def website(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[str]:
    """The address of the whole website, served by Python's own server."""
    from docs.website.building import build

    if not REQUIRED:
        try:
            pyodide_files.read(pyodide_files.cache())
        except NoPyodide:
            pytest.skip("Pyodide is not in the cache; retromaze studio --export OUT.html fetches it")
    out: Path = tmp_path_factory.mktemp("website")
    build(out, None)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(out))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_studio_runs_in_a_lesson_at_its_step(
    browser: Browser, website: str, width: int, height: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
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
    # The same Python goes to the next step: it stands below that step's heading then.
    page.locator(".studio-step a").nth(5).click()
    expect(studio.locator("#lesson-title")).to_have_text("The longest way")
    expect(page.locator("iframe")).to_have_count(1)
    expect(page.locator(".studio-step + iframe.studio")).to_be_in_viewport()
    assert (
        page.locator("section:has(> .studio-step + iframe) h2").inner_text().startswith("6. The longest way")
    )
    assert [each for each in asked if each.endswith("python.wasm")] == [f"{website}studio/python.wasm"]
    assert [each for each in asked if not each.startswith((website, "blob:", "data:"))] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert said == []
    context.close()
