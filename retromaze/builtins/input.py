"""Builtins of the player's input: buttons, sticks, stylus, keyboard.

The buttons are read once a frame: every call within a frame gives the same.
Source: manual, Various kinds of input; machine reference, section 6, unless a function says otherwise.
"""

from __future__ import annotations

from typing import Annotated

from retromaze.builtins.form import COUNT, Change, Device, Length, Range, Reads
from retromaze.builtins.registry import builtin, form
from retromaze.errors import IncompatibleStatement
from retromaze.machine.input import HELD, RELEASED
from retromaze.machine.machine import Machine

UNUSED_BUTTONS = (10, 13)
"""Numbers below the last that are no buttons of the console: BREPEAT raises another error for them."""
Repeating = Annotated[int, Range(0, max(UNUSED_BUTTONS), illegal=UNUSED_BUTTONS)]


@builtin("BUTTON", cost=10, reads=Reads.INPUT, method="input.button", device=Device.BUTTONS)
def button(
    m: Machine, feature: Annotated[int, Range(HELD, RELEASED)] = HELD, terminal: int | None = None
) -> Annotated[int, Range(0, 0x1FFF)]:
    """BUTTON([feature]) is a mask: 0 held, 1 pressed or repeating, 2 just pressed, 3 just released.

    BUTTON(feature,terminal) asks another console, which takes a wireless session.
    UP 1, DOWN 2, LEFT 4, RIGHT 8, A 16, B 32, X 64, Y 128, L 256, R 512, ZR 2048, ZL 4096.
    """
    refuse_terminal(terminal, 2)
    return m.input.button(feature)


@builtin("BREPEAT", method="input.set_repeat", device=Device.BUTTONS)
def stop_repeat(m: Machine, number: Repeating) -> None:
    """BREPEAT number switches a button's repeat off; number is 0 (UP) to 9 (R), 11 (ZR) or 12 (ZL)."""


@form("BREPEAT", method="input.set_repeat", device=Device.BUTTONS)
def set_repeat(
    m: Machine, number: Repeating, start: Annotated[int, COUNT], interval: Annotated[int, COUNT]
) -> None:
    """BREPEAT number,start,interval repeats a button after start frames, then each interval + 1.

    With interval 0 it repeats no more.
    """


@builtin("STICK", reads=Reads.INPUT, method="input.stick", device=Device.STICK)
def stick(m: Machine, terminal: int | None = None) -> tuple[float, float]:
    """STICK OUT x,y reads the circle pad: -1 to 1, right and up positive."""
    refuse_terminal(terminal, 1)
    return m.input.stick()


@builtin("STICKEX", reads=Reads.INPUT, method="input.second_stick", device=Device.SECOND_STICK)
def second_stick(m: Machine, terminal: int | None = None) -> tuple[float, float]:
    """STICKEX OUT x,y reads the second pad: -1 to 1, right and up positive; XON EXPAD first, else 0,0."""
    refuse_terminal(terminal, 1)
    return m.input.second_stick()


@builtin("TOUCH", reads=Reads.INPUT, method="input.touched", device=Device.STYLUS)
def touch(m: Machine, terminal: int | None = None) -> tuple[int, int, int]:
    """TOUCH OUT time,x,y reads the stylus: frames touched so far (0: none), x 5 to 314, y 5 to 234."""
    refuse_terminal(terminal, 1)
    return m.input.touched()


@builtin("INKEY$", changes=Change.MACHINE, reads=Reads.INPUT, method="input.inkey", device=Device.KEYBOARD)
def inkey(m: Machine) -> Annotated[str, Length(1)]:
    """INKEY$() takes the oldest character from the keyboard buffer; "" if there is none, without waiting."""


def refuse_terminal(terminal: int | None, argument: int) -> None:
    """Raises IncompatibleStatement if a terminal is named, because no wireless session is simulated."""
    if terminal is not None:
        raise IncompatibleStatement(argument=argument)
