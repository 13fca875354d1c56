"""Measurements for a survey: all of a maze, or the one that a claim needs, which is quicker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from retromaze.ports.mazes import Blocks, article_walk, knock_holes
from retromaze.ports.mazes.draws import Draws, draws
from retromaze.study.bias import tree_number
from retromaze.study.kinds import make
from retromaze.study.measures import flood, measure, walk
from retromaze.study.plan import MazePlan, plan_of

Probe = Literal["measures", "reach", "goal", "right hand", "walker", "tree"]

TARGETS = 3
"""Places that the walker of <テキスト19> goes to, one after the other."""


@dataclass(frozen=True, slots=True)
class Reachability:
    """How far one comes from the start: rooms there are, those that are closed, the steps to the farthest."""

    rooms: int
    closed: int
    farthest: int
    solved: bool
    """Whether a way leads to the goal."""


@dataclass(frozen=True, slots=True)
class Goal:
    """How good a goal is, in a maze where it can be reached."""

    rooms: int
    steps: int
    """From the start to the goal."""
    farthest: int
    """From the start to the room farthest away."""
    behind: int
    """Rooms that no way leads to but through the goal, where the game is over."""


@dataclass(frozen=True, slots=True)
class Tour:
    """A walk by a rule: its steps, those of the shortest way, whether it ends, else its circle."""

    steps: int
    shortest: int
    ends: bool
    circle: int = 0


def reach(plan: MazePlan) -> Reachability:
    """How far one comes."""
    steps, _ = walk(plan, plan.start)
    return Reachability(len(plan.ways), len(plan.ways) - len(steps), max(steps.values()), plan.goal in steps)


def goal(plan: MazePlan) -> Goal:
    """How good the goal is, which must be reachable."""
    steps, _ = walk(plan, plan.start)
    before = len(flood(plan, plan.start, {plan.goal}))
    return Goal(len(plan.ways), steps[plan.goal], max(steps.values()), len(steps) - 1 - before)


def right_hand(plan: MazePlan) -> Tour:
    """A walk to the goal with the right hand on the wall, facing north (270 degrees) at first."""
    room, heading = plan.start, 270
    shortest = walk(plan, room)[0][plan.goal]
    been: set[tuple[int, int]] = set()
    while room != plan.goal:
        if (room, heading) in been:
            return Tour(len(been), shortest, ends=False)
        been.add((room, heading))
        # the way furthest to the right; straight back comes last
        ahead = heading
        room, heading = max(plan.ways[room], key=lambda way: (way[1] - ahead + 180) % 360)
    return Tour(len(been), shortest, ends=True)


def broken_walk(maze: Blocks, holes: int, chance: Draws) -> Tour:
    """The walk of the article's walker to rooms drawn, in a maze of blocks with so many walls broken."""
    knock_holes(maze, holes, rng=chance)
    columns, rows = maze.width // 2, maze.height // 2
    targets = [
        (2 * chance.below(rows) + 1) * maze.width + 2 * chance.below(columns) + 1 for _ in range(TARGETS)
    ]
    found = article_walk(maze, targets)
    return Tour(len(found.steps), 0, found.ends, found.circle)


def of_plan(ask: Callable[[MazePlan], Any]) -> Callable[..., Any]:
    """A probe that needs nothing but the plan of a maze; holes are not for it."""

    def probe(kind: str, width: int, height: int, holes: int, seed: int) -> Any:
        return ask(plan_of(make(kind, width, height, seed)))

    return probe


def walker(kind: str, width: int, height: int, holes: int, seed: int) -> Tour:
    """The article's walker in a maze of blocks; holes and targets are drawn by a seed of their own."""
    maze = make(kind, width, height, seed)
    if not isinstance(maze, Blocks):
        raise TypeError(f"the walker walks among blocks, not in {kind}")
    return broken_walk(maze, holes, draws(2**32 - seed, None))


PROBES: Mapping[Probe, Callable[..., Any]] = {
    "measures": of_plan(measure),
    "reach": of_plan(reach),
    "goal": of_plan(goal),
    "right hand": of_plan(right_hand),
    "walker": walker,
    "tree": of_plan(tree_number),
}
