"""Writes statements as text: the listing's lines in the margin, comments, docstrings; long lines are folded.

Nodes say more than Python's own by attributes. A statement or a case has its `margin`; `hide_numbers` leaves
out the numbers that a reader does not need. `remarks` stand before a statement, `remarks_behind` at the end
of a function. A docstring has its lines in `document`, a function in `codes` what ruff is not to say of it.
An assigned call may hold a `table` of the listing: of each row its line, and how many arguments it has.

Text of a listing enters comments and docstrings through `in_comment` and `in_docstring` alone, which escape
line ends, controls, halves of surrogate pairs, quotes and backslashes.

"""

from __future__ import annotations

import ast
import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal, NamedTuple, get_args

from retromaze.python.blocks import Heading, headings
from retromaze.python.printer import CLOSE, MARKING, NEXT, OPEN, OPERATOR, escape, expression, statement

CONTROLS = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Kinds of characters that nobody sees: controls, orders to the eye (from right to left), surrogates, line
and paragraph ends."""
TOOLS = "noqa|type|ruff|fmt|yapf|mypy|pyright|pylint|flake8|isort|pragma|nosec"
ORDERS = re.compile(rf"(?:^|(?<=#))(?=\s*(?:{TOOLS})\b)", re.IGNORECASE)
"""Where a comment would begin to be an order to a tool of Python's."""
SESSION = re.compile(r"^(?=\s*>>>)")
"""Where a line of a docstring would begin to be an example to run."""
MARK = "'"
"""BASIC's own mark of a comment: what stands behind it is an order to nobody."""
MARGIN = re.compile(r"#\s+(?:[@A-Za-z_][\w$%]*,\s+)?(\d+(?:[-–]\d+)?(?:,\s*\d+(?:[-–]\d+)?)*)(?=\s\s|\s*$)")
"""A comment that names lines of a listing: `# 6`, `# 14-22, 30`."""


def visible_text(text: str) -> str:
    """A text as one line that can be seen and written anywhere: a tab is a blank, other controls escapes."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        escape(each) if unicodedata.category(each) in CONTROLS else each for each in text.replace("\t", " ")
    )


def in_comment(text: str) -> str:
    """A text behind `# `."""
    return ORDERS.sub(MARK, visible_text(text))


def in_docstring(text: str) -> str:
    """One line of a docstring."""
    text = SESSION.sub(MARK, visible_text(text)).replace("\\", "\\\\").replace('"""', "'''").strip()
    return text[:-1] + "'" if text.endswith('"') else text


WIDTH = 110
INDENT = "    "
SIGNS = ((" or ",), (" and ",), (" | ",), (" + ", " - "))
"""Operators that a long line is broken at; the first kind that it has."""


class Margin(NamedTuple):
    """The comment behind a line: the listing's line (0: none), a note, and the last of several lines.

    The text has the numbers only if they are `shown`.
    """

    number: int = 0
    note: str = ""
    until: int = 0
    shown: bool = True

    @property
    def numbers(self) -> range:
        """The lines that it names."""
        return range(self.number, (self.until or self.number) + 1) if self.number else range(0)

    def up_to(self, last: int) -> Margin:
        """The margin with its lines up to `last`, if that lies behind the first."""
        return self._replace(until=last if last > self.number else 0)

    def __str__(self) -> str:
        span = f"{self.number}-{self.until}" if self.until else f"{self.number}" if self.number else ""
        note = in_comment(self.note)
        if self.shown and span:
            return f"  # {span}  {note}".rstrip()
        # a note is no number of a line
        return f"  # {MARK if MARGIN.match(f'# {note}') else ''}{note}" if note else ""


NONE = Margin()


def margin_of(node: Heading) -> Margin:
    found: Margin = getattr(node, "margin", NONE)
    return found


def set_margin(node: Heading, margin: Margin) -> None:
    vars(node)["margin"] = margin


