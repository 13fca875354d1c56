"""Where a value came from: the statement that stored it last, against the values at every statement."""

from __future__ import annotations

from itertools import pairwise
from math import prod
from random import Random

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.compiler.unit import definition_of_function
from retromaze.errors import Stopped
from retromaze.input_log import GameLog
from retromaze.language.block_tree import stores
from retromaze.language.parser import parse
from retromaze.sources.variables import flatten_items, shape_of, variables
from retromaze.studio import messages as m
from retromaze.studio.last_stored import MISSING, OriginSearch, python_names
from retromaze.studio.listing_statements import listing_of
from tests.amounts import every, fewer, many
from tests.studio.conversation import Conversation
from tests.studio.runs import Onlooker

SHORT = 800
"""Elements of the arrays that are looked at."""
STORES = {
    "assignment": ("X=5\nX=6\nY=7\n", "X", -1, 2),
    "the same value again": ("X=5\nX=5\nY=7\n", "X", -1, 2),
    "element": ("DIM A[4]\nA[1]=5\nA[2]=6\nI=1:A[I]=5\nA[3]=7\nY=1\n", "A", 1, 4),
    "element of two subscripts": ("DIM A[2,3]\nA[1,2]=5\nA[0,2]=6\nY=1\n", "A", 5, 2),
    "DIM": ("DIM A[4]\nA[0]=3\nY=1\n", "A", 2, 1),
    "NEXT": ("FOR I=0 TO 3\nX=I\nNEXT\nY=1\n", "I", -1, 3),
    "NEXT at the end": ("FOR I=0 TO 3\nX=I\nNEXT\n", "I", -1, 3),
    "FOR that is not run": ("FOR I=5 TO 3\nX=I\nNEXT\nY=1\n", "I", -1, 1),
    "NEXT behind GOSUB": ("FOR I=0 TO 3\nGOSUB @S\nNEXT\nEND\n@S\nX=I\nRETURN\n", "I", -1, 3),
    "NEXT of an outer loop": ("FOR J=0 TO 1\nFOR I=0 TO 1\nX=I\nNEXT\nNEXT\nY=1\n", "J", -1, 5),
    "NEXT without a body": ("FOR I=0 TO 3\nNEXT\nY=1\n", "I", -1, 2),
    "INC in a loop": ("FOR I=0 TO 9\nINC I\nBREAK\nNEXT\nY=1\n", "I", -1, 2),
    "INC": ("X=1\nINC X\nY=1\n", "X", -1, 2),
    "DEC": ("X=1\nDEC X,5\nY=1\n", "X", -1, 2),
    "SWAP": ("X=1:Z=2\nSWAP X,Z\nY=1\n", "Z", -1, 2),
    "SWAP of elements": ("DIM A[3]\nA[0]=1:A[2]=2\nSWAP A[0],A[2]\nY=1\n", "A", 2, 3),
    "READ": ("READ X,Z\nY=1\nDATA 3,4\n", "Z", -1, 1),
    "OUT of a builtin": ("X=1\nDTREAD OUT X,Z,W\nY=1\n", "X", -1, 2),
    "OUT of a DEF": ("F 3 OUT X\nY=1\nEND\nDEF F A OUT B\nB=A+1\nEND\n", "X", -1, 1),
    "function": ("X=G(3)\nY=1\nEND\nDEF G(A)\nB=A+1\nRETURN B\nEND\n", "X", -1, 1),
    "main's variable in a DEF": ("VAR X=1\nF\nY=1\nEND\nDEF F\nX=2\nEND\n", "X", -1, 6),
    "array that a DEF was given": ("DIM A[2]\nF A\nY=1\nEND\nDEF F B\nB[1]=2\nEND\n", "A", 1, 2),
    "SORT": ("DIM A[3]\nA[0]=3\nSORT A\nY=1\n", "A", 2, 3),
    "PUSH": ("DIM A[0]\nPUSH A,3\nPUSH A,4\nY=1\n", "A", 0, 2),
    "FILL": ("DIM A[3]\nFILL A,3\nY=1\n", "A", 1, 2),
    "COPY": ("DIM A[2],B[2]\nA[1]=3\nCOPY B,A\nY=1\n", "B", 1, 3),
    "GOSUB": ("GOSUB @S\nY=X\nEND\n@S\nX=2\nRETURN\n", "X", -1, 5),
    "IF": ("IF 1 THEN X=3\nIF 0 THEN X=3\nY=1\n", "X", -1, 1),
    "text": ('A$="X"\nA$[0]="Y"\nY=1\n', "A$", -1, 2),
    "text under two names": ('A$="X"\nB$=A$\nB$[0]="Y"\nY=1\n', "A$", -1, 3),
    "VAR by its name": ('X=1\nVAR("X")=2\nY=1\n', "X", -1, 2),
    "nobody": ("IF 0 THEN X=3\nY=1\n", "X", -1, 0),
    "NEXT behind WHILE": ("FOR I=0 TO 2\nWHILE X<3\nX=X+1\nWEND\nNEXT\nY=1\n", "I", -1, 5),
    "a DEF's own variable": ("X=1\nF 3\nDEF F A\nX=A\nX=X+A\nSTOP\nEND\n", "X", -1, 5),
    "what a DEF was given": ("X=1\nF 3\nDEF F X\nY=1\nSTOP\nEND\n", "X", -1, 0),
    "the innermost of many calls": ("F 3\nDEF F A\nX=A\nIF A==0 THEN STOP\nF A-1\nX=9\nEND\n", "X", -1, 3),
    "NEXT behind UNTIL": ("FOR I=0 TO 2\nREPEAT\nINC X\nUNTIL X>3\nNEXT\nY=1\n", "I", -1, 5),
    "in a GOSUB that does not use it": (
        "DIM A[3]\nA[1]=5\nGOSUB @S\nY=A[1]\nEND\n@S\nY=1\nSTOP\nRETURN\n",
        "A",
        1,
        2,
    ),
    "in a DEF's GOSUB that does not use it": (
        "F 3\nDEF F A\nX=A+1\nGOSUB @S\nY=X\nEND\n@S\nY=1\nSTOP\nRETURN\nEND\n",
        "X",
        -1,
        3,
    ),
    "no such variable": ("X=1\n", "Q", -1, 0),
    "what fails": ("X=1\nX=1/0\n", "X", -1, 1),
}


