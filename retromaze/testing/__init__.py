"""For test suites: `assert_same` fails if a port differs from its listing.

pytest loads this package in every project where retromaze is installed: the rest of retromaze is imported
only when something is compared.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from retromaze.comparison.coverage import Coverage
    from retromaze.comparison.difference import Difference
    from retromaze.comparison.pairs import Comparison, Pair
    from retromaze.language.prologue import Value
    from retromaze.machine.input import Buttons, Point

__all__ = ["assert_same"]

SEEDS = (1, 2, 3)


def assert_same(
    listing: str | Path | Callable[..., None],
    port: str | Path | Callable[..., None] | None = None,
    *,
    seeds: Iterable[int] = SEEDS,
    press: Mapping[int, Buttons] | None = None,
    answers: Sequence[str] = (),
    keys: str = "",
    touch: Mapping[int, Point | None] | None = None,
    play: float | None = None,
    patience: float | None = None,
    frames: int | None = None,
    lines: int | None = None,
    pictures: Path | None = None,
    by_pictures: bool = False,
    effects: bool = False,
    clock: datetime | None = None,
    **sizes: Value,
) -> None:
    """Fails at the first difference between a listing and its port, with both lines in the message.

    Listing, port, presses, answers, keys, touches, frames, `by_pictures`, `effects`, `clock` and sizes are
    those of `retromaze.compare`. With `play` random games are played, too, with each seed until this many
    minutes of the console's time bring nothing new; without sizes they use other sizes as well. If it is
    None, a listing that looks at its input and is given none is played for a short while with the first seed.
    Each of the `seeds` (0 to 2**32 - 1) is tried, the first with two calls: state that a port keeps between
    calls shows in the second. A port that has done nothing to be seen for `patience` seconds (ten if not
    told) is ended. The pictures listing.png, port.png and difference.png are left in the folder `pictures`,
    or in a new one among the system's temporary files. With the first seed at least `lines` per cent of the
    listing's lines must be run, and of those in the functions of the port's file; if not told, half of the
    listing's lines, and its conditions must have half of their outcomes.

    Raises AssertionError at a difference and for too few lines, ValueError without any seed or patience, and
    UsageError for files that are missing, unknown names and sizes that cannot be had.
    """
    __tracebackhide__ = True
    from retromaze.comparison.coverage import Coverage, measure_coverage
    from retromaze.comparison.pairs import compare_one, pair_to_compare
    from retromaze.comparison.random_games import explore, is_played_briefly

    pair = pair_to_compare(listing, port, press, answers, keys, touch, frames, by_pictures, effects, clock)
    if patience is not None:
        if not patience > 0:
            raise ValueError(f"patience={patience}: a port is given some seconds")
        pair = replace(pair, patience=patience)
    game_coverages: list[Coverage] = []
    all_seeds = list(seeds)
    if not all_seeds:
        raise ValueError("no seeds are nothing to compare")
    for turn, seed in enumerate(all_seeds):
        require_equal(compare_one(pair, seed, sizes, twice=turn == 0), pictures)
        if play or (play is None and turn == 0 and is_played_briefly(pair)):
            own_sizes = replace(pair, size_sets=(sizes,)) if sizes else pair
            # the other sizes to try are divided among the seeds
            explorer, games = explore(own_sizes, seed, play, turn, len(all_seeds))
            for comparison in games:
                require_equal(explorer.shortened() if comparison.difference else comparison, pictures)
            game_coverages.append(explorer.coverage)
    if lines != 0:
        own_coverage = measure_coverage(replace(pair, size_sets=(sizes,), scenes=()), all_seeds[0])
        require_lines(pair, reduce(Coverage.joined_with, game_coverages, own_coverage), lines)


def require_equal(comparison: Comparison, pictures: Path | None) -> None:
    """Raises AssertionError if a comparison found a difference, whose pictures are saved."""
    __tracebackhide__ = True
    if comparison.difference is not None:
        raise AssertionError(difference_message(comparison.difference, pictures))


def require_lines(pair: Pair, coverage: Coverage, percent: int | None) -> None:
    """Raises AssertionError if less than `percent` of the lines was run; None: half of the listing's."""
    __tracebackhide__ = True
    if coverage.suffices(percent):
        return
    sides = (coverage.listing, coverage.port) if percent is not None else (coverage.listing,)
    missed = [f"no run comes to line {line} of {lines.file}" for lines in sides for line in lines.missed]
    if percent is None:
        listing = coverage.listing
        share = f"{listing.percent} % of lines, {listing.outcome_percent} % of outcomes"
        heading = f"{pair.name}: equal so far: {share}; lines=0 allows it"
    else:
        heading = f"{pair.name}: {coverage.percent} % of the lines were run, not {percent}"
    raise AssertionError("\n".join([heading, *missed]))


def difference_message(difference: Difference, folder: Path | None) -> str:
    """Saves the pictures and files of a difference, and returns the message of the failed test."""
    from retromaze.comparison.difference import save_pictures, save_storage
    from retromaze.comparison.difference_words import SIDES
    from retromaze.errors import ProtectedFile

    sizes = [f"{name}={value}" for name, value in (difference.sizes or {}).items()]
    sentence = f"{difference.name} is not the same in its port"
    if difference.sides != SIDES:  # two listings, or two ports
        sentence = f"{' and '.join(difference.sides)} are not the same"
    heading = ", ".join([f"{sentence}: seed {difference.seed}", *sizes])
    try:
        folder = folder or Path(tempfile.mkdtemp(prefix="retromaze-"))
        pictures = f"pictures: {', '.join(map(str, save_pictures(difference, folder)))}"
        difference = save_storage(difference, folder)
    except (OSError, ProtectedFile) as error:
        pictures = f"the pictures cannot be saved: {error}"
    return "\n".join([heading, str(difference), pictures])
