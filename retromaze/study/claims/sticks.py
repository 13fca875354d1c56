"""Claims of the article on なでしこ: fallen sticks may close rooms in and leave no way to the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retromaze.study.claims.statement import (
    Statement,
    at_most,
    interval,
    percent,
    share,
    shown,
    verdict_of,
)
from retromaze.study.measures import Measures
from retromaze.study.probes import Reachability
from retromaze.study.survey import Results, Sample

STICKS, SAFE_STICKS = "sticks", "sticks_safe"
ARTICLE = "なでしこ, 棒倒し法"
SMALL, LARGE = Sample(STICKS, 10, 10, 30, "reach"), Sample(STICKS, 27, 27, 3, "reach")
"""In rooms, and how many times as many: the mazes of 21 and 55 columns of the article."""
SAMPLES = [SMALL, LARGE]
UNLIKELY = 0.1
"""What is below this share of cases is taken for あまり確率は高くありません, not very likely."""


def statements(results: Results, width: int, height: int) -> Iterator[Statement]:
    """Closed rooms at the article's sizes, and safe sticks at that of the survey."""
    if SMALL in results and LARGE in results:
        yield goal_out_of_reach(results[SMALL], results[LARGE])
        yield rooms_closed_in(results[SMALL], results[LARGE])
    safe = results.get(Sample(SAFE_STICKS, width, height))
    if safe:
        yield nothing_closed(safe)


def goal_out_of_reach(small: Sequence[Reachability], large: Sequence[Reachability]) -> Statement:
    lost = [interval(mazes, lambda maze: 100 * maze.closed / (maze.rooms - 1)) for mazes in (small, large)]
    corner = sum(maze.solved for maze in [*small, *large])
    seldom = at_most(lost[0], 100 * UNLIKELY)
    return Statement(
        "a goal anywhere in the maze cannot always be reached, though not often",
        ARTICLE,
        seldom if lost[0].mean else "undecided",
        "A goal drawn among the rooms has no way to it in {lost} % of the cases at 21 x 21 blocks and"
        " {lost_large} % at 55 x 55 ({small} and {large} mazes). To a goal in the corner bottom right, from"
        " the start top left, {corner} of these {all} have a way, and all ever will: to wall off a room at"
        " the frame takes one stick more than the pillars in that wall can drop.",
        {
            "lost": shown(lost[0], 2),
            "lost_large": shown(lost[1], 2),
            "small": len(small),
            "large": len(large),
            "corner": corner,
            "all": len(small) + len(large),
        },
    )


def rooms_closed_in(small: Sequence[Reachability], large: Sequence[Reachability]) -> Statement:
    some = [share(mazes, lambda maze: maze.closed > 0) for mazes in (small, large)]
    closed = [interval(mazes, lambda maze: maze.closed) for mazes in (small, large)]
    return Statement(
        "that a maze closes any room in is not very likely",
        ARTICLE,
        at_most(some[0], UNLIKELY),
        "{some} of {small} mazes of 21 x 21 blocks have closed rooms, {closed} of 100 on average,"
        " and {some_large} of {large} mazes of 55 x 55, {closed_large} of 729.",
        {
            "some": percent(some[0]),
            "small": len(small),
            "closed": shown(closed[0], 2),
            "some_large": percent(some[1]),
            "large": len(large),
            "closed_large": shown(closed[1], 2),
        },
    )


def nothing_closed(mazes: Sequence[Measures]) -> Statement:
    count = sum(maze.closed > 0 or maze.loops > 0 for maze in mazes)
    return Statement(
        "sticks that fall safely close nothing in",
        "ours, after なでしこ, 棒倒し法",
        verdict_of(count == 0),
        "{bad} of {count} mazes of safe sticks have a closed room or a loop.",
        {"bad": count, "count": len(mazes)},
    )
