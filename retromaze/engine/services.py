"""What generated code calls that belongs to one run: the console, DATA, calls by name, frames."""

from __future__ import annotations

from typing import Any, NoReturn

from retromaze.builtins import devices
from retromaze.builtins.registry import VARIABLES
from retromaze.engine import dynamic
from retromaze.engine.binding import bind_printing
from retromaze.engine.keyboard import ask_fields, ask_line
from retromaze.engine.running import ProgramEnded, Running
from retromaze.engine.slot import Slot, label_name
from retromaze.errors import (
    BasicSyntaxError,
    UndefinedLabel,
)
from retromaze.values import arithmetic


def services(computer: Running, slot: Slot) -> dict[str, Any]:
    """What a slot's generated code finds in cells beside what is its own; `OPERATORS` are its globals."""
    bound = _Services(computer, slot)
    ration = computer.rations[slot.number]
    makers = (computer.texts, computer.elements)
    return {
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
