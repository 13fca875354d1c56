"""Which numbers of sprites are free."""

import random

from retromaze.machine.machine import Machine


def test_the_lowest_free_number_is_found_among_those_that_are_set():
    sprites, pick = Machine(seed=1).sprites, random.Random(1)
    used = set()
    for _ in range(2000):
        first = pick.randint(0, 20)
        last = pick.randint(first, 24)
        if pick.random() < 0.5:
            free = next((number for number in range(first, last + 1) if number not in used), -1)
            assert sprites.set_free(0, first, last) == free
            used |= {free} - {-1}
        elif pick.random() < 0.5:
            sprites.set(first, 0)
            used.add(first)
        else:
            sprites.clear(last)
            used.discard(last)
        assert [number for number, _ in sprites.all_used()] == sorted(used)


def test_no_number_beyond_those_of_the_screen_is_free():
    machine = Machine(seed=1)
    machine.set_mode(2, 2, 0)
    assert [machine.sprites.set_free(0) for _ in range(3)] == [0, 1, -1]
    machine.display(1)
    assert machine.sprites.set_free(0, 509) == 509
    assert machine.sprites.set_free(0, 510) == -1
