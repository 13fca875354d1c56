"""Finds the words of a line and what each stands for, as far as the line can be read.

A statement never goes beyond its line, so each line is parsed by itself: a mistake hides nothing on other
lines, and a keystroke costs one line.
"""

from __future__ import annotations

from retromaze.errors import BasicError
from retromaze.language.parser import parse_afresh
from retromaze.language.spans import spans
from retromaze.language.walk import nodes_in
from retromaze.language_server.guesses import guessed
from retromaze.language_server.line_roles import calls_of, computed_names, placed, roles_of
from retromaze.language_server.words import LineWords


def line_words(text: str) -> LineWords:
    """What is known of a line."""
    pieces = [each for each in spans(text) if each.kind != "blank"]
    try:
        statements = parse_afresh(text)
    except BasicError as error:
        return LineWords(tuple(guessed(pieces)), (), max(error.column - 1, 0), frozenset())
    roles = dict(roles_of(statements))
    words = tuple(placed(pieces, roles, statements))
    calls = tuple(calls_of(statements))
    computed = (role for each in statements for node in nodes_in(each) for role in computed_names(node))
    return LineWords(words, calls, None, frozenset(computed))
