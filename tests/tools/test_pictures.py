"""The pictures of docs/: none is stale, and none is left that nobody shows."""

import re

import pytest
from PIL import Image

from tests.tools.pictures import DOCS, MAKERS, alike, is_stale
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


def test_a_few_other_pixels_are_alike_and_a_changed_corner_is_not() -> None:
    white, few, many = (Image.new("RGB", (100, 100), "white") for _ in range(3))
    few.paste("red", (0, 0, 10, 9))
    many.paste("red", (0, 0, 11, 10))
    assert alike(white, few)
    assert not alike(white, many)
    assert not alike(white, Image.new("RGB", (100, 101), "white"))
