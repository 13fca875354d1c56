"""Writes the text of an expression, or the line of a statement, as a formatter writes it.

A number with the attribute `spelled` is written as that text (`0xFFF80000`). Nodes are never changed here, so
one node may be used in several places.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from retromaze.python.statement_walks import nodes_in

CHOICE, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT, POWER, SIGN, ATOM = range(14)
BINARY: dict[type[ast.operator], tuple[str, int]] = {
    ast.BitOr: ("|", BIT_OR), ast.BitXor: ("^", BIT_XOR), ast.BitAnd: ("&", BIT_AND),
    ast.LShift: ("<<", SHIFT), ast.RShift: (">>", SHIFT), ast.Add: ("+", SUM), ast.Sub: ("-", SUM),
    ast.Mult: ("*", PRODUCT), ast.Div: ("/", PRODUCT), ast.FloorDiv: ("//", PRODUCT), ast.Mod: ("%", PRODUCT),
    ast.Pow: ("**", POWER),
}  # fmt: skip
UNARY: dict[type[ast.unaryop], tuple[str, int]] = {
    ast.Not: ("not ", NOT), ast.USub: ("-", SIGN), ast.Invert: ("~", SIGN),
}  # fmt: skip
COMPARISON: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
    ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip
BESIDE = ast.Name | ast.Constant
"""The bounds of a slice that need no blank next to its colon."""


def expression_text(node: ast.expr) -> str:
    """Returns the Python text of an expression, with double quotes around strings."""
    return DOUBLE.text(node)


def fits_fstring(node: ast.expr) -> bool:
    """Whether an f-string can have an expression in its braces: Python 3.11 allows no backslash there.

    Texts inside have single quotes. A nested f-string has them, too, so its own braces can have no text.
    """
    for each in nodes_in([node]):
        match each:
            case ast.Constant(value=str(text)) if "'" in text or escape_text(text) != text:
                return False
            case ast.FormattedValue(value=shown):
                constants = (inner for inner in nodes_in([shown]) if isinstance(inner, ast.Constant))
                if any(isinstance(inner.value, str) for inner in constants):
                    return False
    return True


def needs_no_space_at_colon(bound: ast.expr) -> bool:
    """Whether the bound of a slice needs no blank next to the colon."""
    return isinstance(bound.operand if isinstance(bound, ast.UnaryOp) else bound, BESIDE)


def precedence(node: ast.expr) -> int:
    """Returns the precedence of an expression, from CHOICE (binds most weakly) to ATOM."""
    match node:
        case ast.IfExp():
            return CHOICE
        case ast.BinOp(op=sign):
            return BINARY[type(sign)][1]
        case ast.Compare():
            return COMPARE
        case ast.BoolOp(op=word):
            return OR if isinstance(word, ast.Or) else AND
        case ast.UnaryOp(op=sign):
            return UNARY[type(sign)][1]
    return ATOM


def escape_text(text: str, quote: str = '"') -> str:
    """Escapes quotes, backslashes and invisible characters of a text for a string literal."""
    if text.isascii() and text.isprintable() and quote not in text and "\\" not in text:
        return text
    return "".join(escape_character(each, quote) for each in text)


def escape_character(character: str, quote: str = '"') -> str:
    """Returns a character as a string literal between such quotes has it."""
    if character in {quote, "\\"}:
        return "\\" + character
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")


class Printer:
    """Writes expressions, with one kind of quotes around strings.

    `writers` maps each type of node to the method that returns its text; `text` chooses it. A precedence is a
    number from CHOICE (binds most weakly) to ATOM; an operand that binds more weakly is put in parentheses.
    """

    def __init__(self, quote: str) -> None:
        self.quote = quote
        self.writers: dict[type[ast.expr], Callable[[Any], str]] = {
            ast.Attribute: self.attribute,
            ast.BinOp: self.binary,
            ast.BoolOp: self.logical,
            ast.Call: self.call,
            ast.Compare: self.comparison,
            ast.Constant: self.constant,
            ast.Dict: self.dictionary,
            ast.IfExp: self.choice,
            ast.JoinedStr: self.fstring,
            ast.List: lambda node: self.brackets("[]", map(self.text, node.elts)),
            ast.ListComp: self.comprehension,
            ast.Slice: self.slice,
            ast.Subscript: self.subscript,
            ast.Tuple: self.tuple,
            ast.UnaryOp: self.unary,
        }

    def text(self, node: ast.expr) -> str:
        return node.id if type(node) is ast.Name else self.writers[type(node)](node)

    def operand(self, node: ast.expr, least: int) -> str:
        """Returns the text of an operand, in parentheses if its precedence is lower than `least`."""
        if isinstance(node, ast.Name | ast.Constant) or precedence(node) >= least:
            return self.text(node)
        return self.brackets("()", [self.text(node)])

    def brackets(self, signs: str, items: Iterable[str]) -> str:
        """Joins items inside brackets; `MarkingPrinter` puts marks between them."""
        return f"{signs[0]}{', '.join(items)}{signs[1]}"

    def operator_before(self, sign: str, operand: str) -> str:
        """Joins an operator and its right operand."""
        return f" {sign} {operand}"

    def without_parentheses(self, node: ast.expr) -> str:
        """Returns the text of a tuple without parentheses, where it needs none; any other text as it is."""
        if isinstance(node, ast.Tuple) and node.elts:
            only_comma = "," if len(node.elts) == 1 else ""
            return ", ".join(map(self.text, node.elts)) + only_comma
        return self.text(node)

    def binary(self, node: ast.BinOp) -> str:
        """Writes a binary operation; parentheses keep a right operand of the same precedence together."""
        sign, own = BINARY[type(node.op)]
        if own == POWER:
            # a formatter writes `x**2`, but `(x + y) ** 2`
            are_plain = all(isinstance(each, BESIDE | ast.Attribute) for each in (node.left, node.right))
            power = "**" if are_plain else " ** "
            return self.operand(node.left, ATOM) + power + self.operand(node.right, SIGN)
        # a loop, as a sum of thousands of terms is nested too deeply for recursion
        terms = [self.operator_before(sign, self.operand(node.right, own + 1))]
        left = node.left
        while isinstance(left, ast.BinOp) and BINARY[type(left.op)][1] == own:
            terms.append(self.operator_before(BINARY[type(left.op)][0], self.operand(left.right, own + 1)))
            left = left.left
        return "".join([self.operand(left, own), *reversed(terms)])

    def comparison(self, node: ast.Compare) -> str:
        """Writes a comparison, with operands such as `a & 1` in parentheses.

        Python does not need them, but readers of other languages do.
        """
        rest = zip(node.ops, node.comparators, strict=True)
        pairs = (
            self.operator_before(COMPARISON[type(sign)], self.operand(each, SHIFT)) for sign, each in rest
        )
        return "".join([self.operand(node.left, SHIFT), *pairs])

    def logical(self, node: ast.BoolOp) -> str:
        """Writes `a and b` or `a or b`."""
        word = "or" if isinstance(node.op, ast.Or) else "and"
        first, *rest = [self.operand(each, NOT) for each in node.values]
        return "".join([first, *(self.operator_before(word, each) for each in rest)])

    def choice(self, node: ast.IfExp) -> str:
        """Writes `value if test else other`."""
        value, test, other = (self.operand(each, OR) for each in (node.body, node.test, node.orelse))
        return value + self.operator_before("if", test) + self.operator_before("else", other)

    def unary(self, node: ast.UnaryOp) -> str:
        """Writes `-x`, `~x` or `not x`."""
        sign, own = UNARY[type(node.op)]
        return f"{sign}{self.operand(node.operand, own)}"

    def attribute(self, node: ast.Attribute) -> str:
        """Writes `owner.name`, with parentheses around an int, as in `(1).real`."""
        owner = self.operand(node.value, ATOM)
        return f"({owner}).{node.attr}" if owner.isdigit() else f"{owner}.{node.attr}"

    def call(self, node: ast.Call) -> str:
        """Writes a call with positional and keyword arguments; generated code has no `**arguments`."""
        arguments = [self.text(each) for each in node.args]
        arguments += [f"{each.arg}={self.text(each.value)}" for each in node.keywords]
        return self.operand(node.func, ATOM) + self.brackets("()", arguments)

    def subscript(self, node: ast.Subscript) -> str:
        """Writes `row[i]`; a tuple of several indices has no parentheses."""
        inside = node.slice
        items = inside.elts if isinstance(inside, ast.Tuple) else []
        texts = map(self.text, items) if len(items) > 1 else [self.without_parentheses(inside)]
        return self.operand(node.value, ATOM) + self.brackets("[]", texts)

    def slice(self, node: ast.Slice) -> str:
        """Writes the bounds of a slice: `1:n`, or `n + 1 :` with blanks if a bound is no name or literal."""
        bounds = (node.lower, node.upper)
        first, last = ("" if each is None else self.text(each) for each in bounds)
        if all(needs_no_space_at_colon(each) for each in bounds if each is not None):
            return f"{first}:{last}"
        return f"{first} : {last}".strip()

    def tuple(self, node: ast.Tuple) -> str:
        """Writes a tuple in parentheses, with a comma after an only item."""
        items = [self.text(each) for each in node.elts]
        if len(items) == 1:
            items[0] += ","
        return self.brackets("()", items)

    def dictionary(self, node: ast.Dict) -> str:
        """Writes a dict display; generated code has no `**others` in one."""
        pairs = zip(node.keys, node.values, strict=True)
        return self.brackets("{}", [f"{self.text(key)}: {self.text(value)}" for key, value in pairs if key])

    def comprehension(self, node: ast.ListComp) -> str:
        """Writes a list comprehension with one `for`."""
        (each,) = node.generators
        source = f"{self.text(each.target)} in {self.text(each.iter)}"
        return self.brackets("[]", [self.text(node.elt) + self.operator_before("for", source)])

    def constant(self, node: ast.Constant) -> str:
        """Writes a literal; a number that has a spelling of its own, as 0xFF, keeps it."""
        if isinstance(text := node.value, str):
            quote = "'" if text.count('"') > text.count("'") else self.quote  # needs fewer backslashes
            return f"{quote}{escape_text(text, quote)}{quote}"
        return getattr(node, "spelled", "") or repr(node.value).replace("e+", "e")

    def fstring(self, node: ast.JoinedStr) -> str:
        """Writes an f-string of texts and values."""
        return f"f{self.quote}{''.join(map(self.fstring_part, node.values))}{self.quote}"

    def fstring_part(self, node: ast.expr) -> str:
        """Returns a part of an f-string: text, or a value in braces with its format, as `{n:03d}`."""
        if isinstance(node, ast.Constant):
            return escape_text(str(node.value), self.quote).replace("{", "{{").replace("}", "}}")
        assert isinstance(node, ast.FormattedValue)
        value = SINGLE.text(node.value)
        if not isinstance(node.format_spec, ast.JoinedStr) or not node.format_spec.values:
            return "{" + value + "}"
        form = "".join(map(self.fstring_part, node.format_spec.values))
        return "{" + value + ":" + form + "}"


DOUBLE = Printer('"')
SINGLE = Printer("'")
"""Writes expressions inside an f-string."""


OPEN, NEXT, CLOSE, OPERATOR = "\x01", "\x02", "\x03", "\x04"
"""Marks at the begin of brackets, between their items, at their end, and on both sides of an operator."""


class MarkingPrinter(Printer):
    """Writes the same text with marks (control characters) where a long line may be folded."""

    def brackets(self, signs: str, items: Iterable[str]) -> str:
        return f"{signs[0]}{OPEN}{NEXT.join(items)}{CLOSE}{signs[1]}"

    def operator_before(self, sign: str, operand: str) -> str:
        return f"{OPERATOR} {sign} {OPERATOR}{operand}"


MARKING = MarkingPrinter('"')


# ---- statements


def statement_line(node: ast.stmt | ast.match_case, printer: Printer = DOUBLE) -> str:
    """Returns the line of a statement, or the first line of one with statements inside."""
    return STATEMENTS[type(node)](printer, node)


def assignment_text(printer: Printer, node: ast.Assign) -> str:
    """Returns an assignment, with parentheses around a tuple that is assigned to one name."""
    has_tuple_target = any(isinstance(each, ast.Tuple) for each in node.targets)
    value = printer.without_parentheses(node.value) if has_tuple_target else printer.text(node.value)
    return " = ".join([*map(printer.without_parentheses, node.targets), value])


def annotated_assignment_text(printer: Printer, node: ast.AnnAssign) -> str:
    """Returns an assignment with a type, as `row: list[int] = []`, or only the type."""
    value = f" = {printer.without_parentheses(node.value)}" if node.value else ""
    return f"{printer.text(node.target)}: {printer.text(node.annotation)}{value}"


def function_heading(printer: Printer, node: ast.FunctionDef) -> str:
    """Returns the `def` line of a function, up to the colon."""
    result = f" -> {printer.text(node.returns)}" if node.returns else ""
    texts = [parameter_text(printer, each) for each in node.args.args]
    pairs = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    options = [f"{parameter_text(printer, each)} = {printer.text(value)}" for each, value in pairs if value]
    texts += ["*", *options] if options else []
    return f"def {node.name}" + printer.brackets("()", texts) + f"{result}:"


def imported_names(node: ast.Import | ast.ImportFrom) -> str:
    return ", ".join(each.name for each in node.names)


STATEMENTS: dict[type[ast.AST], Callable[[Printer, Any], str]] = {
    ast.AnnAssign: annotated_assignment_text,
    ast.Assign: assignment_text,
    ast.AugAssign: lambda printer, node: (
        f"{printer.text(node.target)} {BINARY[type(node.op)][0]}= {printer.text(node.value)}"
    ),
    ast.Break: lambda *_: "break",
    ast.ClassDef: lambda printer, node: (
        f"class {printer.text(ast.Call(ast.Name(node.name), node.bases, [])).removesuffix('()')}:"
    ),
    ast.Continue: lambda *_: "continue",
    ast.Expr: lambda printer, node: printer.text(node.value),
    ast.For: lambda printer, node: (
        f"for {printer.without_parentheses(node.target)} in {printer.text(node.iter)}:"
    ),
    ast.FunctionDef: function_heading,
    ast.If: lambda printer, node: f"if {printer.text(node.test)}:",
    ast.Import: lambda printer, node: f"import {imported_names(node)}",
    ast.ImportFrom: lambda printer, node: f"from {node.module} import {imported_names(node)}",
    ast.Match: lambda printer, node: f"match {printer.without_parentheses(node.subject)}:",
    ast.Pass: lambda *_: "pass",
    ast.Raise: lambda printer, node: f"raise {printer.text(node.exc)}",
    ast.Return: lambda printer, node: (
        f"return {printer.without_parentheses(node.value)}" if node.value else "return"
    ),
    ast.While: lambda printer, node: f"while {printer.text(node.test)}:",
    ast.With: lambda printer, node: (
        f"with {', '.join(printer.text(each.context_expr) for each in node.items)}:"
    ),
    ast.match_case: lambda printer, node: f"case {pattern_text(printer, node.pattern)}:",
}


def pattern_text(printer: Printer, pattern: ast.pattern) -> str:
    """Returns the text of a case's pattern."""
    match pattern:
        case ast.MatchValue(value=value):
            return printer.text(value)
        case ast.MatchOr(patterns=several):
            return " | ".join(pattern_text(printer, each) for each in several)
        case ast.MatchAs(pattern=None, name=None):
            return "_"
    raise TypeError(f"a port has no {type(pattern).__name__}")


def parameter_text(printer: Printer, each: ast.arg) -> str:
    return f"{each.arg}: {printer.text(each.annotation)}" if each.annotation else each.arg
