"""Draws the chart of a survey by Matplotlib: the verdicts on the claims, then each figure as sorted bars."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from retromaze.study.claims import Ruling, Verdict
from retromaze.study.console_costs import SIDES, Cost
from retromaze.study.maze_measures import Measures
from retromaze.study.maze_overlays import DEAD_END, INK, PAPER, RIVER, SOLUTION, STRING
from retromaze.study.survey import FIGURES, NO_VALUES, Results, Sample, figure_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, DPI = 6.8, 100
"""Inches, and dots per inch: letters are readable even if a narrow page shows the picture half as wide."""
LINE, ROW, RIM = 0.18, 0.18, 0.75
"""Inches: the height of a line of a verdict, of a kind's bars, and of a panel without its bars."""
LETTERS = 90
"""The most letters in a line of a verdict."""
TURN, LONGEST, GRID = "#12858d", "#5f6368", "#dadce0"
PATCH = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.5}
"""The patch behind a number, so that no line crosses the number."""


MEAN = "mean and its 95 % interval"
PANELS: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "Length of the solution, in steps": [("solution", MEAN, SOLUTION)],
    "U-turns of the solution": [("u_turns", MEAN, TURN)],
    "Length of side branches, in steps": [
        ("longest_branch", "the longest of each maze: " + MEAN, LONGEST),
        ("branch_length", "all of each maze: " + MEAN, STRING),
    ],
    "Rooms with two ways out (river), % of all that can be reached": [("river_share", MEAN, RIVER)],
    "Dead ends, % of all rooms that can be reached": [("dead_ends", MEAN, DEAD_END)],
}
"""By the title of each panel its bars: the figure shown, the text in the legend, and the color of each."""

COST_PANELS: Mapping[str, Callable[[Cost], int]] = {
    "Statements run, drawing included": lambda cost: cost.statements,
    "Bytes of arrays, at most": lambda cost: cost.array_bytes,
    "Calls inside each other, at most": lambda cost: cost.calls,
}
COST_HEIGHT, MARKERS = 3.2, "osD^v<>PX"
"""The height of a panel of costs in inches, and the marks of its lines, for readers without colors."""


def study_chart(
    results: Results, kinds: Sequence[str], width: int, height: int, judged: Sequence[Ruling]
) -> Figure:
    """Returns a figure with the verdicts, and below them a panel of bars for each figure, sorted by it."""
    mazes = {Path(kind).name: results[Sample(kind, width, height)] for kind in kinds}
    count = len(next(iter(mazes.values())))
    lines = verdict_lines(judged)
    # two bars for each kind need one and a half times the room of one
    heights = [ROW * len(kinds) * (0.5 + len(bars) / 2) + RIM for bars in PANELS.values()]
    head = LINE * (len(lines) + 2)
    chart = new_figure(head + sum(heights), head)
    words = f"{width} x {height} rooms, {count} mazes a kind"
    chart.text(0.02, 1 - LINE / 2 / chart.get_figheight(), words, va="top", fontsize=13)
    words = "\n".join(lines)
    chart.text(0.02, 1 - LINE * 2 / chart.get_figheight(), words, va="top", fontsize=9, linespacing=1.4)
    panels = chart.subplots(len(heights), height_ratios=heights)
    for axes, (title, bars) in zip(panels, PANELS.items(), strict=True):
        draw_bars(axes, title, mazes)
        if bars[0][0] == "solution":
            axes.axvline(width + height, color=INK, linestyle=":", label=f"width + height: {width + height}")
        axes.legend(loc="lower right", fontsize=9)
    return chart


