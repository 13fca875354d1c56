"""`retromaze study`: measures many mazes of each kind and tests what the articles claim."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from retromaze.commands import options
from retromaze.commands.options import STANDARD_STREAM, add_set_option
from retromaze.commands.output import plain_table, print_json, progress_bar, show, show_rows, write_file
from retromaze.display.argument_parser import Parser
from retromaze.display.pictures import png_file
from retromaze.display.translation import _
from retromaze.errors import UsageError
from retromaze.ports.mazes import Hexagons
from retromaze.study.charts import cost_chart, png_of, study_chart
from retromaze.study.claims import Ruling, rulings, wanted_samples
from retromaze.study.console_costs import costs, makers
from retromaze.study.maze_film import film_of
from retromaze.study.maze_kinds import ARTICLE_FIGURES, kinds, make, maze_class_of
from retromaze.study.maze_measures import Measures, measure, plan_of
from retromaze.study.maze_overlays import chosen_overlays
from retromaze.study.maze_pictures import picture_of
from retromaze.study.maze_svg import svg_of
from retromaze.study.survey import (
    ENOUGH,
    FIGURES,
    SIDE,
    Bias,
    Figure,
    Interval,
    Results,
    Sample,
    bias_of,
    chi_squared_limit,
    distance_by_chance,
    field_means,
    figure_interval,
    summary,
    survey,
)
from retromaze.system import require_module

SIZE = 40, 24
SEEDS = 100
LARGEST = 500

DESCRIPTION = """\
Makes many mazes of each kind without a screen, measures them, and tests what the articles say of them.
Without NAME all kinds are studied. With --seed one maze of each kind is measured, and --picture draws it.

NAME is a program of `retromaze list`; or floor_extension, which is method B of wall_extension; or a
well-known method: wilson, aldous_broder, prim, growing_tree, eller, sidewinder; or a bad maze of an article:
short_branches or short_solution; or a maker of your own, FILE.py or FILE.py:function.

A maker in a file is a function, `maker` if no other is named, that is called with width, height and a random
generator and returns the doors of a maze: pairs of rooms, ((x, y), (x, y)). The file is Python code, and it
is run.
"""
EPILOG = """\
--overlay NAME[,NAME ...] goes with --seed and --picture or --svg: solution (the default of a PNG; an SVG has
none, so that the maze can be solved), distance (each room in the color of its steps from the start),
dead-ends, river (rooms with two ways out), strings (one through every way, knotted in each room) and tree
(the maze pulled straight at start and goal, its side branches hanging from it).

--bias counts mazes of 3 x 3 rooms. There are 192 without circles, and a maker without bias makes all of them
equally often.

--costs runs the listings themselves on the simulated console, for squares of 3 to 18 rooms a side, and
tells statements, bytes of arrays, and calls inside each other. --picture draws them over the rooms.

--film shows the listings side by side while each makes a maze of 12 x 12 rooms from the seed (default 1):
a picture for every 100 statements. Without NAME there is one of each kind.

