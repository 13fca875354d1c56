"""The state while code is written: of the whole compilation, and of one Python function."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from sys import intern

from retromaze.analysis import kinds
from retromaze.analysis.guards import Knowledge, Known
from retromaze.analysis.kinds import INTEGER, Kind
from retromaze.analysis.sharing import Openness
from retromaze.analysis.side_effects import Bodies
from retromaze.analysis.type_rules import Facts, SettledRules, Variant, Variants
from retromaze.builtins.form import Form
from retromaze.compiler.call_graph import CallGraph
from retromaze.compiler.settings import Settings
from retromaze.compiler.techniques import Technique
from retromaze.compiler.work import Work
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Program, Scope, Variable


@dataclass(eq=False)
class Compilation:
    """One program on its way to Python.

    `shared` are the variables that more than one function needs and that therefore live in the module;
    `forms` collects the builtins used, by the name the generated code calls them, `tables` the positions of
    labels for computed jumps, one for each dispatch. `work` is what statements cost.
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
        return technique in self.settings.techniques

    def watches_stack(self, variant: Variant) -> bool:
        """Whether a DEF looks whether the stack is full."""
        return not (self.uses(Technique.QUIET) and variant.name in self.graph.depths)

    def is_told_cells(self, variant: Variant) -> bool:
        """Whether calls of a DEF hand on how much of the stack is taken."""
        quiet = variant.name in self.graph.quiet or self.known_cells(variant.scope) is not None
        return not (self.uses(Technique.QUIET) and quiet)

    def known_cells(self, scope: Scope) -> int | None:
        """How much of the stack is always taken while a scope runs; None where that varies."""
        if scope.is_main:
            return None if self.graph.crossing else 0
        return self.graph.known_depth(scope.name) if self.uses(Technique.QUIET) else None

    def form_name(self, name: str, form: Form, at: int) -> str:
        """The generated name of a builtin's form."""
        spelled = intern(name.lower().replace("$", "_text") + f"_{at}_")
        self.forms[spelled] = form
        return spelled

    def bodies(self, scope: Scope) -> Bodies:
        """What the loops of a scope hold; variants of one DEF share it."""
        return self.knowledge.bodies_of(scope)


class FunctionUnit:
    """One Python function being written: its scope, temporaries and the variables it mentions.

    `counts_work` from the beginning where other functions count the same work; `uses_work` once it does.
    `made_first` are the arrays that are not there before their DIM is come to.
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
        self.used: dict[Variable, None] = {}
        self.counts_work = counts_work
        self.uses_work = False
        self._temporaries = count(1)
        self.pinned: dict[Expression, str] = {}
        self.made_first: set[Variable] = set()

    @property
    def shares_strings(self) -> bool:
        return self.compilation.shares_strings

    @property
    def pending(self) -> str:
        """The parameter that tells which calls are pending."""
        return "depth" if self.scope.is_main else "cells"

    def kind(self, node: Expression) -> Kind:
        """The kind of an expression."""
        return self.rules.kind(node)

    def integer_kind(self, node: Expression) -> Kind:
        return kinds.as_integer(self.kind(node))

    def pin(self, node: Expression, name: str, kind: Kind = INTEGER) -> nodes.Number:
        """A placeholder that reads the value kept in a temporary, an int where nothing else is said."""
        placeholder = nodes.Number(node.line, node.column, 0)
        self.pinned[placeholder] = name
        self.rules.pin(placeholder, kind)
        return placeholder

    def knowing(self, known: Known) -> Knowing:
        """While code for a place is written where that much is known."""
        return Knowing(self, known)

    def at(self, head: nodes.Node) -> Knowing:
        """While a statement or condition of the scope is written."""
        return Knowing(self, self.compilation.knowledge.at(self.scope, head))

    def behind(self, condition: Expression, holds: bool, known: Known) -> Known:
        """What is known behind a condition that was found true, or false."""
        return self.compilation.knowledge.behind(self.scope, condition, holds, known)

    def use(self, variable: Variable) -> None:
        self.used[variable] = None

    def temporary(self) -> str:
        return f"t{next(self._temporaries)}"


class Knowing:
    """Inside, that much more is known of variables."""

    __slots__ = ("before", "known", "unit")

    def __init__(self, unit: FunctionUnit, known: Known) -> None:
        self.unit = unit
        self.known = known
        self.before = unit.rules

    def __enter__(self) -> None:
        self.unit.rules = self.before.under(self.known)

    def __exit__(self, *failure: object) -> None:
        self.unit.rules = self.before
