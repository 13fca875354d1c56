"""Lines of ports as they begin, and the ways from event to event."""

import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from retromaze.comparison import line_tracing
from retromaze.comparison.input_script import Script
from retromaze.comparison.line_tracing import EventPaths, LineCounter, LineListener, free_tool
from retromaze.comparison.pairs import compare_programs
from retromaze.comparison.runnable_programs import Listing, Port, load_once


def test_a_tracer_hears_of_one_file_in_all_threads_and_leaves_others_as_they_were() -> None:
    def heard(*_: object) -> None:
        return None

    tracer, before = LineCounter(Path(__file__)), (sys.gettrace(), threading.gettrace())
    sys.settrace(heard)
    threading.settrace(heard)
    try:
        with tracer.listening():
            sorted([2, 1])
            same = sized(3)
            thread = threading.Thread(target=sized, args=(3,))
            thread.start()
            thread.join()
        assert (same, sys.gettrace(), threading.gettrace()) == (3, heard, heard)
    finally:
        sys.settrace(before[0])
        threading.settrace(before[1])
    first = sized.__code__.co_firstlineno
    assert {line - first: count for line, count in tracer.counts.items()} == {1: 2}


@pytest.mark.parametrize("taken", [0, 1])
def test_first_lines_are_told_of_whatever_else_looks_on(taken: int) -> None:
    monitoring: Any = getattr(sys, "monitoring", None)
    found: list[set[int]] = []
    with ExitStack() as held:
        for _ in range(taken if monitoring else 0):
            tool = free_tool()
            monitoring.use_tool_id(tool, "another")
            held.callback(monitoring.free_tool_id, tool)
        for _ in range(2):
            lines_run, before = set[int](), sys.gettrace()
            with LineListener(Path(__file__), lines_run.add).listening():
                same = sized(3)
                thread = threading.Thread(target=sized, args=(4,))
                thread.start()
                thread.join()
            assert (same, sys.gettrace()) == (3, before)
            found.append({line - sized.__code__.co_firstlineno for line in lines_run})
    assert found == [{1}, {1}]
    assert not monitoring or free_tool() is not None


def sized(number: int) -> int:
    return number


LISTING = """\
FOR I=1 TO 3
IF I==2 THEN J=1
GPSET I,I
NEXT
"""
PORT = """\
def main(machine):
    for i in range(1, 4):
        if i == 2:
            j = 1
        dot(machine, i)
    machine = None


def dot(machine, i):
    machine.screen.point(i, i)
"""


def followed(port: str, folder: Path) -> EventPaths:
    file = folder / "port.py"
    file.write_text(port)
    ways = EventPaths(file)
    made = compare_programs(
        Listing(LISTING), ways.tracing_first_run(load_once(Port(file))), seed=1, note_event=ways.on_event
    )
    assert made.difference is None
    return ways


def test_each_event_has_its_line_and_the_lines_before_it(tmp_path: Path) -> None:
    ways = followed(PORT, tmp_path)
    assert ways.lines == [10, 10, 10]
    # the first way begins where the file is loaded
    assert ways.ways == [(1, 9, 2, 3, 5, 10), (2, 3, 4, 5, 10), (2, 3, 5, 10), (2, 6)]
    assert list(ways.numbers) == [0, 1, 2, 3]


def test_only_the_first_run_is_followed(tmp_path: Path) -> None:
    ways = EventPaths(tmp_path / "port.py")
    port = ways.tracing_first_run(lambda machine: None)
    port(None)  # type: ignore[arg-type]
    port(None)  # type: ignore[arg-type]
    assert (ways.ways, list(ways.numbers)) == ([()], [0])


def test_a_long_way_is_cut_and_more_ways_than_are_kept_are_their_event_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_tracing, "LONGEST_WAY", 2)
    assert followed(PORT, tmp_path).ways == [(1, 9, 10), (2, 3, 10), (2, 6)]
    monkeypatch.setattr(line_tracing, "LONGEST_WAY", 100)
    monkeypatch.setattr(line_tracing, "MOST_WAYS", 1)
    ways = followed(PORT, tmp_path)
    assert (ways.ways, list(ways.numbers)) == ([(1, 9, 2, 3, 5, 10), (10,), ()], [0, 1, 1, 2])


def test_an_event_inside_what_ports_are_written_with_is_told_at_the_ports_line(tmp_path: Path) -> None:
    file = tmp_path / "port.py"
    file.write_text(
        "from retromaze.ports.basic import ask_number\n\n\ndef main(machine):\n"
        '    number = ask_number(machine, "N?", 0)\n    machine.console.print(str(number))\n'
    )
    ways = EventPaths(file)
    listing, script = Listing('INPUT "N";N\nPRINT N\n'), Script(answers=("7",))
    compare_programs(
        listing,
        ways.tracing_first_run(load_once(Port(file))),
        seed=1,
        script=script,
        note_event=ways.on_event,
    )
    assert ways.lines and set(ways.lines) <= {5, 6}