The seeds are 1 to N, so that the same command gives the same figures. Sizes are in rooms; a maze of blocks
has 2W+1 x 2H+1 blocks. Instead of --rooms, --set takes the sizes of one program as `retromaze list` names
them. Figures are means; ± and the ranges of percentages are 95 % intervals.
"""


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="programs whose mazes are studied, or makers in files"
    )
    parser.add_argument(
        "--seeds", type=options.seed_count, metavar="N", help=f"mazes of each kind (default {SEEDS})"
    )
    parser.add_argument(
        "--rooms", type=rooms, metavar="WxH", help="rooms of a maze (default {}x{})".format(*SIZE)
    )
    add_set_option(parser)
    parser.add_argument(
        "--seed", type=seed_of_a_maze, metavar="N", help="the maze of this seed instead of many"
    )
    parser.add_argument(
        "--overlay",
        action="append",
        default=[],
        metavar="NAME",
        help="what to draw over a maze: solution, distance, tree, …",
    )
    parser.add_argument(
        "--bias",
        action="store_true",
        help="count which of the 192 mazes of 3 x 3 rooms are made, and how often",
    )
    parser.more.add_argument(
        "--costs", action="store_true", help="count the statements and bytes that listings need, by size"
    )
    parser.more.add_argument(
        "--film", type=options.new_gif, metavar="OUT.gif", help="save the listings growing side by side"
    )
    parser.more.add_argument("--json", action="store_true", help="print the figures for another program")
    parser.add_argument("--picture", type=options.new_png, metavar="OUT.png", help="draw the figures, too")
    parser.more.add_argument(
        "--svg", type=options.new_svg, metavar="OUT.svg", help="draw the maze of --seed to be printed"
    )
    parser.more.add_argument(
        "--csv",
        type=options.new_csv,
        metavar="OUT.csv",
        help="write a row a maze, too; - for standard output, and nothing else",
    )
    parser.declare_former_name("--size", "--rooms")


def seed_of_a_maze(text: str) -> int:
    """Reads a seed from 1 to 2**32 - 1: makers of mazes, unlike the console, have no seed 0."""
    value = options.seed(text)
    if not value:
        raise argparse.ArgumentTypeError("a maze alone has no seed 0")
    return value


def rooms(text: str) -> tuple[int, int]:
    """Reads `WxH`, each from 2 to LARGEST."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as {SIZE[0]}x{SIZE[1]}")
    size = int(width), int(height)
    if not all(2 <= side <= LARGEST for side in size):
        raise argparse.ArgumentTypeError(f"{text}: width and height are from 2 to {LARGEST}")
    return size


EXCLUSIVE_OPTIONS = {
    "film": (
        "--film shows listings that make 12 x 12 rooms",
        ("seeds", "rooms", "set", "overlay", "bias", "costs", "json", "picture", "svg", "csv"),
    ),
    "costs": (
        "--costs runs listings with seed 1 in squares of rooms",
        ("seeds", "rooms", "set", "seed", "overlay", "bias", "svg", "csv"),
    ),
    "bias": (
        "--bias counts many mazes of 3 x 3 rooms",
        ("rooms", "set", "seed", "overlay", "picture", "svg", "csv"),
    ),
}
"""By option of a report of its own: what the report shows, and the options that are not for it."""


def execute(arguments: argparse.Namespace) -> int:
    from retromaze.study.maze_kinds import chosen_kinds

    # --film, --costs and --bias are reports of their own, with few other options
    chosen = next((option for option in EXCLUSIVE_OPTIONS if getattr(arguments, option)), None)
    if chosen:
        reason, refused = EXCLUSIVE_OPTIONS[chosen]
        for option in refused:
            if getattr(arguments, option):
                raise UsageError(f"{reason}: --{option} is not for it")
    if chosen == "film":
        return save_film(arguments)
    if chosen == "costs":
        return study_costs(arguments)
    kinds = chosen_kinds(arguments.names)
    if chosen == "bias":
        return study_bias(arguments, kinds)
    if arguments.json and str(arguments.csv) == options.STANDARD_STREAM:
        raise UsageError("--csv - and --json both write on standard output: one of them")
    arguments.rooms = requested_rooms(arguments)
    if arguments.seed is not None:
        return study_seed(arguments, kinds)
    arguments.seeds = arguments.seeds or SEEDS
    return study_many(arguments, kinds)


def requested_rooms(arguments: argparse.Namespace) -> tuple[int, int]:
    """Returns the columns and rows of rooms, from --rooms or from the sizes of one program in --set."""
    from retromaze.study.maze_kinds import rooms_of

    if not arguments.set:
        return arguments.rooms or SIZE
    if arguments.rooms or len(arguments.names) != 1:
        raise UsageError("--set is for one program, and without --rooms")
    return rooms_of(arguments.names[0], arguments.set)


# ---- reports


Row = TypeVar("Row")
BIAS_MAZES = 5760
"""The default number of mazes whose bias is judged: thirty for each of the 192 trees."""


def show_figures(title: str, rows: Mapping[str, Row], cell: Callable[[Figure, Row], str]) -> None:
    """Prints two tables with a row for each kind of maze: the figures of solutions, and of whole mazes.

    `rows` has the data of each kind; `cell` returns a figure of them as text.
    """
    # FIGURES has the figures of the solution first, then those of the whole maze
    first_of_maze = [figure.name for figure in FIGURES].index("dead_ends")
    for heading, figures in (
        (_("the solution"), FIGURES[:first_of_maze]),
        (_("the whole maze"), FIGURES[first_of_maze:]),
    ):
        print(f"{title}: {heading}")
        cells = [(kind, *(cell(figure, row) for figure in figures)) for kind, row in rows.items()]
        show_rows((_("kind"), *(_(figure.heading) for figure in figures)), cells)
        print()


