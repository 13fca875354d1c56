"""The panels that have something to show of a listing."""

from __future__ import annotations

import pytest

from retromaze.studio.panels import panels_of


def special(listing: str) -> set[str]:
    """Those panels that not every listing has."""
    return set[str](panels_of(listing, has_lesson=False)) - {"variables", "events", "stops", "proof"}


@pytest.mark.parametrize(
    ("listing", "wanted"),
    [
        ("PRINT 1", set()),
        ("A[0]=1", {"arrays"}),
        ("def a:end", {"calls"}),
        ("GOSUB @A", {"calls"}),
        ("beep", {"notes"}),
        ('BGMPLAY "C"', {"notes"}),
        ("SPSET 1,2:BGFILL 0,0,0,9,9,1", {"moving"}),
        ("' SPSET DEF BEEP [", set()),
        ('PRINT "SPSET DEF BEEP ["', set()),
        ("@BEEP", set()),
        # what it cannot be read on account of changes nothing
        ("X=*\nBEEP:?)", {"notes"}),
        ("EXEC 1", {"arrays", "calls", "notes", "moving"}),
    ],
)
def test_a_panel_is_there_where_a_word_has_something_for_it(listing: str, wanted: set[str]) -> None:
    assert special(listing) == wanted


def test_the_order_of_the_tabs_begins_with_the_lesson() -> None:
    assert list(panels_of("EXEC 1", has_lesson=True)) == [
        *("lesson", "variables", "arrays", "calls", "notes", "moving", "events", "stops", "proof")
    ]
    assert list(panels_of("", has_lesson=False)) == ["variables", "events", "stops", "proof"]
