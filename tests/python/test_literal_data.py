"""Reads of DATA replaced by the items."""

import textwrap

from retromaze.porting.writing import write_port
from retromaze.python.literal_data import with_literals
from tests.porting.agreeing import differing
from tests.python.trees import text, tree

DATA = "    data = basic.Data(5, 6, -7, 1.5, 'A', 'B', RED)\n"


def without_data(body: str, items: str = "") -> str:
    """The body of `main` after the change, with other items if given; "as it was" if nothing changes."""
    data = f"    data = basic.Data({items})\n" if items else DATA
    before = "def main(machine):\n" + data + textwrap.indent(textwrap.dedent(body), "    ").rstrip()
    after = text(with_literals(tree(before), {"SIZE": 2, "UP": 1}).parts)
    if after == text(tree(before)):
        return "as it was"
    return textwrap.dedent(after.partition("\n")[2]) + "\n"


STRAIGHT = """\
a = data.whole()  # 1  first
b = data.number()
c = data.whole()
d = data.number()
data.restore(4)  # 5  @L
e = data.text()  # 6
f()
"""


def test_straight_reads_are_literals() -> None:
    expected = """\
a = 5  # 1  first
b = 6.0
c = -7
d = 1.5
e = "A"  # 6
f()
"""
    assert without_data(STRAIGHT) == expected


def test_copies_into_a_list_of_known_size_are_literals() -> None:
    copying = "x, y = [0] * 2, [0.0] * 3\nf()\ndata.copy_wholes(x, 0, 1)\ndata.copy_numbers(y, 1, 2, 2)\n"
    assert without_data(copying) == "x = [6, -7]\ny = [0.0, -7.0, 1.5]\nf()\n"
    # as much as is there, and a list that something else may have made longer
    stay = [
        "data.copy_wholes(x, 0, 5)",
        "x.append(1)\ndata.copy_wholes(x, 0, 1)",
        "data.copy_wholes(x, n, 1)",
    ]
    assert [each for each in stay if without_data(f"x = [0] * 3\n{each}") != "as it was"] == []


def test_a_loop_up_to_a_mark_at_the_end_runs_over_what_comes_before_it() -> None:
    body = """\
    def run():
        while True:  # 2  @LOOP
            a = data.whole()  # 3  a name
            if a == -1:  # 4
                {left}
            b = data.text()
            show(a, b)  # 5
        f()
    """

    def after(left: str, more: str = "") -> str:
        """The lines of a function, with what is done at the mark and after the loop."""
        text = textwrap.dedent(body).format(left=left) + textwrap.indent(more, "    ")
        lines = without_data(text.partition("\n")[2], "1, 'x', 5, 'y', -1, 7")
        return textwrap.dedent(lines)

    loop = '# a name\nfor a, b in ((1, "x"), (5, "y")):  # 2\n    show(a, b)  # 5\n'
    assert after("break") == f"{loop}f()\n"
    assert after("return") == f"{loop}return\nf()\n"
    assert after("g()\n            break") == f"{loop}g()\nf()\n"
    assert after("break", "c = data.whole()") == f"{loop}f()\nc = 7\n"
    stay = [("break", "show(a)"), ("g(a)\n            break", ""), ("pass", "")]
    assert {after(*each) for each in stay} == {"as it was"}


FILLING = """\
x, y = [0] * 2, [0.0] * 3
f()
for k in range(2):  # 2
    x[k] = data.whole()
    y[k] = data.number()
"""


def test_a_loop_that_fills_lists_is_a_literal_for_each() -> None:
    expected = """\
x = [5, -7]
y = [6.0, 1.5, 0.0]
f()
"""
    assert without_data(FILLING) == expected
    # the loop's variable is set anew before it is read
    counting = "k = 0\nwhile k < 2:\n    k += 1\n"
    assert without_data(FILLING + counting) == expected + counting