def write_csv(path: Path, rows: Iterable[tuple[Sample, int, Measures]]) -> int:
    """Writes a row for each (sample, seed, figures), to standard output for `-`; returns the exit status."""

    def cell(figure: Figure, maze: Measures) -> float | str:
        """Returns a figure of a maze as a number, 0 or 1 for no or yes; "" if the maze does not have it."""
        value = figure.value(maze)
        if value is None:
            return ""
        return round(value, 4) if isinstance(value, float) else int(value)

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("kind", "width", "height", "seed", *(figure.name for figure in FIGURES)))
    for sample, seed, maze in rows:
        figures = (cell(figure, maze) for figure in FIGURES)
        writer.writerow([sample.kind, sample.width, sample.height, seed, *figures])
    if str(path) == STANDARD_STREAM:
        print(text.getvalue(), end="")
        return 0
    return write_file(path, text.getvalue().encode())


# ---- many mazes


def study_many(arguments: argparse.Namespace, kinds: Sequence[str]) -> int:
    """Measures many mazes of each kind and judges the articles' claims; returns the exit status."""
    for option, value in (("--overlay", arguments.overlay), ("--svg", arguments.svg)):
        if value:
            raise UsageError(f"{option} is for --seed: it shows single mazes")
    # a missing package is reported before the mazes are made
    if arguments.picture:
        require_module("matplotlib")
    seeds = arguments.seeds
    width, height = arguments.rooms
    # rows on standard output leave no room for the claims, whose samples are not made then
    only_rows = str(arguments.csv) == STANDARD_STREAM
    own_samples = [Sample(kind, width, height) for kind in kinds]
    with progress_bar("mazes") as progress:
        samples = own_samples if only_rows else wanted_samples(kinds, width, height)
        results = survey(samples, seeds, progress)
    judged = rulings(results, width, height)
    status = 0
    if arguments.csv:
        rows = (
            (sample, seed, maze) for sample in own_samples for seed, maze in enumerate(results[sample], 1)
        )
        status = write_csv(arguments.csv, rows)
    if arguments.json:
        print_json({"size": [width, height], "seeds": seeds, **study_record(results, judged)}, indent=1)
    elif not only_rows:
        title = _("{} mazes a kind, {} x {} rooms").format(seeds, width, height)
        show_figures(
            title,
            {sample.kind: results[sample] for sample in own_samples},
            lambda figure, mazes: mean_text(figure, figure_interval(figure, mazes)),
        )
        show_rulings(judged)
    if arguments.picture:
        chart = study_chart(results, kinds, width, height, judged)
        status = max(status, write_file(arguments.picture, png_of(chart)))
    return status


def mean_text(figure: Figure, value: Interval | None) -> str:
    """Returns a mean with its margin, or a share of mazes in percent with its range; "-" if none has it."""
    if value is None:
        return "-"
    if figure.share:
        return f"{100 * value.mean:.1f} % ({100 * value.low:.1f}-{100 * value.high:.1f})"
    return f"{value.mean:.{figure.decimals}f} ±{value.margin:.{figure.decimals}f}"


