"""The text of a listing: its lines, its length, upper case, and caches and progress for long ones.

SmileBASIC and Python both end lines at line feeds alone. `str.splitlines()` also cuts at a form feed, U+001C
to U+001E, U+0085, U+2028 and U+2029, which are characters of a comment or a string in both languages.
"""

from __future__ import annotations

import inspect
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

from retromaze.errors import IllegalSymbolString, OutOfCodeMemory

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
