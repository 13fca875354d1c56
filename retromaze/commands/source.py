"""Finding the listing that the command line names: a program we ship, a file, or standard input."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, NamedTuple

from retromaze.builtins.program_text import LONGEST_PROGRAM
from retromaze.catalogue import CATALOGUE, listing_path, listing_source
from retromaze.errors import IllegalFileFormat, LoadFailed, RetromazeError
from retromaze.language.prologue import Value, with_values
from retromaze.machine.containers import FOOTER_SIZE, HEADER_SIZE, is_container, read_container
from retromaze.machine.storage import text_of

# A console's file begins with numbers in binary, a text never does.
HEAD = 80

NO_NUMBERS: Mapping[str, Value] = {}

LONGEST_FILE = 3 * LONGEST_PROGRAM + 3 + HEADER_SIZE + FOOTER_SIZE
"""Bytes of the longest program: three a character, a byte-order mark, header and footer of the console."""


class UnreadableListing(RetromazeError):
    """There is no listing to run: no such program or file, or a file that is not text (exit status 1)."""


class Listing(NamedTuple):
    """A listing's text, the path its errors name, and the word for it in titles and file names."""

    source: str
    path: str
    name: str


def find_listing(name: str, numbers: Mapping[str, Value] = NO_NUMBERS) -> Listing:
    """The shipped program of that name, else that file; `-` is standard input.

    `numbers` are set in it: sizes of a shipped program, constants at the top of any other listing.
    Raises UnreadableListing, and UsageError for numbers that cannot be set.
    """
    if name in CATALOGUE:
        entry = CATALOGUE[name]
        return Listing(listing_source(entry, **entry.sizes_of(numbers)), str(listing_path(entry)), name)
    listing = read_listing(name)
    if not numbers:
        return listing
    return listing._replace(source=with_values(listing.source, numbers, listing.path))


def read_listing(name: str) -> Listing:
    """That file as it is; `-` is standard input. Raises UnreadableListing."""
    if name == "-":
        return Listing(read_text(sys.stdin.buffer, "standard input"), "<stdin>", "listing")
    path = Path(name)
    try:
        with path.open("rb") as file:
            return Listing(read_text(file, name), name, path.stem)
    except FileNotFoundError:
        raise UnreadableListing(unknown(name)) from None
    except OSError as error:
        raise UnreadableListing(f"{name} cannot be read: {error.strerror or error}") from None


def read_text(file: BinaryIO, name: str) -> str:
    """The program in a file or stream, of which no more is read than a program can hold.

    Raises UnreadableListing for anything else.
    """
    data = file.read(LONGEST_FILE + 1)
    if len(data) <= LONGEST_FILE:
        text = as_text(data, name)
        # The console's characters are UTF-16 units.
        if len(text.encode("utf-16-le")) <= 2 * LONGEST_PROGRAM:
            return text
    raise UnreadableListing(f"{name} is too long: a program has {LONGEST_PROGRAM:,} characters at most")


def as_text(data: bytes, name: str) -> str:
    """UTF-8 text with line ends of any system, or what is in the console's own file of a program.

    Raises UnreadableListing for anything else.
    """
    if b"\0" in data[:HEAD] and is_container(data):
        return program_in(data, name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableListing(f"{name} is not a text file (no UTF-8 at byte {error.start})") from None
    if "\0" in text:
        raise UnreadableListing(f"{name} is not a text file (it holds zero bytes)")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def program_in(data: bytes, name: str) -> str:
    """The program in a file copied from the console, header and footer left aside."""
    try:
        text = text_of(read_container(data))
    except (IllegalFileFormat, LoadFailed):
        raise UnreadableListing(f"{name} is a file of the console, but no program") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def unknown(name: str) -> str:
    """What to say about a name that is neither program nor file."""
    if os.sep in name or name.lower().endswith((".bas", ".prg", ".txt")):
        return f"{name} does not exist"
    near = difflib.get_close_matches(name, CATALOGUE, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else "`retromaze list` names the programs"
    return f"no program and no file is called {name}; {hint}"
