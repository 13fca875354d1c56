"""VAR(…), CHK… and CALL: variables, labels and calls whose names are known only at run time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from retromaze.analysis.declared import owns
from retromaze.builtins.form import Form
from retromaze.builtins.registry import BUILTINS
from retromaze.compiler import naming
from retromaze.compiler.resources import CELL, call_cells
from retromaze.engine.slot import Slot, bind_function, label_name
from retromaze.errors import (
    IllegalFunctionCall,
    IllegalSymbolString,
    TypeMismatch,
    UndefinedFunction,
    UndefinedVariable,
)
from retromaze.language import nodes
from retromaze.language.numbers import truncate
from retromaze.language.program import Variable
from retromaze.language.text import capitals
from retromaze.values import operators
from retromaze.values.arrays import LONG
from retromaze.values.costs import NAMED
from retromaze.values.operators import Texts
from retromaze.values.scalars import to_integer, unshared

if TYPE_CHECKING:
    from retromaze.engine.computer import Computer

# ---- VAR("NAME"), CHKVAR, CHKLABEL, CHKCALL


def find_variable(computer: Computer, text: str) -> tuple[Slot, Variable]:
    """The global a string names, `"A"` or `"1:A"`. Raises UndefinedVariable."""
    slot, name = computer.slot_of(text)
    scope = slot.scope("")
    variable = scope.variables.get(capitals(name)) if scope else None
    if variable is None or identifier(variable) not in slot.namespace:
        raise UndefinedVariable(name)
    return slot, variable


def identifier(variable: Variable) -> str:
    return naming.array_object(variable) if variable.is_array else naming.scalar(variable)


def read_variable(computer: Computer, text: str) -> Any:
    slot, variable = find_variable(computer, text)
    return slot.namespace[identifier(variable)]


def write_variable(computer: Computer, text: str, value: Any) -> None:
    slot, variable = find_variable(computer, text)
    if variable.is_array:
        raise TypeMismatch
    slot.namespace[naming.scalar(variable)] = converted_value(variable.kind, value)


def converted_value(kind: str, value: Any) -> Any:
    """A value as a variable of that kind holds it."""
    if kind == "$":
        return operators.string(value)
    number = operators.number(value)
    return to_integer(number) if kind == "%" else float(number)


def variable_exists(computer: Computer, scope: str, text: str) -> int:
    """CHKVAR: 1 if the scope or its slot has a variable of that name."""
    slot, name = computer.slot_of(text)
    for each in (scope, ""):
        found = slot.scope(each)
        if found is not None and found.find(capitals(name)):
            return 1
    return 0


def label_exists(computer: Computer, scope: str, text: str, everywhere: int) -> int:
    """CHKLABEL: inside a DEF only its own labels, unless asked for everywhere."""
    slot, label = computer.slot_of(text)
    if slot.number != computer.slot and not slot.usable:
        return 0
    try:
        name = label_name(label)
    except IllegalSymbolString:
        return 0
    scopes = (scope, "") if everywhere else (scope,)
    return int(any((found := slot.scope(each)) is not None and name in found.labels for each in scopes))


def call_exists(computer: Computer, name: str) -> int:
    """CHKCALL: 1 for a DEF that can be called from here or a builtin."""
    if len(name) > LONG:
        computer.machine.spend(NAMED.of(len(name)))
    upper = capitals(name)
    if upper in BUILTINS or computer.slots[computer.slot].definition(upper):
        return 1
    used = [slot.definition(upper) for slot in computer.slots if slot.usable]
    return int(any(scope is not None and scope.is_common for scope in used))


# ---- calls


def call(
    computer: Computer,
    caller: Slot,
    name: str,
    receivers: int | None,
    cells: int,
    arguments: Sequence[Any],
) -> Any:
    """A call by name: a value for `receivers` None, else a row of that many OUT values.

    `cells` are the stack cells and GOSUBs of the calls pending. Raises UndefinedFunction, or
    IllegalFunctionCall where the shape does not fit.
    """
    if len(name) > LONG:
        computer.machine.spend(NAMED.of(len(name)))
    upper = capitals(name)
    if upper in BUILTINS and not caller.definition(upper):
        return call_builtin(computer, upper, receivers, arguments)
    slot, scope = computer.find_definition(upper, caller)
    define = scope.routine.define
    if define is None or not suits(define, receivers, arguments):
        raise IllegalFunctionCall
    function, cells = slot.namespace[naming.definition(upper)], cells + call_cells(scope) * CELL
    if slot is caller:
        result = call_definition(function, cells, arguments)
    else:
        with computer.inside(slot):
            result = call_definition(function, cells, arguments)
    if receivers is None:
        return result if define.returns else result[0]
    return (result,) if define.returns else result or ()


def call_definition(function: Callable[..., Any], cells: int, arguments: Sequence[Any]) -> Any:
    """The call of a DEF."""
    return caller_with(len(arguments))(function, cells, arguments)


@cache
def caller_with(count: int) -> Callable[..., Any]:
    """Makes the function that calls a DEF with a number of separate arguments.

    Python 3.11 makes a starred call in C, where calls nest while the stack of the host lasts.
    """
    each = "".join(f", given[{position}]" for position in range(count))
    caller: Callable[..., Any] = eval(f"lambda function, cells, given: function(cells{each})")
    return caller


def suits(define: nodes.Define, receivers: int | None, arguments: Sequence[Any]) -> bool:
    """Whether a DEF takes this number of arguments and returns one value, or the wanted number for OUT."""
    given = 1 if define.returns else len(define.outputs)
    wanted = 1 if receivers is None else receivers
    return len(define.parameters) == len(arguments) and None not in arguments and given == wanted


def call_builtin(computer: Computer, name: str, receivers: int | None, arguments: Sequence[Any]) -> Any:
    entry = BUILTINS[name]
    if entry.statement:
        raise UndefinedFunction(name)
    form = entry.find(len(arguments), value=receivers is None, receivers=receivers or None)
    if form is None:
        raise entry.shape_error
    # The place of a CALL counts what the CALL costs; it cannot know what is called.
    computer.machine.spend(entry.cost)
    if owns(name):
        return change_in_place(computer.texts, name, receivers, arguments)
    given = [argument(form, position, each) for position, each in enumerate(arguments)]
    result = bind_function(form, computer)(*given)
    if receivers == 1 and not form.outputs:
        return (result,)
    return result


def change_in_place(texts: Texts, name: str, receivers: int | None, arguments: Sequence[Any]) -> Any:
    """POP, SHIFT, PUSH or UNSHIFT by name, of an array or a shared string: one with a name always is."""
    owner = arguments[0]
    if owner is None or isinstance(owner, str):
        raise TypeMismatch(argument=1)
    if name in {"PUSH", "UNSHIFT"}:
        (texts.push if name == "PUSH" else texts.unshift)(arguments[1], owner)
        return ()
    taken = unshared(texts.take_from(owner, -1 if name == "POP" else 0)[0])
    return taken if receivers is None else (taken,)


def argument(form: Form, position: int, value: Any) -> Any:
    """An argument of a call by name, converted as the compiler would have done."""
    parameter = form.at(position)
    if value is None:
        if parameter is None or not parameter.may_be_empty:
            raise TypeMismatch(argument=position + 1)
        return None
    kind = parameter.kind if parameter else "value"
    try:
        return converted_argument(kind, value)
    except TypeMismatch as error:
        error.argument = position + 1
        raise


def converted_argument(kind: str, value: Any) -> Any:
    match kind:
        case "int" | "coordinate":
            return truncate(operators.number(value))
        case "float":
            return float(operators.number(value))
        case "number":
            return operators.number(value)
        case "str":
            return operators.string(value)
        case "array":
            return operators.array(value)
        case _:
            return unshared(value)


def callback_named(computer: Computer, text: str) -> str:
    """Returns what SPFUNC and BGFUNC keep: the name of a label of the running slot, with @, or of a DEF.

    A name with @ is a label's. Raises IllegalFunctionCall where there is neither.
    """
    label = text if "@" in text else "@" + text
    if label_exists(computer, "", label, 1):
        return label if ":" in label else f"{computer.slot}:{label}"
    if "@" not in text and call_exists(computer, text) and capitals(text) not in BUILTINS:
        return capitals(text)
    raise IllegalFunctionCall(argument=2)
