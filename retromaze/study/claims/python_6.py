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
        f"{name} {sum(tour.ends for tour in tours)}/{len(tours)}"
        f" ({shown(interval(tours, lambda tour: tour.steps / tour.shortest))})"
        for name, tours in methods.items()
    ]
    return Statement(
        "mazes of wall extension are solved with the right hand on the wall",
        ARTICLE,
        verdict_of(all(tour.ends for tours in methods.values() for tour in tours)),
        "At 37 x 17 blocks it comes from the start top left to the goal bottom right in so many mazes of"
        " each method (and takes so many times the shortest way): {found}.",
        {"found": ", ".join(found)},
    )


def two_methods(from_frame: Sequence[Measures], from_floor: Sequence[Measures]) -> Statement:
    counts = [interval(mazes, lambda maze: maze.branches) for mazes in (from_frame, from_floor)]
    lengths = [interval(mazes, lambda maze: maze.branch_length) for mazes in (from_frame, from_floor)]
    steps = [interval(mazes, lambda maze: maze.solution) for mazes in (from_frame, from_floor)]
    return Statement(
        "walls from any floor (method B) make more and shorter side ways than walls from the frame (A)",
        "ours; Pythonであそぼう 6 names both and gives A",
        verdict_of(counts[0].high < counts[1].low and lengths[0].low > lengths[1].high),
        "Method A makes {count_a} side branches of {length_a} steps, method B {count_b} of {length_b};"
        " their solutions have {steps_a} and {steps_b} steps.",
        {
            "count_a": shown(counts[0]),
            "length_a": shown(lengths[0]),
            "count_b": shown(counts[1]),
            "length_b": shown(lengths[1]),
            "steps_a": shown(steps[0]),
            "steps_b": shown(steps[1]),
        },
    )


def with_broken_walls(whole: Sequence[Tour], broken: dict[int, Sequence[Tour]]) -> Statement:
    walks = [tour for tours in broken.values() for tour in tours]
    lost = share(walks, lambda tour: not tour.ends)
    circles = sum(tour.circle > 0 for tour in walks)
    count = sum(not tour.ends for tour in walks)
    each = ", ".join(f"{holes}: {sum(not t.ends for t in tours)}" for holes, tours in broken.items())
    return Statement(
        "the article's program solves a maze with broken walls too",
        ARTICLE,
        "refuted" if count else "undecided",
        "In {lost_count} of {count} mazes of 37 x 17 blocks with holes its walker never comes to all"
        " {targets} places drawn for it (by the number of holes, {each}): {lost}. In {circles} of these it is"
        " proved to go round for ever: it stands as it stood before, with the same branches remembered."
        " Without holes it fails in {whole_lost} of {whole}.",
        {
            "lost_count": count,
            "count": len(walks),
            "targets": TARGETS,
            "each": each,
            "lost": percent(lost),
            "circles": circles,
            "whole_lost": sum(not tour.ends for tour in whole),
            "whole": len(whole),
        },
    )
