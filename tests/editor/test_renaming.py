"""Renaming: every spelling, texts that name it; what would change what the listing does is refused."""

import pytest

from retromaze.editor.edited_listing import EditedListing
from retromaze.editor.renaming import CannotRename, plan_renaming, with_text_replaced
from retromaze.language.lexer import LONGEST_PROGRAM

LISTING = """\
@TOP A=1:a=A+1
DEF F X
X=X+A
@TOP GOTO @TOP
END
F A:GOTO"@top"
"""


def rename(text: str, line: int, column: int, wish: str) -> tuple[str, str]:
    """The renamed listing, and the warning."""
    listing = EditedListing(text)
    found = plan_renaming(listing, line, column, wish)
    return with_text_replaced(listing, found.places, found.text).source, found.warning


def refusal(text: str, line: int, column: int, wish: str) -> str:
    with pytest.raises(CannotRename) as caught:
        rename(text, line, column, wish)
    return str(caught.value)


def test_all_spellings_of_a_variable_change_also_in_defs() -> None:
    changed = LISTING.replace("A=1:a=A+1", "Sum=1:Sum=Sum+1").replace("X+A", "X+Sum").replace("F A", "F Sum")
    assert rename(LISTING, 0, 5, "Sum") == (changed, "")


def test_a_label_changes_in_its_scope_and_in_texts() -> None:
    changed = LISTING.replace("@TOP A", "@AGAIN A").replace('"@top"', '"@AGAIN"')
    assert rename(LISTING, 0, 1, "@AGAIN") == (changed, "")
    assert rename(LISTING, 3, 10, "1UP") == (LISTING.replace("@TOP GOTO @TOP", "@1UP GOTO @1UP"), "")


def test_a_def_changes_with_its_calls() -> None:
    assert rename('DEF F(X)\nRETURN X\nEND\nA=f(F(1)):CALL "F",1 OUT A\n', 0, 4, "G") == (
        'DEF G(X)\nRETURN X\nEND\nA=G(G(1)):CALL "G",1 OUT A\n',
        "",
    )


def test_a_listing_that_would_be_too_long_is_refused() -> None:
    text = "A=1'" + "x" * (LONGEST_PROGRAM - 4)
    assert refusal(text, 0, 0, "QQ") == "the listing would have more than 1,048,576 characters"


def test_what_is_refused() -> None:
    refused = {
        (0, 5, "IF"): "IF is a word of the language",
        (0, 5, "cls"): "CLS is a word of the language",
        (0, 5, "MAINCNT"): "MAINCNT is a word of the language",
        (0, 5, "X"): "X is there already",
        (0, 5, "F"): "F is there already",
        (0, 5, "A$"): "A$ would have another type than A",
        (0, 5, "1A"): "1A is no name: it begins with a letter or _",
        (0, 5, "REM"): "line 1 would be read otherwise",
        (2, 0, "A"): "A is there already",
        (1, 4, "A"): "A is there already",
        (0, 1, "@A B"): "@A B is no label: it has letters, digits and _",
        (0, 7, "B"): "here stands no label, DEF or variable of this listing",
    }
    assert {
        (line, column, wish): refusal(LISTING, line, column, wish) for line, column, wish in refused
    } == refused


REFUSED = {
    ("@A\n@B\nGOTO @A\n", 0, 1, "b"): "@B is there already",
    ("@A DATA 1\nDEF F\n@B DATA 2\nRESTORE @A\nEND\n", 0, 1, "B"): "B would be taken for another name",
    # it would become part of a number
    ("A=1F=2\n", 0, 3, "E5"): "line 1 would be read otherwise",
    ("A=1\nB=A+\n", 0, 0, "C"): "line 2 cannot be read; mend it first",
}


def test_what_is_refused_in_other_listings() -> None:
    assert {case: refusal(*case) for case in REFUSED} == REFUSED
    assert rename("A=1\nB=C+\n", 0, 0, "D") == ("D=1\nB=C+\n", "")


def test_a_text_that_may_name_it_is_told() -> None:
    label = '@A\nL$="@A"\nGOTO L$\nPRINT "@A"\n'
    assert rename(label, 0, 1, "B") == (
        label.replace("@A\nL", "@B\nL"),
        "a text may name @A when the listing runs; look at: line 2, 3, 4",
    )
    assert rename('A=1\nPRINT VAR(N$)\nPRINT "A"\n', 0, 0, "B")[1] == (
        "a text may name A when the listing runs; look at: line 2, 3"
    )
    assert rename('A=1\nPRINT "A"\n', 0, 0, "B")[1] == ""
    assert rename("DEF F\nEND\n" + "CALL F$\n" * 7, 0, 4, "G")[1] == (
        "a text may name F when the listing runs; look at: line 3, 4, 5, 6, 7, …"
    )
