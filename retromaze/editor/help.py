"""What an editor shows of the word under the pointer: help for a word, or what a name stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from retromaze.builtins.keywords import FORMS
from retromaze.builtins.reference import all_words, entry, explanation, flowing, markdown_text
from retromaze.display.translation import _
from retromaze.editor.listing import Kind, Listing, Name, Place
from retromaze.editor.words import Role, Word
from retromaze.language.constants import CONSTANTS
from retromaze.language.prologue import OPENING_COMMENT

OPERATORS = {"?": "PRINT", "'": "REM"}
LONGEST = 200
"""Characters of a line of a listing that are shown."""
MOST_COMMENT = 20
"""Lines of a comment that are shown."""
BACKTICKS = re.compile("`+")


class Help(NamedTuple):
    """A text in Markdown and as it is, and the part of a line that it is about; places count from 0."""

    line: int
    column: int
    end: int
    markdown: str
    plain: str


def help_at(listing: Listing, line: int, column: int) -> Help | None:
    """The help for what a cursor before that character touches, None where there is none."""
    named = listing.names.at(line, column)
    if named:
        place, name = named
        return Help(line, place.column, place.end, *about_name(listing, name))
    word = listing.word_at(line, column)
    texts = about_word(word) if word else None
    return Help(line, word.column, word.end, *texts) if word and texts else None


# ---- words of the language


def about_word(word: Word) -> tuple[str, str] | None:
    """Markdown and plain text about a word of the language, or a constant."""
    name = OPERATORS.get(word.text, word.word)
    if word.kind == "constant":
        value = CONSTANTS.get(name[1:])
        return None if value is None else about_constant(name, value)
    if word.kind not in {"name", "keyword", "mark"}:
        return None
    if known := all_words().get(name):
        return entry(known), flowing(explanation(name))
    if form := FORMS.get(name):
        return f"### `{name}`\n\n{hard_lines(form.split(chr(10)))}", form
    return None


def about_constant(name: str, value: int) -> tuple[str, str]:
    """`#RED`: its number, which for a color says more by its digits."""
    number = f"{value} (&H{value & 0xFFFFFFFF:X})" if abs(value) > 9 else str(value)
    return f"`{name}` = {number}", f"{name} = {number}"


# ---- names of the listing


def about_name(listing: Listing, name: Name) -> tuple[str, str]:
    """Markdown and plain text about a label, a DEF or a variable."""
    place = name.definition
    comment = comment_above(listing, place.line) if place and name.kind is not Kind.VARIABLE else []
    shown = line_shown(listing, place) if place else ""
    words = f"{name.title}: {'; '.join(facts(listing, name, place))}"
    markdown = [f"`{name.title}`: {markdown_text('; '.join(facts(listing, name, place)))}"]
    markdown += [fenced(shown)] * bool(shown) + [hard_lines(comment)] * bool(comment)
    return "\n\n".join(markdown), "\n".join([words, *[shown] * bool(shown), *comment])


def facts(listing: Listing, name: Name, place: Place | None) -> Iterator[str]:
    """Returns the help for a name."""
    where = name.scope.name
    match name.kind:
        case Kind.LABEL:
            yield _("label in DEF {}").format(where) if where else _("label")
            if place is None:
                yield _("no statement has it")
        case Kind.DEF:
            yield _("DEF of this listing")
        case Kind.VARIABLE:
            if place and place.role is Role.PARAMETER:
                yield _("parameter of DEF {}").format(where)
                return
            yield type_of(name)
            if where:
                yield _("of DEF {}").format(where)
            if place:
                yield how_it_begins(place)
    if place and name.kind is not Kind.VARIABLE:
        yield _("line {}").format(place.line + 1)


def type_of(name: Name) -> str:
    """The type that a variable's suffix tells."""
    array = any(each.role is Role.ARRAY for each in name.places)
    match name.name[-1]:
        case "$":
            return _("array of texts") if array else _("text")
        case "%":
            return _("array of whole numbers") if array else _("whole number")
        case _:
            return _("array of numbers") if array else _("number")


def how_it_begins(place: Place) -> str:
    """Describes where a variable is declared, first set, or only read."""
    match place.role:
        case Role.DECLARED | Role.ARRAY:
            return _("declared in line {}").format(place.line + 1)
        case Role.STORED:
            return _("set first in line {}").format(place.line + 1)
        case _:
            return _("never set")


def comment_above(listing: Listing, line: int) -> list[str]:
    """Returns the lines of comment directly above a line, without their marks; of many the last ones."""
    above: list[str] = []
    while line - len(above) > 0 and len(above) < MOST_COMMENT:
        before = listing.lines[line - len(above) - 1]
        if not before.is_comment:
            break
        text = before.words[0].text
        found = OPENING_COMMENT.fullmatch(text.strip())
        above.insert(0, found[1] if found else text)
    return above


def line_shown(listing: Listing, place: Place) -> str:
    """The line of a definition, cut where it is long."""
    text = listing.texts[place.line].strip()
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def fenced(code: str) -> str:
    """A block of code in Markdown, whatever it holds."""
    longest = max(map(len, BACKTICKS.findall(code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}smilebasic\n{code}\n{fence}"


def hard_lines(lines: list[str]) -> str:
    """Plain lines in Markdown, each on its own."""
    return "  \n".join(map(markdown_text, lines))
