"""What `retromaze check --json` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from retromaze.comparison.coverage import Coverage
    from retromaze.comparison.difference import Difference
    from retromaze.comparison.pairs import Pair
    from retromaze.comparison.trials import Tally


def record_of(pair: Pair, tally: Tally, seeds: Sequence[int] | None) -> dict[str, Any]:
    """What JSON says of a pair."""
    return {
        "pair": pair.name,
        "seeds": list(pair.seeds if seeds is None else seeds),
        "sizes": [pair.all_sizes(sizes) for sizes in pair.trials],
        "runs": tally.runs,
        "games": tally.games,
        "game": tally.game,
        "events": tally.events,
        "frames": tally.frames,
        "scenes": len(pair.scenes),
        "compared": pair.measure.name,
        "coverage": tally.coverage and coverage_record(tally.coverage),
        "seconds": round(tally.seconds, 3),
        "verdict": tally.verdict.value,
        "cut_at": tally.cut_at,
        "stopped": dict(tally.stopped),
        "strayed": dict(tally.strayed),
        "endings": sorted(ending.name.lower() for ending in tally.endings),
        "unequal": tally.unequal,
        "unseen": dict(tally.unseen),
        "unfinished": tally.unfinished,
        "lost": [{"seed": seed, "sizes": pair.all_sizes(sizes)} for seed, sizes in tally.lost],
        "difference": tally.difference and difference_record(tally.difference),
    }


def coverage_record(coverage: Coverage) -> dict[str, Any]:
    """What JSON says of the lines that were run, and of those that were not."""
    return {
        side: {
            "file": lines.file,
            "lines": lines.count,
            "run": lines.count - len(lines.missed),
            "missed": lines.missed,
        }
        for side, lines in coverage.sides().items()
    }


def difference_record(difference: Difference) -> dict[str, Any]:
    """What JSON says of a difference."""
    places = {"listing": difference.listing, "port": difference.port}
    return {
        "seed": difference.seed,
        "sizes": dict(difference.sizes or {}),
        "kind": difference.kind,
        "frame": difference.frame,
        "event": difference.event,
        "words": difference.sentence,
        "before": list(difference.before),
        "sides": list(difference.sides),
        "played": difference.played,
        "value": difference.value,
        **{side: {"file": at.file, "line": at.line, "text": at.text} for side, at in places.items()},
    }
