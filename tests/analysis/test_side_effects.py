"""The variables in the limit of a FOR, counters that may wrap, and globals that calls may change."""

import subprocess
import sys

from retromaze.analysis.guards import GuardTable
from retromaze.analysis.kinds import LARGEST, SMALLEST, integer
from retromaze.analysis.programs import analyse_listing
from retromaze.analysis.side_effects import loop_variable_of, may_wrap, variables_of
from retromaze.language import nodes
from retromaze.language.block_tree import CountedLoop


def test_the_words_are_there_for_who_asks_first() -> None:
    asked = (
        "from retromaze.analysis.side_effects import changes_in_place, waits; "
        "print(changes_in_place('PUSH'), waits('VSYNC'))"
    )
    shown = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert shown.stdout == "True True\n"


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
    counter = loop_variable_of(loop, scope)
    assert counter is not None
    assert counter.name == "I"
    return loop, None if found is None else {each.name for each in found}


def test_a_limit_hangs_on_the_variables_that_it_names() -> None:
    assert {limit: loop_to(limit)[1] for limit in LIMITS} == LIMITS


def test_an_element_is_no_counter() -> None:
    scope = analyse_listing("DIM A[3]\nFOR A[0]=0 TO 9\nNEXT").main
    (loop,) = (each for each in scope.steps if isinstance(each, CountedLoop))
    assert isinstance(loop.head.variable, nodes.Index)
    assert loop_variable_of(loop, scope) is None


def test_a_counter_wraps_if_its_limit_is_next_to_the_edge() -> None:
    up, down = integer(1, 1), integer(-2, -2)
    assert not may_wrap(integer(0, LARGEST - 1), up)
    assert may_wrap(integer(0, LARGEST), up)
    assert may_wrap(integer(SMALLEST + 1, 0), down)


HEAD = "X=0:Y=0:Z=0:DIM A[3]\n"
LISTINGS = {
    "a store": ("DEF F\nX=1\nEND", {"F": "X"}),
    "its own variable": ("DEF F\nVAR X=1\nY=X\nEND", {"F": "Y"}),
    "an element": ("DEF F\nA[X]=1\nEND", {"F": "A"}),
    "a parameter": ("DEF F X\nX=1\nEND", {"F": ""}),
    "a call": ("DEF F\nX=G()\nEND\nDEF G()\nY=1\nRETURN Z\nEND", {"F": "XY", "G": "Y"}),
    "calls in a circle": (
        "DEF F\nX=1:G\nEND\nDEF G\nY=1:H\nEND\nDEF H\nZ=1:F\nEND",
        {"F": "XYZ", "G": "XYZ", "H": "XYZ"},
    ),
    "a call by name": ('DEF F\nCALL "G"\nEND\nDEF G\nEND', {"F": "AXYZ", "G": ""}),
    "a GOSUB": ('DEF F\nGOSUB "@L"\nEND\nDEF G\nF\nEND', {"F": "AXYZ", "G": "AXYZ"}),
}


def test_what_a_call_changes() -> None:
    found = {}
    for name, (listing, _) in LISTINGS.items():
        program = analyse_listing(HEAD + listing)
        stored_by = GuardTable(program, open_to_others=False).globals_stored_by
        found[name] = {each: "".join(sorted(stored_by[each])) for each in program.definitions}
    assert found == {name: expected for name, (_, expected) in LISTINGS.items()}
