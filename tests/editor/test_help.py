"""Help under the pointer: words from the one table, names of the listing with what stands above them."""

from __future__ import annotations

from retromaze.builtins.reference import FORMS, all_words, explanation
from retromaze.editor.assistance import help_at
from retromaze.editor.listing import EditedListing

LISTING = """\
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


def markdown(line: int, column: int, text: str = LISTING) -> str:
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
    listing = EditedListing(LISTING)
    assert [help_at(listing, *place) for place in ((0, 5), (6, 5), (40, 0), (8, 9))] == [None] * 4
