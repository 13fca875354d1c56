"""Ports of what listings do with pixels and cells in arrays."""

from retromaze.porting.writing import port
from tests.porting.agreeing import difference
from tests.porting.bodies import body

PIXELS = """\
ACLS
DIM P[0],Q%[0],R[8,8],PAL[3],E%[64],T%[0]
GPSET 2,3,#RED:GPSET 4,4,#WHITE
GSAVE 0,0,8,8,P,0:GSAVE 0,0,0,8,8,Q%,0:GSAVE 0,0,8,8,R,1
PRINT LEN(P);P[26];LEN(Q%);Q%[26];R[3,2]
GCLIP 1,0,0,7,7
GSAVE T%,RND(2):PRINT LEN(T%);T%[26]
GLOAD T%,RND(2),0
GCLIP 1
GLOAD 10,10,8,8,P,0,1:GLOAD 20,20,8,8,Q%,0,0:GLOAD 30,30,8,8,R,1,1
PRINT GSPOIT(12,13);GSPOIT(22,23);GSPOIT(32,33)
PAL[0]=#BLUE:PAL[1]=#RED:E%[9]=1
GLOAD 50,50,8,8,E%,PAL,1:PRINT GSPOIT(51,51);GSPOIT(50,50)
"""
PORTED_PIXELS = """\
machine.reset()
p: list[float] = []
q: list[int] = []
r = [[0.0] * 8 for _ in range(8)]
pal, e = [-16776968.0, -524288.0, 0.0], [0] * 64
t: list[int] = []
machine.screen.point(2, 3, RED)
machine.screen.point(4, 4, WHITE)
blocks.save_pixels(machine, p, area=(0, 0, 8, 8))
blocks.save_pixels(machine, q, page=0, area=(0, 0, 8, 8), whole=True)
blocks.save_pixels(machine, r, area=(0, 0, 8, 8), raw=True)
machine.console.print(f"{len(p)}{basic.printed(p[26])}{len(q)}{q[26]}{basic.printed(r[3][2])}")
machine.screen.set_clip((0, 0, 7, 7))
blocks.save_pixels(machine, t, raw=machine.rng.below(2) != 0, whole=True)
machine.console.print(f"{len(t)}{t[26]}")
blocks.load_pixels(machine, t, raw=machine.rng.below(2) != 0, everything=False)
machine.screen.set_clip()
blocks.load_pixels(machine, p, area=(10, 10, 8, 8))
blocks.load_pixels(machine, q, area=(20, 20, 8, 8), everything=False)
blocks.load_pixels(machine, r, area=(30, 30, 8, 8), raw=True)
machine.console.print(
    f"{machine.screen.spoit(12, 13)}{machine.screen.spoit(22, 23)}{machine.screen.spoit(32, 33)}"
)
"""
CELLS = """\
DIM Q%[0],R[8,8],S%[4,4]
BGSCREEN 0,8,8:FOR I=0 TO 63:BGPUT 0,I MOD 8,I DIV 8,I:NEXT
BGSAVE 0,Q%:BGSAVE 0,2,2,4,4,S%:BGSAVE 0,0,0,8,8,R
PRINT Q%[9];S%[1,1];R[3,4];LEN(Q%)
BGCLR 0:BGLOAD 0,Q%:BGLOAD 0,0,0,4,4,S%,5
R[0,0]=-3:BGLOAD 0,4,4,4,4,R,RND(9):S%[0,0]=-3:BGLOAD 0,2,2,1,1,S%
PRINT BGGET(0,1,0);BGGET(0,7,7);BGGET(0,5,5);BGGET(0,4,4);BGGET(0,2,2)
"""
PORTED_CELLS = """\
blocks.save_cells(machine, 0, q, whole=True)
blocks.save_cells(machine, 0, s, area=(2, 2, 4, 4), whole=True)
blocks.save_cells(machine, 0, r, area=(0, 0, 8, 8))
machine.console.print(f"{q[9]}{s[1][1]}{basic.printed(r[3][4])}{len(q)}")
machine.backgrounds.clear(0)
blocks.load_cells(machine, 0, q, whole=True)
blocks.load_cells(machine, 0, s, area=(0, 0, 4, 4), first=5, whole=True)
r[0][0] = -3.0
blocks.load_cells(machine, 0, r, area=(4, 4, 4, 4), first=machine.rng.below(9))
"""


def test_pixels_in_arrays() -> None:
    assert body(PIXELS).startswith(PORTED_PIXELS)
    assert [difference(PIXELS, seed=each) for each in range(1, 7)] == [None] * 6


def test_cells_in_arrays() -> None:
    assert PORTED_CELLS in body(CELLS)
    assert difference(CELLS) is None


def test_an_array_that_is_too_short_stops_both() -> None:
    sources = [
        "DIM P[9]:GLOAD 0,0,8,8,P,0,1",
        "DIM P[9],C[2]:P[3]=4:GLOAD 0,0,3,3,P,C,1",
        "DIM P%[2,2]:GSAVE 0,0,8,8,P%,0",
        "DIM P[9]:BGLOAD 0,P",
        "DIM P[2,2]:BGSAVE 0,P",
        "DIM P[0]:BGSAVE 0,99,99,9,9,P",
    ]
    assert {each: difference(each) for each in sources} == dict.fromkeys(sources)


def test_arrays_of_another_name_or_of_strings_are_not_ported() -> None:
    sources = ["DIM A$[3]:GSAVE A$,0", "DEF F\nBGSAVE 0,A\nEND\nF"]
    assert [port(each).not_ported for each in sources] == [
        ["line 1: GSAVE is called in a way that always fails"],
        ["line 2: BGSAVE of an array that has another name is not known to ports"],
    ]
