"""Claims about the makers that the field knows: Prim's method and the growing tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retromaze.study.claims.statement import Statement, interval, shown, verdict_of
from retromaze.study.measures import Measures
from retromaze.study.survey import Results, Sample

PRIM, KRUSKAL, BACKTRACKER, GROWING_TREE = "prim", "kruskal", "backtracker", "growing_tree"
BUCK = "J. Buck, The Buckblog"
SAMPLES: list[Sample] = []


def statements(results: Results, width: int, height: int) -> Iterator[Statement]:
    """Dead ends at the size of the survey."""
    prim, kruskal, backtracker, grown = (
        results.get(Sample(kind, width, height)) for kind in (PRIM, KRUSKAL, BACKTRACKER, GROWING_TREE)
    )
    if prim and kruskal:
        yield more_dead_ends(prim, kruskal)
    if backtracker and prim and grown:
        yield between(backtracker, grown, prim)


def more_dead_ends(prim: Sequence[Measures], kruskal: Sequence[Measures]) -> Statement:
    ends, others = (interval(mazes, lambda maze: maze.dead_ends) for mazes in (prim, kruskal))
    lengths = [interval(mazes, lambda maze: maze.dead_end_length) for mazes in (prim, kruskal)]
    return Statement(
        "Prim's mazes have more dead ends than Kruskal's",
        "ours, after J. Buck, The Buckblog",
        verdict_of(ends.low > others.high),
        "{ends} dead ends of {length} steps in Prim's mazes, {others} of {other_length} in Kruskal's.",
        {
            "ends": shown(ends),
            "length": shown(lengths[0], 2),
            "others": shown(others),
            "other_length": shown(lengths[1], 2),
        },
    )


def between(
    backtracker: Sequence[Measures], grown: Sequence[Measures], prim: Sequence[Measures]
) -> Statement:
    few, some, many = (interval(mazes, lambda maze: maze.dead_ends) for mazes in (backtracker, grown, prim))
    return Statement(
        "a growing tree lies between the backtracker and Prim's method, by how it chooses",
        BUCK,
        verdict_of(few.high < some.low and some.high < many.low),
        "A growing tree that takes by a coin the newest room or a drawn one has {some} dead ends,"
        " a backtracker {few}, Prim's mazes {many}.",
        {"few": shown(few), "some": shown(some), "many": shown(many)},
    )
