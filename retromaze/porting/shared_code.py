"""Makes subroutines of code that several functions jump to, and ends functions where control never goes on.

In Python each function has its own code. The statements of a listing are changed before they are analysed
again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import islice

from retromaze.analysis.graphs import components_of, cycles_of, predecessors, reachable
from retromaze.analysis.jumps import Part, literal_label, parts_of, plan_jumps, steps_outside_loops, targets
from retromaze.analysis.programs import successors
from retromaze.language import nodes
from retromaze.language.block_tree import (
    Block,
    Step,
    all_heads,
    all_steps,
    effects,
    inner_blocks,
    never_ends,
)
from retromaze.language.nodes import Statement
from retromaze.language.program import Program

SHARED = -1
"""Stands for the function of a part if there are several."""
LONGEST_COPY = 2
"""The most statements at a label, RETURN or END included, that are copied to each jump there."""


class JumpGraph:
    """The parts of the main program, from one label to the next, and how control goes between them.

    A part is known by its number. `following` has the parts to which control goes from each part, `led_to`
    also those that its GOSUBs call. Functions begin at the parts in `starts`: the start of the program, 0,
    and the labels of GOSUBs. `outermost` are the labels that no block is around. A GOTO of a string may lead
    anywhere: then there are no parts. The programs of other slots, at the labels `programs`, come back.
    """

    def __init__(self, program: Program, programs: Set[str] = frozenset()) -> None:
        self.programs = programs
        plan = plan_jumps(program.main)
        self.parts = [] if plan.computed else parts_of(plan.body, plan.live_labels)
        self.outermost = {each.name for each in program.main.body.statements if isinstance(each, nodes.Label)}
        self.positions = {part.label: number for number, part in enumerate(self.parts) if part.label}
        self.following: dict[int, set[int]] = {}
        self.led_to: dict[int, set[int]] = {}
        for number, part in enumerate(self.parts):
            self.following[number] = set(successors(self.parts, self.positions, number, iter(())))
            calls = [each for head in all_heads(Block(part.steps)) for each in effects(head).gosubs]
            # a label without a part stands for this part itself, which adds no edge
            called = {self.positions.get(literal_label(each) or "", number) for each in calls}
            self.led_to[number] = self.following[number] | called
        self.starts = {0, *(self.positions[label] for label in plan.entries)} if self.parts else set()

    def edges_into_shared_code(self) -> Iterator[tuple[int, set[int]]]:
        """Yields parts that several functions run into, each with the parts of one function that lead there.

        Whoever asks for them makes calls of these edges: then the part begins a function. So the parts come
        in the order of control, and of each it is known which functions run into those before it. A part that
        may lead back to such an edge, as in a loop of the main program, is left out: as a subroutine it would
        call itself.
        """
        sources = predecessors(self.following)
        cycles = cycles_of(self.led_to)
        starts = set(self.starts)
        function_of: dict[int, int] = {}  # by part; a part that control never reaches has none
        for component in components_of(self.following):
            # the edges into a loop; those within it bring no further function
            edges = {(each, part) for part in component for each in sources[part] if each in function_of}
            functions = {function_of[each] for each, _ in edges} | starts & component
            if len(functions) > 1:
                for part in component:
                    callers = {each for each in sources[part] if function_of.get(each, SHARED) != SHARED}
                    if self.can_be_called(part, callers) and callers.isdisjoint(cycles.get(part, ())):
                        yield part, callers
                        starts.add(part)
                        edges -= {(each, part) for each in callers}
                functions = {function_of[each] for each, _ in edges} | starts & component
            if functions:
                function = SHARED if len(functions) > 1 else functions.pop()
                function_of.update(dict.fromkeys(component, function))

    def can_be_called(self, part: int, callers: Set[int]) -> bool:
        """Whether all jumps that lead to a part from `callers`, of which there are some, can be calls."""
        begin = self.parts[part].begin
        if not callers or begin is None or begin.name not in self.outermost:
            return False  # a label inside a loop or branch cannot begin a function
        jumps = [jump for each in callers for jump in jumps_to(self.parts[each], begin.name)]
        return all(isinstance(each, nodes.Goto) for each in jumps)  # not ON … GOTO, which has other labels

    def calls_that_are_jumps(self) -> list[nodes.Gosub]:
        """Returns GOSUBs of the main program whose code never returns, but leads to the main program again.

        All GOSUBs of such a label are of that kind, so that no other function has its code.
        """
        # by label, each GOSUB with the number of its part
        calls: dict[str, list[tuple[int, nodes.Head]]] = {label: [] for label in self.ending_labels()}
        for number, part in enumerate(self.parts):
            for head in all_heads(Block(part.steps)):
                for label in {literal_label(each) or "" for each in effects(head).gosubs} & calls.keys():
                    calls[label].append((number, head))
        after_label = {label: reachable([self.positions[label]], self.following) for label in calls}
        while True:
            # the functions that are one with the main program if all these calls are jumps
            main_starts = {0, *(self.positions[label] for label in calls)}
            in_others = reachable(self.starts - main_starts, self.following)
            refused = {
                label
                for label, label_calls in calls.items()
                if not all(
                    isinstance(head, nodes.Gosub) and number in after_label[label] and number not in in_others
                    for number, head in label_calls
                )
            }
            if not refused:  # else fewer functions are one with it, which may refuse further labels
                return [head for row in calls.values() for _, head in row if isinstance(head, nodes.Gosub)]
            calls = {label: row for label, row in calls.items() if label not in refused}

    def ending_labels(self) -> set[str]:
        """Returns the labels of parts after which no RETURN comes: a GOSUB there never comes back."""
        with_return = [
            number
            for number, part in enumerate(self.parts)
            if any(isinstance(step, nodes.Return) for step in all_steps(Block(part.steps)))
        ]
        returning = reachable(with_return, predecessors(self.following))
        return {label for label, number in self.positions.items() if number not in returning} - self.programs


class SharedCode:
    """Calls of code that several subroutines jump to: `GOSUB @L:RETURN` in place of `GOTO @L`.

    In Python each function has its own code, so shared code must be a function of its own. Code of one or two
    statements is copied, not called. The other way round a GOSUB of the main program becomes GOTO if its code
    never returns but goes on with the main program. `replacements` has what replaces a jump, by its line and
    column; `calls_before` what is put before a label, if control also runs into it without a jump.
    """

    def __init__(self, graph: JumpGraph, statements: Sequence[Statement]) -> None:
        self.statements = statements
        self.places = {each.name: at for at, each in enumerate(statements) if isinstance(each, nodes.Label)}
        self.replacements: dict[tuple[int, int], list[Statement]] = {}
        self.calls_before: dict[str, list[Statement]] = {}
        for call in graph.calls_that_are_jumps():
            self.replacements[call.line, call.column] = [nodes.Goto(call.line, call.column, call.target)]
        if self.replacements:
            return  # what seems to be shared may be code of the main program alone
        for number, callers in graph.edges_into_shared_code():
            if begin := graph.parts[number].begin:
                for each in (
                    jump for caller in callers for jump in jumps_to(graph.parts[caller], begin.name)
                ):
                    self.replacements[each.line, each.column] = self.call(each, begin.name)
                if number - 1 in callers and not graph.parts[number - 1].ends_in_jump:
                    self.calls_before[begin.name] = self.call(begin, begin.name)

    def call(self, place: nodes.Node, label: str) -> list[Statement]:
        """Returns the copy or the call of a label's code, for the line and column of `place`."""
        at = place.line, place.column
        # a one-line IF ends with its line, so that the copies need the line of the jump
        copied = [
            replace(each, line=place.line, column=place.column)
            for each in short_code_at(self.statements, self.places[label])
        ]
        return copied or [nodes.Gosub(*at, nodes.LabelText(*at, label)), nodes.Return(*at, None)]

    def with_calls(self) -> list[Statement]:
        """Returns the listing's statements with these calls."""
        result: list[Statement] = []
        for statement in self.statements:
            match statement:
                case nodes.Goto(line=line, column=column) | nodes.Gosub(line=line, column=column):
                    result += self.replacements.get((line, column), [statement])
                case nodes.Label(name=name):
                    result += [*self.calls_before.get(name, ()), statement]
                case _:
                    result.append(statement)
        return result


