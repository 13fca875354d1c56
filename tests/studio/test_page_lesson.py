"""The lesson beside a pair: each step takes the run to its moment, by clicks and by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from retromaze.studio.messages import Open
from retromaze.studio.open_program import UserFiles
from retromaze.studio.server import StudioServer
from tests.studio.browsing import await_painting, comes_to, expect, resize
from tests.studio.visiting import TINY, Visit, studio

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OWN_RUN = "steps: 12, in a run of their own: seed 7, width 21, height 13"
LESSON = """\
# Counting

To **three**, and <img src="http://nowhere/" onerror="alert()">no <a href="javascript:alert()">further</a>.

```lesson
seed 5
set n=3
```

## Two

The second number.

```lesson
at line "PRINT I" 2nd
watch I
port "for i in range(1, n + 1):"
```
"""
PORT = """\
def main(machine, n=9):
    for i in range(1, n + 1):
        machine.console.print(str(i))
"""


STEP_AND_CHOOSE = """() => {
    document.querySelector("#lesson-next").click();
    const select = document.querySelector("#program");
    select.value = "sticks";
    select.dispatchEvent(new Event("change"));
}"""


DRAWN_OF = "step => document.querySelector('#lesson-diagram title')?.textContent.startsWith(step) ?? false"
"""Whether the drawing is a step's own."""


def test_a_step_takes_the_run_to_its_moment(visit: Visit) -> None:
    """It is read in the page's language; a program without a lesson has no tab for one."""
    visit.open(**TINY)
    visit.at("tab-lesson").click()
    expect(visit.at("lesson-title")).to_have_text("Digging a maze and finding the way back")
    expect(visit.at("lesson-step")).to_have_text(OWN_RUN)
    expect(visit.at("lesson-before")).to_be_disabled()
    expect(visit.at("lesson-exercise")).to_be_hidden()
    expect(visit.at("lesson-diagram").locator("svg")).to_have_count(0)
    visit.at("lesson-next").click()
    expect(visit.at("lesson-title")).to_have_text("A grid of rooms, and one room around them")
    expect(visit.at("size-width")).to_have_value("21")
    expect(visit.at("seed")).to_have_value("7")
    expect(visit.at("state")).to_contain_text("line 12")
    for _ in range(4):
        visit.page.keyboard.press("PageDown")
    expect(visit.at("lesson-step")).to_have_text("step 5 of 12")
    expect(visit.at("state")).to_contain_text("line 34")
    expect(visit.at("lesson-values").locator("li")).to_have_text(
        ["N = 0", "X = 10", "Y = 8", "LEN(XSTK) = 35"]
    )
    drawn = visit.at("lesson-diagram").locator("svg")
    expect(drawn).to_have_attribute("aria-label", "the data at this step: Stuck for the first time")
    assert drawn.evaluate("(image) => image.width.baseVal.value") > 500
    expect(visit.at("lesson-colors").locator("span")).to_have_text(["rock", "dug"])
    expect(visit.at("variables")).to_contain_text("10")
    visit.page.keyboard.press("PageUp")
    expect(visit.at("lesson-title")).to_have_text("Remember where you came from")
    expect(visit.at("state")).to_contain_text("line 24")
    for _ in range(6):
        visit.at("lesson-next").click()
    expect(visit.at("lesson-step")).to_have_text("step 10 of 12")
    expect(visit.at("lesson-begin")).to_be_hidden()
    expect(visit.at("lesson-hidden")).to_have_text(re.compile("in 4 hidden runs"))
    for number, words in enumerate(("Look for a line", "There compare", "IF LEN"), 1):
        expect(visit.at("lesson-hint")).to_have_text(f"Hint ({number} of 3)")
        visit.at("lesson-hint").click()
        expect(visit.at("lesson-hints").locator("li")).to_have_count(number)
        expect(visit.at("lesson-hints").locator("li").last).to_have_text(re.compile(f"^{words}"))
    expect(visit.at("lesson-hint")).to_be_disabled()
    visit.at("lesson-ask").click()
    expect(visit.at("lesson-solution").locator("code")).to_have_text(
        "N=0:IF LEN(XSTK)>L THEN L=LEN(XSTK):GX=X:GY=Y"
    )
    visit.at("lesson-ask").click()
    expect(visit.at("lesson-solution")).to_be_hidden()
    visit.switch_language()
    expect(visit.at("lesson-title")).to_have_text("迷路を掘って、来た道を戻る")
    visit.at("program").select_option("button_game")
    expect(visit.at("tab-lesson")).to_be_hidden()
    expect(visit.at("tab-variables")).to_have_attribute("aria-selected", "true")