def show_rulings(judged: Sequence[Ruling]) -> None:
    """Prints the claims of the articles with their verdicts, and the figures that decide them."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    styles = {"confirmed": "bold green", "refuted": "bold red"}
    for statement in judged:
        verdict = Text(f"{_(statement.verdict)}: ", styles.get(statement.verdict, "bold yellow"))
        claim = verdict.append(f"{_(statement.claim)} [{_(statement.source)}]", "not bold default")
        words = _(statement.sentence).format_map(statement.figures)
        show(Group(claim, Padding(words, (0, 0, 0, 2), expand=False)))


def study_record(results: Results, judged: Sequence[Ruling]) -> dict[str, Any]:
    """Returns for JSON the figures of each kind and size, the figures for claims, and the claims.

    `probes` are samples of which something else than the usual figures was measured, for a claim.
    """

    def intervals(figures: Mapping[str, Interval | None]) -> dict[str, Any]:
        return {name: None if value is None else asdict(value) for name, value in figures.items()}

    measured = {sample: mazes for sample, mazes in results.items() if sample.probe == "measures"}
    probed = {sample: mazes for sample, mazes in results.items() if sample.probe != "measures"}
    return {
        "meanings": {figure.name: figure.meaning for figure in FIGURES},
        "samples": [
            {
                "kind": each.kind,
                "width": each.width,
                "height": each.height,
                "figures": intervals(summary(mazes)),
            }
            for each, mazes in measured.items()
        ],
        "probes": [
            asdict(sample) | {"figures": intervals(field_means(mazes))} for sample, mazes in probed.items()
        ],
        "statements": [
            {"claim": each.claim, "source": each.source, "verdict": each.verdict, "text": each.text}
            for each in judged
        ],
    }


# ---- single mazes


def study_seed(arguments: argparse.Namespace, kinds: Sequence[str]) -> int:
    """Makes a maze of each kind with one seed, prints its figures and draws it; returns the exit status."""
    if arguments.seeds:
        raise UsageError("either --seed for one maze or --seeds for many")
    if arguments.overlay and not (arguments.picture or arguments.svg):
        raise UsageError("--overlay needs --picture or --svg to be drawn on")
    if arguments.svg and len(kinds) > 1:
        raise UsageError("--svg draws one maze: name one")
    overlays = chosen_overlays(arguments.overlay)
    width, height = arguments.rooms
    mazes = {kind: make(kind, width, height, arguments.seed) for kind in kinds}
    measures = {kind: measure(plan_of(maze)) for kind, maze in mazes.items()}
    show_measures(measures, arguments)
    size = f"{width} x {height} rooms, seed {arguments.seed}"
    shown = [(f"{ARTICLE_FIGURES.get(kind, '')} {kind}, {size}".strip(), mazes[kind]) for kind in kinds]
    status = 0
    if arguments.csv:
        rows = ((Sample(kind, width, height), arguments.seed, maze) for kind, maze in measures.items())
        status = write_csv(arguments.csv, rows)
    if arguments.svg:
        status = max(status, write_file(arguments.svg, svg_of(*shown[0], overlays).encode()))
    if arguments.picture:
        picture = picture_of(shown, overlays or ["solution"])
        status = max(status, write_file(arguments.picture, png_file(picture)))
    return status


def show_measures(measures: Mapping[str, Measures], arguments: argparse.Namespace) -> None:
    """Prints the figures, as JSON or as a table, unless only rows of a CSV are wanted there."""
    words = _("{} x {} rooms, seed {}").format(*arguments.rooms, arguments.seed)
    if arguments.json:
        figures = {
            kind: {figure.name: figure.value(maze) for figure in FIGURES} for kind, maze in measures.items()
        }
        meanings = {figure.name: figure.meaning for figure in FIGURES}
        record = {
            "size": list(arguments.rooms),
            "seed": arguments.seed,
            "meanings": meanings,
            "mazes": figures,
        }
        print_json(record, indent=1)
    elif str(arguments.csv) == STANDARD_STREAM:
        return
    elif len(measures) == 1:
        from rich.console import Group

        ((kind, maze),) = measures.items()
        table = plain_table(_("figure"), "")
        table.columns[1].justify = "right"
        for figure in FIGURES:
            table.add_row(_(figure.meaning), value_text(figure, maze))
        show(Group(f"{kind}, {words}", table))
    else:
        show_figures(words, measures, value_text)


def value_text(figure: Figure, maze: Measures) -> str:
    """Returns a figure of one maze as text: yes or no for a share, "-" if the maze does not have it."""
    value = figure.value(maze)
    if value is None:
        return "-"
    if figure.share:
        return _("yes") if value else _("no")
    return str(value) if isinstance(value, int) else f"{value:.{figure.decimals}f}"


# ---- bias


def study_bias(arguments: argparse.Namespace, kinds: Sequence[str]) -> int:
    """Counts how often each kind makes each of the 192 mazes of 3 x 3 rooms; returns the exit status."""
    counted = [kind for kind in kinds if maze_class_of(kind) is not Hexagons]
    if arguments.names and counted != list(kinds):
        raise UsageError("--bias counts rooms of four sides: hexagonal has others")
    mazes = arguments.seeds or BIAS_MAZES
    if mazes < ENOUGH:
        raise UsageError(
            f"--bias cannot judge {mazes} mazes: it takes {ENOUGH}, five for each of the 192 trees"
        )
    samples = {kind: Sample(kind, SIDE, SIDE, probe="tree") for kind in counted}
    with progress_bar("mazes") as progress:
        results = survey(samples.values(), mazes, progress)
    biases = {kind: bias_of(results[sample]) for kind, sample in samples.items()}
    if arguments.json:
        print_json(
            {kind: asdict(bias) | {"uniform": bias.is_uniform} for kind, bias in biases.items()}, indent=1
        )
    else:
        show_bias(biases, mazes)
    return 0


def show_bias(biases: Mapping[str, Bias], mazes: int) -> None:
    """Prints a row for each kind, and what the figures would be without bias."""
    print(_("{} mazes a kind, 3 x 3 rooms: how equally the 192 trees are made").format(mazes))
    headings = (
        _("kind"),
        _("trees made"),
        _("no trees"),
        _("commonest tree"),
        _("distance"),
        _("chi-squared"),
        _("bias"),
    )
    show_rows(headings, [bias_cells(kind, bias) for kind, bias in biases.items()])
    words = _(
        "Without bias a distance of {distance:.3f} comes by chance, and a chi-squared above {limit:.0f} once"
        " in 1000 times."
    )
    print()
    print(words.format(distance=distance_by_chance(mazes), limit=chi_squared_limit()))


def bias_cells(kind: str, bias: Bias) -> tuple[str, ...]:
    """Returns the cells of a kind's row in the table of biases."""
    return (
        kind,
        str(bias.trees),
        f"{100 * bias.no_trees:.1f} %",
        f"x {bias.commonest:.2f}",
        f"{bias.distance:.3f}",
        f"{bias.chi_squared:.1f}",
        _("no") if bias.is_uniform else _("yes"),
    )


