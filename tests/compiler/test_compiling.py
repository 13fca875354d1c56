"""What goes on around compiling: garbage waits."""

import gc

import pytest

from retromaze.compiler.compiling import compile_listing
from retromaze.errors import BasicSyntaxError
from retromaze.language.text import yielding_to


def test_garbage_is_not_collected_inside_and_is_again_behind() -> None:
    found = []
    with yielding_to(lambda: found.append(gc.isenabled())):
        compile_listing("COLLECTED=1:PRINT COLLECTED")
    assert (set(found), gc.isenabled()) == ({False}, True)


def test_an_error_leaves_the_collector_as_it_was() -> None:
    with pytest.raises(BasicSyntaxError):
        compile_listing("COLLECTED=1:)")
    assert gc.isenabled()
