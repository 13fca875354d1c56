"""`retromaze list`: the programs we ship, or the builtins of the language."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from retromaze.catalogue import CATALOGUE, provenance
from retromaze.commands.tables import output, plain_table, show
from retromaze.errors import UsageError

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

EPILOG = """\
Tables are as wide as the terminal, 100 columns for a file or another program; COLUMNS=400 makes lines whole.
"""
DESCRIPTION = """\
Lists the programs that `retromaze run NAME` knows, or the words of the language. A program is the listing
that an article published, or was written here after one.
"""

TABLE_WIDTH = 120
"""Columns below which a table of all programs has narrower columns than words."""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "list", help="list the programs, or the builtins", description=DESCRIPTION, epilog=EPILOG
    )
    parser.add_argument(
        "--builtins", action="store_true", help="list instructions, functions and system variables"
    )
    parser.add_argument("--markdown", action="store_true", help="with --builtins: the page docs/builtins.md")
    parser.set_defaults(command=list_all)


def list_all(arguments: argparse.Namespace) -> int:
    """The sub-command; returns the exit status."""
    if arguments.markdown:
        if not arguments.builtins:
            raise UsageError("--markdown is for --builtins")
        print(page(), end="")
    else:
        show(builtins() if arguments.builtins else programs())
    return 0


def page() -> str:
    """The reference page of the builtins."""
    from retromaze.builtins.reference import markdown

    return markdown()


def programs() -> RenderableType:
    """Name, origin, title, technique and sizes of each program; below each other where there is no room."""
    from rich.console import Group
    from rich.padding import Padding

    rows = [
        (entry.name, provenance(entry), entry.title, entry.technique, entry.ranges)
        for entry in CATALOGUE.values()
    ]
    if is_narrow():
        return Group(*(part for name, *rest in rows for part in (name, Padding(lines(rest), (0, 0, 0, 2)))))
    table = plain_table("name", "origin", "title", "technique", "sizes")
    for row in rows:
        table.add_row(*row)
    return table


def lines(texts: Sequence[str]) -> str:
    """Each text on a line of its own; empty ones are left out."""
    return "\n".join(filter(None, texts))


def is_narrow() -> bool:
    """Whether there is no room for a table of five columns."""
    return output().width < TABLE_WIDTH


def builtins() -> Table:
    """Name, family and forms of every word, in alphabetical order."""
    from retromaze.builtins.reference import all_words

    table = plain_table("word", "family", "forms")
    for column in table.columns[:2]:
        column.no_wrap = True
    for word in all_words().values():
        table.add_row(word.name, word.family, word.doc)
    return table
