"""The language server: takes the texts that an editor has open, and answers its questions about them.

It reads no file. An editor sends the whole text with each change, because pygls cuts lines at more characters
than the protocol and the language do. Editors count columns in UTF-16 units unless they ask for others; a
listing's columns count characters.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import json_rpc

from retromaze import __version__
from retromaze.editor.edited_listing import DEFINING, EditedListing, NameKind, NamePlace, TouchedName
from retromaze.editor.language_features import (
    CandidateKind,
    Heading,
    Help,
    completions,
    folds,
    help_at,
    outline,
)
from retromaze.editor.mistakes import Mistake, mistakes
from retromaze.editor.renaming import CannotRename, plan_renaming

NAME = "retromaze"
DEBOUNCE_SECONDS = 0.2
"""Seconds without a keystroke after which mistakes are searched for."""
TRIGGERS = ["@", "#"]
"""The characters besides letters at which an editor asks for completions."""
COMPLETION_KINDS = {
    CandidateKind.LABEL: types.CompletionItemKind.Reference,
    CandidateKind.VARIABLE: types.CompletionItemKind.Variable,
    CandidateKind.DEF: types.CompletionItemKind.Function,
    CandidateKind.SNIPPET: types.CompletionItemKind.Snippet,
    CandidateKind.KEYWORD: types.CompletionItemKind.Keyword,
    CandidateKind.INSTRUCTION: types.CompletionItemKind.Method,
    CandidateKind.FUNCTION: types.CompletionItemKind.Function,
    CandidateKind.SYSTEM_VARIABLE: types.CompletionItemKind.Property,
    CandidateKind.CONSTANT: types.CompletionItemKind.Constant,
}
ORDER = {kind: f"{number:02}" for number, kind in enumerate(CandidateKind)}
"""The beginning of the key by which an editor sorts completions, which is a string."""
SYMBOL_KINDS = {NameKind.DEF: types.SymbolKind.Function, NameKind.LABEL: types.SymbolKind.Key}
Encoding = types.PositionEncodingKind
UNITS = {Encoding.Utf8: ("utf-8", 1), Encoding.Utf16: ("utf-16-le", 2), Encoding.Utf32: ("utf-32-le", 4)}
"""Python's codec for each encoding of the protocol, and the bytes of one unit."""


def units_before(text: str, column: int, encoding: Encoding) -> int:
    """Returns the number of an encoding's units before a column of a line."""
    codec, width = UNITS[encoding]
    return len(text[:column].encode(codec, "surrogatepass")) // width


def column_at(text: str, units: int, encoding: Encoding) -> int:
    """Returns the column of the character that has unit number `units`, or the line's end; both from 0."""
    # the first column after which there are more units than `units`
    return bisect_right(range(len(text)), units, key=lambda column: units_before(text, column + 1, encoding))


class OpenText:
    """An open text, with its address `uri` and the editor's number of its `version`.

    The protocol's positions and ranges, which its methods return, have columns in units of `encoding`.
    `before` is the same text before its last change: its unchanged lines are not parsed again.
    """

    def __init__(
        self, uri: str, text: str, version: int, encoding: Encoding, before: OpenText | None = None
    ) -> None:
        self.uri = uri
        self.version = version
        self.encoding = encoding
        self.listing: EditedListing = EditedListing(text, before.listing if before else None)

    def position(self, line: int, column: int) -> types.Position:
        """Returns the protocol's position for a line and a column in characters."""
        return types.Position(line, units_before(self.listing.texts[line], column, self.encoding))

    def range(self, part: NamePlace | Mistake | Help) -> types.Range:
        return types.Range(self.position(part.line, part.column), self.position(part.line, part.end))

    def line_and_column(self, position: types.Position) -> tuple[int, int]:
        """Returns line and column, in characters, of a position; below the last line counts as the last."""
        line = min(position.line, len(self.listing.texts) - 1)
        return line, column_at(self.listing.texts[line], position.character, self.encoding)

    def name_at(self, position: types.Position) -> TouchedName | None:
        return self.listing.names.name_at(*self.line_and_column(position))

    def diagnostics(self) -> list[types.Diagnostic]:
        """Returns the mistakes for the editor to mark, each with the machine's error number as its code."""
        error, warning = types.DiagnosticSeverity.Error, types.DiagnosticSeverity.Warning
        return [
            types.Diagnostic(
                self.range(each),
                "\n".join(filter(None, (each.message, each.hint))),
                severity=warning if each.is_warning else error,
                code=each.number or None,
                source=NAME,
            )
            for each in mistakes(self.listing)
        ]


