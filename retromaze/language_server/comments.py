"""The comment that stands above a line."""

from __future__ import annotations

from retromaze.language.prologue import OPENING_COMMENT
from retromaze.language_server.listing import Listing
from retromaze.language_server.words import Role

MOST = 20
"""Lines of a comment that are shown."""


def comment_above(listing: Listing, line: int) -> list[str]:
    """The lines of comment directly above a line, without their marks; of many the last ones."""
    above: list[str] = []
    while line - len(above) > 0 and len(above) < MOST:
        text = whole_comment(listing, line - len(above) - 1)
        if text is None:
            break
        above.insert(0, text)
    return above


def whole_comment(listing: Listing, line: int) -> str | None:
    """The text of a line that is nothing but a comment, None of any other."""
    words = listing.lines[line].words
    if len(words) != 1 or words[0].role is not Role.COMMENT:
        return None
    found = OPENING_COMMENT.fullmatch(words[0].text.strip())
    return found[1] if found else words[0].text
