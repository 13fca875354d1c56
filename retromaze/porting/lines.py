"""Lines of a port: code, the listing's line, a note; `bridge` makes statements of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

OPENING, CLOSING = "([{", ")]}"


@dataclass(frozen=True)
class PortLine:
    """One statement or heading; `number` is the listing's line (0: none), `note` a remark."""

    depth: int
    code: str
    number: int = 0
    note: str = ""


Code = list[PortLine]


def indent(code: Iterable[PortLine]) -> Code:
    return [replace(line, depth=line.depth + 1) for line in code]


def depths(code: str) -> Iterator[tuple[int, int]]:
    """Each place of the code outside strings with the number of brackets open there."""
    depth, quoted, at = 0, False, 0
    while at < len(code):
        each = code[at]
        if each == "\\" and quoted:
            at += 2
            continue
        if each == '"':
            quoted = not quoted
        elif not quoted:
            depth -= each in CLOSING
            yield at, depth
            depth += each in OPENING
        at += 1


def pairs_of(code: str) -> list[tuple[int, int]]:
    """The outermost pairs of brackets with something inside, the last one first."""
    pairs, opened = [], 0
    for at, depth in depths(code):
        if depth == 0 and code[at] in OPENING:
            opened = at
        elif depth == 0 and code[at] in CLOSING and at > opened + 1:
            pairs.append((opened, at))
    return pairs[::-1]
