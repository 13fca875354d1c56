"""Moves what a method sets first to `__init__`, where the attributes of its object begin with it.

`self.row = []` in `__init__` and `self.row = [0] * 9` at the top of `run` become the second one, in
`__init__`. Only values made of constants, and of attributes that are settled by then, are moved; after
a loop, a test or a call only those of constants, for attributes that none of these mentions.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from copy import deepcopy
from itertools import pairwise

from retromaze.python.blocks import (
    blocks_in,
    calls_method,
    is_attribute,
    mentioned,
    nodes_in,
    stored_values,
)
from retromaze.python.fragments import LOAD, expr
from retromaze.python.layout import in_place_of
from retromaze.python.printer import expression

SAFE = {"min", "max", "abs", "range"}
"""Functions that always have a value for numbers."""


def initialize(init: ast.FunctionDef, methods: Sequence[ast.FunctionDef]) -> None:
    """Moves assignments of attributes from the top of the first method to the end of `__init__`.

    That method is the first that is called of an object, and called once. `__init__` sets each attribute
    once; it goes without those that only keep a parameter for what it sets itself.
    """
    types = dict(each for node in init.body for each in attribute_types(node, init))
    kept = {f"self.{each.arg}" for each in init.args.args} & types.keys()
    settled = set(kept)
    fresh = types.keys() - settled
    first, moved = methods[0], []
    by_name = {f"self.{each.name}": each for each in methods}
    reached: set[str] = set()
    for node, following in pairwise([*first.body, ast.Pass()]):
        names = targets_of(node)
        counts = isinstance(following, ast.While) and names & attributes_in(following.test)
        if names and names <= fresh and not counts and (own := as_first(node, types, settled)):
            init.body = [each for each in init.body if not targets_of(each) & names]
            moved.append(Parameters(kept).visit(deepcopy(own)))
            first.body.remove(node)
            settled |= names
        elif [*blocks_in(node)] or calls_method([node]):
            settled = set()  # behind a test of a size, nothing is made by that size before the test
        else:
            settled -= attributes_in(node, stored=True)
        fresh -= newly_reached(node, by_name, reached)
    vain = {f"self.{name}" for name in mentioned(moved)} & kept - set().union(*map(attributes_in, methods))
    init.body = [each for each in init.body if not targets_of(each) & vain] + moved


class Parameters(ast.NodeTransformer):
    """Names parameters instead of the attributes that keep them."""

    def __init__(self, kept: set[str]) -> None:
        self._kept = kept

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """`w` for `self.w`."""
        return ast.Name(node.attr, LOAD) if expression(node) in self._kept else node


def targets_of(node: ast.stmt) -> set[str]:
    """The attributes that an assignment sets; none where it sets anything else."""
    match node:
        case ast.AnnAssign(target=place) if node.value is not None:
            places: list[ast.expr] = [place]
        case ast.Assign(targets=targets):
            places = [each for place in targets for each in getattr(place, "elts", [place])]
        case _:
            return set()
    return {expression(each) for each in places} if all(map(is_attribute, places)) else set()


def attributes_in(node: ast.AST, *, stored: bool = False) -> set[str]:
    """The attributes in a statement; if `stored`, only those that it sets."""
    found = (each for each in nodes_in([node]) if isinstance(each, ast.Attribute) and is_attribute(each))
    return {expression(each) for each in found if not stored or isinstance(each.ctx, ast.Store)}


def newly_reached(node: ast.AST, methods: Mapping[str, ast.AST], reached: set[str]) -> set[str]:
    """The attributes in a statement and in all methods that its calls lead to, but `reached` ones.

    They are added to these, so that each method is looked through once.
    """
    found: set[str] = set()
    waiting = [node]
    while waiting:
        mentions = attributes_in(waiting.pop()) - reached
        found |= mentions
        reached |= mentions
        waiting += [methods[each] for each in mentions & methods.keys()]
    return found


def attribute_types(node: ast.stmt, init: ast.FunctionDef) -> list[tuple[str, str]]:
    """The attributes that a statement of `__init__` sets, and their types."""
    match node:
        case ast.AnnAssign(target=place, annotation=annotation):
            return [(expression(place), expression(annotation))]
        case ast.Assign(targets=[place], value=ast.Name(id=name)):
            given = (each.annotation for each in init.args.args if each.arg == name)
            return [(expression(place), expression(each)) for each in given if each]
        case ast.Assign(targets=[place], value=ast.Constant(value=value)):
            return [(expression(place), type(value).__name__)]
    return []


def as_first(node: ast.stmt, types: dict[str, str], settled: set[str]) -> ast.stmt | None:
    """The statement as `__init__` has it, typed where a checker finds another; None if it has to stay."""
    pairs = stored_values(node)
    if not pairs or not all(is_settled(value, settled) for _, value in pairs):
        return None
    if isinstance(node, ast.AnnAssign) or all(
        type_of(value, types) == types[expression(place)] for place, value in pairs
    ):
        return node
    if len(pairs) > 1:
        return None
    place, value = pairs[0]
    assert isinstance(place, ast.Attribute)
    found = ast.AnnAssign(place, expr(types[expression(place)]), value, 0)
    return in_place_of(node, found)


def is_settled(value: ast.expr, settled: set[str]) -> bool:
    """Whether a value is made of constants and settled attributes, and cannot fail."""
    found = [each for each in nodes_in([value]) if isinstance(each, ast.expr)]
    local = {each.id for each in found if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    for node in found:
        match node:
            case ast.Constant() | ast.List() | ast.Tuple() | ast.ListComp() | ast.UnaryOp():
                known = True
            case ast.Name(id=name):
                known = name.isupper() or name in {"self", *SAFE, *local}
            case ast.Attribute():
                known = expression(node) in settled
            case ast.Call(func=function):
                known = isinstance(function, ast.Name)
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod(), right=right):
                known = isinstance(right, ast.Constant) and bool(right.value)
            case ast.BinOp(op=operator):
                known = isinstance(operator, ast.Add | ast.Sub | ast.Mult)
            case _:
                known = False
        if not known:
            return False
    return True


def type_of(value: ast.expr, types: dict[str, str]) -> str:
    """The type that a checker finds for such a value by itself, "" if it may be another one."""
    match value:
        case ast.Constant():
            return type(value.value).__name__
        case ast.Attribute():
            return types.get(expression(value), "")
        case ast.UnaryOp(op=ast.USub(), operand=one) | ast.BinOp(left=ast.List() as one):
            return type_of(one, types)
        case ast.List(elts=items):
            inner = common_type(items, types)
            return f"list[{inner}]" if inner else ""
        case ast.ListComp(elt=element):
            inner = type_of(element, types)
            return f"list[{inner}]" if inner else ""
        case ast.BinOp(left=left, right=right):
            return common_type([left, right], types)
        case ast.Call(func=ast.Name(id="min" | "max"), args=args):
            return common_type(args, types)
    return ""


def common_type(values: list[ast.expr], types: dict[str, str]) -> str:
    """The common type of all values, "" if their types differ."""
    found = {type_of(each, types) for each in values}
    return found.pop() if len(found) == 1 else ""