def test_a_loop_may_fill_lists_of_lists_and_do_more() -> None:
    body = """\
grid, x = [[0] * 2 for _ in range(2)], [0] * 2
row = [0] * SIZE
for k in range(SIZE):  # 3  why
    for j in range(2):
        grid[k][j] = data.whole()
    f(k)
data.restore(0)
for k in range(2):
    x[k] = data.whole()
    a = data.whole()
    x[k] += a
"""
    expected = """\
# why
grid = [[1, 2], [3, 4]]
x = [1, 3]
row = [0] * SIZE
for k in range(SIZE):  # 3
    f(k)
for k, a in enumerate((2, 4)):
    x[k] += a
"""
    assert without_data(body, "1, 2, 3, 4") == expected
    # other items of the list are used before they are read
    body = "x = [0] * 2\nfor k in range(2):\n    x[k] = data.whole()\n    f({})\n"
    uses = {use: without_data(body.format(use)) != "as it was" for use in ("x[k]", "x[k - 1]", "x")}
    assert uses == {"x[k]": True, "x[k - 1]": False, "x": False}


def test_what_reads_from_a_restore_on_may_stand_in_blocks() -> None:
    body = """\
for k in range(n):
    if f(k):  # 2
        data.restore(2)  # 3
        a = data.whole()
    else:
        data.restore(4)
        b = data.text()
    data.restore({place})
    c = data.whole()
"""
    found = without_data(body.format(place=0))
    assert (
        found
        == 'for k in range(n):\n    if f(k):  # 2\n        a = -7\n    else:\n        b = "A"\n    c = 5\n'
    )
    # the place is computed, or is that of the pass before, or a block is left without a statement
    stay = [
        body.format(place="k"),
        body.format(place=0).replace("    data.restore(0)\n", ""),
        body.format(place=0).replace("        a = data.whole()\n", ""),
        "for k in range(data.whole()):\n    f(k)",
    ]
    assert [without_data(each) for each in stay] == ["as it was"] * len(stay)


CHOOSING = """\
DIM U[3]
FOR N=1 TO 6
 RESTORE @MON
 R=RND({rows})
 FOR I={first}
  READ M$,H,A#
 NEXT
 INC U[R]
 PRINT M$;H;A#
NEXT
{after}
END
@MON
DATA "SLIME",8,1.5
DATA "BAT",12,2
DATA "ORC",20,4
{more}
"""


def test_a_loop_that_reads_up_to_a_row_chooses_it() -> None:
    def listing(rows: int = 3, first: str = "0 TO R", after: str = "", more: str = "") -> str:
        return CHOOSING.format(rows=rows, first=first, after=after, more=more)

    port = write_port(listing(), "game.bas")
    assert '\nMON = (("SLIME", 8.0, 1.5), ("BAT", 12.0, 2.0), ("ORC", 20.0, 4.0))  # 14-16\n' in port
    assert "        m, h, a = MON[r]  # 5-6\n" in port
    commented = write_port(listing().replace("@MON\n R", "@MON 'monsters\n R"))
    assert "\nMON = (" in commented
    assert "        # monsters\n        r = machine.rng.below(3)  # 4\n" in commented
    chosen = {
        listing(first="1 TO R+1"): "MON[r]",
        listing(first="0 TO R+1", rows=2): "MON[r + 1]",
        # more rows than may be chosen; more may be chosen than there are: both stop
        listing(more='DATA "DRAGON",90,9'): "MON[r]",
        listing(rows=4): "MON[r]",
        listing(after="PRINT I"): "MON[r]",
    }
    assert {each: place in write_port(each) for each, place in chosen.items()} == dict.fromkeys(chosen, True)
    stay = [
        listing(first="0 TO R-1"),  # there may be no pass
        listing(first="0 TO R STEP 1"),
        listing(more="DATA 1,2,3", rows=4),  # a number for M$ is another error than no row
        listing(after="READ X"),  # it is not known where that reads
    ]
    assert ["basic.Data" in write_port(each) for each in stay] == [True] * len(stay)
    assert differing([*chosen, *stay], seeds=range(1, 6)) == {}