def test_exercises_with_a_gap_and_in_the_port(visit: Visit) -> None:
    visit.open(program="backtracker", step=11)
    visit.at("lesson-begin").click()
    expect(visit.at("listing-note")).to_have_text("edited")
    visit.at("lesson-judge").click()
    expect(visit.at("lesson-explanations")).to_have_text("K: how many rooms have one way out")
    visit.at("lesson-next").click()
    expect(visit.at("lesson-next")).to_be_disabled()
    expect(visit.at("lesson-judge")).to_have_text("Judge what stands in the port")
    visit.at("lesson-judge").click()
    expect(visit.at("lesson-explanations")).to_contain_text("the rooms that were dug")
    visit.page.keyboard.press("PageDown")
    expect(visit.at("lesson-step")).to_have_text("step 12 of 12")
    # what has to be predicted can be shown, too
    visit.page.keyboard.press("PageUp")
    for _ in range(5):
        visit.at("lesson-before").click()
    visit.at("lesson-reveal").press("Enter")
    expect(visit.at("lesson-answer")).to_have_text(re.compile("^It is: nearly half"))
    visit.open(program="sticks_safe", step=8)
    visit.at("lesson-begin").click()
    expect(visit.at("port-note")).to_have_text(re.compile("^edited"))


def test_a_prediction_comes_before_its_step(visit: Visit) -> None:
    """The run, the drawing and the values stay those of the step before until it is answered."""
    visit.open(program="digging", step=3)
    expect(visit.at("state")).to_contain_text("line 34")
    # the drawing follows the state, after that of the run's start
    comes_to(visit.page, lambda: visit.page.evaluate(DRAWN_OF, "Look two blocks on"), True)
    await_painting(visit.page)
    moment = visit.at("where").inner_text().partition(" ")[0]
    shown = visit.at("lesson-diagram").inner_html()
    visit.at("lesson-next").click()
    expect(visit.at("lesson-title")).to_have_text("Predict first")
    expect(visit.at("lesson-question")).to_contain_text("How many entries has XSTK?")
    for name in ("lesson-text", "lesson-values", "lesson-lines", "lesson-answer"):
        expect(visit.at(name)).to_have_text("")
    expect(visit.at("where")).to_have_text(re.compile(f"^{moment} of "))
    assert visit.at("lesson-diagram").inner_html() == shown
    visit.at("lesson-predicts").click()
    expect(visit.at("lesson-title")).to_have_text("Predict first")
    visit.at("lesson-guessed").fill("3")
    visit.page.keyboard.press("Enter")
    expect(visit.at("lesson-answer")).to_have_text(re.compile("^Not 3, but 4. Each room that is dug"))
    expect(visit.at("lesson-title")).to_have_text("Dig two, remember one")
    expect(visit.at("lesson-values")).to_contain_text("XSTK = [5,3,1,1]")
    expect(visit.at("lesson-guess")).to_be_hidden()
    expect(visit.at("state")).to_contain_text("line 38")
    for _ in range(3):
        visit.at("lesson-next").click()
    visit.at("lesson-choices").locator("button", has_text="the first hole").click()
    expect(visit.at("lesson-answer")).to_have_text(re.compile("^Right: the first hole. "))
    expect(visit.at("state")).to_contain_text("line 44")
    for _ in range(3):
        visit.at("lesson-before").click()
    expect(visit.at("lesson-answer")).to_have_text(re.compile("^Not 3, but 4"))


def test_a_step_of_a_lesson_does_not_reach_the_program_that_is_chosen_right_after_it(visit: Visit) -> None:
    page = visit.open(program="kruskal")
    expect(visit.at("lesson-title")).not_to_be_empty()
    seed = visit.at("seed").input_value()
    page.evaluate(STEP_AND_CHOOSE)
    expect(visit.at("program")).to_have_value("sticks")
    expect(visit.at("state")).to_have_text(re.compile("^(running|ended)"))
    expect(visit.at("seed")).to_have_value(seed)


def test_a_page_opened_by_no_link_begins_with_the_lesson(browser: Browser, server: StudioServer) -> None:
    """Panels without anything to show have no tab; a tab that the reader chooses stays where it is one."""
    visit = Visit(browser, server)
    visit.open()
    expect(visit.at("lesson-title")).to_have_text("Digging a maze and finding the way back")
    expect(visit.at("lesson-step")).to_have_text(OWN_RUN)
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    expect(visit.at("pace")).to_have_text("30,000 statements/s")
    shown = visit.page.locator("#tabs button:visible")
    expect(shown).to_have_text(["Lesson", "Variables", "Arrays", "Events", "Stops", "Proof"])
    visit.at("program").select_option("button_game")
    expect(shown).to_have_text(["Variables", "Arrays", "Calls", "Sprites", "Events", "Stops", "Proof"])
    expect(visit.at("tab-variables")).to_have_attribute("aria-selected", "true")
    visit.at("program").select_option("sticks")
    expect(visit.at("lesson-title")).to_have_text("Knocking down sticks")
    expect(visit.at("pace")).to_have_text("200 statements/s")
    # a step is read while the run stands, or goes on as slowly as that of a link
    visit.at("lesson-next").click()
    expect(visit.at("lesson-step")).to_have_text(re.compile("^step 1 of "))
    expect(visit.at("pace")).to_have_text("30 statements/s")
    visit.at("tab-arrays").click()
    visit.at("program").select_option("backtracker")
    expect(visit.at("arrays").locator("h2").first).to_contain_text("DIR[4]")
    expect(visit.at("tab-arrays")).to_have_attribute("aria-selected", "true")
    visit.at("program").select_option("flight")
    expect(visit.at("tab-arrays")).to_be_hidden()
    expect(visit.at("tab-lesson")).to_have_attribute("aria-selected", "true")
    visit.close()


