"""The statements of a listing by the places at which a run comes to them, and its loops."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property, lru_cache

from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.nodes import Statement, walk
from retromaze.language.parser import parse
from retromaze.language.structure import effects
from retromaze.study.array_diagrams import ArrayUses

NO_EFFECT = (nodes.Label, nodes.Data, nodes.Empty, nodes.Option)
"""The statements that do nothing when they run."""
Place = tuple[int, int]
"""Line and column, from 1."""


class ListingStatements:
    """The statements of a listing by their places, and its loops. A statement's number is its index (from 0).

    `loops` has the numbers of each FOR and its NEXT; `parameters` are the names of all parameters of DEFs.
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
        return ArrayUses(self.statements)

    def number_at(self, line: int, column: int) -> int | None:
        """Returns the number of the last statement that begins at or before a place; None if none does."""
        at = bisect_right(self._places, (line, column)) - 1
        return at if at >= 0 else None

    def statement(self, line: int, column: int) -> Statement | None:
        """Returns the last statement that begins at or before a place; None before the first."""
        at = self.number_at(line, column)
        return None if at is None else self.statements[at]

    def passed_next(self, name: str, begun: Place, place: Place | None) -> nodes.Next | None:
        """Returns the NEXT that a run has passed from the statement at `begun` to that at `place`, if any.

        Only loops over the variable `name` count. `place` None is the end of the listing. NEXT itself is not
        reported by a run, so it is found from the statements before and after it.
        """
        before = self.number_at(*begun)
        now = len(self.statements) if place is None else self.number_at(*place)
        # after a jump no NEXT has run in between
        if before is None or now is None or not effects(self.statements[before]).goes_on:
            return None
        ends = []
        # the loops around the statement `before`
        for first, last in self.loops:
            if not first <= before < last or loop_variable(self.statements[first]) != name:
                continue
            is_passed = now > last or now <= first or self._is_back_at_start(first, now, before)
            # from FOR itself a run comes to NEXT only if the body does nothing
            has_begun = before > first or self._is_back_at_start(first, last, last)
            if is_passed and has_begun:
                ends.append(last)
        # the NEXT of the innermost loop, which comes first
        passed = self.statements[min(ends)] if ends else None
        return passed if isinstance(passed, nodes.Next) else None

    def _is_back_at_start(self, first: int, now: int, before: int) -> bool:
        """Whether a run that came from statement `before` to `now` went back to the start of a loop's body.

        `first` is the loop's FOR. Statements without effect at the start are not reported by a run.
        """
        if not first < now <= before:
            return False
        return all(isinstance(each, NO_EFFECT) for each in self.statements[first + 1 : now])


listing_of = lru_cache(maxsize=4)(ListingStatements)
"""The statements of the listing with that text."""


def loops_of(statements: list[Statement]) -> Iterator[tuple[int, int]]:
    """Yields the numbers of each FOR and its NEXT."""
    waiting: list[int] = []
    for at, each in enumerate(statements):
        if isinstance(each, nodes.For):
            waiting.append(at)
        elif isinstance(each, nodes.Next) and waiting:
            yield waiting.pop(), at


def loop_variable(statement: Statement) -> str:
    """Returns the name that a FOR counts with."""
    assert isinstance(statement, nodes.For)
    return statement.variable.name if isinstance(statement.variable, nodes.Name) else ""
