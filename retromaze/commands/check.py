"""`retromaze check`: every listing against its port, over sizes and seeds."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retromaze import catalogue
from retromaze.catalogue import Entry, find
from retromaze.commands import options
from retromaze.commands.numbers import add_set_option, add_sizes_option, with_trials
from retromaze.errors import UsageError

if TYPE_CHECKING:
    from retromaze.comparison.difference import Difference
    from retromaze.comparison.trials import Tally, Task

DESCRIPTION = """\
Runs listings and their Python ports on equal machines and compares all that can be observed: every drawing,
print, random draw and wait in order, what both screens show at each wait, and the state at the end. Stops
each at the first difference.
"""
EPILOG = """\
Each pair is checked with several sizes (`retromaze list` has them all) and the seeds 1 to N, or with three
seeds of its own. A difference is told with the three events before it and both source lines; its pictures
listing.png, port.png and difference.png are left in DIR/NAME.

exit status: 0 all agree, 1 a difference was found, 2 wrong usage
"""
DEFAULT_FOLDER = Path("retromaze-differences")


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "check",
        help="prove ports equal to their listings",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="a program of `retromaze list`; all if none")
    add_set_option(parser)
    add_sizes_option(parser)
    parser.add_argument("--seeds", type=options.whole, metavar="N", help="check with the seeds 1 to N")
    parser.add_argument(
        "--jobs", type=options.whole, metavar="N", help="processes to use (one a processor if missing)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--out",
        type=options.new_folder,
        default=DEFAULT_FOLDER,
        metavar="DIR",
        help="the folder for pictures of differences (default: %(default)s)",
    )
    parser.set_defaults(command=check)


def check(arguments: argparse.Namespace) -> int:
    """The sub-command; returns the exit status."""
    from retromaze.comparison.trials import added, perform_all, plan

    entries = with_trials(chosen(arguments.names), arguments)
    if arguments.seeds == 0:
        raise UsageError("no seeds are nothing to check")
    seeds = None if arguments.seeds is None else range(1, arguments.seeds + 1)
    tasks = plan(entries, seeds)
    tallies = watched(perform_all(tasks, arguments.jobs), tasks)
    try:
        sums = added([entry.name for entry in entries], tallies)
    except KeyboardInterrupt:
        # not 0, which would say that all agree
        print("retromaze: stopped before all was checked", file=sys.stderr)
        return 1
    folders = {name: arguments.out / name for name in sums}
    tell(entries, sums, seeds, folders, as_json=arguments.json)
    return 1 if any(tally.unequal for tally in sums.values()) else 0


def chosen(names: Sequence[str]) -> list[Entry]:
    """The entries of these names, each once, all if there is none. Raises UsageError for unknown ones."""
    return [find(name) for name in dict.fromkeys(names or catalogue.CATALOGUE)]


def watched(tallies: Iterable[Tally], tasks: Sequence[Task]) -> Iterator[Tally]:
    """The same, with a progress bar on standard error if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    total = sum(len(task.seeds) for task in tasks)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("comparing", total=total)
        for tally in tallies:
            progress.update(bar, advance=tally.runs, description=tally.name)
            yield tally


def tell(
    entries: Sequence[Entry],
    sums: dict[str, Tally],
    seeds: Sequence[int] | None,
    folders: dict[str, Path],
    *,
    as_json: bool,
) -> None:
    """Prints the result, and leaves the pictures of differences."""
    differences = {name: tally.difference for name, tally in sums.items() if tally.difference}
    # A reader that leaves early changes neither the verdict nor what is told and saved beside it.
    with suppress(BrokenPipeError):
        if as_json:
            rows = [record_of(entry, sums[entry.name], seeds) for entry in entries]
            print(json.dumps(rows, indent=2, ensure_ascii=False))
        else:
            print_table(entries, sums, seeds)
    for name, difference in differences.items():
        report(difference, sums[name], folders[name])


def report(difference: Difference, tally: Tally, folder: Path) -> None:
    """Tells a difference on standard error and saves its pictures."""
    from retromaze.comparison.evidence import save_pictures

    lines = [
        "",
        f"{difference.name}: seed {difference.seed}, {size_words(difference.sizes or {})}"
        f" ({tally.unequal} of {tally.runs} runs differ)",
        str(difference),
    ]
    try:
        paths = save_pictures(difference, folder)
        lines.append(f"pictures: {', '.join(map(str, paths))}")
    except OSError as error:
        lines.append(f"the pictures cannot be saved in {folder}: {error.strerror or error}")
    print("\n".join(lines), file=sys.stderr)


def print_table(entries: Sequence[Entry], sums: dict[str, Tally], seeds: Sequence[int] | None) -> None:
    """One row for each pair."""
    from retromaze.commands.list import plain_table, show

    table = plain_table("pair", "seeds", "sizes", "events", "frames", "verdict")
    for column in table.columns[1:5]:
        column.justify = "right"
    for entry in entries:
        tally = sums[entry.name]
        numbers = (
            len(entry.seeds if seeds is None else seeds),
            len(entry.trials),
            tally.events,
            tally.frames,
        )
        table.add_row(entry.name, *(f"{number:,}" for number in numbers), verdict(tally))
    show(table)


def verdict(tally: Tally) -> str:
    """`equal`, `equal as far as run` where a listing never ends by itself, or `DIFFERENT (3 of 15 runs)`."""
    if tally.unequal:
        return f"DIFFERENT ({tally.unequal} of {tally.runs} runs)"
    return "equal as far as run" if any(ending.cut for ending in tally.endings) else "equal"


def size_words(sizes: Any) -> str:
    """`width=20, height=12`, `default sizes`."""
    return ", ".join(f"{name}={value}" for name, value in sizes.items()) or "default sizes"


def record_of(entry: Entry, tally: Tally, seeds: Sequence[int] | None) -> dict[str, Any]:
    """What JSON says of a pair."""
    return {
        "pair": entry.name,
        "seeds": list(entry.seeds if seeds is None else seeds),
        "sizes": [entry.checked_sizes(sizes) for sizes in entry.trials],
        "runs": tally.runs,
        "events": tally.events,
        "frames": tally.frames,
        "seconds": round(tally.seconds, 3),
        "verdict": "different" if tally.unequal else "equal",
        "endings": sorted(ending.name.lower() for ending in tally.endings),
        "unequal": tally.unequal,
        "difference": tally.difference and difference_record(tally.difference),
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
        **{side: {"file": at.file, "line": at.line, "text": at.text} for side, at in places.items()},
    }
