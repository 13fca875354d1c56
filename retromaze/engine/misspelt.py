"""Suggests the word that was meant where a listing stopped at an unknown one, for a hint (see `hints`).

A word is taken for a misspelling if it is close to a word that exists, unless the listing gives that name a
value somewhere.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from retromaze.builtins.reference import all_words
from retromaze.errors import (
    BasicError,
    BasicSyntaxError,
    UndefinedFunction,
    UndefinedLabel,
    UndefinedVariable,
)
from retromaze.language.lexer import Token, ascii_upper, keywords, listing_lexer, text_cache
from retromaze.language.numbers import CONSTANTS
from retromaze.language.parser import OPTIONS

CLOSE = 0.74
"""How alike two words are at least, as difflib measures it: TEHN and THEN, but not DRAW and READ."""
LONGEST, MOST = 32, 5_000
"""Limits for a short wait: the characters of a word that is compared, and the names of a listing."""
LETTERS_FOR_ONE_MORE = 6
"""A misspelling adds or drops one letter, and one more for every 6 letters of the word: FOO is no FLOOR."""
BEFORE_A_STATEMENT = frozenset({"_NEWLINE", "COLON", "_THEN", "ELSE", "LABEL"})
DECLARING = frozenset({"VAR", "DIM", "FOR"})
WITHOUT = " without "
"""In the message of an error, it stands before the word that is missing: `WEND without WHILE`."""


def suggested_words(error: BasicError, typed: str, program: str, others: Collection[str]) -> Iterator[str]:
    """Yields the words that may have been meant where the error is, the likeliest first.

    The error's place is in `typed`; DEFs and labels are those of `program`, `others` more words that exist.
    """
    match error:
        case UndefinedLabel():
            yield from closest_names(error.detail, label_names(program))
        case UndefinedFunction():
            yield from closest_word(error.detail, [*def_names(program), *others])
        case UndefinedVariable():
            for each in tokens(typed):
                if (each.line, each.column) == (error.line, error.column):
                    yield from closest_word(each, declared_names(tokens(typed)))
        case BasicSyntaxError():
            for each, known in suspect_words(tokens(typed), error):
                names = [*def_names(program), *others]
                yield from closest_names(each, known) if known else closest_word(each, names)
        case _ if WITHOUT in error.wording:
            # a statement may begin with a word that is close to the missing one
            for each in first_words(tokens(typed)):
                if each.type == "NAME":
                    yield from closest_names(each, [error.wording.partition(WITHOUT)[2]])


def suspect_words(line_tokens: Sequence[Token], error: BasicError) -> Iterator[tuple[Token, Collection[str]]]:
    """Yields the words that may have caused a syntax error, each with those possible there; () if any word
    is.

    They are the last word up to the error's place and the first word of its statement.
    """
    place = (error.line or error.typed_line or 1, error.column)
    before = [each for each in line_tokens if (each.line, each.column) <= place]
    if not before:
        return
    last = before[-1]
    if last.type == "CONSTANT":
        yield last, [f"#{name}" for name in CONSTANTS]
    elif len(before) > 1 and before[-2].type == "OPTION":
        yield last, OPTIONS
    assigned = assigned_names(line_tokens)
    for each in (last, *first_words(before)[-1:]):
        # a name that the listing sets is no slip
        if each.type == "NAME" and str(each) not in assigned:
            yield each, ()


def first_words(all_tokens: Sequence[Token]) -> list[Token]:
    """Returns the words with which statements begin."""
    types_before = ["_NEWLINE", *(each.type for each in all_tokens)]
    pairs = zip(all_tokens, types_before, strict=False)
    return [each for each, type_before in pairs if type_before in BEFORE_A_STATEMENT]


def assigned_names(all_tokens: Sequence[Token]) -> set[str]:
    """Returns the names before = and right after VAR, DIM or FOR: they are no misspellings."""
    declared = (name for word, name in pairwise(all_tokens) if word.type in DECLARING)
    assigned = (name for name, mark in pairwise(all_tokens) if mark.type == "_BECOMES")
    return {str(name) for name in (*declared, *assigned)}


def declared_names(all_tokens: Sequence[Token]) -> set[str]:
    """Returns the names that a listing declares: by VAR and DIM, and in the headings of its DEFs."""
    # `word` is the type of the token that begins the statement, `depth` the number of open brackets: names in
    # brackets are sizes
    names, word, depth = set(), "", 0
    for before, each in pairwise(all_tokens):
        if each.type in {"_NEWLINE", "COLON", "VAR", "DIM", "DEF"}:
            word, depth = each.type, 0
        elif each.type in {"LSQB", "LPAR", "RSQB", "RPAR"}:
            depth += 1 if each.type in {"LSQB", "LPAR"} else -1
        elif each.type == "NAME":
            # other names in the statement are initial values
            is_declared = word in {"VAR", "DIM"} and not depth and before.type in {"VAR", "DIM", "COMMA"}
            # the name after DEF is the DEF's own
            if is_declared or (word == "DEF" and before.type != "DEF"):
                names.add(str(each))
    return names


def def_names(program: str) -> list[str]:
    """Returns the names of a listing's DEFs."""
    return [str(name) for word, name in pairwise(tokens(program)) if word.type == "DEF"]


def label_names(program: str) -> list[str]:
    """Returns the labels of a listing with their @, without those in jumps."""
    begins = BEFORE_A_STATEMENT - {"_THEN", "ELSE"}  # a label right after these is a jump
    pairs = pairwise(tokens(f"\n{program}"))
    return [str(each) for before, each in pairs if each.type == "LABEL" and before.type in begins]


@text_cache(2)
def tokens(text: str) -> list[Token]:
    """Returns the tokens of a listing; cached, because several hints need them."""
    return list(listing_lexer().lex(text.replace("\r\n", "\n")))


def closest_word(word: str, names: Collection[str]) -> Iterator[str]:
    """Yields the listing's name, and the word of the language, closest to an unknown name."""
    yield from closest_names(word, names, [*keywords(), *all_words()])


def closest_names(word: str, *known: Collection[str]) -> Iterator[str]:
    """Yields the words of `known` that a word may be a misspelling of; none if it is one of them itself.

    Words with two neighboring letters swapped come first, then the most similar one of each collection.
    """
    word = ascii_upper(word)
    collections = [sorted({ascii_upper(each) for each in words})[:MOST] for words in known]
    # the sign of a type is no letter: S$ is as short as S
    if len(word.rstrip("$%#")) < 2 or len(word) > LONGEST or any(word in words for words in collections):
        return
    most_added = 1 + len(word) // LETTERS_FOR_ONE_MORE
    swapped = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)}
    for words in collections:
        yield from sorted(swapped.intersection(words))
    for words in collections:
        similar_length = [each for each in words if abs(len(each) - len(word)) <= most_added]
        yield from difflib.get_close_matches(word, similar_length, n=1, cutoff=CLOSE)
