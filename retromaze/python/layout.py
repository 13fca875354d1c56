"""Writes statements as text: the listing's lines in the margin, comments, docstrings; long lines are folded.

Nodes have more attributes here than in `ast`. `margin` is the comment on the line of a statement or case;
`hide_numbers` leaves out numbers that a reader does not need. `comments_above` are those before a statement,
`comments_at_end` those at the end of a function. `document` has the lines of a docstring, `codes` the ruff
rules that a function may break. `data_rows` of a call or a list has a pair for each row of DATA: the
listing's line, and how many arguments the row has; `row_notes` has the comments above rows, by that line.

Text of a listing enters comments and docstrings through `in_comment` and `in_docstring` alone, which escape
line ends, controls, halves of surrogate pairs, quotes and backslashes.
"""

from __future__ import annotations

import ast
import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal, NamedTuple

from retromaze.python.printer import (
    CLOSE,
    COMPARISON,
    MARKING,
    NEXT,
    OPEN,
    OPERATOR,
    escape_character,
    expression_text,
    statement_line,
)
from retromaze.python.statement_walks import Heading, statements_and_cases

CONTROLS = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Unicode categories of invisible characters: controls, formats (right to left), surrogates, line ends."""
TOOLS = "noqa|type|ruff|fmt|yapf|mypy|pyright|pylint|flake8|isort|pragma|nosec"
ORDERS = re.compile(rf"(?:^|(?<=#))(?=\s*(?:{TOOLS})\b)", re.IGNORECASE)
"""Where a comment of the listing would become an order to a Python tool, as `noqa_comment`."""
SESSION = re.compile(r"^(?=\s*>>>)")
"""Where a line of a docstring would become an example that doctest runs."""
MARK = "'"
"""BASIC's mark of a comment. Put before a text, it keeps tools from taking that for an order or a number."""
MARGIN = re.compile(r"#\s+(?:[@A-Za-z_][\w$%]*,\s+)?(\d+(?:[-–]\d+)?(?:,\s*\d+(?:[-–]\d+)?)*)(?=\s\s|\s*$)")
"""A comment that gives lines of a listing: `# 6`, `# 14-22, 30`."""


def visible_text(text: str) -> str:
    """Returns a text as one visible line: tabs become blanks, other control characters escapes."""
    if text.isascii() and text.isprintable():
        return text
    letters = text.replace("\t", " ")
    return "".join(
        [escape_character(each) if unicodedata.category(each) in CONTROLS else each for each in letters]
    )


def in_comment(text: str) -> str:
    """Returns a text of the listing as it stands after `# `: no tool takes it for an order as `noqa`."""
    return ORDERS.sub(MARK, visible_text(text))


def in_docstring(text: str) -> str:
    """Returns one line of a docstring, without anything that would end or change the docstring."""
    text = SESSION.sub(MARK, visible_text(text)).replace("\\", "\\\\").replace('"""', "'''").strip()
    # a quote right before the closing ones would be taken for one of them
    return text[:-1] + "'" if text.endswith('"') else text


WIDTH = 110
INDENT = "    "
COMPARISONS = tuple(f" {each} " for each in COMPARISON.values())
WORDS = ((" for ",), (" if ", " else "), (" or ",), (" and ",))
SIGNS = (*WORDS, COMPARISONS, (" | ",), (" + ", " - "))
"""Operators at which a long line is broken; the first group that it has counts."""


class Margin(NamedTuple):
    """The comment on a line of code: the `line` of the listing (0: none), and a `note` after it.

    `until` is the last of several lines (0: only one). The text has the numbers only if they are `shown`.
    """

    line: int = 0
    note: str = ""
    until: int = 0
    shown: bool = True

    @property
    def label(self) -> str:
        """The label that the note begins with, as `@LOOP`; "" if it begins with none."""
        return self.note.partition(" ")[0] if self.note.startswith("@") else ""

    @property
    def last(self) -> int:
        """The last of the listing's lines that the margin stands for, 0 for none."""
        return self.until or self.line

    @property
    def numbers(self) -> range:
        """The lines of the listing that the margin stands for."""
        return range(self.line, self.last + 1) if self.line else range(0)

    def up_to(self, last: int) -> Margin:
        """Returns the margin with its lines up to `last`, if that is later; only `last` if it has no line."""
        if not self.line:
            return self._replace(line=last)
        return self._replace(until=last if last > self.line else 0)

    def __str__(self) -> str:
        """Returns the comment with the blanks before it, as `  # 14-22  @LOOP`; "" for an empty margin."""
        note = in_comment(self.note)
        if self.shown and (self.line or self.until):
            span = f"{self.line}-{self.until}" if self.until else f"{self.line}"
            return f"  # {span}  {note}".rstrip()
        if MARGIN.match(f"# {note}"):
            note = MARK + note  # else the note would be read back as a line number
        return f"  # {note}" if note else ""


