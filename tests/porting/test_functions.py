"""What a word becomes in a port, on the Python that runs the tests: the same as in a listing.

A port gives Python's own numbers to the functions that the words are made of, and an int is no float: the
oldest Python lacks some of its methods. Every form is called with whole numbers and others, literal and not.
"""

from itertools import product

import pytest

from retromaze.builtins import load_all
from retromaze.builtins.form import Form, Parameter
from retromaze.builtins.registry import BUILTINS
from retromaze.comparison import Listing
from retromaze.comparison.input_script import Script
from retromaze.comparison.listing_recording import record
from retromaze.porting.writing import port
from tests.amounts import fewer
from tests.builtins.test_declarations import ARRAYS, SAMPLES
from tests.porting.agreeing import difference, differing
from tests.porting.bodies import body

load_all()

NUMBERS = ("0", "1", "-2", "2.5", "-0.5", "200", "X", "Y", "Z")
MIXED = [*((each,) for each in NUMBERS), *product(("-2", "X", "2.5"), ("3", "Y", "Z"))]
BEGIN = "DIM W[300]\nX=RND(2)-3:Y=RND(2)+2:Z=RND(2)+1.5\nSPSET 1,1\n"

FORMS = [
    (name, number)
    for name, entry in sorted(BUILTINS.items())
    for number in range(len(entry.forms))
    if not (entry.statement or entry.changes_in_place or entry.waits)
]
VALUES = [(name, number) for name, number in FORMS if BUILTINS[name].forms[number].is_pure]


def argument(name: str, parameter: Parameter, number: str) -> str | None:
    """An argument of a listing; None for one that is left out."""
    sample = SAMPLES.get(name, {}).get(parameter.name, "")
    if sample is None:
        return None
    if parameter.kind == "array" or sample in ARRAYS:
        return "W"
    if sample != "":
        return f'"{sample}"' if isinstance(sample, str) else str(sample)
    return '"A1"' if parameter.kind == "str" else number


def calls(name: str, form: Form) -> list[str]:
    """The calls with numbers of several kinds that are no error, as statements that show what they give."""
    found = []
    for numbers in MIXED:
        given = [
            argument(name, each, numbers[at % len(numbers)]) for at, each in enumerate(form.all_parameters)
        ]
        text = ",".join(each for each in given if each is not None)
        names = [f"O{at}{'$' * (kind == 'str')}" for at, kind in enumerate(form.outputs)]
        if form.result:
            call = f"PRINT {name}({text})"
        else:
            call = f"{name} {text}{' OUT ' * bool(names)}{','.join(names)}"
            call += f":PRINT {';'.join(names)}" if names else ""
        if call not in found and not record(Listing(BEGIN + call), 1, Script()).end.error:
            found.append(call)
    return found


@pytest.mark.parametrize("word", fewer(VALUES[::12], FORMS))
def test_a_word_does_in_python_what_it_does_in_a_listing(word: tuple[str, int]) -> None:
    name, number = word
    found = calls(name, BUILTINS[name].forms[number])
    together = "\n".join(found)
    for call in [together] if not port(BEGIN + together).not_ported else found:
        source = f"{BEGIN}{call}\nVSYNC\n"
        assert port(source).not_ported or difference(source) is None, call


def test_a_literal_power_may_be_infinite() -> None:
    assert body("PRINT POW(200,200)") == "machine.console.print(basic.printed(basic.power(200, 200)))"
    assert differing(["PRINT POW(200,200);POW(10,308);POW(10,309);POW(.1,-400);POW(2,1023.9)"]) == {}


