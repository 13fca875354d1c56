"""Analyses listings with the machine's own words known: source or statements to Program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language.analysis import analyse
from retromaze.language.nodes import Statement
from retromaze.language.parser import parse
from retromaze.language.program import Program, Variable


def analyse_listing(source: str, slot: int = 0, *, alone: bool = False) -> Program:
    """Source to Program, with the machine's own words known.

    `alone` says that no other program has lent DEFs to it before.
    """
    return analyse_statements(parse(source, slot), source, slot, alone=alone)


def analyse_statements(
    statements: Sequence[Statement],
    source: str,
    slot: int,
    known: Mapping[str, Variable] | None = None,
    *,
    alone: bool = False,
) -> Program:
    """Statements to Program; `known` are the globals that are there already."""
    load_all()
    writable = {name for name, each in VARIABLES.items() if each.write}
    return analyse(
        statements,
        source=source,
        slot=slot,
        system_names=VARIABLES,
        writable=writable,
        known=known,
        instructions=BUILTINS if alone else None,
    )
