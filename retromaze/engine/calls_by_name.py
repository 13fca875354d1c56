"""CALL: calls of DEFs and builtins whose names are known only at run time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from retromaze.analysis.declared import changes_in_place
from retromaze.builtins.form import Form
from retromaze.builtins.registry import BUILTINS
from retromaze.compiler import naming
from retromaze.compiler.call_costs import ONE_CELL, stack_cells_of_call
from retromaze.engine.slot import Slot, bind_function
from retromaze.errors import IllegalFunctionCall, TypeMismatch, UndefinedFunction
from retromaze.language.text import ascii_upper
from retromaze.values import operators
from retromaze.values.arrays import LONG_STRING
from retromaze.values.costs import NAME_COST
from retromaze.values.operators import StringOperations
from retromaze.values.scalars import unshared

if TYPE_CHECKING:
    from retromaze.engine.computer import Computer


def call(
    computer: Computer,
    caller: Slot,
    name: str,
    receiver_count: int | None,
    stack_use: int,
    arguments: Sequence[Any],
) -> Any:
    """Calls a DEF or builtin by name, and returns its value (`receiver_count` None) or that many OUT values.

    `caller` is the slot of the calling program: its DEFs hide builtins. `stack_use` counts the stack cells
    and GOSUBs of pending calls. Raises UndefinedFunction, or IllegalFunctionCall for a wrong number of
    arguments or results.
    """
    if len(name) > LONG_STRING:
        computer.machine.spend(NAME_COST.of(len(name)))
    upper = ascii_upper(name)
    if upper in BUILTINS and not caller.definition(upper):
        return call_builtin(computer, upper, receiver_count, arguments)
    slot, scope = computer.find_definition(upper, caller)
    define = scope.routine.define
    # an argument that is left out is None, which only a builtin accepts
    if define is None or len(define.parameters) != len(arguments) or None in arguments:
        raise IllegalFunctionCall
    # one OUT variable may receive a value, and a single OUT value may be used as a value
    if (1 if receiver_count is None else receiver_count) != (1 if define.returns else len(define.outputs)):
        raise IllegalFunctionCall
    function = slot.namespace[naming.definition_name(upper)]
    stack_use += stack_cells_of_call(scope) * ONE_CELL
    call_with = caller_with(len(arguments))
    if slot is caller:
        result = call_with(function, stack_use, arguments)
    else:
        with computer.names_refer_to(slot):
            result = call_with(function, stack_use, arguments)
    # a DEF with a value returns it, one with OUT a tuple, any other None
    if receiver_count is None:
        return result if define.returns else result[0]
    return (result,) if define.returns else result or ()


@cache
def caller_with(count: int) -> Callable[..., Any]:
    """Returns a function that calls a DEF with `count` separate arguments.

    It has no starred call: Python 3.11 makes that in C, where nested calls use up the host's stack.
    """
    separate = "".join(f", arguments[{position}]" for position in range(count))
    caller: Callable[..., Any] = eval(f"lambda function, cells, arguments: function(cells{separate})")
    return caller


def call_builtin(computer: Computer, name: str, receiver_count: int | None, arguments: Sequence[Any]) -> Any:
    """Calls a builtin by name; returns its value (`receiver_count` None) or a tuple of that many OUT values.

    Raises UndefinedFunction for a word with a syntax of its own, such as XON, and for PI, a constant; raises
    the builtin's errors, too. Source: language reference, 4.10. Unverified: the number of the error.
    """
    entry = BUILTINS[name]
    if entry.statement or name == "PI":
        raise UndefinedFunction(name)
    # an instruction without OUT has 0 receivers here, and None in `find`
    form = entry.find(len(arguments), value=receiver_count is None, receivers=receiver_count or None)
    if form is None:
        raise entry.shape_error
    # compiled code counts only the work of CALL itself: it does not know which word is called
    computer.machine.spend(entry.cost)
    if changes_in_place(name):
        return change_in_place(computer.string_operations, name, receiver_count, arguments)
    converted = [argument(form, position, each) for position, each in enumerate(arguments)]
    result = bind_function(form, computer)(*converted)
    if receiver_count == 1 and not form.outputs:
        return (result,)
    return result


def change_in_place(
    operations: StringOperations, name: str, receiver_count: int | None, arguments: Sequence[Any]
) -> Any:
    """Does POP, SHIFT, PUSH or UNSHIFT by name on an array or a string variable.

    Returns the removed item, in a tuple if an OUT variable receives it; () after PUSH and UNSHIFT.
    """
    owner = arguments[0]
    # the compiler passes a variable's string as a SharedString: a str is no variable
    if owner is None or isinstance(owner, str):
        raise TypeMismatch(argument=1)
    if name in {"PUSH", "UNSHIFT"}:
        add = operations.push if name == "PUSH" else operations.unshift
        add(arguments[1], owner)
        return ()
    # POP takes the last item, SHIFT the first; the owner was changed in place
    item, _ = operations.take_from(owner, -1 if name == "POP" else 0)
    return unshared(item) if receiver_count is None else (unshared(item),)


def argument(form: Form, position: int, value: Any) -> Any:
    """Returns an argument of a call by name, converted as the compiler would have done.

    `position` counts from 0; `value` is None for an argument that is left out. Raises TypeMismatch.
    """
    parameter = form.parameter_at(position)
    if value is None:
        if parameter is None or not parameter.may_be_empty:
            raise TypeMismatch(argument=position + 1)
        return None
    kind = parameter.kind if parameter else "value"
    try:
        return CONVERSIONS[kind](value)
    except TypeMismatch as error:
        error.argument = position + 1
        raise


CONVERSIONS: dict[str, Callable[[Any], Any]] = {
    "int": operators.integer_operand,
    "coordinate": operators.integer_operand,
    "float": operators.real,
    "number": operators.number,
    "str": operators.string,
    "array": operators.array,
    "value": unshared,
}
"""What makes an argument of each kind of a builtin's parameter. Raises TypeMismatch."""
