"""Blocks by words alone: those of the machine's pairing, and what is sensible while a listing is written."""

from __future__ import annotations

from retromaze.language_server.listing import Listing


def blocks(text: str) -> list[tuple[str, int, int]]:
    """(kind, first and last line) in the order in which they begin."""
    found = [(each.kind, each.start.line, each.end.line) for each in Listing(text).blocks]
    return sorted(found, key=lambda each: (each[1], each[2]))


def test_blocks_are_those_of_the_machine() -> None:
    expected = {
        "IF A THEN\nB\nELSEIF C THEN\nELSE\nENDIF": [("IF", 0, 4)],
        # an ELSE at the end of its line makes an IF of one line one of many
        "IF A THEN B ELSE\nC\nENDIF": [("IF", 0, 2)],
        "IF A THEN IF B THEN\nC\nENDIF": [("IF", 0, 2)],
        "IF A GOTO @L\nFOR I=0 TO 1:NEXT": [("FOR", 1, 1)],
        # a NEXT in an IF goes on with the loop around it
        "FOR I=0 TO 3\nIF A THEN\nNEXT\nENDIF\nNEXT": [("FOR", 0, 4), ("IF", 1, 3)],
        "DEF F\nIF A THEN\nEND\nENDIF\nEND\nEND": [("DEF", 0, 4), ("IF", 1, 3)],
        "DEF F\nIF A THEN END\nEND": [("DEF", 0, 2)],
        '\' FOR\nPRINT "FOR":REM FOR\nNEXT': [],
    }
    assert {text: blocks(text) for text in expected} == expected


def test_a_block_that_is_not_closed_spoils_no_other() -> None:
    expected = {
        "DEF F\nFOR I=0 TO 3\nEND\nDEF G\nEND": [("DEF", 0, 2), ("DEF", 3, 4)],
        "DEF F\nIF A THEN\n END\nEND": [("DEF", 0, 3)],
        "DEF F\nDEF G\nEND": [("DEF", 1, 2)],
        "DEF F\nA=1": [],
        "FOR I=0 TO 3\nWHILE A\nNEXT": [("FOR", 0, 2)],
        "IF A THEN\nWEND\nENDIF": [("IF", 0, 2)],
        "NEXT\nENDIF\nEND\nELSE\nUNTIL": [],
    }
    assert {text: blocks(text) for text in expected} == expected
