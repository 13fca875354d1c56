"""The text of a listing: its lines and length, cut into tokens for the parser, or into spans for colors.

SmileBASIC and Python both end lines at line feeds alone. `str.splitlines()` also cuts at a form feed, U+001C
to U+001E, U+0085, U+2028 and U+2029, which are characters of a comment or a string in both languages.

Tokens and spans are cut by the terminals of `grammar.lark`. The lexer does what lark's basic lexer does, in a
quarter of the time: one regular expression matches the text between two tokens and the next token, and
reserved words are looked up.
"""

from __future__ import annotations

import inspect
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from threading import Lock
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

from retromaze.errors import IllegalSymbolString, OutOfCodeMemory
from retromaze.language.lalr import Tables, listing_tables

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

LONGEST_PROGRAM = 1_048_576
"""Characters a program has at most. Source: language reference, section 1.1 (manual)."""
CACHED_CHARACTERS = 1_500_000
"""Characters of the texts in one cache; a syntax tree and its code take 350 to 450 bytes a character."""


def with_line_feeds(source: str) -> str:
    """Returns a text from any system with a line feed at the end of each line."""
    return source.replace("\r\n", "\n").replace("\r", "\n")


def lines_of(source: str) -> list[str]:
    """Returns the lines without their ends; none for an empty source."""
    return source.removesuffix("\n").split("\n") if source else []


def is_too_long(source: str) -> bool:
    """Whether a program has more characters, counted in UTF-16 units, than a slot holds."""
    if len(source) > LONGEST_PROGRAM or source.isascii():
        return len(source) > LONGEST_PROGRAM
    return len(source.encode("utf-16-le", "surrogatepass")) > 2 * LONGEST_PROGRAM


def program_too_long(source: str = "", slot: int = 0) -> OutOfCodeMemory:
    """Returns the error of a program that is too long; with `source`, at the first character too many."""
    fitting = source[:LONGEST_PROGRAM]
    # without a source the error has no place
    line, column = (fitting.count("\n") + 1, len(fitting) - fitting.rfind("\n")) if source else (0, 0)
    words = f"a program has {LONGEST_PROGRAM:,} characters at most"
    return OutOfCodeMemory(words, slot=slot, line=line, column=column)


def ascii_upper(text: str) -> str:
    """Returns a text with a to z in upper case, the spelling by which names are compared.

    Python's upper() goes further: it makes I of the dotless ı, S of the long ſ, FI of the ligature ﬁ. Texts
    that are no names on the machine would become names. Source: language reference, 1.1.
    """
    if text.isascii():
        return text.upper()
    # bytes.upper() changes a to z alone; a loop over characters would take twenty times as long
    return text.encode("utf-8", "surrogatepass").upper().decode("utf-8", "surrogatepass")


LABEL_CHARACTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


def label_name_in(text: str) -> str:
    """Returns the upper-case name in a label's text, `@NAME`. Raises IllegalSymbolString for other texts."""
    name = ascii_upper(text[1:])
    if not text.startswith("@") or not name or not LABEL_CHARACTERS.issuperset(name):
        raise IllegalSymbolString(text)
    return name


class TextCache(Generic[Arguments, Result]):
    """A function of a text and other hashable arguments, with a cache of its last results.

    It holds `size` results at most, and fewer if their texts have over CACHED_CHARACTERS together, so that
    a program which changes and runs another one of a megabyte does not fill the memory.
    """

    def __init__(self, function: Callable[Arguments, Result], size: int) -> None:
        self.__wrapped__ = function
        self._bind = inspect.signature(function).bind
        self._size = size
        self._results: OrderedDict[tuple[Any, ...], Result] = OrderedDict()
        self._lock = Lock()

    def __call__(self, *given: Arguments.args, **named: Arguments.kwargs) -> Result:
        """Returns the cached result for these arguments, or computes it; then drops the oldest results."""
        bound = self._bind(*given, **named)
        bound.apply_defaults()  # the same key with and without them
        key = bound.args
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
        result = self.__wrapped__(*given, **named)  # not under the lock: it may take seconds
        with self._lock:
            self._results[key] = result
            while len(self._results) > 1 and (
                len(self._results) > self._size
                or sum(len(text) for text, *_ in self._results) > CACHED_CHARACTERS
            ):
                self._results.popitem(last=False)
        return result

    def cache_clear(self) -> None:
        """Drops all results; named like the method of functools.lru_cache."""
        self._results.clear()


def text_cache(size: int) -> Callable[[Callable[Arguments, Result]], TextCache[Arguments, Result]]:
    """Decorates a function of a text with a cache of its last results."""
    return lambda function: TextCache(function, size)


_callback: ContextVar[Callable[[], None] | None] = ContextVar("callback", default=None)


@contextmanager
def yielding_to(callback: Callable[[], None]) -> Iterator[None]:
    """Calls `callback` every few compiled statements, to show progress or to stop by an exception."""
    token = _callback.set(callback)
    try:
        yield
    finally:
        _callback.reset(token)


def yield_to_host() -> None:
    """Calls the callback of `yielding_to`; compilation calls this after every bit of work."""
    if callback := _callback.get():
        callback()