NONE = Margin()


def margin_of(node: Heading) -> Margin:
    """Returns the comment on a statement's line: the lines of the listing that it stands for, and a note."""
    found: Margin = getattr(node, "margin", NONE)
    return found


def set_margin(node: Heading, margin: Margin) -> None:
    vars(node)["margin"] = margin


def comments_above(node: Heading) -> list[str]:
    """Returns the comments on lines of their own before a statement."""
    found: list[str] = getattr(node, "comments_above", [])
    return found


def is_commented(node: Heading) -> bool:
    """Whether a statement has a comment on its line or before it."""
    return bool(margin_of(node).note or comments_above(node))


def comments_of_dropped(node: ast.stmt) -> list[str]:
    """Returns the comments of a statement that is dropped, for the statement that replaces it.

    A label (`@…`) in its margin is not among them: no jump leads there.
    """
    margin = margin_of(node)
    note = margin.note.removeprefix(margin.label).strip()
    return [*comments_above(node), *([note] if note else [])]


Numbering = Literal["none", "first", "all"]
"""Which statements show the listing's line: none, the first one of each line, or all."""


def hide_numbers(body: Iterable[ast.stmt], numbering: Numbering) -> None:
    """Hides numbers in margins (the comments with lines of the listing) that a reader does not need.

    `numbering` "none" hides all, "all" hides none. "first" hides those without a note that repeat the number
    above them in the function.
    """
    above = NONE
    for node in statements_and_cases(body) if numbering != "all" else ():
        margin = margin_of(node)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) or data_rows_of(node):
            # a class stands between, and the rows of DATA have numbers of their own: the number above is out
            # of sight
            above = NONE
        without_note = margin._replace(note="") if margin.note else margin
        if numbering == "none" or (margin.line and without_note == above and not margin.note):
            set_margin(node, margin._replace(shown=False))
        elif margin.line:
            above = without_note


def replacing(old: ast.stmt, new: ast.stmt) -> ast.stmt:
    """Gives a statement the listing's line and the comments of the one that it replaces, and returns it."""
    for name in ("margin", "comments_above"):
        if hasattr(old, name):
            vars(new)[name] = getattr(old, name)
    return new


def docstring_statement(lines: Iterable[str]) -> ast.Expr:
    """Returns the statement of a docstring; the node's attribute `document` has the lines for `text_rows`."""
    docstring = ast.Expr(ast.Constant(""))
    vars(docstring)["document"] = list(lines) or ["A listing."]
    return docstring


class TextRow(NamedTuple):
    """A row of text; `number` is the listing's line (0: none)."""

    text: str
    number: int = 0


def text_rows(body: Sequence[Heading], depth: int = 0) -> list[TextRow]:
    """Returns statements as rows of text, with those inside them; `depth` is their indentation."""
    rows: list[TextRow] = []
    last: Heading | None = None
    for node in body:
        rows += [TextRow("")] * blank_lines(last, node, depth)
        rows += rows_of_statement(node, depth)
        last = node
    return rows


def blank_lines(before: Heading | None, node: Heading, depth: int) -> int:
    """Returns the number of blank lines between two statements."""
    if before is None:
        return 0
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return 1 if depth else 2
    if isinstance(before, ast.ClassDef):
        return 2
    is_import = isinstance(node, ast.Import | ast.ImportFrom)
    if depth or not (is_import or isinstance(before, ast.Import | ast.ImportFrom)):
        return 0
    is_same_group = is_import and imports_from_retromaze(before) == imports_from_retromaze(node)
    return 0 if is_same_group else 1


def imports_from_retromaze(node: Heading) -> bool | None:
    """Whether a statement imports from this package; None if it imports nothing."""
    match node:
        case ast.Import():
            return False
        case ast.ImportFrom(module=module):
            return (module or "").startswith("retromaze")
    return None


