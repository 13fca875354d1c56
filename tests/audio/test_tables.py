"""The tables of instruments and short sounds: whole, within their ranges, and told apart."""

import json
from functools import partial

import numpy as np
import pytest

from retromaze.audio.instruments import GENERAL_MIDI, INSTRUMENTS, WAVES, all_tables
from retromaze.audio.short_sounds import BEEPS, ELECTRIC, KEYS, KITS, NOISES, STANDARD, beep_sound
from retromaze.audio.voices import TABLE_LOUDNESS, Bank
from retromaze.machine.mml import INSTRUMENTS as NUMBERS
from retromaze.machine.sound import BEEPS as BEEP_NUMBERS
from retromaze.machine.sound import Sound
from tests.amounts import TIER, every
from tests.audio.ear import heard, loudness, spectrum, tune


def test_every_number_of_mml_has_an_entry() -> None:
    assert len(GENERAL_MIDI) == 128
    assert {*INSTRUMENTS, *KITS, *range(224, 384)} == NUMBERS
    assert [sorted(kit) for kit in KITS.values()] == [list(KEYS)] * 2


def test_every_number_of_beep_has_a_sound() -> None:
    assert len(BEEPS) == 134
    assert all(beep_sound(number).parts for number in BEEP_NUMBERS if number not in range(224, 256))
    assert beep_sound(256) == BEEPS[0]


def test_names_are_all_different() -> None:
    for table in (INSTRUMENTS.values(), BEEPS, KITS[STANDARD].values()):
        names = [each.name for each in table]
        assert len(set(names)) == len(names)


def test_general_midi_is_in_its_order() -> None:
    families = list(dict.fromkeys(each.family for each in GENERAL_MIDI))
    assert families == [
        *("piano", "chromatic percussion", "organ", "guitar", "bass", "strings", "ensemble", "brass"),
        *("reed", "pipe", "synth lead", "synth pad", "synth effects", "ethnic", "percussive"),
        "sound effects",
    ]
    assert [GENERAL_MIDI[number].name for number in (0, 24, 40, 56, 73, 127)] == [
        *("acoustic grand piano", "acoustic guitar (nylon)", "violin", "trumpet", "flute", "gunshot")
    ]


def test_partials_stand_by_their_height_in_eighths() -> None:
    for partials in [*(each.partials for each in INSTRUMENTS.values()), *WAVES.values()]:
        ratios = [ratio for ratio, _ in partials]
        assert ratios == sorted(ratios)
        assert all((8 * ratio).is_integer() for ratio in map(float, ratios))


def test_parts_name_waves_and_last_for_a_time() -> None:
    for sound in (*BEEPS, *KITS[STANDARD].values(), *KITS[ELECTRIC].values()):
        for part in sound.parts:
            assert part.wave in WAVES or part.wave in NOISES
            assert 0 < part.seconds <= 3
            assert part.times == 1 or part.every > 0
            assert 20 <= part.start <= 10_000 and 20 <= part.end <= 10_000


def test_json_has_all_of_it() -> None:
    tables = json.loads(json.dumps(all_tables()))
    assert {name: len(table) for name, table in tables.items()} == {
        "instruments": 136,
        "kits": 2,
        "beeps": 134,
        "waves": len(WAVES),
    }
    assert tables["instruments"]["0"]["decay"] == GENERAL_MIDI[0].decay


STEP = 16 if TIER == "fast" else 1
"""One in so many instruments and beeps is played."""


def color(number: int) -> np.ndarray:
    """What tells an instrument: how loud it is over its pitches, and over its time."""
    samples = tune(f"T120 @{number} L2 O4 C R2", frames=55)
    frequencies, levels = spectrum(samples[: 30 * 800])
    bands = [
        levels[(frequencies >= low) & (frequencies < 1.5 * low)].max() for low in 100 * 1.5 ** np.arange(12)
    ]
    times = [loudness(samples[at * 2400 : (at + 1) * 2400]) for at in range(18)]
    return np.concatenate([bands / max(bands), np.array(times) / max(times)])


@pytest.mark.slow
def test_families_are_told_apart_by_ear() -> None:
    colors = [color(8 * family) for family in every(2, range(16))]
    nearest = min(float(np.abs(one - other).max()) for at, one in enumerate(colors) for other in colors[:at])
    assert nearest > 0.1


def test_every_instrument_is_about_as_loud() -> None:
    loudest = {number: abs(tune(f"@{number} L4 O4 C", frames=30)).max() for number in range(0, 128, STEP)}
    wrong = {INSTRUMENTS[number].name: level for number, level in loudest.items() if not 0.02 < level < 0.7}
    assert wrong == {}


def beep(number: int, sound: Sound) -> None:
    sound.beep(number)


def test_every_beep_is_heard_and_ends() -> None:
    wrong = {}
    for number in range(133, -1, -STEP):
        samples = heard(partial(beep, number), frames=3, tail=True)
        loudest, last = abs(samples).max(), abs(samples[-1]).max()
        is_heard = (0.02 if number < 133 else 0) < loudest < 0.95
        if not is_heard or len(samples) >= 4 * 48_000 or last >= 1e-3:
            wrong[number] = loudest, len(samples), last
    assert wrong == {}


def test_rows_are_all_as_loud_and_without_a_step() -> None:
    bank = Bank()
    for row in (
        bank.tone_table(WAVES["saw"], 60),
        bank.tone_table(WAVES["bell"], 60),
        *map(bank.noise_table, (*NOISES, "steps")),
    ):
        samples = bank.samples[row.offset : row.offset + row.size]
        assert np.sqrt(np.square(samples).mean()) == pytest.approx(TABLE_LOUDNESS, rel=0.05)
        assert abs(samples.mean()) < 1e-4
        assert bank.samples[row.offset + row.size] == samples[0]


def test_rows_are_made_once_and_find_room() -> None:
    bank = Bank()
    first = bank.tone_table(WAVES["saw"], 60)
    size = len(bank.samples)
    for number in range(600):
        bank.tone_table(((1, 1.0), (2, number + 1.0)), 60)
    assert bank.tone_table(WAVES["saw"], 60) is first
    assert len(bank.samples) == 2 * size
    bank.user_wave_table(224, (1.0, -1.0), 60)
    end = bank.user_wave_table(225, (1.0, -1.0), 60)
    for number in range(100):
        bank.user_wave_table(224, (1.0, number / 100), 60)
    assert bank.user_wave_table(226, (1.0, -1.0), 60).offset == end.offset + end.size + 1
