"""The engine of DIRECT mode: compiles lines that use a slot's variables, and runs them in that slot.

A line uses the globals of the slot that ran last; new names in it become globals of that slot. Jumps to the
slot's labels, calls of its DEFs and its DATA work from a line too.
Source: language reference, 9.1. Unverified: GOTO and GOSUB to a label of the slot; that loading or editing
a program leaves the slot's variables as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from retromaze.analysis.programs import analyse_statements
from retromaze.compiler.compiling import FIRST, Compiled, compile_listing, compile_program
from retromaze.compiler.settings import Settings
from retromaze.compiler.unit import python_names
from retromaze.engine.computer import PROMPT, Computer
from retromaze.engine.services import Services
from retromaze.engine.slot import ProgramEnded, Slot, initial_values
from retromaze.errors import BasicError, CantUseFromDirectMode, Stopped
from retromaze.language import nodes
from retromaze.language.lexer import ascii_upper
from retromaze.language.nodes import Statement
from retromaze.language.parser import parse
from retromaze.language.program import Program, Variable
from retromaze.recursion import deepest_recursion, drop_traceback

Command = Callable[..., None]


class LineBroken(Stopped):
    """Raised to end a line of DIRECT mode in which START was pressed."""


class Prompt:
    """Runs the lines typed at the prompt of DIRECT mode, which alone has the words in `commands`.

    `_slots_before` has, by number, the Slot in which a line ran last: loading a program replaces the Slot,
    but the variables stay.
    """

    def __init__(self, computer: Computer, commands: dict[str, Command]) -> None:
        self.computer = computer
        self.commands = commands
        self._slots_before: dict[int, Slot] = {}

    # ---- running a line

    def run(self, line: str) -> None:
        """Compiles and runs a line. Raises BasicError, and what commands raise to end the line.

        An error that the compiler finds has line 0, which stands for the typed line.
        """
        slot = self.ready_slot()
        try:
            compiled = self.compile_line(line, slot)
        except BasicError as error:
            error.typed_line, error.line = error.line, 0
            raise
        self.create_new_globals(slot, compiled)
        slot.bind_forms(compiled.forms)
        slot.namespace["command"] = self.command
        with deepest_recursion, self.computer.frame_budgets[slot.number].separate_budget() as line_budget:
            slot.namespace["budget"] = line_budget
            try:
                # a line's code is not stored in the slot; it begins at position 0, with no pending GOSUBs
                slot.namespace.make_function(compiled.closures[FIRST][0])(0, 0)
            except ProgramEnded as end:
                drop_traceback(end)  # END ends the typed line, and nothing else

    def command(self, name: str, *arguments: Any) -> None:
        """Calls the function of a word of DIRECT mode; a compiled line calls this by the name `command`."""
        self.commands[ascii_upper(name)](*arguments)

    # ---- the slot and its variables

    def ready_slot(self) -> Slot:
        """Returns the slot whose globals a line uses, the one that ran last, prepared for a line."""
        slot = self.computer.slots[self.computer.slot]
        if slot.compiled is None:
            self.prepare_empty_program(slot)
        self._slots_before[slot.number] = slot
        return slot

    def prepare_empty_program(self, slot: Slot) -> None:
        """Lets lines run in a slot whose own program has not run; it gets the variables that it had before.

        An empty program is compiled instead of the slot's own, which may have errors.
        """
        compiled = compile_listing("", slot.number, Settings(slot.path, library=True))
        slot.start_program(compiled, Services(self.computer, slot))
        former = self._slots_before.get(slot.number)
        if former is not None and former.compiled is not None:
            slot.compiled = with_variables(compiled, variables_of(former))
            # an array has two names in Python
            for variable in variables_of(former).values():
                for name in python_names(variable):
                    slot.namespace[name] = former.namespace[name]

    def forget(self, number: int) -> None:
        """Drops the variables that stay when a program is loaded, because RUN, NEW or CLEAR clears them."""
        self._slots_before.pop(number, None)

    def clear(self) -> None:
        """Does CLEAR: gives the current slot the variables that it has when its program begins."""
        slot = self.ready_slot()
        self.forget(slot.number)
        assert slot.compiled is not None
        # the program of the slot, or an empty one in its place
        if slot.compiled.program.source == slot.source:
            self.computer.prepare(slot.number)
        else:
            self.prepare_empty_program(slot)

    def create_new_globals(self, slot: Slot, compiled: Compiled) -> None:
        """Creates the globals of a slot that a line is the first to name."""
        assert slot.compiled is not None
        existing = variables_of(slot)
        new = [each for each in compiled.shared_variables if each.variable.name not in existing]
        for each in new:
            slot.namespace.update(initial_values(each))
        added = {each.variable.name: each.variable for each in new}
        slot.compiled = with_variables(slot.compiled, existing | added)

    # ---- compiling a line

    def compile_line(self, line: str, slot: Slot) -> Compiled:
        """Compiles a typed line, which may use the globals, DEFs and labels of a slot.

        Raises compile-time errors, and CantUseFromDirectMode for statements that only programs may have.

        Source: machine reference, 1.2 (XSCREEN 4) and 1.3 (DISPLAY). Unverified: XSCREEN A where A is 4 runs.
        """
        with deepest_recursion:
            statements = list(self.replace_commands_and_jumps(parse(line, slot.number), slot))
            program = analyse_statements(statements, line, slot.number, variables_of(slot))
            commands = frozenset(map(str.lower, self.commands))
            return compile_program(program, Settings(PROMPT, library=True, commands=commands))

    def replace_commands_and_jumps(self, statements: Sequence[Statement], slot: Slot) -> Iterator[Statement]:
        """Yields the statements of a line, with commands and jumps replaced by what can be compiled."""
        for each in statements:
            match each:
                case nodes.Label() | nodes.Define() | nodes.Option() | nodes.Stop():
                    raise CantUseFromDirectMode
                case nodes.Instruction(name="EXEC" | "DISPLAY"):
                    raise CantUseFromDirectMode
                case nodes.Instruction(name="XSCREEN", arguments=(nodes.Number(value=4), *_)):
                    raise CantUseFromDirectMode
                # a DEF of the program hides a command of the same name; no name of a listing is in lower case
                case nodes.Instruction(name=name) if name in self.commands and not slot.definition(name):
                    yield replace(each, name=name.lower())
                case nodes.Gosub(target=nodes.LabelText() as label):
                    yield replace(each, target=label_with_slot(label, slot))
                case nodes.Goto(target=nodes.LabelText() as label):
                    # GOTO cannot reach a label of the program, but GOSUB can; with END after it, it is a jump
                    yield nodes.Gosub(each.line, each.column, label_with_slot(label, slot))
                    yield nodes.End(each.line, each.column)
                case _:
                    yield each


def label_with_slot(label: nodes.LabelText, slot: Slot) -> nodes.String:
    """Returns a label of a slot's program as other slots name it: `"0:@L"`."""
    return nodes.String(label.line, label.column, f"{slot.number}:@{label.name}")


def variables_of(slot: Slot) -> dict[str, Variable]:
    """Returns the slot's globals by name."""
    return slot.compiled.program.main.variables if slot.compiled else {}


def with_variables(compiled: Compiled, variables: dict[str, Variable]) -> Compiled:
    """Returns a copy of a compiled program with other globals; other runs may use the program itself."""
    program: Program = compiled.program
    main = replace(program.main, variables=dict(variables))
    return replace(compiled, program=replace(program, main=main))


def break_off(computer: Computer) -> bool:
    """Handles the START button: suspends the running program, as STOP does, or raises LineBroken in a line.

    Returns whether one of them was running. Neither is, for instance, while a program is compiled for RUN.
    """
    # the innermost call decides: a program, or a line of DIRECT mode (None)
    for place in computer.call_places():
        if place is None:
            raise LineBroken
        computer.suspend(*place)
        return True
    return False
