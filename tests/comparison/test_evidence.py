"""The evidence for a difference: variables, the lines that set them, call stacks, lines that were run."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import retromaze
from retromaze.cli import main
from retromaze.comparison import port_replay
from retromaze.comparison.difference import Difference
from retromaze.comparison.difference_words import RunEnd
from retromaze.comparison.evidence import Evidence
from retromaze.comparison.runnable_programs import Runnable, SourceLine, run_program
from retromaze.comparison.variable_tracing import SLOWDOWN, are_different
from retromaze.comparison.watchdog import PATIENCE
from retromaze.machine.machine import Machine
from retromaze.porting.writing import write_port

BOUNCE = """\
X=0:Y=0
DX=1:DY=2
FOR I=1 TO 40
 X=X+DX
 IF X>=10 OR X<0 THEN DX=-DX
 Y=Y+DY
 VSYNC
 PRINT X;Y
NEXT
"""


def found_in(tmp_path: Path, source: str, text: str) -> Difference:
    """The difference between a listing and a port of this text, which there must be."""
    (tmp_path / "port.py").write_text(text)
    found = retromaze.compare(source, tmp_path / "port.py", seed=1)
    assert found is not None
    return found


def words_of(tmp_path: Path, source: str, text: str) -> list[str]:
    return found_in(tmp_path, source, text).evidence.words()


def test_a_traced_run_may_take_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would end midway, and the values of that place would be told."""
    patiences = []

    def run(program: Runnable, machine: Machine, *rest: Any) -> RunEnd:
        patiences.append(rest[-1])
        return run_program(program, machine, *rest)

    monkeypatch.setattr(port_replay, "run_program", run)
    found_in(tmp_path, "A=1\nPRINT A", "def main(machine):\n    a = 2\n    machine.console.print(str(a))\n")
    untraced, *traced = patiences
    assert (untraced, {*traced}) == (PATIENCE, {PATIENCE * SLOWDOWN})


def value_of(tmp_path: Path, source: str, text: str) -> str:
    """What is told of variables."""
    return "\n".join(each for each in words_of(tmp_path, source, text) if "may come from" not in each)


def at(lines: list[str], words: str) -> int:
    return next(number for number, line in enumerate(lines, 1) if words in line)


def test_variables_that_differ_are_named_with_the_lines_that_set_them(tmp_path: Path) -> None:
    text = write_port(BOUNCE, "bounce.bas")
    wrong = text.replace("x < 10", "x <= 10")
    assert wrong != text
    rows = text.splitlines()
    condition = at(rows, "x < 10")
    *values, lines = words_of(tmp_path, BOUNCE, wrong)
    assert values == [
        f"first different: DX is -1 (set in line 5), dx is 1 (set in line {at(rows, 'dx = 1')})",
        f"different now: X is 9 (set in line 4), x is 11 (set in line {at(rows, 'x += dx')})",
    ]
    assert lines.startswith("values may come from lines ")
    assert str(condition) in re.findall(r"\d+", lines)
    wrong = text.replace("y += DY", "y += DY + 1")
    # it was never the same
    line = at(rows, "y += DY")
    assert value_of(tmp_path, BOUNCE, wrong) == (
        f"first different: Y is 2 (set in line 6), y is 3 (set in line {line})"
    )
    wrong = text.replace("y += DY", "y += DY + (y == 6)")
    assert value_of(tmp_path, BOUNCE, wrong) == (
        f"first different: Y is 8 (set in line 6), y is 9 (set in line {line})"
    )


def test_where_several_lines_call_a_function_the_one_that_did_is_told(tmp_path: Path) -> None:
    source = 'PRINT "A"\nPRINT "B"\n'
    text = """\
def main(machine):
    def say(text):
        machine.console.print(text)

    def first():
        say("A")

    def second():
        say("b")

    first()
    second()
"""
    found = found_in(tmp_path, source, text)
    *_, port, caller = str(found).splitlines()
    assert port.endswith("port.py:3: machine.console.print(text)")
    assert re.fullmatch(r'called from \S*port\.py:9: say\("b"\)', caller)
    # where one line calls it, that says nothing new
    alone = text.replace('say("A")', 'machine.console.print("A")')
    assert "called from" not in str(found_in(tmp_path, source, alone))


