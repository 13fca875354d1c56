"""The chart of a survey: verdicts, then sorted bars with ticks and a legend, and nothing that collides."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from retromaze.study.charts import PANELS, cost_chart, png_of, study_chart, verdict_lines
from retromaze.study.claims import Ruling, rulings
from retromaze.study.console_costs import Cost
from retromaze.study.survey import Sample, survey

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

pytestmark = pytest.mark.slow

KINDS = ["backtracker", "binary_tree", "sticks", "short_branches", "short_solution"]


@pytest.fixture(scope="module")
def chart() -> Figure:
    results = survey([Sample(kind, 12, 8) for kind in KINDS], 5)
    made = study_chart(results, KINDS, 12, 8, rulings(results, 12, 8))
    assert png_of(made).startswith(b"\x89PNG")
    return made


def names(axes: Axes) -> list[str]:
    return [label.get_text() for label in axes.get_yticklabels()]


def test_bars_are_sorted_by_their_first_color(chart: Figure) -> None:
    for axes in chart.axes:
        first = next(each for each in axes.containers if hasattr(each, "patches"))
        lengths = [bar.get_width() for bar in first]
        assert lengths == sorted(lengths)
        assert sorted(names(axes)) == sorted(KINDS)
    turns = chart.axes[1]
    assert set(names(turns)[:2]) == {"binary_tree", "short_solution"}
    assert names(turns)[-1] == "backtracker"


def test_each_panel_has_ticks_and_a_legend_for_each_of_its_colors(chart: Figure) -> None:
    assert [axes.get_title(loc="left") for axes in chart.axes] == list(PANELS)
    for axes, bars in zip(chart.axes, PANELS.values(), strict=True):
        legend = axes.get_legend()
        assert legend is not None
        told = [text.get_text() for text in legend.get_texts()]
        assert told[-len(bars) :] == [label for _, label, _ in bars]
        assert len(axes.get_xticks()) > 3
    colors = [color for bars in PANELS.values() for _, _, color in bars]
    assert len(set(colors)) == len(colors)


def words(chart: Figure) -> list[Text]:
    """All that is written, without the ticks beyond the end of an axis, which are not drawn."""
    from matplotlib.text import Text

    found = list(chart.texts)
    for axes in chart.axes:
        legend = axes.get_legend()
        assert legend is not None
        left, right = axes.get_xlim()
        ticks = zip(axes.get_xticks(), axes.get_xticklabels(), strict=True)
        found += [label for at, label in ticks if left <= at <= right]
        found += [*axes.texts, *axes.get_yticklabels(), *legend.get_texts()]
        found += [title for title in axes.findobj(Text) if title.get_text() in PANELS]
    return found


def test_no_words_collide_or_leave_the_picture(chart: Figure) -> None:
    places = [(text.get_text(), text.get_window_extent()) for text in words(chart)]
    across, down = chart.get_size_inches() * chart.dpi
    outside = [name for name, box in places if min(box.x0, box.y0) < 0 or box.x1 > across or box.y1 > down]
    assert outside == []
    assert [
        (one, other)
        for (one, here), (other, there) in combinations(places, 2)
        if min(here.x1, there.x1) - max(here.x0, there.x0) > 1
        and min(here.y1, there.y1) - max(here.y0, there.y0) > 1
    ] == []


def test_costs_have_one_color_a_program_in_all_panels() -> None:
    found = {name: [Cost(9, 30, size, 1), Cost(36, 120, size, 2)] for name, size in (("a", 72), ("b", 0))}
    made = cost_chart(found)
    titles = [axes.get_title(loc="left") for axes in made.axes]
    assert titles == [
        "Statements run, drawing included",
        "Bytes of arrays, at most (none: b)",
        "Calls inside each other, at most",
    ]
    colors = {tuple(line.get_color() for line in axes.get_lines()) for axes in made.axes}
    assert colors == {("C0", "C1")}
    (legend,) = made.legends
    assert [text.get_text() for text in legend.get_texts()] == ["a", "b"]
    first = made.axes[0].get_lines()[0]
    assert np.asarray(first.get_xydata()).tolist() == [[9, 30], [36, 120]]


def test_verdicts_stand_above_the_bars_and_name_their_claims(chart: Figure) -> None:
    assert chart.texts[1].get_text().startswith("6 confirmed:\n  \u2022 a binary tree's solution is at most")
    found = [
        Ruling("it is so", "us", "refuted", "", {}),
        Ruling("it may be so " * 8, "us", "confirmed", "", {}),
    ]
    assert verdict_lines(found) == [
        "1 confirmed:",
        "  \u2022 it may be so it may be so it may be so it may be so it may be so it may be so it may",
        "     be so it may be so",
        "1 refuted:",
        "  \u2022 it is so",
    ]
