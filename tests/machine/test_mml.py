"""MML and the tunes of the machine; tunes as played: which notes and when, worked out by hand."""

from functools import cache
from typing import Any, NamedTuple

import pytest

from retromaze.errors import IllegalMml
from retromaze.machine.mml import (
    FOREVER,
    Command,
    Commands,
    NoteLength,
    Number,
    TuneVariable,
    built_in_tune,
    read_mml,
    tune_texts,
)
from retromaze.machine.sequencer import WHOLE_NOTE, Score, TuneChannel
from retromaze.machine.sound_events import Envelope, Modulation, Note, Tone
from retromaze.values.costs import MML_COST

QUARTER = NoteLength(4)
USUAL = NoteLength()


def note(semitone: int, length: NoteLength = USUAL) -> Command:
    return do("note", semitone, length)


def do(name: str, *operands: Any) -> Command:
    return Command(name, operands)


COMMANDS = {
    "C": [note(0)],
    "cDeFgAb": [note(0), note(2), note(4), note(5), note(7), note(9), note(11)],
    "C4 D#8. E-..": [note(0, QUARTER), note(3, NoteLength(8, 1)), note(3, NoteLength(None, 2))],
    "+C8-B8C+-": [note(1, NoteLength(8)), note(10, NoteLength(8)), note(0)],
    "C 1 6\n.": [note(0, NoteLength(16, 1))],
    "C$3": [note(0, NoteLength(TuneVariable(3)))],
    "R R2": [do("rest", USUAL), do("rest", NoteLength(2))],
    "T512L192.O8": [do("tempo", 512), do("set_length", NoteLength(192, 1)), do("octave", 8)],
    "V0P127Q8N60": [do("volume", 0), do("pan", 127), do("gate", 8), do("note_of_key", 60)],
    "<>!": [do("octave_up"), do("octave_down"), do("swap_octave_signs")],
    "()(3": [do("louder", 1), do("softer", 1), do("louder", 3)],
    "C4&8": [note(0, QUARTER), do("tie", NoteLength(8))],
    "C&D_E": [note(0), do("tie", USUAL), note(2), do("glide"), note(4)],
    "[C]2[D]": [
        *(do("begin_repeat"), note(0), do("end_repeat", 2)),
        *(do("begin_repeat"), note(2), do("end_repeat", 0)),
    ],
    "@151@v9@D-5@D+5": [do("instrument", 151), do("velocity", 9), do("detune", -5), do("detune", 5)],
    "@E1,2,3,4@ER": [do("envelope", 1, 2, 3, 4), do("no_envelope")],
    "@MA1,2,3,4@MP0,0,0,0": [do("tremolo", 1, 2, 3, 4), do("vibrato", 0, 0, 0, 0)],
    "@ML1,2,3,$4": [do("auto_pan", 1, 2, 3, TuneVariable(4))],
    "@MON@MOF": [do("modulation_on"), do("modulation_off")],
    "$7=255V$7": [do("set_variable", 7, 255), do("volume", TuneVariable(7))],
    "{a=CD}{A=E}{a}{A}": [do("call_macro", (note(0), note(2))), do("call_macro", (note(4),))],
    "{A=C}[{A}]2": [do("begin_repeat"), do("call_macro", (note(0),)), do("end_repeat", 2)],
    "{A=C}{A={A}D}{A}": [do("call_macro", (do("call_macro", (note(0),)), note(2)))],
    "": [],
    " \n\t": [],
}


def test_commands() -> None:
    read = {text: read_mml(text) for text in COMMANDS}
    assert read == {text: {0: tuple(commands)} if commands else {} for text, commands in COMMANDS.items()}


def test_mistakes() -> None:
    told = {
        "X": "'X' is no command, at character 1 of the tune",
        "CDE\n  Z9": "'Z' is no command, at character 7 of the tune",
        "T0": "0 is out of range, at character 1 of the tune",
        "T513": "513 is out of range, at character 1 of the tune",
        "C193": "193 is out of range, at character 1 of the tune",
        "CO9": "9 is out of range, at character 2 of the tune",
        "@130": "130 is out of range, at character 1 of the tune",
        "@152": "152 is out of range, at character 1 of the tune",
        "@384": "384 is out of range, at character 1 of the tune",
        "@D128": "128 is out of range, at character 1 of the tune",
        "V$8": "8 is out of range, at character 1 of the tune",
        "$8=1": "'$' is no whole command, at character 1 of the tune",
        "T99999999999999999999": "99999999999999999999 is out of range, at character 1 of the tune",
        "V": "'V' is no whole command, at character 1 of the tune",
        "@E1,2,3": "'@' is no whole command, at character 1 of the tune",
        "+R": "'+' is no whole command, at character 1 of the tune",
        ":16C": "16 is out of range, at character 1 of the tune",
        ":C": "':' is no whole command, at character 1 of the tune",
        "[C": "a repeat has no end, at character 2 of the tune",
        "[C:1D]": "a repeat has no end, at character 3 of the tune",
        "C]2": "a repeat ends that has not begun, at character 2 of the tune",
        "{A=C": "macro 'A' has no end, at character 4 of the tune",
        "{A=[C}]": "a repeat has no end, at character 6 of the tune",
        "{A=:1C}": "macro 'A' has no end, at character 4 of the tune",
        "{A={B=C}}": "macro 'A' has no end, at character 4 of the tune",
        "{A={A}}": "no macro 'A', at character 4 of the tune",
        "{a=C}{A}": "no macro 'A', at character 6 of the tune",
        "{NINELETTR=C}": "'{' is no whole command, at character 1 of the tune",
        "}": "'}' is no command, at character 1 of the tune",
        "あ": "'あ' is no command, at character 1 of the tune",
    }
    found = {}
    for text in told:
        with pytest.raises(IllegalMml) as refused:
            read_mml(text)
        found[text] = refused.value.detail
    assert found == told


