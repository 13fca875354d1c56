"""A slow and plain interpreter of the language, written from the reference page and from nothing else.

It walks over the parser's nodes: a program is a flat list of statements and a counter of the place. A reader
holds each method against the section of the reference that it names. Words of the machine (PRINT's console,
RND, GLINE, MID$) are the project's own builtins on a Machine. Of the compiler nothing is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from retromaze.builtins import load_all
from retromaze.builtins.devices import switch
from retromaze.builtins.form import Form
from retromaze.builtins.program_text import ProgramText
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.builtins.resources import load_program, parse_resource
from retromaze.engine.binding import bind_function
from retromaze.engine.keyboard import ask_fields, ask_line
from retromaze.errors import (
    BasicError,
    BasicSyntaxError,
    IllegalFunctionCall,
    IllegalSymbolString,
    OutOfData,
    OutOfMemory,
    OutOfRange,
    ReturnWithoutGosub,
    StackOverflow,
    SubscriptOutOfRange,
    TypeMismatch,
    UndefinedFunction,
    UndefinedLabel,
    UndefinedVariable,
    UninitializedVariable,
)
from retromaze.language import nodes
from retromaze.language.letters import capitals
from retromaze.language.lines import with_line_feeds
from retromaze.machine.machine import Machine
from retromaze.machine.modes import BACKGROUNDS, SPRITES
from retromaze.recursion import deep_recursion
from retromaze.values.arrays import NUMERIC_LIMIT, STRING_LIMIT, Array
from retromaze.values.memory import ArrayMemory
from retromaze.values.text import Text
from tests.reference.program import Program, Scope, named
from tests.reference.values import (
    Number,
    Value,
    converted,
    fresh,
    is_true,
    number,
    operate,
    printed,
    signed,
    string,
    truncated,
    wrapped,
)

SLOTS = 4
GOSUBS = 16_384
"""GOSUBs that may be pending. Source: language, 4.7."""
CELLS, CALL_CELLS = 8192, 3
"""Cells of the stack of calls, and those of one call beside its names. Source: language, 4.9."""
DIRECT_WORDS = {"RUN", "CONT", "NEW", "LIST", "CLEAR"}
"""Commands of DIRECT mode, errnum 3 in a program. Source: language, 9.2."""
LABEL = re.compile("@[A-Za-z0-9_]+")


class NotCovered(Exception):
    """The program uses what this interpreter does not know."""


class TooLong(Exception):
    """The program has run as many statements as it was allowed."""


class Ended(Exception):
    """END of a program."""


class Restarted(Exception):
    """EXEC of a slot that is running: it begins anew. Source: language, 4.14."""


@dataclass(eq=False)
class Slot:
    """One of the four slots; `usable` says that others reach its labels, DATA and COMMON DEFs."""

    number: int
    text: ProgramText
    name: str = ""
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
            raise UndefinedLabel
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


class Place(NamedTuple):
    """Something that can be assigned to, its subscripts worked out."""

    get: Callable[[], Value]
    set: Callable[[Value], None]


class Interpreter:
    """Four slots on one machine. It is what builtins call the computer (`retromaze.builtins.computer`)."""

    def __init__(self, machine: Machine, *, steps: int = 1_000_000) -> None:
        load_all()
        self.machine = machine
        self.steps = steps
        self.memory = ArrayMemory(machine.spend)
        self.slots = [Slot(number, ProgramText()) for number in range(SLOTS)]
        self.frames: list[Frame] = []
        self.running: list[int] = []
        self.gosubs = self.cells = 0
        self.result = self.sysbeep = 1
        self.error_number = self.error_line = self.error_slot = self.callidx = 0
        self.features: set[str] = set()
        self.editor: Any = None

    # ---- programs in slots: language, 4.14 and 9.3

    @property
    def slot(self) -> int:
        """Returns the number of the slot that is at work."""
        return self.frame.slot.number if self.frames else 0

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    def load_source(
        self, slot: int, text: str | ProgramText, name: str = "", path: str = "", *, restarting: bool = False
    ) -> None:
        """Puts a text into a slot that is not running."""
        if slot in self.running and not restarting:
            raise IllegalFunctionCall
        lines = text if isinstance(text, ProgramText) else ProgramText(with_line_feeds(text))
        self.slots[slot] = Slot(slot, lines, name)

    def run(self, number: int = 0) -> BasicError | None:
        """Runs a slot to its end; returns the error that stopped it. Raises TooLong, NotCovered, Stopped."""
        with deep_recursion:
            while True:
                try:
                    self.run_slot(number)
                except Restarted as restart:
                    number = restart.args[0]
                    self.frames.clear()
                    self.gosubs = self.cells = 0
                    continue
                except BasicError as error:
                    return error
                return None

    def run_source(self, source: str) -> BasicError | None:
        """Runs a listing in slot 0."""
        self.load_source(0, source)
        return self.run()

    def prepare(self, slot: Slot) -> Program:
        """Compiles a slot and gives it fresh variables and its DATA from the beginning."""
        others = any(each.text.size for each in self.slots if each is not slot)
        program = Program(slot.source, slot.number, is_alone=not others)
        slot.program, slot.data, slot.data_at = program, program.data, 0
        slot.variables = fresh_variables(program.main)
        return program

    def run_slot(self, number: int) -> None:
        """Runs a slot from its start to its END. Source: language, 4.8."""
        slot = self.slots[number]
        program = self.prepare(slot)
        slot.usable = True
        self.running.append(number)
        depth, gosubs, cells = len(self.frames), self.gosubs, self.cells
        try:
            self.work(Frame(slot, program, program.main, 0, {}))
        except Ended:
            self.gosubs, self.cells = gosubs, cells
            del self.frames[depth:]
        finally:
            self.running.pop()

    def execute(self, target: Value | str) -> None:
        """EXEC: runs another slot to its END, or restarts a running one. Source: language, 4.14."""
        if isinstance(target, str):
            number = load_program(self, parse_resource(target), restarting=True)
        else:
            number = self.slot_number(target)
        if number in self.running:
            raise Restarted(number)
        if not self.slots[number].source.strip():
            raise BasicSyntaxError
        self.run_slot(number)

    def use(self, target: Value | str) -> None:
        """USE: compiles a slot without running it. Source: language, 4.14."""
        if isinstance(target, str):
            if ":" not in target:
                raise IllegalFunctionCall
            number = load_program(self, parse_resource(target))
        else:
            number = self.slot_number(target)
        if number in self.running:
            raise IllegalFunctionCall
        self.prepare(self.slots[number])
        self.slots[number].usable = True

    def slot_number(self, target: Any) -> int:
        if not isinstance(target, int | float):
            raise IllegalFunctionCall
        if not 0 <= truncated(target) < SLOTS:
            raise OutOfRange
        return truncated(target)

    def slot_of(self, text: str) -> tuple[Slot, str]:
        """Parts "n:NAME" into slot and name; a name alone is of the slot at work. Source: 4.7, 2.8."""
        before, colon, rest = text.partition(":")
        if not colon:
            return self.slots[self.slot], text
        if before not in {"0", "1", "2", "3"}:
            raise IllegalFunctionCall
        return self.slots[int(before)], rest

    # ---- one statement after another

    def work(self, frame: Frame) -> None:
        """Runs a frame until it is left; an error keeps the line of the innermost statement at work."""
        self.frames.append(frame)
        statements = frame.program.statements
        while frame.running:
            if frame.at == len(statements):
                raise Ended  # falling off the end is END: language, 4.8
            self.steps -= 1
            if self.steps < 0:
                raise TooLong
            self.machine.spend(1)
            frame.here = frame.at
            frame.at += 1
            statement = statements[frame.here]
            try:
                self.step(statement)
            except BasicError as error:
                if not error.line:
                    error.slot, error.line = frame.slot.number, statements[frame.here].line
                raise
        self.frames.pop()

    def step(self, statement: nodes.Statement) -> None:
        getattr(self, "do_" + type(statement).__name__.lower())(statement)

    def do_label(self, statement: nodes.Label) -> None:
        """A label does nothing. Source: language, 1.5."""

    do_data = do_option = do_empty = do_endif = do_repeat = do_label

    # ---- assignment: language, 4.1

    def do_assign(self, statement: nodes.Assign) -> None:
        """Works out the right side, then the subscripts (3.4). `X=` alone is errnum 48 (1.7, 1.9)."""
        if statement.value is None:
            raise UninitializedVariable
        target = named(statement.target)
        value = self.value(statement.value)
        if isinstance(target, nodes.Index):
            owner = self.place(target.target)
            now = owner.get()
            # Unverified: the value is converted before the subscripts are worked out
            value = converted(now.kind if isinstance(now, Array) else "$", value)
            self.element(owner, target).set(value)
        elif isinstance(target, nodes.Name):
            # a function's result may be an array of any type: language, 4.9
            self.assign_name(target.name, value, binds=isinstance(statement.value, nodes.Function))
        else:
            self.place(target).set(value)

    def owner_of(self, name: str) -> tuple[Scope, dict[str, Value]] | None:
        """Finds whose variable a name is; None for one of the machine. Source: language, 2.9."""
        frame = self.frame
        if name in frame.scope.kinds and frame.scope is not frame.program.main:
            return frame.scope, frame.variables
        main = frame.program.main
        return (main, frame.slot.variables) if name in main.kinds else None

    def assign_name(self, name: str, value: Value, *, binds: bool = False) -> None:
        """Stores into a variable; the name of an array comes to mean the other array. Source: 2.2, 2.7."""
        found = self.owner_of(name)
        if found is None:
            self.write_system(name, value)
            return
        scope, variables = found
        kind = scope.kinds[name]
        if name not in scope.dimensions:
            if isinstance(value, Array) and kind != "?":
                raise TypeMismatch
            variables[name] = converted(kind, value)
            return
        if not isinstance(value, Array) or not (binds or (value.kind == "$") == (kind == "$")):
            raise TypeMismatch
        variables[name] = value

    def write_system(self, name: str, value: Value) -> None:
        """Stores into a variable of the machine. Source: language, 5.10."""
        variable = VARIABLES[name]
        assert variable.write is not None
        variable.write(self if variable.read.host == "computer" else self.machine, converted("%", value))

    def place(self, target: nodes.Node) -> Place:
        """Works out what can be stored into, subscripts from left to right; all else can only be read."""
        match named(target):
            case nodes.Name() as name:
                return Place(lambda: self.value(name), lambda value: self.assign_name(name.name, value))
            case nodes.Index(target=inner) as index:
                return self.element(self.place(inner), index)
            case nodes.VariableNamed(name=text):
                name_text = string(self.value(text)).value
                return Place(
                    lambda: self.read_named(name_text), lambda value: self.write_named(name_text, value)
                )
        value = self.value(target)
        return Place(lambda: value, refused)

    def element(self, found: Place, index: nodes.Index) -> Place:
        """Finds A[I,J] or S$[I]. Source: language, 2.6 and 2.7.

        Unverified: a subscript that makes the name mean another array is too late, another string not.
        """
        owner = found.get()
        worked_out = [self.value(each) for each in index.subscripts]
        subscripts = [truncated(each) for each in worked_out]
        if isinstance(owner, Text):
            return character(owner, found, subscripts)
        if not isinstance(owner, Array):
            raise TypeMismatch
        if any(each != each for each in worked_out):
            raise SubscriptOutOfRange  # Unverified: NaN, which is 0 elsewhere
        if len(subscripts) != len(owner.sizes):
            raise BasicSyntaxError
        last = subscripts[-1]

        def row() -> list[Any]:
            items = owner.items
            for position in subscripts[:-1]:
                if not 0 <= position < len(items):
                    raise SubscriptOutOfRange
                items = items[position]
            if not 0 <= last < len(items):
                raise SubscriptOutOfRange
            return items

        def get() -> Value:
            items = row()
            if isinstance(items[last], str):
                items[last] = Text(items[last])
            return items[last]

        def put(value: Value) -> None:
            stored = converted(owner.kind, value)
            row()[last] = stored

        return Place(get, put)

    # ---- VAR("NAME"): language, 2.8

    def named_variable(self, text: str) -> tuple[Slot, str]:
        """Finds the global that a string names. Unverified: a name made at run time is never a local."""
        slot, name = self.slot_of(text)
        if slot.program is None or capitals(name) not in slot.program.main.kinds:
            raise UndefinedVariable
        return slot, capitals(name)

    def read_named(self, text: str) -> Value:
        slot, name = self.named_variable(text)
        return slot.variables[name]

    def write_named(self, text: str, value: Value) -> None:
        slot, name = self.named_variable(text)
        main = slot.compiled().main
        if name in main.dimensions or isinstance(value, Array):
            raise TypeMismatch
        slot.variables[name] = converted(main.kinds[name], value)

    # ---- declarations: language, 2.8 and 2.7

    def do_declare(self, statement: nodes.Declare) -> None:
        """VAR and DIM; a DIM that is done again makes a fresh array."""
        for each in statement.declarations:
            if each.sizes is not None:
                sizes = tuple([truncated(self.value(size)) for size in each.sizes])
                self.own(each.name, self.dimensioned(each.name, sizes))
            elif each.value is not None:
                self.assign_name(each.name, self.value(each.value))
            else:
                self.own(each.name, fresh(self.frame.scope.kinds[each.name]))

    def own(self, name: str, value: Value) -> None:
        frame = self.frame
        is_main = frame.scope is frame.program.main
        (frame.slot.variables if is_main else frame.variables)[name] = value

    def dimensioned(self, name: str, sizes: tuple[int, ...]) -> Array:
        """Makes an array of defaults; errnum 10 for a negative size, 11 where there is no room."""
        kind = self.frame.scope.kinds[name]
        count = 1
        for size in sizes:
            if size < 0:
                raise OutOfRange
            count *= size
        if count > (STRING_LIMIT if kind == "$" else NUMERIC_LIMIT):
            raise OutOfMemory
        return self.memory.make(kind, sizes)

    # ---- PRINT: language, 4.2; INPUT and LINPUT: 4.3

    def do_print(self, statement: nodes.Print) -> None:
        for item in statement.items:
            if item == ",":
                self.machine.console.tab()
            elif item != ";":
                self.machine.console.print(printed(self.value(item)), "")
        if not statement.items or statement.items[-1] not in {",", ";"}:
            self.machine.console.print("")

    def do_input(self, statement: nodes.Input) -> None:
        """Empty fields keep their variables."""
        guide = "" if statement.guide is None else string(self.value(statement.guide)).value
        kinds = "".join("$" if self.kind_of_target(each) == "$" else "#" for each in statement.targets)
        fields = ask_fields(self.machine, guide, statement.question, kinds)
        for target, given in zip(statement.targets, fields, strict=True):
            if given is not None:
                self.place(target).set(boxed(given))

    def kind_of_target(self, target: nodes.Node) -> str:
        match named(target):
            case nodes.Name(name=name) if (found := self.owner_of(name)) is not None:
                kind = found[0].kinds[name]
                return kind if kind != "?" else "$" if isinstance(found[1][name], Text) else "#"
            case nodes.Index(target=inner):
                owner = self.value(inner)
                return owner.kind if isinstance(owner, Array) else "$"
        return "#"

    def do_lineinput(self, statement: nodes.LineInput) -> None:
        guide = "" if statement.guide is None else string(self.value(statement.guide)).value
        self.place(statement.target).set(Text(ask_line(self.machine, guide)))

    # ---- INC, DEC, SWAP: language, 4.12

    def do_increase(self, statement: nodes.Increase) -> None:
        """Finds its place, then the amount, and adds last; a string is changed in place.

        Unverified: this order.
        """
        place = self.place(statement.target)
        amount = 1 if statement.amount is None else self.value(statement.amount)
        now = place.get()
        if isinstance(now, Text):
            if statement.sign < 0:
                raise TypeMismatch
            now.value = self.kept(now.value + string(amount).value, now.value)
            return
        place.set(self.boxed_result(operate("+" if statement.sign > 0 else "-", now, number(amount))))

    def do_swap(self, statement: nodes.Swap) -> None:
        first, second = self.place(statement.first), self.place(statement.second)
        one, other = first.get(), second.get()
        if isinstance(one, Array) or isinstance(other, Array):
            raise TypeMismatch  # Unverified: whole arrays are not exchanged
        first.set(other)
        second.set(one)

    # ---- DATA, READ, RESTORE: language, 4.11

    def do_read(self, statement: nodes.Read) -> None:
        slot = self.frame.slot
        for target in statement.targets:
            if slot.data_at >= len(slot.data):
                raise OutOfData
            slot.data_at += 1
            self.place(target).set(boxed(slot.data[slot.data_at - 1]))

    def do_restore(self, statement: nodes.Restore) -> None:
        """Goes on with the first DATA at or after a label. RESTORE alone is errnum 8."""
        if statement.target is None:
            raise TypeMismatch
        source, label = self.slot_of(string(self.value(statement.target)).value)
        slot = self.frame.slot
        scope = self.frame.scope if source is slot else None
        slot.data_at = self.data_index(source, label, scope)
        slot.data = source.compiled().data

    def data_index(self, slot: Slot, label: str, scope: Scope | None) -> int:
        """Counts the DATA items before a label of a DEF or of the main program."""
        name = label_name(label)
        program = slot.compiled()
        for each in (scope, program.main):
            if each is not None and name in each.labels:
                return program.data_before[each.labels[name]]
        raise UndefinedLabel

    def data_from(self, label: str) -> list[Number | str]:
        """Lists the DATA behind a label, for COPY. Source: language, 5.5."""
        slot, name = self.slot_of(label)
        return list(slot.compiled().data[self.data_index(slot, name, None) :])

    # ---- IF: language, 4.4

    def do_if(self, statement: nodes.If) -> None:
        """Goes to behind the first condition that holds, or to behind ELSE."""
        frame, at = self.frame, self.frame.here
        while True:
            frame.here = at
            branch = frame.program.statements[at]
            if not isinstance(branch, nodes.If | nodes.ElseIf):
                frame.at = at
                return
            if is_true(self.value(branch.condition)):
                frame.at = at + 1
                return
            at = frame.program.otherwise[at]
            if at == len(frame.program.statements) or at not in frame.program.leave:
                frame.at = at
                return

    def do_elseif(self, statement: nodes.ElseIf | nodes.Else) -> None:
        """Ends the branch before it."""
        self.frame.at = self.frame.program.leave[self.frame.here]

    do_else = do_elseif

    # ---- loops: language, 4.5 and 4.6

    def do_for(self, statement: nodes.For) -> None:
        """Works out the start once, and tests before the first pass."""
        self.place(statement.variable).set(self.value(statement.start))
        self.test(statement, self.frame.here)

    def test(self, loop: nodes.For, at: int) -> None:
        """Goes into the body or behind it. Limit and step are worked out on each pass."""
        frame = self.frame
        rising = loop.step is None or number(self.value(loop.step)) >= 0
        limit = number(self.value(loop.stop))
        value = number(self.place(loop.variable).get())
        runs = value <= limit if rising else value >= limit
        frame.at = at + 1 if runs else frame.program.partner[at] + 1

    def do_next(self, statement: nodes.Next) -> None:
        """Closes a FOR, or continues it from inside an IF; its names are ignored."""
        frame = self.frame
        self.repeat(frame.program.around.get(frame.here, frame.program.partner.get(frame.here, 0)))

    def repeat(self, at: int) -> None:
        """Ends a pass of the loop that begins there."""
        frame = self.frame
        loop = frame.program.statements[at]
        if isinstance(loop, nodes.Repeat):
            frame.at = frame.program.partner[at]
        elif isinstance(loop, nodes.For):
            frame.here = at  # Unverified: an error in the head of a FOR is one of its line
            step = 1 if loop.step is None else number(self.value(loop.step))
            counter = self.place(loop.variable)
            counter.set(number(operate("+", counter.get(), step)))  # type: ignore[arg-type]
            self.test(loop, at)
        else:
            frame.at = at

    def do_while(self, statement: nodes.While) -> None:
        if not is_true(self.value(statement.condition)):
            self.frame.at = self.frame.program.partner[self.frame.here] + 1

    def do_wend(self, statement: nodes.Wend) -> None:
        self.frame.at = self.frame.program.partner[self.frame.here]

    def do_until(self, statement: nodes.Until) -> None:
        assert statement.condition is not None
        if not is_true(self.value(statement.condition)):
            self.frame.at = self.frame.program.partner[self.frame.here]

    def do_break(self, statement: nodes.Break) -> None:
        program = self.frame.program
        self.frame.at = program.partner[program.around[self.frame.here]] + 1

    def do_continue(self, statement: nodes.Continue) -> None:
        self.repeat(self.frame.program.around[self.frame.here])

    # ---- jumps: language, 4.7

    def do_goto(self, statement: nodes.Goto) -> None:
        """Jumps to a label of this scope, literal or worked out."""
        if statement.target is None:
            raise UninitializedVariable
        slot, label = self.slot_of(string(self.value(statement.target)).value)
        name = label_name(label)
        # Unverified: a label of another slot is none to jump to
        if slot is not self.frame.slot:
            raise UndefinedLabel
        self.jump(name)

    def jump(self, name: str) -> None:
        if name not in self.frame.scope.labels:
            raise UndefinedLabel
        self.frame.at = self.frame.scope.labels[name]

    def do_gosub(self, statement: nodes.Gosub) -> None:
        """Calls a subroutine; inside a DEF only one that is worked out or named with its slot."""
        target = statement.target
        if target is None:
            raise UninitializedVariable
        text = string(self.value(target)).value
        literal = isinstance(target, nodes.LabelText | nodes.String)
        self.gosub(text, is_plain=literal and ":" not in text)

    def gosub(self, text: str, *, is_plain: bool) -> None:
        frame = self.frame
        slot, label = self.slot_of(text)
        name = label_name(label)
        in_definition = frame.scope is not frame.program.main
        if is_plain and in_definition:
            raise UndefinedLabel  # Unverified: the number; OFF says that such a label is not usable
        if slot is not frame.slot or in_definition:
            self.gosub_elsewhere(slot, name)
            return
        if self.gosubs >= GOSUBS:
            raise StackOverflow
        if name in frame.scope.labels:
            frame.returns.append(frame.here)
            self.gosubs += 1
        self.jump(name)

    def gosub_elsewhere(self, slot: Slot, name: str) -> None:
        """Runs a subroutine of the main program of a slot from a DEF or from another slot."""
        if self.gosubs >= GOSUBS:
            raise StackOverflow
        program = slot.compiled()
        if name not in program.main.labels:
            raise UndefinedLabel
        self.gosubs += 1
        self.work(Frame(slot, program, program.main, program.main.labels[name], {}, lent=True))

    def do_nowhere(self, statement: nodes.Nowhere) -> None:
        """GOTO RETURN and GOSUB RETURN. Source: language, 4.4."""
        raise UninitializedVariable

    def do_on(self, statement: nodes.On) -> None:
        """Counts from 0 and falls through where there is no such label."""
        chosen = truncated(self.value(statement.selector))
        if not 0 <= chosen < len(statement.labels):
            return
        if statement.gosub:
            self.gosub("@" + statement.labels[chosen], is_plain=True)
        else:
            self.jump(statement.labels[chosen])

    def do_return(self, statement: nodes.Return) -> None:
        """Goes back behind the GOSUB, or leaves a DEF, which hands a value back if it is a function (4.9)."""
        frame = self.frame
        heading = frame.scope.heading
        wants_value = heading is not None and heading.returns
        if wants_value != (statement.value is not None):
            raise BasicSyntaxError
        if heading is not None:
            frame.result = None if statement.value is None else self.value(statement.value)
            frame.running = False
        elif frame.returns:
            frame.at = frame.returns.pop() + 1
            self.gosubs -= 1
        elif frame.lent:
            frame.running = False
            self.gosubs -= 1
        else:
            raise ReturnWithoutGosub

    # ---- END and STOP: language, 4.8

    def do_end(self, statement: nodes.End) -> None:
        """Leaves a DEF at its own level. Unverified: in a block inside of it it ends the program."""
        frame = self.frame
        heading = frame.scope.heading
        if heading is not None and frame.program.partner[frame.scope.start - 1] == frame.here:
            frame.running = False
        else:
            raise Ended

    def do_stop(self, statement: nodes.Stop) -> None:
        """Suspends the program; nobody is there who could go on with it."""
        raise Ended

    # ---- DEF: language, 4.9

    def do_define(self, statement: nodes.Define) -> None:
        """Control skips a definition."""
        self.frame.at = self.frame.program.partner[self.frame.here] + 1

    def find_definition(self, name: str) -> tuple[Slot, Scope] | None:
        """Finds a DEF of this slot, or a COMMON one of a slot that was USEd or run. Source: 4.10."""
        own = self.frame.slot
        if name in self.frame.program.definitions:
            return own, self.frame.program.definitions[name]
        for slot in self.slots:
            found = slot.program.definitions.get(name) if slot.program and slot.usable else None
            if found is not None and found.heading is not None and found.heading.common:
                return slot, found
        return None

    def require_shape(self, scope: Scope, arguments: Sequence[object], receivers: int | None) -> None:
        """Counts arguments and receivers; a value is as good as one receiver."""
        heading = scope.heading
        assert heading is not None
        gives = 1 if heading.returns else len(heading.outputs)
        wanted = 1 if receivers is None else receivers
        if len(arguments) != len(heading.parameters) or None in arguments or gives != wanted:
            raise IllegalFunctionCall

    def call(self, slot: Slot, scope: Scope, arguments: Sequence[Value]) -> list[Value]:
        """Calls a DEF; returns its value, or those of its OUT names."""
        heading = scope.heading
        assert heading is not None
        cells = CALL_CELLS + len(scope.kinds)
        if self.cells + cells > CELLS:
            raise StackOverflow
        variables = fresh_variables(scope) | dict(zip(heading.parameters, arguments, strict=True))
        frame = Frame(slot, slot.compiled(), scope, scope.start, variables)
        self.cells += cells
        self.work(frame)
        self.cells -= cells
        results = [frame.result] if heading.returns else [variables[name] for name in heading.outputs]
        if None in results:
            # Unverified: the line is that of the heading
            error = TypeMismatch if heading.returns else UninitializedVariable
            raise error(slot=slot.number, line=heading.line)
        return results

    # ---- calls of anything: language, 4.18 and 4.10

    def do_instruction(self, statement: nodes.Instruction) -> None:
        name, arguments, outputs = statement.name, statement.arguments, statement.outputs
        if name in {"XON", "XOFF"}:
            self.switch(name, statement)
        elif name == "CALL" and is_callback(arguments):
            self.call_back(arguments[0].name)  # type: ignore[union-attr]
        elif name == "CALL":
            results = self.call_by_name(arguments, None if outputs is None else len(outputs), as_value=False)
            self.receive(outputs, results)
        else:
            receivers = None if outputs is None else len(outputs)
            self.receive(outputs, self.call_word(name, arguments, receivers, as_value=False))

    def receive(self, outputs: Sequence[nodes.Node | None] | None, results: Sequence[Value]) -> None:
        """Stores OUT values from left to right; an empty receiver takes one away. Source: 2.10, 4.9."""
        for target, value in zip(outputs or (), results, strict=False):
            target = None if target is None else named(target)
            if isinstance(target, nodes.Name):
                self.assign_name(target.name, value, binds=True)
            elif target is not None:
                self.place(target).set(value)

    def call_word(
        self, name: str, arguments: Sequence[Any], receivers: int | None, *, as_value: bool
    ) -> Sequence[Value]:
        """Calls a DEF of this slot, a builtin, or a COMMON DEF, in this order."""
        wanted = None if as_value else receivers or 0
        if name not in self.frame.program.definitions and name in BUILTINS:
            return self.call_builtin(name, arguments, receivers, as_value=as_value)
        found = self.find_definition(name)
        # Unverified: arguments of what is found nowhere are worked out first
        if name in DIRECT_WORDS and found is None and not as_value:
            raise BasicSyntaxError
        if found is None or found[0] is not self.frame.slot:
            values = [None if each is None else self.value(each) for each in arguments]
            return self.call_found(found, values, wanted)
        self.require_shape(found[1], arguments, wanted)
        return self.call(*found, [self.value(each) for each in arguments])

    def call_found(
        self, found: tuple[Slot, Scope] | None, values: Sequence[Value], wanted: int | None
    ) -> Sequence[Value]:
        if found is None:
            raise UndefinedFunction
        self.require_shape(found[1], values, wanted)
        return self.call(*found, values)

    def call_by_name(
        self, arguments: Sequence[Any], receivers: int | None, *, as_value: bool
    ) -> Sequence[Value]:
        """CALL "NAME": a DEF or builtin that a string names. Source: language, 4.10."""
        if not arguments or arguments[0] is None:
            raise IllegalFunctionCall
        name = capitals(string(self.value(arguments[0])).value)
        values = [None if each is None else self.value(each) for each in arguments[1:]]
        if name in BUILTINS and name not in self.frame.program.definitions:
            if BUILTINS[name].statement:
                raise UndefinedFunction
            return self.call_builtin(name, arguments[1:], receivers, as_value=as_value, values=values)
        return self.call_found(self.find_definition(name), values, None if as_value else receivers or 0)

    def call_back(self, word: str) -> None:
        """CALL SPRITE and CALL BG: what SPFUNC or BGFUNC named, by ascending number. Source: 4.10."""
        machine = self.machine
        part = machine.sprites if word == "SPRITE" else machine.backgrounds
        for number_, name in part.callbacks():
            self.callidx = number_
            if "@" in name:
                slot, label = self.slot_of(name)
                self.gosub_elsewhere(slot, label_name(label))
            else:
                self.call_found(self.find_definition(name), (), 0)
        # Unverified: what CALLIDX is afterwards
        self.callidx = SPRITES if word == "SPRITE" else BACKGROUNDS

    def callback_named(self, text: str) -> str:
        """Returns what SPFUNC keeps of a name: a label with its slot, or a DEF."""
        label = text if "@" in text else "@" + text
        if self.label_exists("", label, 1):
            return label if ":" in label else f"{self.slot}:{label}"
        if "@" not in text and self.call_exists(text) and capitals(text) not in BUILTINS:
            return capitals(text)
        raise IllegalFunctionCall

    def switch(self, name: str, statement: nodes.Instruction) -> None:
        """XON and XOFF take a bare word or a quoted one. Source: language, 4.16."""
        match statement.arguments:
            case [nodes.Name(name=word) | nodes.String(value=word)] if statement.outputs is None:
                switch(self, word, name == "XON")
            case _:
                raise BasicSyntaxError

    # ---- words of the machine, as they are declared

    def call_builtin(
        self,
        name: str,
        arguments: Sequence[Any],
        receivers: int | None,
        *,
        as_value: bool,
        values: Sequence[Value] | None = None,
    ) -> Sequence[Value]:
        """Finds the form that fits and hands the arguments over; CALL has worked out their `values` before."""
        form = BUILTINS[name].find(len(arguments), value=as_value, receivers=receivers)
        if form is None:
            raise BUILTINS[name].shape_error
        if BUILTINS[name].owns:
            return self.change_in_place(name, arguments, values)
        given = []
        for at, node in enumerate(arguments):
            value = None if node is None else self.value(node) if values is None else values[at]
            given.append(argument(form, at, value, is_empty=node is None))
        result = bind_function(form, self)(*given)
        if form.outputs:
            return [boxed(each) for each in result]
        return [boxed(result)] if form.result else []

    def changeable(self, node: nodes.Node) -> Value:
        """Returns the list or string that a name or an element means; nothing else has anything to change."""
        match named(node):
            case nodes.Name() as name:
                return self.value(name)
            case nodes.Index(target=inner) as index:
                owner = self.place(inner)
                if isinstance(owner.get(), Array):
                    return self.element(owner, index).get()
        raise TypeMismatch

    def change_in_place(
        self, name: str, arguments: Sequence[Any], values: Sequence[Value] | None
    ) -> Sequence[Value]:
        """PUSH, UNSHIFT, POP and SHIFT of a list or a string. Source: language, 5.5.

        Unverified: what is put in is worked out before it is found where.
        """
        if None in arguments:
            raise TypeMismatch
        others = [self.value(each) for each in arguments[1:]] if values is None else values[1:]
        owner = self.changeable(arguments[0])
        at_end = name in {"PUSH", "POP"}
        if others:
            self.put_in(owner, others[0], at_end=at_end)
            return []
        if isinstance(owner, Text):
            if not owner.value:
                raise SubscriptOutOfRange
            taken = owner.value[-1] if at_end else owner.value[0]
            owner.value = owner.value[:-1] if at_end else owner.value[1:]
            return [Text(taken)]
        if not isinstance(owner, Array) or len(owner.sizes) != 1:
            raise TypeMismatch
        if not owner.items:
            raise SubscriptOutOfRange
        return [boxed(owner.items.pop(-1 if at_end else 0))]

    def put_in(self, owner: Value, value: Value, *, at_end: bool) -> None:
        if isinstance(owner, Text):
            added = string(value).value
            joined = owner.value + added if at_end else added + owner.value
            owner.value = self.kept(joined, owner.value)
            return
        if not isinstance(owner, Array) or len(owner.sizes) != 1:
            raise TypeMismatch
        stored = converted(owner.kind, value)
        owner.items.insert(len(owner.items) if at_end else 0, stored)

    # ---- what builtins ask of the computer: language, 5.6 and 4.17

    def variable_exists(self, scope: str, text: str) -> int:
        slot, name = self.slot_of(text)
        names = set(slot.program.main.kinds) if slot.program else set()
        if slot is self.frame.slot:
            names |= set(self.frame.scope.kinds)
        return int(capitals(name) in names)

    def label_exists(self, scope: str, text: str, everywhere: int = 0) -> int:
        slot, label = self.slot_of(text)
        if slot.program is None or (slot is not self.frame.slot and not slot.usable):
            return 0
        if not LABEL.fullmatch(label):
            return 0
        scopes = [self.frame.scope if slot is self.frame.slot else slot.program.main]
        scopes += [slot.program.main] if everywhere else []
        return int(any(label_name(label) in each.labels for each in scopes))

    def call_exists(self, name: str) -> int:
        return int(capitals(name) in BUILTINS or self.find_definition(capitals(name)) is not None)

    def calls_looked_back_on(self) -> list[tuple[int, int]]:
        """Lists slot and line of this place and of each pending call, the innermost first."""
        found = []
        for frame in reversed(self.frames):
            places = [frame.here, *reversed(frame.returns)]
            found += [(frame.slot.number, frame.program.statements[at].line) for at in places]
        return found

    # ---- expressions: language, 3

    def value(self, node: Any) -> Value:
        """Works out an expression; constants are folded beforehand (2.4)."""
        constant = self.frame.program.constant(node)
        if constant is not None:
            return constant
        found: Value = getattr(self, "value_" + type(node).__name__.lower())(node)
        return found

    def value_string(self, node: nodes.String) -> Text:
        """Makes a copy for each evaluation of a literal. Source: language, 2.6."""
        return Text(node.value)

    def value_labeltext(self, node: nodes.LabelText) -> Text:
        """A label in an expression is a string. Source: language, 1.5."""
        return Text("@" + node.name)

    def value_name(self, node: nodes.Name) -> Value:
        """Reads a variable; a whole array is itself. Source: language, 2.9, 2.10, 5.10."""
        found = self.owner_of(node.name)
        if found is None:
            read = VARIABLES[node.name].read
            return boxed(bind_function(read, self)())
        value = found[1][node.name]
        if value is None:
            raise TypeMismatch  # Unverified: the number for an OUT name that has no value yet
        return value

    def value_index(self, node: nodes.Index) -> Value:
        return self.place(node).get()

    def value_variablenamed(self, node: nodes.VariableNamed) -> Value:
        if (plain_name := named(node)) is not node:
            return self.value_name(plain_name)  # type: ignore[arg-type]
        return self.read_named(string(self.value(node.name)).value)

    def value_function(self, node: nodes.Function) -> Value:
        if node.name == "CALL":
            results = self.call_by_name(node.arguments, None, as_value=True)
        else:
            results = self.call_word(node.name, node.arguments, None, as_value=True)
        return results[0]

    def value_unary(self, node: nodes.Unary) -> Number:
        return signed(node.operator, self.value(node.operand))

    def value_binary(self, node: nodes.Binary) -> Value:
        """Works out the left side first; && and || leave the right one out where they can (3.2, 3.4)."""
        left = self.value(node.left)
        if node.operator in {"&&", "||"}:
            decided = is_true(left) == (node.operator == "||")
            return int(is_true(left) if decided else is_true(self.value(node.right)))
        return self.boxed_result(operate(node.operator, left, self.value(node.right)))

    def boxed_result(self, result: Number | str) -> Value:
        return Text(self.kept(result)) if isinstance(result, str) else wrapped(result)

    def kept(self, text: str, instead: str = "") -> str:
        """Takes room for a long string. Source: language, 8.3 (errnum 11)."""
        return self.memory.made(text, len(instead))


# ---- small helpers


def argument(form: Form, at: int, value: Value, *, is_empty: bool) -> Any:
    """Returns an argument as a builtin takes it; a Real for an integer is cut. Source: 2.2 and 2.10."""
    parameter = form.at(at)
    if is_empty:
        if parameter is None or not parameter.may_be_empty:
            raise TypeMismatch
        return None
    match parameter.kind if parameter else "value":
        case "int" | "coordinate":
            return truncated(value)
        case "float":
            return float(number(value))
        case "number":
            return number(value)
        case "str":
            return string(value).value
        case "array" if not isinstance(value, Array):
            raise TypeMismatch
    return plain(value)


def boxed(value: Any) -> Value:
    """Makes a string object of the characters that a builtin or DATA gives."""
    return Text(value) if isinstance(value, str) else value


def plain(value: Value) -> Any:
    """Returns the characters of a string, as builtins take them."""
    return value.value if isinstance(value, Text) else value


def fresh_variables(scope: Scope) -> dict[str, Value]:
    """Makes the variables of a scope with their defaults; arrays are empty until their DIM."""
    return {
        name: Array(kind, (0,) * scope.dimensions[name]) if name in scope.dimensions else fresh(kind)
        for name, kind in scope.kinds.items()
    }


def refused(value: Value) -> None:
    raise TypeMismatch


def character(owner: Text, found: Place, subscripts: list[int]) -> Place:
    """Finds S$[I]; what is stored takes the place of the one character. Source: language, 2.6."""
    if len(subscripts) != 1:
        raise TypeMismatch
    (at,) = subscripts

    def get() -> Value:
        if not 0 <= at < len(owner.value):
            raise SubscriptOutOfRange
        return Text(owner.value[at])

    def put(value: Value) -> None:
        new, changed = string(value).value, string(found.get())
        if not 0 <= at < len(changed.value):
            raise SubscriptOutOfRange
        changed.value = changed.value[:at] + new + changed.value[at + 1 :]

    return Place(get, put)


def label_name(text: str) -> str:
    """Returns the name in "@NAME"; errnum 34 for a string that is no label. Source: language, 4.7."""
    if not LABEL.fullmatch(text):
        raise IllegalSymbolString
    return text[1:].upper()


def is_callback(arguments: Sequence[Any]) -> bool:
    return (
        len(arguments) == 1 and isinstance(arguments[0], nodes.Name) and arguments[0].name in {"SPRITE", "BG"}
    )
