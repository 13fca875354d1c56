"""Walks over Python statements and their blocks (bodies, branches, cases)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeGuard

Body = list[ast.stmt]
Loop = ast.For | ast.While
Heading = ast.stmt | ast.match_case
"""A node that has a line of its own."""
FIELDS_WITH_BLOCKS: dict[type[ast.AST], tuple[str, ...]] = {
    **dict.fromkeys((ast.ClassDef, ast.FunctionDef, ast.With, ast.match_case), ("body",)),
    **dict.fromkeys((ast.For, ast.If, ast.While), ("body", "orelse")),
    ast.Match: ("cases",),
}
"""The fields of each kind of statement in which a port has blocks, or cases."""


def blocks_in(node: Heading) -> list[Body]:
    """Returns the blocks directly inside a statement; those of a `match` are its cases' bodies."""
    if isinstance(node, ast.Match):
        return [each.body for each in node.cases if each.body]
    return [block for name in FIELDS_WITH_BLOCKS.get(type(node), ()) if (block := getattr(node, name))]


def all_blocks(body: Body) -> list[Body]:
    """Returns a block and all blocks inside it, outer before inner."""
    found: list[Body] = []
    waiting = [body]
    while waiting:
        block = waiting.pop()
        found.append(block)
        for node in reversed(block):
            if type(node) in FIELDS_WITH_BLOCKS:
                waiting += reversed(blocks_in(node))
    return found


def index_of(block: Body, node: ast.stmt) -> int:
    """Returns the index of a statement in its block, found by identity."""
    return next(at for at, each in enumerate(block) if each is node)


LEAVING = (ast.Break, ast.Continue, ast.Return, ast.Raise)
"""The statements after which control does not go on with the next one of their block."""


def is_endless(node: ast.AST | None) -> TypeGuard[ast.While]:
    """Whether a statement is `while True:`."""
    return isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value is True


def targets_and_values(node: ast.stmt) -> list[tuple[ast.expr, ast.expr]]:
    """Returns each target of an assignment with its value: two for `x, y = 1, 2`; [] for other statements."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            return [*zip(targets, values, strict=True)]
        case ast.Assign(targets=targets, value=value):
            return [(each, value) for each in targets]
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            return [(target, value)]
    return []


def non_loop_blocks(node: ast.stmt) -> Iterable[Body]:
    """Returns the blocks inside a statement in which `break` and `continue` mean the loop around it."""
    return [node.orelse] if isinstance(node, Loop) else blocks_in(node)


def statements_and_cases(body: Iterable[ast.stmt]) -> list[Any]:
    """Returns every statement and case, however deep, in the order of their lines."""
    found: list[Heading] = []
    waiting: list[Any] = [*body][::-1]
    while waiting:
        node = waiting.pop()
        found.append(node)
        for name in reversed(FIELDS_WITH_BLOCKS.get(type(node), ())):
            waiting += reversed(getattr(node, name))
    return found


def statement_count(body: Body) -> int:
    """Returns the number of statements and cases in a block, inner blocks included."""
    return len(statements_and_cases(body))


def map_blocks(body: Body, change: Callable[[Body], Body]) -> Body:
    """Replaces each block in `body` by the result of `change`, inner blocks first; returns `change(body)`."""
    for node in body:
        if type(node) in FIELDS_WITH_BLOCKS:
            for block in blocks_in(node):
                block[:] = map_blocks(block, change)
    return change(body)


NODELESS = {
    *("arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "kwd_attrs", "level", "module"),
    *("name", "op", "ops", "rest", "simple", "type_comment", "type_ignores"),
}
"""The fields of Python's nodes that hold no nodes, or only operators."""
NODELESS_KINDS = (ast.Constant, ast.MatchSingleton, ast.Global, ast.Nonlocal)
"""The kinds of nodes with no other nodes in fields of other names, such as `value` of a constant."""


