"""Lines of ports beside the lines of listings that they answer; alignment."""

import re
from collections.abc import Sequence
from random import Random
from time import process_time

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.commands.show import port_source
from retromaze.errors import UsageError
from retromaze.language.lexer import LONGEST_PROGRAM
from retromaze.sources.highlight import listing_lines, python_lines
from retromaze.sources.matching_lines import (
    Item,
    PairedBlock,
    PairedPart,
    best_alignment,
    check_readable,
    paired_parts,
    parse_ranges,
    read_margins,
)
from tests.amounts import every, many


def line(number: int) -> Item:
    return Item(range(number, number + 1))


def test_a_margin_begins_with_the_lines_it_names() -> None:
    named = {
        "x = 1  # 6": ["6"],
        "x = 1  # 14-22, 30  X: why": ["14-22", "30"],
        "x = 1  # 14–22": ["14-22"],
        "x = 1  # @DIG, 3-4": ["3-4"],
        "x = 1  # 27, 38-39  @DIG": ["27", "38-39"],
        "x = 1  # 40 % quicker": [],
        "x = 1  # kept: 6": [],
        "x = '# 6'": [],
        "# 6": [],
    }
    assert {text: [*read_margins(text + "\n").get(1, ())] for text in named} == {
        text: [each for word in words for each in parse_ranges(word)] for text, words in named.items()
    }


def test_what_python_cannot_read_is_told_with_its_line() -> None:
    failures = [
        ("x = 1\ny = (\n", "m.py:2: Python cannot read this: '(' was never closed"),
        ("def f():\n  x\n y\n", "m.py:3: Python cannot read this: unindent does not match any outer"),
        ("x = '\0'\n", "m.py: Python cannot read this: source code string cannot contain null bytes"),
    ]
    for port, words in failures:
        with pytest.raises(UsageError, match=f"^{re.escape(words)}"):
            check_readable(port, "m.py")


def test_lines_end_where_python_ends_them() -> None:
    port = '"""\x0c \x1c"""\n\ndef main(machine):  # 1\n    "\u2028"  # 1 \x85\n\n    x  # 2\n'
    head, main = paired_parts("ACLS '\x1c\u2028\nEND\n", port)
    assert head == PairedPart("", (PairedBlock((), range(1, 2), is_aligned=False),))
    assert main.blocks == (
        PairedBlock((line(1),), range(3, 6), is_aligned=True),
        PairedBlock((line(2),), range(6, 7), is_aligned=True),
    )


def test_thousands_of_lines_are_paired_in_no_time() -> None:
    count = many(1_000, 20_000)
    calls = "".join(f"    part{each}(machine)  # {each}\n" for each in range(1, count + 1, 2))
    parts = "".join(f"def part{each}(machine):  # {each + 1}\n    pass\n" for each in range(1, count + 1, 2))
    begun = process_time()
    main, *others = paired_parts("A=1\n" * count, f"def main(machine):  # 1-{count}\n{calls}{parts}")
    assert process_time() - begun < count / 1_000
    assert len(main.blocks) == count // 2 + 1 and [each.name for each in others[:2]] == ["part1", "part3"]


def test_a_port_with_an_endless_line_has_no_margins() -> None:
    assert read_margins("x = 1  # 6\ny = 1" + " + 1" * 500_000) == {}


LISTING = """\
' A TINY MAZE
ACLS
DIG 1
END

' digs
DEF DIG X
 GPSET X,X
END
"""

PORT = '''\
"""A tiny maze."""

def main(machine):  # 2
    machine.reset()  # 2
    dig(machine, 1)


def dig(machine, x):  # 7-9  DIG, X
    """Dig."""
    machine.screen.point(x, x)  # 8
'''


def test_a_tiny_pair() -> None:
    assert paired_parts(LISTING, PORT) == [
        PairedPart("", (PairedBlock((line(1),), range(1, 2), is_aligned=False),)),
        PairedPart(
            "main",
            (
                PairedBlock((line(2), line(3), line(4), line(5)), range(3, 5), is_aligned=True),
                PairedBlock((Item(range(6, 10), "dig"),), range(5, 6), is_aligned=True),
            ),
        ),
        PairedPart(
            "dig",
            (
                PairedBlock((line(6),), range(0), is_aligned=False),
                PairedBlock((line(7),), range(8, 10), is_aligned=True),
                PairedBlock((line(8), line(9)), range(10, 11), is_aligned=True),
            ),
        ),
    ]


