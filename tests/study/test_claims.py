"""Claims of the articles: one verdict each, with the goal it speaks of, its number and its interval."""

from pathlib import Path
from typing import get_args

import pytest

from retromaze.study.claims import (
    Ruling,
    Verdict,
    rulings,
    verdict_at_least,
    verdict_at_most,
    wanted_samples,
)
from retromaze.study.maze_kinds import chosen_kinds
from retromaze.study.maze_overlays import OVERLAYS
from retromaze.study.survey import Interval, survey


@pytest.fixture(scope="module")
def found() -> list[Ruling]:
    """What twenty mazes of each kind tell, which takes several seconds of all cores."""
    kinds = chosen_kinds([])
    return rulings(survey(wanted_samples(kinds, 20, 12), 20), 20, 12)


def texts(found: list[Ruling], word: str) -> str:
    (text,) = (each.text for each in found if word in each.claim)
    return text


@pytest.mark.slow
def test_what_is_said_of_fallen_sticks_names_sizes_goal_and_interval(found: list[Ruling]) -> None:
    """The article on なでしこ: 「必ずゴールにたどり着けるとは限らない … あまり確率は高くありません」."""
    assert texts(found, "goal anywhere") == (
        "A goal drawn among the rooms has no way to it in 0.66 ± 0.07 % of the cases at 21 x 21 blocks and"
        " 0.94 ± 0.12 % at 55 x 55 (600 and 60 mazes). To a goal in the corner bottom right, from the start"
        " top left, 660 of these 660 have a way, and all ever will: to wall off a room at the frame takes one"
        " stick more than the pillars in that wall can drop."
    )
    assert texts(found, "closes any room").startswith("45.5 % (95 %: 41.6-49.5 %) of 600 mazes of 21 x 21")


@pytest.mark.slow
def test_the_walker_in_broken_mazes_is_counted(found: list[Ruling]) -> None:
    """Python であそぼう 6: 「壁がどこか途切れていても … 解くことができるはずです」."""
    assert "In 2 of 120 mazes of 37 x 17 blocks with holes" in texts(found, "broken walls")
    assert texts(found, "broken walls").endswith("Without holes it fails in 0 of 20.")


@pytest.mark.slow
def test_the_program_of_day_12_meets_its_limit_where_the_article_says(found: list[Ruling]) -> None:
    """12日目: 「目安としては50×50程度まで」 and 「40×40の迷路でも … エラーになる可能性があります」."""
    assert texts(found, "50 x 50").startswith("At 50 x 50 rooms 10.0 % (95 %: 2.8-30.1 %) of 20 mazes")
    assert "But 0.0 %" in texts(found, "40 x 40")


@pytest.mark.parametrize(
    ("low", "high", "verdicts"),
    [
        (0.6, 0.8, ("confirmed", "refuted")),
        (0.4, 0.6, ("undecided", "undecided")),
        (0.1, 0.2, ("refuted", "confirmed")),
    ],
)
def test_an_interval_over_the_limit_decides_nothing(
    low: float, high: float, verdicts: tuple[str, str]
) -> None:
    value = Interval((low + high) / 2, low, high, 0, 1, 10)
    assert (verdict_at_least(value, 0.5), verdict_at_most(value, 0.5)) == verdicts


@pytest.mark.slow
def test_the_page_on_the_study_has_every_claim_with_its_verdict(found: list[Ruling]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "study.md").read_text("utf-8")
    assert len({each.claim for each in found}) == len(found)
    rows = [f"| {each.claim} [{each.source}] | {each.verdict} |" for each in found]
    verdicts = tuple(f"| {each} |" for each in get_args(Verdict))
    assert [line for line in page.splitlines() if line.endswith(verdicts)] == rows


def test_the_page_on_the_study_has_every_overlay() -> None:
    page = (Path(__file__).parents[2] / "docs" / "study.md").read_text("utf-8")
    assert [name for name in OVERLAYS if f"| `{name}` |" not in page] == []
