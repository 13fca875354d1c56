"""Plays tunes on eight tracks: runs the commands of their channels, reports notes at moments (in samples).

All time is counted in whole numbers, so a tune takes the same frames everywhere.
Source: machine reference, 7.1 and 7.2.
Unverified: what a channel begins with (L4, Q8, V127, @V127, T120, instrument 0); one tempo for all channels;
`(` and `)` are one step; a glide takes the time of the note it leads to; octaves and volumes that would go
beyond their ends stay there; `]0` repeats forever; a tune begins in the frame after the one in which it is
asked for; a track that is halted is under way; a fade is even; what BGMVAR sets while nothing plays is there
when a tune begins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from retromaze.machine.mml import (
    DETUNES,
    FOREVER,
    GATES,
    INSTRUMENTS,
    KEYS,
    LENGTHS,
    LEVELS,
    OCTAVES,
    TEMPI,
    TIMES,
    VALUES,
    VARIABLES,
    Command,
    Commands,
    NoteLength,
    Number,
    Tune,
    has_endless_repeat,
)
from retromaze.machine.sound_events import (
    SAMPLES_PER_FRAME,
    SAMPLES_PER_SECOND,
    Envelope,
    Modulation,
    Note,
    Silence,
    SoundEvent,
    Tone,
    Volume,
)

WHOLE_NOTE = 14_414_400
"""Ticks of a whole note: every length whose prime factors are 13 or less is a whole number of them."""
SAMPLES_AT_TEMPO_1 = 4 * 60 * SAMPLES_PER_SECOND
"""Samples of a whole note at one quarter a minute."""
MOST_COMMANDS = 256
"""The most commands without time that a channel runs in a frame, so that a tune cannot hang."""
FIRST_TEMPO = 120
FULL_GATE = GATES[-1]
UNKNOWN = -1
TIES = ("tie", "glide")
SETTINGS = {"volume": LEVELS, "velocity": LEVELS, "pan": LEVELS, "detune": DETUNES}
"""The commands that set a number of the tone of the notes to come, and the values it may have."""
MODULATIONS = ("tremolo", "vibrato", "auto_pan")


class Score:
    """A tune that plays: its channels, their common variables, and their tempo, ticks of the tune to samples.

    A whole note has WHOLE_NOTE ticks. The tick `_tempo_tick` comes at the moment `_tempo_moment`, counted in
    samples of the machine's time; from there on `_tempo` is valid.
    """

    def __init__(self, tune: Tune, start: int, variables: list[int]) -> None:
        """`start` is the moment at which it begins; `variables` are those of its track, $0 to $7."""
        self.variables = variables
        self._tempo = FIRST_TEMPO
        self._tempo_tick, self._tempo_moment = 0, start
        self._channels = [TuneChannel(number, row, self) for number, row in sorted(tune.items())]

    @property
    def is_over(self) -> bool:
        return not self._channels

    def set_tempo(self, tempo: int, tick: int) -> None:
        """Sets the tempo, in quarters a minute, from a tick of the tune on."""
        # the tick comes at a moment that still depends on the old tempo
        self._tempo_moment, self._tempo_tick = self.moment(tick), tick
        self._tempo = tempo

    def moment(self, tick: int) -> int:
        """Returns the moment (in samples) at which a tick of the tune comes."""
        # a whole note takes SAMPLES_AT_TEMPO_1 / tempo samples
        samples = (tick - self._tempo_tick) * SAMPLES_AT_TEMPO_1 // (WHOLE_NOTE * self._tempo)
        return self._tempo_moment + samples

    def ticks(self, samples: int) -> int:
        """Returns the ticks that pass in a number of samples; at least one, so that a tune advances."""
        return max(1, samples * WHOLE_NOTE * self._tempo // SAMPLES_AT_TEMPO_1)

    def delay(self, samples: int) -> None:
        """Delays everything that was not played yet by that many samples; called while a track is halted."""
        self._tempo_moment += samples

    def advance(self, end: int, track: int) -> list[Note]:
        """Plays up to the moment `end`; returns the notes that start, change or end, in order of time."""
        notes: list[Note] = []
        while self._channels:
            channel = min(self._channels, key=TuneChannel.due)
            if self.moment(channel.due()) >= end:
                break
            # channels do not know on which track they play: their notes have track 0
            notes += [each._replace(track=track) for each in channel.advance()]
            if channel.is_over:
                self._channels.remove(channel)
        return notes


class TuneChannel:
    """One channel of a tune, at `_tick`, with the settings for its next notes; methods are commands of MML.

    The methods from `note` on are these commands, with the names that `mml.py` gives them. The next command
    runs at `_tick`; the sounding note, of the tone `_sounding`, ends at `_note_end` (None: it is tied
    to the next one). `_tone` has the settings for the next notes, `_gate` the eighths of a note's length that
    it sounds; `_notes` are the events of the present `advance`.

    With `_tied`, the next note continues the sounding one; with `_gliding`, its pitch slides there. With
    `_signs_swapped`, `<` and `>` are exchanged. `_repeats` has for each open repeat [index of its first
    command, times it is still to be played, or UNKNOWN]; `_callers` has the commands and the index after each
    call of a macro that has not ended. `_modulation` is None while modulation is off; `_tone` keeps it.
    """

    def __init__(self, number: int, commands: Commands, score: Score) -> None:
        self.is_over = False
        self._number = number
        self._score = score
        self._commands, self._index = commands, 0
        self._repeats: list[list[int]] = []
        self._callers: list[tuple[Commands, int]] = []
        self._tick = 0
        self._note_end: int | None = None
        self._sounding: Tone | None = None
        self._tied = self._gliding = False
        self._notes: list[Note] = []
        self._octave = 4
        self._signs_swapped = False
        self._length = NoteLength(4)
        self._gate = FULL_GATE
        self._tone = Tone(0, 0, 0, volume=127, velocity=127, pan=64, envelope=None, modulation=None)
        self._modulation: Modulation | None = None

    def due(self) -> int:
        """Returns the tick at which the sounding note ends or the next command runs."""
        return self._tick if self._note_end is None else min(self._note_end, self._tick)

    def advance(self) -> list[Note]:
        """Ends the note that is due, or runs the next commands; returns the events of notes."""
        self._notes = []
        if self._note_end is not None and self._note_end <= self._tick:
            self._end_note(self._note_end)
        else:
            self._run_commands()
        return self._notes

    def _run_commands(self) -> None:
        """Runs commands until one takes time, as a note or a rest does, or the channel ends."""
        begin = self._tick
        for _ in range(MOST_COMMANDS):
            command = self._next_command()
            if command is None:
                self._end_note(begin)
                self.is_over = True
                return
            if command.name in SETTINGS:
                self._set_tone(command.name, command.operands[0])
            elif command.name in MODULATIONS:
                self._set_modulation(command.name, command.operands)
            else:
                # all other commands are methods
                getattr(self, command.name)(*command.operands)
            if self._tick > begin:
                return
        # MOST_COMMANDS commands took no time: the others run in the next frame
        self._tick += self._score.ticks(SAMPLES_PER_FRAME)

    def _next_command(self) -> Command | None:
        """Returns the next command; after a macro's last one, the one after its call. None at the end."""
        while self._index == len(self._commands):
            if not self._callers:
                return None
            self._commands, self._index = self._callers.pop()
        self._index += 1
        return self._commands[self._index - 1]

    def _value(self, number: Number, valid: Sequence[int]) -> int:
        """Returns a number, or a variable's present value, clamped to the range of the `valid` ones."""
        if not isinstance(number, int):
            number = self._score.variables[number.number]
        return min(max(number, valid[0]), valid[-1])

    def _ticks(self, length: NoteLength) -> int:
        """Returns the number of ticks of a note's length."""
        number, dots = length
        if number is None:
            # a length without a number is the channel's, with the channel's dots if it has none
            number, channel_dots = self._length
            dots = dots or channel_dots
        assert number is not None  # the channel's length has one: `set_length` keeps it
        ticks = WHOLE_NOTE // self._value(number, LENGTHS)
        # each dot adds half of what was added last: ticks * (2 - 1 / 2 ** dots)
        return 2 * ticks - (ticks >> dots)

    def _end_note(self, tick: int) -> None:
        """Ends the sounding note, if there is one, at a tick."""
        if self._sounding is not None:
            self._notes.append(Note(self._score.moment(tick), track=0, channel=self._number, tone=None))
        self._sounding = self._note_end = None
        self._tied = self._gliding = False

    def _hold_note(self, ticks: int) -> None:
        """Moves on by a note's length; the note ends after the gate's share (Q) of it, unless it is tied."""
        is_tied = self._index < len(self._commands) and self._commands[self._index].name in TIES
        self._note_end = None if is_tied else self._tick + ticks * self._gate // FULL_GATE
        self._tick += ticks

    def _start_note(self, key: int, ticks: int) -> None:
        """Starts a note of that key and length; if it is tied, the sounding note changes to it."""
        tone = self._tone._replace(key=min(max(key, KEYS[0]), KEYS[-1]), modulation=self._modulation)
        now = self._score.moment(self._tick)
        legato = self._tied and self._sounding is not None
        # a tied note of the same tone only goes on sounding, which is no event
        if not legato or tone != self._sounding:
            glide = 0
            if legato and self._gliding:
                # the pitch slides as long as the note lasts
                glide = self._score.moment(self._tick + ticks) - now
            self._notes.append(Note(now, 0, self._number, tone, legato, glide))
        self._sounding = tone
        self._tied = self._gliding = False
        self._hold_note(ticks)

    # --- notes ---

    def note(self, semitone: int, length: NoteLength) -> None:
        """Does `C` to `B`: plays a note of the present octave."""
        self._start_note(12 * (self._octave + 1) + semitone, self._ticks(length))

    def note_of_key(self, number: Number) -> None:
        """Does `N60`: plays a note by its key, 60 for O4C, with the channel's length."""
        self._start_note(self._value(number, KEYS), self._ticks(NoteLength()))

    def rest(self, length: NoteLength) -> None:
        """Does `R`: passes a rest; a note that is tied to it ends where it begins."""
        if self._tied:
            self._end_note(self._tick)
        self._tick += self._ticks(length)

    def tie(self, length: NoteLength) -> None:
        """Does `&`: ties the sounding note to the next one; `&4` makes it longer by a quarter instead.

        If no note sounds, neither changes anything, and the length is dropped.
        """
        if length == NoteLength() or self._sounding is None:
            self._tied = True
        else:
            self._tied = False
            self._hold_note(self._ticks(length))

    def glide(self) -> None:
        """Does `_`: ties the note to the next one, to whose pitch it slides."""
        self._tied = self._gliding = True

    # --- settings for the next notes ---

    def set_length(self, length: NoteLength) -> None:
        """Does `L`: sets the channel's length; without a number only its dots."""
        number = self._length.number if length.number is None else length.number
        self._length = NoteLength(number, length.dots)

    def octave(self, number: Number) -> None:
        self._octave = self._value(number, OCTAVES)

    def octave_up(self) -> None:
        """Does `<`: an octave up, or after `!` down."""
        self.octave(self._octave + (-1 if self._signs_swapped else 1))

    def octave_down(self) -> None:
        self.octave(self._octave + (1 if self._signs_swapped else -1))

    def swap_octave_signs(self) -> None:
        """Does `!`: from here on `<` and `>` change the octave the other way round."""
        self._signs_swapped = not self._signs_swapped

    def gate(self, number: Number) -> None:
        self._gate = self._value(number, GATES)

    def _set_tone(self, name: str, number: Number) -> None:
        """Sets one of SETTINGS, numbers of the tone of the notes to come."""
        changed: dict[str, Any] = {name: self._value(number, SETTINGS[name])}
        self._tone = self._tone._replace(**changed)

    def louder(self, steps: Number) -> None:
        self._set_tone("volume", self._tone.volume + self._value(steps, LEVELS))

    def softer(self, steps: Number) -> None:
        self._set_tone("volume", self._tone.volume - self._value(steps, LEVELS))

    def instrument(self, number: Number) -> None:
        """Does `@`: chooses the instrument of the notes to come.

        Unverified: a variable that has the number of no instrument changes nothing.
        """
        chosen = self._value(number, range(max(INSTRUMENTS) + 1))
        if chosen in INSTRUMENTS:
            self._tone = self._tone._replace(instrument=chosen)

    def envelope(self, *numbers: Number) -> None:
        """Does `@E`: sets attack, decay, sustain and release, 0 to 127 each."""
        self._tone = self._tone._replace(envelope=Envelope(*(self._value(each, LEVELS) for each in numbers)))

    def no_envelope(self) -> None:
        self._tone = self._tone._replace(envelope=None)

    def _set_modulation(self, kind: str, numbers: Sequence[Number]) -> None:
        """Chooses the modulation, one of MODULATIONS at a time; it begins with the next note."""
        self._modulation = Modulation(kind, *(self._value(each, LEVELS) for each in numbers))
        self._tone = self._tone._replace(modulation=self._modulation)

    def modulation_on(self) -> None:
        """Does `@MON`: switches the modulation that was set last on again, for the notes to come."""
        self._modulation = self._tone.modulation

    def modulation_off(self) -> None:
        self._modulation = None

    # --- tempo, repeats, macros and variables ---

    def tempo(self, number: Number) -> None:
        self._score.set_tempo(self._value(number, TEMPI), self._tick)

    def begin_repeat(self) -> None:
        """Does `[`: begins a repeat; how often it is played is read at its end."""
        self._repeats.append([self._index, UNKNOWN])

    def end_repeat(self, times: Number) -> None:
        """Does `]`: jumps back to the beginning of the repeat until it has been played `times` times."""
        first, remaining = self._repeats[-1]
        if remaining == UNKNOWN:
            # `times` may be a variable: it is read when `]` is reached, not when the repeat begins
            remaining = self._value(times, TIMES)
        if remaining == 1:
            self._repeats.pop()
            return
        self._index = first
        # an endless repeat reads `times` again at its next end
        self._repeats[-1][1] = UNKNOWN if remaining == FOREVER else remaining - 1

    def call_macro(self, commands: Commands) -> None:
        """Does `{NAME}`: runs the commands of a macro, then goes on after it."""
        self._callers.append((self._commands, self._index))
        self._commands, self._index = commands, 0

    def set_variable(self, variable: int, value: Number) -> None:
        self._score.variables[variable] = self._value(value, VALUES)


