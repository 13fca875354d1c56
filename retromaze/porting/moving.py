"""Ports instructions of sprites and backgrounds that have a form of their own: animation, boxes, cells."""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.builtins.animation import TARGETS
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.lowering.jumps import literal_label
from retromaze.machine.animation import PLUS, RELATIVE, Target, target_named
from retromaze.machine.background import CELL_BITS
from retromaze.porting import pieces
from retromaze.porting.effects import is_steady
from retromaze.porting.pieces import STR
from retromaze.porting.refusals import CannotPort
from retromaze.porting.shapes import Storing
from retromaze.values.numbers import truncate

POOLS = {"SPANIM": "sprites", "BGANIM": "backgrounds"}
Arguments = list[Expression | None]


def animate(s: Storing, step: nodes.Instruction, arguments: Arguments) -> Iterator[str]:
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
        texts = [s.e.place(each).text for each in given[:count] if each is not None]
        if not kind.whole:
            texts = written_as_they_are(s, given[:count], kind, texts)
        keyframes, rest = frames_of(texts, kind), given[count:]
    if not keyframes or len(rest) > 1:
        raise always_fails(step)
    loops = [s.e.place(each).text for each in rest if each is not None]
    asked = [s.e.place(number).text, pieces.string(name).text, f"[{', '.join(keyframes)}]", *loops]
    yield f"{s.f.machine}.{POOLS[step.name]}.animate({', '.join(asked)})"


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


def written_as_they_are(s: Storing, given: Arguments, kind: Target, texts: list[str]) -> list[str]:
    """Times are whole; what is not whole stays so."""
    size = 1 + kind.width
    return [
        text if each is None or at % size == 0 else s.e.value(each).text
        for at, (each, text) in enumerate(zip(given, texts, strict=True))
    ]


def frames_of(texts: list[str], kind: Target) -> list[str]:
    """`(60, (200, 120))` of the times and items after another."""
    size = 1 + kind.width
    starts = range(0, len(texts), size)
    return [f"({texts[at]}, {row_of(texts[at + 1 : at + size])})" for at in starts]


def row_of(items: list[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def frames_in_data(s: Storing, step: nodes.Instruction, label: Expression, kind: Target) -> list[str]:
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
    return frames_of([pieces.number(each).text for each in shown], kind)


def detect(s: Storing, step: nodes.Instruction, arguments: Arguments) -> Iterator[str]:
    """SPCOL: what is given behind the number by name."""
    if not is_steady(s.f, *arguments):
        raise CannotPort(step.line, "SPCOL of what does something is not known to ports")
    number, *given = arguments
    if number is None:
        raise always_fails(step)
    asked = [s.e.place(number).text]
    if len(given) > 3:
        asked.append(f"({', '.join(s.e.place(each).text for each in given[:4] if each is not None)})")
        given = given[4:]
    if given and given[0] is not None:
        asked.append(f"scales={switch(s, given[0])}")
    if len(given) > 1 and given[1] is not None:
        asked.append(f"mask={s.e.place(given[1]).text}")
    yield f"{s.f.machine}.sprites.detect({', '.join(asked)})"


def switch(s: Storing, node: Expression) -> str:
    if isinstance(node, nodes.Number):
        return str(truncate(node.value) != 0)
    return pieces.operation("!=", s.e.place(node), pieces.number(0), pieces.BOOL).text


def put(s: Storing, step: nodes.Instruction, arguments: Arguments) -> Iterator[str]:
    """BGPUT and BGFILL: a cell may be written as four hexadecimal digits."""
    *places, cell = arguments
    if cell is None or None in places:
        raise always_fails(step)
    name = "put" if step.name == "BGPUT" else "fill"
    given = [s.e.place(each).text for each in places if each is not None]
    yield f"{s.f.machine}.backgrounds.{name}({', '.join([*given, cell_of(s, step, cell)])})"


def cell_of(s: Storing, step: nodes.Instruction, node: Expression) -> str:
    if isinstance(node, nodes.String):
        try:
            cell = int(node.value or "0", 16)
        except ValueError:
            raise always_fails(step) from None
        if len(node.value) not in {0, 4} or not 0 <= cell <= CELL_BITS:
            raise always_fails(step)
        return f"0x{cell:04X}" if cell else "0"
    if s.e.value(node).type == STR:
        raise CannotPort(step.line, f"{step.name} of a text that is worked out is not known to ports")
    return s.e.place(node).text


OWN = {"BGANIM": animate, "BGFILL": put, "BGPUT": put, "SPANIM": animate, "SPCOL": detect}
