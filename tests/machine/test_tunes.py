"""The 43 tunes of the machine: all there, all different, and every channel as long as the others."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from retromaze.machine.mml import FOREVER, Number, Row
from retromaze.machine.sequencer import WHOLE, Channel, Score
from retromaze.machine.tunes import built_in_tune, tune_texts

NUMBERS = range(43)
JINGLES = {9, 10, 11, 18, 19, 20, 33}
"""They end; all others go round for ever."""
DRUMS = {128, 129}
DRUM_KEYS = range(35, 82)
"""The keys of General MIDI's drums, which are bass drum to triangle."""
KEYS = range(28, 92)
"""What instruments play: E of the double bass to G of the glockenspiel."""
EIGHTH = WHOLE // 8


class Played(NamedTuple):
    """A note: where it begins, how much time it takes, both in units, its key and its instrument."""

    at: int
    units: int
    key: int
    instrument: int


class Follower(Channel):
    """A channel by itself, followed through its endless repeat three times, or to its end."""

    def __init__(self, row: Row) -> None:
        super().__init__(0, row, Score({}, 0, [0] * 8))
        self.rounds: list[int] = []
        self.notes: list[Played] = []
        while not self.over and len(self.rounds) < 3:
            self.advance()

    @property
    def length(self) -> int:
        """Units from the beginning of its repeat to its end, or of all."""
        return self.rounds[1] - self.rounds[0] if self.rounds else self._at

    def round(self, number: int) -> list[Played]:
        """The notes of one time through the repeat, as if it began at 0."""
        end = self.rounds[number]
        begin = end - self.length
        return [each._replace(at=each.at - begin) for each in self.notes if begin <= each.at < end]

    def _sound(self, key: int, units: int) -> None:
        self.notes.append(Played(self._at, units, key, self._tone.instrument))
        super()._sound(key, units)

    def again(self, times: Number) -> None:
        if times == FOREVER:
            self.rounds.append(self._at)
        super().again(times)


@cache
def channels(number: int) -> list[Follower]:
    return [Follower(row) for row in built_in_tune(number).values()]


def test_there_is_a_tune_for_every_number_and_no_two_are_equal() -> None:
    assert list(tune_texts()) == list(NUMBERS)
    assert len({text.strip() for text in tune_texts().values()}) == len(NUMBERS)
    melodies = {tuple((note.units, note.key) for note in channels(number)[0].notes) for number in NUMBERS}
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
