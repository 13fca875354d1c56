"""Completes the word under the cursor: words of the language, variables, labels, constants, files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from retromaze.builtins.registry import BUILTINS
from retromaze.direct.words import WORDS
from retromaze.editor import completion
from retromaze.editor.completion import Sort
from retromaze.editor.listing import Kind, Listing
from retromaze.engine.prompt import variables_of
from retromaze.language.spans import Span, spans
from retromaze.machine.storage import DATA, TEXT

if TYPE_CHECKING:
    from retromaze.direct.session import DirectSession

Candidate = tuple[str, str]


def completions(session: DirectSession, before: str) -> Iterator[tuple[int, str, str]]:
    """Yields (start, text, explanation): what the part of a line from `start` to the cursor may become."""
    found = list(spans(before))
    if not found:
        return
    last = found[-1]
    start, typed = last.start, last.word
    if last.kind == "string" and completion.opens_text(last):
        start, typed, candidates = in_string(session, found)
    elif typed.startswith("@"):
        candidates = list(labels(session))
    elif typed.startswith("#"):
        candidates = [(each.title, "constant") for each in completion.constants()]
    elif last.kind in {"name", "keyword"}:
        candidates = list(names(session))
    else:
        return
    for text, explanation in candidates:
        if text.upper().startswith(typed.upper()) and text != typed:
            yield start, text, explanation


def names(session: DirectSession) -> Iterator[Candidate]:
    """Yields words that begin like a name: the slot's own first."""
    yield from ((name, "variable") for name in variables_of(session.prompt.slot))
    program = listing_of(session.prompt.slot.source)
    yield from ((each.title, "DEF of the program") for each in program.names.every if each.kind is Kind.DEF)
    yield from ((name, each.doc.partition("\n")[0]) for name, each in WORDS.items())
    for each in completion.language_words():
        # a word that is only ever used as a value with parentheses
        yield each.title + "(" * (each.sort is Sort.FUNCTION), each.explained


def labels(session: DirectSession) -> Iterator[Candidate]:
    """Yields the labels of the slot's program."""
    for each in listing_of(session.prompt.slot.source).names.every:
        if each.kind is Kind.LABEL and each.definition:
            yield each.title, f"label in {each.scope.name}" if each.scope.name else "label"


@lru_cache(maxsize=4)
def listing_of(source: str) -> Listing:
    """Returns what is known of a slot's program, which may have mistakes."""
    return Listing(source)


def in_string(session: DirectSession, found: list[Span]) -> tuple[int, str, list[Candidate]]:
    """Inside a text: labels behind `@`, file names behind the words that take them."""
    text = found[-1].text[1:]
    start = found[-1].start + 1
    if text.startswith("@"):
        return start, text, list(labels(session))
    if not any(token.word in BUILTINS and BUILTINS[token.word].names_file for token in found):
        return start, text, []
    prefix, colon, name = text.rpartition(":")
    kind = DATA if prefix.upper().startswith(("DAT", "GRP")) else TEXT
    files = session.machine.storage.names(kind)
    return start + len(prefix + colon), name, [(each, "file") for each in files]
