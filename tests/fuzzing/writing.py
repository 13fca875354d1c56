"""Writes programs of every word of the language: all builtins in all their forms, jumps, DEFs, slots, files.

What is written is mostly well formed and now and then wrong: a value at the edge of what is allowed, an
argument of another kind, one too many or too few, a slot left empty. Builtins come from the table that
declares them, so that a new one is written as soon as it is there.
"""

import random
import re
from collections.abc import Sequence
from itertools import pairwise

from retromaze.builtins import load_all
from retromaze.builtins.form import Form
from retromaze.builtins.registry import BUILTINS
from retromaze.builtins.registry import VARIABLES as SYSTEM_VARIABLES
from tests.fuzzing import vocabulary as words

MARK = re.compile(r"\{(\w+)\}")
# What cannot stand behind a colon, or have one behind it.
WHOLE_ROW = re.compile(r"\b(IF|ELSE|ELSEIF|ENDIF|DEF|COMMON)\b")
TEXT_RESULTS = {"str", "value"}
NUMERIC_RESULTS = {"int", "float", "number", "value"}
DEVICE_SWITCHES = {"XON", "XOFF"}
"""Words whose argument is no expression."""

DEEPEST = 3


def calls(pick: random.Random) -> str:
    """A program that calls builtins one after another."""
    writer = Writer(pick)
    return writer.program([writer.filled("{call}") for _ in range(pick.randint(1, 12))])


def flow(pick: random.Random) -> str:
    """A program of loops, branches, jumps and DEFs."""
    writer = Writer(pick)
    rows = [row for _ in range(pick.randint(1, 8)) for row in writer.block(DEEPEST)]
    rows.insert(pick.randint(0, len(rows)), f'DATA {pick.choice(words.SMALL)},1.5,"A"')
    return writer.program(rows)


def large(pick: random.Random) -> str:
    """A program that does without end what takes much time or room."""
    writer = Writer(pick, words.LARGE_PRELUDE)
    patterns = [*words.GROWING, *words.CALLS]
    rows = [writer.filled(pick.choice(patterns)) for _ in range(pick.randint(1, 4))]
    return writer.program(["@L0", *rows, "GOTO @L0"])


def slots(pick: random.Random) -> str:
    """A program that writes, runs, keeps and fetches others."""
    writer = Writer(pick)
    patterns = [*words.ACROSS, *words.FILING, *words.CALLS, *words.SIMPLE[:9]]
    rows = [writer.filled(pick.choice(patterns)) for _ in range(pick.randint(3, 14))]
    return writer.program([words.OTHER_SLOT, *rows] if writer.chance(0.8) else rows)


def moving(pick: random.Random) -> str:
    """A program of sprites and background layers that move, meet and call others."""
    writer = Writer(pick)
    patterns = [*words.MOVING, *words.CALLS[:1]]
    rows = [writer.filled(pick.choice(patterns), pick.choice((0, 0, 1))) for _ in range(pick.randint(4, 24))]
    begun = [writer.filled(row) for row in words.MOVING_PRELUDE if writer.chance(0.97)]
    repeated = ["FOR I=0 TO 2", *rows, "VSYNC 1", "NEXT"] if writer.chance(0.3) else rows
    return writer.program([*begun, *repeated, "END", *map(writer.filled, words.MOVING_END)])


