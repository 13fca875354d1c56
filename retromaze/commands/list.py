"""`retromaze list`: the programs we ship, or the builtins of the language."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from retromaze.catalogue import CATALOGUE
from retromaze.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

# What a table is given when it is read by another program: every line whole.
UNLIMITED_WIDTH = 10_000


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    description = "Lists the programs that `retromaze run NAME` knows, or the words of the language."
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "list", help="list the programs, or the builtins", description=description
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


def programs() -> Table:
    """Name, title, technique and sizes of each program."""
    table = plain_table("name", "title", "technique", "sizes")
    for entry in CATALOGUE.values():
        table.add_row(entry.name, entry.title, entry.technique, entry.ranges)
    return table


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
