"""What all writers of code use: a builder of syntax nodes, and the facts about a program and a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from sys import intern

from retromaze.analysis import kinds
from retromaze.analysis.guards import GuardSet, GuardTable
from retromaze.analysis.kinds import Kind
from retromaze.analysis.side_effects import ExternalAccess
from retromaze.analysis.type_rules import Facts, SettledRules, Variant, Variants
from retromaze.builtins.form import Form
from retromaze.compiler import naming
from retromaze.compiler.call_costs import STACK_CELLS, CallGraph, WorkCosts
from retromaze.compiler.settings import Settings, Technique
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.structure import Step
from retromaze.python.fragments import ARITHMETIC, COMPARING, LOAD, STORE

Code = list[ast.stmt]
Operand = ast.expr | int | float | str | None

UNARY: dict[str, ast.unaryop] = {"-": ast.USub(), "~": ast.Invert(), "not": ast.Not()}


class AstBuilder:
    """Builds nodes of Python's `ast`, all with one place in the listing, for tracebacks and debuggers.

    Each method returns the Python construct that it is named after. A number, text or None among its operands
    stands for its constant.
    """

    __slots__ = ("place",)

    def __init__(self, place: Step | nodes.Node | None = None) -> None:
        """`place` is what the code is made of; None for the beginning of the listing."""
        line, offset = (1, 0) if place is None else (place.line, place.column - 1)
        self.place = {"lineno": line, "end_lineno": line, "col_offset": offset, "end_col_offset": offset}

    # ---- expressions

    def name(self, identifier: str) -> ast.expr:
        return ast.Name(identifier, LOAD, **self.place)

    def constant(self, value: object) -> ast.expr:
        return ast.Constant(value, **self.place)  # type: ignore[arg-type]

    def attribute(self, owner: ast.expr, name: str) -> ast.expr:
        return ast.Attribute(owner, name, LOAD, **self.place)

    def operand(self, value: Operand) -> ast.expr:
        return value if isinstance(value, ast.expr) else self.constant(value)

    def call(self, function: str | ast.expr, *arguments: Operand) -> ast.expr:
        called = self.name(function) if isinstance(function, str) else function
        return ast.Call(called, list(map(self.operand, arguments)), [], **self.place)

    def binary(self, left: ast.expr, operator: str, right: Operand) -> ast.expr:
        return ast.BinOp(left, ARITHMETIC[operator], self.operand(right), **self.place)

    def unary(self, operator: str, operand: ast.expr) -> ast.expr:
        return ast.UnaryOp(UNARY[operator], operand, **self.place)

    def compare(self, left: Operand, *rest: Operand) -> ast.expr:
        """Builds a comparison: `a <= b < c` for `compare(a, "<=", b, "<", c)`."""
        operators = [COMPARING[str(each)] for each in rest[::2]]
        return ast.Compare(self.operand(left), operators, list(map(self.operand, rest[1::2])), **self.place)

    def bool_op(self, operator: str, *operands: ast.expr) -> ast.expr:
        joiner: ast.boolop = ast.And() if operator == "and" else ast.Or()
        return ast.BoolOp(joiner, list(operands), **self.place)

    def conditional(self, condition: ast.expr, yes: Operand, no: Operand) -> ast.expr:
        return ast.IfExp(condition, self.operand(yes), self.operand(no), **self.place)

    def subscript(self, owner: ast.expr, index: Operand) -> ast.expr:
        return ast.Subscript(owner, self.operand(index), LOAD, **self.place)

    def slice(self, owner: ast.expr, first: ast.expr | None, end: ast.expr | None) -> ast.expr:
        """Builds `owner[first:end]`."""
        return ast.Subscript(owner, ast.Slice(first, end, None, **self.place), LOAD, **self.place)

    def walrus(self, identifier: str, value: ast.expr) -> ast.expr:
        return ast.NamedExpr(ast.Name(identifier, STORE, **self.place), value, **self.place)

    def tuple_(self, items: Sequence[ast.expr]) -> ast.expr:
        return ast.Tuple(list(items), LOAD, **self.place)

    def empty_dict(self) -> ast.expr:
        return ast.Dict([], [], **self.place)

    def fstring(self, pieces: Sequence[ast.expr]) -> ast.expr:
        """Builds an f-string: string constants as they are, other values in braces."""
        values: list[ast.expr] = [
            each
            if isinstance(each, ast.Constant) and isinstance(each.value, str)
            else ast.FormattedValue(each, -1, None, **self.place)
            for each in pieces
        ]
        return ast.JoinedStr(values, **self.place)

    # ---- statements

    def expression(self, value: ast.expr) -> ast.stmt:
        return ast.Expr(value, **self.place)

    def call_statement(self, function: str | ast.expr, *arguments: Operand) -> ast.stmt:
        return self.expression(self.call(function, *arguments))

    def assign(self, identifier: str, value: Operand) -> ast.stmt:
        target = ast.Name(identifier, STORE, **self.place)
        return ast.Assign([target], self.operand(value), None, **self.place)

    def assign_item(self, owner: ast.expr, index: ast.expr, value: ast.expr) -> ast.stmt:
        return ast.Assign([ast.Subscript(owner, index, STORE, **self.place)], value, None, **self.place)

    def unpack(self, identifiers: Sequence[str], value: ast.expr) -> ast.stmt:
        """Builds `one, other = value` for a value that is a tuple at run time."""
        targets: list[ast.expr] = [ast.Name(each, STORE, **self.place) for each in identifiers]
        return ast.Assign([ast.Tuple(targets, STORE, **self.place)], value, None, **self.place)

    def assign_together(self, targets: Sequence[ast.expr], values: Sequence[ast.expr]) -> ast.stmt:
        """Builds `one, other = value, another`, which evaluates both values before it stores the first."""
        target = ast.Tuple(list(targets), STORE, **self.place)
        return ast.Assign([target], self.tuple_(values), None, **self.place)

    def augmented_assign(self, identifier: str, operator: str, value: Operand) -> ast.stmt:
        """Builds `identifier operator= value`, such as `n += 1`."""
        target = ast.Name(identifier, STORE, **self.place)
        return ast.AugAssign(target, ARITHMETIC[operator], self.operand(value), **self.place)

    def augmented_assign_item(
        self, owner: ast.expr, index: ast.expr, operator: str, value: ast.expr
    ) -> ast.stmt:
        """Builds `owner[index] operator= value`."""
        target = ast.Subscript(owner, index, STORE, **self.place)
        return ast.AugAssign(target, ARITHMETIC[operator], value, **self.place)

    def if_(self, condition: ast.expr, body: Code, otherwise: Code | None = None) -> ast.stmt:
        return ast.If(condition, body or [self.pass_()], otherwise or [], **self.place)

    def while_(self, condition: Operand, body: Code) -> ast.stmt:
        return ast.While(self.operand(condition), body or [self.pass_()], [], **self.place)

    def for_(self, identifier: str, values: ast.expr, body: Code, after: Code) -> ast.stmt:
        """Builds `for identifier in values: body`, with `after` in its `else`: it runs unless a break did."""
        target = ast.Name(identifier, STORE, **self.place)
        return ast.For(target, values, body or [self.pass_()], after, None, **self.place)

    def try_(self, body: Code, failed: Code) -> ast.stmt:
        """Builds `try: body`, `except failures: failed; raise` for all errors that a listing can raise."""
        reraise = ast.Raise(None, None, **self.place)
        handler = ast.ExceptHandler(self.name("failures"), None, [*failed, reraise], **self.place)
        return ast.Try(body, [handler], [], [], **self.place)

    def pass_(self) -> ast.stmt:
        return ast.Pass(**self.place)

    def break_(self) -> ast.stmt:
        return ast.Break(**self.place)

    def continue_(self) -> ast.stmt:
        return ast.Continue(**self.place)

    def return_(self, value: ast.expr | None = None) -> ast.stmt:
        return ast.Return(value, **self.place)

    def nonlocal_(self, identifiers: Sequence[str]) -> ast.stmt:
        return ast.Nonlocal(list(identifiers), **self.place)

    def function(self, identifier: str, parameters: Sequence[str], body: Code) -> ast.FunctionDef:
        """Builds `def identifier(parameters): body`; an empty body becomes `pass`."""
        arguments = ast.arguments(
            posonlyargs=[],
            args=[ast.arg(each, None, None, **self.place) for each in parameters],
            vararg=None,
            kwonlyargs=[],
            kw_defaults=[],
            kwarg=None,
            defaults=[],
        )
        return ast.FunctionDef(identifier, arguments, body or [self.pass_()], [], None, None, **self.place)


@dataclass(eq=False)
class Compilation:
    """All that is known of one program while it is compiled.

    `variants` are the versions of each DEF, one for each combination of its arguments' types. `facts` has the
    kind (type and range) of each variable; `guard_table` what conditions say of variables at each statement.
    `graph` has the calls between DEFs and the stack cells in use; `external_access` what other slots and
    computed names may reach; `work_costs` the cost of statements in units of a frame's budget.

    `shared_variables` are those that more than one function needs. `shares_strings`: two names may refer to
    one string. `forms` has the builtins used, by their names in the generated code, `label_tables` for each
    dispatch the positions of its labels, for computed jumps.
    """

    program: Program
    settings: Settings
    variants: Variants
    facts: Facts
    guard_table: GuardTable
    graph: CallGraph
    external_access: ExternalAccess
    shares_strings: bool
    shared_variables: set[Variable] = field(default_factory=set)
    forms: dict[str, Form] = field(default_factory=dict)
    label_tables: dict[str, dict[str, int]] = field(default_factory=dict)

    @cached_property
    def work_costs(self) -> WorkCosts:
        return WorkCosts(self.graph, self.guard_table)

    def uses(self, technique: Technique) -> bool:
        """Whether the settings include an optimization."""
        return technique in self.settings.techniques

    def takes_stack_use(self, variant: Variant) -> bool:
        """Whether a DEF's function has a parameter for the stack use, to test whether the stack is full."""
        if not self.uses(Technique.QUIET):
            return True
        is_use_known = self.known_stack_use(variant.scope) is not None
        return not (is_use_known or variant.name in self.graph.never_overflows)

    def known_stack_use(self, scope: Scope) -> int | None:
        """Returns the stack use of pending calls while a scope runs, None if it is not always the same."""
        if scope.is_main:
            # GOSUBs of another slot may be pending if the stack is shared
            return None if self.graph.shares_stack else 0
        # any number of cells may be in use during a DEF without known bounds
        low, high = self.graph.stack_bounds.get(scope.name, (0, STACK_CELLS))
        return low if self.uses(Technique.QUIET) and low == high else None

    def form_name(self, name: str, form: Form, number: int) -> str:
        """Returns the name in generated code of a builtin's form (call shape), and adds it to `forms`."""
        generated_name = intern(name.lower().replace("$", "_text") + f"_{number}_")
        self.forms[generated_name] = form
        return generated_name


