"""Which keyword of a port is which variable of its listing, so that both are given the same numbers.

A keyword belongs to the variable of its own name in capitals, whatever suffix that has: `m_w` to M_W and
`title` to TITLE$. For names of another kind a constant of the port's module tells the variables:

    VARIABLES = {"width": "M_W", "height": "M_H"}

    def main(machine, *, width=199, height=119): ...
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from retromaze.errors import UsageError
from retromaze.language.prologue import Value, constants, with_values

TOLD = "VARIABLES"
SUFFIXES = "%#$"


def set_in_both(
    listing: str, port: Callable[..., Any], values: Mapping[str, Value], path: str = "the listing"
) -> tuple[str, dict[str, Value]]:
    """The listing with these values, and the port's keywords for them; named by variable or by keyword.

    Raises UsageError, naming what can be set, for what the listing does not set to a constant at its top or
    the port has no keyword for, and for values that the variable cannot have.
    """
    keywords = keywords_by_variable(list(constants(listing)), port)
    variables = {keyword: variable for variable, keyword in keywords.items()}
    named = {variables.get(name, name.upper()): value for name, value in values.items()}
    text = with_values(listing, named, path)
    for variable in named:
        if variable not in keywords:
            known = ", ".join(f"{keyword} for {name}" for name, keyword in keywords.items()) or "none"
            raise UsageError(f"the port of {path} has no keyword for {variable}; it has {known}")
    return text, {keywords[variable]: value for variable, value in named.items()}


def keywords_by_variable(variables: list[str], port: Callable[..., Any]) -> dict[str, str]:
    """The port's keyword for each variable that has one. Raises UsageError for a wrong VARIABLES."""
    told = told_variables(port)
    _, *parameters = inspect.signature(port).parameters.values()
    named = [each.name for each in parameters if each.kind in {each.KEYWORD_ONLY, each.POSITIONAL_OR_KEYWORD}]
    found: dict[str, str] = {}
    for keyword in named:
        wanted = told.get(keyword, keyword).upper()
        for variable in variables:
            if wanted in {variable, variable.rstrip(SUFFIXES)}:
                found.setdefault(variable, keyword)
    return found


def told_variables(port: Callable[..., Any]) -> Mapping[str, str]:
    """What VARIABLES tells in the module that a port was written in."""
    told = getattr(inspect.unwrap(port), "__globals__", {}).get(TOLD, {})
    if not isinstance(told, Mapping) or not all(
        isinstance(each, str) for pair in told.items() for each in pair
    ):
        raise UsageError(f'{TOLD} of a port is a table such as {{"width": "M_W"}}, not {told!r}')
    return told
