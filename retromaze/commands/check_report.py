"""The report of `retromaze check` in words, tables, JSON, Markdown, badges; a tally sums up a pair's runs."""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

from retromaze.commands.output import grouped_quantity, print_json, say, show_rows
from retromaze.comparison.checks import Tally, Verdict
from retromaze.comparison.coverage import Coverage, LineCoverage
from retromaze.comparison.difference import Difference, save_pictures, save_storage
from retromaze.comparison.difference_words import line_words, method_of, quantity
from retromaze.comparison.evidence import UNNAMED, Differing
from retromaze.comparison.input_script import Script, options_of
from retromaze.comparison.pairs import Pair
from retromaze.comparison.random_input import vocabulary_of
from retromaze.errors import ProtectedFile
from retromaze.machine.events import Event, observed_method
from retromaze.system import shell_word

SO_FAR = 3
"""The exit status if nothing differs, but some pair was run too little to call it equal."""


def status_of(tallies: Iterable[Tally]) -> int:
    """Returns the exit status: 0 if all are equal, SO_FAR if others were only run too little, else 1."""
    verdicts = {tally.verdict for tally in tallies if not tally.equal}
    if not verdicts:
        return 0
    return SO_FAR if verdicts == {Verdict.SO_FAR} else 1


def print_report(
    arguments: argparse.Namespace,
    pairs: Sequence[Pair],
    tallies: dict[str, Tally],
    seeds: Sequence[int] | None,
    mistakes: Sequence[str],
    words: str,
) -> None:
    """Prints the verdicts as a table, JSON or Markdown, and saves pictures and files of differences.

    `tallies` are by the pair's name; `seeds` is None for the pairs' own; `mistakes` are those in lessons,
    `words` the sentence of the badge. Differences and remarks are also printed on standard error.
    """
    folders = {name: arguments.output / name for name in tallies}
    low_coverage = [
        low_coverage_text(pair, tallies[pair.name])
        for pair in pairs
        if tallies[pair.name].verdict is Verdict.SO_FAR
    ]
    for name, tally in tallies.items():
        save_game_files(tally, folders[name])  # before a difference is printed: its words name the folder
    # If the reader of a pipe ends early, remarks and files are still written.
    with suppress(BrokenPipeError):
        if arguments.json:
            print_json([pair_record(pair, tallies[pair.name], seeds) for pair in pairs])
        elif arguments.markdown:
            all_remarks = [*low_coverage, *mistakes]
            all_remarks += [each for pair in pairs for each in coverage_remarks(pair, tallies[pair.name])]
            differences = list(filter(None, map(difference_words, tallies.values())))
            print("\n".join(markdown(words, report_table(pairs, tallies, seeds), all_remarks, differences)))
        else:
            print_table(pairs, tallies, seeds)
    for pair in pairs:
        tally = tallies[pair.name]
        for remark in coverage_remarks(pair, tally):
            print(remark, file=sys.stderr)
        if tally.difference:
            report_difference(tally, folders[tally.name])
    for each in (*mistakes, *low_coverage):
        say(each)


def save_game_files(tally: Tally, folder: Path) -> None:
    """Saves the files that the game of a difference found; the options that show it again then name them."""
    if tally.difference:
        try:
            tally.difference = save_storage(tally.difference, folder)
        except (OSError, ProtectedFile) as error:
            say(f"the files of the game cannot be saved in {folder}: {error}")


def report_difference(tally: Tally, folder: Path) -> None:
    """Prints the difference of a tally on standard error, and saves its pictures in a folder."""
    assert tally.difference is not None
    lines = ["", difference_words(tally)]
    try:
        paths = save_pictures(tally.difference, folder)
        lines.append(f"pictures: {', '.join(map(str, paths))}")
    except OSError as error:
        lines.append(f"the pictures cannot be saved in {folder}: {error.strerror or error}")
    print("\n".join(lines), file=sys.stderr)


