"""Names with all their places, also in lines that cannot be read."""

from retromaze.analysis.programs import analyse_listing
from retromaze.editor.edited_listing import VARIABLE_USES, EditedListing, ListedName, NameKind, Role
from tests.amounts import every
from tests.editor.corpus import SHIPPED, text_of

MENTIONED = {*VARIABLE_USES, Role.PARAMETER}


def names(text: str) -> dict[tuple[str, str, str], list[tuple[int, int, str]]]:
    """(kind, name, scope's name) to (line, column, role), counted from 0."""
    return {
        (each.kind.value, each.name, each.scope.name): [
            (place.line, place.column, place.role.name) for place in each.places
        ]
        for each in EditedListing(text).names.every
    }


def test_every_variable_and_label_of_a_program_is_found_in_its_lines() -> None:
    for path in every(3, SHIPPED):
        listing = EditedListing(text_of(path))
        program = analyse_listing(listing.source)
        mentioned = {(each.scope.name, each.kind, each.name) for each in listing.names.every if is_made(each)}
        expected = {
            (scope.name, kind, name)
            for scope in program.scopes
            for kind, names in ((NameKind.VARIABLE, scope.variables), (NameKind.LABEL, scope.labels))
            for name in names
        }
        assert {each for each in mentioned if each[1] is not NameKind.DEF} == expected


def is_made(name: ListedName) -> bool:
    """Whether it stands where the analysis looks."""
    wanted = MENTIONED if name.kind is NameKind.VARIABLE else {Role.LABEL}
    return any(each.role in wanted for each in name.places)


def test_a_def_has_its_own_variables_and_sees_the_globals_above_it() -> None:
    assert names("A=1:DIM Z[2]\nDEF F X OUT Y\nVAR W\nY=X+A+B+Z[0]+w\nEND\nB=2\n") == {
        ("variable", "A", ""): [(0, 0, "STORED"), (3, 4, "VARIABLE")],
        ("variable", "Z", ""): [(0, 8, "ARRAY"), (3, 8, "VARIABLE")],
        ("DEF", "F", ""): [(1, 4, "DEF")],
        ("variable", "X", "F"): [(1, 6, "PARAMETER"), (3, 2, "VARIABLE")],
        ("variable", "Y", "F"): [(1, 12, "PARAMETER"), (3, 0, "STORED")],
        ("variable", "W", "F"): [(2, 4, "DECLARED"), (3, 13, "VARIABLE")],
        ("variable", "B", "F"): [(3, 6, "VARIABLE")],
        ("variable", "B", ""): [(5, 0, "STORED")],
    }


def test_labels_are_found_in_jumps_lists_and_texts() -> None:
    found = names('@A GOTO @b:GOSUB"@A"\nON X GOTO @A,@C:RESTORE @B\n@B DATA 1\nSPFUNC 0,@A:L$="@A"\n')
    assert found == {
        ("label", "A", ""): [
            (0, 1, "LABEL"),
            (0, 18, "MAIN_LABEL_NAME"),
            (1, 11, "JUMP"),
            (3, 10, "LABEL_VALUE"),
        ],
        ("label", "B", ""): [(0, 9, "JUMP"), (1, 25, "DATA_LABEL"), (2, 1, "LABEL")],
        ("variable", "X", ""): [(1, 3, "VARIABLE")],
        ("label", "C", ""): [(1, 14, "JUMP")],
        ("variable", "L$", ""): [(3, 12, "STORED")],
    }


def test_texts_name_defs_and_variables() -> None:
    found = names(
        'DEF F\nEND\nA=1:CALL "f":B=VAR("0:A")+CHKVAR("A")+CHKCALL("F")\nSPFUNC 1,"F":FOR TO=1 TO 2:NEXT A\n'
    )
    assert found == {
        ("DEF", "F", ""): [(0, 4, "DEF"), (2, 10, "DEF_NAME"), (2, 47, "DEF_NAME"), (3, 10, "CALLED_NAME")],
        ("variable", "A", ""): [
            (2, 0, "STORED"),
            (2, 22, "GLOBAL_NAME"),
            (2, 34, "VARIABLE_NAME"),
            (3, 32, "COUNTER"),
        ],
        ("variable", "B", ""): [(2, 13, "STORED")],
        ("variable", "TO", ""): [(3, 17, "STORED")],
    }


def test_words_of_a_statement_and_of_the_machine_are_no_names() -> None:
    assert names("XON 3DS:XON MOTION:OPTION STRICT:CALL SPRITE:VSYNC MAINCNT:PRINT TRUE\n") == {}


def test_a_def_that_is_not_closed_ends_where_an_end_stands_below_it() -> None:
    listing = EditedListing("DEF F\nFOR I=0 TO 9\nEND\nA=1\nDEF G\nB=1\nEND\n")
    assert [(each.scope.name, each.end) for each in listing.definitions] == [("F", (2, 3)), ("G", (6, 3))]
    assert listing.scope_at(3, 0) is listing.main


def test_a_line_that_cannot_be_read_hides_no_names() -> None:
    assert names("@L A=1+\nDEF G X,\nPRINT F(\nFOR I=\nDIM Q[3\nGOTO @L :)\n") == {
        ("label", "L", ""): [(0, 1, "LABEL"), (5, 6, "JUMP")],
        ("variable", "A", ""): [(0, 3, "STORED")],
        ("DEF", "G", ""): [(1, 4, "DEF")],
        ("variable", "X", ""): [(1, 6, "PARAMETER")],
        ("variable", "I", ""): [(3, 4, "VARIABLE")],
        ("variable", "Q", ""): [(4, 4, "VARIABLE")],
    }
