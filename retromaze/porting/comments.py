"""Puts the comments of a listing into its port: the module's docstring, functions and margins."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from retromaze.language.lexer import spans
from retromaze.language.structure import steps
from retromaze.porting.units import PortUnit
from retromaze.python.blocks import Body, headings
from retromaze.python.layout import document, margin_of, set_margin

MADE = "Written by `retromaze port`; the margin names the listing's lines."
ALONE = "{} in Python, as `retromaze port` writes it; the margin names its lines."


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


class Comments:
    """Comments of a listing: `header` at its top; the others belong to the next statement."""

    def __init__(self, source: list[str], units: list[PortUnit]) -> None:
        self.source = source
        found = remarks(source)
        self.trailing = {each.number: each.text for each in found if not each.alone}
        alone = {each.number: each for each in found if each.alone}
        self.lines = {unit: self.lines_of(unit) for unit in units}
        self.spans = {unit: self.lines_between(unit) for unit in units if unit.variant}
        first = min((line for lines in self.lines.values() for line in lines), default=len(source) + 1)
        first = min([first, *(each[0] for each in self.spans.values())])
        self.documents = {unit: self.before(unit, alone) for unit in units if unit.variant}
        self.header = [alone.pop(number) for number in sorted(alone) if number < first]
        self.owners = {number: self.owner(number, units) for number in alone}
        self.alone = alone

    def lines_of(self, unit: PortUnit) -> list[int]:
        return sorted({step.line for step in steps(unit.body) if step.line})

    def lines_between(self, unit: PortUnit) -> tuple[int, int]:
        """The first and last line of a DEF."""
        assert unit.variant is not None
        define = unit.variant.scope.routine.define
        assert define is not None
        last = max([define.line, *self.lines[unit]])
        for number in range(last, len(self.source) + 1):
            words = self.source[number - 1].upper().split("'")[0].replace(":", " ").split()
            if "END" in words or (number > last and "DEF" in words):
                return define.line, number if "END" in words else last
        return define.line, last

    def before(self, unit: PortUnit, alone: dict[int, Remark]) -> list[str]:
        """The comment right above a DEF, which becomes its docstring."""
        number = self.spans[unit][0] - 1
        found: list[str] = []
        while number in alone:
            found.insert(0, alone.pop(number).text)
            number -= 1
        return found

    def owner(self, number: int, units: list[PortUnit]) -> PortUnit:
        """Returns the unit that contains a comment."""
        for unit in units:
            first, last = self.spans.get(unit, (0, -1))
            if first <= number <= last:
                return unit
        rest = [unit for unit in units if not unit.variant]
        following = [
            (min((line for line in self.lines[unit] if line > number), default=1 << 30), at)
            for at, unit in enumerate(rest)
        ]
        return rest[min(following)[1]]

    # ---- what the writer asks for

    def span(self, unit: PortUnit) -> str:
        first, last = self.spans[unit]
        return f"{first}-{last}" if last > first else f"{first}"

    def about(self, unit: PortUnit) -> list[str]:
        """The docstring of a DEF, the comment beside its heading included."""
        beside = self.trailing.get(self.spans[unit][0])
        return [*self.documents[unit], *([beside] if beside else [])]

    def beside(self, line: int) -> str:
        return self.trailing.pop(line, "")

    def put(self, unit: PortUnit, body: Body, function: ast.FunctionDef) -> None:
        """Gives the statements of a function their comments, and the function those behind all of them.

        Comments that stand alone go before the line that comes next in the listing, others into margins.
        """
        lines = list(headings(body))
        numbers = {margin_of(line).number for line in lines}
        beside = {number: text for number, text in self.trailing.items() if number in numbers}
        for line in lines:
            margin = margin_of(line)
            texts = [beside.pop(each) for each in margin.numbers if each in beside]
            if texts:
                set_margin(line, margin._replace(note="  ".join([margin.note, *texts]).strip()))
        for number, remark in self.alone.items():
            if self.owners[number] == unit:
                later = [line for line in lines if margin_of(line).number > number]
                if later:
                    place = min(later, key=lambda line: margin_of(line).number)
                    vars(place).setdefault("remarks", []).append(remark.text)
                else:
                    vars(function).setdefault("remarks_behind", []).append(remark.text)


def title(name: str, header: list[Remark]) -> ast.Expr:
    """Returns the module's docstring: the listing's first comments, and how the port was made."""
    if not header:
        return document([ALONE.format(name)])
    first, *rest = [each.text for each in header]
    return document([first, *(["", *rest] if rest else []), "", MADE])
