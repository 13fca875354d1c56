"""Functions that generated code calls and that belong to one run: console, DATA, calls by name, frames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

from retromaze.analysis.side_effects import changes_in_place
from retromaze.builtins import devices
from retromaze.builtins.form import Form
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.compiler import unit
from retromaze.compiler.compiling import RUN_NAMES
from retromaze.compiler.unit import GOSUB_DEPTH, GOSUB_MASK, ONE_CELL, stack_cells_of_call
from retromaze.engine.line_input import ask_fields, ask_line
from retromaze.engine.slot import PRINTING, ProgramEnded, Slot, bind_function
from retromaze.errors import (
    BasicSyntaxError,
    IllegalFunctionCall,
    StackOverflow,
    TypeMismatch,
    UndefinedFunction,
    UndefinedLabel,
)
from retromaze.language.lexer import ascii_upper, label_name_in
from retromaze.machine.backgrounds import BACKGROUNDS
from retromaze.machine.machine import Machine
from retromaze.machine.sprites import SPRITES
from retromaze.values import operators
from retromaze.values.arrays import LONG_STRING
from retromaze.values.costs import CALLBACK_COST, NAME_COST
from retromaze.values.operators import StringOperations
from retromaze.values.scalars import unshared

if TYPE_CHECKING:
    from retromaze.engine.computer import Computer


class FrameBudget:
    """The work units that a slot's program may still spend in this frame, given to it in *pieces*.

    Compiled code has a piece in its variable `work`, this object the rest in `_reserve`. Between two pieces
    the host may stop the program. The function `pass_frames` is called when all units are used up: it takes
    the units left, below 0, and returns those left in the next frame.
    """

    __slots__ = ("_machine", "_pass_frames", "_reserve")

    def __init__(self, machine: Machine, pass_frames: Callable[[int], int]) -> None:
        self._machine = machine
        self._pass_frames = pass_frames
        self._reserve = 0

    def begin(self) -> int:
        """Returns the first piece of a new frame's budget."""
        return self._hand_out(self._machine.budget)

    def tick(self, work: int) -> int:
        """Returns the next piece of the budget, after a new frame if no units are left.

        Compiled code calls it when its piece is used up: `work` is below 0.
        """
        units = work + self._reserve
        if units < 0:
            units = self._pass_frames(units)
        else:
            self._machine.yield_now()  # the host may stop the program here
        return self._hand_out(units)

    def remaining(self, work: int) -> int:
        """Returns `work`, the units left after a wait, or a piece of a new budget if a frame has begun."""
        if not self._machine.wait_began_frame:
            return work
        self._machine.wait_began_frame = False
        return self.begin()

    @contextmanager
    def separate_budget(self) -> Iterator[int]:
        """Yields the first piece of another budget, for a line of DIRECT mode; restores the old one later."""
        reserve = self._reserve
        try:
            yield self.begin()
        finally:
            self._reserve = reserve

    def _hand_out(self, units: int) -> int:
        """Returns a piece of `units` for compiled code, and keeps the rest."""
        piece = min(units, self._machine.yield_units)
        self._reserve = units - piece
        return piece


# the services that are methods of other objects, by name: their paths from `Services`
SERVICE_PATHS = {
    **{name: f"computer.string_operations.{name}" for name in StringOperations.OPERATORS},
    **{name: f"machine.{path}" for name, path in PRINTING.items()},
    "Array": "computer.memory.make",
    "label_exists": "computer.label_exists",
    "read_data": "slot.read",
    "remaining": "frame_budget.remaining",
    "shift": "computer.memory.shift",
    "tick": "frame_budget.tick",
    "unshift_item": "computer.memory.unshift",
    "variable_exists": "computer.variable_exists",
}


