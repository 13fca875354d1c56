"""Reads the values that caused an error from the stopped run, for hints: never while a listing runs."""

from __future__ import annotations

import operator
from math import isfinite
from types import FrameType, TracebackType
from typing import Any

from retromaze.compiler.naming import python_spelling
from retromaze.errors import BasicError, OutOfRange, SubscriptOutOfRange
from retromaze.language import nodes
from retromaze.language.nodes import nodes_in
from retromaze.language.numbers import LARGEST, SMALLEST
from retromaze.language.parser import parse_leniently
from retromaze.values.scalars import SharedString, plain

Number = int | float
CALCULATE = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def values_at(error: BasicError, traceback: TracebackType, line: str) -> tuple[Any, ...]:
    """Returns what caused an error: (refused number,) or ((array's name, subscripts, sizes),); () if not
    known.

    Nothing is called to find it. `traceback` begins in the listing's code, `line` is the error's line.
    """
    if not isinstance(error, OutOfRange | SubscriptOutOfRange):
        return ()
    all_nodes = [each for top in parse_leniently(line, error.line) for each in nodes_in(top)]
    nodes_at_place = [each for each in all_nodes if each.column == error.column]
    if isinstance(error, SubscriptOutOfRange):
        for each in all_nodes:
            # the error's place is the element, or a subscript of it
            if isinstance(each, nodes.Index) and any(
                one in nodes_at_place for one in (each, *each.subscripts)
            ):
                missing = missing_element(each, traceback.tb_frame)
                if missing is not None:
                    return (missing,)
        return ()
    refused = checked_argument(error, traceback)
    # the expression is evaluated again if no `checked` was called, or if it was given a number cut to 32 bits
    if error.argument and (refused is None or refused in (SMALLEST, LARGEST)):
        index = error.argument - 1
        calls = (each for each in nodes_at_place if isinstance(each, nodes.Function | nodes.Instruction))
        arguments = next((each.arguments for each in calls if each.name == error.builtin), ())
        written = number_of(arguments[index], traceback.tb_frame) if index < len(arguments) else None
        refused = refused if written is None else written
    return () if refused is None else (refused,)


def checked_argument(error: BasicError, traceback: TracebackType | None) -> Number | None:
    """Returns the refused argument from the function that checks the ranges of a builtin, or None."""
    # `form.with_checks` makes that function: its name is `checked`, its parameters are `given_1` and so on
    while traceback is not None:
        if traceback.tb_frame.f_code.co_name == "checked":
            refused = traceback.tb_frame.f_locals.get(f"given_{error.argument}")
            return refused if isinstance(refused, int | float) else None
        traceback = traceback.tb_next
    return None


def missing_element(node: nodes.Index, frame: FrameType) -> tuple[str, list[int], list[int]] | None:
    """Returns name, subscripts and sizes of an array or text that lacks the element; None if not certain."""
    if not isinstance(node.target, nodes.Name):
        return None
    name, python_name = node.target.name, python_spelling(node.target.name)
    items = variable(f"{name}[]", f"{python_name}_items", frame)
    text = variable(name, python_name, frame)
    if isinstance(text, str | SharedString):
        items = list(plain(text))
    sizes = list[int]()
    # an array of several dimensions is a list of lists
    while isinstance(items, list) and len(sizes) < len(node.subscripts):
        sizes.append(len(items))
        items = items[0] if items else None
    values = [number_of(each, frame) for each in node.subscripts]
    subscripts = [int(each) for each in values if each is not None and isfinite(each)]
    # not certain: a subscript that cannot be read, or another number of dimensions
    if not len(subscripts) == len(values) == len(sizes):
        return None
    is_missing = any(not 0 <= each < size for each, size in zip(subscripts, sizes, strict=True))
    return (name, subscripts, sizes) if is_missing else None


def number_of(node: nodes.Node | None, frame: FrameType) -> Number | None:
    """Evaluates an expression of numbers, variables, sums, differences and products; None for any other."""
    match node:
        case nodes.Number(value=value):
            return value
        case nodes.Name(name=name):
            stored = variable(name, python_spelling(name), frame)
            return stored if isinstance(stored, int | float) else None
        case nodes.Unary(operator="-", operand=operand):
            number = number_of(operand, frame)
            return None if number is None else -number
        case nodes.Binary(operator="+" | "-" | "*" as sign, left=left, right=right):
            a, b = number_of(left, frame), number_of(right, frame)
            return None if a is None or b is None else CALCULATE[sign](a, b)
        case _:
            return None


def variable(name: str, python_name: str, frame: FrameType) -> Any:
    """Returns the value of a variable in a frame of generated code, None if there is none."""
    # code for a debugger has the BASIC name
    return frame.f_locals.get(python_name, frame.f_locals.get(name))
