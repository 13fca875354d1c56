"""Completion, help under the pointer, the outline, folds, and where a name is defined and used."""

from retromaze.builtins.reference import FORMS, all_words, explanation
from retromaze.editor.edited_listing import DEFINING, EditedListing
from retromaze.editor.language_features import SNIPPETS, Heading, completions, folds, help_at, outline

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
    return [(each.title, each.start, each.kind.value) for each in found]


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
        "GOTO @": 5, "GOSUB @l": 6, "RESTORE @LO": 8, "ON X GOTO @LOOP,@": 16, 'GOTO "@': 6, "GOTO lo": 5,
    }  # fmt: skip
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


COMMENTED = """\
' how *wide*
REM in rooms
W%=49
' begins `again`
@TOP
DEF DIG X OUT N$
N$="迷路"+STR$(X+W%)
END
DIM M[W%,9]:M[0,0]=U
GOTO @TOP:GOTO @NO
"""


def markdown(line: int, column: int, text: str = COMMENTED) -> str:
    found = help_at(EditedListing(text), line, column)
    return found.markdown if found else ""


def test_a_word_has_the_help_of_its_declaration() -> None:
    sentence = "fills the whole page; without a color it becomes transparent."
    found = help_at(EditedListing('PRINT "迷路":GCLS #RED\n'), 0, 14)
    assert found == (
        0,
        11,
        15,
        f"### `GCLS`\n\n- `GCLS [color]` {sentence}\n\n*Work:* 120\n",
        f"GCLS [color] {sentence}",
    )


def test_every_word_has_help_in_any_case() -> None:
    for word in all_words():
        found = help_at(EditedListing(f"A={word.lower()}(1)"), 0, 2)
        assert found is not None
        assert found.plain.split() == explanation(word).split()
    for word, form in FORMS.items():
        found = help_at(EditedListing(word), 0, 1)
        assert word == "REM" or (found and found.plain == form)


def test_constants_tell_their_numbers() -> None:
    assert markdown(0, 3, "A=#red+#B") == "`#RED` = -524288 (&HFFF80000)"
    assert markdown(0, 8, "A=#red+#B") == "`#B` = 32 (&H20)"
    assert markdown(0, 3, "A=#YES") == "`#YES` = 1"


def test_names_tell_what_they_are_and_what_stands_above_them() -> None:
    assert markdown(2, 0) == "`W%`: whole number; set first in line 3\n\n```smilebasic\nW%=49\n```"
    assert markdown(9, 7) == ("`@TOP`: label; line 5\n\n```smilebasic\n@TOP\n```\n\nbegins \\`again\\`")
    assert markdown(5, 4) == "`DIG`: DEF of this listing; line 6\n\n```smilebasic\nDEF DIG X OUT N$\n```"
    assert markdown(6, 13) == "`X`: parameter of DEF DIG\n\n```smilebasic\nDEF DIG X OUT N$\n```"
    assert markdown(8, 12) == (
        "`M`: array of numbers; declared in line 9\n\n```smilebasic\nDIM M[W%,9]:M[0,0]=U\n```"
    )
    assert markdown(8, 19) == "`U`: number; never set\n\n```smilebasic\nDIM M[W%,9]:M[0,0]=U\n```"
    assert markdown(9, 17) == "`@NO`: label; no statement has it"


def test_a_comment_of_several_lines_is_told_without_its_marks() -> None:
    found = help_at(EditedListing("' how *wide*\nREM in rooms\nDEF F\nEND\n"), 2, 5)
    assert found is not None
    assert found.markdown.endswith("\n\nhow \\*wide\\*  \nin rooms")
    assert found.plain == "F: DEF of this listing; line 3\nDEF F\nhow *wide*\nin rooms"


def test_a_line_with_the_marks_of_markdown_stays_a_block_of_code() -> None:
    assert markdown(0, 0, 'A$="```"\n') == (
        '`A$`: text; set first in line 1\n\n````smilebasic\nA$="```"\n````'
    )


def test_comments_texts_and_numbers_have_none() -> None:
    listing = EditedListing(COMMENTED)
    assert [help_at(listing, *place) for place in ((0, 5), (6, 5), (40, 0), (8, 9))] == [None] * 4


NESTED = """\
' one
' two
@TOP
FOR I=0 TO 9
 IF I THEN
  PRINT I
 ELSE
  WHILE I
   REPEAT
   UNTIL I
  WEND
 ENDIF
 IF I THEN PRINT 1 ELSE PRINT 2
NEXT
COMMON DEF F(X)
@IN
RETURN X
END
@LAST A=F(A):END
"""


def headings(found: list[Heading]) -> list[tuple]:
    """(title, first and last line, those inside)."""
    return [(each.title, each.first, each.last, headings(each.children)) for each in found]


def test_defs_and_labels_with_the_lines_that_they_stand_for() -> None:
    assert headings(outline(EditedListing(NESTED))) == [
        ("@TOP", 2, 13, []),
        ("F", 14, 17, [("@IN", 15, 17, [])]),
        ("@LAST", 18, 19, []),
    ]
    assert outline(EditedListing("")) == []


def test_a_def_without_a_name_has_no_heading_but_its_labels_have() -> None:
    assert headings(outline(EditedListing("DEF \n@A\nEND\n"))) == [("@A", 1, 3, [])]


def test_blocks_and_comments_can_be_folded() -> None:
    assert folds(EditedListing(NESTED)) == [
        (0, 1, True),
        (3, 12, False),
        (4, 10, False),
        (7, 9, False),
        (14, 16, False),
    ]


def test_where_a_name_is_made_and_used() -> None:
    listing = EditedListing("PRINT A\nA=1\nINC A\nDEF F A\nVAR B=A\nEND\nF A\n")
    assert made(listing, 0, 6) == made(listing, 2, 4) == (1, 0, 1)
    assert made(listing, 4, 7) == (3, 6, 7)
    assert made(listing, 6, 0) == (3, 4, 5)
    assert made(listing, 0, 1) is None
    found = listing.names.name_at(6, 3)
    assert found
    assert [(each.line, each.column, each.role in DEFINING) for each in found[1].places] == [
        (0, 6, False),
        (1, 0, True),
        (2, 4, True),
        (6, 2, False),
    ]


def made(listing: EditedListing, line: int, column: int) -> tuple | None:
    """Where the name at a place is made."""
    found = listing.names.name_at(line, column)
    return found[1].definition[:3] if found and found[1].definition else None
