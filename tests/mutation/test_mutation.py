"""The changes that `python -m tests.mutation` tries, and whether it tells what lives from what is found."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from retromaze.catalogue import CATALOGUE
from tests.mutation import games
from tests.mutation.mutants import Mutant, listing_mutants, port_mutants
from tests.mutation.texts import (
    EQUAL,
    GAME,
    LISTING,
    PORT,
    SIDES,
    bare,
    file_of,
    mutants_of,
    path_of,
    text_of,
)
from tests.mutation.trials import checks_of, lives


def changed(source: str, mutants: list[Mutant]) -> list[str]:
    """The first line after each change."""
    return [mutant.applied(source).split("\n")[0] for mutant in mutants]


def test_each_constant_comparison_and_operator_of_a_listing_is_changed() -> None:
    source = 'IF A<=-1 && !B THEN PRINT "あ";#RED-2'
    assert changed(source, list(listing_mutants(source))) == [
        'IF A<-1 && !B THEN PRINT "あ";#RED-2',
        'IF A>-1 && !B THEN PRINT "あ";#RED-2',
        'IF A<=1 && !B THEN PRINT "あ";#RED-2',
        'IF A<=-2 && !B THEN PRINT "あ";#RED-2',
        'IF A<=-0 && !B THEN PRINT "あ";#RED-2',
        'IF A<=-1 || !B THEN PRINT "あ";#RED-2',
        'IF A<=-1 && B THEN PRINT "あ";#RED-2',
        'IF A<=-1 && !B THEN PRINT "xあ";#RED-2',
        'IF A<=-1 && !B THEN PRINT "あ";#BLUE-2',
        'IF A<=-1 && !B THEN PRINT "あ";#RED+2',
        'IF A<=-1 && !B THEN PRINT "あ";#RED-3',
        'IF A<=-1 && !B THEN PRINT "あ";#RED-1',
    ]


def test_each_constant_comparison_and_operator_of_a_port_is_changed() -> None:
    source = "x = 'あ' if not a < 1 and min(b) else -c // 2  # 3"
    assert sorted(changed(source, port_mutants(source))) == sorted(
        [
            "x = 'xあ' if not a < 1 and min(b) else -c // 2  # 3",
            "x = 'あ' if a < 1 and min(b) else -c // 2  # 3",
            "x = 'あ' if not a <= 1 and min(b) else -c // 2  # 3",
            "x = 'あ' if not a >= 1 and min(b) else -c // 2  # 3",
            "x = 'あ' if not a < 2 and min(b) else -c // 2  # 3",
            "x = 'あ' if not a < 0 and min(b) else -c // 2  # 3",
            "x = 'あ' if not a < 1 or min(b) else -c // 2  # 3",
            "x = 'あ' if not a < 1 and max(b) else -c // 2  # 3",
            "x = 'あ' if not a < 1 and min(b) else c // 2  # 3",
            "x = 'あ' if not a < 1 and min(b) else -c * 2  # 3",
            "x = 'あ' if not a < 1 and min(b) else -c // 3  # 3",
            "x = 'あ' if not a < 1 and min(b) else -c // 1  # 3",
        ]
    )


# --- what becomes of them ---


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One size and two seeds of a small pair."""
    entry = replace(
        CATALOGUE["wall_extension_steps"], size_sets=({"width": 5, "height": 7},), seeds=(1, 2), scenes=()
    )
    monkeypatch.setattr("retromaze.catalogue.CATALOGUE", {"wall_extension_steps": entry})
    monkeypatch.setattr("tests.mutation.trials.MORE_FRAMES", 20)
    checks_of.cache_clear()
    yield
    checks_of.cache_clear()


def found(side: str, line: str) -> Mutant:
    """The change that makes this line."""
    lines = path_of("wall_extension_steps", side).read_text("utf-8").split("\n")
    mutants = mutants_of("wall_extension_steps", side)
    return next(each for each in mutants if each.changed(lines[each.line - 1]).strip() == line)


@pytest.mark.slow
def test_a_change_lives_if_no_check_finds_it(small: None) -> None:
    changes = {
        (LISTING, 'PRINT "x|";" "*(W-2);"|"'): False,
        (LISTING, "M[I,0]=2:M[I,H-1]=1"): True,
        # without an end
        (LISTING, "N=N<<1"): False,
        (PORT, "for _ in range(3):  # 105"): False,
        (PORT, "if not (4 <= width <= 49 and 5 <= height <= 29):  # 14"): True,
    }
    assert {change: lives("wall_extension_steps", change[0], found(*change)) for change in changes} == changes


@pytest.mark.slow
def test_every_line_of_the_table_is_a_change_there_is() -> None:
    """A listing or port that was changed since leaves none behind."""
    known: set[tuple[str, str]] = set()
    games = {Path(file.partition(":")[0]).stem for file in EQUAL if file.startswith("games/")}
    for name, side in [*product(CATALOGUE, SIDES), *product(games, [GAME])]:
        file, lines = file_of(name, side), text_of(name, side).split("\n")
        changes = [(each.line, bare(each.changed(lines[each.line - 1]))) for each in mutants_of(name, side)]
        known |= {(place, line) for at, line in changes for place in (file, f"{file}:{at}")}
    entries = {(place, line) for place, lines in EQUAL.items() for line in lines}
    assert entries - known == set()


@pytest.mark.slow
def test_a_written_port_is_tried_in_the_games_that_its_listing_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "door.bas").write_text('LINPUT A$\nIF A$=="UP" THEN PRINT "OPEN"\nN=7:PRINT N*0\n')
    monkeypatch.setattr("tests.mutation.texts.GAMES", tmp_path)
    text = text_of("door", GAME)
    lines = text.split("\n")
    mutants = [each for each in mutants_of("door", GAME) if games.lives("door", each, 0.05)]
    living = [each.changed(lines[each.line - 1]) for each in mutants]
    assert [line for line in living if "OPEN" in line or "UP" in line] == []
    assert living
