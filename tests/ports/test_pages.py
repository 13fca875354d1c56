"""docs/library.md and docs/walls.md: their sessions give what they print."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize(
    ("page", "sessions", "options"),
    # at the ends of lines the library's page has no blanks
    [("library.md", 68, doctest.NORMALIZE_WHITESPACE), ("walls.md", 18, 0)],
)
def test_the_sessions_of_a_page_run_as_they_stand_there(page: str, sessions: int, options: int) -> None:
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=options)
    assert (failed, tried) == (0, sessions)
