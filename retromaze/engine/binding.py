"""A builtin's function as one computer calls it."""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any

from retromaze.builtins.computer import Computer
from retromaze.builtins.registry import Form


def bind_form(form: Form, computer: Computer) -> Callable[..., Any]:
    """A builtin's function with its host filled in."""
    if form.host == "machine":
        return MethodType(form.call, computer.machine)
    if form.host == "computer":
        return MethodType(form.call, computer)
    return form.call
