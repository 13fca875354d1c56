"""Says the answers about one text in the words of the protocol, with columns in the editor's unit."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from retromaze.language_server import completion, help, outline, places, renaming
from retromaze.language_server.completion import Candidate, Sort
from retromaze.language_server.listing import Listing
from retromaze.language_server.mistakes import Mistake, Severity, mistakes
from retromaze.language_server.names import Kind, Place
from retromaze.language_server.positions import Unit, column_at, units_before

SOURCE = "retromaze"
SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
}
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


class Text:
    """One open text: what is asked of it, and what is answered."""

    def __init__(self, uri: str, text: str, version: int, unit: Unit, before: Text | None = None) -> None:
        self.uri = uri
        self.version = version
        self.unit = unit
        self.listing: Listing = Listing(text, before.listing if before else None)

    # ---- places

    def position(self, line: int, column: int) -> types.Position:
        """A place as the editor counts."""
        return types.Position(line, units_before(self.listing.texts[line], column, self.unit))

    def range(self, line: int, column: int, end: int) -> types.Range:
        """A part of one line as the editor counts."""
        return types.Range(self.position(line, column), self.position(line, end))

    def range_of(self, place: Place) -> types.Range:
        return self.range(place.line, place.column, place.end)

    def whole_lines(self, first: int, last: int) -> types.Range:
        """The lines from one to another, both included."""
        return types.Range(types.Position(first, 0), self.position(last, len(self.listing.texts[last])))

    def place(self, position: types.Position) -> tuple[int, int]:
        """Line and column that the editor means; behind the last line is at its end."""
        line = min(position.line, len(self.listing.texts) - 1)
        return line, column_at(self.listing.texts[line], position.character, self.unit)

    # ---- answers

    def diagnostics(self) -> list[types.Diagnostic]:
        """What is wrong with it."""
        return [self.diagnostic(each) for each in mistakes(self.listing)]

    def diagnostic(self, mistake: Mistake) -> types.Diagnostic:
        """A mistake, with the machine's number as its code."""
        meant = f"\ndid you mean {mistake.meant}?" if mistake.meant else ""
        return types.Diagnostic(
            self.range(mistake.line, mistake.column, mistake.end),
            mistake.message + meant,
            severity=SEVERITIES[mistake.severity],
            code=mistake.number or None,
            source=SOURCE,
        )

    def hover(self, position: types.Position, *, markdown: bool) -> types.Hover | None:
        """The help for what stands there."""
        found = help.help_at(self.listing, *self.place(position))
        if found is None:
            return None
        kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
        text = types.MarkupContent(kind, found.markdown if markdown else found.plain)
        return types.Hover(text, self.range(found.line, found.column, found.end))

    def completions(self, position: types.Position, *, snippets: bool) -> list[types.CompletionItem]:
        """What may stand there."""
        line, column = self.place(position)
        found = completion.completions(self.listing, line, column, snippets=snippets)
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
        """Where the name there is made."""
        found = places.definition(self.listing, *self.place(position))
        return self.location(found) if found else None

    def references(self, position: types.Position, *, with_definition: bool) -> list[types.Location]:
        """Where the name there stands."""
        found = places.uses(self.listing, *self.place(position), with_definition=with_definition)
        return [self.location(each) for each in found]

    def location(self, place: Place) -> types.Location:
        return types.Location(self.uri, self.range_of(place))

    def highlights(self, position: types.Position) -> list[types.DocumentHighlight]:
        """The same, with what is looked at and what is changed told apart."""
        read, write = types.DocumentHighlightKind.Read, types.DocumentHighlightKind.Write
        return [
            types.DocumentHighlight(self.range_of(each), write if places.is_change(each) else read)
            for each in places.uses(self.listing, *self.place(position))
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
        """What changes, and what the user should look at. Raises CannotRename."""
        found = renaming.renaming(self.listing, *self.place(position), wish)
        edits = [types.TextEdit(self.range_of(each), found.text) for each in found.places]
        return types.WorkspaceEdit({self.uri: edits}), found.warning

    def symbols(self) -> list[types.DocumentSymbol]:
        """Its outline."""
        return self.nested(outline.outline(self.listing))

    def nested(self, headings: Iterable[outline.Heading]) -> list[types.DocumentSymbol]:
        return [
            types.DocumentSymbol(
                each.title,
                SYMBOLS[each.kind],
                self.whole_lines(each.first, each.last),
                self.range_of(each.place),
                children=self.nested(each.inside),
            )
            for each in headings
        ]

    def folds(self) -> list[types.FoldingRange]:
        """What of it can be folded."""
        comment = types.FoldingRangeKind.Comment
        return [
            types.FoldingRange(each.first, each.last, kind=comment if each.kind == outline.COMMENT else None)
            for each in outline.folds(self.listing)
        ]
