"""Which call of the machine, of Python or of `basic` each builtin becomes in a port."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from retromaze.builtins.form import Builtin, Form, Parameter
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.porting import pieces
from retromaze.porting.effects import is_steady
from retromaze.porting.module import PortFunction
from retromaze.porting.pieces import ANY, FLOAT, INT, STR, Piece
from retromaze.porting.refusals import CannotPort
from retromaze.python.fragments import Given, expr

if TYPE_CHECKING:
    from retromaze.porting.expressions import PortExpressions

Arguments = tuple[Expression | None, ...]

RESULTS = {"int": INT, "float": FLOAT, "str": STR, "number": ANY, "value": ANY}


def written(f: PortFunction, template: str, **given: Given) -> ast.expr:
    """Python as a declaration says it; modules are noted as used, and the machine."""
    root = template.partition(".")[0]
    if root in {"basic", "math"}:
        f.module.imports.add(root)
    elif "machine" in template:
        f.uses_machine += 1
    return expr(template, **given)


def callee(f: PortFunction, form: Form) -> ast.expr | None:
    """What is called for a form: a method of the machine or a function; None where a port knows of none."""
    path = f"machine.{form.method}" if form.method else form.python
    return written(f, path) if path else None


def state(f: PortFunction, form: Form) -> ast.expr | None:
    """What is read for a form that tells a state; None for others."""
    path = ", ".join(f"machine.{each}" for each in form.state) or form.python
    return written(f, path) if path else None


def form_of(line: int, name: str, arguments: Arguments, *, value: bool, receivers: int | None) -> Form:
    """The form of a builtin that a call has. Raises CannotPort where there is none."""
    entry = BUILTINS.get(name)
    form = entry.find(len(arguments), value=value, receivers=receivers) if entry else None
    if entry is None:
        raise CannotPort(line, f"{name} is defined nowhere")
    if form is None or any(map(lacks, form.parameters, arguments)):
        raise CannotPort(line, f"{name} is called in a way that always fails")
    return form


def lacks(parameter: Parameter, argument: Expression | None) -> bool:
    """Whether an argument is left out where none may be."""
    return argument is None and not parameter.may_be_empty


def form_arguments(e: PortExpressions, form: Form, arguments: Arguments) -> list[ast.expr]:
    """The arguments as the parameters of a form ask for them."""
    wanted = map(form.at, range(len(arguments)))
    return [
        pieces.NONE if each is None else argument(e, parameter.kind, each).node
        for parameter, each in zip(wanted, arguments, strict=True)
        if parameter is not None
    ]


def written_out(e: PortExpressions, line: int, form: Form, arguments: Arguments) -> ast.expr:
    """What a call is by the declaration's expression, each argument at its name.

    Raises CannotPort where one that does something would be worked out more than once.
    """
    names = [each.name for each in form.parameters]
    for name, given in zip(names, arguments, strict=False):
        if form.python.count(f"{{{name}}}") > 1 and not is_steady(e.f, given):
            raise CannotPort(line, "an argument that does something is wanted more than once here")
    inside = zip(names, form_arguments(e, form, arguments), strict=False)
    return written(e.f, form.python, **dict(inside))


def is_written_out(form: Form) -> bool:
    """Whether a declaration has an expression with the names of arguments."""
    return "{" in form.python


def argument(e: PortExpressions, kind: str, node: Expression) -> Piece:
    return e.place(node) if kind in {"int", "coordinate"} else e.signed_zero(node)


def system_variable(f: PortFunction, node: nodes.Name) -> Piece:
    form = VARIABLES[node.name].read
    found = state(f, form)
    if found is None:
        raise CannotPort(node.line, f"{node.name} is not known to ports")
    return Piece(found, RESULTS[form.result])


def is_system_variable(name: str) -> bool:
    """Whether a port knows a word that reads like a variable."""
    return name in VARIABLES and bool(VARIABLES[name].read.state or VARIABLES[name].read.python)


def written_state(f: PortFunction, name: str) -> ast.expr | None:
    """What is assigned to where a system variable is; None where it cannot be set."""
    word = VARIABLES[name]
    return state(f, word.read) if word.write and word.read.state else None


def family(name: str) -> str:
    entry: Builtin | None = BUILTINS.get(name)
    return entry.family if entry else ""
