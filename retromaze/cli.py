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
    "tidy",
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
    """Runs the process's own command line; returns the exit status."""
    try:
        return main()
    finally:
        # or Python looks for cycles in all there is before it ends: a tenth of a short run
        gc.freeze()


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line and prints its error; returns the exit status.

    Wrong options raise SystemExit(2), as argparse does.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    open_every_stream()
    take_every_character()
    with harmless_streams():
        try:
            # one command starts sooner without what the others import
            commands = words[:1] if words and words[0] in COMMANDS else COMMANDS
            try:
                arguments = build_parser(commands).parse_args(words or ["--help"])
                status: int = arguments.command(arguments)
            finally:
                # After --help as well: the message of Python's own flush at exit helps no user.
                with suppress(BrokenPipeError):
                    sys.stdout.flush()
            return status
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
            # What cannot be written is given up, or Python tries again at exit and complains.
            for stream in (sys.stdout, sys.stderr):
                try:
                    stream.flush()
                except OSError:
                    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(message: str) -> None:
    """Prints a message on standard error, if that can be written."""
    with suppress(OSError):
        print(f"retromaze: {message}", file=sys.stderr)


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
