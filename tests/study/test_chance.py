"""The generator of makers from outside: Python's Random over the library's numbers."""

import pytest

from retromaze.machine.rng import Rng
from retromaze.ports import wilson_maze
from retromaze.study.chance import Chance


def test_below_draws_what_the_library_draws() -> None:
    chance, rng = Chance(7), Rng(7)
    assert [chance.below(bound) for bound in range(1, 50)] == [rng.below(bound) for bound in range(1, 50)]
    assert wilson_maze(7, 6, rng=Chance(4)).text() == wilson_maze(7, 6, seed=4).text()


def test_all_that_random_has_gives_the_same_with_the_same_seed() -> None:
    chance = Chance(1)
    things = list(range(8))
    chance.shuffle(things)
    drawn = [chance.choice("abc"), chance.randrange(10, 20), chance.randint(1, 6), chance.sample(range(9), 3)]
    assert (things, drawn) == ([2, 5, 0, 1, 7, 4, 6, 3], ["a", 10, 5, [6, 4, 8]])
    assert 0 <= chance.random() < 1
    assert chance.random() != chance.random()


def test_bits_are_those_of_whole_words() -> None:
    words = [Rng(3).raw()]
    assert Chance(3).getrandbits(32) == words[0]
    assert Chance(3).getrandbits(5) == words[0] >> 27
    assert Chance(3).getrandbits(0) == 0
    assert Chance(3).getrandbits(70).bit_length() <= 70
    with pytest.raises(ValueError, match="number of bits must be non-negative"):
        Chance(3).getrandbits(-1)


def test_a_seed_begins_anew_and_a_state_is_not_to_be_had() -> None:
    chance = Chance(3)
    first = chance.below(1000)
    chance.below(1000)
    chance.seed(3)
    assert chance.below(1000) == first
    with pytest.raises(NotImplementedError, match="begin it anew by seed"):
        chance.getstate()
    with pytest.raises(NotImplementedError, match="begin it anew by seed"):
        chance.setstate(())
