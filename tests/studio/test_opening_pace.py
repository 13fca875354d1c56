"""Each program opens at a pace at which something is seen at once, and all of it in less than a minute."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.studio import messages as m
from retromaze.studio.open_program import open_workspace
from retromaze.studio.opening_pace import (
    AFTER_QUESTION,
    CONSOLE,
    FASTEST,
    QUICK,
    RATES,
    TrialRun,
    opening_pace,
    pace_of,
)
from tests.studio.conversation import Conversation

CONTROLS = Path(m.__file__).parent / "page" / "src" / "controls.ts"

PACES = {
    "backtracker": "30000 statements",
    "backtracker_def": "1200 statements",
    "binary_tree": "500 statements",
    "wall_extension": "200 statements",
    "wall_extension_steps": "500 statements",
    "digging": "200 statements",
    "digging_dialog": "500 statements",
    "kruskal": "200 statements",
    "kruskal_steps": "60 frames",
    "picture": "1200 statements",
    "sticks": "200 statements",
    "sticks_safe": "200 statements",
    "sticks_csv": "500 statements",
    "hexagonal": "1200 statements",
    "hexagonal_game": "60 frames",
    "walker": "240 frames",
    "walker_by_hand": "8000 statements",
    "console_game": "60 frames",
    "console_game_far": "60 frames",
    "button_game": "60 frames",
    "explorer": "60 frames",
    "explorer_csv": "60 frames",
    "binary_explorer": "60 frames",
    "key_maze": "60 frames",
    "chase": "60 frames",
    "flight": "60 frames",
}


def pace_at_opening(folder: Path, **opens: object) -> str:
    workspace = open_workspace(m.Open(seed=1, **opens), None, folder)  # type: ignore[arg-type]
    pace = opening_pace(workspace, {}, None)
    return f"{pace.rate:g} {pace.unit}s"


@pytest.mark.slow
def test_the_pace_of_every_program(tmp_path: Path) -> None:
    found = {name: pace_at_opening(tmp_path, program=name, sizes=CATALOGUE[name].shown) for name in CATALOGUE}
    assert found == PACES


@pytest.mark.parametrize(
    ("listing", "wanted"),
    [
        ("FOR I=1 TO 9\nGPSET I,I\nNEXT\n", "30 statements"),
        ("X=*\n", "30 statements"),
        ("X=1/0\n", "30 statements"),
        ("GPSET 1,1\n@A\nGOTO @A\n", "30 statements"),
        pytest.param("@A\nGPSET RND(400),RND(240)\nGOTO @A\n", "30000 statements", marks=pytest.mark.slow),
        ("@A\nGPSET RND(400),RND(240)\nVSYNC\nGOTO @A\n", "60 frames"),
        ('BGMPLAY "CEG"\nWAIT 9999\n', "60 frames"),
        ('INPUT "SIZE";N\nFOR I=1 TO N\nGPSET I,I\nNEXT\n', "500 statements"),
    ],
)
def test_the_pace_of_a_listing_of_one_s_own(tmp_path: Path, listing: str, wanted: str) -> None:
    assert pace_at_opening(tmp_path, listing=listing) == wanted


def drawing(draws: int, statements: int, frames: int = 0, ended: str = "end") -> TrialRun:
    """A run that draws at equal distances."""
    step = statements / draws
    return TrialRun([round(step * (each + 1)) for each in range(draws)], 0, statements, frames, ended)


def test_the_slowest_pace_that_is_over_in_time() -> None:
    assert pace_of(drawing(100, 1_350)) == m.Pace("statement", 30)
    assert pace_of(drawing(100, 1_351)) == m.Pace("statement", 80)
    assert pace_of(drawing(100, 1_350, frames=60)) == m.Pace("statement", 80)
    assert pace_of(drawing(1_125, 54_000)) == m.Pace("statement", 1200)
    assert pace_of(drawing(1_125, 54_001)) == m.Pace("statement", 3000)
    assert pace_of(drawing(90_000, 2_000_000)) == FASTEST


def test_a_run_that_is_cut_while_it_draws_is_the_fastest() -> None:
    assert pace_of(drawing(9, 60_000, ended="statements")) == FASTEST
    assert pace_of(drawing(9, 59_999, ended="statements")) == m.Pace("statement", 8000)


def test_the_run_is_not_so_slow_that_nothing_would_be_seen() -> None:
    late = [400, *range(1_000, 1_099)]
    assert pace_of(TrialRun(late, 0, 1_099, 0, "end")) == m.Pace("statement", 1200)
    assert pace_of(TrialRun(late, 900, 1_099, 0, "end")) == m.Pace("statement", 80)


def test_what_paces_itself_has_the_console_s_pace_unless_it_takes_a_minute() -> None:
    assert pace_of(drawing(100, 400, frames=599)) == m.Pace("statement", 30)
    assert pace_of(drawing(100, 400, frames=600)) == pace_of(drawing(100, 400, frames=2_700)) == CONSOLE
    assert pace_of(drawing(100, 400, frames=2_701)) == QUICK
    assert pace_of(drawing(100, 400, frames=5_999, ended="frames")) == CONSOLE


def test_each_pace_is_one_that_the_page_has() -> None:
    text = CONTROLS.read_text(encoding="utf-8")
    rows = re.findall(r"\[([\d, ]+)\]\.map\(\(rate\): Pace => \(\{ unit: \"(\w+)\"", text)
    found = {(unit, int(rate)) for rates, unit in rows for rate in rates.split(",")}
    wanted = {("statement", rate) for rate in RATES}
    wanted |= {(each.unit, int(each.rate)) for each in (AFTER_QUESTION, CONSOLE, QUICK, FASTEST)}
    assert wanted <= found


def test_the_page_is_told_where_it_asks(page: Conversation) -> None:
    assert page.ask(m.Open(listing="CLS\n", seed=1), m.Opened).pace is None
    assert page.ask(m.Open(listing="CLS\n", seed=1, paced=True), m.Opened).pace == m.Pace("statement", 30)
