"""Matches the keywords of a port with variables of its listing, so that both get the same numbers.

A keyword belongs to the variable of its own name in capitals, whatever suffix that has: `m_w` to M_W and
`title` to TITLE$. For names of another kind a constant of the port's module tells the variables:

    VARIABLES = {"width": "M_W", "height": "M_H"}

    def main(machine, *, width=199, height=119): ...
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from retromaze.errors import UsageError
from retromaze.language.prologue import Value, constants, with_values

TOLD = "VARIABLES"
SUFFIXES = "%#$"
PORTS = 4
"""Texts of ports whose keywords are kept: while a listing is edited its port stays as it is."""


@dataclass(frozen=True)
class Keywords:
    """What a port's function can be given by name, and what VARIABLES of its module tells of those names."""

    names: tuple[str, ...]
    told: Mapping[str, str]

    def by_variable(self, variables: Iterable[str]) -> dict[str, str]:
        """The keyword for each variable that has one."""
        found: dict[str, str] = {}
        for keyword in self.names:
            wanted = self.told.get(keyword, keyword).upper()
            for variable in variables:
                if wanted in {variable, variable.rstrip(SUFFIXES)}:
                    found.setdefault(variable, keyword)
        return found


def set_in_both(
    listing: str, port: Keywords, values: Mapping[str, Value], path: str = "the listing"
) -> tuple[str, dict[str, Value]]:
    """The listing with these values, and the port's keywords for them; named by variable or by keyword.

    Raises UsageError, naming what can be set, for what the listing does not set to a constant at its top or
    the port has no keyword for, and for values that the variable cannot have.
    """
    keywords = port.by_variable(list(constants(listing)))
    variables = {keyword: variable for variable, keyword in keywords.items()}
    named = {variables.get(name, name.upper()): value for name, value in values.items()}
    text = with_values(listing, named, path)
    for variable in named:
        if variable not in keywords:
            known = ", ".join(f"{keyword} for {name}" for name, keyword in keywords.items()) or "none"
            raise UsageError(f"the port of {path} has no keyword for {variable}; it has {known}")
    return text, {keywords[variable]: value for variable, value in named.items()}


def keywords_of(port: Callable[..., Any]) -> Keywords:
    """Those of a port at hand. Raises UsageError for a wrong VARIABLES."""
    parameters = list(inspect.signature(port).parameters.values())[1:]
    named = [each.name for each in parameters if each.kind in {each.KEYWORD_ONLY, each.POSITIONAL_OR_KEYWORD}]
    return Keywords(tuple(named), table(getattr(inspect.unwrap(port), "__globals__", {}).get(TOLD, {})))


@lru_cache(maxsize=PORTS)
def keywords_in(text: str, function: str) -> Keywords:
    """Those that stand in a port's text, nothing of which is run: none of a function made in another way.

    Raises UsageError for a wrong VARIABLES, and SyntaxError, ValueError, RecursionError or MemoryError for
    what Python cannot read.
    """
    body = ast.parse(text).body
    names: list[str] = []
    told: object = {}
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name, args=given) if name == function:
                # The first place is the machine's.
                named = given.args if given.posonlyargs else given.args[1:]
                names = [each.arg for each in (*named, *given.kwonlyargs)]
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict() as value) if name == TOLD:
                told = ast.literal_eval(value)
    return Keywords(tuple(names), table(told))


def table(told: object) -> Mapping[str, str]:
    """VARIABLES, if it is one that can be used."""
    if not isinstance(told, Mapping) or not all(
        isinstance(each, str) for pair in told.items() for each in pair
    ):
        raise UsageError(f'{TOLD} of a port is a table such as {{"width": "M_W"}}, not {told!r}')
    return told
