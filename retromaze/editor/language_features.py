"""Completions, help, the outline and the folds that an editor shows of a listing.

The OK prompt offers the same completions (`direct.terminal`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby
from typing import NamedTuple

from retromaze.builtins.form import Builtin
from retromaze.builtins.reference import (
    FORMS,
    WORD_OF_SIGN,
    all_words,
    explanation,
    markdown_entry,
    markdown_text,
    summary,
    unwrapped,
)
from retromaze.display.translation import _
from retromaze.editor.edited_listing import EditedListing, ListedName, ListedWord, NameKind, NamePlace, Role
from retromaze.language.lexer import Span, keywords, spans
from retromaze.language.numbers import CONSTANTS
from retromaze.language.program import Scope
from retromaze.language.prologue import OPENING_COMMENT


class CandidateKind(Enum):
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
    """A completion that an editor lists by its `title`, with one line of `explanation`.

    `insert_text` replaces the line from `start` to the cursor. In a snippet it has the language server
    protocol's placeholders, `$1` and `${1:word}`.
    """

    kind: CandidateKind
    title: str
    insert_text: str
    explanation: str
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
"""The text of each block, by its title."""


def completions(listing: EditedListing, line: int, column: int, *, snippets: bool = False) -> list[Candidate]:
    """Returns the completions for the word before a cursor; line and column count from 0.

    `snippets`: whether blocks such as FOR … NEXT are offered too.
    """
    if not 0 <= line < len(listing.texts):
        return []
    typed = list(spans(listing.texts[line][:column]))
    last = word_being_typed(typed, column)
    earlier_words = [each.word for each in typed if each.kind != "blank" and each.start < last.start]
    previous = earlier_words[-1] if earlier_words else ""
    visible_names = listing.names.visible_from(listing.scope_at(line, column))
    names = [each for each in visible_names if not is_being_typed(each, line, column)]
    offered: Iterable[Candidate] = ()
    if last.kind == "label":
        offered = label_candidates(names)
    elif last.kind == "constant":
        offered = constants()
    # after DEF the user makes up a name
    elif last.kind in {"name", "keyword"} and previous != "DEF":
        offered = word_candidates(names, previous, snippets=snippets)
    # after a jump the user may type a label without its @
    mark = "" if last.word.startswith("@") else "@"
    matching = (each for each in offered if each.title.removeprefix(mark).startswith(last.word))
    return [each._replace(start=last.start) for each in matching]


def word_being_typed(typed: Sequence[Span], column: int) -> Span:
    """Returns the word that ends at the cursor, an empty name if none does.

    `typed` are the spans of the line up to the cursor's `column`. In a string that is not closed a label is
    such a word, and a lone @ or # begins a label or a constant.
    """
    last = typed[-1] if typed else Span("blank", "", 0)
    if last.kind == "string" and is_unclosed_string(last) and last.text.startswith('"@'):
        return Span("label", last.text[1:], last.start + 1)
    if last.text in {"@", "#"}:
        return last._replace(kind="label" if last.text == "@" else "constant")
    return Span("name", "", column) if last.kind in {"blank", "mark", "other"} else last


def is_unclosed_string(string: Span) -> bool:
    """Whether a string literal is not closed before the cursor."""
    return len(string.text) == 1 or not string.text.endswith('"')


def is_being_typed(name: ListedName, line: int, column: int) -> bool:
    """Whether the cursor is at the only place of a name, which is then no completion."""
    place = name.places[0]
    return len(name.places) == 1 and place.line == line and place.column <= column <= place.end


def word_candidates(names: Sequence[ListedName], previous: str, *, snippets: bool) -> Iterator[Candidate]:
    """Yields the candidates after the word `previous`, the listing's own names first.

    After GOTO, GOSUB and RESTORE they are labels, and variables of strings, which may hold a label.
    """
    own = [
        Candidate(CandidateKind.VARIABLE, each.title, each.title, _("variable"))
        if each.kind is NameKind.VARIABLE
        else Candidate(CandidateKind.DEF, each.title, each.title, _("DEF of this listing"))
        for each in names
        if each.kind is not NameKind.LABEL
    ]
    if previous in JUMPS or previous == "THEN":
        yield from label_candidates(names)
    if previous in JUMPS:
        yield from (each for each in own if each.title.endswith("$"))
        return
    yield from own
    if snippets and previous in BEFORE_A_STATEMENT:
        yield from (Candidate(CandidateKind.SNIPPET, title, text, "") for title, text in SNIPPETS.items())
    yield from language_candidates()


def language_candidates() -> Iterator[Candidate]:
    """Yields the words of the language: keywords, then builtins and system variables."""
    for word in sorted(keywords()):
        yield Candidate(CandidateKind.KEYWORD, word, word, FORMS.get(word, "").partition("\n")[0])
    for word, each in all_words().items():
        if not isinstance(each, Builtin):
            kind = CandidateKind.SYSTEM_VARIABLE
        elif all(form.result for form in each.forms):
            kind = CandidateKind.FUNCTION
        else:
            kind = CandidateKind.INSTRUCTION
        yield Candidate(kind, word, word, summary(word))


def label_candidates(names: Sequence[ListedName]) -> Iterator[Candidate]:
    """Yields the labels among the names that mark a statement, not those that only a jump names."""
    for each in names:
        if each.kind is NameKind.LABEL and each.definition:
            yield Candidate(CandidateKind.LABEL, each.title, each.title, _("label"))


def constants() -> Iterator[Candidate]:
    """Yields the constants of the language, such as #RED, with their values as explanations."""
    for name, value in CONSTANTS.items():
        yield Candidate(CandidateKind.CONSTANT, f"#{name}", f"#{name}", str(value))


