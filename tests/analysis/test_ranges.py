"""What the limit of a FOR hangs on, and when its counter may pass 32 bits."""

from __future__ import annotations

from retromaze.analysis.kinds import LARGEST, SMALLEST, integer
from retromaze.analysis.programs import analyse_listing
from retromaze.analysis.ranges import counter_of, may_wrap, variables_of
from retromaze.language import nodes
from retromaze.language.structure import CountedLoop

LIMITS = {
    "9": set(),
    "N-1": {"N"},
    "MIN(N,M)*2": {"N", "M"},
    "LEN(A)-N": {"A", "N"},
    "A[0]": None,
    "RND(N)": None,
    "MAINCNT": None,
    "F(N)": None,
}


def loop_to(limit: str) -> tuple[CountedLoop, set[str] | None]:
    """A FOR to a limit, and the names that the limit hangs on if MIN and LEN are steady."""
    source = f"DIM A[3]\nN=1:M=2\nFOR I=0 TO {limit}\nNEXT\nDEF F(X)\nRETURN X\nEND"
    scope = analyse_listing(source).main
    (loop,) = (each for each in scope.steps if isinstance(each, CountedLoop))
    found = variables_of([loop.head.stop], scope, lambda call: call.name in {"MIN", "LEN"})
    counter = counter_of(loop, scope)
    assert counter is not None
    assert counter.name == "I"
    return loop, None if found is None else {each.name for each in found}


def test_a_limit_hangs_on_the_variables_that_it_names() -> None:
    assert {limit: loop_to(limit)[1] for limit in LIMITS} == LIMITS


def test_an_element_is_no_counter() -> None:
    scope = analyse_listing("DIM A[3]\nFOR A[0]=0 TO 9\nNEXT").main
    (loop,) = (each for each in scope.steps if isinstance(each, CountedLoop))
    assert isinstance(loop.head.variable, nodes.Index)
    assert counter_of(loop, scope) is None


def test_a_counter_wraps_if_its_limit_is_next_to_the_edge() -> None:
    up, down = integer(1, 1), integer(-2, -2)
    assert not may_wrap(integer(0, LARGEST - 1), up)
    assert may_wrap(integer(0, LARGEST), up)
    assert may_wrap(integer(SMALLEST + 1, 0), down)
