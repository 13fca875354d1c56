"""`retromaze list`: the programs we ship, or the builtins of the language."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from retromaze.catalogue import CATALOGUE, provenance
from retromaze.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

DESCRIPTION = """\
Lists the programs that `retromaze run NAME` knows, or the words of the language. A program is the listing
that an article published, or was written here after one.
"""

# What a table is given when it is read by another program: every line whole.
UNLIMITED_WIDTH = 10_000
# Columns of a terminal below which a table of all programs has narrower columns than words.
TABLE_WIDTH = 120


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "list", help="list the programs, or the builtins", description=DESCRIPTION
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
    """Whether the output is a terminal too narrow for a table of five columns."""
    from rich.console import Console

    console = Console()
    return console.is_terminal and console.width < TABLE_WIDTH


def builtins() -> Table:
    """Name, family and forms of every word, in alphabetical order."""
    from retromaze.builtins.reference import all_words

    table = plain_table("word", "family", "forms")
    for word in all_words().values():
        table.add_row(word.name, word.family, word.doc)
    return table


def plain_table(*headings: str) -> Table:
    """An empty table without rules."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def show(content: RenderableType) -> None:
    """Prints as wide as the terminal is; for another program as wide as need be."""
    from rich.console import Console

    console: Console = Console(markup=False, emoji=False, highlight=False)
    if not console.is_terminal:
        console.width = UNLIMITED_WIDTH
    with console.capture() as capture:
        console.print(content)
    # Printed by Python, because rich answers a closed pipe with exit status 1, which means a difference here.
    print(capture.get(), end="")
