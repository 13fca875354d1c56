"""Ports statements that neither jump nor hold a block."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from retromaze.language import nodes
from retromaze.language.nodes import Expression, Target
from retromaze.language.program import Variable
from retromaze.language.structure import Step
from retromaze.language.walk import calls
from retromaze.lowering.facts.kinds import REAL
from retromaze.porting import pieces, words
from retromaze.porting.effects import is_steady, may_store
from retromaze.porting.expressions import BITWISE, PortExpressions
from retromaze.porting.instructions import instruction
from retromaze.porting.lines import Code, PortLine, indent
from retromaze.porting.module import DEFAULTS, PortFunction
from retromaze.porting.pieces import ANY, FLOAT, INT, NUMBER, STR, TEXT, Piece
from retromaze.porting.printing import print_calls
from retromaze.porting.refusals import CannotPort
from retromaze.porting.units import names_in

IN_PLACE = {"+": "+", "-": "-", "*": "*", **BITWISE}
ADDING = {"+", "-"}


class PortStatements:
    """Writes the straight-line statements of one function."""

    def __init__(self, function: PortFunction, needed: set[nodes.Declaration]) -> None:
        """`needed` are the declarations without a value that are not stored into first anyway."""
        self.f = function
        self.needed = needed
        self.e = PortExpressions(function)

    def line(self, step: Step, code: str, note: str = "") -> PortLine:
        return PortLine(0, code, step.line, note)

    def straight(self, step: nodes.Straight) -> Code:
        self.f.temporaries.clear()
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
            case nodes.Label() | nodes.Data() | nodes.Option():
                return []
            case _:
                assert_never(step)

    # ---- stores

    def type_of(self, target: Target) -> str:
        """The Python type of what a target takes."""
        if isinstance(target, nodes.VariableNamed):
            raise CannotPort(target.line, "VAR() finds a variable by its name, which a port cannot")
        if self.changes_character(target):
            return STR
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
            and words.is_system_variable(target.name)
            and not self.f.scope.find(target.name)
        ):
            return self.store_system(step, target, value)
        if self.changes_character(target):
            return self.store_character(step, target, value)
        if (code := self.in_place(step, target, value)) is not None:
            return code
        if self.is_never_read(target) and isinstance(value, nodes.Function):
            return [self.line(step, self.e.value(value).text)]
        new = self.e.stored(value, self.type_of(target))
        if self.passes_integer(target, value):
            new = pieces.call(self.f.basic("to_integer"), new, type_=INT)
        return self.put(step, target, new)

    def passes_integer(self, target: Target, value: Expression) -> bool:
        """Whether a `%` variable is given a whole Real that 32 bits may not hold."""
        variable, kind = self.f.scope.stored(target), self.e.kind(value)
        return variable is not None and variable.kind == "%" and kind.is_int and not kind.fits_integer

    def is_never_read(self, target: Target) -> bool:
        """Whether it is a local that nothing in the function reads."""
        variable = self.f.scope.find(target.name) if isinstance(target, nodes.Name) else None
        if variable is None or variable.parameter or variable in self.f.module.shared:
            return False
        return variable not in self.f.read

    def store_system(self, step: Step, target: nodes.Name, value: Expression) -> Code:
        path = words.written_state(self.f, target.name)
        if not path:
            raise CannotPort(step.line, f"{target.name} cannot be set")
        return [self.line(step, f"{path} = {self.e.place(value).text}")]

    def in_place(self, step: Step, target: Target, value: Expression) -> Code | None:
        """`x += n` for `X=X+n`, where Python does just that."""
        type_ = self.type_of(target)
        terms = terms_behind(target, value)
        if not terms or type_ not in {INT, FLOAT, STR} or self.calls(target):
            return None
        if self.passes_integer(target, value):
            return None
        if isinstance(target, nodes.Index) and not is_steady(self.f, value):
            return None  # Python looks for the element first, BASIC last
        (sign, first), *rest = [(sign, self.e.operand(each)) for sign, each in terms]
        owner, whole = self.place(target), self.e.value(value)
        if whole != sum_of(owner, [(sign, first), *rest], whole.type):
            return None
        if rest and (sign != "+" or not whole.type == type_ == INT):
            return None
        if self.e.converted(whole, type_, value) != whole:
            return None
        return [self.line(step, f"{owner.text} {IN_PLACE[sign]}= {sum_of(first, rest, whole.type).text}")]

    def calls(self, node: nodes.Node) -> bool:
        return any(calls(node))

    def place(self, target: Target) -> Piece:
        """A target as Python stores into it."""
        if isinstance(target, nodes.Index):
            return self.e.element(target)
        assert isinstance(target, nodes.Name)
        return self.e.name(target)

    def put(self, step: Step, target: Target, value: Piece) -> Code:
        """`target = value`, with its type where Python would take it for another."""
        if isinstance(target, nodes.Index) and self.changes_character(target):
            return self.put_character(step, target, value)
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
        code: Code = []
        moving = may_store(self.f, target, value)
        if moving or not (is_steady(self.f, target) or is_steady(self.f, value)):
            value = self.keep(step, value, "new", code)
        before, (target,) = self.named(step, target, moving=moving)
        assert isinstance(target, nodes.Index)
        return [*code, *before, *self.put_character(step, target, self.e.stored(value, STR))]

    def put_character(self, step: Step, target: nodes.Index, new: Piece) -> Code:
        """The same of a value that is there already; the target is looked for behind it."""
        code: Code = []
        if not is_steady(self.f, target):
            kept = Piece(self.f.temporary("new"), new.type)
            code.append(self.line(step, f"{kept.text} = {new.text}"))
            before, (named,) = self.named(step, target)
            assert isinstance(named, nodes.Index)
            target, new, code = named, kept, [*code, *before]
        new = self.e.plain(new)
        owner = self.e.owner_of(target.target)
        position = self.e.place(target.subscripts[0])
        if owner.type == TEXT:
            return [*code, self.line(step, f"{owner.text}.put({position.text}, {new.text})")]
        call = pieces.call(self.f.basic("replaced"), owner, position, "1", new, type_=STR)
        return [*code, self.line(step, f"{owner.text} = {call.text}")]

    # ---- declarations

    def declare(self, each: nodes.Declaration) -> Code:
        variable = self.f.scope.variables[each.name]
        step = nodes.Declare(each.line, each.column, (each,))
        name = nodes.Name(each.line, each.column, each.name)
        if each.sizes is not None:
            return self.put(step, name, self.array(variable, each.sizes))
        if each.value is not None:
            return self.store(step, name, each.value)
        if each not in self.needed:
            return []
        value = Piece(self.f.module.default(variable), self.f.module.type_of(variable))
        return self.put(step, name, value)

    def array(self, variable: Variable, sizes: tuple[Expression, ...]) -> Piece:
        """`[[0] * (height + 2) for _ in range(width + 2)]`"""
        lengths = [self.e.place(each) for each in sizes]
        type_ = self.f.module.type_of(variable)
        if len(lengths) > 1 and not is_steady(self.f, *sizes):
            filler = DEFAULTS.get(type_, "basic.Text")
            return pieces.call(
                self.f.basic("array"), filler, *lengths, type_=self.f.module.annotation(variable)
            )
        last = lengths.pop()
        if last.text == "0":
            inner = Piece("[]", "list[Never]")
        elif type_ == TEXT:
            inner = Piece(f"[basic.Text() for _ in range({last.text})]", f"list[{type_}]")
        else:
            inner = Piece(f"[{DEFAULTS[type_]}] * {last.at(pieces.SIGN)}", f"list[{type_}]")
        for length in reversed(lengths):
            inner = Piece(f"[{inner.text} for _ in range({length.text})]", f"list[{inner.type}]")
        return inner

    # ---- INC, SWAP, READ, INPUT

    def increase(self, step: nodes.Increase) -> Code:
        type_ = self.type_of(step.target)
        amount = step.amount or nodes.Number(step.line, step.column, 1)
        moving = may_store(self.f, step)
        if type_ == TEXT:
            code, (target,) = self.named(step, step.target, moving=True) if moving else ([], [step.target])
            if moving:
                amount = self.keep(step, amount, "new", code)
            change = f"append({self.e.value(amount).text})"
            return [*code, self.line(step, f"{self.place(target).text}.{change}")]
        if type_ == ANY and self.f.module.texts:
            raise CannotPort(step.line, "INC may change a string that only the running listing knows")
        operator = "+" if step.sign > 0 else "-"
        variable = self.f.scope.stored(step.target)
        if (
            isinstance(step.target, nodes.Index)
            and not self.changes_character(step.target)
            and not is_steady(self.f, step)
            and not moving
            and not (variable is not None and variable.kind == "%")
        ):
            given = self.e.stored(amount, type_).text
            return [self.line(step, f"{self.place(step.target).text} {operator}= {given}")]
        code, (target,) = self.named(step, step.target, moving=moving)
        if may_store(self.f, amount):
            amount = self.keep(step, amount, "amount", code)
        value = nodes.Binary(step.line, step.column, operator, target, amount)
        return [*code, *self.store(step, target, value)]

    def named(self, step: Step, *given: Target, moving: bool = False) -> tuple[Code, list[Target]]:
        """Targets that may be said twice: subscripts that are not steady have a name, set in these lines.

        `moving` tells that something in the statement may change variables: then every subscript has one.
        """
        code: Code = []
        if is_steady(self.f, *given) and not moving:
            return code, list(given)
        return code, [self.named_target(step, each, code, moving=moving) for each in given]

    def named_target(self, step: Step, target: Target, code: Code, *, moving: bool) -> Target:
        if not isinstance(target, nodes.Index):
            return target
        owner = target.target
        if isinstance(owner, nodes.Index):
            owner = self.named_target(step, owner, code, moving=moving)
        subscripts = tuple(
            self.named_subscript(step, each, code)
            if any(calls(each)) or (moving and not isinstance(each, nodes.Number))
            else each
            for each in target.subscripts
        )
        return replace(target, target=owner, subscripts=subscripts)

    def named_subscript(self, step: Step, node: Expression, code: Code) -> Expression:
        name = self.f.temporary("at")
        code.append(self.line(step, f"{name} = {self.e.place(node).text}"))
        return self.f.name_operand(node, Piece(name, INT))

    def keep(self, step: Step, node: Expression, word: str, code: Code) -> Expression:
        """What stands for a value that has a name, set in a line of the code; a literal needs none."""
        if isinstance(node, nodes.Number | nodes.String):
            return node
        kind = self.f.kind(node)
        piece = self.e.signed_zero(node) if kind.minus_zero else self.e.value(node)
        piece = self.e.real(node) if piece.type == NUMBER else piece
        kept = Piece(self.f.temporary(word), piece.type)
        code.append(self.line(step, f"{kept.text} = {piece.text}"))
        return self.f.name_operand(node, kept, REAL if piece.type == FLOAT else kind)

    def swap(self, step: nodes.Swap) -> Code:
        moving = may_store(self.f, step)
        code, (one, other) = self.named(step, step.first, step.second, moving=moving)
        step = replace(step, first=one, second=other)
        if self.changes_character(one) or self.changes_character(other):
            return [*code, *self.swap_characters(step)]
        first, second = self.place(step.first), self.place(step.second)
        new = self.e.stored(step.second, self.type_of(step.first))
        old = self.e.stored(step.first, self.type_of(step.second))
        if TEXT in {first.type, second.type}:
            new, old = second, first
        return [*code, self.line(step, f"{first.text}, {second.text} = {new.text}, {old.text}")]

    def swap_characters(self, step: nodes.Swap) -> Code:
        """SWAP where a character changes places: both values are there before either is stored."""
        code: Code = []
        new = self.kept_value(step, step.second, step.first, code)
        old = self.kept_value(step, step.first, step.second, code)
        return [*code, *self.put(step, step.first, new), *self.put(step, step.second, old)]

    def kept_value(self, step: Step, node: Expression, target: Target, code: Code) -> Piece:
        """A value as the target takes it, by a name that is set in a line of the code."""
        type_ = self.type_of(target)
        kept = Piece(self.f.temporary("value"), type_)
        code.append(self.line(step, f"{kept.text} = {self.e.stored(node, type_).text}"))
        return kept

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
        if not self.can_be_told_before(step.targets):
            return self.input_behind(step, guide)
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

    def can_be_told_before(self, targets: tuple[Target, ...]) -> bool:
        """Whether INPUT's targets may be looked at before there is an answer, and take it as it is."""
        if len(targets) > 1 and any(map(self.changes_character, targets)):
            return False
        if TEXT in map(self.type_of, targets):
            return False  # an empty line leaves the string that others share
        if len(targets) == 1 or not is_steady(self.f, *targets):
            return is_steady(self.f, *targets)
        stored = {self.f.scope.stored(each) for each in targets}
        rows = (each.subscripts for each in targets if isinstance(each, nodes.Index))
        inside = {found for row in rows for each in row for found in names_in(self.f.scope, each)}
        return {*map(self.type_of, targets)} <= {FLOAT, STR} and stored.isdisjoint(inside)

    def input_behind(self, step: nodes.Input, guide: str) -> Code:
        """INPUT that looks for its targets only behind the answer."""
        types = [self.type_of(each) for each in step.targets]
        kinds = "".join("$" if each in {STR, TEXT} else "#" for each in types)
        answers = self.f.temporary("answers")
        asked = f'{self.f.basic("answers")}({self.f.machine}, {guide}, "{kinds}")'
        stores: Code = []
        for number, (target, type_) in enumerate(zip(step.targets, types, strict=True)):
            value = Piece(f"{answers}[{number}]", STR if type_ in {STR, TEXT} else FLOAT)
            stores += self.put(step, target, self.wrapped(self.e.converted(value, type_, target), type_))
        head = [self.line(step, f"{answers} = {asked}"), self.line(step, f"if {answers}:")]
        return [*head, *indent(stores)]

    def input_several(self, step: nodes.Input, guide: str) -> Code:
        before = [self.e.value(each).text for each in step.targets]
        places = [self.place(each).text for each in step.targets]
        call = f"{self.f.basic('ask_values')}({self.f.machine}, {guide}, {', '.join(before)})"
        return [self.line(step, f"{', '.join(places)} = {call}")]


def terms_behind(target: Target, value: Expression) -> list[tuple[str, Expression]]:
    """What is done to the target in an expression that begins with it: one operation, or a sum's terms."""
    terms: list[tuple[str, Expression]] = []
    while isinstance(value, nodes.Binary) and value.operator in (ADDING if terms else IN_PLACE):
        if terms and terms[0][0] not in ADDING:
            return []
        terms.insert(0, (value.operator, value.right))
        value = value.left
    return terms if nodes.same(value, target) else []


def sum_of(first: Piece, terms: list[tuple[str, Piece]], type_: str) -> Piece:
    """A piece and what is done to it, from left to right."""
    for sign, term in terms:
        first = pieces.operation(IN_PLACE[sign], first, term, type_)
    return first