def test_what_the_port_calls_otherwise_or_passes_through_is_not_named(tmp_path: Path) -> None:
    """Where no variable is named, lines are that the values of the difference come from."""
    source = "FOR I=1 TO 9\n T=I*2\n PRINT I\n VSYNC\nNEXT\n"
    port = """\
def main(machine):
    for i in range(1, 10):
        machine.console.print(str(i + (i == 7)))
        t = i * 2
        machine.vsync()
"""
    assert words_of(tmp_path, source, port) == ["values may come from line 2 of port.py"]


MOVED = "CNT=0\nX=5\n@L\nCNT=CNT+1\nX=X+2\nVSYNC\nIF CNT<9 GOTO @L\nPRINT X;CNT\n"
MOVED_PORT = """\
class Place:
    def __init__(self):
        self.left = 5


def main(machine):
    waited = 0
    place = Place()
    while waited < 9:
        waited += 1
        place.left += 2 + (waited == 7)
        machine.vsync()
    machine.console.print(f"{place.left}{waited}")
"""


def test_a_port_without_names_of_the_listing_is_told_of_the_table(tmp_path: Path) -> None:
    unnamed = "no variable of the port has a name of the listing; its table VARIABLES can say which is which"
    assert words_of(tmp_path, MOVED, MOVED_PORT) == [
        unnamed,
        "values may come from lines 7-11, 3 of port.py, the nearest first",
    ]
    table = 'VARIABLES = {"left": "X", "waited": "CNT"}\n'
    assert words_of(tmp_path, MOVED, MOVED_PORT + table)[0] == (
        "first different: X is 19 (set in line 5), place.left is 20 (set in line 11)"
    )


FIELDS = """\
from typing import NamedTuple

VARIABLES = {"TABLE": "X", "waited": "CNT"}


class Place(NamedTuple):
    left: int
    top: int


class Player:
    def __init__(self):
        self.place = Place(5, 7)
        self.pair = (7, 5)


class Game:
    def __init__(self):
        self.player = Player()
        self.place = Place(0, 0)
        self.waited = 0

    def run(self, machine):
        player = self.player
        while self.waited < 9:
            self.waited += 1
            left = player.place.left + 2 + (self.waited == 7)
            player.place = Place(left, 7)
            player.pair = (7, left)
            machine.vsync()
        machine.console.print(f"{player.place.left}{self.waited}")


def main(machine):
    Game().run(machine)
"""


def test_fields_of_objects_and_items_of_tuples_have_keys(tmp_path: Path) -> None:
    paths = {
        "player.place.left": "player.place.left is 20 (set in line 28)",
        "player.pair.1": "player.pair.1 is 20 (set in line 29)",
    }
    for key, words in paths.items():
        told = words_of(tmp_path, MOVED, FIELDS.replace("TABLE", key))
        assert told[0] == f"first different: X is 19 (set in line 5), {words}"
    for key in ("place.right", "player.pair.2", "nobody.left"):
        told = words_of(tmp_path, MOVED, FIELDS.replace("TABLE", key))
        assert [words.startswith("values may come from ") for words in told] == [True], key


def test_fields_of_all_objects_in_a_list_are_an_array(tmp_path: Path) -> None:
    source = "DIM EX[2]\nX=7\nFOR I=0 TO 1\nEX[I]=I+3\nVSYNC\nNEXT\nPRINT EX[1];X\n"
    port = """\
from dataclasses import dataclass

VARIABLES = {"enemies.x": "EX"}


@dataclass
class Enemy:
    x: int = 0


def main(machine):
    enemies = [Enemy() for _ in range(2)]
    x = 7
    for i, enemy in enumerate(enemies):
        enemy.x = i + 4
        machine.vsync()
    machine.console.print(f"{enemies[1].x}{x}")
"""
    assert words_of(tmp_path, source, port) == [
        "first different: EX[0] is 3 (set in line 4), enemies[0].x is 4 (set in line 15)",
        "different now: EX[1] is 4 (set in line 4), enemies[1].x is 5 (set in line 15)",
        "values may come from lines 12-14, 8 of port.py, the nearest first",
    ]


def test_values_of_classes_of_the_port_are_told_by_another_process(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "a.bas").write_text('H=0:N$="a"\nVSYNC\nH=2:N$="b"\nVSYNC\nLOCATE H,0\nPRINT N$\n')
    (here / "a.py").write_text("""\
from enum import IntEnum, StrEnum


class Place(IntEnum):
    HALL = 0
    KITCHEN = 1


class Name(StrEnum):
    A = "a"
    C = "c"


def main(machine):
    h = Place.HALL
    n = Name.A
    machine.vsync()
    h = Place.KITCHEN
    n = Name.C
    machine.vsync()
    machine.console.locate(h, 0)
    machine.console.print(n)
""")
    assert main(["check", "a.bas", "a.py", "--seeds", "1", "--jobs", "1"]) == 1
    told = capsys.readouterr().err
    assert "listing line 5 calls locate(2, 0), port calls locate(1, 0)\n" in told
    assert "\nfirst different: H is 2 (set in line 3), h is 1 (set in line 18)\n" in told
    assert "\ndifferent now: N$ is 'b' (set in line 3), n is 'c' (set in line 19)\n" in told


