"""The modes of XSCREEN: which screens a program may use, and how sprites and backgrounds are divided."""

from __future__ import annotations

from typing import NamedTuple, Protocol

SPRITES, BACKGROUNDS = 512, 4
MODES = range(5)
WITH_LOWER_SCREEN = (2, 3)


class Share(NamedTuple):
    """What one screen has: `usable` by the program (DISPLAY), how many sprites and background layers."""

    usable: bool
    sprites: int
    backgrounds: int


class Resettable(Protocol):
    """What begins anew with another share."""

    def reset(self, count: int) -> None: ...


class Sharing(Protocol):
    """What a mode changes of a screen."""

    share: Share

    @property
    def sprites(self) -> Resettable: ...

    @property
    def backgrounds(self) -> Resettable: ...

    def set_clip(self) -> None: ...

    def set_display_clip(self) -> None: ...


UPPER_SHARE = Share(True, SPRITES, BACKGROUNDS)
LOWER_SHARE = Share(False, 0, 0)


def choose_mode(
    screens: tuple[Sharing, Sharing], mode: int, sprites: int | None = None, backgrounds: int | None = None
) -> None:
    """Gives both screens their shares, clears what they have of these, and takes their clips off.

    mode 0 to 4, sprites 0 to 512 and backgrounds 0 to 4 for the upper screen, the rest is the lower one's;
    None means the mode's own numbers. Raises ValueError outside these ranges.
    Source: machine reference, 1.2. Unverified: that sprites and layers are cleared and clips
    reset. Mode 4 keeps the 400 x 240 picture here instead of one tall picture over both screens.
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
    for screen, share in zip(screens, shares, strict=True):
        screen.share = share
        screen.sprites.reset(share.sprites)
        screen.backgrounds.reset(share.backgrounds)
        screen.set_clip()
        screen.set_display_clip()
