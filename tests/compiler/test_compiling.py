"""Cells of compiled code, garbage, subscripts, the pieces of long chains, and PRINT."""

import gc
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import retromaze
from retromaze.compiler import compiling, control_flow, expressions
from retromaze.compiler.compiling import RUN_NAMES, compile_listing
from retromaze.engine.computer import Computer
from retromaze.engine.operator_table import OPERATORS
from retromaze.engine.services import Services
from retromaze.errors import BasicError, BasicSyntaxError, SubscriptOutOfRange
from retromaze.language.lexer import yielding_to
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer, run_source
from tests.amounts import one_in
from tests.running import run_listing
from tests.test_listings import expected_error, expected_text


def test_what_belongs_to_a_run_is_handed_out_by_it() -> None:
    computer = Computer(Machine(seed=1))
    found = Services(computer, computer.slots[0]).services_named(RUN_NAMES)
    assert all(map(callable, found.values()))
    assert set(RUN_NAMES) - set(found) == {"budget", "command", "work"}
    assert set(RUN_NAMES).isdisjoint(OPERATORS)


def test_a_function_has_cells_for_what_it_uses() -> None:
    main, add = compile_listing("A=1:B=2\nADD 3\nPRINT A\nDEF ADD N\n A=A+LEN(STR$(N))\nEND\n").functions
    assert (main.co_name, main.co_qualname) == ("main_0", "main_0")
    assert main.co_freevars == ("A", "ADD_def1", "print_")
    assert (add.co_name, add.co_freevars) == ("ADD_def1", ("A", "str_text_0_"))


def test_runs_of_one_listing_share_no_variables() -> None:
    source = "A=A+1\nTELL\nDEF TELL:A=A+1:PRINT A:END\n"
    for _ in range(2):
        computer = Computer(Machine(seed=1))
        computer.load_source(0, source)
        computer.run()
        assert computer.slots[0].namespace["A"] == 2


def test_many_functions_are_compiled_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"DEF F{each}(X)\nG=G+X\nRETURN F{each + 1}(X)+1\nEND\n" for each in range(9)]
    source = "G=0\n" + "".join(lines) + "DEF F9(X)\nRETURN X\nEND\nGOSUB @A\n?F0(3);G:END\n@A\nG=2\nRETURN\n'"
    together = compile_listing(source).functions
    assert len(together) > 9
    monkeypatch.setattr(compiling, "FUNCTIONS_AT_ONCE", 3)
    apart = compile_listing(source + "'").functions
    assert apart == together
    assert retromaze.run(source + "'", seed=1).text == "1229"


def test_garbage_is_not_collected_inside_and_is_again_behind() -> None:
    found = []
    with yielding_to(lambda: found.append(gc.isenabled())):
        compile_listing("COLLECTED=1:PRINT COLLECTED")
    assert (set(found), gc.isenabled()) == ({False}, True)


def test_an_error_leaves_the_collector_as_it_was() -> None:
    with pytest.raises(BasicSyntaxError):
        compile_listing("COLLECTED=1:)")
    assert gc.isenabled()


GROWN = 'DIM A[3],B[3,3],S$[3]\nN=1\nWHILE N<1E17\n N=N+N\nWEND\nIF WAY THEN N=-N\nS$[0]="A"\n'
USES = {
    "read": "PRINT A[N]", "stored": "A[N]=1", "outer": "B[N,1]=1", "inner": "SWAP B[1,N],A[0]",
    "text": 'PUSH S$[N],"B"', "taken": "PRINT POP(S$[N])",
}  # fmt: skip


def test_what_is_no_int_any_more_is_out_of_range() -> None:
    found = {}
    for (name, use), way in product(USES.items(), (0, 1)):
        error = run_source(GROWN.replace("WAY", str(way)) + use + "\n", Machine(seed=1))
        found[name, way] = type(error), error and error.line
    assert found == dict.fromkeys(found, (SubscriptOutOfRange, 8))


LISTINGS = sorted((Path(__file__).parents[2] / "listings").rglob("*.bas"))
PARTS = 24
CHAINS = "\n".join(
    [
        'A=-7:B=2:C=.5:D%=9:E$="X":Z=0',
        "?A+B-C+D%-A*B*C*A/B/C;A DIV B DIV 2 MOD 3*B;D% MOD 5 MOD 3 DIV 2",
        '?E$+"Y"+E$+"Z"+E$;E$*3+E$',
        "?A<B==1==C;A AND B AND D% OR A XOR B OR 1;A<<1>>2<<3",
        "?Z*A*B;Z*A*B*-1;-Z*B*B",
        "?A && B && Z || C && D%;Z || Z || A",
        "IF A==1 THEN\n?1\nELSEIF A==2 THEN\n?2\nELSEIF A==-7 THEN\n?3\nELSEIF A<0 THEN\n?4\nELSE\n?5\nENDIF",
        "ON B GOTO @A,@B,@C\n@A\n?6:GOTO @E\n@B\n?7:GOTO @E\n@C\n?8:GOTO @E\n@D\n?9\n@E",
        "REPEAT:INC Z:IF Z==2 THEN CONTINUE\nIF Z>4 THEN BREAK\n?Z:UNTIL Z>9",
        "FOR I=1 TO 9 STEP B:IF I==3 THEN CONTINUE\nIF I>6 THEN BREAK\n?I:NEXT",
    ]
)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(expressions, "LONGEST_PIECE", 1)
    monkeypatch.setattr(control_flow, "LONGEST_CHAIN", 1)
    monkeypatch.setattr(control_flow, "MOST_NODES_REPEATED", 0)
    compiling.compile_listing.cache_clear()
    yield
    compiling.compile_listing.cache_clear()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("part", one_in(PARTS, range(PARTS)))
def test_the_smallest_pieces_do_what_the_comments_of_listings_say(part: int) -> None:
    for path in LISTINGS[part::PARTS]:
        source = path.read_text("utf-8")
        text, error = run_listing(source)
        wanted = expected_error(source)
        found = None if error is None else {name: getattr(error, name) for name in wanted or ["message"]}
        assert (text, found) == (expected_text(source), wanted), path


def test_the_smallest_pieces_of_chains_do_the_same(request: pytest.FixtureRequest) -> None:
    text, error = run_listing(CHAINS)
    assert (text.splitlines()[-1], error) == ("5", None)
    request.getfixturevalue("small")
    assert run_listing(CHAINS) == (text, None)


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
