"""Sound kept while a program runs, and the WAV file made of it."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.audio.listening import listen_to
from retromaze.machine.folder import replace_file
from retromaze.machine.notes import SAMPLES_PER_FRAME, SAMPLES_PER_SECOND, Sounding

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

SIDES, BYTES = 2, 2
LONGEST = 3600
"""Seconds that are kept, about 700 megabytes; what sounds later is not."""
LONGEST_ENCORE = 600
"""Seconds that a tune is played on behind the program's end."""


@dataclass(frozen=True)
class Recording:
    """The bytes of a WAV file: 48,000 samples a second, 16 bits, both sides. A notebook shows a player."""

    data: bytes

    @property
    def seconds(self) -> float:
        """How long it is."""
        header = 44
        return (len(self.data) - header) / (SAMPLES_PER_SECOND * SIDES * BYTES)

    def __repr__(self) -> str:
        return f"<Recording: {self.seconds:.1f} seconds>"

    def save(self, path: Path) -> None:
        """Writes the file, whole or not at all. Raises OSError."""
        replace_file(path, self.data)

    def _repr_html_(self) -> str:
        """What a notebook shows of it."""
        source = base64.b64encode(self.data).decode("ascii")
        return f'<audio controls src="data:audio/wav;base64,{source}"></audio>'


class Tape:
    """Keeps what a machine sounds like by its own time, and what still sounds at its end.

    To be made before the program starts, when a front end is behind the machine already. Tunes that come to
    an end by themselves are played on behind the program's; an endless one ends with it.
    """

    def __init__(self, machine: Machine) -> None:
        # imported here, as most runs keep nothing
        import tempfile
        import wave

        from retromaze.audio.synthesizer import Synthesizer

        self._machine = machine
        self._synthesizer = Synthesizer()
        self._told: list[Sounding] = []
        listen_to(machine.sound, self._hear)
        self._front, machine.on_frame = machine.on_frame, self.show
        self._left = LONGEST * SAMPLES_PER_SECOND
        # a file, for an hour of it would not fit into every memory; nameless, so that nothing is left behind
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `finish`
        self._wave = wave.open(self._file, "wb")  # noqa: SIM115 - likewise
        self._wave.setparams((SIDES, BYTES, SAMPLES_PER_SECOND, 0, "NONE", ""))

    def _hear(self, sounding: Sounding) -> None:
        self._told.append(sounding)

    def show(self, machine: Machine) -> None:
        """A frame has passed."""
        self._keep_frame(machine.frame)
        if self._front is not None:
            self._front(machine)

    def _keep_frame(self, frame: int) -> None:
        """What sounded in the frame before that one."""
        block = self._synthesizer.render(self._told, (frame - 1) * SAMPLES_PER_FRAME)
        self._told.clear()
        self._keep(bytes(SAMPLES_PER_FRAME * SIDES * BYTES) if block is None else block.tobytes())

    def _keep(self, samples: bytes) -> None:
        kept = samples[: self._left * SIDES * BYTES]
        self._left -= len(kept) // (SIDES * BYTES)
        self._wave.writeframesraw(kept)

    def finish(self) -> Recording:
        """What was heard, and what still sounds; to be called once. Raises OSError where the disk is full."""
        frame = self._play_on()
        self._keep_frame(frame + 1)
        for block in self._synthesizer.tail():
            self._keep(block.tobytes())
        self._wave.close()
        with self._file as file:
            file.seek(0)
            return Recording(file.read())

    def discard(self) -> None:
        """Nobody wants it: its file goes."""
        self._wave.close()
        self._file.close()

    def _play_on(self) -> int:
        """Plays tunes on until all have ended that do; the last frame."""
        frame, sound = self._machine.frame, self._machine.sound
        for track in sound.tracks:
            if track.is_endless:
                track.silence(frame * SAMPLES_PER_FRAME)
        last = frame + LONGEST_ENCORE * SAMPLES_PER_SECOND // SAMPLES_PER_FRAME
        while frame < last and any(track.playing and not track.halted for track in sound.tracks):
            frame += 1
            sound.advance(frame)
            self._keep_frame(frame)
        return frame
