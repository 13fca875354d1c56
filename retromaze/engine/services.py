"""Everything that generated code calls: operators, the console, DATA, calls by name, errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from retromaze.builtins import devices
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.engine import dynamic
from retromaze.engine.binding import bind_printing
from retromaze.engine.host_errors import FAILURES
from retromaze.engine.keyboard import ask_fields, ask_line
from retromaze.engine.running import ProgramEnded, Running
from retromaze.engine.slot import Slot, label_name
from retromaze.errors import (
    BasicSyntaxError,
    IllegalFunctionCall,
    ReturnWithoutGosub,
    StackOverflow,
    SubscriptOutOfRange,
    TypeMismatch,
    UndefinedLabel,
    UninitializedVariable,
)
from retromaze.language.integers import divide, remainder, shift_left, shift_right, truncate, wrap
from retromaze.values import arithmetic
from retromaze.values.array_names import items_under, same_kind
from retromaze.values.arrays import Array
from retromaze.values.numbers import printed
from retromaze.values.text import Text, plain, unshared

OPERATORS: dict[str, Any] = {
    "array": arithmetic.array,
    "bad_subscript": arithmetic.bad_subscript,
    "chr": chr,
    "character": arithmetic.character,
    "divide": divide,
    "divide_real": arithmetic.divide_real,
    "element": arithmetic.element,
    "failures": FAILURES,
    "float": float,
    "int": int,
    "integer_operand": arithmetic.integer_operand,
    "integer_stored": arithmetic.integer_stored,
    "items_under": items_under,
    "len": len,
    "negate": arithmetic.negate,
    "number": arithmetic.number,
    "plain": plain,
    "print_text": arithmetic.print_text,
    "printed": printed,
    "range": range,
    "real": arithmetic.real,
    "remainder": remainder,
    "same_kind": same_kind,
    "shared": arithmetic.shared,
    "shift_left": shift_left,
    "shift_right": shift_right,
    "string": arithmetic.string,
    "subtract": arithmetic.subtract,
    "truncate": truncate,
    "truth": arithmetic.truth,
    "type_mismatch": arithmetic.type_mismatch,
    "uninitialized": arithmetic.uninitialized,
    "unshared": unshared,
    "wrap": wrap,
}


def operator(function: Callable[..., Any]) -> Callable[..., Any]:
    """Puts a function of this module among those generated code can call, under its own name."""
    OPERATORS[function.__name__] = function
    return function


@operator
def given(value: Any) -> Any:
    """An OUT value of a DEF, which must have been set."""
    if value is None:
        raise UninitializedVariable
    return value


@operator
def length(value: Any) -> int:
    """LEN of something known only at run time."""
    if isinstance(value, Array):
        return len(value)
    return len(arithmetic.string(value))


@operator
def string_shared(value: Any) -> str | Text:
    """A string object as it is, shared or not; else TypeMismatch."""
    if isinstance(value, str | Text):
        return value
    raise TypeMismatch


@operator
def shared_element(items: list[Any], position: int) -> Any:
    """An element of a string array made shareable, because a second name will refer to it."""
    if position >= len(items):
        raise SubscriptOutOfRange
    items[position] = arithmetic.shared(items[position])
    return items[position]


@operator
def mismatch_of(value: Any) -> NoReturn:
    """A value of the wrong type, refused after it was worked out."""
    raise TypeMismatch


@operator
def illegal_call() -> NoReturn:
    raise IllegalFunctionCall


@operator
def syntax_error() -> NoReturn:
    raise BasicSyntaxError


@operator
def undefined_label(name: str) -> NoReturn:
    raise UndefinedLabel("@" + name)


@operator
def return_without_gosub() -> NoReturn:
    raise ReturnWithoutGosub


@operator
def stack_overflow() -> NoReturn:
    raise StackOverflow


@operator
def shape_error(name: str) -> NoReturn:
    """A builtin called in a shape it does not have."""
    raise BUILTINS[name].shape_error if name in BUILTINS else IllegalFunctionCall


def services(computer: Running, slot: Slot) -> dict[str, Any]:
    """The names that a slot's generated code finds beside its own."""
    bound = _Services(computer, slot)
    ration = computer.rations[slot.number]
    makers = (computer.texts, computer.elements)
    return {
        **OPERATORS,
        **{name: getattr(each, name) for each in makers for name in each.OPERATORS},
        "Array": computer.memory.make,
        "ask_fields": bound.ask_fields,
        "ask_line": bound.ask_line,
        "budget": ration.begin(),
        "call_back": bound.call_back,
        "call_by_name": bound.call_by_name,
        "end_program": bound.end_program,
        "find_label": bound.find_label,
        "gosub_by_name": bound.gosub_by_name,
        "label_exists": bound.label_exists,
        "read_data": slot.read,
        **bind_printing(computer),
        "remaining": ration.remaining,
        "restore": bound.restore,
        "set_variable_named": bound.set_variable_named,
        "shift": computer.memory.shift,
        "suspend": bound.suspend,
        "switch": bound.switch,
        "tick": ration.tick,
        "trace": bound.trace,
        "unshift_item": computer.memory.unshift,
        "variable_exists": bound.variable_exists,
        "variable_named": bound.variable_named,
        "write_system": bound.write_system,
    }


