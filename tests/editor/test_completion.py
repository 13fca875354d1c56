"""Completion: what may stand where, of the language and of the listing."""

from __future__ import annotations

from retromaze.editor.assistance import SNIPPETS, Sort, completions
from retromaze.editor.listing import EditedListing

LISTING = """\
W=49:W$="A":DIM MAZE[9]
@LOOP
DEF DIG WIDE OUT N
@INNER

END
DIG 1 OUT WAY
"""


def offered(text: str, line: int, column: int, *, snippets: bool = False) -> list[tuple[str, int, str]]:
    """(title, from, sort) of all that is offered."""
    found = completions(EditedListing(text), line, column, snippets=snippets)
    return [(each.title, each.start, each.sort.value) for each in found]


def typed(last: str, *, snippets: bool = False) -> list[tuple[str, int, str]]:
    """The same at the end of a line that is typed behind the listing."""
    return offered(LISTING + last, 7, len(last), snippets=snippets)


def test_words_and_names_that_begin_so() -> None:
    assert typed("A=W") == [
        ("W", 2, "variable"),
        ("W$", 2, "variable"),
        ("WAY", 2, "variable"),
        ("WEND", 2, "keyword"),
        ("WHILE", 2, "keyword"),
        ("WAIT", 2, "instruction"),
        ("WAVSET", 2, "instruction"),
        ("WAVSETA", 2, "instruction"),
        ("WIDTH", 2, "instruction"),
    ]
    assert typed("PRINT di") == [
        ("DIG", 6, "DEF"),
        ("DIM", 6, "keyword"),
        ("DIV", 6, "keyword"),
        ("DIALOG", 6, "instruction"),
        ("DISPLAY", 6, "instruction"),
    ]


def test_a_def_sees_its_own_names_and_the_globals() -> None:
    text = LISTING.replace("\n\n", "\nW\n")
    assert offered(text, 4, 1)[:3] == [("WIDE", 0, "variable"), ("W", 0, "variable"), ("W$", 0, "variable")]
    assert offered(text.replace("W\n", "GOTO @\n"), 4, 6) == [("@INNER", 5, "label")]


def test_labels_behind_jumps() -> None:
    starts = {
        "GOTO @": 5,
        "GOSUB @l": 6,
        "RESTORE @LO": 8,
        "ON X GOTO @LOOP,@": 16,
        'GOTO "@': 6,
        "GOTO lo": 5,
    }
    assert {last: typed(last) for last in starts} == {
        last: [("@LOOP", start, "label")] for last, start in starts.items()
    }


def test_behind_a_jump_a_text_may_name_the_label() -> None:
    assert typed("GOTO ") == [("@LOOP", 5, "label"), ("W$", 5, "variable")]


def test_constants_behind_their_mark() -> None:
    assert typed("A=#tm") == [("#TMAROON", 2, "constant"), ("#TMAGENTA", 2, "constant")]
    assert ("#RED", 2, "constant") in typed("A=#")


def test_nothing_in_comments_texts_numbers_and_new_names() -> None:
    lasts = ("' WA", 'A$="WA', "A=12", "DEF W", "REM W")
    assert {last: typed(last) for last in lasts if typed(last)} == {}


def test_blocks_only_where_the_editor_fills_in_gaps_and_a_statement_begins() -> None:
    whole = ("WHILE … WEND", 0, "snippet")
    assert whole in typed("WH", snippets=True)
    assert whole not in typed("WH")
    assert [each for each in typed("A=WH", snippets=True) if each[2] == "snippet"] == []
    assert {title for title, _, sort in typed("", snippets=True) if sort == "snippet"} == set(SNIPPETS)


def test_what_is_offered_explains_itself() -> None:
    (found,) = completions(EditedListing("GLIN"), 0, 4)
    assert found == (
        Sort.INSTRUCTION,
        "GLINE",
        "GLINE",
        "GLINE x1,y1,x2,y2[,color] draws a straight line, both ends included.",
        0,
    )
