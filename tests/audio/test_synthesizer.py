"""The synthesizer and its room."""

import itertools
import math

import numpy as np
import pytest

from retromaze.audio.synthesizer import FULL, LIMIT, Room, Synthesizer
from retromaze.machine.sound import Sound
from retromaze.machine.sound_events import Beep, Reverb
from tests.audio.ear import between, heard, hertz, level_at, loudness, onsets, pitch, spectrum, tune

SEMITONE = 2 ** (1 / 12)
FIRST = 1 / 60
"""Seconds: a tune begins in the frame after the one in which it is asked for, or in that one."""


def cents(found: float, wanted: float) -> float:
    return float(abs(1200 * np.log2(found / wanted)))


def test_each_note_has_its_pitch_and_its_time() -> None:
    # quarters at 120 a minute: half a second each
    samples = tune("T120 L4 @147 C E G <C", frames=130)
    begin = onsets(samples)[0][0]
    assert begin <= FIRST + 0.002
    found = [pitch(between(samples, begin + at, begin + at + 0.4)) for at in (0.05, 0.55, 1.05, 1.55)]
    wanted = [hertz(key) for key in (60, 64, 67, 72)]
    assert [cents(*pair) < 5 for pair in zip(found, wanted, strict=True)] == [True] * 4


def test_notes_start_and_end_when_mml_says_so() -> None:
    # at 150 a minute a quarter is 0.4 s; the gate of 4 is half of it; the rest is an eighth
    samples = tune("T150 L4 Q4 @147 C R8 C C2", frames=110)
    begin = onsets(samples)[0][0]
    found = [(start - begin, end - start) for start, end in onsets(samples)]
    wanted = [(0.0, 0.2), (0.6, 0.2), (1.0, 0.4)]
    assert np.array(found) == pytest.approx(np.array(wanted), abs=0.012)


def test_a_tempo_changes_what_comes_behind_it() -> None:
    samples = tune("T60 Q4 @147 L4 C T240 C C", frames=130)
    starts = [start for start, _ in onsets(samples)]
    assert np.diff(starts) == pytest.approx([1.0, 0.25], abs=0.003)


def test_a_tie_is_one_note() -> None:
    assert len(onsets(tune("T120 @147 L8 Q4 C&C R C", frames=80))) == 2


def test_a_slur_changes_the_pitch_without_a_new_start() -> None:
    samples = tune("T120 @147 L4 C&E", frames=70)
    begin = onsets(samples)[0][0]
    assert len(onsets(samples)) == 1
    assert cents(pitch(between(samples, begin + 0.1, begin + 0.45)), hertz(60)) < 5
    assert cents(pitch(between(samples, begin + 0.55, begin + 0.95)), hertz(64)) < 5


def test_a_glide_passes_the_pitches_between() -> None:
    samples = tune("T120 @147 L2 C_<C", frames=130)
    begin = onsets(samples)[0][0]
    found = [pitch(between(samples, begin + at, begin + at + 0.1)) for at in (0.8, 1.2, 1.45, 1.7)]
    assert found == sorted(found)
    # in the middle of the glide, half an octave up
    assert cents(found[2], hertz(66)) < 40


def test_detune_is_heard() -> None:
    assert cents(pitch(between(tune("@147 @D64 L1 C"), 0.1, 0.9)), hertz(61)) < 5


def test_softer_notes_are_softer() -> None:
    loud = loudness(tune("@147 L1 C"))
    for softer in ("V64", "@V64"):
        soft = loudness(tune(f"@147 {softer} L1 C"))
        assert soft / loud == pytest.approx((64 / 127) ** 1.5, rel=0.02), softer
    track = heard(lambda sound: sound.play("@147 L1 C", 0, 64), frames=60)
    assert loudness(track) / loud == pytest.approx((64 / 127) ** 1.5, rel=0.05)


def test_pan_puts_a_note_left_or_right() -> None:
    left, right = (tune(f"@147 P{pan} L1 C") for pan in (0, 127))
    middle = tune("@147 P64 L1 C")
    assert not left[:, 1].any()
    assert loudness(right[:, 0]) < 1e-3 < loudness(right[:, 1])
    assert loudness(middle[:, 0]) == pytest.approx(loudness(middle[:, 1]))


