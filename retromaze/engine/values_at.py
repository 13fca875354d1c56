"""Reads the values at fault from a run that an error has stopped: for hints, never while a listing runs."""

from __future__ import annotations

from math import isfinite
from types import FrameType, TracebackType
from typing import Any

from retromaze.compiler.naming import python_spelling
from retromaze.errors import BasicError, OutOfRange, SubscriptOutOfRange
from retromaze.language import nodes
from retromaze.language.nodes import nodes_in
from retromaze.language.parser import parse_leniently
from retromaze.values.scalars import Text, plain

Number = int | float


def values_at(error: BasicError, traceback: TracebackType, line: str) -> tuple[Any, ...]:
    """Returns the values at fault: a number out of range, or an array's name, subscripts and sizes.

    A hint names them. `traceback` is that of the listing's code, and `line` the text of the error's line. The
    result is empty where a value cannot be read without calling anything.
    """
    if not isinstance(error, OutOfRange | SubscriptOutOfRange):
        return ()
    all_nodes = [each for top in parse_leniently(line, error.line) for each in nodes_in(top)]
    nodes_here = [each for each in all_nodes if each.column == error.column]
    if isinstance(error, SubscriptOutOfRange):
        # the error's place is the element, or a subscript of it
        elements = [each for each in all_nodes if isinstance(each, nodes.Index)]
        at_fault = (each for each in elements if any(one in nodes_here for one in (each, *each.subscripts)))
        missing = (missing_element(each, traceback.tb_frame) for each in at_fault)
        return tuple(each for each in missing if each is not None)[:1]
    refused = checked_argument(error, traceback)
    # the builtin was called without that function: the argument's expression is evaluated again
    if refused is None and error.argument:
        index = error.argument - 1
        calls = (each for each in nodes_here if isinstance(each, nodes.Function | nodes.Instruction))
        arguments = next((each.arguments for each in calls if each.name == error.builtin), ())
        refused = number_of(arguments[index], traceback.tb_frame) if index < len(arguments) else None
    return () if refused is None else (refused,)


def checked_argument(error: BasicError, traceback: TracebackType | None) -> Number | None:
    """Returns the refused argument, as the function that checks the ranges of a builtin has it, or None.

    That function has the name `checked`, and its parameters are `given_1` and so on.
    """
    while traceback is not None:
        if traceback.tb_frame.f_code.co_name == "checked":
            found = traceback.tb_frame.f_locals.get(f"given_{error.argument}")
            return found if isinstance(found, int | float) else None
        traceback = traceback.tb_next
    return None


def missing_element(node: nodes.Index, frame: FrameType) -> tuple[str, list[int], list[int]] | None:
    """Returns name, subscripts and sizes of an array or text that lacks the element; None if not certain."""
    if not isinstance(node.target, nodes.Name):
        return None
    # the elements of an array of several dimensions are lists; those of a text are its characters
    items, sizes = elements_of(node.target.name, frame), list[int]()
    text = variable(node.target.name, python_spelling(node.target.name), frame)
    if isinstance(text, str | Text):
        items = list(plain(text))
    while isinstance(items, list) and len(sizes) < len(node.subscripts):
        sizes.append(len(items))
        items = items[0] if items else None
    found = [number_of(each, frame) for each in node.subscripts]
    subscripts = [int(each) for each in found if each is not None and isfinite(each)]
    if not len(subscripts) == len(found) == len(sizes):
        return None
    is_missing = any(not 0 <= each < size for each, size in zip(subscripts, sizes, strict=True))
    return (node.target.name, subscripts, sizes) if is_missing else None


def number_of(node: nodes.Node | None, frame: FrameType) -> Number | None:
    """Evaluates an expression of numbers, variables, sums, differences and products; None for any other."""
    match node:
        case nodes.Number(value=value):
            return value
        case nodes.Name(name=name):
            found = variable(name, python_spelling(name), frame)
            return found if isinstance(found, int | float) else None
        case nodes.Unary(operator="-", operand=operand):
            found = number_of(operand, frame)
            return None if found is None else -found
        case nodes.Binary(operator="+" | "-" | "*" as operator, left=left, right=right):
            a, b = number_of(left, frame), number_of(right, frame)
            if a is None or b is None:
                return None
            if operator == "+":
                return a + b
            return a - b if operator == "-" else a * b
        case _:
            return None


def elements_of(name: str, frame: FrameType) -> Any:
    """Returns the list of an array's elements in a frame of generated code; None if it has no such array."""
    return variable(f"{name}[]", f"{python_spelling(name)}_items", frame)


def variable(name: str, in_python: str, frame: FrameType) -> Any:
    """Returns the value of a variable in a frame of generated code, None if there is none.

    `in_python` is its name there; in code for a debugger it has its BASIC `name`.
    """
    for names in (frame.f_locals, frame.f_globals):
        for each in (in_python, name):
            if each in names:
                return names[each]
    return None
