"""`retromaze lsp`: the language server, which editors start."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from typing import NoReturn

from retromaze.commands.output import say
from retromaze.display.argument_parser import INTERRUPTED, Parser

DESCRIPTION = """\
A language server for listings: an editor starts it and talks to it by the language server protocol, on
standard input and output. It reports mistakes while you type, and gives help, completion, an outline, and
names found and renamed.

It never runs a listing and opens no file. docs/editors.md says what to write into the settings of an editor.
It needs the library pygls: pip install 'retromaze[lsp]'.
"""
EPILOG = ""


def add_arguments(parser: Parser) -> None:
    # many editors add it to whatever they start
    parser.add_argument(
        "--stdio", action="store_true", help="ignored: these streams are always used; some editors add it"
    )


def execute(_: argparse.Namespace) -> int:
    """Runs `retromaze lsp` until the editor closes the connection; returns the exit status."""
    from retromaze.editor.server import new_server

    signal.signal(signal.SIGINT, stop)
    # a stream of its own, because pygls closes it when the editor says exit
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:
        new_server().start_io(stdout=output)
    return 0


def stop(*_: object) -> NoReturn:
    """Ends the process at Ctrl-C, without Python's own end: that would wait for the thread that reads."""
    say("stopped")
    os._exit(INTERRUPTED)
