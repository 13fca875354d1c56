"""docs/library.md: its sessions give what it prints."""

import doctest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "library.md"


def test_the_sessions_of_the_page_run_as_they_stand_there() -> None:
    # The blanks at the ends of lines are left out there.
    failed, tried = doctest.testfile(
        str(PAGE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert (failed, tried) == (0, 68)
