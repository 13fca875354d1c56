"""Whatever is typed, every question has an answer; what can be renamed keeps its meaning."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types

from retromaze.editor.assistance import folds, outline
from retromaze.editor.listing import Kind, Listing
from retromaze.editor.mistakes import mistakes
from retromaze.editor.renaming import CannotRename, renamed, renaming
from retromaze.editor.server import Text, Unit
from retromaze.errors import BasicError
from retromaze.language.parser import parse
from tests.amounts import many
from tests.editor.corpus import PATHS, SHIPPED, text_of

PIECES = st.sampled_from(
    [
        *(
            "\n",
            ":",
            '"',
            "'",
            "@",
            "#",
            "(",
            ")",
            "[",
            "]",
            "=",
            ",",
            "1E",
            "&H",
            "\t",
            "\r\n",
            "\r",
            "\f",
            "\0",
        ),
        *(
            "DEF ",
            "END",
            "IF ",
            " THEN ",
            "ELSE",
            "ENDIF",
            "FOR I=",
            "NEXT",
            "GOTO ",
            "GOSUB@A",
            'VAR("',
            "CALL ",
        ),
        *("OUT ", "REM", "XON 3DS", "OPTION STRICT", "\u2028", "𝄞", "カナ", "\ud800"),
    ]
)


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


@settings(max_examples=many(12, 150))
@given(texts(), st.integers(0, 400), st.integers(0, 80), st.sampled_from(Unit))
def test_every_question_has_an_answer(text: str, line: int, character: int, unit: Unit) -> None:
    here = Text("file:///a.bas", text, 1, unit)
    for number in {line, 0, len(here.listing.texts) - 1}:
        position = types.Position(number, character)
        here.hover(position, markdown=True)
        here.completions(position, snippets=True)
        here.definition(position)
        here.references(position, with_definition=True)
        here.highlights(position)
        if here.renamable(position):
            try:
                here.rename(position, "NEW_ONE")
            except CannotRename:
                continue
    here.symbols()
    for fold in here.folds():
        assert 0 <= fold.start_line < fold.end_line < len(here.listing.texts)
    for each in here.diagnostics():
        assert each.range.start.line == each.range.end.line < len(here.listing.texts)
        assert each.range.start.character <= each.range.end.character


@settings(max_examples=many(12, 150))
@given(texts(), st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 80), PIECES), max_size=4))
def test_what_is_known_after_changes_is_what_a_new_reading_finds(text, changes) -> None:
    here = Listing(text)
    for start, cut, piece in changes:
        everything(here)
        text = text[:start] + piece + text[start + cut :]
        here = Listing(text, here)
    assert everything(here) == everything(Listing(text))


def everything(listing: Listing) -> tuple:
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


def test_what_is_long_or_deep_has_answers_too() -> None:
    for text in LONG_OR_DEEP:
        here = Text("file:///a.bas", text, 1, Unit.UTF_16)
        position = types.Position(0, 10)
        here.completions(position, snippets=True)
        here.references(position, with_definition=True)
        here.symbols()
        here.folds()
        assert len(here.diagnostics()) <= 502, text[:12]


@settings(max_examples=many(12, 200))
@given(st.sampled_from(PATHS), st.data())
def test_a_renamed_listing_says_the_same_with_another_name(path, data) -> None:
    listing = Listing(text_of(path))
    try:
        before = parse(listing.source)
    except BasicError:
        return
    names = [each for each in listing.names.every if each.places]
    if not names:
        return
    name = data.draw(st.sampled_from(names))
    place = data.draw(st.sampled_from(name.places))
    fresh = "ZQ_9" + (name.name[-1] if name.kind is Kind.VARIABLE and name.name[-1] in "%#$" else "")
    try:
        change = renaming(listing, place.line, place.column, fresh)
    except CannotRename as reason:
        assert "would be" in str(reason)
        return
    after = renamed(listing, change.places, change.text)
    assert len(parse(after.source)) == len(before)
    assert meanings(after) == {
        frozenset(shifted(each.line, each.column, change.places, len(fresh)) for each in one.places)
        for one in listing.names.every
    }
    found = next(each for each in after.names.every if each.name == fresh and each.kind is name.kind)
    assert renamed(after, found.places, name.name).source.upper() == listing.source.upper()


def meanings(listing: Listing) -> set[frozenset[tuple[int, int]]]:
    """Which places mean the same."""
    return {frozenset((each.line, each.column) for each in name.places) for name in listing.names.every}


def shifted(line, column, places, length) -> tuple[int, int]:
    """Where a place has gone by a change of these."""
    more = sum(
        length - (each.end - each.column) for each in places if each.line == line and each.column < column
    )
    return line, column + more


@settings(max_examples=many(40, 200))
@given(st.text(st.characters() | st.just("𝄞"), max_size=30), st.data(), st.sampled_from(Unit))
def test_columns_are_counted_there_and_back(text, data, unit) -> None:
    column = data.draw(st.integers(0, len(text)))
    units = unit.before(text, column)
    assert unit.column(text, units) == column
    codec = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[unit.value]
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[unit.value]
    assert units == len(text[:column].encode(codec, "surrogatepass")) // width
