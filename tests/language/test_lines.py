"""The lines of a source."""

from __future__ import annotations

import ast

import pytest

from retromaze.language.lines import lines_of
from retromaze.machine.machine import Machine
from retromaze.runner import play

OTHERS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""Where str.splitlines() cuts too."""


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("", []),
        ("\n", [""]),
        ("A", ["A"]),
        ("A\n", ["A"]),
        ("A\n\nB\n\n", ["A", "", "B", ""]),
        (f"A'{OTHERS}\nB", [f"A'{OTHERS}", "B"]),
    ],
)
def test_lines_end_at_line_feeds_alone(source: str, lines: list[str]) -> None:
    assert lines_of(source) == lines


@pytest.mark.parametrize("letter", OTHERS)
def test_both_languages_count_them_so(letter: str) -> None:
    assert ast.parse(f"#{letter}\nx = '{letter}'\nx").body[-1].lineno == 3
    error = play(f'\'{letter}\nA$="{letter}"\nERROR\n', Machine(seed=1))
    assert error and error.line == 3
