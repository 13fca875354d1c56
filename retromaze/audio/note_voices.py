"""Computes from the instruments the voices (sounding waves, see voices.py) of a note or a short sound.

Unverified: what times, frequencies and levels the numbers of MML and WAVSET mean on the console. Here an
envelope's time is 4 (n / 127)² seconds; a modulation's speed is 3/8 Hz, its delay 5.2 ms, its range at full
depth semitones, 6 dB, or half the way from left to right; 64 of @D are a semitone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from retromaze.audio.instruments import INSTRUMENTS, SQUARES, USER_WAVES, WAVES, Instrument
from retromaze.audio.short_sounds import NOISES, Sweep
from retromaze.audio.voices import LOUDNESS, Bank, ModulationDepths, VoiceStart
from retromaze.machine.sound_events import SAMPLES_PER_SECOND, Envelope, Modulation, Tone, Wave

MIDDLE_KEY, A4 = 60, 69
UNDEFINED = Wave(0, 0, Envelope(0, 0, 127, 20), (1.0, -1.0), A4)
"""The user-defined wave of a number that was not defined."""
TIME_CONSTANTS = 4.6
"""An exponential decay falls to a hundredth within this many of its time constants: the logarithm of 100."""
GOLDEN = 0.618034
"""The golden ratio less 1: the fractions of its multiples are spread evenly, and none comes twice."""
MODULATION_SPEED = 0.375
MODULATION_TICK = 0.0052 * SAMPLES_PER_SECOND
DETUNES_A_SEMITONE = 64
COSINES = frozenset({"square", "pulse", "quarter"})


class NoteVoices:
    """Makes the voices of notes; `waves` are the user-defined instruments, by their numbers.

    A note may need several voices, for a chorus or its noise. They are returned as VoiceStarts, which Voices
    starts. `_noises` counts the voices of noise so far.
    """

    def __init__(self, bank: Bank) -> None:
        self.waves = dict.fromkeys(USER_WAVES, UNDEFINED)
        self._bank = bank
        self._noises = 0

    def note_voices(self, tone: Tone, track: int) -> list[VoiceStart]:
        """Returns the voices of a note that an instrument or a user-defined wave plays."""
        gain, pan = gain_of_tone(tone), stereo_position(tone.pan)
        if tone.instrument in USER_WAVES:
            voices = [self.user_wave_voice(tone)]
        else:
            voices = list(self._instrument_voices(tone))
        return [each._replace(gain=gain * each.gain, pan=pan, track=track) for each in voices]

    def user_wave_voice(self, tone: Tone) -> VoiceStart:
        """Returns the voice of a user-defined wave. Unverified: at its key it has 440 periods a second."""
        wave = self.waves[tone.instrument]
        pitch = pitch_of_tone(tone) + A4 - wave.reference
        table = self._bank.user_wave_table(tone.instrument, wave.samples or UNDEFINED.samples, pitch)
        start = VoiceStart(table, pitch, gain=1.0, pan=0.5, track=0)
        return with_mml_envelope(start, tone.envelope or wave.envelope)

    def release_time(self, tone: Tone) -> float:
        """Returns the samples within which a note loses two thirds of its level after its end."""
        envelope = tone.envelope
        if envelope is None and tone.instrument in USER_WAVES:
            envelope = self.waves[tone.instrument].envelope
        if envelope is not None:
            release = max(envelope_seconds(envelope.release), 0.01)
        elif tone.instrument in INSTRUMENTS:
            release = INSTRUMENTS[tone.instrument].release
        else:
            # a short sound, which a note played
            release = 0.05
        return release * SAMPLES_PER_SECOND / TIME_CONSTANTS

    def _instrument_voices(self, tone: Tone) -> Iterator[VoiceStart]:
        """Yields the voices of an instrument's note: one or two for its tone, and one for its noise."""
        instrument = INSTRUMENTS[tone.instrument]
        pitch = pitch_of_tone(tone) + instrument.shift
        # what all voices have in common; each gets a table of its own in place of this one
        start = VoiceStart(self._bank.noise_table("white"), pitch, instrument.level, pan=0.5, track=0)
        start = with_instrument_envelope(start, instrument, tone)
        if instrument.vibrato or instrument.tremolo:
            start = start._replace(
                vibrato=instrument.vibrato, tremolo=instrument.tremolo, rate=instrument.rate
            )
        if instrument.partials:
            voice = self._tone_voice(start, instrument, tone.instrument in SQUARES)
            # half the distance of a chorus's two voices, in semitones
            apart = instrument.chorus / 200
            if apart:
                # each at 0.7 of the gain, and out of phase: in phase they would begin as one louder voice
                voice = voice._replace(gain=start.gain * 0.7)
                yield voice._replace(pitch=pitch - apart)
                yield voice._replace(pitch=pitch + apart, phase=0.37)
            else:
                yield voice
        if instrument.noise:
            yield self._noise_voice(instrument, tone, start)

    def _tone_voice(self, start: VoiceStart, instrument: Instrument, cosine: bool) -> VoiceStart:
        """Returns the voice of a note's tone: `start` with the wavetable of the instrument's partials.

        The table has sines, or with `cosine` cosines. If the instrument gets duller, there is a second table,
        to which the voice is cross-faded.
        """
        partials, pitch = instrument.partials, start.pitch
        voice = start._replace(table=self._bank.tone_table(partials, pitch, cosine=cosine))
        if not instrument.dull:
            return voice
        dull_table = self._bank.tone_table(partials, pitch, dull=instrument.dull, cosine=cosine)
        return voice._replace(dull_table=dull_table, dulling_time=instrument.fading * SAMPLES_PER_SECOND)

    def _noise_voice(self, instrument: Instrument, tone: Tone, start: VoiceStart) -> VoiceStart:
        """Returns the voice of a note's noise, whose pitch follows the key only in part."""
        # Only the noise of old chips follows the key as a tone does. At the middle key it is unchanged: the
        # table of a noise is made for A4.
        key_share = 1.0 if instrument.color == "steps" else 0.3
        voice = start._replace(
            table=self._bank.noise_table(instrument.color),
            pitch=A4 + (pitch_of_tone(tone) - MIDDLE_KEY) * key_share,
            gain=start.gain * instrument.noise,
            vibrato=0.0,
            phase=self._noise_phase(),
        )
        if instrument.noise_decay:
            decay_time = instrument.noise_decay * SAMPLES_PER_SECOND / TIME_CONSTANTS
            voice = voice._replace(target_level=0.0, decay_time=decay_time)
        return voice

    def _noise_phase(self) -> float:
        """Returns the phase at which the next noise begins; no two in a row are equal.

        Two noises that sound together would otherwise be one louder noise.
        """
        self._noises += 1
        return self._noises * GOLDEN % 1.0

    def part_voice(self, part: Sweep, semitones: float) -> VoiceStart:
        """Returns the voice of a part of a short sound, `semitones` above its pitch."""
        samples = part.seconds * SAMPLES_PER_SECOND
        first, last = key_of_frequency(part.start) + semitones, key_of_frequency(part.end) + semitones
        if part.wave in NOISES:
            table, phase = self._bank.noise_table(part.wave), self._noise_phase()
        else:
            # the table has no partial that is too high where the part's pitch is highest
            highest = max(first, last)
            table, phase = self._bank.tone_table(WAVES[part.wave], highest, cosine=part.wave in COSINES), 0.0
        start = VoiceStart(table, first, part.level, pan=0.5, track=0, phase=phase)
        attack_time = part.attack * SAMPLES_PER_SECOND
        start = start._replace(target_pitch=last, slide_time=samples, attack_time=attack_time)
        return start if part.held else start._replace(target_level=0.0, decay_time=samples / TIME_CONSTANTS)


