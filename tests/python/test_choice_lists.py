"""An array of choices with a counter is a list, where the counter is nothing but its length."""

from __future__ import annotations

import pytest

from retromaze.python.filled_lists import with_choice_lists
from tests.python.trees import text, tree

CHOICES = """\
dirs = [0] * 4
while more:
    n = 0
    if a:
        dirs[n] = 3
        n += 1
    if b:
        dirs[n] = n
        n += 1
    if n > 0:
        d = dirs[machine.rng.below(n)]
    elif n == 0 or n < 2:
        p(n)"""


def test_choices_are_a_list_that_grows() -> None:
    assert (
        text(with_choice_lists(tree(CHOICES)))
        == """\
while more:
    dirs: list[int] = []
    if a:
        dirs.append(3)
    if b:
        dirs.append(len(dirs))
    if dirs:
        d = dirs[machine.rng.below(len(dirs))]
    elif len(dirs) == 0 or len(dirs) < 2:
        p(len(dirs))"""
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("while more:", "n = 9\nwhile more:"),
        ("        p(n)", "        p(n)\np(n)"),
        ("        p(n)", "        n = 2"),
        ("        p(n)", "        dirs[0] = 7"),
        ("        p(n)", "        p(dirs)"),
        ("dirs[machine.rng.below(n)]", "dirs[0]"),
        ("        dirs[n] = n\n", ""),
        ("        dirs[n] = n\n", "        others[n] = n\n"),
        ("dirs = [0] * 4\n", ""),
    ],
)
def test_what_else_uses_the_array_or_the_counter_forbids_it(old: str, new: str) -> None:
    source = CHOICES.replace(old, new)
    assert text(with_choice_lists(tree(source))) == text(tree(source))