def test_an_envelope_rises_and_falls() -> None:
    # 4 (64 / 127)² is about a second up; sustain 0
    rising = tune("@147 @E64,0,127,0 L1 T60 C", frames=90)
    levels = [loudness(between(rising, at, at + 0.05)) for at in (0.1, 0.4, 0.7, 1.2)]
    assert levels == sorted(levels)
    assert levels[1] / levels[3] == pytest.approx(0.4, abs=0.05)
    falling = tune("@147 @E0,40,0,0 L1 T60 C", frames=90)
    assert loudness(between(falling, 0.02, 0.07)) > 30 * loudness(between(falling, 0.7, 0.8))


def test_a_release_sounds_on() -> None:
    samples = tune("T120 @147 @E0,0,127,64 L8 C R1", frames=90)
    assert onsets(samples, level=0.002)[0][1] > 0.8
    assert onsets(tune("T120 @147 L8 C R1", frames=90), level=0.002)[0][1] < 0.3


def test_vibrato_sways_the_pitch_and_tremolo_the_level() -> None:
    plain, vibrato = tune("@147 L1 O6 C"), tune("@147 @MP127,1,16,0 L1 O6 C")
    # a semitone up and down, six times a second, spreads the tone
    wanted = hertz(84)
    assert level_at(vibrato, wanted) < 0.5 * level_at(plain, wanted)
    assert level_at(between(vibrato, 0.1, 0.9), wanted * SEMITONE**0.9) > 0.02
    tremolo = tune("@147 @MA127,2,16,0 L1 O6 C")
    levels = [loudness(between(tremolo, at / 100, at / 100 + 0.02)) for at in range(10, 90)]
    assert max(levels) > 3 * min(levels)


def test_auto_pan_goes_from_side_to_side() -> None:
    samples = tune("@147 @ML127,1,8,0 L1 C")
    sides = [
        loudness(part[:, 0]) > loudness(part[:, 1])
        for part in (between(samples, at / 20, at / 20 + 0.04) for at in range(1, 19))
    ]
    assert 4 <= sum(a != b for a, b in itertools.pairwise(sides)) <= 7


@pytest.mark.slow
def test_squares_have_the_partials_of_their_duties() -> None:
    for eighths in range(1, 8):
        samples = between(tune(f"@{143 + eighths} L1 O3 A"), 0.1, 0.9)
        wanted = np.abs([np.sin(np.pi * number * eighths / 8) / number for number in range(1, 9)])
        found = np.array([level_at(samples, 220 * number) for number in range(1, 9)])
        assert found / found.max() == pytest.approx(wanted / wanted.max(), abs=0.02), eighths


def test_a_high_note_has_no_partials_that_fold_back() -> None:
    frequencies, levels = spectrum(between(tune("@81 L1 O8 A"), 0.2, 0.8))
    fundamental = hertz(12 * 9 + 9)
    off = np.abs(frequencies / fundamental - np.rint(frequencies / fundamental)) * fundamental > 120
    assert levels[off].max() < levels.max() / 100


def test_noise_has_no_pitch() -> None:
    _, levels = spectrum(between(tune("@151 L1 C"), 0.1, 0.9))
    assert levels.max() < 20 * np.median(levels[100:4000])


def test_drums_sound_by_their_keys() -> None:
    kick, hat = tune("@128 N36 R1", frames=30), tune("@128 N42 R1", frames=30)
    assert pitch(kick) < 200
    assert pitch(hat) > 3000


def test_a_wave_of_ones_own_sounds_as_it_is_written() -> None:
    def play(sound: Sound) -> None:
        sound.set_wave(224, 0, 0, 127, 0, "FF" * 4 + "00" * 12)
        sound.play("@224 L1 A")

    samples = between(heard(play, frames=60), 0.1, 0.9)
    found = np.array([level_at(samples, 440 * number) for number in (1, 2, 3, 4, 5)])
    wanted = np.abs([np.sin(np.pi * number / 4) / number for number in (1, 2, 3, 4, 5)])
    assert found / found[0] == pytest.approx(wanted / wanted[0], abs=0.03)


def test_a_wave_that_changes_is_another_one() -> None:
    def play(sound: Sound) -> None:
        sound.set_wave(224, 0, 0, 127, 0, "FF" * 8 + "00" * 8)
        sound.play("@224 L4 T120 A A")

    def change(sound: Sound) -> None:
        sound.set_wave(224, 0, 0, 127, 0, ("FF" * 4 + "00" * 4) * 2)

    samples = heard(play, frames=60, at={20: change})
    assert cents(pitch(between(samples, 0.1, 0.3)), 440) < 5
    assert cents(pitch(between(samples, 0.6, 0.9)), 880) < 5


