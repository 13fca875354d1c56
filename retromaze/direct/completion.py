"""Completes the word under the cursor: words of the language, variables, labels, constants, files."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from retromaze.builtins.reference import all_words, summary
from retromaze.builtins.registry import BUILTINS
from retromaze.direct.keywords import FORMS
from retromaze.direct.words import WORDS
from retromaze.engine.prompt import variables_of
from retromaze.errors import BasicError
from retromaze.language.constants import CONSTANTS
from retromaze.language.spans import Span, keywords, spans
from retromaze.machine.storage import DATA, TEXT

if TYPE_CHECKING:
    from retromaze.direct.session import DirectSession
    from retromaze.language.program import Program

Candidate = tuple[str, str]


def completions(session: DirectSession, before: str) -> Iterator[tuple[int, str, str]]:
    """(start, text, explanation): what the part of a line from `start` to the cursor may become."""
    found = list(spans(before))
    if not found:
        return
    last = found[-1]
    if last.kind == "string" and not (len(last.text) > 1 and last.text.endswith('"')):
        start, typed, candidates = in_string(session, found)
    elif last.kind in {"name", "keyword", "label"} or last.text in {"@", "#"}:
        start, typed, candidates = last.start, last.word, list(of_kind(session, last))
    elif last.kind == "constant":
        start, typed, candidates = last.start, last.word, list(constants())
    else:
        return
    for text, explanation in candidates:
        if text.upper().startswith(typed.upper()) and text != typed:
            yield start, text, explanation


def of_kind(session: DirectSession, token: Span) -> Iterator[Candidate]:
    if token.text.startswith("@"):
        yield from labels(session)
    elif token.text == "#":
        yield from constants()
    else:
        yield from names(session)


def constants() -> Iterator[Candidate]:
    return ((f"#{name}", "constant") for name in CONSTANTS)


def names(session: DirectSession) -> Iterator[Candidate]:
    """Words that begin like a name: the slot's own first."""
    program = program_of(session)
    yield from ((name, "variable") for name in variables_of(session.prompt.slot))
    if program is not None:
        yield from ((name, "DEF of the program") for name in program.definitions)
    yield from ((name, first_line(each.doc)) for name, each in WORDS.items())
    yield from ((name, first_line(FORMS.get(name, ""))) for name in sorted(keywords()))
    for name in all_words():
        behind = "(" if is_function(name) else ""
        yield name + behind, summary(name)


def is_function(name: str) -> bool:
    """Whether a word is only ever used as a value with parentheses."""
    entry = BUILTINS.get(name)
    return entry is not None and all(form.result for form in entry.forms)


def labels(session: DirectSession) -> Iterator[Candidate]:
    program = program_of(session)
    if program is not None:
        for scope in program.scopes:
            where = f"label in {scope.name}" if scope.name else "label"
            yield from (("@" + name, where) for name in scope.labels)


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


def program_of(session: DirectSession) -> Program | None:
    """The current slot's program, compiled for its names; None while it does not compile."""
    with contextlib.suppress(BasicError):
        return session.computer.compiled(session.prompt.slot).program
    return None


def first_line(text: str) -> str:
    return text.partition("\n")[0]
