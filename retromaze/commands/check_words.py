"""The words in which `retromaze check` tells what became of a pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from retromaze.comparison.difference import Difference
    from retromaze.comparison.pairs import Pair
    from retromaze.comparison.trials import Tally


def unseen_words(tally: Tally) -> Iterator[str]:
    """`the listing never looks at A@60`, `in 3 of 15 runs the listing never looks at A@60, B@90`."""
    by_count: dict[int, list[str]] = {}
    for words, count in sorted(tally.unseen.items()):
        by_count.setdefault(count, []).append(words)
    for count, all_words in sorted(by_count.items(), reverse=True):
        where = "" if count == tally.played else f"in {count} of {tally.played} runs "
        yield f"{where}the listing never looks at {', '.join(all_words)}"


def line_words(numbers: Sequence[int]) -> str:
    """`line 7`, `lines 3, 5-8`."""
    starts = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    spans = [f"{a}-{b}" if a < b else f"{a}" for a, b in zip(starts, ends, strict=True)]
    return f"line{'s' if len(numbers) > 1 else ''} {', '.join(spans)}"


def coverage_text(tally: Tally) -> str:
    """`100 %`, or the shares of listing and port, rounded down: `98 / 100 %`."""
    sides = tally.coverage.sides().values() if tally.coverage else ()
    if any(not lines.statements for lines in sides):
        return ""  # a listing that cannot be compiled has no lines to be run
    shares = [str(lines.percent) for lines in sides]
    return f"{' / '.join(shares if len(set(shares)) > 1 else shares[:1])} %" if shares else ""


def verdict(tally: Tally) -> str:
    """`equal`, `equal for 3,600 frames` where a listing goes on, or `DIFFERENT (3 of 15 runs)`.

    `same pictures` where nothing else was compared; of a game `equal over 3,153 frames of game.log`.

    `equal as far as run` where it waits for what nobody does, `NOT CHECKED (1 run)` where the process was
    killed, `RUN TOO LITTLE (9 % of lines)`, `equal, input unseen` where something was played that the listing
    never looked at; see also `stop_words`.
    """
    from retromaze.comparison.trials import Verdict

    found = tally.verdict
    if found is Verdict.DIFFERENT:
        return f"DIFFERENT ({tally.unequal} of {tally.runs} runs)"
    if found is Verdict.NOT_CHECKED:
        return f"NOT CHECKED ({', '.join(unchecked_words(tally))})"
    words = tally.alike
    if found is Verdict.TOO_LITTLE:
        words = f"RUN TOO LITTLE ({coverage_text(tally)} of lines)"
    elif tally.game:
        words += f" over {tally.frames:,} frames of {tally.game}"
    elif tally.games:
        words += f" in {tally.games:,} games"
    elif tally.cut_at is not None:
        words += f" for {tally.cut_at:,} frames"
    elif found is Verdict.AS_FAR_AS_RUN:
        words += " as far as run"
    if tally.unseen:
        words += ", input unseen"
    return words + stop_words(tally)


def unchecked_words(tally: Tally) -> Iterator[str]:
    """`1 run` for what was killed, `stopped, equal in 12 games` for what Ctrl-C has ended."""
    from retromaze.comparison.words import counted

    if tally.lost:
        yield counted(len(tally.lost), "run")
    if tally.unfinished:
        yield "stopped"
    if tally.unfinished and tally.runs:
        kind = (tally.games, "game") if tally.games else (tally.runs, "run")
        yield f"{tally.alike} in {counted(*kind)}"


def stop_words(tally: Tally) -> str:
    """`: both stop with errnum 14 in line 1`, ` (1 of 4: errnum 14 in line 1)` where only some runs do.

    ` (1 of 4: the listing alone stops, errnum 31 in line 2)` of games in which the port goes its own way.
    """
    errors, count = ", ".join(tally.stopped), tally.stopped.total()
    if count and count == tally.runs:
        return f": both stop with {errors}"
    told = [f"{count} of {tally.runs}: {errors}"] if count else []
    if tally.strayed:
        alone = ", ".join(tally.strayed)
        told.append(f"{tally.strayed.total()} of {tally.runs}: the listing alone stops, {alone}")
    return f" ({'; '.join(told)})" if told else ""


def thin_words(pair: Pair, tally: Tally) -> str:
    """Why a pair was run too little, and which options show more of it."""
    assert tally.coverage is not None
    if tally.wanted is None:
        words = (
            f"only {tally.coverage.listing.percent} % of the listing's lines were run, which proves little"
        )
    else:
        words = f"{tally.coverage.percent} % of the lines were run, --lines wants {tally.wanted}"
    ways = ways_to_more(pair, tally)
    return f"{tally.name}: {words}" + (f"; more are run with {', '.join(ways)}" if ways else "")


def ways_to_more(pair: Pair, tally: Tally) -> list[str]:
    """The options by which more of a listing may be run: those that it looks at, and games at random."""
    from retromaze.comparison.random_play import vocabulary_of

    if not pair.text or pair.game:
        return []
    seen = vocabulary_of(pair.text)
    given = {"buttons": "--press A@60", "stylus": "--touch X,Y@60", "keys": "--keys TEXT"}
    ways = ["--answers LINE"] * seen.asks + [way for name, way in given.items() if name in seen.channels]
    return ways + ["--play 1"] * (not tally.games)


def size_words(sizes: Any) -> str:
    """`width=20, height=12`, `default sizes`."""
    return ", ".join(f"{name}={value}" for name, value in sizes.items()) or "default sizes"


def remarks(tally: Tally) -> Iterator[str]:
    """Which lines were never run, and what was played in vain."""
    for words in unseen_words(tally):
        yield f"{tally.name}: {words}"
    for lines in tally.coverage.sides().values() if tally.coverage else ():
        if lines.missed:
            yield f"{tally.name}: no check runs {line_words(lines.missed)} of {lines.file}"


def difference_words(difference: Difference, tally: Tally) -> str:
    """A difference with its seed, its sizes and the number of runs that differ."""
    sizes = size_words(difference.sizes or {})
    counts = f"{tally.unequal} of {tally.runs} runs differ"
    return f"{difference.name}: seed {difference.seed}, {sizes} ({counts})\n{difference}"


def table(
    pairs: Sequence[Pair], sums: dict[str, Tally], seeds: Sequence[int] | None
) -> list[tuple[str, ...]]:
    """The headings, then one row for each pair."""
    rows: list[tuple[str, ...]] = [("pair", "seeds", "sizes", "events", "frames", "lines", "verdict")]
    for pair in pairs:
        tally = sums[pair.name]
        numbers = (
            len(pair.seeds if seeds is None else seeds),
            len(pair.trials),
            tally.events,
            tally.frames,
        )
        rows.append((pair.name, *(f"{number:,}" for number in numbers), coverage_text(tally), verdict(tally)))
    return rows
