"""Ports of what listings do with files."""

from retromaze.porting.writing import port
from tests.porting.agreeing import difference
from tests.porting.bodies import body

WORKED_OUT = """\
INPUT "NAME";N$
SAVE "TXT:"+N$,"HELLO"
SAVE "TXT:PLAIN","PLAIN"
IF CHKFILE("TXT:"+N$) THEN LOAD "TXT:"+N$,0 OUT T$:PRINT T$
PRINT LOAD("TXT:PLAIN");CHKFILE("TXT:PLAIN")
DIM A[3],B%[2,2],C[0],F$[0]
A[1]=2.5:B%[1,1]=7
SAVE "DAT:A"+N$,A
SAVE "DAT:B",B%
LOAD "DAT:A"+N$,C:PRINT C[1];LEN(C)
B%[1,1]=0:LOAD "DAT:B",B%:PRINT B%[1,1]
GPSET 3,3,#RED:SAVE "GRP0:PIC":GCLS
LOAD "GRP0:PIC":PRINT GSPOIT(3,3)
LOAD "GRP0:PIC",10,10,FALSE:PRINT GSPOIT(13,13)
FILES "DAT:",F$:PRINT LEN(F$);F$[0]
FILES
DELETE "TXT:"+N$:RENAME "DAT:B","DAT:BB"
FILES "TXT:"
"""

PORTED = """\
name = basic.ask_text(machine, "NAME?", "")
files.save_text(machine, "TXT:" + name, "HELLO")
machine.storage.write_text("PLAIN", "PLAIN")
if files.exists(machine, "TXT:" + name):
    t = files.load_text(machine, "TXT:" + name)
    machine.console.print(t)
machine.console.print(
    f"{machine.storage.read_text('PLAIN')}{int(machine.storage.exists('TXT', 'PLAIN'))}"
)
a = [0.0] * 3
b = [[0] * 2 for _ in range(2)]
c: list[float] = []
f: list[str] = []
a[1] = 2.5
b[1][1] = 7
files.save_numbers(machine, "DAT:A" + name, a)
files.save_numbers(machine, "DAT:B", b, whole=True)
files.load_numbers(machine, "DAT:A" + name, c)
machine.console.print(f"{basic.printed(c[1])}{len(c)}")
b[1][1] = 0
files.load_numbers(machine, "DAT:B", b, whole=True)
machine.console.print(str(b[1][1]))
machine.screen.point(3, 3, RED)
files.save_page(machine, "GRP0:PIC")
machine.screen.clear()
files.load_page(machine, "GRP0:PIC")
machine.console.print(str(machine.screen.spoit(3, 3)))
files.load_page(machine, "GRP0:PIC", 10, 10)
machine.console.print(str(machine.screen.spoit(13, 13)))
f[:] = files.names(machine, "DAT:")
machine.console.print(f"{len(f)}{f[0]}")
files.print_names(machine)
files.delete(machine, "TXT:" + name)
files.rename(machine, "DAT:B", "DAT:BB")
files.print_names(machine, "TXT:")"""


def test_files_whose_names_are_worked_out() -> None:
    assert body(WORKED_OUT) == PORTED
    assert [difference(WORKED_OUT, name) for name in ("KIM", "ann", "PLAIN")] == [None] * 3


def test_names_that_are_none_stop_both() -> None:
    sources = [
        'LOAD "TXT:"+N$ OUT T$',
        'N$="A"+N$:LOAD N$ OUT T$',
        'DIM A[2]:SAVE "DAT:P/"+N$,A',
        'DIM A[2]:LOAD "DAT:NONE",A',
        'SAVE "GRP0:P"+N$:DIM A[2]:LOAD "DAT:P",A:PRINT A[1]',
        'SAVE "GRP7:P"',
        'DELETE "DAT:NONE"',
        'FILES "X:"',
    ]
    assert {each: difference(each) for each in sources} == dict.fromkeys(sources)


def test_result_is_kept_where_a_listing_looks_at_it() -> None:
    source = 'DIALOG "X",-8\nPRINT RESULT\nSAVE "TXT:A","B"\nPRINT RESULT'
    expected = """\
machine.system.dialog("X", kind=-8)
machine.console.print(str(machine.system.result))
files.save_text(machine, "TXT:A", "B")
machine.console.print(str(machine.system.result))"""
    assert body(source) == expected
    assert difference(source) is None


def test_programs_are_not_ported() -> None:
    sources = ['SAVE "NAME"', "SAVE N$", 'LOAD "PRG1:NAME"', 'DIM A$[2],B$[1]:B$=A$:INC A$[0],"X":FILES A$']
    assert [port(each).not_ported for each in sources] == [
        ["line 1: SAVE of a program, or of what only the running listing knows"],
        ["line 1: SAVE of a program, or of what only the running listing knows"],
        ["line 1: LOAD of a program, or of what only the running listing knows"],
        ["line 1: FILES into this array is not known to ports"],
    ]
