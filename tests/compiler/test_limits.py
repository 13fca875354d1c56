"""The greatest length and size of a listing; beyond it is an error of the machine, never of Python."""

import pytest

import retromaze
from tests.amounts import fewer, many
from tests.running import text_and_number


@pytest.mark.parametrize("depth", fewer([20, 21], [19, 20, 21, 49]))
def test_loops_nest_deeper_than_python_s(depth: int) -> None:
    blocks = [
        ("FOR A{0}=0 TO 0", "NEXT"),
        ("WHILE !A{0}\nA{0}=1", "WEND"),
        ("REPEAT", "UNTIL 1"),
        ("IF 1 THEN\nREPEAT", "UNTIL 1\nENDIF"),
        ("@L{0}\nINC A{0}:IF A{0}<2 THEN GOTO @L{0}\nREPEAT", "UNTIL 1"),
    ]
    found = []
    for opened, closed in blocks:
        heads = "\n".join(opened.format(each) for each in range(depth))
        found.append((opened, *text_and_number(f"{heads}\nINC N\n" + f"{closed}\n" * depth + "PRINT N")))
    assert found == [(opened, "1", None) for opened, _ in blocks]


def test_arrays_have_the_console_s_room() -> None:
    outcomes = {
        "DIM A[1029999]:?LEN(A)": ("1029999", None),
        "DIM A[2000000]": ("", 11),
        "DIM A$[2000000]:?LEN(A$)": ("2000000", None),
        "DIM A[1000,1000]:?LEN(A)": ("1000000", None),
        "DIM A[100,100,100,100]": ("", 11),
        "DIM A[0,5]:?LEN(A)": ("0", None),
        "N=2147483647:DIM A[N]": ("", 11),
        "N=2147483647:DIM A[N,N,N,N]": ("", 11),
        "N=1E300:DIM A[N]": ("", 11),
    }
    assert {source: text_and_number(source) for source in outcomes} == outcomes


def long_program(parts: int) -> str:
    """DEFs, DATA, loops, branches and jumps, nine lines a part; each part adds 7 to SUM."""
    rows = ["SUM=0"]
    for part in range(parts):
        rows += [
            f"GOTO @A{part}",
            f"@D{part} DATA {part},1",
            f"DEF F{part}(X)",
            "IF X<0 THEN RETURN 0 ELSE RETURN X+1",
            "END",
            f"@A{part} RESTORE @D{part}:READ N,V",
            f"FOR I=1 TO 2:SUM=SUM+V:IF N!={part} THEN GOTO @A{part}",
            "NEXT",
            f"SUM=SUM+F{part}(4)",
        ]
    return "\n".join([*rows, "PRINT SUM"])


def test_formulas_that_call_each_other_twice_let_frames_pass() -> None:
    rows = [f"DEF F{level}(X):RETURN F{level + 1}(X)+F{level + 1}(X+1):END" for level in range(40)]
    source = "\n".join(["PRINT F0(1)", *rows, "DEF F40(X):RETURN X:END"])
    result = retromaze.run(source, frames=3)
    assert (result.frames, result.error, result.text) == (3, None, "")


def test_a_program_of_a_thousand_lines_and_more_runs() -> None:
    parts = many(112, 1111)
    source = long_program(parts)
    assert text_and_number(source) == (f"{7 * parts}", None)
