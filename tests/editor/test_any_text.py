"""Whatever is typed, every question has an answer; what can be renamed keeps its meaning."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from retromaze.editor.edited_listing import EditedListing, NameKind
from retromaze.editor.language_features import folds, outline
from retromaze.editor.mistakes import mistakes
from retromaze.editor.renaming import CannotRename, plan_renaming, with_text_replaced
from retromaze.editor.server import HANDLERS, Encoding, OpenText, column_at, units_before
from retromaze.errors import BasicError
from retromaze.language.parser import parse
from tests.amounts import many
from tests.editor.corpus import PATHS, SHIPPED, text_of

WORDS = (
    "1E|&H|\r\n|DEF |END|IF | THEN |ELSE|ENDIF|FOR I=|NEXT|GOTO |GOSUB@A|"
    'VAR("|CALL |OUT |REM|XON 3DS|OPTION STRICT|カナ'
)
PIECES = st.sampled_from([*"\n:\"'@#()[]=,\t\r\f\0\u2028𝄞\ud800", *WORDS.split("|")])
SERVER: Any = SimpleNamespace(
    client_capabilities=types.ClientCapabilities(
        text_document=types.TextDocumentClientCapabilities(
            hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
            completion=types.CompletionClientCapabilities(
                completion_item=types.ClientCompletionItemOptions(snippet_support=True)
            ),
        )
    ),
    window_show_message=lambda given: None,
)
"""The server of an editor that shows Markdown and fills in gaps."""


def answer(feature: str, text: OpenText, line: int = 0, character: int = 0) -> Any:
    """Returns the server's answer about a place, or about the whole text."""
    context = types.ReferenceContext(include_declaration=True)
    position = types.Position(line, character)
    asked = SimpleNamespace(position=position, context=context, new_name="NEW_ONE")
    return HANDLERS[feature][0](SERVER, text, asked)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A listing cut off anywhere, or with something else in the place of a part of it."""
    text = text_of(draw(st.sampled_from(SHIPPED)))
    start = draw(st.integers(0, len(text)))
    if draw(st.booleans()):
        return text[:start]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        more = draw(st.lists(PIECES | st.text(max_size=3), max_size=3))
        text = text[:at] + "".join(more) + text[at + draw(st.integers(0, 20)) :]
    return text


@settings(max_examples=many(6, 150))
@given(texts(), st.integers(0, 400), st.integers(0, 80), st.sampled_from(Encoding))
def test_every_question_has_an_answer(text: str, line: int, character: int, encoding: Encoding) -> None:
    here = OpenText("file:///a.bas", text, 1, encoding)
    for number in {line, 0, len(here.listing.texts) - 1}:
        found = {
            feature: answer(feature, here, number, character)
            for feature in HANDLERS
            if feature != types.TEXT_DOCUMENT_RENAME
        }
        if found[types.TEXT_DOCUMENT_PREPARE_RENAME]:
            try:
                answer(types.TEXT_DOCUMENT_RENAME, here, number, character)
            except JsonRpcInvalidParams:
                continue
    for fold in answer(types.TEXT_DOCUMENT_FOLDING_RANGE, here):
        assert 0 <= fold.start_line < fold.end_line < len(here.listing.texts)
    for each in here.diagnostics():
        assert each.range.start.line == each.range.end.line < len(here.listing.texts)
        assert each.range.start.character <= each.range.end.character


@settings(max_examples=many(6, 150))
@given(texts(), st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 80), PIECES), max_size=4))
def test_what_is_known_after_changes_is_what_a_new_reading_finds(text, changes) -> None:
    here = EditedListing(text)
    for start, cut, piece in changes:
        everything(here)
        text = text[:start] + piece + text[start + cut :]
        here = EditedListing(text, here)
    assert everything(here) == everything(EditedListing(text))


def everything(listing: EditedListing) -> tuple:
    """The mistakes, names and folds of a listing."""
    names = [(each.kind, each.name, each.scope.name, each.places) for each in listing.names.every]
    return mistakes(listing), names, folds(listing), outline(listing)


LONG_OR_DEEP = (
    "SPFUNC 0," + "+".join(["A$"] * 1500),
    "GOTO " + "+".join(['"x"'] * 1500),
    "SPFUNC 0,A$" + "[0]" * 1500,
    "A=" + "(" * 1500 + "1" + ")" * 1500,
    "A=" + "A[" * 1500,
    "IF A THEN B ELSE " * 500,
    "\n".join(f"DEF F{number}\nFOR I=0 TO 1\nEND" for number in range(200)),
    "\n".join(f"FOO{number} 1" for number in range(500)),
)


@pytest.mark.slow
def test_what_is_long_or_deep_has_answers_too() -> None:
    for text in LONG_OR_DEEP:
        here = OpenText("file:///a.bas", text, 1, Encoding.Utf16)
        for feature in HANDLERS:
            if "rename" not in feature.lower():
                answer(feature, here, 0, 10)
        assert len(here.diagnostics()) <= 502, text[:12]


@settings(max_examples=many(6, 200))
@given(st.sampled_from(PATHS), st.data())
def test_a_renamed_listing_says_the_same_with_another_name(path, data) -> None:
    listing = EditedListing(text_of(path))
    try:
        before = parse(listing.source)
    except BasicError:
        return
    names = [each for each in listing.names.every if each.places]
    if not names:
        return
    name = data.draw(st.sampled_from(names))
    place = data.draw(st.sampled_from(name.places))
    fresh = "ZQ_9" + (name.name[-1] if name.kind is NameKind.VARIABLE and name.name[-1] in "%#$" else "")
    try:
        change = plan_renaming(listing, place.line, place.column, fresh)
    except CannotRename as reason:
        assert "would be" in str(reason)
        return
    after = with_text_replaced(listing, change.places, change.text)
    assert len(parse(after.source)) == len(before)
    assert meanings(after) == {
        frozenset(shifted(each.line, each.column, change.places, len(fresh)) for each in one.places)
        for one in listing.names.every
    }
    found = next(each for each in after.names.every if each.name == fresh and each.kind is name.kind)
    assert with_text_replaced(after, found.places, name.name).source.upper() == listing.source.upper()


def meanings(listing: EditedListing) -> set[frozenset[tuple[int, int]]]:
    """Which places mean the same."""
    return {frozenset((each.line, each.column) for each in name.places) for name in listing.names.every}


def shifted(line, column, places, length) -> tuple[int, int]:
    """Where a place has gone by a change of these."""
    more = sum(
        length - (each.end - each.column) for each in places if each.line == line and each.column < column
    )
    return line, column + more


@settings(max_examples=many(40, 200))
@given(st.text(st.characters() | st.just("𝄞"), max_size=30), st.data(), st.sampled_from(Encoding))
def test_columns_are_counted_there_and_back(text, data, encoding) -> None:
    column = data.draw(st.integers(0, len(text)))
    units = units_before(text, column, encoding)
    assert column_at(text, units, encoding) == column
    units_of = {
        "utf-8": lambda each: len(each.encode("utf-8", "surrogatepass")),
        "utf-16": lambda each: 1 + (each > "\uffff"),
        "utf-32": len,
    }[encoding.value]
    assert units == sum(map(units_of, text[:column]))
