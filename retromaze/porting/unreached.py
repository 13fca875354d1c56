"""Drops what changes nothing in a function's code: lines behind a jump, and flags that nobody reads."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from retromaze.porting.lines import Code, PortLine

LEAVES = re.compile(r"(break|continue|return|raise)\b")
LOOP = re.compile(r"(while|for)\b")


def without_unreached(code: Code, flags: Collection[str]) -> Code:
    """The same code; `flags` are the variables that tell of a jump out of several loops."""
    code = reachable_lines(code)
    while (at := vain_test(code, flags)) is not None:
        code = [*code[:at], *code[at + 2 :]]
    for flag in flags:
        if not any(reads(line, flag) for line in code):
            code = without_flag(code, flag)
    return code


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


def vain_test(code: Code, flags: Collection[str]) -> int | None:
    """Where `if flag:` and `continue` end a loop, which goes on all the same; None if nowhere."""
    tests = {f"if {flag}:" for flag in flags}
    for at in range(len(code) - 1):
        if code[at].code in tests and code[at + 1].code == "continue":
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


def reads(line: PortLine, flag: str) -> bool:
    """Whether a line does anything with a flag but set it."""
    return not sets(line, flag) and re.search(rf"\b{flag}\b", line.code) is not None


def sets(line: PortLine, flag: str) -> bool:
    return line.code in {f"{flag} = True", f"{flag} = False"}


def without_flag(code: Code, flag: str) -> Code:
    """The lines that do not set it; what one says of a jump is said of the `break` behind it."""
    result: Code = []
    note = ""
    for line in code:
        if sets(line, flag):
            note = line.note
            continue
        result.append(replace(line, note=note) if note and line.code == "break" else line)
        note = ""
    return result
