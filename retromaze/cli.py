"""The command line: one sub-command a module of `retromaze.commands`."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

import retromaze.commands.list
import retromaze.commands.run
from retromaze.errors import UsageError

COMMANDS = (
    retromaze.commands.run,
    retromaze.commands.list,
)
"""Each has `add(subparsers)`, which declares it and sets `command`: from arguments to exit status."""

DESCRIPTION = """\
Runs SmileBASIC 3 listings on a simulated console and proves Python ports equal to them.
"""
EPILOG = """\
exit status: 0 ran or agreed, 1 the listing stopped with an error or a difference was found, 2 wrong usage
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line; returns its exit status. Wrong options raise SystemExit(2), as argparse does."""
    write_every_character()
    arguments = build_parser().parse_args(argv)
    try:
        status: int = arguments.command(arguments)
        sys.stdout.flush()
    except UsageError as error:
        print(f"retromaze: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("retromaze: stopped", file=sys.stderr)
        return 0
    except BrokenPipeError:
        # The reader (head, less) has had enough; Python's own flush at exit must not complain about it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def build_parser() -> argparse.ArgumentParser:
    """The parser of all sub-commands."""
    parser = argparse.ArgumentParser("retromaze", description=DESCRIPTION, epilog=EPILOG)
    subparsers = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add(subparsers)
    return parser


def write_every_character() -> None:
    """Listings print kana; a terminal that has none shows question marks instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
