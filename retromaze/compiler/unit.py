"""The state while code is written: of the whole compilation, and of one Python function."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from sys import intern

from retromaze.analysis import kinds
from retromaze.analysis.guards import Knowledge, Known
from retromaze.analysis.kinds import INTEGER, Kind
from retromaze.analysis.sharing import Openness
from retromaze.analysis.type_rules import Facts, SettledRules, Variant, Variants
from retromaze.builtins.form import Form
from retromaze.compiler.resources import STACK_CELLS, CallGraph, Work
from retromaze.compiler.settings import Settings, Technique
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Program, Scope, Variable


@dataclass(eq=False)
class Compilation:
    """One program on its way to Python.

    `shared` are the module-level variables: those that more than one function needs. `forms` has the builtins
    used, by their names in the generated code; `tables` the positions of labels for computed jumps, one
    table for each dispatch.
    """

    program: Program
    settings: Settings
    variants: Variants
    facts: Facts
    knowledge: Knowledge
    graph: CallGraph
    openness: Openness
    shares_strings: bool
    work: Work = field(init=False)
    shared: set[Variable] = field(default_factory=set)
    forms: dict[str, Form] = field(default_factory=dict)
    tables: dict[str, dict[str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.work = Work(self.graph, self.knowledge)

    def uses(self, technique: Technique) -> bool:
        """Whether the settings include an optimization."""
        return technique in self.settings.techniques

    def takes_cells(self, variant: Variant) -> bool:
        """Whether a DEF has a parameter for the number of stack cells taken."""
        quiet = variant.name in self.graph.quiet or self.known_cells(variant.scope) is not None
        return not (self.uses(Technique.QUIET) and quiet)

    def known_cells(self, scope: Scope) -> int | None:
        """Returns the stack cells taken while a scope runs, if always the same number, else None."""
        if scope.is_main:
            return None if self.graph.crossing else 0
        low, high = self.graph.depths.get(scope.name, (0, STACK_CELLS))
        return low if self.uses(Technique.QUIET) and low == high else None

    def form_name(self, name: str, form: Form, at: int) -> str:
        """Returns the generated name of a builtin's form, and notes that it is used."""
        spelled = intern(name.lower().replace("$", "_text") + f"_{at}_")
        self.forms[spelled] = form
        return spelled


class FunctionUnit:
    """One Python function being written: its scope, temporaries and the variables it mentions.

    `counts_work` is set from the start where other functions count the same work; `uses_work` once it does.
    `made_first` are the arrays that do not exist before their DIM runs.
    """

    def __init__(
        self,
        compilation: Compilation,
        scope: Scope,
        variant: Variant | None = None,
        *,
        counts_work: bool = False,
    ) -> None:
        self.compilation = compilation
        self.scope = scope
        self.variant = variant
        self.rules = SettledRules(scope, compilation.facts, compilation.variants)
        self.shares_strings = compilation.shares_strings
        self.used: dict[Variable, None] = {}
        self.counts_work = counts_work
        self.uses_work = False
        self._temporaries = count(1)
        self.placeholders: dict[Expression, str] = {}
        self.made_first: set[Variable] = set()
        self.pending = "depth" if scope.is_main else "cells"
        """The parameter with the number of pending calls."""

    def kind(self, node: Expression) -> Kind:
        """Returns the kind of an expression."""
        return self.rules.kind(node)

    def integer_kind(self, node: Expression) -> Kind:
        """Returns the kind of an expression cut to 32 bits."""
        return kinds.as_integer(self.kind(node))

    def read_temporary(self, node: Expression, name: str, kind: Kind = INTEGER) -> nodes.Number:
        """Returns an expression of that kind that reads a temporary."""
        placeholder = self.rules.placeholder(node, kind)
        self.placeholders[placeholder] = name
        return placeholder

    @contextmanager
    def knowing(self, known: Known) -> Iterator[None]:
        """Inside, code is written where these facts about variables hold."""
        before = self.rules
        self.rules = before.under(known)
        try:
            yield
        finally:
            self.rules = before

    def at(self, head: nodes.Node) -> AbstractContextManager[None]:
        """Inside, a statement or condition of the scope is written."""
        return self.knowing(self.compilation.knowledge.at(self.scope, head))

    def behind(self, condition: Expression, holds: bool, known: Known) -> Known:
        """Returns the facts that hold after a condition was true, or false."""
        return self.compilation.knowledge.behind(self.scope, condition, holds, known)

    def use(self, variable: Variable) -> None:
        """Notes that the function mentions a variable."""
        self.used[variable] = None

    def temporary(self) -> str:
        """Returns a new name for a temporary."""
        return f"t{next(self._temporaries)}"
