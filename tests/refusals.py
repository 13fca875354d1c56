"""Errors of calls as values, for tests that compare a table of calls with their errors."""

from collections.abc import Callable
from typing import Any

import pytest

from retromaze.errors import BasicError


def message_of(error: type[Exception], call: Callable[..., Any], *arguments: Any, **named: Any) -> str:
    """Returns the words of the error of that class that a call has to raise."""
    with pytest.raises(error) as caught:
        call(*arguments, **named)
    return str(caught.value)


def error_of(call: Callable[..., Any], *arguments: Any) -> type[BasicError] | None:
    """Returns the class of the error that a call raises, or None if it raises none."""
    try:
        call(*arguments)
    except BasicError as error:
        return type(error)
    return None


def error_at(call: Callable[..., Any], *arguments: Any) -> tuple[type[BasicError] | None, int | None]:
    """Returns the class of the error that a call raises, and the number of the argument that it names."""
    try:
        call(*arguments)
    except BasicError as error:
        return type(error), error.argument
    return None, None
