"""Runs in threads are independent, and Python's recursion limit is what it was when the last one is over."""

import gc
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import retromaze
from retromaze.compiler import compiling as compiler
from retromaze.compiler.settings import ALL, Technique
from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine
from retromaze.recursion import (
    DEEPEST,
    DEEPEST_OF_PORTS,
    deep_recursion,
    deepest_recursion,
    drop_traceback,
    garbage_collection_paused,
)
from retromaze.runner import COMPILING_DEPTH, run_computer
from tests.amounts import TIER, every, many

DEEP = "@A\nINC N:IF N<16384 THEN GOSUB @A\nIF N==16384 THEN ?N:END"
DEFS = "N=0\nDEF F\nN=N+1:IF N<2730 THEN F\nEND\nF\n?N"
ENDLESS = "@A\nGOSUB @A"
NESTED = "A=1\n" + "IF A THEN\n" * 100 + "?7\n" + "ENDIF\n" * 100
COUNTING = 'FOR I=1 TO 3000:N=N+I:NEXT:A$="X"*9:?N;A$'
SMALL_STACK = 256
"""KiB. Windows gives python.exe 2,000: StackReserveSize in CPython's PCbuild/python.vcxproj."""
JOBS = {
    DEEP: ("16384", None),
    DEFS: ("2730", None),
    ENDLESS: ("", 5),
    NESTED: ("7", None),
    COUNTING: ("4501500XXXXXXXXX", None),
}
"""The text and the error of listings."""


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    before = sys.getrecursionlimit()
    yield
    assert sys.getrecursionlimit() == before


def outcome(source: str) -> tuple[str, int | None]:
    result = retromaze.run(source, seed=1)
    return result.text, result.error.number if result.error else None


def test_a_run_leaves_the_limit_as_it_was() -> None:
    limit = sys.getrecursionlimit()
    found = {source: (outcome(source), sys.getrecursionlimit()) for source in JOBS}
    assert found == {source: (expected, limit) for source, expected in JOBS.items()}


@pytest.mark.slow
def test_four_threads_at_once_do_not_touch_each_other() -> None:
    # another comment each time, so that every run compiles its listing
    jobs = [(f"{source} '{turn}", found) for turn in range(many(2, 64)) for source, found in JOBS.items()]
    start = threading.Barrier(4)

    def work(mine: list[tuple[str, tuple[str, int | None]]]) -> list[tuple[str, tuple[str, int | None]]]:
        start.wait()
        return [(source, outcome(source)) for source, _ in mine]

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(work, [jobs[first::4] for first in range(4)]))
    assert found == [jobs[first::4] for first in range(4)]


@pytest.mark.slow
def test_the_first_runs_of_all_can_be_at_once() -> None:
    """Parser, tables and builtins are made by whoever comes first."""
    code = (
        "import threading, retromaze\n"
        "found = []\n"
        "work = lambda: found.append(retromaze.run('?ABS(-7)', seed=1).text)\n"
        "threads = [threading.Thread(target=work) for _ in range(4)]\n"
        "[each.start() for each in threads]\n"
        "[each.join() for each in threads]\n"
        "print(found)"
    )
    assert in_a_process(code) == "['7', '7', '7', '7']"


