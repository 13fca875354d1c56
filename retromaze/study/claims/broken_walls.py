"""What Python であそぼう 6 says: of the right hand on the wall, and of its walker where walls are broken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retromaze.study.claims.statement import Statement, interval, judged, percent, share, shown
from retromaze.study.probes import TARGETS, Tour
from retromaze.study.survey import Results, Sample

EXTENSION = "wall_extension"
ARTICLE = "Pythonであそぼう 6"
WIDTH, HEIGHT = 18, 8
"""The article's maze of 37 x 17 blocks, in rooms."""
WHOLE = Sample(EXTENSION, WIDTH, HEIGHT, 2, "right hand")
BROKEN = [Sample(EXTENSION, WIDTH, HEIGHT, 2, "walker", holes) for holes in (1, 5, 20)]
UNBROKEN = Sample(EXTENSION, WIDTH, HEIGHT, 1, "walker")
SAMPLES = [WHOLE, UNBROKEN, *BROKEN]


def statements(results: Results, width: int, height: int) -> Iterator[Statement]:
    """The right hand and the walker in mazes of the article's size."""
    if WHOLE in results:
        yield by_the_right_hand(results[WHOLE])
    if UNBROKEN in results and all(sample in results for sample in BROKEN):
        yield with_broken_walls(results[UNBROKEN], {each.holes: results[each] for each in BROKEN})


def by_the_right_hand(tours: Sequence[Tour]) -> Statement:
    lost = sum(not tour.ends for tour in tours)
    times = interval(tours, lambda tour: tour.steps / tour.shortest)
    return Statement(
        "mazes of wall extension are solved with the right hand on the wall",
        ARTICLE,
        judged(lost == 0),
        f"In {len(tours) - lost} of {len(tours)} mazes of 37 x 17 blocks it comes from the start top left to"
        f" the goal bottom right, in {shown(times)} times the steps of the shortest way.",
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
