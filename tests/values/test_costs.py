"""Costs, and pauses of Python's garbage collector."""

import gc
from collections.abc import Iterator

import pytest

from retromaze.values import costs
from retromaze.values.arrays import Array
from retromaze.values.costs import PIECE, garbage_kept, kept_apart


@pytest.fixture(scope="module", autouse=True)
def _thawing() -> Iterator[None]:
    """Here what is kept apart is thawed, as for a user; tests/conftest.py has frozen what was collected."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(costs, "gc", gc)
        yield
    gc.collect()
    gc.freeze()


def is_young(made: object) -> bool:
    return any(each is made for each in gc.get_objects(generation=0))


def test_who_has_switched_it_off_keeps_it_off() -> None:
    gc.disable()
    try:
        with garbage_kept():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_is_kept_apart_is_old_at_once() -> None:
    with kept_apart():
        made: list[object] = [[]]
        assert (gc.isenabled(), is_young(made)) == (False, True)
    assert (gc.isenabled(), is_young(made)) == (True, False)


def test_the_rows_of_a_large_array_are_never_looked_through() -> None:
    looks: list[bool] = []
    made = Array("#", (10 * PIECE, 1), rowed=lambda rows: looks.append(gc.isenabled()))
    assert (set(looks), gc.isenabled()) == ({False}, True)
    assert not is_young(made.items[-1])


def test_a_stop_while_rows_are_made_leaves_the_collector_as_it_was() -> None:
    def stop(rows: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Array("#", (10 * PIECE, 1), rowed=stop)
    assert gc.isenabled()
