"""The growing tree over rooms: one method that becomes another by how it chooses the next room."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from retromaze.ports.mazes.draws import Draws, draws
from retromaze.ports.mazes.rooms import Rooms
from retromaze.ports.mazes.sizes import at_least

Choice = Callable[[int, Draws], int]
"""Of so many rooms, 0 the oldest, the one to go on from."""


def newest(count: int, rng: Draws) -> int:
    """Always the room that was added last."""
    return count - 1


def drawn(count: int, rng: Draws) -> int:
    """Any room."""
    return rng.below(count)


def newest_or_drawn(count: int, rng: Draws) -> int:
    """By a coin the newest room or any."""
    return newest(count, rng) if rng.below(2) else drawn(count, rng)


CHOICES: Mapping[str, Choice] = {"newest": newest, "drawn": drawn, "mixed": newest_or_drawn}


def growing_tree_maze(
    width: int,
    height: int,
    *,
    choose: str | Choice = "mixed",
    seed: int | None = None,
    rng: Draws | None = None,
) -> Rooms:
    """Rooms joined one by one: a list holds rooms of the maze that may have closed rooms beside them.

    Again and again a room of the list is chosen.  If a closed room is beside it, one such is drawn, joined
    and put at the end of the list; if not, the room is taken out of the list.  `choose` is "newest", "drawn",
    "mixed" (by a coin one of these two), or a function of your own, called with how many rooms the list has
    and the generator; 0 is the oldest.
    Bias: that of the choice.  "newest" is the recursive backtracker with a drawn first room, long winding
    ways; "drawn" is near to Prim's method, short ways and many dead ends; "mixed" lies between the two.
    A draw for the first room, one a room joined, and those of the choice.
    Raises ValueError for sizes below 1 and for an unknown choice.
    Source: W. D. Pullen, Think Labyrinth, and J. Buck, The Buckblog, 2011.
    """
    at_least(1, width=width, height=height)
    choice = CHOICES.get(choose) if isinstance(choose, str) else choose
    if choice is None:
        raise ValueError(f"choose must be {', '.join(CHOICES)} or a function, not {choose!r}")
    chance = draws(seed, rng)
    rooms = Rooms(width, height)
    growing = [chance.below(width * height)]
    joined = set(growing)
    while growing:
        at = choice(len(growing), chance)
        room = growing[at]
        closed = [other for other in rooms.beside(room) if other not in joined]
        if closed:
            other = closed[chance.below(len(closed))]
            rooms.join(room, other)
            joined.add(other)
            growing.append(other)
        else:
            del growing[at]
    return rooms