def test_constants_count_and_are_items() -> None:
    body = "x, y = [0] * SIZE, [0] * 2\nfor k in range(SIZE):\n    x[k] = data.whole()\n"
    body += "y[0] = data.whole()"
    assert without_data(body, "1, SIZE, UP") == "x = [1, SIZE]\ny = [0] * 2\ny[0] = UP\n"
    # how many items there are was read before
    body = "n = data.whole()\nfor k in range(n):\n    x = data.whole()\n    f(x)\n"
    assert without_data(body, "2, 7, 8") == "n = 2\nfor x in (7, 8):\n    f(x)\n"
    assert without_data("n = 5\n" + body, "2, 7, 8") == "as it was"
    # RED has another sign in the module
    assert without_data("x = data.whole()", "RED") == "as it was"


def test_rows_of_data_are_those_of_a_long_list() -> None:
    rest = "".join(f"\nDATA {first * 100000},{first},200000,300000,400000,500000" for first in (1, 2, 3))
    text = write_port("DIM A[18],B[2]\nFOR I=0 TO 17:READ A[I]:NEXT\nPRINT A[B[0]]" + rest, "tiny.bas")
    expected = """\
from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    a = [  # 1-2
        100000, 1, 200000, 300000, 400000, 500000,  # 4
        200000, 2, 200000, 300000, 400000, 500000,  # 5
        300000, 3, 200000, 300000, 400000, 500000,  # 6
    ]  # fmt: skip
    b = [0] * 2  # 1
    machine.console.print(str(a[b[0]]))  # 3
"""
    assert text.partition("\n\n")[2] == expected


LOOPS = """\
for k in range(1, 3):  # 2
    x = data.whole()
    y = data.number()
    f(k, x, y)
for k in range(2):
    s = data.text()
    f(s)
"""


def test_any_other_loop_goes_over_its_items() -> None:
    expected = """\
for k, (x, y) in enumerate(((5, 6.0), (-7, 1.5)), 1):  # 2
    f(k, x, y)
for s in ("A", "B"):
    f(s)
"""
    assert without_data(LOOPS) == expected


def test_what_is_not_known_stays() -> None:
    bodies = {
        "in a loop without an end": "while a:\n    x = data.whole()",
        "behind a branch that may read": "if a:\n    data.restore(1)\nx = data.whole()",
        "behind a loop that may end early": (
            "for k in range(2):\n    x = data.whole()\n    if x:\n        break\ny = data.whole()"
        ),
        "a text for a number": "data.restore(4)\nx = data.whole()",
        "a number for a text": "x = data.text()",
        "a number that is cut": "data.restore(3)\nx = data.whole()",
        "beyond the end": "data.restore(7)\nx = data.item()",
        "copied": "x = [0]\ndata.copy_wholes(x, 0, 1)",
        "inside": "x = f(data.whole())",
        "a loop whose end is not known": "for k in range(n):\n    x = data.whole()\n    f(x)",
        "a variable that is read after the loop": "for k in range(2):\n    x[k] = data.whole()\nf(k)",
        "other elements": "for k in range(2):\n    x[k + 1] = data.whole()",
        "one unknown of several": "a = data.whole()\nwhile a:\n    b = data.whole()",
    }
    assert {why: found for why, body in bodies.items() if (found := without_data(body)) != "as it was"} == {}


GAME = """\
class Game:
    def __init__(self):
        self.data = basic.Data(1, 2, 3)
    def run(self):
        {}
        {}
    def other(self):
        self.data.restore(1)
        x = self.data.whole()
"""


def test_methods_that_read_may_move_the_place() -> None:
    read, call = "a = self.data.whole()", "self.other()"

    def written(*lines: str, game: str = GAME) -> str:
        return text(with_literals(tree(game.format(*lines)), {}).parts)

    known = written(read, call)
    assert "        a = 1\n        self.other()\n" in known
    assert "        x = 2" in known
    assert "basic" not in known
    # the place behind a method that is called here and nowhere else
    assert "        self.other()\n        a = 3\n" in written(call, read)
    without_restore = GAME.replace("self.data.restore(1)", "pass")
    assert "a = 2" in written(call, read, game=without_restore)
    # one that is called twice, perhaps, or again and again, and one that may return before it reads
    for lines, game in (
        ((f"{call}; {call}", read), GAME),
        (("if f(): self.other()", read), GAME),
        (("while f(): self.other()", read), GAME),
        ((call, read), GAME.replace("x =", "if f(): return\n        x =")),
        ((call, read), GAME + "    def more(self):\n        self.other()\n"),
    ):
        assert written(*lines, game=game) == text(tree(game.format(*lines)))


