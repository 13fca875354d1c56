"""Binds a builtin's function to the computer and machine that call it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from types import MethodType
from typing import Any

from retromaze.builtins.checking import with_checks
from retromaze.builtins.computer import Computer
from retromaze.builtins.form import Form

part_at = cache(attrgetter)

# What PRINT calls: methods of the machine, by their generated names.
PRINTING = {"print_": "console.print", "tab": "console.tab"}


def bind_printing(computer: Computer) -> dict[str, Callable[..., Any]]:
    """The methods of the console that the chosen screen has now."""
    return {name: part_at(path)(computer.machine) for name, path in PRINTING.items()}


def bind_form(form: Form, computer: Computer) -> Callable[..., Any]:
    """A builtin's function with its host filled in, or the machine's own method that does the same."""
    if form.direct:
        method: Callable[..., Any] = part_at(form.method)(computer.machine)
        return method
    return bind_function(form, computer)


def bind_function(form: Form, computer: Computer) -> Callable[..., Any]:
    """The same for any arguments: a method of the machine may take fewer than the builtin does."""
    call = with_checks(form)
    if form.host == "machine":
        return MethodType(call, computer.machine)
    if form.host == "computer":
        return MethodType(call, computer)
    return call
