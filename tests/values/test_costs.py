"""Costs: the meter, the frames that work fills, and pauses of Python's garbage collector."""

import gc
from collections.abc import Iterator

import pytest

from retromaze.machine.machine import Machine
from retromaze.values import costs
from retromaze.values.arrays import Array
from retromaze.values.costs import (
    PAINT_COST,
    PAINT_SEARCH_COST,
    PIECE,
    PRINTED_TEXT_COST,
    Rate,
    new_objects_made_old,
)


@pytest.fixture(scope="module", autouse=True)
def _thawing() -> Iterator[None]:
    """Here what is kept apart is thawed, as for a user; tests/conftest.py has frozen what was collected."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(costs, "gc", gc)
        yield
    gc.collect()
    gc.freeze()


def metered():
    """A machine whose long calls are counted, as under an engine, and the frames it has passed."""
    machine = Machine(seed=1, budget=1000)
    machine.meter.spend = machine.spend
    return machine


def test_a_rate_counts_whole_units_and_reads_well():
    assert Rate("elements", 3, 2).of(5) == 7
    assert str(Rate("elements", 1, 750)) == "1 unit for every 750 elements"
    assert str(Rate("pixel", 4)) == "4 units for each pixel"


def test_work_passes_the_frames_it_fills_and_keeps_the_rest():
    machine = metered()
    machine.spend(999)
    assert machine.frame == 0
    machine.spend(2501)
    assert machine.frame == 3
    assert machine.tick(-1) == 499  # 500 spent, 1 owed: both belong to the frame that begins


def test_a_tick_passes_as_many_frames_as_the_work_behind_it_fills():
    machine = metered()
    assert machine.tick(-1) == 999
    assert machine.tick(-3500) == 500
    assert machine.frame == 5


def test_only_a_wait_that_waits_begins_a_new_frame():
    machine = metered()
    machine.wait(0)
    assert not machine.wait_began_frame
    machine.wait(1)
    assert machine.wait_began_frame


def test_a_machine_has_a_budget():
    with pytest.raises(ValueError):
        Machine(budget=0)


def test_frames_pass_within_a_long_text_and_the_console_ends_up_the_same():
    text = "".join(chr(33 + at % 90) for at in range(20_000)) + "\n" * 5 + "\tEND"
    one, other = metered(), Machine(seed=1)
    one.console.print(text)
    for at in range(0, len(text), 50):
        other.console.print(text[at : at + 50], "")
    other.console.print()
    assert one.console.cells == other.console.cells
    assert one.frame >= PRINTED_TEXT_COST.of(20_000) // 1000 > 3
    assert other.frame == 0


def test_frames_pass_within_a_flood_fill():
    machine = metered()
    for x in range(1, 512, 2):
        machine.screen.line(x, 1, x, 511)
    machine.screen.paint(0, 0, 0xFF0000F8 - 2**32)
    runs = 511 * 256 + 1
    assert machine.frame == (PAINT_COST.of(runs) + PAINT_SEARCH_COST.of(512 * 512)) // 1000


def test_ports_pass_no_frames_by_working():
    machine = Machine(seed=1)
    machine.console.print("x" * 200_000)
    machine.screen.circle(255, 255, 100_000)
    assert machine.frame == 0


def test_only_the_letters_that_reach_the_page_are_drawn():
    long, short = Machine(seed=1), Machine(seed=1)
    long.screen.put_text(-8_000_003, 9, "あ" * 1_000_000 + "AB" + "C" * 1_000_000)
    short.screen.put_text(-11, 9, "あAB" + "C" * 70)
    assert long.pages[0].pixels == short.pages[0].pixels
    assert any(long.pages[0].pixels)


# ---- the garbage collector


def is_young(made: object) -> bool:
    return any(each is made for each in gc.get_objects(generation=0))


def test_what_is_kept_apart_is_old_at_once() -> None:
    with new_objects_made_old():
        made: list[object] = [[]]
        assert (gc.isenabled(), is_young(made)) == (False, True)
    assert (gc.isenabled(), is_young(made)) == (True, False)


def test_the_rows_of_a_large_array_are_never_looked_through() -> None:
    looks: list[bool] = []
    made = Array("#", (10 * PIECE, 1), on_rows=lambda rows: looks.append(gc.isenabled()))
    assert (set(looks), gc.isenabled()) == ({False}, True)
    assert not is_young(made.items[-1])


def test_a_stop_while_rows_are_made_leaves_the_collector_as_it_was() -> None:
    def stop(rows: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Array("#", (10 * PIECE, 1), on_rows=stop)
    assert gc.isenabled()