def test_it_is_read_by_touch_on_a_phone(browser: Browser, server: StudioServer) -> None:
    visit = Visit(browser, server, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    visit.open(**TINY)
    visit.at("tab-lesson").tap()
    expect(visit.at("lesson-step")).to_have_text(OWN_RUN)
    for _ in range(5):
        visit.at("lesson-next").tap()
    expect(visit.at("lesson-title")).to_have_text("Stuck for the first time")
    expect(visit.at("state")).to_contain_text("line 34")
    expect(visit.at("upper")).to_be_in_viewport()
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390
    visit.at("lesson-lines").locator("button").first.tap()
    expect(visit.at("listing").locator(".cm-line", has_text="POP(XSTK)")).to_be_in_viewport()
    # a lower panel leaves the page where it is scrolled to
    visit.page.evaluate("scrollTo(0, 300)")
    visit.at("tab-proof").tap()
    resize(visit.page, 390, 844)
    assert visit.page.evaluate("scrollY") == 300
    visit.close()


def test_the_drawing_goes_with_the_run_and_is_dark_on_a_dark_page(visit: Visit) -> None:
    """It is the step's own where the run stands at its moment, and asked for while it is seen."""
    page = visit.open(program="backtracker", step=5)
    drawn = visit.at("lesson-diagram").locator("svg")
    expect(visit.at("state")).to_contain_text("line 34")
    comes_to(page, lambda: page.evaluate(DRAWN_OF, "Stuck for the"), True)
    page.keyboard.press(".")
    comes_to(page, lambda: page.evaluate(DRAWN_OF, "Stuck for the"), False)
    visit.at("lesson-before").click()
    visit.at("lesson-next").click()
    comes_to(page, lambda: page.evaluate(DRAWN_OF, "Stuck for the"), True)
    expect(visit.at("state")).to_contain_text("line 34")
    visit.at("tab-variables").click()
    page.keyboard.press(".")
    visit.at("tab-lesson").click()
    comes_to(page, lambda: page.evaluate(DRAWN_OF, "Stuck for the"), False)
    expect(drawn).to_be_visible()
    paper = visit.at("lesson-diagram").locator("rect").first
    page.emulate_media(color_scheme="dark")
    expect(paper).to_have_css("fill", "rgb(32, 33, 36)")
    page.emulate_media(color_scheme="light")
    expect(paper).to_have_css("fill", "rgb(255, 255, 255)")


def test_text_drawing_screen_and_both_lines_are_seen_at_once(browser: Browser, server: StudioServer) -> None:
    """On a laptop's window: beside a lesson the machine is smaller, and its panel higher, in every tab."""
    visit = Visit(browser, server, viewport={"width": 1366, "height": 768})
    visit.open(program="backtracker", step=5)
    expect(visit.at("state")).to_contain_text("line 34")
    for each in ("lesson-text", "upper", "lesson-diagram"):
        expect(visit.at(each)).to_be_in_viewport(ratio=1)
    for side, text in (("listing", "POP(XSTK)"), ("port", "stack.pop()")):
        expect(visit.at(side).locator(".cm-line", has_text=text)).to_be_in_viewport(ratio=1)
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 1366
    boxes = visit.box("upper"), visit.box("tabs")
    visit.at("tab-variables").click()
    resize(visit.page, 1366, 768)
    assert (visit.box("upper"), visit.box("tabs")) == boxes
    visit.close()


def test_a_link_leads_to_a_step(visit: Visit, browser: Browser, server: StudioServer) -> None:
    """One that names the step alone goes to its moment, a copied one to where the run stood."""
    page = visit.open(program="backtracker", step=5)
    expect(visit.at("lesson-step")).to_have_text("step 5 of 12")
    expect(visit.at("state")).to_contain_text("line 34")
    expect(visit.at("seed")).to_have_value("7")
    page.keyboard.press(",")
    expect(visit.at("state")).not_to_contain_text("line 34")
    await_painting(page)
    moment = visit.at("where").inner_text().partition(" ")[0]
    visit.share()
    visit.at("copy-link").click()
    expect(visit.at("link")).to_have_value(re.compile("&step=5"))
    other = Visit(browser, server, visit.context)
    other.page.goto(visit.at("link").input_value())
    expect(other.at("lesson-step")).to_have_text("step 5 of 12")
    expect(other.at("where")).to_have_text(re.compile(f"^{moment} of "))
    page.goto(f"{page.url.partition('#')[0]}#program=backtracker&step=3")
    expect(visit.at("lesson-step")).to_have_text("step 3 of 12")
    expect(visit.at("state")).to_contain_text("line 23")
    page.goto(f"{page.url.partition('#')[0]}#program=button_game&step=3")
    expect(visit.at("tab-lesson")).to_be_hidden()
    assert other.said == []


@pytest.fixture
def own(tmp_path: Path) -> Iterator[StudioServer]:
    """A studio of a pair from outside the package, with a lesson."""
    files = UserFiles(tmp_path / "count.bas", tmp_path / "count.py")
    files.listing.write_text("N=9\nFOR I=1 TO N\nPRINT I\nNEXT\n")
    (tmp_path / "count.py").write_text(PORT)
    (tmp_path / "count.lesson.md").write_text(LESSON)
    made = studio(Open(seed=1), files)
    yield made
    made.close()


def test_a_lesson_of_one_s_own(browser: Browser, own: StudioServer, tmp_path: Path) -> None:
    """Nothing in it runs, and nothing is fetched. One that is wrong says where."""
    visit = Visit(browser, own)
    visit.open()
    visit.at("tab-lesson").click()
    expect(visit.at("lesson-text").locator("strong")).to_have_text("three")
    expect(visit.at("lesson-text")).to_have_text("To three, and no further.")
    expect(visit.at("lesson-text").locator("img, [href]")).to_have_count(0)
    visit.at("lesson-next").click()
    expect(visit.at("lesson-values").locator("li")).to_have_text(["I = 2"])
    expect(visit.at("state")).to_contain_text("line 3")
    expect(visit.at("listing").locator(".cm-line").first).to_have_text("N=3")
    expect(visit.at("lesson-lines").locator("button")).to_have_text(["listing, line 3", "port, line 2"])
    (tmp_path / "count.lesson.md").write_text(LESSON.replace("PRINT I", "PRINT J"))
    visit.page.reload()
    expect(visit.at("lesson-step")).to_have_text("steps: 1, in a run of their own: seed 5, n 3")
    visit.at("lesson-next").click()
    expect(visit.at("notice")).to_have_text("count.lesson.md:15: no line of the listing has 'PRINT J'")
    visit.close()


def test_an_answer_is_judged_in_the_page(browser: Browser, own: StudioServer, tmp_path: Path) -> None:
    """What is wanted stands beside what the listing has; an error is told as the console tells it."""
    exercise = 'exercise compares K "how many"\nexercise again N=5\nsolution "PRINT I" to "PRINT I:INC K"'
    (tmp_path / "count.lesson.md").write_text(f"{LESSON}\n## Try it\n\n```lesson\n{exercise}\n```\n")
    visit = Visit(browser, own)
    visit.open()
    visit.at("tab-lesson").click()
    expect(visit.at("lesson-step")).to_have_text("steps: 2, in a run of their own: seed 5, n 3")
    visit.at("lesson-next").click()
    expect(visit.at("lesson-title")).to_have_text("Two")
    expect(visit.at("lesson-exercise")).to_be_hidden()
    visit.at("lesson-next").click()
    verdict, table = visit.at("lesson-verdict"), visit.at("lesson-wanted")
    expect(visit.at("lesson-hint")).to_be_hidden()
    visit.at("lesson-judge").click()
    expect(verdict).to_have_text("Not right yet.")
    expect(visit.at("lesson-explanations")).to_have_text("K: how many")
    expect(table.locator("td")).to_have_text(["", "K", "-", "3"])
    answers = {
        "N=3\nK=N:PRINT K\n": "Right (runs: 2).",
        "N=3\nK=3\n": "Right with the lesson's numbers, but not with --set N=5",
        "@A:GOTO @A\n": "Not right yet."
        " It does not end: it was stopped after ten times as long as a solution takes.",
        "N=3\nPRNT N\n": "Not right yet.",
    }
    for text, words in answers.items():
        visit.text("listing").fill(text)
        visit.at("lesson-judge").click()
        expect(verdict).to_have_text(words)
    expect(visit.at("lesson-error")).to_have_text(
        re.compile(r"^Undefined function in 0:2 .*did you mean PRINT", re.S)
    )
    expect(table).to_be_hidden()
    visit.text("listing").fill("N=4\n")
    expect(verdict).to_have_text("")
    visit.close()
