"""FOR: over a range where nobody can tell, and where its variable ends."""

import re

from tests.amounts import many
from tests.porting.agreeing import differing
from tests.porting.bodies import body, port_text


def test_limits_of_lengths_that_stay() -> None:
    assert body("DIM A[3]\nFOR I=0 TO LEN(A)-1:A[I]=I:NEXT\nPRINT A[2]") == (
        "a = [0] * 3\nfor i in range(len(a)):\n    a[i] = i\nmachine.console.print(str(a[2]))"
    )


def test_a_limit_that_the_loop_moves() -> None:
    assert body("DIM A[3]\nFOR I=0 TO LEN(A)-1\nPUSH A,I:IF I>5 THEN BREAK\nNEXT") == (
        "a = [0] * 3\n"
        "i = 0\n"
        "while i <= len(a) - 1:\n"
        "    a.append(i)\n"
        "    if i > 5:\n"
        "        break\n"
        "    i += 1"
    )


def test_a_limit_that_is_an_element() -> None:
    start = 'DIM N[2],X[9],L$[2]\nN[0]=3:N[1]=2:L$[0]="AB":L$[1]=" C"\n'
    ranges = {
        "FOR K=1 TO N[0]:X[K]=K:NEXT:PRINT X[3]": "for k in range(1, N[0] + 1):",
        'FOR I=0 TO 1:FOR J=0 TO LEN(L$[I])-1\nIF MID$(L$[I],J,1)!=" " THEN C=C+1\nNEXT:NEXT:PRINT C': (
            "for j in range(len(l_text[i])):"
        ),
        # elements that the loop changes, and those of a list that has another name
        "FOR K=1 TO N[0]:N[0]=N[0]-1:NEXT:PRINT N[0]": "while k <= n[0]:",
        "FOR K=1 TO N[0]:PUSH N,K:NEXT:PRINT LEN(N)": "while k <= n[0]:",
        "DIM M[0]:M=N:FOR K=1 TO N[0]:M[0]=1:NEXT:PRINT N[0]": "while k <= n[0]:",
        "F N,N:PRINT N[0]\nDEF F A,B\nFOR K=1 TO A[0]:B[0]=1:NEXT\nEND": "while k <= a[0]:",
    }
    sources = {start + each: line for each, line in ranges.items()}
    lines = {each: [*map(str.strip, re.split(r"  #.*|\n", port_text(each)))] for each in sources}
    assert {each: line in lines[each] for each, line in sources.items()} == dict.fromkeys(sources, True)
    assert differing(sources) == {}


def test_the_value_behind_the_loop() -> None:
    assert body("FOR I=1 TO 9 STEP 2\nIF RND(9)==I THEN BREAK\nNEXT\nPRINT I") == (
        "for i in range(1, 10, 2):\n"
        "    if machine.rng.below(9) == i:\n"
        "        break\n"
        "else:\n"
        "    i = 11\n"
        "machine.console.print(str(i))"
    )
    ends = {
        "FOR I=0 TO 3": "i = 4",
        "FOR I=5 TO 1": "i = 5",
        "N=RND(9)\nFOR I=1 TO N": "i = n + 1",
        "N=RND(9)\nFOR I=2 TO N": "i = max(n + 1, 2)",
        "N=RND(9)\nFOR I=N-1 TO 0 STEP -1": "i = -1",
        "N=RND(9)\nFOR I=N-2 TO 0 STEP -1": "i = min(-1, n - 2)",
        "N=RND(9)\nFOR I=0 TO N STEP 2": "i = basic.for_end(0, n, 2)",
    }
    sources = {f"{head}:PRINT I:NEXT\nPRINT I": end for head, end in ends.items()}
    assert {each: end in body(each).splitlines() for each, end in sources.items()} == dict.fromkeys(
        sources, True
    )
    assert differing(sources, seeds=range(1, many(3, 32))) == {}


def test_a_limit_that_may_have_a_fraction() -> None:
    """INPUT gives a Real; `W-1` is rounded after the subtraction where a start below 0 could tell."""
    heads = {
        "FOR I=1 TO W:PRINT I:NEXT": "for i in range(1, math.floor(w) + 1):",
        "FOR I=0 TO W-1:PRINT I:NEXT": "for i in range(math.floor(w)):",
        "FOR I=2 TO W-2 STEP 2:PRINT I:NEXT": "for i in range(2, math.floor(w) - 1, 2):",
        "FOR I=-1 TO W-1:PRINT I:NEXT": "for i in range(-1, math.floor(w - 1) + 1):",
        "FOR I=9 TO W STEP -1:PRINT I:NEXT:PRINT I": "for i in range(9, math.ceil(w) - 1, -1):",
        "FOR I=1 TO W:PRINT I:NEXT:PRINT I": "i = max(math.floor(w) + 1, 1)",
        "FOR I%=1 TO W:PRINT I%:NEXT": "while i <= w:",
        "FOR I=W TO 9:PRINT I:NEXT": "while i <= 9:",
    }
    sources = {f"INPUT W\n{head}": words for head, words in heads.items()}
    assert {
        each: words in "\n".join(map(str.strip, body(each).splitlines())) for each, words in sources.items()
    } == (dict.fromkeys(sources, True))
    for answer in ("4", "0", "2.5", "-0.5", "-3", "3.9999999999999996", "1E-17", "-1E-17"):
        assert differing(sources, answer) == {}


