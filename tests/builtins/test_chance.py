import pytest

from retromaze.builtins import chance
from retromaze.errors import ArgumentOutOfRange, OutOfRange
from retromaze.machine.machine import Machine
from tests.refusals import error_at


@pytest.fixture
def machine():
    return Machine(seed=99)


def test_randomize_0_1_gives_the_published_sequence(machine):
    chance.randomize(machine, 0, 1)
    assert [chance.random_below(machine, 100) for _ in range(4)] == [89, 33, 33, 52]
    assert chance.random_fraction(machine) == 0.8360951609128414
    assert chance.random_below(machine, 100) == 66


def test_only_the_series_named_starts_anew(machine):
    chance.randomize(machine, 5, 1)
    assert chance.random_below_of(machine, 5, 100) == 89
    assert chance.random_below_of(machine, 4, 1 << 30) == Machine(seed=99).rng.below(1 << 30)
    chance.randomize(machine, 7, -1)
    assert machine.rng.raw(7) == 0x5E235622


def test_below_0_and_1_is_0_and_only_1_takes_a_step(machine):
    chance.randomize(machine, 0, 1)
    assert [chance.random_below(machine, 0), chance.random_below(machine, 100)] == [0, 89]
    assert [chance.random_below(machine, 1), chance.random_below(machine, 100)] == [0, 33]


def test_without_a_seed_the_machine_chooses_the_same_in_every_run():
    draws = []
    for _ in range(2):
        machine = Machine(seed=5)
        chance.randomize(machine, 0)
        chance.randomize(machine, 1, 0)
        draws.append([machine.rng.raw(series) for series in range(3)])
    assert draws[0] == draws[1]
    assert len(set(draws[0])) == 3


def test_series_and_bounds_are_checked(machine):
    assert error_at(chance.random_below, machine, -1) == (ArgumentOutOfRange, 1)
    offenders = {
        (chance.random_below_of, (8, 2)): 1,
        (chance.random_below_of, (-1, 2)): 1,
        (chance.random_below_of, (0, -1)): 2,
        (chance.random_fraction, (8,)): 1,
        (chance.randomize, (8, 1)): 1,
    }
    errors = {(call, given): error_at(call, machine, *given) for call, given in offenders}
    assert errors == {case: (OutOfRange, offender) for case, offender in offenders.items()}
