"""Where a name is defined and used."""

from __future__ import annotations

from retromaze.language_server.listing import Listing
from retromaze.language_server.names import WRITING, Name, Place
from retromaze.language_server.words import Role

MAKING = {*WRITING, Role.LABEL, Role.DEF}


def definition(listing: Listing, line: int, column: int) -> Place | None:
    """Where the name under a cursor is defined; None where there is no name, or nothing defines it."""
    name = name_at(listing, line, column)
    return name.definition if name else None


def uses(listing: Listing, line: int, column: int, *, with_definition: bool = True) -> list[Place]:
    """All places of the name under a cursor, in the order of the listing."""
    name = name_at(listing, line, column)
    if name is None:
        return []
    return [each for each in name.places if with_definition or each != name.definition]


def is_change(place: Place) -> bool:
    """Whether the name is made there or gets a value."""
    return place.role in MAKING


def name_at(listing: Listing, line: int, column: int) -> Name | None:
    found = listing.names.at(line, column)
    return found[1] if found else None
