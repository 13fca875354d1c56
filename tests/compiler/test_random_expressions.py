"""Random expressions of typed operands have compiled the value and type that the reference gives them."""

import random
from dataclasses import dataclass

import pytest

from tests.amounts import many
from tests.reference.outcomes import compiled, interpreted

INTEGERS = ("0", "1", "-1", "2", "7", "-8", "255", "65536", "2147483647", "-2147483648")
WHOLE_REALS = ("0.#", "1.#", "-1.#", "3.#", "100.#", "2147483648", "-2147483649")
REALS = ("0.5", "-0.5", "-2.7", "1e10", "0.1", "1e300", "-0.#", "2147483647.9", *WHOLE_REALS)
STRINGS = ('""', '"A"', '"AB"', '"B"', '"a"')
NUMBER_OPERATORS = ("+", "-", "*", "/", "DIV", "MOD", "AND", "OR", "XOR", "<<", ">>")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
NAMES = ("A%", "B%", "X", "Y", "S$", "T$")
BARE = {name: name.rstrip("%$") for name in NAMES}
"""Names of parameters, which take the types of what they are given."""
TYPE_MISMATCH = 8


@dataclass
class Maker:
    """Draws expressions, `sloppy` ones with strings among numbers; `names` are how variables are called."""

    pick: random.Random
    sloppy: bool
    names: dict[str, str]

    def number(self, depth: int) -> str:
        if self.sloppy and self.pick.randrange(12) == 0:
            return self.string(0)
        kind = self.pick.randrange(12) if depth else self.pick.randrange(4)
        if kind < 3:
            return self.names[self.pick.choice(("A%", "B%", "X", "Y"))]
        if kind == 3:
            return self.pick.choice((*INTEGERS[:-1], *REALS)).lstrip("-")
        if kind == 4:
            return f"{self.pick.choice(('-', '-', 'NOT', '!'))} ({self.number(depth - 1)})"
        side = self.number
        if kind == 5:
            operator = self.pick.choice(COMPARISONS)
            side = self.pick.choice([self.number, self.string])
        elif kind == 6:
            operator = self.pick.choice(("&&", "||"))
        else:
            # a string times a large number would be a very long string
            operator = self.pick.choice([each for each in NUMBER_OPERATORS if each != "*" or not self.sloppy])
        return f"({side(depth - 1)} {operator} {side(depth - 1)})"

    def string(self, depth: int) -> str:
        match self.pick.randrange(6) if depth else self.pick.randrange(2):
            case 0:
                return self.names[self.pick.choice(("S$", "T$"))]
            case 1:
                return self.pick.choice(STRINGS)
            case 2:
                return f"({self.string(depth - 1)} * ({self.number(depth - 1)} AND 3))"
        return f"({self.string(depth - 1)} + {self.string(depth - 1)})"

    def values(self) -> dict[str, str]:
        reals = self.pick.choice([REALS, WHOLE_REALS])
        kinds = dict(zip(NAMES, (INTEGERS, INTEGERS, reals, reals, STRINGS, STRINGS), strict=True))
        return {name: self.pick.choice(choices) for name, choices in kinds.items()}


def program(way: str, pick: random.Random, *, sloppy: bool) -> str:
    """A program that shows an expression by itself, by STR$, and stored, its variables set in one `way`."""
    maker = Maker(pick, sloppy, BARE if way == "parameters" else dict(zip(NAMES, NAMES, strict=True)))
    if pick.randrange(3) == 0:
        text = maker.string(3)
        shows = f'?{text};"|";\nR$={text}\n?R$;'
    else:
        text = maker.number(3)
        shows = f'?STR$({text});"|";\n?{text};"|";\nR={text}\n?R;"|";STR$(R);"|";\nQ%={text}\n?Q%;'
    values = maker.values()
    stores = ":".join(f"{name}={value}" for name, value in values.items())
    match way:
        case "data":
            return f"READ {','.join(values)}\n{shows}\nDATA {','.join(values.values())}"
        case "globals":
            return f"{stores}\nP\nDEF P\n{shows}\nEND"
        case "parameters":
            return f"{stores}\nP {','.join(values)}\nDEF P {','.join(BARE.values())}\n{shows}\nEND"
    return f"{stores}\n{shows}"


@pytest.mark.parametrize("way", ["stores", "data", "globals", "parameters"])
@pytest.mark.parametrize("sloppy", [False, True])
def test_random_expressions_have_the_value_of_the_reference(way: str, *, sloppy: bool) -> None:
    for seed in range(many(10, 60) if sloppy else many(20, 100)):
        pick = random.Random(f"{way} {seed}")
        source = program(way, pick, sloppy=sloppy)
        wanted, found = interpreted(source), compiled(source, library=pick.randrange(2) == 1)
        # a wrong type may be refused before or after another operand is found to be wrong
        refused = sloppy and TYPE_MISMATCH in {wanted.error, found.error} and wanted.line == found.line
        assert wanted == found or refused, "\n".join([source, str(wanted), str(found)])