# ---- help

LONGEST_SHOWN_LINE = 200
"""The most characters of a listing's line that are shown."""
MOST_COMMENT_LINES = 20
"""The most lines of a comment that are shown."""


class Help(NamedTuple):
    """Help in Markdown and as plain text, and the part of a line that it is about; places count from 0."""

    line: int
    column: int
    end: int
    markdown: str
    plain: str


def help_at(listing: EditedListing, line: int, column: int) -> Help | None:
    """Returns the help for the word that the cursor touches; None if there is none.

    `line` and `column` count from 0. A name of the listing hides a word of the language.
    """
    touched = listing.names.name_at(line, column)
    if touched:
        place, name = touched
        return Help(line, place.column, place.end, *help_on_name(listing, name))
    word = listing.word_at(line, column)
    texts = help_on_word(word) if word else None
    return Help(line, word.column, word.end, *texts) if word and texts else None


def help_on_word(word: ListedWord) -> tuple[str, str] | None:
    """Returns Markdown and plain text about a word of the language, or a constant; None for other words."""
    name = WORD_OF_SIGN.get(word.text, word.word)
    if word.kind == "constant" and name[1:] in CONSTANTS:
        number = constant_number(CONSTANTS[name[1:]])
        return f"`{name}` = {number}", f"{name} = {number}"
    if word.kind not in {"name", "keyword", "mark"}:
        return None
    if description := all_words().get(name):
        return markdown_entry(description), unwrapped(explanation(name))
    if form := FORMS.get(name):
        lines = with_hard_breaks(form.split("\n"))
        return f"### `{name}`\n\n{lines}", form
    return None


def constant_number(value: int) -> str:
    """Returns a constant's value with its hexadecimal number of 32 bits, unless that has the same digits."""
    return f"{value} (&H{value & 0xFFFFFFFF:X})" if abs(value) > 9 else str(value)


def help_on_name(listing: EditedListing, name: ListedName) -> tuple[str, str]:
    """Returns Markdown and plain text about a name: description, line of its definition, comment above."""
    place = name.definition
    comment = comment_above(listing, place.line) if place and name.kind is not NameKind.VARIABLE else []
    description = "; ".join(descriptions_of(name, place))
    plain, markdown = [f"{name.title}: {description}"], [f"`{name.title}`: {markdown_text(description)}"]
    if place:
        text = listing.texts[place.line].strip()
        shown = text if len(text) <= LONGEST_SHOWN_LINE else text[:LONGEST_SHOWN_LINE] + "…"
        plain.append(shown)
        # the fence is longer than any row of backticks inside
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", shown)), default=0))
        markdown.append(f"{fence}smilebasic\n{shown}\n{fence}")
    if comment:
        markdown.append(with_hard_breaks(comment))
    return "\n\n".join(markdown), "\n".join([*plain, *comment])