# ---- tokens


NEWLINE = "_NEWLINE"
YIELD_STEP = 4096
"""Characters that are read in a few hundredths of a second."""


class Token(str):
    """A piece of a listing with its kind and its place, counted from 1."""

    __slots__ = ("column", "line", "type")

    type: str
    line: int
    column: int


class ListingLexer:
    """A lexer for the terminals of a grammar.

    `fixed_spellings` maps the text of each terminal with only one spelling (a reserved word, a symbol) to its
    name. `pattern` matches the ignored text between two tokens and the next token, with its kind as the name
    of a group. A NAME that spells a reserved word is that word wherever it stands.
    """

    def __init__(self, tables: Tables) -> None:
        self.fixed_spellings = {each.spelling: each.name for each in tables.terminals if each.spelling}
        patterns = [each for each in tables.terminals if not each.spelling]
        ignored = "|".join(each.regexp for each in patterns if each.name in tables.ignored)
        kinds = {each.name: each.regexp for each in patterns if each.name not in tables.ignored}
        kinds |= {"SYMBOL": symbol_pattern(self.fixed_spellings), "END": r"\Z", "UNKNOWN": "(?s:.)"}
        self.pattern = re.compile(f"(?:{ignored})*(?:{named_groups_pattern(kinds)})")

    def lex(self, text: str, line: int = 1) -> Iterator[Token]:
        """Yields the tokens, the last of type $END; a character that begins no token is one of type UNKNOWN.

        `line` is the number of the text's first line.
        """
        make, fixed_spellings = (
            str.__new__,
            self.fixed_spellings,
        )  # local, because a listing has thousands of tokens
        # line_start: the place of the line feed before the line, so that a difference is a column from 1
        line_start, next_yield = -1, YIELD_STEP
        for match in self.pattern.finditer(text):
            kind = match.lastgroup or ""
            spelling, place = match[kind], match.start(kind)
            if kind == "NAME":
                spelling = spelling.upper()
                kind = fixed_spellings.get(spelling, kind)
            elif kind == "SYMBOL":
                kind = fixed_spellings[spelling]
            elif kind == "END":
                kind = "$END"
            token = make(Token, spelling)
            token.type, token.line, token.column = kind, line, place - line_start
            yield token
            if place > next_yield:
                yield_to_host()
                next_yield = place + YIELD_STEP
            if kind == NEWLINE:
                line += spelling.count("\n")
                line_start = place + spelling.rindex("\n")


def symbol_pattern(spellings: Iterable[str]) -> str:
    """Returns a pattern of the spellings that are not words, the longest first: `<=` is no `<` and `=`."""
    symbols = [each for each in spellings if each and not each.isalpha()]
    return "|".join(map(re.escape, sorted(symbols, key=len, reverse=True)))


def named_groups_pattern(kinds: dict[str, str]) -> str:
    """Returns a pattern with a named group for each kind, tried in order."""
    return "|".join(f"(?P<{kind}>{regexp})" for kind, regexp in kinds.items())


@cache
def listing_lexer() -> ListingLexer:
    """Returns the lexer of listings, which is made once."""
    return ListingLexer(listing_tables())


# ---- spans

SPAN_KINDS = {
    "COMMENT": "comment",
    "REMARK": "comment",
    "BLANK": "blank",
    "NUMBER": "number",
    "HEXADECIMAL": "number",
    "BINARY": "number",
    "CONSTANT": "constant",
    "STRING": "string",
    "LABEL": "label",
    "NAME": "name",
}
"""The kind of span of each terminal that is written as a pattern."""


class Span(NamedTuple):
    """A piece of a text from `start`; `kind` is a value of SPAN_KINDS, "keyword", "mark" or "other"."""

    kind: str
    text: str
    start: int

    @property
    def word(self) -> str:
        """The text as names and words are compared."""
        return self.text.upper()


def spans(text: str) -> Iterator[Span]:
    """Yields the spans of a text, every character in one; line feeds and what begins no token are "other"."""
    for match in span_pattern().finditer(text):
        kind = match.lastgroup or ""
        if kind == "name" and match[0].upper() in keywords():
            kind = "keyword"
        yield Span(kind, match[0], match.start())


@cache
def span_pattern() -> re.Pattern[str]:
    """Returns the pattern of a span of any kind, with the kind as the name of its group."""
    return re.compile(named_groups_pattern({**span_patterns(), "other": "(?s:.)"}))


@cache
def span_patterns() -> dict[str, str]:
    """Returns the pattern of each kind of span, in the order in which they are tried."""
    terminals = listing_tables().terminals
    written = {each.name: each.regexp for each in terminals}
    groups: dict[str, list[str]] = {}
    for name, kind in SPAN_KINDS.items():
        groups.setdefault(kind, []).append(written[name])
    joined = {kind: "|".join(each) for kind, each in groups.items()}
    return joined | {"mark": symbol_pattern(each.spelling for each in terminals)}


@cache
def keywords() -> frozenset[str]:
    """Returns the reserved words of the grammar."""
    return frozenset(each.spelling.upper() for each in listing_tables().terminals if each.spelling.isalpha())
