"""The cost of a method: measured on the simulated console, and told by its lesson and on docs/study.md."""

import re
from pathlib import Path

import pytest

from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine
from retromaze.study.console_costs import Cost, array_bytes, cost_of, costs, makers, sizes_for
from tests.amounts import one_in

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "study.md").read_text("utf-8")


def test_a_binary_tree_needs_no_memory_and_time_in_proportion_to_its_rooms() -> None:
    # Five statements a room; those at the upper and the left side have no choice and run fewer.
    assert costs("binary_tree") == [
        Cost(side * side, 5 * side * side - 2 * side + 15, 0, 0) for side in (3, 6, 9, 12, 15, 18)
    ]


def test_calls_inside_each_other_are_counted_at_their_deepest() -> None:
    assert cost_of("backtracker_def", 3) == Cost(rooms=9, statements=237, array_bytes=232, calls=9)


def test_an_array_of_numbers_takes_eight_bytes_each_and_strings_what_they_hold() -> None:
    computer = Computer(Machine(seed=1))
    computer.load_source(0, 'DIM A[3,4],B$[2]:B$[0]="ABC":STOP')
    found: list[int] = []
    computer.on_suspend = lambda slot, line: found.extend(sorted(map(array_bytes, computer.memory.arrays)))
    computer.run(0)
    assert found == [2 * 4 + 3 * 2, 12 * 8]


def test_a_program_makes_the_squares_that_it_can() -> None:
    assert (sizes_for("digging", 12), sizes_for("digging", 15)) == ({"width": 25, "height": 25}, {})
    assert sizes_for("sticks", 3) == {"size": 7}


@pytest.mark.parametrize("name", one_in(6, makers()))
def test_page_and_lessons_tell_what_is_measured(name: str) -> None:
    cost = cost_of(name, 12)
    figures = f"{cost.statements:,} | {cost.statements / cost.rooms:.1f} | {cost.array_bytes:,}"
    a_room = f"{cost.array_bytes / cost.rooms:.1f}"
    assert f"| {name} | {cost.rooms} | {figures} | {a_room} | {cost.calls} |\n" in PAGE
    told = [f"{cost.statements:,}", f"{cost.statements / cost.rooms:.0f}"]
    told += [f"{cost.array_bytes:,}"] if cost.array_bytes else []
    told += [f"{cost.calls}"] if name == "backtracker_def" else []
    for suffix in (".lesson.md", ".lesson.ja.md"):
        lesson = (ROOT / "programs" / f"{name}{suffix}").read_text("utf-8")
        (sentence,) = re.findall(rf"^.*\n?.*\(`retromaze study --costs {name}`\)", lesson, re.MULTILINE)
        numbers = re.findall(r"\d[\d,]*", sentence)
        assert [number for number in numbers if number not in {"12", "138", "1"}] == told