class Services:
    """The services of one slot: functions of one run, by the names that generated code calls them by.

    Some are methods of this class, others (SERVICE_PATHS) methods of the objects that it has as attributes.
    """

    def __init__(self, computer: Computer, slot: Slot) -> None:
        self.computer = computer
        self.machine = computer.machine
        self.slot = slot
        self.frame_budget = computer.frame_budgets[slot.number]

    def services_named(self, names: Iterable[str]) -> dict[str, Any]:
        """Returns the services among some names of generated code, by name."""
        return {name: SERVICE_GETTERS[name](self) for name in names if name in SERVICE_GETTERS}

    # ---- console

    def ask_line(self, guide: str) -> str:  # LINPUT
        return ask_line(self.machine, guide)

    def ask_fields(self, guide: str, question: bool, kinds: str) -> list[int | float | str | None]:
        return ask_fields(self.machine, guide, question, kinds)

    def look_on(self, work: int, cost: int) -> int:
        """Skips passes of a loop that only polls the buttons, up to the frame's end; returns the units left.

        `work` are the units left before, `cost` those of one pass. The buttons stay the same within a frame,
        so the passes are only counted, as polls of the input; if each statement is observed, none is skipped.
        """
        if work < cost or self.computer.on_statement is not None:
            return work
        passes, work = divmod(work, cost)
        self.machine.input.polls += passes
        return work

    # ---- the program itself

    def end_program(self) -> NoReturn:
        raise ProgramEnded

    def suspend(self, line: int) -> None:
        """Does STOP in a line: the program may go on later, by CONT."""
        self.computer.suspend(self.slot.number, line)

    def trace(self, line: int, column: int) -> None:
        """Reports a statement of a traced program to `on_statement` before it runs."""
        if self.computer.on_statement is not None:
            self.computer.on_statement(self.slot.number, line, column)

    def decided(self, line: int, column: int, value: Any) -> Any:
        """Reports the outcome of a condition of a traced program to `on_outcome`, and returns it."""
        if self.computer.on_outcome is not None:
            self.computer.on_outcome(self.slot.number, line, column, bool(value))
        return value

    entered = decided
    """The same for a FOR: whether it had any pass."""

    def compared(self, line: int, column: int, first: Any, second: Any) -> Any:
        """Reports which argument of a traced MIN or MAX is larger, and by how much; returns the second one.

        Equal arguments are no outcome: with them MIN and MAX are alike.
        """
        computer, slot = self.computer, self.slot.number
        are_numbers = isinstance(first, int | float) and isinstance(second, int | float)
        if are_numbers and (first > second or first < second):
            if computer.on_outcome is not None:
                computer.on_outcome(slot, line, column, first > second)
            if computer.on_distance is not None:
                computer.on_distance(slot, line, column, first - second)
        return second

    def restore(self, target: Any, scope: str) -> None:
        """Does RESTORE of a text: `"@L"`, a label of the DEF or main program, or `"1:@L"` of another slot.

        `scope` is the name of the DEF, "" for the main program. Only the main program of another slot counts.
        """
        slot, label = self.computer.slot_and_name(operators.string(target))
        self.slot.restore(label, scope if slot is self.slot else "", slot)

    def find_label(self, target: Any, positions: dict[str, int]) -> int:
        """Returns the position of the label of a computed GOTO, from `positions` by label.

        Raises UndefinedLabel for a label of another slot, too, because GOTO cannot leave its program.
        """
        slot, label = self.computer.slot_and_name(operators.string(target))
        name = label_name_in(label)
        if slot is not self.slot or name not in positions:
            raise UndefinedLabel("@" + name)
        return positions[name]

    def gosub_by_name(self, target: Any, stack_use: int) -> None:
        """Does GOSUB to the label that a text names, in this slot or another.

        `stack_use` counts the GOSUBs and stack cells of pending calls. Raises StackOverflow, and
        UndefinedLabel for a label at which no compiled function can be entered.
        """
        if stack_use & GOSUB_MASK >= GOSUB_DEPTH:
            raise StackOverflow
        slot, label = self.computer.slot_and_name(operators.string(target))
        name = label_name_in(label)
        if slot.compiled is None or name not in slot.compiled.gosub_entries:
            raise UndefinedLabel("@" + name)
        function, position = slot.compiled.gosub_entries[name]
        if slot is self.slot:
            slot.namespace[function](position, stack_use + 1)
        else:
            with self.computer.names_refer_to(slot):
                slot.namespace[function](position, stack_use + 1)

    # ---- variables, labels, calls by name

    def variable_named(self, name: str) -> Any:
        """Returns the value of VAR("NAME")."""
        slot, _, identifier = self.computer.find_variable(name)
        return slot.namespace[identifier]

    def set_variable_named(self, name: str, value: Any) -> None:
        """Stores a value in VAR("NAME"), converted to its type. Raises TypeMismatch for an array."""
        slot, variable, identifier = self.computer.find_variable(name)
        if variable.is_array:
            raise TypeMismatch
        # a variable of any other kind is a Real
        convert = {"$": operators.string, "%": operators.integer_stored}.get(variable.kind, operators.real)
        slot.namespace[identifier] = convert(value)

    def write_system(self, name: str, value: Any) -> None:
        """Stores a value in a system variable. Raises BasicSyntaxError for one that cannot be written."""
        variable = VARIABLES[name]
        if variable.write is None:
            raise BasicSyntaxError
        host = {"machine": self.machine, "computer": self.computer}[variable.read.host]
        variable.write(host, value)

    def call_by_name(self, name: str, receiver_count: int | None, stack_use: int, *arguments: Any) -> Any:
        """Does CALL of a builtin or DEF whose name is a text: see `call` for the arguments."""
        return call(self.computer, self.slot, name, receiver_count, stack_use, arguments)

    def call_back(self, word: str, stack_use: int) -> None:
        """Does CALL SPRITE or CALL BG: calls what SPFUNC or BGFUNC named, in the order of the numbers.

        `stack_use` counts the GOSUBs and stack cells of pending calls. During a call, CALLIDX is the number
        of the sprite or layer; afterwards it is the largest possible number of them.
        """
        sprites, backgrounds = self.machine.sprites, self.machine.backgrounds
        if word == "SPRITE":
            callbacks, searched, most = sprites.callbacks(), len(sprites.all_states()), SPRITES
        else:
            callbacks, searched, most = backgrounds.callbacks(), BACKGROUNDS, BACKGROUNDS
        self.machine.spend(CALLBACK_COST.of(searched))
        for number, name in callbacks:
            self.computer.callidx = number
            # a name with @ is a label, any other a DEF
            if "@" in name:
                self.gosub_by_name(name, stack_use)
            else:
                call(self.computer, self.slot, name, 0, stack_use, ())
        self.computer.callidx = most

    def switch(self, word: str, on: bool) -> None:  # XON and XOFF
        devices.switch_device(self.computer, word, on)


NO_SERVICES = {"budget", "command", "work"}
"""Names of a run that a slot or the prompt stores in the namespace itself."""
SERVICE_GETTERS = {name: attrgetter(SERVICE_PATHS.get(name, name)) for name in RUN_NAMES - NO_SERVICES}
"""Functions that return a service from a `Services`, by its name."""


# ---- CALL of a name known only at run time


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
    function = slot.namespace[unit.definition_name(upper)]
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
