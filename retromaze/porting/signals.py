"""Ports the instructions of the sound package, which calculate with whole arrays."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.porting import words
from retromaze.porting.pieces import FLOAT, Part, call
from retromaze.porting.refusals import CannotPort
from retromaze.values.signals import OPERANDS, WITH_GAIN

if TYPE_CHECKING:
    from retromaze.porting.statements import PortStatements

Arguments = list[Expression | None]
OPERATIONS = ("ADD", "SUBTRACT", "MULTIPLY", "DIVIDE", "MULTIPLY_AND_ADD", "INTERPOLATE", "CLIP")
WINDOWS = ("RECTANGLE", "HAMMING", "HANN", "BLACKMAN")
FILTERS = (
    "ALL_PASS",
    "LOW_PASS",
    "HIGH_PASS",
    "BAND_PASS",
    "BAND_STOP",
    "LOW_SHELF",
    "HIGH_SHELF",
    "PEAKING",
)


def combine(s: PortStatements, step: nodes.Instruction, arguments: Arguments) -> Iterator[ast.stmt]:
    """`signals.combine(signals.ADD, a, b, 0.5)`."""
    kind, target, *rest = arguments
    operation = choice(s, step, kind, OPERATIONS)
    operands = [each for each in rest if each is not None]
    if isinstance(kind, nodes.Number) and OPERANDS[int(kind.value)] != len(operands):
        raise always_fails(step)
    given = [operation, changed(s, step, target), *(operand(s, step, each) for each in operands)]
    yield calling(s, "combine", *given)


def transform(s: PortStatements, step: nodes.Instruction, arguments: Arguments) -> Iterator[ast.stmt]:
    """FFT and IFFT: two arrays made of two others."""
    real, imaginary, *sources = arguments
    given = [changed(s, step, each) for each in (real, imaginary)]
    given += [array(s, step, each) for each in sources if each is not None]
    yield calling(s, "transform" if step.name == "FFT" else "restore", *given)


def window(s: PortStatements, step: nodes.Instruction, arguments: Arguments) -> Iterator[ast.stmt]:
    target, kind = arguments
    given = changed(s, step, target), choice(s, step, kind, WINDOWS)
    yield calling(s, "make_window", *given)


def filter_numbers(s: PortStatements, step: nodes.Instruction, arguments: Arguments) -> Iterator[ast.stmt]:
    target, kind, *rest = arguments
    numbers = [words.argument(s.e, "float", each) for each in rest if each is not None]
    if isinstance(kind, nodes.Number) and (int(kind.value) in WITH_GAIN) != (len(numbers) == 4):
        raise always_fails(step)
    given: list[Part] = [changed(s, step, target), choice(s, step, kind, FILTERS), *numbers]
    yield calling(s, "make_filter", *given)


def filter_wave(s: PortStatements, step: nodes.Instruction, arguments: Arguments) -> Iterator[ast.stmt]:
    target, *sources = arguments
    given = [changed(s, step, target), *(array(s, step, each) for each in sources)]
    yield calling(s, "filter_wave", *given)


OWN = {
    "ARYOP": combine,
    "BIQUAD": filter_wave,
    "BQPARAM": filter_numbers,
    "FFT": transform,
    "FFTWFN": window,
    "IFFT": transform,
}


# ---- arguments


def function(s: PortStatements, name: str) -> str:
    s.f.module.imports.add("signals")
    return f"signals.{name}"


def calling(s: PortStatements, name: str, *given: Part) -> ast.stmt:
    return ast.Expr(call(function(s, name), *given, type_="None").node)


def always_fails(step: nodes.Instruction) -> CannotPort:
    return CannotPort(step.line, f"{step.name} is called in a way that always fails")


def choice(
    s: PortStatements, step: nodes.Instruction, node: Expression | None, names: tuple[str, ...]
) -> str:
    """One of several kinds, which is known before the run: the port says it by its name."""
    if not isinstance(node, nodes.Number):
        raise CannotPort(step.line, f"{step.name} of a kind that is worked out is not known to ports")
    if int(node.value) not in range(len(names)):
        raise always_fails(step)
    return function(s, names[int(node.value)])


def array(s: PortStatements, step: nodes.Instruction, node: Expression | None) -> str:
    """An array that is read."""
    variable = s.e.array_named(node)
    if variable is None:
        raise CannotPort(step.line, f"{step.name} of an array that has another name is not known to ports")
    return s.f.name(variable)


def changed(s: PortStatements, step: nodes.Instruction, node: Expression | None) -> str:
    """An array that gets floats."""
    name = array(s, step, node)
    variable = s.e.array_named(node)
    if variable is None or s.f.module.type_of(variable) != FLOAT:
        raise CannotPort(step.line, f"{step.name} into an array of Integers or texts is not known to ports")
    return name


def operand(s: PortStatements, step: nodes.Instruction, node: Expression) -> Part:
    """An array or a number."""
    if s.e.array_named(node) is not None:
        return array(s, step, node)
    if not s.e.kind(node).is_number:
        raise CannotPort(step.line, f"{step.name} of an array that has another name is not known to ports")
    return s.e.stored(node, FLOAT)