def test_a_beep_sounds_in_its_frame_and_higher_if_asked() -> None:
    samples = heard(frames=30, at={10: lambda sound: sound.beep(0), 20: lambda sound: sound.beep(0, 1200)})
    (first, _), (second, _) = onsets(samples)
    assert first == pytest.approx(10 / 60, abs=0.002)
    assert second == pytest.approx(20 / 60, abs=0.002)
    assert cents(pitch(between(samples, 0.18, 0.24)), 1000) < 20
    assert cents(pitch(between(samples, 0.35, 0.41)), 2000) < 20


def test_beeps_have_volumes_and_places() -> None:
    left = heard(lambda sound: sound.beep(0, 0, 127, 0), frames=5)
    soft = heard(lambda sound: sound.beep(0, 0, 32, 0), frames=5)
    assert not left[:, 1].any()
    assert loudness(soft) / loudness(left) == pytest.approx((32 / 127) ** 1.5, rel=0.02)


def test_of_many_beeps_the_last_are_heard() -> None:
    def many(sound: Sound) -> None:
        for _ in range(40):
            sound.beep(40)

    eight = heard(*[lambda sound: sound.beep(40)] * 8, frames=20)
    assert loudness(heard(many, frames=20)) < 1.2 * loudness(eight)


def test_a_beep_is_an_instrument() -> None:
    low, high = (between(tune(f"@256 T60 L1 O{octave} C"), 0.02, 0.08) for octave in (4, 5))
    assert cents(pitch(high), 2 * pitch(low)) < 20


def test_silence_ends_all_soon_and_without_a_click() -> None:
    samples = heard(lambda sound: sound.play("@81 L1 C"), frames=60, at={30: lambda sound: sound.silence()})
    assert loudness(between(samples, 0.4, 0.5)) > 0.02
    assert not between(samples, 0.56, 1.0).any()
    assert jump(between(samples, 0.49, 0.56)) < 0.15


def test_a_tune_that_fades_gets_ever_softer() -> None:
    samples = heard(
        lambda sound: sound.play("@147 [L1 C]"), frames=120, at={30: lambda sound: sound.stop(0, 1.0)}
    )
    levels = [loudness(between(samples, at, at + 0.05)) for at in (0.5, 0.8, 1.1, 1.4, 1.7)]
    assert levels == sorted(levels, reverse=True)
    assert levels[-1] == 0 < levels[-2]


def test_nothing_is_reckoned_where_nothing_sounds() -> None:
    synthesizer = Synthesizer()
    assert synthesizer.render([], 0) is None
    assert synthesizer.render([Beep(0, 0, 0, None, 64)], 0) is not None
    blocks = [synthesizer.render([], frame * 800) for frame in range(1, 60)]
    assert blocks[-1] is None and synthesizer.is_silent


def jump(samples: np.ndarray) -> float:
    return float(np.abs(np.diff(samples, axis=0)).max())


@pytest.mark.slow
def test_notes_begin_and_end_without_a_click() -> None:
    for instrument in (0, 16, 40, 61, 88, 147):
        # a low sine-like tone moves slowly: a click would be a jump
        samples = tune(f"T240 @{instrument} V100 L8 O3 CR" + "CR" * 3, frames=70, tail=True)
        steady = jump(between(tune(f"T60 @{instrument} V100 L1 O3 C"), 0.2, 0.9))
        assert jump(samples) < max(4 * steady, 0.05), instrument
        assert abs(samples[0]).max() == abs(samples[-1]).max() == 0, instrument


def test_the_loudest_is_not_clipped() -> None:
    loud = "".join(f":{channel}@81 L1 O4 CE" for channel in range(16))
    samples = tune(loud, frames=60)
    assert abs(samples).max() < FULL + LIMIT
    assert abs(samples).max() > FULL


# ---- the same again, and hostile tunes


def test_two_renderings_are_equal() -> None:
    mml = ":0@0@MP60,1,20,0 L8 CDEFG:1@128 N36N42N38N42:2@48 V90 L2 CG:3@151 L16 CRCRCR"
    assert np.array_equal(tune(mml, tail=True), tune(mml, tail=True))


