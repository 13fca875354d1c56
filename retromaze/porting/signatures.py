"""The parameters and results of a port's functions."""

from __future__ import annotations

from retromaze.lowering.facts.variants import Variant, outputs, parameters
from retromaze.porting.module import Module

NOTHING = "None"


def result_of(module: Module, variant: Variant) -> str:
    """The Python type that a DEF's function returns; "None" for one that returns nothing."""
    define = variant.scope.routine.define
    if define is not None and define.returns:
        return module.type_of(variant.result)
    types = [module.type_of(variant.scope.variables[name]) for name in outputs(variant.scope)]
    if not types:
        return NOTHING
    return types[0] if len(types) == 1 else f"tuple[{', '.join(types)}]"


def parameters_of(module: Module, variant: Variant) -> list[str]:
    """The parameters of a DEF's function as they are written."""
    scope = variant.scope
    return [
        f"{module.names.variable(name)}: {module.annotation(scope.variables[name])}"
        for name in dict.fromkeys(parameters(scope))
    ]
