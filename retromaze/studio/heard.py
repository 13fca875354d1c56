"""What a run sounds like: its last notes with the lines that asked for them, and what is heard now."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from retromaze.machine.mml import CHANNELS
from retromaze.machine.notes import SAMPLES_PER_FRAME, Beep, Note, Silence, Sounding
from retromaze.machine.sound import TRACKS, Sound
from retromaze.studio.messages import Notes, Sounds

MOST = 1_000
"""Notes that are kept: some seconds of sixteen channels, minutes of a melody."""
WAITING = 4_096
"""Soundings of which nobody has been told yet; of more the first are forgotten."""
SHORT_SOUND = -1
"""The voice of BEEPs."""
STILL = -1.0
"""The end of a note that has none yet."""


class HeardSounds:
    """The sounds of one run; `line` tells the line of the listing that runs."""

    def __init__(self, sound: Sound, line: Callable[[], int]) -> None:
        self._line = line
        self._notes: deque[list[float]] = deque(maxlen=MOST)
        self._sounding: dict[int, list[float]] = {}
        self._lines = [0] * len(TRACKS)
        self._waiting: deque[Sounding] = deque(maxlen=WAITING)
        sound.told = self._hear

    def begin_tune(self, track: int, line: int) -> None:
        """That line has begun the tune on a track."""
        self._lines[track] = line

    def notes(self, frame: int) -> Notes:
        """The last notes, as they are at a frame."""
        return Notes(frame, [*self._notes])

    def new_sounds(self, frame: int) -> Sounds | None:
        """What has sounded since this was asked last; None where that is nothing."""
        if not self._waiting:
            return None
        told = Sounds(frame, [[type(each).__name__, *each] for each in self._waiting])
        self._waiting.clear()
        return told

    def _hear(self, sounding: Sounding) -> None:
        self._waiting.append(sounding)
        if isinstance(sounding, Note):
            self._note(sounding)
        elif isinstance(sounding, Beep):
            frame = frame_of(sounding.moment)
            self._notes.append([frame, frame, SHORT_SOUND, sounding.number, 0, self._line()])
        elif isinstance(sounding, Silence):
            self._silence(sounding)

    def _note(self, note: Note) -> None:
        voice = note.track * len(CHANNELS) + note.channel
        frame = frame_of(note.moment)
        self._end(voice, frame)
        if note.tone is not None:
            row = [frame, STILL, voice, note.tone.key, note.tone.instrument, self._lines[note.track]]
            self._notes.append(row)
            self._sounding[voice] = row

    def _silence(self, silence: Silence) -> None:
        for voice in [*self._sounding]:
            if silence.track in {None, voice // len(CHANNELS)}:
                self._end(voice, frame_of(silence.moment))

    def _end(self, voice: int, frame: float) -> None:
        if voice in self._sounding:
            self._sounding.pop(voice)[1] = frame


def frame_of(moment: int) -> float:
    """The frame of a moment, with its fraction."""
    return round(moment / SAMPLES_PER_FRAME, 2)
