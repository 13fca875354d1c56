"""Decides how the main program's variables pass between the functions of a port.

All of them are global in the listing. In the port a variable is a local of each function that neither gets
its value from other functions nor passes it to them. Values that are passed are parameters or results of the
methods that GOSUBs call, if a reader would write it so: few values, each used by the method itself. All other
variables are attributes: lasting state, arrays, and variables that a DEF shares with others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Set

from retromaze.analysis.side_effects import variables_overwritten, variables_stored
from retromaze.language import nodes
from retromaze.language.block_tree import (
    LOOPS,
    Block,
    CountedLoop,
    all_heads,
    heads_of,
    inner_blocks,
)
from retromaze.language.nodes import Head
from retromaze.language.program import Variable
from retromaze.porting.units import Liveness, PortUnit

MOST_PARAMETERS, MOST_RESULTS = 4, 3
"""Most parameters and results of a method."""
FEW_METHODS = 2
"""Most methods with the same parameter, if the variable is not set for each call."""


class Passing:
    """The attributes, parameters and results of each unit, among the main program's variables.

    `keywords` are the parameters of the port's `main`, which stay attributes; `constants` belong to the
    module and are not passed; `texts` are the strings that are changed in place. `_inputs` are the variables
    of each unit that are live at its start, `_outputs` those that it sets and that are live at its end.
    """

    def __init__(
        self,
        liveness: Liveness,
        keywords: Collection[Variable],
        constants: Collection[Variable],
        texts: Collection[Variable],
    ) -> None:
        self.liveness = liveness
        units = self._units = liveness.units
        # nothing calls a simple start: it has neither parameters nor results
        entered = [unit for unit in units if not (unit.is_start and unit.is_simple)]
        self._inputs = {unit: liveness.entry[unit] & liveness.main_variables for unit in entered}
        self._outputs = {unit: liveness.exit[unit] & liveness.stores[unit] for unit in entered}
        for unit in liveness.leaving.intersection(entered):  # a program that this ends returns no results
            self._outputs[unit] |= liveness.live_after_programs & liveness.stores[unit]
        # the main program's variables that any call takes or returns
        crossing = {each for row in (*self._inputs.values(), *self._outputs.values()) for each in row}
        shared = [
            each for each in units[0].scope.variables.values() if each in crossing - {*keywords, *constants}
        ]
        self._unset = {unit: {*self._inputs_not_set(unit, unit.body, frozenset())} for unit in units}
        # in other functions, all variables are parameters or set for the function's own calls
        lasting = [each for each in units if each.is_start or each.is_stretch or each.is_program]
        unset = {each for unit in lasting for each in self._unset[unit]}
        passed = {each for each in shared if each not in texts and self._is_passable(each, unset)}
        while excess := self._excess_variables(passed, unset):
            passed -= excess

        def in_order(variables: Collection[Variable]) -> list[Variable]:
            """Returns those that are passed, in the order in which the listing names them."""
            return [each for each in shared if each in variables and each in passed]

        self.parameters = {unit: self._as_set(unit, in_order(self._inputs.get(unit, ()))) for unit in units}
        self.results = {unit: in_order(self._outputs.get(unit, ())) for unit in units}
        for unit, row in self.results.items():  # a result that is a parameter, too, has its place there
            row[:] = dict.fromkeys([each for each in (*self.parameters[unit], *row) if each in row])
        no_attributes = passed.union(constants)
        self.attributes: dict[PortUnit, set[Variable]] = {}
        for unit in units:
            with_callers = self._inputs.get(unit, set()) | self._outputs.get(unit, set())
            exchanged = with_callers | liveness.exchanged[unit]
            self.attributes[unit] = (exchanged - no_attributes) | {*keywords}

    def _as_set(self, unit: PortUnit, parameters: Sequence[Variable]) -> list[Variable]:
        """Returns parameters of a unit in the order in which the first function that calls it sets them.

        Those that this function does not set come last.
        """
        caller = next((each for each in self._units if unit in self.liveness.callees[each]), unit)
        heads = self.liveness.heads[caller]
        stored = [each for head in heads for each in variables_stored(caller.scope, head)]
        return sorted(parameters, key=[*stored, *parameters].index)

    def _is_passable(self, variable: Variable, unset: Set[Variable]) -> bool:
        """Whether a variable may be a parameter or a result of all methods that get or return it.

        None may be a DEF. If a call gets a value that lasts, each method must use the variable itself, rather
        than only pass it on.
        """
        receiving = [unit for unit, row in self._inputs.items() if variable in row]
        returning = [unit for unit, row in self._outputs.items() if variable in row]
        methods = {*receiving, *returning}
        callers = [unit for unit in self._units if methods.intersection(self.liveness.callees[unit])]
        # as in `x = self.step(x)`: one function sets it right before, one method that this calls changes it
        may_be_both = len({*methods, *callers}) == 2
        may_be_both &= not any(variable in self._unset[unit] for unit in callers)
        may_be_both &= not any(unit.is_stretch for unit in returning)
        may_be_both &= all(variable in self.liveness.own_stores[unit] for unit in callers)
        return (
            not variable.is_array
            and all(unit.is_subroutine and not unit.is_program for unit in methods)
            and not any(unit.variant for unit in (*methods, *callers))
            and not any(unit.tells for unit in returning)
            and (may_be_both or set(receiving).isdisjoint(returning))
            and (variable not in unset or all(variable in self.liveness.reads[unit] for unit in receiving))
            and all(variable in self.liveness.own_stores[unit] for unit in returning)
            and (len(receiving) <= FEW_METHODS or variable not in unset)
        )

    def _excess_variables(self, passed: Set[Variable], unset: Set[Variable]) -> set[Variable]:
        """Returns the variables to make attributes because a method has too many parameters or results.

        First those that are both parameter and result of the method, then those that are not set for each
        call (`unset`), then all of them.
        """
        excess: set[Variable] = set()
        for inputs, outputs in zip(self._inputs.values(), self._outputs.values(), strict=True):
            parameters, results = inputs & passed, outputs & passed
            too_many_parameters = len(parameters) > MOST_PARAMETERS
            too_many_results = len(results) > MOST_RESULTS
            if (too_many_parameters or too_many_results) and (both := parameters & results):
                excess |= both
            elif too_many_parameters:
                excess |= parameters & unset if len(parameters - unset) <= MOST_PARAMETERS else parameters
            elif too_many_results:
                excess |= results
        return excess

    def _inputs_not_set(self, unit: PortUnit, block: Block, known: Set[Variable]) -> Iterator[Variable]:
        """Yields the inputs of calls in a block that no statement sets right before the call.

        `known` are the variables that are set before the block: they count as set for all its calls.
        """
        for step in block.statements:
            for call in heads_of(step):
                if isinstance(call, nodes.Gosub | nodes.On):
                    for callee in self.liveness.calls(unit, call):
                        yield from self._inputs.get(callee, set()) - known
            if isinstance(step, LOOPS):
                heads = all_heads(Block([step]))
                known_inside: Set[Variable] = frozenset()  # a further pass may begin with other values
                if isinstance(step, CountedLoop):  # FOR sets its variable for each pass
                    changed = {each for head in heads for each in variables_stored(unit.scope, head)}
                    called = {each for head in heads for each in self.liveness.calls(unit, head)}
                    changed.update(*(self.liveness.stores[each] for each in called))
                    known_inside = known - changed | self._variables_set(unit, [step.head])
                yield from self._inputs_not_set(unit, step.body, known_inside)
                known = known | self._variables_set(unit, heads)
                continue
            for inside in inner_blocks(step):
                yield from self._inputs_not_set(unit, inside, known)
            if isinstance(step, nodes.Label):
                known = set()  # a jump may come from anywhere
            elif isinstance(step, nodes.Node) and not isinstance(step, nodes.Gosub | nodes.On):
                known = known | self._variables_set(unit, [step])

    def _variables_set(self, unit: PortUnit, heads: Iterable[Head]) -> set[Variable]:
        """Returns the variables that statements set, also those that an empty line of INPUT keeps."""
        found = set[Variable]()
        for head in heads:
            is_set_anew = isinstance(head, nodes.For | nodes.Input)
            find = variables_stored if is_set_anew else variables_overwritten
            found.update(find(unit.scope, head))
        return found
