"""Lines of a port: code, the listing's line in the margin, comments; long lines are folded."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from retromaze.language.spans import spans
from retromaze.porting.carried import in_comment, in_docstring, visible_text

WIDTH = 110
INDENT = "    "
OPENING, CLOSING = "([{", ")]}"


@dataclass(frozen=True)
class PortLine:
    """One statement or heading; `number` is the listing's line (0: none), `note` a remark.

    `until` is the last of several lines that it stands for, `codes` what ruff is not to say of it. Without
    code it is a remark that stands alone, or a blank line; a docstring has its lines in `document`. What
    stands in its brackets may be a `table` of the listing: rows of items, with the line of each.
    """

    depth: int
    code: str
    number: int = 0
    note: str = ""
    until: int = 0
    codes: tuple[str, ...] = ()
    document: tuple[str, ...] = ()
    table: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def margin(self) -> str:
        """The comment behind the code."""
        span = f"{self.number}-{self.until}" if self.until else f"{self.number}" if self.number else ""
        text = "  ".join(each for each in (span, in_comment(self.note)) if each)
        return f"  # {text}" if text else ""


Code = list[PortLine]
BLANK = PortLine(0, "")


def document(lines: Iterable[str], depth: int = 0) -> PortLine:
    """A docstring: its first line is its summary."""
    return PortLine(depth, '""', document=tuple(lines) or ("A listing.",))


def indent(code: Iterable[PortLine]) -> Code:
    return [replace(line, depth=line.depth + 1) for line in code]


# ---- the listing's comments


@dataclass(frozen=True)
class Remark:
    """A comment of the listing; `alone` if nothing else stands on its line."""

    number: int
    text: str
    alone: bool


def remarks(source: list[str]) -> list[Remark]:
    """The comments of a listing in source order, empty ones left out."""
    found = []
    for number, line in enumerate(source, 1):
        for _, text, start in (span for span in spans(line) if span.kind == "comment"):
            if said := text[1 if text.startswith("'") else 3 :].strip():
                found.append(Remark(number, said, not line[:start].strip(" :")))
    return found


def with_remarks(code: Code, found: list[Remark]) -> Code:
    """Comments that stand alone go before the line that comes next in the listing, others into margins."""
    waiting = [each for each in found if each.alone]
    beside = {each.number: each.text for each in found if not each.alone}
    firsts = places(code, waiting)
    result: Code = []
    for at, line in enumerate(code):
        for remark in firsts.get(at, []):
            result.append(PortLine(line.depth, "", note=remark.text))
        numbers = range(line.number, (line.until or line.number) + 1) if line.number else ()
        text = "  ".join(filter(None, (beside.pop(each, "") for each in numbers)))
        note = "  ".join(each for each in (line.note, text) if each)
        result.append(replace(line, note=note))
    result += [PortLine(0, "", note=each.text) for each in firsts.get(len(code), [])]
    return result


def places(code: Code, waiting: list[Remark]) -> dict[int, list[Remark]]:
    """The index of the line each comment goes before; of the end of the code for those behind all."""
    found: dict[int, list[Remark]] = {}
    for remark in waiting:
        behind = [(line.number, at) for at, line in enumerate(code) if line.number > remark.number]
        found.setdefault(min(behind)[1] if behind else len(code), []).append(remark)
    return found


# ---- text


def text_of(code: Code) -> Iterator[str]:
    """The code as lines of text, margins and folds included."""
    for line in code:
        yield from margin_rows(line)


def margin_rows(line: PortLine) -> list[str]:
    indent = INDENT * line.depth
    if line.document:
        return docstring(line.document, indent)
    if not line.code:
        return comment(line.note, indent) if line.note else [""]
    if line.note and width(indent + line.code + line.margin) > WIDTH:
        return [*comment(line.note, indent), *margin_rows(replace(line, note=""))]
    whole = indent + line.code + line.margin
    if line.table and width(whole) > WIDTH:
        return table_rows(line, indent)
    first, *rest = [whole] if width(whole) <= WIDTH else fold_code(line.code, indent, line.margin)
    return [first + noqa(line.codes), *rest]


def table_rows(line: PortLine, indent: str) -> list[str]:
    """A call whose arguments are a table: each row on a line, or on several where it is longer."""
    head, inner = line.code.partition("(")[0], indent + INDENT
    rows = [f"{indent}{head}({line.margin}"]
    for number, items in line.table:
        margin, row = f"  # {number}", ""
        for item in items:
            longer = f"{row} {item}," if row else f"{inner}{item},"
            if row and width(longer + margin) > WIDTH:
                rows.append(row + margin)
                longer, margin = f"{inner}{item},", ""
            row = longer
        rows.append(row + margin + (noqa(["E501"]) if width(row) > WIDTH else ""))
    return [*rows, f"{indent})  # fmt: skip"]


def comment(text: str, indent: str) -> list[str]:
    return [f"{indent}# {each}" for each in wrap_text(in_comment(text), WIDTH - len(indent) - 2)]


def docstring(lines: Iterable[str], indent: str) -> list[str]:
    room = WIDTH - len(indent) - 8
    first, *rest = [
        in_docstring(part) for line in lines for part in wrap_text(visible_text(line.strip()), room)
    ]
    if not rest:
        return [f'{indent}"""{first}"""']
    return [f'{indent}"""{first}', *(f"{indent}{line}".rstrip() for line in rest), f'{indent}"""']


def noqa(codes: Sequence[str]) -> str:
    """The remark that keeps ruff from saying so; and from calling it needless where ruff is not asked."""
    return f"  # noqa: {', '.join([*codes, 'RUF100'])}" if codes else ""


def wrap_text(text: str, room: int) -> list[str]:
    """A text in lines of at most so many columns, wide letters counted twice."""
    if width(text) <= room:
        return [text]
    wide = max(1, round(width(text) / len(text)))
    return textwrap.wrap(text, max(room // wide, 20)) or [text]


def width(text: str) -> int:
    """The columns of a text: kana and kanji take two."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(each) in "WFA" else 1 for each in text)