class _Services:
    """What needs to know which slot of which computer is running."""

    def __init__(self, computer: Running, slot: Slot) -> None:
        self.computer = computer
        self.machine = computer.machine
        self.slot = slot

    # ---- console

    def ask_line(self, guide: str) -> str:
        return ask_line(self.machine, guide)

    def ask_fields(self, guide: str, question: bool, kinds: str) -> list[int | float | str | None]:
        return ask_fields(self.machine, guide, question, kinds)

    # ---- the program itself

    def end_program(self) -> NoReturn:
        raise ProgramEnded

    def suspend(self, line: int) -> None:
        """STOP."""
        self.computer.suspend(self.slot.number, line)

    def trace(self, line: int, column: int) -> None:
        if self.computer.on_statement is not None:
            self.computer.on_statement(self.slot.number, line, column)

    def restore(self, target: Any, scope: str) -> None:
        slot, label = self.computer.slot_of(arithmetic.string(target))
        self.slot.restore(label, scope if slot is self.slot else "", slot)

    def find_label(self, target: Any, positions: dict[str, int]) -> int:
        """The part a computed GOTO goes on with."""
        slot, label = self.computer.slot_of(arithmetic.string(target))
        name = label_name(label)
        if slot is not self.slot or name not in positions:
            raise UndefinedLabel("@" + name)
        return positions[name]

    def gosub_by_name(self, target: Any, depth: int) -> None:
        slot, label = self.computer.slot_of(arithmetic.string(target))
        name = label_name(label)
        if slot.compiled is None or name not in slot.compiled.entries:
            raise UndefinedLabel("@" + name)
        function, position = slot.compiled.entries[name]
        if slot is self.slot:
            slot.namespace[function](position, depth + 1)
        else:
            with self.computer.inside(slot):
                slot.namespace[function](position, depth + 1)

    # ---- variables, labels, calls by name

    def variable_named(self, name: str) -> Any:
        return dynamic.read_variable(self.computer, name)

    def set_variable_named(self, name: str, value: Any) -> None:
        dynamic.write_variable(self.computer, name, value)

    def variable_exists(self, scope: str, name: str) -> int:
        return dynamic.variable_exists(self.computer, scope, name)

    def label_exists(self, scope: str, name: str, everywhere: int = 0) -> int:
        return dynamic.label_exists(self.computer, scope, name, everywhere)

    def write_system(self, name: str, value: Any) -> None:
        variable = VARIABLES[name]
        if variable.write is None:
            raise BasicSyntaxError
        host = {"machine": self.machine, "computer": self.computer}[variable.read.host]
        variable.write(host, value)

    def call_by_name(self, name: str, receivers: int | None, cells: int, *arguments: Any) -> Any:
        return dynamic.call(self.computer, self.slot, name, receivers, cells, arguments)

    def call_back(self, word: str) -> None:
        dynamic.call_back(self.computer, word)

    def switch(self, word: str, on: bool) -> None:
        devices.switch(self.computer, word, on)
