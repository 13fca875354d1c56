"""The command line: one sub-command a module of `retromaze.commands`."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Collection, Sequence
from contextlib import suppress

from retromaze import __version__
from retromaze.display.argument_parser import INTERRUPTED, Parser
from retromaze.display.translation import _
from retromaze.errors import RetromazeError, UsageError
from retromaze.system import (
    filtered_streams,
    is_reader_gone,
    missing_package,
    open_missing_streams,
    set_stream_encodings,
)

COMMANDS = {
    "run": "run a listing",
    "check": "prove ports equal to their listings",
    "studio": "a page: listing, console and port side by side, with a timeline",
    "show": "a listing and its port side by side",
    "port": "write a Python port of a listing, to start from",
    "tidy": "restructure a port step by step, each step proved",
    "study": "measure many mazes of each kind",
    "lesson": "read a lesson, step by step through a run",
    "trace": "count how often each line of a listing runs",
    "debug": "debug a listing: breakpoints, steps, variables",
    "bench": "time listings beside their ports",
    "list": "list the programs, or the builtins",
    "doctor": "say what a program needs, and what is missing",
    "convert": "turn files of the console into text, JSON and PNG",
    "direct": "the OK prompt: statements run at once",
    "lsp": "language server: mistakes, help and names in your editor",
}
"""Modules of `retromaze.commands`, in the order of the help, with a line about each.

A module has DESCRIPTION and EPILOG, `add_arguments(parser)`, and `execute(arguments)`,
which runs it and returns the exit status.
"""

DESCRIPTION = """\
Runs SmileBASIC 3 listings, and proves Python ports equal to them.
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
        # Without this, Python looks for reference cycles among all objects before it ends,
        # which takes a tenth of a short run.
        gc.freeze()


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line and prints its error; returns the exit status.

    Wrong options raise SystemExit(2), as argparse does.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    open_missing_streams()
    set_stream_encodings()
    with filtered_streams():
        try:
            try:
                # only the command's own module is imported, so that it starts sooner
                arguments = build_parser(words[:1]).parse_args(words or ["--help"])
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
                # the reader, `head` or `less`, ended first, which is no error
                return 0
            say(f"{error.filename or 'standard output'}: {error.strerror or error}")
            return 1
        finally:
            # Output that cannot be written is dropped; otherwise Python tries again at exit and complains.
            for stream in (sys.stdout, sys.stderr):
                try:
                    stream.flush()
                except OSError:
                    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(message: str) -> None:
    """Prints a message on standard error, if that can be written."""
    with suppress(OSError):
        print(f"retromaze: {message}", file=sys.stderr)


def build_parser(commands: Collection[str] = COMMANDS) -> Parser:
    """Returns the parser of all sub-commands; only those in `commands` get their arguments declared."""
    parser = Parser("retromaze", description=DESCRIPTION, epilog=EPILOG)
    version = f"%(prog)s {__version__}"
    parser.more.add_argument("--version", action="version", version=version, help="print the version")
    subparsers = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command, about in COMMANDS.items():
        if command in commands:
            module = importlib.import_module(f"retromaze.commands.{command}")
            texts = {"description": module.DESCRIPTION, "epilog": module.EPILOG}
            subparser = subparsers.add_parser(command, help=about, **texts)
            module.add_arguments(subparser)
            subparser.set_defaults(command=module.execute)
        else:
            subparsers.add_parser(command, help=about)
    return parser
