"""The word that an error names: that of the statement, however it is called."""

from __future__ import annotations

from retromaze.machine.machine import Machine
from retromaze.runner import play


def test_an_error_names_its_word() -> None:
    words = {
        # what calls a method of the machine outright: SPSHOW of a sprite that is not set
        "SPSHOW 9": "SPSHOW",
        "PRINT SPCHK(9)": "SPCHK",
        "BGSCREEN 0,1,1,7": "BGSCREEN",
        "BGPUT 0,99,0,1": "BGPUT",
        "A=1:A[0]=1": "",
    }
    for traced in (False, True):
        errors = {listing: play(listing, Machine(seed=1), traced=traced) for listing in words}
        assert {listing: error and error.builtin for listing, error in errors.items()} == words, traced