def print_table(pairs: Sequence[Pair], tallies: dict[str, Tally], seeds: Sequence[int] | None) -> None:
    """Prints the verdicts as a table, a row for each pair."""
    headings, *rows = report_table(pairs, tallies, seeds)
    # the first and the last column are texts, the others numbers
    show_rows(headings, rows, left=(0, len(headings) - 1))


def report_table(
    pairs: Sequence[Pair], tallies: dict[str, Tally], seeds: Sequence[int] | None
) -> list[tuple[str, ...]]:
    """Returns the headings, then one row for each pair; `seeds` is None for the pairs' own."""
    rows: list[tuple[str, ...]] = [("pair", "seeds", "sizes", "events", "frames", "lines run", "verdict")]
    for pair in pairs:
        tally = tallies[pair.name]
        count = len(pair.seeds if seeds is None else seeds)
        numbers = (count, len(pair.size_sets), tally.events, tally.frames)
        rows.append(
            (pair.name, *(f"{number:,}" for number in numbers), coverage_text(tally), verdict_text(tally))
        )
    return rows


def coverage_remarks(pair: Pair, tally: Tally) -> Iterator[str]:
    """Yields sentences on input never read, lines never run, and outcomes that conditions never had."""
    for words in unread_input_words(tally):
        yield f"{tally.name}: {words}"
    if tally.coverage is None:
        return
    listing = tally.coverage.listing
    # pairs of the catalogue are counted only until all lines were run: their outcomes are not known
    lines_by_outcome = {} if pair.entry else missed_outcome_lines(listing)
    lines_with_condition = {number for numbers in lines_by_outcome.values() for number in numbers}
    for lines in tally.coverage.sides().values():
        # `missed` are lines of which some statement was not run, `begun` those of which one was
        begun = {number for number, _ in lines.run}
        not_at_all = [number for number in lines.missed if number not in begun]
        # a remark about a condition in a line explains why the rest of the line was not run
        unexplained = begun - lines_with_condition if lines is listing else begun
        partly = [number for number in lines.missed if number in unexplained]
        for numbers, part in (not_at_all, ""), (partly, "all of "):
            if numbers:
                yield f"{tally.name}: no check runs {part}{line_words(numbers)} of {lines.file}"
    for words in lines_by_outcome:
        yield f"{tally.name}: no check finds {words}"


def remarks(pair: Pair, tally: Tally) -> list[str]:
    """Returns all sentences on what the verdict on a pair leaves open; without any, everything was run."""
    sentences = list(coverage_remarks(pair, tally))
    if tally.verdict is Verdict.SO_FAR:
        sentences.append(low_coverage_text(pair, tally))
    if tally.difference and tally.difference.evidence.unnamed:
        sentences.append(f"{tally.name}: {UNNAMED}")
    return sentences


def unread_input_words(tally: Tally) -> Iterator[str]:
    """Yields a sentence for the input that no run read, then for input that some runs did not read."""
    # devices that equally many runs did not read share a sentence
    by_count: dict[int, list[str]] = {}
    for device, count in sorted(tally.unread_input.items()):
        by_count.setdefault(count, []).append(device)
    for count, devices in sorted(by_count.items(), reverse=True):
        where = "" if count == tally.script_runs else f"in {count} of {tally.script_runs} runs "
        yield f"{where}the listing never looks at {', '.join(devices)}"


def missed_outcome_lines(listing: LineCoverage) -> dict[str, list[int]]:
    """Returns the lines of conditions without each outcome, by words for the outcome.

    The words are such as `the condition in line 5 true`, or `the FOR in lines 7 and 9 skipped`.
    """
    lines_by_words = {}
    for kind, conditions, if_true, if_false in (
        ("condition", listing.tests, "true", "false"),
        ("FOR", listing.loops, "run", "skipped"),
        ("MIN or MAX", listing.extremes, "with a larger first value", "with a larger second value"),
    ):
        for outcome, numbers in listing.outcomes_missed(conditions).items():
            if numbers:
                words = f"the {kind} in {line_words(numbers)} {if_true if outcome else if_false}"
                lines_by_words[words] = numbers
    return lines_by_words