def rows_of_statement(node: Heading, depth: int) -> list[TextRow]:
    """Returns the rows of a statement, with its comments and its inner blocks."""
    rows: list[TextRow] = []
    indent, prefix = INDENT * depth, ""
    # once for each `if` and `elif`, which have the same indentation
    while True:
        rows += (TextRow(row) for each in comments_above(node) for row in comment_rows(each, indent))
        rows += (TextRow(f"{indent}@{expression_text(each)}") for each in getattr(node, "decorator_list", ()))
        rows += (TextRow(each, margin_of(node).line) for each in statement_rows(node, indent, prefix))
        if isinstance(node, ast.Match):
            rows += text_rows(node.cases, depth + 1)
        rows += text_rows(getattr(node, "body", ()), depth + 1)
        match node:
            case ast.If(orelse=[ast.If() as other]):
                node, prefix = other, "el"
            case _:
                break
    if rest := getattr(node, "orelse", ()):
        rows += [TextRow(f"{indent}else:"), *text_rows(rest, depth + 1)]
    for each in getattr(node, "comments_at_end", ()):
        rows += map(TextRow, comment_rows(each, indent + INDENT))
    return rows


# ---- the line of one statement


def statement_rows(node: Heading, indent: str, prefix: str) -> Iterator[str]:
    """Yields the rows of a statement without its blocks, folded if too long; `prefix` is "el" for `elif`."""
    if document := getattr(node, "document", None):
        yield from docstring_rows(document, indent)
        return
    margin, codes = margin_of(node), getattr(node, "codes", ())
    code = prefix + statement_line(node)
    whole = f"{indent}{code}{margin}"
    if column_width(whole) > WIDTH and margin.note:
        # the note goes before the statement
        yield from comment_rows(margin.note, indent)
        margin = margin._replace(note="")
        whole = f"{indent}{code}{margin}"
    if column_width(whole) <= WIDTH and not row_notes(node):
        yield whole + noqa_comment(codes)
    elif data_rows_of(node):
        yield from rows_with_data(node, indent, margin)
    else:
        # folded after an opening bracket, as ruff does
        line = prefix + statement_line(node, MARKING)
        parts = line_parts(line)
        is_in_parentheses = is_long_chain(parts) or is_tuple(node)
        rows = [] if is_in_parentheses else fold_at_bracket(parts, indent, f"{margin}")
        rows = rows or fold_in_parentheses(line, node, indent, f"{margin}")
        first, *rest = rows or [f"{indent}{line_text(parts)}{margin}{noqa_comment(['E501'])}"]
        yield first + noqa_comment(codes)
        yield from rest


def data_rows_of(node: Heading) -> list[tuple[int, int]]:
    """Returns the rows of DATA of an assigned call or list: of each the listing's line and how many items."""
    match node:
        case ast.Assign(targets=[_], value=value) | ast.AnnAssign(value=value) | ast.AugAssign(value=value):
            found: list[tuple[int, int]] = getattr(value, "data_rows", [])
            return found
    return []


def row_notes(node: Heading) -> dict[int, list[str]]:
    """Returns the comments above the rows of DATA, by the listing's line of the row."""
    found: dict[int, list[str]] = getattr(getattr(node, "value", None), "row_notes", {})
    return found


def rows_with_data(node: Any, indent: str, heading: Margin) -> Iterator[str]:
    """Yields the rows of `name = call(…)`, `name = […]` or `name += […]` with DATA: each on one line or more.

    `heading` is the margin of the whole statement.
    """
    match node.value:
        case ast.Call(func=function, args=given):
            begin, end = f"{expression_text(function)}(", ")"
        case ast.List(elts=given):
            begin, end = "[", "]"
        case ast.Tuple(elts=given):
            begin, end = "(", ")"
    row_indent, items = indent + INDENT, iter(given)
    head = copy(node)  # the statement with the opening bracket alone as its value
    head.value = ast.Name(begin)
    yield f"{indent}{statement_line(head)}{heading}"
    notes = {**row_notes(node)}  # each is written once, before the first row of its line
    for number, count in data_rows_of(node):
        for note in notes.pop(number, ()):
            yield from comment_rows(note, row_indent)
        margin, row = f"{Margin(number, shown=heading.shown)}", ""
        for _ in range(count):
            item = expression_text(next(items))
            longer = f"{row} {item}," if row else f"{row_indent}{item},"
            if row and column_width(longer + margin) > WIDTH:
                yield row + margin
                longer, margin = f"{row_indent}{item},", ""
            row = longer
        yield row + margin + (noqa_comment(["E501"]) if column_width(row) > WIDTH else "")
    yield f"{indent}{end}  # fmt: skip"


