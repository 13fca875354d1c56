"""Mistakes of a listing: the machine's words, the place, and what is told of those that only a run meets."""

from pathlib import Path

import pytest

from retromaze.editor.edited_listing import EditedListing
from retromaze.editor.mistakes import mistakes
from tests.amounts import one_in
from tests.editor.corpus import SHIPPED, text_of
from tests.test_listings import FOLDER, expected_error

LISTINGS = sorted(FOLDER.rglob("*.bas"))
HARMLESS = {"an_unknown_instruction_never_reached_is_harmless", "a_missing_label_never_reached_is_harmless"}
"""Listings with a mistake that their run does not come to."""


def found(text: str) -> list[tuple[int, int, int, int, str, str]]:
    """(line, from, to, number, message, hint), places counted from 0."""
    return [
        (each.line, each.column, each.end, each.number, each.message, each.hint)
        for each in mistakes(EditedListing(text))
    ]


def test_shipped_listings_have_none() -> None:
    told = {path.stem: found(text_of(path)) for path in SHIPPED}
    assert {name: mistakes for name, mistakes in told.items() if mistakes} == {}


@pytest.mark.parametrize("path", one_in(8, LISTINGS), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_listing_that_runs_to_its_end_has_none(path: Path) -> None:
    text = text_of(path)
    errors = [each for each in mistakes(EditedListing(text)) if not each.is_warning]
    if expected_error(text) is None and path.stem not in HARMLESS:
        assert errors == []


def test_every_line_that_cannot_be_read_has_its_mistake() -> None:
    assert found("A=1+\nTEHN=2\nIF A=1 TEHN B=2\n:PRINT\nPRINT #NOCOLOR\nGOTO @NO\n") == [
        (0, 3, 4, 3, "Syntax error in 0:1", "a value is missing behind +"),
        (2, 4, 5, 3, "Syntax error in 0:3", "= stores a value; to compare, write =="),
        (3, 0, 1, 3, "Syntax error in 0:4", "a line does not begin with a colon: leave it out"),
        (4, 6, 14, 3, "Syntax error in 0:5", "no constant is called #NOCOLOR"),
        (5, 5, 8, 14, "Undefined label in 0:6 (@NO)", ""),
    ]


def test_the_word_that_a_hint_is_about_is_marked() -> None:
    assert found("GPSET RND(400)RGB(255,0,0)\n") == [
        (0, 14, 17, 3, "Syntax error in 0:1", "between ) and RGB a comma or an operator is missing"),
    ]


def test_what_the_machine_finds_before_a_start_is_told() -> None:
    wanted = {
        "FOR I=0 TO 3\nPRINT I\n": (0, 0, 3, 20, "FOR without NEXT in 0:2", "FOR in line 1 has no NEXT"),
        "VAR A\nVAR B,A\n": (
            1,
            6,
            7,
            18,
            "Duplicate variable in 0:2",
            "A is declared in line 1 already: A=… is enough here",
        ),
        "@A\n@A\n": (
            1,
            0,
            2,
            17,
            "Duplicate label in 0:2",
            "@A stands in line 1 already: leave one out, or take another name",
        ),
        "OPTION STRICT\nPRINT A\n": (
            *(1, 6, 7, 15, "Undefined variable in 0:2"),
            "OPTION STRICT wants every variable declared: VAR A",
        ),
        "WHLE 1\nWEND\n": (1, 0, 4, 25, "WEND without WHILE in 0:2", "did you mean WHILE?"),
    }
    told = {text: found(text) for text in wanted}
    assert {text: told[text] for text, mistake in wanted.items() if mistake not in told[text]} == {}


def test_names_that_do_not_exist_are_told_with_what_was_meant() -> None:
    assert found(
        "@LOOP\nPRNT 1:A=SINN(1)\nGOSUB @LOPO\nDEF F\nGOSUB @LOOP\nEND\nRESTORE @NO:L$=@NO\nF\n"
    ) == [
        (1, 0, 4, 16, "Undefined function in 0:2 (PRNT)", "did you mean PRINT?"),
        (1, 9, 13, 16, "Undefined function in 0:2 (SINN)", "did you mean SIN?"),
        (2, 6, 11, 14, "Undefined label in 0:3 (@LOPO)", "did you mean @LOOP?"),
        # no plain label is in sight of a GOSUB in a DEF
        (
            *(4, 6, 11, 14, "Undefined label in 0:5 (@LOOP)"),
            "@LOOP is in another DEF or in the main program: jumps stay inside",
        ),
        (6, 8, 11, 14, "Undefined label in 0:7 (@NO)", ""),
    ]


def test_a_call_that_a_word_has_no_form_for_is_told() -> None:
    assert found('CLS 1,2:A=LEN():LOCATE 1,2\nPUSH A$,"B"\n') == [
        (0, 0, 3, 4, "Illegal function call in 0:1(CLS)", "CLS stands alone: nothing comes behind it"),
        (0, 10, 13, 4, "Illegal function call in 0:1(LEN)", "LEN is written LEN(text) · LEN(array)"),
    ]
    takes = "LOCATE takes a number as its argument 2: LOCATE [column],[row][,z]"
    assert found('LOCATE 1,"A"\n') == [(0, 0, 6, 8, "Type mismatch in 0:1(LOCATE:2)", takes)]


def test_a_call_of_a_def_with_other_arguments_is_told() -> None:
    assert found("PRINT F(1,2);F(1)\nDEF F(X)\nRETURN X\nEND\n") == [
        (0, 6, 7, 4, "Illegal function call in 0:1", "F is defined so: DEF F(X)")
    ]


def test_a_value_of_another_type_is_told() -> None:
    source = 'A$=5:B="X":C%=2:D$="":T=""\nDEF F X\nX="ANY"\nX=1\nEND\nDEF G X$\nX$=1\nEND\nF 1:G "A"\n'
    assert [each[:5] for each in found(source)] == [
        (0, 3, 4, 8, "Type mismatch in 0:1"),
        (0, 7, 10, 8, "Type mismatch in 0:1"),
        (0, 24, 26, 8, "Type mismatch in 0:1"),
        (6, 3, 4, 8, "Type mismatch in 0:7"),
    ]
    assert [each[:3] for each in found('VAR A$=5,B=5,C="X"\n')] == [(0, 7, 8), (0, 15, 18)]
    assert found("A$=5\n")[0][5] == "A$ holds texts, not numbers: use quotes, or STR$(…)"


def test_a_word_of_another_slot_is_a_warning() -> None:
    (warning,) = mistakes(EditedListing("USE 1\nDIG 3\n"))
    assert (warning.is_warning, warning.message) == (True, "Undefined function in 0:2 (DIG)")


def test_a_word_that_does_nothing_here_is_a_warning() -> None:
    for text, warning in {
        'TALK "HELLO"': (0, 4, "TALK: nothing is heard of it here"),
        "MICSTART 0,0,0": (0, 8, "MICSTART: microphone; not simulated: this console has none"),
        "A=MPCOUNT": (2, 9, "MPCOUNT: wireless play; not simulated: this console has none"),
    }.items():
        (found,) = mistakes(EditedListing(text))
        assert (found.column, found.end, found.message) == warning
        assert (found.is_warning, found.number) == (True, 0)


def test_a_function_without_its_parentheses_is_a_warning() -> None:
    (warning,) = mistakes(EditedListing("A=1\nIF BUTTON THEN A=2\n"))
    assert warning == (1, 3, 9, 0, "BUTTON: nothing sets this variable", "did you mean BUTTON()?", True)
    # the statement that cannot be read may have been meant to set it
    assert [each.is_warning for each in mistakes(EditedListing("INPUT 1 BLUE\nGCLS BLUE\n"))] == [False]


def test_a_program_that_no_slot_holds_is_told() -> None:
    message = "Out of code memory in 0:262145 (a program has 1,048,576 characters at most)"
    assert [each[3:5] for each in found("A=1\n" * 262_145)] == [(12, message)]