def fold_code(code: str, indent: str, margin: str) -> list[str]:
    """Code too long for a line, broken behind its brackets as ruff breaks it."""
    if any(depth == 0 and code.startswith((" and ", " or "), at) for at, depth in depths(code)):
        return bracket_code(code, indent, margin)
    for first, last in pairs_of(code):
        head, body, tail = code[: first + 1], code[first + 1 : last], code[last:]
        if width(indent + head + margin) > WIDTH:
            continue
        parts = split_at_commas(body)
        inner = indent + INDENT
        if width(inner + body) <= WIDTH and head.endswith(("(", "[", "{")):
            lines = [inner + body]
        else:
            rows = [f"{part.strip()}," for part in parts] if len(parts) > 1 else [body]
            lines = [each for row in rows for each in fit(row, inner)]
        return [indent + head + margin, *lines, indent + tail]
    return bracket_code(code, indent, margin)


def fit(code: str, indent: str) -> list[str]:
    return [indent + code] if width(indent + code) <= WIDTH else fold_code(code, indent, "")


def bracket_code(code: str, indent: str, margin: str) -> list[str]:
    """A long condition or sum, in parentheses of its own and broken at its operators."""
    found = re.match(r"((?:if|elif|while|return|[\w.\[\]]+ [-+*/|&]?=) )(.*?)(:?)$", code)
    if not found:
        return [indent + code + margin + noqa(["E501"])]
    head, body, colon = found.groups()
    inner = indent + INDENT
    rows = [row for part in at_operators(body) for row in fit(part, inner)]
    return [f"{indent}{head}({margin}", *rows, f"{indent}){colon}"]


def at_operators(body: str) -> list[str]:
    """A condition or sum in lines that begin with an operator."""
    for sign in (" or ", " and ", " + ", " | "):
        cuts = [at for at, depth in depths(body) if depth == 0 and body.startswith(sign, at)]
        if cuts:
            ends = [*cuts, len(body)]
            return [body[: cuts[0]], *(body[a:b].strip() for a, b in zip(cuts, ends[1:], strict=True))]
    return [body]


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


def split_at_commas(body: str) -> list[str]:
    """The parts of what stands in brackets, cut at its commas."""
    cuts = [at for at, depth in depths(body) if depth == 0 and body[at] == ","]
    return [body[a + 1 : b] for a, b in zip([-1, *cuts], [*cuts, len(body)], strict=True)]
