import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from retromaze.comparison.line_listener import FirstLines, LineCounter, free_tool


def test_a_tracer_hears_of_one_file_and_leaves_another_as_it_was() -> None:
    def heard(*_: object) -> None:
        return None

    tracer, before = LineCounter(Path(__file__)), sys.gettrace()
    sys.settrace(heard)
    try:
        with tracer.on():
            sorted([2, 1])
            same = sized(3)
        assert sys.gettrace() is heard
    finally:
        sys.settrace(before)
    first = sized.__code__.co_firstlineno
    assert same == 3
    assert {line - first for line in tracer.counts} == {1}


def test_what_a_port_does_in_threads_counts_too() -> None:
    def heard(*_: object) -> None:
        return None

    tracer, before = LineCounter(Path(__file__)), threading.gettrace()
    threading.settrace(heard)
    try:
        with tracer.on():
            thread = threading.Thread(target=sized, args=(3,))
            thread.start()
            thread.join()
        assert threading.gettrace() is heard
    finally:
        threading.settrace(before)
    assert {line - sized.__code__.co_firstlineno for line in tracer.counts} == {1}


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
            first, before = FirstLines(Path(__file__)), sys.gettrace()
            with first.on():
                same = sized(3)
                thread = threading.Thread(target=sized, args=(4,))
                thread.start()
                thread.join()
            assert (same, sys.gettrace()) == (3, before)
            found.append({line - sized.__code__.co_firstlineno for line in first.lines})
    assert found == [{1}, {1}]
    assert not monitoring or free_tool() is not None


def sized(number: int) -> int:
    return number
