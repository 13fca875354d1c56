"""Sound of the machine: what each call takes, and that it is an event."""

from typing import Any

import pytest

from retromaze.errors import ArgumentOutOfRange, IllegalFunctionCall
from retromaze.machine.events import observed_names
from retromaze.machine.machine import Machine
from retromaze.machine.sound import Sound, wave_samples
from retromaze.machine.sound_events import (
    Beep,
    Envelope,
    Note,
    Reverb,
    RoomEffects,
    Silence,
    SoundEvent,
    Tone,
    Volume,
    Wave,
)
from tests.refusals import error_of

WAVE = "7F80" * 8
PLAIN = Tone(0, 0, 0, volume=127, velocity=127, pan=64, envelope=None, modulation=None)
QUERIES = {"advance", "own_tunes", "playing", "started_tunes", "talking", "variable"}
MADE_OF_OTHERS = {"stream"}

# method -> arguments that are taken
TAKEN: dict[str, list[tuple[Any, ...]]] = {
    "beep": [(), (133,), (224,), (383,), (0, -32768), (0, 32767), (0, 0, 127, 0), (1, 0, None, 127)],
    "silence": [()],
    "play": [(0,), (42,), (128,), (255,), ("T120CDE",), (0, 7, 127)],
    "stop": [(), (0,), (7, 0.5), (-1,)],
    "pause": [(), (7,)],
    "resume": [(), (7,)],
    "set_volume": [(0,), (127, 7)],
    "set_tune": [(128, ""), (255, "CDE")],
    "clear_tunes": [(), (128,)],
    "set_variable": [(0, 0, 0), (7, 7, -1)],
    "effects_on": [()],
    "effects_off": [()],
    "set_effect": [(0,), (3,)],
    "set_reverb": [(997, 113, 1265, 0.1, 0, 0.2, 0.1)],
    "set_wetness": [(0, 127, 64)],
    "set_wave": [(224, 0, 127, 0, 127, WAVE), (255, 1, 2, 3, 4, [0.5] * 16, 60), (224, 1, 2, 3, 4, "[7f]")],
    "stream_digest": [("00",), ("00", "11", 8180)],
    "stop_stream": [()],
    "resume_stream": [()],
    "set_stream_volume": [(127,), (0, 64)],
    "talk": [("<S100>HI",)],
    "stop_talking": [()],
}


def test_every_call_but_a_question_is_an_event() -> None:
    public = {name for name in vars(Sound) if not name.startswith("_")}
    assert set(observed_names(Sound)) == public - QUERIES - MADE_OF_OTHERS == set(TAKEN)


def test_a_call_is_heard_of_with_all_its_arguments() -> None:
    heard: list[Any] = []
    wanted: list[Any] = []
    for name, calls in TAKEN.items():
        machine = Machine(seed=1)
        events = []
        machine.listen(events.append)
        for given in calls:
            events.clear()
            getattr(machine.sound, name)(*given)
            heard.append([(event.name, event.arguments[: len(given)], event.result) for event in events])
            arguments = tuple(tuple(each) if isinstance(each, list) else each for each in given)
            wanted.append([(name, arguments, None)])
    assert heard == wanted


def test_what_is_out_of_range() -> None:
    # method -> the number of the wrong argument -> arguments
    wrong: dict[str, dict[int, list[tuple[Any, ...]]]] = {
        "beep": {1: [(-1,), (134,), (223,), (384,)], 2: [(0, -32769), (0, 32768)]},
        "play": {1: [(43,), (127,), (256,)], 2: [("C", 8)], 3: [(0, 0, 128)]},
        "stop": {1: [(8,), (-2,)]},
        "pause": {1: [(8,)]},
        "resume": {1: [(-1,)]},
        "set_volume": {1: [(128,)], 2: [(0, 8)]},
        "set_tune": {1: [(127, "C")]},
        "clear_tunes": {1: [(256,)]},
        "set_variable": {1: [(8, 0, 0)], 2: [(0, 8, 0)]},
        "variable": {2: [(0, -1)]},
        "playing": {1: [(8,)]},
        "set_effect": {1: [(4,)]},
        "set_wetness": {2: [(0, -1, 0)], 3: [(0, 0, 128)]},
        "set_wave": {1: [(223, 0, 0, 0, 0, WAVE)], 4: [(224, 0, 0, 128, 0, WAVE)]},
    }
    wrong["beep"] |= {3: [(0, 0, 128), (0, 0, -1)], 4: [(0, 0, 0, 128)]}
    wrong["set_wave"] |= {7: [(224, 0, 0, 0, 0, WAVE, 128)]}
    for name, number in ((name, number) for name, numbers in wrong.items() for number in numbers):
        for given in wrong[name][number]:
            with pytest.raises(ArgumentOutOfRange, match=r"is out of range$") as refused:
                getattr(Sound(), name)(*given)
            assert refused.value.argument == number, (name, given)


