"""Which lines of a port answer a line, and which variables are whose."""

from pathlib import Path
from typing import get_args

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.comparison.line_tracing import EventPaths
from retromaze.comparison.listing_recording import record
from retromaze.comparison.pairs import pair_of_entry
from retromaze.comparison.port_replay import replay
from retromaze.comparison.runnable_programs import text_of
from retromaze.porting.writing import write_port
from retromaze.python.layout import Numbering
from retromaze.sources.matching_lines import (
    first_lines_of_modules,
    imported_modules,
    matching_port_lines,
    names_in_margins_by_function,
    read_margins,
)
from tests.amounts import fewer

LISTING = """\
'start
A=1
FOR I=1 TO 9
 B=I
 PRINT B
NEXT
END
"""
PORT = """\
def main(machine):  # 2-7
    a = 1  # 2
    for i in range(1, 10):  # 3-6
        b = i  # 4
        c = b

        machine.console.print(c)  # 5
"""


def test_a_line_is_answered_by_all_stretches_whose_margins_name_it_the_narrowest_first() -> None:
    assert matching_port_lines(LISTING, PORT) == [
        [],
        [],
        [(2, 2, 1), (1, 1, 6)],
        [(3, 3, 4), (1, 1, 6)],
        [(4, 5, 1), (3, 3, 4), (1, 1, 6)],
        [(7, 7, 1), (3, 3, 4), (1, 1, 6)],
        [(3, 3, 4), (1, 1, 6)],
        [(1, 1, 6)],
    ]


def test_a_margin_holds_up_to_the_next_one_in_the_same_function() -> None:
    port = """\
X = 1  # 2
Y = 2

Z = 3
class Game:
    def run(self):  # 3
        for i in row:
            b = i  # 4
        c = b

        d = c

    def other(self):
        pass
"""
    found = [[(each.first, each.last) for each in line] for line in matching_port_lines(LISTING, port)]
    assert found == [[], [], [(1, 2)], [(6, 7)], [(8, 11)], [], [], []]


@pytest.mark.parametrize("program", fewer(["sticks", "digging_dialog"], [*CATALOGUE]))
def test_a_margin_says_with_few_numbers_what_it_says_with_all(program: str) -> None:
    source = pair_of_entry(CATALOGUE[program]).text
    ports = [write_port(source, "a.bas", each) for each in get_args(Numbering)]
    none, first, every = (lines_answered(source, port) for port in ports)
    assert not any(none.values())
    assert {at: lines for at, lines in every.items() if own_margin(ports[2], at)} == {
        at: lines for at, lines in first.items() if own_margin(ports[2], at)
    }
    assert ports[1].count("  # ") < ports[2].count("  # ")


def lines_answered(source: str, port: str) -> dict[int, set[int]]:
    """For each line of a port the lines of the listing that it answers, by the innermost margin."""
    found: dict[int, set[int]] = {line: set() for line in range(1, len(port.splitlines()) + 1)}
    for number, stretches in enumerate(matching_port_lines(source, port)):
        for each in stretches:
            for line in range(each.first, each.last + 1):
                found[line].add(number)
    return found


def own_margin(port: str, line: int) -> bool:
    """Whether a line of a port carries numbers itself."""
    return line in read_margins(port)


def test_a_port_that_python_cannot_read_answers_nothing() -> None:
    assert not any(matching_port_lines(LISTING, "def main(:  # 2\n"))
    assert imported_modules(LISTING, "def main(:  # 2\n", None) == []


def lit_lines(program: str, line: int) -> list[str]:
    """The narrowest answers to a line of a program of the catalogue, as texts."""
    pair = pair_of_entry(CATALOGUE[program])
    port = text_of(pair.port)
    modules = imported_modules(pair.text, port, None)
    texts = [*port.splitlines(), *(row for each in modules for row in each.text.splitlines())]
    assert len(first_lines_of_modules(port, modules)) == len(modules)
    answers = matching_port_lines(pair.text, port, modules)[line]
    return [texts[each.first - 1].strip() for each in answers if each.breadth == answers[0].breadth]


