"""The call graph of DEFs, and what follows from it: those that never recurse need no check of the stack."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from retromaze.analysis.graphs import cycles_of, finished_from, reachable
from retromaze.analysis.side_effects import calls_of
from retromaze.language import nodes
from retromaze.language.effects import effects
from retromaze.language.program import Program, Scope
from retromaze.language.structure import Block, Choice, Step, heads, inner_blocks, steps

# A console's stack has room for 8192 cells; a call takes three and one for each name it owns.
# Source: language reference, 4.9 (2730 nested calls measured; the formula is a guess).
STACK_CELLS = 8192
CALL_CELLS = 3
# Source: language reference, 4.7 (measured).
GOSUB_DEPTH = 16_384
# Where GOSUBs and DEFs may lead to each other, calls hand on one number: cells above, GOSUBs below.
CELL = 1 << 15
GOSUBS = CELL - 1


def call_cells(scope: Scope) -> int:
    """The stack cells a call of a DEF takes."""
    return CALL_CELLS + len(scope.variables)


class CallGraph:
    """The DEFs of a program; `by_name` says that any of them may be called from where nobody sees, `crossing`
    that they may be where GOSUBs of the main program, or of another slot, are pending inside DEFs.

    `depths` are the fewest and the most stack cells that are taken when each is called, for those that no
    recursion leads to: they can never fill the stack. `quiet` are those of them that lead to no others, and
    so need not know how much is taken. `order` has the DEFs that do not call themselves but in loops, each
    behind those it calls outside of loops.
    """

    def __init__(self, program: Program, *, by_name: bool, crossing: bool) -> None:
        self.definitions = program.definitions
        self.by_name = by_name
        self.crossing = crossing
        self.called = {name: self.calls(scope) for name, scope in program.definitions.items()}
        self.main_calls = self.calls(program.main)
        recursive = set(cycles_of(self.called))
        self.depths = {} if crossing else self.find_depths(recursive)
        others = self.definitions.keys() - self.depths.keys()
        self.quiet = self.depths.keys() - self.with_callers({"", *others})
        self.called_once = {name: set(self.calls_in_row(scope)) for name, scope in self.definitions.items()}
        self.order = list(self.callees_first())

    def calls(self, scope: Scope) -> set[str]:
        """The names of the DEFs a scope calls; "" for what is only known when it runs."""
        return {name for head in scope.heads for name in self.called_in(head)}

    def called_in(self, head: nodes.Head) -> list[str]:
        """The names of the DEFs that a statement calls; "" for GOSUBs and unknown code."""
        return calls_of(head, self.definitions).names

    def calls_in(self, step: Step) -> bool:
        """Whether a step calls DEFs."""
        below = chain.from_iterable(steps(each) for each in inner_blocks(step))
        return any(self.called_in(head) for each in (step, *below) for head in heads(each))

    def find_depths(self, recursive: set[str]) -> dict[str, tuple[int, int]]:
        below = reachable(recursive, self.called)
        seen: set[str] = set()
        order = [each for name in self.called for each in finished_from(name, self.called, seen)]
        depths: dict[str, tuple[int, int]] = {}
        for name in (each for each in reversed(order) if each not in below):
            depths[name] = self.depth_under(name, [depths[each] for each in self.callers[name]])
        return depths if all(most <= STACK_CELLS for _, most in depths.values()) else {}

    def depth_under(self, name: str, callers: list[tuple[int, int]]) -> tuple[int, int]:
        """The cells taken when a DEF is called from where so many are, or from the main program."""
        if name in self.main_calls or not callers:
            callers = [(0, 0), *callers]
        own = call_cells(self.definitions[name])
        return own + min(low for low, _ in callers), own + max(high for _, high in callers)

    @property
    def cell(self) -> int:
        """What a stack cell counts in the number that calls hand on."""
        return CELL if self.crossing else 1

    def known_depth(self, name: str) -> int | None:
        """The cells taken whenever a DEF is called, if they are always as many."""
        low, high = self.depths.get(name, (0, STACK_CELLS))
        return low if low == high else None

    def with_callers(self, names: set[str]) -> set[str]:
        """These DEFs and all that come to call one of them."""
        return reachable(names, self.callers)

    @cached_property
    def callers(self) -> defaultdict[str, set[str]]:
        """The DEFs that call each."""
        callers: defaultdict[str, set[str]] = defaultdict(set)
        for caller, called in self.called.items():
            for name in called:
                callers[name].add(caller)
        return callers

    def calls_in_row(self, scope: Scope) -> Iterator[str]:
        """The names of the DEFs a scope calls outside of loops, and so at most once for each place."""
        for step in outside_loops(scope.body):
            for head in heads(step):
                yield from self.called_in(head)

    def callees_first(self) -> Iterator[str]:
        again = cycles_of(self.called_once)
        seen: set[str] = set()
        for name in self.definitions:
            yield from (each for each in finished_from(name, self.called_once, seen) if each not in again)


def returns(step: Step) -> bool:
    return isinstance(step, nodes.Return) and step.value is not None


def chooses(step: Choice) -> bool:
    return not step.otherwise.statements and all(
        len(body.statements) == 1 and returns(body.statements[0]) for _, body in step.branches
    )


def is_straight(body: Block) -> bool:
    """Whether nothing in a block is done again, so that what it costs can be told beforehand."""
    return all(isinstance(step, Choice) or not may_be_repeated(step) for step in steps(body))


def may_be_repeated(step: Step) -> bool:
    """Whether a step has a body, a jump or a label, so that something may be done again."""
    if inner_blocks(step) or isinstance(step, nodes.Label):
        return True
    return any(effects(head).gotos for head in heads(step))


def outside_loops(body: Block) -> Iterator[Step]:
    """The steps of a block that are done at most once, loops themselves included."""
    waiting = [body]
    while waiting:
        for step in waiting.pop().statements:
            yield step
            if isinstance(step, Choice):
                waiting += inner_blocks(step)
