"""Makes one method of several that differ in their names alone, or in the types of numbers that they take.

A DEF that is called with Integers here and Reals there is written once for each; often both say the same.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from copy import deepcopy

from retromaze.python.blocks import headings, is_attribute
from retromaze.python.fragments import LOAD
from retromaze.python.printer import expression

NUMBERS = ("bool", "int", "float")
"""Types of numbers, each of which a checker takes for the next one."""


def without_copies(methods: Sequence[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """The methods without those that say what an earlier one says, whose name is called instead."""
    kept: list[ast.FunctionDef] = []
    alike: dict[tuple[object, ...], list[ast.FunctionDef]] = {}
    names: dict[str, str] = {}
    for method in methods:
        others = alike.setdefault(content(method), [])
        for other in others:
            wide = [wider(*each) for each in zip(other.args.args, method.args.args, strict=True)]
            if all(wide):
                other.args.args = [ast.arg(each.arg, each.annotation) for each in wide if each]
                names[method.name] = other.name
                break
        else:
            others.append(method)
            kept.append(method)
    if not names:
        return kept
    # names are renamed in copies, for parts of trees belong to several
    return without_copies([Renamed(names).visit(deepcopy(each)) for each in kept])


def content(method: ast.FunctionDef) -> tuple[object, ...]:
    """Returns the parts of a method that copies share: parameter count, docstrings, result, statements."""
    # nodes do not have the docstring as a statement
    documents = [repr(getattr(each, "document", None)) for each in headings(method.body)]
    said = [ast.dump(each) for each in (method.returns, *method.body) if each]
    return (len(method.args.args), *documents, *said)


def wider(one: ast.arg, other: ast.arg) -> ast.arg | None:
    """The parameter that takes what either takes; None if there is none."""
    types = [expression(each.annotation) if each.annotation else "" for each in (one, other)]
    if one.arg != other.arg or (types[0] != types[1] and not {*types} <= {*NUMBERS}):
        return None
    return one if types[0] == types[1] or NUMBERS.index(types[0]) > NUMBERS.index(types[1]) else other


class Renamed(ast.NodeTransformer):
    """Calls methods of the object by other names."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """`self.cell` for `self.cell_2`."""
        node.value = self.visit(node.value)
        if is_attribute(node) and node.attr in self._names:
            return ast.Attribute(node.value, self._names[node.attr], LOAD)
        return node
