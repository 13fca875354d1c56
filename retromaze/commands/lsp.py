"""`retromaze lsp`: the language server, which editors start."""

from __future__ import annotations

import argparse
from typing import Any

DESCRIPTION = """\
A language server for listings, which an editor starts and speaks with by the language server protocol on
standard input and output: mistakes while you type, help, completion, names found and renamed, outline.

It never runs a listing and opens no file. docs/editors.md tells what to write into the settings of an editor.
It needs the library pygls: pip install 'retromaze[lsp]'.
"""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "lsp", help="mistakes, help and names of a listing for your editor", description=DESCRIPTION
    )
    # many editors add it to whatever they start
    parser.add_argument("--stdio", action="store_true", help="what is done anyway; some editors add it")
    parser.set_defaults(command=serve)


def serve(_: argparse.Namespace) -> int:
    """The sub-command; returns the exit status when the editor has closed the connection."""
    from retromaze.editor.server import new_server

    new_server().start_io()
    return 0
