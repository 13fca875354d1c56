"""A slow and plain interpreter of the language, written from the reference page and from nothing else.

It walks over the parser's nodes: a program is a flat list of statements and a counter of the place. A reader
holds each method against the section of the reference that it names. Words of the machine (PRINT's console,
RND, GLINE, MID$) are the project's own builtins on a Machine. Of the compiler nothing is used.
"""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from math import isnan, prod
from typing import Any, NamedTuple

from retromaze import errors
from retromaze.builtins.devices import switch_device
from retromaze.builtins.form import Form
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.engine.line_input import ask_fields, ask_line
from retromaze.engine.slot import bind_function
from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.lexer import ascii_upper
from retromaze.machine.backgrounds import BACKGROUNDS
from retromaze.machine.sprites import SPRITES
from retromaze.values.arrays import NUMERIC_LIMIT, STRING_LIMIT, Array
from retromaze.values.scalars import SharedString
from tests.reference.computer import (
    Computer,
    Ended,
    Frame,
    NotCovered,
    Slot,
    Suspended,
    TooLong,
    fresh_variables,
    label_name,
)
from tests.reference.program import Scope, named
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
)

GOSUBS = 16_384
"""GOSUBs that may be pending. Source: language, 4.7."""
CELLS, CALL_CELLS = 8192, 3
"""Cells of the stack of calls, and those of one call beside its names. Source: language, 4.9."""
SWITCHES = {"XON", "XOFF"}
DIRECT_WORDS = {"RUN", "CONT", "NEW", "LIST", "CLEAR"}
"""Commands of DIRECT mode, errnum 3 in a program. Source: language, 9.2."""


class Place(NamedTuple):
    """Something that can be stored into, its subscripts worked out."""

    get: Callable[[], Value]
    set: Callable[[Value], None]


class Variable(NamedTuple):
    """A name in the variables of its scope."""

    name: str
    scope: Scope
    values: dict[str, Value]


