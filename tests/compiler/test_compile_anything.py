"""Whatever can be written compiles or is refused with its place; what compiles runs or fails as BASIC."""

import random

import pytest

import retromaze
from tests.amounts import many
from tests.fuzzing.trials import examine

LABELS = ["@A", "@1", "@b_C", "@TOP"]
VALUES = [
    *["A", "B%", "C$", "P[0]", "P[A]", "Q$[B%]", "C$[0]", "P", "Q$", "X", "X[0]", "CSRX", "MAINCNT", "@A"],
    *("0", "1", "-1", "2147483648", "1.5", ".", "5.", "1E300", "&HFF", "#RED", '"X"', '""', '"@A"'),
    "VAR(C$)",
    *["F(1)", "F(C$)", "G(A,P)", "LEN(P)", "LEN(C$)", "POP(P)", "POP(C$)", "SHIFT(Q$)", "RND(3)", "ABS(A)"],
    *["MAX(A,B%)", "MAX(P)", 'FORMAT$("%D",A)', "NOSUCH(1)", "CHR$(A)", "CHR$()", "LEFT$(C$,A)", "CLS()"],
    *["A+B%", "C$+C$", "C$*2", "2*C$", "A/0", "A DIV B%", "C$ AND 1", "A && C$", "!A", "NOT C$", "-Q$[0]"],
    *["A<B%", "C$==Q$[0]", "A==C$", "A*A*A", "1<<A", "B%>>-1", "(A)", "1/0", "1E300*1E300", "1E300 DIV 1"],
    *["POP(Q$[1])", "SHIFT(P[0])", "POP(X[0])", "M()", "I(C$,1)", 'CALL("F",A)', 'CALL("M")', "CALL(C$,P)"],
    *['CALL("POP",P)', 'CALL("SHIFT",C$)', "CALL()", 'CALL("LEN",Q$)'],
    *["1E400", "1E400-1E400", "1 DIV 1E400", "1 MOD (1E400-1E400)", "1<<1E400", "-1E400 AND 1", "NOT 1E400"],
]
STATEMENTS = [
    *["{v}={e}", "{v}=", "PRINT {e};{e},", "?{e}", "INC {v}", "INC {v},{e}", "DEC {v},{e}", "SWAP {v},{v}"],
    *["READ {v},{v}", "RESTORE {e}", 'DATA 1,-2,"S",#RED,1+2', "IF {e} THEN", "IF {e} THEN {l} ELSE"],
    *("ELSE", "ELSEIF {e} THEN", "ENDIF", "FOR {v}={e} TO {e}", "FOR {v}={e} TO {e} STEP {e}", "NEXT"),
    "WEND",
    *["WHILE {e}", "REPEAT", "UNTIL {e}", "{l}", "GOTO {l}", "GOTO {e}", "GOSUB {l}"],
    *["GOSUB {e}", "ON {e} GOTO {l},{l}", "ON {e} GOSUB {l},{l}", "RETURN", "RETURN {e}", "END", "STOP"],
    *("DEF F(X)", "DEF G(X,Y)", "DEF H X OUT Y,Z", "COMMON DEF K", "H {e} OUT {v},{v}", "H {e}"),
    "F {e} OUT {v}",
    *["DIM P[{e}]", "DIM X[2,2]", "OPTION DEFINT", "PUSH {v},{e}"],
    *("UNSHIFT {v},{e}", "PUSH P,{e}", "COPY P,{e}", "FILL P,{e}", "SORT P", "SORT {e},{e},P"),
    *("CALL {e}", "{v}[{e}]={e}"),
    *('CALL "F",{e} OUT {v}', "CLS", "LOCATE {e},{e}", "GLINE {e},{e},{e},{e}", "GPSET {e},{e},{e}"),
    "WAIT {e}",
    *("VSYNC", "ACLS", "NOSUCH {e}", "XON {v}", "USE {e}", "DTREAD OUT {v},{v},{v}", "LINPUT {v}"),
    "VAR({e})={e}",
    *["IF {e} THEN :", "ELSE :", "ELSEIF {e} THEN :", "DEF M OUT Z[]", "DEF I X,X OUT X"],
    *["Z={e}", "Z=P", "Z=Q$", "M OUT {v}", "M OUT P", "M OUT Q$", "P=M()", "Q$={e}", "P={e}", "DIM Z[2]"],
    *["PUSH Q$[{e}],{e}", "UNSHIFT P[{e}],{e}", "POP {v} OUT {v}", "SHIFT Q$[{e}] OUT {v}"],
    *["SHIFT X[0] OUT {v}", "I {e},{e} OUT {v}"],
    *['CALL "M" OUT {v}', 'CALL "PUSH",{v},{e}', 'CALL "I",{e},{e} OUT {v}', "CALL {e},{e} OUT {v},{v}"],
    *["EXEC {e}", 'PRGEDIT 1:PRGSET "COMMON DEF S X OUT X:INC X,1:END:READ A"', "EXEC 1", "S {e} OUT {v}"],
    *['GOSUB "1:@A"', 'RESTORE "1:@A"', "IF {e} THEN ENDIF"],
]
TARGETS = [
    *("A", "B%", "C$", "D#", "P[0]", "P[A]", "Q$[0]", "C$[A]", "X", "X[1]", "P", "Q$", "TABSTEP", "VAR(C$)"),
]


def statement(pick: random.Random) -> str:
    text = pick.choice(STATEMENTS)
    while "{" in text:
        for mark, choices in (("{e}", VALUES), ("{v}", TARGETS), ("{l}", LABELS)):
            text = text.replace(mark, pick.choice(choices), 1)
    return text


def program(pick: random.Random) -> str:
    """Statements of all kinds in a row; loops and branches closed more often than not."""
    rows: list[str] = []
    closers: list[str] = []
    closing = {
        "FOR": "NEXT", "WHILE": "WEND", "REPEAT": "UNTIL A", "IF": "ENDIF", "DEF": "END", "COMMON": "END",
    }  # fmt: skip
    for _ in range(pick.randint(3, 25)):
        text = statement(pick)
        word = text.split(" ")[0]
        if word in ("NEXT", "WEND", "UNTIL", "ENDIF", "ELSE", "ELSEIF", "END") and pick.random() < 0.9:
            continue
        if word in closing and not (word in ("DEF", "COMMON") and closers):
            closers.append(closing[word])
        rows.append(text)
        if closers and pick.random() < 0.3:
            rows.append(closers.pop())
    return "\n".join(['VAR A=1,B%=2,C$="CC",P[3],Q$[2]', *rows, *reversed(closers)])


@pytest.mark.slow
def test_any_statements_in_a_row_compile_or_have_an_error_with_its_place() -> None:
    for seed in range(many(6, 300)):
        source = program(random.Random(seed))
        error = retromaze.run(source, seed=1, frames=2).error
        assert error is None or min(error.number, error.line, error.column) >= 1, source
        assert examine(source) is None, source