def new_figure(height: float, head: float = 0) -> Figure:
    """Returns an empty figure of a height in inches, with `head` inches above the diagrams."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    below = ConstrainedLayoutEngine(rect=(0, 0, 1, 1 - head / height))
    return Figure(figsize=(WIDTH, height), dpi=DPI, layout=below)


def verdict_lines(judged: Sequence[Ruling]) -> list[str]:
    """Returns each verdict with the claims that have it, in as many lines as they need."""
    lines = []
    for verdict in get_args(Verdict):
        claims = [each.claim for each in judged if each.verdict == verdict]
        lines += [f"{len(claims)} {verdict}:"] if claims else []
        for each in claims:
            lines += textwrap.wrap(f"\u2022 {each}", LETTERS, initial_indent="  ", subsequent_indent="     ")
    return lines


def draw_bars(axes: Axes, title: str, mazes: Mapping[str, Sequence[Measures]]) -> None:
    """Draws the bars of a panel for each kind, with means and 95 % intervals, sorted by the first ones."""
    bars = PANELS[title]
    figures = {figure.name: figure for figure in FIGURES}
    # 0 if no maze of the kind has the figure
    intervals = {
        kind: [figure_interval(figures[name], measured) or NO_VALUES for name, _, _ in bars]
        for kind, measured in mazes.items()
    }
    order = sorted(intervals, key=lambda kind: intervals[kind][0].mean)
    thickness = 0.8 / len(bars)
    for number, (_, label, color) in enumerate(bars):
        values = [intervals[kind][number] for kind in order]
        means = [value.mean for value in values]
        containers = axes.barh(
            # the bars of a kind around the middle of its row, the first above
            [row + thickness * ((len(bars) - 1) / 2 - number) for row in range(len(order))],
            means,
            thickness,
            color=color,
            label=label,
            xerr=[
                [value.mean - value.low for value in values],
                [value.high - value.mean for value in values],
            ],
            error_kw={"ecolor": INK, "elinewidth": 1, "capsize": 2},
        )
        axes.bar_label(containers, [f"{mean:.1f}" for mean in means], padding=4, fontsize=8, bbox=PATCH)
    axes.set_yticks(range(len(order)), order, fontsize=9)
    axes.set_title(title, loc="left", fontsize=10, fontweight="bold")
    axes.margins(x=0.12, y=0.02)
    axes.set_xlim(left=0)
    axes.grid(axis="x", color=GRID)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def cost_chart(costs_by_name: Mapping[str, Sequence[Cost]]) -> Figure:
    """Draws a panel for statements, bytes and calls over the number of rooms; a program has one color in all.

    A cost that is 0 for all programs has no panel.
    """
    from matplotlib.ticker import FuncFormatter, NullLocator

    every = [cost for costs in costs_by_name.values() for cost in costs]
    panels = {title: value for title, value in COST_PANELS.items() if any(map(value, every))}
    chart = new_figure(COST_HEIGHT * len(panels) + RIM, RIM)
    # `squeeze=False`: an array even for a single panel
    panel_axes = chart.subplots(len(panels), squeeze=False).flat
    for axes, (title, value) in zip(panel_axes, panels.items(), strict=True):
        for number, (name, costs) in enumerate(costs_by_name.items()):
            places = [cost.rooms for cost in costs]
            # None leaves out a 0, which has no place on a logarithmic axis
            values = [value(cost) or None for cost in costs]
            axes.plot(places, values, color=f"C{number}", marker=MARKERS[number % len(MARKERS)], label=name)
        without = [name for name, costs in costs_by_name.items() if not any(map(value, costs))]
        words = f"{title} (none: {', '.join(without)})" if without else title
        axes.set_title(words, loc="left", fontsize=10, fontweight="bold")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xticks([side * side for side in SIDES], [str(side * side) for side in SIDES])
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        axes.set_xlabel("rooms", fontsize=9)
        axes.grid(color=GRID)
        axes.spines[["top", "right"]].set_visible(False)
    chart.legend(*chart.axes[0].get_legend_handles_labels(), loc="upper left", ncols=4, fontsize=9)
    return chart


def png_of(figure: Figure) -> bytes:
    """Returns a figure as the bytes of a PNG."""
    file = io.BytesIO()
    figure.savefig(file, format="png")
    return file.getvalue()
