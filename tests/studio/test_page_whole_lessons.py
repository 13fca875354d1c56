"""Two lessons, and one of a pair from elsewhere, read whole: by keys, 390 pixels wide, in both languages.

The page is a served one and an exported one. What each step says and where the run stands then is that of
`lesson_text`, which `retromaze check` proves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.comparison.pairs import Pair, pair_of_entry
from retromaze.display.translation import catalogue
from retromaze.studio.export import one_file
from retromaze.studio.lessons import lesson_text
from retromaze.studio.messages import LessonStep, Open
from retromaze.studio.server import StudioServer
from retromaze.studio.welcome import ExportContents, ExportedText
from retromaze.studio.workspace import OwnFiles, user_pair_of
from tests.amounts import fewer
from tests.studio.browsing import EXHAUSTIVE, PATIENCE, expect
from tests.studio.visiting import studio
from tests.tools.page_words import TEXTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

LESSONS = ("binary_tree", "console_game_far")
STEPS = """
```lesson
seed 5
set n=3
```

## 2

```lesson
at line "PRINT I" 2nd
watch I
port "for i in range(1, n + 1):"
```

## 3

```lesson
at end
exercise compares K
solution "PRINT I" to "PRINT I:INC K"
```
"""
TEXTS_OF_OWN = {
    "count.bas": "N=9\nFOR I=1 TO N\nPRINT I\nNEXT\n",
    "count.py": "def main(machine, n=9):\n"
    "    for i in range(1, n + 1):\n"
    "        machine.console.print(str(i))\n",
    "count.lesson.md": f"# Counting\n\nTo three.\n{STEPS}",
    "count.lesson.ja.md": f"# かぞえる\n\n三まで。\n{STEPS}",
}
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

    def read_whole(self, pair: Pair) -> None:
        lesson = lesson_text(pair, self.language)
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
        expect(self.at("lesson-title")).to_have_text(lesson.steps[-2].title)

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
        """The page shows the step, and its run stands at the step's moment; a prediction is left out."""
        if step.question:
            expect(self.at("lesson-title")).to_have_text(word("lessonPredict", self.language))
            self.at("lesson-reveal").press("Enter")
            told = word("lessonAnswer", self.language, answer=step.answer)
            expect(self.at("lesson-answer")).to_have_text(f"{told} {step.because}")
        expect(self.at("lesson-title")).to_have_text(step.title)
        expect(self.at("lesson-values").locator("li")).to_have_text([f"{a} = {b}" for a, b in step.watched])
        count = len(step.listing) + len(step.port) + bool(step.line)
        expect(self.at("lesson-lines").locator("button")).to_have_count(count)
        if step.line:
            line = re.compile(rf"\b{step.line}\b.*|.*\b{step.line} ")
            expect(self.at("state")).to_have_text(line)
        expect(self.at("lesson-exercise")).to_be_visible(visible=bool(step.solution))
        assert self.page.evaluate("document.documentElement.scrollWidth") <= WIDTH


@contextmanager
def reader(browser: Browser, language: str) -> Iterator[Reader]:
    """Somebody with a narrow page in that language; nothing may be said on its console."""
    context = browser.new_context(viewport={"width": WIDTH, "height": 844}, locale=LOCALES[language])
    made = context.new_page()
    made.set_default_timeout(PATIENCE)
    said: list[str] = []
    made.on("console", lambda message: said.append(message.text))
    made.on("pageerror", lambda error: said.append(str(error)))
    yield Reader(made, language)
    context.close()
    assert said == []


READ = [f"{name}-{language}" for name in LESSONS for language in LOCALES]


@pytest.mark.parametrize("lesson", fewer(["binary_tree-ja"], READ))
def test_a_served_lesson_by_keys(browser: Browser, server: StudioServer, lesson: str) -> None:
    name, _, language = lesson.partition("-")
    with reader(browser, language) as reading:
        reading.page.goto(f"{server.address}&program={name}&seed=1&moment=1")
        reading.read_whole(pair_of_entry(CATALOGUE[name]))


@EXHAUSTIVE
@pytest.mark.parametrize("lesson", READ)
def test_an_exported_lesson_by_keys(
    browser: Browser, pyodide: dict[str, bytes], lesson: str, tmp_path: Path
) -> None:
    name, _, language = lesson.partition("-")
    with reader(browser, language) as reading:
        open_exported(reading.page, ExportContents(Open(name, seed=1)), pyodide, tmp_path)
        reading.read_whole(pair_of_entry(CATALOGUE[name]))


@pytest.fixture
def own(tmp_path: Path) -> OwnFiles:
    """A pair from outside the package, and its lesson in both languages."""
    for name, text in TEXTS_OF_OWN.items():
        (tmp_path / name).write_text(text, "utf-8")
    return OwnFiles(tmp_path / "count.bas", tmp_path / "count.py")


@pytest.mark.parametrize("language", fewer(["en"], list(LOCALES)))
def test_a_served_lesson_of_one_s_own_by_keys(browser: Browser, language: str, own: OwnFiles) -> None:
    server = studio(Open(seed=1), own)
    with reader(browser, language) as reading:
        reading.page.goto(server.address)
        reading.read_whole(user_pair_of(own))
    server.close()


@EXHAUSTIVE
@pytest.mark.parametrize("language", LOCALES)
def test_an_exported_lesson_of_one_s_own_by_keys(
    browser: Browser, pyodide: dict[str, bytes], language: str, own: OwnFiles, tmp_path: Path
) -> None:
    listing, port, *lessons = (ExportedText(*each) for each in TEXTS_OF_OWN.items())
    contents = ExportContents(Open(seed=1), listing, port, lessons=lessons)
    with reader(browser, language) as reading:
        open_exported(reading.page, contents, pyodide, tmp_path)
        reading.read_whole(user_pair_of(own))


def open_exported(page: Page, contents: ExportContents, pyodide: dict[str, bytes], folder: Path) -> None:
    """Opens a page to give away from the disk, and waits for its Python."""
    target = folder / "lesson.html"
    target.write_bytes(one_file(contents, pyodide))
    page.goto(target.as_uri(), wait_until="commit")
    expect(page.locator("#starting")).to_have_count(0)
