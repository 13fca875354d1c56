"""PRINT prints item by item, and is one event if the difference is invisible."""

import pytest

from retromaze.engine.computer import Computer
from retromaze.errors import BasicError
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer

SETUP = 'DIM A[2],B$[2]:A[1]=7:B$[1]="X":N=3:S$="T"\nDEF F(V)\nRETURN V\nEND\n'


def prints(statement: str, *, traced: bool = False) -> tuple[list[tuple[str, str]], BasicError | None]:
    """The texts and ends of all print events of a statement, and the error that stopped it."""
    machine = Machine(seed=1)
    computer = Computer(machine, traced=traced)
    computer.load_source(0, SETUP + statement)
    heard = []
    machine.listen(lambda event: heard.append(event.arguments) if event.name == "print" else None)
    error = run_computer(computer, frames=60)
    return heard, error


def test_a_print_whose_items_see_nothing_of_the_console_is_one_event() -> None:
    texts = {
        'PRINT "N=";N;" ";S$': "N=3 T",
        'PRINT "N=";N*2-1;" ";-N;N>2': "N=5 -31",
        'PRINT "A=";A[1];B$[1]': "A=7X",
        'PRINT "N=";N/2;" ";N DIV 2;" ";LEN(S$)': "N=1.5 1 1",
        'PRINT "R";RND(1);MAINCNT;TABSTEP': "R004",
        'PRINT S$+S$;"A"*3;VAR("S$")': "TTAAAT",
    }
    assert {each: prints(each) for each in texts} == {
        each: ([(text, "\n")], None) for each, text in texts.items()
    }


def test_an_item_that_looks_at_the_console_comes_behind_what_was_printed() -> None:
    events = {
        'PRINT "AB";CSRX;"C"': [("AB", ""), ("2C", "\n")],
        'PRINT "A";CHKCHR(0,0);': [("A", ""), ("65", "")],
        'PRINT "A";N;F(1);N;F(2)+1': [("A3", ""), ("13", ""), ("3", "\n")],
        'PRINT "A",CSRX': [("A", ""), ("4", "\n")],
        "PRINT CSRX;CSRY": [("0", ""), ("0", "\n")],
        'DIM CSRQ[1]:PRINT "A";CSRQ[0]': [("A0", "\n")],
    }
    assert {each: prints(each) for each in events} == {each: (heard, None) for each, heard in events.items()}


BEFORE_AN_ERROR: list[tuple[str, list[tuple[str, str]], int]] = [
    ('PRINT "A";A[1];A[2];"B"', [("A7", "")], 31),
    ('PRINT "A";1/(N-3)', [("A", "")], 7),
    ('PRINT "A";N MOD (N-3);"B"', [("A", "")], 7),
    ('PRINT "A";N;LEFT$(S$,-N)', [("A3", "")], 10),
    ('PRINT "A";A', [("A", "")], 8),
    ('PRINT "A";S$-1', [("A", "")], 8),
    ('PRINT "A";B$[1]*-N;VAR("Z"+S$)', [("A", "")], 15),
    ('PRINT "A";CSRX;A[2]', [("A", ""), ("1", "")], 31),
    ('PRINT "A";F(A[2])', [("A", "")], 31),
    ('PRINT "A";NOSUCH(1)', [("A", "")], 16),
    ('PRINT A[2];"A"', [], 31),
]


@pytest.mark.parametrize("traced", [False, True])
def test_an_error_leaves_the_items_before_it(traced: bool) -> None:
    found = []
    for statement, _, _ in BEFORE_AN_ERROR:
        heard, error = prints(statement, traced=traced)
        found.append((statement, heard, error and (error.number, error.line)))
    assert found == [(each, shown, (number, 5)) for each, shown, number in BEFORE_AN_ERROR]


def test_the_place_of_the_error_is_that_of_the_item() -> None:
    statement = 'PRINT "A";N;\nPRINT "B";A[1];"C";A[9];"D"'
    _, error = prints(statement)
    assert error is not None
    assert (error.line, error.column) == (6, statement.split("\n")[1].index("A[9]") + 1)


def test_so_many_strings_that_may_be_long_are_printed_by_several_calls() -> None:
    sixteen = "S$;" * 16
    assert prints(f"PRINT {sixteen}{sixteen}N;S$") == (
        [("T" * 16, ""), ("T" * 16 + "3", ""), ("T", "\n")],
        None,
    )
