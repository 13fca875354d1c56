"""Words of the sound package: what they take, what they refuse, and where their results go."""

from math import inf, nan

import retromaze
from retromaze.builtins import sound_package
from retromaze.errors import DivideByZero, OutOfRange
from retromaze.machine.machine import Machine
from retromaze.values import signals
from retromaze.values.arrays import Array
from tests.refusals import error_at, error_of

ARRAYS = "DIM A[16],B[16],S[5],G[4,4],N%[16],T$[16]:A[1]=1:FILL B,2\n"


def shown(source: str) -> str:
    result = retromaze.run(ARRAYS + source, seed=1)
    assert result.error is None
    return " ".join(result.text.split())


def refused(statement: str) -> tuple[int, int | None]:
    """The number of the error of a statement, and the argument that it is about."""
    error = retromaze.run(ARRAYS + statement, seed=1).error
    assert error is not None
    return error.number, error.argument


def test_aryop() -> None:
    printed = {
        "ARYOP #AOPADD,A,A,B:PRINT A[0],A[1]": "2 3",
        "ARYOP #AOPSUB,A,A,0.5:PRINT A[0],A[1]": "-0.5 0.5",
        "ARYOP #AOPMUL,A,A,B:PRINT A[0],A[1]": "0 2",
        "ARYOP #AOPDIV,A,A,B:PRINT A[0],A[1]": "0 0.5",
        "ARYOP #AOPMAD,A,A,B,7:PRINT A[0],A[1]": "7 9",
        "ARYOP #AOPLIP,A,A,B,0.25:PRINT A[0],A[1]": "0.5 1.25",
        "ARYOP #AOPCLP,A,A,0.1,0.2:PRINT A[0],A[1]": "0.1 0.2",
        "ARYOP 0,N%,1.75,A:PRINT N%[0],N%[1]": "1 2",
        "ARYOP 0,G,A,B:PRINT G[0,0],G[0,1]": "2 3",
        "ARYOP 0,S,A,B:PRINT LEN(S),S[1]": "5 3",
    }
    assert {statement: shown(statement) for statement in printed} == printed


def test_fft_grows_its_targets_and_leaves_what_is_beyond() -> None:
    assert shown("DIM R[0],I[17]:I[16]=9:FFT R,I,A,A:PRINT LEN(R),R[0],I[0],I[16]") == "16 1 1 9"


def test_fft_multiplies_by_its_window() -> None:
    assert shown("DIM R[0],I[0]:FFT R,I,B,A,B:PRINT R[0],I[0]") == "64 2"


def test_ifft_brings_back_what_fft_was_given() -> None:
    source = "DIM R[0],I[0]:FFT R,I,A,B:IFFT R,I,R,I"
    assert shown(source + ":PRINT ROUND(R[0]*1000),ROUND(R[1]*1000),ROUND(I[7]*1000)") == "0 1000 2000"


def test_fft_takes_and_fills_several_dimensions_in_flat_order() -> None:
    assert shown("DIM I[0]:G[0,1]=1:FFT G,I,G,G:PRINT G[0,0],ROUND(G[2,0]*1000)") == "1 -1000"


def test_fftwfn_fills_the_whole_array() -> None:
    source = 'FFTWFN S,#WFHANN:FOR I=0 TO 4:PRINT ROUND(S[I]*1000);" ";:NEXT'
    assert shown(source) == "0 500 1000 500 0"


def test_a_low_pass_lets_a_constant_through_and_stops_what_alternates() -> None:
    low_pass = "DIM F[0],X[99],Y[0]:BQPARAM F,#BQLPF,8000,1000,0.5\n"
    end = "BIQUAD Y,X,F:PRINT LEN(F),LEN(Y),ROUND(Y[98]*1000000)"
    assert shown(f"{low_pass}FILL X,1:{end}") == "5 99 1000000"
    assert shown(f"{low_pass}FOR I=0 TO 98:X[I]=1-I%2*2:NEXT:{end}".replace("I%2", "(I AND 1)")).endswith(
        " 0"
    )


def test_biquad_may_fill_the_wave_that_it_reads() -> None:
    assert shown("S[0]=1:BIQUAD A,A,S:PRINT A[0],A[1],A[2]") == "0 1 0"


def test_refusals() -> None:
    errors: dict[str, tuple[int, int | None]] = {
        "ARYOP 7,A,A,B": (10, 1), "ARYOP -1,A,A,B": (10, 1), "ARYOP 0,A,A": (4, None),
        "ARYOP 0,A,A,B,B": (4, 5), "ARYOP 4,A,A,B": (4, 5), "ARYOP 0,X,A,B": (8, 2),
        "ARYOP 0,T$,A,B": (8, 2), "ARYOP 0,A,T$,B": (8, 3), 'ARYOP 0,A,A,"B"': (8, 4),
        "ARYOP 0,A,S,B": (31, 3), "ARYOP 0,A,A,S": (31, 4), "ARYOP 3,A,B,A": (7, None),
        "ARYOP 2,N%,B,1E10": (9, None), "FFT A,B,S,S": (4, 3), "FFT A,B,A,S": (31, 4),
        "FFT A,B,A": (4, None), "FFT A,B,A,B,S": (31, 5), "FFT T$,B,A,B": (8, 1), "FFT A,T$,A,B": (8, 2),
        "FFT A,B,T$,B": (8, 3), "DIM D[2,2]:FFT D,A,A,B": (31, None), "IFFT A,B,A,B,B": (4, None),
        "IFFT A,B,S,S": (4, 3), "FFTWFN A,4": (10, 2), "FFTWFN T$,0": (8, 1),
        "BQPARAM S,8,8000,100,1": (10, 2), "BQPARAM S,1,0,100,1": (10, 3), "BQPARAM S,1,8000,0,1": (10, 4),
        "BQPARAM S,1,8000,4000,1": (10, 4), "BQPARAM S,1,8000,100,0": (10, 5),
        "BQPARAM S,5,8000,100,1,1001": (10, 6), "BQPARAM S,5,8000,100,1": (4, 6),
        "BQPARAM S,1,8000,100,1,3": (4, 6), "BIQUAD A,B,T$": (8, 3), "BIQUAD A,T$,S": (8, 2),
        "DIM F[4]:BIQUAD A,B,F": (31, 3), "A=FFT(A)": (4, None),
    }  # fmt: skip
    assert {statement: refused(statement) for statement in errors} == errors


def test_no_filter_is_made_of_what_is_no_number() -> None:
    arguments = {
        (nan, 1.0, 1.0, 0.0): 3, (inf, 1.0, 1.0, 0.0): 3, (8.0, nan, 1.0, 0.0): 4, (8.0, 1.0, nan, 0.0): 5,
        (8.0, 1.0, 1e-320, 0.0): 5, (8.0, 1.0, 1.0, nan): 6,
    }  # fmt: skip
    errors = {
        numbers: error_at(sound_package.checked_filter_taps, signals.PEAKING, *numbers)
        for numbers in arguments
    }
    assert errors == {numbers: (OutOfRange, argument) for numbers, argument in arguments.items()}


def test_a_target_is_as_it_was_when_there_is_an_error() -> None:
    target, zero = Array("%", (2,)), Array("#", (2,))
    target.store(0, [5, 6])
    zero.store(0, [1, 0])
    divided = error_of(sound_package.combine, Machine(seed=1), signals.DIVIDE, target, 1, zero)
    assert divided == DivideByZero
    assert target.items == [5, 6]
