"""The colors of VS Code beside those of our own lexer, character by character."""

from collections.abc import Iterator
from random import Random

from pygments.token import Comment, Error, Keyword, Name, Number, Punctuation, String, Text, _TokenType

from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.language.lexer import keywords
from retromaze.sources.smilebasic import SmileBasicLexer
from tests.editors.packages import needs_packages, told_by
from tests.tools.vscode_grammar import LANGUAGE, grammar

KINDS: dict[str, _TokenType] = {
    "source": Text.Whitespace,
    "comment.line": Comment.Single,
    "constant.numeric.decimal": Number,
    "constant.numeric.hex": Number.Hex,
    "constant.numeric.binary": Number.Bin,
    "constant.language": Name.Constant,
    "string.quoted.double": String,
    "entity.name.type.label": Name.Label,
    "entity.name.function": Name,
    "variable.other": Name,
    "support.function": Name.Builtin,
    "support.variable": Name.Builtin,
    "storage.type": Keyword,
    "keyword.control": Keyword,
    "keyword.operator.expression": Keyword,
    "keyword.operator": Punctuation,
    "punctuation.separator": Punctuation,
    "invalid.illegal": Error,
}
"""What each scope is to Pygments."""

CORNERS = """\
IF A$=="x" THEN @L 'c
REM remark
REMARK=1:REM:rem\tx
A=1B=2 5.E2 .5 . 1E3# 1.5E-3 &HFF &B102 &HG #RED #1 @A_1@B @
"open
?CHR$(65);CHR$ CHR GCLS2 GCLS%5 GCLS$ gcls MOD% MOD mod2 DIV#3
DEF F X\tOUT Y:DEF GCLS:XDEF F:DEF  G:DEFG H:common def g()
TIME$ TIME DATE$=5 ERRNUM ERRNUM% VERSION
gclſ GCLS\u00df \u212aEY ＡＢ　全角~ \x00 é
A||B&&C==D!=E<=F>=G<<H>>I!J*K/L-M+N;O,P:Q?R[S](T)
XON 3DS
'\u2028 "
"""


def scattered() -> str:
    """Lines of characters and words in no order, the same ones every time."""
    chance = Random(1)
    parts = [*sorted(set(CORNERS)), *CORNERS.split(), *sorted(keywords())]
    return "\n".join("".join(chance.choices(parts, k=12)) for _ in range(500))


def by_our_lexer(text: str) -> Iterator[tuple[str, _TokenType]]:
    """Each character with its kind; line feeds are left out, which no color shows."""
    for _, kind, piece in SmileBasicLexer().get_tokens_unprocessed(text):
        yield from ((each, kind) for each in piece if each != "\n")


def by_vs_code(lines: list[list[tuple[str, str]]]) -> Iterator[tuple[str, _TokenType]]:
    """The same, as the grammar has it."""
    for line in lines:
        for piece, scope in line:
            yield from ((each, KINDS[scope.removesuffix(f".{LANGUAGE}")]) for each in piece)


@needs_packages
def test_listings_have_the_colors_that_our_lexer_gives_them() -> None:
    texts = [CORNERS, scattered(), *(listing_source(entry) for entry in CATALOGUE.values())]
    colored = told_by("tokens.mjs", {"grammar": grammar(), "texts": texts})
    for text, lines in zip(texts, colored, strict=True):
        assert list(by_vs_code(lines)) == list(by_our_lexer(text))


@needs_packages
def test_every_word_has_a_color_of_its_own() -> None:
    load_all()
    words = [*sorted(keywords()), *BUILTINS, *VARIABLES]
    (colored,) = told_by("tokens.mjs", {"grammar": grammar(), "texts": ["\n".join(words)]})
    plain = [line for line in colored if len(line) != 1 or line[0][1].startswith("variable.other")]
    assert plain == []


@needs_packages
def test_a_definition_s_name_is_seen() -> None:
    names = {
        "DEF SHOW A": ["SHOW"],
        "COMMON def Show(A)": ["Show"],
        "A=1:DEF\tF$(A)": ["F$"],
        "XDEF F": [],
        "DEF GCLS": [],
        "DEFF F:A=F": [],
        "'DEF F": [],
    }
    colored = told_by("tokens.mjs", {"grammar": grammar(), "texts": list(names)})
    function = f"entity.name.function.{LANGUAGE}"
    found = [[piece for piece, scope in lines[0] if scope == function] for lines in colored]
    assert dict(zip(names, found, strict=True)) == names
