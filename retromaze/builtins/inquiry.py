"""CHKVAR, CHKLABEL and CHKCALL: whether a variable, a label or a callable word exists."""

from __future__ import annotations

from retromaze.builtins.computer import Computer
from retromaze.builtins.handling import Look
from retromaze.builtins.registry import Truth, builtin
from retromaze.values.costs import NAMED


@builtin("CHKVAR", NAMED, looks=Look.SYSTEM)
def variable_exists(computer: Computer, name: str) -> Truth:
    """CHKVAR("NAME") is 1 if the slot, or the DEF that asks, has that variable; "n:NAME" asks slot n.

    Source: reference of the language, 5.6.
    """
    return computer.variable_exists("", name)


@builtin("CHKLABEL", NAMED, looks=Look.SYSTEM)
def label_exists(computer: Computer, name: str, everywhere: int = 0) -> Truth:
    """CHKLABEL("@L"[,flag]) is 1 if the label exists; inside a DEF only its own count unless flag is not 0.

    Source: reference of the language, 5.6.
    """
    return computer.label_exists("", name, everywhere)


@builtin("CHKCALL", NAMED, looks=Look.SYSTEM)
def call_exists(computer: Computer, name: str) -> Truth:
    """CHKCALL("NAME") is 1 for a DEF, a COMMON DEF of a used slot, or a builtin.

    Source: reference of the language, 5.6.
    """
    return computer.call_exists(name)
