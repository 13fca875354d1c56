"""Plays a machine's sound in step with the frames, or records it for a WAV file.

Synthesizer and mixer are loaded when a machine reports its first sound, or when `prepare` is called.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.machine.sound import Sound
from retromaze.machine.sound_events import SAMPLES_PER_FRAME, SAMPLES_PER_SECOND, SoundEvent
from retromaze.machine.storage import replace_file

if TYPE_CHECKING:
    from retromaze.audio.loudspeaker import Loudspeaker
    from retromaze.audio.synthesizer import Synthesizer
    from retromaze.machine.machine import Machine

CONSOLE_INTERVAL = SAMPLES_PER_FRAME / SAMPLES_PER_SECOND
"""The seconds of a frame at the console's pace."""
PUMP_INTERVAL = 1 / 250
"""Seconds between two attempts to pass waiting samples to the mixer."""
FADE_OUT = 480
"""Samples that are rendered to end softly."""
MOST_FRAMES_AT_ONCE = 6
"""The most frames that are rendered late while no program runs; after a longer pause they are skipped."""


SIDES, BYTES = 2, 2
LONGEST_RECORDING = 3600
"""The longest recording in seconds, about 700 megabytes; later sound is dropped."""
LONGEST_ENCORE = 600
"""The most seconds that a tune is played on after the program's end."""


def add_sound_listener(sound: Sound, listener: Callable[[SoundEvent], None]) -> None:
    """Calls `listener` with every event of sound from now on; earlier listeners are still called."""
    earlier = sound.on_sound

    def call_both(event: SoundEvent) -> None:
        if earlier is not None:
            earlier(event)
        listener(event)

    sound.on_sound = call_both


class LiveSound:
    """Plays the sound of a machine while it runs, and of another machine after it.

    `clock` returns the user's time in seconds; `on_failure` is called once with the reason if there is no
    sound card. `_pending_events` are those since the last frame. `_frame` is the machine's present frame,
    `_next_frame_time` the user's time at which `play_due_frames` plays the next one.
    """

    def __init__(self, *, muted: bool, clock: Callable[[], float], on_failure: Callable[[str], None]) -> None:
        self.muted = muted
        self._clock = clock
        self._on_failure = on_failure
        self._pending_events: list[SoundEvent] = []
        self._synthesizer: Synthesizer | None = None
        self._loudspeaker: Loudspeaker | None = None
        self._failed = self._closed = False
        self._is_faded_out = True
        self._frame = 0
        self._next_frame_time = 0.0

    @property
    def has_waiting_samples(self) -> bool:
        """Whether samples wait to be passed on."""
        return self._loudspeaker is not None and bool(self._loudspeaker.waiting)

    @property
    def is_playing(self) -> bool:
        """Whether the mixer is playing."""
        return self._loudspeaker is not None and self._loudspeaker.is_playing

    def attach(self, machine: Machine) -> None:
        """Plays this machine from now on instead of the one before."""
        self.fade_out()
        self._pending_events, self._synthesizer = [], None
        self._frame = machine.frame
        # each machine has its own list, so that the events of a former one are ignored
        pending = self._pending_events
        add_sound_listener(machine.sound, lambda event: None if self._closed else pending.append(event))

    def prepare(self) -> None:
        """Loads synthesizer and mixer before the first sound."""
        from retromaze.audio.synthesizer import Synthesizer

        self._synthesizer = self._synthesizer or Synthesizer()
        # after a failure it is not tried again
        if self._loudspeaker is None and not self._failed and not self.muted:
            from retromaze.audio.loudspeaker import NoSoundCard, open_loudspeaker

            try:
                self._loudspeaker = open_loudspeaker(self._clock)
            except NoSoundCard as reason:
                self._failed = True
                self._on_failure(str(reason))

    # --- the run's side ---

    def play_frame(self, frame: int, interval: float | None) -> None:
        """Plays the sound of the frame before `frame`, to last `interval` seconds; None skips it."""
        self._frame = frame
        if self._pending_events and self._synthesizer is None and not self._failed:
            self.prepare()
        if self._synthesizer is not None:
            # nothing is heard: the events still count, so that tunes go on where they are later
            if self._loudspeaker is None or self.muted or interval is None:
                self.fade_out()
                self._synthesizer.skip(self._pending_events)
            else:
                size = self._loudspeaker.frame_size(interval)
                block = self._synthesizer.render(self._pending_events, (frame - 1) * SAMPLES_PER_FRAME, size)
                self._is_faded_out = False
                # without a block the frame is silent
                if block is not None:
                    self._loudspeaker.play(block)
                else:
                    self._loudspeaker.pump()
        self._pending_events.clear()

    def pump(self) -> None:
        """Passes waiting samples to the mixer; to be called often."""
        if self._loudspeaker is not None:
            self._loudspeaker.pump()

    def fade_out(self) -> None:
        """Fades the output out until the next frame is played, for a paused run for example."""
        if self._loudspeaker is None or self._synthesizer is None or self._is_faded_out:
            return
        self._is_faded_out = True
        self._loudspeaker.fade_out(self._synthesizer.render([], self._frame * SAMPLES_PER_FRAME, FADE_OUT))

    def toggle_mute(self) -> None:
        """Switches the sound off or on again."""
        self.muted = not self.muted
        if self.muted:
            self.fade_out()
        # a window that began muted, and was quiet so far, has no synthesizer yet, and needs no loudspeaker
        elif self._synthesizer is not None:
            self.prepare()

    def close(self) -> None:
        """Stops listening and releases the mixer."""
        self._closed = True
        if self._loudspeaker is not None:
            self._loudspeaker.close()
            self._loudspeaker = None

    # --- while no program runs ---

    def start_clock(self) -> None:
        """Starts the time of `play_due_frames`, by which sounds continue once the run is over or waits."""
        self._next_frame_time = self._clock()

    def play_due_frames(self, advance: Callable[[], int]) -> None:
        """Plays the frames that are due; `advance` passes one and returns its number. To be called often."""
        # nothing has sounded yet
        if self._synthesizer is None and not self._pending_events:
            return
        # the time is read once: rendering a frame may take longer than the frame lasts
        now = self._clock()
        # after a long delay the missed frames are not made up for
        if now - self._next_frame_time > MOST_FRAMES_AT_ONCE * CONSOLE_INTERVAL:
            self._next_frame_time = now
        while self._next_frame_time <= now:
            self._next_frame_time += CONSOLE_INTERVAL
            self.play_frame(advance(), CONSOLE_INTERVAL)
        self.pump()


