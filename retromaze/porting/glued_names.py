"""Cuts names that a listing writes as one word where its words are known: `make_floor` for MAKEFLOOR."""

from __future__ import annotations

import re
from collections.abc import Set

from retromaze.python.records import VERBS

SHORTEST, LONG = 3, 4
"""The fewest letters of a part, and of each part of a name without a verb before it."""
WORD = re.compile("[a-z]{3,}")
MORE_VERBS = "change compile count create del drop fill find get paint pick redraw remove select swap walk"
KINDS = {"auto", "best", "first", "last", "left", "main", "max", "new", "next", "one", "right"}
"""Words that say which one of several things is meant."""
NOUNS = """
all area ball bar block board bomb boss bullet card cell col color data enemy enemies file fish floor game
gap hero hit item key level line list loop map mark maze menu model mon monster name page palette path piece
player random range room row score screen shot sprite stage star text tile time title turn unit wall word
"""
COMPOUNDS = "checkmate checksum fireworks keyboard newline password runaway runtime starfish"
ACTIONS, THINGS, WHOLE_WORDS = VERBS.union(MORE_VERBS.split()), {*NOUNS.split()}, {*COMPOUNDS.split()}


def words_in(text: str) -> set[str]:
    """Returns the words in a text, in lower case."""
    return {*WORD.findall(text.lower())}


def words_apart(name: str, known: Set[str]) -> str:
    """Returns a name with an underscore between its two words, if both are among the `known` ones or above.

    The first word must be a verb or a kind, or the last one a verb, or both must be long.
    """
    letters = name.lower().rstrip("$%#")
    things = THINGS | known
    for at in range(len(letters) - SHORTEST, SHORTEST - 1, -1):
        first, last = letters[:at], letters[at:]
        is_thing = last in things or last.removesuffix("s") in things
        if (first in ACTIONS | KINDS and is_thing) or (
            first in things and len(last) >= LONG and (last in ACTIONS or (is_thing and at >= LONG))
        ):
            return name if letters in WHOLE_WORDS else f"{name[:at]}_{name[at:]}"
    return name
