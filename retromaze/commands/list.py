"""`retromaze list`: the programs we ship, or the builtins of the language."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from retromaze.catalogue import CATALOGUE, SHORT_TITLES
from retromaze.catalogue_entry import Entry, programs_folder
from retromaze.commands.output import output, plain_table, show
from retromaze.display.argument_parser import Parser
from retromaze.display.translation import _, language

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

EPILOG = """\
Tables are as wide as the terminal, 100 columns for a file or another program; COLUMNS=400 keeps lines whole.
"""
DESCRIPTION = """\
Lists the programs that `retromaze run NAME` knows, or the words of the language. A program is a listing that
an article published, or one that was written here after an article. The techniques are short listings, each
with a way of saving memory, time or typing, and Python beside it.
"""

TABLE_WIDTH, NARROW_TABLE = 120, 90
"""Columns below which a table of five columns, and one of three, has narrower columns than words."""


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--builtins", action="store_true", help="list instructions, functions and system variables"
    )
    parser.add_argument("--techniques", action="store_true", help="list the listings of docs/techniques.md")
    parser.more.add_argument(
        "--markdown", action="store_true", help="with --builtins: the page docs/builtins.md"
    )
    parser.declare_companion("--markdown", "--builtins")


def execute(arguments: argparse.Namespace) -> int:
    if arguments.markdown:
        from retromaze.builtins.reference import markdown

        print(markdown(), end="")
    else:
        table = program_table
        if arguments.builtins:
            table = builtin_table
        elif arguments.techniques:
            table = technique_table
        show(table())
    return 0


def program_table() -> RenderableType:
    """Returns a table with name, use, origin, title, technique and sizes of each program.

    In a narrow terminal the last three are in one column, one below the other; in a very narrow one all but
    the name are.
    """
    from rich.console import Group
    from rich.padding import Padding

    rows = [
        (each.name, _(each.use), provenance(each), _(each.title), _(each.technique), each.ranges)
        for each in CATALOGUE.values()
    ]
    room = output().width
    if room < NARROW_TABLE:
        return Group(
            *(part for name, *rest in rows for part in (name, Padding(joined_lines(rest), (0, 0, 0, 2))))
        )
    if room < TABLE_WIDTH:
        table = plain_table(_("name"), _("use"), _("origin"), _("title, technique, sizes"), whole=3)
        for name, use, origin, *rest in rows:
            table.add_row(name, use, origin, joined_lines(rest))
        return table
    table = plain_table(_("name"), _("use"), _("origin"), _("title"), _("technique"), _("sizes"))
    for row in rows:
        table.add_row(*row)
    return table


def technique_table() -> Table:
    """Returns a table of the techniques' listings, each with its first comment in the user's language."""
    table = plain_table(_("listing"), _("technique"))
    for path in sorted((programs_folder() / "techniques").glob("*.bas")):
        # the first line is a comment in English, the second one in Japanese
        english, japanese = path.read_text("utf-8").splitlines()[:2]
        comment = japanese if language() == "ja" else english
        table.add_row(os.path.relpath(path), comment.removeprefix("'"))
    return table


def provenance(program: Entry) -> str:
    """Returns `published: ...` or `after ...` with the short title of the article, or `written here`."""
    if not program.origin.article:
        return _("written here")
    title = SHORT_TITLES.get(program.origin.article, program.origin.article)
    return (_("published: {}") if program.origin.published else _("after {}")).format(title)


def joined_lines(texts: Sequence[str]) -> str:
    """Returns the texts as lines without the empty ones."""
    return "\n".join(filter(None, texts))


def builtin_table() -> Table:
    """Returns a table with name, family and forms of every word, in alphabetical order."""
    from retromaze.builtins.reference import all_words, docstring_help, unwrapped

    table = plain_table(_("word"), _("family"), _("forms"), whole=2)
    for word in all_words().values():
        table.add_row(word.name, word.family, unwrapped(docstring_help(word.doc)))
    return table
