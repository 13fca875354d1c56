"""Ports calls of functions, the machine's, Python's and those of the listing, and signatures of DEFs."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from retromaze.builtins.form import Form
from retromaze.builtins.ranges import TRUTH
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.lowering.facts.variants import Variant, outputs, parameters, receivers
from retromaze.porting import pieces, words
from retromaze.porting.module import Module
from retromaze.porting.own_words import OWN
from retromaze.porting.pieces import BOOL, FLOAT, INT, Piece, call
from retromaze.porting.refusals import CannotPort, cannot_call
from retromaze.python.fragments import expr

if TYPE_CHECKING:
    from retromaze.porting.expressions import PortExpressions


def function(e: PortExpressions, node: nodes.Function) -> Piece:
    """A function's value."""
    if node.name in e.f.module.variants:
        return definition_call(e, node)
    if own := OWN.get(node.name):
        words.form_of(node.line, node.name, node.arguments, value=True, receivers=None)
        return own(e, node)
    form = words.form_of(node.line, node.name, node.arguments, value=True, receivers=None)
    if node.name == "BUTTON" and nodes.same(node.arguments, (nodes.Number(0, 0, 0),)):
        return call(f"{e.f.machine}.input.button", type_=INT)
    type_ = result_type(e, node, form)
    if words.is_written_out(form):
        return Piece(words.written_out(e, node.line, form, node.arguments), type_)
    if (form.state or "(" in form.python) and (found := words.state(e.f, form)):
        return Piece(found, type_)
    callee = words.callee(e.f, form)
    if callee is None:
        raise cannot_call(node.line, node.name, words.family(node.name))
    return call(callee, *words.form_arguments(e, form, node.arguments), type_=type_)


def result_type(e: PortExpressions, node: nodes.Function, form: Form) -> str:
    if form.result == "number":
        arguments = [e.value(each) for each in node.arguments if each is not None]
        return INT if all(each.is_int for each in arguments) else FLOAT
    if form.range == TRUTH and (form.state or form.method or words.is_written_out(form)):
        return BOOL  # the machine tells it so
    return words.RESULTS[form.result]


def definition_call(e: PortExpressions, node: nodes.Function | nodes.Instruction) -> Piece:
    """The call of a DEF."""
    module = e.f.module
    variant = module.variants.find(e.kind, node)
    if variant is None:
        raise CannotPort(node.line, f"{node.name} is called in a way that always fails")
    arguments = []
    for name, each in zip(receivers(variant.scope), node.arguments, strict=True):
        if name is None or each is None:
            continue
        parameter = variant.scope.variables[name]
        arguments.append(handed_argument(e, each, module.type_of(parameter)))
    return call("self." + module.functions[variant], *arguments, type_=result_of(module, variant))


def handed_argument(e: PortExpressions, node: Expression, wanted: str) -> Piece:
    """An argument of a DEF: an array or a shared string as it is."""
    if e.array_named(node):
        return e.value(node)
    if wanted == pieces.TEXT:
        return e.shared_text(node)
    return e.stored(node, wanted)


# ---- parameters and results of a port's functions

NOTHING = "None"


def result_of(module: Module, variant: Variant) -> str:
    """The Python type that a DEF's function returns; "None" for one that returns nothing."""
    define = variant.scope.routine.define
    if define is not None and define.returns:
        return module.type_of(variant.result)
    types = [module.type_of(variant.scope.variables[name]) for name in outputs(variant.scope)]
    if not types:
        return NOTHING
    return types[0] if len(types) == 1 else f"tuple[{', '.join(types)}]"


def parameters_of(module: Module, variant: Variant) -> list[ast.arg]:
    """The parameters of a DEF's function."""
    scope = variant.scope
    return [
        ast.arg(module.names.variable(name), expr(module.annotation(scope.variables[name])))
        for name in dict.fromkeys(parameters(scope))
    ]
