"""Texts with mistakes: a node for each statement that cannot be read, and all errors, that of a run first."""

from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.nodes import nodes_in
from retromaze.language.parser import parse, parse_leniently
from retromaze.language.program import Analysis, MachineWords, analyse, fold_and_measure
from tests.amounts import many

WORDS = MachineWords(frozenset({"MAINCNT"}), frozenset())


def shape(text: str) -> list[str]:
    """The kinds of the statements; of an unreadable one its place, the mistake's, and what was made out."""
    return [*map(told, parse_leniently(text))]


def told(node: nodes.Node) -> str:
    if not isinstance(node, nodes.Unreadable):
        return type(node).__name__
    known = [str(getattr(each, "name", type(each).__name__)) for each in node.known]
    return f"{node.line}:{node.column} {node.mistake} {known} {type(node.stands_for).__name__}"


def read(text: str) -> tuple[Analysis, list[BasicError]]:
    """A text as an editor reads it, with its errors."""
    statements = parse_leniently(text)
    errors: list[BasicError] = [
        node.error for each in statements for node in nodes_in(each) if isinstance(node, nodes.Unreadable)
    ]
    prepared = [fold_and_measure(each, errors=errors) for each in statements]
    return analyse(prepared, WORDS, errors=errors), errors


def messages(text: str) -> list[str]:
    return [f"{each.line}:{each.column} {each.wording}" for each in read(text)[1]]


def test_parsing_resumes_at_the_next_statement() -> None:
    assert shape("DIM G(3)\nH A,F(\n") == ["1:1 6 ['G'] NoneType", "2:1 7 ['A'] NoneType"]
    assert shape("A=1+:PRINT B,):C=2\n:D=1\nE=F(\n") == [
        "1:1 5 ['A', 'Number'] NoneType",
        "1:6 14 ['B'] NoneType",
        "Assign",
        "2:1 1 [] NoneType",
        "Assign",
        "3:1 5 ['E'] NoneType",
    ]


def test_a_word_that_begins_a_block_is_no_part_of_a_mistake() -> None:
    assert shape(")DEF F(X)\nA=1 FOR I=0 TO 1)NEXT\n") == [
        "1:1 1 [] NoneType",
        "Define",
        "Assign",
        "2:5 17 ['I', 'Number', 'Number'] For",
        "Next",
    ]


def test_a_condition_that_cannot_be_read_leaves_the_if() -> None:
    assert shape("IF A=1 THEN @L ELSE B\n") == ["If", "Goto", "Else", "Instruction"]
    (first, *_) = parse_leniently("IF A=1 THEN @L\n")
    assert isinstance(first, nodes.If)
    assert nodes.same_code(first.condition, nodes.Unreadable(1, 4, 5, (nodes.Name(1, 4, "A"),), None))
    assert shape("IF A THEN )\nIF A\n") == ["If", "1:11 11 [] NoneType", "2:1 5 ['A'] NoneType"]


def test_what_cannot_be_read_begins_and_ends_blocks() -> None:
    assert shape("FOR I=\nWHILE )\nUNTIL A+\nNEXT I,\nEND )\nDEF G(X,\n") == [
        "1:1 7 ['I'] For",
        "2:1 7 [] While",
        "3:1 9 ['A'] Until",
        "4:1 8 ['I'] Next",
        "5:1 5 [] End",
        "6:1 9 [] Define",
    ]
    assert messages("DEF G(X,\nFOR I=\nPRINT X\nNEXT\nIF A= THEN\nENDIF\nEND\n") == [
        "1:9 Syntax error",
        "2:7 Syntax error",
        "5:5 Syntax error",
    ]