def test_the_work_of_a_long_tune_is_told_as_it_is_read() -> None:
    spent: list[int] = []
    read_mml("C" * 20_000, spent.append)
    assert (len(spent), sum(spent)) == (5, MML_COST.of(5 * 4096))


NUMBERS = range(43)
JINGLES = {9, 10, 11, 18, 19, 20, 33}
"""They end; all others go round for ever."""
DRUMS = {128, 129}
DRUM_KEYS = range(35, 82)
"""The keys of General MIDI's drums, which are bass drum to triangle."""
KEYS = range(28, 92)
"""What instruments play: E of the double bass to G of the glockenspiel."""
EIGHTH = WHOLE_NOTE // 8


class Played(NamedTuple):
    """A note: where it begins, how much time it takes, both in ticks, its key and its instrument."""

    at: int
    ticks: int
    key: int
    instrument: int


class Follower(TuneChannel):
    """A channel by itself, followed through its endless repeat three times, or to its end."""

    def __init__(self, row: Commands) -> None:
        super().__init__(0, row, Score({}, 0, [0] * 8))
        self.rounds: list[int] = []
        self.notes: list[Played] = []
        while not self.is_over and len(self.rounds) < 3:
            self.advance()

    @property
    def length(self) -> int:
        """Ticks from the beginning of its repeat to its end, or of all."""
        return self.rounds[1] - self.rounds[0] if self.rounds else self._tick

    def round(self, number: int) -> list[Played]:
        """The notes of one time through the repeat, as if it began at 0."""
        end = self.rounds[number]
        begin = end - self.length
        return [each._replace(at=each.at - begin) for each in self.notes if begin <= each.at < end]

    def _start_note(self, key: int, ticks: int) -> None:
        self.notes.append(Played(self._tick, ticks, key, self._tone.instrument))
        super()._start_note(key, ticks)

    def end_repeat(self, times: Number) -> None:
        if times == FOREVER:
            self.rounds.append(self._tick)
        super().end_repeat(times)


@cache
def channels(number: int) -> list[Follower]:
    return [Follower(row) for row in built_in_tune(number).values()]


def test_there_is_a_tune_for_every_number_and_no_two_are_equal() -> None:
    assert list(tune_texts()) == list(NUMBERS)
    assert len({text.strip() for text in tune_texts().values()}) == len(NUMBERS)
    melodies = {tuple((note.ticks, note.key) for note in channels(number)[0].notes) for number in NUMBERS}
    assert len(melodies) == len(NUMBERS)


def test_all_channels_of_a_tune_are_as_long() -> None:
    wrong = {}
    for number in NUMBERS:
        lengths = {each.length for each in channels(number)}
        repeats = {bool(each.rounds) for each in channels(number)}
        count = len(channels(number))
        one_length = len(lengths) == 1 and lengths.pop() % EIGHTH == 0
        if not one_length or not 2 <= count <= 6 or repeats != {number not in JINGLES}:
            wrong[number] = [(each.length, len(each.rounds)) for each in channels(number)]
    assert wrong == {}


def test_a_tune_is_the_same_each_time_round() -> None:
    for number in set(NUMBERS) - JINGLES:
        for each in channels(number):
            assert each.round(0) == each.round(1) == each.round(2), number
            assert each.round(0), number


def test_keys_are_those_that_the_instruments_play() -> None:
    assert [
        (number, note)
        for number in NUMBERS
        for each in channels(number)
        for note in each.notes
        if note.key not in (DRUM_KEYS if note.instrument in DRUMS else KEYS)
    ] == []


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
        *((0, 60), (0.25, None), (0.25, 60), (0.5, None), (0.5, 62), (0.75, None)),
        *((0.75, 60), (1, None), (1, 60), (1.25, None), (1.25, 62), (1.5, None)),
    ],
    "{A=C8}{B={A}D8}{B}{A}": [(0, 60), (0.25, None), (0.25, 62), (0.5, None), (0.5, 60), (0.75, None)],
    "$0=8C$0$0=2C$0": [(0, 60), (0.25, None), (0.25, 60), (1.25, None)],
    "C$0=8D$0": [(0, 60), (0.5, None), (0.5, 62), (0.75, None)],
    "C.$0=8R$1=2D$0": [(0, 60), (0.75, None), (1.25, 62), (1.5, None)],
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
        assert not score.is_over, text
