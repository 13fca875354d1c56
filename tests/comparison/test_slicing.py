"""The lines that the values and conditions at the last line of a run come from."""

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from retromaze.comparison.slicing import Slicer, facts_in


class Over(Exception):
    """The run has come to its last line."""


def slice_of(tmp_path: Path, text: str) -> list[str]:
    """Runs a text to the line that calls `here`; returns the lines of the slice there, without blanks."""
    path = tmp_path / "run.py"
    path.write_text(text)
    slicer, lines_run = Slicer(str(path)), []

    def here(*given: object) -> None:
        raise Over

    def traced(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename != str(path) or frame.f_code.co_name == "<module>":
            return None if frame.f_code.co_filename != str(path) else traced
        if event == "line":
            calls: list[FrameType] = []
            pending: FrameType | None = frame
            while pending is not None and pending.f_code.co_filename == str(path):
                calls.append(pending)
                pending = pending.f_back
            lines_run.append(frame.f_lineno)
            slicer.on_line([each for each in calls if each.f_code.co_name != "<module>"])
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        with pytest.raises(Over):
            exec(compile(text, str(path), "exec"), {"here": here})
    finally:
        sys.settrace(before)
    lines = text.split("\n")
    return [lines[number - 1].strip() for number in slicer.lines(lines_run)]


def test_values_lead_to_the_lines_that_set_them(tmp_path: Path) -> None:
    text = """\
def main():
    a = 1
    b = 2
    c = a + 1
    d = b
    here(c)


main()
"""
    assert slice_of(tmp_path, text) == ["here(c)", "c = a + 1", "a = 1"]


def test_conditions_parameters_and_results_count(tmp_path: Path) -> None:
    text = """\
class Game:
    def __init__(self):
        self.lives = 3
        self.other = 4

    def run(self):
        near = 5
        for _ in range(3):
            self.lives -= 1
        if self.lives == 0:
            self.show(twice(near))

    def show(self, at):
        here(at)


def twice(value):
    return value * 2


Game().run()
"""
    found = slice_of(tmp_path, text)
    assert found[:3] == ["here(at)", "self.show(twice(near))", "if self.lives == 0:"]
    assert {"self.show(twice(near))", "near = 5", "self.lives -= 1", "return value * 2"} <= set(found)
    # it is set elsewhere, too
    assert found[-1] == "self.lives = 3"
    assert "self.other = 4" not in found


def test_names_of_two_functions_and_elements_of_lists(tmp_path: Path) -> None:
    text = """\
def main():
    x = 1
    other()
    row = [0] * 3
    row[x] = 7
    row.append(4)
    here(row[0])


def other():
    x = 2


main()
"""
    assert slice_of(tmp_path, text) == [
        "here(row[0])",
        "row.append(4)",
        "row[x] = 7",
        "row = [0] * 3",
        "x = 1",
    ]


def test_an_element_that_is_removed_counts(tmp_path: Path) -> None:
    text = """\
def main():
    lines = [1, 2]
    number = 0
    if lines:
        del lines[number]
    here(lines)


main()
"""
    assert slice_of(tmp_path, text) == [
        "here(lines)",
        "del lines[number]",
        "lines = [1, 2]",
        "if lines:",
        "number = 0",
    ]


def test_a_value_of_many_lines_leaves_room_for_the_others(tmp_path: Path) -> None:
    more = "".join(f"    a += {number}\n" for number in range(9))
    text = f"def main():\n    a = 1\n    z = 2\n{more}    here(a + z)\n\n\nmain()\n"
    assert slice_of(tmp_path, text)[:3] == ["here(a + z)", "a += 8", "z = 2"]


def test_a_condition_that_was_false_counts_where_it_could_have_set_a_value(tmp_path: Path) -> None:
    text = """\
def main():
    a, b = 1, 2
    w = 0
    if b > 3:
        w = 5
    if a > 3:
        a = 5
    here(w)


main()
"""
    assert slice_of(tmp_path, text) == ["here(w)", "w = 0", "if a > 3:", "if b > 3:", "a, b = 1, 2"]


def test_the_order_of_names_is_always_the_same() -> None:
    """Where lines are many the first ones are kept: the names of a set come in another order each time."""
    facts, _ = facts_in(b"def f(d, c, b, a):\n    e = d + c * b - a\n")
    assert facts[2].uses == ("f.a", "f.b", "f.c", "f.d", "f.e")
