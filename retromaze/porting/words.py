"""Which call of the machine, of Python or of `basic` each builtin becomes in a port."""

from __future__ import annotations

import re

from retromaze.builtins.form import Builtin, Form, Parameter
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.porting import pieces
from retromaze.porting.effects import is_steady
from retromaze.porting.module import PortFunction
from retromaze.porting.pieces import ANY, FLOAT, INT, STR, Piece
from retromaze.porting.refusals import CannotPort
from retromaze.porting.shapes import PortShapes

Arguments = tuple[Expression | None, ...]

MACHINE = re.compile(r"\bmachine\b")
RESULTS = {"int": INT, "float": FLOAT, "str": STR, "number": ANY, "value": ANY}


def path(f: PortFunction, written: str) -> str:
    """Python as a declaration says it: the machine by its name here, and modules noted as used."""
    root = written.partition(".")[0]
    if root in {"basic", "math"}:
        f.module.imports.add(root)
    return MACHINE.sub(f.machine, written)


def callee(f: PortFunction, form: Form) -> str:
    """What is called for a form: a method of the machine or a function; "" where a port knows of none."""
    return path(f, f"machine.{form.method}" if form.method else form.python)


def state(f: PortFunction, form: Form) -> str:
    """What is read for a form that tells a state; "" for others."""
    return path(f, ", ".join(f"machine.{each}" for each in form.state) or form.python)


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


def form_arguments(e: PortShapes, form: Form, arguments: Arguments) -> list[Piece | str]:
    """The arguments as the parameters of a form ask for them."""
    wanted = map(form.at, range(len(arguments)))
    return [
        "None" if each is None else argument(e, parameter.kind, each)
        for parameter, each in zip(wanted, arguments, strict=True)
        if parameter is not None
    ]


def written_out(e: PortShapes, line: int, form: Form, arguments: Arguments) -> str:
    """What a call is by the declaration's expression, each argument at its name.

    Raises CannotPort where one that does something would be worked out more than once.
    """
    names = [each.name for each in form.parameters]
    for name, given in zip(names, arguments, strict=False):
        if form.python.count(f"{{{name}}}") > 1 and not is_steady(e.f, given):
            raise CannotPort(line, "an argument that does something is wanted more than once here")
    texts = [each if isinstance(each, str) else each.text for each in form_arguments(e, form, arguments)]
    return path(e.f, form.python).format(**dict(zip(names, texts, strict=False)))


def is_written_out(form: Form) -> bool:
    """Whether a declaration has an expression with the names of arguments."""
    return "{" in form.python


def argument(e: PortShapes, kind: str, node: Expression) -> Piece:
    return e.place(node) if kind in {"int", "coordinate"} else e.signed_zero(node)


def system_variable(f: PortFunction, node: nodes.Name) -> Piece:
    form = VARIABLES[node.name].read
    text = state(f, form)
    if not text:
        raise CannotPort(node.line, f"{node.name} is not known to ports")
    return Piece(text, RESULTS[form.result], pieces.PRODUCT if " " in text else pieces.ATOM)


def is_system_variable(name: str) -> bool:
    """Whether a port knows a word that reads like a variable."""
    return name in VARIABLES and bool(VARIABLES[name].read.state or VARIABLES[name].read.python)


def written_state(f: PortFunction, name: str) -> str:
    """What is assigned to where a system variable is; "" where it cannot be set."""
    word = VARIABLES[name]
    return state(f, word.read) if word.write and word.read.state else ""


def family(name: str) -> str:
    entry: Builtin | None = BUILTINS.get(name)
    return entry.family if entry else ""