@pytest.mark.slow
def test_the_statement_that_stored_a_value_is_told(page: Conversation) -> None:
    """Asking leaves the run where it stands, and what is told leads to the statement."""
    told = {}
    followed = every(4, [*STORES])
    for case, (listing, name, element, line) in STORES.items():
        page.open(listing)
        end = page.finish()
        found = page.ask(m.AskValue(name, element), m.Stored)
        told[case] = (listing, found.name, found.element, found.line)
        assert (found.number > 0) == (line > 0), case
        if name != "Q":
            again = page.hear(m.At, lambda each: each.state != "going")
            assert (again.state, again.statements, again.words) == ("ended", end.statements, end.words), case
            page.hear(m.Values)
        if case in followed and line and not case.startswith("NEXT"):
            at, _ = page.stand(m.GoStatement(found.number))
            assert (at.line, at.statements) == (line, found.number), case
    assert told == STORES


class Witness(Onlooker):
    """Follows a run to a statement: all values at each one before, and who it says has stored a value."""

    def __init__(self, source: str, last: int, search: OriginSearch | None = None) -> None:
        self.seen: list[tuple[int, tuple[int, int], dict[str, object]]] = []
        self._search, self._last = search, last
        self.stored: m.Stored | None = None
        super().__init__(source, 500, GameLog(answers=("9",) * 99))
        self.play()

    def at_statement(self) -> None:
        run = self.run
        if self._search:
            self._search.before_statement(run)
        if run.statements >= self._last:
            self.stored = self._search.result(run, is_complete=False) if self._search else None
            raise Stopped("far enough")
        if self._search is None:
            frame, computer = run.statement_frame, run.computer
            assert frame and computer
            if not definition_of_function(frame.f_code.co_name):
                known = {name: value_text_of(value) for name, value in variables(computer, frame)}
                self.seen.append((run.statements, (run.line, run.column), known))


def value_text_of(value: object) -> object:
    """A value that stays what it is while the run goes on: of a short array all elements, in their order."""
    shape = shape_of(value)
    if not shape:
        return str(value)
    return tuple(map(str, flatten_items(value, len(shape)))) if prod(shape) < SHORT else ()


def value_of(value: object, element: int | None) -> object:
    """The element of an array, MISSING beyond its end; or the variable itself."""
    if element is None or value is None:
        return value
    assert isinstance(value, tuple)
    return value[element] if element < len(value) else MISSING


# explorer_csv ends at once, as its file is not there
@pytest.mark.parametrize(
    "name", fewer(["kruskal", "backtracker_def"], [name for name in CATALOGUE if name != "explorer_csv"])
)
def test_values_stay_as_they_are_since_the_statement_that_is_told(name: str) -> None:
    source = listing_source(CATALOGUE[name])
    statements = {(each.line, each.column): each for each in parse(source)}
    whole = Witness(source, many(1200, 3000))
    seen = whole.seen
    chance = Random(name)
    told = 0
    for _ in range(many(15, 60)):
        at = chance.randrange(len(seen) // 2, len(seen))
        number, _, known = seen[at]
        variable = chance.choice([each for each, value in known.items() if value != ()])
        array = known[variable] if variable.endswith("[]") else None
        element = chance.randrange(len(array)) if isinstance(array, tuple) else None
        name_alone = variable.removesuffix("[]")
        spelled = python_names(whole.run.names, name_alone, of_array=element is not None)
        search = OriginSearch(name_alone, element, "", spelled, listing_of(source))
        stored = Witness(source, number, search).stored
        assert stored is not None
        told += stored.number > 0
        history = [
            (when, place, value_of(values.get(variable), element)) for when, place, values in seen[: at + 1]
        ]
        since = [each for each in history if each[0] > stored.number]
        changes = [
            earlier[0]
            for earlier, later in pairwise(history)
            if earlier[2] is not None and earlier[2] != later[2] is not None
        ]
        # the last change is that of the statement told, and none behind it stores to the name
        assert stored.number >= max(changes, default=0), (variable, number, stored)
        for when, place, _ in since[:-1]:
            names = (
                [each.name for each in stores(statements[place]) if not each.is_declaration]
                if place in statements
                else []
            )
            assert name_alone not in names or element is not None, (variable, number, stored, when, place)
        if stored.number:
            line = source.split("\n")[stored.line - 1].upper()
            assert name_alone in line or "NEXT" in line, (variable, number, stored)
    assert told


def test_the_run_stands_where_it_stood(page: Conversation) -> None:
    page.open("FOR I=0 TO 9\nX=I\nGPSET X,X\nVSYNC 1\nNEXT\n")
    page.stand(m.Go(3))
    units: list[m.UnitName] = ["statement", "statement", "draw", "draw", "frame", "frame"]
    for unit in units:
        before, values = page.stand(m.Step(unit))
        found = page.ask(m.AskValue("X"), m.Stored)
        assert found.line == 2
        again = page.at("paused")
        assert again == before
        assert page.hear(m.Values) == values
