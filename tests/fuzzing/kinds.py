"""The kinds of programs that are tried, and the program that a kind and a number stand for."""

import random
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tests.fuzzing.portable import PORT_KINDS
from tests.fuzzing.vocabulary import NUMBERS, TEXTS
from tests.fuzzing.writing import calls, flow, large, moving, slots

ROOT = Path(__file__).resolve().parent.parent.parent
TOKEN = re.compile(r'"[^"\n]*"?|[@#&]?[A-Za-z0-9_.]+[%#$]?|\n|[ \t]+|.')
CHARACTERS = "\n\n:;,.()[]\"'@#$%&=<>+-*/!?|_ ABCDEFXYZabc0123456789あカ漢¥\\\0\t\r\ud83d\ude00\uffff"


@cache
def listings() -> tuple[str, ...]:
    """Every listing of the project."""
    paths = sorted([*(ROOT / "tests" / "listings").rglob("*.bas"), *(ROOT / "programs").glob("*.bas")])
    return tuple(path.read_text("utf-8") for path in paths)


def mutated(pick: random.Random) -> str:
    """A listing with a few tokens changed."""
    tokens = TOKEN.findall(pick.choice(listings()))
    for _ in range(pick.randint(1, 4)):
        change(tokens, pick)
    return "".join(tokens)


def change(tokens: list[str], pick: random.Random) -> None:
    """Changes one token."""
    at, other = pick.randrange(len(tokens) or 1), pick.randrange(len(tokens) or 1)
    match pick.randrange(6):
        case 0:
            del tokens[at : at + pick.randint(1, 3)]
        case 1:
            tokens[at:at] = tokens[other : other + pick.randint(1, 6)]
        case 2 if tokens:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        case 3:
            tokens[at : at + 1] = [pick.choice(NUMBERS)]
        case 4:
            tokens[at : at + 1] = [pick.choice(TEXTS)]
        case _:
            elsewhere = TOKEN.findall(pick.choice(listings()))
            begin = pick.randrange(len(elsewhere))
            tokens[at:at] = elsewhere[begin : begin + pick.randint(1, 12)]


def spliced(pick: random.Random) -> str:
    """The beginning of one listing and the end of another, with a few tokens changed."""
    one, other = (pick.choice(listings()).split("\n") for _ in range(2))
    rows = one[: pick.randint(0, len(one))] + other[pick.randint(0, len(other)) :]
    tokens = TOKEN.findall("\n".join(rows))
    for _ in range(pick.randint(0, 3)):
        change(tokens, pick)
    return "".join(tokens)


def noise(pick: random.Random) -> str:
    """Characters and words without any order."""
    words = TOKEN.findall(pick.choice(listings()))
    pieces = [
        pick.choice(words) if words and pick.random() < 0.6 else pick.choice(CHARACTERS)
        for _ in range(pick.randint(0, 60))
    ]
    return "".join(pieces)


