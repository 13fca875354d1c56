"""A claim by Pullen: kinds of mazes differ in their rivers; one with many is compared with one with few."""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.study.claims.statement import Statement, interval, shown, verdict_of
from retromaze.study.survey import Results, Sample

BACKTRACKER, KRUSKAL = "backtracker", "kruskal"
PULLEN = "W. D. Pullen, Think Labyrinth"
SAMPLES: list[Sample] = []


def statements(results: Results, width: int, height: int) -> Iterator[Statement]:
    """Rivers and dead ends at the size of the survey."""
    much, little = (results.get(Sample(kind, width, height)) for kind in (BACKTRACKER, KRUSKAL))
    if not much or not little:
        return
    ends = [interval(mazes, lambda maze: maze.dead_ends) for mazes in (much, little)]
    lengths = [interval(mazes, lambda maze: maze.dead_end_length) for mazes in (much, little)]
    shares = [interval(mazes, lambda maze: 100 * maze.river_share) for mazes in (much, little)]
    yield Statement(
        "more river, fewer but longer dead ends",
        PULLEN,
        verdict_of(ends[0].high < ends[1].low and lengths[0].low > lengths[1].high),
        "{much} % of a backtracker's rooms are river and {little} % in Kruskal's mazes:"
        " {few} dead ends of {long} steps against {many} of {short}.",
        {
            "much": shown(shares[0]),
            "little": shown(shares[1]),
            "few": shown(ends[0]),
            "long": shown(lengths[0], 2),
            "many": shown(ends[1]),
            "short": shown(lengths[1], 2),
        },
    )
