"""Ports statements that neither jump nor hold a block."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TypeVar, assert_never

from retromaze.analysis.kinds import REAL
from retromaze.analysis.side_effects import may_move, variables_named, with_repeatable_subscripts
from retromaze.language import nodes
from retromaze.language.block_tree import stores
from retromaze.language.lexer import ascii_upper
from retromaze.language.nodes import Expression, Target, calls_in
from retromaze.language.program import Variable
from retromaze.porting.expressions import PortExpressions, not_ported, print_calls
from retromaze.porting.functions import leading_literal
from retromaze.porting.instructions import instruction
from retromaze.porting.module import DEFAULTS, PortFunction, are_pure, may_change_variables
from retromaze.porting.preparing import CannotPort, refuse_unsupported
from retromaze.python import fragments
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
    call_statement,
    decimal_int,
    expr_from_template,
    name_node,
    piece_from_template,
    same_tree,
    statements_from_template,
    tuple_node,
    variable_piece,
)
from retromaze.python.layout import Margin, margin_of, set_margin
from retromaze.python.statement_walks import Body, Heading, statements_and_cases

IN_PLACE = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor)
Written = TypeVar("Written", bound=Heading)


class PortStatements:
    """Writes the straight-line statements of one function.

    A target is what an assignment stores into: a variable, an element of an array or a character of a string.
    Code that would evaluate an operand twice stores it in a temporary first.
    """

    def __init__(self, function: PortFunction, default_needed: set[nodes.Declaration]) -> None:
        """`default_needed` are the declarations whose variable is read before anything is stored into it."""
        self.function = function
        self.default_needed = default_needed
        self.expressions = PortExpressions(function)

    def numbered_statement(self, step: nodes.Straight) -> Body:
        """Returns the code of a statement, with its line of the listing in the margin."""
        return with_line(step.line, self.statement(step))

    def statement(self, step: nodes.Straight) -> Body:
        """Returns the code of a statement, or a call that raises NotPorted when it runs."""
        self.function.used_temporaries.clear()
        try:
            refuse_unsupported(self.function.scope, step)
            with self.expressions.with_facts_at(step):
                return self.write_statement(step)
        except CannotPort as refusal:
            return self.refusal_statements(step, refusal)

    def refusal_statements(self, step: nodes.Straight, refusal: CannotPort) -> Body:
        """Returns code that raises NotPorted: `x = basic.not_ported("…")` for each variable it would set."""
        names = (each.target for each in stores(step) if isinstance(each.target, nodes.Name))
        targets = [each for each in names if self.function.scope.stored_variable(each)]
        # later statements read these variables, so Python must know them
        code = [row for each in targets for row in self.assign(each, not_ported(refusal, ANY))]
        return code or [ast.Expr(not_ported(refusal, ANY).node)]

    def write_statement(self, step: nodes.Straight) -> Body:
        """Returns the code of a statement. Raises CannotPort."""
        match step:
            case nodes.Assign():
                return [] if self.sets_module_constant(step) else self.store(step.target, step.value)
            case nodes.Declare():
                # a long VAR may go over several lines
                return [row for each in step.declarations for row in with_line(each.line, self.declare(each))]
            case nodes.Increase():
                return self.increase(step)
            case nodes.Print():
                return print_calls(self.expressions, step)
            case nodes.Swap():
                return self.swap(step)
            case nodes.Read():
                return [row for each in step.targets for row in self.read(each)]
            case nodes.Restore():
                return self.restore(step)
            case nodes.Input() | nodes.LineInput():
                return self.input(step)
            case nodes.Nowhere():
                raise CannotPort(step.line, "a jump to RETURN always fails")
            case nodes.Instruction():
                return instruction(self, step)
            case nodes.Label() | nodes.Data() | nodes.Option():
                return []
            case _:
                assert_never(step)

    # ---- calls of the machine

    def machine_call(self, method: str, *given: Part, **by_name: Part) -> Body:
        """Returns the statement that calls a method of the machine: `machine.screen.line(…)`."""
        return call_statement(f"machine.{method}", *given, **by_name)

    def int_arguments(self, arguments: Iterable[Expression | None]) -> list[Piece]:
        """Returns arguments as ints, without the empty places."""
        return [self.expressions.as_int(each) for each in arguments if each is not None]

    def flag_argument(self, node: Expression | None) -> Piece:
        """Returns an argument that is a flag as a bool: `flag != 0`."""
        assert node is not None
        return piece_from_template("{flag} != 0", BOOL, flag=self.expressions.as_int(node))

    # ---- stores

    def target_type(self, target: Target) -> str:
        """Returns the Python type of the values that a target holds."""
        if self.function.scope.is_character(target):
            return STR
        owner = target.target if isinstance(target, nodes.Index) else target
        if variable := self.function.scope.whole_variable(owner):
            if variable.is_array and owner is target:
                return self.function.module.annotation(variable)
            return self.function.module.type_of(variable)
        return ANY

    def store(self, target: Target, value: Expression | None) -> Body:
        """Returns an assignment of the listing: `x = 1`, `x += n`, or the replacement of a character."""
        if value is None:
            raise CannotPort(target.line, "an assignment of nothing always fails")
        if isinstance(target, nodes.Name) and not self.function.scope.find(target.name):
            # a system variable, which is an attribute of the machine
            return statements_from_template(
                "{place} = {value}",
                place=self.expressions.variable(target),
                value=self.expressions.as_int(value),
            )
        if self.function.scope.is_character(target):
            return self.store_character(target, value)
        if (code := self.augmented_assignment(target, value)) is not None:
            return code
        variable = self.function.scope.whole_variable(target)
        is_local = variable and not variable.parameter and variable not in self.function.attributes
        if is_local and variable not in self.function.read and isinstance(value, nodes.Function):
            return [ast.Expr(self.expressions.value(value).node)]  # nothing reads the variable
        new_value = self.expressions.value_to_store(value, self.target_type(target))
        if self.may_exceed_integer(target, value):
            new_value = call("basic.to_integer", new_value, type_=INT)
        return self.assign(target, new_value)

    def may_exceed_integer(self, target: Target, value: Expression) -> bool:
        """Whether a whole Real that may not fit into 32 bits is stored into a `%` variable."""
        variable, kind = self.function.scope.stored_variable(target), self.expressions.kind(value)
        return variable is not None and variable.kind == "%" and kind.is_int and not kind.fits_integer

    def augmented_assignment(self, target: Target, value: Expression) -> Body | None:
        """Returns `x += n` for `X=X+n`; None if Python would not do the same."""
        match value:
            case nodes.Function(name="FLOOR", arguments=[nodes.Binary(operator="/") as quotient]):
                first_operand: Expression = quotient  # `x //= 2` for `X=FLOOR(X/2)`
            case _:
                first_operand = value
        while isinstance(first_operand, nodes.Binary):
            first_operand = first_operand.left  # X of `X+N-1`
        if first_operand is value or not nodes.same_code(first_operand, target):
            return None
        type_ = self.target_type(target)
        if type_ not in {INT, FLOAT, STR} or any(calls_in(target)) or self.may_exceed_integer(target, value):
            return None
        if isinstance(target, nodes.Index) and may_change_variables(self.function, target, value):
            return None  # Python evaluates the subscript before the value, BASIC after it
        place, new_value = self.target_piece(target).node, self.expressions.value(value)
        if self.expressions.converted_to(new_value, type_, value) is not new_value:
            return None  # the sum has another type than the target
        match new_value.node:
            case ast.BinOp(left, sign, right) if isinstance(sign, IN_PLACE) and same_tree(left, place):
                return [ast.AugAssign(fragments.as_store_target(place), sign, right)]
            case ast.JoinedStr([ast.FormattedValue(first, -1, None), *rest]) if same_tree(first, place):
                # a sum of texts that was written as the f-string `{s}…`
                texts = [each.value for each in rest if isinstance(each, ast.Constant)]
                added = ast.Constant(texts[0]) if texts and len(rest) == 1 else fragments.fstring_node(rest)
                return [ast.AugAssign(fragments.as_store_target(place), ast.Add(), added)]
        # floats are added in the listing's order, as the rounding depends on it
        if new_value.type == type_ == INT and (number := added_to(place, new_value.node)):
            return [ast.AugAssign(fragments.as_store_target(place), ast.Add(), number)]
        return None

    def target_piece(self, target: Target) -> Piece:
        """Returns a target as an expression: `x`, `self.x` or `row[i]`. Raises CannotPort for VAR()."""
        if isinstance(target, nodes.Index):
            return self.expressions.element(target)
        refuse_unsupported(self.function.scope, target)
        assert isinstance(target, nodes.Name)
        return self.expressions.variable(target)

    def assign(self, target: Target, value: Piece) -> Body:
        """Returns `target = value`, with an annotation where a type checker would infer another type."""
        if self.function.scope.is_character(target):
            return self.put_character(target, value)
        place = self.target_piece(target)
        if type_ := self.declare_local(target, value.type):
            return statements_from_template(
                "{place}: {type_} = {value}", place=place, type_=type_, value=value
            )
        return statements_from_template("{place} = {value}", place=place, value=value)

    def declare_local(self, target: Target, value_type: str) -> ast.expr | None:
        """Marks a local as declared; returns the annotation that its first assignment needs.

        None if it needs none: for an attribute, for a further assignment, or if the value has the variable's
        own type.
        """
        variable = self.function.scope.whole_variable(target)
        if variable is None or variable in self.function.attributes or self.function.is_declared(variable):
            return None
        self.function.declared.add(variable)
        own_type = self.function.module.annotation(variable)
        return None if value_type == own_type else expr_from_template(own_type)

    def store_character(self, target: Target, value: Expression) -> Body:
        """Returns the code of `S$[I]=T$`, which replaces a character: `s = basic.replaced(s, i, 1, t)`."""
        assert isinstance(target, nodes.Index)
        code: Body = []
        may_change = may_change_variables(self.function, target, value)
        # BASIC evaluates T$ before I; Python's call would evaluate them the other way round
        if may_change or not (are_pure(self.function, target) or are_pure(self.function, value)):
            value = self.as_temporary(value, "new", code)
        naming, (target,) = self.repeatable_targets(target, may_change=may_change)
        assert isinstance(target, nodes.Index)
        return [*code, *naming, *self.put_character(target, self.expressions.value_to_store(value, STR))]

    def put_character(self, target: nodes.Index, new: Piece) -> Body:
        """Returns the code that replaces a character of a string; the new value is evaluated first."""
        code: Body = []
        if not are_pure(self.function, target):
            new = self.store_temporary("new", new, code)
            naming, (repeatable_target,) = self.repeatable_targets(target)
            assert isinstance(repeatable_target, nodes.Index)
            target, code = repeatable_target, [*code, *naming]
        new = self.expressions.as_plain_string(new)
        owner = self.expressions.mutable_object(target.target)
        position = self.expressions.as_int(target.subscripts[0])
        if owner.type == TEXT:
            template = "{owner}.put({at}, {new})"
            return [*code, *statements_from_template(template, owner=owner, at=position, new=new)]
        # Python's strings cannot be changed: the variable gets a new one
        text = call("basic.replaced", owner, position, fragments.number_literal(1), new, type_=STR)
        return [*code, *statements_from_template("{owner} = {text}", owner=owner, text=text)]

    def sets_module_constant(self, place: nodes.Assign | nodes.Declaration) -> bool:
        """Whether a statement sets a variable that is a constant of the port's module, and so is left out."""
        return any(each.place is place for each in self.function.module.constants.values())

    # ---- declarations

    def declare(self, each: nodes.Declaration) -> Body:
        """Returns VAR or DIM of one name: a new array, or the first value of a variable if it is needed."""
        variable = self.function.scope.variables[each.name]
        name = nodes.Name(each.line, each.column, each.name)
        if each.sizes is not None:
            return self.assign(name, self.new_array(variable, each.sizes))
        if self.sets_module_constant(each):
            return []
        if each.value is not None:
            return self.store(name, each.value)
        if each not in self.default_needed:
            return []
        module = self.function.module
        return self.assign(name, piece_from_template(module.default(variable), module.type_of(variable)))

    def new_array(self, variable: Variable, sizes: tuple[Expression, ...]) -> Piece:
        """Returns a new array: `[[0] * (height + 2) for _ in range(width + 2)]`."""
        lengths = self.int_arguments(sizes)
        type_ = self.function.module.type_of(variable)
        if len(lengths) > 1 and not are_pure(self.function, *sizes):
            # a comprehension would evaluate the inner sizes once for each row
            filler = expr_from_template(DEFAULTS.get(type_, "basic.Text"))
            return call("basic.array", filler, *lengths, type_=self.function.module.annotation(variable))
        last = lengths.pop()
        if decimal_int(last) == 0:
            rows = piece_from_template("[]", "list[Never]")  # its type differs, so that it gets an annotation
        elif type_ == TEXT:
            # `[basic.Text()] * n` would be one object n times
            row = "[basic.Text() for _ in range({length})]"
            rows = piece_from_template(row, f"list[{type_}]", length=last)
        else:
            rows = piece_from_template(f"[{DEFAULTS[type_]}] * {{length}}", f"list[{type_}]", length=last)
        for length in reversed(lengths):
            template = "[{rows} for _ in range({length})]"
            rows = piece_from_template(template, f"list[{rows.type}]", rows=rows, length=length)
        return rows

    # ---- INC, SWAP, READ, INPUT

    def increase(self, step: nodes.Increase) -> Body:
        """Returns the code of INC and DEC, and of the addition in a FOR loop. Raises CannotPort."""
        type_ = self.target_type(step.target)
        amount = step.amount or nodes.Number(step.line, step.column, 1)
        may_change = may_change_variables(self.function, step)
        if type_ == TEXT:
            return self.append_text(step.target, amount, may_change=may_change)
        if type_ == ANY and self.function.module.texts:
            raise CannotPort(step.line, "INC may change a string that only the running listing knows")
        operator = "+" if step.sign > 0 else "-"
        variable = self.function.scope.stored_variable(step.target)
        is_integer = variable is not None and variable.kind == "%"  # its sum must wrap at 32 bits
        # `row[next()] += n` evaluates the subscript once, so no temporary is needed
        if (
            isinstance(step.target, nodes.Index)
            and not self.function.scope.is_character(step.target)
            and not are_pure(self.function, step)
            and not may_change
            and not is_integer
        ):
            added = self.expressions.value_to_store(amount, type_)
            template = f"{{place}} {operator}= {{amount}}"
            return statements_from_template(template, place=self.target_piece(step.target), amount=added)
        code, (target,) = self.repeatable_targets(step.target, may_change=may_change)
        if may_change_variables(self.function, amount):
            amount = self.as_temporary(amount, "amount", code)
        value = nodes.Binary(step.line, step.column, operator, target, amount)
        return [*code, *self.store(target, value)]

    def append_text(self, target: Target, added: Expression, *, may_change: bool) -> Body:
        """Returns INC of a string that several names share, which appends to it in place: `s.append(t)`."""
        code: Body = []
        if may_change:  # Python would find the string before it evaluates what is appended
            code, (target,) = self.repeatable_targets(target, may_change=True)
            added = self.as_temporary(added, "new", code)
        text = self.expressions.value(added)
        return code + statements_from_template(
            "{owner}.append({text})", text=text, owner=self.target_piece(target)
        )

    def repeatable_targets(self, *given: Target, may_change: bool = False) -> tuple[Body, list[Target]]:
        """Returns targets that can be evaluated twice, and the code that makes them so.

        Subscripts with side effects are stored in temporaries: `at = next()`, then `row[at] = row[at] + 1`.
        `may_change`: whether the statement may change variables, so that every subscript must be stored.
        """
        code: Body = []

        def stored_subscript(node: Expression) -> Expression:
            """Stores a subscript in a temporary, by code added to `code`; returns what stands for it."""
            temporary = self.store_temporary("at", self.expressions.as_int(node), code)
            return self.function.temporary_operand(node, temporary)

        if are_pure(self.function, *given) and not may_change:
            return code, list(given)
        return code, [
            with_repeatable_subscripts(each, may_change, stored_subscript)
            if isinstance(each, nodes.Index)
            else each
            for each in given
        ]

    def store_temporary(self, word: str, piece: Piece, code: Body) -> Piece:
        """Adds `word = piece` to the code; returns the temporary, which is named after `word`."""
        temporary = variable_piece(self.function.temporary_name(word), piece.type)
        code += statements_from_template("{kept} = {piece}", kept=temporary, piece=piece)
        return temporary

    def as_temporary(self, node: Expression, word: str, code: Body) -> Expression:
        """Adds the assignment of a value to a temporary to the code; returns an expression for the temporary.

        A literal is returned as it is.
        """
        if isinstance(node, nodes.Number | nodes.String):
            return node
        kind = self.expressions.kind(node)
        piece = self.expressions.signed_zero(node) if kind.minus_zero else self.expressions.value(node)
        piece = self.expressions.real_operand(node) if piece.type == NUMBER else piece
        temporary = self.store_temporary(word, piece, code)
        # a Real even if `kind` is a whole number: a float keeps the sign of its zero
        return self.function.temporary_operand(node, temporary, REAL if piece.type == FLOAT else kind)

    def swap(self, step: nodes.Swap) -> Body:
        """Returns SWAP: `a, b = b, a`."""
        may_change = may_change_variables(self.function, step) or may_move(step.first, step.second)
        code, (one, other) = self.repeatable_targets(step.first, step.second, may_change=may_change)
        if self.function.scope.is_character(one) or self.function.scope.is_character(other):
            # both values are evaluated before either is stored
            temporaries = []
            for target, node in ((one, other), (other, one)):
                type_ = self.target_type(target)
                # with the target's type, so that `assign` writes no annotation
                value = Piece(self.expressions.value_to_store(node, type_).node, type_)
                temporaries.append(self.store_temporary("value", value, code))
            first_value, second_value = temporaries
            return [*code, *self.assign(one, first_value), *self.assign(other, second_value)]
        first, second = self.target_piece(one), self.target_piece(other)
        new = self.expressions.value_to_store(other, self.target_type(one))
        old = self.expressions.value_to_store(one, self.target_type(other))
        if TEXT in {first.type, second.type}:
            new, old = second, first  # the objects change places: other names keep theirs
        swapping = statements_from_template("{a}, {b} = {new}, {old}", a=first, b=second, new=new, old=old)
        return [*code, *swapping]

    def read(self, target: Target) -> Body:
        """Returns READ of one target: `x = data.number()`."""
        type_ = self.target_type(target)
        # "item" is for a variable that may hold a number or a string
        method = {INT: "whole", FLOAT: "number", STR: "text", TEXT: "text"}.get(type_, "item")
        value = call(f"{self.function.data}.{method}", type_=STR if type_ == TEXT else type_)
        return self.assign_converted(target, value)

    def restore(self, step: nodes.Restore) -> Body:
        """Returns the code of RESTORE. A computed label is looked up among those with its known beginning."""
        main, target = self.function.module.program.main, step.target
        # the table of labels has those of the main program, so in a DEF with labels `data_at` refuses others
        has_own_labels = not self.function.scope.is_main and self.function.scope.labels
        if has_own_labels or isinstance(target, nodes.LabelText | nodes.String | None):
            name, first = self.function.data_at(step.line, "RESTORE", target, (self.function.scope, main))
            (row,) = call_statement(f"{self.function.data}.restore", fragments.number_literal(first))
            return [with_note(row, f"@{name}")]
        beginning = ascii_upper(leading_literal(target))  # "@ROOM" of `"@ROOM"+STR$(N)`
        self.function.module.data_labels |= {
            f"@{name}": first for name, first in main.labels.items() if f"@{name}".startswith(beginning)
        }
        return call_statement(f"{self.function.data}.restore_at", self.expressions.value(target))

    def assign_converted(self, target: Target, value: Piece) -> Body:
        """Returns `target = value` for a value that no expression of the listing has: of READ, INPUT or OUT.

        It is converted to the type that the target holds.
        """
        type_ = self.target_type(target)
        value = self.expressions.converted_to(value, type_, target)
        return self.assign(target, self.as_shared_text(value, type_))

    def as_shared_text(self, value: Piece, wanted: str) -> Piece:
        """Returns a string as `basic.Text` if `wanted`, the type of the variable, is that."""
        if wanted == TEXT and value.type == STR:
            return call("basic.Text", value, type_=TEXT)
        return value

    def input(self, step: nodes.Input | nodes.LineInput) -> Body:
        """Returns INPUT or LINPUT: `x = basic.ask_number(machine, prompt, x)`."""
        guide = self.expressions.value(step.guide) if step.guide is not None else fragments.string_literal("")
        if isinstance(step, nodes.LineInput):
            answer = call("basic.ask_line", "machine", guide, type_=STR)
            return self.assign(step.target, self.as_shared_text(answer, self.target_type(step.target)))
        if step.question:
            match guide.node:
                case ast.Constant(value=str(text)):
                    guide = fragments.string_literal(f"{text}?")
                case _:
                    guide = fragments.binary_operation("+", guide, fragments.string_literal("?"), STR)
        # each old value is given, too: an empty line keeps it
        if not self.can_evaluate_targets_first(step.targets):
            return self.input_before_targets(step, guide)
        if len(step.targets) > 1:
            old_values = [self.expressions.value(each) for each in step.targets]
            answer = call("basic.ask_values", "machine", guide, *old_values)
            places = tuple_node([self.target_piece(each) for each in step.targets])
            return statements_from_template("{places} = {asked}", places=places, asked=answer)
        (target,) = step.targets
        word = "ask_text" if self.target_type(target) in {STR, TEXT} else "ask_number"
        arguments = ("machine", guide, self.expressions.value(target))
        answer = call(f"basic.{word}", *arguments, type_=STR if word == "ask_text" else FLOAT)
        return self.assign_converted(target, answer)

    def can_evaluate_targets_first(self, targets: tuple[Target, ...]) -> bool:
        """Whether INPUT, which evaluates targets last, may become `x, y = basic.ask_values(…, x, y)`.

        Then the values must need no conversion, and no target may depend on another.
        """
        if len(targets) > 1 and any(map(self.function.scope.is_character, targets)):
            return False
        if TEXT in map(self.target_type, targets):
            return False  # an empty line must leave the string itself, which others may share
        if not are_pure(self.function, *targets):
            return False
        if len(targets) == 1:
            return True
        stored = {self.function.scope.stored_variable(each) for each in targets}
        subscripts = (
            each for target in targets if isinstance(target, nodes.Index) for each in target.subscripts
        )
        used_inside = {
            variable for each in subscripts for variable in variables_named(self.function.scope, each)
        }
        return {*map(self.target_type, targets)} <= {FLOAT, STR} and stored.isdisjoint(used_inside)

    def input_before_targets(self, step: nodes.Input, guide: Piece) -> Body:
        """Returns the code of INPUT that evaluates its targets only after the answer."""
        types = [self.target_type(each) for each in step.targets]
        kinds = fragments.string_literal("".join("$" if each in {STR, TEXT} else "#" for each in types))
        answers = self.function.temporary_name("answers")
        asking = call("basic.answers", "machine", guide, kinds)
        stores: Body = []
        for number, (target, type_) in enumerate(zip(step.targets, types, strict=True)):
            answer_type = STR if type_ in {STR, TEXT} else FLOAT
            value = piece_from_template(f"{{answers}}[{number}]", answer_type, answers=answers)
            stores += self.assign_converted(target, value)
        head = statements_from_template("{answers} = {asked}", answers=answers, asked=asking)
        return [*head, ast.If(name_node(answers), stores, [])]


def added_to(first: ast.expr, whole: ast.expr) -> ast.expr | None:
    """Returns what a sum adds to its `first` term, for `x += 2 - y`: `2 - y` of `x + 2 - y`; else None."""
    match whole:
        case ast.BinOp(left, ast.Add(), right) if same_tree(left, first):
            return right
        case ast.BinOp(left, ast.Add() | ast.Sub() as sign, right):
            rest = added_to(first, left)
            return ast.BinOp(rest, sign, right) if rest else None
    return None


# ---- margins


def with_note(node: Written, note: str, number: int = 0) -> Written:
    """Sets the margin of a statement or a case: a note, and the line of the listing; returns the node."""
    set_margin(node, Margin(number, note))
    return node


def with_line(number: int, code: Body) -> Body:
    """Sets the listing's line `number` in the margin of each statement that has none; returns them.

    The headings of branches and cases inside these statements get it, too.
    """
    is_compound = any(hasattr(node, "body") for node in code)
    for node in statements_and_cases(code) if is_compound else code:
        if not margin_of(node).line:
            set_margin(node, margin_of(node)._replace(line=number))
    return code