def descriptions_of(name: ListedName, place: NamePlace | None) -> Iterator[str]:
    """Yields phrases that describe a name; `place` is its definition, None if it has none."""
    # "" for the main program
    where = name.scope.name
    match name.kind:
        case NameKind.LABEL:
            yield _("label in DEF {}").format(where) if where else _("label")
            if place is None:
                yield _("no statement has it")
        case NameKind.DEF:
            yield _("DEF of this listing")
        case NameKind.VARIABLE:
            if place and place.role is Role.PARAMETER:
                yield _("parameter of DEF {}").format(where)
                return
            yield type_in_words(name)
            if where:
                yield _("of DEF {}").format(where)
            if place and place.role in {Role.DECLARED, Role.ARRAY}:
                yield _("declared in line {}").format(place.line + 1)
            elif place and place.role is Role.STORED:
                yield _("set first in line {}").format(place.line + 1)
            elif place:
                yield _("never set")
    if place and name.kind is not NameKind.VARIABLE:
        yield _("line {}").format(place.line + 1)


def type_in_words(name: ListedName) -> str:
    """Returns the type of a variable in words, by the last character of its name."""
    types = {"$": (_("text"), _("array of texts")), "%": (_("whole number"), _("array of whole numbers"))}
    single, array = types.get(name.name[-1], (_("number"), _("array of numbers")))
    return array if any(place.role is Role.ARRAY for place in name.places) else single


def comment_above(listing: EditedListing, line: int) -> list[str]:
    """Returns the lines of the comment directly above a line, without marks; at most MOST_COMMENT_LINES."""
    above: list[str] = []
    while line - len(above) > 0 and len(above) < MOST_COMMENT_LINES:
        line_above = listing.lines[line - len(above) - 1]
        if not line_above.is_comment:
            break
        text = line_above.words[0].text
        found = OPENING_COMMENT.fullmatch(text.strip())
        above.insert(0, found[1] if found else text)
    return above


def with_hard_breaks(lines: list[str]) -> str:
    """Returns the lines as one Markdown paragraph with hard line breaks."""
    return "  \n".join(map(markdown_text, lines))


# ---- outline and folds


@dataclass
class Heading:
    """A DEF or a label with its lines, from 0, and the labels inside a DEF."""

    kind: NameKind
    title: str
    place: NamePlace
    first: int
    last: int
    children: list[Heading] = field(default_factory=list)


class Fold(NamedTuple):
    """Lines that can be folded, from 0; the first stays visible."""

    first: int
    last: int
    is_comment: bool = False


def outline(listing: EditedListing) -> list[Heading]:
    """Returns the outline: DEFs (with their labels as children) and the main program's labels, in order.

    A label ends before the next heading.
    """
    labels_by_scope = defaultdict[Scope, list[Heading]](list)
    def_name_by_line: dict[int, NamePlace] = {}
    for name in listing.names.every:
        for place in name.places:
            if place.role is Role.LABEL:
                label = Heading(NameKind.LABEL, name.title, place, place.line, place.line)
                labels_by_scope[name.scope].append(label)
            elif place.role is Role.DEF:
                def_name_by_line[place.line] = place
    top = labels_by_scope[listing.main]
    for scope, (first, _column), (last, _end) in listing.definitions:
        labels = labels_by_scope[scope]
        # the labels of a DEF whose heading cannot be read stand at the top
        if scope.name and first in def_name_by_line:
            children = with_last_lines(labels, last)
            top.append(Heading(NameKind.DEF, scope.name, def_name_by_line[first], first, last, children))
        else:
            top += labels
    return with_last_lines(top, len(listing.texts) - 1)


def with_last_lines(headings: list[Heading], last: int) -> list[Heading]:
    """Returns the headings in order; each label's last line is set, before the next heading or `last`."""
    ordered = sorted(headings, key=lambda each: (each.place.line, each.place.column))
    for at, each in enumerate(ordered):
        if each.kind is NameKind.LABEL:
            following = ordered[at + 1].first - 1 if at + 1 < len(ordered) else last
            each.last = max(each.first, following)
    return ordered


def folds(listing: EditedListing) -> list[Fold]:
    """Returns the lines that an editor can fold: blocks without their last line (NEXT, ENDIF), and comments.

    Only several lines can be folded. Outer ones come before inner ones with the same first line.
    """
    candidates = [Fold(each.begin.line - 1, each.end.line - 2) for each in listing.analysis.extents]
    for is_comment, lines in groupby(listing.lines, key=lambda each: each.is_comment):
        numbers = [each.number - 1 for each in lines]
        if is_comment:
            candidates.append(Fold(numbers[0], numbers[-1], is_comment=True))
    of_several_lines = (each for each in candidates if each.last > each.first)
    return sorted(of_several_lines, key=lambda each: (each.first, -each.last))
