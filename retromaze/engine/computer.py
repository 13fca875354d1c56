"""The running engine: four program slots on one machine, and the calls between them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import PurePath
from types import FrameType
from typing import Any

from retromaze.builtins.computer_interface import SLOTS
from retromaze.builtins.files import load_program, parse_resource
from retromaze.builtins.programs import ProgramText
from retromaze.builtins.registry import BUILTINS
from retromaze.builtins.sprites import callback_name
from retromaze.compiler.compiling import FIRST, Compiled, compile_listing
from retromaze.compiler.settings import ALL, Settings, Technique
from retromaze.compiler.unit import array_name, scalar_name
from retromaze.engine.services import FrameBudget, Services
from retromaze.engine.slot import PRINTING, ProgramEnded, ProgramsEnded, Restarted, Slot, attribute_at
from retromaze.errors import (
    BasicError,
    BasicSyntaxError,
    IllegalFunctionCall,
    IllegalSymbolString,
    OutOfRange,
    UndefinedFunction,
    UndefinedVariable,
)
from retromaze.language.lexer import ascii_upper, label_name_in, with_line_feeds, yielding_to
from retromaze.language.numbers import truncate
from retromaze.language.program import Scope, Variable
from retromaze.machine.machine import Machine
from retromaze.recursion import deepest_recursion, drop_traceback
from retromaze.values.arrays import LONG_STRING, ArrayMemory
from retromaze.values.costs import COMPILE_COST, MOVE_COST, NAME_COST
from retromaze.values.operators import StringOperations

PROMPT = "<DIRECT>"
"""The file name under which lines of DIRECT mode are compiled."""


class Computer:
    """SmileBASIC as it runs: slots, errors, and the state that belongs to no part of the machine.

    `slot` is the number of the slot now running. `running` lists the slots whose programs have not ended, the
    outer ones first. `features` are the devices switched on by XON; `callidx` and `sysbeep` are the system
    variables. The last error and the places of BACKTRACE, (slot, line), stay until the next ones. `memory`
    counts arrays and long strings; `frame_budgets` has each slot's work units left in this frame. `listings`
    has the programs that came with a path, by the names of their files: they can be loaded by these.
    `library`: programs can be reached from DIRECT mode. `on_suspend` is called at STOP with the slot and
    line, and may raise an exception to end the program. In a `traced` program, `on_statement` is called
    before each statement with slot, line and column, and `on_outcome` with these and a bool: whether the
    condition of an IF, WHILE or UNTIL was true, whether a FOR had any pass, or whether the first of two
    values of MIN or MAX was larger; `on_distance` with these and the first of the values minus the second.
    `techniques` are the compiler's optimizations. `basic_names`: variables in compiled code have their BASIC
    names.
    """

    def __init__(
        self,
        machine: Machine,
        *,
        traced: bool = False,
        library: bool = False,
        techniques: frozenset[Technique] = ALL,
        basic_names: bool = False,
    ) -> None:
        self.machine = machine
        self.techniques = techniques
        self.traced = traced
        self.basic_names = basic_names
        self.library = library
        machine.meter.spend = machine.spend  # long work of the machine's parts uses up the listing's budget
        machine.on_rewired = self.rebind_builtins
        self.memory = ArrayMemory(machine.spend)
        self.string_operations = StringOperations(self.memory)
        self.slots = [Slot(number) for number in range(SLOTS)]
        self.listings: dict[str, Slot] = {}
        self.frame_budgets = [FrameBudget(machine, self.tick) for _ in self.slots]
        self.slot = 0
        self.running: list[int] = []
        self.backtrace: list[tuple[int, int]] = []
        self.error_number = 0
        self.error_line = 0
        self.error_slot = 0
        self.callidx = 0
        self.sysbeep = 1
        self.features: set[str] = set()
        self.editor: Any = None
        self.on_suspend: Callable[[int, int], None] | None = None
        self.on_statement: Callable[[int, int, int], None] | None = None
        self.on_outcome: Callable[[int, int, int, bool], None] | None = None
        self.on_distance: Callable[[int, int, int, float], None] | None = None

    def tick(self, units: int) -> int:
        """Lets frames pass when the work budget is used up, and returns the units left of the next budget.

        `units` are those left, below 0. Raises OutOfMemory if all arrays and strings are too large, which is
        tested once a frame.
        """
        self.memory.check()
        return self.machine.tick(units)

    # ---- slots

    def load_source(
        self, slot: int, text: str | ProgramText, name: str = "", path: str = "", *, restarting: bool = False
    ) -> None:
        """Puts a program into a slot; its `text` as a `str` may have the line ends of any system.

        Raises IllegalFunctionCall for a slot that is running, unless the caller is `restarting` it.
        """
        if slot in self.running and not restarting:
            raise IllegalFunctionCall("a running program cannot be replaced")
        if isinstance(text, str):
            text = with_line_feeds(text)
        self.slots[slot] = Slot(slot, text, name, path or (f"PRG{slot}:{name}" if name else f"PRG{slot}"))
        if path:
            self.listings[ascii_upper(PurePath(path).stem)] = self.slots[slot]

    def compile(self, slot: Slot) -> Compiled:
        """Returns the slot's program, compiled from its present text. Raises the compile-time errors."""
        # other programs can use the variables of one in another slot than 0, or of one run inside another
        library = self.library or slot.number != 0 or bool(self.running)
        settings = Settings(
            slot.path,
            self.traced,
            library,
            techniques=self.techniques,
            basic_names=self.basic_names,
            # else a DEF that the program lacks may be in another slot
            alone=not any(each.text.size for each in self.slots if each.number != slot.number),
        )
        with yielding_to(self.machine.yield_now):
            return compile_listing(slot.source, slot.number, settings)

    def prepare(self, number: int) -> Slot:
        """Compiles a slot's program, gives it fresh variables, and returns the slot. Runs nothing."""
        slot = self.slots[number]
        slot.start_program(self.compile(slot), Services(self, slot))
        return slot

    def rebind_builtins(self) -> None:
        """Binds builtins to the machine's methods again after these changed (by DISPLAY, an observer)."""
        for slot in self.slots:
            if slot.compiled is not None:
                # the other functions look up the machine's methods at each call
                slot.bind_forms({name: form for name, form in slot.forms.items() if form.direct})
                slot.namespace.update(
                    (name, attribute_at(path)(self.machine)) for name, path in PRINTING.items()
                )

    def run(self, number: int = 0) -> None:
        """Does RUN: runs the slot's program from start to end. Raises BasicError with its place.

        EXEC of a slot that runs already ends the programs of all slots by Restarted, and starts that slot.
        """
        with deepest_recursion:
            while True:
                try:
                    self.run_slot(number)
                except Restarted as restart:
                    number = drop_traceback(restart).slot
                    self.machine.tick()  # compiling takes its time; without this EXEC 0 could not be stopped
                    continue
                except ProgramsEnded as end:
                    drop_traceback(end)
                return

    def run_slot(self, number: int) -> None:
        """Compiles and runs a slot's program to its end; if a program is running, it waits meanwhile."""
        slot = self.prepare(number)
        outer_slot = self.slot
        self.slot = number
        slot.open_to_others = True  # from now on, other slots may call its COMMON DEFs, without USE
        self.running.append(number)
        try:
            slot.namespace[FIRST](0, 0)  # from position 0, with no pending GOSUBs
        except ProgramEnded as end:
            drop_traceback(end)
        finally:
            self.running.pop()
            # after the outermost program its slot stays: DIRECT mode shows where it ended
            if self.running:
                self.slot = outer_slot

    def execute(self, target: Any) -> None:
        """Does EXEC n or EXEC "PRG1:NAME": runs another slot to its end, or starts a running one again.

        For a running slot it raises Restarted: all programs end, and `run` begins again with that slot.
        """
        number = self.slot_number(target, restarting=True)
        if number in self.running:
            raise Restarted(number)
        if not self.slots[number].source.strip():
            raise BasicSyntaxError("the slot is empty")
        self.machine.spend(COMPILE_COST.of(len(self.slots[number].source)))
        self.run_slot(number)

    def use(self, target: Any) -> None:
        """Does USE n or USE "PRG1:NAME": compiles a slot; others can use its COMMON DEFs, labels, DATA."""
        if isinstance(target, str) and ":" not in target:
            raise IllegalFunctionCall("USE wants to know the slot")
        number = self.slot_number(target)
        if number in self.running:
            raise IllegalFunctionCall("the slot is running")
        self.machine.spend(COMPILE_COST.of(len(self.slots[number].source)))
        self.prepare(number)
        self.slots[number].open_to_others = True

    def slot_number(self, target: Any, *, restarting: bool = False) -> int:
        """Returns the slot that EXEC and USE name: by number, or by a file, `"PRG1:NAME"`, which is loaded
        first.

        `restarting`: the file may be loaded into a slot that is running.
        """
        if isinstance(target, str):
            return load_program(self, parse_resource(target), restarting=restarting)
        if not isinstance(target, int | float):
            raise IllegalFunctionCall
        number = truncate(target)
        if not 0 <= number < SLOTS:
            raise OutOfRange(argument=1)
        return number

    def slot_and_name(self, text: str) -> tuple[Slot, str]:
        """Splits `n:NAME` into slot and name; a name alone belongs to the running slot.

        The slot may have no compiled program, if it was neither USEd nor run: then it has no names.
        """
        if len(text) > LONG_STRING:  # the cost of the word pays for a shorter name
            self.machine.spend(NAME_COST.of(len(text)))
        number, colon, rest = text.partition(":")
        if not colon:
            return self.slots[self.slot], text
        if number not in {"0", "1", "2", "3"}:
            raise IllegalFunctionCall
        return self.slots[int(number)], rest

    @contextmanager
    def names_refer_to(self, slot: Slot) -> Iterator[None]:
        """Makes names without a slot refer to `slot` while its code runs, called from another slot."""
        outer_slot = self.slot
        self.slot = slot.number
        try:
            yield
        finally:
            self.slot = outer_slot

    # ---- for builtins

    def data_from(self, label: str) -> list[int | float | str]:
        """Returns all DATA items at or after a label, `"@L"` or `"1:@L"`, and spends the work for that."""
        slot, name = self.slot_and_name(label)
        items = slot.data_from(name)
        self.machine.spend(MOVE_COST.of(len(items)))
        return items

    def variable_exists(self, scope: str, text: str) -> int:
        """Returns CHKVAR: 1 if a DEF or the main program of its slot has a variable of that name, else 0.

        `scope` is the name of the DEF that calls, "" for the main program.
        """
        slot, name = self.slot_and_name(text)
        scopes = (slot.scope(scope), slot.scope(""))
        return int(any(each is not None and each.find(ascii_upper(name)) for each in scopes))

    def label_exists(self, scope: str, text: str, everywhere: int = 0) -> int:
        """Returns CHKLABEL: 1 if there is such a label, else 0.

        `scope` is the name of the DEF that calls, whose own labels count, and the main program's too if they
        are looked for `everywhere`; "" is the main program.
        """
        slot, label = self.slot_and_name(text)
        # another slot is reached only after USE or a run
        if slot.number != self.slot and not slot.open_to_others:
            return 0
        try:
            name = label_name_in(label)
        except IllegalSymbolString:
            return 0
        names = (scope, "") if everywhere else (scope,)
        scopes = [slot.scope(each) for each in names]
        return int(any(each is not None and name in each.labels for each in scopes))

    def call_exists(self, name: str) -> int:
        """Returns CHKCALL: 1 for a builtin or a DEF that can be called from here, else 0."""
        if len(name) > LONG_STRING:
            self.machine.spend(NAME_COST.of(len(name)))
        upper = ascii_upper(name)
        if upper in BUILTINS or self.slots[self.slot].definition(upper):
            return 1
        used = [slot.definition(upper) for slot in self.slots if slot.open_to_others]
        return int(any(scope is not None and scope.is_common for scope in used))

    def callback_named(self, text: str) -> str:
        """Returns the name that SPFUNC and BGFUNC store for a text. Raises IllegalFunctionCall."""

        def is_label(label: str) -> int:
            return self.label_exists("", label, 1)

        def is_definition(name: str) -> bool:
            return bool(self.call_exists(name)) and name not in BUILTINS

        if name := callback_name(text, self.slot, is_label, is_definition):
            return name
        raise IllegalFunctionCall(argument=2)

    # ---- for generated code

    def find_variable(self, text: str) -> tuple[Slot, Variable, str]:
        """Finds VAR("A") or VAR("1:A"): returns the slot, the global, and its name in the slot's namespace.

        Raises UndefinedVariable.
        """
        slot, name = self.slot_and_name(text)
        scope = slot.scope("")
        variable = scope.variables.get(ascii_upper(name)) if scope else None
        if variable is None:
            raise UndefinedVariable(name)
        identifier = array_name(variable) if variable.is_array else scalar_name(variable)
        # a global that is not in the namespace cannot be reached by name
        if identifier not in slot.namespace:
            raise UndefinedVariable(name)
        return slot, variable, identifier

    def find_definition(self, name: str, caller: Slot) -> tuple[Slot, Scope]:
        """Returns slot and scope of a DEF that the slot `caller` can call: its own, or a COMMON one.

        Raises UndefinedFunction.
        """
        scope = caller.definition(name)
        if scope is not None:
            return caller, scope
        for slot in self.slots:
            scope = slot.definition(name)
            if scope is not None and scope.is_common and slot.open_to_others:
                return slot, scope
        raise UndefinedFunction(name)

    # ---- pending calls

    def pending_calls(self) -> Iterator[tuple[int, int]]:
        """Yields (slot, line) of the present place and of each pending call, innermost first."""
        return (place for place in self.call_places() if place is not None)

    def call_places(self) -> Iterator[tuple[int, int] | None]:
        """Yields (slot, line) of each pending call, innermost first, and None for a line of DIRECT mode.

        They are read from Python's own stack: compiled code has the file name and lines of its listing.
        """
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            path = frame.f_code.co_filename
            slot = self.slot_with_path(path)
            if slot is not None:
                yield slot.number, frame.f_lineno
            elif path == PROMPT:
                yield None
            frame = frame.f_back

    def backtrace_places(self) -> list[tuple[int, int]]:
        """Returns (slot, line) of each call for BACKTRACE, innermost first.

        Only calls since the last line of DIRECT mode count. If there is none, because the line itself has the
        BACKTRACE, the result is that of the last STOP or error.
        """
        since_prompt = takewhile(lambda place: place is not None, self.call_places())
        return [place for place in since_prompt if place is not None] or self.backtrace

    def suspend(self, slot: int, line: int) -> None:
        """Does STOP, or what the START button does: `on_suspend` may let the program go on, else all end."""
        # the first place is the STOP itself
        self.backtrace = list(self.pending_calls())[1:]
        if self.on_suspend is None:
            raise ProgramsEnded
        self.on_suspend(slot, line)

    # ---- errors

    def slot_with_path(self, path: str) -> Slot | None:
        """Returns the slot whose listing compiled under that file name."""
        return next((slot for slot in self.slots if slot.path == path), None)

    def record(self, error: BasicError) -> None:
        """Stores an error in ERRNUM, ERRLINE and ERRPRG."""
        self.error_number, self.error_line, self.error_slot = error.number, error.line, error.slot
