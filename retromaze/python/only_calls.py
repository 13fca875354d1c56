"""Moves constants that a method gets from its only call into the method, and drops methods that do nothing.

`turn = 0` before `self.play(turn)` becomes the first statement of `play`, which then has no parameter for it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence

from retromaze.python.blocks import Body, has_call, is_literal, is_self_attribute, nodes_in
from retromaze.python.classes import method_parts
from retromaze.python.dispatches import all_blocks
from retromaze.python.flags import without_overwritten_stores
from retromaze.python.fragments import STORE
from retromaze.python.layout import Margin, margin_of, set_margin
from retromaze.python.tidying import with_joined_assignments


def without_constant_arguments(methods: Sequence[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Returns the methods, with fewer parameters and without those that do nothing."""
    mentions = Counter(each.attr for each in nodes_in(methods) if isinstance(each, ast.Attribute))
    # the methods that are called once
    named = {each.name: each for each in methods if mentions[each.name] == 1}
    for caller in methods:
        for call in [*nodes_in(caller.body)]:
            match call:
                case ast.Call(func=ast.Attribute(attr=name) as function) if is_self_attribute(function):
                    if (method := named.get(name)) and method is not caller:
                        move_constants_to_method(method, caller, call)
    calls = Counter(
        bare_call_of_method(node) for method in methods for block in all_blocks(method.body) for node in block
    )
    empty = {each.name for each in methods if does_nothing(each) and mentions[each.name] == calls[each.name]}
    for method in methods if empty else ():
        for block in [*all_blocks(method.body)]:
            block[:] = [node for node in block if bare_call_of_method(node) not in empty] or [ast.Pass()]
    return [each for each in methods if each.name not in empty]


def move_constants_to_method(method: ast.FunctionDef, caller: ast.FunctionDef, call: ast.Call) -> None:
    """Moves the constants that the caller stores only for this call to the beginning of the method."""
    uses = Counter(each.id for each in nodes_in([caller]) if isinstance(each, ast.Name))
    uses.update(each.arg for each in caller.args.args)
    parameters = method.args.args[1:]
    document, naming, body = method_parts(method)
    constants: Body = []
    for parameter, given in zip(parameters, [*call.args], strict=True):
        # uses: the constant's assignment and this call
        if (
            isinstance(given, ast.Name)
            and uses[given.id] == 2
            and (value := take_constant_variable(caller, given.id))
        ):
            method.args.args.remove(parameter)
            call.args.remove(given)
            first = ast.Assign([ast.Name(parameter.arg, STORE)], value[0])
            set_margin(first, Margin(value[1]))
            # a loop that begins with another store does not need it
            if first in without_overwritten_stores([first, *body[:1]], parameter.arg):
                constants.append(first)
    method.body = [*document, *naming, *with_joined_assignments(constants), *body]


def take_constant_variable(caller: ast.FunctionDef, name: str) -> tuple[ast.expr, int] | None:
    """Takes a variable out of the assignment of a constant; returns the constant and the listing's line.

    None if there is no such assignment, or if it has a comment.
    """
    for block in all_blocks(caller.body):
        for node in block:
            if not isinstance(node, ast.Assign) or hasattr(node, "remarks") or margin_of(node).note:
                continue
            match node.targets, node.value:
                case [ast.Tuple(elts=places)], ast.Tuple(elts=values):
                    at = target_index(name, places)
                    if at >= 0 and is_literal(values[at]):
                        value = values.pop(at)
                        del places[at]
                        if len(places) == 1:
                            node.targets, node.value = places, values[0]
                        return value, margin_of(node).number
                case places, value if is_literal(value) and (at := target_index(name, places)) >= 0:
                    del places[at]
                    if not places:
                        block[:] = [each for each in block if each is not node] or [ast.Pass()]
                    return value, margin_of(node).number
    return None


def target_index(name: str, places: Sequence[ast.expr]) -> int:
    """Returns the index of a variable among targets; -1 if it is not there."""
    return next((at for at, each in enumerate(places) if isinstance(each, ast.Name) and each.id == name), -1)


def does_nothing(method: ast.FunctionDef) -> bool:
    """Whether a method without comments returns at once."""
    document, _, body = method_parts(method)
    return not document and all(isinstance(each, ast.Pass) and not hasattr(each, "remarks") for each in body)


def bare_call_of_method(node: ast.stmt) -> str:
    """Returns the method of `self` whose call is a whole statement; "" for others, and if it calls more."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name) as function, args=given)) if (
            is_self_attribute(function) and not any(map(has_call, given))
        ):
            return "" if hasattr(node, "remarks") or margin_of(node).note else name
    return ""
