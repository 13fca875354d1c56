"""The lines of a source."""

from __future__ import annotations

import ast
from io import StringIO

import pytest

import retromaze
from retromaze.direct.session import Piped
from retromaze.language.lines import lines_of, with_line_feeds
from retromaze.machine.machine import Machine
from retromaze.runner import play

OTHERS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""Where str.splitlines() cuts too."""


def test_lines_end_at_line_feeds_alone() -> None:
    lines: dict[str, list[str]] = {
        "": [],
        "\n": [""],
        "A": ["A"],
        "A\n": ["A"],
        "A\n\nB\n\n": ["A", "", "B", ""],
        f"A'{OTHERS}\nB": [f"A'{OTHERS}", "B"],
    }
    assert {source: lines_of(source) for source in lines} == lines


def test_both_languages_count_them_so() -> None:
    for letter in OTHERS:
        assert ast.parse(f"#{letter}\nx = '{letter}'\nx").body[-1].lineno == 3, letter
        error = play(f'\'{letter}\nA$="{letter}"\nERROR\n', Machine(seed=1))
        assert error and error.line == 3, letter


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_from_outside_ends_as_on_any_system(end: str) -> None:
    """In a file, in `retromaze.run` and at the prompt alike."""
    source = end.join(["PRINT 1 'x", "PRINT 2", "ERROR 1"])
    assert with_line_feeds(source) == "PRINT 1 'x\nPRINT 2\nERROR 1"
    result = retromaze.run(source, seed=1)
    assert result.text == "1\n2"
    assert result.error and (result.error.line, result.error.source) == (3, with_line_feeds(source))
    front = Piped(StringIO(source), StringIO())
    assert [front.read() for _ in range(3)] == ["PRINT 1 'x", "PRINT 2", "ERROR 1"]
    with pytest.raises(EOFError):
        front.read()