def jumps_to(part: Part, label: str) -> list[nodes.Node]:
    """Returns the GOTOs and ON … GOTOs of a part that lead to a label."""
    heads = all_heads(Block(part.steps))
    return [each for each in heads if isinstance(each, nodes.Node) and label in targets(each)]


def short_code_at(statements: Sequence[Statement], at: int) -> list[Statement]:
    """Returns the statements from a label up to RETURN or END, if they are few and simple: they are copied.

    Otherwise []: they are called.
    """
    found: list[Statement] = []
    for each in islice(statements, at, None):
        match each:
            case nodes.Label() | nodes.Empty() | nodes.Data():
                pass
            case nodes.Return() | nodes.End():
                return [*found, each]
            case _ if len(found) + 1 < LONGEST_COPY and effects(each).is_straight:
                found.append(each)
            case _:
                return []
    return []


# ---- ends of functions


def end_after_last_calls(block: Block, ending: Set[str]) -> None:
    """Puts END after each GOSUB of an `ending` label, from which control never comes back, in place.

    So the statements after it count as unreachable.
    """
    for at in range(len(block.statements) if ending else 0, 0, -1):
        last = block.statements[at - 1]
        for inner in inner_blocks(last):
            end_after_last_calls(inner, ending)
        if isinstance(last, nodes.Gosub) and literal_label(last.target) in ending:
            block.statements.insert(at, nodes.End(last.line, last.column))


def end_endless_loops(block: Block) -> None:
    """Puts END after each endless loop, so that the subroutines below it do not seem to follow it.

    Control never reaches these END statements.
    """
    for at in range(len(block.statements), 0, -1):
        if is_endless(last := block.statements[at - 1]):
            block.statements.insert(at, nodes.End(last.line, last.column))


def is_endless(step: Step) -> bool:
    """Whether a step is `WHILE 1` or `REPEAT … UNTIL 0` without a BREAK."""
    inside = steps_outside_loops(step.body.statements) if never_ends(step) else ()
    return never_ends(step) and not any(isinstance(each, nodes.Break) for each in inside)