LOUDEST = 127
LONGEST_FADE = 3600
"""Seconds."""


class Track:
    """A track: the tune that plays, its volume, and whether it is halted or fading out.

    `started` is the number or text of the tune that was started last, None if a call ended it. Comparisons of
    two machines use it rather than `playing`, because a port passes fewer frames than its listing.
    `variables` are `$0` to `$7` of its tunes; `_emit` is called with each event of sound. `_score` is None
    while no tune plays; `_fade_end` is the moment (in samples) at which a fade ends the tune, or None.
    """

    def __init__(self, number: int, emit: Callable[[SoundEvent], None]) -> None:
        self._number = number
        self._emit = emit
        self._score: Score | None = None
        self._tune: Tune = {}
        self._fade_end: int | None = None
        self.started: int | str | None = None
        self.volume = LOUDEST
        self.halted = False
        self.variables = [0] * len(VARIABLES)

    @property
    def playing(self) -> bool:
        return self._score is not None

    @property
    def is_endless(self) -> bool:
        """Whether the tune that plays never ends by itself."""
        return self.playing and has_endless_repeat(self._tune)

    def play(self, number_or_text: int | str, tune: Tune, volume: int, frame: int) -> None:
        """Begins a tune in place of the one that plays; its number or text is kept as `started`."""
        moment = frame * SAMPLES_PER_FRAME
        self.silence(moment)
        self.started = number_or_text
        self._tune = tune
        self._score = Score(tune, moment, self.variables)
        self.set_volume(volume, moment)

    def set_volume(self, volume: int, moment: int) -> None:
        """Sets the volume, 0 to 127, at once, and reports it."""
        self.volume = volume
        self._emit(Volume(moment, self._number, volume))

    def fade(self, seconds: float, moment: int) -> None:
        """Fades the tune out, if one plays, within some seconds, an hour at most; `advance` ends it then."""
        # the tune is ended by a call, though it still sounds
        self.started = None
        if self._score is None:
            return
        fade_samples = round(min(max(seconds, 0), LONGEST_FADE) * SAMPLES_PER_SECOND)
        self._fade_end = moment + fade_samples
        self._emit(Volume(moment, self._number, 0, fade_samples))

    def silence(self, moment: int) -> None:
        """Ends the tune at once."""
        if self._score is not None:
            self._emit(Silence(moment, self._number))
        self._score = self._fade_end = self.started = None
        self.halted = False

    def halt(self, moment: int) -> None:
        """Halts the tune until `resume`, and reports that its notes end."""
        if self._score is not None and not self.halted:
            self.halted = True
            self._emit(Silence(moment, self._number))

    def resume(self) -> None:
        self.halted = False

    def advance(self, end: int) -> None:
        """Plays the tune, if there is one, for a frame, up to the moment `end`; a halted one only waits."""
        if self._score is None:
            return
        if self.halted:
            # time passes without the tune: the rest of it, and its fade, come a frame later
            self._score.delay(SAMPLES_PER_FRAME)
            if self._fade_end is not None:
                self._fade_end += SAMPLES_PER_FRAME
            return
        for note in self._score.advance(end, self._number):
            self._emit(note)
        if self._score.is_over:
            self._score = self._fade_end = None
        elif self._fade_end is not None and self._fade_end <= end:
            self.silence(end)