def test_a_port_that_is_a_function_has_its_first_value() -> None:
    def port(machine: Machine) -> None:
        a = 1
        for _ in range(5):
            machine.console.print("-")
            a += 1 + (a == 3)
        machine.console.print(str(a))

    found = retromaze.compare('A=1\nFOR I=1 TO 5\n PRINT "-"\n A=A+1\nNEXT\nPRINT A\n', port, seed=1)
    assert found is not None
    line = port.__code__.co_firstlineno
    assert found.evidence.words() == [
        f"first different: A is 4 (set in line 4), a is 5 (set in line {line + 4})",
        f"different now: A is 6 (set in line 4), a is 7 (set in line {line + 4})",
        f"values may come from lines {line + 1}-{line + 2} of test_evidence.py",
    ]


SHIELD = """\
SHIELD=0
DIM M[3,2]
GOSUB @START
FOR I=1 TO 5
 GOSUB @SHOW
 VSYNC
NEXT
END
@START
 SHIELD=3
 M[2,1]=7
RETURN
@SHOW
 IF SHIELD>0 THEN SHIELD=SHIELD-1
 IF SHIELD==0 THEN DRAW M[2,1]+I
RETURN
DEF DRAW A
 GPSET A,2
END
"""


def evidence_with(tmp_path: Path, wrong: str, right: str) -> tuple[Difference, list[str]]:
    """The difference of a written port with a mistake, and the port's lines."""
    text = write_port(SHIELD, "shield.bas")
    assert text.count(right) == 1
    found = found_in(tmp_path, SHIELD, text.replace(right, wrong))
    return found, text.splitlines()


def test_calls_and_lines_lead_to_a_difference(tmp_path: Path) -> None:
    found, lines = evidence_with(tmp_path, "self.shield = 4", "self.shield = 3")
    assert (found.kind, found.how.value, found.actual) == ("missing event", "missing", None)
    assert found.expected is not None
    assert (found.expected.name, found.expected.arguments) == ("point", (10, 2, None))
    evidence = found.evidence
    listing, port = ([(each.function, each.place.line) for each in stack] for stack in evidence.stacks)
    assert listing == [("", 5), ("@SHOW", 15), ("DRAW", 18)]
    assert [function for function, _ in port] == ["main", "run"]
    assert "machine.vsync()" in lines[port[-1][1] - 1]
    assert [each.line for each in evidence.ran[0]] == [5, 14, 15, 18]
    assert [lines[each.line - 1].partition("  # ")[2] for each in evidence.ran[1]] == [
        "4",
        "5",
        "14",
        "",
        "15",
        "6",
    ]
    *values, behind = evidence.words()
    assert behind.startswith("values may come from lines ")
    assert values == [
        f"first different: SHIELD is 3 (set in line 10), self.shield is 4 (set in line {at(lines, '= 3')})",
        f"different now: SHIELD is 0 (set in line 14), self.shield is 1 (set in line {at(lines, '-= 1')})",
    ]
    assert evidence.lines is not None
    assert (evidence.lines.missed, len(evidence.lines.outcomes)) == ([8], 3)


def test_elements_of_arrays_are_told(tmp_path: Path) -> None:
    found, lines = evidence_with(tmp_path, "[2][1] = 8", "[2][1] = 7")
    assert (found.kind, found.how.value) == ("event", "value")
    assert found.evidence.words()[:-1] == [
        f"first different: M[2,1] is 7 (set in line 11), self.m[2][1] is 8 (set in line {at(lines, '= 7')})",
        f"different now: A is 10 (set in line 15), a is 11 (set in line {at(lines, 'self.draw(')})",
    ]


WAYS = {
    "point(1, 3)": "value",
    "line(1, 2, 3, 4)": "order",
    "__class__": "missing",
    "point(4, 5); machine.screen.point(1, 2)": "extra",
    "point(1 // 0, 2)": "error",
}