def test_slow_motion_keeps_the_pitches() -> None:
    sound, told = Sound(), []
    sound.on_sound = told.append
    sound.play("T120 @147 L4 Q4 C E")
    synthesizer, made = Synthesizer(), []
    for frame in range(1, 50):
        sound.advance(frame)
        block = synthesizer.render(told, (frame - 1) * 800, 3200)
        told.clear()
        made.append(np.zeros((3200, 2)) if block is None else block / 32768)
    samples = np.concatenate(made)
    assert np.diff([start for start, _ in onsets(samples)]) == pytest.approx([2.0], abs=0.01)
    assert cents(pitch(between(samples, 0.2, 0.9)), hertz(60)) < 5


@pytest.mark.slow
def test_the_fastest_tune_of_all_tracks_is_sound_within_bounds() -> None:
    fastest = "".join(f":{channel}T512L192@{channel * 7}[CDEFGAB]" for channel in range(16))

    def play(sound: Sound) -> None:
        for track in range(8):
            sound.play(fastest, track)

    samples = heard(play, frames=6)
    assert np.isfinite(samples).all()
    assert 0 < abs(samples).max() < FULL + LIMIT


def test_any_wave_is_sound_within_bounds() -> None:
    def play(sound: Sound) -> None:
        sound.set_wave(255, 127, 127, 0, 127, wave, 127)
        for key in range(0, 128, 9):
            sound.play(f"@255 @E0,0,127,0 L16 N{key}", key % 8)
        sound.beep(255, 32767)
        sound.beep(255, -32768)

    for wave in ((0.0,), (1.0, -1.0), (1.0,) * 512, (1e-300, 5e-324), tuple([1.0, -1.0] * 256)):
        samples = heard(play, frames=4)
        assert np.isfinite(samples).all(), wave
        assert abs(samples).max() <= 1, wave


def test_nothing_above_the_consoles_rate_is_heard() -> None:
    """Noise has every pitch; the console mixes at 32,728 Hz. Source: machine reference, 7.1."""
    frequencies, levels = spectrum(between(tune("@151 L1 V127 O8 C"), 0.1, 0.9))
    below = levels[(frequencies > 10_000) & (frequencies < 14_500)].max()
    above = levels[frequencies > 17_800].max()
    assert below > 0.001 and above < below / 200


REVERB = Reverb(200, 50, 1000, 0.2, 0.0, 0.5, 0.5)


def click(room: Room, reverb: Reverb, blocks: int) -> np.ndarray:
    """What one click sounds like in a room."""
    given = np.zeros((blocks, 800), np.float32)
    given[0, 0] = 1
    return np.concatenate([room.render(reverb, each) for each in given], axis=1)


def test_first_come_the_reflections_then_the_tail() -> None:
    heard_of_it = np.abs(click(Room(), REVERB, 60)).max(axis=0)
    assert not heard_of_it[: round(0.06 * 48_000)].any()
    assert heard_of_it[round(0.31 * 0.2 * 48_000)] > 0.1
    assert heard_of_it[round(0.3 * 48_000) :].any()


def test_the_tail_loses_sixty_decibels_in_its_time() -> None:
    samples = click(Room(), REVERB._replace(early=0.0, filter1=0.0), 90)
    energy = [np.square(samples[:, at : at + 4800]).sum() for at in (9600, 48_000)]
    assert 10 * math.log10(energy[0] / energy[1]) == pytest.approx(60 * 0.8, abs=6)


def test_a_room_comes_to_rest() -> None:
    room = Room()
    click(room, REVERB, 1)
    assert not room.is_silent
    for _ in range(250):
        room.render(REVERB, np.zeros(800, np.float32))
    assert room.is_silent


def test_any_numbers_are_a_room() -> None:
    for value in (math.nan, math.inf, -math.inf, 1e300, -1e300):
        samples = click(Room(), Reverb(*[value] * 7), 20)
        assert np.isfinite(samples).all(), value
        assert np.abs(samples).max() <= 4, value


def test_effects_are_heard_as_wet_as_they_are() -> None:
    def dry(sound: Sound) -> None:
        sound.beep(0)

    def wet(sound: Sound) -> None:
        sound.set_reverb(*REVERB)
        sound.set_wetness(127, 0, 0)
        sound.effects_on()
        sound.beep(0)

    def wet_tunes(sound: Sound) -> None:
        sound.set_reverb(*REVERB)
        sound.set_wetness(0, 127, 0)
        sound.effects_on()
        sound.beep(0)

    plain, roomy, other = (heard(act, frames=60) for act in (dry, wet, wet_tunes))
    assert np.array_equal(plain, other)
    assert onsets(plain)[-1][1] < 0.15
    assert loudness(between(roomy, 0.3, 0.5)) > 0.003