def difference_words(tally: Tally) -> str:
    """Returns a tally's difference in words, with seed, sizes and how many runs differ; "" for none."""
    difference = tally.difference
    if difference is None:
        return ""
    sizes = ", ".join(f"{name}={value}" for name, value in (difference.sizes or {}).items())
    counts = f"{tally.differing_runs} of {tally.runs} runs differ"
    return f"{difference.name}: seed {difference.seed}, {sizes or 'default sizes'} ({counts})\n{difference}"


def coverage_text(tally: Tally) -> str:
    """Returns the share of lines that were run, rounded down: `100 %`, or `listing 98 %, port 100 %`."""
    sides = tally.coverage.sides() if tally.coverage else {}
    if any(not lines.statements for lines in sides.values()):
        return ""  # a listing that cannot be compiled has no lines
    shares = {name: f"{lines.percent} %" for name, lines in sides.items()}
    if len(set(shares.values())) < 2:
        return shares.get("listing", "")
    return ", ".join(f"{name} {share}" for name, share in shares.items())


def verdict_text(tally: Tally) -> str:
    """Returns the verdict on a pair in words.

    `DIFFERENT (3 of 15 runs)`; `NOT CHECKED (1 run)` if a process was killed; else `equal`, or in other modes
    `same pictures` or `same effects`, with one of these:
    ` so far: 9 % of lines, 20 % of outcomes`; ` over 3,153 frames of game.log` for a log; ` in 12 games` for
    random games; ` for 3,600 frames` for an endless listing; ` as far as run` if the listing waits for input.
    `, input unseen` is added if some input was never read, and `stop_words`.
    """
    kind = tally.verdict
    if kind is Verdict.DIFFERENT:
        return f"DIFFERENT ({tally.differing_runs} of {tally.runs} runs)"
    if kind is Verdict.NOT_CHECKED:
        return f"NOT CHECKED ({', '.join(unchecked_words(tally))})"
    words = tally.equal_words
    if kind is Verdict.SO_FAR:
        coverage = tally.coverage
        assert coverage is not None
        # without --lines only the listing's lines count
        share = coverage.listing.percent if tally.wanted_percent is None else coverage.percent
        words += f" so far: {share} % of lines"
        if coverage.listing.conditions:
            words += f", {coverage.listing.outcome_percent} % of outcomes"
    elif tally.game:
        words += f" over {tally.frames:,} frames of {tally.game}"
    elif tally.games:
        words += f" in {grouped_quantity(tally.games, 'game')}"
    elif tally.cut_at_frame is not None:
        words += f" for {tally.cut_at_frame:,} frames"
    elif kind is Verdict.AS_FAR_AS_RUN:
        words += " as far as run"
    if tally.unread_input:
        words += ", input unseen"
    return words + stop_words(tally)


def unchecked_words(tally: Tally) -> Iterator[str]:
    """Yields `1 run` if processes were killed; `stopped`, `equal in 12 games` if Ctrl-C ended the check."""
    if tally.lost_runs:
        yield quantity(len(tally.lost_runs), "run")
    if tally.unfinished:
        yield "stopped"
    if tally.unfinished and tally.runs:
        number, noun = (tally.games, "game") if tally.games else (tally.runs, "run")
        yield f"{tally.equal_words} in {quantity(number, noun)}"


def stop_words(tally: Tally) -> str:
    """Returns words for the errors that ended runs, "" for none.

    `: both stop with errnum 14 in line 1` if all runs do; ` (1 of 4 runs: errnum 14 in line 1)` if only some
    do; ` (1 of 4 runs: the listing alone stops, errnum 31 in line 2)` for games in which the port went on.
    """
    errors, count = ", ".join(tally.common_errors), tally.common_errors.total()
    if count and count == tally.runs:
        return f": both stop with {errors}"
    parts = [f"{count} of {tally.runs} runs: {errors}"] if count else []
    if tally.listing_errors:
        alone = ", ".join(tally.listing_errors)
        count = tally.listing_errors.total()
        parts.append(f"{count} of {tally.runs} runs: the listing alone stops, {alone}")
    return f" ({'; '.join(parts)})" if parts else ""


