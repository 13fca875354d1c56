"""How much of a listing and of its port a check has run."""

from dataclasses import replace
from pathlib import Path

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import Scene
from retromaze.comparison.coverage import (
    LineCoverage,
    ListingRun,
    listing_places,
    measure_coverage,
    port_statements,
    sizes_and_scenes,
)
from retromaze.comparison.input_script import Script
from retromaze.comparison.listing_recording import record
from retromaze.comparison.pairs import pair_of_entry, user_pair
from retromaze.comparison.runnable_programs import Listing
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.porting.writing import write_port


def test_a_line_is_missed_unless_all_its_statements_are_run() -> None:
    lines = LineCoverage("a.bas", frozenset({(1, 1), (1, 5), (2, 1), (4, 1)}), frozenset({(1, 1), (2, 1)}))
    assert (lines.count, lines.missed, lines.share) == (3, [1, 4], 1 / 3)
    more = lines.with_run_of(LineCoverage("a.bas", lines.statements, frozenset({(1, 5), (4, 1)})))
    assert (more.missed, more.share) == ([], 1.0)
    assert LineCoverage("").share == 1.0


def test_the_statements_of_a_listing_and_those_begun() -> None:
    listing = Listing("A=0:B=1 '\n@L\nIF A THEN PRINT 1 ELSE PRINT 2\nFOR I=1 TO 2:NEXT\nD\nDEF D\nA=1\nEND")
    begun: set[tuple[int, int]] = set()
    record(listing, 1, Script(), on_statement=lambda slot, line, column: begun.add((line, column)))
    statements, *_ = listing_places(listing)
    assert sorted(line for line, _ in statements) == [1, 1, 3, 3, 3, 4, 5, 7]
    assert sorted(statements - begun) == [(3, 11)]
    assert listing_places(Listing("IF")) == (frozenset(),) * 4


def test_conditions_have_two_outcomes_each() -> None:
    listing = """\
FOR I=0 TO 2
 IF I==1 THEN PRINT "ONE" ELSEIF I<9 THEN PRINT "OTHER"
 WHILE I>9:I=I-1:WEND
 REPEAT:UNTIL I<9
 IF 1 THEN PRINT
NEXT
"""
    lines = lines_of_run(Listing(listing))
    assert sorted(lines.conditions) == [(2, 5), (2, 34), (3, 8), (4, 15)]
    assert sorted(lines.outcomes) == [
        *((2, 5, False), (2, 5, True), (2, 34, True)),
        *((3, 8, False), (4, 15, True)),
    ]
    assert (lines.outcome_percent, lines.outcomes_missed(lines.tests)) == (62, {True: [3], False: [2, 4]})


def test_a_loop_runs_or_is_skipped() -> None:
    """Those whose limits are known have one outcome only, and so have no condition."""
    listing = """\
N=VAL("5")
FOR I=0 TO 9:NEXT
FOR I=1 TO N:NEXT
FOR K=1 TO N-5 STEP 2:IF K==3 THEN BREAK
NEXT
FOR X=0.5 TO N/2 STEP 0.5
 GOSUB @A
NEXT
FOR J=N TO 7 STEP -1:NEXT
FOR K=9 TO 0:NEXT
END
@A
FOR Z=N TO 9:RETURN
NEXT
"""
    lines = lines_of_run(Listing(listing))
    assert sorted(lines.loops) == [(3, 1), (4, 1), (6, 1), (9, 1), (13, 1)]
    assert sorted(lines.tests) == [(4, 26)]
    assert sorted(lines.outcomes) == [
        *((3, 1, True), (4, 1, False), (6, 1, True)),
        *((9, 1, False), (13, 1, True)),
    ]
    assert lines.outcomes_missed(lines.loops) == {True: [4, 9], False: [3, 6, 13]}
    assert (lines.outcome_percent, lines.outcomes_missed(lines.tests)) == (41, {True: [], False: []})


def test_either_of_two_values_of_min_and_max_may_be_larger() -> None:
    """Equal values are no outcome; where it is known which is larger, as in line 5, there is no condition."""
    listing = """\
N=VAL("5")
A=MAX(40,N-10):B=MIN(N,5)
IF MAX(N,MIN(N*2,7)) THEN C%=N:D=MIN(C%,4)
FOR I%=C% TO C%+2:E%=MAX(I%,6):NEXT
D=MAX(0,LEN("ABC"))+MAX(N,1,2)
DIM Z[2]:D=MAX(Z)
"""
    lines = lines_of_run(Listing(listing))
    assert sorted(lines.extremes) == [(2, 10), (2, 24), (3, 10), (3, 18), (3, 41), (4, 29)]
    assert sorted(lines.outcomes - {(3, 4, True), (4, 1, True)}) == [
        *((2, 10, True), (3, 10, False), (3, 18, True), (3, 41, True), (4, 29, False), (4, 29, True)),
    ]
    assert lines.outcomes_missed(lines.extremes) == {True: [3], False: [2, 3]}


