"""Names are found by words alone, and are those that the machine's own analysis finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from retromaze.errors import BasicError
from retromaze.language_server.listing import Listing
from retromaze.language_server.names import MAIN, VARIABLES_SEEN, Kind
from retromaze.language_server.words import Role
from retromaze.lowering.programs import analyse_listing
from tests.amounts import one_in
from tests.language_server.corpus import PATHS, text_of

SEEN = {*VARIABLES_SEEN, Role.PARAMETER}


def names(text: str) -> dict[tuple[str, str, int], list[tuple[int, int, str]]]:
    """(kind, name, scope) to (line, column, role), counted from 0."""
    return {
        (each.kind.value, each.name, each.scope): [
            (place.line, place.column, place.role.name) for place in each.places
        ]
        for each in Listing(text).names.every
    }


@pytest.mark.parametrize("path", one_in(8, PATHS), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_scopes_have_the_names_that_the_analysis_gives_them(path: Path) -> None:
    listing = Listing(text_of(path))
    try:
        program = analyse_listing(listing.source)
    except BasicError:
        return
    assert [each.name for each in listing.names.extents] == list(program.definitions)
    for number, scope in enumerate(program.scopes):
        own = [each for each in listing.names.every if each.scope == number]
        variables = {
            each.name
            for each in own
            if each.kind is Kind.VARIABLE and any(place.role in SEEN for place in each.places)
        }
        assert variables == set(scope.variables)
        labels = {each.name for each in own if each.kind is Kind.LABEL and each.is_defined}
        assert labels == set(scope.labels)


def test_a_def_has_its_own_variables_and_sees_the_globals_above_it() -> None:
    assert names("A=1:DIM Z[2]\nDEF F X OUT Y\nVAR W\nY=X+A+B+Z[0]+w\nEND\nB=2\n") == {
        ("variable", "A", 0): [(0, 0, "STORED"), (3, 4, "VARIABLE")],
        ("variable", "Z", 0): [(0, 8, "ARRAY"), (3, 8, "VARIABLE")],
        ("DEF", "F", 0): [(1, 4, "DEF")],
        ("variable", "X", 1): [(1, 6, "PARAMETER"), (3, 2, "VARIABLE")],
        ("variable", "Y", 1): [(1, 12, "PARAMETER"), (3, 0, "STORED")],
        ("variable", "W", 1): [(2, 4, "DECLARED"), (3, 13, "VARIABLE")],
        ("variable", "B", 1): [(3, 6, "VARIABLE")],
        ("variable", "B", 0): [(5, 0, "STORED")],
    }


def test_labels_are_found_in_jumps_lists_and_texts() -> None:
    found = names('@A GOTO @b:GOSUB"@A"\nON X GOTO @A,@C:RESTORE @B\n@B DATA 1\nSPFUNC 0,@A:L$="@A"\n')
    assert found == {
        ("label", "A", 0): [
            (0, 1, "LABEL"),
            (0, 18, "MAIN_LABEL_NAME"),
            (1, 11, "JUMP"),
            (3, 10, "LABEL_VALUE"),
        ],
        ("label", "B", 0): [(0, 9, "JUMP"), (1, 25, "DATA_LABEL"), (2, 1, "LABEL")],
        ("variable", "X", 0): [(1, 3, "VARIABLE")],
        ("label", "C", 0): [(1, 14, "JUMP")],
        ("variable", "L$", 0): [(3, 12, "STORED")],
    }


def test_texts_name_defs_and_variables() -> None:
    found = names(
        'DEF F\nEND\nA=1:CALL "f":B=VAR("0:A")+CHKVAR("A")+CHKCALL("F")\nSPFUNC 1,"F":FOR TO=1 TO 2:NEXT A\n'
    )
    assert found == {
        ("DEF", "F", 0): [(0, 4, "DEF"), (2, 10, "DEF_NAME"), (2, 47, "DEF_NAME"), (3, 10, "CALLED_NAME")],
        ("variable", "A", 0): [
            (2, 0, "STORED"),
            (2, 22, "GLOBAL_NAME"),
            (2, 34, "VARIABLE_NAME"),
            (3, 32, "COUNTER"),
        ],
        ("variable", "B", 0): [(2, 13, "STORED")],
        ("variable", "TO", 0): [(3, 17, "STORED")],
    }


def test_words_of_a_statement_and_of_the_machine_are_no_names() -> None:
    assert names("XON 3DS:XON MOTION:OPTION STRICT:CALL SPRITE:VSYNC MAINCNT:PRINT TRUE\n") == {}


def test_a_def_that_is_not_closed_ends_where_an_end_stands_below_it() -> None:
    listing = Listing("DEF F\nFOR I=0 TO 9\nEND\nA=1\nDEF G\nB=1\nEND\n")
    assert [(each.name, each.end) for each in listing.names.extents] == [("F", (2, 3)), ("G", (6, 3))]
    assert listing.names.scope_at(3, 0) == MAIN


def test_a_line_that_cannot_be_read_hides_no_names() -> None:
    assert names("@L A=1+\nDEF G X,\nPRINT F(\nFOR I=\nDIM Q[3\nGOTO @L :)\n") == {
        ("label", "L", 0): [(0, 1, "LABEL"), (5, 6, "JUMP")],
        ("variable", "A", 0): [(0, 3, "STORED")],
        ("DEF", "G", 0): [(1, 4, "DEF")],
        ("variable", "X", 0): [(1, 6, "VARIABLE")],
        ("variable", "I", 0): [(3, 4, "STORED")],
        ("variable", "Q", 0): [(4, 4, "ARRAY")],
    }
