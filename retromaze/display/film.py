"""A recording of pictures with their moments, and the animation made of it."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from retromaze.display.pictures import SIZES, common_size, framed, gif, save_gif
from retromaze.display.tags import picture_tag
from retromaze.display.view import visible_words
from retromaze.machine.machine import FRAMES_PER_SECOND, Machine

SHORTEST = 0.04
"""Seconds: what is shown for less is left out, for few viewers show an animation's frame more briefly."""
MOST_PICTURES = 15_000
"""Ten minutes of steady change; some hundred megabytes."""
LAST_SECONDS = 2.0
"""How long an animation rests on its last picture before it begins again."""
QUICK = 1


class Film:
    """Pictures of one screen, of both or of the tall one, packed, in the order of their moments (seconds)."""

    def __init__(self) -> None:
        self._moments: list[float] = []
        self._packed: list[tuple[int, bytes]] = []
        """Words of each picture, and the picture compressed."""

    def __len__(self) -> int:
        return len(self._packed)

    @property
    def full(self) -> bool:
        """Whether no more pictures are taken."""
        return len(self) >= MOST_PICTURES

    def add(self, moment: float, picture: array[int]) -> None:
        """What is shown from that moment on; it takes the place of one that was seen too briefly."""
        data = picture.tobytes()
        packed = len(picture), zlib.compress(data, QUICK)
        if self._packed and packed == self._packed[-1]:
            return
        if self._moments and moment - self._moments[-1] < SHORTEST:
            self._packed[-1] = packed
        elif not self.full:
            self._moments.append(moment)
            self._packed.append(packed)

    def pictures(self) -> Iterator[array[int]]:
        """All pictures, on black in a size in which each finds room."""
        sizes = {SIZES[count] for count, _ in self._packed}
        for _, packed in self._packed:
            yield framed(array("I", zlib.decompress(packed)), common_size(sizes))

    def milliseconds(self) -> list[int]:
        """How long each picture is shown."""
        moments = [*self._moments, self._moments[-1] + LAST_SECONDS] if self._moments else []
        hundredths = [round(100 * moment) for moment in moments]
        return [10 * (after - before) for before, after in pairwise(hundredths)]

    def gif(self) -> bytes:
        """An animation of it. Raises ValueError without pictures."""
        return gif(self.pictures(), self.milliseconds())

    def save(self, path: Path) -> None:
        """Writes an animated GIF, whole or not at all. Raises OSError; ValueError without pictures."""
        save_gif(self.pictures(), path, self.milliseconds())

    def _repr_html_(self) -> str:
        """What a notebook shows of it."""
        return picture_tag(self.gif(), "gif")


class FrameFilm(Film):
    """A film of a machine by its own time: its picture at every so manieth frame, and at its end.

    To be made before the program starts, when a front end is behind the machine already.
    """

    def __init__(self, every: int, machine: Machine) -> None:
        super().__init__()
        self._every = every
        self._machine = machine
        self._stale = True
        self._front, machine.on_frame = machine.on_frame, self.show

    def show(self, machine: Machine) -> None:
        """A frame has passed."""
        self._stale = self._stale or machine.changed
        if machine.frame % self._every == 0:
            self._take()
        if self._front is not None:
            self._front(machine)

    def finish(self) -> None:
        """The picture that the program leaves."""
        self._stale = True
        self._take()

    def _take(self) -> None:
        if self._stale:
            self.add(self._machine.frame / FRAMES_PER_SECOND, visible_words(self._machine))
            self._stale = False