def low_coverage_text(pair: Pair, tally: Tally) -> str:
    """Returns the sentence for a pair that was run too little, with the options that may run more of it."""
    assert tally.coverage is not None
    if tally.wanted_percent is None:
        listing = tally.coverage.listing
        words = f"{listing.percent} % of the listing's lines were run"
        if listing.conditions:
            words += f", and its conditions had {listing.outcome_percent} % of their outcomes"
        words += ", which proves little"
    else:
        words = f"{tally.coverage.percent} % of the lines were run, --lines wants {tally.wanted_percent}"
    more = options_for_coverage(pair, tally)
    return f"{tally.name}: {words}" + (f"; more are run with {', '.join(more)}" if more else "")


def options_for_coverage(pair: Pair, tally: Tally) -> list[str]:
    """Returns the options by which more of a listing may be run: input that it reads, and random games."""
    # without a text there is nothing to search; a game's log has its input already
    if not pair.text or pair.game:
        return []
    vocabulary = vocabulary_of(pair.text)
    option_by_channel = {"buttons": "--press A@60", "stylus": "--touch X,Y@60", "keys": "--keys TEXT"}
    options = ["--answers LINE"] if vocabulary.asks_for_lines else []
    options += [option for channel, option in option_by_channel.items() if channel in vocabulary.channels]
    return options + (["--play 1"] if tally.minutes < 1 else [])


# ---- JSON


def pair_record(pair: Pair, tally: Tally, seeds: Sequence[int] | None) -> dict[str, Any]:
    """Returns the result of one pair for JSON."""
    return {
        "pair": pair.name,
        "seeds": list(pair.seeds if seeds is None else seeds),
        "sizes": [pair.all_sizes(sizes) for sizes in pair.size_sets],
        "runs": tally.runs,
        "games": tally.games,
        "game": tally.game,
        "events": tally.events,
        "frames": tally.frames,
        "scenes": len(pair.scenes),
        "compared": pair.mode.name,
        "coverage": tally.coverage and coverage_record(tally.coverage),
        "seconds": round(tally.seconds, 3),
        "verdict": tally.verdict.value,
        "remarks": remarks(pair, tally),
        "cut_at": tally.cut_at_frame,
        "stopped": dict(tally.common_errors),
        "strayed": dict(tally.listing_errors),
        "endings": sorted(ending.name.lower() for ending in tally.endings),
        "unequal": tally.differing_runs,
        "unseen": dict(tally.unread_input),
        "unfinished": tally.unfinished,
        "lost": [{"seed": seed, "sizes": pair.all_sizes(sizes)} for seed, sizes in tally.lost_runs],
        "difference": tally.difference and difference_record(pair, tally.difference),
    }


def coverage_record(coverage: Coverage) -> dict[str, Any]:
    """Returns for JSON how many lines were run and which not, and the outcomes that conditions had."""
    record: dict[str, Any] = {
        side: {
            "file": lines.file,
            "lines": lines.count,
            "run": lines.count - len(lines.missed),
            "missed": lines.missed,
        }
        for side, lines in coverage.sides().items()
    }
    listing = coverage.listing
    # if a port stands in the listing's place, its conditions are not known
    if not listing.is_of_port:
        missed, loops = listing.outcomes_missed(listing.tests), listing.outcomes_missed(listing.loops)
        extremes = listing.outcomes_missed(listing.extremes)
        record["listing"] |= {
            "outcomes": 2 * len(listing.conditions),  # each has two
            "had": len(listing.outcomes),
            "never_true": missed[True],
            "never_false": missed[False],
            "never_run": loops[True],
            "never_skipped": loops[False],
            "never_first_larger": extremes[True],
            "never_second_larger": extremes[False],
        }
    return record


