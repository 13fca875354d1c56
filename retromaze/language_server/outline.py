"""The outline of a listing: its DEFs and labels, and the parts that an editor can fold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from retromaze.language_server.listing import Listing
from retromaze.language_server.names import MAIN, Kind, Place
from retromaze.language_server.words import Role

COMMENT = "comment"


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
    """Lines that can be folded, from 0; the first stays in sight. `kind`: COMMENT or the word that opens."""

    first: int
    last: int
    kind: str


def outline(listing: Listing) -> list[Heading]:
    """The headings of the main program in the order of the listing; a label goes on to the next heading."""
    labels = labels_by_scope(listing)
    top = labels[MAIN]
    for number, extent in enumerate(listing.names.extents, 1):
        place = heading_place(listing, extent.name, extent.start[0])
        inside = labels[number]
        if place is None:
            top += inside
            continue
        last = extent.end[0]
        top.append(Heading(Kind.DEF, extent.name, place, extent.start[0], last, stretched(inside, last)))
    return stretched(top, len(listing.texts) - 1)


def labels_by_scope(listing: Listing) -> defaultdict[int, list[Heading]]:
    """The labels of each scope, each with its own line."""
    found: defaultdict[int, list[Heading]] = defaultdict(list)
    for name in listing.names.every:
        if name.kind is Kind.LABEL:
            standing = (each for each in name.places if each.role is Role.LABEL)
            found[name.scope] += [
                Heading(Kind.LABEL, name.title, each, each.line, each.line) for each in standing
            ]
    return found


def heading_place(listing: Listing, name: str, line: int) -> Place | None:
    """Where the name of a DEF stands in its heading, None while it has none."""
    found = listing.names.find(Kind.DEF, MAIN, name)
    places = found.places if found else []
    return next((each for each in places if each.role is Role.DEF and each.line == line), None)


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
    blocks = (Fold(each.start.line, each.end.line - 1, each.kind) for each in listing.blocks)
    found = [*blocks, *comments(listing)]
    return sorted(
        (each for each in found if each.last > each.first), key=lambda each: (each.first, -each.last)
    )


def comments(listing: Listing) -> Iterator[Fold]:
    """Lines of nothing but comment that follow each other."""
    first = None
    for number, line in enumerate([*listing.lines, None]):
        words = line.words if line else ()
        is_comment = len(words) == 1 and words[0].role is Role.COMMENT
        if is_comment and first is None:
            first = number
        elif not is_comment and first is not None:
            yield Fold(first, number - 1, COMMENT)
            first = None
