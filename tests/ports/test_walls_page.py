"""docs/walls.md: its sessions give what it prints."""

import doctest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "walls.md"


def test_the_sessions_of_the_page_run_as_they_stand_there() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried) == (0, 19)