def test_lines_below_a_def_stay_in_main() -> None:
    listing = "W=5\nH=6\nDEF FOO\nPRINT 1\nEND\n' main\nPRINT W\nFOO\n"
    port = "W = 5\n\n\ndef foo():  # 3-5\n    print(1)  # 4\n\n\ndef main():\n    print(5)  # 7\n    foo()\n"
    items = [
        (part.name, [item for block in part.blocks for item in block.items])
        for part in paired_parts(listing, port)
    ]
    assert items == [
        ("", [line(1), line(2)]),
        ("foo", [line(3), line(4), line(5)]),
        ("main", [Item(range(3, 6), "foo"), line(6), line(7), line(8)]),
    ]


def test_every_line_of_listing_and_port_stands_once_and_a_fifth_is_tied() -> None:
    for entry in CATALOGUE.values():
        listing, port = listing_source(entry), port_source(entry)
        blocks = [block for part in paired_parts(listing, port) for block in part.blocks]
        lines = [item.lines[0] for block in blocks for item in block.items if not item.moved_to]
        assert sorted(lines) == list(range(1, len(listing.splitlines()) + 1)), entry.name
        shown = [number for block in blocks for number in block.port]
        full = [number for number, text in enumerate(port.splitlines(), 1) if text.strip()]
        assert shown == sorted(set(shown)), entry.name
        assert set(full) <= set(shown), entry.name
        assert sum(block.is_aligned for block in blocks) * 5 >= len(port.splitlines()), entry.name


def test_coloring_changes_no_character() -> None:
    for entry in every(6, [*CATALOGUE.values()]):
        listing, port = listing_source(entry), port_source(entry)
        colored, python = listing_lines(listing), python_lines(port)
        assert ["".join(text for text, _ in line) for line in colored] == listing.splitlines()
        assert ["".join(text for text, _ in line) for line in python] == port.splitlines()


def test_a_margin_of_absurd_lines_ends_where_no_listing_has_more() -> None:
    for text in ("1-99999999999999999999999", f"2, 1-{'9' * 5000}", f"{'9' * 5000}"):
        ranges = parse_ranges(text)
        assert all(len(each) <= LONGEST_PROGRAM + 2 for each in ranges)
    port = "def main(machine):\n    x = 1  # 1-99999999999999999999999\n    y = 2  # 2\n"
    parts = paired_parts("A=1\nB=2\n", port)
    assert {item.lines.start for part in parts for block in part.blocks for item in block.items} == {1, 2}


# ---- the pairs of most worth, beside a table of all rows and columns


def tabled(worths: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The same pairs, read out of the table of what each corner is worth."""
    rows, columns = len(worths), len(worths[0]) if worths else 0
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            is_aligned = worths[i][j] + best[i + 1][j + 1] if worths[i][j] else 0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], is_aligned)
    pairs = []
    i = j = 0
    while i < rows and j < columns:
        if worths[i][j] and best[i][j] == worths[i][j] + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def sparse(worths: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    return best_alignment((i, j, each) for i, row in enumerate(worths) for j, each in enumerate(row) if each)


def test_the_worthiest_pairs_in_order_are_tied() -> None:
    assert sparse([[4, 4, 0], [0, 0, 4]]) == [(0, 0), (1, 2)]
    assert sparse([[0, 1, 5], [4, 0, 0]]) == [(0, 2)]
    assert sparse([]) == []


def test_they_are_those_of_the_whole_table() -> None:
    chance = Random(1)
    for _ in range(many(500, 2000)):
        rows, columns, density = chance.randrange(1, 10), chance.randrange(1, 10), chance.random()
        worths = [
            [chance.choice((1, 2, 4)) if chance.random() < density else 0 for _ in range(columns)]
            for _ in range(rows)
        ]
        assert sparse(worths) == tabled(worths)