class FunctionUnit:
    """One Python function that is being written: its scope, its temporaries and the variables it mentions.

    `variant` is the version of a DEF that it is written for. `kind_rules` give the kind (type and range) of
    an expression. `used` are the variables that the code mentions, in order of first mention.
    `has_work_variable` says that the function has the variable `work`: from the start if other functions
    count down the same budget, else as soon as it is needed. `mentions_work` says that the code mentions
    `work`. `arrays_made_by_dim` are the arrays that do not exist before their DIM runs. `placeholders` maps
    nodes that stand for temporaries to the names of these.
    """

    def __init__(
        self,
        compilation: Compilation,
        scope: Scope,
        variant: Variant | None = None,
        *,
        has_work_variable: bool = False,
    ) -> None:
        self.compilation = compilation
        self.scope = scope
        self.variant = variant
        self.kind_rules = SettledRules(scope, compilation.facts, compilation.variants)
        self.shares_strings = compilation.shares_strings
        self.used: dict[Variable, None] = {}
        self.has_work_variable = has_work_variable
        self.mentions_work = False
        self._temporaries = count(1)
        self.placeholders: dict[Expression, str] = {}
        self.arrays_made_by_dim: set[Variable] = set()
        self.stack_use_parameter = "depth" if scope.is_main else "cells"
        """The Python parameter with the stack use: of GOSUBs, or cells of DEFs, or both."""

    def kind(self, node: Expression) -> Kind:
        """Returns the kind of an expression."""
        return self.kind_rules.kind(node)

    def integer_kind(self, node: Expression) -> Kind:
        """Returns the kind of an expression cut to 32 bits."""
        return kinds.as_integer(self.kind(node))

    @contextmanager
    def with_guards(self, guards: GuardSet) -> Iterator[None]:
        """Within this context, `kind` takes into account these facts about variables."""
        before = self.kind_rules
        self.kind_rules = before.with_guards(guards)
        try:
            yield
        finally:
            self.kind_rules = before

    def with_facts_at(self, head: nodes.Head) -> AbstractContextManager[None]:
        """Within this context, `kind` takes into account the facts that hold at the head of a step."""
        return self.with_guards(self.compilation.guard_table.guards_at(self.scope, head))

    def after_condition(self, condition: Expression, guards: GuardSet, *, holds: bool) -> GuardSet:
        """Returns the facts after a condition, true or false as `holds` says; `guards` those before."""
        return self.compilation.guard_table.after_condition(self.scope, condition, guards, holds=holds)

    def mark_used(self, variable: Variable) -> None:
        """Records that the function mentions a variable."""
        self.used[variable] = None

    def python_name(self, variable: Variable) -> str:
        """Returns the name of a variable, or of an array as a whole, and records that the function has it."""
        self.mark_used(variable)
        return naming.array_name(variable) if variable.is_array else naming.scalar_name(variable)

    def temporary(self) -> str:
        """Returns a new name for a temporary."""
        return f"t{next(self._temporaries)}"
