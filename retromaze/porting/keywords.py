"""The constants that a listing sets at its top, which become keywords of `main`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from retromaze.language import nodes
from retromaze.language.effects import effects
from retromaze.language.nodes import Statement, calls, every
from retromaze.language.numbers import LARGEST
from retromaze.language.program import Program, Variable
from retromaze.language.structure import Block, Choice, heads, inner_blocks, steps
from retromaze.porting.units import PortUnit, stores_of

if TYPE_CHECKING:
    from retromaze.porting.module import Module

INDEPENDENT = nodes.Instruction | nodes.Print | nodes.Declare | nodes.Option | nodes.Data | nodes.Empty


class Setting(NamedTuple):
    """A variable set to a constant; `first` while nothing but others of them stands before it."""

    step: nodes.Assign
    first: bool


def settings_at_top(program: Program) -> Iterator[Setting]:
    """The constants at a listing's top, whether its labels are jumped to or not."""
    yield from settings_among(
        [step for step in program.main.body.statements if not isinstance(step, nodes.Label)],
        program.definitions,
    )


def settings_among(row: Iterable[Any], definitions: Collection[str]) -> Iterator[Setting]:
    """The constants with which steps begin; `definitions` are the DEFs, which may do anything."""
    first = True
    for step in row:
        match step:
            case nodes.Assign(target=nodes.Name(), value=nodes.Number() | nodes.String()):
                yield Setting(step, first)
            case _ if is_independent(step, definitions):
                first = False
            case _:
                break


def is_independent(step: Any, definitions: Collection[str]) -> bool:
    """Whether a statement names no variable and calls no DEF: it may as well come later."""
    if not isinstance(step, INDEPENDENT) or not effects(step).goes_on:
        return False
    named = any(isinstance(each, nodes.Name | nodes.VariableNamed) for each in every(step))
    return not named and not any(call.name in definitions for call in calls(step))


def declared_apart(statements: Sequence[Statement]) -> list[Statement]:
    """The statements with `VAR A:A=1` for each `VAR A=1` before anything that jumps or is jumped to."""
    opening = list(takewhile(lambda each: effects(each).is_plain, statements))
    found: list[Statement] = []
    for each in opening:
        found += apart(each) if isinstance(each, nodes.Declare) else [each]
    return [*found, *statements[len(opening) :]]


def apart(step: nodes.Declare) -> Iterator[Statement]:
    """A declaration and its assignments, in their order."""
    for each in step.declarations:
        match each:
            case nodes.Declaration(sizes=None, value=nodes.Number() | nodes.String() as value):
                plain = nodes.Declaration(each.line, each.column, each.name, None, None)
                yield nodes.Declare(each.line, each.column, (plain,))
                yield nodes.Assign(
                    each.line, each.column, nodes.Name(each.line, each.column, each.name), value
                )
            case _:
                yield nodes.Declare(each.line, each.column, (each,))


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
