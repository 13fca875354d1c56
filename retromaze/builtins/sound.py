"""Builtins of sound: short sounds, tunes, effects, waves; speech and streams of samples, which are not heard.

A call that is not heard is still an event of the machine; such calls are counted, for a report at the end.
Source: manual, Sound; machine reference, section 7.1, unless a function says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial, wraps
from itertools import takewhile
from typing import Annotated, Any, Unpack

from retromaze.builtins.arrays import array_numbers, flat_elements, require_numeric
from retromaze.builtins.computer_interface import Computer
from retromaze.builtins.form import Range, Reads, range_of
from retromaze.builtins.registry import FormFacts, Truth, Value, builtin, form
from retromaze.errors import (
    BasicSyntaxError,
    IllegalFunctionCall,
    NotSimulated,
    OutOfRange,
    TypeMismatch,
    UndefinedLabel,
)
from retromaze.language.numbers import truncate
from retromaze.machine.machine import Machine
from retromaze.machine.mml import KEYS, LEVELS, VARIABLES
from retromaze.machine.sequencer import LOUDEST
from retromaze.machine.sound import (
    A4,
    ALL_TRACKS,
    BEEPS,
    CENTER,
    DECAYS,
    DELAYS,
    EFFECTS,
    LONGEST_WAVE,
    OWN_TUNES,
    PITCHES,
    TRACKS,
    TUNES,
    WAVES,
)
from retromaze.values.arrays import Array
from retromaze.values.costs import FLATTENING_COST, MML_COST, MOVE_COST, SAMPLE_COST, SEARCH_COST, Rate

Function = Callable[..., Any]
COST = 6
Track = Annotated[int, range_of(TRACKS)]
Level = Annotated[int, range_of(LEVELS)]
Key = Annotated[int, range_of(KEYS)]
OwnTune = Annotated[int, range_of(OWN_TUNES)]
Tune = Annotated[int, Range(0, max(TUNES), gap=range(43, 128))]
Variable = Annotated[int, range_of(VARIABLES)]
STREAM_COST = Rate("samples", 1, 8)
"""The cost of hashing samples: a million take 40 ms."""


sound_word = partial(builtin, cost=COST)


def unheard_word(name: str, *rates: Rate, **facts: Unpack[FormFacts]) -> Callable[[Function], Function]:
    """Declares an instruction whose sound is not simulated: each call is counted, for a report after the run.

    On a strict machine a call raises NotSimulated instead.
    """
    facts["checks_itself"] = True  # any value is taken: which ones the console refuses is not known

    def declare(function: Function) -> Function:
        @wraps(function)
        def count_call(m: Machine, *arguments: Any) -> None:
            """Calls the word's function, and counts the call."""
            if m.sound.strict:
                raise NotSimulated(f"not simulated yet: {name}")
            function(m, *arguments)
            m.sound.unheard[name] = m.sound.unheard.get(name, 0) + 1

        return builtin(name, *rates, cost=COST, silent=True, **facts)(count_call)

    return declare


# ---- short sounds


@sound_word("BEEP")
def beep(
    m: Machine,
    number: Annotated[int, Range(0, max(BEEPS), gap=range(134, 224))] | None = None,
    pitch: Annotated[int, range_of(PITCHES)] | None = None,
    volume: Level | None = None,
    pan: Level | None = None,
) -> None:
    """BEEP [number][,pitch][,volume][,pan] makes a short sound.

    Numbers are 0 to 133, 224 to 255 (waves of one's own) and 256 to 383; pitch is -32768 to 32767, 100 for a
    semitone; volume 0 to 127; pan 0 (left) to 127 (right). Each may be left out.
    """
    # without a volume the sound has its own
    m.sound.beep(number or 0, pitch or 0, volume, CENTER if pan is None else pan)


@sound_word("SNDSTOP", method="sound.silence")
def silence(m: Machine) -> None:
    """SNDSTOP ends all that sounds.

    Source: published programs.
    Unverified: its meaning, known by the name alone.
    """


# ---- tunes


@sound_word("BGMPLAY", MML_COST)
def play(m: Machine, tune: Value) -> None:
    """BGMPLAY tune · BGMPLAY MML$ plays a tune on track 0.

    Tunes are 0 to 42 and one's own, 128 to 255; tracks 0 to 7; volumes 0 to 127.
    """
    if isinstance(tune, Array):
        raise TypeMismatch(argument=1)
    m.sound.play(tune if isinstance(tune, str) else truncate(tune))


@form("BGMPLAY", python="machine.sound.play(track={track}, tune={tune}, volume={volume})")
def play_on(m: Machine, track: Track, tune: Tune, volume: Level = LOUDEST) -> None:
    """BGMPLAY track,tune[,volume] plays a tune on another track."""