class ListingServer(LanguageServer):
    """The server, with the open texts by their addresses."""

    def __init__(self) -> None:
        super().__init__(NAME, __version__, types.TextDocumentSyncKind.Full)
        self.texts: dict[str, OpenText] = {}

    def store_text(self, uri: str, text: str, number: int) -> None:
        """Stores version `number` of a text; sends its mistakes after DEBOUNCE_SECONDS without another."""
        encoding = Encoding(self.server_capabilities.position_encoding or Encoding.Utf16)
        self.texts[uri] = open_text = OpenText(uri, text, number, encoding, self.texts.get(uri))

        def send_mistakes() -> None:
            """Sends the mistakes if this text is still the newest."""
            if self.texts.get(uri) is open_text:
                found = types.PublishDiagnosticsParams(uri, open_text.diagnostics(), number)
                self.text_document_publish_diagnostics(found)

        asyncio.get_running_loop().call_later(DEBOUNCE_SECONDS, send_mistakes)


# ---- request handlers: functions of the server, an open text, and the parameters of the request


def hover(server: ListingServer, text: OpenText, request: types.HoverParams) -> types.Hover | None:
    """Returns the help for the word at a position, in Markdown if the editor can show it."""
    found = help_at(text.listing, *text.line_and_column(request.position))
    if found is None:
        return None
    document = server.client_capabilities.text_document
    formats = document.hover.content_format if document and document.hover else None
    if types.MarkupKind.Markdown in (formats or ()):
        shown = types.MarkupContent(types.MarkupKind.Markdown, found.markdown)
    else:
        shown = types.MarkupContent(types.MarkupKind.PlainText, found.plain)
    return types.Hover(shown, text.range(found))


def complete(
    server: ListingServer, text: OpenText, request: types.CompletionParams
) -> list[types.CompletionItem]:
    """Returns the completions for the word before the cursor."""
    document = server.client_capabilities.text_document
    item = document.completion.completion_item if document and document.completion else None
    line, column = text.line_and_column(request.position)
    items = []
    # snippets are parts of programs with gaps, which not every editor can fill
    for each in completions(text.listing, line, column, snippets=bool(item and item.snippet_support)):
        # the editor compares this with the typed letters, so it has an @ only if they have one
        has_mark = text.listing.texts[line][each.start : column].startswith("@")
        is_snippet = each.kind is CandidateKind.SNIPPET
        items.append(
            types.CompletionItem(
                each.title,
                kind=COMPLETION_KINDS[each.kind],
                detail=each.explanation or None,
                sort_text=ORDER[each.kind] + each.title,
                filter_text=each.title if has_mark else each.title.removeprefix("@"),
                insert_text_format=types.InsertTextFormat.Snippet if is_snippet else None,
                text_edit=types.TextEdit(text.range(NamePlace(line, each.start, column)), each.insert_text),
            )
        )
    return items


def definition(_: ListingServer, text: OpenText, request: types.DefinitionParams) -> types.Location | None:
    """Returns the place where the name at a position is defined, or first used; None if there is no name."""
    touched = text.name_at(request.position)
    place = touched and touched.name.definition
    return types.Location(text.uri, text.range(place)) if place else None


def references(_: ListingServer, text: OpenText, request: types.ReferenceParams) -> list[types.Location]:
    """Returns all places of the name at a position, without its declaration if that was not asked for."""
    touched = text.name_at(request.position)
    if touched is None:
        return []
    name = touched.name
    left_out = None if request.context.include_declaration else name.definition
    return [types.Location(text.uri, text.range(place)) for place in name.places if place != left_out]


