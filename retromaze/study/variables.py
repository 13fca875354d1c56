"""The variables of a listing where it stands, under their BASIC names."""

from __future__ import annotations

import reprlib
from collections.abc import Iterator
from types import FrameType

from retromaze.compiler.spelling import basic_names
from retromaze.engine.computer import Computer

SHORT = reprlib.Repr()
SHORT.maxlist = 6
SHORT.maxstring = 200


def variables(computer: Computer, frame: FrameType | None) -> Iterator[tuple[str, object]]:
    """Name and value of each variable that a frame of slot 0's listing knows, in the order of the names.

    The elements of an array are called `M[]`.
    """
    compiled = computer.slots[0].compiled
    if frame is None or compiled is None:
        return
    known = {**frame.f_globals, **frame.f_locals}
    names = basic_names(compiled.program)
    yield from sorted((names[each], known[each]) for each in names if each in known)


def told(computer: Computer, frame: FrameType | None) -> str:
    """`X = 3`, a line each; long arrays and strings are cut short."""
    return "\n".join(f"{name} = {SHORT.repr(value)}" for name, value in variables(computer, frame))


def listing_frame(computer: Computer, frame: FrameType | None) -> FrameType | None:
    """The innermost frame that runs a listing, from that one outwards."""
    while frame is not None and computer.slot_with_path(frame.f_code.co_filename) is None:
        frame = frame.f_back
    return frame