Numbering = Literal["none", "first", "all"]
"""Which statements carry the listing's line: none, the first one of each line, all."""
NUMBERINGS: tuple[Numbering, ...] = get_args(Numbering)


def hide_numbers(body: Iterable[ast.stmt], numbering: Numbering) -> None:
    """Leaves out numbers of margins: a statement without one belongs to the nearest number above it.

    That is in the same function. A number with a note stays where any do.
    """
    above = NONE
    for node in headings(body) if numbering != "all" else ():
        margin = margin_of(node)
        if isinstance(node, ast.FunctionDef) or hasattr(node, "table"):
            # the rows of a table carry numbers of their own
            above = NONE
        lines = margin._replace(note="")
        if numbering == "none" or (margin.number and lines == above and not margin.note):
            set_margin(node, margin._replace(shown=False))
        elif margin.number:
            above = lines


def in_place_of(old: ast.stmt, new: ast.stmt) -> ast.stmt:
    """Gives a statement the margin and the comments of the one that it replaces."""
    vars(new).update({name: kept for name, kept in vars(old).items() if name in {"margin", "remarks"}})
    return new


def document(lines: Iterable[str]) -> ast.Expr:
    """A docstring: its first line is its summary."""
    found = ast.Expr(ast.Constant(""))
    vars(found)["document"] = list(lines) or ["A listing."]
    return found


class TextRow(NamedTuple):
    """A row of text; `number` is the listing's line (0: none)."""

    text: str
    number: int = 0


def rows_of(body: Sequence[Heading], depth: int = 0) -> list[TextRow]:
    """Statements as rows of text, those inside them included."""
    rows: list[TextRow] = []
    last: Heading | None = None
    for node in body:
        rows += [TextRow("")] * blank_lines(last, node, depth)
        add_rows(rows, node, depth)
        last = node
    return rows


def blank_lines(last: Heading | None, node: Heading, depth: int) -> int:
    """The blank lines between two statements."""
    if last is None:
        return 0
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return 1 if depth else 2
    is_import = isinstance(node, ast.Import | ast.ImportFrom)
    if depth or not (is_import or isinstance(last, ast.Import | ast.ImportFrom)):
        return 0
    return 0 if is_import and is_ours(last) == is_ours(node) else 1


def is_ours(node: Heading) -> bool | None:
    """Whether it imports from this package; None for no import."""
    match node:
        case ast.Import():
            return False
        case ast.ImportFrom(module=module):
            return (module or "").startswith("retromaze")
    return None


def add_rows(rows: list[TextRow], node: Heading, depth: int) -> None:
    """Adds the rows of a statement."""
    indent, word = INDENT * depth, ""
    while True:
        rows += (
            TextRow(each) for remark in getattr(node, "remarks", ()) for each in comment_rows(remark, indent)
        )
        rows += (TextRow(each, margin_of(node).number) for each in line_rows(node, indent, word))
        if isinstance(node, ast.Match):
            rows += rows_of(node.cases, depth + 1)
        rows += rows_of(getattr(node, "body", ()), depth + 1)
        match node:
            case ast.If(orelse=[ast.If() as other]):
                node, word = other, "el"
            case _:
                break
    if rest := getattr(node, "orelse", ()):
        rows += [TextRow(f"{indent}else:"), *rows_of(rest, depth + 1)]
    for remark in getattr(node, "remarks_behind", ()):
        rows += map(TextRow, comment_rows(remark, indent + INDENT))


# ---- the line of one statement


