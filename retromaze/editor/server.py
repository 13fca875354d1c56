"""The language server: takes the texts that an editor has open, and answers its questions about them.

It looks at no file. A text comes whole with each change: pygls cuts lines at more characters than the
protocol and the language do, so that parts would be put in elsewhere. Editors count columns in UTF-16 units
unless they ask for others, and a listing's columns count characters.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Iterable
from enum import Enum
from importlib.metadata import version
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from retromaze.editor.assistance import Candidate, Heading, Sort, completions, folds, help_at, outline
from retromaze.editor.listing import Kind, Listing, Place
from retromaze.editor.mistakes import Mistake, mistakes
from retromaze.editor.renaming import CannotRename, renaming

NAME = "retromaze"
QUIET = 0.2
"""Seconds without a keystroke after which mistakes are looked for."""
TRIGGERS = ["@", "#"]
"""What lets an editor ask for completions beside letters."""
SORTS = {
    Sort.LABEL: types.CompletionItemKind.Reference,
    Sort.VARIABLE: types.CompletionItemKind.Variable,
    Sort.DEF: types.CompletionItemKind.Function,
    Sort.SNIPPET: types.CompletionItemKind.Snippet,
    Sort.KEYWORD: types.CompletionItemKind.Keyword,
    Sort.INSTRUCTION: types.CompletionItemKind.Method,
    Sort.FUNCTION: types.CompletionItemKind.Function,
    Sort.SYSTEM_VARIABLE: types.CompletionItemKind.Property,
    Sort.CONSTANT: types.CompletionItemKind.Constant,
}
ORDER = {sort: f"{number:02}" for number, sort in enumerate(Sort)}
SYMBOLS = {Kind.DEF: types.SymbolKind.Function, Kind.LABEL: types.SymbolKind.Key}


class Unit(Enum):
    """The units in which an editor counts columns."""

    UTF_8 = "utf-8"
    UTF_16 = "utf-16"
    UTF_32 = "utf-32"

    def before(self, text: str, column: int) -> int:
        """The units before a column of a line."""
        match self:
            case Unit.UTF_8:
                return len(text[:column].encode("utf-8", "surrogatepass"))
            case Unit.UTF_16:
                return len(text[:column].encode("utf-16-le", "surrogatepass")) // 2
            case Unit.UTF_32:
                return len(text[:column])

    def column(self, text: str, units: int) -> int:
        """The column of the character that so many units lead into, or that of the end."""
        return bisect_right(range(len(text)), units, key=lambda column: self.before(text, column + 1))


class Text:
    """One open text: what is asked of it, and what is answered in the words of the protocol."""

    def __init__(self, uri: str, text: str, version: int, unit: Unit, before: Text | None = None) -> None:
        self.uri = uri
        self.version = version
        self.unit = unit
        self.listing: Listing = Listing(text, before.listing if before else None)

    # ---- places

    def position(self, line: int, column: int) -> types.Position:
        """A place as the editor counts."""
        return types.Position(line, self.unit.before(self.listing.texts[line], column))

    def range(self, line: int, column: int, end: int) -> types.Range:
        """A part of one line as the editor counts."""
        return types.Range(self.position(line, column), self.position(line, end))

    def range_of(self, place: Place) -> types.Range:
        return self.range(place.line, place.column, place.end)

    def place(self, position: types.Position) -> tuple[int, int]:
        """Line and column that the editor means; behind the last line is at its end."""
        line = min(position.line, len(self.listing.texts) - 1)
        return line, self.unit.column(self.listing.texts[line], position.character)

    def places(self, position: types.Position, *, with_definition: bool = True) -> list[Place]:
        """Where the name under a cursor stands, in the order of the listing."""
        found = self.listing.names.at(*self.place(position))
        if found is None:
            return []
        return [each for each in found[1].places if with_definition or each != found[1].definition]

    # ---- answers

    def diagnostics(self) -> list[types.Diagnostic]:
        """Returns the mistakes as diagnostics."""
        return [self.diagnostic(each) for each in mistakes(self.listing)]

    def diagnostic(self, mistake: Mistake) -> types.Diagnostic:
        """A mistake, with the machine's number as its code."""
        meant = f"\ndid you mean {mistake.meant}?" if mistake.meant else ""
        severity = types.DiagnosticSeverity.Warning if mistake.is_warning else types.DiagnosticSeverity.Error
        return types.Diagnostic(
            self.range(mistake.line, mistake.column, mistake.end),
            mistake.message + meant,
            severity=severity,
            code=mistake.number or None,
            source=NAME,
        )

    def hover(self, position: types.Position, *, markdown: bool) -> types.Hover | None:
        """Returns the help for a position."""
        found = help_at(self.listing, *self.place(position))
        if found is None:
            return None
        kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
        text = types.MarkupContent(kind, found.markdown if markdown else found.plain)
        return types.Hover(text, self.range(found.line, found.column, found.end))

    def completions(self, position: types.Position, *, snippets: bool) -> list[types.CompletionItem]:
        """Returns the completions for a position."""
        line, column = self.place(position)
        found = completions(self.listing, line, column, snippets=snippets)
        return [self.completion(each, line, column) for each in found]

    def completion(self, candidate: Candidate, line: int, column: int) -> types.CompletionItem:
        """One of them. What an editor compares with the letters typed has no @ where they have none."""
        typed = self.listing.texts[line][candidate.start : column]
        is_snippet = candidate.sort is Sort.SNIPPET
        return types.CompletionItem(
            candidate.title,
            kind=SORTS[candidate.sort],
            detail=candidate.explained or None,
            sort_text=ORDER[candidate.sort] + candidate.title,
            filter_text=candidate.title if typed.startswith("@") else candidate.title.removeprefix("@"),
            insert_text_format=types.InsertTextFormat.Snippet if is_snippet else None,
            text_edit=types.TextEdit(self.range(line, candidate.start, column), candidate.inserted),
        )

    def definition(self, position: types.Position) -> types.Location | None:
        """Returns the place where the name at a position is defined."""
        found = self.listing.names.at(*self.place(position))
        made = found and found[1].definition
        return types.Location(self.uri, self.range_of(made)) if made else None

    def references(self, position: types.Position, *, with_definition: bool) -> list[types.Location]:
        """Returns the places of the name at a position."""
        found = self.places(position, with_definition=with_definition)
        return [types.Location(self.uri, self.range_of(each)) for each in found]

    def highlights(self, position: types.Position) -> list[types.DocumentHighlight]:
        """The same, with what is looked at and what is changed told apart."""
        read, write = types.DocumentHighlightKind.Read, types.DocumentHighlightKind.Write
        return [
            types.DocumentHighlight(self.range_of(each), write if each.is_change else read)
            for each in self.places(position)
        ]

    def renamable(self, position: types.Position) -> types.PrepareRenamePlaceholder | None:
        """What of the line is renamed, without the @ of a label; None where nothing is."""
        found = self.listing.names.at(*self.place(position))
        if found is None:
            return None
        place, _ = found
        written = self.listing.texts[place.line][place.column : place.end]
        return types.PrepareRenamePlaceholder(self.range_of(place), written)

    def rename(self, position: types.Position, wish: str) -> tuple[types.WorkspaceEdit, str]:
        """Returns the edits, and a warning for the user. Raises CannotRename."""
        found = renaming(self.listing, *self.place(position), wish)
        edits = [types.TextEdit(self.range_of(each), found.text) for each in found.places]
        return types.WorkspaceEdit({self.uri: edits}), found.warning

    def symbols(self) -> list[types.DocumentSymbol]:
        """Returns the outline."""
        return self.nested(outline(self.listing))

    def nested(self, headings: Iterable[Heading]) -> list[types.DocumentSymbol]:
        return [
            types.DocumentSymbol(
                each.title,
                SYMBOLS[each.kind],
                types.Range(
                    types.Position(each.first, 0),
                    self.position(each.last, len(self.listing.texts[each.last])),
                ),
                self.range_of(each.place),
                children=self.nested(each.inside),
            )
            for each in headings
        ]

    def folds(self) -> list[types.FoldingRange]:
        """Returns the ranges that can be folded."""
        comment = types.FoldingRangeKind.Comment
        return [
            types.FoldingRange(each.first, each.last, kind=comment if each.is_comment else None)
            for each in folds(self.listing)
        ]


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

    def hover(self, text: Text, asked: types.HoverParams) -> types.Hover | None:
        document = self.client_capabilities.text_document
        formats = document.hover.content_format if document and document.hover else None
        return text.hover(asked.position, markdown=types.MarkupKind.Markdown in (formats or ()))

    def complete(self, text: Text, asked: types.CompletionParams) -> list[types.CompletionItem]:
        document = self.client_capabilities.text_document
        item = document.completion.completion_item if document and document.completion else None
        return text.completions(asked.position, snippets=bool(item and item.snippet_support))

    def rename(self, text: Text, asked: types.RenameParams) -> types.WorkspaceEdit:
        try:
            edit, warning = text.rename(asked.position, asked.new_name)
        except CannotRename as reason:
            raise JsonRpcInvalidParams(str(reason)) from None
        if warning:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, warning))
        return edit

    def answer(self, feature: str, ask: Callable[[Text, Any], object], options: Any = None) -> None:
        """Answers a request by what it asks of an open text. An address that is not open is refused."""

        @self.feature(feature, options)
        def answered(asked: Any) -> object:
            text = self.texts.get(asked.text_document.uri)
            if text is None:
                raise JsonRpcInvalidParams(f"{asked.text_document.uri} is not open")
            return ask(text, asked)


def new_server() -> ListingServer:
    """A server that knows all requests."""
    server = ListingServer()

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

    def references(text: Text, asked: types.ReferenceParams) -> list[types.Location]:
        return text.references(asked.position, with_definition=asked.context.include_declaration)

    completing = types.CompletionOptions(trigger_characters=TRIGGERS)
    server.answer(types.TEXT_DOCUMENT_HOVER, server.hover)
    server.answer(types.TEXT_DOCUMENT_COMPLETION, server.complete, completing)
    server.answer(types.TEXT_DOCUMENT_DEFINITION, lambda text, asked: text.definition(asked.position))
    server.answer(types.TEXT_DOCUMENT_REFERENCES, references)
    server.answer(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, lambda text, asked: text.highlights(asked.position))
    server.answer(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, lambda text, _: text.symbols())
    server.answer(types.TEXT_DOCUMENT_FOLDING_RANGE, lambda text, _: text.folds())
    server.answer(types.TEXT_DOCUMENT_PREPARE_RENAME, lambda text, asked: text.renamable(asked.position))
    server.answer(types.TEXT_DOCUMENT_RENAME, server.rename, types.RenameOptions(prepare_provider=True))
    return server
