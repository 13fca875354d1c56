"""The table of known deviations says what is so."""

from __future__ import annotations

from pathlib import Path

import pytest

import retromaze

CASES = [
    (r'COUNTX=5\nPRINT CHKVAR("COUNTX")', "1"),
    (r'DTREAD "2014/10/12" OUT Y,M,D,W\nPRINT W', "0"),
    (r'DTREAD "2014/13/15" OUT Y,M,D\nPRINT Y;M;D', "20141315"),
    (r'TMREAD "12:59:31" OUT H,M,S\nPRINT H;M;S', "125931"),
    (r'TMREAD "12:59:31" OUT ,,S\nPRINT S', "31"),
]
PAGE = (Path(__file__).resolve().parent.parent / "docs/deviations.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("source", "text"), CASES)
def test_a_backslash_is_a_syntax_error_and_a_line_break_is_meant(source: str, text: str) -> None:
    error = retromaze.run(source, seed=1).error
    assert error is not None and error.number == 3
    assert retromaze.run(source.replace(r"\n", "\n"), seed=1).text == text
    assert f"`{source}`" in PAGE