def comment_rows(text: str, indent: str) -> list[str]:
    """Returns a text as comments of at most WIDTH columns."""
    return [f"{indent}# {each}" for each in wrap_text(in_comment(text), WIDTH - len(indent) - 2)]


def docstring_rows(lines: Iterable[str], indent: str) -> list[str]:
    """Returns the rows of a docstring, wrapped at WIDTH columns."""
    room = WIDTH - len(indent) - 8  # for three quotes at both ends, and two escaped quotes or backslashes
    first, *rest = [
        in_docstring(part) for line in lines for part in wrap_text(visible_text(line.strip()), room)
    ]
    if not rest:
        return [f'{indent}"""{first}"""']
    return [f'{indent}"""{first}', *(f"{indent}{line}".rstrip() for line in rest), f'{indent}"""']


def noqa_comment(codes: Sequence[str]) -> str:
    """Returns the comment that silences ruff rules; RUF100 would report it where they are not enabled."""
    return f"  # noqa: {', '.join([*codes, 'RUF100'])}" if codes else ""


def wrap_text(text: str, room: int) -> list[str]:
    """Wraps a text into lines of at most `room` columns; wide letters take two."""
    if column_width(text) <= room:
        return [text]
    # textwrap counts letters, not columns
    columns_per_letter = max(1, round(column_width(text) / len(text)))
    # at least 20 letters, as words must have room in deeply indented code, too
    return textwrap.wrap(text, max(room // columns_per_letter, 20)) or [text]


def column_width(text: str) -> int:
    """Returns the columns that a text takes; kana and kanji take two."""
    if text.isascii():
        return len(text)
    return len(text) + len([None for each in text if unicodedata.east_asian_width(each) in "WFA"])


# ---- folds


@dataclass(frozen=True)
class Bracketed:
    """The items inside a pair of brackets, each as its parts; the brackets are in the texts around."""

    items: list[list[Part]]

    def __str__(self) -> str:
        return ", ".join(map(line_text, self.items))


Part = str | Bracketed
"""A part of a line: text without brackets, an operator with its blanks, or the items in brackets."""
TOKEN = re.compile(
    f"[{OPEN}{NEXT}{CLOSE}]|{OPERATOR}[^{OPERATOR}]+{OPERATOR}|[^{OPEN}{NEXT}{CLOSE}{OPERATOR}]+"
)


def line_text(parts: Iterable[Part]) -> str:
    """Joins the parts of a line, brackets included."""
    return "".join(map(str, parts))


def line_parts(text: str) -> list[Part]:
    """Splits a line with marks (`printer.MARKING`) into its parts."""
    (parts,) = items_of(iter(TOKEN.findall(text)))
    return parts


def items_of(tokens: Iterator[str]) -> list[list[Part]]:
    """Reads the items up to the closing bracket; each is a list of parts: texts, operators, `Bracketed`."""
    items: list[list[Part]] = [[]]
    for token in tokens:
        if token == OPEN:
            items[-1].append(Bracketed(items_of(tokens)))
        elif token == NEXT:
            items.append([])
        elif token == CLOSE:
            break
        else:
            items[-1].append(token.strip(OPERATOR))
    return items


def is_long_chain(parts: list[Part]) -> bool:
    """Whether a line is a condition or sum to fold at operators.

    A single comparison, sum or difference is folded inside a bracket, if the line ends with that.
    """
    signs = signs_in(parts)
    operator_count = sum(part in signs for part in parts)
    ends_with_bracket = str(parts[-1]).rstrip(":") in (")", "]", "}")
    return operator_count > (1 if ends_with_bracket and signs not in WORDS else 0)


def is_tuple(node: Heading) -> bool:
    """Whether a statement assigns or returns several values, which are folded at their commas."""
    match node:
        case ast.Return(value=ast.Tuple(elts=items)) | ast.Assign([ast.Tuple()], ast.Tuple(elts=items)):
            return len(items) > 1
    return False


def signs_in(parts: list[Part]) -> tuple[str, ...]:
    """Returns the operators to fold a line at: the first group of SIGNS that it has outside of brackets."""
    return next((signs for signs in SIGNS if any(each in parts for each in signs)), ())


def fold_in_parentheses(line: str, node: Heading, indent: str, margin: str) -> list[str]:
    """Puts a long condition or sum in parentheses and breaks it at its operators; [] for others."""
    match node:
        case ast.If(test=value) | ast.While(test=value):
            colon = ":"
        case ast.Return(value=ast.expr() as value) | ast.Assign(value=value) | ast.AugAssign(value=value):
            colon = ""
        case _:
            return []
    value_text, inner_indent = MARKING.without_parentheses(value), indent + INDENT
    head = line_text(line_parts(line.removesuffix(value_text + colon)))
    if is_tuple(node) and isinstance(value, ast.Tuple):
        items = [[*line_parts(MARKING.text(each)), ","] for each in value.elts]
        rows = [row for item in items for row in rows_that_fit(item, inner_indent)]
    elif column_width(whole := inner_indent + line_text(line_parts(value_text))) <= WIDTH:
        rows = [whole]
    else:
        parts = split_at_operators(line_parts(value_text))
        rows = [row for part in parts for row in rows_that_fit(part, inner_indent)]
    return [f"{indent}{head}({margin}", *rows, f"{indent}){colon}"]


def fold_at_bracket(parts: list[Part], indent: str, margin: str) -> list[str]:
    """Breaks a line after the last opening bracket that fits on it; [] if there is none."""
    texts = [str(each) for each in parts]
    room = WIDTH - column_width(indent + margin)
    columns_before = [*accumulate(map(column_width, texts), initial=0)]
    for at in range(len(parts) - 1, -1, -1):
        inside = parts[at]
        if isinstance(inside, Bracketed) and texts[at] and columns_before[at] <= room:
            head, tail = "".join(texts[:at]), "".join(texts[at + 1 :])
            return [f"{indent}{head}{margin}", *bracket_rows(inside, indent + INDENT), indent + tail]
    return []


def bracket_rows(inside: Bracketed, indent: str) -> list[str]:
    """Returns the items inside brackets in one row if they fit, else each item in rows of its own."""
    whole = f"{indent}{inside}"
    if column_width(whole) <= WIDTH:
        return [whole]
    # a comma after an only item could make it a tuple
    comma = [","] if len(inside.items) > 1 else []
    return [row for item in inside.items for row in rows_that_fit([*item, *comma], indent)]


def rows_that_fit(parts: list[Part], indent: str) -> list[str]:
    """Returns a part of a folded statement in as many rows as it needs, with `noqa` on one still too long."""
    whole = indent + line_text(parts)
    if column_width(whole) <= WIDTH:
        return [whole]
    if signs_in(parts):
        return [row for part in split_at_operators(parts) for row in rows_that_fit(part, indent)]
    return fold_at_bracket(parts, indent, "") or [whole + noqa_comment(["E501"])]


def split_at_operators(body: list[Part]) -> Iterator[list[Part]]:
    """Splits a condition or sum into parts that begin with an operator."""
    signs = signs_in(body)
    row: list[Part] = []
    for part in body:
        if isinstance(part, str) and part in signs:
            yield row
            row = [part.lstrip()]
        else:
            row.append(part)
    yield row


MOST_BRANCHES, MOST_STATEMENTS = 12, 50
"""The limits of ruff's rules PLR0912 and PLR0915, if a project does not set others."""


def mark_long_functions(tree: ast.Module) -> None:
    """Sets `codes` of each function to the ruff rules on length that it breaks, for a `noqa` comment."""
    for node in tree.body:
        for each in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(each, ast.FunctionDef):
                branches, statements = branch_and_statement_counts(each.body)
                is_broken = {"PLR0912": branches > MOST_BRANCHES, "PLR0915": statements > MOST_STATEMENTS}
                vars(each)["codes"] = tuple(code for code in is_broken if is_broken[code])


def branch_and_statement_counts(body: Sequence[ast.stmt]) -> tuple[int, int]:
    """Counts branches and statements as ruff does: `else` and `case` are statements, `for` is none."""
    branches = statements = 0
    for node in statements_and_cases(body):
        match node:
            case ast.If(orelse=[]) | ast.If(orelse=[ast.If()]) | ast.match_case():
                branches, statements = branches + 1, statements + 1
            case ast.If():
                branches, statements = branches + 2, statements + 2
            case ast.For(orelse=other) | ast.While(orelse=other):
                branches += 2 if other else 1
                statements += isinstance(node, ast.While)
            case ast.Return():
                pass
            case _:
                statements += 1
    return branches, statements
