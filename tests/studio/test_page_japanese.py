"""The page in Japanese, in a real browser: by the browser's language, the process's, and by choice."""

from __future__ import annotations

import re

import pytest

from retromaze.studio.messages import Open
from tests.processes import SEEDS
from tests.studio.browsing import expect
from tests.studio.visiting import TINY, Visit, packed, studio

LATIN = re.compile(r"[A-Za-z]{3,}")
CONSOLE = {"Shift", "DEF", "DOWN", "LEFT", "RIGHT", "Union", "Find", "SPHITSP", "FADE"}
COMMANDS = {"run", "record", "replay", "check"}
FILES = {"TXT", "MAZE", "sticks", "csv"}
TERMS = {
    "retromaze",
    # of the words that name what a lesson draws
    *("grid", "digger", "stack", "forest"),
    "studio",
    "Python",
    "SmileBASIC",
    "GIF",
    "PNG",
    "CSV",
    "End",
    "Esc",
    "Tab",
    "Enter",
    "PageUp",
    "PageDown",
    "English",
    *COMMANDS,
    *CONSOLE,
    *FILES,
}
NAMES = """
[...document.querySelectorAll("[aria-label], [title]")]
    .filter(each => !each.closest(".cm-editor"))
    .flatMap(each => [each.ariaLabel ?? "", each.title])
"""
"""What is told of elements beside what they show; in an editor CodeMirror tells it."""


@pytest.fixture
def japanese(browser, server):
    visit = Visit(browser, server, locale="ja-JP")
    yield visit
    visit.close()


def test_the_page_s_own_words_are_japanese_until_english_is_chosen(japanese):
    visit = japanese
    page = visit.open(program="nonsense")
    expect(visit.at("notice")).to_have_text("'nonsense' というプログラムはありません")
    visit.at("notice").click()
    visit.open(**TINY, moment=40)
    expect(visit.at("verdict")).to_have_text(f"シード {SEEDS} 個で一致 ✓")
    own = page.locator("header, .caption, #tabs, .time, h2 > span, h2[data-words]")
    words = " ".join(own.all_inner_texts()) + " ".join(page.evaluate(NAMES))
    assert set(LATIN.findall(words)) - TERMS == set()
    program = visit.at("program").locator("option:checked")
    expect(program).to_have_text(re.compile("再帰|バックトラッカー|穴掘り"))
    options = visit.at("program").locator("option").all_text_contents()
    assert all(re.search("[ぁ-んァ-ヶ一-龠]", each) for each in options), options
    expect(visit.at("listing-note")).to_have_text(re.compile("[ぁ-ん]"))
    expect(visit.at("sizes")).to_have_text("幅高さ")
    expect(page).to_have_title(re.compile("[ぁ-んァ-ヶ一-龠].* · retromaze studio$"))
    content, search = page.locator("#listing .cm-content"), page.locator("#listing .cm-search")
    expect(content).to_have_attribute("aria-label", "リスト")
    content.click()
    page.keyboard.press("Control+f")
    expect(search.locator("input[name=search]")).to_have_attribute("placeholder", "検索")
    assert not LATIN.search(search.inner_text())
    page.keyboard.press("Escape")
    # A difference is told in it too.
    page.get_by_text("machine.screen.point(399, 238, 0)").click(position={"x": 60, "y": 8})
    page.keyboard.press("Home")
    page.keyboard.type("# ")
    expect(visit.at("verdict")).to_have_text(re.compile(r"^イベント \d+ で相違$"))
    visit.at("tab-proof").click()
    difference = re.compile(
        r"^フレーム \d+・イベント \d+: リスト 15 行目は描画 point\(.*\)、移植はそれをせずに描画 line\("
    )
    expect(visit.at("sentence")).to_have_text(difference)
    visit.at("port-restore").click()
    visit.switch_language()
    expect(program).to_have_text("Recursive backtracker, as published")
    expect(visit.at("listing-note")).to_have_text(re.compile("^dig at random"))
    expect(visit.at("sizes")).to_have_text("widthheight")
    visit.is_proved()
    expect(page).to_have_title("Recursive backtracker, as published · retromaze studio")
    expect(content).to_have_attribute("aria-label", "Listing")
    content.click()
    page.keyboard.press("Control+f")
    expect(search.locator("input[name=search]")).to_have_attribute("placeholder", "Find")


def test_the_process_s_language_is_the_page_s_until_the_reader_chooses(browser):
    server = studio(Open("backtracker", seed=1, sizes={"width": 9, "height": 9}, language="ja"))
    visit = Visit(browser, server)
    visit.open()
    expect(visit.at("tab-proof")).to_have_text("照合")
    visit.switch_language()
    expect(visit.at("tab-proof")).to_have_text("Proof")
    visit.page.reload()
    expect(visit.at("state")).to_have_text(re.compile("line"))
    expect(visit.at("tab-proof")).to_have_text("Proof")
    visit.close()
    server.close()


def test_english_is_wanted_of_a_japanese_browser(browser):
    """Another language, chosen while the program waits, names the button that pauses it anew."""
    server = studio(Open(program="", listing="CLS", seed=1, language="en"))
    visit = Visit(browser, server, locale="ja-JP")
    visit.open(listing=packed("INPUT A\n"))
    expect(visit.at("tab-proof")).to_have_text("Proof")
    expect(visit.at("play")).to_have_attribute("aria-label", "pause")
    visit.switch_language()
    expect(visit.at("play")).to_have_attribute("aria-label", "一時停止")
    visit.close()
    server.close()