def test_a_loop_whose_variable_nobody_reads_counts_from_0() -> None:
    heads = {
        "FOR I=1 TO 9:PRINT 1:NEXT": "for _ in range(9):",
        "N=RND(9)\nFOR I=1 TO N:PRINT 1:NEXT": "for _ in range(n):",
        "N=RND(9)\nFOR I=-2 TO N+1:PRINT 1:NEXT": "for _ in range(n + 4):",
        "FOR I=2 TO 9 STEP 3:PRINT 1:NEXT": "for _ in range(2, 10, 3):",
        "FOR I=1 TO 9:PRINT 1:NEXT:PRINT I": "for _ in range(9):",
    }
    assert {each: words in body(each).splitlines() for each, words in heads.items()} == dict.fromkeys(
        heads, True
    )
    assert differing(heads) == {}


WHILE = "while (s >= 0 and i <= 9) or (s < 0 and i >= 9):"


def test_steps_that_a_variable_has() -> None:
    headings = [
        ("S=3\nFOR I=1 TO 9 STEP S:PRINT I:NEXT:PRINT I", "for i in range(1, 10, s):"),
        ("T=RND(2)\nS=-3\nFOR I=9 TO 1 STEP S:PRINT I+T:NEXT", "for i in range(9, 0, S):"),
        ("T=RND(2)\nS=3\nFOR I=0 TO 9 STEP S:PRINT I+T:NEXT", "for i in range(0, 10, S):"),
        ("T=RND(2)\nS%=2\nFOR I%=9 TO 0 STEP -S%:PRINT I%+T:NEXT", "for i in range(9, -1, -S):"),
        # the variable of a loop around, which begins above 0
        (
            "DIM A[9]\nFOR I=2 TO 3\nFOR J=I*I TO 8 STEP I:A[J]=1:NEXT\nNEXT\nPRINT A[4];A[5]",
            "for i in range(2, 4):",
            "for j in range(i * i, 9, i):",
        ),
        # 32 bits that wrap, a limit or a step that the loop changes, steps that may be 0 or of either sign
        ("S%=3\nFOR I%=0 TO 2147483646 STEP S%:BREAK:NEXT", "while i <= 2147483646:"),
        ("S=3\nFOR I=0 TO RND(30) STEP S:PRINT I:NEXT", "while i <= machine.rng.below(30):"),
        ("S=2\nFOR I=0 TO 9 STEP S:INC S:PRINT I:NEXT", "while i <= 9:"),
        ("S=RND(3)\nFOR I=0 TO 9 STEP S:PRINT I:BREAK:NEXT", "while i <= 9:"),
        (
            "S=RND(3)-1\nFOR I=0 TO 9 STEP S:PRINT I:BREAK:NEXT",
            WHILE,
        ),
    ]
    found = []
    for source, *_ in headings:
        lines = [line.split("  #")[0].strip() for line in port_text(source).splitlines()]
        found.append((source, *(line for line in lines if line.startswith(("for ", "while ")))))
    assert found == headings
    assert differing(source for source, *_ in headings) == {}


def test_steps_that_are_no_whole_numbers() -> None:
    assert body("FOR A=0 TO 1 STEP 0.5:PRINT A:NEXT") == (
        "a = 0.0\nwhile a <= 1:\n    machine.console.print(basic.printed(a))\n    a += 0.5"
    )


def test_a_loop_that_only_looks_lets_frames_pass() -> None:
    assert body('REPEAT UNTIL BUTTON(0)\nWHILE INKEY$()=="":WEND\nREPEAT:VSYNC:UNTIL BUTTON(2)') == (
        "while not machine.input.button():\n"
        "    machine.idle()\n"
        'while machine.input.inkey() == "":\n'
        "    machine.idle()\n"
        "while True:\n"
        "    machine.vsync()\n"
        "    if machine.input.button(2):\n"
        "        break"
    )


def test_a_repeat_whose_first_pass_is_sure_is_a_while() -> None:
    assert body("X=1\nREPEAT\nX=RND(3)\nUNTIL X==0\nREPEAT\nX=RND(3)\nUNTIL X==0") == (
        "x = 1\n"
        "while x != 0:\n"
        "    x = machine.rng.below(3)\n"
        "while True:\n"
        "    x = machine.rng.below(3)\n"
        "    if x == 0:\n"
        "        break"
    )


def test_what_is_known_in_a_loop_is_not_known_behind_it() -> None:
    source = (
        "GOTO @IN\nWHILE A<2\nA=5\n@IN INC A\nFOR I=1 TO 0\nA=7\nNEXT\nREPEAT\nPRINT A:A=1\nUNTIL A==1\nWEND"
    )
    assert "while a != 1" not in body(source)


def test_a_limit_made_of_the_variable_itself() -> None:
    assert body("FOR J=3 TO 9-J\nPRINT J\nNEXT") == (
        "j = 3\nwhile j <= 9 - j:\n    machine.console.print(str(j))\n    j += 1"
    )


def test_the_variable_of_a_loop_that_is_left_by_a_jump_keeps_its_value() -> None:
    sources = [
        "FOR I=0 TO 2\nFOR K=1 TO 0 STEP -1\nIF I>1 THEN @OUT\nNEXT\nFOR K=0 TO 3 STEP -1:NEXT\nNEXT\n"
        "@OUT\nPRINT I;K",
        "FOR J=2 TO N STEP -1\nFOR K=1 TO X\nX=X+1\nIF X>40 THEN @OUT\nNEXT\nX=X+1\nNEXT\nJ=7\n"
        "@OUT\nPRINT J;K;X",
        "GOSUB @SEARCH\nPRINT I\nEND\n@SEARCH\nFOR I=1 TO 9\nIF RND(3)==0 THEN RETURN\nNEXT\nRETURN",
    ]
    assert differing(sources) == {}
