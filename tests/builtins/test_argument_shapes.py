"""The pure builtins as a listing calls them: counts and kinds of arguments, results with their types."""

import retromaze


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
        'A=ABS("x")': 8,
        "A=ABS(5,6)": 4,
        "A=PI(1)": 4,
        "A=MAX()": 4,
        'A=MAX(1,2,"x")': 8,
        'A$=MID$("ABC",1)': 4,
        "A$=LEFT$(5,2)": 8,
        'A=INSTR("ABC",5)': 8,
        "A=VAL(5)": 8,
        "A=LEN(5)": 8,
        "A$=FORMAT$()": 4,
        'A$=FORMAT$("%B","X")': 8,
        "RSORT": 4,
        "X=5:SORT X": 8,
        "DIM A[2]:SORT 0,A": 8,
        'DIM A[2]:FILL A,"x"': 8,
        "DIM A[1],S$[1]:COPY A,S$": 8,
        'DIM A[3]:COPY A,"@NOPE"': 14,
        'DIM A[3]:COPY A,"NOPE"': 34,
        "A=FILL(1)": 4,
    }
    errors = {source: retromaze.run(source, seed=1, frames=60).error for source in numbers}
    assert {source: error and error.number for source, error in errors.items()} == numbers
