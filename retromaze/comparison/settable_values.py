"""The values that can be set in a listing and its port: constants at the listing's top, keywords of the port.

A keyword belongs to the variable of its own name in capitals, whatever suffix that has: `m_w` to M_W and
`title` to TITLE$. For other names a table in the port's module says which variables they are:

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

from retromaze.analysis.guards import MIRRORED
from retromaze.errors import UsageError
from retromaze.language import nodes
from retromaze.language.nodes import walk
from retromaze.language.prologue import Value, literal_value, parse_readable_lines, prologue_constants

VARIABLES = "VARIABLES"
"""The name of the table in a port's module that gives the listing's variable for a keyword."""
SUFFIXES = "%#$"
PORTS = 4
"""The keywords of this many ports' texts are cached: while a listing is edited its port stays as it is."""


@dataclass(frozen=True)
class Keywords:
    """The keywords of a port's function; `table` is the module's VARIABLES, the variables by keyword."""

    names: tuple[str, ...]
    table: Mapping[str, str]

    def by_variable(self, source: str) -> dict[str, str]:
        """Returns the keyword by variable, for each constant at the listing's top that has a keyword."""
        keywords: dict[str, str] = {}
        for keyword in self.names:
            basic = self.table.get(keyword, keyword).upper()
            for variable in prologue_constants(source):
                if basic in {variable, variable.rstrip(SUFFIXES)}:
                    keywords.setdefault(variable, keyword)
        return keywords

    def split(
        self, values: Mapping[str, Value], source: str, path: str = "the listing"
    ) -> tuple[dict[str, Value], dict[str, Value]]:
        """Returns the values by the listing's variables, and by the port's keywords.

        `values` may be named by either. Raises UsageError, naming what can be set, for a constant that the
        port has no keyword for.
        """
        keywords = self.by_variable(source)
        variables = {keyword: variable for variable, keyword in keywords.items()}
        values_by_variable = {variables.get(name, name.upper()): value for name, value in values.items()}
        # only the first one is reported
        for variable in sorted(
            values_by_variable.keys() & prologue_constants(source).keys() - keywords.keys()
        ):
            settable = ", ".join(f"{keyword} for {name}" for name, keyword in keywords.items()) or "none"
            raise UsageError(f"the port of {path} has no keyword for {variable}; it has {settable}")
        of_port = {keywords[name]: value for name, value in values_by_variable.items() if name in keywords}
        return values_by_variable, of_port


def keywords_of(port: Callable[..., Any]) -> Keywords:
    """Returns the keywords of a port's function. Raises UsageError for a wrong VARIABLES."""
    parameters = list(inspect.signature(port).parameters.values())[1:]  # without the machine
    names = [each.name for each in parameters if each.kind in {each.KEYWORD_ONLY, each.POSITIONAL_OR_KEYWORD}]
    # a function that is not written in Python has no module
    module = getattr(inspect.unwrap(port), "__globals__", {})
    return Keywords(tuple(names), checked_table(module.get(VARIABLES, {})))


@lru_cache(maxsize=PORTS)
def keywords_in(text: str, function: str) -> Keywords:
    """Returns the keywords in a port's text, without running it; none if no `def` makes the function.

    Raises UsageError for a wrong VARIABLES, and SyntaxError, ValueError, RecursionError or MemoryError for
    what Python cannot read.
    """
    module = ast.parse(text)
    table: object = {}
    for statement in module.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict() as value) if name == VARIABLES:
                table = ast.literal_eval(value)
    return Keywords(tuple(defaults(module, function)), checked_table(table))


def checked_table(table: object) -> Mapping[str, str]:
    """Returns `table`, a port's VARIABLES, unchanged. Raises UsageError unless it maps strings to strings."""
    if not isinstance(table, Mapping) or not all(
        isinstance(each, str) for pair in table.items() for each in pair
    ):
        raise UsageError(f'{VARIABLES} of a port is a table such as {{"width": "M_W"}}, not {table!r}')
    return table


