"""Storages that games at random begin with."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from retromaze.comparison.script import Script
from retromaze.comparison.storages import DATA_MAKERS, MOST, SOME_NAME, TEXT_MAKERS, AskedShelf, Storages
from retromaze.comparison.vocabulary import vocabulary_of
from retromaze.machine.memory import NO_FILES, Files
from retromaze.machine.storage import Storage

MAZE = ("DEFAULT", "TXT", "MAZE")
SCORE = ("DEFAULT", "DAT", "SCORE")


def storage(files: Files = NO_FILES) -> tuple[Storage, AskedShelf]:
    """A storage whose shelf notes what is looked for."""
    made = Storage()
    made.shelf = shelf = AskedShelf(files)
    return made, shelf


def storages(base: Script | None = None) -> Storages:
    return Storages(base or Script(), Random(1), vocabulary_of('LINPUT A$:IF A$=="UP" THEN STOP'))


def all_untried(made: Storages) -> list[Files]:
    found: list[Files] = []
    while script := made.untried():
        found.append(dict(script.files))
    return found


def test_what_is_looked_for_in_vain_is_noted() -> None:
    one, shelf = storage({MAZE: b"1"})
    assert one.exists("TXT", "MAZE")
    assert not one.exists("DAT", "SCORE")
    assert one.names("TXT") == ["MAZE"]
    assert one.names("DAT", "GAMES") == []
    one.exists("TXT", "MAZE", "SYS")
    assert list(shelf.missed) == [SCORE, ("GAMES", "DAT", SOME_NAME)]


def test_it_is_there_in_other_games_in_several_forms() -> None:
    made = storages()
    one, shelf = storage()
    one.exists("TXT", "MAZE")
    one.exists("DAT", "SCORE")
    made.learn(Script(), shelf, news=True)
    found = all_untried(made)
    assert len(found) == len({each[MAZE] for each in found}) == len(TEXT_MAKERS)
    assert len({each[SCORE] for each in found}) >= len(DATA_MAKERS)
    for files in found:
        other, _ = storage(files)
        assert isinstance(other.read_text("MAZE"), str)
        other.read_data("SCORE")
    made.learn(Script(), shelf, news=True)
    assert all_untried(made) == []


def test_tables_have_rows_of_one_length() -> None:
    texts = [make(Random(1), vocabulary_of("")).decode().splitlines() for make in TEXT_MAKERS]
    tables = [rows for rows in texts if len(rows) > 3 and {len(row) for row in rows} == {len(rows[0])}]
    assert (5, 9) in {(len(rows), len(rows[0])) for rows in tables}
    assert (4, 17) in {(len(rows), len(rows[0])) for rows in tables}


def test_storages_are_made_of_so_many_names_and_no_more() -> None:
    made = storages()
    for number in range(MOST):
        one, shelf = storage()
        one.exists("TXT", f"LEVEL{number}")
        made.learn(Script(), shelf, news=False)
    assert len(all_untried(made)) == MOST


def test_what_a_game_leaves_is_there_when_another_begins() -> None:
    made = storages()
    for number in range(9):
        one, shelf = storage()
        one.write_text("MAZE", str(number))
        made.learn(Script(), shelf, news=number > 1)
    assert all_untried(made) == [{MAZE: b"2"}, {MAZE: b"3"}]


def test_what_lies_beside_the_listing_is_away_in_one_game(tmp_path: Path) -> None:
    (tmp_path / "maze.txt").write_text("1")
    base = Script(beside=tmp_path / "game.bas")
    made = storages(base)
    one, shelf = storage()
    one.exists("TXT", "MAZE")
    made.learn(base, shelf, news=True)
    assert made.untried() == Script()
    assert made.untried() is None


@pytest.mark.parametrize("news", [True, False])
def test_the_same_files_stay_as_they_are(news: bool) -> None:
    made = storages()
    one, shelf = storage({MAZE: b"1"})
    one.read_text("MAZE")
    made.learn(Script().with_files({MAZE: b"1"}), shelf, news=news)
    assert made.untried() is None
    assert made.drawn() == Script()
