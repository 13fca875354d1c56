"""Merges methods that differ only in their names, or in the types of numbers that they take.

A DEF that is called with Integers and with Reals is written as one method for each; often both are the same.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from retromaze.python.blocks import statements_and_cases
from retromaze.python.fragments import with_names_replaced
from retromaze.python.printer import expression_text

NUMBERS = ("bool", "int", "float")
"""Types of numbers, each of which a checker takes for the next one."""


def without_duplicate_methods(methods: Sequence[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Returns the methods without copies of earlier ones; calls of a copy become calls of the first one."""
    kept: list[ast.FunctionDef] = []
    by_content: dict[tuple[object, ...], list[ast.FunctionDef]] = {}
    names: dict[str, str] = {}
    for method in methods:
        originals = by_content.setdefault(comparable_content(method), [])
        for original in originals:
            parameters = [
                wider_parameter(*each) for each in zip(original.args.args, method.args.args, strict=True)
            ]
            if all(parameters):
                original.args.args = [ast.arg(each.arg, each.annotation) for each in parameters if each]
                names[f"self.{method.name}"] = f"self.{original.name}"
                break
        else:
            originals.append(method)
            kept.append(method)
    if not names:
        return kept
    # methods that call the merged ones may be equal now
    return without_duplicate_methods([with_names_replaced(each, names) for each in kept])


def comparable_content(method: ast.FunctionDef) -> tuple[object, ...]:
    """Returns the parts of a method that copies share: parameter count, docstrings, result, statements."""
    # nodes do not have the docstring as a statement
    documents = [repr(getattr(each, "document", None)) for each in statements_and_cases(method.body)]
    statements = [ast.dump(each) for each in (method.returns, *method.body) if each]
    return (len(method.args.args), *documents, *statements)


def wider_parameter(first: ast.arg, second: ast.arg) -> ast.arg | None:
    """Returns the parameter with the wider type, of two with one name; None if neither includes the other."""
    types = [expression_text(each.annotation) if each.annotation else "" for each in (first, second)]
    if first.arg != second.arg or (types[0] != types[1] and not {*types} <= {*NUMBERS}):
        return None
    return first if types[0] == types[1] or NUMBERS.index(types[0]) > NUMBERS.index(types[1]) else second
