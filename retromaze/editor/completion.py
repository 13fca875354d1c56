"""Completes the word before a cursor: words of the language, and names of the listing.

Labels are offered behind GOTO, GOSUB, RESTORE and @; names that a place cannot see are not offered.
The OK prompt offers the same words (`direct.completion`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from retromaze.builtins.form import Builtin
from retromaze.builtins.keywords import FORMS
from retromaze.builtins.reference import all_words, summary
from retromaze.display.translation import _
from retromaze.editor.listing import Kind, Listing, Name
from retromaze.language.constants import CONSTANTS
from retromaze.language.spans import Span, keywords, spans


class Sort(Enum):
    """The kinds of candidates, in the order in which an editor lists them."""

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
    """A completion for a word, and a line that explains it.

    `inserted` replaces the line from `start` to the cursor. A snippet has the protocol's marks, `$1` and
    `${1:word}`.
    """

    sort: Sort
    title: str
    inserted: str
    explained: str
    start: int = 0


JUMPS = frozenset({"GOTO", "GOSUB", "RESTORE"})
BEFORE_A_STATEMENT = frozenset({"", ":", "THEN", "ELSE", "REPEAT", "ENDIF", "WEND"})

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
    """Returns what may stand at a cursor before that character; with `snippets` whole blocks too."""
    if not 0 <= line < len(listing.texts):
        return []
    found = list(spans(listing.texts[line][:column]))
    last = found[-1] if found else Span("blank", "", 0)
    if last.kind == "string" and opens_text(last) and last.text.startswith('"@'):
        last = Span("label", last.text[1:], last.start + 1)
    elif last.text in {"@", "#"}:
        last = last._replace(kind="label" if last.text == "@" else "constant")
    elif last.kind in {"blank", "mark", "other"}:
        found.append(Span("name", "", column))
        last = found[-1]
    before = [each.word for each in found[:-1] if each.kind != "blank"]
    behind = before[-1] if before else ""
    seen = listing.names.seen_from(listing.scope_at(line, column))
    names = [each for each in seen if not is_being_typed(each, line, column)]
    offered: Iterable[Candidate] = ()
    if last.kind == "label":
        offered = labels(names)
    elif last.kind == "constant":
        offered = constants()
    elif last.kind in {"name", "keyword"} and behind != "DEF":
        offered = words(names, behind, snippets)
    # behind a jump the @ may be missing
    mark = "" if last.word.startswith("@") else "@"
    fitting = (each for each in offered if each.title.removeprefix(mark).startswith(last.word))
    return [each._replace(start=last.start) for each in fitting]


def opens_text(string: Span) -> bool:
    """Whether a text goes on to the cursor."""
    return len(string.text) == 1 or not string.text.endswith('"')


def is_being_typed(name: Name, line: int, column: int) -> bool:
    """Whether a name stands nowhere but at the cursor."""
    place = name.places[0]
    return len(name.places) == 1 and place.line == line and place.column <= column <= place.end


# ---- what there is


def words(names: Sequence[Name], behind: str, snippets: bool) -> Iterator[Candidate]:
    """Yields all that may stand behind a word; behind a jump labels, and texts that name one."""
    own = list(own_names(names))
    if behind in JUMPS or behind == "THEN":
        yield from labels(names)
    if behind in JUMPS:
        yield from (each for each in own if each.title.endswith("$"))
        return
    yield from own
    if snippets and behind in BEFORE_A_STATEMENT:
        yield from (Candidate(Sort.SNIPPET, title, text, "") for title, text in SNIPPETS.items())
    yield from language_words()


def language_words() -> Iterator[Candidate]:
    """Yields the words of the language: reserved words, then the machine's."""
    for word in sorted(keywords()):
        yield Candidate(Sort.KEYWORD, word, word, FORMS.get(word, "").partition("\n")[0])
    for word, each in all_words().items():
        sort = Sort.SYSTEM_VARIABLE
        if isinstance(each, Builtin):
            sort = Sort.FUNCTION if all(form.result for form in each.forms) else Sort.INSTRUCTION
        yield Candidate(sort, word, word, summary(word))


def own_names(names: Sequence[Name]) -> Iterator[Candidate]:
    """Yields the variables and DEFs of the listing."""
    for each in names:
        if each.kind is Kind.VARIABLE:
            yield Candidate(Sort.VARIABLE, each.title, each.title, _("variable"))
        elif each.kind is Kind.DEF:
            yield Candidate(Sort.DEF, each.title, each.title, _("DEF of this listing"))


def labels(names: Sequence[Name]) -> Iterator[Candidate]:
    """Yields the labels that statements have."""
    for each in names:
        if each.kind is Kind.LABEL and each.definition:
            yield Candidate(Sort.LABEL, each.title, each.title, _("label"))


def constants() -> Iterator[Candidate]:
    """Yields the constants of the language."""
    for name, value in CONSTANTS.items():
        yield Candidate(Sort.CONSTANT, f"#{name}", f"#{name}", str(value))
