"""A listing as an editor holds it: its lines, blocks, scopes and names."""

from __future__ import annotations

from functools import cached_property

from retromaze.language.lines import with_line_feeds
from retromaze.language_server.blocks import Block, blocks_of
from retromaze.language_server.line_words import line_words
from retromaze.language_server.names import Names, names_of
from retromaze.language_server.words import LineWords, Word


class Listing:
    """The text of a listing and what is known of it; each is found when it is asked for.

    Of `before`, the same listing before its last change, all lines are taken over that are still there.
    """

    def __init__(self, text: str, before: Listing | None = None) -> None:
        self.source = with_line_feeds(text)
        self.texts = self.source.split("\n")
        self.known: dict[str, LineWords] = before.known if before else {}

    @cached_property
    def lines(self) -> list[LineWords]:
        """The words of each line."""
        known: dict[str, LineWords] = {}
        for each in self.texts:
            if each not in known:
                known[each] = self.known.get(each) or line_words(each)
        self.known = known
        return [known[each] for each in self.texts]

    @cached_property
    def blocks(self) -> list[Block]:
        """The blocks that are closed."""
        return blocks_of(self.lines)

    @cached_property
    def names(self) -> Names:
        """Labels, DEFs and variables with the places where they stand."""
        return names_of(self.lines, self.blocks)

    def word_at(self, line: int, column: int) -> Word | None:
        """The word that a cursor before that character touches, the one behind it first; places from 0."""
        if not 0 <= line < len(self.lines):
            return None
        touching = [each for each in self.lines[line].words if each.column <= column <= each.end]
        return touching[-1] if touching else None
