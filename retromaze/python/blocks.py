"""Goes through the blocks of statements: those of loops, branches and cases, whatever is inside what."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from retromaze.python.layout import Heading

Body = list[ast.stmt]
Loop = ast.For | ast.While


def holders(node: Heading) -> list[Any]:
    """What has a block inside a statement."""
    match node:
        case ast.For() | ast.While() | ast.If() | ast.With() | ast.FunctionDef() | ast.ClassDef():
            return [node]
        case ast.match_case():
            return [node]
        case ast.Match(cases=cases):
            return cases
    return []


def blocks_in(node: Heading) -> Iterator[Body]:
    """The blocks inside a statement."""
    for holder in holders(node):
        yield holder.body
        if other := getattr(holder, "orelse", None):
            yield other


def own_blocks(node: ast.stmt) -> Iterable[Body]:
    """Returns the blocks inside a statement, but for the body of a loop."""
    return [node.orelse] if isinstance(node, Loop) else blocks_in(node)


def headings(body: Iterable[ast.stmt]) -> Iterator[Heading]:
    """Whatever has a line of its own, in the order of the lines."""
    waiting: list[Iterator[Heading]] = [iter(body)]
    while waiting:
        node = next(waiting[-1], None)
        if node is None:
            waiting.pop()
            continue
        yield node
        match node:
            case ast.Match(cases=cases):
                waiting.append(iter(cases))
            case _:
                waiting += map(iter, reversed([*blocks_in(node)]))


def changed(body: Body, change: Callable[[Body], Body]) -> Body:
    """The statements with each block changed, the inner ones first."""
    for node in body:
        for block in blocks_in(node):
            block[:] = changed(block, change)
    return change(body)


def nodes_in(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Some nodes and all inside them but for signs, in any order: several times as fast as `ast.walk`."""
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        yield node
        for value in vars(node).values():
            if isinstance(value, ast.AST):
                if value._fields:
                    waiting.append(value)
            elif isinstance(value, list):
                waiting += [each for each in value if isinstance(each, ast.AST)]


def mentioned(nodes: Iterable[ast.AST]) -> set[str]:
    """The names in some nodes, but for those behind a dot."""
    return {node.id for node in nodes_in(nodes) if isinstance(node, ast.Name)}
