"""Rooms: what lies beside a room, and walls that are opened."""

import pytest

from retromaze.ports import Rooms


def test_the_rooms_beside_a_room_do_not_depend_on_walls() -> None:
    rooms = Rooms(3, 2)
    rooms.join(0, 1)
    assert [rooms.beside(room) for room in rooms.cells()] == [
        *([1, 3], [2, 4, 0], [5, 1]),
        *([4, 0], [5, 3, 1], [4, 2]),
    ]
    assert [Rooms(1, 3).beside(1), Rooms(3, 1).beside(1), Rooms(1, 1).beside(0)] == [[2, 0], [2, 0], []]


def test_both_rooms_know_of_the_wall_that_is_opened_between_them() -> None:
    rooms = Rooms(3, 2)
    for one, other in ((1, 0), (1, 4), (5, 2), (1, 4)):
        rooms.join(one, other)
    assert [rooms.neighbors(room) for room in rooms.cells()] == [[1], [4, 0], [5], [], [1], [2]]
    assert rooms.passages() == 3


def test_rooms_that_are_not_beside_each_other_cannot_be_joined() -> None:
    rooms = Rooms(3, 2)
    pairs = [(2, 3), (0, 4), (0, 0), (-1, 0), (5, 8)]
    told = []
    for pair in pairs:
        with pytest.raises(ValueError) as caught:
            rooms.join(*pair)
        told.append(str(caught.value))
    assert told == [f"rooms {one} and {other} have no wall between them" for one, other in pairs]
    assert rooms.passages() == 0
