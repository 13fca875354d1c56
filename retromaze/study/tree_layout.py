"""Layout of a maze as strings, one a passage: the solution pulled level, the branches hanging from it.

Source: プチコン3号 12日目: lay a string through every way, tie them in the middle of each room, take hold of
start and goal, and pull.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from retromaze.study.maze_measures import MazePlan, breadth_first, path_to

SPREADS = (8, 5, 3, 2, 1.5, 1)
"""The distances of strings that are tried, in steps, the largest first."""
Place = tuple[float, float]
"""Across and up (above 0) or down (below 0), in steps."""


@dataclass(frozen=True)
class TreeLayout:
    """A maze as strings.

    `solution`: the rooms from start to goal, or the start alone if no way leads to the goal.
    `places`: the place of each room that can be reached. The solution is at height 0, one step from room to
    room; each other room is as many steps above or below as it is steps away from the solution.
    `above`: the room that each other room hangs from. `cut`: the number of passages that close a circle.
    """

    solution: list[int]
    places: dict[int, Place]
    above: dict[int, int]
    cut: int


def pulled_straight(plan: MazePlan, aspect: float = 2.0) -> TreeLayout:
    """Returns the maze pulled at start and goal; branches hang up and down in turn, without crossing.

    Strings hang as far apart as possible in a field `aspect` times as wide as high; the rooms of the solution
    are always one step apart.
    """
    steps, previous = breadth_first(plan, plan.start)
    solution = path_to(previous, plan.goal) if plan.goal in steps else [plan.start]
    # the next room on a shortest way to the solution, for each room off it, the nearest first
    above = {room: higher for room, higher in breadth_first(plan, *solution)[1].items() if room != higher}
    offsets, widths = hang_offsets(above)
    # the first spacing that fits is taken; 1, the last one, in any case
    for spacing in SPREADS:
        spread = {room: spacing * far for room, far in offsets.items()}
        places = place_branches(solution, above, spread, widths, spacing)
        left, right, bottom, top = bounds(places.values())
        # narrow enough for the field, or no wider than the solution, which cannot be made narrower
        if right - left <= max(aspect * (top - bottom), len(solution) - 1):
            break
    # each passage is counted from both ends; a tree has one less than rooms
    passages = sum(len(plan.exits[room]) for room in steps) // 2
    return TreeLayout(solution, places, above, passages - len(steps) + 1)


def place_branches(
    solution: Sequence[int],
    above: dict[int, int],
    offsets: dict[int, float],
    widths: dict[int, int],
    spacing: float,
) -> dict[int, Place]:
    """Returns the places of all rooms if the strings of a branch are `spacing` steps apart.

    `offsets` has how far right of the room above it each room is, `widths` the strings of each branch.
    """
    places = {room: (float(column), 0.0) for column, room in enumerate(solution)}
    # the first rooms of the branches, from start to goal
    first_rooms = [room for room, higher in above.items() if higher in places]
    first_rooms.sort(key=lambda room: places[above[room]])
    # in turn below (-1) and above (1) the solution
    for sign, side in ((-1, first_rooms[::2]), (1, first_rooms[1::2])):
        branches = [(places[above[room]][0], (widths[room] - 1) * spacing + 1) for room in side]
        for room, across in zip(side, side_by_side(branches), strict=True):
            places[room] = across, sign
    for room, higher in above.items():
        if room not in places:
            across, height = places[higher]
            places[room] = across + offsets[room], height + (1 if height > 0 else -1)
    return places


def hang_offsets(above: dict[int, int]) -> tuple[dict[int, int], dict[int, int]]:
    """Returns how far to the right of the room above it each room hangs, and the width of each branch.

    The longest string of a room hangs straight down; the others hang to its right, the next longest first, as
    near as the strings before them allow. The width of a branch, by its first room, is the number of strings
    side by side.
    """
    below: dict[int, list[int]] = {}
    for room, higher in above.items():
        below.setdefault(higher, []).append(room)
    # For each room how far to the right it and the rooms below it reach, row by row, the lowest row first:
    # so a room is appended as a row above its longest string, without copying.
    reach: dict[int, list[int]] = {}
    offsets = dict.fromkeys(above, 0)
    # `above` has the nearest rooms first: all rooms below a room come before it
    for room in reversed(above):
        longest_first = sorted(below.get(room, ()), key=lambda each: -len(reach[each]))
        rows = reach.pop(longest_first[0]) if longest_first else []
        for other in longest_first[1:]:
            other_rows = reach.pop(other)
            # lists begin with the lowest row: both end with the row right below the room
            start = len(rows) - len(other_rows)
            offsets[other] = max(rows[start:]) + 1
            rows[start:] = [offsets[other] + row for row in other_rows]
        rows.append(0)
        reach[room] = rows
    # all others have been taken out by the room above them
    return offsets, {first_room: max(rows) + 1 for first_room, rows in reach.items()}


def side_by_side(branches: Sequence[tuple[float, float]]) -> list[float]:
    """Returns x of each branch, so that none overlaps the next, as near to their wanted places as possible.

    `branches` are (wanted place, width). It is the best by least squares: an isotonic regression, by pooling
    adjacent violators. Branches that would overlap become a group, which stands side by side around the mean
    of its wanted places.
    """
    # (place, size) of each group; places are less the width of all branches before, so that branches side by
    # side have the same place, and places must not fall from group to group
    groups: list[tuple[float, int]] = []
    shifts = [0.0]
    for wanted, width in branches:
        place, count = wanted - shifts[-1], 1
        # the group before would overlap: both become one group at their mean
        while groups and groups[-1][0] > place:
            other_place, other_count = groups.pop()
            total = count + other_count
            place, count = (place * count + other_place * other_count) / total, total
        groups.append((place, count))
        shifts.append(shifts[-1] + width)
    places = [place for place, count in groups for _ in range(count)]
    # the last shift is the width of all
    return [place + shift for place, shift in zip(places, shifts, strict=False)]


def bounds(places: Iterable[Place]) -> tuple[float, float, float, float]:
    """Returns the least and the greatest x, and the least and the greatest height."""
    across, heights = zip(*places, strict=True)
    return min(across), max(across), min(heights), max(heights)
