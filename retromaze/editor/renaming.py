"""Renames a label, a DEF or a variable everywhere, unless that would change what the listing does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from retromaze.builtins.reference import all_words
from retromaze.display.translation import _
from retromaze.editor.edited_listing import (
    NAMING_ARGUMENTS,
    EditedListing,
    ListedName,
    NameKind,
    NamePlace,
    Role,
    is_string_expression,
)
from retromaze.language import nodes
from retromaze.language.lexer import LONGEST_PROGRAM, ascii_upper, is_too_long, keywords
from retromaze.language.nodes import nodes_in

LABEL = re.compile(r"@?([A-Za-z0-9_]+)")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*[%#$]?")
SUFFIXES = "%#$"
MOST_LINES = 5
"""The most lines that a warning names."""


class CannotRename(Exception):
    """A name cannot be changed; the message is a sentence for the user."""


class Renaming(NamedTuple):
    """The places that become another text, and a warning for the user, "" for none."""

    places: list[NamePlace]
    text: str
    warning: str


def plan_renaming(listing: EditedListing, line: int, column: int, new_text: str) -> Renaming:
    """Returns the changes that rename the name at a place to what the user typed. Raises CannotRename."""
    touched = listing.names.name_at(line, column)
    if touched is None:
        raise CannotRename(_("here stands no label, DEF or variable of this listing"))
    name = touched.name
    # in a line with an error, places of the name may not be known
    for number, each in enumerate(listing.lines, 1):
        if each.unreadable and any(word.word in {name.name, name.title} for word in each.words):
            raise CannotRename(_("line {} cannot be read; mend it first").format(number))
    new = new_name(name, new_text)
    refuse_existing_name(listing, name, ascii_upper(new))
    after = with_text_replaced(listing, name.places, new)
    if is_too_long(after.source):
        raise CannotRename(_("the listing would have more than {} characters").format(f"{LONGEST_PROGRAM:,}"))
    refuse_other_meaning(listing, after, name, ascii_upper(new))
    return Renaming(name.places, new, warning_for(listing, name))


def new_name(name: ListedName, new_text: str) -> str:
    """Returns what the user typed as a name, without the @ of a label. Raises CannotRename if it is none."""
    new_text = new_text.strip()
    if name.kind is NameKind.LABEL:
        found = LABEL.fullmatch(new_text)
        if not found:
            raise CannotRename(_("{} is no label: it has letters, digits and _").format(new_text))
        return found[1]
    if not NAME.fullmatch(new_text):
        raise CannotRename(_("{} is no name: it begins with a letter or _").format(new_text))
    new_suffix, suffix = (each[-1] if each[-1] in SUFFIXES else "" for each in (new_text, name.name))
    if name.kind is NameKind.VARIABLE and new_suffix != suffix:
        raise CannotRename(_("{} would have another type than {}").format(new_text, name.name))
    return new_text


def refuse_existing_name(listing: EditedListing, name: ListedName, new: str) -> None:
    """Raises CannotRename if `new`, in upper case without @, is a word of the language or another name."""
    if name.kind is NameKind.LABEL:
        if listing.names.by_key.get((NameKind.LABEL, name.scope, new), name) is not name:
            raise CannotRename(_("{} is there already").format(f"@{new}"))
        return
    if new in keywords() or new in all_words():
        raise CannotRename(_("{} is a word of the language").format(new))
    taken = [each for each in listing.names.every if each.kind is not NameKind.LABEL and each is not name]
    # two names may be equal only if they are in different DEFs
    scopes = {name.scope, listing.main}
    if any(each.name == new and (name.scope is listing.main or each.scope in scopes) for each in taken):
        raise CannotRename(_("{} is there already").format(new))


def with_text_replaced(listing: EditedListing, places: list[NamePlace], new: str) -> EditedListing:
    """Returns the listing with the text `new` at these places."""
    texts = list(listing.texts)
    # from the end, so that the columns before a change stay
    for each in sorted(places, reverse=True, key=lambda each: (each.line, each.column)):
        text = texts[each.line]
        texts[each.line] = text[: each.column] + new + text[each.end :]
    return EditedListing("\n".join(texts))


def refuse_other_meaning(before: EditedListing, after: EditedListing, name: ListedName, new: str) -> None:
    """Raises CannotRename if the words of the changed listing have other roles.

    A name E5 after 1, for instance, becomes part of the number `1E5`. `name` is the name before, `new` its
    new text in upper case.
    """
    for number, (old, now) in enumerate(zip(before.lines, after.lines, strict=True), 1):
        roles_before, roles_after = [[each.role for each in line.words] for line in (old, now)]
        if bool(old.unreadable) != bool(now.unreadable) or roles_before != roles_after:
            raise CannotRename(_("line {} would be read otherwise").format(number))
    first = name.places[0]
    # the places of the name, and no others, must mean the new name
    renamed = after.names.name_at(first.line, first.column)
    if renamed is None or renamed.name.name != new or len(renamed.name.places) != len(name.places):
        raise CannotRename(_("{} would be taken for another name").format(new))


# ---- names that are computed at run time

STRING_ROLES = {
    NameKind.LABEL: {Role.LABEL_NAME, Role.MAIN_LABEL_NAME, Role.CALLED_NAME},
    NameKind.DEF: {Role.DEF_NAME, Role.CALLED_NAME},
    NameKind.VARIABLE: {Role.VARIABLE_NAME, Role.GLOBAL_NAME},
}
"""The roles of strings that name each kind of name."""


def warning_for(listing: EditedListing, name: ListedName) -> str:
    """Returns a warning that strings may name the name at run time, with their lines; "" if none does."""
    # the lines, from 0, where a name of this kind is computed
    computed = [
        at
        for at, line in enumerate(listing.lines)
        for statement, _ in line.statements
        for node in nodes_in(statement)
        if role_of_computed_name(node) in STRING_ROLES[name.kind]
    ]
    # a string equal to a name matters only if some name is computed; one with an @ is always a label's
    matters = computed or name.kind is NameKind.LABEL
    lines = sorted({*computed, *(lines_with_equal_strings(listing, name) if matters else ())})
    numbers = [str(line + 1) for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        numbers.append("…")
    words = _("a text may name {} when the listing runs; look at: line {}")
    return words.format(name.title, ", ".join(numbers)) if lines else ""


def lines_with_equal_strings(listing: EditedListing, name: ListedName) -> Iterator[int]:
    """Yields the lines, from 0, with a string literal equal to the name, which may or may not mean it.

    Literals that are known to mean a name are left out.
    """
    known_places = {(place.line, place.column) for each in listing.names.every for place in each.places}
    for number, line in enumerate(listing.lines):
        for word in line.words:
            text = word.text.strip('"').removeprefix("0:")
            if word.kind == "string" and ascii_upper(text) == name.title:
                # the place of the name, after the quote, the slot and the @
                start = word.column + word.text.index(text) + name.mark
                if (number, start) not in known_places:
                    yield number


def role_of_computed_name(node: nodes.Node) -> Role:
    """Returns the role of the computed string by which a node names something: LABEL_NAME for `GOTO A$`.

    OTHER if the node computes no name.
    """
    match node:
        case nodes.Goto(target=target) | nodes.Gosub(target=target) | nodes.Restore(target=target):
            if not isinstance(target, nodes.LabelText | nodes.String | None):
                return Role.LABEL_NAME
        case nodes.VariableNamed(name=name):
            if not isinstance(name, nodes.String):
                return Role.GLOBAL_NAME
        case nodes.Function(name=word) | nodes.Instruction(name=word):
            # the arguments from the one that may name something; literals and numbers name nothing computed
            role, first = NAMING_ARGUMENTS.get(word, (Role.OTHER, 0))
            literals = nodes.String | nodes.LabelText | None
            computed = (each for each in node.arguments[first:] if not isinstance(each, literals))
            if any(map(is_string_expression, computed)):
                return role
    return Role.OTHER
