"""Tables in the width there is: no wider, and with every word whole."""

from __future__ import annotations

from typing import Any

import pytest
from rich.cells import cell_len

from retromaze.catalogue import CATALOGUE
from retromaze.commands.tables import PIPED_WIDTH, groups, show_rows
from tests.command_line import ran

HEADINGS = ("kind", "solution", "dead end length", "verdict")
ROWS = [
    ("binary_tree", "62.0 ±0.0", "2.0 ±0.1", "equal"),
    ("迷路", "308.0 ±152.4", "2.2 ±0.2", "equal as far"),
]
WIDE = """\
kind              solution   dead end length   verdict
───────────────────────────────────────────────────────────
binary_tree      62.0 ±0.0          2.0 ±0.1   equal
迷路          308.0 ±152.4          2.2 ±0.2   equal as far
"""
WHOLE = """\
                             dead end
kind              solution     length   verdict
────────────────────────────────────────────────────
binary_tree      62.0 ±0.0   2.0 ±0.1   equal
迷路          308.0 ±152.4   2.2 ±0.2   equal as far
"""
PARTED = """\
                             dead end
kind              solution     length
─────────────────────────────────────
binary_tree      62.0 ±0.0   2.0 ±0.1
迷路          308.0 ±152.4   2.2 ±0.2

kind          verdict
──────────────────────────
binary_tree   equal
迷路          equal as far
"""


def test_a_table_that_is_too_wide_is_parted(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    for width, shown in {"59": WIDE, "58": WHOLE, "52": WHOLE, "51": PARTED, "37": PARTED}.items():
        monkeypatch.setenv("COLUMNS", width)
        show_rows(HEADINGS, ROWS, left=(0, 3))
        assert (width, capsys.readouterr().out) == (width, shown)


def test_the_parts_are_as_even_as_can_be() -> None:
    assert groups([10, 10, 10, 10, 10], 50) == [[0, 1, 2], [0, 3, 4]]
    assert groups([10, 10, 10, 10, 10], 62) == [[0, 1, 2, 3, 4]]
    assert groups([10, 40, 10], 30) == [[0, 1], [0, 2]]
    assert groups([10], 5) == [[0]]


NAMED = {
    "list": list(CATALOGUE),
    "list --builtins": ["ABS", "BACKCOLOR"],
    "study kruskal wall_extension --seed 1 --size 6x4": ["kruskal", "wall_extension"],
    "study kruskal wall_extension --seeds 2 --size 6x4": ["kruskal", "wall_extension"],
}
"""Commands with some names that begin lines of their tables."""


def test_for_another_program_lines_have_that_width_and_names_are_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    for columns, width in {"": PIPED_WIDTH, "60": 60}.items():
        monkeypatch.setenv("COLUMNS", columns)
        for command, names in NAMED.items():
            status, out, _ = ran(command, capsys)
            lines = out.splitlines()
            case = f"COLUMNS={columns} {command}"
            assert (status, [each for each in lines if cell_len(each) > width or each[-1:] == " "]) == (
                0,
                [],
            ), case
            assert {line.split()[0] for line in lines if line[:1].strip()}.issuperset(names), case
