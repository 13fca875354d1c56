"""DEFs that only calculate."""

from __future__ import annotations

from retromaze.analysis.programs import analyse_listing
from retromaze.compiler.compiling import compilation_of
from retromaze.compiler.settings import PLAIN

# The body of F, and whether it does no more than calculate when it is called with whole numbers.
BODIES = {
    "a formula": ("RETURN (X+1)*2", True),
    "names of its own": ("VAR P=9\nVAR Q=X MOD P\nIF Q<3 THEN RETURN Q\nQ=Q-3\nRETURN Q*16", True),
    "a global that it reads": ("RETURN X+N", True),
    "a global that it stores to": ("N=X\nRETURN X", False),
    "a divisor that may be 0": ("RETURN 7 DIV X", False),
    "a quotient": ("RETURN X/2", False),
    "an element": ("RETURN A[X]", False),
    "a builtin": ("RETURN RND(X)", False),
    "a system variable": ("RETURN X+MAINCNT", False),
    "a DEF": ("RETURN G(X)", False),
    "a loop": ("WHILE X>0:DEC X:WEND\nRETURN X", False),
    "no value at its end": ("IF X THEN RETURN 1", False),
    "a string": ('RETURN "A"*X', False),
    "a sum that may outgrow a double": ("RETURN X*X*X*X*X*X", False),
}


def only_calculates(body: str) -> bool:
    program = analyse_listing(
        f"DIM A[9]\nN=2\nFOR I=0 TO 2000\n?F(I)\nNEXT\nDEF F(X)\n{body}\nEND\nDEF G(X)\nRETURN X\nEND"
    )
    compilation = compilation_of(program, PLAIN)
    (variant,) = (each for each in compilation.variants.table.values() if each.name == "F")
    return compilation.calculating.only(variant)


def test_what_only_calculates() -> None:
    found = {name: only_calculates(body) for name, (body, _) in BODIES.items()}
    assert found == {name: only for name, (_, only) in BODIES.items()}
