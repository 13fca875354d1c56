"""The events of a run, performed again on another machine, are the run."""

from __future__ import annotations

import copy
from array import array
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.comparison.input_script import script_of
from retromaze.errors import Stopped
from retromaze.machine.machine import Machine
from retromaze.studio import run_recording as films
from retromaze.studio.run_recording import (
    CHANCES,
    DRAWS,
    PAUSES,
    PRESSES,
    PRINTS,
    SOUNDS,
    Replayer,
    RunRecording,
)
from tests.amounts import fewer, many
from tests.studio.runs import run_listing

FRAMES = many(300, 1500)

Seen = tuple["array[int]", "array[int]", str, str, list[int]]


def seen(machine: Machine) -> Seen:
    """Both pictures, both texts, and the words that each random series has made."""
    upper, lower = (screen.console.text() for screen in machine.screens)
    twin = Machine(seed=0).rng
    vars(twin).update(
        {name: copy.deepcopy(value) for name, value in vars(machine.rng).items() if name[0] == "_"}
    )
    return (machine.picture(), machine.picture(1), upper, lower, [twin.raw(each) for each in range(8)])


def filmed(
    source: str, moments: Iterable[int] = (), script: Any = None
) -> tuple[RunRecording, dict[int, Seen], Seen | None]:
    """A run's recording, what was seen at these moments, and at its end.

    A run that goes on after so many frames has None for its end: it is stopped amid a wait, and its recording
    ends with the event before.
    """
    recording, found, wanted = RunRecording(1), {}, set(moments)

    def heard(machine: Machine, moment: int, *told: Any) -> None:
        recording.add(*told, after=machine.frame)
        if moment in wanted:
            found[moment] = seen(machine)

    machine, ending = run_listing(source, heard, script, frames=FRAMES)
    if isinstance(ending, Stopped):
        assert machine.frame == FRAMES
        return recording, found, None
    return recording, found, seen(machine)


@pytest.mark.parametrize("name", fewer(["flight", "console_game"], list(CATALOGUE)))
def test_a_run_is_its_events(name: str) -> None:
    entry = CATALOGUE[name]
    chance = Random(name)
    recording, found, end = filmed(listing_source(entry), chance.sample(range(1, 5000), 6), script_of(entry))
    replayer = Replayer(recording)
    assert end in (None, seen(replayer.machine_at(len(recording))))
    for moment in chance.sample(sorted(found), len(found)):
        assert seen(replayer.machine_at(moment)) == found[moment], moment


LOWER = """\
XSCREEN 2
DISPLAY 1
GFILL 0,0,99,99,#RED
PRINT "below"
DISPLAY 0
CLS
PRINT "above"
FADE #RED,30
WAIT 20
"""


def test_each_screen_has_its_own() -> None:
    recording, _, end = filmed(LOWER)
    assert seen(Replayer(recording).machine_at(len(recording))) == end
    assert end and "below" in end[3] and "above" in end[2]


def test_copies_on_the_way_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "SPACING", 8)
    monkeypatch.setattr(films, "KEYFRAMES", 3)
    source = "FOR I=0 TO 99:GLINE 0,0,RND(400),I:NEXT"
    moments = [200, *Random(1).sample(range(1, 200), many(15, 60)), 200]
    recording, found, _ = filmed(source, moments)
    replayer = Replayer(recording)
    for moment in moments:
        assert seen(replayer.machine_at(moment)) == found[moment]
    assert len(replayer._keyframes) <= 3


def test_a_film_that_was_cut_goes_on_another_way() -> None:
    recording, found, _ = filmed("FOR I=0 TO 9:GPSET I,I:NEXT", [4])
    replayer = Replayer(recording)
    replayer.machine_at(10)
    recording.cut(4)
    replayer.forget(4)
    assert len(recording) == 4
    assert seen(replayer.machine_at(10)) == found[4]


def test_the_kinds_of_each_stretch() -> None:
    recording, _, _ = filmed('GPSET 1,1:PRINT "A":X=RND(4):WAIT 1:LOCATE 1,1')
    assert recording.kinds_by_stretch(9) == [DRAWS, PRINTS, CHANCES, PAUSES, 0]
    assert recording.kinds_by_stretch(2) == [DRAWS | PRINTS, CHANCES | PAUSES]
    assert recording.kinds_by_stretch(1) == [DRAWS | PRINTS | CHANCES | PAUSES]
    assert RunRecording(1).kinds_by_stretch(9) == RunRecording(1).kinds_by_stretch(9, [0]) == []
    # What is pressed before an event counts as its own, and after the last one there is none.
    assert recording.kinds_by_stretch(9, [0, 9])[0] == DRAWS | PRESSES
    assert sum(bits >= PRESSES for bits in recording.kinds_by_stretch(9, [0, 9])) == 1


def test_sounds_are_no_draws() -> None:
    recording, _, end = filmed('BEEP 1,,5:BGMPLAY "C":TALK "A":DIM A[16]:WAVSETA 224,1,2,3,4,A:PCMSTREAM A')
    assert recording.kinds_by_stretch(9) == [SOUNDS] * 5
    assert seen(Replayer(recording).machine_at(9)) == end


def test_the_draw_before() -> None:
    recording, _, _ = filmed("GPSET 1,1:X=RND(4):GPSET 2,2:X=RND(4):X=RND(4)")
    assert [recording.draw_before(moment) for moment in range(6)] == [0, 0, 1, 1, 3, 3]


def test_long_texts_fill_a_film_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "MOST_EVENTS", 100)
    recording = RunRecording(1)
    recording.add(3, "print", ("A" * 64 * 98, "\n"), None, 0)
    assert not recording.is_full
    recording.add(2, "put_words", (0, 0, 8, 8, (0,) * 64), None, 0)
    assert recording.is_full
    recording.cut(0)
    assert not recording.is_full
    recording.add(7, "play", ("C" * 64 * 99, 0, 127), None, 0)
    assert recording.is_full
