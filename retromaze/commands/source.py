"""Finds the listing that a command line names: a program of the catalogue, a file, or standard input."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from retromaze.catalogue import CATALOGUE
from retromaze.engine.listing_file import UnreadableListing, read_file, read_text
from retromaze.entry import listing_path, listing_source
from retromaze.language.prologue import Value, with_values
from retromaze.machine.beside import Beside
from retromaze.system.shell_words import names_a_place

STANDARD_INPUT = "-"
NO_NUMBERS: Mapping[str, Value] = {}


class NamedListing(NamedTuple):
    """A listing's text, the path its errors name, and the word for it in titles and file names."""

    source: str
    path: str
    name: str


def find_listing(name: str, numbers: Mapping[str, Value] = NO_NUMBERS) -> NamedListing:
    """The shipped program of that name, else that file; `-` is standard input.

    `numbers` are set in it: sizes of a shipped program, constants at the top of any other listing.
    Raises UnreadableListing, and UsageError for numbers that cannot be set.
    """
    if name in CATALOGUE:
        entry = CATALOGUE[name]
        return NamedListing(listing_source(entry, **entry.sizes_of(numbers)), str(listing_path(entry)), name)
    listing = read_listing(name)
    if not numbers:
        return listing
    return listing._replace(source=with_values(listing.source, numbers, listing.path))


def read_listing(name: str) -> NamedListing:
    """That file as it is; `-` is standard input. Raises UnreadableListing."""
    if name == STANDARD_INPUT:
        return NamedListing(read_text(sys.stdin.buffer, "standard input"), "<stdin>", "listing")
    path = Path(name)
    try:
        return NamedListing(read_file(path, name), name, path.stem)
    except FileNotFoundError:
        raise UnreadableListing(unknown(name)) from None


def beside(name: str) -> Beside | None:
    """The files beside the listing of that name; None for a program of ours and for standard input."""
    return None if name in CATALOGUE or name == STANDARD_INPUT else Beside(Path(name))


def unknown(name: str) -> str:
    """What to say about a name that is neither program nor file."""
    if names_a_place(name) or name.lower().endswith((".bas", ".prg", ".txt")):
        return f"{name} does not exist"
    near = difflib.get_close_matches(name, CATALOGUE, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else "`retromaze list` names the programs"
    return f"no program and no file is called {name}; {hint}"