def difference_record(pair: Pair, difference: Difference) -> dict[str, Any]:
    """Returns a difference for JSON, with its evidence and the options that show it again."""
    evidence, lines = difference.evidence, difference.evidence.lines
    sides = ("listing", "port")
    return {
        "seed": difference.seed,
        "sizes": dict(difference.sizes or {}),
        "kind": difference.kind,
        "how": difference.how.value,
        "frame": difference.frame,
        "event": difference.event,
        "words": difference.sentence,
        "before": list(difference.before),
        "sides": list(difference.sides),
        "played": difference.played,
        "replay": replay_options(pair, difference),
        "listing": asdict(difference.listing),
        "port": asdict(difference.port),
        "expected": call_record(difference.expected),
        "actual": call_record(difference.actual),
        "equal": {
            "frames": difference.frame,
            "events": difference.event - 1,
            "lines": lines and {"of": lines.count, "run": lines.count - len(lines.missed)},
            "outcomes": lines and {"of": 2 * len(lines.conditions), "had": len(lines.outcomes)},
        },
        "first": evidence.first and variable_record(evidence.first),
        "variables": [variable_record(each) for each in evidence.variables],
        "stacks": {
            side: [{"function": each.function, **asdict(each.place)} for each in stack]
            for side, stack in zip(sides, evidence.stacks, strict=True)
        },
        "slice": [asdict(each) for each in evidence.slice],
        "ran": {side: [asdict(each) for each in ran] for side, ran in zip(sides, evidence.ran, strict=True)},
    }


def replay_options(pair: Pair, difference: Difference) -> str:
    """Returns the options of `retromaze check` that show a difference again, without options of storage."""
    played = difference.played
    if not played and pair.game:
        played = shell_word(f"--replay={pair.game}")
    if not played:
        # a pair of the catalogue has its script by its name
        played = options_of(pair.script if pair.has_own_script else Script(), difference.sizes or {})
    # `calls` is the default of the mode
    mode = "" if pair.mode.name == "calls" else f"--{pair.mode.name}"
    return " ".join(filter(None, (f"--seeds={difference.seed}", mode, played)))


def call_record(event: Event | None) -> dict[str, Any] | None:
    """Returns a call of the machine for JSON, with its arguments by name and its result."""
    if event is None:
        return None
    count = len(event.arguments)
    observed = observed_method(method_of(event.name), count)
    # arguments of other calls are numbered from 0
    names = [each.name for each in observed.parameters] if observed else map(str, range(count))
    arguments = {name: plain_value(value) for name, value in zip(names, event.arguments, strict=True)}
    return {"method": event.name, "arguments": arguments, "result": plain_value(event.result)}


LONGEST = 100
"""Elements of an array that are shown."""


def plain_value(value: object) -> Any:
    """Returns a value for JSON: the first LONGEST elements of an array, and the repr of what JSON has not.

    Arrays come as tuples; a NamedTuple is no array.
    """
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return [plain_value(each) for each in value[:LONGEST]] if type(value) is tuple else repr(value)


def variable_record(variable: Differing) -> dict[str, Any]:
    """Returns a differing variable for JSON: its value in both programs, and where it was set.

    `since` is the number of the event since which the values differ, 0 if they were never equal.
    """
    return {
        **{
            side: {"name": state.name, "value": plain_value(state.value), "set": asdict(state.place)}
            for side, state in (("listing", variable.listing), ("port", variable.port))
        },
        "since": variable.since,
        "doubtful": variable.doubtful,
    }


# ---- a badge, and a page in Markdown


