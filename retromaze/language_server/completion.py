"""Completes the word before a cursor: words of the language, and names of the listing.

The names of labels are offered behind GOTO, GOSUB, RESTORE and @, names that a place cannot see are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from retromaze.builtins.form import Builtin
from retromaze.builtins.reference import all_words, summary
from retromaze.direct.keywords import FORMS
from retromaze.display.translation import _
from retromaze.language.constants import CONSTANTS
from retromaze.language.spans import Span, keywords, spans
from retromaze.language_server.listing import Listing
from retromaze.language_server.names import Kind, Name


class Sort(Enum):
    """What a candidate is, in the order in which an editor shows them."""

    LABEL = "label"
    VARIABLE = "variable"
    DEF = "DEF"
    SNIPPET = "snippet"
    KEYWORD = "keyword"
    INSTRUCTION = "instruction"
    FUNCTION = "function"
    SYSTEM_VARIABLE = "system variable"
    CONSTANT = "constant"


class Candidate(NamedTuple):
    """What the part of a line from `start` to the cursor may become, and a line that explains it.

    `inserted` is what is written, for a snippet with the marks of the protocol, `$1` and `${1:word}`.
    """

    sort: Sort
    title: str
    inserted: str
    explained: str
    start: int


JUMPS = frozenset({"GOTO", "GOSUB", "RESTORE"})
NEW_NAMES = frozenset({"DEF"})
BEFORE_A_STATEMENT = frozenset({":", "THEN", "ELSE", "REPEAT", "ENDIF", "WEND"})

SNIPPETS = {
    "FOR … NEXT": "FOR ${1:I}=${2:0} TO ${3:9}\n\t$0\nNEXT",
    "IF … ENDIF": "IF ${1:A} THEN\n\t$0\nENDIF",
    "IF … ELSE … ENDIF": "IF ${1:A} THEN\n\t$2\nELSE\n\t$0\nENDIF",
    "WHILE … WEND": "WHILE ${1:A}\n\t$0\nWEND",
    "REPEAT … UNTIL": "REPEAT\n\t$0\nUNTIL ${1:A}",
    "DEF … END": "DEF ${1:NAME} ${2:A} OUT ${3:B}\n\t$0\nEND",
    "DEF … RETURN … END": "DEF ${1:NAME}(${2:A})\n\t$0\n\tRETURN ${3:0}\nEND",
}
"""The blocks, by what an editor shows."""


def completions(listing: Listing, line: int, column: int, *, snippets: bool = False) -> list[Candidate]:
    """What may stand at a cursor before that character; with `snippets` whole blocks too."""
    if not 0 <= line < len(listing.texts):
        return []
    found = list(spans(listing.texts[line][:column]))
    last = found[-1] if found else Span("blank", "", 0)
    before = [each.word for each in found[:-1] if each.kind != "blank"]
    scope = listing.names.scope_at(line, column)
    seen = listing.names.seen_from(scope)
    names = [each for each in seen if not is_being_typed(each, line, column)]
    match last.kind:
        case "string" if is_open(last) and last.text.startswith('"@'):
            return matching(labels(names, last.start + 1), last.text[1:])
        case "label":
            return matching(labels(names, last.start), last.text)
        case "constant":
            return matching(constants(last.start), last.text)
        case "name" | "keyword":
            behind = before[-1] if before else ""
            offered = [] if behind in NEW_NAMES else [*words(names, behind, last.start, snippets)]
            return matching(offered, last.text)
        case "blank" | "mark" | "other":
            return unbegun(names, found, column, snippets)
        case _:
            return []


def unbegun(names: Sequence[Name], found: Sequence[Span], column: int, snippets: bool) -> list[Candidate]:
    """What may stand where no letter of a word is typed yet."""
    last = found[-1].text if found else ""
    if last == "@":
        return list(labels(names, column - 1))
    if last == "#":
        return list(constants(column - 1))
    typed = [each.word for each in found if each.kind != "blank"]
    behind = typed[-1] if typed else ""
    return [] if behind in NEW_NAMES else list(words(names, behind, column, snippets))


def is_open(string: Span) -> bool:
    """Whether a text goes on to the cursor."""
    return len(string.text) == 1 or not string.text.endswith('"')


def matching(candidates: Iterable[Candidate], typed: str) -> list[Candidate]:
    """Those that begin with what is typed; behind a jump the @ may be missing."""
    wanted = typed.upper()
    mark = "" if wanted.startswith("@") else "@"
    return [each for each in candidates if each.title.removeprefix(mark).startswith(wanted)]


def is_being_typed(name: Name, line: int, column: int) -> bool:
    """Whether a name stands nowhere but at the cursor."""
    place = name.places[0]
    return len(name.places) == 1 and place.line == line and place.column <= column <= place.end


# ---- what there is


def words(names: Sequence[Name], behind: str, start: int, snippets: bool) -> Iterator[Candidate]:
    """All that may stand behind a word; behind a jump labels, and texts that name one."""
    if behind in JUMPS:
        yield from labels(names, start)
        yield from (each for each in own_names(names, start) if each.title.endswith("$"))
        return
    if behind == "THEN":
        yield from labels(names, start)
    yield from own_names(names, start)
    if snippets and (not behind or behind in BEFORE_A_STATEMENT):
        yield from (Candidate(Sort.SNIPPET, title, text, "", start) for title, text in SNIPPETS.items())
    for word in sorted(keywords()):
        yield Candidate(Sort.KEYWORD, word, word, FORMS.get(word, "").partition("\n")[0], start)
    for word, each in all_words().items():
        yield Candidate(sort_of(each), word, word, summary(word), start)


def sort_of(word: object) -> Sort:
    """Whether a word is an instruction, a function, or reads like a variable."""
    if not isinstance(word, Builtin):
        return Sort.SYSTEM_VARIABLE
    return Sort.FUNCTION if all(form.result for form in word.forms) else Sort.INSTRUCTION


def own_names(names: Sequence[Name], start: int) -> Iterator[Candidate]:
    """The variables and DEFs of the listing."""
    for each in names:
        if each.kind is Kind.VARIABLE:
            yield Candidate(Sort.VARIABLE, each.title, each.title, _("variable"), start)
        elif each.kind is Kind.DEF:
            yield Candidate(Sort.DEF, each.title, each.title, _("DEF of this listing"), start)


def labels(names: Sequence[Name], start: int) -> Iterator[Candidate]:
    """The labels that statements have."""
    for each in names:
        if each.kind is Kind.LABEL and each.is_defined:
            yield Candidate(Sort.LABEL, each.title, each.title, _("label"), start)


def constants(start: int) -> Iterator[Candidate]:
    """The constants of the language."""
    for name, value in CONSTANTS.items():
        yield Candidate(Sort.CONSTANT, f"#{name}", f"#{name}", str(value), start)
