"""The language server: hands what an editor asks to the modules beside this one, and their answers back.

It keeps the texts that the editor has open and looks at no file. A text comes whole with each change: pygls
cuts lines at more characters than the protocol and the language do, so that parts would be put in elsewhere.
"""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from typing import NamedTuple

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from retromaze.language_server.listing import Listing
from retromaze.language_server.mistakes import Mistake, Severity, mistakes
from retromaze.language_server.positions import Unit, column_at, units_before

NAME = "retromaze"
QUIET = 0.2
"""Seconds without a keystroke after which mistakes are looked for."""
SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
}


class OpenText(NamedTuple):
    """A text that the editor has open, and its number of changes."""

    listing: Listing
    version: int


class ListingServer(LanguageServer):
    """The open texts, and the unit in which this editor counts columns."""

    def __init__(self) -> None:
        super().__init__(NAME, version("retromaze"), types.TextDocumentSyncKind.Full)
        self.open: dict[str, OpenText] = {}
        self.unit = Unit.UTF_16

    def take(self, uri: str, text: str, number: int) -> None:
        """Keeps a text, and tells its mistakes when no newer one has come for a moment."""
        self.open[uri] = taken = OpenText(Listing(text), number)
        asyncio.get_running_loop().call_later(QUIET, self.tell_mistakes, uri, taken)

    def tell_mistakes(self, uri: str, asked: OpenText) -> None:
        """Sends what is wrong with a text, unless it has changed since."""
        if self.open.get(uri) is not asked:
            return
        found = [self.diagnostic(asked.listing, each) for each in mistakes(asked.listing)]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, asked.version))

    def drop(self, uri: str) -> None:
        """Forgets a text; its mistakes go with it."""
        if self.open.pop(uri, None) is not None:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    # ---- places

    def position(self, listing: Listing, line: int, column: int) -> types.Position:
        """A place as this editor counts."""
        text = listing.texts[line] if line < len(listing.texts) else ""
        return types.Position(line, units_before(text, column, self.unit))

    def range(self, listing: Listing, line: int, column: int, end: int) -> types.Range:
        """A part of one line as this editor counts."""
        return types.Range(self.position(listing, line, column), self.position(listing, line, end))

    def column(self, listing: Listing, position: types.Position) -> int:
        """The column from 0 that this editor means."""
        line = position.line
        return (
            column_at(listing.texts[line], position.character, self.unit) if line < len(listing.texts) else 0
        )

    def diagnostic(self, listing: Listing, mistake: Mistake) -> types.Diagnostic:
        """A mistake as the protocol has it, with the machine's number as its code."""
        meant = f"\ndid you mean {mistake.meant}?" if mistake.meant else ""
        return types.Diagnostic(
            self.range(listing, mistake.line, mistake.column, mistake.end),
            mistake.message + meant,
            severity=SEVERITIES[mistake.severity],
            code=mistake.number or None,
            source=NAME,
        )


def new_server() -> ListingServer:
    """A server that knows all requests."""
    server = ListingServer()

    @server.feature(types.INITIALIZED)
    def begin(_: types.InitializedParams) -> None:
        server.unit = Unit(server.server_capabilities.position_encoding or Unit.UTF_16.value)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(given: types.DidOpenTextDocumentParams) -> None:
        document = given.text_document
        server.take(document.uri, document.text, document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(given: types.DidChangeTextDocumentParams) -> None:
        document = given.text_document
        server.take(document.uri, given.content_changes[-1].text, document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(given: types.DidCloseTextDocumentParams) -> None:
        server.drop(given.text_document.uri)

    return server