def highlights(
    _: ListingServer, text: OpenText, request: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    """Returns all places of the name at a position, each as a read or a write."""
    read, write = types.DocumentHighlightKind.Read, types.DocumentHighlightKind.Write
    touched = text.name_at(request.position)
    places = touched.name.places if touched else []
    return [
        types.DocumentHighlight(text.range(each), write if each.role in DEFINING else read) for each in places
    ]


def symbols(
    _: ListingServer, text: OpenText, request: types.DocumentSymbolParams
) -> list[types.DocumentSymbol]:
    """Returns the outline: the DEFs and labels, with the labels inside a DEF as its children."""

    def nested(headings: Iterable[Heading]) -> list[types.DocumentSymbol]:
        """Returns the headings with their children, each with its lines and the place of its name."""
        return [
            types.DocumentSymbol(
                each.title,
                SYMBOL_KINDS[each.kind],
                types.Range(
                    types.Position(each.first, 0),
                    text.position(each.last, len(text.listing.texts[each.last])),
                ),
                text.range(each.place),
                children=nested(each.children),
            )
            for each in headings
        ]

    return nested(outline(text.listing))


def folding(_: ListingServer, text: OpenText, request: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """Returns the lines that an editor can fold: blocks, and comments of several lines."""
    comment = types.FoldingRangeKind.Comment
    return [
        types.FoldingRange(each.first, each.last, kind=comment if each.is_comment else None)
        for each in folds(text.listing)
    ]


def prepare_rename(
    _: ListingServer, text: OpenText, request: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """Returns the part of the line that is renamed, without the @ of a label; None if it is no name."""
    touched = text.name_at(request.position)
    if touched is None:
        return None
    place = touched.place
    written = text.listing.texts[place.line][place.column : place.end]
    return types.PrepareRenamePlaceholder(text.range(place), written)


def rename(server: ListingServer, text: OpenText, request: types.RenameParams) -> types.WorkspaceEdit:
    """Returns the edits that rename the name at a position, and shows a warning if a string may name it.

    Raises JsonRpcInvalidParams with the reason if it cannot be renamed.
    """
    try:
        renaming = plan_renaming(text.listing, *text.line_and_column(request.position), request.new_name)
    except CannotRename as reason:
        raise JsonRpcInvalidParams(str(reason)) from None
    if renaming.warning:
        server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, renaming.warning))
    edits = [types.TextEdit(text.range(place), renaming.text) for place in renaming.places]
    return types.WorkspaceEdit({text.uri: edits})


HANDLERS: dict[str, tuple[Callable[[ListingServer, OpenText, Any], object], Any]] = {
    types.TEXT_DOCUMENT_HOVER: (hover, None),
    types.TEXT_DOCUMENT_COMPLETION: (complete, types.CompletionOptions(trigger_characters=TRIGGERS)),
    types.TEXT_DOCUMENT_DEFINITION: (definition, None),
    types.TEXT_DOCUMENT_REFERENCES: (references, None),
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: (highlights, None),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (symbols, None),
    types.TEXT_DOCUMENT_FOLDING_RANGE: (folding, None),
    types.TEXT_DOCUMENT_PREPARE_RENAME: (prepare_rename, None),
    types.TEXT_DOCUMENT_RENAME: (rename, types.RenameOptions(prepare_provider=True)),
}
"""The function that answers each request, and the options that the server declares for it."""


def new_server() -> ListingServer:
    """Returns a server that answers all requests; it refuses requests about a text that is not open."""
    # pygls logs a refused request as an error, but it is an answer
    json_rpc.logger.addFilter(
        lambda record: not (record.exc_info and isinstance(record.exc_info[1], JsonRpcInvalidParams))
    )
    server = ListingServer()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def on_open(message: types.DidOpenTextDocumentParams) -> None:
        document = message.text_document
        server.store_text(document.uri, document.text, document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def on_change(message: types.DidChangeTextDocumentParams) -> None:
        document = message.text_document
        # each change has the whole text, so only the last one counts
        server.store_text(document.uri, message.content_changes[-1].text, document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def on_close(message: types.DidCloseTextDocumentParams) -> None:
        uri = message.text_document.uri
        if server.texts.pop(uri, None) is not None:
            # no diagnostics: the editor removes those that it shows
            server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    for feature, (handler, options) in HANDLERS.items():
        # `handler` is a parameter, because all functions of this loop share its variables
        @server.feature(feature, options)
        def on_request(
            request: Any, handler: Callable[[ListingServer, OpenText, Any], object] = handler
        ) -> object:
            text = server.texts.get(request.text_document.uri)
            if text is None:
                raise JsonRpcInvalidParams(f"{request.text_document.uri} is not open")
            return handler(server, text, request)

    return server
