"""Lines that Python says in one."""

from __future__ import annotations

from tests.porting.bodies import body


def test_a_list_begins_with_what_is_pushed_first() -> None:
    begins = {
        "DIM S[0]:PUSH S,4:PRINT S[0]": "s = [4]",
        "DIM S[0]\nX=RND(2)\nPUSH S,4:PRINT S[0];X": "s = [4]",
        # the value is no constant, the push may not happen, or happens again
        "DIM S[0]:PUSH S,RND(4):PRINT S[0]": "s: list[int] = []",
        "DIM S[0]:IF RND(2) THEN PUSH S,4\nPRINT LEN(S)": "s: list[int] = []",
        "DIM S[0]\n@L\nPUSH S,4:IF LEN(S)<3 THEN GOTO @L\nPRINT LEN(S)": "s: list[int] = []",
        # the length is asked before
        "DIM S[0]:PRINT LEN(S):PUSH S,4:PRINT S[0]": "s: list[int] = []",
    }
    assert {source: body(source).splitlines()[0] for source in begins} == begins


def test_assignments_of_one_line_stand_side_by_side() -> None:
    written = {
        "X=N+1:Y=N+2": ["x, y = n + 1, n + 2"],
        # the second looks at what the first stores
        "X=N+1:Y=X+2": ["x = n + 1", "y = x + 2"],
        # numbers are drawn one after the other
        "X=RND(5):Y=RND(5)": ["x = machine.rng.below(5)", "y = machine.rng.below(5)"],
        # what is stored twice is not stored at once
        "X=N+1:X=X+2:Y=0": ["x = n + 1", "x += 2", "y = 0"],
        "SWAP X,Y": ["x, y = y, x"],
    }
    found = {}
    for line in written:
        source = f"N=RND(9)\nX=RND(N)\nY=RND(X)\nPRINT 0\n{line}\nPRINT X;Y"
        _, _, behind = body(source).partition('machine.console.print("0")\n')
        found[line] = behind.splitlines()[:-1]
    assert found == written
