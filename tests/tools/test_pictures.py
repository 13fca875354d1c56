"""The pictures of docs/: none is stale, and none is left that nobody shows."""

import re

import pytest

from tests.tools.pictures import DOCS, MAKERS, is_stale
from tests.tools.website.pages import texts


@pytest.mark.slow
def test_no_picture_is_stale() -> None:
    """`python -m tests.tools.pictures NAME` makes one anew."""
    assert [name for name in MAKERS if is_stale(name)] == []


def test_each_picture_is_made_by_the_command_and_shown() -> None:
    there = {path.name for path in DOCS.iterdir() if path.suffix in {".png", ".gif"}}
    assert set(MAKERS) == there
    shown = {
        name for text in texts().values() for name in re.findall(r"\]\((?:\S*/)?(\w+\.(?:png|gif))\)", text)
    }
    assert there - shown == set()
