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
        "{some} of {count} mazes of 8 x 4 rooms have some, {rooms} of the 32 on average"
        " and {most:.0f} at most: a game is over before one can enter them.",
        {"some": percent(some), "count": len(goals), "rooms": shown(count), "most": count.most},
    )


def farthest_is_better(goals: Sequence[Goal]) -> Statement:
    steps, farthest = (interval(goals, way) for way in (lambda goal: goal.steps, lambda goal: goal.farthest))
    times = interval(goals, lambda goal: goal.farthest / goal.steps)
    same = share(goals, lambda goal: goal.farthest == goal.steps)
    return Statement(
        "a better place for the goal makes more of a maze: the room farthest from the start",
        "コンソールで遊べる簡単なゲーム; the farthest room is ours",
        above(times, 1.1),
        "The way has {farthest} steps instead of {steps}, {times} times as many, and"
        " nothing lies behind a farthest room. In {same} of the mazes the corner is one already.",
        {
            "farthest": shown(farthest),
            "steps": shown(steps),
            "times": shown(times, 2),
            "same": percent(same),
        },
    )
