"""`retromaze list`: which program is a published listing, and after which article the others were written."""

from typing import Any

import pytest

from retromaze.catalogue import CATALOGUE, SHORT_TITLES, provenance
from retromaze.cli import main


def test_one_listing_was_published_and_all_others_were_written_here() -> None:
    published = [entry.name for entry in CATALOGUE.values() if entry.origin.published]
    assert published == ["backtracker"]
    assert provenance(CATALOGUE["backtracker"]) == "published: プチコン3号 12日目"
    assert provenance(CATALOGUE["digging"]) == "after 穴掘り法のモジュール"


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_article_has_a_short_title(name: str) -> None:
    assert CATALOGUE[name].origin.article in SHORT_TITLES


def test_the_table_says_where_each_program_comes_from(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    assert main(["list"]) == 0
    heading, _, *rows = capsys.readouterr().out.splitlines()
    assert heading.split() == ["name", "origin", "title", "technique", "sizes"]
    for row, entry in zip(rows, CATALOGUE.values(), strict=True):
        assert row.startswith(entry.name)
        assert f"  {provenance(entry)}  " in row


def test_where_there_is_little_room_each_text_has_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("COLUMNS", "119")
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:5] == [
        "backtracker",
        "  published: プチコン3号 12日目",
        "  Recursive backtracker, as published",
        "  dig at random, remember the way on a stack, turn back where stuck",
        "  width 1-199 (199), height 1-119 (119)",
    ]
    assert [line for line in lines if line[:1] != " "] == list(CATALOGUE)
