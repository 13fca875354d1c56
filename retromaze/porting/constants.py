"""Finds the constants of a listing: variables that are set once, to a number or a text, before any read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from retromaze.analysis.side_effects import variables_read, variables_stored
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Program, Variable
from retromaze.language.prologue import literal_value
from retromaze.language.structure import all_steps
from retromaze.porting.units import Liveness, PortUnit


class Constant(NamedTuple):
    """The statement or declaration that sets a variable to its only value."""

    place: nodes.Assign | nodes.Declaration
    value: Expression


def constants_of(
    program: Program, units: Sequence[PortUnit], liveness: Liveness, excluded: Set[Variable]
) -> dict[Variable, Constant]:
    """Returns the variables that the start of a program sets once, to a literal, before any read.

    `excluded` are variables that become something else. A variable is no constant if a DEF or a method has a
    local of its name: both would have one name in Python.
    """
    start = units[0]
    heads = [(unit, head) for unit in units for head in liveness.heads[unit]]
    read = {each for unit, head in heads for each in variables_read(unit.scope, head)}
    store_counts = Counter(each for unit, head in heads for each in variables_stored(unit.scope, head))
    store_counts.subtract(declared_before(start, liveness))
    local_names = {name for scope in program.definitions.values() for name in scope.variables}
    local_names |= program.names_apart
    usable = read - liveness.entry[start] - excluded  # those in `entry` may be read before they are set
    return {
        variable: constant
        for unit in units
        if unit is start or unit.is_stretch
        for variable, constant in literals_stored(unit)
        if store_counts[variable] == 1
        and variable in usable
        and not variable.is_array
        and variable.name not in local_names
    }


def declared_before(unit: PortUnit, liveness: Liveness) -> Iterator[Variable]:
    """Yields the variables that a unit declares without a value, and sets before it reads them.

    In `VAR N` and then `N=3` the declaration is no store that counts.
    """
    declared: set[Variable] = set()
    for step in unit.body.statements:
        if not isinstance(step, nodes.Node) or isinstance(step, nodes.Label):
            return  # from a loop, branch or label on, the order of the statements is not known
        if any(liveness.calls(unit, step)):  # the called unit may read or set the variables
            return
        if isinstance(step, nodes.Declare):
            bare = (each.name for each in step.declarations if each.value is None and each.sizes is None)
            declared.update(unit.scope.variables[name] for name in bare)
        declared -= variables_read(unit.scope, step)
        variable = unit.scope.stored_variable(step.target) if isinstance(step, nodes.Assign) else None
        if variable in declared:
            declared.remove(variable)
            yield variable


def literals_stored(unit: PortUnit) -> Iterator[tuple[Variable, Constant]]:
    """Yields the variables to which a unit of the main program assigns a number or a text."""
    places: list[tuple[str, nodes.Assign | nodes.Declaration]] = []
    for step in all_steps(unit.body):
        match step:
            case nodes.Assign(target=nodes.Name(name=name)):
                places.append((name, step))
            case nodes.Declare():
                places += [(each.name, each) for each in step.declarations]
    for name, place in places:
        variable = unit.scope.find(name)
        if variable is not None and place.value is not None and is_literal(place.value):
            yield variable, Constant(place, place.value)


def is_literal(value: Expression) -> bool:
    """Whether a value is a number or a text that is written out, not a name such as TRUE."""
    return literal_value(value) is not None and not isinstance(value, nodes.Name)
