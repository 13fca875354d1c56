"""Claims of the article on a console game about its goal, which is always bottom right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retromaze.study.claims.statement import Statement, above, interval, percent, share, shown, verdict_of
from retromaze.study.probes import Goal
from retromaze.study.survey import Results, Sample

KRUSKAL = "kruskal"
ARTICLE = "コンソールで遊べる簡単なゲーム"
GAME = Sample(KRUSKAL, 8, 4, 10, "goal")
"""The article's maze."""
SAMPLES = [GAME]


def statements(results: Results, width: int, height: int) -> Iterator[Statement]:
    """The goal of the article's game."""
    if GAME in results:
        yield rooms_behind(results[GAME])
        yield farthest_is_better(results[GAME])


def rooms_behind(goals: Sequence[Goal]) -> Statement:
    some = share(goals, lambda goal: goal.behind > 0)
    count = interval(goals, lambda goal: goal.behind)
    return Statement(
        "with the goal fixed bottom right there may be rooms behind it that nobody comes to",
        ARTICLE,
        verdict_of(some.mean > 0),
        f"{percent(some)} of {len(goals)} mazes of 8 x 4 rooms have some, {shown(count)} of the 32 on average"
        f" and {count.most:.0f} at most: a game is over before one can enter them.",
    )


def farthest_is_better(goals: Sequence[Goal]) -> Statement:
    steps, farthest = (interval(goals, way) for way in (lambda goal: goal.steps, lambda goal: goal.farthest))
    times = interval(goals, lambda goal: goal.farthest / goal.steps)
    same = share(goals, lambda goal: goal.farthest == goal.steps)
    return Statement(
        "a better place for the goal makes more of a maze: the room farthest from the start",
        f"{ARTICLE}; the farthest room is ours",
        above(times, 1.1),
        f"The way has {shown(farthest)} steps instead of {shown(steps)}, {shown(times, 2)} times as many, and"
        f" nothing lies behind a farthest room. In {percent(same)} of the mazes the corner is one already.",
    )