def with_instrument_envelope(start: VoiceStart, instrument: Instrument, tone: Tone) -> VoiceStart:
    """Returns a voice with the envelope that MML has set for the tone, or else its instrument's."""
    if tone.envelope is not None:
        return with_mml_envelope(start, tone.envelope)
    # a time constant: after three of them, a twentieth of the level above the sustained one is left
    decay_time = instrument.decay * SAMPLES_PER_SECOND / 3
    if not instrument.sustain:
        # high notes die away sooner, and low ones later, up to four times as long: as those of a string
        decay_time *= min(2 ** ((MIDDLE_KEY - tone.key) / 12), 4.0)
    attack_time = instrument.attack * SAMPLES_PER_SECOND
    return start._replace(attack_time=attack_time, target_level=instrument.sustain, decay_time=decay_time)


def with_mml_envelope(start: VoiceStart, envelope: Envelope) -> VoiceStart:
    """Returns a voice with an envelope of MML or of a user-defined wave."""
    # as for an instrument, a decay is three time constants, each at least a sample: 0 stands for no decay
    return start._replace(
        attack_time=envelope_seconds(envelope.attack) * SAMPLES_PER_SECOND,
        target_level=envelope.sustain / 127,
        decay_time=max(envelope_seconds(envelope.decay) * SAMPLES_PER_SECOND / 3, 1.0),
    )


def envelope_seconds(level: int) -> float:
    """Returns the seconds that a number in an envelope stands for."""
    return 4 * (level / 127) ** 2


def pitch_of_tone(tone: Tone) -> float:
    """Returns the pitch of a tone: its MIDI key, with its detuning as a fraction."""
    return tone.key + tone.detune / DETUNES_A_SEMITONE


def gain_of_tone(tone: Tone) -> float:
    """Returns the gain, 0 to 1, for a tone's volume and velocity."""
    return gain_of_volume(tone.volume) * gain_of_volume(tone.velocity)


def gain_of_volume(volume: int) -> float:
    """Returns the gain, 0 to 1, for a volume from 0 to 127."""
    return float((volume / 127) ** LOUDNESS)


def stereo_position(pan: int) -> float:
    """Returns the place, 0 left to 1 right, for a pan from 0 to 127; 64 is the middle."""
    return pan / 128 if pan <= 64 else 0.5 + (pan - 64) / 126


def key_of_frequency(frequency: float) -> float:
    """Returns the MIDI key of a frequency (Hz), with a fraction."""
    return A4 + 12 * math.log2(frequency / 440)


def modulation_depths(modulation: Modulation | None) -> ModulationDepths:
    """Returns a modulation of MML or WAVSET as the depth for each property, the rate and the delay."""
    if modulation is None:
        return ModulationDepths()
    # 1 is a semitone, 6 dB, or half the way from left to right
    size = modulation.depth / 127 * modulation.range
    rate, delay = modulation.speed * MODULATION_SPEED, modulation.delay * MODULATION_TICK
    depths = ModulationDepths(rate=rate, delay=delay)
    match modulation.kind:
        case "vibrato":
            return depths._replace(pitch=size)
        case "tremolo":
            # decibels as a share of the level
            return depths._replace(level=1 - 10 ** (-6 * size / 20))
        case _:
            # "auto_pan"
            return depths._replace(pan=min(size / 2, 0.5))
