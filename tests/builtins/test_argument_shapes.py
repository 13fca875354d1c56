"""Numbers and kinds of the arguments of words, and their results, as a listing calls them."""

import re

import retromaze
from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS
from retromaze.errors import BasicSyntaxError, IllegalFunctionCall

load_all()
SHAPES = """
    ACLS 03/  BACKCOLOR 1/0  BACKTRACE 0/  BREPEAT 13/  DELETE 1/  DIALOG 1234/1234  DISPLAY 1/0  FADE 12/0
    FADECHK /0  FILES 012/  GCIRCLE 34567/  GCLIP 15/  GCLS 01/  GCOLOR 1/0  GBOX 45/  GCOPY 78/  GFILL 45/
    GLINE 45/  GLOAD 37/  GOFS 2/  GPAGE 2/  GPAINT 234/  GPRIO 1/  GPSET 23/  GPUTCHR 3456/  GSAVE 2367/
    GSPOIT /2  GTRI 67/  GYROSYNC 0/  LOAD 1234/12  LOCATE 23/  MICSAVE 123/  MPEND 0/  MPGET /2  MPNAME$ /1
    MPSET 2/  PRGDEL 01/  PRGEDIT 12/  PRGINS 12/  PRGSET 1/  RENAME 2/  RGB /34  RGBREAD /  SAVE 12/
    VISIBLE 4/  XSCREEN 13/
"""
"""Words, and the numbers of arguments that they take as an instruction / as a function."""
COUNTS: dict[str, tuple[set[int], ...]] = {
    name: tuple(set(map(int, each)) for each in counts.split("/"))
    for name, counts in re.findall(r"(\S+) (\S+)", SHAPES)
}
# word, number of arguments -> numbers of OUT receivers that there may be
RECEIVERS: dict[tuple[str, int], set[int]] = {
    ("ACCEL", 0): {3},
    ("GCOLOR", 0): {1},
    ("GCOLOR", 1): set(),
    ("GPAGE", 0): {2},
    ("GYROA", 0): {3},
    ("LOAD", 1): {1},
    ("MPRECV", 0): {2},
    ("RGBREAD", 1): {3, 4},
}
WITH_SYNTAX_ERROR = {"DELETE", "DIALOG", "FILES", "RENAME", "SAVE"}
"""Of these a wrong number of arguments is a syntax error, of the others an illegal function call."""


def counts(name: str, *, value: bool) -> set[int]:
    return {count for count in range(10) if BUILTINS[name].find(count, value=value, receivers=None)}


def test_words_take_these_numbers_of_arguments():
    assert {name: (counts(name, value=False), counts(name, value=True)) for name in COUNTS} == COUNTS
    errors = {name: BasicSyntaxError if name in WITH_SYNTAX_ERROR else IllegalFunctionCall for name in COUNTS}
    assert {name: BUILTINS[name].shape_error for name in COUNTS} == errors


def test_words_give_these_numbers_of_results():
    found = {
        (name, count): {n for n in range(1, 6) if BUILTINS[name].find(count, value=False, receivers=n)}
        for name, count in RECEIVERS
    }
    assert found == RECEIVERS


def test_calls_give():
    texts = {
        "PRINT MAX(2,0)*&H7FFFFFFF==-2": "1",
        "PRINT MAX(2,0,0)*&H7FFFFFFF==4294967294": "1",
        "DIM Q%[2]:Q%[0]=7:PRINT MAX(Q%)*&H7FFFFFFF==2147483641": "1",
        "PRINT FLOOR(2147483647)+1": "-2147483648",
        "A=-2147483648:A%=A:PRINT ABS(A);ABS(A%)": "2147483648-2147483648",
        'LEN "ABC" OUT N:PRINT N': "3",
        'PRINT LEFT$("ABC",1.9);EXP();LOG(100,10)': "A2.718281832",
        'PRINT FORMAT$("%D:%S",1E3,"X")': "1000:X",
        'A$="AB":B$=A$:INC B$,"C":PRINT FORMAT$("%S",A$);LEN(A$);RIGHT$(A$,1)': "ABC3C",
        "DIM A[2]:A[0]=5:SORT A:PRINT A[0];A[1]:PUSH A,1:SORT 1,2,A:PRINT A[1];LEN(A)": "05\n13",
        'DIM A[0]:COPY A,"@L",3:PRINT LEN(A);A[2]\n@L\nDATA 1,2,3': "33",
        "DIM A[2,2]:FILL A,1,1,2:PRINT A[0,0];A[0,1];A[1,0];A[1,1]": "0110",
    }
    results = {source: retromaze.run(source, seed=1, frames=60) for source in texts}
    assert {source: result.error or result.text for source, result in results.items()} == texts


def test_calls_stop_with_the_error():
    numbers = {
        'A=ABS("x")': 8, "A=ABS(5,6)": 4, "A=PI(1)": 4, "A=MAX()": 4, 'A=MAX(1,2,"x")': 8,
        'A$=MID$("ABC",1)': 4, "A$=LEFT$(5,2)": 8, 'A=INSTR("ABC",5)': 8, "A=VAL(5)": 8, "A=LEN(5)": 8,
        "A$=FORMAT$()": 4, 'A$=FORMAT$("%B","X")': 8, "RSORT": 4, "X=5:SORT X": 8, "DIM A[2]:SORT 0,A": 8,
        'DIM A[2]:FILL A,"x"': 8, "DIM A[1],S$[1]:COPY A,S$": 8, 'DIM A[3]:COPY A,"@NOPE"': 14,
        'DIM A[3]:COPY A,"NOPE"': 34, "A=FILL(1)": 4,
    }  # fmt: skip
    errors = {source: retromaze.run(source, seed=1, frames=60).error for source in numbers}
    assert {source: error and error.number for source, error in errors.items()} == numbers
