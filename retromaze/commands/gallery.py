"""`retromaze gallery`: every program on one page, with its picture, both texts and its figures."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retromaze.catalogue import CATALOGUE, find
from retromaze.commands import options
from retromaze.commands.files import is_taken, write_file
from retromaze.commands.operands import add_pair_arguments, read_pairs
from retromaze.commands.progress import progress_bar
from retromaze.commands.study import SIZE, size
from retromaze.display.translation import _
from retromaze.entry import Entry
from retromaze.errors import UsageError

if TYPE_CHECKING:
    from retromaze.comparison.pairs import Pair
    from retromaze.study.exhibits import Exhibit
    from retromaze.study.page import Figures, PageRoom, Study
    from retromaze.study.survey import Results

SEEDS = 50

DESCRIPTION = """\
Writes one page of HTML that needs no other file: the picture that each listing makes, the listing beside its
port, where it comes from, and what `retromaze study` measures of its mazes. Listings and ports of one's own
can be named instead.
"""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "gallery",
        help="write a page with every program",
        description=DESCRIPTION,
    )
    parser.add_argument("path", type=options.new_page, metavar="OUT.html", help="the file to write")
    add_pair_arguments(parser)
    parser.add_argument("--force", action="store_true", help="write over a file that exists")
    parser.add_argument(
        "--seed", type=options.seed, default=1, metavar="N", help="of the pictures (default 1)"
    )
    parser.add_argument(
        "--seeds", type=options.seed_count, default=SEEDS, metavar="N", help=f"mazes a kind (default {SEEDS})"
    )
    parser.add_argument(
        "--size", type=size, default=SIZE, metavar="WxH", help="rooms (default {}x{})".format(*SIZE)
    )
    parser.set_defaults(command=gallery)


def gallery(arguments: argparse.Namespace) -> int:
    """The sub-command; returns the exit status. Raises UsageError for a file that exists without --force."""
    from retromaze.study.page import page

    path: Path = arguments.path
    if is_taken(path) and not arguments.force:
        raise UsageError(f"{path} exists; --force writes over it")
    pairs = selected_pairs(arguments)
    shown = run_all(pairs, arguments.seed)
    results = measure_all(arguments) if any(map(entry_of, pairs)) else None
    rooms = [room(pair, shown[pair.name], arguments, results) for pair in pairs]
    study = None if results is None else study_of(results, arguments)
    return write_file(path, page(rooms, study).encode(errors="xmlcharrefreplace"))


def selected_pairs(arguments: argparse.Namespace) -> list[Pair]:
    """The pairs of the command line, all of the catalogue if there is none. Raises UsageError."""
    from retromaze.comparison.pairs import pair_of_entry

    if arguments.pairs or arguments.port:
        return read_pairs(arguments)
    return list(map(pair_of_entry, CATALOGUE.values()))


def entry_of(pair: Pair) -> Entry | None:
    """The pair's entry in the catalogue, None for anybody's own."""
    from retromaze.comparison.ports import PortModule

    return find(pair.name) if isinstance(pair.port, PortModule) else None


def run_all(pairs: Sequence[Pair], seed: int) -> dict[str, Exhibit]:
    """The exhibits by name."""
    from retromaze.study.exhibits import exhibits

    shown: dict[str, Exhibit] = {}
    with progress_bar("programs") as progress:
        for each in exhibits(pairs, seed):
            shown[each.name] = each
            if progress:
                progress(len(shown), len(pairs))
    return shown


def measure_all(arguments: argparse.Namespace) -> Results:
    """The study of all kinds."""
    from retromaze.study.claims import wanted_samples
    from retromaze.study.kinds import chosen_kinds
    from retromaze.study.survey import survey

    with progress_bar("mazes") as progress:
        return survey(wanted_samples(chosen_kinds([]), *arguments.size), arguments.seeds, progress)


# ---- one program


def room(pair: Pair, shown: Exhibit, arguments: argparse.Namespace, results: Results | None) -> PageRoom:
    """What the page shows of a program."""
    from retromaze.commands.files import png
    from retromaze.commands.show import readable_text
    from retromaze.display.pictures import WIDTH, framed, image, size_of, upper_part
    from retromaze.display.tags import data_address
    from retromaze.study.page import PageRoom, facts
    from retromaze.study.thumbnails import thumbnail

    entry = entry_of(pair)
    _width, height = size_of(shown.picture)
    caption = _("seed {}, after {} frames of 1/60 s").format(arguments.seed, shown.frames)
    ending = _("; it ends with {}").format(shown.error) if shown.error else ""
    return PageRoom(
        name=pair.name,
        title=_(entry.title) if entry else pair.name,
        technique=_(entry.technique) if entry else "",
        facts=facts(entry) if entry else own_facts(pair),
        picture=data_address(png(image(framed(shown.picture, (WIDTH, height)))), "png"),
        height=height,
        thumbnail=data_address(png(thumbnail(upper_part(shown.picture))), "png"),
        caption=caption + ending,
        listing=pair.text,
        port=readable_text(pair),
        figures=figures_of(entry, arguments, results) if entry and results else (),
    )


def own_facts(pair: Pair) -> Figures:
    """Where a pair of one's own lies."""
    return (
        (_("run it"), f"retromaze run {pair.path}"),
        (_("prove it"), " ".join(map(str, ("retromaze check", *pair.files)))),
    )


def figures_of(entry: Entry, arguments: argparse.Namespace, results: Results) -> Figures:
    """What the study measured of the mazes that a program makes."""
    from retromaze.commands.study import mean_text
    from retromaze.study.kinds import kind_of
    from retromaze.study.survey import FIGURES, Sample, summary

    if entry.library is None:
        return ()
    kind = kind_of(entry.name)
    values = summary(results[Sample(kind, *arguments.size)])
    return [(_(figure.meaning), mean_text(figure, values[figure.name])) for figure in FIGURES]


def study_of(results: Results, arguments: argparse.Namespace) -> Study:
    """The chart, the trees and the statements."""
    from retromaze.commands.files import png
    from retromaze.display.tags import data_address
    from retromaze.study.charts import study_chart
    from retromaze.study.claims import statements
    from retromaze.study.kinds import chosen_kinds, make
    from retromaze.study.page import Study
    from retromaze.study.portraits import Portrait, picture_of

    width, height = arguments.size
    title = _(
        "{} mazes of each kind with {} x {} rooms, made without a screen and measured. ± and ranges are"
        " 95 % intervals; lengths are steps from room to room."
    ).format(arguments.seeds, width, height)
    kinds = chosen_kinds([])
    chart = study_chart(results, kinds, width, height)
    mazes = [Portrait(kind, make(kind, width, height, max(arguments.seed, 1))) for kind in kinds]
    trees = picture_of(mazes, ["tree"])
    shown_chart, shown_trees = (data_address(png(each), "png") for each in (chart, trees))
    return Study(title, shown_chart, shown_trees, statements(results, width, height))
