"""The table of known deviations says what is so: rows that a listing can show, tried."""

from pathlib import Path

import retromaze

PAGE = (Path(__file__).resolve().parent.parent / "docs/deviations.md").read_text(encoding="utf-8")

# the beginning of a row, a listing, and what it shows: console text, or the number of its error
ROWS: list[tuple[str, str, str | int]] = [
    ("BGSAVE and BGLOAD of an area", "DIM A[9]:BGSAVE 0,24,0,2,1,A", 10),
    ("BGSAVE and BGLOAD of an area", "DIM A[9]:BGLOAD 0,0,0,2,5,A", 31),
    (
        "The number at the end of BGLOAD",
        "DIM A[375]:A[1]=5:BGLOAD 0,A,9:PRINT BGGET(0,0,0);BGGET(0,1,0)",
        "014",
    ),
    ("The sheets of sprites and backgrounds", "SPDEF 33 OUT U,V:PRINT U;V", "1616"),
    ("Boxes that only touch", "SPSET 0,0:SPSET 1,0:SPOFS 1,16,0:SPCOL 0:SPCOL 1:PRINT SPHITSP(0)", "-1"),
    ("SPCLR of a number", "SPCLR 5:PRINT 1", "1"),
    ("SPCHR with four numbers", "SPSET 0,0:SPCHR 0,8,8,9:SPCHR 0 OUT U,V,A:PRINT A", "9"),
    ("TALK and PCMSTREAM", 'TALK "A":PCMSTOP:PRINT 1', "1"),
    ("Sounds, tunes and instruments", "BEEP 133:BGMPLAY 42:PRINT BGMCHK()", "1"),
    ("A tune's beginning", 'BGMPLAY "C":WAIT 30:PRINT BGMCHK();:WAIT:PRINT BGMCHK()', "10"),
    ("A sign between two notes", 'BGMPLAY "T240L16C -B":WAIT 9:PRINT BGMCHK()', "0"),
    (
        "BGMVAR while nothing plays",
        'BGMVAR 0,0,8:PRINT BGMVAR(0,0):BGMPLAY "C$0":WAIT 15:PRINT BGMCHK();BGMVAR(0,0)',
        "0\n18",
    ),
    ("A channel inside a repeat", 'BGMPLAY "[C:1D]"', 47),
    ("A tune that was never set", "BGMPLAY 128:WAIT:PRINT BGMCHK()", "0"),
    ("TALKCHK", 'TALK "AB":WAIT 16:PRINT TALKCHK();:WAIT:PRINT TALKCHK()', "10"),
    (
        "The sound package",
        "DIM A[16],B[0],C[0]:A[1]=1:FFT B,C,A,A:ARYOP #AOPADD,A,B,C:PRINT A[0];LEN(B)",
        "216",
    ),
    ("The sound package", "PCMSTOP:PRINT 1", "1"),
    ("Clock", "PRINT DATE$;TIME$", "2014/11/1900:00:00"),
    ("Dialogs", 'PRINT DIALOG("A",1);RESULT', "11"),
    ("Memory", 'A$="X"*4100000:B$="X"*100000', 11),
    ("Files of one run", 'FOR I=1 TO 99:SAVE "TXT:F"+STR$(I),"X"*4000000:NEXT', 11),
    ("File names", 'SAVE "TXT:NUL","X"', 4),
    ("`&&` against `\\|\\|`", "PRINT 1 || 0 && 0;5 && 7", "11"),
    ("number `*` string", 'PRINT 2*"A";"A"*-1;"B"', "AAB"),
    ("XON with the name of a console", "XON 3DS:XOFF WIIU:PRINT RESULT", "1"),
    ("string as condition", 'IF "" THEN PRINT "T"', "T"),
    ("Reals beyond 32 bits", "A=1E10:PRINT A AND -1", "2147483647"),
    ("END inside an IF or a loop of a DEF", "F:PRINT 1\nDEF F\nIF 1 THEN END\nEND", ""),
    ("Function that ends without RETURN", "A=F()\nDEF F()\nEND", 8),
    ("OUT variable that was never set", "F OUT A\nDEF F OUT B\nEND", 48),
    ("Unknown instruction or label", "IF 0 THEN NOSUCH 1:GOTO @NOSUCH\nPRINT 1", "1"),
    ("`B=A` between an array of numbers", "DIM A[2],B$[1]:A=B$", 8),
    ("`B=A` between an array of numbers", 'DIM A[2],B[1]:N$="B":VAR(N$)=A', 8),
    ("Subscripts that are not whole", "DIM A[2]:A[1.9]=5:PRINT A[1]", "5"),
    ("Array that was never declared", "PRINT A[0]", 8),
    ("Negative size, fifth dimension", "N=-1:DIM A[N]", 10),
    ("Negative size, fifth dimension", "DIM A[1,1,1,1,1]", 3),
    ("XSCREEN |", 'PRINT "A":COLOR 3:WIDTH 16:XSCREEN 4:PRINT WIDTH();CHKCHR(0,1)', "160"),
    ("XSCREEN 4 |", "XSCREEN 4:LOCATE 40,59:A=CSRX:B=CSRY:CLS:PRINT A;B", "4059"),
    ("INPUT and LINPUT in XSCREEN 4", "XSCREEN 4:INPUT A", 4),
    ("INPUT and LINPUT in XSCREEN 4", "XSCREEN 4:LINPUT A$", 4),
    ("Tab step 0", 'TABSTEP=0:PRINT "A","B"', "AB"),
]


def test_a_row_says_what_is_so() -> None:
    assert [row for row, _, _ in ROWS if f"| {row}" not in PAGE] == []
    results = [retromaze.run(listing, seed=1, frames=6000) for _, listing, _ in ROWS]
    shown = [result.error.number if result.error else result.text for result in results]
    assert [(row, listing, each) for (row, listing, _), each in zip(ROWS, shown, strict=True)] == ROWS
