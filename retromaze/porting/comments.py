"""Finds the comments of a listing and hands each to the function or line of the port that it belongs to."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

from retromaze.language import nodes
from retromaze.language.block_tree import all_steps
from retromaze.language.lexer import spans
from retromaze.porting.stretches import first_line, name_of_comment
from retromaze.porting.units import PortUnit, definition_of
from retromaze.porting.variable_names import SuggestedName
from retromaze.python.layout import margin_of, set_margin
from retromaze.python.statement_walks import Body, statements_and_cases

DECORATION = re.compile(r"^(\*+|([-=#~])\2{2,})\s*|\s*(\*+|([-=#~])\4{2,})$")
"""Asterisks, or the same sign three times or more, at the beginning or the end of a comment."""


def comments_in(source: list[str]) -> tuple[dict[int, str], dict[int, str]]:
    """Returns the comments of a listing by line: those after code, and those alone on their lines.

    The lines that decorate a heading (`--- moves ---`) are left out, and so are empty comments.
    """
    trailing: dict[int, str] = {}
    alone: dict[int, str] = {}
    for number, line in enumerate(source, 1):
        if "'" not in line and "REM" not in line.upper():
            continue
        for _, text, start in (span for span in spans(line) if span.kind == "comment"):
            mark = "'" if text.startswith("'") else "REM"
            if comment := DECORATION.sub("", text[len(mark) :].strip()):
                comments = trailing if line[:start].strip(" :") else alone
                comments[number] = comment
    return trailing, alone


LINE_NUMBER = re.compile(r"L?\d+")
BEGINNING = re.compile(r" *(?:[:;,.(]|->| \S+[$%#])")
"""What ends the part of a comment that may be a name."""
WITHOUT_CODE = re.compile(r"\s*(@\w+\s*)?('.*|REM\b.*)?", re.IGNORECASE)
"""A line of a listing with nothing but a label and a comment, or one of both."""


class DataComment(NamedTuple):
    """A comment beside DATA or above it: the line of the DATA, the comment's text, and the list that has it.

    The list are the comments of the statement that the comment was attached to.
    """

    line: int
    remarks: list[str]
    text: str


class Comments:
    """The comments of a listing, by the unit or line that they belong to; units become functions.

    `header`: those at the top; `trailing`: those after code, by line; `alone`: others, by line, each owned
    by the unit in `owners`; `documents`: those above a unit, for its docstring; `headings`: the line of
    each unit's heading; `lines`: the lines of each unit's statements, sorted; `spans`: the first and last
    line of each DEF. Comments beside DATA are among those in `alone`. `data_lines`: for the lines of DATA and
    those above them, the line of the DATA; `of_data`: the comments there.
    """

    def __init__(
        self,
        source: list[str],
        trailing: dict[int, str],
        alone: dict[int, str],
        units: list[PortUnit],
        labels: Iterable[nodes.Label],
        data: Iterable[nodes.Data],
    ) -> None:
        """Sorts the comments of a listing, `trailing` and `alone`, which it takes comments out of.

        `labels` are all labels of the listing, `data` its DATA.
        The order counts: what belongs above a function is no header any more, and what is neither is `alone`.
        """
        self.source = source
        self.data_lines = self.data_lines_below(data)
        self.of_data: list[DataComment] = []
        self.trailing = trailing
        self.lines = {
            unit: sorted(
                {
                    each.line
                    for each in all_steps(unit.body)
                    if each.line and not isinstance(each, nodes.Option)
                }
            )
            for unit in units
        }
        self.spans = {unit: self.lines_between(unit) for unit in units if unit.variant}
        # the first line with code: comments before it are the header
        first = min((line for lines in self.lines.values() for line in lines), default=len(source) + 1)
        first = min([first, *(each[0] for each in self.spans.values())])
        # labels that their lines begin with
        at_starts = {
            each.name: each.line for each in labels if not source[each.line - 1][: each.column - 1].strip()
        }
        self.headings = {unit: heading_of(unit, self.spans, at_starts) for unit in units}
        # what is above a label in the first line with code is the header, not about the label alone
        self.documents = {
            unit: self.take_comments_above(heading, alone)
            for unit, heading in self.headings.items()
            if heading and (unit.variant or heading != first)
        }
        self.header = [alone.pop(number) for number in sorted(alone) if number < first]
        steps = (step for unit in units for step in all_steps(unit.body))
        code_lines = {step.line for step in steps if not isinstance(step, nodes.Data | nodes.Label)}
        for number in self.data_lines.keys() & self.trailing.keys() - code_lines:
            alone[number] = self.trailing.pop(number)
        self.owners = {number: self.owner(number, units) for number in alone}
        self.alone = dict(sorted(alone.items()))
        self.commented_lines = {*self.trailing, *alone}

    def lines_between(self, unit: PortUnit) -> tuple[int, int]:
        """Returns the first and last line of a DEF.

        The program has no node for its END, so that is looked for in the listing's text, after its last
        statement and before the next DEF.
        """
        define = definition_of(unit.scope)
        last = max([define.line, *self.lines[unit]])
        for number in range(last, len(self.source) + 1):
            words = self.source[number - 1].upper().split("'")[0].replace(":", " ").split()
            # a DEF without END ends where the next one begins
            if "END" in words or (number > last and "DEF" in words):
                # a sum: the line of another slot's program knows that program
                return define.line, define.line + (number - define.line) if "END" in words else last
        return define.line, last

    def take_comments_above(self, heading: int, alone: dict[int, str]) -> list[str]:
        """Removes the comments right above a function's first line from `alone`; returns their texts.

        They become the function's docstring.
        """
        texts: list[str] = []
        while heading - 1 in alone:
            heading -= 1
            texts.insert(0, alone.pop(heading))
        return texts

    def owner(self, number: int, units: list[PortUnit]) -> PortUnit:
        """Returns the unit of the comment on a line: the DEF around it, or that of the next statement."""
        for unit in units:
            first, last = self.spans.get(unit, (0, -1))  # without a span, no line fits
            if first <= number <= last:
                return unit

        def next_line(unit: PortUnit) -> int:
            """Returns the unit's next line after the comment; a unit without one is last."""
            return min((line for line in self.lines[unit] if line > number), default=1 << 30)

        return min((unit for unit in units if not unit.variant), key=next_line)

    def data_lines_below(self, data: Iterable[nodes.Data]) -> dict[int, int]:
        """Returns for each DATA the lines above it without code, and its own, with the line of the DATA.

        On lines without code there may be labels and comments.
        """
        lines, found, below = {each.line for each in data}, dict[int, int](), 0
        for number in range(len(self.source), 0, -1) if lines else ():
            if number in lines or not WITHOUT_CODE.fullmatch(self.source[number - 1]):
                below = number
            if below in lines:
                found[number] = below
        return found

    # ---- for the writer

    def move_to_data(self, data: ast.Call) -> None:
        """Moves the comments about DATA from the statements that they were attached to, to rows of `data`."""
        notes: dict[int, list[str]] = {}
        for line, remarks, text in self.of_data:
            remarks.remove(text)
            notes.setdefault(line, []).append(text)
        vars(data)["row_notes"] = notes

    def docstring_lines(self, unit: PortUnit) -> list[str]:
        """Returns the docstring of a function, with the comment on its heading's line if that has no code."""
        heading = self.headings[unit]
        is_own = bool(unit.variant) or heading not in self.lines[unit]
        beside = self.trailing.get(heading) if is_own else None
        return [*self.documents.get(unit, []), *([beside] if beside else [])]

    def words_for_label(self, unit: PortUnit) -> str:
        """Returns what a comment calls a subroutine whose label is a line number, else its label.

        `FIND_ITEM` for `@L880` with the comment "find the item N$ -> X" above it or below it.
        """
        label, heading = unit.entries[0], self.headings[unit]
        if not LINE_NUMBER.fullmatch(label):
            return label
        texts = [*self.docstring_lines(unit), self.alone.get(heading + 1, "")]
        names = (name_of_comment(BEGINNING.split(each)[0]) for each in texts)
        return next(filter(None, names), label)

    def take_line_comment(self, line: int) -> str:
        """Removes the comment after the code of a line, so that it is written once; returns it or ""."""
        return self.trailing.pop(line, "")

    def drop_naming_comments(self, suggested: Mapping[str, SuggestedName], renamed: Set[str]) -> None:
        """Drops comments that only name variables, if all these have the names in the port.

        `suggested` are the names that comments have for variables, `renamed` the variables that got theirs.
        """
        needed = {each.line for name, each in suggested.items() if name not in renamed}
        for line in {each.line for each in suggested.values()} - needed:
            self.take_line_comment(line)

    def attach(self, unit: PortUnit, body: Body, function: ast.FunctionDef) -> None:
        """Attaches the comments of a unit to the statements of its function.

        A comment after code goes into the margin, one on a line of its own before the next statement. Those
        after the last statement go to the end of the function. `body`: the statements of `function`.
        """
        statements = statements_and_cases(body)
        trailing = dict(self.trailing)
        for statement in statements:
            margin = margin_of(statement)
            # only the first statement of a line gets its comment
            texts = [trailing.pop(number) for number in margin.numbers if number in trailing]
            if texts:
                set_margin(statement, margin._replace(note="  ".join([margin.note, *texts]).strip()))
        for number, comment in self.alone.items():
            if self.owners[number] == unit:
                later = [each for each in statements if margin_of(each).line > number]
                if later:
                    following = min(later, key=lambda each: margin_of(each).line)
                    remarks: list[str] = vars(following).setdefault("comments_above", [])
                else:
                    remarks = vars(function).setdefault("comments_at_end", [])
                remarks.append(comment)
                if number in self.data_lines:
                    self.of_data.append(DataComment(self.data_lines[number], remarks, comment))


def heading_of(unit: PortUnit, spans: Mapping[PortUnit, tuple[int, int]], labels: Mapping[str, int]) -> int:
    """Returns the line of a unit's DEF or label, or the first line of a stretch; 0 if it has none.

    `spans`: the first and last line of each DEF; `labels`: the lines of labels that begin a line.
    """
    if unit.variant:
        return spans[unit][0]
    if unit.is_stretch:
        return first_line(unit)
    return 0 if unit.is_start else labels.get(unit.entries[0], 0)