class Writer:
    """Fills patterns with the choices of one random generator."""

    def __init__(self, pick: random.Random, prelude: Sequence[str] = words.PRELUDE) -> None:
        load_all()
        self.pick = pick
        self.prelude = prelude
        forms = [
            (name, form)
            for name in sorted(BUILTINS.keys() - DEVICE_SWITCHES)
            for form in BUILTINS[name].forms
        ]
        self.forms = forms
        self.numeric = [(name, form) for name, form in forms if form.result in NUMERIC_RESULTS]
        self.textual = [(name, form) for name, form in forms if form.result in TEXT_RESULTS]

    def chance(self, share: float) -> bool:
        return self.pick.random() < share

    # ---- the whole

    def program(self, rows: Sequence[str]) -> str:
        """The rows as a program, with variables before them and the labels and DEFs that they name."""
        rows = [row for row in self.prelude if self.chance(0.98)] + self.labeled(rows)
        if self.chance(0.5):
            rows.append("END")
        for name, headings in words.HEADINGS.items():
            if any(re.search(rf"\b{name}\b", row) for row in rows):
                rows += self.definition(headings[0] if self.chance(0.8) else self.pick.choice(headings))
        text = rows[0]
        for before, row in pairwise(rows):
            joined = self.chance(0.1) and not WHOLE_ROW.search(row) and not WHOLE_ROW.search(before)
            text += (":" if joined else "\n") + row
        return text

    def labeled(self, rows: Sequence[str]) -> list[str]:
        """The rows and, somewhere among them, the labels that they name and do not have."""
        made = list(rows)
        for label in words.LABELS:
            if label not in made and any(label in row for row in made) and self.chance(0.95):
                made.insert(self.pick.randint(0, len(made)), label)
        return made

    def definition(self, heading: str) -> list[str]:
        """A DEF with that heading."""
        body = self.labeled([row for _ in range(self.pick.randint(0, 4)) for row in self.block(2)])
        if "(" in heading:
            body.append(self.filled("RETURN {n}"))
        elif "OUT O" in heading:
            body.append(self.filled("O={n}:V$={s}" if "V$" in heading else "O={n}"))
        return [("COMMON " if self.chance(0.3) else "") + "DEF " + heading, *body, "END"]

    def block(self, depth: int, looping: bool = False) -> list[str]:
        """A statement, or several inside a loop or branch."""
        if depth <= 0 or self.chance(0.5):
            jumps = words.LEAVING if looping and self.chance(0.3) else words.JUMPS
            simple = (*words.CALLS, *words.SIMPLE)
            return [self.filled(self.pick.choice(jumps if self.chance(0.2) else simple))]
        is_loop = self.chance(0.6)
        opened, closed = self.pick.choice(words.LOOPS if is_loop else words.BRANCHES)
        body = [
            row for _ in range(self.pick.randint(0, 3)) for row in self.block(depth - 1, looping or is_loop)
        ]
        return [self.filled(opened), *body, self.filled(closed)]

    # ---- patterns

    def filled(self, pattern: str, depth: int = 2) -> str:
        """The pattern with everything in its marks; expressions nest so deep."""
        return MARK.sub(lambda mark: self.meant(mark[1], depth), pattern)

    def meant(self, mark: str, depth: int) -> str:
        """What a mark stands for, once in a while something of another kind."""
        if mark in {"n", "s", "a"} and self.chance(0.01):
            mark = self.pick.choice("nsa")
        if mark in {"N", "S"} and self.chance(0.02):
            mark = "T"
        match mark:
            case "n":
                return self.number(depth)
            case "s":
                return self.text(depth)
            case "v":
                return self.filled(self.pick.choice(("{n}", "{s}", "{a}", "C$", "A")), depth - 1)
            case "N":
                return self.pick.choice((*words.VARIABLES, self.element(words.NUMERIC_ARRAYS)))
            case "S":
                return self.pick.choice((*words.STRINGS, self.element((*words.STRING_ARRAYS, "C$"))))
            case "T":
                return self.pick.choice(
                    (self.meant("N", 0), self.meant("S", 0), self.meant("a", 0), *words.ODD_TARGETS)
                )
            case "call":
                return self.call(depth)
            case "fn":
                return self.value(*self.pick.choice(self.numeric), depth)
            case "fs":
                return self.value(*self.pick.choice(self.textual), depth)
        return self.pick.choice(CHOICES[mark])

    def number(self, depth: int) -> str:
        if depth > 0 and self.chance(0.5):
            return self.filled(self.pick.choice(words.NUMERIC_PATTERNS), depth - 1)
        literal = self.pick.choice(words.SMALL if self.chance(0.4) else words.NUMBERS)
        system = self.pick.choice((*sorted(SYSTEM_VARIABLES), 'VAR("A")'))
        variable = self.pick.choice(words.VARIABLES)
        return self.pick.choice((literal, literal, variable, self.element(words.NUMERIC_ARRAYS), system))

    def text(self, depth: int) -> str:
        if depth > 0 and self.chance(0.5):
            return self.filled(self.pick.choice(words.TEXT_PATTERNS), depth - 1)
        literal, variable = self.pick.choice(words.TEXTS), self.pick.choice(words.STRINGS)
        return self.pick.choice((literal, variable, self.element((*words.STRING_ARRAYS, "C$"))))

    def element(self, arrays: Sequence[str]) -> str:
        """An element that is there, mostly."""
        name = self.pick.choice(arrays)
        count = words.SUBSCRIPTS.get(name, 1) if self.chance(0.99) else self.pick.randint(1, 4)
        subscripts = (self.pick.choice("01") if self.chance(0.9) else self.number(1) for _ in range(count))
        return f"{name}[{','.join(subscripts)}]"

    # ---- calls

    def call(self, depth: int) -> str:
        """A builtin as an instruction, by its name, or as a value that is shown or kept."""
        name, form = self.pick.choice(self.forms)
        if form.result and self.chance(0.8):
            target = "{S}" if form.result == "str" else "{N}"
            pattern = self.pick.choice(("PRINT ", "PRINT 1;", f"{target}="))
            return self.filled(pattern) + self.value(name, form, depth)
        arguments = self.arguments(name, form, depth)
        if self.chance(0.1):
            return ",".join([f'CALL "{name}"', *arguments]) + self.receivers(form)
        return f"{name} {','.join(arguments)}{self.receivers(form)}".rstrip()

    def value(self, name: str, form: Form, depth: int) -> str:
        return f"{name}({','.join(self.arguments(name, form, depth))})"

    def arguments(self, name: str, form: Form, depth: int) -> list[str]:
        """Arguments for a form of a builtin, mostly as many as it takes and of their kinds."""
        most = len(form.parameters) + (self.pick.randint(0, 4) if form.rest else 0)
        count = self.pick.randint(form.fewest, most)
        if self.chance(0.01):
            count = max(count + self.pick.choice((-1, 1, 2)), 0)
        found = [self.argument(form, number, depth - 1) for number in range(count)]
        if BUILTINS[name].changes_in_place and found and self.chance(0.9):
            found[0] = self.filled(self.pick.choice(("{a}", "{S}")))
        return found

    def argument(self, form: Form, number: int, depth: int) -> str:
        parameter = form.parameter_at(number)
        if (parameter and parameter.may_be_empty and self.chance(0.1)) or self.chance(0.003):
            return ""
        kind = parameter.kind if parameter else "value"
        if kind == "str" and parameter and parameter.name == "name" and self.chance(0.3):
            return f'"{self.pick.choice(self.forms)[0]}"'
        mark = {"value": "v", "array": "a", "str": "s"}.get(kind, "n")
        return self.meant(mark, depth)

    def receivers(self, form: Form) -> str:
        """OUT and targets for the results of a form."""
        kinds = list(form.outputs) or [form.result][: bool(form.result)]
        if self.chance(0.02):
            kinds = self.pick.choice((kinds[1:], [*kinds, "int"]))
        targets = [self.meant("S" if kind == "str" else "N", 0) for kind in kinds]
        return f" OUT {','.join(targets)}" if targets else ""


CHOICES: dict[str, Sequence[str]] = {
    "a": words.ARRAYS,
    "V": words.VARIABLES,
    "l": words.LABELS,
    "d": "01234",
    "w": "0111223",
    "f": "AABG",
    "x": words.ROWS_OF_OTHERS,
    "o": words.OPERATORS,
    "c": words.COMPARISONS,
    "p": words.SPRITES,
    "e": words.DEFINITIONS,
    "b": "0123" * 5 + "4",
    "q": words.PLACES,
    "z": words.DEPTHS,
    "h": words.SCALES,
    "g": ("1", "3", "9", "17", "33", "63", "0", "31", "1", "5", "7", "41", "64"),
    "m": "0011233344",
    "t": ("8", "16", "16", "32", "8", "16", "32", "9"),
    "i": "01",
    "y": words.PAIRS,
    "u": words.SINGLES,
}
"""What marks stand for that are words, not expressions."""
