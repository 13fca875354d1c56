"""Random programs of loops, branches and jumps run compiled as they do by the interpreter of the reference.

A program prints a letter and a variable wherever it comes by, and ends after forty letters, so that every way
through it can be compared.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from tests.amounts import many
from tests.reference.outcomes import compiled, require_same

MOST_LETTERS = 40
REALS, INTEGERS = ("I", "J", "K"), ("N%", "M%")
LABELS = 5
SIZE = 6
WAYS: tuple[dict[str, bool], ...] = ({}, {"library": True}, {"traced": True})
OWN = ("RETURN", "NEXT", "COUNT")
"""Words behind which a name would be theirs."""

Statement = Any
"""A row of text, or a tuple of a word, what stands behind it, and the statements inside."""


@dataclass
class Maker:
    """Draws one program; `inside` says whether it is in a DEF, `style` how letters are counted."""

    pick: random.Random
    inside: bool
    style: str
    labels: int = 0
    letters: int = 0

    def chance(self, percent: int) -> bool:
        return self.pick.randrange(60) < percent

    # -- expressions

    def variable(self) -> str:
        return self.pick.choice(REALS + REALS + INTEGERS)

    def constant(self) -> str:
        return self.pick.choice(["0", "1", "1", "2", "3", "4", "0.5", "2.0"])

    def expression(self, depth: int = 2) -> str:
        match self.pick.randrange(10 if depth else 5):
            case 0 | 1 | 2:
                return self.variable()
            case 3 | 4:
                return self.constant()
            case 5:
                return f"A[{self.subscript(depth - 1)}]"
            case 6 if self.style == "def":
                return "F()"
            case 7:
                return f"-({self.variable()})"
            case 8:
                operator = self.pick.choice(["AND", "MOD", "DIV"])
                return f"({self.expression(depth - 1)} {operator} {self.pick.choice('237')})"
        operator = self.pick.choice("++-*")
        return f"({self.expression(depth - 1)} {operator} {self.expression(depth - 1)})"

    def plain(self) -> str:
        """An expression that cannot fail: errors in the head of a FOR have no agreed line."""
        name = self.variable()
        return self.pick.choice([name, self.constant(), f"({name} + {self.constant()})", f"-({name})"])

    def condition(self, depth: int = 1) -> str:
        match self.pick.randrange(8 if depth else 6):
            case 6:
                return f"!({self.condition(0)})"
            case 7:
                return f"({self.condition(0)} {self.pick.choice(['&&', '||'])} {self.condition(0)})"
            case 0:
                return self.expression(1)
        return f"({self.expression(1)} {self.pick.choice(['==', '<', '>='])} {self.constant()})"

    def subscript(self, depth: int) -> str:
        node = self.expression(depth)
        return node if self.chance(20) else f"({node} AND 3)"

    # -- statements

    def letter(self) -> str:
        self.letters += 1
        shown = f'?"{"abcdefghjklmnopqrstuvwxyz"[self.letters % 25]}";STR$({self.variable()});:'
        return shown + {"plain": count_letters("ENDIF"), "gosub": "GOSUB @COUNT", "def": "COUNT"}[self.style]

    def block(self, depth: int, loop: str, branch: bool) -> list[Statement]:
        """`loop` is the innermost loop around, `branch` whether an IF stands between."""
        rows = (self.statement(depth, loop, branch) for _ in range(self.pick.randint(1, 4)))
        return [each for row in rows for each in row]

    def statement(self, depth: int, loop: str, branch: bool) -> list[Statement]:
        kind = self.pick.randrange(20)
        if kind < 8 and depth:
            return [self.compound(depth, loop)]
        if kind == 8:
            return [f"A[{self.subscript(1)}]={self.expression(1)}"]
        if kind == 9:
            amount = self.pick.choice(["", "", ",1", ",2", ",0.5", f",{self.variable()}"])
            return [f"INC {self.variable()}{amount}"]
        if kind < 12:
            return [f"{self.variable()}={self.expression()}"]
        if kind < 14 and self.labels < LABELS:
            self.labels += 1
            return [f"@L{self.labels - 1}", self.letter()]
        return [self.letter(), self.jump(loop, branch)] if kind < 18 else [self.letter()]

    def jump(self, loop: str, branch: bool) -> str:
        target = self.label()
        several = ",".join(self.label() for _ in range(self.pick.randint(1, 3)))
        match self.pick.randrange(16):
            case 0 | 1 if loop:
                return "BREAK"
            case 2 | 3 if loop:
                return "CONTINUE"
            case 4 | 5 if loop == "FOR" and branch:
                return "NEXT"
            case 6 | 7 if not self.inside:
                return f"GOSUB {target}"
            case 8 if not self.inside:
                return f"ON {self.expression(1)} GOSUB {several}"
            case 9:
                return f"ON {self.expression(1)} GOTO {several}"
            case 10 if self.chance(30):
                return f'GOTO "@L"+STR$({self.expression(1)} AND 3)'
            case 11 | 12 if branch and self.inside:
                return "RETURN"
            case 11 if not self.inside and self.chance(50):
                return "RETURN"
            case 13 if branch and self.chance(20):
                return "END"
        return self.pick.choice([f"GOTO {target}", f'GOTO "{target}"', f"GOTO {target.lower()}"])

    def label(self) -> str:
        """One of the labels that will exist, seldom one that will not."""
        return f"@L{LABELS if self.chance(2) else self.pick.randrange(LABELS)}"

    def body(self) -> list[Statement]:
        """A whole program; the labels no block has taken stand between its statements."""
        pieces = [self.block(3, "", branch=False) for _ in range(self.pick.randint(2, 4))]
        for number in range(self.labels, LABELS):
            pieces.insert(self.pick.randint(0, len(pieces)), [f"@L{number}", self.letter()])
        return [statement for piece in pieces for statement in piece]

    def compound(self, depth: int, loop: str) -> Statement:
        match self.pick.randrange(6):
            case 0:
                step = self.pick.choice(["", "", *(f" STEP {each}" for each in ("1", "-1", "2", "0.5", "J"))])
                head = f"FOR {self.pick.choice(['I', 'J', 'N%'])}={self.plain()} TO {self.plain()}{step}"
                end = self.pick.choice(["NEXT", "NEXT", "NEXT Z"])
                return ("LOOP", head, [self.letter(), *self.block(depth - 1, "FOR", branch=False)], end)
            case 1:
                body = [self.letter(), *self.block(depth - 1, "WHILE", branch=False)]
                return ("LOOP", f"WHILE {self.condition()}", body, "WEND")
            case 2:
                body = [self.letter(), *self.block(depth - 1, "REPEAT", branch=False)]
                return ("LOOP", "REPEAT", body, f"UNTIL {self.condition()}")
            case 3:
                branches = [(self.condition(), self.block(depth - 1, loop, branch=True))]
                while self.chance(30):
                    branches.append((self.condition(), self.block(depth - 1, loop, branch=True)))
                other = self.block(depth - 1, loop, branch=True) if self.chance(50) else []
                return ("IF", branches, other)
        other = self.block(0, loop, branch=True) if self.chance(40) else []
        body = self.block(self.pick.choice([0, 0, 1]), loop, branch=True)
        return ("SHORT IF", [(self.condition(), body)], other)


@dataclass
class Writer:
    """Parts a program into lines."""

    pick: random.Random
    rows: list[str] = field(default_factory=list)
    one_line: bool = False

    def put(self, text: str, *, fresh: bool = False) -> None:
        """Writes one statement behind the last, on the same line or on a new one."""
        if not self.one_line and (fresh or self.pick.randrange(3)):
            self.new_line()
        elif self.rows[-1]:
            own = self.rows[-1].endswith(OWN)
            self.rows[-1] += ":" if own or self.pick.randrange(2) else " "
        self.rows[-1] += text

    def new_line(self) -> None:
        if self.rows[-1]:
            self.rows.append("")

    def block(self, statements: list[Statement]) -> None:
        for each in statements:
            match each:
                case str():
                    self.put(each)
                case ("LOOP", head, body, end):
                    self.put(head)
                    self.block(body)
                    self.put(end)
                case ("IF", branches, other) if not self.one_line:
                    self.block_if(branches, other)
                case (_, branches, other):
                    self.short_if(branches, other)

    def block_if(self, branches: list[tuple[str, list[Statement]]], other: list[Statement]) -> None:
        word = "IF"
        for test, body in branches:
            self.put(f"{word} {test} THEN", fresh=True)
            self.new_line()
            self.block(body)
            word = "ELSEIF"
        if other:
            self.put("ELSE", fresh=True)
            self.new_line()
            self.block(other)
        self.put("ENDIF", fresh=True)

    def short_if(self, branches: list[tuple[str, list[Statement]]], other: list[Statement]) -> None:
        outermost = not self.one_line
        word = "IF"
        for test, body in branches:
            self.put(f"{word} {test}")
            self.one_line = True
            self.branch(" THEN", body)
            word = "ELSEIF"
        if other:
            self.put("ELSE")
            self.branch("", other)
        closed = not outermost or self.pick.randrange(2)
        if closed:
            self.put("ENDIF")
        self.one_line = not outermost
        if not closed:
            self.new_line()

    def branch(self, word: str, body: list[Statement]) -> None:
        """Writes the statements after THEN or ELSE; a jump there can be a bare label."""
        first = body[0]
        if isinstance(first, str) and first.startswith("GOTO @") and self.pick.randrange(2):
            self.rows[-1] += " " + first if word and self.pick.randrange(2) else word + first[4:]
            body = body[1:]
        else:
            # a label here would be a GOTO
            self.rows[-1] += f"{word} Z=0"
        self.block(body)


def count_letters(end: str) -> str:
    return f"INC C%:IF C%>{MOST_LETTERS} THEN END {end}"


TAILS = {
    "plain": "",
    "gosub": f"END\n@COUNT {count_letters('ENDIF')}\nRETURN",
    "def": f"DEF COUNT\n{count_letters('')}\nEND\nDEF F()\nJ=J+1:RETURN J\nEND",
}


def program(pick: random.Random) -> str:
    """Draws a program and how it is dressed."""
    inside = pick.randrange(4) == 0
    style = pick.choice(["plain", "def"] if inside else ["plain", "gosub", "def"])
    first = f"VAR {','.join(REALS + INTEGERS)},A[{SIZE}],C%,Z"
    if inside:
        local = style == "plain" and pick.randrange(2) == 0
        first = f"DEF P\n{first}" if local else f"{first}\nDEF P"
    writer = Writer(pick, [*first.split("\n"), ""])
    writer.block(Maker(pick, inside, style).body())
    tail = ("END\nP\n" if inside else "") + TAILS[style]
    return "\n".join(writer.rows) + "\n" + tail


# A nest deeper than CPython allows makes the compiler flatten every loop and branch of the program.
DEEP = "FOR Q=1 TO 0:" * 21 + ":".join(["NEXT"] * 21)


def with_deep_nest(source: str) -> str:
    if "\nP\n" in source:
        return source.replace("\nP\n", f"\n{DEEP}:P\n")
    return source.replace(",C%,Z\n", f",C%,Z:{DEEP}\n")


def test_random_control_flow_runs_as_the_reference_says() -> None:
    for seed in range(many(1, 80)):
        source = program(random.Random(seed))
        deep = compiled(with_deep_nest(source))
        require_same(source, [*(compiled(source, **way) for way in WAYS), deep])
