"""What a function's code is without lines that change nothing."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from retromaze.porting.lines import PortLine, text_of
from retromaze.porting.unreached import without_lines, without_unreached
from retromaze.porting.writing import write_port


def kept(text: str) -> list[str]:
    rows = [PortLine((len(row) - len(row.lstrip())) // 4, row.strip()) for row in text.splitlines()]
    return [" " * 4 * line.depth + line.code for line in without_unreached(rows, re.compile("if jumped:"))]


@pytest.mark.parametrize("leaving", ["break", "continue", "return", "return breadth", "raise basic.End"])
def test_lines_behind_a_jump_go_up_to_the_end_of_their_block(leaving: str) -> None:
    head = f"while True:\n    if a:\n        {leaving}\n"
    text = f"{head}        b()\n        if c:\n            d()\n    else:\n        e()"
    left = [*head.splitlines(), "    else:", "        e()"]
    assert kept(text) == left


@pytest.mark.parametrize("plain", ["breaks = 1", "returned()", "continued = a", "raised = 1"])
def test_names_like_jumps_are_none(plain: str) -> None:
    assert kept(f"{plain}\nb()") == [plain, "b()"]


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


@pytest.mark.parametrize(
    "more",
    ["\n    d()", "\n    if jumped:\n        break", "\n    d(jumped)"],
)
def test_a_test_that_something_depends_on_stays(more: str) -> None:
    assert kept(LOOPS + more) == (LOOPS + more).splitlines()


def test_a_test_in_a_branch_stays() -> None:
    text = "while True:\n    if a:\n        b()\n        if jumped:\n            continue\n    c()"
    assert kept(text) == text.splitlines()


def test_a_test_that_is_all_there_is_in_a_loop_stays() -> None:
    text = "while a:\n    if jumped:\n        continue"
    assert kept(text) == text.splitlines()


def test_what_is_said_of_a_jump_is_said_of_its_break() -> None:
    code = [PortLine(0, "jumped = True", 7, "@L"), PortLine(0, "break", 7)]
    assert list(text_of(without_lines(code, lambda line: line.code == "jumped = True"))) == ["break  # 7  @L"]


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
