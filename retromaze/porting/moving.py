"""Ports instructions of sprites and backgrounds that have a form of their own: animation, boxes, cells."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from retromaze.builtins.animation import TARGETS
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.lowering.jumps import literal_label
from retromaze.machine.animation import PLUS, RELATIVE, Target, target_named
from retromaze.machine.background import CELL_BITS
from retromaze.porting import pieces
from retromaze.porting.effects import is_steady
from retromaze.porting.pieces import BOOL, STR, Part, Piece, call, lines, tuple_of
from retromaze.porting.refusals import CannotPort
from retromaze.values.numbers import truncate

if TYPE_CHECKING:
    from retromaze.porting.statements import PortStatements

POOLS = {"SPANIM": "sprites", "BGANIM": "backgrounds"}
Arguments = list[Expression | None]


def animate(s: PortStatements, step: nodes.Instruction, arguments: Arguments) -> Iterator[ast.stmt]:
    """`machine.sprites.animate(0, "XY", [(-60, (200, 120))])`."""
    number, target, *given = arguments
    if number is None or target is None or not given or None in given:
        raise always_fails(step)
    kind, name = target_of(step, target)
    first = given[0]
    if isinstance(first, nodes.LabelText | nodes.String):
        keyframes, rest = frames_in_data(s, step, first, kind), given[1:]
    elif first is not None and s.e.array_named(first):
        raise CannotPort(step.line, f"{step.name} of an array is not known to ports")
    else:
        count = len(given) // (1 + kind.width) * (1 + kind.width)
        keyframes, rest = frames_of(items_of(s, given[:count], kind), kind), given[count:]
    if not keyframes or len(rest) > 1:
        raise always_fails(step)
    loops = [s.e.place(each) for each in rest if each is not None]
    yield from lines(
        "{machine}.{pool}.animate({number}, {name}, [{frames}], {loops})",
        machine=s.f.machine,
        pool=POOLS[step.name],
        number=s.e.place(number),
        name=pieces.string(name),
        frames=keyframes,
        loops=loops,
    )


def always_fails(step: nodes.Instruction) -> CannotPort:
    return CannotPort(step.line, f"{step.name} is called in a way that always fails")


def target_of(step: nodes.Instruction, node: Expression) -> tuple[Target, str]:
    """What is animated, and the name that the machine has for it."""
    match node:
        case nodes.Number(value=value) if 0 <= truncate(value) < 2 * RELATIVE:
            target = TARGETS[truncate(value) % RELATIVE]
            return target, target.name + PLUS * (truncate(value) >= RELATIVE)
        case nodes.String(value=value) if value.removesuffix(PLUS) in Target.__members__:
            return target_named(value)[0], value
    raise CannotPort(step.line, f"{step.name} of a target that is worked out is not known to ports")


def items_of(s: PortStatements, given: Arguments, kind: Target) -> Iterator[Piece]:
    """Times are whole; what is not whole stays so."""
    for at, each in enumerate(given):
        if each is not None:
            is_whole = kind.whole or at % (1 + kind.width) == 0
            yield s.e.place(each) if is_whole else s.e.value(each)


def frames_of(items: Iterable[Piece], kind: Target) -> list[ast.expr]:
    """`(60, (200, 120))` of the times and items after another."""
    found, size = list(items), 1 + kind.width
    starts = range(0, len(found), size)
    return [tuple_of([found[at], tuple_of(found[at + 1 : at + size])]) for at in starts]


def frames_in_data(
    s: PortStatements, step: nodes.Instruction, label: Expression, kind: Target
) -> list[ast.expr]:
    """Those that stand in DATA, the number of them first."""
    program = s.f.module.program
    name = literal_label(label)
    if name is None or name not in program.main.labels:
        raise CannotPort(step.line, f"{step.name} of a label that is worked out is not known to ports")
    data = program.data[program.main.labels[name] :]
    numbers = [each for each in data if not isinstance(each, str)]
    wanted = truncate(numbers[0]) * (1 + kind.width) if numbers else 0
    if wanted <= 0 or len(numbers) <= wanted or any(isinstance(each, str) for each in data[: wanted + 1]):
        raise always_fails(step)
    found = numbers[1 : wanted + 1]
    size = 1 + kind.width
    shown = [truncate(each) if kind.whole or at % size == 0 else each for at, each in enumerate(found)]
    return frames_of(map(pieces.number, shown), kind)


def detect(s: PortStatements, step: nodes.Instruction, arguments: Arguments) -> Iterator[ast.stmt]:
    """SPCOL: what is given behind the number by name."""
    if not is_steady(s.f, *arguments):
        raise CannotPort(step.line, "SPCOL of what does something is not known to ports")
    number, *given = arguments
    if number is None:
        raise always_fails(step)
    asked: list[Part] = [s.e.place(number)]
    if len(given) > 3:
        asked.append(tuple_of([s.e.place(each) for each in given[:4] if each is not None]))
        given = given[4:]
    named: dict[str, Part] = {}
    if given and given[0] is not None:
        named["scales"] = switch(s, given[0])
    if len(given) > 1 and given[1] is not None:
        named["mask"] = s.e.place(given[1])
    yield ast.Expr(call(f"{s.f.machine}.sprites.detect", *asked, type_="None", **named).node)


def switch(s: PortStatements, node: Expression) -> Piece:
    """A number that is only asked whether it is 0."""
    if isinstance(node, nodes.Number):
        return Piece(ast.Constant(truncate(node.value) != 0), BOOL)
    return pieces.operation("!=", s.e.place(node), pieces.number(0), BOOL)


def put(s: PortStatements, step: nodes.Instruction, arguments: Arguments) -> Iterator[ast.stmt]:
    """BGPUT and BGFILL: a cell may be written as four hexadecimal digits."""
    *places, cell = arguments
    if cell is None or None in places:
        raise always_fails(step)
    name = "put" if step.name == "BGPUT" else "fill"
    given = [*(s.e.place(each) for each in places if each is not None), cell_of(s, step, cell)]
    yield from lines("{machine}.backgrounds.{name}({given})", machine=s.f.machine, name=name, given=given)


def cell_of(s: PortStatements, step: nodes.Instruction, node: Expression) -> Piece:
    if isinstance(node, nodes.String):
        try:
            cell = int(node.value or "0", 16)
        except ValueError:
            raise always_fails(step) from None
        if len(node.value) not in {0, 4} or not 0 <= cell <= CELL_BITS:
            raise always_fails(step)
        return pieces.spelled(cell, f"0x{cell:04X}") if cell else pieces.number(0)
    if s.e.value(node).type == STR:
        raise CannotPort(step.line, f"{step.name} of a text that is worked out is not known to ports")
    return s.e.place(node)


OWN = {"BGANIM": animate, "BGFILL": put, "BGPUT": put, "SPANIM": animate, "SPCOL": detect}
