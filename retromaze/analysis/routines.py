"""Divides the main program into functions: one for its start, one for the code that each GOSUB reaches.

What control can reach from a GOSUB's label without a further GOSUB is a Python function of its own if the
main program cannot get there too; where reaches overlap they share one function that is told where to enter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from retromaze.analysis.jumps import JumpPlan, Part, parts_of, targets
from retromaze.analysis.switches import all_jumps


@dataclass(eq=False)
class GosubReach:
    """Parts of the main program that become one Python function, in source order.

    `entries` gives the position among them of each label that is entered by GOSUB.
    """

    parts: list[Part]
    entries: dict[str, int] = field(default_factory=dict)
    is_start: bool = False


def reaches(plan: JumpPlan) -> list[GosubReach]:
    """The functions of the main program, the one it starts with first."""
    parts = parts_of(plan.body, plan.live)
    positions = {part.label: number for number, part in enumerate(parts) if part.label}
    roots = [0, *sorted(positions[name] for name in plan.entries)]
    result: list[GosubReach] = []
    for chosen in connected_groups(ways(parts, positions, roots)):
        entries = {
            parts[number].label: at for at, number in enumerate(chosen) if parts[number].label in plan.entries
        }
        result.append(GosubReach([parts[number] for number in chosen], entries, chosen[0] == 0))
    return result


def ways(parts: list[Part], positions: dict[str, int], roots: list[int]) -> dict[int, list[int]]:
    """The parts control can come to from the roots, each with those it goes on to."""
    found: dict[int, list[int]] = {}
    everywhere = iter(range(len(parts)))
    waiting = list(roots)
    while waiting:
        number = waiting.pop()
        if number not in found and number < len(parts):
            found[number] = list(followers(parts, positions, number, everywhere))
            waiting.extend(found[number])
    return found


def followers(
    parts: list[Part], positions: dict[str, int], number: int, everywhere: Iterator[int]
) -> Iterator[int]:
    """Where a part goes on; the first jump to a computed label leads everywhere, the others only to it."""
    part = parts[number]
    if not part.closed:
        yield number + 1
    for jump in all_jumps(part.steps):
        if jump is None:
            yield 0
            yield from everywhere
        else:
            yield from (positions[name] for name in targets(jump) if name in positions)


def connected_groups(ways: dict[int, list[int]]) -> list[list[int]]:
    """The numbers in groups: those that a way leads between, in either direction, are together."""
    leaders = {number: number for number in ways}

    def leader(number: int) -> int:
        while leaders[number] != number:
            leaders[number] = number = leaders[leaders[number]]
        return number

    for number, following in ways.items():
        for each in following:
            if each in ways:
                low, high = sorted((leader(number), leader(each)))
                leaders[high] = low
    groups: dict[int, list[int]] = {}
    for number in sorted(ways):
        groups.setdefault(leader(number), []).append(number)
    return list(groups.values())
