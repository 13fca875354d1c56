"""`retromaze port`: a Python port of a listing, to begin with."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from retromaze.commands.files import is_taken, write_file
from retromaze.errors import UsageError

DESCRIPTION = """\
Writes a Python port of a listing: plain typed code that does what the listing does, draw by draw, with the
listing's comments and its line numbers in the margin. It is a beginning, to be rewritten by hand.
"""
EPILOG = """\
Without -o the port is printed. A listing that no port can follow is refused, with the line that is why.

exit status: 0 written, 1 the listing cannot be ported or is wrong, 2 wrong usage
"""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "port",
        help="a Python port of a listing, to begin with",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument("listing", metavar="NAME|FILE", help="a program of `retromaze list`, or a file")
    parser.add_argument("-o", "--output", metavar="PORT.py", type=Path, help="the file to write")
    parser.add_argument("--force", action="store_true", help="overwrite the file")
    parser.set_defaults(command=port)


def port(arguments: argparse.Namespace) -> int:
    """The sub-command; returns the exit status."""
    from retromaze.commands.source import find_listing
    from retromaze.errors import BasicError
    from retromaze.porting.refusals import CannotPort
    from retromaze.porting.writing import write_port

    output: Path | None = arguments.output
    if output is not None and is_taken(output) and not arguments.force:
        raise UsageError(f"{output} exists already; --force overwrites it")
    listing = find_listing(arguments.listing)
    try:
        text = write_port(listing.source, listing.path)
    except (CannotPort, BasicError) as error:
        print(f"retromaze: {arguments.listing}: {error}", file=sys.stderr)
        return 1
    if output is None:
        print(text, end="")
        return 0
    return write_file(output, text.encode())
