"""The variables of a running listing, under their BASIC names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from operator import itemgetter
from types import FrameType, FunctionType
from typing import Any

from retromaze.compiler.spelling import basic_names
from retromaze.engine.computer import Computer
from retromaze.values.array_names import Misfit
from retromaze.values.arrays import Array
from retromaze.values.numbers import printed
from retromaze.values.text import Text, plain

MOST, TEXT = 6, 400
"""Elements of a row that are written, and characters of a text."""


def variables(computer: Computer, frame: FrameType | None) -> Iterator[tuple[str, object]]:
    """Name and value of each variable that a frame of slot 0's listing knows, in the order of the names.

    The elements of an array are called `M[]`.
    """
    compiled = computer.slots[0].compiled
    if frame is None or compiled is None:
        return
    known = {**frame.f_globals, **frame.f_locals}
    names = basic_names(compiled.program)
    found = (name_and_value(names[each], known[each]) for each in names if each in known)
    yield from sorted(found, key=itemgetter(0))


def name_and_value(name: str, value: object) -> tuple[str, object]:
    """A variable's name and value; a name of a DEF, or of an array, may hold an array that it was given."""
    if isinstance(value, Misfit):
        return name, value.array.items
    return (f"{name}[]", value.items) if isinstance(value, Array) else (name, value)


def variable_text(computer: Computer, frame: FrameType | None) -> str:
    """`X = 3`, `A$ = "HI"`, `M[2,3] = [[0,0,0],[0,5,0]]`, a line each."""
    return "\n".join(
        f"{variable_title(name, value)} = {value_text(value)}" for name, value in variables(computer, frame)
    )


def variable_title(name: str, value: object) -> str:
    """The name; that of an array with its sizes, as DIM has them."""
    sizes = ",".join(map(str, shape_of(value)))
    return f"{name.removesuffix('[]')}[{sizes}]" if sizes else name


def value_text(value: object) -> str:
    """A value as BASIC writes it: numbers as PRINT does, texts between quotes; what is long is cut short."""
    if isinstance(value, str | Text):
        text = plain(value)
        return f'"{text[:TEXT]}"' + ("…" if len(text) > TEXT else "")
    if isinstance(value, int | float):
        return printed(value)
    return bracket_rows(value) if isinstance(value, list) else str(value)


def bracket_rows(items: list[Any]) -> str:
    """The elements that share a subscript, or the rows that do."""
    texts = [value_text(each) for each in items[:MOST]] + ["…"] * (len(items) > MOST)
    return f"[{','.join(texts)}]"


def shape_of(items: Any) -> list[int]:
    """The length of each dimension."""
    shape = []
    while isinstance(items, list):
        shape.append(len(items))
        items = items[0] if items else None
    return shape


def beyond(frame: FrameType) -> dict[str, Any]:
    """What the functions of the listing know that a frame may call, and those that they may call."""
    known: dict[str, Any] = {}
    functions = [each for each in frame.f_locals.values() if isinstance(each, FunctionType)]
    for function in functions:
        code = function.__code__
        if code.co_filename != frame.f_code.co_filename:
            continue
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            with suppress(ValueError):  # nothing is stored yet
                if name not in known:
                    known[name] = cell.cell_contents
                    functions += [known[name]] if isinstance(known[name], FunctionType) else []
    return known


def listing_frame(computer: Computer, frame: FrameType | None) -> FrameType | None:
    """The innermost frame that runs a listing, from that one outwards."""
    while frame is not None and computer.slot_with_path(frame.f_code.co_filename) is None:
        frame = frame.f_back
    return frame