def test_all_errors_are_kept() -> None:
    assert messages("WEND\nVAR A,A\n@L\n@L\nFOR I=0 TO 1\nIF I THEN\nNEXT:BREAK\nENDIF\n") == [
        "1:1 WEND without WHILE",
        "8:1 FOR without NEXT",
        "2:7 Duplicate variable",
        "4:1 Duplicate label",
    ]
    assert messages("OPTION STRICT\nPRINT A+B\nXON=1\nMAINCNT=2\nDATA A\n") == [
        "2:7 Undefined variable",
        "2:9 Undefined variable",
        "3:1 Syntax error",
        "4:1 Syntax error",
        "5:6 Syntax error",
    ]
    assert messages("A=" + "-" * 101 + "1:WEND") == ["1:103 Out of code memory", "1:106 WEND without WHILE"]


def blocks(text: str) -> list[tuple[str, int, int]]:
    """(kind, first and last line) of the blocks, in the order in which they begin."""
    found = [(type(each.begin).__name__, each.begin.line, each.end.line) for each in read(text)[0].extents]
    return sorted(found, key=lambda each: each[1:])


def test_blocks_with_their_ends() -> None:
    expected = {
        "IF A THEN\nB\nELSEIF C THEN\nELSE\nENDIF": [("If", 1, 5)],
        "IF A THEN B ELSE\nC\nENDIF": [("If", 1, 3)],
        "FOR I=0 TO 3\nIF A THEN\nNEXT\nENDIF\nNEXT": [("For", 1, 5), ("If", 2, 4)],
        "DEF F\nIF A THEN\nEND\nENDIF\nEND\nEND": [("Define", 1, 5), ("If", 2, 4)],
    }
    assert {text: blocks(text) for text in expected} == expected


def test_a_block_that_is_not_closed_spoils_no_other() -> None:
    expected = {
        "DEF F\nFOR I=0 TO 3\nEND\nDEF G\nEND": [("Define", 1, 3), ("Define", 4, 5)],
        "DEF F\nIF A THEN\n END\nEND": [("Define", 1, 4)],
        "DEF F\nDEF G\nEND": [("Define", 2, 3)],
        "DEF F\nA=1": [],
        "FOR I=0 TO 3\nWHILE A\nNEXT": [("For", 1, 3)],
        "IF A THEN\nFOR I=0 TO 1\nENDIF\nUNTIL A": [("If", 1, 3)],
        "FOR I=0 TO 3\nDEF F\nEND\nDEF F\nEND": [("Define", 2, 3), ("Define", 4, 5)],
    }
    assert {text: blocks(text) for text in expected} == expected


PIECES = (
    *("\n", "\n", ":", '"', "'", "@A", "#", "#RED", "(", ")", "[", "]", "=", ",", "1", "A", "F", "+", "\0"),
    *("DEF ", "DEF F\n", "END", "END\n", "IF ", " THEN ", "ELSE", "ELSEIF ", "ENDIF\n", "FOR I=0 TO 1"),
    *("NEXT", "WHILE ", "WEND", "REPEAT", "UNTIL ", "GOTO ", "GOSUB@A", 'VAR("', "VAR A", "OUT ", "BREAK"),
    *("DIM A[2]\n", "A[1,1]=2\n", "OPTION STRICT\n", "OPTION X", "XON 3DS", "XON=1", "MAINCNT=1", "DATA "),
    *("FOR I=", "REM", "A=GOTO", "\r\n"),
)


@settings(max_examples=many(150, 5000))
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=2), max_size=40).map("".join))
def test_the_first_error_of_any_text_is_that_of_a_run(text: str) -> None:
    _, errors = read(text)
    try:
        analyse([fold_and_measure(each) for each in parse(text)], WORDS)
    except BasicError as error:
        assert errors
        assert (str(errors[0]), errors[0].column) == (str(error), error.column)
    else:
        assert errors == []
    lines = text.replace("\r\n", "\n").split("\n")
    one_by_one = [each for number, line in enumerate(lines, 1) for each in parse_leniently(line, number)]
    assert list(map(repr, one_by_one)) == list(map(repr, parse_leniently(text)))
