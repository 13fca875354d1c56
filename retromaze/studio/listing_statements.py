"""The statements of a listing by their places (line, column), at which a run reports them, and its loops."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property, lru_cache

from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.block_tree import effects
from retromaze.language.nodes import Statement, walk
from retromaze.language.parser import parse
from retromaze.lessons.array_diagrams import ArrayUses

NO_EFFECT = (nodes.Label, nodes.Data, nodes.Empty, nodes.Option)
"""The statements that do nothing when they run."""
Place = tuple[int, int]
"""Line and column, from 1."""


class ListingStatements:
    """The statements of a listing by their places, and its loops. A statement's number is its index (from 0).

    `loops` has (variable, number of FOR, number of NEXT), `parameters` the names of all parameters of DEFs.
    `_places` are (line, column) of all statements.
    """

    def __init__(self, source: str) -> None:
        try:
            self.statements: list[Statement] = list(parse(source))
        except BasicError:
            # a listing with an error does not run: no place of it is looked up
            self.statements = []
        self._places = [(each.line, each.column) for each in self.statements]
        self.loops = list(loops_of(self.statements))
        definitions = (each for each in self.statements if isinstance(each, nodes.Define))
        self.parameters = {name for each in definitions for name in each.parameters}

    @cached_property
    def named_elements(self) -> dict[Place, list[nodes.Index]]:
        """The array elements that appear in statements, such as A[I], by the statements' places."""
        elements_by_place = {}
        for statement in self.statements:
            elements = [each for each in walk(statement) if isinstance(each, nodes.Index)]
            if elements:
                elements_by_place[statement.line, statement.column] = elements
        return elements_by_place

    @cached_property
    def arrays(self) -> ArrayUses:
        """How the listing uses each array: as a stack, a queue, a forest."""
        return ArrayUses(self.statements)

    def number_at(self, line: int, column: int) -> int | None:
        """Returns the number of the last statement that begins at or before a place; None if none does."""
        at = bisect_right(self._places, (line, column)) - 1
        return at if at >= 0 else None

    def statement(self, line: int, column: int) -> Statement | None:
        """Returns the last statement that begins at or before a place; None before the first."""
        at = self.number_at(line, column)
        return None if at is None else self.statements[at]

    def passed_next(self, name: str, before_place: Place, place: Place | None) -> nodes.Next | None:
        """Returns the NEXT of a loop over the variable `name` that a run has passed between two statements.

        These are reported one after the other; the second is None at the end of the listing. NEXT itself is
        not reported by a run, so it is found from the statements before and after it.
        """
        before = self.number_at(*before_place)
        now = len(self.statements) if place is None else self.number_at(*place)
        # after a jump no NEXT has run in between
        if before is None or now is None or not effects(self.statements[before]).goes_on:
            return None
        ends = []
        # the loops over the variable around the statement `before`
        for variable, begin, end in self.loops:
            if variable != name or not begin <= before < end:
                continue
            is_passed = now > end or now <= begin or self._is_back_at_start(begin, now, before)
            # from FOR itself a run comes to NEXT only if the body does nothing
            has_begun = before > begin or self._is_back_at_start(begin, end, end)
            if is_passed and has_begun:
                ends.append(end)
        # the NEXT of the innermost loop, which comes first
        passed = self.statements[min(ends)] if ends else None
        return passed if isinstance(passed, nodes.Next) else None

    def _is_back_at_start(self, begin: int, now: int, before: int) -> bool:
        """Whether a run that came from statement `before` to `now` went back to the start of a loop's body.

        `begin` is the loop's FOR. Statements without effect at the start are not reported by a run.
        """
        if not begin < now <= before:
            return False
        return all(isinstance(each, NO_EFFECT) for each in self.statements[begin + 1 : now])


listing_of = lru_cache(maxsize=4)(ListingStatements)
"""The statements of the listing with that text."""


def loops_of(statements: list[Statement]) -> Iterator[tuple[str, int, int]]:
    """Yields the variable of each FOR, "" for an element of an array, and the numbers of FOR and its NEXT."""
    waiting: list[tuple[str, int]] = []
    for at, each in enumerate(statements):
        if isinstance(each, nodes.For):
            waiting.append((each.variable.name if isinstance(each.variable, nodes.Name) else "", at))
        elif isinstance(each, nodes.Next) and waiting:
            yield *waiting.pop(), at
