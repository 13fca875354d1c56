"""What the builtins that a listing calls do, as their declarations say: asked by name, or for a call."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from retromaze.builtins import load_all
from retromaze.builtins.form import Builtin, Form
from retromaze.builtins.handling import Change, Handling, Look
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language import nodes
from retromaze.language.nodes import Expression

Call = nodes.Instruction | nodes.Function

# Answers are kept: whoever asked before the words are there would get "no" for good.
load_all()


# ---- by name: False for a word that is no builtin


@cache
def owns(name: str) -> bool:
    """Whether it changes an array or string in place: PUSH, POP."""
    return name in BUILTINS and BUILTINS[name].owns


@cache
def takes_out(name: str) -> bool:
    """Whether its value is what it takes out of an array or string: POP."""
    return name in BUILTINS and BUILTINS[name].takes_out


@cache
def gives_large(name: str) -> bool:
    """Whether the number it gives may be as large as what it is given, beyond 32 bits: ABS, MAX, POP."""
    return takes_out(name) or (name in BUILTINS and any(map(hands_number_on, BUILTINS[name].forms)))


def hands_number_on(form: Form) -> bool:
    return form.result == "number" and any(each.kind != "str" for each in form.parameters)


@cache
def has_range(name: str) -> bool:
    """Whether the number it gives lies between bounds of its own, whatever it is given."""
    return name in BUILTINS and any(form.range for form in BUILTINS[name].forms)


@cache
def longest_of(name: str) -> int | None:
    """How many characters the text that it gives has at most; None: any number, or no text."""
    forms = [form for form in BUILTINS[name].forms if form.result] if name in BUILTINS else []
    known = [form.longest for form in forms if form.longest is not None]
    return max(known) if forms and len(known) == len(forms) else None


@cache
def runs_listing(name: str) -> bool:
    """Whether it may call what only the running program knows: CALL, EXEC."""
    return name in BUILTINS and Change.VARIABLES in BUILTINS[name].changes


@cache
def runs_programs(name: str) -> bool:
    """Whether it lets the program of another slot run, or come into this one: EXEC, USE."""
    return name in BUILTINS and Change.PROGRAMS in BUILTINS[name].changes


@cache
def waits(name: str) -> bool:
    """Whether it waits for the next frame."""
    return name in BUILTINS and BUILTINS[name].waits


@cache
def is_pure(name: str) -> bool:
    """Whether it only gives a value, which follows from its arguments."""
    return name in BUILTINS and BUILTINS[name].is_pure


@cache
def looks_of(name: str) -> Look:
    """What a builtin or system variable looks at beyond its arguments."""
    word: Builtin | None = BUILTINS.get(name)
    if word is not None:
        return word.looks
    return VARIABLES[name].looks if name in VARIABLES else Look.NOWHERE


# ---- for a call


def called_form(node: Call) -> Form | None:
    """The form of a builtin that a call has; None for other words, and where there is none such."""
    entry = BUILTINS.get(node.name)
    if entry is None:
        return None
    if isinstance(node, nodes.Function):
        return entry.find(len(node.arguments), value=True, receivers=None)
    receivers = None if node.outputs is None else len(node.outputs)
    return entry.find(len(node.arguments), value=False, receivers=receivers)


def called_looks(node: Call | nodes.Name) -> Look:
    """What a call, or a system variable, looks at: SPOFS that moves a sprite looks at nothing."""
    form = None if isinstance(node, nodes.Name) else called_form(node)
    return form.looks if form else looks_of(node.name)


def handled_arguments(node: Call) -> Iterator[tuple[Expression | None, Handling]]:
    """The arguments of a call, each with what becomes of it; a DEF may do anything with what it is given."""
    form = called_form(node)
    for position, argument in enumerate(node.arguments):
        parameter = form.at(position) if form else None
        yield argument, parameter.handling if parameter else Handling.HANDED_ON


def changed_arguments(node: Call) -> Iterator[tuple[Expression | None, Handling]]:
    """Those whose elements may be others afterwards."""
    return (each for each in handled_arguments(node) if each[1].changes)


def kept_arguments(node: Call) -> Iterator[Expression | None]:
    """Those of whose elements none comes in or goes out unseen."""
    return (argument for argument, handling in handled_arguments(node) if handling.keeps_elements)


def element_stored(node: Call) -> tuple[Expression, Expression | None] | None:
    """What is made an element of what, as by PUSH and FILL: (the array or string, the element)."""
    given = {handling: argument for argument, handling in handled_arguments(node)}
    for owner in (Handling.OWNED, Handling.ARRANGED):
        if Handling.STORED in given and (found := given.get(owner)) is not None:
            return found, given[Handling.STORED]
    return None


def copies(node: Call) -> bool:
    """Whether elements of one array come to stand in another: COPY."""
    return any(handling is Handling.COPIED for _, handling in handled_arguments(node))


def is_short(node: Expression) -> bool:
    """Whether it is a string of a few characters, whatever happens."""
    return isinstance(node, nodes.LabelText | nodes.String) or (
        isinstance(node, nodes.Function) and longest_of(node.name) is not None
    )