LABEL = "retromaze"
GREEN, RED, GRAY, DARK = "#2e7d32", "#c62828", "#757575", "#424242"
LETTER = 6.0
"""Width of a letter in pixels on average: the text is stretched to that, whatever the font."""
MARGIN = 7
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="{label}: {words}">
<title>{label}: {words}</title>
<rect width="{width}" height="20" rx="3" fill="{dark}"/>
<path d="M{left} 0h{right}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{right}z" fill="{color}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" lengthAdjust="spacingAndGlyphs">
<text x="{margin}" y="14" textLength="{label_length}">{label}</text>
<text x="{words_at}" y="14" textLength="{words_length}">{words}</text>
</g>
</svg>
"""
SPECIAL = re.compile(r"[\\`*_\[\]<>|~&#!$]")
"""The characters that mean something in Markdown."""


def summary(pairs: Sequence[Pair], tallies: dict[str, Tally], seeds: Sequence[int] | None) -> str:
    """Returns `15 of 15 equal, 20 seeds, 100 % of lines`: pairs, seeds each, and the share of lines run.

    ` so far` is the number of pairs with that verdict. The share counts the lines of listings and ports
    together, and is rounded down.
    """
    equal = sum(tally.equal for tally in tallies.values())
    low_coverage = sum(tally.verdict is Verdict.SO_FAR for tally in tallies.values())
    # `equal`, or in other modes of comparison `same pictures` or `same effects`
    alike = " and ".join(sorted({tally.equal_words for tally in tallies.values()}))
    parts = [f"{equal} of {len(pairs)} {alike}"]
    if low_coverage:
        parts.append(f"{low_coverage} so far")
    # random games, and a log's game counts as one
    games = sum(tally.games + (1 if tally.game else 0) for tally in tallies.values())
    # a log has its own seed
    if not any(tally.game for tally in tallies.values()):
        counts = [len(pair.seeds if seeds is None else seeds) for pair in pairs]
        least, most = min(counts), max(counts)
        parts.append(grouped_quantity(most, "seed") if least == most else f"{least:,}-{most:,} seeds")
    if games:
        parts.append(grouped_quantity(games, "game"))
    coverages = [tally.coverage for tally in tallies.values() if tally.coverage]
    sides = [lines for coverage in coverages for lines in coverage.sides().values()]
    if total := sum(lines.count for lines in sides):
        run = total - sum(len(lines.missed) for lines in sides)
        parts.append(f"{100 * run // total} % of lines")
    return ", ".join(parts)


def badge(words: str, status: int) -> str:
    """Returns a badge with these words as SVG: green for the exit status 0, gray for SO_FAR, else red."""
    label_length, words_length = round(len(LABEL) * LETTER), round(len(words) * LETTER)
    # the label's width; the rest, in color, ends with round corners of 3 pixels
    left = label_length + 2 * MARGIN
    return SVG.format(
        width=left + words_length + 2 * MARGIN,
        left=left,
        right=words_length + 2 * MARGIN - 3,
        margin=MARGIN,
        words_at=left + MARGIN,
        label=LABEL,
        label_length=label_length,
        words=escape(words),
        words_length=words_length,
        dark=DARK,
        color={0: GREEN, SO_FAR: GRAY}.get(status, RED),
    )


def markdown(
    words: str, table: Sequence[Sequence[str]], remarks: Iterable[str], differences: Iterable[str]
) -> Iterator[str]:
    """Yields the lines of a page in Markdown: a sentence, the table, the remarks, the differences.

    Names and listings may come from anybody: their special characters are escaped.
    """
    yield from (f"**{markdown_escaped(words)}**", "")
    headings, *rows = table
    # the columns between the first and the last have numbers, which are aligned to the right
    rule = ["---" if at in (0, len(headings) - 1) else "---:" for at in range(len(headings))]
    for row in (headings, rule, *(map(markdown_escaped, row) for row in rows)):
        yield f"| {' | '.join(row)} |"
    escaped = [markdown_escaped(each) for each in remarks]
    if escaped:
        yield from ("", *(f"- {each}" for each in escaped))
    differences = list(differences)
    if differences:
        # indented lines after a paragraph are printed as they are
        yield from ("", "Differences:")
    for difference in differences:
        yield from ("", *(f"    {line}" for line in difference.split("\n")))


def markdown_escaped(text: str) -> str:
    """Returns a text as one line, escaped so that Markdown prints it as it is."""
    return SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))
