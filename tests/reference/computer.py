"""Four program slots on one machine: what builtins ask of a computer, and where programs are at work.

It has the methods of `Computer` in `builtins/computer_interface.py`; how statements run is the interpreter's.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from retromaze import errors
from retromaze.builtins import load_all
from retromaze.builtins.files import load_program, parse_resource
from retromaze.builtins.programs import ProgramText
from retromaze.builtins.registry import BUILTINS
from retromaze.errors import BasicError
from retromaze.language.lexer import ascii_upper, with_line_feeds
from retromaze.machine.machine import Machine
from retromaze.recursion import deepest_recursion
from retromaze.values.arrays import Array, ArrayMemory
from retromaze.values.costs import MOVE_COST
from tests.reference.program import Program, Scope
from tests.reference.values import Number, Value, fresh, truncated

SLOTS = 4
LABEL = re.compile("@[A-Za-z0-9_]+")


class NotCovered(Exception):
    """The program uses what this interpreter does not know."""


class TooLong(Exception):
    """The program has run as many statements as it was allowed."""


class Ended(Exception):
    """END of a program."""


class Suspended(Exception):
    """STOP: nobody is there who could go on with any of the programs."""


class Restarted(Exception):
    """EXEC of a slot that is running: it begins anew. Source: language, 4.14."""


@dataclass(eq=False)
class Slot:
    """One of the four slots; `usable` says that others reach its labels, DATA and COMMON DEFs (4.10)."""

    number: int
    text: ProgramText
    name: str = ""
    path: str = ""
    usable: bool = False
    program: Program | None = None
    variables: dict[str, Value] = field(default_factory=dict)
    data: Sequence[Number | str] = ()
    data_at: int = 0

    @property
    def source(self) -> str:
        return self.text.source

    def compiled(self) -> Program:
        """Returns the program of a slot that was run or USEd."""
        if self.program is None:
            raise errors.UndefinedLabel
        return self.program


@dataclass(eq=False)
class Frame:
    """Statements of a scope at work: where they are, their own variables, and the GOSUBs pending in them.

    `lent` is a GOSUB from elsewhere into this program: its RETURN leaves the frame.
    """

    slot: Slot
    program: Program
    scope: Scope
    at: int
    variables: dict[str, Value]
    lent: bool = False
    here: int = 0
    returns: list[int] = field(default_factory=list)
    running: bool = True
    result: Value = None


class Computer:
    """The slots, the frames at work with the innermost last, and what the machine's words know of both."""

    def __init__(self, machine: Machine, *, steps: int = 1_000_000) -> None:
        load_all()
        self.machine = machine
        self.steps = steps
        machine.meter.spend = machine.spend
        self.memory = ArrayMemory(machine.spend)
        self.slots = [Slot(number, ProgramText()) for number in range(SLOTS)]
        self.listings: dict[str, Slot] = {}
        self.frames: list[Frame] = []
        self.running: list[int] = []
        self.slot = 0
        self.gosubs = self.cells = 0
        self.sysbeep = 1
        self.error_number = self.error_line = self.error_slot = self.callidx = 0
        self.features: set[str] = set()
        self.editor: Any = None

    def work(self, frame: Frame) -> None:
        """Runs a frame until it is left."""
        raise NotImplementedError

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    # ---- programs in slots: language, 4.14 and 9.3

    def load_source(
        self, slot: int, text: str | ProgramText, name: str = "", path: str = "", *, restarting: bool = False
    ) -> None:
        """Puts a text into a slot that is not running."""
        if slot in self.running and not restarting:
            raise errors.IllegalFunctionCall
        lines = text if isinstance(text, ProgramText) else ProgramText(with_line_feeds(text))
        self.slots[slot] = Slot(slot, lines, name)

    def run(self, source: str) -> BasicError | None:
        """Runs a listing in slot 0; returns the error that stopped it. Raises TooLong and NotCovered."""
        self.load_source(0, source)
        number = 0
        with deepest_recursion:
            while True:
                try:
                    self.run_slot(number)
                except Restarted as restart:
                    number = restart.args[0]
                    self.frames.clear()
                    self.gosubs = self.cells = 0
                except BasicError as error:
                    return error
                except Suspended:
                    return None
                else:
                    return None

    def prepare(self, slot: Slot) -> Program:
        """Compiles a slot and gives it fresh variables and its DATA from the beginning."""
        others = any(each.text.size for each in self.slots if each is not slot)
        program = Program(slot.source, slot.number, is_alone=not others)
        slot.program, slot.data, slot.data_at, slot.usable = program, program.data, 0, True
        slot.variables = fresh_variables(program.main)
        return program

    def run_slot(self, number: int) -> None:
        """Runs a slot from its start to its END. Source: language, 4.8."""
        slot = self.slots[number]
        program = self.prepare(slot)
        self.running.append(number)
        depth, pending = len(self.frames), (self.slot, self.gosubs, self.cells)
        self.gosubs = self.cells = 0  # Unverified: each program has a stack of its own
        try:
            self.work(Frame(slot, program, program.main, 0, {}))
        except Ended:
            self.slot, self.gosubs, self.cells = pending
            del self.frames[depth:]
        finally:
            self.running.pop()

    def execute(self, target: Any) -> None:
        """EXEC: runs another slot to its END, or restarts a running one."""
        number = self.slot_number(target, restarting=True)
        if number in self.running:
            raise Restarted(number)
        if not self.slots[number].source.strip():
            raise errors.BasicSyntaxError
        self.run_slot(number)

    def use(self, target: Any) -> None:
        """USE: compiles a slot without running it."""
        if isinstance(target, str) and ":" not in target:
            raise errors.IllegalFunctionCall
        number = self.slot_number(target, restarting=False)
        if number in self.running:
            raise errors.IllegalFunctionCall
        self.prepare(self.slots[number])

    def slot_number(self, target: Any, *, restarting: bool) -> int:
        """Returns the slot that EXEC or USE names, the program of a file loaded into it."""
        if isinstance(target, str):
            return load_program(self, parse_resource(target), restarting=restarting)
        if not isinstance(target, int | float):
            raise errors.IllegalFunctionCall
        if not 0 <= truncated(target) < SLOTS:
            raise errors.OutOfRange
        return truncated(target)

    def slot_and_name(self, text: str) -> tuple[Slot, str]:
        """Parts "n:NAME" into slot and name; a name alone is of the slot at work. Source: 4.7, 2.8."""
        before, colon, rest = text.partition(":")
        if not colon:
            return self.slots[self.slot], text
        if before not in {"0", "1", "2", "3"}:
            raise errors.IllegalFunctionCall
        return self.slots[int(before)], rest

    # ---- what builtins ask: language, 4.11, 4.17, 5.6

    def data_index(self, slot: Slot, label: str, scope: Scope | None) -> int:
        """Counts the DATA items before a label of a DEF or of the main program."""
        name, program = label_name(label), slot.compiled()
        for each in (scope, program.main):
            if each is not None and name in each.labels:
                return program.data_before[each.labels[name]]
        raise errors.UndefinedLabel

    def data_from(self, label: str) -> list[Number | str]:
        slot, name = self.slot_and_name(label)
        items = list(slot.compiled().data[self.data_index(slot, name, None) :])
        self.machine.spend(MOVE_COST.of(len(items)))
        return items

    def variable_exists(self, scope: str, text: str) -> int:
        slot, name = self.slot_and_name(text)
        names = set(slot.program.main.kinds) if slot.program else set()
        if slot is self.frame.slot:
            names |= set(self.frame.scope.kinds)
        return int(ascii_upper(name) in names)

    def label_exists(self, scope: str, text: str, everywhere: int = 0) -> int:
        slot, label = self.slot_and_name(text)
        is_own = slot is self.frame.slot
        if slot.program is None or not (is_own or slot.usable) or not LABEL.fullmatch(label):
            return 0
        scopes = [self.frame.scope if is_own else slot.program.main]
        scopes += [slot.program.main] if everywhere else []
        return int(any(label_name(label) in each.labels for each in scopes))

    def call_exists(self, name: str) -> int:
        return int(ascii_upper(name) in BUILTINS or self.find_definition(ascii_upper(name)) is not None)

    def find_definition(self, name: str) -> tuple[Slot, Scope] | None:
        """Finds a DEF of this slot, or a COMMON one of a slot that was USEd or run. Source: 4.10."""
        if name in self.frame.program.definitions:
            return self.frame.slot, self.frame.program.definitions[name]
        for slot in self.slots:
            found = slot.program.definitions.get(name) if slot.program and slot.usable else None
            if found is not None and found.heading is not None and found.heading.common:
                return slot, found
        return None

    def callback_named(self, text: str) -> str:
        """Returns what SPFUNC keeps of a name: a label with its slot, or a DEF."""
        label = text if "@" in text else "@" + text
        if self.label_exists("", label, 1):
            return label if ":" in label else f"{self.slot}:{label}"
        if "@" not in text and self.call_exists(text) and ascii_upper(text) not in BUILTINS:
            return ascii_upper(text)
        raise errors.IllegalFunctionCall

    def backtrace_places(self) -> list[tuple[int, int]]:
        """Lists slot and line of this place and of each pending call, the innermost first."""
        return [
            (frame.slot.number, frame.program.statements[at].line)
            for frame in reversed(self.frames)
            for at in (frame.here, *reversed(frame.returns))
        ]


def fresh_variables(scope: Scope) -> dict[str, Value]:
    """Makes the variables of a scope with their defaults; arrays are empty until their DIM."""
    return {
        name: Array(kind, (0,) * scope.dimensions[name]) if name in scope.dimensions else fresh(kind)
        for name, kind in scope.kinds.items()
    }


def label_name(text: str) -> str:
    """Returns the name in "@NAME"; errnum 34 for a string that is no label. Source: language, 4.7."""
    if not LABEL.fullmatch(text):
        raise errors.IllegalSymbolString
    return text[1:].upper()