@sound_word("BGMSTOP", method="sound.stop")
def stop(
    m: Machine, track: Annotated[int, Range(ALL_TRACKS, TRACKS[-1])] | None = None, fade: float = 0.0
) -> None:
    """BGMSTOP [track[,seconds]] ends one tune, fading out, or all tunes; BGMSTOP -1 ends all by force.

    Unverified: any seconds are taken.
    """


@sound_word("BGMPAUSE", method="sound.pause")
def pause(m: Machine, track: Track | None = None, fade: float = 0.0) -> None:
    """BGMPAUSE [track[,seconds]] halts one tune, or all tunes.

    Source: published programs.
    Unverified: its meaning, known by the name alone, and its range; any seconds are taken, and nothing fades.
    """


@sound_word("BGMCONT", method="sound.resume")
def resume(m: Machine, track: Track | None = None, fade: float = 0.0) -> None:
    """BGMCONT [track[,seconds]] resumes one tune, or all tunes.

    Source: published programs.
    Unverified: its meaning, known by the name alone, and its range; any seconds are taken, and nothing fades.
    """


@sound_word("BGMCHK", reads=Reads.SOUND, method="sound.playing")
def playing(m: Machine, track: Track = 0) -> Truth:
    """BGMCHK([track]) is 1 while a tune plays on the track."""
    return int(m.sound.playing(track))


@sound_word("BGMVOL", python="machine.sound.set_volume")
def set_volume(m: Machine, volume: Level) -> None:
    """BGMVOL volume sets the volume of track 0, 0 to 127."""


@form("BGMVOL", python="machine.sound.set_volume(track={track}, volume={volume})")
def set_volume_of(m: Machine, track: Track, volume: Level) -> None:
    """BGMVOL track,volume sets the volume of another track."""


@sound_word("BGMSET", MML_COST, method="sound.set_tune")
def set_tune(m: Machine, number: OwnTune, tune: str) -> None:
    """BGMSET number,MML$ defines a tune, 128 to 255; a text that is no tune is errnum 47."""


@sound_word("BGMSETD", MOVE_COST, MML_COST)
def set_tune_from_data(computer: Computer, number: OwnTune, label: str) -> None:
    """BGMSETD number,"@label" defines a tune by the DATA at a label, up to the first number there.

    A label that is missing is no error. Unverified: nor is it an error that the number is missing.
    """
    try:
        items = computer.data_from(label)
    except UndefinedLabel:
        items = []
    computer.machine.sound.set_tune(number, tune_text(items))


def tune_text(items: Iterable[int | float | str]) -> str:
    """Returns the DATA items before the first number, joined: the MML of a tune."""
    return "".join(str(each) for each in takewhile(lambda each: isinstance(each, str), items))


@sound_word("BGMCLEAR", method="sound.clear_tunes")
def clear_tunes(m: Machine, number: OwnTune | None = None) -> None:
    """BGMCLEAR [number] removes a tune that BGMSET defined, or all of them."""


@sound_word("BGMVAR", method="sound.set_variable")
def set_variable(m: Machine, track: Track, number: Variable, value: int) -> None:
    """BGMVAR track,number,value sets one of the eight variables of a tune."""


@form("BGMVAR", reads=Reads.SOUND, method="sound.variable")
def variable(m: Machine, track: Track, number: Variable) -> int:
    """BGMVAR(track,number) tells a variable of a tune, 0 where no tune plays.

    Unverified: 0; the manual says -1.
    """


# ---- effects


@sound_word("EFCON", shape_error=BasicSyntaxError, method="sound.effects_on")
def effects_on(m: Machine) -> None:
    """EFCON lets effects be heard."""


@sound_word("EFCOFF", shape_error=BasicSyntaxError, method="sound.effects_off")
def effects_off(m: Machine) -> None:
    """EFCOFF leaves effects out."""


@sound_word("EFCSET", shape_error=BasicSyntaxError, python="machine.sound.set_effect")
def set_effect(m: Machine, kind: Annotated[int, range_of(EFFECTS)]) -> None:
    """EFCSET kind chooses an effect, 0 to 3."""


@form("EFCSET", python="machine.sound.set_reverb")
def set_reverb(
    m: Machine,
    reflection: Annotated[float, Range(*DELAYS)],
    delay: Annotated[float, Range(*DELAYS)],
    decay: Annotated[float, Range(*DECAYS)],
    filter1: float,
    filter2: float,
    early: float,
    late: float,
) -> None:
    """EFCSET reflection,delay,decay,filter1,filter2,early,late makes an effect of times, filters and volumes.

    Reflection and delay are 0 to 2000, decay is 1 to 10000.
    Unverified: any values of the others are taken.
    """


