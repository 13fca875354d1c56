"""The values that can be set in a listing and its port: constants at its top, keywords of the port.

A keyword belongs to the variable of its own name in capitals, whatever suffix that has: `m_w` to M_W and
`title` to TITLE$. For names of another kind a constant of the port's module tells the variables:

    VARIABLES = {"width": "M_W", "height": "M_H"}

    def main(machine, *, width=199, height=119): ...
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from retromaze.errors import UsageError
from retromaze.language import nodes
from retromaze.language.nodes import every
from retromaze.language.prologue import Value, constants, literal_value, parse_prologue

TOLD = "VARIABLES"
SUFFIXES = "%#$"
PORTS = 4
"""Texts of ports whose keywords are kept: while a listing is edited its port stays as it is."""


@dataclass(frozen=True)
class Keywords:
    """The keywords of a port's function, and the variables that VARIABLES of its module names for them."""

    names: tuple[str, ...]
    told: Mapping[str, str]

    def by_variable(self, source: str) -> dict[str, str]:
        """The keyword for each constant at the listing's top that has one."""
        found: dict[str, str] = {}
        for keyword in self.names:
            wanted = self.told.get(keyword, keyword).upper()
            for variable in constants(source):
                if wanted in {variable, variable.rstrip(SUFFIXES)}:
                    found.setdefault(variable, keyword)
        return found

    def split(
        self, values: Mapping[str, Value], source: str, path: str = "the listing"
    ) -> tuple[dict[str, Value], dict[str, Value]]:
        """The values by the listing's variables, and by the port's keywords; they may be named by either.

        Raises UsageError, naming what can be set, for a constant that the port has no keyword for.
        """
        keywords = self.by_variable(source)
        variables = {keyword: variable for variable, keyword in keywords.items()}
        named = {variables.get(name, name.upper()): value for name, value in values.items()}
        for variable in sorted(named.keys() & constants(source).keys() - keywords.keys()):
            known = ", ".join(f"{keyword} for {name}" for name, keyword in keywords.items()) or "none"
            raise UsageError(f"the port of {path} has no keyword for {variable}; it has {known}")
        return named, {keywords[name]: value for name, value in named.items() if name in keywords}


def keywords_of(port: Callable[..., Any]) -> Keywords:
    """Returns the keywords of a port's function. Raises UsageError for a wrong VARIABLES."""
    parameters = list(inspect.signature(port).parameters.values())[1:]
    named = [each.name for each in parameters if each.kind in {each.KEYWORD_ONLY, each.POSITIONAL_OR_KEYWORD}]
    return Keywords(tuple(named), table(getattr(inspect.unwrap(port), "__globals__", {}).get(TOLD, {})))


@lru_cache(maxsize=PORTS)
def keywords_in(text: str, function: str) -> Keywords:
    """Returns the keywords in a port's text, without running it; none of a function that is made otherwise.

    Raises UsageError for a wrong VARIABLES, and SyntaxError, ValueError, RecursionError or MemoryError for
    what Python cannot read.
    """
    module = ast.parse(text)
    told: object = {}
    for statement in module.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict() as value) if name == TOLD:
                told = ast.literal_eval(value)
    return Keywords(tuple(defaults(module, function)), table(told))


def table(told: object) -> Mapping[str, str]:
    """VARIABLES, if it is one that can be used."""
    if not isinstance(told, Mapping) or not all(
        isinstance(each, str) for pair in told.items() for each in pair
    ):
        raise UsageError(f'{TOLD} of a port is a table such as {{"width": "M_W"}}, not {told!r}')
    return told


def with_defaults(port: str, values: Mapping[str, object], function: str = "main") -> str:
    """The port with these values as the defaults of its function's keywords; others stay as they are."""
    lines = port.encode().splitlines(keepends=True)
    # From the end to the beginning, so that no place is moved before its turn.
    for name, default in reversed(defaults(ast.parse(port), function).items()):
        if name in values and default and default.lineno == default.end_lineno:
            line, start, end = lines[default.lineno - 1], default.col_offset, default.end_col_offset
            lines[default.lineno - 1] = line[:start] + repr(values[name]).encode() + line[end:]
    return b"".join(lines).decode()


def defaults(module: ast.Module, function: str) -> dict[str, ast.expr | None]:
    """The keywords of a module's function in their order, each with its default, if it has one."""
    found: dict[str, ast.expr | None] = {}
    for statement in module.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == function:
            given = statement.args
            positional = [*given.posonlyargs, *given.args]
            values = [None] * (len(positional) - len(given.defaults)) + given.defaults
            # The first place is the machine's.
            first = max(len(given.posonlyargs), 1)
            names = [each.arg for each in (*positional[first:], *given.kwonlyargs)]
            found = dict(zip(names, [*values[first:], *given.kw_defaults], strict=True))
    return found


# ---- other values to try

MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""What stands between two operands that are exchanged."""
EDGES = {"==": (0, 1), "!=": (0, 1), "<": (-1, 0), ">=": (-1, 0), "<=": (0, 1), ">": (0, 1)}
"""What is added to a literal for two numbers that a comparison with it tells apart."""
TRUTHS = (0, 1)


def alternatives(source: str) -> dict[str, tuple[Value, ...]]:
    """Other values by variable: literals that it is compared with or their neighbors, truths, ON's places."""
    known = constants(source)
    found: dict[str, dict[Value, None]] = {name: {} for name in known}
    for statement in parse_prologue(source.split("\n")):
        for node in every(statement):
            for name, value in told_apart(node):
                # a text is compared with texts alone
                if name in known and isinstance(value, str) == name.endswith("$"):
                    found[name][value] = None
    for name, values in found.items():
        values.pop(known[name].value, None)
    return {name: tuple(values) for name, values in found.items() if values}


def told_apart(node: nodes.Node) -> Iterator[tuple[str, Value]]:
    """Variables, each with a value that this node treats in another way than some other one."""
    match node:
        case nodes.Binary(operator=operator, left=nodes.Name(name=name), right=other) if operator in MIRRORED:
            yield from ((name, value) for value in values_beside(operator, literal_value(other)))
        case nodes.Binary(operator=operator, left=other, right=nodes.Name(name=name)) if operator in MIRRORED:
            mirrored = MIRRORED[operator]
            yield from ((name, value) for value in values_beside(mirrored, literal_value(other)))
        case nodes.On(selector=nodes.Name(name=name), labels=labels):
            yield from ((name, value) for value in range(len(labels) + 1))
        case _:
            yield from ((name, value) for name in names_judged(node) for value in TRUTHS)


def values_beside(operator: str, literal: Value | None) -> Sequence[Value]:
    """The values on both sides of the edge that a comparison has."""
    if literal is None or isinstance(literal, str):
        return () if literal is None else (literal, "")
    return [literal + step for step in EDGES[operator]]


def names_judged(node: nodes.Node) -> Iterator[str]:
    """The variables that a condition takes for true or false."""
    match node:
        case nodes.If() | nodes.ElseIf() | nodes.While() | nodes.Until():
            judged = [node.condition]
        case nodes.Binary(operator=("&&" | "||")):
            judged = [node.left, node.right]
        case nodes.Unary(operator="!"):
            judged = [node.operand]
        case _:
            judged = []
    yield from (each.name for each in judged if isinstance(each, nodes.Name))
