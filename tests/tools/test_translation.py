"""Japanese by the locale: nothing is missing, nothing changes in English, and every line fits."""

import re
from array import array
from collections import Counter
from datetime import UTC, datetime
from gettext import translation
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import read_mo

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import Use
from retromaze.cli import COMMANDS, main
from retromaze.display.argument_parser import wrap_text
from retromaze.display.pacer import (
    CONSOLE_PACE,
    FULL_SPEED,
    speed_in_draws,
    speed_in_frames,
    speed_in_statements,
)
from retromaze.display.translation import DOMAIN, FOLDER, VARIABLES, _, language, languages
from retromaze.display.window_drawing import COLUMNS, MARGIN, Status, draw_help
from retromaze.display.window_keys import ABOUT_TITLE, HELP_LINES, HELP_TITLE, KEY_NAMES
from retromaze.machine.font import Font
from retromaze.system import terminal_width
from tests.tools.translation import messages, read_po, translations_of

JAPANESE = FOLDER / "ja" / "LC_MESSAGES" / "retromaze.po"
HOLE = re.compile(r"%\(\w+\)s|\{\w*\}|--[a-z]+|\b[a-z_]+\.(?:bas|py|png|json|txt|html)\b")
HELP_OF_LIST = """\
使い方: retromaze list [-h] [--help-all] [--builtins] [--techniques]
                       [--markdown]

`retromaze run NAME` が知っているプログラム、または言語の命令と関数の一覧で
す。プログラムは、記事に載ったリストそのものか、記事をもとにここで書いたもので
す。技法は短いリストで、メモリーや時間や手間を省くやり方を一つずつ示し、同じこ
とをする Python を並べてあります。

オプション:
  -h, --help    この説明を表示して終わる
  --help-all    すべてのオプションと説明を表示して終わる
  --builtins    命令、関数、システム変数の一覧
  --techniques  docs/techniques.md の短いリストの一覧

その他のオプション:
  --markdown    --builtins と: docs/builtins.md のページ

表は端末の幅で、ファイルやほかのプログラムには 100 桁です。COLUMNS=400 とする
と行が折れません。
"""
ENGLISH_HELP_OF_LIST = """\
usage: retromaze list [-h] [--help-all] [--builtins] [--techniques]
                      [--markdown]

Lists the programs that `retromaze run NAME` knows, or the words of the
language. A program is a listing that an article published, or one that was
written here after an article. The techniques are short listings, each with a
way of saving memory, time or typing, and Python beside it.

options:
  -h, --help    show this help message and exit
  --help-all    show all options and explanations
  --builtins    list instructions, functions and system variables
  --techniques  list the listings of docs/techniques.md

more options:
  --markdown    with --builtins: the page docs/builtins.md

Tables are as wide as the terminal, 100 columns for a file or another program;
COLUMNS=400 keeps lines whole.
"""


@pytest.fixture
def japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LANGUAGE")
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")


def help_of(*words: str, capsys: Any) -> str:
    with pytest.raises(SystemExit) as caught:
        main([*words, "--help-all"])
    assert caught.value.code == 0
    shown: str = capsys.readouterr().out
    return shown


def test_every_message_is_translated_and_no_other() -> None:
    translations = translations_of(read_po(JAPANESE))
    wanted = messages()
    assert [message for message in wanted if not translations.get(message)] == []
    assert sorted(translations.keys() - set(wanted)) == []


def test_the_source_has_a_date_or_each_making_would_have_its_own() -> None:
    assert read_po(JAPANESE).creation_date == datetime(2026, 11, 24, tzinfo=UTC)


def test_gettext_reads_what_the_source_says() -> None:
    """After a change of the source: python -m tests.tools.translation."""
    with JAPANESE.with_suffix(".mo").open("rb") as file:
        assert translations_of(read_mo(file)) == translations_of(read_po(JAPANESE))
    assert translation(DOMAIN, FOLDER, ["ja"]).gettext("options") == "オプション"


def test_what_is_filled_in_and_what_is_typed_stays() -> None:
    for message, japanese in translations_of(read_po(JAPANESE)).items():
        assert Counter(HOLE.findall(message)) == Counter(HOLE.findall(japanese)), message


CHOSEN = {
    "": "en",
    "LANG=C.UTF-8": "en",
    "LANG=en_US.UTF-8": "en",
    "LANG=fr_FR.UTF-8": "en",
    "LANG=ja_JP.UTF-8": "ja",
    "LANG=ja": "ja",
    "LANG=en_US.UTF-8 LC_MESSAGES=ja_JP.UTF-8": "ja",
    "LANG=ja_JP.UTF-8 LC_ALL=C": "en",
    "LANG=en_US.UTF-8 LC_ALL=ja_JP.eucJP": "ja",
    "LC_ALL=en_US.UTF-8 LANGUAGE=ja": "ja",
    "LANG=ja_JP.UTF-8 LANGUAGE=en:ja": "en",
    "LANG=de_DE.UTF-8 LANGUAGE=de:ja:en": "ja",
    "LANG=ja_JP.UTF-8 LANGUAGE=": "ja",
}


