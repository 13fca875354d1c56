"""What an exported page needs besides Pyodide: this package, its listings, the parser's tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from retromaze.catalogue import CATALOGUE
from retromaze.entry import listing_path
from retromaze.language import tables
from retromaze.language.tables import GRAMMAR, listing_tables
from retromaze.sources.lessons import lessons_beside

PACKAGE = Path(__file__).resolve().parents[1]
ELSEWHERE = ("benchmarks", "commands", "testing", "studio/page")
"""Rooms that no page enters."""
KINDS = frozenset({".py", ".lark", ".bin", ".txt", ".css", ".mo", ".mml"})
LISTINGS = "programs"


def package_files() -> dict[str, bytes]:
    """Each file by its path beside other packages, in a fixed order."""
    return dict(sorted(_found()))


def _found() -> Iterator[tuple[str, bytes]]:
    for path in PACKAGE.rglob("*"):
        name = path.relative_to(PACKAGE).as_posix()
        if path.suffix in KINDS and not name.startswith((*(f"{room}/" for room in ELSEWHERE), LISTINGS)):
            yield f"{PACKAGE.name}/{name}", path.read_bytes()
    for entry in CATALOGUE.values():
        for path in (listing_path(entry), *lessons_beside(listing_path(entry))):
            yield f"{PACKAGE.name}/{LISTINGS}/{path.name}", path.read_bytes()
    place = tables.BROUGHT.relative_to(PACKAGE).as_posix()
    made = tables.pack_tables(GRAMMAR.read_text("utf-8"), listing_tables(), tables.STEADY)
    yield f"{PACKAGE.name}/{place}", made


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """All in one: the length of a table (32 bits, low byte first), the table as JSON, then file after file.

    The table has [path, length] of each.
    """
    table = json.dumps([[name, len(data)] for name, data in files.items()]).encode()
    return b"".join((len(table).to_bytes(4, "little"), table, *files.values()))
