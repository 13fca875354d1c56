"""Graph algorithms: cycles, reachable nodes, what nodes gather from their successors, and disjoint groups."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)
V = TypeVar("V", bound=Hashable)
Graph = Mapping[T, Collection[T]]
"""The successors of each node."""


def cycles_of(graph: Graph[T]) -> dict[T, frozenset[T]]:
    """Returns, for each node on a cycle, the nodes of its strongly connected component."""
    cycles: dict[T, frozenset[T]] = {}
    for component in components_of(graph):
        # a node alone is on a cycle only if it leads to itself
        if len(component) > 1 or any(each in graph[each] for each in component):
            cycles.update(dict.fromkeys(component, component))
    return cycles


def components_of(graph: Graph[T]) -> Iterator[frozenset[T]]:
    """Yields the strongly connected components, each before those that it leads to (Kosaraju)."""
    visited: set[T] = set()
    order = [each for start in graph for each in postorder_from(start, graph, visited)]
    before = predecessors(graph)
    in_component: set[T] = set()
    for start in reversed(order):
        if start not in in_component:
            yield frozenset(postorder_from(start, before, in_component))


def predecessors(graph: Graph[T]) -> dict[T, set[T]]:
    """Returns, for each node, the nodes that lead to it."""
    found: dict[T, set[T]] = {node: set() for node in graph}
    for node, targets in graph.items():
        for target in targets:
            if target in graph:
                found[target].add(node)
    return found


def postorder_from(start: T, graph: Graph[T], visited: set[T]) -> Iterator[T]:
    """Yields the unvisited nodes reachable from `start`, each after its successors (post-order).

    They are added to `visited`. Successors that are not in the graph themselves are left out.
    """
    if start in visited:
        return
    visited.add(start)
    path = [(start, iter(graph.get(start, ())))]
    while path:
        current, rest = path[-1]
        following = next((each for each in rest if each not in visited and each in graph), None)
        if following is None:
            path.pop()
            yield current
        else:
            visited.add(following)
            path.append((following, iter(graph.get(following, ()))))


def reachable(start: Iterable[T], graph: Graph[T]) -> set[T]:
    """Returns the nodes that the start nodes lead to, and the start nodes themselves."""
    found = set(start)
    waiting = list(found)
    while waiting:
        new = set(graph.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found


def items_reachable(own: Mapping[T, Iterable[V]], graph: Graph[T]) -> dict[T, set[V]]:
    """Returns, for each node, its own items and the items of all nodes that can be reached from it."""
    found = {node: set(items) for node, items in own.items()}
    visited: set[T] = set()
    order = [each for start in graph for each in postorder_from(start, graph, visited)]
    grown = True  # on a cycle, one pass in post-order is not enough
    while grown:
        before = sum(map(len, found.values()))
        for node in order:
            found[node].update(*(found[each] for each in graph[node]))
        grown = sum(map(len, found.values())) > before
    return found


class Groups(Generic[T]):
    """Disjoint sets of items that are joined in pairs (union-find).

    `leaders` maps an item to another one of its group, nearer to the leader; a leader to itself.
    """

    def __init__(self) -> None:
        self.leaders: dict[T, T] = {}

    def leader(self, item: T) -> T:
        """Returns the item that stands for a group; a new item is a group of its own."""
        leaders = self.leaders
        leaders.setdefault(item, item)
        while leaders[item] != item:
            # halves the path, so that the next search is shorter
            leaders[item] = item = leaders[leaders[item]]
        return item

    def join(self, one: T, other: T) -> None:
        """Makes one group of the groups of two items."""
        self.leaders[self.leader(one)] = self.leader(other)

    def join_all(self, pairs: Iterable[tuple[T, T]]) -> None:
        """Makes one group of the groups of each pair of items."""
        for one, other in pairs:
            self.join(one, other)
