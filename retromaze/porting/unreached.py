"""Drops what changes nothing in a function's code: lines behind a jump, tests where a loop goes on anyway."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from retromaze.porting.lines import Code, PortLine

LEAVES = re.compile(r"(break|continue|return|raise)\b")
LOOP = re.compile(r"(while|for)\b")


def without_unreached(code: Code, test: re.Pattern[str]) -> Code:
    """The same code; `test` are the tests of the flag of jumps out of several loops."""
    code = reachable_lines(code)
    while (at := vain_test(code, test)) is not None:
        code = [*code[:at], *code[at + 2 :]]
    return code


def without_lines(code: Code, is_vain: Callable[[PortLine], bool]) -> Code:
    """The other lines; what such a line says of a jump is said of the `break` behind it."""
    result: Code = []
    note = ""
    for line in code:
        if is_vain(line):
            note = line.note
            continue
        result.append(replace(line, note=note) if note and line.code == "break" else line)
        note = ""
    return result


def reachable_lines(code: Code) -> Code:
    """The lines without those behind one that leaves their block."""
    result: Code = []
    left: int | None = None
    for line in code:
        if left is not None and line.depth >= left:
            continue
        left = line.depth if LEAVES.match(line.code) else None
        result.append(line)
    return result


def vain_test(code: Code, test: re.Pattern[str]) -> int | None:
    """Where such a test and `continue` end a loop, which goes on all the same; None if nowhere."""
    for at in range(len(code) - 1):
        if test.fullmatch(code[at].code) and code[at + 1].code == "continue":
            following = code[at + 2].depth if at + 2 < len(code) else -1
            if following <= loop_depth(code, at):
                return at
    return None


def loop_depth(code: Code, at: int) -> int:
    """The depth of the loop around a line; -2 if the test is all there is in a block, or in none."""
    depth = code[at].depth
    if at and code[at - 1].depth < depth:
        return -2
    for line in reversed(code[:at]):
        if line.depth < depth:
            depth = line.depth
            if LOOP.match(line.code):
                return depth
    return -2
