"""Builtins of the screens: their modes, which layers are shown, backdrop and fade.

Source: manual, Screen control; machine reference, section 1, unless a function says otherwise.
"""

from __future__ import annotations

from typing import Annotated

from retromaze.builtins.form import COUNT, Range, Reads, range_of
from retromaze.builtins.registry import Truth, builtin, form
from retromaze.machine.backgrounds import BACKGROUNDS
from retromaze.machine.machine import Machine
from retromaze.machine.screen import MODES
from retromaze.machine.sprites import SPRITES

KEPT_PAGES_COST = 8_000
"""The work units that keeping six pages takes in addition to a reset."""
Mode = Annotated[int, range_of(MODES)]


@builtin("ACLS", cost=500, method="reset")
def reset(m: Machine) -> None:
    """ACLS puts pages, font, screens and consoles back to how they were at the start."""


@form("ACLS")
def reset_parts(m: Machine, pages: int, definitions: int, font: int) -> None:
    """ACLS pages,definitions,font does the same, but keeps the pages if the first number is 0.

    Unverified: the form is not documented; the other two are said to keep sprite definitions and font.
    """
    if pages:
        m.reset()
        return
    m.spend(KEPT_PAGES_COST)
    pixels_before = [page.pixels[:] for page in m.pages]
    m.reset()
    for page, pixels in zip(m.pages, pixels_before, strict=True):
        page.pixels[:] = pixels


@builtin("XSCREEN", cost=60, method="set_mode")
def set_mode(m: Machine, mode: Mode) -> None:
    """XSCREEN mode chooses how the screens are used, 0 to 4; in 2 and 3 both are the program's.

    In 4 both are one of 320 x 480 pixels, on which INPUT and LINPUT are errnum 4.
    Unverified: that a screen which gets another size loses its text; which error INPUT is.
    """


@form("XSCREEN", method="set_mode")
def set_shares(
    m: Machine,
    mode: Mode,
    sprites: Annotated[int, Range(0, SPRITES)],
    backgrounds: Annotated[int, Range(0, BACKGROUNDS)],
) -> None:
    """XSCREEN mode,sprites,backgrounds gives the upper screen these of the 512 sprites and 4 layers."""


@builtin("DISPLAY", method="display")
def display(m: Machine, number: int) -> None:
    """DISPLAY number chooses the screen for what follows: 0 upper, 1 lower (only in XSCREEN 2 and 3)."""


@form("DISPLAY", reads=Reads.MACHINE, python="machine.screens.index(machine.screen)")
def displayed(m: Machine) -> int:
    """DISPLAY() is the number of the screen that was chosen."""
    return m.screens.index(m.screen)


@builtin(
    "VISIBLE",
    python="machine.screen.set_visible({console} != 0, {graphic} != 0, {background} != 0, {sprites} != 0)",
)
def set_visible(m: Machine, console: int, graphic: int, background: int, sprites: int) -> None:
    """VISIBLE console,graphic,background,sprites shows (anything but 0) or hides (0) four kinds of layer."""


@builtin("BACKCOLOR", method="screen.set_backdrop")
def set_backdrop(m: Machine, color: int) -> None:
    """BACKCOLOR color sets the color behind everything."""


@form("BACKCOLOR", reads=Reads.MACHINE, state=("screen.backdrop",))
def backdrop(m: Machine) -> int:
    """BACKCOLOR() tells the color behind everything, without its opacity."""


@builtin("FADE", method="screen.set_fade")
def set_fade(m: Machine, color: int, frames: Annotated[int, COUNT] = 0) -> None:
    """FADE color[,frames] covers the screen with a color, at once or moving there over some frames."""


@form("FADE", reads=Reads.CLOCK | Reads.MACHINE, state=("screen.fade.color",))
def fade(m: Machine) -> int:
    """FADE() is the color in force, 0 for none."""


@builtin("FADECHK", reads=Reads.CLOCK, state=("screen.fade.moving",))
def fading(m: Machine) -> Truth:
    """FADECHK() is 1 while a fade is moving, else 0."""
    return int(m.screen.fade.moving)