def test_slices_say_nothing_that_goes_without_saying() -> None:
    written = {
        "MID$(S$,0,N)": "s[:n]",
        "MID$(S$,0,3)": "s[:3]",
        'MID$("****",0,N/2)': '"****"[: n // 2]',
        "MID$(S$,N,LEN(S$)-N)": "s[n:]",
        "MID$(S$,2,LEN(S$)-2)": "s[2:]",
        "MID$(S$,N+1,LEN(S$)-N-1)": "s[n + 1 :]",
        "MID$(S$,M-N,LEN(S$)-(M-N))": "s[m - n :]",
        "MID$(S$,N+1,LEN(S$)-N+1)": "s[n + 1 :]",
        "MID$(S$,N+1,LEN(S$)-N-2)": "s[n + 1 : len(s) - 1]",
        "MID$(S$,N+1,LEN(S$))": "s[n + 1 :]",
        "MID$(S$,N/2,LEN(S$))": "s[n // 2 :]",
        "MID$(S$,N,LEN(INKEY$()))": "s[n : n + len(machine.input.inkey())]",
        'MID$("ABC",N,1)': '"ABC"[n]',
        'MID$("AB",N,1)': '"AB"[n : n + 1]',
        "MID$(S$,N+1,M-N-1)": "s[n + 1 : m]",
        "MID$(S$,N+1,M*2-(N+1)-1)": "s[n + 1 : m * 2 - 1]",
        "RIGHT$(S$,LEN(S$)-N)": "s[n:]",
        "RIGHT$(S$,LEN(S$)-(N-1))": "basic.right(s, len(s) - (n - 1))",
        "RIGHT$(S$,LEN(S$)-N-1)": "basic.right(s, len(s) - n - 1)",
        "RIGHT$(S$,LEN(S$)-(N+1))": "s[n + 1 :]",
        "RIGHT$(S$,LEN(S$)-N+1)": "basic.right(s, len(s) - n + 1)",
        "LEFT$(S$,LEN(S$)-1)": "s[:-1]",
        "LEFT$(S$,LEN(S$))": "s[: len(s)]",
        "MID$(S$,N,2)": "s[n : n + 2]",
        "MID$(S$,2,N)": "s[2 : 2 + n]",
        "MID$(S$,N,LEN(S$)-2)": "s[n : n + (len(s) - 2)]",
        "MID$(S$,N,M-N)": "s[n:m]",
        "MID$(S$,N,M-N+1)": "s[n : m + 1]",
        "MID$(S$,N,M/2-N)": "s[n : n + int(m / 2 - n)]",
    }
    before = 'S$=INKEY$()+"ABCDEF":N=RND(3):M=N+2+RND(3)\nPRINT '
    lines = {each: body(before + each).splitlines()[-1] for each in written}
    assert lines == {each: f"machine.console.print({slice_})" for each, slice_ in written.items()}
    assert differing(before + each for each in written) == {}


def test_formats_are_f_strings() -> None:
    """Not where Python writes a value otherwise: -3 in hexadecimal, zeros before `inf`, the sign of -0."""
    begin = 'N=RND(200):M=-RND(9):F=N/8:S$=INKEY$()+"A{"\n'
    calls = {
        'FORMAT$("%D",N)': "str(n)",
        'FORMAT$("%S",S$)': "s",
        'FORMAT$("%D%%",F)': 'f"{int(f)}%"',
        'FORMAT$("%3D %-5D %05D %+D % D",N,M,M,N,N)': 'f"{n:3} {m:<5} {m:05} {n:+} {n: }"',
        'FORMAT$("%5S %-3S %S {",S$,S$,"B")': 'f"{s:>5} {s:<3} B {{"',
        'FORMAT$("%02X %x %08B",N,N,N)': 'f"{n:02X} {n:X} {n:08b}"',
        'FORMAT$("%.2F %7.1F %F",F,F,N)': 'f"{f:.2f} {f:7.1f} {n:.6f}"',
        'FORMAT$("%X",M)': 'basic.formatted("%X", m)',
        'FORMAT$("%06.2F",F)': 'basic.formatted("%06.2F", f)',
        'FORMAT$("%F",M*0)': 'basic.formatted("%F", float(m) * 0)',
        'FORMAT$("%D",N,M)': 'basic.formatted("%D", n, m)',
        "FORMAT$(S$,N)": "basic.formatted(s, n)",
    }
    assert {each: body(f"{begin}PRINT {each}").splitlines()[-1] for each in calls} == {
        each: f"machine.console.print({text})" for each, text in calls.items()
    }
    assert differing([f"{begin}PRINT {each}" for each in calls], seeds=range(1, 6)) == {}


def test_hyperbolic_functions_may_be_infinite() -> None:
    # source: language reference, 5.1
    assert differing(["X=RND(9)+800\nPRINT SINH(X);SINH(-X);COSH(X);SINH(1)"], seeds=[1]) == {}


def test_a_power_is_written_as_one() -> None:
    """Python's is the same for a literal exponent or base; an exact int is not where it exceeds a double."""
    start = "X=RND(9)-4:X%=RND(9):Y=RND(9)/2\n"
    squares = {
        "PRINT POW(X,2);POW(X%+1,2)": 'f"{x**2}{(x_int + 1) ** 2}"',
        "PRINT POW(POW(X,2),2) DIV 2;-POW(X,2)": "(x**2) ** 2 // 2",
        "PRINT POW(Y,2);POW(X,3);POW(X+5,0);POW(1000000000,2)": "{basic.printed(y**2)}{x**3}{(x + 5) ** 0}",
        "PRINT POW(1000000000,2);POW(X,Y*2);POW(POW(99,9),3)": "{basic.printed(1000000000.0**2)}"
        "{basic.printed(basic.power(x, y * 2))}{basic.printed((99.0**9) ** 3)}",
        "PRINT POW(2,X);POW(1.5,Y);POW(X%,X%)": "{basic.printed(2.0**x)}{basic.printed(1.5**y)}",
    }
    assert {each: text for each, text in squares.items() if text not in body(start + each)} == {}
    assert differing([start + each for each in squares], seeds=range(1, 4)) == {}
