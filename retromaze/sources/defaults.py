"""Changes the defaults of a port's keywords in its text, as `--set` changes a listing."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping


def with_defaults(port: str, values: Mapping[str, object], function: str = "main") -> str:
    """The port with these values as the defaults of its function's keywords; others stay as they are."""
    lines = port.encode().splitlines(keepends=True)
    # From the end to the beginning, so that no place is moved before its turn.
    for name, default in reversed(list(defaults(ast.parse(port), function))):
        if name in values and default.lineno == default.end_lineno:
            line, start, end = lines[default.lineno - 1], default.col_offset, default.end_col_offset
            lines[default.lineno - 1] = line[:start] + repr(values[name]).encode() + line[end:]
    return b"".join(lines).decode()


def defaults(module: ast.Module, function: str) -> Iterator[tuple[str, ast.expr]]:
    """(keyword, default) of a function of a module, in the order of the text."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            given = node.args
            positional = [*given.posonlyargs, *given.args]
            with_default = positional[len(positional) - len(given.defaults) :]
            yield from zip((each.arg for each in with_default), given.defaults, strict=True)
            for keyword, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
                if default is not None:
                    yield keyword.arg, default
