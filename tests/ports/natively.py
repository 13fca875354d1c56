"""Marks of tests of our own programs, which are a listing each and a port of it."""

import pytest

BOTH = pytest.mark.parametrize("native", [False, True], ids=["listing", "port"])
# Both do the same: test_sizes compares them, and the port takes less than half the time.
LISTING_IS_SLOW = pytest.mark.parametrize(
    "native", [pytest.param(False, marks=pytest.mark.slow, id="listing"), pytest.param(True, id="port")]
)