@dataclass(frozen=True)
class SoundRecording:
    """The bytes of a WAV file: 48,000 samples a second, 16 bits, both sides. A notebook shows a player."""

    data: bytes

    @property
    def seconds(self) -> float:
        """The length of the sound."""
        header = 44
        return (len(self.data) - header) / (SAMPLES_PER_SECOND * SIDES * BYTES)

    def __repr__(self) -> str:
        return f"<Recording: {self.seconds:.1f} seconds>"

    def save(self, path: str | Path) -> None:
        """Writes the file, whole or not at all. Raises OSError."""
        replace_file(Path(path), self.data)

    def _repr_html_(self) -> str:
        source = base64.b64encode(self.data).decode("ascii")
        return f'<audio controls src="data:audio/wav;base64,{source}"></audio>'


class SoundRecorder:
    """Records the sound of a machine in the machine's own time, with what still sounds at its end.

    It is created before the program starts, but after a front end was attached to the machine. Tunes that end
    by themselves are recorded to their end; an endless tune ends with the program. `_front_end` is its
    callback, which is called after this one; `_pending_events` are the events of sound since the last frame.
    """

    def __init__(self, machine: Machine) -> None:
        # imported here, because most runs record nothing
        import tempfile

        from retromaze.audio.synthesizer import Synthesizer

        self._machine = machine
        self._synthesizer = Synthesizer()
        self._pending_events: list[SoundEvent] = []
        add_sound_listener(machine.sound, self._pending_events.append)
        self._front_end, machine.on_frame = machine.on_frame, self.show
        self._samples_left = LONGEST_RECORDING * SAMPLES_PER_SECOND
        # a file, because an hour may not fit the memory; without a name, so that nothing is left on the disk
        self._file_name = f"temporary file in {tempfile.gettempdir()}"
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `finish`

    def show(self, machine: Machine) -> None:
        """Records the sound up to a frame that has passed; called as `on_frame`."""
        self._record_frame(machine.frame)
        if self._front_end is not None:
            self._front_end(machine)

    def _record_frame(self, frame: int) -> None:
        """Renders and records the sound of the frame before `frame`."""
        block = self._synthesizer.render(self._pending_events, (frame - 1) * SAMPLES_PER_FRAME)
        self._pending_events.clear()
        silence = bytes(SAMPLES_PER_FRAME * SIDES * BYTES)
        self._write_samples(silence if block is None else block.tobytes())

    def _write_samples(self, samples: bytes) -> None:
        """Writes samples to the file, up to the longest recording."""
        recorded = samples[: self._samples_left * SIDES * BYTES]
        self._samples_left -= len(recorded) // (SIDES * BYTES)
        with self._errors_naming_file():
            self._file.write(recorded)

    @contextmanager
    def _errors_naming_file(self) -> Iterator[None]:
        """Within this context, an OSError gets a name of the file for its message: the file has none."""
        try:
            yield
        except OSError as error:
            error.filename = self._file_name
            raise

    def finish(self) -> SoundRecording:
        """Returns the recording, with what still sounds at the end; to be called once.

        Raises OSError where the disk is full.
        """
        frame = self._play_to_end()
        # the frame before the next one, which is the last
        self._record_frame(frame + 1)
        for block in self._synthesizer.tail():
            self._write_samples(block.tobytes())
        import wave

        # the library's writer is not given the file: where the disk is full it fails again when it is dropped
        data = io.BytesIO()
        with self._errors_naming_file(), self._file as file, wave.open(data, "wb") as wav:
            wav.setparams((SIDES, BYTES, SAMPLES_PER_SECOND, 0, "NONE", ""))
            file.seek(0)
            while samples := file.read(1 << 20):
                wav.writeframesraw(samples)
        return SoundRecording(data.getvalue())

    def discard(self) -> None:
        """Drops the recording, and closes its file."""
        self._file.close()

    def _play_to_end(self) -> int:
        """Records on after the program's end until all tunes have ended; returns the last frame.

        Endless tunes are silenced first.
        """
        frame, sound = self._machine.frame, self._machine.sound
        for track in sound.tracks:
            if track.is_endless:
                track.silence(frame * SAMPLES_PER_FRAME)
        last = frame + LONGEST_ENCORE * SAMPLES_PER_SECOND // SAMPLES_PER_FRAME
        # a halted tune would never end
        while frame < last and any(track.playing and not track.halted for track in sound.tracks):
            frame += 1
            sound.advance(frame)
            self._record_frame(frame)
        return frame