MARK = re.compile(r"\{(\w)\}")
NAMES = ("A", "B", "C", "D", "E[0]", "E[1]")
SMALL = ("1", "1", "1", "2", "-1", "3", "1.0", "7", "4095")
EDGES = (
    *("2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "&H80000000", "68719476737"),
    *("1099511627776", "4503599627370497", "9007199254740991", "9007199254740993", "1E15", "1E300"),
    *("0", "0", "0.5", "-0.0", "-1.5"),
)
STEADY = (
    *("{a}={a}+{k}", "{a}={b}+{k}", "{a}={b}+1", "{a}={b}-{k}", "{a}={b}", "{a}={b}", "INC {a}"),
    *("INC {a},{k}", "DEC {a},{k}", "SWAP {a},{b}", "PUSH P,{b}+{k}", "UNSHIFT P,{b}", "FILL E,{b}"),
    *("{a}=G({b})", "BUMP"),
    *("IF LEN(P) THEN {a}=POP(P)", "IF LEN(P) THEN {a}=SHIFT(P)+{k}", "{a}=H({b})-{k}", "F {b} OUT {a}"),
    *("{a}=MIN({b},{c})", "{a}=MAX({b}+{k},{c})", "{a}=ABS({b})", "{a}=FLOOR({b})", "GOSUB @S"),
    *("{a}=MIN(MAX({b}+{k},{k}),{e})", "{a}=CLIMB(I,{b})", "{a}={b}+({c}>{b})-({c}<{a})"),
)
GROWING = (
    *("{a}={b}+{c}", "{a}={b}+{c}", "{a}={b}*2", "{a}={b}*{k}", "INC {a},{b}", "{a}={b}+{c}-{b}"),
    *("DEC {a},{b}", "{a}=G({b})+G({c}+1)", "{a}=H({b})+{c}", "{a}=E[0]+E[1]", "{a}=ABS({b})+ABS(-{c}-1)"),
    *("{a}=MAX({b},{c})+MIN({b},{a})", "{a}={b}*{c}", "{a}=-{b}", "{a}=CLIMB(5,{b})+{c}", "PUSH P,{b}+{c}"),
    *("FOR J={b} TO {b}+2*{k}:NEXT:{a}=J", "FOR J={b}*2 TO {b}:NEXT:{a}=J", "{a}={b}+{c}+{k}"),
    *("FOR J=0 TO {e} STEP {e}:NEXT:{a}=J", "{a}=TWICE({b})"),
)
HELD = (
    *("IF {b}<{k} THEN {a}={b}*2", "IF {a}<{b} THEN {a}={b}+{a}", "IF {a}<100 THEN {a}={a}*2", "{a}={e}"),
    *("{a}={b} AND {c}", "{a}={b} MOD (1+{c})", "{a}={b} DIV (1+{e})", "{a}=({b}+{c}) MOD 1000"),
    *("{a}={b} OR {e}", "{a}={b}<<{k}", "{a}={b}>>({k} AND 31)", "{a}={b} XOR {e}", "{a}=NOT {b}"),
    *("{a}={b} DIV {k}", "{a}={b} MOD {e}", "IF {a}>{e} THEN {a}={k}", "{a}=LEN(P)+{k}", "{a}=SGN({b})"),
    *("IF E[{b} AND 1]>{e} THEN E[{a} AND 1]={k}", "IF {a}>=0 && {a}<3 THEN ?U[{a}];{a};", "?U[{a}];"),
    *("{a}=RND(5)", "N%={b} AND {e}", "{a}=N%+{k}", "N%={b}", "{a}={b}-{e}", "{a}={b}/({c}*{c}+1)"),
    *("{a}=ROUND(-{b})", "IF {b}>{c} THEN {a}={k} ELSE {a}={b}-1"),
    "FOR J=3 TO {b} STEP -1:IF J<-9 THEN BREAK ELSE NEXT ENDIF:NEXT:{a}=J",
)
LOOPS = (
    ("FOR I=1 TO {n}", "NEXT"),
    ("FOR I=1 TO {n}", "NEXT"),
    ("FOR I={n} TO 1 STEP -1", "NEXT"),
    ("WHILE I<{n}:I=I+1", "WEND"),
    ("REPEAT:INC I", "UNTIL I>={n}"),
    ("@L:I=I+1", "IF I<{n} THEN GOTO @L"),
)
SHOWN = (
    *("?{x};", "?{x};", "?STR$({x});", "?1/({x}+0.25);", "?{x}*8191;", "?{x} AND 255;", "?{x}+1-{y};"),
    "?-{x};",
)
DEFINITIONS = {
    "G(": "DEF G(X):RETURN X:END",
    "H(": "DEF H(X):VAR Y=X:IF Y>5 THEN Y=Y+1\nRETURN Y:END",
    "F ": "DEF F X OUT Y:Y=X+1:END",
    "BUMP": "DEF BUMP:A=B+1:IF C<A THEN SWAP C,B\nEND",
    "TWICE(": "DEF TWICE(X):D=X:RETURN D+X:END",
    "CLIMB(": "DEF CLIMB(T,X):IF T<=0 THEN RETURN X\nRETURN CLIMB(T-1,X)+1:END",
}


def numbers(pick: random.Random) -> str:
    """A loop of stores to two or three variables, some of which let them grow; and all values at its end."""
    names = [*pick.sample(NAMES, pick.randint(1, 2)), pick.choice(NAMES)]
    marks = {"k": SMALL, "e": EDGES, "n": ("70", "70", "120", "9")}

    def filled(pattern: str) -> str:
        return MARK.sub(lambda mark: pick.choice(marks.get(mark[1], names)), pattern)

    def rows(patterns: Sequence[str], fewest: int, most: int) -> list[str]:
        return [filled(pick.choice(patterns)) for _ in range(pick.randint(fewest, most))]

    before = [f"{each}={pick.choice(EDGES if pick.random() < 0.1 else SMALL)}" for each in names]
    body = [*rows(STEADY, 1, 3), *rows(GROWING, 0, 2), *rows(HELD, 0, pick.randint(0, 2))]
    pick.shuffle(body)
    opened, closed = map(filled, pick.choice(LOOPS))
    shown = [pick.choice(SHOWN).format(x=name, y=pick.choice(NAMES)) for name in (*NAMES, "N%", "I")]
    program = ["VAR A,B,C,D,N%,I,J", "DIM E[2],P[0],U[3]", *before, opened, *body, closed, *shown]
    program += ["END", "@S", filled(pick.choice(STEADY[:15])), "RETURN"] if "GOSUB @S" in body else []
    text = "\n".join(program)
    # without a DEF no variable is shared
    return "\n".join([text, *(definition for name, definition in DEFINITIONS.items() if name in text)])


KINDS = {
    "calls": calls,
    "flow": flow,
    "slots": slots,
    "large": large,
    "moving": moving,
    "numbers": numbers,
    "mutated": mutated,
    "spliced": spliced,
    "noise": noise,
}


def program(kind: str, number: int) -> str:
    """The same text on every computer and in every Python."""
    return {**KINDS, **PORT_KINDS}[kind](random.Random(f"{kind} {number}"))
