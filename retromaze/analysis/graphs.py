"""Graph algorithms: the cycles of a graph, and its nodes in the order in which a walk ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Set
from typing import TypeVar

T = TypeVar("T", bound=Hashable)
Graph = Mapping[T, Set[T]]


def cycles_of(followers: Graph[T]) -> dict[T, frozenset[T]]:
    """For each node that leads back to itself, all nodes on such a way round with it."""
    order: list[T] = []
    seen: set[T] = set()
    for start in followers:
        order.extend(finished_from(start, followers, seen))
    leaders: dict[T, set[T]] = defaultdict(set)
    for node, targets in followers.items():
        for target in targets & followers.keys():
            leaders[target].add(node)
    cycles: dict[T, frozenset[T]] = {}
    placed: set[T] = set()
    for start in reversed(order):
        component = frozenset(finished_from(start, leaders, placed))
        if len(component) > 1 or (component and start in followers[start]):
            cycles.update(dict.fromkeys(component, component))
    return cycles


def finished_from(start: T, graph: Graph[T], seen: set[T]) -> Iterator[T]:
    """Nodes reachable from `start` and not seen yet, each after all it leads to."""
    if start in seen:
        return
    seen.add(start)
    path = [(start, iter(graph.get(start, ())))]
    while path:
        current, rest = path[-1]
        following = next((each for each in rest if each not in seen and each in graph), None)
        if following is None:
            path.pop()
            yield current
        else:
            seen.add(following)
            path.append((following, iter(graph.get(following, ()))))