def test_each_difference_tells_in_which_way_it_differs(tmp_path: Path) -> None:
    source = "GPSET 1,2\nGPSET 3,4\nPRINT 1\n"
    right = "point(1, 2)"
    text = write_port(source, "points.bas")
    assert text.count(right) == 1
    ways = {}
    for wrong in WAYS:
        found = found_in(tmp_path, source, text.replace(right, wrong))
        ways[wrong] = found.how.value
        assert (found.expected is None, found.actual is None) == (
            found.how.value == "extra",
            found.how.value in {"missing", "error"},
        )
    assert ways == WAYS


def test_what_was_never_the_same_is_first_where_another_was_made_of_it(tmp_path: Path) -> None:
    source = "S=2:T=0\nVSYNC\nVSYNC\nT=S*3\nVSYNC\nPRINT T\n"
    port = """\
def main(machine):
    s = 1
    t = 0
    machine.vsync()
    machine.vsync()
    t = s * 3
    machine.vsync()
    machine.console.print(str(t))
"""
    assert value_of(tmp_path, source, port) == (
        "first different: S is 2 (set in line 1), s is 1 (set in line 2)\n"
        "different now: T is 6 (set in line 4), t is 3 (set in line 6)"
    )


def test_variables_told_by_the_port_are_compared(tmp_path: Path) -> None:
    source = "A=1\nVSYNC\nA=5\nVSYNC\nPRINT A\n"
    port = """\
VARIABLES = {"lives": "A"}
lives = 1


def main(machine):
    global lives
    machine.vsync()
    lives = 6
    machine.vsync()
    machine.console.print(str(lives))
"""
    assert value_of(tmp_path, source, port) == (
        "first different: A is 5 (set in line 3), lives is 6 (set in line 8)"
    )


def test_only_the_last_lines_are_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retromaze.comparison.variable_tracing.MOST_LINES", 10)
    source = "A=3\nFOR I=1 TO 20:VSYNC:NEXT\nPRINT A\n"
    port = """\
def main(machine):
    a = 4
    for i in range(1, 21):
        machine.vsync()
    machine.console.print(str(a))
"""
    assert value_of(tmp_path, source, port) == "different now: A is 3, a is 4"


def test_the_end_of_a_with_hides_no_lines(tmp_path: Path) -> None:
    text = """\
from retromaze.recursion import deepest_recursion


def main(machine):
    with deepest_recursion:
        run(machine, 2)


def run(machine, b):
    a = b
    machine.console.print(str(a))
"""
    found = found_in(tmp_path, "A=1:PRINT A", text)
    assert [each.line for each in found.evidence.slice] == [11, 10, 6]


STALE = """\
D=3:N=0
@LOOP
VSYNC
D=(D+1) MOD 4:N=N+1
IF N<10 THEN PRINT N:GOTO @LOOP
PRINT "END"
"""


def test_a_variable_of_a_caller_counts_only_where_it_is_set_anew(tmp_path: Path) -> None:
    port = """\
def main(machine):
    d = 3
    n = loop(machine, d)
    machine.console.print("END")


def loop(machine, d):
    n = 0
    while True:
        machine.vsync()
        d = (d + 1) % 4
        n += 1
        if n >= 9:
            return n
        machine.console.print(str(n))
"""
    assert words_of(tmp_path, STALE, port) == [
        "values may come from lines 12-13, 8 of port.py, the nearest first"
    ]


def test_the_number_that_ends_a_loop_is_no_difference(tmp_path: Path) -> None:
    source = """\
FOR I=1 TO 5 STEP 2
 PRINT I
NEXT
X=2
PRINT X
VSYNC
FOR I=3 TO 4
 PRINT I+X
NEXT
"""
    port = """\
def main(machine):
    for i in range(1, 6, 2):
        machine.console.print(str(i))
    x = 2
    machine.console.print(str(x))
    machine.vsync()
    for i in range(3, 5):
        machine.console.print(str(i + x))
"""
    wrong = port.replace("x = 2", "x = 1")
    assert (
        value_of(tmp_path, source, wrong) == "first different: X is 2 (set in line 4), x is 1 (set in line 4)"
    )
    found = found_in(tmp_path, source, wrong)
    assert [each.listing.name for each in found.evidence.variables if not each.doubtful] == ["X"]


