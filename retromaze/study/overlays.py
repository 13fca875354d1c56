"""Overlays for the picture of a maze: solution, distances, dead ends, rivers, strings, tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from retromaze.errors import UsageError
from retromaze.study.measures import dead_ends, walk, way_back
from retromaze.study.paper import SOLUTION, STRING
from retromaze.study.plan import MazePlan

OVERLAYS = {
    "solution": "the shortest way from start to goal",
    "distance": "each room in the color of its steps from the start",
    "dead-ends": "rooms with one way out",
    "river": "rooms with two ways out, as streams",
    "strings": "a string through every way, knotted in each room",
    "tree": "the maze pulled straight at start and goal",
}

DEAD_END, RIVER, CLOSED, START, GOAL = "#e8710a", "#1a73e8", "#bdc1c6", "#188038", "#9334e6"
NEAR_TO_FAR = ((255, 255, 229), (255, 227, 145), (173, 221, 142), (65, 182, 196), (34, 94, 168), (37, 37, 94))

Mark = Literal["line", "dot", "fill", "ramp"]


@dataclass(frozen=True, slots=True)
class LegendKey:
    """A line of the legend: how something is drawn, its color, and what it is, with its number."""

    mark: Mark
    color: str
    text: str


@dataclass(frozen=True)
class Layers:
    """What is drawn over a maze; rooms by their number in its plan, empty where it was not asked for."""

    colors: dict[int, str]
    solution: Sequence[int] = ()
    dead_ends: Sequence[int] = ()
    rivers: Sequence[int] = ()
    strings: Sequence[tuple[int, int]] = ()
    """The passages, each once: the two rooms that it joins."""
    keys: list[LegendKey] = field(default_factory=list)


def chosen_overlays(names: Sequence[str]) -> list[str]:
    """The overlays that these words name, each once; several in a word are parted by commas.

    Raises UsageError for unknown ones.
    """
    found = [name for word in names for name in word.split(",")]
    for name in found:
        if name not in OVERLAYS:
            raise UsageError(f"no overlay is called {name!r}; there are {', '.join(OVERLAYS)}")
    return list(dict.fromkeys(found))


def layers(plan: MazePlan, overlays: Sequence[str]) -> Layers:
    """What these overlays show of a maze, and its legend. Strings and tree show the solution as well."""
    steps, before = walk(plan, plan.start)
    wanted = {*overlays, *(["solution"] if {"strings", "tree"} & {*overlays} else [])}
    solution = way_back(before, plan.goal) if "solution" in wanted and plan.goal in steps else []
    farthest = max(steps.values())
    shades = {room: ramp(far / (farthest or 1)) for room, far in steps.items()}
    colors = shades if "distance" in wanted else {}
    colors.update((room, CLOSED) for room in range(len(plan.ways)) if room not in steps)
    made = Layers(
        colors=colors,
        solution=solution,
        dead_ends=dead_ends(plan, steps) if "dead-ends" in wanted else [],
        rivers=[room for room in steps if len(plan.ways[room]) == 2] if "river" in wanted else [],
        strings=passages(plan) if "strings" in wanted else [],
    )
    made.keys.extend(keys(made, wanted, farthest, len(plan.ways) - len(steps)))
    return made


def passages(plan: MazePlan) -> list[tuple[int, int]]:
    """The two rooms of each passage, the lower number first."""
    return [(room, other) for room, ways in enumerate(plan.ways) for other, _ in ways if room < other]


def keys(made: Layers, wanted: set[str], farthest: int, closed: int) -> Iterator[LegendKey]:
    """The legend of these layers."""
    yield LegendKey("dot", START, "start")
    yield LegendKey("dot", GOAL, "goal")
    if "solution" in wanted:
        steps = f"{len(made.solution) - 1} steps" if made.solution else "none"
        yield LegendKey("line", SOLUTION, f"solution: {steps}")
    if "distance" in wanted:
        yield LegendKey("ramp", "", f"0 to {farthest} steps from the start")
    if "dead-ends" in wanted:
        yield LegendKey("dot", DEAD_END, f"dead ends: {len(made.dead_ends)}")
    if "river" in wanted:
        yield LegendKey("line", RIVER, f"river: {len(made.rivers)} rooms")
    if "strings" in wanted:
        yield LegendKey("line", STRING, f"strings: {len(made.strings)} from room to room")
    if closed:
        yield LegendKey("fill", CLOSED, f"closed rooms: {closed}")


def ramp(share: float) -> str:
    """The color of a share from 0 (near) to 1 (far)."""
    at, part = divmod(share * (len(NEAR_TO_FAR) - 1), 1)
    near = NEAR_TO_FAR[int(at)]
    far = NEAR_TO_FAR[min(int(at) + 1, len(NEAR_TO_FAR) - 1)]
    return "#{:02x}{:02x}{:02x}".format(*(round(a + (b - a) * part) for a, b in zip(near, far, strict=True)))
