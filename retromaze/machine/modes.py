"""The modes of XSCREEN: which screens there are, how large, and who has which sprites and layers.

Source: machine reference, 1.1 and 1.2.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

SPRITES, BACKGROUNDS = 512, 4
MODES = range(5)
WITH_LOWER_SCREEN = (2, 3)
TALL = 4
"""The mode in which both screens are one, with the number of the upper."""

Size = tuple[int, int]
"""Width and height in pixels."""
UPPER_SIZE: Size = (400, 240)
LOWER_SIZE: Size = (320, 240)
TALL_SIZE: Size = (320, 480)


class Share(NamedTuple):
    """What one screen has: `usable` by the program (DISPLAY), how many sprites and background layers."""

    usable: bool
    sprites: int
    backgrounds: int


class Sharing(Protocol):
    """What a mode changes: a screen."""

    def begin(self, share: Share, size: Size) -> None: ...


UPPER_SHARE = Share(True, SPRITES, BACKGROUNDS)
LOWER_SHARE = Share(False, 0, 0)


def choose_mode(
    screens: tuple[Sharing, Sharing], mode: int, sprites: int | None = None, backgrounds: int | None = None
) -> None:
    """Gives both screens their sizes and shares, clears what they have of these, and takes their clips off.

    mode 0 to 4, sprites 0 to 512 and backgrounds 0 to 4 for the upper screen, the rest is the lower one's;
    None means the mode's own numbers. Raises ValueError outside these ranges.
    Source: machine reference, 1.2. Unverified: that sprites and layers are cleared and clips
    reset, and that a screen of another size loses its text.
    """
    part = 2 if mode in WITH_LOWER_SCREEN else 1
    sprites = SPRITES // part if sprites is None else sprites
    backgrounds = BACKGROUNDS // part if backgrounds is None else backgrounds
    if mode not in MODES or not (0 <= sprites <= SPRITES and 0 <= backgrounds <= BACKGROUNDS):
        raise ValueError(f"no screen mode {mode} with {sprites} sprites and {backgrounds} layers")
    shares = (
        Share(True, sprites, backgrounds),
        Share(mode in WITH_LOWER_SCREEN, SPRITES - sprites, BACKGROUNDS - backgrounds),
    )
    sizes = (TALL_SIZE if mode == TALL else UPPER_SIZE, LOWER_SIZE)
    for screen, share, size in zip(screens, shares, sizes, strict=True):
        screen.begin(share, size)
