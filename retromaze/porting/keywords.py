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
from retromaze.porting.units import PortUnit, stores_of


def keywords_of(module: Module, units: Sequence[PortUnit]) -> dict[Variable, nodes.Assign]:
    """The variables set to a constant at the listing's top and nowhere else; the first unit is the start."""
    scope = module.program.main
    found: dict[Variable, nodes.Assign] = {}
    changed = changed_variables(units)
    for step in units[0].body.statements:
        match step:
            case nodes.Assign(target=nodes.Name(name=name), value=(nodes.Number() | nodes.String()) as value):
                variable = scope.find(name)
                known = variable is None or variable in found or variable in module.texts
                if variable is None or known or variable in changed or converts(variable, value):
                    break
                found[variable] = step
            case _:
                break
    return found


def converts(variable: Variable, value: nodes.Number | nodes.String) -> bool:
    """Whether a variable holds something else than the number that is stored into it."""
    return variable.kind == "%" and isinstance(value, nodes.Number) and abs(value.value) > LARGEST


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