def test_text_that_is_no_wave() -> None:
    waves = ("7F", "7F" * 15, "7F" * 17, "7F" * 513, "7 " * 16, "XY" * 16, "é0" * 16)
    forms = ("{}", "{}0", "[{}", "{}]", "00[{}]", "[{}0]", "[]", "")
    texts = [form.format(wave) for wave in waves for form in forms]
    set_wave = Sound().set_wave
    taken = [text for text in texts if error_of(set_wave, 224, 0, 0, 0, 0, text) != IllegalFunctionCall]
    assert taken == []


def test_waves() -> None:
    for count in (16, 32, 64, 128, 256, 512):
        Sound().set_wave(224, 0, 0, 0, 0, "aF" * count)
        Sound().set_wave(224, 0, 0, 0, 0, f"[{'aF' * (count - 1)}]")


def test_samples_are_told_by_a_digest() -> None:
    machine = Machine(seed=1)
    events = []
    machine.listen(events.append)
    machine.sound.stream([0.5, 1])
    machine.sound.stream([0.5, 1.0], [0.5, 2])
    (one, other) = events
    assert one.arguments[0] == other.arguments[0] != other.arguments[1]
    assert (one.name, len(one.arguments[0]), one.arguments[1:]) == ("stream_digest", 32, (None, None))


def test_what_is_asked_of_a_sound() -> None:
    sound = Sound()
    sound.play("C1")
    sound.talk("HELLO")
    sound.set_variable(0, 1, 5)
    sound.set_variable(7, 1, 6)
    assert (sound.playing(), sound.playing(7), sound.talking()) == (True, False, True)
    assert (sound.variable(0, 1), sound.variable(7, 1)) == (5, 0)


def test_what_sounds_is_told_at_its_moment() -> None:
    machine = Machine(seed=1)
    told: list[SoundEvent] = []
    machine.sound.on_sound = told.append
    machine.wait(2)
    machine.sound.beep(3, -100)
    machine.sound.set_wave(224, 1, 2, 3, 4, "80C0" * 8)
    machine.sound.set_reverb(1, 2, 3, 4, 5, 6, 7)
    machine.sound.set_wetness(0, 100, 64)
    machine.sound.effects_on()
    machine.sound.silence()
    assert told == [
        Beep(1600, 3, -100, None, 64),
        Wave(1600, 224, Envelope(1, 2, 3, 4), (0.0, 0.5) * 8, 69),
        RoomEffects(1600, None, 0, 0, 0),
        RoomEffects(1600, None, 0, 100, 64),
        RoomEffects(1600, Reverb(1, 2, 3, 4, 5, 6, 7), 0, 100, 64),
        Silence(1600),
    ]


def test_a_tune_s_notes_pass_by_frames() -> None:
    machine = Machine(seed=1)
    told: list[SoundEvent] = []
    machine.sound.on_sound = told.append
    machine.sound.play("T60 L8 C")
    assert told == [Volume(0, 0, 127)]
    machine.wait()
    assert told[1:] == [Note(0, 0, 0, PLAIN._replace(key=60))]
    machine.wait(29)
    assert len(told) == 2
    machine.wait()
    assert told[2:] == [Note(24_000, 0, 0, None)]


def test_the_tunes_of_the_machine_are_there() -> None:
    machine = Machine(seed=1)
    silent = []
    for number in range(43):
        machine.sound.play(number)
        machine.wait(60)
        if not machine.sound.playing():
            silent.append(number)
    assert silent == []


def test_samples_of_an_instrument_are_held_within_one() -> None:
    assert wave_samples([0.5, -1, 1, 0]) == (0.5, -1.0, 1.0, 0.0)
    assert wave_samples([2.0, 0.5, -7]) == (1.0, 0.5, -1.0)
    assert wave_samples([]) == ()
    assert len(wave_samples([0.0] * 600)) == 512
