"""Merges adjacent lines of a port that Python says in one, where the result is the same."""

from __future__ import annotations

import re
from dataclasses import replace

from retromaze.porting.lines import WIDTH, Code, PortLine

ASSIGNED = re.compile(r"((?:self\.)?\w+) = (.+)")
EMPTY = re.compile(r"((?:self\.)?\w+)(?:: list\[\w+\])? = \[\]")
APPENDED = re.compile(r"((?:self\.)?\w+)\.append\((-?\d+(?:\.\d+)?|\"[^\"]*\")\)")
POPPED = re.compile(r"(?:self\.)?\w+\.pop\(0?\)")
CALL = re.compile(r"self\.\w+\(")
"""A function of the listing, which may use what is shared."""
SIMPLE = re.compile(r"[\w.\[\] +*\"-]+")
HEADS = ("if ", "elif ", "else:", "for ", "while ", "match ", "case ")
MOST = 4
ROOM = WIDTH - 30


def merge_lines(code: Code) -> Code:
    """Lists begun with what is pushed first, and assignments of one listing line side by side."""
    return side_by_side(begun_lists(code))


def mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text) is not None


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
        if mentions(code[to].code, name):
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
        group = pairs(code[at:end])
        while group and end < len(code) and can_join(code[at], group, code[end]):
            end += 1
            group = pairs(code[at:end])
        text = written(group) if 1 < len(group) <= MOST else ""
        if text and len(text) < ROOM - 4 * code[at].depth:
            until = max(each.until for each in code[at:end])
            result.append(replace(code[at], code=text, until=until))
        else:
            result += code[at:end]
        at = end
    return result


def pairs(code: Code) -> list[tuple[str, str]]:
    """The names and values of assignments that may stand beside others; none if one may not."""
    found = [ASSIGNED.fullmatch(line.code) for line in code]
    made = [(each[1], each[2]) for each in found if each and is_quiet(each[2])]
    return made if len(made) == len(code) else []


def can_join(first: PortLine, group: list[tuple[str, str]], line: PortLine) -> bool:
    """Whether a line may stand beside those before it."""
    pair = pairs([line])
    if not pair or line.note or first.note or not line.number:
        return False
    names = [name for name, _ in group]
    free = not any(mentions(pair[0][1], name) for name in names) and pair[0][0] not in names
    return free and (line.depth, line.number) == (first.depth, first.number)


def is_quiet(value: str) -> bool:
    """Whether a value is worked out without anything that could look at what is stored before it."""
    return POPPED.fullmatch(value) is not None or (
        SIMPLE.fullmatch(value) is not None and " if " not in value and " for " not in value
    )


def written(group: list[tuple[str, str]]) -> str:
    names, values = zip(*group, strict=True)
    if len(set(values)) == 1 and re.fullmatch(r"-?[\d.]+|\"\"", values[0]):
        return " = ".join([*names, values[0]])
    return f"{', '.join(names)} = {', '.join(values)}"
