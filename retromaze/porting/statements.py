"""Ports statements that neither jump nor hold a block."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TypeVar, assert_never

from retromaze.analysis.kinds import REAL
from retromaze.analysis.side_effects import variables_named, with_steady_subscripts
from retromaze.language import nodes
from retromaze.language.nodes import Expression, Target, calls
from retromaze.language.program import Variable
from retromaze.language.structure import stores
from retromaze.language.text import capitals
from retromaze.porting.expressions import PortExpressions, not_ported, print_calls
from retromaze.porting.functions import text_at_start
from retromaze.porting.instructions import instruction
from retromaze.porting.module import DEFAULTS, PortFunction, is_steady, may_store
from retromaze.porting.preparing import CannotPort, refuse
from retromaze.python import fragments
from retromaze.python.blocks import Body, Heading, headings
from retromaze.python.fragments import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NUMBER,
    STR,
    TEXT,
    Part,
    Piece,
    call,
    dotted,
    expr,
    literal,
    made,
    named,
    same,
    stmts,
    tuple_of,
)
from retromaze.python.layout import Margin, margin_of, set_margin

IN_PLACE = ast.Add | ast.Sub | ast.Mult | ast.BitAnd | ast.BitOr | ast.BitXor
Written = TypeVar("Written", bound=Heading)


class PortStatements:
    """Writes the straight-line statements of one function."""

    def __init__(self, function: PortFunction, needed: set[nodes.Declaration]) -> None:
        """`needed` are the declarations whose variable is read before anything is stored into it."""
        self.f = function
        self.needed = needed
        self.e = PortExpressions(function)

    def straight(self, step: nodes.Straight) -> Body:
        """Returns the code of a statement with its line in the margin; it may be a call that refuses it."""
        return placed(step.line, self.statement(step))

    def statement(self, step: nodes.Straight) -> Body:
        """Returns the code of a statement, or a call that raises NotPorted when it runs."""
        self.f.used_temporaries.clear()
        try:
            refuse(self.f.scope, step)
            with self.e.at(step):
                return self.written(step)
        except CannotPort as refusal:
            return self.not_ported(step, refusal)

    def not_ported(self, step: nodes.Straight, refusal: CannotPort) -> Body:
        """Returns the refusing call; it stands as the value of the variables that the statement stores."""
        names = (each.target for each in stores(step) if isinstance(each.target, nodes.Name))
        targets = [each for each in names if self.f.scope.stored(each)]
        code = [row for each in targets for row in self.put(each, not_ported(refusal, ANY))]
        return code or [ast.Expr(not_ported(refusal, ANY).node)]

    def written(self, step: nodes.Straight) -> Body:
        """Returns the code of a statement. Raises CannotPort."""
        code: Iterable[ast.stmt] = []
        match step:
            case nodes.Assign():
                code = [] if self.is_constant(step) else self.store(step.target, step.value)
            case nodes.Declare():
                return [row for each in step.declarations for row in placed(each.line, self.declare(each))]
            case nodes.Increase():
                code = self.increase(step)
            case nodes.Print():
                code = print_calls(self.e, step)
            case nodes.Swap():
                code = self.swap(step)
            case nodes.Read():
                code = [row for each in step.targets for row in self.read(each)]
            case nodes.Restore():
                code = self.restore(step)
            case nodes.Input() | nodes.LineInput():
                code = self.input(step)
            case nodes.Nowhere():
                raise CannotPort(step.line, "a jump to RETURN always fails")
            case nodes.Instruction():
                code = instruction(self, step)
            case nodes.Label() | nodes.Data() | nodes.Option():
                pass
            case _:
                assert_never(step)
        return list(code)

    # ---- calls of the machine

    def calling(self, method: str, *given: Part, **by_name: Part) -> Iterable[ast.stmt]:
        """Yields a call such as `machine.screen.line(…)`."""
        yield ast.Expr(call(f"machine.{method}", *given, type_=ANY, **by_name).node)

    def places(self, arguments: Iterable[Expression | None]) -> list[Piece]:
        """Returns arguments as ints, without the empty places."""
        return [self.e.place(each) for each in arguments if each is not None]

    def is_not_0(self, node: Expression | None) -> Piece:
        """Returns an argument that is a flag as a bool."""
        assert node is not None
        return made("{flag} != 0", BOOL, flag=self.e.place(node))

    # ---- stores

    def type_of(self, target: Target) -> str:
        """Returns the Python type of the values that a target holds."""
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

    def store(self, target: Target, value: Expression | None) -> Body:
        if value is None:
            raise CannotPort(target.line, "an assignment of nothing always fails")
        if isinstance(target, nodes.Name) and not self.f.scope.find(target.name):
            return stmts("{place} = {value}", place=self.e.name(target), value=self.e.place(value))
        if self.changes_character(target):
            return self.store_character(target, value)
        if (code := self.in_place(target, value)) is not None:
            return code
        variable = self.f.scope.find(target.name) if isinstance(target, nodes.Name) else None
        is_local = variable and not variable.parameter and variable not in self.f.attributes
        if is_local and variable not in self.f.read and isinstance(value, nodes.Function):
            return [ast.Expr(self.e.value(value).node)]  # nothing reads the variable
        new = self.e.stored(value, self.type_of(target))
        if self.passes_integer(target, value):
            new = call("basic.to_integer", new, type_=INT)
        return self.put(target, new)

    def passes_integer(self, target: Target, value: Expression) -> bool:
        """Whether a whole Real that may not fit into 32 bits is stored into a `%` variable."""
        variable, kind = self.f.scope.stored(target), self.e.kind(value)
        return variable is not None and variable.kind == "%" and kind.is_int and not kind.fits_integer

    def in_place(self, target: Target, value: Expression) -> Body | None:
        """Returns `x += n` for `X=X+n`; None if Python would not do the same."""
        first = value
        while isinstance(first, nodes.Binary):
            first = first.left
        if first is value or not nodes.same(first, target):
            return None
        type_ = self.type_of(target)
        if type_ not in {INT, FLOAT, STR} or any(calls(target)) or self.passes_integer(target, value):
            return None
        if isinstance(target, nodes.Index) and not is_steady(self.f, value):
            return None  # Python evaluates the subscript before the value, BASIC after it
        owner, whole = self.place(target), self.e.value(value)
        if self.e.converted(whole, type_, value) is not whole:
            return None
        match whole.node:
            case ast.BinOp(left, sign, right) if isinstance(sign, IN_PLACE) and same(left, owner.node):
                return [ast.AugAssign(fragments.target(owner.node), sign, right)]
            case ast.JoinedStr([ast.FormattedValue(before, -1, None), *rest]) if same(before, owner.node):
                texts = [each.value for each in rest if isinstance(each, ast.Constant)]
                added = ast.Constant(texts[0]) if texts and len(rest) == 1 else fragments.fstring(rest)
                return [ast.AugAssign(fragments.target(owner.node), ast.Add(), added)]
        if whole.type == type_ == INT and (number := behind(owner.node, whole.node)):
            return [ast.AugAssign(fragments.target(owner.node), ast.Add(), number)]
        return None

    def place(self, target: Target) -> Piece:
        """Returns a target as Python stores into it. Raises CannotPort for VAR()."""
        if isinstance(target, nodes.Index):
            return self.e.element(target)
        refuse(self.f.scope, target)
        assert isinstance(target, nodes.Name)
        return self.e.name(target)

    def put(self, target: Target, value: Piece) -> Body:
        """Returns `target = value`, with an annotation where a type checker would infer another type."""
        if isinstance(target, nodes.Index) and self.changes_character(target):
            return self.put_character(target, value)
        place = self.place(target)
        if type_ := self.declared(target, value.type):
            return stmts("{place}: {type_} = {value}", place=place, type_=type_, value=value)
        return stmts("{place} = {value}", place=place, value=value)

    def declared(self, target: Target, value_type: str) -> ast.expr | None:
        """Marks a local as declared; returns the annotation for its first assignment.

        None if it is no local, is declared already, or `value_type`, the type of its value, is its own type.
        """
        variable = self.f.scope.find(target.name) if isinstance(target, nodes.Name) else None
        if variable is None or variable in self.f.declared or variable in self.f.attributes:
            return None
        self.f.declared.add(variable)
        own_type = self.f.module.annotation(variable)
        return None if value_type == own_type else expr(own_type)

    def changes_character(self, target: Target) -> bool:
        """Whether a target is a character of a string."""
        if not isinstance(target, nodes.Index):
            return False
        if isinstance(target.target, nodes.Name):
            variable = self.f.scope.find(target.target.name)
            return variable is not None and not variable.is_array and variable.kind == "$"
        return True

    def store_character(self, target: Target, value: Expression) -> Body:
        """Returns the code of `S$[i]=t$`."""
        assert isinstance(target, nodes.Index)
        code: Body = []
        moving = may_store(self.f, target, value)
        if moving or not (is_steady(self.f, target) or is_steady(self.f, value)):
            value = self.keep(value, "new", code)
        naming, (target,) = self.named(target, moving=moving)
        assert isinstance(target, nodes.Index)
        return [*code, *naming, *self.put_character(target, self.e.stored(value, STR))]

    def put_character(self, target: nodes.Index, new: Piece) -> Body:
        """Replaces a character of a string; the target is evaluated after the new value."""
        code: Body = []
        if not is_steady(self.f, target):
            new = self.kept("new", new, code)
            naming, (steady_target,) = self.named(target)
            assert isinstance(steady_target, nodes.Index)
            target, code = steady_target, [*code, *naming]
        new = self.e.plain(new)
        owner = self.e.owner_of(target.target)
        position = self.e.place(target.subscripts[0])
        if owner.type == TEXT:
            return [*code, *stmts("{owner}.put({at}, {new})", owner=owner, at=position, new=new)]
        text = call("basic.replaced", owner, position, fragments.number(1), new, type_=STR)
        return [*code, *stmts("{owner} = {text}", owner=owner, text=text)]

    def is_constant(self, place: nodes.Assign | nodes.Declaration) -> bool:
        """Whether a statement sets a constant of the module, and so is left out."""
        return any(each.place is place for each in self.f.module.constants.values())

    # ---- declarations

    def declare(self, each: nodes.Declaration) -> Body:
        variable = self.f.scope.variables[each.name]
        name = nodes.Name(each.line, each.column, each.name)
        if each.sizes is not None:
            return self.put(name, self.array(variable, each.sizes))
        if self.is_constant(each):
            return []
        if each.value is not None:
            return self.store(name, each.value)
        if each not in self.needed:
            return []
        return self.put(name, made(self.f.module.default(variable), self.f.module.type_of(variable)))

    def array(self, variable: Variable, sizes: tuple[Expression, ...]) -> Piece:
        """Returns a new array: `[[0] * (height + 2) for _ in range(width + 2)]`."""
        lengths = self.places(sizes)
        type_ = self.f.module.type_of(variable)
        if len(lengths) > 1 and not is_steady(self.f, *sizes):
            filler = expr(DEFAULTS.get(type_, "basic.Text"))
            return call("basic.array", filler, *lengths, type_=self.f.module.annotation(variable))
        last = lengths.pop()
        if literal(last) == 0:
            inner = made("[]", "list[Never]")
        elif type_ == TEXT:
            inner = made("[basic.Text() for _ in range({length})]", f"list[{type_}]", length=last)
        else:
            inner = made(f"[{DEFAULTS[type_]}] * {{length}}", f"list[{type_}]", length=last)
        for length in reversed(lengths):
            row = "[{inner} for _ in range({length})]"
            inner = made(row, f"list[{inner.type}]", inner=inner, length=length)
        return inner

    # ---- INC, SWAP, READ, INPUT

    def increase(self, step: nodes.Increase) -> Body:
        """Returns the code of INC and DEC, and of the addition in a FOR loop. Raises CannotPort."""
        type_ = self.type_of(step.target)
        amount = step.amount or nodes.Number(step.line, step.column, 1)
        moving = may_store(self.f, step)
        if type_ == TEXT:
            code, (target,) = self.named(step.target, moving=True) if moving else ([], [step.target])
            if moving:
                amount = self.keep(amount, "new", code)
            added = self.e.value(amount)
            return [*code, *stmts("{text}.append({added})", added=added, text=self.place(target))]
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
            added_value = self.e.stored(amount, type_)
            longer = f"{{place}} {operator}= {{amount}}"
            return stmts(longer, place=self.place(step.target), amount=added_value)
        code, (target,) = self.named(step.target, moving=moving)
        if may_store(self.f, amount):
            amount = self.keep(amount, "amount", code)
        value = nodes.Binary(step.line, step.column, operator, target, amount)
        return [*code, *self.store(target, value)]

    def named(self, *given: Target, moving: bool = False) -> tuple[Body, list[Target]]:
        """Returns targets that may be written twice, and the code that names their subscripts.

        Subscripts that are not steady are stored in temporaries. `moving`: whether the statement may change
        variables; then every subscript is stored.
        """
        code: Body = []

        def named_subscript(node: Expression) -> Expression:
            return self.f.name_operand(node, self.kept("at", Piece(self.e.place(node).node, INT), code))

        if is_steady(self.f, *given) and not moving:
            return code, list(given)
        return code, [
            with_steady_subscripts(each, moving, named_subscript) if isinstance(each, nodes.Index) else each
            for each in given
        ]

    def kept(self, word: str, piece: Piece, code: Body) -> Piece:
        """Returns the name of a temporary, and adds the statement that sets it to the code."""
        temporary = named(self.f.temporary(word), piece.type)
        code += stmts("{kept} = {piece}", kept=temporary, piece=piece)
        return temporary

    def keep(self, node: Expression, word: str, code: Body) -> Expression:
        """Stores a value in a temporary, by a statement added to the code; a literal needs none."""
        if isinstance(node, nodes.Number | nodes.String):
            return node
        kind = self.e.kind(node)
        piece = self.e.signed_zero(node) if kind.minus_zero else self.e.value(node)
        piece = self.e.real(node) if piece.type == NUMBER else piece
        temporary = self.kept(word, piece, code)
        return self.f.name_operand(node, temporary, REAL if piece.type == FLOAT else kind)

    def swap(self, step: nodes.Swap) -> Body:
        moving = may_store(self.f, step)
        code, (one, other) = self.named(step.first, step.second, moving=moving)
        if self.changes_character(one) or self.changes_character(other):
            # both values are evaluated before either is stored
            kept = []
            for target, node in ((one, other), (other, one)):
                type_ = self.type_of(target)
                kept.append(self.kept("value", Piece(self.e.stored(node, type_).node, type_), code))
            return [*code, *self.put(one, kept[0]), *self.put(other, kept[1])]
        first, second = self.place(one), self.place(other)
        new = self.e.stored(other, self.type_of(one))
        old = self.e.stored(one, self.type_of(other))
        if TEXT in {first.type, second.type}:
            new, old = second, first
        return [*code, *stmts("{a}, {b} = {new}, {old}", a=first, b=second, new=new, old=old)]

    def read(self, target: Target) -> Body:
        type_ = self.type_of(target)
        method = {INT: "whole", FLOAT: "number", STR: "text", TEXT: "text"}.get(type_, "item")
        value = call(f"{self.f.data}.{method}", type_=STR if type_ == TEXT else type_)
        return self.put(target, self.wrapped(value, type_))

    def restore(self, step: nodes.Restore) -> Body:
        """Returns the code of RESTORE. A computed label is looked up among those with its known beginning."""
        main, target = self.f.module.program.main, step.target
        has_own = not self.f.scope.is_main and self.f.scope.labels
        if has_own or isinstance(target, nodes.LabelText | nodes.String | None):
            name, first = self.f.data_at(step.line, "RESTORE", target, (self.f.scope, main))
            (row,) = stmts("{data}.restore({first})", data=self.f.data, first=fragments.number(first))
            return [noted(row, f"@{name}")]
        beginning = capitals(text_at_start(target))
        possible = {
            f"@{name}": first for name, first in main.labels.items() if f"@{name}".startswith(beginning)
        }
        self.f.module.data_labels |= possible
        return stmts("{data}.restore_at({label})", data=self.f.data, label=self.e.value(target))

    def wrapped(self, value: Piece, wanted: str) -> Piece:
        """Returns a string as `basic.Text` if the variable shares its string."""
        if wanted == TEXT and value.type == STR:
            return call("basic.Text", value, type_=TEXT)
        return value

    def input(self, step: nodes.Input | nodes.LineInput) -> Body:
        guide = self.e.value(step.guide) if step.guide is not None else fragments.string("")
        if isinstance(step, nodes.LineInput):
            answer = call("basic.ask_line", "machine", guide, type_=STR)
            return self.put(step.target, self.wrapped(answer, self.type_of(step.target)))
        if step.question:
            match guide.node:
                case ast.Constant(value=str(text)):
                    guide = fragments.string(f"{text}?")
                case _:
                    guide = fragments.operation("+", guide, fragments.string("?"), STR)
        if not self.can_be_read_early(step.targets):
            return self.input_first(step, guide)
        if len(step.targets) > 1:
            old_values = [self.e.value(each) for each in step.targets]
            answer = call("basic.ask_values", "machine", guide, *old_values)
            places = tuple_of([self.place(each) for each in step.targets])
            return stmts("{places} = {asked}", places=places, asked=answer)
        (target,) = step.targets
        type_ = self.type_of(target)
        word = "ask_text" if type_ in {STR, TEXT} else "ask_number"
        arguments = ("machine", guide, self.e.value(target))
        answer = call(f"basic.{word}", *arguments, type_=STR if word == "ask_text" else FLOAT)
        return self.put(target, self.wrapped(self.e.converted(answer, type_, target), type_))

    def can_be_read_early(self, targets: tuple[Target, ...]) -> bool:
        """Whether INPUT's targets may be evaluated before the answer, and store it without a conversion."""
        if len(targets) > 1 and any(map(self.changes_character, targets)):
            return False
        if TEXT in map(self.type_of, targets):
            return False  # an empty line must leave the string itself, which others may share
        if len(targets) == 1 or not is_steady(self.f, *targets):
            return is_steady(self.f, *targets)
        stored = {self.f.scope.stored(each) for each in targets}
        rows = (each.subscripts for each in targets if isinstance(each, nodes.Index))
        inside = {found for row in rows for each in row for found in variables_named(self.f.scope, each)}
        return {*map(self.type_of, targets)} <= {FLOAT, STR} and stored.isdisjoint(inside)

    def input_first(self, step: nodes.Input, guide: Piece) -> Body:
        """Returns the code of INPUT that evaluates its targets only after the answer."""
        types = [self.type_of(each) for each in step.targets]
        kinds = fragments.string("".join("$" if each in {STR, TEXT} else "#" for each in types))
        answers = self.f.temporary("answers")
        asking = call("basic.answers", "machine", guide, kinds)
        stores: Body = []
        for number, (target, type_) in enumerate(zip(step.targets, types, strict=True)):
            answer_type = STR if type_ in {STR, TEXT} else FLOAT
            value = made(f"{{answers}}[{number}]", answer_type, answers=answers)
            stores += self.put(target, self.wrapped(self.e.converted(value, type_, target), type_))
        head = stmts("{answers} = {asked}", answers=answers, asked=asking)
        return [*head, ast.If(dotted(answers), stores, [])]


def behind(first: ast.expr, whole: ast.expr) -> ast.expr | None:
    """Returns what a sum adds to its first operand, if that is `first`; None for other expressions."""
    match whole:
        case ast.BinOp(left, ast.Add(), right) if same(left, first):
            return right
        case ast.BinOp(left, ast.Add() | ast.Sub() as sign, right):
            rest = behind(first, left)
            return ast.BinOp(rest, sign, right) if rest else None
    return None


# ---- margins


def noted(node: Written, note: str, number: int = 0) -> Written:
    """Sets the note in the margin of a statement or a case, and its line of the listing; returns it."""
    set_margin(node, Margin(number, note))
    return node


def placed(number: int, code: Iterable[ast.stmt]) -> Body:
    """Sets the listing's line `number` in each margin that has none; returns the statements.

    Inside compound statements, the heads of their branches and cases get the number, too.
    """
    statements = list(code)
    for node in headings(statements) if any(hasattr(node, "body") for node in statements) else statements:
        if not margin_of(node).number:
            set_margin(node, margin_of(node)._replace(number=number))
    return statements