class Interpreter(Computer):
    """Runs statements by their `do_` methods and expressions by their `value_` methods, one for each node."""

    def work(self, frame: Frame) -> None:
        """Runs a frame until it is left; an error keeps the line of the innermost statement at work."""
        self.frames.append(frame)
        before, self.slot = self.slot, frame.slot.number
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
                getattr(self, "do_" + type(statement).__name__.lower())(statement)
            except BasicError as error:
                if not error.line:
                    error.slot, error.line = frame.slot.number, statements[frame.here].line
                raise
        self.frames.pop()
        self.slot = before

    def do_label(self, statement: nodes.Label) -> None:
        """A label does nothing. Source: language, 1.5."""

    do_data = do_option = do_empty = do_endif = do_repeat = do_label

    # ---- variables: language, 2.2, 2.7, 2.8, 2.9

    def variable(self, name: str) -> Variable | None:
        """Finds whose variable a name is; None for one of the machine."""
        frame, main = self.frame, self.frame.program.main
        if frame.scope is not main and name in frame.scope.kinds:
            return Variable(name, frame.scope, frame.variables)
        return Variable(name, main, frame.slot.variables) if name in main.kinds else None

    def variable_named(self, text: str) -> Variable:
        """Finds the global of VAR("NAME"). Unverified: a name made at run time is never a local."""
        slot, name = self.slot_and_name(text)
        if slot.program is None or ascii_upper(name) not in slot.program.main.kinds:
            raise errors.UndefinedVariable
        return Variable(ascii_upper(name), slot.program.main, slot.variables)

    def store(self, found: Variable, value: Value, *, binds: bool = False) -> None:
        """Converts and stores; an array's name comes to mean the other array, of any kind if it binds."""
        kind = found.scope.kinds[found.name]
        if found.name not in found.scope.dimensions:
            found.values[found.name] = converted(kind, value)
        elif isinstance(value, Array) and (binds or (value.kind == "$") == (kind == "$")):
            found.values[found.name] = value
        else:
            raise errors.TypeMismatch

    def store_name(self, name: str, value: Value, *, binds: bool = False) -> None:
        """Stores into a variable, or into one of the machine, which are all Integers (5.10)."""
        found = self.variable(name)
        if found is not None:
            self.store(found, value, binds=binds)
            return
        system = VARIABLES[name]
        host = self if system.read.host == "computer" else self.machine
        assert system.write is not None
        system.write(host, converted("%", value))

    def place(self, target: nodes.Node) -> Place:
        """Works out what can be stored into, subscripts from left to right; all else can only be read."""
        match named(target):
            case nodes.Name(name=name) as node:
                return Place(lambda: self.value_name(node), lambda value: self.store_name(name, value))
            case nodes.Index(target=inner) as index:
                return self.element(self.place(inner), index)
            case nodes.VariableNamed(name=expression):
                text = string(self.value(expression)).value

                def get() -> Value:
                    found = self.variable_named(text)
                    return found.values[found.name]

                # Unverified: like an element it is looked for last, when it is read or stored
                return Place(get, lambda value: self.store(self.variable_named(text), value))
        value = self.value(target)
        return Place(lambda: value, refused)

    def element(self, owner: Place, index: nodes.Index) -> Place:
        """Finds A[I,J] or S$[I]. Source: language, 2.6 and 2.7.

        Unverified: a subscript that makes the name mean another array is too late, another string not; NaN,
        which is 0 for all else, is no subscript of an array.
        """
        array = owner.get()
        subscripts = [self.value(each) for each in index.subscripts]
        at = [truncated(each) for each in subscripts]
        if isinstance(array, SharedString):
            return character(array, owner, at)
        if not isinstance(array, Array):
            raise errors.TypeMismatch
        if any(isnan(number(each)) for each in subscripts):
            raise errors.SubscriptOutOfRange
        if len(at) != len(array.sizes):
            raise errors.BasicSyntaxError

        def put(value: Value) -> None:
            stored = converted(array.kind, value)
            row(array, at)[at[-1]] = stored

        return Place(lambda: boxed_in(row(array, at), at[-1]), put)

    # ---- assignment and declarations: language, 4.1, 2.8, 2.7

    def do_assign(self, statement: nodes.Assign) -> None:
        """Works out the right side, then the subscripts (3.4). `X=` alone is errnum 48 (1.7, 1.9)."""
        if statement.value is None:
            raise errors.UninitializedVariable
        value, target = self.value(statement.value), named(statement.target)
        if isinstance(target, nodes.Index):
            owner = self.place(target.target)
            now = owner.get()
            # Unverified: the value is converted before the subscripts are worked out
            value = converted(now.kind if isinstance(now, Array) else "$", value)
            self.element(owner, target).set(value)
        elif isinstance(target, nodes.Name):
            # a function's result may be an array of any type: language, 4.9
            self.store_name(target.name, value, binds=isinstance(statement.value, nodes.Function))
        else:
            self.place(target).set(value)

    def do_declare(self, statement: nodes.Declare) -> None:
        """VAR and DIM; a DIM that is done again makes a fresh array."""
        for each in statement.declarations:
            found = self.variable(each.name)
            assert found is not None
            kind = found.scope.kinds[each.name]
            if each.sizes is not None:
                sizes = tuple([truncated(self.value(size)) for size in each.sizes])
                if min(sizes) < 0:
                    raise errors.OutOfRange
                if prod(sizes) > (STRING_LIMIT if kind == "$" else NUMERIC_LIMIT):
                    raise errors.OutOfMemory
                found.values[each.name] = self.memory.make(kind, sizes)
            elif each.value is not None:
                self.store(found, self.value(each.value))
            else:
                found.values[each.name] = fresh(kind)

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
        """An empty line keeps the variables."""
        kinds = "".join("$" if self.takes_text(each) else "#" for each in statement.targets)
        fields = ask_fields(self.machine, self.guide(statement), statement.question, kinds)
        for target, given in zip(statement.targets, fields, strict=True):
            if given is not None:
                self.place(target).set(boxed(given))

    def guide(self, statement: nodes.Input | nodes.LineInput) -> str:
        return "" if statement.guide is None else string(self.value(statement.guide)).value

    def takes_text(self, target: nodes.Node) -> bool:
        match named(target):
            case nodes.Name(name=name):
                found = self.variable(name)
                return found is not None and isinstance(found.values[name], SharedString)
            case nodes.Index(target=inner):
                owner = self.place(inner).get()
                return owner.kind == "$" if isinstance(owner, Array) else True
        return False

    def do_lineinput(self, statement: nodes.LineInput) -> None:
        self.place(statement.target).set(SharedString(ask_line(self.machine, self.guide(statement))))

    # ---- INC, DEC, SWAP: language, 4.12

    def do_increase(self, statement: nodes.Increase) -> None:
        """Finds its place, then the amount, and adds last; a string is changed in place.

        Unverified: this order.
        """
        place = self.place(statement.target)
        amount = 1 if statement.amount is None else self.value(statement.amount)
        now = place.get()
        if not isinstance(now, SharedString):
            place.set(boxed(operate("+" if statement.sign > 0 else "-", now, number(amount))))
        elif statement.sign < 0:
            raise errors.TypeMismatch
        else:
            now.value = self.kept(now.value + string(amount).value, now.value)

    def do_swap(self, statement: nodes.Swap) -> None:
        first, second = self.place(statement.first), self.place(statement.second)
        one, other = first.get(), second.get()
        if isinstance(one, Array) or isinstance(other, Array):
            raise errors.TypeMismatch  # Unverified: whole arrays are not exchanged
        first.set(other)
        second.set(one)

    # ---- DATA, READ, RESTORE: language, 4.11

    def do_read(self, statement: nodes.Read) -> None:
        slot = self.frame.slot
        for target in statement.targets:
            if slot.data_at >= len(slot.data):
                raise errors.OutOfData
            slot.data_at += 1
            self.place(target).set(boxed(slot.data[slot.data_at - 1]))

    def do_restore(self, statement: nodes.Restore) -> None:
        """Goes on with the first DATA at or after a label. RESTORE alone is errnum 8."""
        if statement.target is None:
            raise errors.TypeMismatch
        source, label = self.slot_and_name(string(self.value(statement.target)).value)
        slot = self.frame.slot
        slot.data_at = self.data_index(source, label, self.frame.scope if source is slot else None)
        slot.data = source.compiled().data

    # ---- IF: language, 4.4

    def do_if(self, statement: nodes.If) -> None:
        """Goes to behind the first condition that holds, or to behind ELSE."""
        frame, branch = self.frame, statement
        while not is_true(self.value(branch.condition)):
            if frame.here not in frame.program.next_branch:
                frame.at = frame.program.otherwise[frame.here]
                return
            frame.here = frame.program.next_branch[frame.here]
            branch = frame.program.statements[frame.here]  # type: ignore[assignment]
        frame.at = frame.here + 1

    def do_elseif(self, statement: nodes.ElseIf | nodes.Else) -> None:
        """Ends the branch before it."""
        self.frame.at = self.frame.program.leave[self.frame.here]

    do_else = do_elseif

    # ---- loops: language, 4.5 and 4.6

    def do_for(self, statement: nodes.For) -> None:
        """Works out the start once, and tests before the first pass."""
        self.place(statement.variable).set(self.value(statement.start))
        self.test(statement)

    def test(self, loop: nodes.For) -> None:
        """Goes into the body or behind it. Limit and step are worked out on each pass.

        Unverified: the variable is read before the limit is worked out, as in `v<=limit`.
        """
        frame = self.frame
        rising = loop.step is None or number(self.value(loop.step)) >= 0
        value, limit = number(self.place(loop.variable).get()), number(self.value(loop.stop))
        runs = value <= limit if rising else value >= limit
        frame.at = (frame.here if runs else frame.program.partner[frame.here]) + 1

    def repeat(self, at: int) -> None:
        """Ends a pass of the loop that begins at a place."""
        frame = self.frame
        loop = frame.program.statements[at]
        if isinstance(loop, nodes.For):
            frame.here = at  # Unverified: an error in the head of a FOR is one of its line
            step = 1 if loop.step is None else number(self.value(loop.step))
            counter = self.place(loop.variable)
            counter.set(boxed(operate("+", number(counter.get()), step)))
            self.test(loop)
        else:
            frame.at = frame.program.partner[at] if isinstance(loop, nodes.Repeat) else at

    def do_next(self, statement: nodes.Next) -> None:
        """Closes a FOR, or continues it from inside an IF; its names are ignored."""
        program, here = self.frame.program, self.frame.here
        self.repeat(program.around[here] if here in program.around else program.partner[here])

    def do_wend(self, statement: nodes.Wend) -> None:
        self.repeat(self.frame.program.partner[self.frame.here])

    def do_continue(self, statement: nodes.Continue) -> None:
        self.repeat(self.frame.program.around[self.frame.here])

    def do_while(self, statement: nodes.While) -> None:
        if not is_true(self.value(statement.condition)):
            self.frame.at = self.frame.program.partner[self.frame.here] + 1

    def do_until(self, statement: nodes.Until) -> None:
        if not is_true(self.value(statement.condition)):
            self.frame.at = self.frame.program.partner[self.frame.here]

    def do_break(self, statement: nodes.Break) -> None:
        program = self.frame.program
        self.frame.at = program.partner[program.around[self.frame.here]] + 1

    # ---- jumps: language, 4.7

    def do_goto(self, statement: nodes.Goto) -> None:
        """Jumps to a label of this scope, literal or worked out."""
        slot, label = self.slot_and_name(string(self.value(statement.target)).value)
        if slot is not self.frame.slot and slot.usable:
            raise NotCovered("GOTO into another slot")
        name = label_name(label)
        if slot is not self.frame.slot:
            raise errors.UndefinedLabel
        self.jump(name)

    def jump(self, name: str) -> None:
        if name not in self.frame.scope.labels:
            raise errors.UndefinedLabel
        self.frame.at = self.frame.scope.labels[name]

    def do_gosub(self, statement: nodes.Gosub) -> None:
        text = string(self.value(statement.target)).value
        literal = isinstance(statement.target, nodes.LabelText | nodes.String)
        self.gosub(text, is_plain=literal and ":" not in text)

    def gosub(self, text: str, *, is_plain: bool = False, at_once: bool = False) -> None:
        """Calls a subroutine, `at_once` before the statement ends; a DEF must name the slot, or work it out.

        Unverified: the number of the error there. OFF says that a plain label is not usable.
        """
        frame = self.frame
        slot, label = self.slot_and_name(text)
        name, program = label_name(label), slot.compiled()
        in_definition = frame.scope.heading is not None
        if self.gosubs >= GOSUBS:
            raise errors.StackOverflow
        if name not in program.main.labels or (is_plain and in_definition):
            raise errors.UndefinedLabel
        self.gosubs += 1
        if slot is frame.slot and not in_definition and not at_once:
            frame.returns.append(frame.here)
            self.jump(name)
        else:
            self.work(Frame(slot, program, program.main, program.main.labels[name], {}, lent=True))

    def do_nowhere(self, statement: nodes.Nowhere) -> None:
        """GOTO RETURN and GOSUB RETURN. Source: language, 4.4."""
        raise errors.UninitializedVariable

    def do_on(self, statement: nodes.On) -> None:
        """Counts from 0 and falls through where there is no such label."""
        chosen = truncated(self.value(statement.selector))
        if 0 <= chosen < len(statement.labels):
            if statement.gosub:
                self.gosub("@" + statement.labels[chosen], is_plain=True)
            else:
                self.jump(statement.labels[chosen])

    def do_return(self, statement: nodes.Return) -> None:
        """Goes back behind the GOSUB, or leaves a DEF, which hands a value back if it is a function (4.9)."""
        frame, heading = self.frame, self.frame.scope.heading
        if (statement.value is not None) != (heading is not None and heading.returns):
            raise errors.BasicSyntaxError
        if heading is not None:
            frame.result = None if statement.value is None else self.value(statement.value)
            frame.running = False
            return
        if not (frame.returns or frame.lent):
            raise errors.ReturnWithoutGosub
        self.gosubs -= 1
        if frame.returns:
            frame.at = frame.returns.pop() + 1
        else:
            frame.running = False

    # ---- END and STOP: language, 4.8

    def do_end(self, statement: nodes.End) -> None:
        """Leaves a DEF at its own level. Unverified: in a block inside of it it ends the program."""
        frame = self.frame
        if frame.scope.heading is None or frame.program.partner[frame.scope.start - 1] != frame.here:
            raise Ended
        frame.running = False

    def do_stop(self, statement: nodes.Stop) -> None:
        """Suspends the program, and those that wait for it; nobody is there who could go on with them."""
        raise Suspended

    # ---- DEF: language, 4.9

    def do_define(self, statement: nodes.Define) -> None:
        """Control skips a definition."""
        self.frame.at = self.frame.program.partner[self.frame.here] + 1

    def require_shape(self, scope: Scope, arguments: Sequence[object], receivers: int | None) -> None:
        """Counts arguments and receivers; a value is as good as one receiver."""
        heading = scope.heading
        assert heading is not None
        gives = 1 if heading.returns else len(heading.outputs)
        wanted = 1 if receivers is None else receivers
        if len(arguments) != len(heading.parameters) or None in arguments or gives != wanted:
            raise errors.IllegalFunctionCall

    def call(self, slot: Slot, scope: Scope, arguments: Sequence[Value]) -> list[Value]:
        """Calls a DEF; returns its value, or those of its OUT names."""
        heading = scope.heading
        assert heading is not None
        cells = CALL_CELLS + len(scope.kinds)
        if self.cells + cells > CELLS:
            raise errors.StackOverflow
        variables = fresh_variables(scope) | dict(zip(heading.parameters, arguments, strict=True))
        frame = Frame(slot, slot.compiled(), scope, scope.start, variables)
        self.cells += cells
        self.work(frame)
        self.cells -= cells
        results = [frame.result] if heading.returns else [variables[name] for name in heading.outputs]
        if None in results:
            # Unverified: the line is that of the RETURN that was executed, else that of the heading
            error = errors.TypeMismatch if heading.returns else errors.UninitializedVariable
            last = frame.program.statements[frame.here]
            line = last.line if isinstance(last, nodes.Return) else heading.line
            raise error(slot=slot.number, line=line)
        return results

    # ---- calls of anything: language, 4.18 and 4.10

    def do_instruction(self, statement: nodes.Instruction) -> None:
        """Stores OUT values from left to right; an empty receiver takes one away. Source: 2.10, 4.9."""
        name, outputs = statement.name, statement.outputs
        match statement.arguments:
            case [nodes.Name(name=word) | nodes.String(value=word)] if name in SWITCHES:
                switch_device(self, word, name == "XON")  # a bare word or a quoted one: language, 4.16
            case [nodes.Name(name="SPRITE" | "BG" as word)] if name == "CALL":
                self.call_back(word)
            case arguments:
                results = self.call_word(name, arguments, None if outputs is None else len(outputs))
                for target, value in zip_longest(outputs or (), results):
                    match None if target is None else named(target):
                        case nodes.Name(name=receiver):
                            self.store_name(receiver, value, binds=True)
                        case nodes.Node() as receiver:
                            self.place(receiver).set(value)

    def value_function(self, node: nodes.Function) -> Value:
        return self.call_word(node.name, node.arguments, None, as_value=True)[0]

    def call_word(
        self, name: str, arguments: Sequence[Any], receivers: int | None, *, as_value: bool = False
    ) -> Sequence[Value]:
        """Calls a DEF of this slot, a builtin, or a COMMON DEF, in this order.

        Unverified: arguments of a DEF elsewhere, and of what is found nowhere, are worked out first.
        """
        if name == "CALL":
            return self.call_by_name(arguments, receivers, as_value=as_value)
        own = self.frame.program.definitions
        if name not in own and name in BUILTINS:
            return self.call_builtin(name, arguments, receivers, as_value=as_value)
        if name not in own and name in DIRECT_WORDS and not as_value:
            raise errors.BasicSyntaxError
        wanted = None if as_value else receivers or 0
        if name in own:
            self.require_shape(own[name], arguments, wanted)
        return self.call_definition(name, [self.given(each) for each in arguments], wanted)

    def call_definition(self, name: str, values: Sequence[Value], wanted: int | None) -> Sequence[Value]:
        found = self.find_definition(name)
        if found is None:
            raise errors.UndefinedFunction
        self.require_shape(found[1], values, wanted)
        return self.call(*found, values)

    def call_by_name(
        self, arguments: Sequence[Any], receivers: int | None, *, as_value: bool
    ) -> Sequence[Value]:
        """CALL "NAME": a DEF or builtin that a string names. Source: language, 4.10."""
        if not arguments or arguments[0] is None:
            raise errors.IllegalFunctionCall
        name = ascii_upper(string(self.value(arguments[0])).value)
        values = [self.given(each) for each in arguments[1:]]
        if name not in BUILTINS or name in self.frame.program.definitions:
            return self.call_definition(name, values, None if as_value else receivers or 0)
        if BUILTINS[name].statement or name == "PI":  # a constant is no function
            raise errors.UndefinedFunction
        return self.call_builtin(name, arguments[1:], receivers, as_value=as_value, values=values)

    def given(self, node: nodes.Expression | None) -> Value:
        return None if node is None else self.value(node)

    def call_back(self, word: str) -> None:
        """CALL SPRITE and CALL BG: what SPFUNC or BGFUNC named, by ascending number. Source: 4.10."""
        part = self.machine.sprites if word == "SPRITE" else self.machine.backgrounds
        for self.callidx, name in part.callbacks():
            if "@" in name:
                self.gosub(name, at_once=True)
            else:
                self.call_definition(name, (), 0)
        # Unverified: what CALLIDX is afterwards
        self.callidx = SPRITES if word == "SPRITE" else BACKGROUNDS

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
        """Finds the form that fits and hands the arguments over; CALL has worked out `values` before."""
        form = BUILTINS[name].find(len(arguments), value=as_value, receivers=receivers)
        if form is None:
            raise BUILTINS[name].shape_error
        if BUILTINS[name].changes_in_place:
            return self.change_in_place(name, arguments, values)
        given = []
        for at, node in enumerate(arguments):
            value = self.given(node) if values is None else values[at]
            given.append(argument(form, at, value, is_empty=node is None))
        result = bind_function(form, self)(*given)
        if form.outputs:
            return [boxed(each) for each in result]
        return [boxed(result)] if form.result else []

    def change_in_place(
        self, name: str, arguments: Sequence[Any], values: Sequence[Value] | None
    ) -> Sequence[Value]:
        """PUSH, UNSHIFT, POP and SHIFT of a list or a string. Source: language, 5.5.

        Unverified: what is put in is worked out before it is found where.
        """
        if None in arguments:
            raise errors.TypeMismatch
        others = [self.value(each) for each in arguments[1:]] if values is None else values[1:]
        owner = self.changeable(arguments[0])
        at_end = name in {"PUSH", "POP"}
        if isinstance(owner, SharedString) and others:
            added = string(others[0]).value
            joined = owner.value + added if at_end else added + owner.value
            owner.value = self.kept(joined, owner.value)
            return []
        if isinstance(owner, Array) and len(owner.sizes) == 1 and others:
            stored = converted(owner.kind, others[0])
            owner.items.insert(len(owner.items) if at_end else 0, stored)
            return []
        if isinstance(owner, SharedString) and owner.value:
            taken = owner.value[-1] if at_end else owner.value[0]
            owner.value = owner.value[:-1] if at_end else owner.value[1:]
            return [SharedString(taken)]
        if isinstance(owner, Array) and len(owner.sizes) == 1 and owner.items:
            return [boxed(owner.items.pop(-1 if at_end else 0))]
        is_list = isinstance(owner, SharedString) or (isinstance(owner, Array) and len(owner.sizes) == 1)
        raise errors.SubscriptOutOfRange if is_list else errors.TypeMismatch

    def changeable(self, node: nodes.Node) -> Value:
        """Returns the list or string that a name or an element means; nothing else has anything to change."""
        match named(node):
            case nodes.Name() as name:
                return self.value_name(name)
            case nodes.Index(target=inner) as index if isinstance((owner := self.place(inner)).get(), Array):
                return self.element(owner, index).get()
        raise errors.TypeMismatch

    # ---- expressions: language, 3

    def value(self, node: Any) -> Value:
        """Works out an expression; constants are folded beforehand (2.4)."""
        constant = self.frame.program.constant(node)
        if constant is not None:
            return constant
        found: Value = getattr(self, "value_" + type(node).__name__.lower())(node)
        return found

    def value_string(self, node: nodes.String) -> SharedString:
        """Makes a copy for each evaluation of a literal. Source: language, 2.6."""
        return SharedString(node.value)

    def value_labeltext(self, node: nodes.LabelText) -> SharedString:
        """A label in an expression is a string. Source: language, 1.5."""
        return SharedString("@" + node.name)

    def value_name(self, node: nodes.Name) -> Value:
        """Reads a variable; a whole array is itself. Source: language, 2.9, 2.10, 5.10."""
        found = self.variable(node.name)
        if found is None:
            return boxed(bind_function(VARIABLES[node.name].read, self)())
        value = found.values[node.name]
        if value is None:
            raise errors.TypeMismatch  # Unverified: the number for an OUT name that has no value yet
        return value

    def value_index(self, node: nodes.Index) -> Value:
        return self.place(node).get()

    value_variablenamed = value_index

    def value_unary(self, node: nodes.Unary) -> Number:
        return signed(node.operator, self.value(node.operand))

    def value_binary(self, node: nodes.Binary) -> Value:
        """Works out the left side first; && and || leave the right one out where they can (3.2, 3.4)."""
        left = self.value(node.left)
        if node.operator in {"&&", "||"}:
            decided = is_true(left) == (node.operator == "||")
            return int(is_true(left) if decided else is_true(self.value(node.right)))
        result = operate(node.operator, left, self.value(node.right))
        return SharedString(self.kept(result)) if isinstance(result, str) else result

    def kept(self, text: str, instead: str = "") -> str:
        """Takes room for a long string. Source: language, 8.3 (errnum 11)."""
        return self.memory.allocate_string(text, len(instead))


