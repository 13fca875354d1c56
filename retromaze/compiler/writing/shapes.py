"""The shapes an expression can be asked for: what this room needs of the writer of expressions."""

from __future__ import annotations

import ast
from typing import Protocol

from retromaze.compiler.facts.kinds import Kind
from retromaze.compiler.unit import Unit
from retromaze.compiler.writing.syntax import At
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Variable


class Shapes(Protocol):
    """Writes the expressions of one Python function; `expressions.Expressions` says what each shape is."""

    unit: Unit

    def kind(self, node: Expression) -> Kind: ...

    def value(self, node: Expression) -> ast.expr: ...

    def real(self, node: Expression) -> ast.expr: ...

    def number(self, node: Expression) -> ast.expr: ...

    def integer(self, node: Expression) -> ast.expr: ...

    def text(self, node: Expression) -> ast.expr: ...

    def dynamic(self, node: Expression) -> ast.expr: ...

    def as_kind(self, value: Expression, wanted: Kind) -> ast.expr: ...

    def array_named(self, name: str) -> Variable | None: ...

    def element_place(self, node: nodes.Index) -> tuple[ast.expr, ast.expr]: ...

    def subscripts(self, at: At, node: nodes.Index) -> ast.expr: ...

    def called(self, node: nodes.Function) -> ast.expr: ...
