"""A real browser for the tests of the pages: without one they are skipped, and in CI they are required."""

from __future__ import annotations

import base64
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from retromaze.machine.machine import Machine
from tests.amounts import REQUIRED

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
PATIENCE = 60_000
"""Milliseconds: a machine that does much else besides is slow."""

IN_BOTH = pytest.mark.parametrize("browser", ["chromium", "firefox"], indirect=True)
"""Marks tests that are made in Firefox as well as in Chromium."""

PIXELS = """canvas => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, 400, 240);
    let text = "";
    for (let from = 0; from < data.length; from += 4096)
        text += String.fromCharCode(...data.subarray(from, from + 4096));
    return btoa(text);
}"""

if not REQUIRED and CHROMIUM is None:
    pytest.skip("chromium is not installed", allow_module_level=True)
playwright = import_module("playwright.sync_api") if REQUIRED else pytest.importorskip("playwright.sync_api")
expect = playwright.expect


@contextmanager
def opened(name: str = "chromium") -> Iterator[Browser]:
    """That browser, "chromium" or "firefox", without a window."""
    with playwright.sync_playwright() as driver:
        expect.set_options(timeout=PATIENCE)
        made = launched_firefox(driver) if name == "firefox" else launched_chromium(driver)
        yield made
        made.close()


def launched_chromium(driver: Playwright) -> Browser:
    return driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


def launched_firefox(driver: Playwright) -> Browser:
    """The system's own by WebDriver BiDi: Playwright's other way wants a Firefox of its own making."""
    if not REQUIRED and FIREFOX is None:
        pytest.skip("firefox is not installed")
    return driver.firefox.launch(channel="moz-firefox", executable_path=FIREFOX)


def pixels_of(canvas: Locator) -> str:
    """The hash of a canvas's pixels, 400 by 240."""
    return hashlib.sha256(base64.b64decode(canvas.evaluate(PIXELS))).hexdigest()


def pixels_on(machine: Machine) -> str:
    """The hash of a machine's upper screen as a canvas has it: four bytes a pixel, all of them opaque."""
    words = machine.picture(0)
    pixels = b"".join(bytes((word >> 16 & 255, word >> 8 & 255, word & 255, 255)) for word in words)
    return hashlib.sha256(pixels).hexdigest()
