"""Statements that neither jump nor hold a block become Python's."""

from __future__ import annotations

from retromaze.language import nodes
from retromaze.language.nodes import Expression, Target
from retromaze.language.program import Variable
from retromaze.language.structure import Step
from retromaze.language.walk import every
from retromaze.porting import pieces, words
from retromaze.porting.expressions import BITWISE, Expressions
from retromaze.porting.instructions import instruction
from retromaze.porting.lines import Code, Line, pairs_of
from retromaze.porting.module import DEFAULTS, Function
from retromaze.porting.pieces import ANY, FLOAT, INT, STR, TEXT, Piece
from retromaze.porting.printing import print_calls
from retromaze.porting.refusals import CannotPort

IN_PLACE = {"+": "+", "-": "-", "*": "*", **BITWISE}


class Statements:
    """Writes the straight-line statements of one function."""

    def __init__(self, function: Function, needed: set[int]) -> None:
        """`needed` are the declarations without a value that are not stored into first anyway."""
        self.f = function
        self.needed = needed
        self.e = Expressions(function)

    def line(self, step: Step, code: str, note: str = "") -> Line:
        return Line(0, code, step.line, note)

    def straight(self, step: Step) -> Code:
        match step:
            case nodes.Assign():
                return self.assign(step)
            case nodes.Declare():
                return [line for each in step.declarations for line in self.declare(each)]
            case nodes.Increase():
                return self.increase(step)
            case nodes.Print():
                return [self.line(step, call) for call in print_calls(self.e, step)]
            case nodes.Swap():
                return self.swap(step)
            case nodes.Read():
                return [line for each in step.targets for line in self.read(step, each)]
            case nodes.Restore():
                return self.restore(step)
            case nodes.Input() | nodes.LineInput():
                return self.input(step)
            case nodes.Nowhere():
                raise CannotPort(step.line, "a jump to RETURN always fails")
            case nodes.Instruction():
                return [self.line(step, code) for code in instruction(self, step)]
            case _:
                return []

    # ---- stores

    def type_of(self, target: Target) -> str:
        """The Python type of what a target takes."""
        if isinstance(target, nodes.VariableNamed):
            raise CannotPort(target.line, "VAR() finds a variable by its name, which a port cannot")
        owner = target.target if isinstance(target, nodes.Index) else target
        if isinstance(owner, nodes.Name) and (variable := self.f.scope.find(owner.name)):
            if variable.is_array and owner is target:
                return self.f.module.annotation(variable)
            type_ = self.f.module.type_of(variable)
            inner = isinstance(target, nodes.Index) and not variable.is_array
            return ANY if inner and type_ == ANY else type_
        return ANY

    def assign(self, step: nodes.Assign) -> Code:
        if step.value is None:
            raise CannotPort(step.line, "an assignment of nothing always fails")
        return self.store(step, step.target, step.value)

    def store(self, step: Step, target: Target, value: Expression) -> Code:
        if (
            isinstance(target, nodes.Name)
            and target.name in words.READ
            and not self.f.scope.find(target.name)
        ):
            return self.store_system(step, target, value)
        if self.changes_character(target):
            return self.store_character(step, target, value)
        if (code := self.in_place(step, target, value)) is not None:
            return code
        if self.is_never_read(target) and isinstance(value, nodes.Function):
            return [self.line(step, self.e.value(value).text)]
        return self.put(step, target, self.e.stored(value, self.type_of(target)))

    def is_never_read(self, target: Target) -> bool:
        """Whether it is a local that nothing in the function reads."""
        variable = self.f.scope.find(target.name) if isinstance(target, nodes.Name) else None
        if variable is None or variable.parameter or variable in self.f.module.shared:
            return False
        return variable not in self.f.read

    def store_system(self, step: Step, target: nodes.Name, value: Expression) -> Code:
        if target.name not in words.WRITTEN:
            raise CannotPort(step.line, f"{target.name} cannot be set")
        path = words.path(self.f, words.WRITTEN[target.name])
        return [self.line(step, f"{path} = {self.e.place(value).text}")]

    def in_place(self, step: Step, target: Target, value: Expression) -> Code | None:
        """`x += n` for `X=X+n`."""
        match value:
            case nodes.Binary(operator=sign, left=left, right=right) if sign in IN_PLACE and begins(
                left, target
            ):
                pass
            case _:
                return None
        if self.type_of(target) not in {INT, FLOAT, STR} or self.calls(target):
            return None
        whole, amount = self.e.value(value), self.e.value(right)
        owner = self.place(target)
        expected = pieces.operation(IN_PLACE[sign], owner, amount, whole.type)
        if whole.type == INT and whole.text.startswith(f"{owner.text} + ") and self.type_of(target) == INT:
            rest = whole.text.removeprefix(f"{owner.text} + ")
            rest = rest[1:-1] if pairs_of(rest) == [(0, len(rest) - 1)] else rest
            return [self.line(step, f"{owner.text} += {rest}")]
        if whole.text != expected.text or self.e.converted(whole, self.type_of(target), value) != whole:
            return None
        return [self.line(step, f"{owner.text} {IN_PLACE[sign]}= {amount.text}")]

    def calls(self, node: nodes.Node) -> bool:
        return any(isinstance(each, nodes.Function) for each in every(node))

    def place(self, target: Target) -> Piece:
        """A target as Python stores into it."""
        if isinstance(target, nodes.Index):
            return self.e.element(target)
        assert isinstance(target, nodes.Name)
        return self.e.name(target)

    def put(self, step: Step, target: Target, value: Piece) -> Code:
        """`target = value`, with its type where Python would take it for another."""
        place = self.place(target)
        return [self.line(step, f"{place.text}{self.declared(target, value)} = {value.text}")]

    def declared(self, target: Target, value: Piece | None) -> str:
        """The annotation of a local that is stored into for the first time."""
        variable = self.f.scope.find(target.name) if isinstance(target, nodes.Name) else None
        if variable is None or variable in self.f.declared or variable in self.f.module.shared:
            return ""
        self.f.declared.add(variable)
        wanted = self.f.module.annotation(variable)
        return "" if value is not None and value.type == wanted else f": {wanted}"

    def changes_character(self, target: Target) -> bool:
        """Whether it is a character of a string."""
        if not isinstance(target, nodes.Index):
            return False
        if isinstance(target.target, nodes.Name):
            variable = self.f.scope.find(target.target.name)
            return variable is not None and not variable.is_array and variable.kind == "$"
        return True

    def store_character(self, step: Step, target: Target, value: Expression) -> Code:
        """`S$[i]=t$`"""
        assert isinstance(target, nodes.Index)
        owner, new = self.e.owner_of(target.target), self.e.stored(value, STR)
        position = self.e.place(target.subscripts[0])
        if owner.type == TEXT:
            return [self.line(step, f"{owner.text}.put({position.text}, {new.text})")]
        call = pieces.call(self.f.basic("replaced"), owner, position, "1", new, type_=STR)
        return [self.line(step, f"{owner.text} = {call.text}")]

    # ---- declarations

    def declare(self, each: nodes.Declaration) -> Code:
        variable = self.f.scope.variables[each.name]
        step = nodes.Declare(each.line, each.column, (each,))
        name = nodes.Name(each.line, each.column, each.name)
        if each.sizes is not None:
            return self.put(step, name, self.array(variable, each.sizes))
        if each.value is not None:
            return self.store(step, name, each.value)
        if id(each) not in self.needed:
            return []
        value = Piece(self.f.module.default(variable), self.f.module.type_of(variable))
        return self.put(step, name, value)

    def array(self, variable: Variable, sizes: tuple[Expression, ...]) -> Piece:
        """`[[0] * (height + 2) for _ in range(width + 2)]`"""
        module = self.f.module
        lengths = [self.e.place(each) for each in sizes]
        last = lengths.pop()
        if last.text == "0":
            inner = Piece("[]", "list[Never]")
        else:
            type_ = module.type_of(variable)
            filler = DEFAULTS.get(type_, "basic.Text()")
            inner = Piece(f"[{filler}] * {last.at(pieces.SIGN)}", f"list[{type_}]")
        for length in reversed(lengths):
            inner = Piece(f"[{inner.text} for _ in range({length.text})]", f"list[{inner.type}]")
        return inner

    # ---- INC, SWAP, READ, INPUT

    def increase(self, step: nodes.Increase) -> Code:
        type_ = self.type_of(step.target)
        amount = step.amount or nodes.Number(step.line, step.column, 1)
        if type_ == TEXT:
            return [self.line(step, f"{self.place(step.target).text}.append({self.e.value(amount).text})")]
        if type_ == ANY and self.f.module.texts:
            raise CannotPort(step.line, "INC may change a string that only the running listing knows")
        operator = "+" if step.sign > 0 else "-"
        value = nodes.Binary(step.line, step.column, operator, step.target, amount)
        if self.calls(step.target):
            step_amount = self.e.stored(amount, type_)
            return [self.line(step, f"{self.place(step.target).text} {operator}= {step_amount.text}")]
        return self.store(step, step.target, value)

    def swap(self, step: nodes.Swap) -> Code:
        first, second = self.place(step.first), self.place(step.second)
        new = self.e.stored(step.second, self.type_of(step.first))
        old = self.e.stored(step.first, self.type_of(step.second))
        if TEXT in {first.type, second.type}:
            new, old = second, first
        return [self.line(step, f"{first.text}, {second.text} = {new.text}, {old.text}")]

    def read(self, step: Step, target: Target) -> Code:
        type_ = self.type_of(target)
        way = {INT: "whole", FLOAT: "number", STR: "text", TEXT: "text"}.get(type_, "item")
        value = Piece(f"{self.f.data}.{way}()", STR if type_ == TEXT else type_)
        return self.put(step, target, self.wrapped(value, type_))

    def wrapped(self, value: Piece, wanted: str) -> Piece:
        """A string as a variable takes it that shares its string."""
        if wanted == TEXT and value.type == STR:
            return pieces.call(self.f.basic("Text"), value, type_=TEXT)
        return value

    def restore(self, step: nodes.Restore) -> Code:
        scopes = (self.f.scope, self.f.module.program.main)
        name, first = self.f.data_at(step.line, "RESTORE", step.target, scopes)
        return [self.line(step, f"{self.f.data}.restore({first})", f"@{name}")]

    def input(self, step: nodes.Input | nodes.LineInput) -> Code:
        guide = self.e.value(step.guide).text if step.guide is not None else '""'
        if isinstance(step, nodes.LineInput):
            asked = pieces.call(self.f.basic("ask_line"), self.f.machine, guide, type_=STR)
            return self.put(step, step.target, self.wrapped(asked, self.type_of(step.target)))
        if step.question:
            guide = f'{guide[:-1]}?"' if guide.endswith('"') else f'{guide} + "?"'
        if len(step.targets) > 1:
            return self.input_several(step, guide)
        (target,) = step.targets
        type_ = self.type_of(target)
        word = "ask_text" if type_ in {STR, TEXT} else "ask_number"
        before = self.e.value(target)
        asked = pieces.call(
            self.f.basic(word), self.f.machine, guide, before, type_=STR if word == "ask_text" else FLOAT
        )
        return self.put(step, target, self.wrapped(self.e.converted(asked, type_, target), type_))

    def input_several(self, step: nodes.Input, guide: str) -> Code:
        before = [self.e.value(each).text for each in step.targets]
        places = [self.place(each).text for each in step.targets]
        call = f"{self.f.basic('ask_values')}({self.f.machine}, {guide}, {', '.join(before)})"
        return [self.line(step, f"{', '.join(places)} = {call}")]


def begins(node: Expression, target: Target) -> bool:
    """Whether an expression is the target, or a sum that begins with it."""
    while isinstance(node, nodes.Binary) and node.operator in {"+", "-"}:
        node = node.left
    return node == target
