"""Writes statements that neither jump nor contain a block: assignments, DIM, calls, READ, INPUT, PRINT.

PRINT prints an item before it evaluates the next, where that can be observed: each row of
`side_effects.printed_rows` is one call, and an item that may fail is evaluated within a `try` that prints the
text before it.
Unverified: that the machine does so between all items; at a comma it does (language reference, 4.2).
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import assert_never

from retromaze.analysis.kinds import ANY, INTEGER, REAL, STRING, Kind, Type
from retromaze.analysis.side_effects import (
    RowEnd,
    called_form,
    may_move,
    may_store,
    printed_rows,
    waits,
    with_repeatable_subscripts,
)
from retromaze.analysis.type_rules import RESULT_KINDS
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.compiler import calls
from retromaze.compiler.calls import is_short_repetition, length_or_bound, value_for_second_name
from retromaze.compiler.expressions import Expressions
from retromaze.compiler.settings import Technique
from retromaze.compiler.unit import AstBuilder, Code, FunctionUnit, array_name, items_name, scalar_name
from retromaze.language import nodes
from retromaze.language.block_tree import callback_word
from retromaze.language.lexer import ascii_upper, yield_to_host
from retromaze.language.nodes import Expression, Target, walk
from retromaze.language.program import UNTYPED, Variable
from retromaze.values.arrays import LONG_STRING

DIVISIONS = {"/", "DIV", "MOD"}
"""The only operators that may raise an error for numbers: by zero."""


def print_statement(expressions: Expressions, build: AstBuilder, step: nodes.Print) -> Code:
    """Writes PRINT as few calls: one for each row of items that nothing can observe one by one."""
    code: Code = []
    unit = expressions.unit
    rows = printed_rows(step, unit.scope, unit.compilation.variants, lambda item: unit.kind(item).is_number)
    for row in rows:
        code += print_call(expressions, build, row.items, "\n" if row.end is RowEnd.LINE else "")
        if row.end is RowEnd.TAB:  # a call of its own: the column of the next item depends on the cursor
            code.append(build.call_statement("tab"))
    return code


def print_call(expressions: Expressions, build: AstBuilder, row: list[Expression], end: str) -> Code:
    """Writes a call that prints a row of items, and `end`, a line feed or "".

    Only the first item may read the console. If a later one fails, the text before it is printed first.
    """
    if not row and not end:
        return []
    end_argument = [] if end else [""]  # `print_` ends the line by default
    groups: list[list[Expression]] = [[]]
    for item in row:
        # an item that may fail begins a group: the groups before it are what is printed if it fails
        if groups[-1] and can_fail(expressions, item):
            groups.append([])
        groups[-1].append(item)
    if len(groups) < 2:
        return [build.call_statement("print_", joined_text(expressions, build, row), *end_argument)]
    texts = [joined_text(expressions, build, group) for group in groups[1:]]
    additions = [build.augmented_assign("text", "+", each) for each in texts]
    print_before = build.call_statement("print_", build.name("text"), "")
    return [
        build.assign("text", joined_text(expressions, build, groups[0])),
        build.try_(additions, [print_before]),
        build.call_statement("print_", build.name("text"), *end_argument),
        # else the function would keep the text, which may be as long as the memory, until it ends
        build.assign("text", ""),
    ]


def joined_text(expressions: Expressions, build: AstBuilder, items: list[Expression]) -> ast.expr:
    """Writes the text that PRINT shows for some items: one string, or an f-string of several items."""
    if len(items) == 1 and expressions.kind(items[0]).type is Type.STRING:
        return expressions.printed_text(items[0])
    return build.fstring([expressions.printed_text(item) for item in items]) if items else build.constant("")


def can_fail(expressions: Expressions, item: Expression) -> bool:
    """Whether evaluating an item of PRINT may end in an error."""
    if isinstance(item, nodes.String | nodes.LabelText):
        return False
    if isinstance(item, nodes.Name) and expressions.kind(item).type is Type.STRING:
        return False
    parts = walk(item)
    if is_short_repetition(expressions, item):
        # neither the string nor its short result can fail, only the number
        parts = [node for node in parts if expressions.kind(node).is_number]
    return not all(is_number_without_error(expressions, node) for node in parts)


def is_number_without_error(expressions: Expressions, node: Expression) -> bool:
    """Whether a node of an expression is a number and cannot fail, once the nodes below it are evaluated."""
    if not expressions.kind(node).is_number:
        return False
    match node:
        case nodes.Number():
            return True
        case nodes.Name(name=name):
            return expressions.scope.find(name) is not None or name in VARIABLES
        case nodes.Unary(operator=operator) | nodes.Binary(operator=operator):
            return operator not in DIVISIONS
        case _:
            return False


DIRECT_WORDS = {"RUN", "CONT", "NEW", "LIST", "CLEAR"}
"""Commands of DIRECT mode; in a program they are a syntax error."""


class Statements:
    """Writes the straight-line statements of one Python function: those without jumps and blocks.

    A *kind* is what is known of a value when compiling: its type and range; type ANY: only a run knows.

    A name in `build.call`, such as "mismatch_of", is a helper of the runtime. The elements of an array `R`
    are in a Python list `R_items`, the array itself is `R_array`.
    """

    def __init__(self, unit: FunctionUnit) -> None:
        self.unit = unit
        self.compilation, self.scope, self.kind = unit.compilation, unit.scope, unit.kind
        self.expressions = Expressions(unit)

    def straight_line_statement(self, step: nodes.Straight) -> Code:
        """Writes a statement that neither jumps nor contains a block."""
        build = AstBuilder(step)
        match step:
            case nodes.Nowhere():  # GOTO RETURN
                return [build.call_statement("uninitialized")]
            case nodes.Assign():
                return self.assign(build, step.target, step.value)
            case nodes.Declare():
                return [line for each in step.declarations for line in self.declare(each)]
            case nodes.Increase():
                return self.increase(build, step)
            case nodes.Print():
                return print_statement(self.expressions, build, step)
            case nodes.Swap():
                return self.swap(build, step)
            case nodes.Read():
                return [
                    line
                    for target in step.targets
                    for line in self.store_python_value(build, target, build.call("read_data"), ANY)
                ]
            case nodes.Restore():
                target = self.expressions.value_with_basic_type(step.target) if step.target else None
                # a DEF sees its own labels of DATA, the main program those outside of DEFs
                return [build.call_statement("restore", target, self.scope.name)]
            case nodes.Input() | nodes.LineInput():
                return self.input(build, step)
            case nodes.Instruction():
                return self.instruction(build, step)
            case nodes.Label() | nodes.Data() | nodes.Option():
                return []
            case _:
                assert_never(step)

    # ---- stores

    def assign(self, build: AstBuilder, target: Target, value: Expression | None) -> Code:
        """Writes `target = value`. `S$=S$+t$` adds to the string in place as long as it is short."""
        if value is None:  # `A=` with nothing after it is an error when it runs
            return [build.call_statement("uninitialized")]
        match target, value:
            case nodes.Name(), nodes.Binary(operator="+", left=left, right=added) if nodes.same_code(
                left, target
            ):
                return self.append_in_place(build, target, added) or self.store(build, target, value)
            case _:
                return self.store(build, target, value)

    def store(self, build: AstBuilder, target: Target, value: Expression) -> Code:
        """Writes `target = value`, the value an expression of the listing."""
        variable = self.scope.stored_variable(target)
        if isinstance(target, nodes.Name) and variable and (variable.is_array or variable.kind == UNTYPED):
            if not variable.is_array:
                # a parameter takes any value
                name = self.unit.python_name(variable)
                return [build.assign(name, value_for_second_name(self.expressions, value))]
            self.unit.mark_used(variable)
            # the name refers to another array from now on; nothing is copied
            array = self.expressions.value_with_basic_type(value)
            if isinstance(value, nodes.Function):
                # an array of any type; `array_for` refuses strings for a name of numbers and the reverse
                array = build.call("array", array)
            else:
                array = build.call("array_for", variable.kind, array)
            return self.bind_array(build, variable, array)
        return self.store_value(
            build, target, self.expressions.converted_to_kind(value, self.target_kind(target, variable))
        )

    def bind_array(self, build: AstBuilder, variable: Variable, array: ast.expr) -> Code:
        """Writes code that makes an array's name refer to another array, which is the value of `array`."""
        name = self.unit.python_name(variable)
        # other code uses the list of elements directly: `items_under` tests that the array has this shape
        items = build.call("items_under", variable.kind, variable.dimensions, build.name(name))
        return [build.assign(name, array), build.assign(items_name(variable), items)]

    def target_kind(self, target: Target, variable: Variable | None) -> Kind:
        """Returns the kind (type and range) of the values of a target, which belongs to this `variable`."""
        if isinstance(target, nodes.VariableNamed) or variable is None:
            # system variables are Integers; a name that is computed may be of any type
            is_system = isinstance(target, nodes.Name) and target.name in VARIABLES
            return INTEGER if is_system else ANY
        if isinstance(target, nodes.Index) and not variable.is_array:
            # a character of a string, or an element of a parameter
            return STRING if variable.kind == "$" else ANY
        return self.compilation.facts.kind_of(variable)

    def store_value(self, build: AstBuilder, target: Target, value: ast.expr) -> Code:
        """Writes `target = value`, the value Python code of the target's kind."""
        match target:
            case nodes.Name(name=name) if name in VARIABLES and not self.scope.find(name):
                return [build.call_statement("write_system", name, value)]
            case nodes.Name():
                variable = self.scope.find(target.name)
                assert variable is not None
                if variable.is_array:  # it takes no single value
                    return [build.call_statement("mismatch_of", value)]
                return [build.assign(self.unit.python_name(variable), value)]
            case nodes.Index():
                return self.store_element(build, target, value)
            case nodes.VariableNamed():
                name_text = self.expressions.as_plain_str(target.name)
                return [build.call_statement("set_variable_named", name_text, value)]

    def store_element(self, build: AstBuilder, target: nodes.Index, value: ast.expr) -> Code:
        """Writes a store to an element of an array or a character of a string, or the error if it is none."""
        owner = target.target
        if variable := self.scope.whole_variable(owner):
            # else it may refer to arrays of different dimensions
            if variable.is_array and not variable.shape_varies:
                return [build.assign_item(*self.expressions.element_place(target), value)]
            if variable.is_array or variable.kind in ("$", UNTYPED):
                name = self.unit.python_name(variable)
                subscripts = self.expressions.subscripts(build, target)
                stored = build.call("store_element", value, subscripts, build.name(name))
                # a string, or a parameter that is one, is replaced by a new string
                return [build.expression(stored) if variable.is_array else build.assign(name, stored)]
        if isinstance(owner, nodes.Index) and self.kind(owner).type in (Type.STRING, Type.ANY):
            # `A$[i][j]=t$` changes a string in an array
            kept_value = self.unit.temporary()
            # the value is evaluated before the subscripts, as in an assignment of Python
            code: Code = [build.assign(kept_value, value)]
            place = self.with_parts_evaluated_once(target, code, may_change=self.may_store(target))
            assert isinstance(place, nodes.Index) and isinstance(place.target, nodes.Index)
            text = self.stored_element(place.target)
            subscripts = self.expressions.subscripts(build, place)
            stored = build.call("store_element", build.name(kept_value), subscripts, text)
            return [*code, *self.store_value(build, place.target, stored)]
        return [build.call_statement("type_mismatch")]

    def stored_element(self, node: nodes.Index) -> ast.expr:
        """Writes an element of a string array as it is, a SharedString also, for helpers that change it."""
        if self.scope.array_named(node.target):
            return AstBuilder(node).subscript(*self.expressions.element_place(node))
        return self.expressions.value(node)

    def store_python_value(
        self, build: AstBuilder, target: Target | None, value: ast.expr, given: Kind
    ) -> Code:
        """Writes `target = value`, the value Python code of the kind `given`.

        Without a target it is only evaluated.
        """
        if target is None:
            return [build.expression(value)]
        yield_to_host()
        variable = self.scope.stored_variable(target)
        if isinstance(target, nodes.Name) and variable and variable.is_array:
            return self.bind_array(build, variable, build.call("array", value))
        wanted = self.target_kind(target, variable)
        # a value that needs no conversion: also an int for a Real that may be kept as an int
        if (
            (given.type is wanted.type and given.mixed == wanted.mixed)
            or wanted.type is Type.ANY
            or (given.type is Type.INTEGER and (wanted.type is Type.WHOLE or wanted.mixed))
        ):
            return self.store_value(build, target, value)
        helper = {
            Type.STRING: "string_shared" if self.unit.shares_strings else "string",
            Type.INTEGER: "integer_stored",
            Type.WHOLE: "mismatch_of",  # a value of unknown type for such a variable is a string
            Type.REAL: "real",
        }[wanted.type]
        return self.store_value(build, target, build.call(helper, value))

    def store_tuple(
        self, build: AstBuilder, targets: tuple[Target | None, ...], value: ast.expr, kinds: list[Kind]
    ) -> Code:
        """Writes stores of a tuple's items, which have these kinds, to the targets; None drops an item.

        Without targets the value is only evaluated.
        """
        if not targets:
            return [build.expression(value)]
        names = [self.unit.temporary() for _ in targets]
        code: Code = [build.unpack(names, value)]
        for target, name, kind in zip(targets, names, kinds, strict=True):
            if target is not None:
                code += self.store_python_value(build, target, build.name(name), kind)
        return code

    # ---- parts that are evaluated once

    def may_store(self, *expressions: Expression | None) -> bool:
        """Whether the evaluation of one of these may change a variable."""
        definitions = self.compilation.program.definitions
        return any(each is not None and may_store(each, definitions) for each in expressions)

    def with_parts_evaluated_once(self, target: Target, code: Code, *, may_change: bool) -> Target:
        """Returns a target that can be written twice, to read it and to store to it; its calls run once.

        Statements that store their values in temporaries are appended to `code`; values of all subscripts, if
        the statement `may_change` variables.
        """
        match target:
            case nodes.Index():
                return with_repeatable_subscripts(
                    target,
                    may_change,
                    lambda each: self.move_to_temporary(each, INTEGER, self.expressions.as_int32(each), code),
                )
            case nodes.VariableNamed() if may_change or any(nodes.calls_in(target.name)):
                text = self.expressions.as_plain_str(target.name)
                name = self.move_to_temporary(target.name, STRING, text, code)
                return replace(target, name=name)
            case _:
                return target

    def move_to_temporary(self, node: Expression, kind: Kind, value: ast.expr, code: Code) -> Expression:
        """Appends a statement to `code` that stores a value in a temporary; returns a node that reads it."""
        name = self.unit.temporary()
        code.append(AstBuilder(node).assign(name, value))
        # a number in the listing's tree, so that no code takes it for something with an effect
        placeholder = self.unit.kind_rules.placeholder(node, kind)
        self.unit.placeholders[placeholder] = name
        return placeholder

    # ---- declarations

    def declare(self, declaration: nodes.Declaration) -> Code:
        """Writes VAR or DIM of one name."""
        yield_to_host()
        build = AstBuilder(declaration)
        variable = self.scope.variables[declaration.name]
        self.unit.mark_used(variable)
        default = build.constant(self.compilation.facts.kind_of(variable).default)
        if declaration.sizes is not None:
            owner = array_name(variable)
            sizes = build.tuple_([self.expressions.as_int32(size) for size in declaration.sizes])
            # the new array may use the room of the one that the name had
            old_array = [] if variable in self.unit.arrays_made_by_dim else [build.name(owner)]
            new_array = build.call("Array", variable.kind, sizes, default, *old_array)
            items = build.attribute(build.name(owner), "items")
            return [build.assign(owner, new_array), build.assign(items_name(variable), items)]
        if declaration.value is None:
            return [build.assign(scalar_name(variable), default)]
        return self.store(
            build, nodes.Name(declaration.line, declaration.column, declaration.name), declaration.value
        )

    # ---- INC, SWAP, INPUT

    def increase(self, build: AstBuilder, step: nodes.Increase) -> Code:
        """Writes INC or DEC. Subscripts are evaluated first, then the amount; the old value is read last."""
        code: Code = []
        may_change = self.may_store(step.target, step.amount)
        target = self.with_parts_evaluated_once(step.target, code, may_change=may_change)
        amount = step.amount or nodes.Number(step.line, step.column, 1)
        variable = self.scope.stored_variable(target)
        kind = self.target_kind(target, variable)
        if isinstance(target, nodes.Name) and variable and variable.is_array:
            return [*code, build.call_statement("type_mismatch")]
        if kind.type is Type.STRING:
            return [*code, *self.increase_string(build, replace(step, target=target))]
        if kind.type is Type.ANY or isinstance(target, nodes.VariableNamed):
            # the helper looks at the types at run time
            helper = "increase" if step.sign > 0 else "decrease"
            operands = map(self.expressions.value_with_basic_type, (amount, target))
            changed = build.call(helper, *operands)
            return [*code, *self.store_value(build, target, changed)]
        if self.may_store(amount):
            # evaluating the amount may change the target, whose old value is read after it
            amount_kind = self.kind(amount)
            if amount_kind.minus_zero and amount_kind.type is Type.WHOLE:
                # an int would lose -0
                amount = self.move_to_temporary(amount, REAL, self.expressions.as_float(amount), code)
            else:
                amount = self.move_to_temporary(amount, amount_kind, self.expressions.value(amount), code)
        return [*code, *self.increase_number(build, replace(step, target=target, amount=amount), kind)]

    def increase_number(self, build: AstBuilder, step: nodes.Increase, kind: Kind) -> Code:
        """Writes INC or DEC of a number of this kind, with `+=` if that does the same.

        Target and amount can be written twice, and evaluating the amount does not change the target.
        """
        target, amount = step.target, step.amount
        assert amount is not None
        variable, operator = self.scope.stored_variable(target), "+" if step.sign > 0 else "-"
        # an Integer may wrap and a mixed number become a float: they need more than `+=`
        is_number = kind.type in (Type.WHOLE, Type.REAL) and not kind.mixed
        if is_number and variable and self.kind(amount).is_number:
            self.unit.mark_used(variable)
            value = (
                self.expressions.number_keeping_minus_zero(amount)
                if kind.type is Type.REAL
                else self.expressions.as_whole_int(amount)
            )
            if isinstance(target, nodes.Index):
                place = self.expressions.element_place(target)
                return [build.augmented_assign_item(*place, operator, value)]
            return [build.augmented_assign(scalar_name(variable), operator, value)]
        return self.store(build, target, nodes.Binary(step.line, step.column, operator, target, amount))

    def increase_string(self, build: AstBuilder, step: nodes.Increase) -> Code:
        """Writes `INC S$,"x"`, which appends to the string in place; DEC of a string is an error."""
        if step.sign < 0 or step.amount is None:
            return [build.call_statement("type_mismatch")]
        if isinstance(step.target, nodes.Name):
            # evaluating the amount must not change the variable, which is read before it
            changes = self.may_store(step.amount)
            if not changes and (code := self.append_in_place(build, step.target, step.amount)):
                return code
            variable = self.scope.find(step.target.name)
            assert variable is not None
            owner: ast.expr = build.name(self.unit.python_name(variable))
        else:
            assert isinstance(step.target, nodes.Index)
            owner = self.stored_element(step.target)
        if self.kind(step.amount).is_number:
            return [build.call_statement("type_mismatch")]
        return self.store_value(
            build, step.target, build.call("append_text", self.expressions.as_plain_str(step.amount), owner)
        )

    def append_in_place(self, build: AstBuilder, target: nodes.Name, added: Expression) -> Code:
        """Writes `S$=S$+t$` as `S_s += t`, as long as the sum is short. Returns [] if this cannot be done."""
        variable = self.scope.find(target.name)
        length = length_or_bound(self.expressions, build, added)
        is_string_variable = variable is not None and variable.kind == "$" and not variable.is_array
        if variable is None or not is_string_variable or length is None:
            return []
        if self.unit.shares_strings:
            return []  # another name may refer to the same string
        if self.kind(added).type is not Type.STRING or not self.compilation.uses(Technique.SHORT_STRINGS):
            return []
        name = self.unit.python_name(variable)
        total = build.binary(build.call("len", build.name(name)), "+", length)
        long_sum = build.call("concatenate", build.name(name), self.expressions.value(added))
        is_short = build.compare(total, "<", LONG_STRING)
        append = build.augmented_assign(name, "+", self.expressions.value(added))
        return [build.if_(is_short, [append], [build.assign(name, long_sum)])]

    def swap(self, build: AstBuilder, step: nodes.Swap) -> Code:
        """Writes SWAP: both places are found, and both values read, before either is stored."""
        code: Code = []
        may_change = self.may_store(step.first, step.second)
        first = self.with_parts_evaluated_once(step.first, code, may_change=may_change)
        may_change = may_change or may_move(step.first, step.second)
        second = self.with_parts_evaluated_once(step.second, code, may_change=may_change)
        new_first, new_second = self.unit.temporary(), self.unit.temporary()
        first_kind, second_kind = (
            self.target_kind(each, self.scope.stored_variable(each)) for each in (first, second)
        )
        for_first = self.expressions.converted_to_kind(second, first_kind)
        for_second = self.expressions.converted_to_kind(first, second_kind)
        stores = self.store_value(build, first, build.name(new_first))
        stores += self.store_value(build, second, build.name(new_second))
        match stores:
            # two stores to names or elements: Python swaps without temporaries
            case [
                ast.Assign(targets=[first_place], value=ast.Name()),
                ast.Assign(targets=[second_place], value=ast.Name()),
            ]:
                return [*code, build.assign_together((first_place, second_place), (for_first, for_second))]
            case _:
                code += [build.assign(new_first, for_first), build.assign(new_second, for_second)]
                return [*code, *stores]

    def input(self, build: AstBuilder, step: nodes.Input | nodes.LineInput) -> Code:
        """Writes INPUT or LINPUT.

        `fields` has "$" for a target that takes a text, "#" for a number. For a field that was not typed,
        `ask_fields` gives None: its target is unchanged.
        """
        guide = build.constant("") if step.guide is None else self.expressions.as_plain_str(step.guide)
        answer = self.unit.temporary()
        if isinstance(step, nodes.LineInput):
            asked = build.call("ask_line", guide)
            return [
                build.assign(answer, asked),
                *self.store_python_value(build, step.target, build.name(answer), STRING),
            ]
        fields = ""
        for target in step.targets:
            if isinstance(target, nodes.Index) and isinstance(target.target, nodes.Index):
                # a character of a string in an array
                kind = self.kind(target.target)
            else:
                kind = self.target_kind(target, self.scope.stored_variable(target))
            fields += "$" if kind.type is Type.STRING else "#"
        asked = build.call("ask_fields", guide, step.question, fields)
        code: Code = [build.assign(answer, asked)]
        for position, target in enumerate(step.targets):
            field = build.subscript(build.name(answer), position)
            stored = self.store_python_value(build, target, field, ANY)
            code.append(build.if_(build.compare(field, "is not", None), stored))
        return code

    # ---- calls as statements

    def instruction(self, build: AstBuilder, step: nodes.Instruction) -> Code:
        """Writes a call of a word.

        The word is looked for among these, in this order: DEFs, commands of the prompt, words with code of
        their own, builtins; another word is looked up when the call runs. As on the machine, a wrong call is
        an error only when it runs: the code raises it.
        """
        if step.name in self.compilation.variants:
            return self.definition_call(build, step)
        if step.name in self.compilation.settings.commands:
            command_arguments = [
                None if each is None else calls.unshared_value(self.expressions, each)
                for each in step.arguments
            ]
            return [build.call_statement("command", step.name, *command_arguments)]
        match step:
            case nodes.Instruction(name="XON" | "XOFF"):
                return self.xon_or_xoff(build, step)
            case nodes.Instruction(name="PUSH" | "UNSHIFT"):
                return self.push(build, step)
            case nodes.Instruction(name="POP" | "SHIFT", outputs=(receiver,)):
                taken = nodes.Function(step.line, step.column, step.name, step.arguments)
                value = self.expressions.value(taken)
                return self.store_python_value(build, receiver, value, self.kind(taken))
        builtin = BUILTINS.get(step.name)
        if builtin is None and step.name in DIRECT_WORDS:
            return [build.call_statement("syntax_error")]
        if builtin is None or step.name == "CALL":
            return self.call_by_name(build, step)
        form = called_form(step)
        if form is None:
            return [build.call_statement("shape_error", step.name)]
        arguments = calls.converted_arguments(self.expressions, build, form, step.arguments)
        called = build.call(calls.form_name(self.expressions, builtin, form, step.arguments), *arguments)
        if step.outputs is None:
            code: Code = [build.expression(called)]
        elif form.outputs:
            kinds = [RESULT_KINDS[each] for each in form.outputs]
            code = self.store_tuple(build, step.outputs, called, kinds)
        else:
            code = self.store_python_value(build, step.outputs[0], called, RESULT_KINDS[form.result])
        if waits(step.name) and self.unit.has_work_variable:
            # a new frame with a new budget may have begun
            self.unit.mentions_work = True
            code.append(build.assign("work", build.call("remaining", build.name("work"))))
        return code

    def definition_call(self, build: AstBuilder, step: nodes.Instruction) -> Code:
        """Writes a call of a DEF, with or without OUT."""
        define = self.compilation.program.definitions[step.name].routine.define
        assert define is not None
        called = calls.definition_call(self.expressions, build, step)
        outputs = step.outputs or ()
        output_count = 1 if define.returns else len(define.outputs)
        if len(outputs) != output_count:
            return [build.call_statement("illegal_call")]
        if define.returns:
            variant = self.compilation.variants.variant_for_call(self.expressions.kind, step)
            result = self.compilation.facts.kind_of(variant.result) if variant else ANY
            return self.store_python_value(build, outputs[0], called, result)
        return self.store_tuple(build, outputs, called, [ANY] * len(outputs))

    def call_by_name(self, build: AstBuilder, step: nodes.Instruction) -> Code:
        """Writes CALL, a COMMON DEF of another slot, or an unknown word."""
        if word := callback_word(step):
            # CALL SPRITE or CALL BG: calls the function of each sprite or layer that has one
            stack_use = build.name(self.unit.stack_use_parameter)
            return [build.call_statement("call_back", word.name, stack_use)]
        outputs = step.outputs or ()
        called = calls.call_by_name(
            self.expressions, build, step.name, step.arguments, receiver_count=len(outputs)
        )
        return self.store_tuple(build, outputs, called, [ANY] * len(outputs))

    def xon_or_xoff(self, build: AstBuilder, step: nodes.Instruction) -> Code:
        """Writes XON or XOFF, which name a feature with a bare word or a literal."""
        (feature,) = step.arguments
        assert isinstance(feature, nodes.Name | nodes.String)  # the parser lets nothing else pass
        word = feature.name if isinstance(feature, nodes.Name) else feature.value
        return [build.call_statement("switch", ascii_upper(word), step.name == "XON")]

    def push(self, build: AstBuilder, step: nodes.Instruction) -> Code:
        """Writes PUSH or UNSHIFT: adds an element at the end or beginning of an array or a string.

        For anything else the code raises TypeMismatch at argument 1.
        """
        if len(step.arguments) != 2 or step.outputs is not None:
            return [build.call_statement("shape_error", step.name)]
        owner, value = step.arguments
        helper = step.name.lower()
        if isinstance(owner, nodes.Index) and value is not None:
            # a string in an array
            if place := calls.string_place_in_array(self.expressions, build, owner):
                where, arguments = place
                added = self.expressions.value_with_basic_type(value)
                return [build.call_statement(f"change_{where}", *arguments, build.name(helper), added)]
            return [build.call_statement("type_mismatch", 1)]
        variable = self.scope.whole_variable(owner)
        if variable is None or value is None or not calls.takes_elements(variable):
            return [build.call_statement("type_mismatch", 1)]
        self.unit.mark_used(variable)
        if not variable.is_array:
            # a string is replaced by a longer one
            name = scalar_name(variable)
            added = value_for_second_name(self.expressions, value)
            return [build.assign(name, build.call(helper, added, build.name(name)))]
        if variable.shape_varies:
            # it may have several dimensions at run time, which is an error
            array = build.name(array_name(variable))
            return [build.call_statement(helper, value_for_second_name(self.expressions, value), array)]
        items = build.name(items_name(variable))
        element = self.expressions.converted_to_kind(value, self.compilation.facts.kind_of(variable))
        if step.name == "PUSH":
            return [build.call_statement(build.attribute(items, "append"), element)]
        return [build.call_statement("unshift_item", items, element)]
