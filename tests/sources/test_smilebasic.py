"""SmileBASIC for Pygments."""

import pytest
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Error, Keyword, Name, Number, Punctuation, String, Text

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.sources.smilebasic import SmileBasicLexer


@pytest.mark.parametrize("name", ["smilebasic", "smilebasic3"])
def test_pygments_finds_it_by_name(name: str) -> None:
    assert isinstance(get_lexer_by_name(name), SmileBasicLexer)


def test_each_piece_has_its_kind_and_place() -> None:
    text = 'IF A$=="x" THEN @L \'c\r\n\tgcls #RED+&HF+1.5 ~\n'
    found = list(SmileBasicLexer().get_tokens_unprocessed(text))
    assert [(kind, words) for _, kind, words in found] == [
        (Keyword, "IF"), (Text.Whitespace, " "), (Name, "A$"), (Punctuation, "=="), (String, '"x"'),
        (Text.Whitespace, " "), (Keyword, "THEN"), (Text.Whitespace, " "), (Name.Label, "@L"),
        (Text.Whitespace, " "), (Comment.Single, "'c\r"), (Text.Whitespace, "\n"), (Text.Whitespace, "\t"),
        (Name.Builtin, "gcls"), (Text.Whitespace, " "), (Name.Constant, "#RED"), (Punctuation, "+"),
        (Number.Hex, "&HF"), (Punctuation, "+"), (Number, "1.5"), (Text.Whitespace, " "), (Error, "~"),
        (Text.Whitespace, "\n"),
    ]  # fmt: skip
    places = [start for start, _, _ in found]
    assert places == [sum(len(words) for _, _, words in found[:at]) for at in range(len(found))]


def test_nothing_of_a_listing_is_lost_or_wrong() -> None:
    sources = {name: listing_source(entry) for name, entry in CATALOGUE.items()}
    found = {name: [*SmileBasicLexer().get_tokens_unprocessed(each)] for name, each in sources.items()}
    assert {name: "".join(words for _, _, words in tokens) for name, tokens in found.items()} == sources
    assert [name for name, tokens in found.items() if Error in {kind for _, kind, _ in tokens}] == []
