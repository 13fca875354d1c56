"""The command line: one sub-command a module of `retromaze.commands`."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress

from retromaze.display.translation import _
from retromaze.display.usage import INTERRUPTED, Parser
from retromaze.errors import RetromazeError, UsageError
from retromaze.system import (
    harmless_streams,
    is_reader_gone,
    missing_package,
    open_every_stream,
    take_every_character,
)

COMMANDS = (
    "run",
    "check",
    "studio",
    "show",
    "port",
    "study",
    "lesson",
    "trace",
    "debug",
    "bench",
    "list",
    "doctor",
    "convert",
    "direct",
    "lsp",
)
"""Modules of `retromaze.commands`, in the order of the help.

Each has `add(subparsers)`, which declares it and sets `command`: from arguments to exit status.
"""

DESCRIPTION = """\
Runs SmileBASIC 3 listings on a simulated console and proves Python ports equal to them.
"""
EPILOG = """\
exit status: 0 ran or agreed, 1 the listing stopped with an error or a difference was found, 2 wrong usage,
130 Ctrl-C
"""


def start() -> int:
    """The process's whole work: its command line; returns the exit status."""
    try:
        return main()
    finally:
        # or Python looks for cycles in all there is before it ends: a tenth of a short run
        gc.freeze()


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line; returns its exit status. Wrong options raise SystemExit(2), as argparse does."""
    words = sys.argv[1:] if argv is None else list(argv)
    open_every_stream()
    take_every_character()
    with harmless_streams():
        return status_of(words)


def status_of(words: Sequence[str]) -> int:
    """Runs a command line and prints its error; returns the exit status."""
    try:
        return run(words)
    except UsageError as error:
        say(str(error))
        return 2
    except RetromazeError as error:
        say(str(error))
        return 1
    except ModuleNotFoundError as error:
        lacking = missing_package(error)
        if lacking is None:
            raise
        say(_("this needs the module {}, which is not installed: {}").format(*lacking))
        return 2
    except KeyboardInterrupt as interrupt:
        say(str(interrupt) or "stopped")
        return INTERRUPTED
    except OSError as error:
        if is_reader_gone(error):
            # head or less has had enough
            return 0
        say(f"{error.filename or 'standard output'}: {error.strerror or error}")
        return 1
    finally:
        drop_unwritten()


def run(words: Sequence[str]) -> int:
    """The command's exit status, when all that it printed has been written."""
    try:
        arguments = build_parser(commands_wanted(words)).parse_args(words or ["--help"])
        status: int = arguments.command(arguments)
    finally:
        # In any case, --help included: Python's own flush at exit says nothing that a user understands.
        with suppress(BrokenPipeError):
            sys.stdout.flush()
    return status


def say(message: str) -> None:
    """A word to the user, if it can be written anywhere."""
    with suppress(OSError):
        print(f"retromaze: {message}", file=sys.stderr)


def drop_unwritten() -> None:
    """Gives up what cannot be written, so that Python does not try again at exit and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def commands_wanted(words: Sequence[str]) -> Iterable[str]:
    """The command that the words begin with, else all: one starts sooner without what the others import."""
    return words[:1] if words and words[0] in COMMANDS else COMMANDS


def build_parser(commands: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of these sub-commands."""
    parser = Parser("retromaze", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action=Version, nargs=0, help="print the version")
    subparsers = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command in commands:
        importlib.import_module(f"retromaze.commands.{command}").add(subparsers)
    return parser


class Version(argparse.Action):
    """Prints the version; it is looked up only then, because that takes a while."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"retromaze {version('retromaze')}")
        parser.exit()
