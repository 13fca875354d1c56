"""What a listing sets at its top: which constants count, where they stand, and others in their place."""

import math

import pytest

from retromaze.errors import UsageError
from retromaze.language.prologue import (
    Constant,
    Value,
    opening_comment,
    parse_value,
    prologue_constants,
    with_constants_set,
)

EVERY_KIND = """\
' A NUMBER IS SET
ACLS:M_W=49:m_h = -1.5 'comment
C=#RED D%=TRUE
VAR E=&HFF,F$="one",G[3]
H$="open
"""


def test_literals_of_every_kind_are_found_where_they_stand() -> None:
    assert list(prologue_constants(EVERY_KIND).values()) == [
        Constant("M_W", 49, 2, 10, 2),
        Constant("M_H", -1.5, 2, 19, 4),
        Constant("C", -524288, 3, 3, 4),
        Constant("D%", 1, 3, 11, 4),
        Constant("E", 255, 4, 7, 4),
        Constant("F$", "one", 4, 15, 5),
        Constant("H$", "open", 5, 4, 5),
    ]


def test_the_top_ends_where_something_else_than_plain_statements_stands() -> None:
    ends = (
        *("@L", "IF A THEN C=1", "FOR I=0 TO 1:NEXT", "WHILE A:WEND", "REPEAT:UNTIL A", "ON A GOTO @M:@M"),
        *("GOTO @M:@M", "GOSUB @M:@M", "SHOW", "A=TWICE(1)", "END", "STOP", "DEF OTHER:END"),
    )
    definitions = "DEF SHOW:END\nDEF TWICE(N):RETURN N*2:END\n"
    found = {end: list(prologue_constants(f"A=1\nPRINT MAX(A,2)\n{end}\nB=2\n{definitions}")) for end in ends}
    assert found == {end: ["A"] for end in ends}


def test_what_is_computed_or_set_twice_is_no_constant() -> None:
    sources = ("A=1:A=2", "A=1:INC A", "A=1+1", "A=B", "A[0]=1", "READ A:A=1", "A=")
    assert {source: prologue_constants(source) for source in sources} == {source: {} for source in sources}


def test_other_values_stand_in_the_same_places_and_nothing_else_changes() -> None:
    values: dict[str, Value] = {"m_w": 5, "M_H": 0.25, "C": -7, "d%": 0, "E": 1e20, "F$": "", "H$": "あ 'x"}
    assert with_constants_set(EVERY_KIND, values) == EVERY_KIND.replace("49", "5").replace(
        "-1.5", "0.25"
    ).replace("#RED", "-7").replace("TRUE", "0").replace("&HFF", "1E+20").replace('"one"', '""').replace(
        '"open', '"あ \'x"'
    )


def test_only_whole_names_are_set() -> None:
    assert with_constants_set("M_W=1:W=2:W%=3\nX=W=4\n", {"W": 900}) == "M_W=1:W=900:W%=3\nX=W=4\n"


def test_lines_end_as_on_any_system() -> None:
    for end in ("\n", "\r\n", "\r"):
        source = end.join(["'W=7", "W=1", "H=2"])
        assert list(prologue_constants(source)) == ["W", "H"], end
        assert with_constants_set(source, {"H": 30}) == "'W=7\nW=1\nH=30", end


def test_what_cannot_be_set_is_refused() -> None:
    messages: dict[tuple[str, str, Value], str] = {
        ('A=1:B$=""', "C", 1): "m.bas sets no C to a constant at its top; it sets A, B$",
        ("@L:A=1", "A", 1): "m.bas sets no A to a constant at its top; it sets none",
        ("A=1", "a", "x"): "A is a number, not 'x'",
        ('A$=""', "A$", 7): "A$ is a text, not 7",
        ('A$=""', "A$", 'a"b'): "A$ cannot be 'a\"b': a text in a listing has no quotes and one line",
        ("A%=1", "A%", 1.5): "A% is a whole number of 32 bits, not 1.5",
        ("A%=1", "A%", 2**31): "A% is a whole number of 32 bits, not 2147483648",
        ("A=1", "A", math.inf): "A cannot be inf: a listing has no such number",
    }
    found = {}
    for source, name, value in messages:
        with pytest.raises(UsageError) as caught:
            with_constants_set(source, {name: value}, "m.bas")
        found[source, name, value] = str(caught.value)
    assert found == messages


def test_values_are_read_as_the_language_writes_them() -> None:
    values: dict[str, Value] = {
        "49": 49, "-1.5": -1.5, ".5": 0.5, "&HFF": 255, "#RED": -524288, "TRUE": 1, '"A"': "A",
        "MAZE": "MAZE", "1+1": "1+1", "1:B=2": "1:B=2", ")": ")", "": "",
    }  # fmt: skip
    found = {text: repr(parse_value(text)) for text in values}
    assert found == {text: repr(value) for text, value in values.items()}


def test_the_comment_at_the_top_is_what_stands_before_the_first_statement() -> None:
    comments: dict[str, list[str]] = {
        "": [],
        "A=1 'NOT THIS": [],
        "'ONE": ["ONE"],
        "\n\n' ONE\n\n'  TWO \nrem THREE\nREM\nCLS\n'NOT THIS": ["ONE", "", " TWO", "THREE"],
        "REM$=1": [],
        "REMOTE 1": [],
        "REM:CLS": [":CLS"],
    }
    assert {source: opening_comment(source) for source in comments} == comments
