"""The outline of a listing: its DEFs and labels, and the parts that an editor can fold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from retromaze.editor.listing import Kind, Listing, Place
from retromaze.editor.words import Role
from retromaze.language.program import Scope


@dataclass
class Heading:
    """A DEF or a label with the lines that it stands for, from 0, and the labels inside a DEF."""

    kind: Kind
    title: str
    place: Place
    first: int
    last: int
    inside: list[Heading] = field(default_factory=list)


class Fold(NamedTuple):
    """Lines that can be folded, from 0; the first stays in sight."""

    first: int
    last: int
    is_comment: bool = False


def outline(listing: Listing) -> list[Heading]:
    """The headings of the main program in the order of the listing; a label goes on to the next heading."""
    labels = defaultdict[Scope, list[Heading]](list)
    places: dict[int, Place] = {}
    for name in listing.names.every:
        for each in name.places:
            if each.role is Role.LABEL:
                labels[name.scope].append(Heading(Kind.LABEL, name.title, each, each.line, each.line))
            elif each.role is Role.DEF:
                places[each.line] = each
    top = labels[listing.main]
    for scope, (first, _), (last, _) in listing.definitions:
        inside = labels[scope]
        if scope.name and first in places:
            inside = stretched(inside, last)
            top.append(Heading(Kind.DEF, scope.name, places[first], first, last, inside))
        else:
            top += inside
    return stretched(top, len(listing.texts) - 1)


def stretched(headings: list[Heading], last: int) -> list[Heading]:
    """In the order of the listing, each label up to the next heading."""
    ordered = sorted(headings, key=lambda each: (each.place.line, each.place.column))
    for at, each in enumerate(ordered):
        if each.kind is Kind.LABEL:
            following = ordered[at + 1].first - 1 if at + 1 < len(ordered) else last
            each.last = max(each.first, following)
    return ordered


def folds(listing: Listing) -> list[Fold]:
    """Blocks of several lines, of which the last stays in sight, and comments of several lines."""
    blocks = (Fold(each.begin.line - 1, each.end.line - 2) for each in listing.analysis.extents)
    found = [each for each in [*blocks, *comments(listing)] if each.last > each.first]
    return sorted(found, key=lambda each: (each.first, -each.last))


def comments(listing: Listing) -> Iterator[Fold]:
    """Lines of nothing but comment that follow each other."""
    for is_comment, lines in groupby(listing.lines, key=lambda each: each.is_comment):
        numbers = [each.number - 1 for each in lines]
        if is_comment:
            yield Fold(numbers[0], numbers[-1], is_comment=True)
