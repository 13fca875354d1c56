"""What a function's code is without lines that change nothing."""

from __future__ import annotations

import ast
from itertools import pairwise

from retromaze.porting.writing import write_port
from retromaze.python.unreached import drop_vain_tests, reachable
from tests.python.trees import text, tree


def kept(source: str) -> list[str]:
    body = reachable(tree(source))
    drop_vain_tests(body, lambda test: ast.unparse(test) == "jumped")
    return text(body).splitlines()


def test_lines_behind_a_jump_go_up_to_the_end_of_their_block() -> None:
    found, expected = {}, {}
    for leaving in ["break", "continue", "return", "return breadth", "raise basic.End"]:
        head = f"while True:\n    if a:\n        {leaving}\n"
        source = f"{head}        b()\n        if c:\n            d()\n    else:\n        e()"
        found[leaving] = kept(source)
        expected[leaving] = [*head.splitlines(), "    else:", "        e()"]
    assert found == expected


def test_names_like_jumps_are_none() -> None:
    plain = ["breaks = 1", "returned()", "continued = a", "raised = 1"]
    assert [kept(f"{each}\nb()") for each in plain] == [[each, "b()"] for each in plain]


LOOPS = """while True:
    jumped = False
    while a:
        if b:
            jumped = True
            break
        c()
    if jumped:
        continue"""


def test_a_test_that_ends_a_loop_is_not_wanted() -> None:
    assert kept(LOOPS) == LOOPS.splitlines()[:-2]


def test_a_test_that_something_depends_on_stays() -> None:
    sources = [LOOPS + more for more in ("\n    d()", "\n    if jumped:\n        break", "\n    d(jumped)")]
    assert [kept(each) for each in sources] == [each.splitlines() for each in sources]


def test_a_test_in_a_branch_stays() -> None:
    source = "while True:\n    if a:\n        b()\n        if jumped:\n            continue\n    c()"
    assert kept(source) == source.splitlines()


def test_a_test_that_is_all_there_is_in_a_loop_stays() -> None:
    source = "while a:\n    if jumped:\n        continue"
    assert kept(source) == source.splitlines()


LISTING = """@L
VSYNC
IF BUTTON() AND 1 THEN GOTO @A
PRINT 1
GOTO @B
@A
PRINT 2
@B
IF BUTTON() AND 2 THEN GOTO @A
PRINT 3
GOTO @L
"""


def test_a_port_leaves_its_jumps_by_one_statement() -> None:
    rows = [row.split("#")[0].rstrip() for row in write_port(LISTING).splitlines()]
    assert not [row for row in rows if row.strip().startswith("jumped")]
    for row, following in pairwise(rows):
        if row.strip() in {"break", "continue"}:
            assert not following.strip() or following.index(following.strip()) < row.index(row.strip())
