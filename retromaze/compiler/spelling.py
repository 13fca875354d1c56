"""Puts the BASIC names of variables into code objects, so that debuggers show them.

CPython goes by a local variable's number and never looks at its name, which may be `A$` therefore.
"""

from __future__ import annotations

from types import CodeType

from retromaze.compiler.naming import items, scalar
from retromaze.language.program import Program


def basic_names(program: Program) -> dict[str, str]:
    """Each Python name of a variable to its BASIC name, an array's elements to `M[]`."""
    variables = [each for scope in program.scopes for each in scope.variables.values()]
    arrays = {items(each): f"{each.name}[]" for each in variables if each.is_array}
    return arrays | {scalar(each): each.name for each in variables if not each.is_array}


def with_names(code: CodeType, names: dict[str, str]) -> CodeType:
    """The code, and that of the functions in it, with these names for local variables."""
    inner = (with_names(each, names) if isinstance(each, CodeType) else each for each in code.co_consts)
    varnames = tuple(names.get(each, each) for each in code.co_varnames)
    return code.replace(co_consts=tuple(inner), co_varnames=varnames)
