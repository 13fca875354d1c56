"""Claims of Python であそぼう 6: about the right hand on the wall, and its walker where walls are broken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from retromaze.study.claims.statement import Statement, interval, percent, share, shown, verdict_of
from retromaze.study.measures import Measures
from retromaze.study.probes import TARGETS, Tour
from retromaze.study.survey import Results, Sample

EXTENSION, FLOOR_EXTENSION = "wall_extension", "floor_extension"
ARTICLE = "Pythonであそぼう 6"
WIDTH, HEIGHT = 18, 8
"""The article's maze of 37 x 17 blocks, in rooms."""
WHOLE, FROM_FLOOR = (Sample(kind, WIDTH, HEIGHT, 2, "right hand") for kind in (EXTENSION, FLOOR_EXTENSION))
"""By methods A, walls from the frame, and B, walls from any floor."""
BROKEN = [Sample(EXTENSION, WIDTH, HEIGHT, 2, "walker", holes) for holes in (1, 5, 20)]
UNBROKEN = Sample(EXTENSION, WIDTH, HEIGHT, 1, "walker")
SAMPLES = [WHOLE, FROM_FLOOR, UNBROKEN, *BROKEN]


def statements(results: Results, width: int, height: int) -> Iterator[Statement]:
    """The right hand and the walker in mazes of the article's size."""
    methods = {name: results[each] for name, each in (("A", WHOLE), ("B", FROM_FLOOR)) if each in results}
    if methods:
        yield by_the_right_hand(methods)
    from_frame, from_floor = (
        results.get(Sample(kind, width, height)) for kind in (EXTENSION, FLOOR_EXTENSION)
    )
    if from_frame and from_floor:
        yield two_methods(from_frame, from_floor)
    if UNBROKEN in results and all(sample in results for sample in BROKEN):
        yield with_broken_walls(results[UNBROKEN], {each.holes: results[each] for each in BROKEN})


def by_the_right_hand(methods: Mapping[str, Sequence[Tour]]) -> Statement:
    found = [
        f"{sum(tour.ends for tour in tours)} of {len(tours)} mazes of method {name}"
        f" ({shown(interval(tours, lambda tour: tour.steps / tour.shortest))} times the shortest way)"
        for name, tours in methods.items()
    ]
    return Statement(
        "mazes of wall extension are solved with the right hand on the wall",
        ARTICLE,
        verdict_of(all(tour.ends for tours in methods.values() for tour in tours)),
        "At 37 x 17 blocks it comes from the start top left to the goal bottom right in"
        f" {' and '.join(found)}.",
    )


def two_methods(from_frame: Sequence[Measures], from_floor: Sequence[Measures]) -> Statement:
    counts = [interval(mazes, lambda maze: maze.branches) for mazes in (from_frame, from_floor)]
    lengths = [interval(mazes, lambda maze: maze.branch_length) for mazes in (from_frame, from_floor)]
    steps = [interval(mazes, lambda maze: maze.solution) for mazes in (from_frame, from_floor)]
    return Statement(
        "walls from any floor (method B) make more and shorter side ways than walls from the frame (A)",
        f"ours; {ARTICLE} names both and gives A",
        verdict_of(counts[0].high < counts[1].low and lengths[0].low > lengths[1].high),
        f"Method A makes {shown(counts[0])} side branches of {shown(lengths[0])} steps, method B"
        f" {shown(counts[1])} of {shown(lengths[1])}; their solutions have {shown(steps[0])} and"
        f" {shown(steps[1])} steps.",
    )


def with_broken_walls(whole: Sequence[Tour], broken: dict[int, Sequence[Tour]]) -> Statement:
    walks = [tour for tours in broken.values() for tour in tours]
    lost = share(walks, lambda tour: not tour.ends)
    circles = sum(tour.circle > 0 for tour in walks)
    count = sum(not tour.ends for tour in walks)
    each = ", ".join(f"{sum(not t.ends for t in tours)} with {holes}" for holes, tours in broken.items())
    return Statement(
        "the article's program solves a maze with broken walls too",
        ARTICLE,
        "refuted" if count else "undecided",
        f"In {count} of {len(walks)} mazes of 37 x 17 blocks with holes its walker never comes to all"
        f" {TARGETS} places drawn for it ({each}): {percent(lost)}. In {circles} of these it is proved to go"
        " round for ever: it stands as it stood before, with the same branches remembered. Without holes it"
        f" fails in {sum(not tour.ends for tour in whole)} of {len(whole)}.",
    )
