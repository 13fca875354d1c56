"""FADE: a color over a screen that may change to another over some frames."""

from __future__ import annotations

from retromaze.machine.colors import channels, rgb


class Fade:
    """FADE's veil.

    `color` is the ARGB code in force (alpha 0: no veil), `target` the one it comes to, `moving` whether it is
    still on its way. Each channel, alpha included, moves linearly.
    Source: machine reference, 1.7. Unverified: rounding on the way (rounded down here).
    """

    def __init__(self) -> None:
        self.color = self.target = 0
        self._from = self._to = channels(0)
        self._passed = self._frames = 0

    @property
    def moving(self) -> bool:
        return self._passed < self._frames

    def move(self, color: int, frames: int = 0) -> None:
        """Starts from the present color; 0 frames cover at once."""
        self._from, self._to = channels(self.color), channels(color)
        self._passed, self._frames = 0, frames
        self.target = color
        if not frames:
            self.color = color

    def advance(self) -> bool:
        """One frame passes; whether the veil moved."""
        if self._passed >= self._frames:
            return False
        self._passed += 1
        alpha, red, green, blue = (
            start + (end - start) * self._passed // self._frames
            for start, end in zip(self._from, self._to, strict=True)
        )
        self.color = rgb(red, green, blue, alpha)
        return True
