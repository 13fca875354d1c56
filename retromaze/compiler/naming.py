"""Gives each BASIC name its name in the generated Python.

BASIC names are upper case, ours lower case, so they cannot meet: `A%` is `A_i`, `A$` is `A_s`, the array
`R` is `R_array` beside `R_items`, its list of elements, and a DEF `DRAW` is `DRAW_def`.
"""

from __future__ import annotations

from retromaze.analysis.type_rules import Variant
from retromaze.language.program import Variable

SUFFIXES = {"%": "_i", "$": "_s", "#": "_d"}


def stem(name: str) -> str:
    """The Python spelling of a BASIC name without its sigil."""
    suffix = SUFFIXES.get(name[-1])
    return name[:-1] + suffix if suffix else name


def scalar(variable: Variable) -> str:
    return stem(variable.name)


def array_object(variable: Variable) -> str:
    return stem(variable.name) + "_array"


def items(variable: Variable) -> str:
    return stem(variable.name) + "_items"


def identifiers(variable: Variable) -> tuple[str, ...]:
    """All Python names of a variable."""
    if variable.is_array:
        return array_object(variable), items(variable)
    return (scalar(variable),)


def dropped_argument(position: int) -> str:
    """The argument at a position whose value nothing can read."""
    return f"dropped{position}"


def definition(name: str) -> str:
    return stem(name) + "_def"


def variant_function(variant: Variant) -> str:
    """The function of a DEF's variant; the generic one has the DEF's own name."""
    return definition(variant.name) + ("" if variant.is_generic else str(variant.number))