# ---- --costs and --film: the listings that make mazes, run on the simulated console


def study_costs(arguments: argparse.Namespace) -> int:
    """Prints statements, memory and nested calls of listings (by default all makers); returns the status."""
    names = makers_named("--costs", arguments.names) or makers()
    if arguments.picture:
        require_module("matplotlib")
    costs_by_name = {}
    with progress_bar("listings") as progress:
        for number, name in enumerate(names, 1):
            costs_by_name[name] = costs(name)
            progress(number, len(names))
    if arguments.json:
        print_json({name: [asdict(cost) for cost in each] for name, each in costs_by_name.items()}, indent=1)
    else:
        per_room = _("a room")
        headings = (_("kind"), _("rooms"), _("statements"), per_room, _("bytes"), per_room, _("calls"))
        rows = [
            (
                name,
                f"{cost.rooms}",
                f"{cost.statements:,}",
                f"{cost.statements / cost.rooms:.1f}",
                f"{cost.array_bytes:,}",
                f"{cost.array_bytes / cost.rooms:.1f}",
                f"{cost.calls}",
            )
            for name, each in costs_by_name.items()
            for cost in each
        ]
        print(
            _("Seed 1, with all drawing: statements run, most bytes of arrays, most calls inside each other")
        )
        show_rows(headings, rows)
    if arguments.picture:
        return write_file(arguments.picture, png_of(cost_chart(costs_by_name)))
    return 0


def save_film(arguments: argparse.Namespace) -> int:
    """Films the listings named, by default one of each kind of maze; returns the exit status."""
    # several listings may make the same kind of maze; the one that has its name is filmed
    names = makers_named("--film", arguments.names) or [name for name in kinds() if name in makers()]
    with progress_bar("listings") as progress:
        film = film_of(names, arguments.seed or 1, progress)
    return write_file(arguments.film, film)


def makers_named(option: str, names: Sequence[str]) -> list[str]:
    """Returns the named programs, each once. Raises UsageError for one that does not make just one maze."""
    for name in names:
        if name not in makers():
            raise UsageError(f"{option} is for {', '.join(makers())}; not for {name}")
    return list(dict.fromkeys(names))
