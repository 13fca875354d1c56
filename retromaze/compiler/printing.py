"""Writes PRINT: an item is printed before the next is evaluated, where that can be observed.

Each row of `side_effects.printed_rows` is one call. An item that may fail is evaluated within a `try` that
prints the text before it.
Unverified: that the machine goes from item to item; it does so at a comma (language reference, 4.2).
"""

from __future__ import annotations

import ast

from retromaze.analysis.declared import called_form
from retromaze.analysis.kinds import Type
from retromaze.analysis.side_effects import RowEnd, printed_rows
from retromaze.builtins.form import Parameter
from retromaze.builtins.registry import VARIABLES
from retromaze.compiler.calls import is_in_range
from retromaze.compiler.expressions import Expressions
from retromaze.compiler.joining import is_short_repetition
from retromaze.compiler.syntax import At
from retromaze.language import nodes
from retromaze.language.nodes import Expression, every

Code = list[ast.stmt]

# What may make an expression of numbers fail; no other operator can.
DIVISIONS = {"/", "DIV", "MOD"}


def print_statement(e: Expressions, at: At, step: nodes.Print) -> Code:
    """The statement's code; a comma is a call of its own, because where it goes depends on the cursor."""
    code: Code = []
    rows = printed_rows(step, e.unit.scope, e.unit.compilation.variants, lambda item: e.kind(item).is_number)
    for row in rows:
        code += printed_row(e, at, row.items, "\n" if row.end is RowEnd.LINE else "")
        if row.end is RowEnd.TAB:
            code.append(at.expression(at.call("tab")))
    return code


def printed_row(e: Expressions, at: At, row: list[Expression], end: str) -> Code:
    """Prints items of which none but the first looks at the console."""
    if not row and not end:
        return []
    ends = [] if end else [at.constant("")]
    groups = list(failing_groups(e, row))
    if len(groups) < 2:
        return [at.expression(at.call("print_", joined_text(e, at, row), *ends))]
    added = [at.update("text", "+", joined_text(e, at, group)) for group in groups[1:]]
    shown = at.expression(at.call("print_", at.name("text"), at.constant("")))
    return [
        at.assign("text", joined_text(e, at, groups[0])),
        at.attempt(added, [shown, at.fail()]),
        at.expression(at.call("print_", at.name("text"), *ends)),
        # or a text as long as the memory would be held for as long as the function runs
        at.assign("text", at.constant("")),
    ]


def failing_groups(e: Expressions, row: list[Expression]) -> list[list[Expression]]:
    """The items in groups, of each of which only the first may fail."""
    groups: list[list[Expression]] = []
    for item in row:
        if not groups or can_fail(e, item):
            groups.append([])
        groups[-1].append(item)
    return groups


def joined_text(e: Expressions, at: At, items: list[Expression]) -> ast.expr:
    """The text of some items."""
    if len(items) == 1 and e.kind(items[0]).type is Type.STRING:
        return e.printed(items[0])
    return at.joined([e.printed(item) for item in items]) if items else at.constant("")


def can_fail(e: Expressions, item: Expression) -> bool:
    """Whether working out the item may end in an error."""
    if isinstance(item, nodes.String | nodes.LabelText):
        return False
    if isinstance(item, nodes.Name) and e.kind(item).type is Type.STRING:
        return False
    if is_short_repetition(e, item):
        return not all(is_safe(e, node) for node in every(item) if e.kind(node).is_number)
    return not all(is_safe(e, node) for node in every(item))


def is_safe(e: Expressions, node: Expression) -> bool:
    """Whether a node of an expression is a number that comes without fail, once the nodes below it have."""
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
            return is_sure(e, node)
        case _:
            return False


def is_sure(e: Expressions, node: nodes.Function) -> bool:
    """Whether a builtin is called that cannot fail, with arguments that certainly suit it."""
    form = None if node.name in e.unit.compilation.variants else called_form(node)
    if form is None or form.fails:
        return False
    return all(
        parameter is not None and argument is not None and suits(e, parameter, argument)
        for parameter, argument in zip(map(form.at, range(len(node.arguments))), node.arguments, strict=True)
    )


def suits(e: Expressions, parameter: Parameter, argument: Expression) -> bool:
    """Whether an argument is sure to be what the parameter takes."""
    kind = e.kind(argument)
    if parameter.kind in {"int", "coordinate"}:
        fits = kind.fits_integer
    else:
        fits = kind.is_number and parameter.kind in {"float", "number"}
    return fits and (parameter.range is None or is_in_range(e, argument, parameter.range))
