"""The outline, what can be folded, and where a name is defined and used."""

from __future__ import annotations

from retromaze.editor.assistance import Heading, folds, outline
from retromaze.editor.listing import EditedListing

LISTING = """\
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
    return [(each.title, each.first, each.last, headings(each.inside)) for each in found]


def test_defs_and_labels_with_the_lines_that_they_stand_for() -> None:
    assert headings(outline(EditedListing(LISTING))) == [
        ("@TOP", 2, 13, []),
        ("F", 14, 17, [("@IN", 15, 17, [])]),
        ("@LAST", 18, 19, []),
    ]
    assert outline(EditedListing("")) == []


def test_a_def_without_a_name_has_no_heading_but_its_labels_have() -> None:
    assert headings(outline(EditedListing("DEF \n@A\nEND\n"))) == [("@A", 1, 3, [])]


def test_blocks_and_comments_can_be_folded() -> None:
    assert folds(EditedListing(LISTING)) == [
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
    found = listing.names.at(6, 3)
    assert found
    assert [(each.line, each.column, each.is_change) for each in found[1].places] == [
        (0, 6, False),
        (1, 0, True),
        (2, 4, True),
        (6, 2, False),
    ]


def made(listing: EditedListing, line: int, column: int) -> tuple | None:
    """Where the name at a place is made."""
    found = listing.names.at(line, column)
    return found[1].definition[:3] if found and found[1].definition else None