@sound_word("EFCWET", shape_error=BasicSyntaxError, method="sound.set_wetness")
def set_wetness(m: Machine, beep: Level, tune: Level, speech: Level) -> None:
    """EFCWET beep,tune,speech sets how much effect each kind of sound gets, 0 to 127."""


# ---- waves


@sound_word("WAVSET", SEARCH_COST, SAMPLE_COST, method="sound.set_wave")
def set_wave(
    m: Machine,
    number: Annotated[int, range_of(WAVES)],
    attack: Level,
    decay: Level,
    sustain: Level,
    release: Level,
    wave: str,
    reference: Key = A4,
) -> None:
    """WAVSET number,attack,decay,sustain,release,wave$[,reference] makes an instrument, 224 to 255.

    The envelope's numbers are 0 to 127; the wave is 16, 32, 64, 128, 256 or 512 samples of two hexadecimal
    digits each, or groups of them in brackets: each of n groups is repeated until it fills 512/n samples. The
    reference is the key of that pitch, 0 to 127, 69 if missing.
    """


@sound_word("WAVSETA", FLATTENING_COST, SAMPLE_COST)
def set_wave_from_array(
    m: Machine,
    number: Annotated[int, range_of(WAVES)],
    attack: Level,
    decay: Level,
    sustain: Level,
    release: Level,
    array: Array,
    reference: Key = A4,
    first: int = 0,
    last: int | None = None,
) -> None:
    """WAVSETA number,attack,decay,sustain,release,array[,reference[,first[,last]]] makes an instrument.

    First and last are elements of it, both included.
    Unverified: any values, and any number of them, of which the first 512 count.
    """
    require_numeric(array, 6)
    if last is None:
        last = len(array) - 1
    places = range(len(array))  # negative numbers are no places
    if first not in places:
        raise OutOfRange(argument=8)
    if last not in places:
        raise OutOfRange(argument=9)
    if last < first:
        raise IllegalFunctionCall(argument=9)
    samples = flat_elements(m, array)[first : last + 1][:LONGEST_WAVE]
    m.sound.set_wave(number, attack, decay, sustain, release, samples, reference)


# ---- samples


@unheard_word("PCMSTREAM", STREAM_COST, FLATTENING_COST)
def stream(m: Machine, left: Array, right: Value | None = None, rate: float | None = None) -> None:
    """PCMSTREAM left[,right][,rate] plays the samples of an array, or of one for each side.

    Unverified: all of it; a console without the sound package says DlcNotFound.
    """
    if isinstance(right, int | float) and rate is None:
        right, rate = None, right  # PCMSTREAM left,rate
    if isinstance(right, int | float | str):
        raise TypeMismatch(argument=2)
    m.sound.stream(stream_samples(m, left, 1), None if right is None else stream_samples(m, right, 2), rate)


@unheard_word("PCMSTOP", method="sound.stop_stream")
def stop_stream(m: Machine) -> None:
    """PCMSTOP ends what PCMSTREAM plays.

    Unverified: as for PCMSTREAM.
    """
    m.sound.stop_stream()


@unheard_word("PCMCONT", method="sound.resume_stream")
def resume_stream(m: Machine) -> None:
    """PCMCONT resumes what PCMSTREAM plays.

    Unverified: as for PCMSTREAM.
    """
    m.sound.resume_stream()


@unheard_word("PCMVOL")
def set_stream_volume(m: Machine, left: float, right: float | None = None) -> None:
    """PCMVOL left[,right] sets how loud PCMSTREAM plays.

    Unverified: as for PCMSTREAM, and any value is taken.
    """
    m.sound.set_stream_volume(left, right)


# ---- speech


@unheard_word("TALK", SEARCH_COST, method="sound.talk")
def talk(m: Machine, text: str) -> None:
    """TALK text$ says a text, in which <S100> sets the speed and <P32768> the pitch.

    Unverified: any text is taken.
    """
    m.sound.talk(text)


@sound_word("TALKCHK", reads=Reads.SOUND, method="sound.talking")
def talking(m: Machine) -> Truth:
    """TALKCHK() is 1 while something is being said.

    Unverified: how long a sentence takes.
    """
    return int(m.sound.talking())


@sound_word("TALKSTOP", method="sound.stop_talking")
def stop_talking(m: Machine) -> None:
    """TALKSTOP ends what is being said."""


def stream_samples(m: Machine, array: Array, argument: int) -> list[Any]:
    """Returns the samples in an array, and spends the work of hashing them."""
    samples = array_numbers(m, array, argument)
    m.spend(STREAM_COST.of(len(samples)))
    return samples
