"""Writes statements that neither jump nor contain a block: assignments, DIM, calls, READ, INPUT, PRINT.

PRINT prints an item before it evaluates the next, where that can be observed: each row of
`side_effects.printed_rows` is one call, and an item that may fail is evaluated within a `try` that prints the
text before it.
Unverified: that the machine does so between all items; at a comma it does (language reference, 4.2).
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from retromaze.analysis.declared import called_form, waits
from retromaze.analysis.kinds import ANY, INTEGER, REAL, STRING, Kind, Type
from retromaze.analysis.side_effects import RowEnd, may_store, printed_rows, with_repeatable_subscripts
from retromaze.analysis.type_rules import RESULT_KINDS
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.compiler import calls, naming
from retromaze.compiler.calls import is_in_range
from retromaze.compiler.expressions import Expressions
from retromaze.compiler.operations import aliased, is_short_repetition, length_of
from retromaze.compiler.settings import Technique
from retromaze.compiler.unit import AstBuilder, Code, FunctionUnit
from retromaze.language import nodes
from retromaze.language.nodes import Expression, Target, every
from retromaze.language.program import Variable
from retromaze.language.text import capitals, yield_to_host
from retromaze.values.arrays import LONG_STRING

if TYPE_CHECKING:
    from retromaze.compiler.expressions import Expressions

DIVISIONS = {"/", "DIV", "MOD"}
"""The only operators that may raise an error for numbers: by zero."""


def print_statement(e: Expressions, at: AstBuilder, step: nodes.Print) -> Code:
    """Writes PRINT.

    A comma is a call of its own, because the column of the next item depends on the cursor.
    """
    code: Code = []
    rows = printed_rows(step, e.unit.scope, e.unit.compilation.variants, lambda item: e.kind(item).is_number)
    for row in rows:
        code += printed_row(e, at, row.items, "\n" if row.end is RowEnd.LINE else "")
        if row.end is RowEnd.TAB:
            code.append(at.expression(at.call("tab")))
    return code


def printed_row(e: Expressions, at: AstBuilder, row: list[Expression], end: str) -> Code:
    """Writes a call that prints several items at once. Only the first of them may read the console."""
    if not row and not end:
        return []
    end_argument = [] if end else [at.constant("")]
    groups: list[list[Expression]] = [[]]
    for item in row:
        # only the first item of a group may fail
        if groups[-1] and can_fail(e, item):
            groups.append([])
        groups[-1].append(item)
    if len(groups) < 2:
        return [at.expression(at.call("print_", joined_text(e, at, row), *end_argument))]
    additions = [at.update("text", "+", joined_text(e, at, group)) for group in groups[1:]]
    print_before = at.expression(at.call("print_", at.name("text"), at.constant("")))
    return [
        at.assign("text", joined_text(e, at, groups[0])),
        at.attempt(additions, [print_before, at.fail()]),
        at.expression(at.call("print_", at.name("text"), *end_argument)),
        # else the function would keep the text, which may be as long as the memory, until it ends
        at.assign("text", at.constant("")),
    ]


def joined_text(e: Expressions, at: AstBuilder, items: list[Expression]) -> ast.expr:
    """Writes the text of some items joined."""
    if len(items) == 1 and e.kind(items[0]).type is Type.STRING:
        return e.printed(items[0])
    return at.joined([e.printed(item) for item in items]) if items else at.constant("")


def can_fail(e: Expressions, item: Expression) -> bool:
    """Whether evaluating an item may end in an error."""
    if isinstance(item, nodes.String | nodes.LabelText):
        return False
    if isinstance(item, nodes.Name) and e.kind(item).type is Type.STRING:
        return False
    inside = list(every(item))
    if is_short_repetition(e, item):
        inside = [node for node in inside if e.kind(node).is_number]
    return not all(is_safe(e, node) for node in inside)


def is_safe(e: Expressions, node: Expression) -> bool:
    """Whether a node of an expression is a number and cannot fail, once the nodes below it are evaluated."""
    if not e.kind(node).is_number:
        return False
    match node:
        case nodes.Number():
            return True
        case nodes.Name(name=name):
            return e.unit.scope.find(name) is not None or name in VARIABLES
        case nodes.Unary(operator=operator) | nodes.Binary(operator=operator):
            return operator not in DIVISIONS
        case nodes.Function():
            form = None if node.name in e.unit.compilation.variants else called_form(node)
            if form is None or form.fails:
                return False
            for position, argument in enumerate(node.arguments):
                parameter = form.at(position)
                if parameter is None or argument is None:
                    return False
                kind = e.kind(argument)
                if parameter.kind in {"int", "coordinate"}:
                    fits = kind.fits_integer
                else:
                    fits = kind.is_number and parameter.kind in {"float", "number"}
                if not fits or (parameter.range and not is_in_range(e, argument, parameter.range)):
                    return False
            return True
        case _:
            return False


# Commands of DIRECT mode; in a program they are a syntax error.
DIRECT_WORDS = {"RUN", "CONT", "NEW", "LIST", "CLEAR"}


class Statements:
    """Writes the straight-line statements of one Python function."""

    def __init__(self, unit: FunctionUnit) -> None:
        self.unit = unit
        self.e = Expressions(unit)

    def straight(self, step: nodes.Straight) -> Code:
        """Writes a statement that neither jumps nor contains a block."""
        at = AstBuilder(step.line, step.column)
        match step:
            case nodes.Nowhere():
                return [at.expression(at.call("uninitialized"))]
            case nodes.Assign():
                return self.assign(at, step.target, step.value)
            case nodes.Declare():
                return [line for each in step.declarations for line in self.declare(each)]
            case nodes.Increase():
                return self.increase(at, step)
            case nodes.Print():
                return print_statement(self.e, at, step)
            case nodes.Swap():
                return self.swap(at, step)
            case nodes.Read():
                return [
                    line
                    for target in step.targets
                    for line in self.receive(at, target, at.call("read_data"), ANY)
                ]
            case nodes.Restore():
                target = at.constant(None) if step.target is None else self.e.dynamic(step.target)
                return [at.expression(at.call("restore", target, at.constant(self.unit.scope.name)))]
            case nodes.Input() | nodes.LineInput():
                return self.input(at, step)
            case nodes.Instruction():
                return self.instruction(at, step)
            case nodes.Label() | nodes.Data() | nodes.Option():
                return []
            case _:
                assert_never(step)

    # ---- stores

    def assign(self, at: AstBuilder, target: Target, value: Expression | None) -> Code:
        """Writes `target = value`. `S$=S$+t$` adds to the string in place as long as it is short."""
        if value is None:
            return [at.expression(at.call("uninitialized"))]
        match target, value:
            case nodes.Name(), nodes.Binary(operator="+", left=left, right=added) if nodes.same(left, target):
                return self.appended(at, target, added) or self.store(at, target, value)
            case _:
                return self.store(at, target, value)

    def store(self, at: AstBuilder, target: Target, value: Expression) -> Code:
        """Writes `target = value`, the value an expression of the listing."""
        variable = self.unit.scope.stored(target)
        if isinstance(target, nodes.Name) and variable and (variable.is_array or variable.kind == "?"):
            self.unit.use(variable)
            if not variable.is_array:
                # a parameter takes any value
                return [at.assign(naming.scalar(variable), aliased(self.e, value))]
            array = self.e.dynamic(value)
            if isinstance(value, nodes.Function):
                return self.bind_array(at, variable, at.call("array", array))
            return self.bind_array(at, variable, at.call("array_for", at.constant(variable.kind), array))
        return self.put(at, target, self.e.as_kind(value, self.target_kind(target, variable)))

    def bind_array(self, at: AstBuilder, variable: Variable, array: ast.expr) -> Code:
        """Writes code that makes an array's name refer to another array.

        `items_under` gives the list of the elements if that array has the type and dimensions that the name
        was declared with: only then may other code use the list directly.
        """
        self.unit.use(variable)
        owner, kind = naming.array_object(variable), at.constant(variable.kind)
        items = at.call("items_under", kind, at.constant(variable.dimensions), at.name(owner))
        return [at.assign(owner, array), at.assign(naming.items(variable), items)]

    def target_kind(self, target: Target, variable: Variable | None) -> Kind:
        """Returns the kind of a target's values; `variable` is what `Scope.stored` finds for the target."""
        if isinstance(target, nodes.VariableNamed) or variable is None:
            is_system = isinstance(target, nodes.Name) and target.name in VARIABLES
            return INTEGER if is_system else ANY
        if isinstance(target, nodes.Index) and not variable.is_array:
            return STRING if variable.kind == "$" else ANY
        return self.unit.compilation.facts.kind_of(variable)

    def put(self, at: AstBuilder, target: Target, value: ast.expr) -> Code:
        """Writes `target = value`, the value Python code of the target's kind."""
        match target:
            case nodes.Name(name=name) if name in VARIABLES and not self.unit.scope.find(name):
                return [at.expression(at.call("write_system", at.constant(name), value))]
            case nodes.Name():
                variable = self.unit.scope.find(target.name)
                assert variable is not None
                if variable.is_array:
                    return [at.expression(at.call("mismatch_of", value))]
                self.unit.use(variable)
                return [at.assign(naming.scalar(variable), value)]
            case nodes.Index():
                return self.put_element(at, target, value)
            case _:
                return [at.expression(at.call("set_variable_named", self.e.text(target.name), value))]

    def put_element(self, at: AstBuilder, target: nodes.Index, value: ast.expr) -> Code:
        """Writes a store to an element of an array or a character of a string."""
        owner = target.target
        if isinstance(owner, nodes.Name) and (variable := self.unit.scope.find(owner.name)):
            if variable.is_array and not variable.varies:
                return [at.assign_item(*self.e.element_place(target), value)]
            if variable.is_array or variable.kind in "$?":
                self.unit.use(variable)
                name = naming.array_object(variable) if variable.is_array else naming.scalar(variable)
                stored = at.call("store_element", value, self.e.subscripts(at, target), at.name(name))
                # a string, or a parameter that is one, is replaced by a new string
                return [at.expression(stored) if variable.is_array else at.assign(name, stored)]
        if isinstance(owner, nodes.Index) and self.e.kind(owner).type in (Type.STRING, Type.ANY):
            # `A$[i][j]=t$` changes a string in an array
            kept_value = self.unit.temporary()
            code: Code = [at.assign(kept_value, value)]
            target = self.index_evaluated_once(target, code, may_change=self.may_store(target))
            assert isinstance(target.target, nodes.Index)
            text = self.raw_element(target.target)
            stored = at.call("store_element", at.name(kept_value), self.e.subscripts(at, target), text)
            return [*code, *self.put(at, target.target, stored)]
        return [at.expression(at.call("type_mismatch"))]

    def raw_element(self, node: nodes.Index) -> ast.expr:
        """Writes an element of a string array as it is stored: shared strings are objects."""
        if isinstance(node.target, nodes.Name) and self.e.array_named(node.target.name):
            return AstBuilder(node.line, node.column).subscript(*self.e.element_place(node))
        return self.e.value(node)

    def receive(self, at: AstBuilder, target: Target | None, value: ast.expr, given: Kind) -> Code:
        """Writes `target = value`, the value Python code of the kind `given`.

        Without a target it is only evaluated.
        """
        if target is None:
            return [at.expression(value)]
        yield_to_host()
        variable = self.unit.scope.stored(target)
        if isinstance(target, nodes.Name) and variable and variable.is_array:
            return self.bind_array(at, variable, at.call("array", value))
        wanted = self.target_kind(target, variable)
        if (
            (given.type is wanted.type and given.mixed == wanted.mixed)
            or wanted.type is Type.ANY
            or (given.type is Type.INTEGER and (wanted.type is Type.WHOLE or wanted.mixed))
        ):
            return self.put(at, target, value)
        helper = {
            Type.STRING: "string_shared" if self.unit.shares_strings else "string",
            Type.INTEGER: "integer_stored",
            Type.WHOLE: "mismatch_of",  # a value of unknown type for such a variable is a string
            Type.REAL: "real",
        }[wanted.type]
        return self.put(at, target, at.call(helper, value))

    def receive_row(
        self, at: AstBuilder, targets: tuple[Target | None, ...], value: ast.expr, kinds: list[Kind]
    ) -> Code:
        """Writes stores of a tuple's items, which have these kinds, to the targets."""
        names = [self.unit.temporary() for _ in targets]
        code: Code = [at.assign_row(names, value)]
        for target, name, kind in zip(targets, names, kinds, strict=True):
            if target is not None:
                code += self.receive(at, target, at.name(name), kind)
        return code

    # ---- parts that are evaluated once

    def may_store(self, *expressions: Expression | None) -> bool:
        """Whether the evaluation of one of these may change a variable."""
        definitions = self.unit.compilation.program.definitions
        return any(each is not None and may_store(each, definitions) for each in expressions)

    def evaluated_once(self, target: Target, code: Code, *, may_change: bool) -> Target:
        """Returns the target with its calls evaluated once, in temporaries that are added to the code.

        `may_change` says that the statement may change variables: then every subscript goes to a temporary.
        """
        match target:
            case nodes.Index():
                return self.index_evaluated_once(target, code, may_change=may_change)
            case nodes.VariableNamed() if may_change or any(nodes.calls(target.name)):
                name = self.set_aside(target.name, STRING, self.e.text(target.name), code)
                return replace(target, name=name)
            case _:
                return target

    def index_evaluated_once(self, target: nodes.Index, code: Code, *, may_change: bool) -> nodes.Index:
        """Does for an element of an array or string what `evaluated_once` does for any target."""
        return with_repeatable_subscripts(
            target, may_change, lambda each: self.set_aside(each, INTEGER, self.e.integer(each), code)
        )

    def set_aside(self, node: Expression, kind: Kind, value: ast.expr, code: Code) -> Expression:
        """Adds a line that stores a value in a temporary; returns a placeholder that reads it."""
        name = self.unit.temporary()
        code.append(AstBuilder(node.line, node.column).assign(name, value))
        return self.unit.read_temporary(node, name, kind)

    # ---- declarations

    def declare(self, declaration: nodes.Declaration) -> Code:
        """Writes VAR or DIM of one name."""
        yield_to_host()
        at = AstBuilder(declaration.line, declaration.column)
        variable = self.unit.scope.variables[declaration.name]
        self.unit.use(variable)
        default = at.constant(self.unit.compilation.facts.kind_of(variable).default)
        if declaration.sizes is not None:
            owner = naming.array_object(variable)
            sizes = at.row([self.e.integer(size) for size in declaration.sizes])
            old_array = [] if variable in self.unit.made_first else [at.name(owner)]
            new_array = at.call("Array", at.constant(variable.kind), sizes, default, *old_array)
            items = at.attribute(at.name(owner), "items")
            return [at.assign(owner, new_array), at.assign(naming.items(variable), items)]
        if declaration.value is None:
            return [at.assign(naming.scalar(variable), default)]
        return self.store(
            at, nodes.Name(declaration.line, declaration.column, declaration.name), declaration.value
        )

    # ---- INC, SWAP, INPUT

    def increase(self, at: AstBuilder, step: nodes.Increase) -> Code:
        """Writes INC or DEC. Subscripts are evaluated first, then the amount; the old value is read last."""
        code: Code = []
        may_change = self.may_store(step.target, step.amount)
        target = self.evaluated_once(step.target, code, may_change=may_change)
        amount = step.amount or nodes.Number(step.line, step.column, 1)
        variable = self.unit.scope.stored(target)
        kind = self.target_kind(target, variable)
        if isinstance(target, nodes.Name) and variable and variable.is_array:
            return [*code, at.expression(at.call("type_mismatch"))]
        if kind.type is Type.STRING:
            return [*code, *self.increase_string(at, replace(step, target=target))]
        if kind.type is Type.ANY or isinstance(target, nodes.VariableNamed):
            helper = "increase" if step.sign > 0 else "decrease"
            changed = at.call(helper, self.e.dynamic(amount), self.e.dynamic(target))
            return [*code, *self.put(at, target, changed)]
        operator = "+" if step.sign > 0 else "-"
        if self.may_store(amount):
            # evaluating the amount may change the target
            amount_kind = self.e.kind(amount)
            if amount_kind.minus_zero and amount_kind.type is Type.WHOLE:
                amount = self.set_aside(amount, REAL, self.e.real(amount), code)
            else:
                amount = self.set_aside(amount, amount_kind, self.e.value(amount), code)
        is_number = kind.type in (Type.WHOLE, Type.REAL) and not kind.mixed
        if is_number and variable and self.e.kind(amount).is_number:
            self.unit.use(variable)
            value = self.e.signed(amount) if kind.type is Type.REAL else self.e.whole(amount)
            if isinstance(target, nodes.Index):
                return [*code, at.update_item(*self.e.element_place(target), operator, value)]
            return [*code, at.update(naming.scalar(variable), operator, value)]
        total = nodes.Binary(step.line, step.column, operator, target, amount)
        stored = self.store(at, target, total)
        return [*code, *stored]

    def increase_string(self, at: AstBuilder, step: nodes.Increase) -> Code:
        """Writes `INC S$,"x"`, which changes the string in place."""
        if step.sign < 0 or step.amount is None:
            return [at.expression(at.call("type_mismatch"))]
        if isinstance(step.target, nodes.Name):
            if not self.may_store(step.amount) and (code := self.appended(at, step.target, step.amount)):
                return code
            variable = self.unit.scope.find(step.target.name)
            assert variable is not None
            self.unit.use(variable)
            owner: ast.expr = at.name(naming.scalar(variable))
        else:
            assert isinstance(step.target, nodes.Index)
            owner = self.raw_element(step.target)
        if self.e.kind(step.amount).is_number:
            return [at.expression(at.call("type_mismatch"))]
        return self.put(at, step.target, at.call("append_text", self.e.text(step.amount), owner))

    def appended(self, at: AstBuilder, target: nodes.Name, added: Expression) -> Code:
        """Writes `S$=S$+t$` as `S_s += t`, as long as the sum is short. Returns [] if this cannot be done."""
        variable = self.unit.scope.find(target.name)
        length = length_of(self.e, at, added)
        is_string_variable = variable is not None and variable.kind == "$" and not variable.is_array
        if variable is None or not is_string_variable or length is None or self.unit.shares_strings:
            return []
        if self.e.kind(added).type is not Type.STRING or not self.unit.compilation.uses(
            Technique.SHORT_STRINGS
        ):
            return []
        self.unit.use(variable)
        name = naming.scalar(variable)
        total = at.binary(at.call("len", at.name(name)), "+", length)
        long_sum = at.call("concatenate", at.name(name), self.e.value(added))
        return [
            at.when(
                at.compare(total, "<", at.constant(LONG_STRING)),
                [at.update(name, "+", self.e.value(added))],
                [at.assign(name, long_sum)],
            )
        ]

    def swap(self, at: AstBuilder, step: nodes.Swap) -> Code:
        """Writes SWAP: both values are read before either is stored."""
        code: Code = []
        may_change = self.may_store(step.first, step.second)
        one = self.evaluated_once(step.first, code, may_change=may_change)
        other = self.evaluated_once(step.second, code, may_change=may_change)
        first, second = self.unit.temporary(), self.unit.temporary()
        kinds = [self.target_kind(each, self.unit.scope.stored(each)) for each in (one, other)]
        values = [self.e.as_kind(other, kinds[0]), self.e.as_kind(one, kinds[1])]
        puts = self.put(at, one, at.name(first)) + self.put(at, other, at.name(second))
        match puts:
            case [
                ast.Assign(targets=[place], value=ast.Name()),
                ast.Assign(targets=[last], value=ast.Name()),
            ]:
                return [*code, at.assign_both((place, last), values)]
            case _:
                return [*code, at.assign(first, values[0]), at.assign(second, values[1]), *puts]

    def input(self, at: AstBuilder, step: nodes.Input | nodes.LineInput) -> Code:
        """Writes INPUT or LINPUT.

        For a field that was not typed, `ask_fields` gives None: its target is unchanged.
        """
        guide = at.constant("") if step.guide is None else self.e.text(step.guide)
        answer = self.unit.temporary()
        if isinstance(step, nodes.LineInput):
            asked = at.call("ask_line", guide)
            return [at.assign(answer, asked), *self.receive(at, step.target, at.name(answer), STRING)]
        fields = ""
        for target in step.targets:
            if isinstance(target, nodes.Index) and isinstance(target.target, nodes.Index):
                kind = self.e.kind(target.target)
            else:
                kind = self.target_kind(target, self.unit.scope.stored(target))
            fields += "$" if kind.type is Type.STRING else "#"
        asked = at.call("ask_fields", guide, at.constant(step.question), at.constant(fields))
        code: Code = [at.assign(answer, asked)]
        for position, target in enumerate(step.targets):
            field = at.subscript(at.name(answer), at.constant(position))
            stored = self.receive(at, target, field, ANY)
            code.append(at.when(at.compare(field, "is not", at.constant(None)), stored))
        return code

    # ---- calls as statements

    def instruction(self, at: AstBuilder, step: nodes.Instruction) -> Code:
        """Writes a call of a DEF, a builtin, or a word that is known at run time only."""
        if step.name in self.unit.compilation.variants:
            return self.definition_call(at, step)
        if step.name in self.unit.compilation.settings.commands:
            command_arguments = [
                at.constant(None) if each is None else calls.unshared_value(self.e, each)
                for each in step.arguments
            ]
            return [at.expression(at.call("command", at.constant(step.name), *command_arguments))]
        match step:
            case nodes.Instruction(name="XON" | "XOFF"):
                return self.switch(at, step)
            case nodes.Instruction(name="PUSH" | "UNSHIFT"):
                return self.push(at, step)
            case nodes.Instruction(name="POP" | "SHIFT", outputs=(receiver,)):
                taken = nodes.Function(step.line, step.column, step.name, step.arguments)
                return self.receive(at, receiver, self.e.value(taken), self.e.kind(taken))
        builtin = BUILTINS.get(step.name)
        if builtin is None and step.name in DIRECT_WORDS:
            return [at.expression(at.call("syntax_error"))]
        if builtin is None or step.name == "CALL":
            return self.call_by_name(at, step)
        receivers = None if step.outputs is None else len(step.outputs)
        form = builtin.find(len(step.arguments), value=False, receivers=receivers)
        if form is None:
            return [at.expression(at.call("shape_error", at.constant(step.name)))]
        arguments = calls.converted_arguments(self.e, at, form, step.arguments)
        called = at.call(calls.form_name(self.e, builtin, form, step.arguments), *arguments)
        if step.outputs is None:
            code: Code = [at.expression(called)]
        elif form.outputs:
            code = self.receive_row(at, step.outputs, called, [RESULT_KINDS[each] for each in form.outputs])
        else:
            code = self.receive(at, step.outputs[0], called, RESULT_KINDS[form.result])
        if waits(step.name) and self.unit.counts_work:
            self.unit.uses_work = True
            code.append(at.assign("work", at.call("remaining", at.name("work"))))
        return code

    def definition_call(self, at: AstBuilder, step: nodes.Instruction) -> Code:
        """Writes a call of a DEF, with or without OUT."""
        define = self.unit.compilation.program.definitions[step.name].routine.define
        assert define is not None
        called = calls.defined_call(self.e, at, step)
        outputs = step.outputs or ()
        if len(outputs) != (1 if define.returns else len(define.outputs)):
            return [at.expression(at.call("illegal_call"))]
        if define.returns:
            variant = self.unit.compilation.variants.variant_for_call(self.e.kind, step)
            result = self.unit.compilation.facts.kind_of(variant.result) if variant else ANY
            return self.receive(at, outputs[0], called, result)
        if not outputs:
            return [at.expression(called)]
        return self.receive_row(at, outputs, called, [ANY] * len(outputs))

    def call_by_name(self, at: AstBuilder, step: nodes.Instruction) -> Code:
        """Writes CALL, a COMMON DEF of another slot, or an unknown word."""
        match step:
            case nodes.Instruction(name="CALL", arguments=[nodes.Name(name="SPRITE" | "BG" as word)]):
                pending = at.name(self.unit.pending)
                return [at.expression(at.call("call_back", at.constant(word), pending))]
        outputs = step.outputs or ()
        called = calls.by_name(self.e, at, step.name, step.arguments, receivers=len(outputs))
        if not outputs:
            return [at.expression(called)]
        return self.receive_row(at, outputs, called, [ANY] * len(outputs))

    def switch(self, at: AstBuilder, step: nodes.Instruction) -> Code:
        """Writes XON or XOFF, which name a feature with a bare word or a literal."""
        match step.arguments:
            case [nodes.Name(name=word)] | [nodes.String(value=word)] if step.outputs is None:
                on = at.constant(step.name == "XON")
                return [at.expression(at.call("switch", at.constant(capitals(word)), on))]
            case _:
                return [at.expression(at.call("syntax_error"))]

    def push(self, at: AstBuilder, step: nodes.Instruction) -> Code:
        """Writes PUSH or UNSHIFT onto an array or a string."""
        if len(step.arguments) != 2 or step.outputs is not None:
            return [at.expression(at.call("shape_error", at.constant(step.name)))]
        owner, value = step.arguments
        helper = step.name.lower()
        if isinstance(owner, nodes.Index) and value is not None:
            # a string in an array
            if place := calls.text_place(self.e, at, owner):
                where, arguments = place
                added = self.e.dynamic(value)
                return [at.expression(at.call(f"change_{where}", *arguments, at.name(helper), added))]
            return [at.expression(at.call("type_mismatch", at.constant(1)))]
        variable = self.unit.scope.find(owner.name) if isinstance(owner, nodes.Name) else None
        if variable is None or value is None or not calls.takes_elements(variable):
            return [at.expression(at.call("type_mismatch", at.constant(1)))]
        self.unit.use(variable)
        if not variable.is_array:
            name = naming.scalar(variable)
            return [at.assign(name, at.call(helper, aliased(self.e, value), at.name(name)))]
        if variable.varies:
            array = at.name(naming.array_object(variable))
            return [at.expression(at.call(helper, aliased(self.e, value), array))]
        items = at.name(naming.items(variable))
        element = self.e.as_kind(value, self.unit.compilation.facts.kind_of(variable))
        if step.name == "PUSH":
            return [at.expression(at.call(at.attribute(items, "append"), element))]
        return [at.expression(at.call("unshift_item", items, element))]
