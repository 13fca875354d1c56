"""Translates BASIC names to the names in generated Python, and back for debuggers.

BASIC names are upper case and ours lower case, so they never collide: `A%` is `A_i`, `A$` is `A_s`, a DEF
`DRAW` is `DRAW_def`. An array `R` has two names: `R_array` for the object and `R_items` for its list of
elements.
"""

from __future__ import annotations

from types import CodeType

from retromaze.analysis.type_rules import Variant
from retromaze.language.program import Program, Variable

SUFFIXES = {"%": "_i", "$": "_s", "#": "_d"}
SIGILS = {suffix: sigil for sigil, suffix in SUFFIXES.items()}


def python_spelling(name: str) -> str:
    """Returns the Python spelling of a BASIC name, its sigil included."""
    suffix = SUFFIXES.get(name[-1])
    return name[:-1] + suffix if suffix else name


def scalar_name(variable: Variable) -> str:
    return python_spelling(variable.name)


def array_name(variable: Variable) -> str:
    return python_spelling(variable.name) + "_array"


def items_name(variable: Variable) -> str:
    return python_spelling(variable.name) + "_items"


def python_names(variable: Variable) -> tuple[str, ...]:
    """Returns all Python names of a variable."""
    if variable.is_array:
        return array_name(variable), items_name(variable)
    return (scalar_name(variable),)


def definition_name(name: str) -> str:
    return python_spelling(name) + "_def"


def definition_of_function(function: str) -> str:
    """Returns the DEF of a generated function: `DIG$` for `DIG_s_def1`, "" for the main one's `main_0`."""
    name, _, _ = function.rpartition("_def")
    return name[:-2] + SIGILS[name[-2:]] if name[-2:] in SIGILS else name


def variant_function_name(variant: Variant) -> str:
    """Returns the name of a DEF's variant; the generic one has the DEF's own name."""
    return definition_name(variant.name) + ("" if variant.is_generic else str(variant.number))


def basic_names(program: Program) -> dict[str, str]:
    """Returns the BASIC name for each Python name of a variable; `M[]` for the elements of an array."""
    variables = [each for scope in program.scopes for each in scope.variables.values()]
    arrays = {items_name(each): f"{each.name}[]" for each in variables if each.is_array}
    return arrays | {scalar_name(each): each.name for each in variables if not each.is_array}


def with_local_names(code: CodeType, names: dict[str, str]) -> CodeType:
    """Returns code with other names for its local variables, in inner functions too.

    CPython uses a local variable's number and never its name, which may therefore be `A$`.
    """
    inner = (with_local_names(each, names) if isinstance(each, CodeType) else each for each in code.co_consts)
    varnames = tuple(names.get(each, each) for each in code.co_varnames)
    return code.replace(co_consts=tuple(inner), co_varnames=varnames)
