"""The machine's time while the prompt waits: it passes as long as something moves or plays by itself."""

from __future__ import annotations

from collections.abc import Callable

from retromaze.machine.machine import FRAMES_PER_SECOND, Machine

MOST = 6
"""Frames that pass at once where a look came late: what moves does not jump."""


class WaitingTime:
    """Lets frames pass at the console's pace; `clock` is the user's time in seconds.

    `hear` is called after each of them.
    """

    def __init__(
        self, machine: Machine, clock: Callable[[], float], hear: Callable[[Machine], None] | None = None
    ) -> None:
        self._machine = machine
        self._hear = hear
        self._clock = clock
        self._passed_at = clock()

    def restart(self) -> None:
        """A wait begins now."""
        self._passed_at = self._clock()

    def pass_frames(self) -> None:
        """Lets those pass that are due since the last time."""
        machine, now = self._machine, self._clock()
        due = int((now - self._passed_at) * FRAMES_PER_SECOND)
        self._passed_at = now if due > MOST else self._passed_at + due / FRAMES_PER_SECOND
        # nobody who paces a program is to hear of these
        hearer, machine.on_frame = machine.on_frame, self._hear
        try:
            for _ in range(min(due, MOST)):
                if is_moving(machine):
                    machine.pass_frame()
        finally:
            machine.on_frame = hearer


def is_moving(machine: Machine) -> bool:
    """Whether a frame would move a sprite, a layer or a fade, or a tune that plays."""
    for screen in machine.screens:
        moving = [each for _, each in screen.sprites.all_used()] + screen.backgrounds.all()
        if screen.fade.moving or any(each.animations.any_left for each in moving):
            return True
    return is_playing(machine)


def is_playing(machine: Machine) -> bool:
    """Whether a tune is under way that is not halted."""
    return any(track.playing and not track.halted for track in machine.sound.tracks)
