"""Ports the constants at the top of a listing as keywords of `main`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from retromaze.language import nodes
from retromaze.language.integers import LARGEST
from retromaze.language.program import Variable
from retromaze.language.structure import Block, Choice
from retromaze.language.walk import heads, inner_blocks, steps
from retromaze.porting.module import Module
from retromaze.porting.opening import settings_among, settings_at_top
from retromaze.porting.units import PortUnit, stores_of


def keywords_of(module: Module, units: Sequence[PortUnit]) -> dict[Variable, nodes.Assign]:
    """The variables set to a constant at the listing's top and nowhere else; the first unit is the start."""
    program = module.program
    known = {step for step, _ in settings_at_top(program)}
    found: dict[Variable, nodes.Assign] = {}
    changed, stored = changed_variables(units), values_stored(units)
    begins = True
    for step, first in settings_among(units[0].body.statements, program.definitions):
        begins &= first
        variable = program.main.stored(step.target)
        if variable is None or step not in known:
            break
        is_setting = variable not in changed if begins else stored[variable] == 1
        if is_setting and variable not in {*found, *module.texts} and not converts(variable, step.value):
            found[variable] = step
        else:
            begins = False
    return found


def converts(variable: Variable, value: nodes.Expression | None) -> bool:
    """Whether a variable holds something else than the number that is stored into it."""
    return variable.kind == "%" and isinstance(value, nodes.Number) and abs(value.value) > LARGEST


def values_stored(units: Sequence[PortUnit]) -> Counter[Variable]:
    """How often a value is stored into each variable; a declaration without one stores none."""
    found: Counter[Variable] = Counter()
    for unit in units:
        found += stores(unit, (step for step in steps(unit.body) if not is_bare(step)))
    return found


def is_bare(step: Any) -> bool:
    """Whether it declares variables without a value."""
    return isinstance(step, nodes.Declare) and all(each.value is None for each in step.declarations)


def changed_variables(units: Sequence[PortUnit]) -> set[Variable]:
    """The variables that are more than a setting: counted with, or stored into again and again."""
    start = units[0]
    main = [step for step in without_loops(start.body) if not isinstance(step, nodes.Increase)]
    settings = stores(start, main)
    everywhere: Counter[Variable] = Counter()
    for unit in units:
        everywhere += stores(unit, steps(unit.body))
    return {variable for variable, count in everywhere.items() if count != settings[variable]}


def without_loops(block: Block) -> Iterator[Any]:
    """The steps of a block and of its branches, loops left out."""
    for step in block.statements:
        if isinstance(step, Choice):
            yield from (each for inner in inner_blocks(step) for each in without_loops(inner))
        elif not inner_blocks(step):
            yield step


def stores(unit: PortUnit, among: Iterable[Any]) -> Counter[Variable]:
    """How often some steps store into each variable."""
    return Counter(each for step in among for head in heads(step) for each in stores_of(unit, head))