def test_the_first_language_of_the_locale_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {}
    for settings in CHOSEN:
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for setting in settings.split():
            monkeypatch.setenv(*setting.split("="))
        found[settings] = (language(), _("options"))
    words = {"en": "options", "ja": "オプション"}
    assert found == {settings: (wanted, words[wanted]) for settings, wanted in CHOSEN.items()}


def test_help_in_both_languages(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert help_of("list", capsys=capsys) == ENGLISH_HELP_OF_LIST
    monkeypatch.setenv("LANGUAGE", "ja")
    assert help_of("list", capsys=capsys) == HELP_OF_LIST


@pytest.mark.slow
def test_help_fits_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    for chosen, columns in product(("en", "ja"), (60, 130)):
        monkeypatch.setenv("LANGUAGE", chosen)
        monkeypatch.setenv("COLUMNS", str(columns))
        for command in ("", *COMMANDS):
            case = f"LANGUAGE={chosen} COLUMNS={columns} {command}"
            shown = help_of(*command.split(), capsys=capsys)
            # argparse never breaks an operand of the usage, nor is an example broken.
            _usage, _gap, below = shown.partition("\n\n")
            prose = [line for line in below.splitlines() if not line.startswith(("  {", "    printf"))]
            assert [line for line in prose if terminal_width(line) > columns and " " in line.strip()] == [], (
                case
            )
            assert ("options:" in prose, "オプション:" in prose) == (chosen == "en", chosen == "ja"), case


def test_wide_english_help_is_in_the_lines_of_the_source(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    from retromaze.commands import run

    monkeypatch.setenv("COLUMNS", "120")
    shown = help_of("run", capsys=capsys)
    assert run.DESCRIPTION in shown
    assert shown.endswith(run.EPILOG)


def test_wrong_usage_and_errors_of_the_console_keep_their_words(
    japanese: None, tmp_path: Path, capsys: Any
) -> None:
    (tmp_path / "x.bas").write_text("LOCATE 99,1\n")
    assert main(["run", str(tmp_path / "x.bas"), "--headless", "--seed", "1"]) == 1
    assert capsys.readouterr().err.startswith("Out of range in 0:1(LOCATE:1)\n")
    with pytest.raises(SystemExit):
        main(["show"])
    err = capsys.readouterr().err
    first, usage, *_ = err.splitlines()
    assert first == "retromaze show: error: the following arguments are required: NAME|FILE"
    assert usage.startswith("使い方: retromaze show [オプション] NAME|FILE")


def test_lines_end_where_japanese_lines_may() -> None:
    assert wrap_text("「迷路」を作る。A を押す", 8) == ["「迷路」", "を作る。", "A を押す"]
    assert wrap_text("ファイルのファイル", 12) == ["ファイルの", "ファイル"]
    assert wrap_text("a supercalifragilistic b", 8) == ["a", "supercalifragilistic", "b"]
    assert wrap_text("", 8) == [""]


def test_the_windows_help_fits_and_has_a_glyph_for_every_letter(japanese: None) -> None:
    font = Font()
    for line in map(_, (ABOUT_TITLE, HELP_TITLE, *HELP_LINES)):
        assert len(line) <= COLUMNS - 2 * MARGIN
        assert all(any(font.glyph(ord(each))) for each in line if each not in " 　"), line
    picture = array("I", bytes(4 * 400 * 240))
    draw_help(picture, _(HELP_TITLE), [_(line) for line in HELP_LINES])
    assert len(set(picture)) == 4


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_game_tells_its_goal_and_its_keys_in_a_line_of_the_bar(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    font = Font()
    for entry in CATALOGUE.values():
        assert bool(entry.instructions) == (entry.use is Use.GAME)
        if entry.instructions:
            controls = _(entry.instructions.controls).format_map(KEY_NAMES)
            assert len(controls) < COLUMNS
            text = _(entry.instructions.goal) + controls
            assert all(any(font.glyph(ord(each))) for each in text if each not in " 　"), text


def test_the_window_says_what_it_does_in_japanese(japanese: None) -> None:
    speeds = (
        CONSOLE_PACE,
        FULL_SPEED,
        speed_in_frames(2),
        speed_in_frames(1 / 8),
        speed_in_draws(4),
        speed_in_statements(1),
    )
    assert list(map(str, speeds)) == ["本体の速さ", "全速力", "2x", "1/8", "毎秒 4 描画", "毎秒 1 命令"]
    title = Status("maze", lambda: 0.0).title(str(CONSOLE_PACE), 60, 7)
    assert title == "maze - 本体の速さ - フレーム 60、シード 7 - F1: キー"


def test_show_says_in_japanese_what_a_program_is(japanese: None) -> None:
    from retromaze.commands.show import program_heading

    title, technique, place, *_rest = program_heading(CATALOGUE["binary_tree"]).plain.splitlines()
    assert (title, technique) == ("バイナリーツリー法", "部屋ごとに北か西の壁を残す")
    assert place.startswith("もとにした記事 プチコン3号 12日目")


def test_what_comes_after_english_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "fr:ja::en_GB:de")
    assert languages() == ("fr", "ja")
