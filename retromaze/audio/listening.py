"""Who hears what a machine tells of its sounds: any number of listeners, one behind the other."""

from __future__ import annotations

from collections.abc import Callable

from retromaze.machine.notes import Sounding
from retromaze.machine.sound import Sound


def listen_to(sound: Sound, hear: Callable[[Sounding], None]) -> None:
    """Calls `hear` with everything that sounds from now on; who was told before is told as well."""
    before = sound.told

    def told(sounding: Sounding) -> None:
        if before is not None:
            before(sounding)
        hear(sounding)

    sound.told = told if before is not None else hear