# ---- small helpers


def argument(form: Form, at: int, value: Value, *, is_empty: bool) -> Any:
    """Returns an argument as a builtin takes it; a Real for an integer is cut. Source: 2.2 and 2.10."""
    parameter = form.parameter_at(at)
    if is_empty:
        if parameter is None or not parameter.may_be_empty:
            raise errors.TypeMismatch
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
            raise errors.TypeMismatch
    return value.value if isinstance(value, SharedString) else value


def boxed(value: Any) -> Value:
    """Makes a string object of the characters that a builtin or DATA gives."""
    return SharedString(value) if isinstance(value, str) else value


def row(array: Array, subscripts: Sequence[int]) -> list[Any]:
    """Returns the innermost list of an array, all subscripts checked. Source: language, 2.7."""
    items = array.items
    for at in subscripts[:-1]:
        if not 0 <= at < len(items):
            raise errors.SubscriptOutOfRange
        items = items[at]
    if not 0 <= subscripts[-1] < len(items):
        raise errors.SubscriptOutOfRange
    return items


def boxed_in(items: list[Any], at: int) -> Value:
    """Returns an element, which is a string object from then on if a builtin had put characters there."""
    items[at] = boxed(items[at])
    found: Value = items[at]
    return found


def character(text: SharedString, owner: Place, subscripts: Sequence[int]) -> Place:
    """Finds S$[I]; what is stored takes the place of the one character. Source: language, 2.6."""
    if len(subscripts) != 1:
        raise errors.TypeMismatch
    (at,) = subscripts

    def parts(whole: SharedString) -> tuple[str, str, str]:
        if not 0 <= at < len(whole.value):
            raise errors.SubscriptOutOfRange
        return whole.value[:at], whole.value[at], whole.value[at + 1 :]

    def put(value: Value) -> None:
        new, changed = string(value).value, string(owner.get())
        before, _, behind = parts(changed)
        changed.value = before + new + behind

    return Place(lambda: SharedString(parts(text)[1]), put)


def refused(value: Value) -> None:
    raise errors.TypeMismatch
