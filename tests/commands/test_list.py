"""`retromaze list`: which program is a published listing, and after which article the others were written."""

from typing import Any

import pytest

from retromaze.catalogue import CATALOGUE, SHORT_TITLES
from retromaze.catalogue_entry import programs_folder
from retromaze.cli import main
from retromaze.commands.list import provenance
from retromaze.errors import BasicError
from tests.command_line import CommandLine


def test_one_listing_was_published_and_all_others_were_written_here() -> None:
    published = [entry.name for entry in CATALOGUE.values() if entry.origin.published]
    assert published == ["backtracker"]
    assert provenance(CATALOGUE["backtracker"]) == "published: プチコン3号 12日目"
    assert provenance(CATALOGUE["digging"]) == "after 穴掘り法のモジュール"
    assert provenance(CATALOGUE["flight"]) == "written here"


def test_every_article_has_a_short_title() -> None:
    assert {entry.origin.article for entry in CATALOGUE.values()} <= {*SHORT_TITLES, ""}


def test_the_table_says_where_each_program_comes_from(
    monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    heading, _, *rows = ran("list", 0).out.splitlines()
    assert heading.split() == ["name", "use", "origin", "title", "technique", "sizes"]
    for row, entry in zip(rows, CATALOGUE.values(), strict=True):
        assert row.startswith(entry.name)
        assert f"  {provenance(entry)}  " in row
        assert row.split()[1] == entry.use
    sizes = "width 5-49 odd (asked), height 5-29 odd (asked), print_width 1-10 (2), width*print_width to 50"
    assert [row.split()[0] for row in rows if row.strip().endswith(f"  {sizes}")] == ["digging_dialog"]


def test_where_there_is_little_room_each_text_has_its_line(
    monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    monkeypatch.setenv("COLUMNS", "89")
    lines = ran("list", 0).out.splitlines()
    assert lines[:6] == [
        "backtracker",
        "  listing",
        "  published: プチコン3号 12日目",
        "  Recursive backtracker, as published",
        "  dig at random, remember the way on a stack, turn back where stuck",
        "  width 1-199 (199), height 1-119 (119)",
    ]
    assert [line for line in lines if line[:1] != " "] == list(CATALOGUE)


def test_techniques_are_told_in_the_users_language(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(programs_folder())
    rows = []
    for user in ("en", "ja"):
        monkeypatch.setenv("LANGUAGE", user)
        assert main(["list", "--techniques"]) == 0
        rows += [row for row in capsys.readouterr().out.splitlines() if "sentinels" in row]
    assert rows == [
        "techniques/sentinels.bas           A RIM THAT NOBODY HAS TO ASK FOR",
        "techniques/sentinels.bas           番兵: 外周で範囲の判定を無くす",
    ]


def test_errors_of_the_builtins_are_named_by_wording_and_number(ran: CommandLine) -> None:
    shown = ran("list --builtins", 0).out
    told = " ".join(shown.split())
    assert "Raises Type mismatch (errnum 8) between texts and numbers, Out of DATA (errnum 13)" in told
    assert not [
        kind.__name__
        for kind in BasicError.__subclasses__()
        if kind.__name__ in shown and " " in kind.wording
    ]
    assert "Source:" not in shown