def with_defaults(port: str, values: Mapping[str, object], function: str = "main") -> str:
    """Returns a port's text with these values as the defaults of its function's keywords.

    Other defaults stay, and so does one that is written in several lines.
    """
    lines = port.encode().splitlines(keepends=True)  # offsets of the syntax tree count bytes
    # From the end to the beginning: a replaced default moves only what follows it.
    for name, default in reversed(defaults(ast.parse(port), function).items()):
        if name in values and default and default.lineno == default.end_lineno:
            line, start, end = lines[default.lineno - 1], default.col_offset, default.end_col_offset
            # BASIC has 1 for True
            is_truth = isinstance(default, ast.Constant) and isinstance(default.value, bool)
            value = bool(values[name]) if is_truth else values[name]
            lines[default.lineno - 1] = line[:start] + repr(value).encode() + line[end:]
    return b"".join(lines).decode()


def defaults(module: ast.Module, function: str) -> dict[str, ast.expr | None]:
    """Returns the keywords of a module's function in their order, each with its default or None.

    Of several functions of that name the last one counts, as in Python.
    """
    keywords: dict[str, ast.expr | None] = {}
    for statement in module.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == function:
            parameters = statement.args
            positional = [*parameters.posonlyargs, *parameters.args]
            # the last ones have the defaults
            values = [None] * (len(positional) - len(parameters.defaults)) + parameters.defaults
            # The first parameter is the machine.
            first = max(len(parameters.posonlyargs), 1)
            names = [each.arg for each in (*positional[first:], *parameters.kwonlyargs)]
            keywords = dict(zip(names, [*values[first:], *parameters.kw_defaults], strict=True))
    return keywords


# ---- other values to try

AROUND = {"==": (0, 1), "!=": (0, 1), "<": (-1, 0), ">=": (-1, 0), "<=": (0, 1), ">": (0, 1)}
"""A comparison with a number is true for one of the number + these two, and false for the other."""


def values_to_try(source: str) -> dict[str, tuple[Value, ...]]:
    """Returns values to try by variable, for the constants at a listing's top; their own values are left out.

    These are literals that a variable is compared with and their neighbors, 0 and 1 for a condition, and the
    numbers that choose a label of ON.
    """
    own = prologue_constants(source)
    values_of: dict[str, dict[Value, None]] = {name: {} for name in own}
    for statement in parse_readable_lines(source.split("\n")):
        for node in walk(statement):
            for name, value in distinguishing_values(node):
                # a text is compared with texts alone
                if name in own and isinstance(value, str) == name.endswith("$"):
                    values_of[name][value] = None
    for name, values in values_of.items():
        values.pop(own[name].value, None)
    return {name: tuple(values) for name, values in values_of.items() if values}


def distinguishing_values(node: nodes.Node) -> Iterator[tuple[str, Value]]:
    """Yields (variable, value) such that a variable's values give this condition different outcomes.

    In `3<A` the variable is on the right: this is read as `A>3`.
    """
    match node:
        case nodes.Binary(operator=operator, left=nodes.Name(name=name), right=other) if operator in MIRRORED:
            yield from ((name, value) for value in values_around(operator, literal_value(other)))
        case nodes.Binary(operator=operator, left=other, right=nodes.Name(name=name)) if operator in MIRRORED:
            mirrored = MIRRORED[operator]
            yield from ((name, value) for value in values_around(mirrored, literal_value(other)))
        case nodes.On(selector=nodes.Name(name=name), labels=labels):
            yield from ((name, value) for value in range(len(labels) + 1))
        case _:
            yield from ((name, value) for name in names_tested(node) for value in (0, 1))


def values_around(operator: str, literal: Value | None) -> Sequence[Value]:
    """Returns values for which a comparison with this literal is true, and false; none if it is None."""
    if literal is None:  # the other operand is no literal
        return ()
    if isinstance(literal, str):
        return (literal, "")
    return [literal + step for step in AROUND[operator]]


def names_tested(node: nodes.Node) -> Iterator[str]:
    """Yields the variables that a node uses as a truth value by themselves: `IF A THEN`, `!A`, `A && B`."""
    match node:
        case nodes.If() | nodes.ElseIf() | nodes.While() | nodes.Until():
            tested = [node.condition]
        case nodes.Binary(operator=("&&" | "||")):
            tested = [node.left, node.right]
        case nodes.Unary(operator="!"):
            tested = [node.operand]
        case _:
            tested = []
    yield from (each.name for each in tested if isinstance(each, nodes.Name))
