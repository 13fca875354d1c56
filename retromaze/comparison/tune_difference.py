"""Tells in which note two tunes begin to differ."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from retromaze.comparison.state import Sides
from retromaze.machine.events import Event
from retromaze.machine.mml import VARIABLES, read_mml
from retromaze.machine.notes import SAMPLES_PER_FRAME, SAMPLES_PER_SECOND, Note, Tone
from retromaze.machine.sequencer import Score

NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
NOTHING = "nothing new"
LOOKED_AT = 36_000
"""Frames, ten minutes: what comes later is not looked for."""


def tune_difference(one: Event, other: Event, sides: Sides) -> str:
    """`; at 0.50 s of channel 0 the tune has O4E in listing, O4F in port`, if both have a tune as text.

    "" where one of them has none, and where both sound the same.
    """
    texts = text_of(one.arguments), text_of(other.arguments)
    if texts[0] is None or texts[1] is None:
        return ""
    pairs = zip_longest(notes(texts[0]), notes(texts[1]))
    left, right = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
    different = [each for each in (left, right) if each is not None]
    if not different:
        return ""
    first = min(different, key=lambda each: each.moment)
    said = [
        note_words(each, left, right) if each and each.moment == first.moment else NOTHING
        for each in (left, right)
    ]
    where = f"at {first.moment / SAMPLES_PER_SECOND:.2f} s of channel {first.channel}"
    return f"; {where} the tune has {said[0]} in {sides.listing}, {said[1]} in {sides.port}"


def text_of(arguments: tuple[Any, ...]) -> str | None:
    """The tune among the arguments of a call that plays or keeps one."""
    return next((each for each in arguments if isinstance(each, str)), None)


def notes(text: str) -> Iterator[Note]:
    """The notes of a tune in their order, of those of one moment by their channels."""
    score = Score(read_mml(text), 0, [0] * len(VARIABLES))
    for frame in range(1, LOOKED_AT):
        yield from score.advance(frame * SAMPLES_PER_FRAME, 0)
        if score.over:
            return


def note_words(note: Note, *both: Note | None) -> str:
    """`O4C#`, with what else is not the same in both: `O4C# (volume 100)`."""
    if note.tone is None:
        return "the end of a note"
    tones = [each.tone for each in both if each and each.tone]
    octave, semitone = divmod(note.tone.key, 12)
    other = [
        f"{field} {getattr(note.tone, field)}"
        for field in Tone._fields
        if field != "key" and len({getattr(each, field) for each in tones}) > 1
    ]
    name = f"O{octave - 1}{NAMES[semitone]}"
    return f"{name} ({', '.join(other)})" if other else name
