"""Messages as JSON and back, and the interface by which they are sent and received.

A text that is no message is refused with a reason.
"""

from __future__ import annotations

import json
import math
import traceback
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from reprlib import Repr
from types import NoneType, UnionType
from typing import Any, Literal, Protocol, get_args, get_origin, get_type_hints

from retromaze.errors import RetromazeError, Stopped
from retromaze.studio.messages import FROM_PYTHON, TO_PYTHON, AboutOpen, Failed
from retromaze.values.json_texts import read_json

KINDS: dict[str, type[Any]] = {each.__name__: each for each in TO_PYTHON + FROM_PYTHON}
LONGEST = 8 << 20
"""Bytes of one message: listings and ports are far shorter."""
DEEPEST = 16
"""Brackets within brackets: what we say ourselves has half as many."""
LARGEST = 1 << 63
"""No whole number of a message comes so far, up or down."""
SHORT = Repr()
SHORT.maxstring = SHORT.maxother = 60
"""How a wrong value is written in an answer, which need not be as long as the message was."""


class BadMessage(RetromazeError):
    """Raised for JSON that is not one of the messages."""


def encoded(message: Any) -> str:
    """One line of JSON in plain letters: a text of BASIC may have halves of pairs, which are no Unicode.

    Raises ValueError for what is no number in JSON.
    """
    whole = {"type": type(message).__name__} | parts_of(message)
    return json.dumps(whole, allow_nan=False, default=parts_of)


def parts_of(message: Any) -> dict[str, Any]:
    """Returns the fields of a message, or of a part of one, by name."""
    return {name: getattr(message, name) for name in names_of(message.__class__)}


@cache
def names_of(kind: type[Any]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def decoded(text: str | bytes) -> Any:
    """Returns the message in a line of JSON. Raises BadMessage."""
    return message_of(outside(text, LONGEST))


def message_of(given: Any) -> Any:
    """Returns the message that an object of JSON stands for. Raises BadMessage."""
    name = given.get("type") if isinstance(given, dict) else None
    if not isinstance(name, str) or name not in KINDS:
        raise BadMessage("there is no such message")
    return made(KINDS[name], {key: value for key, value in given.items() if key != "type"})


def outside(text: str | bytes, longest: int) -> Any:
    """Parses JSON that came from outside. Raises BadMessage."""
    try:
        plain = text if isinstance(text, str) else text.decode()
        return read_json(plain, longest=longest, deepest=DEEPEST)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise BadMessage("this is no JSON") from None
    except ValueError as reason:
        raise BadMessage(f"this is no message: {reason}") from None


def heard(text: str | bytes, answer: Callable[[Any], None]) -> Any:
    """Returns the message, or None after answering Failed, with the `edition` that the text gives."""
    given = None
    try:
        given = outside(text, LONGEST)
        return message_of(given)
    except BadMessage as reason:
        edition: Any = given.get("edition") if isinstance(given, dict) else None
        is_number = type(edition) is int and abs(edition) < LARGEST
        answer(Failed(str(reason), edition=edition if is_number else 0))
        return None


def made(kind: Any, given: Any) -> Any:
    """Returns a message or a part of one from its table. Raises BadMessage."""
    hints = types_of(kind)
    if not isinstance(given, dict) or not given.keys() <= hints.keys():
        raise BadMessage(f"{kind.__name__} has {', '.join(hints) or 'nothing'}")
    try:
        return kind(**{name: value_of(hints[name], value) for name, value in given.items()})
    except TypeError as reason:
        raise BadMessage(f"{kind.__name__}: {reason}") from None


@cache
def types_of(kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}


def value_of(hint: Any, value: Any) -> Any:
    """Converts the value to this type. Raises TypeError if that is not possible."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return value
    if isinstance(hint, UnionType):
        return one_of(inner, value)
    if isinstance(hint, type) and is_dataclass(hint):
        return made(hint, value)
    if origin is Literal:
        if type(value) is not str or value not in inner:
            raise TypeError(f"{SHORT.repr(value)} is none of {', '.join(inner)}")
        return value
    if origin is tuple:
        if len(checked(list, value)) != len(inner):
            raise TypeError(f"{SHORT.repr(value)} does not have {len(inner)} values")
        return tuple(map(value_of, inner, value))
    if origin is list:
        return [value_of(inner[0], each) for each in checked(list, value)]
    if origin is dict:
        return {key: value_of(inner[1], each) for key, each in checked(dict, value).items()}
    return float(checked(int, value)) if hint is float and type(value) is int else checked(hint, value)


def one_of(hints: tuple[Any, ...], value: Any) -> Any:
    """Returns the value as the first of these types that it is."""
    if value is None and NoneType in hints:
        return None
    for hint in hints:
        try:
            return value_of(hint, value)
        except TypeError:
            continue
    raise TypeError(f"{SHORT.repr(value)} does not belong there")


def checked(kind: type[Any], value: Any) -> Any:
    """Returns the value itself; no truth value counts as a number, and nothing without end."""
    if type(value) is not kind:
        raise TypeError(f"{SHORT.repr(value)} is no {kind.__name__}")
    if kind is float and not math.isfinite(value):
        raise TypeError(f"{value} is no number")
    if kind is int and not -LARGEST < value < LARGEST:
        raise TypeError(f"{SHORT.repr(value)} is too large")
    return value


class Gone(Stopped):
    """Nobody is at the other end any more."""


class PageChannel(Protocol):
    """One page's end of a conversation."""

    def send(self, message: Any) -> None:
        """Says something to the page. Raises Gone."""

    def receive(self, seconds: float | None) -> Any:
        """Returns the next message, or None after `seconds` (None: waits for ever). Raises Gone."""


def words_of_defect(error: Exception) -> str:
    """Returns the message about a defect of our own: the session goes on, and the user can report it."""
    *_, last = traceback.extract_tb(error.__traceback__) or [None]
    place = f" ({Path(last.filename).name}, line {last.lineno})" if last else ""
    return f"a defect of retromaze: {type(error).__name__}: {error}{place}"


class NumberedChannel:
    """A page's channel that puts the number of what is open, its `edition`, on every message about it."""

    def __init__(self, channel: PageChannel) -> None:
        self._channel = channel
        self.edition = 0

    def send(self, message: Any) -> None:
        is_about_open = isinstance(message, AboutOpen)
        self._channel.send(replace(message, edition=self.edition) if is_about_open else message)

    def receive(self, seconds: float | None) -> Any:
        return self._channel.receive(seconds)
