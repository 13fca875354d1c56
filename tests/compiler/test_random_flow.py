"""Random programs of loops, branches and jumps do what a flat interpreter of the same statements does.

The interpreter below knows nothing of blocks: a list of statements, a program counter, and for each
loop and branch the place its closing word stands. A program prints a letter and a variable wherever
it comes by, and ends after forty letters, so that every way through it can be compared.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import Any

from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from tests.amounts import many

MOST_LETTERS = 40
REALS, INTEGERS = ("I", "J", "K"), ("N%", "M%")
LABELS = 5
SIZE = 6


# ---- the interpreter


class Failed(Exception):
    """An error of the machine, by its number."""


class Ended(Exception):
    """END, or forty letters."""


Statement = tuple[Any, ...]


def as_integer(value: float) -> int:
    return int(max(-(2**31), min(2**31 - 1, value)))


def wrapped(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


@dataclass
class Flat:
    """The statements in a row; `partner` and `around` say which words belong together."""

    code: list[Statement]
    lines: list[int]
    labels: dict[str, int] = field(default_factory=dict)
    partner: dict[int, int] = field(default_factory=dict)
    around: dict[int, int] = field(default_factory=dict)
    values: dict[str, int | float] = field(default_factory=dict)
    items: list[float] = field(default_factory=lambda: [0.0] * SIZE)
    text: str = ""
    letters: int = 0
    at: int = 0

    def __post_init__(self) -> None:
        self.values = dict.fromkeys(REALS, 0.0) | dict.fromkeys(INTEGERS, 0)
        self.pair()

    def pair(self) -> None:
        """`partner`: an IF's next branch, a loop's ends. `around`: the loop a BREAK or NEXT speaks of."""
        opened: list[int] = []
        for at, (word, *rest) in enumerate(self.code):
            loops = [each for each in opened if self.code[each][0] in ("for", "while", "repeat")]
            if word == "label":
                self.labels[rest[0]] = at
            elif word in ("if", "for", "while", "repeat"):
                opened.append(at)
            elif word in ("else", "elseif"):
                self.partner[opened.pop()] = at
                opened.append(at)
            elif word in ("endif", "next", "wend", "until"):
                start = opened.pop()
                self.partner[start] = at
                self.partner[at] = start
            elif word in ("break", "continue", "next in if"):
                self.around[at] = loops[-1]

    def end_of_branches(self, at: int) -> int:
        while self.code[at][0] != "endif":
            at = self.partner[at]
        return at

    # ---- running

    def run(self) -> int | None:
        """To the end; the number of the error that stopped it."""
        waiting: list[int] = []
        try:
            while self.at < len(self.code):
                self.step(waiting)
        except Ended:
            return None
        except Failed as error:
            return int(error.args[0])
        return None

    def step(self, waiting: list[int]) -> None:
        here = self.at
        word, *rest = self.code[here]
        self.at = here + 1
        match word:
            case "letter":
                self.letter(*rest)
            case "set":
                self.store(rest[0], self.value(rest[1]))
            case "set item":
                value = float(self.value(rest[1]))
                self.items[self.subscript(rest[0])] = value
            case "inc":
                self.store(rest[0], self.operate("+", self.values[rest[0]], self.value(rest[1])))
            case "if":
                self.branch(here, rest[0])
            case "elseif" | "else":
                self.at = self.end_of_branches(here) + 1
            case "leave" | "end":
                raise Ended
            case "goto" | "goto text" | "gosub" | "on" | "return":
                self.leap(word, rest, waiting)
            case _:
                self.turn(here, word, rest)

    def turn(self, here: int, word: str, rest: list[Any]) -> None:
        """The words of loops."""
        match word:
            case "for":
                self.store(rest[0], self.value(rest[1]))
                self.test_for(here)
            case "next":
                self.count(self.partner[here])
            case "while" | "until":
                self.at = here + 1 if self.value(rest[0]) else self.partner[here] + 1
            case "wend":
                self.at = self.partner[here]
            case "break":
                self.at = self.partner[self.around[here]] + 1
            case "continue" | "next in if":
                self.repeat(self.around[here])

    def leap(self, word: str, rest: list[Any], waiting: list[int]) -> None:
        """The words that jump to labels."""
        match word:
            case "goto":
                self.jump(rest[0])
            case "goto text":
                self.jump_by_name("@L" + f"{self.value(rest[0]):g}")
            case "gosub":
                waiting.append(self.at)
                self.jump(rest[0])
            case "on":
                self.choose(rest, waiting)
            case "return":
                if not waiting:
                    raise Failed(30)
                self.at = waiting.pop()

    def choose(self, rest: list[Any], waiting: list[int]) -> None:
        number = as_integer(self.value(rest[1]))
        if 0 <= number < len(rest[2]):
            if rest[0] == "GOSUB":
                waiting.append(self.at)
            self.jump(rest[2][number])

    def letter(self, letter: str, name: str) -> None:
        self.text += letter + f"{self.values[name]:g}"
        if isinstance(self.values[name], int):
            self.text = self.text[: self.text.rindex(letter) + 1] + str(self.values[name])
        self.letters += 1
        if self.letters > MOST_LETTERS:
            raise Ended

    def branch(self, at: int, test: Any) -> None:
        """IF and the ELSEIFs below it: to behind the first that holds."""
        while True:
            word = self.code[at][0]
            if word in {"else", "endif"} or self.value(test):
                self.at = at + 1
                return
            at = self.partner[at]
            test = self.code[at][1] if self.code[at][0] == "elseif" else None

    def test_for(self, at: int) -> None:
        _, name, _, stop, step = self.code[at]
        rising = step is None or self.value(step) >= 0
        limit, value = self.value(stop), self.values[name]
        runs = value <= limit if rising else value >= limit
        self.at = at + 1 if runs else self.partner[at] + 1

    def count(self, at: int) -> None:
        _, name, _, _, step = self.code[at]
        amount = 1 if step is None else self.value(step)
        self.store(name, self.operate("+", self.values[name], amount))
        self.test_for(at)

    def repeat(self, at: int) -> None:
        """CONTINUE: on with the loop that begins there."""
        match self.code[at][0]:
            case "for":
                self.count(at)
            case "while":
                self.at = at
            case _:
                self.at = self.partner[at]

    def jump(self, name: str) -> None:
        if name not in self.labels:
            raise Failed(14)
        self.at = self.labels[name]

    def jump_by_name(self, text: str) -> None:
        if not re.fullmatch("@[A-Z0-9_]+", text):
            raise Failed(34)
        self.jump(text[1:])

    # ---- values

    def store(self, name: str, value: int | float) -> None:
        if not name.endswith("%"):
            self.values[name] = float(value)
        elif isinstance(value, int):
            self.values[name] = value
        elif -(2**31) <= value <= 2**31 - 1:
            self.values[name] = int(value)
        else:
            raise Failed(9)

    def subscript(self, node: Any) -> int:
        position = as_integer(self.value(node))
        if not 0 <= position < SIZE:
            raise Failed(31)
        return position

    def value(self, node: Any) -> int | float:
        match node:
            case int() | float():
                return node
            case str():
                return self.values[node]
            case ("item", inside):
                return self.items[self.subscript(inside)]
            case ("call",):
                self.store("J", self.values["J"] + 1.0)
                return self.values["J"]
            case ("-", operand):
                given = self.value(operand)
                return wrapped(-given) if isinstance(given, int) else -given
            case ("!", operand):
                return int(self.value(operand) == 0)
            case ("&&", left, right):
                return int(self.value(left) != 0 and self.value(right) != 0)
            case ("||", left, right):
                return int(self.value(left) != 0 or self.value(right) != 0)
            case (operator, left, right):
                first = self.value(left)
                return self.operate(operator, first, self.value(right))
        raise AssertionError(node)

    def operate(self, operator: str, a: int | float, b: int | float) -> int | float:
        match operator:
            case "+" | "-" | "*":
                result: int | float = {"+": a + b, "-": a - b, "*": a * b}[operator]
                return wrapped(result) if isinstance(result, int) else result
            case "AND":
                return as_integer(a) & as_integer(b)
            case "MOD":
                left, right = as_integer(a), as_integer(b)
                return abs(left) % abs(right) * (-1 if left < 0 else 1)
            case "DIV":
                left, right = as_integer(a), as_integer(b)
                return abs(left) // abs(right) * (-1 if (left < 0) != (right < 0) else 1)
            case "==":
                return int(a == b)
            case "<":
                return int(a < b)
            case ">=":
                return int(a >= b)
        raise AssertionError(operator)


# ---- random programs


@dataclass
class Maker:
    """Draws one program; `inside` says whether it stands in a DEF, `style` how letters are counted."""

    pick: random.Random
    inside: bool
    style: str
    labels: list[str] = field(default_factory=list)
    letters: int = 0

    def chance(self, percent: int) -> bool:
        return self.pick.randrange(60) < percent

    # -- expressions

    def variable(self) -> str:
        return self.pick.choice(REALS + REALS + INTEGERS)

    def constant(self) -> int | float:
        return self.pick.choice([0, 1, 1, 2, 3, 4, 0.5, 2.0])

    def expression(self, depth: int = 2) -> Any:
        kind = self.pick.randrange(10 if depth else 5)
        match kind:
            case 0 | 1 | 2:
                return self.variable()
            case 3 | 4:
                return self.constant()
            case 5:
                return ("item", self.subscript(depth - 1))
            case 6 if self.style == "def":
                return ("call",)
            case 7:
                return ("-", self.variable())
            case 8:
                operator = self.pick.choice(["AND", "MOD", "DIV"])
                return (operator, self.expression(depth - 1), self.pick.choice([2, 3, 7]))
            case _:
                operator = self.pick.choice(["+", "+", "-", "*"])
                return (operator, self.expression(depth - 1), self.expression(depth - 1))

    def plain(self) -> Any:
        """An expression that cannot fail: errors in the head of a FOR have no agreed line."""
        name = self.variable()
        return self.pick.choice([name, self.constant(), ("+", name, self.constant()), ("-", name)])

    def condition(self, depth: int = 1) -> Any:
        kind = self.pick.randrange(8 if depth else 6)
        match kind:
            case 6:
                return ("!", self.condition(0))
            case 7:
                return (self.pick.choice(["&&", "||"]), self.condition(0), self.condition(0))
            case 0:
                return self.expression(1)
            case _:
                operator = self.pick.choice(["==", "<", ">="])
                return (operator, self.expression(1), self.constant())

    # -- statements: a leaf is a tuple, a compound a tuple that starts with its kind in capitals

    def letter(self) -> Statement:
        self.letters += 1
        return ("letter", "abcdefghjklmnopqrstuvwxyz"[self.letters % 25], self.variable())

    def block(self, depth: int, loop: str, branch: bool) -> list[Any]:
        """`loop` is the innermost loop around, `branch` whether an IF stands between."""
        result: list[Any] = []
        for _ in range(self.pick.randint(1, 4)):
            result += self.statement(depth, loop, branch)
        return result

    def statement(self, depth: int, loop: str, branch: bool) -> list[Any]:
        kind = self.pick.randrange(20)
        if kind < 8 and depth:
            return [self.compound(depth, loop)]
        if kind == 8:
            return [("set item", self.subscript(1), self.expression(1))]
        if kind == 9:
            return [("inc", self.variable(), self.pick.choice([1, 1, 2, 0.5, self.variable()]))]
        if kind < 12:
            return [("set", self.variable(), self.expression())]
        if kind < 14 and len(self.labels) < LABELS:
            self.labels.append(f"L{len(self.labels)}")
            return [("label", self.labels[-1]), self.letter()]
        if kind < 18:
            return [self.letter(), self.jump(loop, branch)]
        return [self.letter()]

    def jump(self, loop: str, branch: bool) -> Statement:
        kind = self.pick.randrange(16)
        target = self.label()
        several = [self.label() for _ in range(self.pick.randint(1, 3))]
        match kind:
            case 0 | 1 if loop:
                return ("break",)
            case 2 | 3 if loop:
                return ("continue",)
            case 4 | 5 if loop == "for" and branch:
                return ("next in if",)
            case 6 | 7 if not self.inside:
                return ("gosub", target)
            case 8 if not self.inside:
                return ("on", "GOSUB", self.expression(1), several)
            case 9:
                return ("on", "GOTO", self.expression(1), several)
            case 10 if self.chance(30):
                return ("goto text", ("AND", self.expression(1), 3))
            case 11 | 12 if branch and self.inside:
                return ("leave",)
            case 11 if not self.inside and self.chance(50):
                return ("return",)
            case 13 if branch and self.chance(20):
                return ("end",)
        return ("goto", target)

    def label(self) -> str:
        """One of the labels that will exist, seldom one that will not."""
        return f"L{LABELS}" if self.chance(2) else f"L{self.pick.randrange(LABELS)}"

    def body(self) -> list[Any]:
        """A whole program; the labels no block has taken stand between its statements."""
        pieces = [self.block(3, "", branch=False) for _ in range(self.pick.randint(2, 4))]
        for number in range(len(self.labels), LABELS):
            pieces.insert(self.pick.randint(0, len(pieces)), [("label", f"L{number}"), self.letter()])
        return [statement for piece in pieces for statement in piece]

    def subscript(self, depth: int) -> Any:
        node = self.expression(depth)
        return node if self.chance(20) else ("AND", node, 3)

    def compound(self, depth: int, loop: str) -> Any:
        match self.pick.randrange(6):
            case 0:
                step = self.pick.choice([None, None, 1, -1, 2, 0.5, "J"])
                stop = self.plain()
                name = self.pick.choice(["I", "J", "N%"])
                body = [self.letter(), *self.block(depth - 1, "for", branch=False)]
                return ("FOR", name, self.plain(), stop, step, body)
            case 1:
                return ("WHILE", self.condition(), [self.letter(), *self.block(depth - 1, "while", False)])
            case 2:
                return ("REPEAT", [self.letter(), *self.block(depth - 1, "repeat", False)], self.condition())
            case 3:
                branches = [(self.condition(), self.block(depth - 1, loop, True))]
                while self.chance(30):
                    branches.append((self.condition(), self.block(depth - 1, loop, True)))
                other = self.block(depth - 1, loop, True) if self.chance(50) else None
                return ("IF", branches, other)
            case _:
                other = self.block(0, loop, True) if self.chance(40) else None
                return (
                    "SHORT IF",
                    self.condition(),
                    self.block(self.pick.choice([0, 0, 1]), loop, True),
                    other,
                )


# ---- a program as text, line by line, and as a flat list


@dataclass
class Writer:
    """Both forms of a program at once, so that each flat statement knows its line."""

    pick: random.Random
    style: str
    rows: list[str] = field(default_factory=lambda: [""])
    code: list[Statement] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    one_line: int = 0

    def put(self, text: str, *statement: Any, fresh: bool = False) -> None:
        """One statement behind the last, on the same line or on a new one."""
        if not self.one_line and (fresh or self.pick.randrange(3)):
            self.new_line()
        elif self.rows[-1]:
            # behind these words a name would be theirs
            own = self.rows[-1].endswith(("RETURN", "NEXT", "COUNT"))
            self.rows[-1] += ":" if own or self.pick.randrange(2) else " "
        self.rows[-1] += text
        if statement:
            self.add(*statement)

    def add(self, *statement: Any) -> None:
        self.code.append(statement)
        self.lines.append(len(self.rows))

    def new_line(self) -> None:
        if self.rows[-1]:
            self.rows.append("")

    def block(self, statements: list[Any]) -> None:
        for each in statements:
            self.statement(each)

    def statement(self, node: Any) -> None:
        match node:
            case ("IF", branches, other):
                if self.one_line:
                    self.short_if(branches, other)
                else:
                    self.block_if(branches, other)
            case ("SHORT IF", test, body, other):
                self.short_if([(test, body)], other)
            case ("FOR", name, start, stop, step, body):
                text = f"FOR {name}={written(start)} TO {written(stop)}"
                text += "" if step is None else f" STEP {written(step)}"
                self.put(text, "for", name, start, stop, step)
                self.block(body)
                self.put(self.pick.choice(["NEXT", "NEXT", "NEXT Z"]), "next")
            case ("WHILE", test, body):
                self.put(f"WHILE {written(test)}", "while", test)
                self.block(body)
                self.put("WEND", "wend")
            case ("REPEAT", body, test):
                self.put("REPEAT", "repeat")
                self.block(body)
                self.put(f"UNTIL {written(test)}", "until", test)
            case _:
                self.put(self.leaf(node), *node)

    def block_if(self, branches: list[Any], other: list[Any] | None) -> None:
        word = "IF"
        for test, body in branches:
            self.put(f"{word} {written(test)} THEN", word.lower(), test, fresh=True)
            self.new_line()
            self.block(body)
            word = "ELSEIF"
        if other is not None:
            self.put("ELSE", "else", fresh=True)
            self.new_line()
            self.block(other)
        self.put("ENDIF", "endif", fresh=True)

    def short_if(self, branches: list[Any], other: list[Any] | None) -> None:
        self.one_line += 1
        word = "IF"
        for test, body in branches:
            if word == "IF" and self.one_line == 1:
                self.one_line = 0
                self.put(f"IF {written(test)}", "if", test)
                self.one_line = 1
            else:
                self.put(f"{word} {written(test)}", word.lower(), test)
            self.branch("THEN", body)
            word = "ELSEIF"
        if other is not None:
            self.put("ELSE", "else")
            self.branch("", other)
        self.one_line -= 1
        if self.one_line or self.pick.randrange(2):
            self.one_line += 1
            self.put("ENDIF", "endif")
            self.one_line -= 1
        else:
            self.add("endif")
            self.new_line()

    def branch(self, word: str, body: list[Any]) -> None:
        """Statements behind THEN or ELSE; a lone jump there can be a bare label."""
        first = body[0]
        if first[0] == "goto" and self.pick.randrange(2):
            named = f"GOTO @{first[1]}" if word and self.pick.randrange(2) else f"{word} @{first[1]}"
            self.rows[-1] += " " + named
            self.add(*first)
            body = body[1:]
        else:
            # a label here would be a GOTO
            self.rows[-1] += f" {word} Z=0"
        self.block(body)

    def leaf(self, node: Statement) -> str:
        match node:
            case ("letter", letter, name):
                shown = f'?"{letter}";STR$({name});'
                counted = {"plain": count_letters("ENDIF"), "gosub": "GOSUB @COUNT", "def": "COUNT"}
                return shown + ":" + counted[self.style]
            case ("set", name, value):
                return f"{name}={written(value)}"
            case ("set item", place, value):
                return f"A[{written(place)}]={written(value)}"
            case ("inc", name, value):
                return (
                    f"INC {name}" if value == 1 and self.pick.randrange(2) else f"INC {name},{written(value)}"
                )
            case ("label", name):
                return f"@{name}"
            case ("goto", name):
                return self.pick.choice([f"GOTO @{name}", f'GOTO "@{name}"', f"GOTO @{name.lower()}"])
            case ("goto text", value):
                return f'GOTO "@L"+STR$({written(value)})'
            case ("gosub", name):
                return f"GOSUB @{name}"
            case ("on", word, value, names):
                return f"ON {written(value)} {word} " + ",".join("@" + each for each in names)
            case ("leave",):
                return "RETURN"
            case ("next in if",):
                return "NEXT"
        return str(node[0]).upper()


def count_letters(end: str) -> str:
    return f"INC C%:IF C%>{MOST_LETTERS} THEN END {end}"


def written(node: Any) -> str:
    match node:
        case ("item", inside):
            return f"A[{written(inside)}]"
        case ("call",):
            return "F()"
        case ("-" | "!" as sign, operand):
            return f"{sign}({written(operand)})"
        case (operator, left, right):
            return f"({written(left)} {operator} {written(right)})"
    return str(node)


TAILS = {
    "plain": "",
    "gosub": f"END\n@COUNT {count_letters('ENDIF')}\nRETURN",
    "def": f"DEF COUNT\n{count_letters('')}\nEND\nDEF F()\nJ=J+1:RETURN J\nEND",
}


@dataclass
class Sample:
    """A program before it is written: its statements as a tree, and how they are dressed."""

    body: list[Any]
    style: str
    inside: bool
    local: bool

    def written(self, pick: random.Random) -> tuple[str, Flat]:
        first = f"VAR {','.join(REALS + INTEGERS)},A[{SIZE}],C%,Z"
        if self.inside:
            first = f"DEF P\n{first}" if self.local else f"{first}\nDEF P"
        writer = Writer(pick, self.style, [*first.split("\n"), ""])
        writer.block(self.body)
        tail = ("END\nP\n" if self.inside else "") + TAILS[self.style]
        return "\n".join(writer.rows) + "\n" + tail, Flat(writer.code, writer.lines)


def sample(pick: random.Random) -> Sample:
    inside = pick.randrange(4) == 0
    style = pick.choice(["plain", "def"] if inside else ["plain", "gosub", "def"])
    body = Maker(pick, inside, style).body()
    return Sample(body, style, inside, local=inside and style == "plain" and pick.randrange(2) == 0)


def outcome(source: str, *, traced: bool, library: bool) -> tuple[str, int | None, int | None]:
    """What the listing prints, the number of its error and the line."""
    machine = Machine(seed=1)
    computer = Computer(machine, traced=traced, library=library)
    computer.load_source(0, source)
    error = run_computer(computer, frames=600)
    text = machine.console.text().replace("\n", "")
    return text, error.number if error else None, error.line if error else None


def expected(flat: Flat) -> tuple[str, int | None, int | None]:
    number = flat.run()
    return flat.text, number, flat.lines[flat.at - 1] if number else None


def check(pick: random.Random) -> None:
    compare(*sample(pick).written(pick))


# A nest deeper than CPython allows makes the compiler dissolve every loop and branch of the program.
DEEP = "FOR Q=1 TO 0:" * 21 + ":".join(["NEXT"] * 21)


def with_deep_nest(source: str) -> str:
    if "\nP\n" in source:
        return source.replace("\nP\n", f"\n{DEEP}:P\n")
    return source.replace(",C%,Z\n", f",C%,Z:{DEEP}\n")


def compare(source: str, flat: Flat) -> None:
    wanted = expected(flat)
    found = [
        outcome(source, traced=False, library=False),
        outcome(source, traced=False, library=True),
        outcome(source, traced=True, library=False),
        outcome(with_deep_nest(source), traced=False, library=False),
    ]
    if wanted[1] is not None and flat.code[flat.at - 1][0] in ("for", "next"):
        # which line an error in the head of a FOR belongs to is not known
        found, wanted = [(*each[:2], None) for each in found], (*wanted[:2], None)
    assert found == [wanted] * 4, f"{source}\n" + "\n".join(map(str, [wanted, *found]))


def test_random_control_flow_runs_as_a_flat_list_of_statements() -> None:
    for seed in range(many(8, 80)):
        check(random.Random(seed))
