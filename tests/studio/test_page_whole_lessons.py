"""Two lessons from the first step to the last: by keyboard alone, 390 pixels wide, in both languages.

The page is a served one and an exported one. What each step says and where the run stands then is that of
`lesson_text`, which `retromaze check` proves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.comparison.pairs import pair_of_entry
from retromaze.display.translation import catalogue
from retromaze.studio import pyodide_files
from retromaze.studio.export import one_file
from retromaze.studio.export_contents import ExportContents
from retromaze.studio.lessons import lesson_text
from retromaze.studio.messages import LessonStep, Open
from retromaze.studio.page_words import TEXTS
from retromaze.studio.pyodide_files import NoPyodide
from retromaze.studio.server import StudioServer
from tests.amounts import IN_CI
from tests.studio.browsing import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

LESSONS = ("binary_tree", "console_game_far")
LOCALES = {"en": "en-US", "ja": "ja-JP"}
WIDTH = 390


def word(name: str, language: str, **filled: str | int) -> str:
    """A text of the page in a language."""
    text = TEXTS[name] if language == "en" else catalogue(("ja",)).gettext(TEXTS[name])
    return text.format(**filled)


def focused(page: Page, wanted: str) -> bool:
    found: bool = page.evaluate("wanted => document.activeElement.matches(wanted)", wanted)
    return found


def tab_to(page: Page, wanted: str) -> None:
    """Goes by Tab to an element; an editor is left by Escape before."""
    for _ in range(80):
        if focused(page, ".cm-content"):
            page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        if focused(page, wanted):
            return
    raise AssertionError(f"no way to {wanted} by Tab")


class Reader:
    """Reads the lesson of what is open, by keys."""

    def __init__(self, page: Page, language: str) -> None:
        self.page, self.language = page, language

    def at(self, name: str) -> Locator:
        return self.page.locator(f"#{name}")

    def read_whole(self, name: str) -> None:
        lesson = lesson_text(pair_of_entry(CATALOGUE[name]), self.language)
        self.find_tab()
        expect(self.at("lesson-title")).to_have_text(lesson.title)
        for number, step in enumerate(lesson.steps, 1):
            self.page.keyboard.press("PageDown")
            told = word("lessonStep", self.language, step=number, steps=len(lesson.steps))
            expect(self.at("lesson-step")).to_have_text(told)
            self.compare(step)
        self.page.keyboard.press("PageDown")
        expect(self.at("lesson-title")).to_have_text(lesson.steps[-1].title)
        expect(self.at("seed")).to_have_value(str(lesson.seed))
        self.page.keyboard.press("PageUp")
        self.compare(lesson.steps[-2])

    def find_tab(self) -> None:
        """To the tabs by Tab, then along them by the arrows."""
        expect(self.at("tab-lesson")).to_be_visible()
        tab_to(self.page, "#tabs button")
        for _ in range(12):
            if focused(self.page, "#tab-lesson"):
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError("no way to the lesson by the arrows")

    def compare(self, step: LessonStep) -> None:
        """The page shows the step, and its run stands at the step's moment."""
        expect(self.at("lesson-title")).to_have_text(step.title)
        expect(self.at("lesson-values").locator("li")).to_have_text([f"{a} = {b}" for a, b in step.watched])
        count = len(step.listing) + len(step.port) + bool(step.line)
        expect(self.at("lesson-lines").locator("button")).to_have_count(count)
        if step.line:
            line = re.compile(rf"\b{step.line}\b.*|.*\b{step.line} ")
            expect(self.at("state")).to_have_text(line)
        expect(self.at("lesson-exercise")).to_be_visible(visible=bool(step.exercise))
        assert self.page.evaluate("document.documentElement.scrollWidth") <= WIDTH


@pytest.fixture(params=LOCALES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(browser: Browser, language: str) -> Iterator[Page]:
    """A narrow page in that language; nothing may be said on its console."""
    context = browser.new_context(viewport={"width": WIDTH, "height": 844}, locale=LOCALES[language])
    made = context.new_page()
    said: list[str] = []
    made.on("console", lambda message: said.append(message.text))
    made.on("pageerror", lambda error: said.append(str(error)))
    yield made
    context.close()
    assert said == []


@pytest.mark.parametrize("name", LESSONS)
def test_a_served_lesson_by_keys(page: Page, server: StudioServer, language: str, name: str) -> None:
    page.goto(f"{server.address}&program={name}&seed=1")
    Reader(page, language).read_whole(name)


@pytest.mark.parametrize("name", LESSONS)
def test_an_exported_lesson_by_keys(page: Page, language: str, name: str, tmp_path: Path) -> None:
    target = tmp_path / "lesson.html"
    target.write_bytes(one_file(ExportContents(Open(name, seed=1)), pyodide()))
    page.goto(target.as_uri(), wait_until="commit")
    expect(page.locator("#starting")).to_have_count(0)
    Reader(page, language).read_whole(name)


def pyodide() -> dict[str, bytes]:
    """Pyodide's files, out of the cache; only CI fetches them."""
    if IN_CI:
        return pyodide_files.gathered(None)
    try:
        return pyodide_files.read(pyodide_files.cache())
    except NoPyodide:
        pytest.skip("Pyodide is not in the cache; retromaze studio --export OUT.html fetches it")