def in_a_process(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_limit_is_raised_until_the_last_is_done() -> None:
    before = sys.getrecursionlimit()
    with deepest_recursion:
        with deepest_recursion:
            assert sys.getrecursionlimit() == DEEPEST
        assert sys.getrecursionlimit() == DEEPEST
    assert sys.getrecursionlimit() == before


def test_a_port_needs_less_and_lowers_no_limit() -> None:
    before = sys.getrecursionlimit()
    with deep_recursion:
        assert sys.getrecursionlimit() == DEEPEST_OF_PORTS
        with deepest_recursion:
            assert sys.getrecursionlimit() == DEEPEST
        with deep_recursion:
            assert sys.getrecursionlimit() == DEEPEST
    assert sys.getrecursionlimit() == before


def test_who_changes_the_limit_meanwhile_keeps_it() -> None:
    before = sys.getrecursionlimit()
    try:
        with deepest_recursion:
            sys.setrecursionlimit(before + 500)
        assert sys.getrecursionlimit() == before + 500
    finally:
        sys.setrecursionlimit(before)


def test_another_slot_is_compiled_below_thousands_of_gosubs() -> None:
    for word in ("EXEC", "USE"):
        computer = Computer(Machine(seed=1))
        computer.load_source(0, f"@A\nINC N:IF N<16000 THEN GOSUB @A\nIF N==16000 THEN {word} 1:?N:END")
        computer.load_source(1, f"A=1\n{'IF A THEN ' * 99}B=1 '{word}")
        assert run_computer(computer) is None, word
        assert computer.machine.console.text() == "16000", word


def test_a_recursion_of_the_compiler_s_own_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless() -> object:
        return endless()

    def infer(*_: object, **__: object) -> object:
        return endless()

    computer = Computer(Machine(seed=1))
    computer.load_source(0, "EXEC 1")
    computer.compile(computer.slots[0])
    computer.load_source(1, "?'another defect")
    monkeypatch.setattr(deepest_recursion, "depth", 2 * COMPILING_DEPTH)
    monkeypatch.setattr(compiler, "infer", infer)
    with pytest.raises(RecursionError):
        retromaze.run("?'a defect", seed=1)
    with pytest.raises(RecursionError):
        run_computer(computer)


# ---- GOSUBs and DEFs that lead to each other

NONE = frozenset[Technique]()
WAYS = [(False, ALL), (True, NONE), (True, ALL), (False, NONE)]
"""Whether a run is traced, and with which techniques: the first when fast, two in CI."""

PENDING = {
    # a DEF and a GOSUB by name
    'F\nEND\n@L\nF\nRETURN\nDEF F\nN=N+1\nGOSUB "0:@L"\nEND': (2730, "0:5"),
    # with names
    'F 1\nEND\n@L\nF 1\nRETURN\nDEF F A\nVAR B,C\nN=N+1\nGOSUB "0:@L"\nEND': (8192 // 6, "0:5"),
    # a function
    'A=F(1)\nEND\n@L\nA=F(1)\nRETURN\nDEF F(B)\nN=N+1\nGOSUB "0:@L"\nRETURN 1\nEND': (2048, "0:5"),
    # more GOSUBs than DEFs
    'GOSUB @A\nEND\n@A\nN=N+1\nIF N MOD 7 THEN GOSUB @A ELSE F\nRETURN\nDEF F\nGOSUB "0:@A"\nEND': (
        16384,
        "0:6",
    ),
    # GOSUBs by name alone
    'L$="@A"\nGOSUB L$\n@A\nN=N+1\nGOSUB L$': (16384, "0:6"),
    # CALLs
    'F 1,2,3,4,5\nDEF F A,B,C,D,E\nN=N+1\nCALL "F",A,B,C,D,E\nEND': (1024, "0:5"),
    # a CALL in a GOSUB
    'F\n@A\nCALL "F"\nDEF F\nN=N+1\nGOSUB "0:@A"\nEND': (2730, "0:4"),
    # a leaf at the end
    "F\nEND\n@A\nIF N<2730 THEN F\nA=G(1)\nRETURN\n"
    'DEF F\nN=N+1\nGOSUB "0:@A"\nEND\nDEF G(X)\nRETURN X\nEND': (2730, "0:6"),
}
"""The calls that may be pending, and the place of the error of one more."""


@pytest.mark.slow
@pytest.mark.parametrize(("traced", "techniques"), WAYS[: {"fast": 1, "ci": 2, "exhaustive": 4}[TIER]])
def test_the_console_s_own_depth_decides(traced: bool, techniques: frozenset[Technique]) -> None:
    found = {}
    for source in PENDING:
        computer = Computer(Machine(seed=1), traced=traced, techniques=techniques)
        computer.load_source(0, f"N=0\n{source}")
        error = run_computer(computer, frames=1000)
        found[source] = computer.slots[0].namespace["N"], error and error.message
    expected = {source: (calls, f"Stack overflow in {place}") for source, (calls, place) in PENDING.items()}
    assert found == expected


def test_calls_between_slots_count_together() -> None:
    computer = Computer(Machine(seed=1))
    computer.load_source(0, "USE 1\nG\n@A\nN=N+1\nG\nRETURN")
    computer.load_source(1, 'COMMON DEF G\nGOSUB "0:@A"\nEND')
    error = run_computer(computer, frames=1000)
    assert error is not None and error.message == "Stack overflow in 0:5"
    assert computer.slots[0].namespace["N"] == 2730


def deepest_of(slot: int) -> str:
    """All GOSUBs and calls of DEFs that a slot can have pending, and then the next slot."""
    then = f"EXEC {slot + 1}" if slot < 3 else '?"DEEP":END'
    return (
        'L$="@G":GOSUB L$\nEND\n@G\nN=N+1\nIF N<16384 THEN GOSUB L$ ELSE F\nRETURN\n'
        f'COMMON DEF F\nN=N+1\nIF N<16384+2730 THEN CALL "F" ELSE {then}\nEND'
    )


@pytest.mark.slow
def test_four_slots_have_room_for_all_of_it() -> None:
    computer = Computer(Machine(seed=1))
    for slot in range(4):
        computer.load_source(slot, deepest_of(slot))
    assert run_computer(computer) is None
    assert computer.machine.console.text() == "DEEP"


ALL_OF_THEM = """
import json, sys, retromaze
for source in json.load(sys.stdin):
    result = retromaze.run(source, seed=1)
    print(json.dumps([source, [result.text, result.error and result.error.number]]), flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no limit of the stack to set")
def test_a_small_stack_of_the_host_is_enough() -> None:
    """Python 3.13 gave back what an error had passed inside each other, 3.11 made long CALLs in C."""
    jobs = JOBS | {f"N=0\n{source}": ("", 5) for source in every(3, [*PENDING][::-1])}
    command = ["sh", "-c", f'ulimit -s {SMALL_STACK}; exec "$0" -c "$1"', sys.executable, ALL_OF_THEM]
    given = json.dumps([*jobs])
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    found = {source: tuple(outcome) for source, outcome in map(json.loads, done.stdout.splitlines())}
    assert (found, done.returncode) == (jobs, 0)


def test_an_error_lets_its_calls_go_one_by_one_the_innermost_first() -> None:
    gone: list[int] = []

    class Last:
        def __init__(self, level: int) -> None:
            self.level = level

        def __del__(self) -> None:
            gone.append(self.level)

    def descend(level: int) -> None:
        last = Last(level)
        if last.level == 9:
            raise ValueError("deep")
        descend(level + 1)

    try:
        descend(0)
    except ValueError as error:
        assert gone == []
        assert drop_traceback(error) is error and error.__traceback__ is None
        assert gone == list(range(9, -1, -1))
    else:
        pytest.fail("nothing was raised")


def test_who_has_switched_the_garbage_collector_off_keeps_it_off() -> None:
    gc.disable()
    try:
        with garbage_collection_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()
