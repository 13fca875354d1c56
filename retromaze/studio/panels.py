"""Which panels of the page have something to show of a listing."""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.language.lexer import spans
from retromaze.studio.messages import PanelName

CALLS = {"DEF", "GOSUB"}
NOTES = {"BEEP", "BGMPLAY"}
MOVING = {"SPSET", "BGPUT", "BGFILL", "BGLOAD"}
"""The words that set a sprite, or a cell of a background layer."""
OTHER_PROGRAMS = {"EXEC", "USE", "PRGEDIT"}
"""The words by which a program runs, calls or writes another one, whose words are not in the listing."""


def panels_of(listing: str, *, has_lesson: bool) -> Iterator[PanelName]:
    """Yields the names of the panels, in the order of their tabs; the listing's text may have errors."""
    found = list(spans(listing))
    words = {each.word for each in found if each.kind in {"name", "keyword"}}
    runs_others = not words.isdisjoint(OTHER_PROGRAMS)
    if has_lesson:
        yield "lesson"
    yield "variables"
    if runs_others or any(each.kind == "mark" and each.text == "[" for each in found):
        yield "arrays"
    if runs_others or words & CALLS:
        yield "calls"
    if runs_others or words & NOTES:
        yield "notes"
    if runs_others or words & MOVING:
        yield "moving"
    yield "events"
    yield "stops"
    yield "proof"
