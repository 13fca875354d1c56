"""Writes PRINT: an item is printed before the next is evaluated, where that can be observed.

Each row of `side_effects.printed_rows` is one call. An item that may fail is evaluated within a `try` that
prints the text before it.
Unverified: that the machine goes from item to item; it does so at a comma (language reference, 4.2).
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from retromaze.analysis.declared import called_form
from retromaze.analysis.kinds import Type
from retromaze.analysis.side_effects import RowEnd, printed_rows
from retromaze.builtins.registry import VARIABLES
from retromaze.compiler.calls import is_in_range
from retromaze.compiler.strings import is_short_repetition
from retromaze.compiler.syntax import AstBuilder, Code
from retromaze.language import nodes
from retromaze.language.nodes import Expression, every

if TYPE_CHECKING:
    from retromaze.compiler.expressions import Expressions

DIVISIONS = {"/", "DIV", "MOD"}
"""The only operators that may fail for numbers."""


def print_statement(e: Expressions, at: AstBuilder, step: nodes.Print) -> Code:
    """The code of PRINT; a comma is a call of its own, because the next place depends on the cursor."""
    code: Code = []
    rows = printed_rows(step, e.unit.scope, e.unit.compilation.variants, lambda item: e.kind(item).is_number)
    for row in rows:
        code += printed_row(e, at, row.items, "\n" if row.end is RowEnd.LINE else "")
        if row.end is RowEnd.TAB:
            code.append(at.expression(at.call("tab")))
    return code


def printed_row(e: Expressions, at: AstBuilder, row: list[Expression], end: str) -> Code:
    """Prints items of which only the first may read the console."""
    if not row and not end:
        return []
    ends = [] if end else [at.constant("")]
    groups: list[list[Expression]] = [[]]
    for item in row:
        # only the first item of a group may fail
        if groups[-1] and can_fail(e, item):
            groups.append([])
        groups[-1].append(item)
    if len(groups) < 2:
        return [at.expression(at.call("print_", joined_text(e, at, row), *ends))]
    added = [at.update("text", "+", joined_text(e, at, group)) for group in groups[1:]]
    shown = at.expression(at.call("print_", at.name("text"), at.constant("")))
    return [
        at.assign("text", joined_text(e, at, groups[0])),
        at.attempt(added, [shown, at.fail()]),
        at.expression(at.call("print_", at.name("text"), *ends)),
        # else the function would keep a text as long as the memory alive
        at.assign("text", at.constant("")),
    ]


def joined_text(e: Expressions, at: AstBuilder, items: list[Expression]) -> ast.expr:
    """The text of some items."""
    if len(items) == 1 and e.kind(items[0]).type is Type.STRING:
        return e.printed(items[0])
    return at.joined([e.printed(item) for item in items]) if items else at.constant("")


def can_fail(e: Expressions, item: Expression) -> bool:
    """Whether evaluating an item may end in an error."""
    if isinstance(item, nodes.String | nodes.LabelText):
        return False
    if isinstance(item, nodes.Name) and e.kind(item).type is Type.STRING:
        return False
    inside = list(every(item))
    if is_short_repetition(e, item):
        inside = [node for node in inside if e.kind(node).is_number]
    return not all(is_safe(e, node) for node in inside)


def is_safe(e: Expressions, node: Expression) -> bool:
    """Whether a node of an expression is a number and cannot fail, once the nodes below it are evaluated."""
    if not e.kind(node).is_number:
        return False
    match node:
        case nodes.Number():
            return True
        case nodes.Name(name=name):
            return e.unit.scope.find(name) is not None or name in VARIABLES
        case nodes.Unary(operator=operator) | nodes.Binary(operator=operator):
            return operator not in DIVISIONS
        case nodes.Function():
            form = None if node.name in e.unit.compilation.variants else called_form(node)
            if form is None or form.fails:
                return False
            for position, argument in enumerate(node.arguments):
                parameter = form.at(position)
                if parameter is None or argument is None:
                    return False
                kind = e.kind(argument)
                if parameter.kind in {"int", "coordinate"}:
                    fits = kind.fits_integer
                else:
                    fits = kind.is_number and parameter.kind in {"float", "number"}
                if not fits or (parameter.range and not is_in_range(e, argument, parameter.range)):
                    return False
            return True
        case _:
            return False
