"""Listings under pdb, and under an editor's debugger over the debug adapter protocol."""

import bdb
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_path
from retromaze.commands.options import new_headless_machine
from retromaze.compiler.compiling import compile_listing
from retromaze.compiler.settings import Settings
from retromaze.machine.machine import Machine
from tests.command_line import CommandLine

Session = Callable[..., str]
LISTING = 'A$="HI"+STR$(3):N%=4\nDIM M[3]\nF 3\nPRINT A$\nDEF F X\n PRINT X*2\nEND\n'


@pytest.fixture(autouse=True)
def folder(here: Path) -> None:
    bdb.Breakpoint.clearBreakpoints()
    Path("d.bas").write_text(LISTING)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> Session:
    """What pdb prints while these lines are typed; the folder is left out."""

    def typed(*lines: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return ran("debug d.bas --seed 7", 0).out.replace(f"{Path.cwd()}/", "").replace("(listing) ", "")

    return typed


def test_pdb_stops_in_the_listing_and_prints_its_variables(session: Session) -> None:
    shown = session("b 4", "n", "n", "p A$, N%", "s", "vars", "w", "c", "screen", "q")
    assert shown.splitlines() == [
        "> d.bas(1) main program",
        '-> A$="HI"+STR$(3):N%=4',
        "Breakpoint 1 at d.bas:4",
        "> d.bas(2) main program",
        "-> DIM M[3]",
        "> d.bas(3) main program",
        "-> F 3",
        '"HI3", 4',
        "> d.bas(5) DEF F",
        "-> DEF F X",
        'A$ = "HI3"',
        "M[3] = [0,0,0]",
        "N% = 4",
        "X = 3",
        "  d.bas(3) main program",
        "-> F 3",
        "> d.bas(5) DEF F",
        "-> DEF F X",
        "> d.bas(4) main program",
        "-> PRINT A$",
        "6",
    ]


def test_parameters_and_results_have_the_names_of_the_listing(session: Session) -> None:
    Path("d.bas").write_text(
        'N=ADD(1,"A")\nGOSUB @L\nS 7 OUT Q\nEND\n@L\nPRINT N\nRETURN\n'
        "DEF ADD(X,T$)\nVAR Z=X+ASC(T$)\nRETURN Z\nEND\nDEF S V OUT R\nR=V DIV 2\nEND\n"
    )
    assert session("a", "b ADD", "c", "a", "retval", "r", "retval", "w", "q").splitlines()[2:] == [
        "*** no DEF runs here: vars has all variables",
        "Breakpoint 1 at d.bas:8",
        "> d.bas(8) DEF ADD",
        "-> DEF ADD(X,T$)",
        'X = 1, T$ = "A"',
        "*** no DEF returns a value here",
        "DEF ADD returns: 66",
        "> d.bas(10) DEF ADD",
        "-> RETURN Z",
        "66",
        "  d.bas(1) main program",
        '-> N=ADD(1,"A")',
        "> d.bas(10) DEF ADD",
        "-> RETURN Z",
    ]
    bdb.Breakpoint.clearBreakpoints()
    assert session("b @L", "c", "r", "retval", "tbreak 13", "c", "r", "rv", "c").splitlines()[5:] == [
        "@L returns",
        "> d.bas(7) @L",
        "-> RETURN",
        "*** no DEF returns a value here",
        "Breakpoint 2 at d.bas:13",
        "Deleted breakpoint 2 at d.bas:13",
        "> d.bas(13) DEF S",
        "-> R=V DIV 2",
        "DEF S returns: R = 3",
        "> d.bas(12) DEF S",
        "-> DEF S V OUT R",
        "R = 3",
        "66",
    ]
    bdb.Breakpoint.clearBreakpoints()
    Path("d.bas").write_text("PRINT 1\n")
    assert session("r", "q").splitlines()[2:] == [
        "main program ends",
        "> d.bas(1) main program",
        "-> PRINT 1",
    ]


def test_a_def_in_the_first_line_can_have_a_breakpoint(session: Session) -> None:
    Path("d.bas").write_text("DEF F X\nPRINT X\nEND\nF 3\n")
    assert session("b F", "c", "a", "q").splitlines()[2:] == [
        "Breakpoint 1 at d.bas:1",
        "> d.bas(1) DEF F",
        "-> DEF F X",
        "X = 3",
    ]


def test_a_breakpoint_at_a_def_with_out_variables_stops_once_a_call(session: Session) -> None:
    Path("d.bas").write_text("FOR I=1 TO 2\nF I OUT A\nNEXT\nPRINT A\nDEF F X OUT Y\nY=X*2\nEND\n")
    shown = session("b F", "c", "a", "c", "a", "c").splitlines()
    assert shown[3:] == ["> d.bas(5) DEF F", "-> DEF F X OUT Y", "X = 1", *shown[3:5], "X = 2", "4"]


def test_a_def_is_listed_from_its_heading_to_its_end(session: Session) -> None:
    heading, body, end = "  5 B->\tDEF F X", "  6  \t PRINT X*2", "  7  \tEND"
    assert session("b F", "c", "ll", "u", "source f", "source G", "source", "q").splitlines()[5:] == [
        *(heading, body, end),
        "> d.bas(3) main program",
        "-> F 3",
        *(heading.replace("->", ""), body, end),
        "*** no DEF is called G",
        "*** a DEF's name is missing",
    ]
    bdb.Breakpoint.clearBreakpoints()
    assert session("ll", "q").splitlines()[2:] == [
        '  1  ->\tA$="HI"+STR$(3):N%=4',
        *("  2  \tDIM M[3]", "  3  \tF 3", "  4  \tPRINT A$"),
        *("  5  \tDEF F X", body, end),
    ]


@pytest.mark.parametrize("step", ["n", "s", "r", "c"])
def test_an_error_is_the_machines_own_however_it_is_come_to(
    step: str, monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    Path("d.bas").write_text("DIM A[2]\nA[5]=1\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"n\n{step}\nq\n"))
    told = ran("debug d.bas --seed 7")
    hint = "there is no A[5]: the elements are A[0] to A[1]"
    assert told.err == f"Subscript out of range in 0:2\nd.bas:2:1\n  A[5]=1\n  ^\n{hint}\n"
    assert told.out.replace(f"{Path.cwd()}/", "").splitlines() == [
        "> d.bas(1) main program",
        "-> DIM A[2]",
        "(listing) > d.bas(2) main program",
        "-> A[5]=1",
        "(listing) > d.bas(2) main program",
        "-> A[5]=1",
        "(listing) ",
    ]


STOPS = 'A=1\n\'a comment\nN$="AB"\nFOR I=1 TO 3\n GOSUB @S\nNEXT\nEND\n@S\nA=A+I\nPRINT A\nRETURN\n'


def test_conditions_and_shown_values_are_basic(session: Session) -> None:
    Path("d.bas").write_text(STOPS)
    breakpoints = ("b 9, LEN(N$)==50", "b 10, I==3 && A>1", "b 10, A MOD 5==77", "condition 1 I==4", "c")
    shown = session(*breakpoints, "p I", "display LEN(N$), A", "display N$", "whatis N$", "whatis I+0.5", "q")
    assert shown.splitlines()[2:] == [
        "Breakpoint 1 at d.bas:9",
        "Breakpoint 2 at d.bas:10",
        "Breakpoint 3 at d.bas:10",
        "New condition set for breakpoint 1.",
        "> d.bas(10) @S",
        "-> PRINT A",
        "3",
        "display LEN(N$), A: 2, 7",
        'display N$: "AB"',
        "string",
        "real",
    ]


def test_a_breakpoint_that_could_never_stop_is_refused(session: Session) -> None:
    Path("d.bas").write_text(STOPS)
    typed = (
        "b 2",
        "b 6",
        "b 8",
        "b 99",
        "b 9, B==1",
        "b 9, I==",
        "b 9, ABS(I)",
        "b 9",
        "condition 1 B",
        "c",
        "q",
    )
    nowhere = [f"*** no statement begins in line {line}: a run cannot stop there" for line in (2, 6, 8, 99)]
    assert session(*typed).splitlines()[2:] == [
        *nowhere,
        "*** no variable is called B",
        "*** 'I==' is no expression of BASIC: Syntax error",
        "*** 'ABS(I)' calls a function: a run stops by variables, operators and LEN",
        "Breakpoint 1 at d.bas:9",
        "*** no variable is called B",
        "> d.bas(9) @S",
        "-> A=A+I",
    ]


GOSUB_LISTING = "D=3\nFOR I=0 TO 1\n X=D+I\n GOSUB @SUB\nNEXT\nEND\n@SUB\n Y=X*2\n ?Y\nRETURN\n"


def test_code_that_a_gosub_reached_knows_all_variables(session: Session) -> None:
    Path("d.bas").write_text(GOSUB_LISTING)
    typed = ("b 9", "c", "p D,Y", "p T$", "p 1/0", "vars", "w", "q")
    assert session(*typed).splitlines()[2:] == [
        "Breakpoint 1 at d.bas:9",
        "> d.bas(9) @SUB",
        "-> ?Y",
        "3, 6",
        "*** no variable is called T$ here",
        "*** ZeroDivisionError: division by zero",
        "D = 3",
        "I = 0",
        "X = 3",
        "Y = 6",
        "  d.bas(4) main program",
        "-> GOSUB @SUB",
        "> d.bas(9) @SUB",
        "-> ?Y",
    ]


def test_a_label_is_a_place_for_a_breakpoint(session: Session) -> None:
    Path("d.bas").write_text(
        "GOSUB @A\nGOSUB @B\nEND\n@A\n?1:RETURN\n@B\n@C\nDATA 7\nF:RETURN\nDEF F\n ?2\nEND\n"
    )
    typed = ("b @A", "b @b, 1", "b f", "b @NO", "b foo", "c", "c", "c", "w", "q")
    assert session(*typed).splitlines()[2:] == [
        "Breakpoint 1 at d.bas:5",
        "Breakpoint 2 at d.bas:9",
        "Breakpoint 3 at d.bas:10",
        "*** @NO is no line, label or DEF of the listing",
        "*** foo is no line, label or DEF of the listing",
        "> d.bas(5) @A",
        "-> ?1:RETURN",
        "> d.bas(9) @B",
        "-> F:RETURN",
        "> d.bas(10) DEF F",
        "-> DEF F",
        "  d.bas(2) main program",
        "-> GOSUB @B",
        "  d.bas(9) @B",
        "-> F:RETURN",
        "> d.bas(10) DEF F",
        "-> DEF F",
    ]


def test_a_step_into_a_gosub_stops_at_the_label_s_lines(session: Session) -> None:
    Path("d.bas").write_text("?1\nGOSUB @B\n?3\nEND\n@B\n?2\nRETURN\n")
    shown = session("n", "s", "n", "n", "n", "q").splitlines()
    assert [each for each in shown if each.startswith("> ")] == [
        "> d.bas(1) main program",
        "> d.bas(2) main program",
        "> d.bas(6) @B",
        "> d.bas(7) @B",
        "> d.bas(7) @B",
        "> d.bas(3) main program",
    ]


@pytest.mark.parametrize("before", [0, 1])
def test_a_goto_between_the_codes_of_gosubs_stops_at_statements_only(session: Session, before: int) -> None:
    """The loop that such a GOTO goes through has the place of no statement, also if one begins in line 1."""
    code = "ACLS\nGOSUB @A\nGOSUB @C\nEND\n@A\nPRINT 1\n@B\nPRINT 2\nRETURN\n@C\nPRINT 3\nGOTO @B\n"
    Path("d.bas").write_text("\n" * before + code)
    shown = session(*["s"] * 11, "q")
    lines = [int(each) - before for each in re.findall(r"> d.bas\((\d+)\)", shown)]
    assert lines == [1, 2, 6, 8, 9, 9, 3, 11, 12, 8, 9, 9]


def test_a_program_that_ends_behind_its_last_statement_still_stands_there(session: Session) -> None:
    Path("d.bas").write_text("'a comment\nGOTO @A\n@B\nIF RND(2)<2 THEN @C\n@A\nPRINT 1\nGOTO @B\n@C\n")
    assert re.findall(r"> d.bas\((\d+)\)", session("r"))[-1] == "4"


def test_the_start_of_a_loop_is_one_stop_a_pass(session: Session) -> None:
    Path("d.bas").write_text(
        "'a comment\nA=3:S=2\nWHILE A>1\nDEC A\nWEND\nREPEAT\nINC A\nUNTIL A>2\n"
        "FOR I=1 TO 3 STEP S\nINC A\nNEXT\n@L\nINC A\nIF A<7 THEN @L\n"
    )
    stops = re.findall(r"> d.bas\((\d+)\)", session(*["n"] * 22, "q"))
    assert " ".join(stops) == "2 3 4 3 4 3 6 7 8 6 7 8 9 10 9 10 9 12 13 14 12 13 14"
    assert session("b 3", *["c"] * 4).count("> d.bas(3)") == 3


def test_a_def_of_a_text_or_a_number_is_called_as_in_the_listing(session: Session) -> None:
    Path("d.bas").write_text('A$=F$("A")\nDEF F$(T$)\nRETURN T$*2\nEND\n')
    assert session("b F$", "c", "a", "r", "source f$", "q").splitlines()[2:] == [
        "Breakpoint 1 at d.bas:2",
        "> d.bas(2) DEF F$",
        "-> DEF F$(T$)",
        'T$ = "A"',
        'DEF F$ returns: "AA"',
        "> d.bas(3) DEF F$",
        "-> RETURN T$*2",
        "  2 B\tDEF F$(T$)",
        "  3  ->\tRETURN T$*2",
        "  4  \tEND",
    ]


def test_what_cannot_be_done_is_said(session: Session) -> None:
    Path("d.bas").write_text("A=1:DIM M[3,4]\n?A\n")
    typed = ("n", "p M[9,9]", "p M[1]", "p M[2,3]", "A=5", "!a = 5", "M[0,0]=1", "p A", "run", "restart")
    assert session(*typed, "whatis", "whatis ()", "q").splitlines()[4:] == [
        *["*** subscript out of range: the array is M[3,4]"] * 2,
        "0",
        *["*** variables cannot be set here"] * 3,
        "1",
        *["*** a listing cannot begin again here; q quits, and retromaze debug begins again"] * 2,
        "*** an expression is missing, as in A$,M[1,I]",
        "",
    ]


def test_a_def_s_own_variables_hide_others(session: Session) -> None:
    Path("d.bas").write_text("A=1:B=2:C=3\nF 4\nDEF F A\n VAR B=5\n ?A+B\nEND\n")
    assert session("b 5", "c", "p A,B,C", "q").splitlines()[-1] == "4, 5, 3"


def test_arrays_are_shown_in_short(session: Session) -> None:
    Path("d.bas").write_text("DIM M[9,9]\nM[0,1]=5\nEND\n")
    shown = session("b 3", "c", "vars", "q").splitlines()
    row = "[0,0,0,0,0,0,…]"
    first = "[0,5,0,0,0,0,…]"
    assert shown[-1] == f"M[9,9] = [{first},{','.join([row] * 5)},…]"


def test_elements_and_arrays_are_named_as_in_the_listing(session: Session) -> None:
    Path("d.bas").write_text('DIM M[2,2],T$[2]\nM[1,0]=0.5:T$[0]="AB":I=1\nEND\n')
    typed = ("p M[I,0],T$", "p M", "print T$[0]", "p I+2, 1", "p [I]*2", "p T$[ABS(I)]", "p floor(I)", "p B")
    shown = session("b 3", "c", *typed, "q").splitlines()
    assert shown[-8:-3] == ['0.5, ["AB",""]', "[[0,0],[0.5,0]]", '"AB"', "3, 1", "[1,1]"]
    assert shown[-3:] == [
        "*** T$ is an array: an expression has variables, elements, operators and LEN",
        "*** FLOOR is a word of the language: an expression has variables, elements, operators and LEN",
        "*** no variable is called B here",
    ]


def test_the_picture_is_saved_where_no_terminal_shows_it(session: Session) -> None:
    Path("d.bas").write_text("GFILL 0,0,399,239,RGB(255,0,0)\nVSYNC\nEND\n")
    shown = session("n", "n", "picture", "q").splitlines()
    assert shown[-1] == "saved d-000001.png"
    with Image.open("d-000001.png") as picture:
        assert (picture.size, picture.getcolors()) == ((400, 240), [(96000, (255, 0, 0))])


def test_ctrl_c_ends_with_its_status(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("retromaze.commands.debug.run_computer", interrupted)
    assert ran("debug d.bas --seed 7") == (130, "", "retromaze: stopped\n")


def test_variables_can_be_seen_where_an_error_has_stopped_the_run(
    monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    Path("d.bas").write_text("A=5\nGOSUB @S\n@S\n?A/B\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO("c\np A,B\nu\nq\n"))
    lines = ran("debug d.bas --seed 7", 1).out.replace(f"{Path.cwd()}/", "").splitlines()
    assert lines[2:] == [
        "(listing) > d.bas(4) @S",
        "-> ?A/B",
        "(listing) 5, 0",
        "(listing) > d.bas(2) main program",
        "-> GOSUB @S",
        "(listing) ",
    ]


def test_ctrl_c_stops_a_running_listing_at_its_next_line(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted_machine(*arguments: Any) -> Machine:
        machine = new_headless_machine(*arguments)
        machine.on_frame = lambda each: signal.raise_signal(signal.SIGINT) if each.frame == 5 else None
        return machine

    monkeypatch.setattr("retromaze.commands.debug.new_headless_machine", interrupted_machine)
    Path("d.bas").write_text("@L:A=A+1\nVSYNC 1\nGOTO @L\n")
    assert session("c", "p A", "q").splitlines()[2:] == [
        "",
        "Program interrupted. (Use 'cont' to resume).",
        "> d.bas(3) main program",
        "-> GOTO @L",
        "5",
    ]


def test_the_end_shows_the_console(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("c\n"))
    told = ran("debug d.bas --seed 7", 0)
    assert (told.out.splitlines()[2:], told.err) == (["(listing) 6", "HI3"], "retromaze: the run has ended\n")
    # after an error as well, which is told instead
    Path("d.bas").write_text("?5\n?1/0\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO("c\n"))
    told = ran("debug d.bas --seed 7", 1)
    lines = [line.replace(f"{Path.cwd()}/", "") for line in told.out.splitlines()[2:]]
    assert lines == ["(listing) 5", "> d.bas(2) main program", "-> ?1/0", "(listing) "]
    assert "has ended" not in told.err


def test_what_nobody_heard_is_said(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    Path("d.bas").write_text("PCMSTOP:NOSUCH 1\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO("c\n"))
    lines = ran("debug d.bas --seed 7", 1).err.splitlines()
    assert (lines[0], lines[-1]) == (
        "Undefined function in 0:1 (NOSUCH)",
        "retromaze: not simulated yet: PCMSTOP ×1",
    )


def test_code_may_carry_basic_names() -> None:
    compiled = compile_listing(
        "A$=CHR$(65):DIM M[9]\nM[0]=LEN(A$)", 0, Settings(basic_names=True, techniques=frozenset())
    )
    (function,) = compiled.functions
    assert {"A$", "M[]"} <= set(function.co_varnames)
    assert "A_s" not in function.co_varnames


class Client:
    """The least of an editor's side of the debug adapter protocol."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.file = self.socket.makefile("rwb")
        self.number = 0

    def close(self) -> None:
        self.file.close()
        self.socket.close()

    def send(self, command: str, **arguments: Any) -> None:
        self.number += 1
        message = {"seq": self.number, "type": "request", "command": command, "arguments": arguments}
        data = json.dumps(message).encode()
        self.file.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.file.flush()

    def messages(self) -> Iterator[dict[str, Any]]:
        while header := self.file.readline():
            self.file.readline()
            yield json.loads(self.file.read(int(header.split(b":")[1])))

    def wait_for(self, name: str) -> dict[str, Any]:
        """The body of the next answer to that command, or of the next event of that name."""
        found = next(each for each in self.messages() if name in {each.get("command"), each.get("event")})
        assert found.get("success", True), found
        body: dict[str, Any] = found.get("body") or {}
        return body

    def ask(self, command: str, **arguments: Any) -> dict[str, Any]:
        self.send(command, **arguments)
        return self.wait_for(command)


ANYWHERE = """
import sys
import debugpy
from retromaze.cli import main

def listen(address):
    assert address == ("127.0.0.1", 5678)
    print(of_debugpy(("127.0.0.1", 0))[1], flush=True)

of_debugpy, debugpy.listen = debugpy.listen, listen
sys.exit(main(sys.argv[1:]))
"""
"""`retromaze` with a port that the system chooses in the place of 5678; that is printed."""


@pytest.mark.slow
def test_an_editor_stops_in_the_published_listing() -> None:
    pytest.importorskip("debugpy", reason="needs pip install debugpy")
    listing = str(listing_path(CATALOGUE["backtracker"]))
    command = [sys.executable, "-c", ANYWHERE, "debug", "backtracker", "--seed", "7", "--wait", "5678"]
    environment = {**os.environ, "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    with (
        ExitStack() as stack,
        subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as run,
    ):
        try:
            assert run.stdout is not None and run.stderr is not None
            # debugpy has words of its own on some Pythons.
            waiting = "retromaze: waiting for a debugger at port 5678\n"
            assert waiting in iter(run.stderr.readline, "")
            client = stack.enter_context(closing(Client(int(run.stdout.readline()))))
            client.ask("initialize", adapterID="retromaze")
            client.send("attach", justMyCode=False)
            client.wait_for("initialized")
            found = client.ask("setBreakpoints", source={"path": listing}, breakpoints=[{"line": 22}])
            assert [each["verified"] for each in found["breakpoints"]] == [True]
            client.send("configurationDone")
            thread = client.wait_for("stopped")["threadId"]
            frame = client.ask("stackTrace", threadId=thread)["stackFrames"][0]
            assert (Path(frame["source"]["path"]).name, frame["line"]) == ("backtracker.bas", 22)
            scope = client.ask("scopes", frameId=frame["id"])["scopes"][0]
            variables = client.ask("variables", variablesReference=scope["variablesReference"])["variables"]
            values = {each["name"]: each["value"] for each in variables}
            assert (values["X"], values["Y"], values["N"]) == ("1.0", "1.0", "2.0")
            assert {"DIR[]", "XSTK[]", "M_W"} <= values.keys()
        except TimeoutError:
            # now and then, and then in every try: the cause is not known
            pytest.xfail("debugpy passed by a breakpoint that it had confirmed")
        finally:
            run.kill()


def test_the_help_says_who_can_run_python_while_it_waits(ran: CommandLine) -> None:
    assert "can run any Python code as you" in " ".join(ran("debug --help-all", 0).out.split())
