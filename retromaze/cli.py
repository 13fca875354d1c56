"""The command line: one sub-command a module of `retromaze.commands`."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Iterable, Sequence

from retromaze.errors import UsageError

COMMANDS = (
    "run",
    "check",
    "show",
    "study",
    "gallery",
    "trace",
    "bench",
    "list",
    "convert",
    "direct",
)
"""Modules of `retromaze.commands`, in the order of the help.

Each has `add(subparsers)`, which declares it and sets `command`: from arguments to exit status.
"""

DESCRIPTION = """\
Runs SmileBASIC 3 listings on a simulated console and proves Python ports equal to them.
"""
EPILOG = """\
exit status: 0 ran or agreed, 1 the listing stopped with an error or a difference was found, 2 wrong usage
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line; returns its exit status. Wrong options raise SystemExit(2), as argparse does."""
    words = sys.argv[1:] if argv is None else list(argv)
    write_every_character()
    arguments = build_parser(wanted(words)).parse_args(words)
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


def wanted(words: Sequence[str]) -> Iterable[str]:
    """The command that the words begin with, else all: one starts sooner without what the others import."""
    return words[:1] if words and words[0] in COMMANDS else COMMANDS


def build_parser(commands: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of these sub-commands."""
    parser = argparse.ArgumentParser("retromaze", description=DESCRIPTION, epilog=EPILOG)
    subparsers = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command in commands:
        importlib.import_module(f"retromaze.commands.{command}").add(subparsers)
    return parser


def write_every_character() -> None:
    """Listings print kana; a terminal that has none shows question marks instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
