"""What is known while code is written: of the whole compilation, and of one Python function in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from retromaze.builtins.registry import Form
from retromaze.compiler.facts import kinds
from retromaze.compiler.facts.bodies import Bodies
from retromaze.compiler.facts.kinds import Kind
from retromaze.compiler.facts.type_rules import Facts, TypeRules
from retromaze.compiler.facts.variants import Variant, Variants
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Program, Scope, Variable

# A console's stack has room for 8192 cells; a call takes three and one for each name it owns.
# Source: language reference, 4.9 (2730 nested calls measured; the formula is a guess).
STACK_CELLS = 8192
CALL_CELLS = 3


def call_cells(scope: Scope) -> int:
    """The stack cells a call of a DEF takes."""
    return CALL_CELLS + len(scope.variables)


@dataclass(eq=False)
class Compilation:
    """One program on its way to Python.

    `traced` asks for a call before every statement; `shared` are the variables that more than one
    function needs and that therefore live in the module; `forms` collects the builtins used, by the
    name the generated code calls them, `tables` the positions of labels for computed jumps, one for each
    dispatch. `commands` are the words of DIRECT mode where they are instructions.
    """

    program: Program
    variants: Variants
    facts: Facts
    traced: bool
    shares_strings: bool
    open_to_others: bool
    commands: frozenset[str] = frozenset()
    shared: set[Variable] = field(default_factory=set)
    forms: dict[str, Form] = field(default_factory=dict)
    tables: dict[str, dict[str, int]] = field(default_factory=dict)
    _bodies: dict[str, Bodies] = field(default_factory=dict)

    def form_name(self, name: str, form: Form, at: int) -> str:
        """The generated name of a builtin's form."""
        spelled = name.lower().replace("$", "_text") + f"_{at}_"
        self.forms[spelled] = form
        return spelled

    def bodies(self, scope: Scope) -> Bodies:
        """What the loops of a scope hold; variants of one DEF share it."""
        known = self._bodies.get(scope.name)
        if known is None:
            known = self._bodies[scope.name] = Bodies(scope.body, self.program.definitions)
        return known


class SettledRules(TypeRules):
    """The rules once nothing changes any more: the kind of each node is worked out once.

    Without this a sum of a thousand terms took seven seconds to compile.
    """

    def __init__(self, scope: Scope, facts: Facts, definitions: Variants) -> None:
        super().__init__(scope, facts, definitions)
        self._kinds: dict[int, Kind] = {}
        self._kept: list[nodes.Node] = []

    def kind(self, node: Expression) -> Kind:
        known = self.known(node)
        if known is None:
            known = super().kind(node)
            self.know(node, known)
        return known

    def known(self, node: Expression) -> Kind | None:
        return self._kinds.get(id(node))

    def know(self, node: Expression, kind: Kind) -> None:
        self._kinds[id(node)] = kind
        self._kept.append(node)  # or another node might get its id


class Unit:
    """One Python function being written: its scope, temporaries and the variables it mentions.

    `counts_work` from the beginning where other functions count the same work.
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
        self._temporaries = 0
        self.pinned: dict[int, str] = {}

    @property
    def shares_strings(self) -> bool:
        return self.compilation.shares_strings

    def kind(self, node: Expression) -> Kind:
        """The kind of an expression."""
        return self.rules.kind(node)

    def integer_kind(self, node: Expression) -> Kind:
        return kinds.as_integer(self.kind(node))

    def exact_bounds(self, node: nodes.Binary) -> tuple[int, int]:
        """The range of an Integer sum, difference or product before it wraps."""
        return kinds.bounds(node.operator, self.kind(node.left), self.kind(node.right))

    def pin(self, node: Expression, name: str) -> nodes.Number:
        """A placeholder that reads the int kept in a temporary."""
        placeholder = nodes.Number(node.line, node.column, 0)
        self.pinned[id(placeholder)] = name
        self.rules.know(placeholder, kinds.INTEGER)
        return placeholder

    def use(self, variable: Variable) -> None:
        self.used[variable] = None

    def temporary(self) -> str:
        self._temporaries += 1
        return f"t{self._temporaries}"