class _FieldsWithNodes(dict[type[ast.AST], list[str]]):
    """Maps each kind of node to the fields in which it has other nodes except operators."""

    def __missing__(self, kind: type[ast.AST]) -> list[str]:
        names = [] if kind in NODELESS_KINDS else [name for name in kind._fields if name not in NODELESS]
        return self.setdefault(kind, names)


FIELDS_WITH_NODES = _FieldsWithNodes()


def nodes_in(nodes: Iterable[ast.AST]) -> list[ast.AST]:
    """Returns nodes and all nodes inside them except operators, in any order; faster than `ast.walk`."""
    found = list(nodes)
    for node in found:  # which grows meanwhile
        for name in FIELDS_WITH_NODES[type(node)]:
            value = getattr(node, name, None)
            if type(value) is list:
                found += value
            elif value is not None:
                found.append(value)
    return found


def is_literal(value: ast.expr) -> bool:
    """Whether an expression is a constant (a number, a text, True, None), or one with a minus before it."""
    match value:
        case ast.Constant() | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return True
    return False


def has_call(node: ast.AST) -> bool:
    """Whether an expression calls anything."""
    return ast.Call in map(type, nodes_in([node]))


def called_method_without_arguments(node: ast.stmt) -> str:
    """Returns the method's name of `self.method()` or `x = self.method()`; "" for other statements."""
    match node.value if isinstance(node, ast.Expr | ast.Assign) else None:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name), args=[]):
            return name
    return ""


def is_self_attribute(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Whether a node is an attribute of `self`."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def attributes_in(node: ast.AST, *, stored: bool = False) -> set[str]:
    """Returns the attributes of `self` in a node, methods too; if `stored`, only those that it sets."""
    found = [each for each in nodes_in([node]) if isinstance(each, ast.Attribute) and is_self_attribute(each)]
    return {each.attr for each in found if not stored or isinstance(each.ctx, ast.Store)}


PURE = (ast.Name, ast.Constant, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.List, ast.Tuple)
"""The nodes of values that cannot fail: a division may be by zero, a subscript out of range."""


def is_pure(value: ast.expr) -> bool:
    """Whether computing a value has no effect and cannot fail."""
    for each in nodes_in([value]):
        if isinstance(each, ast.BinOp):
            if not isinstance(each.op, ast.Add | ast.Sub | ast.Mult):
                return False
        elif not (isinstance(each, PURE) or is_self_attribute(each) or is_clock(each)):
            return False
    return True


def is_clock(node: ast.AST) -> bool:
    """Whether a node is `machine.frame`, an attribute of the machine whose reading has no effect."""
    match node:
        case ast.Attribute(value=ast.Name(id="machine"), attr="frame"):
            return True
    return False


def has_method_call(nodes: Iterable[ast.AST]) -> bool:
    """Whether nodes call a method of `self`, which may use any attribute."""
    calls = [each for each in nodes_in(nodes) if isinstance(each, ast.Call)]
    return any(is_self_attribute(each.func) for each in calls)


def mention_count(nodes: Iterable[ast.AST], name: str) -> int:
    """Returns how often nodes mention a local variable."""
    return len([node for node in nodes_in(nodes) if isinstance(node, ast.Name) and node.id == name])


def store_count(nodes: Iterable[ast.AST], name: str) -> int:
    """Returns how often nodes store into a local variable."""
    names = (node for node in nodes_in(nodes) if isinstance(node, ast.Name) and node.id == name)
    return sum(isinstance(node.ctx, ast.Store) for node in names)


def mentioned_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Returns the names in nodes; attributes (names after a dot) are left out."""
    return {node.id for node in nodes_in(nodes) if type(node) is ast.Name}


def names_in(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yields all names in nodes: of variables, parameters, functions, classes, and attributes of `self`."""
    for node in nodes_in(nodes):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name):
                yield name
            case ast.Attribute(attr=name) if is_self_attribute(node):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