def test_ports_of_listings_with_data() -> None:
    rest = '\nDATA 0,1,1,0,0,-1,-1,0\n@L\nDATA "A",3,"B",4,"C",5\nDATA 9,2.5,&HFFFFFFFF\n@M\nDATA #UP,#RED,3'
    rest += '\n@N\nDATA 2,"A","B",4'
    sources = [
        "DIM V[4],W[4]:FOR K=0 TO 3:READ V[K],W[K]:NEXT:FOR K=0 TO 3:PRINT V[K];W[K]:NEXT",
        "DIM V%[4]:FOR K=0 TO 3:READ V%[K]:NEXT:PRINT V%[1];V%[3];K",
        "RESTORE @L:FOR I=1 TO 3:READ N$,P:PRINT N$;P*I;I:NEXT:READ A,B,C:PRINT A;B;C",
        "RESTORE @L:FOR I=1 TO 3:READ N$,P:IF P==4 THEN BREAK\nPRINT N$\nNEXT:READ A$:PRINT A$;P",
        "GOSUB @S:GOSUB @S:READ A:PRINT A:END\n@S\nRESTORE @L\nREAD A$,B\nPRINT A$;B\nRETURN",
        "GOSUB @S:READ A:PRINT A:GOSUB @S:END\n@S\nREAD A\nPRINT A\nRETURN",
        "GOSUB @S:READ B:PRINT B:END\n@S\nREAD A\nIF A==0 THEN RETURN\nREAD A\nPRINT A\nRETURN",
        "RESTORE @M:GOSUB @S:READ A:PRINT A;B:END\n@S\nDIM C[2]:FOR I=0 TO 1:READ C[I]:NEXT:B=C[1]\nRETURN",
        "MAIN:MAIN:READ A:PRINT A;S:END\nDEF MAIN\nREAD A:PRINT A:INC S\nEND",
        "RESTORE @N:READ N:FOR I=1 TO N:READ A$:PRINT A$:NEXT:F\nDEF F\nN=1:READ A:PRINT A;N\nEND",
        "READ A,B:PRINT A;B:F:READ A$:PRINT A$:END\nDEF F\nRESTORE @L\nREAD A$\nREAD A\nPRINT A$\nEND",
        "FOR I=0 TO 1\nREAD A,B\nFOR J=0 TO 1\nPRINT A;B;J\nNEXT\nNEXT\nPRINT I;J",
        "@A\nREAD A:PRINT A:IF A<1 GOTO @A",
        "PRINT 1:RESTORE @L:READ A$,A:PRINT A$;A",
        "DIM G[4,2]:FOR I=0 TO 3:FOR J=0 TO 1:READ G[I,J]:NEXT:PRINT G[I,1];G[I,0]:NEXT:READ A$:PRINT A$;J",
        "DIM V%[3],W[3]:FOR I=0 TO 2:READ V%[I],A:W[I]=A:PRINT V%[I];W[I]:NEXT:PRINT A:PRINT V%[0]",
        "DIM G[2,2,2]:FOR I=0 TO 1:READ G[I,1,0]:NEXT:F:END\nDEF F\nPRINT G[1,1,0];G[0,1,0]\nEND",
        "N=3:DIM V[N],W[N]:FOR I=0 TO N-1:READ A:V[I]=A:W[I]=V[0]:NEXT:PRINT V[0];V[2];W[0];W[2];A;I",
        "DIM V[3]:FOR I=0 TO 2:READ V[I]:IF I==1 THEN BREAK\nNEXT:PRINT V[0];V[1];V[2];I",
        "DIM V[3]:GOSUB @S:PRINT V[1]:V[1]=7:GOSUB @S:PRINT V[1]:END\n"
        "@S\nRESTORE @M\nFOR I=0 TO 2:READ V[I]\nNEXT\nRETURN",
    ]
    assert differing(each + rest for each in sources) == {}