def line_rows(node: Heading, indent: str, before: str) -> Iterator[str]:
    """A statement's own line, with its margin, or folded."""
    if document := getattr(node, "document", None):
        yield from docstring_rows(document, indent)
        return
    margin, codes = margin_of(node), getattr(node, "codes", ())
    code = before + statement(node)
    whole = f"{indent}{code}{margin}"
    if width(whole) > WIDTH and margin.note:
        yield from comment_rows(margin.note, indent)
        margin = margin._replace(note="")
        whole = f"{indent}{code}{margin}"
    if width(whole) <= WIDTH:
        yield whole + noqa(codes)
    elif table := getattr(node, "table", None):
        yield from table_rows(node, table, indent, margin)
    else:
        # broken behind its brackets as ruff breaks it
        line = before + statement(node, MARKING)
        parts = parts_of(line)
        rows = [] if is_joined(parts) else fold(parts, indent, f"{margin}")
        rows = rows or in_parentheses(line, node, indent, f"{margin}")
        first, *rest = rows or [f"{indent}{joined(parts)}{margin}{noqa(['E501'])}"]
        yield first + noqa(codes)
        yield from rest


def table_rows(node: Any, table: Iterable[tuple[int, int]], indent: str, heading: Margin) -> Iterator[str]:
    """A call whose arguments are a table: each row on a line, or on several where it is longer."""
    inner, items = indent + INDENT, iter(node.value.args)
    yield f"{indent}{expression(node.targets[0])} = {expression(node.value.func)}({heading}"
    for number, count in table:
        margin, row = f"{Margin(number, shown=heading.shown)}", ""
        for _ in range(count):
            item = expression(next(items))
            longer = f"{row} {item}," if row else f"{inner}{item},"
            if row and width(longer + margin) > WIDTH:
                yield row + margin
                longer, margin = f"{inner}{item},", ""
            row = longer
        yield row + margin + (noqa(["E501"]) if width(row) > WIDTH else "")
    yield f"{indent})  # fmt: skip"


def comment_rows(text: str, indent: str) -> list[str]:
    return [f"{indent}# {each}" for each in wrap_text(in_comment(text), WIDTH - len(indent) - 2)]


