"""The changes that `python -m tests.mutation` tries, and whether it tells what lives from what is found."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from retromaze.catalogue import CATALOGUE
from tests.mutation import games
from tests.mutation.__main__ import table, tell
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
    read,
    reason,
    text_of,
)
from tests.mutation.trials import checks_of, lives
from tests.mutation.workers import shares


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


def test_numbers_stay_integers_of_a_listing() -> None:
    source = "A=0+&H7FFFFFFF+1E9"
    assert " ".join(changed(source, list(listing_mutants(source)))) == (
        "A=1+&H7FFFFFFF+1E9 A=0-&H7FFFFFFF+1E9 A=0+2147483646+1E9 "
        "A=0+&H7FFFFFFF-1E9 A=0+&H7FFFFFFF+1000000001 A=0+&H7FFFFFFF+999999999"
    )


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


def test_what_no_run_shows_is_left_alone() -> None:
    source = '''\
"""Docs 1."""
from a import b2
if TYPE_CHECKING:
    c = 3
if __name__ == "8":
    c = 9
def d(e: int | None, f: tuple[int, "4"]) -> list[5]:
    """Docs 6."""
    raise ValueError("7")
'''
    assert port_mutants(source) == []


def test_a_change_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="line 1, column 3 is not '1'"):
        Mutant(1, 3, "1", "2").applied("A=0")


# --- what becomes of them ---


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One size and two seeds of a small pair."""
    entry = replace(
        CATALOGUE["wall_extension_steps"], trials=({"width": 5, "height": 7},), seeds=(1, 2), scenes=()
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


def test_a_survivor_is_told_and_the_score_leaves_equal_ones_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "\n== kruskal.bas:53: any number but 0\nRETURN 2\n\n== kruskal.py: why\nx = 1\n"
    monkeypatch.setattr("tests.mutation.texts.EQUAL", read(text))
    assert reason("kruskal.bas", 53, " RETURN 2") == "any number but 0"
    assert reason("kruskal.bas", 56, " RETURN 2") == ""
    assert reason("kruskal.py", 1, "  x = 1  # 7") == "why"
    assert reason("kruskal.py", 57, "RETURN 2") == ""
    count = len(mutants_of("kruskal", LISTING))
    (same,) = shares("kruskal", LISTING, equal=True)
    others = shares("kruskal", LISTING)
    assert len(same.numbers) == 1
    assert sum(len(task.numbers) for task in others) == count - 1
    tell(same, same.numbers)
    assert capsys.readouterr().out == "kruskal.bas:53:9: 1 -> 2\n  - RETURN 1\n  + RETURN 2\n"
    key = "kruskal", LISTING
    assert [line.split() for line in table([key], Counter({key: 3})).split("\n")] == [
        ["mutants", "equal", "live", "killed"],
        ["kruskal", "listing", str(count), "1", "3", f"{(count - 4) / (count - 1):.2%}"],
        ["all", str(count), "1", "3", f"{(count - 4) / (count - 1):.2%}"],
    ]


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


@pytest.mark.slow
def test_a_written_port_is_tried_in_games_that_are_written_down_and_with_other_sizes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "G=1\n@L\nVSYNC 10\nT=T+1\nIF BUTTON() && T>150 THEN PRINT 8\nIF G==2 THEN PRINT 9\nGOTO @L\n"
    (tmp_path / "late.bas").write_text(source)
    for module in ("texts.GAMES", "games.GAMES"):
        monkeypatch.setattr(f"tests.mutation.{module}", tmp_path)
    lines = text_of("late", GAME).split("\n")
    printed = [each for each in mutants_of("late", GAME) if "print" in lines[each.line - 1]]
    assert [games.lives("late", each, 0) for each in printed] == [True, False]
    games.games_of.cache_clear()
    (tmp_path / "late.1.log").write_text("retromaze log 1\nseed 1\n1600 press A\n1630 press NONE\n")
    assert not [each for each in printed if games.lives("late", each, 0)]
