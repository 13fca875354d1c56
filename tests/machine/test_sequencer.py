"""Tunes as they are played: which notes, when, and how they sound; the moments are worked out by hand."""

from typing import Any

from retromaze.machine.mml import read_mml
from retromaze.machine.notes import Envelope, Modulation, Note, Tone
from retromaze.machine.sequencer import Score

PLAIN = Tone(0, 0, 0, volume=127, velocity=127, pan=64, envelope=None, modulation=None)
SECOND = 48_000


def notes(text: str, seconds: float = 60, variables: list[int] | None = None) -> list[Note]:
    """What a tune tells in so many seconds, frame by frame."""
    score = Score(read_mml(text), 0, variables or [0] * 8)
    told: list[Note] = []
    for frame in range(1, round(seconds * 60) + 1):
        told += score.advance(frame * 800, 0)
    return told


def melody(text: str, **more: Any) -> list[tuple[float, int | None]]:
    """When which key starts, and None where one ends; in seconds."""
    return [(each.moment / SECOND, each.tone.key if each.tone else None) for each in notes(text, **more)]


HEARD: dict[str, list[tuple[float, int | None]]] = {
    "C": [(0, 60), (0.5, None)],
    "T60CD": [(0, 60), (1, None), (1, 62), (2, None)],
    "T60O3C8>B8<<C": [(0, 48), (0.5, None), (0.5, 47), (1, None), (1, 60), (2, None)],
    "T60C.": [(0, 60), (1.5, None)],
    "T60C..": [(0, 60), (1.75, None)],
    "T60C2...": [(0, 60), (3.75, None)],
    "T60L8C.R": [(0, 60), (0.75, None)],
    "T60L8.CC4C": [(0, 60), (0.75, None), (0.75, 60), (1.75, None), (1.75, 60), (2.5, None)],
    "T60L12[C]3": [(0, 60), (1 / 3, None), (1 / 3, 60), (2 / 3, None), (2 / 3, 60), (1, None)],
    "T60Q4CQ0DQ8E": [(0, 60), (0.5, None), (1, 62), (1, None), (2, 64), (3, None)],
    "T60C&C": [(0, 60), (2, None)],
    "T60C&8.Q1": [(0, 60), (1.75, None)],
    "T60Q4C&C": [(0, 60), (1.5, None)],
    "T60C&D": [(0, 60), (1, 62), (2, None)],
    "T60C&R": [(0, 60), (1, None)],
    "T60C&": [(0, 60), (1, None)],
    "T60RC": [(1, 60), (2, None)],
    "N0N127": [(0, 0), (0.5, None), (0.5, 127), (1, None)],
    "O0C-O8B": [(0, 11), (0.5, None), (0.5, 119), (1, None)],
    "!<C!<C": [(0, 48), (0.5, None), (0.5, 60), (1, None)],
    "O8<<<CO0>>C": [(0, 108), (0.5, None), (0.5, 12), (1, None)],
    "T60CT120C": [(0, 60), (1, None), (1, 60), (1.5, None)],
    "T60C:1R8T120": [(0, 60), (0.75, None)],
    "[[C8]2D8]2": [
        (0, 60),
        (0.25, None),
        (0.25, 60),
        (0.5, None),
        (0.5, 62),
        (0.75, None),
        (0.75, 60),
        (1, None),
        (1, 60),
        (1.25, None),
        (1.25, 62),
        (1.5, None),
    ],
    "{A=C8}{B={A}D8}{B}{A}": [(0, 60), (0.25, None), (0.25, 62), (0.5, None), (0.5, 60), (0.75, None)],
    "$0=8C$0$0=2C$0": [(0, 60), (0.25, None), (0.25, 60), (1.25, None)],
    "C:1E": [(0, 60), (0, 64), (0.5, None), (0.5, None)],
}


def test_when_which_key_sounds() -> None:
    assert {text: melody(text) for text in HEARD} == HEARD


def test_how_a_note_sounds() -> None:
    # the modulation is told with a note's tone only while it is on
    tones = {
        "C": PLAIN,
        "@5V100P0@V90@D-9C": PLAIN._replace(instrument=5, volume=100, pan=0, velocity=90, detune=-9),
        "V100((5)C": PLAIN._replace(volume=105),
        "(C": PLAIN,
        "V3)9C": PLAIN._replace(volume=0),
        "@E1,2,3,4C": PLAIN._replace(envelope=Envelope(1, 2, 3, 4)),
        "@E1,2,3,4@ERC": PLAIN,
        "@MA1,2,3,4@MP5,6,7,8C": PLAIN._replace(modulation=Modulation("vibrato", 5, 6, 7, 8)),
        "@MP5,6,7,8@MOFC": PLAIN,
        "@MP5,6,7,8@MOF@MONC": PLAIN._replace(modulation=Modulation("vibrato", 5, 6, 7, 8)),
        "@$0C": PLAIN._replace(instrument=151),
        "@$1C": PLAIN,
        "V$2C": PLAIN,
    }
    first = {text: notes(text, variables=[151, 140, 9999, 0, 0, 0, 0, 0])[0].tone for text in tones}
    assert first == {text: tone._replace(key=60) for text, tone in tones.items()}


def test_a_note_goes_over_into_the_next_one() -> None:
    assert [(each.moment, each.legato, each.glide) for each in notes("T60C_G&A")] == [
        (0, False, 0),
        (SECOND, True, SECOND),
        (2 * SECOND, True, 0),
        (3 * SECOND, False, 0),
    ]


def test_lengths_are_exact_for_a_long_time() -> None:
    beats = [each.moment for each in notes("T120[L28CCCCCCC]:1[C4]", seconds=120) if each.tone]
    assert beats.count(0) == 2
    assert all(moment in beats for moment in range(0, 119 * SECOND, SECOND // 2))
    assert len(beats) == 240 * 8


def test_a_tune_that_takes_no_time_does_not_hang() -> None:
    for text in ("[]", "[V1]", "[[V1]2]", "{A=[V1]9}[{A}]", "[Q0T512]"):
        score = Score(read_mml(":".join([text, *(f"{number}{text}" for number in range(1, 16))])), 0, [0] * 8)
        assert [score.advance(frame * 800, 0) for frame in range(1, 4)] == [[]] * 3, text
        assert not score.over, text