def docstring_rows(lines: Iterable[str], indent: str) -> list[str]:
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
    """Wraps a text into lines of at most `room` columns; wide letters count as two."""
    if width(text) <= room:
        return [text]
    wide = max(1, round(width(text) / len(text)))
    return textwrap.wrap(text, max(room // wide, 20)) or [text]


def width(text: str) -> int:
    """The columns of a text: kana and kanji take two."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(each) in "WFA" else 1 for each in text)


# ---- folds


@dataclass(frozen=True)
class Inside:
    """The items inside a pair of brackets; the brackets belong to the neighbouring texts."""

    items: list[list[Part]]

    def __str__(self) -> str:
        return ", ".join(map(joined, self.items))


Part = str | Inside
"""A part of a line: text without brackets, an operator with its blanks, or what stands in brackets."""
TOKEN = re.compile(
    f"[{OPEN}{NEXT}{CLOSE}]|{OPERATOR}[^{OPERATOR}]+{OPERATOR}|[^{OPEN}{NEXT}{CLOSE}{OPERATOR}]+"
)


def joined(parts: Iterable[Part]) -> str:
    return "".join(map(str, parts))


def parts_of(text: str) -> list[Part]:
    """A line that is written with marks in its parts."""
    (parts,) = items_of(iter(TOKEN.findall(text)))
    return parts


def items_of(tokens: Iterator[str]) -> list[list[Part]]:
    """The items up to the end of their brackets."""
    items: list[list[Part]] = [[]]
    for token in tokens:
        if token == OPEN:
            items[-1].append(Inside(items_of(tokens)))
        elif token == NEXT:
            items.append([])
        elif token == CLOSE:
            break
        else:
            items[-1].append(token.strip(OPERATOR))
    return items


def is_joined(parts: list[Part]) -> bool:
    """Whether it is a condition of several terms, or a sum of more than two."""
    signs = signs_in(parts)
    return sum(part in signs for part in parts) > (signs in SIGNS[2:])


def signs_in(parts: list[Part]) -> tuple[str, ...]:
    """The operators of the first kind in a line, outside its brackets."""
    return next((signs for signs in SIGNS if any(each in parts for each in signs)), ())


def in_parentheses(line: str, node: Heading, indent: str, margin: str) -> list[str]:
    """A long condition or sum, in parentheses of its own and broken at its operators; nothing for others."""
    match node:
        case ast.If(test=value) | ast.While(test=value):
            colon = ":"
        case ast.Return(value=ast.expr() as value) | ast.Assign(value=value) | ast.AugAssign(value=value):
            colon = ""
        case _:
            return []
    body, inner = MARKING.bare(value), indent + INDENT
    head = joined(parts_of(line.removesuffix(body + colon)))
    if isinstance(value, ast.Tuple) and len(value.elts) > 1:
        rows = inside_rows(Inside([parts_of(MARKING.text(each)) for each in value.elts]), inner)
    elif width(whole := inner + joined(parts_of(body))) <= WIDTH:
        rows = [whole]
    else:
        rows = [row for part in at_operators(parts_of(body)) for row in fit(part, inner)]
    return [f"{indent}{head}({margin}", *rows, f"{indent}){colon}"]


def fold(parts: list[Part], indent: str, margin: str) -> list[str]:
    """The line broken behind its last brackets before which it fits; nothing if it has none."""
    texts = [str(each) for each in parts]
    room = WIDTH - width(indent + margin)
    before = [*accumulate(map(width, texts), initial=0)]
    for at in range(len(parts) - 1, -1, -1):
        inside = parts[at]
        if isinstance(inside, Inside) and texts[at] and before[at] <= room:
            head, tail = "".join(texts[:at]), "".join(texts[at + 1 :])
            return [f"{indent}{head}{margin}", *inside_rows(inside, indent + INDENT), indent + tail]
    return []


def inside_rows(inside: Inside, indent: str) -> list[str]:
    """Returns the items inside brackets in one row if they fit, else each item in rows of its own."""
    whole = f"{indent}{inside}"
    if width(whole) <= WIDTH:
        return [whole]
    comma = [","] if len(inside.items) > 1 else []
    return [row for item in inside.items for row in fit([*item, *comma], indent)]


def fit(parts: list[Part], indent: str) -> list[str]:
    """A part of a statement in as many rows as it needs."""
    whole = indent + joined(parts)
    if width(whole) <= WIDTH:
        return [whole]
    rows = [] if is_joined(parts) else fold(parts, indent, "")
    return rows or [whole + noqa(["E501"])]


def at_operators(body: list[Part]) -> Iterator[list[Part]]:
    """A condition or sum in parts that begin with an operator."""
    signs = signs_in(body)
    row: list[Part] = []
    for part in body:
        if isinstance(part, str) and part in signs:
            yield row
            row = [part.lstrip()]
        else:
            row.append(part)
    yield row


MOST_BRANCHES = 12
MOST_STATEMENTS = 50


def mark_long_functions(tree: ast.Module) -> None:
    """Notes for each long function the codes of the ruff rules that it breaks."""
    for node in tree.body:
        for each in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(each, ast.FunctionDef):
                branches, statements = counts(each.body)
                found = {"PLR0912": branches > MOST_BRANCHES, "PLR0915": statements > MOST_STATEMENTS}
                vars(each)["codes"] = tuple(code for code, holds in found.items() if holds)


def counts(body: Sequence[ast.stmt]) -> tuple[int, int]:
    """Counts branches and statements as ruff does: `else` and `case` count, `for` is no statement."""
    branches = statements = 0
    for node in headings(body):
        match node:
            case ast.If(orelse=[]) | ast.If(orelse=[ast.If()]) | ast.match_case():
                branches, statements = branches + 1, statements + 1
            case ast.If():
                branches, statements = branches + 2, statements + 2
            case ast.For(orelse=other):
                branches += 1 + bool(other)
            case ast.While(orelse=other):
                branches, statements = branches + 1 + bool(other), statements + 1
            case ast.Return():
                pass
            case _:
                statements += 1
    return branches, statements