def lines_of_run(listing: Listing) -> LineCoverage:
    run = ListingRun(listing)
    record(run.program, 1, Script(), on_statement=run.on_statement)
    return run.lines


def test_the_statements_of_a_port_are_those_of_its_functions(tmp_path: Path) -> None:
    path = tmp_path / "port.py"
    path.write_text('''\
A = 1
def main(machine):
    """Docs."""
    x: int
    if (
        A
    ):
        return [
            1,
        ]
    def inner():
        pass
''')
    assert sorted(port_statements(str(path))) == [(5, 0), (8, 0), (11, 0), (12, 0)]
    assert port_statements(str(tmp_path / "none.py")) == frozenset()


def test_a_port_may_be_written_in_any_letters(tmp_path: Path) -> None:
    path = tmp_path / "port.py"
    statements: dict[bytes, set[tuple[int, int]]] = {
        "# -*- coding: cp932 -*-\ndef main(machine):\n    'あ'\n    print('あ')\n".encode("cp932"): {(4, 0)},
        b"def main(machine):\n    print('\x82\xa0')\n": set(),
        b"def main(machine):\n    print('\0')\n": set(),
        b"# coding: nonsense\ndef main(machine): print()\n": set(),
    }
    found = {}
    for port in statements:
        path.write_bytes(port)
        found[port] = port_statements(str(path)), measure_coverage(user_pair('?"A"', path)).port.statements
    assert found == {port: (each, each) for port, each in statements.items()}


def test_a_cover_ends_as_soon_as_all_is_run_and_tells_what_is_not() -> None:
    trials = ({"width": 4, "height": 4}, {"width": 1, "height": 1})
    small = replace(CATALOGUE["kruskal"], size_sets=trials)
    assert measure_coverage(pair_of_entry(small)).is_full
    made = measure_coverage(pair_of_entry(replace(small, size_sets=({"width": 1, "height": 1},), scenes=())))
    assert [made.listing.missed[0], made.port.missed[0]] == [6, 15]
    assert made.listing.file.endswith("kruskal.bas")
    assert made.port.file.endswith("kruskal.py")


HELD = """T=0
@L
T=T+1
B=BUTTON()
IF B AND #DOWN THEN PRINT T:IF T==12 THEN PRINT "TWELVE"
VSYNC
GOTO @L
"""
"""At a button that is held the loop passes the twelfth frame only if the press comes in its own one."""


def test_the_cover_counts_the_run_in_which_each_press_has_its_own_frame(tmp_path: Path) -> None:
    listing, port = tmp_path / "held.bas", tmp_path / "held.py"
    listing.write_text(HELD)
    port.write_text(write_port(HELD, listing.name))
    script = Script(presses=((10, Buttons.DOWN), (14, Buttons(0))))
    made = measure_coverage(replace(user_pair(listing, port), script=script, frames=60))
    assert (made.listing.missed, made.port.missed, made.listing.outcome_percent) == ([], [], 100)


def test_a_cover_ends_where_the_port_stands_still() -> None:
    def spin(machine: Machine) -> None:
        while True:
            pass

    # nothing is called so: these sizes would be refused
    pair = replace(user_pair("PRINT 1\n", spin), size_sets=({}, {"none": 2}), patience=0.1)
    assert measure_coverage(pair).listing.missed == []


def test_small_sizes_and_scenes_are_covered_first() -> None:
    entry = replace(
        CATALOGUE["kruskal"],
        size_sets=({}, {"width": 2, "height": 9}),
        scenes=(Scene({"width": 1, "height": 3}), Scene({"width": 1, "height": 2}, keys="q")),
    )
    assert [dict(sizes) for sizes, _ in sizes_and_scenes(pair_of_entry(entry))] == [
        {"width": 1, "height": 2},
        {"width": 1, "height": 3},
        {"width": 2, "height": 9},
        {},
    ]
    texts = replace(user_pair('A$="x"\n', print), size_sets=({"a$": "y"}, {"b": 3, "c": -2.5}))
    assert [dict(sizes) for sizes, _ in sizes_and_scenes(texts)] == [{"a$": "y"}, {"b": 3, "c": -2.5}]


def test_a_loop_of_gotos_has_no_statement_at_its_label() -> None:
    source = "@L\nVSYNC\nIF RND(2) THEN GOTO @L\nPRINT 1"
    assert listing_places(Listing(source))[0] == {(2, 1), (3, 1), (3, 16), (4, 1)}
