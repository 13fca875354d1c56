"""The constants that a listing sets at its top: keywords of its port's `main`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from retromaze.language import nodes
from retromaze.language.integers import LARGEST
from retromaze.language.program import Variable
from retromaze.language.structure import Block, Choice
from retromaze.porting.module import Module
from retromaze.porting.tree import heads, inner_blocks, steps
from retromaze.porting.units import Unit, stores_of


def keywords_of(module: Module, units: Sequence[Unit]) -> dict[Variable, nodes.Assign]:
    """The variables set to a constant at the listing's top and nowhere else; the first unit is the start."""
    scope = module.program.main
    found: dict[Variable, nodes.Assign] = {}
    for step in units[0].body.statements:
        match step:
            case nodes.Assign(target=nodes.Name(name=name), value=(nodes.Number() | nodes.String()) as value):
                variable = scope.find(name)
                known = variable is None or variable in found or variable in module.texts
                if variable is None or known or changes(units, variable) or converts(variable, value):
                    break
                found[variable] = step
            case _:
                break
    return found


def converts(variable: Variable, value: nodes.Number | nodes.String) -> bool:
    """Whether a variable holds something else than the number that is stored into it."""
    return variable.kind == "%" and isinstance(value, nodes.Number) and abs(value.value) > LARGEST


def changes(units: Sequence[Unit], variable: Variable) -> bool:
    """Whether a variable is more than a setting: counted with, or stored into again and again."""
    start = units[0]
    main = [step for step in without_loops(start.body) if not isinstance(step, nodes.Increase)]
    settings = sum(stores_to(start, step, variable) for step in main)
    return settings != sum(stores_to(unit, step, variable) for unit in units for step in steps(unit.body))


def without_loops(block: Block) -> Iterator[Any]:
    """The steps of a block and of its branches, loops left out."""
    for step in block.statements:
        if isinstance(step, Choice):
            yield from (each for inner in inner_blocks(step) for each in without_loops(inner))
        elif not inner_blocks(step):
            yield step


def stores_to(unit: Unit, step: Any, variable: Variable) -> int:
    """How often a step stores into a variable."""
    return sum(each is variable for head in heads(step) for each in stores_of(unit, head))
