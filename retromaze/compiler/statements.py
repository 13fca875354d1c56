"""Writes statements that do not jump."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import assert_never

from retromaze.analysis.declared import waits
from retromaze.analysis.kinds import ANY, REAL, STRING, Kind, Type
from retromaze.builtins.form import Builtin, Form
from retromaze.builtins.registry import BUILTINS
from retromaze.compiler import calls, joining, naming
from retromaze.compiler.aliasing import handed_on
from retromaze.compiler.printing import print_statement
from retromaze.compiler.stores import Code, Stores
from retromaze.compiler.syntax import At
from retromaze.compiler.techniques import Technique
from retromaze.language import nodes
from retromaze.language.nodes import Expression, Target
from retromaze.language.program import Variable
from retromaze.language.text import capitals, yield_to_host
from retromaze.values.memory import LONG

# Commands of the prompt: in a program they are names like any other, and no instructions.
DIRECT_WORDS = {"RUN", "CONT", "NEW", "LIST", "CLEAR"}


class Statements(Stores):
    """Writes the straight-line statements of one Python function."""

    def straight(self, step: nodes.Straight) -> Code:
        """A statement that neither jumps nor holds a block."""
        at = At(step.line, step.column)
        match step:
            case nodes.Assign():
                return self.assign(at, step)
            case nodes.Declare():
                return [line for each in step.declarations for line in self.declare(each)]
            case nodes.Increase():
                return self.increase(at, step)
            case nodes.Print():
                return print_statement(self.e, at, step)
            case nodes.Swap():
                return self.swap(at, step)
            case nodes.Read():
                return self.read(at, step)
            case nodes.Restore():
                target = at.constant(None) if step.target is None else self.e.dynamic(step.target)
                return [at.expression(at.call("restore", target, at.constant(self.unit.scope.name)))]
            case nodes.Input() | nodes.LineInput():
                return self.input(at, step)
            case nodes.Instruction():
                return self.instruction(at, step)
            case nodes.Nowhere():
                return [at.expression(at.call("uninitialized"))]
            case nodes.Label() | nodes.Data() | nodes.Option():
                return []
            case _:
                assert_never(step)

    def assign(self, at: At, step: nodes.Assign) -> Code:
        if step.value is None:
            return [at.expression(at.call("uninitialized"))]
        added = added_to(step)
        if added is not None and isinstance(step.target, nodes.Name):
            return self.joined(at, step.target, added) or self.store(at, step.target, step.value)
        return self.store(at, step.target, step.value)

    # ---- declarations

    def declare(self, each: nodes.Declaration) -> Code:
        yield_to_host()
        at = At(each.line, each.column)
        variable = self.unit.scope.variables[each.name]
        self.unit.use(variable)
        if each.sizes is not None:
            return self.make_array(at, variable, each.sizes)
        name = nodes.Name(each.line, each.column, each.name)
        if each.value is None:
            return [at.assign(naming.scalar(variable), at.constant(self.default(variable)))]
        return self.store(at, name, each.value)

    def make_array(self, at: At, variable: Variable, sizes: tuple[Expression, ...]) -> Code:
        owner = naming.array_object(variable)
        made = at.call(
            "Array",
            at.constant(variable.kind),
            at.row([self.e.integer(each) for each in sizes]),
            at.constant(self.default(variable)),
            *([] if variable in self.unit.made_first else [at.name(owner)]),
        )
        return [
            at.assign(owner, made),
            at.assign(naming.items(variable), at.attribute(at.name(owner), "items")),
        ]

    # ---- INC, SWAP, READ, INPUT

    def increase(self, at: At, step: nodes.Increase) -> Code:
        """The place is found first, then the amount; what the place holds is looked at last."""
        code: Code = []
        moving = self.may_store(step.target, step.amount)
        step = replace(step, target=self.pinned(step.target, code, moving=moving))
        changed = self.increase_pinned(at, step, code)
        return [*code, *changed]

    def kept_amount(self, amount: Expression, code: Code) -> Expression:
        """What reads the amount; an own temporary where working it out may change the target."""
        kind = self.e.kind(amount)
        if not self.may_store(amount):
            return amount
        if kind.minus_zero and kind.type is Type.WHOLE:
            return self.set_aside(amount, REAL, self.e.real(amount), code)
        return self.set_aside(amount, kind, self.e.value(amount), code)

    def increase_pinned(self, at: At, step: nodes.Increase, code: Code) -> Code:
        amount = step.amount or nodes.Number(step.line, step.column, 1)
        variable = self.unit.scope.stored(step.target)
        kind = self.target_kind(step.target, variable)
        if isinstance(step.target, nodes.Name) and variable and variable.is_array:
            return [at.expression(at.call("type_mismatch"))]
        if kind.type is Type.STRING:
            return self.append(at, step)
        if kind.type is Type.ANY or isinstance(step.target, nodes.VariableNamed):
            helper = "increase" if step.sign > 0 else "decrease"
            changed = at.call(helper, self.e.dynamic(amount), self.e.dynamic(step.target))
            return self.put(at, step.target, changed)
        operator = "+" if step.sign > 0 else "-"
        amount = self.kept_amount(amount, code)
        if (
            kind.type in (Type.WHOLE, Type.REAL)
            and not kind.mixed
            and variable
            and self.e.kind(amount).is_number
        ):
            return self.update(at, step.target, variable, operator, amount, kind)
        total = nodes.Binary(step.line, step.column, operator, step.target, amount)
        return self.store(at, step.target, total)

    def update(
        self, at: At, target: Target, variable: Variable, operator: str, amount: Expression, kind: Kind
    ) -> Code:
        """`A += n` without looking A up twice."""
        self.unit.use(variable)
        at_amount = At(amount.line, amount.column)
        if kind.type is Type.REAL:
            value = self.e.signed(amount)
        else:
            value = self.e.whole(at_amount, amount, self.e.kind(amount))
        if isinstance(target, nodes.Index):
            return [at.update_item(*self.e.element_place(target), operator, value)]
        return [at.update(naming.scalar(variable), operator, value)]

    def joined(self, at: At, target: nodes.Name, added: Expression) -> Code:
        """`S$=S$+t$` as `S_s += t` while it stays short; nothing where that cannot be seen."""
        variable = self.unit.scope.find(target.name)
        length = joining.length_of(self.e, at, added)
        plain = variable is not None and variable.kind == "$" and not variable.is_array
        if variable is None or not plain or length is None or self.unit.shares_strings:
            return []
        if self.e.kind(added).type is not Type.STRING or not self.unit.compilation.uses(
            Technique.SHORT_STRINGS
        ):
            return []
        self.unit.use(variable)
        name = naming.scalar(variable)
        total = at.binary(at.call("len", at.name(name)), "+", length)
        whole = at.call("concatenate", at.name(name), self.e.value(added))
        return [
            at.when(
                at.compare(total, "<", at.constant(LONG)),
                [at.update(name, "+", self.e.value(added))],
                [at.assign(name, whole)],
            )
        ]

    def append(self, at: At, step: nodes.Increase) -> Code:
        """INC S$,"x" changes the string in place."""
        if step.sign < 0 or step.amount is None:
            return [at.expression(at.call("type_mismatch"))]
        if isinstance(step.target, nodes.Name):
            if not self.may_store(step.amount) and (code := self.joined(at, step.target, step.amount)):
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

    def swap(self, at: At, step: nodes.Swap) -> Code:
        """Both values are read before either is stored."""
        code: Code = []
        moving = self.may_store(step.first, step.second)
        first_target = self.pinned(step.first, code, moving=moving)
        step = replace(step, first=first_target, second=self.pinned(step.second, code, moving=moving))
        first, second = self.unit.temporary(), self.unit.temporary()
        kinds = [self.target_kind(each, self.unit.scope.stored(each)) for each in (step.first, step.second)]
        values = [self.e.as_kind(step.second, kinds[0]), self.e.as_kind(step.first, kinds[1])]
        puts = self.put(at, step.first, at.name(first)) + self.put(at, step.second, at.name(second))
        match puts:
            case [ast.Assign(targets=[one], value=ast.Name()), ast.Assign(targets=[other], value=ast.Name())]:
                return [*code, at.assign_both((one, other), values)]
            case _:
                return [*code, at.assign(first, values[0]), at.assign(second, values[1]), *puts]

    def read(self, at: At, step: nodes.Read) -> Code:
        code: Code = []
        for target in step.targets:
            code += self.receive(at, target, at.call("read_data"), ANY)
        return code

    def input(self, at: At, step: nodes.Input | nodes.LineInput) -> Code:
        guide = at.constant("") if step.guide is None else self.e.text(step.guide)
        keep = self.unit.temporary()
        if isinstance(step, nodes.LineInput):
            asked = at.call("ask_line", guide)
            return [at.assign(keep, asked), *self.receive(at, step.target, at.name(keep), STRING)]
        kinds = "".join(self.field_kind(each) for each in step.targets)
        asked = at.call("ask_fields", guide, at.constant(step.question), at.constant(kinds))
        code: Code = [at.assign(keep, asked)]
        for position, target in enumerate(step.targets):
            field = at.subscript(at.name(keep), at.constant(position))
            stored = self.receive(at, target, field, ANY)
            code.append(at.when(at.compare(field, "is not", at.constant(None)), stored))
        return code

    def field_kind(self, target: Target) -> str:
        """ "$" where INPUT wants text, "#" where it wants a number."""
        if isinstance(target, nodes.Index) and isinstance(target.target, nodes.Index):
            return "$" if self.e.kind(target.target).type is Type.STRING else "#"
        return "$" if self.target_kind(target, self.unit.scope.stored(target)).type is Type.STRING else "#"

    # ---- calls as statements

    def instruction(self, at: At, step: nodes.Instruction) -> Code:
        if step.name in self.unit.compilation.variants:
            return self.definition_call(at, step)
        if step.name in self.unit.compilation.settings.commands:
            return [at.expression(at.call("command", at.constant(step.name), *self.given(at, step)))]
        match step:
            case nodes.Instruction(name="XON" | "XOFF"):
                return self.switch(at, step)
            case nodes.Instruction(name="PUSH" | "UNSHIFT"):
                return self.push(at, step)
            case nodes.Instruction(name="POP" | "SHIFT", outputs=(receiver,)):
                taken = nodes.Function(step.line, step.column, step.name, step.arguments)
                return self.receive_one(at, receiver, self.e.value(taken), self.e.kind(taken))
        entry = BUILTINS.get(step.name)
        if entry is None or step.name == "CALL":
            return self.refused(at, step) or self.call_by_name(at, step)
        receivers = None if step.outputs is None else len(step.outputs)
        form = entry.find(len(step.arguments), value=False, receivers=receivers)
        if form is None:
            return [at.expression(at.call("shape_error", at.constant(step.name)))]
        return self.builtin_call(at, step, entry, form)

    def given(self, at: At, step: nodes.Instruction) -> list[ast.expr]:
        """The arguments as they come, None where one is left out."""
        return [
            at.constant(None) if each is None else calls.unshared_value(self.e, each)
            for each in step.arguments
        ]

    def refused(self, at: At, step: nodes.Instruction) -> Code:
        """Words of DIRECT mode used as instructions."""
        return [at.expression(at.call("syntax_error"))] if step.name in DIRECT_WORDS else []

    def builtin_call(self, at: At, step: nodes.Instruction, entry: Builtin, form: Form) -> Code:
        arguments = calls.converted_arguments(self.e, at, form, step.arguments)
        called = at.call(calls.form_name(self.e, entry, form, step.arguments), *arguments)
        if step.outputs is None:
            code: Code = [at.expression(called)]
        elif form.outputs:
            code = self.receive_row(at, step.outputs, called, calls.result_kinds(form))
        else:
            code = self.receive_one(at, step.outputs[0], called, calls.result_kinds(form)[0])
        if waits(step.name) and self.unit.counts_work:
            self.unit.uses_work = True
            code.append(at.assign("work", at.call("remaining", at.name("work"))))
        return code

    def definition_call(self, at: At, step: nodes.Instruction) -> Code:
        scope = self.unit.compilation.program.definitions[step.name]
        define = scope.routine.define
        assert define is not None
        called = calls.defined_call(self.e, at, step)
        if define.returns:
            if step.outputs is None or len(step.outputs) != 1:
                return [at.expression(at.call("illegal_call"))]
            variant = self.unit.compilation.variants.find(self.e.kind, step)
            result = self.unit.compilation.facts.of(variant.result) if variant else ANY
            return self.receive_one(at, step.outputs[0], called, result)
        if len(step.outputs or ()) != len(define.outputs):
            return [at.expression(at.call("illegal_call"))]
        if not step.outputs:
            return [at.expression(called)]
        return self.receive_row(at, step.outputs, called, [ANY] * len(step.outputs))

    def call_by_name(self, at: At, step: nodes.Instruction) -> Code:
        match step:
            case nodes.Instruction(name="CALL", arguments=[nodes.Name(name="SPRITE" | "BG" as word)]):
                pending = at.name(self.unit.pending)
                return [at.expression(at.call("call_back", at.constant(word), pending))]
        outputs = step.outputs or ()
        called = calls.by_name(self.e, at, step.name, step.arguments, receivers=len(outputs))
        if not outputs:
            return [at.expression(called)]
        return self.receive_row(at, outputs, called, [ANY] * len(outputs))

    def switch(self, at: At, step: nodes.Instruction) -> Code:
        """XON and XOFF name a feature with a bare word or a literal."""
        match step.arguments:
            case [nodes.Name(name=word)] | [nodes.String(value=word)] if step.outputs is None:
                on = at.constant(step.name == "XON")
                return [at.expression(at.call("switch", at.constant(capitals(word)), on))]
            case _:
                return [at.expression(at.call("syntax_error"))]

    def push(self, at: At, step: nodes.Instruction) -> Code:
        """PUSH and UNSHIFT onto an array or a string."""
        if len(step.arguments) != 2 or step.outputs is not None:
            return [at.expression(at.call("shape_error", at.constant(step.name)))]
        owner, value = step.arguments
        if isinstance(owner, nodes.Index) and value is not None:
            return self.push_text(at, step, owner, value)
        variable = self.unit.scope.find(owner.name) if isinstance(owner, nodes.Name) else None
        if variable is None or value is None or not calls.takes_elements(variable):
            return [at.expression(at.call("type_mismatch", at.constant(1)))]
        self.unit.use(variable)
        helper = step.name.lower()
        if variable.is_array and variable.varies:
            array = at.name(naming.array_object(variable))
            return [at.expression(at.call(helper, handed_on(self.e, value), array))]
        if variable.is_array:
            return self.push_element(at, step, variable, value)
        name = naming.scalar(variable)
        return [at.assign(name, at.call(helper, handed_on(self.e, value), at.name(name)))]

    def push_text(self, at: At, step: nodes.Instruction, owner: nodes.Index, value: Expression) -> Code:
        """PUSH A$[i],t$: characters for a string inside an array."""
        place = calls.text_place(self.e, at, owner)
        if place is None:
            return [at.expression(at.call("type_mismatch", at.constant(1)))]
        change = at.call(f"change_{place[0]}", *place[1], at.name(step.name.lower()), self.e.dynamic(value))
        return [at.expression(change)]

    def push_element(self, at: At, step: nodes.Instruction, variable: Variable, value: Expression) -> Code:
        kind = self.unit.compilation.facts.of(variable)
        items = at.name(naming.items(variable))
        element = self.e.as_kind(value, kind)
        if step.name == "PUSH":
            return [at.expression(at.call(at.attribute(items, "append"), element))]
        return [at.expression(at.call("unshift_item", items, element))]


def added_to(step: nodes.Assign) -> Expression | None:
    """What `X=X+value` adds to its target."""
    match step.value:
        case nodes.Binary(operator="+", left=left, right=right) if nodes.same(left, step.target):
            return right
        case _:
            return None
