"""Gives what a GOSUB reaches, and a stretch that is cut out, variables of its own where names mean others.

All variables of the main program are global in a listing, so one `I` may be a counter in one place and a Real
in another. In a function that neither gets the value of `I` from others nor passes it on, `I` becomes another
variable, with its own type and range.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace

from retromaze.language import nodes
from retromaze.language.nodes import nodes_in
from retromaze.language.program import Scope, Variable
from retromaze.language.structure import Step, all_header_nodes, header_nodes
from retromaze.porting.inference import PortVariants
from retromaze.porting.units import Liveness, PortUnit


@dataclass(eq=False)
class PartScope(Scope):
    """Some of the main program's steps, with variables of their own besides the main program's."""

    _: KW_ONLY
    own_steps: list[Step] = field(default_factory=list)

    @property
    def steps(self) -> Iterator[Step]:
        return iter(self.own_steps)

    @property
    def heads(self) -> Iterator[nodes.Head]:
        return (head for step in self.own_steps for head in header_nodes(step))


def split_variables(units: Sequence[PortUnit], variants: PortVariants) -> None:
    """Gives units variables of their own, where they neither get a value from others nor pass it on.

    `unit.scope` becomes a part of the main program with copies of these variables; `program.main_parts` is
    set to all parts. Only numbers that may be whole or Real are split: their type may differ between units.
    """
    program = variants.program
    main = [unit for unit in units if unit.variant is None]
    numbers = {unit: {each for each in unit.variables() if is_number(each)} for unit in main}
    users = Counter(each for row in numbers.values() for each in row)
    shared = {each for each, count in users.items() if count > 1}
    if not any(shared & numbers[unit] for unit in main if unit.is_subroutine):
        return
    # the unit of each statement; None if several units have it, or none
    owners: dict[nodes.Head, PortUnit | None] = {}
    for unit in main:
        for head in dict.fromkeys(all_header_nodes(unit.body)):
            owners[head] = None if head in owners else unit
    steps: dict[PortUnit | None, list[Step]] = {unit: [] for unit in (None, *main)}
    for step in program.main.steps:
        found = {owners.get(head) for head in header_nodes(step)}
        steps[found.pop() if len(found) == 1 else None].append(step)
    # steps of no single unit stay in the main program, and so do the variables that they name
    rest = [head for step in steps[None] for head in header_nodes(step)]
    names_in_rest = {each.name for head in rest for each in nodes_in(head) if isinstance(each, NAMED)}
    liveness = Liveness(list(units), variants)
    parts: list[Scope] = []
    for unit in main:
        passed = (
            liveness.entry[unit] | liveness.exchanged[unit] | (liveness.exit[unit] & liveness.stores[unit])
        )
        own = {each for each in shared & numbers[unit] - passed if each.name not in names_in_rest}
        if unit.is_subroutine and own:
            variables = program.main.variables | {each.name: replace(each) for each in own}
            unit.scope = main_part(program.main, variables, steps.pop(unit))
            parts.append(unit.scope)
    left = {step for row in steps.values() for step in row}
    others = [step for step in program.main.steps if step in left]
    program.main_parts = [main_part(program.main, program.main.variables, others), *parts] if parts else None


NAMED = (nodes.Name, nodes.Declaration)


def is_number(variable: Variable) -> bool:
    """Whether a variable is a single number that may be whole or not."""
    return variable.kind == "#" and not variable.is_array and not variable.varies


def main_part(main: Scope, variables: dict[str, Variable], steps: list[Step]) -> PartScope:
    """Returns a scope like `main`, with these variables by name and only these steps."""
    return PartScope(main.name, main.routine, variables, main.visible, main.labels, own_steps=steps)
