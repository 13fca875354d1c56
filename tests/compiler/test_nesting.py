"""The deepest nesting of a listing: a hundred levels of any kind, on every Python and on a small stack."""

import sys
import threading
from collections.abc import Callable

import pytest

import retromaze
from retromaze.errors import BasicError, OutOfCodeMemory
from retromaze.language.block_pairing import LEVELS
from tests.amounts import fewer, many
from tests.running import run_listing

SMALL_STACK = 512 * 1024
LONG = many(300, 3_200)
"""Operands of what is long, an even number."""
BRANCHES = "IF A!=1 THEN\n" + "ELSEIF A!=1 THEN\n" * 6 + "ELSEIF A THEN"
ROW = "".join(f"@R{{i}}_{each}\nINC B\nGOTO @E{{i}}\n" for each in range(9))


def nested(opened: str, closed: str, depth: int, inside: str = "N=7") -> str:
    """A listing of nested blocks that ends by printing N."""
    heads = [opened.format(i=each) for each in range(depth)]
    return "\n".join(["A=1", *heads, inside, *(closed.format(i=each) for each in range(depth)), "?N"])


def around(opened: str, inside: str, closed: str, depth: int) -> str:
    return opened * depth + inside + closed * depth


# Each nests exactly as deeply as it is told and prints 7.
KINDS: dict[str, Callable[[int], str]] = {
    "IF": lambda n: nested("IF A THEN", "ENDIF", n),
    "IF in one line": lambda n: "A=1:" + "IF A THEN " * n + "?7",
    "ELSE IF": lambda n: nested("IF !A THEN\nELSE", "ENDIF", n - 1, "IF A THEN N=7"),
    "ELSE IF in one line": lambda n: "A=1:" + "IF !A THEN ELSE " * (n - 1) + "IF A THEN ?7",
    "IF in the last of many branches": lambda n: nested(BRANCHES, "ENDIF", n - 1, "N=7:IF A THEN B=1"),
    "IF with labels": lambda n: nested("IF A THEN\nGOTO @L{i}\n@L{i}", "ENDIF", n),
    "IF with loops of labels": lambda n: nested(
        "IF A THEN\n@L{i}", "IF B{i}<1 THEN INC B{i}:GOTO @L{i}\nENDIF", n - 1, "N=7:IF A THEN B=1"
    ),
    "IF with rows of labels": lambda n: nested(
        "IF A THEN\nON A GOTO " + ",".join(f"@R{{i}}_{each}" for each in range(9)) + f"\nEND\n{ROW}@E{{i}}",
        "ENDIF",
        n,
    ),
    "IF jumped into": lambda n: "GOTO @X\n" + nested("IF A THEN", "ENDIF", n, "@X\nN=7"),
    "FOR": lambda n: nested("FOR B{i}=0 TO 0", "NEXT", n),
    "FOR over one variable": lambda n: nested("FOR B=0 TO 0", "NEXT", n),
    "FOR in a DEF": lambda n: "DEF F\n" + nested("FOR B{i}=0 TO 0", "NEXT", n - 1) + "\nEND\nF",
    "WHILE": lambda n: nested("WHILE B{i}<1:B{i}=1", "WEND", n),
    "REPEAT": lambda n: nested("REPEAT", "UNTIL 1", n),
    "loops, then IF": lambda n: nested(
        "FOR B{i}=0 TO 0", "NEXT", 20, "IF A THEN\n" * (n - 20) + "N=7" + "\nENDIF" * (n - 20)
    ),
    "sums": lambda n: "A=1:B=" + around("(1+", "A", ")", n) + f":?B-{n - 6}",
    "sums of Integers": lambda n: "A%=7:B%=0:?" + around("(B%+", "A%", ")", n),
    "joins": lambda n: 'A$="":?' + around("(A$+", '"7"', ")", n),
    "negations": lambda n: "A=7:B=" + "-" * n + "A:?ABS(B)",
    "negations of Integers": lambda n: "A%=7:B=" + "-" * n + "A%:?ABS(B)",
    "NOT": lambda n: "A=7:B=" + "NOT " * n + "A:?ABS(B+(B<0))",
    "!": lambda n: "A=1:B=" + "!" * n + "A:?7",
    "calls": lambda n: "A=7:?" + around("ABS(", "A", ")", n),
    "calls with strings": lambda n: 'A$="7":?' + around("MID$(", "A$", ",0,1)", n),
    "calls of a DEF": lambda n: "DEF F(X)\nRETURN X\nEND\nA=7:?" + around("F(", "A", ")", n),
    "subscripts": lambda n: "DIM A[1]:B=" + around("A[", "0", "]", n) + ":?7+B",
    "subscripts of Integers": lambda n: "DIM A%[1]:B=" + around("A%[", "0", "]", n) + ":?7+B",
    "subscripts of Reals": lambda n: "DIM A[1]:A[0]=.5:B=" + around("A[", "0", "]", n) + ":?7",
    "subscripts assigned to": lambda n: "DIM A[1]:" + around("A[", "0", "]", n) + "=7:?A[0]",
    "characters": lambda n: 'A$="7":?' + around("(", "A$", "[0])", n),
    "VAR": lambda n: 'A$="A$":B$=' + around("VAR(", "A$", ")", n) + ":?7",
    "DATA": lambda n: "DATA " + "-" * n + "7\nREAD A:?ABS(A)",
    "blocks and calls": lambda n: nested(
        "IF A THEN", "ENDIF", n // 2, f"N={around('ABS(', '7', ')', n - n // 2)}"
    ),
}
QUICK = [kind for kind in KINDS if kind != "IF with rows of labels"]
# As deep as anything gets when it is written as Python.
WORST = {
    "subscripts and calls": 'DIM A$[1]:A$[0]="0":B$=A$[0]:PUSH B$,"":B=VAL('
    + around("A$[VAL(", '"0"', ")]", LEVELS // 2 - 1)
    + "):?7",
    "conditions": "A=1:IF " + around("(A && (0 || ", "A", "))", LEVELS // 2) + " THEN ?7",
    "every rank": "A=1:B="
    + around("(A || A && A OR A AND A == A << A + A * ", "-A", ")", (LEVELS - 1) // 8)
    + ":?7",
    "chains in chains": "A%=7:B%=0:?" + around("-(", "A%", "+B%" * 16 + ")", (LEVELS // 9) // 2 * 2),
    "chains of DIV": "A=7E9:B=" + around("-(", "A", " DIV 1" * 16 + ")", LEVELS // 9) + ":?7",
    "branches and subscripts": nested(
        BRANCHES, "ENDIF", LEVELS // 2, "DIM C[1]:N=7+" + around("C[", "0", "]", LEVELS // 2 - 1)
    ),
    "loops and calls": nested(
        "FOR B{i}=0 TO 0", "NEXT", LEVELS // 2, "N=" + around("ABS(", "7", ")", LEVELS // 2)
    ),
}


def in_a_thread(action: Callable[[], None], stack: int) -> None:
    before = threading.stack_size(stack)
    try:
        thread = threading.Thread(target=action)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)


# Traced as a library it is most code. The plain code runs below, where it is hardest: on a small stack.
@pytest.mark.parametrize("kind", fewer(QUICK[1::6], [*KINDS]))
def test_a_hundred_levels_run(kind: str) -> None:
    assert run_listing(KINDS[kind](LEVELS), traced=True, library=True) == ("7", None)


def test_one_level_more_is_too_much_code() -> None:
    found = {}
    for kind, listing in KINDS.items():
        text, error = run_listing(listing(LEVELS + 1), traced=False, library=False)
        found[kind] = text, type(error), error and error.detail
    assert found == dict.fromkeys(KINDS, ("", OutOfCodeMemory, "nested more than 100 levels deep"))


def test_levels_of_several_kinds_run() -> None:
    found = {kind: run_listing(source, traced=True, library=True) for kind, source in WORST.items()}
    assert found == dict.fromkeys(WORST, ("7", None))


@pytest.mark.slow
@pytest.mark.parametrize("kind", fewer([*QUICK[::8], *WORST], [*KINDS, *WORST]))
def test_the_deepest_listings_compile_and_run_on_a_small_stack(kind: str) -> None:
    source = KINDS[kind](LEVELS) if kind in KINDS else WORST[kind]
    found: list[tuple[str, BasicError | None]] = []
    in_a_thread(lambda: found.append(run_listing(source, traced=False, library=False)), SMALL_STACK)
    assert found == [("7", None)]


TOO_DEEP = [
    ("IF 1 THEN\n" * 101 + "ENDIF\n" * 101, 101, 1),
    ("IF 1 THEN " * 101, 1, 1001),
    ("IF 1 THEN\n" * 100 + "A=B+1\n" + "ENDIF\n" * 100, 101, 3),
    ("WHILE 1\n" * 99 + "REPEAT\nFOR I=0 TO 1\n", 101, 1),
    ("A=1\n?" + "-" * 101 + "A", 2, 102),
    ("A=1\n?A,ABS(" + "ABS(" * 100 + "A" + ")" * 101, 2, 404),
    ("A=1+" + "(2*" * 60 + "(3+" * 60 + "A" + ")" * 120, 1, 303),
]


def test_the_error_names_the_place_that_is_too_deep() -> None:
    found = []
    for source, _, _ in TOO_DEEP:
        error = retromaze.run(source, seed=1).error
        assert error is not None, source
        found.append((source, error.number, error.slot, error.line, error.column, error.message))
    assert found == [
        (source, 12, 0, line, column, f"Out of code memory in 0:{line}") for source, line, column in TOO_DEEP
    ]


IS_LONG = [
    ("A=1:?A" + "+A" * (LONG - 1), f"{LONG}"),
    ("A%=1:?A%" + "+A%" * (LONG - 1), f"{LONG}"),
    ("?1" + "+1" * (LONG - 1), f"{LONG}"),
    ("A=1.5:?A" + "*1" * (LONG - 1), "1.5"),
    ("A=-1:B=0:C=B" + "*A" * (LONG - 1) + ":?C", "-0"),
    ("A=1:?A" + " AND A" * (LONG - 1), "1"),
    ("A=9:?A" + " DIV 1" * (LONG - 1), "9"),
    ("A=1:?A" + "==A" * (LONG - 1), "1"),
    ("A=1:?A" + " && A" * (LONG - 1), "1"),
    ("A=0:IF A" + " || A" * (LONG - 1) + " || 1 THEN ?7", "7"),
    ('A$="X":B$=A$' + "+A$" * (LONG - 1) + ":?LEN(B$)", f"{LONG}"),
    ("?LEN(" + '"A"' + '+"A"' * (LONG - 1) + ")", f"{LONG}"),
    ("A=1:PRINT " + "A;" * 40, "1" * 40),
    ("DATA 1" + ",1+1" * 3 * LONG + "\nREAD A,B:?A;B", "12"),
    ("A=1:?MAX(A" + ",A" * 200 + ")", "1"),
    ("A=1:?" + around("(", "A", ")", 10_000), "1"),
    (
        "A=200\nIF A==0 THEN\n" + "".join(f"ELSEIF A=={n} THEN\n?{n}\n" for n in range(1, 300)) + "ENDIF",
        "200",
    ),
    ("A=9\nIF A==0 THEN\n" + "ELSEIF A==1 THEN\n" * LONG + "ELSE\n?A\nENDIF", "9"),
    ("A=700\nON A GOTO @E" + ",@L" * 699 + ",@M\n@L\n?1\nEND\n@M\n?2\n@E", "2"),
]


@pytest.mark.parametrize("both", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_what_is_long_is_not_deep(both: bool) -> None:
    found = [(source[:30], *run_listing(source, traced=both, library=both)) for source, _ in IS_LONG]
    assert found == [(source[:30], text, None) for source, text in IS_LONG]


def test_the_pieces_of_a_chain_are_worked_out_in_order() -> None:
    calls = "".join(f"+F({each})" for each in range(1, 100))
    source = f'T$=""\nDEF F(X)\nT$=T$+STR$(X)+","\nRETURN X\nEND\nA=F(0){calls}\n?A\n?T$'
    text, error = run_listing(source, traced=False, library=False)
    assert error is None
    assert text.replace("\n", "") == "4950" + "".join(f"{each}," for each in range(100))


def test_only_one_branch_of_many_runs() -> None:
    branches = "".join(f"ELSEIF A=={each} THEN\nN=N+1:A=A+1\n" for each in range(1, 50))
    for start in (0, 1, 28, 49):
        source = f"A={start}\nIF A==0 THEN\nN=N+1:A=A+1\n{branches}ENDIF\n?N;A-{start}"
        assert run_listing(source, traced=False, library=False) == ("11", None)


def test_a_loop_with_a_long_test_can_be_left_and_repeated() -> None:
    test = "+".join(["A"] * 30)
    source = (
        "A=5\nREPEAT\nINC N\nIF N==2 THEN CONTINUE\nWHILE N==7:K=1:BREAK:WEND\nIF K THEN BREAK\nM=M+1\n"
        f"UNTIL {test}<N*15\n?N;M\n"
        f"FOR I=0 TO 100 STEP {test}-140\nINC P\nIF P==2 THEN CONTINUE\nIF P==6 THEN BREAK\n"
        "INC Q\nNEXT\n?P;Q;I"
    )
    for both in (False, True):
        assert run_listing(source, traced=both, library=both) == ("75\n6450", None)


def test_what_is_much_too_deep_is_refused_without_recursion() -> None:
    limit = sys.getrecursionlimit()
    for head, again in [
        ("", "WHILE 1\n"),
        ("", "("),
        ("A=", "-"),
        ("?", "ABS("),
        ("", "IF 1 THEN "),
        ("A=", "B["),
    ]:
        error = retromaze.run(head + again * many(5_000, 100_000), seed=1).error
        assert error is not None and error.number in {3, 12}, again
    assert sys.getrecursionlimit() == limit
