"""Reads a .po file and makes the bytes of the .mo that gettext reads, both by Babel."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po as read_catalogue


def read_po(path: Path) -> Catalog:
    """A .po file."""
    with path.open(encoding="utf-8") as file:
        return read_catalogue(file)


def translations_of(catalogue: Catalog) -> dict[str, str]:
    """The translations by their messages."""
    return {str(each.id): str(each.string) for each in catalogue if each.id}


def mo(catalogue: Catalog) -> bytes:
    """The bytes of its .mo file."""
    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()