def test_the_librarys_modules_answer_what_they_do() -> None:
    found = {line: lit_lines("kruskal", line) for line in (24, 25, 42, 43, 44, 48, 51, 53)}
    assert found == {
        24: ["for last in range(len(things) - 1, -1, -1):  # shuffled FOR"],
        25: [
            "drawn = below(last + 1)  # shuffled RND",
            "things[last], things[drawn] = things[drawn], things[last]  # shuffled SWAP",
        ],
        42: ["if self.array[thing] < 0:  # FIND+1", "return thing  # FIND+1"],
        43: ["self.array[thing] = self.find(self.array[thing])  # FIND+2"],
        44: ["return self.array[thing]  # FIND+3"],
        48: ["one, other = self.find(one), self.find(other)  # UNION+1"],
        51: ["self.array[one] += self.array[other]  # UNION+4"],
        53: ["return True  # UNION+6"],
    }


def test_a_module_of_the_library_answers_nothing_where_the_port_notes_no_such_def() -> None:
    listing = "DEF FIND(I)\n RETURN I\nEND\nPRINT FIND(1)\n"
    port = (
        "from retromaze.ports.mazes import DisjointSets\n\n\ndef main(machine):\n    DisjointSets(3)  # 4\n"
    )
    assert imported_modules(listing, port, None) == []


def test_modules_beside_the_port_name_lines_by_numbers(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("def put(machine, b):\n    machine.console.print(b)  # 5\n")
    (tmp_path / "silent.py").write_text("def twice(b):\n    return 2 * b\n")
    port = "from beside import put\nfrom silent import twice\nfrom nowhere import nothing\n"
    modules = imported_modules(LISTING, port, tmp_path)
    assert [each.name for each in modules] == ["beside"]
    assert first_lines_of_modules(port, modules) == [4]
    assert matching_port_lines(LISTING, port, modules)[5] == [(5, 5, 1)]
    assert imported_modules(LISTING, port, None) == []


@pytest.mark.parametrize("program", fewer(["kruskal", "digging_dialog"], [*CATALOGUE]))
def test_the_margin_of_a_line_that_makes_an_event_names_the_listings_line_of_that_event(program: str) -> None:
    pair = pair_of_entry(CATALOGUE[program])
    margins = read_margins(text_of(pair.port))
    recording = record(pair.listing, 1, pair.script, with_lines=True)
    event_lines = EventPaths(None)
    replay(recording, pair.port, note_event=event_lines.on_event)
    pairs = set(zip(recording.trace.lines, event_lines.lines, strict=False))
    assert pairs
    wrong = [(here, there) for here, there in pairs if not named(margins.get(there), here)]
    assert sorted(wrong) == []


def named(ranges: tuple[range, ...] | None, line: int) -> bool:
    """Whether a margin names a line; a line without one, of a function that is called, may answer any."""
    return ranges is None or any(line in each for each in ranges)


NOTED = """\
def main(machine, *, width=3,
         height=4):  # 6-7  M_W, M_H, GOAL
    name, rest = "", 0  # 8  N$, R
    for wall in range(  # 9
        width
    ):  # 10-11  K
        total: int = 0  # 12  T%
    self.x = total  # 13  X
    name = 1  # 14  OTHER
    print(name)  # 15  P
    rooms[1] = 2  # 16  R


def dig():  # 20-30  DIG
    x = "# 17  X"
"""


def test_margins_name_the_listings_variables() -> None:
    assert names_in_margins_by_function(NOTED) == {
        "main": {
            "width": "M_W",
            "height": "M_H",
            "name": "N$",
            "rest": "R",
            "wall": "K",
            "total": "T%",
            "self.x": "X",
        },
        "dig": {},
    }


@pytest.mark.parametrize("port", ["", "def main(", "x = '\0'", "-" * 100_000 + "1"])
def test_a_text_that_is_no_port_names_none(port: str) -> None:
    assert names_in_margins_by_function(port) == {}


def test_a_port_of_the_catalogue() -> None:
    port = Path(__file__).parents[2] / "retromaze" / "ports" / "kruskal.py"
    assert names_in_margins_by_function(port.read_text("utf-8"))["main"]["sets"] == "U"
