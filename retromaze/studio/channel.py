"""Messages between the page and Python as JSON and back, and the interface that sends and receives them.

A text that is no message is refused with a reason.
"""

from __future__ import annotations

import json
import math
import traceback
from abc import ABC, abstractmethod
from contextlib import suppress
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
"""The most bytes of one message: listings and ports are far shorter."""
DEEPEST = 16
"""The most nested brackets of a message; retromaze's own have half as many."""
LARGEST = 1 << 63
"""The absolute value of every integer in a message is less than this."""
SHORT = Repr()
SHORT.maxstring = SHORT.maxother = 60
"""Writes a wrong value in an answer: shortened, as it may be as long as a message."""


class BadMessage(RetromazeError):
    """Raised for JSON that is not one of the messages."""


def encode_message(message: Any) -> str:
    """Returns a message as one line of JSON in ASCII: a BASIC string may hold lone surrogates.

    Raises ValueError for NaN and infinity, which JSON cannot hold.
    """
    fields_and_type = {"type": type(message).__name__} | vars(message)
    # `default` is called for each part of the message that is a dataclass itself
    return json.dumps(fields_and_type, allow_nan=False, default=vars)


def decode_message(text: str | bytes) -> Any:
    """Returns the message in a line of JSON. Raises BadMessage."""
    return message_from_object(parse_untrusted_json(text, LONGEST))


def message_from_object(given: Any) -> Any:
    """Returns the message for parsed JSON; its class is named by the key "type". Raises BadMessage."""
    name = given.get("type") if isinstance(given, dict) else None
    if not isinstance(name, str) or name not in KINDS:
        raise BadMessage("there is no such message")
    return instance_from_object(KINDS[name], {key: value for key, value in given.items() if key != "type"})


def parse_untrusted_json(text: str | bytes, longest: int) -> Any:
    """Parses JSON of an unknown sender, within limits of size and nesting. Raises BadMessage."""
    try:
        plain = text if isinstance(text, str) else text.decode()
        return read_json(plain, longest=longest, deepest=DEEPEST)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise BadMessage("this is no JSON") from None
    except ValueError as reason:
        raise BadMessage(f"this is no message: {reason}") from None


def instance_from_object(kind: Any, given: Any) -> Any:
    """Returns a dataclass instance (a message or a part of one) from a JSON object. Raises BadMessage."""
    hints = field_types(kind)
    if not isinstance(given, dict) or not given.keys() <= hints.keys():
        raise BadMessage(f"{kind.__name__} has {', '.join(hints) or 'nothing'}")
    try:
        return kind(**{name: convert_value(hints[name], value) for name, value in given.items()})
    except TypeError as reason:
        # of `convert_value`, or of the class for a field that is missing
        raise BadMessage(f"{kind.__name__}: {reason}") from None


@cache
def field_types(kind: type[Any]) -> dict[str, Any]:
    """Returns the resolved type hint of each field of a dataclass."""
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}


def convert_value(hint: Any, value: Any) -> Any:
    """Converts a value from JSON to the type of a hint. Raises TypeError if that is not possible.

    A list becomes a tuple where the hint says so, an int a float, an object a dataclass instance.
    """
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return value
    if isinstance(hint, UnionType):
        if value is None and NoneType in inner:
            return None
        for each in inner:
            with suppress(TypeError):
                return convert_value(each, value)
        raise TypeError(f"{SHORT.repr(value)} does not belong there")
    if isinstance(hint, type) and is_dataclass(hint):
        return instance_from_object(hint, value)
    if origin is Literal:
        if type(value) is not str or value not in inner:
            raise TypeError(f"{SHORT.repr(value)} is none of {', '.join(inner)}")
        return value
    if origin is tuple:
        if len(require_type(list, value)) != len(inner):
            raise TypeError(f"{SHORT.repr(value)} does not have {len(inner)} values")
        return tuple(map(convert_value, inner, value))
    if origin is list:
        return [convert_value(inner[0], each) for each in require_type(list, value)]
    if origin is dict:
        return {key: convert_value(inner[1], each) for key, each in require_type(dict, value).items()}
    if hint is float and type(value) is int:
        # JavaScript writes 1.0 as 1
        return float(require_type(int, value))
    return require_type(hint, value)


def require_type(kind: type[Any], value: Any) -> Any:
    """Returns the value if its type is exactly `kind` (a bool is no int), finite and not too large.

    Raises TypeError otherwise.
    """
    if type(value) is not kind:
        raise TypeError(f"{SHORT.repr(value)} is no {kind.__name__}")
    if kind is float and not math.isfinite(value):
        raise TypeError(f"{value} is no number")
    if kind is int and not -LARGEST < value < LARGEST:
        raise TypeError(f"{SHORT.repr(value)} is too large")
    return value


class PageClosed(Stopped):
    """Raised when the page at the other end of a channel has been closed."""


class PageChannel(Protocol):
    """Sends messages to one page and receives messages from it."""

    def send(self, message: Any) -> None:
        """Sends a message to the page. Raises PageClosed."""

    def receive(self, seconds: float | None) -> Any:
        """Returns the next message, or None after `seconds` (None: waits for ever). Raises PageClosed."""


class JsonChannel(ABC):
    """A PageChannel whose messages are JSON; each subclass knows how texts are carried."""

    @abstractmethod
    def send_text(self, text: str) -> None:
        """Sends a message that is JSON already. Raises PageClosed."""

    @abstractmethod
    def receive_text(self, seconds: float | None) -> str | bytes | None:
        """Returns the next message as text, or None after the timeout. Raises PageClosed."""

    def send(self, message: Any) -> None:
        self.send_text(encode_message(message))

    def receive(self, seconds: float | None) -> Any:
        """Returns the next message; None after the timeout. Failed answers a text that is no message."""
        text = self.receive_text(seconds)
        if text is None:
            return None
        given = None
        try:
            given = parse_untrusted_json(text, LONGEST)
            return message_from_object(given)
        except BadMessage as reason:
            edition: Any = given.get("edition") if isinstance(given, dict) else None
            is_number = type(edition) is int and abs(edition) < LARGEST
            self.send(Failed(str(reason), edition=edition if is_number else 0))
            return None


def defect_message(error: Exception) -> str:
    """Returns the text for the user about a bug in retromaze itself, with the file and line of the error.

    The session goes on afterwards.
    """
    *_, last = traceback.extract_tb(error.__traceback__) or [None]
    place = f" ({Path(last.filename).name}, line {last.lineno})" if last else ""
    return f"a defect of retromaze: {type(error).__name__}: {error}{place}"


class NumberedChannel:
    """A page's channel that adds `edition`, the page's number of the open program, to messages about it.

    By the number the page recognizes, and drops, messages about a program that it no longer shows.
    """

    def __init__(self, channel: PageChannel) -> None:
        self._channel = channel
        self.edition = 0

    def send(self, message: Any) -> None:
        is_about_open = isinstance(message, AboutOpen)
        self._channel.send(replace(message, edition=self.edition) if is_about_open else message)

    def receive(self, seconds: float | None) -> Any:
        return self._channel.receive(seconds)
