"""The word that an error names: that of the statement, however it is called."""

from __future__ import annotations

import pytest

from retromaze.machine.machine import Machine
from retromaze.runner import play


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize(
    ("listing", "word"),
    [
        # what calls a method of the machine outright: SPSHOW of a sprite that is not set
        ("SPSHOW 9", "SPSHOW"),
        ("PRINT SPCHK(9)", "SPCHK"),
        ("BGSCREEN 0,1,1,7", "BGSCREEN"),
        ("BGPUT 0,99,0,1", "BGPUT"),
        ("A=1:A[0]=1", ""),
    ],
)
def test_an_error_names_its_word(listing: str, word: str, traced: bool) -> None:
    error = play(listing, Machine(seed=1), traced=traced)
    assert error is not None
    assert error.builtin == word
