"""The language server: takes the texts that an editor has open, and hands its questions to them.

It looks at no file. A text comes whole with each change: pygls cuts lines at more characters than the
protocol and the language do, so that parts would be put in elsewhere.
"""

from __future__ import annotations

import asyncio
from importlib.metadata import version

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from retromaze.language_server.positions import Unit
from retromaze.language_server.protocol import Text
from retromaze.language_server.renaming import CannotRename

NAME = "retromaze"
QUIET = 0.2
"""Seconds without a keystroke after which mistakes are looked for."""
TRIGGERS = ["@", "#"]
"""What lets an editor ask for completions beside letters."""


class ListingServer(LanguageServer):
    """The open texts by their addresses."""

    def __init__(self) -> None:
        super().__init__(NAME, version("retromaze"), types.TextDocumentSyncKind.Full)
        self.texts: dict[str, Text] = {}

    def take(self, uri: str, text: str, number: int) -> None:
        """Keeps a text, and tells its mistakes when no newer one has come for a moment."""
        unit = Unit(self.server_capabilities.position_encoding or Unit.UTF_16.value)
        self.texts[uri] = taken = Text(uri, text, number, unit, self.texts.get(uri))
        asyncio.get_running_loop().call_later(QUIET, self.tell_mistakes, taken)

    def tell_mistakes(self, asked: Text) -> None:
        """Sends what is wrong with a text, unless it has changed since."""
        if self.texts.get(asked.uri) is asked:
            found = types.PublishDiagnosticsParams(asked.uri, asked.diagnostics(), asked.version)
            self.text_document_publish_diagnostics(found)

    def drop(self, uri: str) -> None:
        """Forgets a text; its mistakes go with it."""
        if self.texts.pop(uri, None) is not None:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def text(self, document: types.TextDocumentIdentifier) -> Text:
        """The text with that address. Raises JsonRpcInvalidParams for one that is not open."""
        found = self.texts.get(document.uri)
        if found is None:
            raise JsonRpcInvalidParams(f"{document.uri} is not open")
        return found

    @property
    def takes_markdown(self) -> bool:
        """Whether the editor shows Markdown under the pointer."""
        asked = self.client_capabilities.text_document
        formats = asked.hover.content_format if asked and asked.hover else None
        return types.MarkupKind.Markdown in (formats or ())

    @property
    def takes_snippets(self) -> bool:
        """Whether the editor fills in the gaps of a block."""
        asked = self.client_capabilities.text_document
        item = asked.completion.completion_item if asked and asked.completion else None
        return bool(item and item.snippet_support)


def new_server() -> ListingServer:
    """A server that knows all requests."""
    server = ListingServer()
    add_texts(server)
    add_questions(server)
    add_changes(server)
    return server


def add_texts(server: ListingServer) -> None:
    """What an editor tells of its texts."""

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


def add_questions(server: ListingServer) -> None:
    """What it asks about a place or a text."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(asked: types.HoverParams) -> types.Hover | None:
        return server.text(asked.text_document).hover(asked.position, markdown=server.takes_markdown)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=TRIGGERS))
    def complete(asked: types.CompletionParams) -> list[types.CompletionItem]:
        return server.text(asked.text_document).completions(asked.position, snippets=server.takes_snippets)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(asked: types.DefinitionParams) -> types.Location | None:
        return server.text(asked.text_document).definition(asked.position)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(asked: types.ReferenceParams) -> list[types.Location]:
        with_definition = asked.context.include_declaration
        return server.text(asked.text_document).references(asked.position, with_definition=with_definition)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(asked: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        return server.text(asked.text_document).highlights(asked.position)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(asked: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return server.text(asked.text_document).symbols()

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(asked: types.FoldingRangeParams) -> list[types.FoldingRange]:
        return server.text(asked.text_document).folds()


def add_changes(server: ListingServer) -> None:
    """What it asks to be changed."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(asked: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        return server.text(asked.text_document).renamable(asked.position)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(asked: types.RenameParams) -> types.WorkspaceEdit:
        try:
            edit, warning = server.text(asked.text_document).rename(asked.position, asked.new_name)
        except CannotRename as reason:
            raise JsonRpcInvalidParams(str(reason)) from None
        if warning:
            message = types.ShowMessageParams(types.MessageType.Warning, warning)
            server.window_show_message(message)
        return edit
