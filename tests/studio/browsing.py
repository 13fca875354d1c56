"""A real browser for the tests of the pages: without one they are skipped, and in CI they are required."""

from __future__ import annotations

import base64
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from retromaze.machine.machine import Machine
from tests.amounts import REQUIRED, TIER

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Playwright

CHROMIUM = (
    shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("chromium-browser")
)
"""The shell without a window, which Debian has apart, takes two thirds of the other's work."""
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
PATIENCE = 300_000
"""Milliseconds that only a page that fails takes: a machine that does much else besides is slow."""

OF_FIREFOX = pytest.param("firefox", marks=pytest.mark.xdist_group("firefox"))
"""With `--dist loadgroup` one worker makes all tests in Firefox, and opens it once."""
IN_BOTH = pytest.mark.parametrize("browser", ["chromium", OF_FIREFOX], indirect=True)
"""Marks tests that are made in Firefox as well as in Chromium: what browsers do differently."""
IN_ALL = IN_BOTH if TIER == "exhaustive" else pytest.mark.parametrize("browser", ["chromium"], indirect=True)
"""Marks tests that are made in Firefox in the exhaustive tier alone."""

PIXELS = """canvas => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, 400, 240);
    let text = "";
    for (let from = 0; from < data.length; from += 4096)
        text += String.fromCharCode(...data.subarray(from, from + 4096));
    return btoa(text);
}"""

PASTE = """(element, text) => {
    const event = new Event("paste", { bubbles: true, cancelable: true });
    event.clipboardData = { getData: () => text, files: [], types: ["text/plain"] };
    element.dispatchEvent(event);
}"""
"""Firefox makes no event that holds something of a clipboard."""

if not REQUIRED and CHROMIUM is None:
    pytest.skip("chromium is not installed", allow_module_level=True)
playwright = import_module("playwright.sync_api") if REQUIRED else pytest.importorskip("playwright.sync_api")
expect = playwright.expect


@contextmanager
def driver() -> Iterator[Playwright]:
    with playwright.sync_playwright() as made:
        expect.set_options(timeout=PATIENCE)
        yield made


def launched_chromium(driver: Playwright) -> Browser:
    return driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


def launched_firefox(driver: Playwright) -> Browser:
    """The system's own by WebDriver BiDi: Playwright's other way wants a Firefox of its own making."""
    if not REQUIRED and FIREFOX is None:
        pytest.skip("firefox is not installed")
    return driver.firefox.launch(channel="moz-firefox", executable_path=FIREFOX)


def pixels_on(machine: Machine) -> str:
    """A machine's upper screen as `shows` takes it: four bytes a pixel, all of them opaque."""
    words = machine.picture(0)
    pixels = b"".join(bytes((word >> 16 & 255, word >> 8 & 255, word & 255, 255)) for word in words)
    return base64.b64encode(pixels).decode()


def shows(page: Page, pixels: str) -> None:
    """Waits until the upper screen shows these."""
    page.wait_for_function(
        f"wanted => ({PIXELS})(document.getElementById('upper')) === wanted", arg=pixels, polling=100
    )


def run_at_full_speed(page: Page) -> None:
    """Sets the highest speed, once the page knows what that is."""
    speed = page.locator("#speed")
    expect(speed).to_have_attribute("max", re.compile("."))
    speed.fill(speed.get_attribute("max") or "")


def paste_into(editor: Locator, text: str) -> None:
    """Pastes over what is selected in an editor."""
    editor.evaluate(PASTE, text)


def comes_to(page: Page, found: Callable[[], object], wanted: object) -> None:
    """Waits until what is found on a page is what is wanted."""
    end = monotonic() + PATIENCE / 1000
    while (seen := found()) != wanted:
        assert monotonic() < end, f"found {seen}, not {wanted}, with timeout {PATIENCE}ms"
        page.wait_for_timeout(50)


def resize(page: Page, width: int, height: int) -> None:
    """Gives the window a size, and waits until the page has it and has told its observers."""
    page.set_viewport_size({"width": width, "height": height})
    comes_to(page, lambda: page.evaluate("[innerWidth, innerHeight]"), [width, height])
    # an observer is told in the next frame, and may change the size of others
    await_painting(page)


def await_painting(page: Page) -> None:
    """Waits until all is painted that the page knows now: the line of time comes a frame after the words."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