def test_a_counter_that_nothing_reads_behind_its_loop_is_no_cause(tmp_path: Path) -> None:
    source = """\
FOR I=0 TO 4
 GPSET I,0
NEXT
FOR I=3 TO 7
 GPSET I,1
NEXT
GPSET X,2
"""
    port = """\
def main(machine):
    for i in range(5):
        machine.screen.point(i, 0)
    for i in range(5):
        machine.screen.point(i + 3, 1)
    machine.screen.point(1, 2)
"""
    assert value_of(tmp_path, source, port) == ""
    read_later = port.replace("point(1, 2)", "point(i, 2)")
    assert value_of(tmp_path, source, read_later).startswith("first different: I is ")
    while_it_runs = port.replace("i + 3", "i + 4")
    assert "I is 3 (set in line 4), i is 0 (set in line 4)" in value_of(tmp_path, source, while_it_runs)


def test_what_a_pending_call_will_set_is_not_known(tmp_path: Path) -> None:
    source = "X=1\nVSYNC\nGOSUB @MOVE\nPRINT X\nEND\n@MOVE\nX=X+1\nVSYNC\nPRINT 5\nRETURN\n"
    port = """\
def main(machine):
    x = 1
    machine.vsync()
    x = move(machine, x)
    machine.console.print(str(x))


def move(machine, at):
    at += 1
    machine.vsync()
    machine.console.print("6")
    return at
"""
    assert value_of(tmp_path, source, port) == ""


def test_an_assignment_that_changes_nothing_is_the_last_one(tmp_path: Path) -> None:
    source = "CUR=0\nVSYNC\nCUR=(CUR+5) MOD 6\nVSYNC\nPRINT CUR\n"
    port = """\
def main(machine):
    cur = 0
    machine.vsync()
    cur = max(cur - 1, 0)
    machine.vsync()
    machine.console.print(str(cur))
"""
    assert value_of(tmp_path, source, port) == (
        "first different: CUR is 5 (set in line 3), cur is 0 (set in line 4)"
    )


def test_a_truth_is_one_or_zero_also_where_the_calls_are_of_two_kinds(tmp_path: Path) -> None:
    source = "P=0:Q=1\nVSYNC\nP=!P:Q=Q+1\nVSYNC\nP=!P:Q=Q+1\nIF !P THEN GPSET Q,5\nVSYNC\n"
    port = """\
def main(machine):
    p, q = False, 1
    machine.vsync()
    p = True
    q = 2.0
    machine.vsync()
    p = True
    q = 3.0
    if not p:
        machine.screen.point(q, 5)
    machine.vsync()
"""
    assert value_of(tmp_path, source, port) == (
        "first different: P is 0 (set in line 5), p is True (set in line 7)"
    )


def test_of_long_texts_the_part_that_differs_is_told(tmp_path: Path) -> None:
    source = 'A$="-"*60\nVSYNC\nA$=A$+"one"\nVSYNC\nPRINT A$\n'
    port = """\
def main(machine):
    a = "-" * 60
    machine.vsync()
    a += "two"
    machine.vsync()
    machine.console.print(a)
"""
    assert value_of(tmp_path, source, port) == (
        "first different: A$ is …'--------one' (set in line 3), a is …'--------two' (set in line 4)"
    )


def test_a_color_is_the_same_in_both_ways_of_writing_it() -> None:
    assert not are_different(-4144960, 0xFFC0C0C0)
    assert are_different(-4144960, 0xFFC0C0C1)
    assert are_different(0, 1)


def test_each_pass_of_a_loop_without_calls_sets_its_variable(tmp_path: Path) -> None:
    source = "X=3\nFOR I=1 TO 20\nX=X+1\nIF X>9 THEN X=1\nNEXT\n?X"
    text = """\
def main(machine):
    x = 3
    for i in range(1, 20):
        x += 1
        if x > 9:
            x = 1
    machine.console.print(f"{x}")
"""
    assert words_of(tmp_path, source, text)[:1] == [
        "first different: X is 5 (set in line 3), x is 4 (set in line 4)"
    ]


def test_of_many_lines_that_values_may_come_from_the_nearest_are_named() -> None:
    lines = tuple(SourceLine("port.py", 2 * number) for number in range(20, 0, -1))
    assert Evidence(slice=lines).words() == [
        "values may come from lines 40, 38, 36, 34, 32, 30, 28, 26 and 12 more of port.py, the nearest first"
    ]


def test_a_game_that_only_goes_on_says_so() -> None:
    found = retromaze.compare("PRINT 1", lambda machine: machine.console.print("2"), seed=1)
    assert found is not None
    for options, *last in (("--press=A@9",), ("--set=W=3 --press=NONE@9", "nothing is pressed in this game")):
        told = str(replace(found, played=options)).splitlines()
        assert told[told.index(f"played with {options}") + 1 :] == last
