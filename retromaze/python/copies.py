"""Makes one method of several that differ in their names alone, or in the types of numbers that they take.

A DEF that is called with Integers here and Reals there is written once for each; often both say the same.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from retromaze.python.blocks import headings
from retromaze.python.fragments import renamed
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
                names[f"self.{method.name}"] = f"self.{other.name}"
                break
        else:
            others.append(method)
            kept.append(method)
    if not names:
        return kept
    return without_copies([renamed(each, names) for each in kept])


def content(method: ast.FunctionDef) -> tuple[object, ...]:
    """Returns the parts of a method that copies share: parameter count, docstrings, result, statements."""
    # nodes do not have the docstring as a statement
    documents = [repr(getattr(each, "document", None)) for each in headings(method.body)]
    said = [ast.dump(each) for each in (method.returns, *method.body) if each]
    return (len(method.args.args), *documents, *said)


def wider(one: ast.arg, other: ast.arg) -> ast.arg | None:
    """The parameter with the wider type, of two with one name; None if neither type includes the other."""
    types = [expression(each.annotation) if each.annotation else "" for each in (one, other)]
    if one.arg != other.arg or (types[0] != types[1] and not {*types} <= {*NUMBERS}):
        return None
    return one if types[0] == types[1] or NUMBERS.index(types[0]) > NUMBERS.index(types[1]) else other
