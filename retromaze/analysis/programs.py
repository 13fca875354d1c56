"""Makes a Program of a listing, and functions of a Program: its main part, what each GOSUB reaches, each DEF.

Both the compiler and the writer of ports begin here. A GOTO that is left leads to a label of its own block or
of one around it. The code that control can reach from a GOSUB's label without another GOSUB becomes a
function, if the main program does not reach it too. GOSUBs that reach the same code share one function with
several entries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from retromaze.analysis.graphs import Groups
from retromaze.analysis.jumps import JumpPlan, Part, flattened_block, gotos_in, parts_of, plan_jumps, targets
from retromaze.analysis.restructure import restructure
from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language.block_tree import Block, Step, all_heads
from retromaze.language.nodes import Declaration, Name, Statement, nodes_in
from retromaze.language.parser import parse
from retromaze.language.program import MachineWords, Program, Scope, Variable, analyse, fold_and_measure


def analyse_listing(source: str, slot: int = 0, *, alone: bool = False) -> Program:
    """Returns the Program of a listing, with the builtins known.

    `alone` says that no program of another slot has lent it DEFs.
    """
    return analyse_statements(parse(source, slot), source, slot, alone=alone)


def analyse_statements(
    statements: Sequence[Statement],
    source: str,
    slot: int,
    known: Mapping[str, Variable] | None = None,
    *,
    alone: bool = False,
) -> Program:
    """Returns the Program of statements; `known` are the globals that exist already.

    `alone` says that no program of another slot has lent this one DEFs.
    """
    prepared = [fold_and_measure(each, slot) for each in statements]
    return analyse(prepared, machine_words(alone=alone), source=source, slot=slot, known=known).program


def machine_words(*, alone: bool = False) -> MachineWords:
    """Returns the words of the machine.

    `alone` says that no program of another slot has lent this one DEFs: then all instructions are known.
    """
    load_all()
    writable = (name for name, each in VARIABLES.items() if each.write)
    return MachineWords(frozenset(VARIABLES), frozenset(writable), BUILTINS if alone else None)


@dataclass(eq=False)
class LoweredFunction:
    """One function of a program: where the main program starts, code that GOSUBs enter at labels, or a DEF.

    `entries` are these labels in source order; `is_simple` if it is only entered at its first statement, and
    `is_start` if the main program starts in it. `live_labels` are those that something may jump to.
    """

    scope: Scope
    body: Block
    live_labels: Collection[str] = ()
    entries: tuple[str, ...] = ()
    is_start: bool = False
    is_simple: bool = True

    @property
    def is_subroutine(self) -> bool:
        """Whether the function is only called by GOSUBs, all of which enter it at its first statement."""
        return self.is_simple and not self.is_start

    @property
    def parts(self) -> list[Part]:
        """The parts of the outermost block, cut at its live labels; an empty first part is left out."""
        parts = parts_of(self.body, self.live_labels)
        return parts if len(parts) == 1 or parts[0].steps else parts[1:]

    @property
    def positions(self) -> dict[str, int]:
        """The number of the part that begins with each of the `entries`."""
        if self.is_simple:
            return dict.fromkeys(self.entries, 0)
        numbers = {part.label: number for number, part in enumerate(self.parts)}
        return {label: numbers[label] for label in self.entries}

    def variables(self) -> list[Variable]:
        """Returns the variables that the function names, declared ones included, each as often as named."""
        mentions = [
            node.name
            for head in all_heads(self.body)
            for node in nodes_in(head)
            if isinstance(node, (Name, Declaration))
        ]
        return self.scope.find_all(mentions)


def lowered_main(
    scope: Scope, *, enter_anywhere: bool = False, flattened: bool = False
) -> list[LoweredFunction]:
    """Cuts the main program into functions: its start, then code that only GOSUBs reach.

    `enter_anywhere` makes every label an entry, for code outside the program. `flattened` replaces all loops
    and branches by jumps; the number of functions is the same.
    """
    jump_plan = plan_jumps(scope, enter_anywhere=enter_anywhere)
    parts = parts_of(jump_plan.body, jump_plan.live_labels)
    functions = []
    for numbers in groups_of_parts(parts, jump_plan.entries):
        chosen_parts = [parts[number] for number in numbers]
        steps: list[Step] = []
        for part in chosen_parts:
            if part.begin:
                steps.append(part.begin)  # the label
            steps += part.steps
        entries = tuple(part.label for part in chosen_parts if part.label in jump_plan.entries)
        is_start = numbers[0] == 0
        # the start of the program is entered without a label too, so that with an entry it has two
        is_simple = not entries or (not is_start and entries == (chosen_parts[0].label,))
        function = LoweredFunction(
            scope, Block(steps), entries=entries, is_start=is_start, is_simple=is_simple
        )
        # a simple function is entered at its first statement, and needs no label for that
        structure_jumps(function, jump_plan, () if is_simple else entries, flattened=flattened)
        functions.append(function)
    return functions


def lowered_definition(scope: Scope, *, flattened: bool = False) -> LoweredFunction:
    """Returns the function of a DEF, with a new tree at each call.

    `flattened` replaces all loops and branches by jumps.
    """
    jump_plan = plan_jumps(scope)
    function = LoweredFunction(scope, jump_plan.body)
    structure_jumps(function, jump_plan, (), flattened=flattened)
    return function


def structure_jumps(
    function: LoweredFunction, jump_plan: JumpPlan, entries: Collection[str], *, flattened: bool
) -> None:
    """Replaces jumps in a function's body, in place, by loops and branches where possible.

    With `flattened` it does the opposite and replaces all loops and branches by jumps: CPython refuses more
    than twenty loops inside each other. It also sets the function's `live_labels`: the labels to which
    something still jumps, and the `entries`, at which code outside enters.
    """
    entered = set(entries)
    if jump_plan.computed:
        entered |= jump_plan.live_labels  # a GOTO of a string may lead to each of them
    if flattened:
        function.body = flattened_block(function.body, jump_plan.live_labels)
    elif jump_plan.live_labels:
        restructure(function.body, entered)
    function.live_labels = entered.union(*map(targets, all_heads(function.body)))


def groups_of_parts(parts: list[Part], entered: Collection[str]) -> list[list[int]]:
    """Returns the numbers of the parts that become one function each, both in source order.

    A part has the steps from one label to the next. Parts belong together if control can go from one to the
    other. Parts that control never reaches are left out. The program starts at the first part, and GOSUBs
    enter at the labels in `entered`.
    """
    positions = {part.label: number for number, part in enumerate(parts) if part.label}
    all_parts = iter(range(len(parts)))
    groups = Groups[int]()
    reached: set[int] = set()
    waiting = [0, *(positions[name] for name in entered)]
    while waiting:
        number = waiting.pop()
        if number not in reached:
            reached.add(number)
            for each in successors(parts, positions, number, all_parts):
                groups.join(number, each)
                waiting.append(each)
    # in order of their first parts
    by_leader: dict[int, list[int]] = {}
    for number in sorted(reached):
        by_leader.setdefault(groups.leader(number), []).append(number)
    return list(by_leader.values())


def successors(
    parts: list[Part], positions: dict[str, int], number: int, all_parts: Iterator[int]
) -> Iterator[int]:
    """Yields the numbers of the parts to which control can go from a part; `positions` has them by label.

    A computed jump leads to all parts. The first one yields them all from the iterator `all_parts` and
    exhausts it, so that many such jumps take no longer than one; the others yield only the start, which joins
    them to the same group.
    """
    if not parts[number].ends_in_jump and number + 1 < len(parts):
        yield number + 1
    for jump in gotos_in(parts[number].steps):
        if jump is None:
            yield 0
            yield from all_parts
        else:
            yield from (positions[name] for name in targets(jump) if name in positions)
