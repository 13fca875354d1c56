"""Tells properties of builtins from their declarations, by name or for one call."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from retromaze.builtins import load_all
from retromaze.builtins.form import Change, Form, Handling, Reads
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language import nodes
from retromaze.language.nodes import Expression, cached_on_node

Call = nodes.Instruction | nodes.Function

# Answers are cached: a question before the builtins are loaded would get "no" for good.
load_all()


# ---- by name: False for a word that is no builtin


@cache
def changes_in_place(name: str) -> bool:
    """Whether a builtin changes an array or string in place: PUSH, POP."""
    return name in BUILTINS and BUILTINS[name].changes_in_place


@cache
def removes_element(name: str) -> bool:
    """Whether a builtin's result is removed from an array or string: POP, SHIFT."""
    word = BUILTINS.get(name)
    return word is not None and word.changes_in_place and any(form.result for form in word.forms)


@cache
def may_exceed_32_bits(name: str) -> bool:
    """Whether a builtin's result may be a number beyond 32 bits if an argument is: ABS, MAX, POP."""
    forms = BUILTINS[name].forms if name in BUILTINS else ()
    # a "number" is an argument's value, or an element of an array; VAL has no number as argument
    return removes_element(name) or any(
        form.result == "number" and any(each.kind != "str" for each in form.parameters) for form in forms
    )


@cache
def has_range(name: str) -> bool:
    """Whether a builtin's result is a number between fixed bounds, whatever the arguments."""
    return name in BUILTINS and any(form.range for form in BUILTINS[name].forms)


@cache
def max_result_length(name: str) -> int | None:
    """Returns the greatest length of a builtin's result; None if it has no limit or is no string."""
    forms = [form for form in BUILTINS[name].forms if form.result] if name in BUILTINS else []
    limits = [form.longest for form in forms if form.longest is not None]
    # one form without a limit is enough for the result to be without one
    return max(limits) if forms and len(limits) == len(forms) else None


@cache
def may_run_unknown_code(name: str) -> bool:
    """Whether a builtin may call code that is known at run time only: CALL, EXEC."""
    return name in BUILTINS and Change.VARIABLES in BUILTINS[name].changes


@cache
def may_run_other_programs(name: str) -> bool:
    """Whether a builtin runs the program of another slot, or makes it visible to this one: EXEC, USE."""
    return name in BUILTINS and Change.PROGRAMS in BUILTINS[name].changes


@cache
def waits(name: str) -> bool:
    """Whether a builtin waits for the next frame."""
    return name in BUILTINS and BUILTINS[name].waits


@cache
def is_pure(name: str) -> bool:
    """Whether a builtin has no effect but a result that depends on its arguments alone."""
    return name in BUILTINS and BUILTINS[name].is_pure


@cache
def may_be_left_out(name: str) -> bool:
    """Whether a call can be left out if its result is not used.

    It changes nothing, polls no input (polls are counted) and does not depend on switched-on devices.
    """
    builtin = BUILTINS.get(name)
    return builtin is not None and not (
        builtin.changes_in_place or builtin.changes or builtin.reads & (Reads.INPUT | Reads.SYSTEM)
    )


@cache
def state_read_by(name: str) -> Reads:
    """Returns the state that a builtin or system variable reads besides its arguments."""
    declared = BUILTINS.get(name) or VARIABLES.get(name)
    return declared.reads if declared else Reads.NOWHERE


# ---- for a call


@cached_on_node
def called_form(node: Call) -> Form | None:
    """Returns the form of a builtin that a call has; None for other words, or if no form fits.

    Forms of one word differ in the number of arguments and of receivers, or have a result or none.
    """
    entry = BUILTINS.get(node.name)
    if entry is None:
        return None
    if isinstance(node, nodes.Function):
        return entry.find(len(node.arguments), value=True, receivers=None)
    receivers = None if node.outputs is None else len(node.outputs)
    return entry.find(len(node.arguments), value=False, receivers=receivers)


def state_read_by_call(node: Call | nodes.Name) -> Reads:
    """Returns the state that a call or system variable reads.

    It is that of the form: SPOFS reads the machine to give a sprite's place, and nothing to move a sprite.
    """
    form = None if isinstance(node, nodes.Name) else called_form(node)
    return form.reads if form else state_read_by(node.name)


@cached_on_node
def arguments_with_handling(node: Call) -> list[tuple[Expression | None, Handling]]:
    """Returns the arguments of a call and how each is handled; a DEF may do anything with them."""
    form = called_form(node)
    # a builtin without a form is a wrong call, which fails, or SPFUNC in a port's loop over callbacks
    otherwise = Handling.READ if node.name in BUILTINS and form is None else Handling.HANDED_ON
    parameters = [form.parameter_at(position) if form else None for position in range(len(node.arguments))]
    handlings = [each.handling if each else otherwise for each in parameters]
    return [*zip(node.arguments, handlings, strict=True)]


def changed_arguments(node: Call) -> Iterator[tuple[Expression | None, Handling]]:
    """Yields the arguments whose elements the call may change, and how each is handled."""
    for argument, handling in arguments_with_handling(node):
        if handling.changes:
            yield argument, handling


def unchanged_arguments(node: Call) -> Iterator[Expression | None]:
    """Yields the arguments whose elements the call neither replaces nor copies elsewhere."""
    return (argument for argument, handling in arguments_with_handling(node) if handling.keeps_elements)


def stored_element(node: Call) -> tuple[Expression, Expression | None] | None:
    """Returns (array or string, new element) for calls such as PUSH and FILL; None for others.

    The new element is None if its argument is left out.
    """
    arguments = arguments_with_handling(node)
    if not arguments:
        return None
    by_handling = {handling: argument for argument, handling in arguments}
    # PUSH and UNSHIFT lengthen the array (OWNED), FILL replaces its elements (ARRANGED)
    for handling in (Handling.OWNED, Handling.ARRANGED):
        owner = by_handling.get(handling)
        if owner is not None and Handling.STORED in by_handling:
            return owner, by_handling[Handling.STORED]
    return None


def copies(node: Call) -> bool:
    """Whether a call copies elements of one array to another: COPY."""
    return any(handling is Handling.COPIED for _, handling in arguments_with_handling(node))


def is_short_string(node: Expression) -> bool:
    """Whether an expression is certainly a string of a few characters, so that PRINT may join many."""
    return isinstance(node, nodes.LabelText | nodes.String) or (
        isinstance(node, nodes.Function) and max_result_length(node.name) is not None
    )
