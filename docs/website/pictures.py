"""Runs a snippet on a machine of its own, and gives its picture as a PNG, cut out and enlarged dot by dot."""

from __future__ import annotations

import io

from docs.website.snippets import Snippet, View
from retromaze.display.pictures import image
from retromaze.machine import input as controls
from retromaze.machine.colors import rgb
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine

SEED = 1
PRESSED_AT = 10
"""A snippet that waits for a button gets A in this frame."""
LONGEST = 600
"""Frames after which a snippet that does not end is a fault."""
WIDE = 320
"""A picture is enlarged as often as it then has no more pixels across."""


class TooLong(Exception):
    """A snippet goes on for ever."""


def machine_after(code: str) -> Machine:
    """The machine behind a few lines of a port. Raises what they raise, and TooLong."""
    machine = Machine(seed=SEED)
    machine.input.schedule = {PRESSED_AT: Buttons.A}
    machine.on_frame = limited
    known = {name: getattr(controls, name) for name in ("HELD", "REPEATED", "PRESSED", "RELEASED")}
    exec(compile(code, "snippet", "exec"), {"machine": machine, "rgb": rgb, "Buttons": Buttons, **known})
    return machine


def limited(machine: Machine) -> None:
    if machine.frame > LONGEST:
        raise TooLong(f"after {LONGEST} frames")


def picture(snippet: Snippet) -> bytes:
    """What the snippet shows, as a PNG file: the same code gives the same bytes."""
    return cut_out(machine_after(snippet.code), snippet.view)


def cut_out(machine: Machine, view: View) -> bytes:
    left, top, width, height = view
    shown = image(machine.picture()).crop((left, top, left + width, top + height))
    times = max(1, WIDE // width)
    target = io.BytesIO()
    shown.resize((width * times, height * times), resample=0).save(target, "PNG", optimize=True)
    return target.getvalue()
