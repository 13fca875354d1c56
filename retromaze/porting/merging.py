"""Merges adjacent lines of a port that Python says in one, where the result is the same."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from retromaze.porting.lines import WIDTH, Code, PortLine

ASSIGNED = re.compile(r"((?:self\.)?\w+) = (.+)")
EMPTY = re.compile(r"((?:self\.)?\w+)(?:: list\[\w+\])? = \[\]")
APPENDED = re.compile(r"((?:self\.)?\w+)\.append\((-?\d+(?:\.\d+)?|\"[^\"]*\")\)")
POPPED = re.compile(r"(?:self\.)?\w+\.pop\(0?\)")
VARIABLE = re.compile(r"(?<![\w.])(?:self\.)?\w+")
CALL = re.compile(r"self\.\w+\(")
"""A function of the listing, which may use what is shared."""
SIMPLE = re.compile(r"[\w.\[\] +*\"-]+")
HEADS = ("if ", "elif ", "else:", "for ", "while ", "match ", "case ")
MOST = 4
ROOM = WIDTH - 30


def merge_lines(code: Code) -> Code:
    """Lists begun with what is pushed first, and assignments of one listing line side by side."""
    return side_by_side(begun_lists(code))


@lru_cache(maxsize=10_000)
def mentioned(text: str) -> frozenset[str]:
    """The variables that a line or a value mentions."""
    return frozenset(VARIABLE.findall(text))


def is_plain(line: PortLine, depth: int) -> bool:
    """Whether control goes straight through a line."""
    return line.depth == depth and not line.code.startswith((*HEADS, "break", "continue", "return", "raise"))


def begun_lists(code: Code) -> Code:
    """`stack = [0]` for an empty list and its first `append` of a constant."""
    result = list(code)
    at = 0
    while at < len(result):
        found = EMPTY.fullmatch(result[at].code)
        to = first_use(result, at, found[1]) if found else -1
        appended = APPENDED.fullmatch(result[to].code) if to >= 0 else None
        if found and appended and appended[1] == found[1] and type_fits(result[at].code, appended[2]):
            last = result.pop(to)
            number = result[at].number
            until = last.number if last.number > number else 0
            result[at] = replace(result[at], code=f"{found[1]} = [{appended[2]}]", until=until)
        at += 1
    return result


def first_use(code: Code, at: int, name: str) -> int:
    """Where a name is mentioned next, if control comes straight there; -1 if not."""
    for to in range(at + 1, len(code)):
        if not is_plain(code[to], code[at].depth):
            return -1
        if name.startswith("self.") and CALL.search(code[to].code):
            return -1
        if name in mentioned(code[to].code):
            return to
    return -1


def type_fits(declared: str, value: str) -> bool:
    """Whether Python finds the list's type in its first element."""
    found = re.search(r"list\[(\w+)\]", declared)
    kind = "str" if value.startswith('"') else "float" if "." in value else "int"
    return found is None or found[1] == kind


def side_by_side(code: Code) -> Code:
    """`x, y = 1, 2` for assignments of the same line of the listing."""
    result: Code = []
    at = 0
    while at < len(code):
        end = at + 1
        pair = quiet_assignment(code[at])
        group = dict([pair] if pair else [])
        while group and end < len(code) and (pair := quiet_assignment(code[end])):
            if (
                pair[0] in group
                or not mentioned(pair[1]).isdisjoint(group)
                or not share_line(code[at], code[end])
            ):
                break
            group[pair[0]] = pair[1]
            end += 1
        text = written(group) if 1 < len(group) <= MOST else ""
        if text and len(text) < ROOM - 4 * code[at].depth:
            until = max(each.until for each in code[at:end])
            result.append(replace(code[at], code=text, until=until))
        else:
            result += code[at:end]
        at = end
    return result


def quiet_assignment(line: PortLine) -> tuple[str, str] | None:
    """The name and the value of an assignment that may stand beside others."""
    found = ASSIGNED.fullmatch(line.code)
    return (found[1], found[2]) if found and is_quiet(found[2]) else None


def share_line(first: PortLine, line: PortLine) -> bool:
    """Whether two lines of code, both without a note, are of one line of the listing."""
    notes = first.note or line.note
    return not notes and line.number != 0 and (line.depth, line.number) == (first.depth, first.number)


def is_quiet(value: str) -> bool:
    """Whether a value is worked out without anything that could look at what is stored before it."""
    return POPPED.fullmatch(value) is not None or (
        SIMPLE.fullmatch(value) is not None and " if " not in value and " for " not in value
    )


def written(group: dict[str, str]) -> str:
    names, values = [*group], [*group.values()]
    if len(set(values)) == 1 and re.fullmatch(r"-?[\d.]+|\"\"", values[0]):
        return " = ".join([*names, values[0]])
    return f"{', '.join(names)} = {', '.join(values)}"
