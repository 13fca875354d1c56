"""The short sounds of BEEP and of two drum kits, all our own, made of parts: waves that sweep in frequency.

Each is named after what it imitates; the rows are to be read and changed. BEEP's are instruments from 256 on,
drums are on keys 35 to 81 of instruments 128 (standard) and 129 (electric).
Source: machine reference, 7.1 and 7.2 (the numbers); the keys of General MIDI, level 1.
Unverified: which sound the console has under which number of BEEP beyond the first, and on which key of a
kit; that BEEP 256 is BEEP 0.
"""

from __future__ import annotations

from typing import NamedTuple


class Sweep(NamedTuple):
    """A part of a short sound: a wave that sweeps from one frequency to another (Hz).

    `wave` is a name of WAVES or NOISES; noise at the frequency 440 is played unchanged. The part begins at
    `at` seconds and dies away within `seconds`; if it is `held`, it stays equally loud until then. It is
    repeated `times` times, every `every` seconds.
    """

    wave: str
    start: float
    end: float
    seconds: float
    at: float = 0.0
    level: float = 1.0
    held: bool = False
    attack: float = 0.001
    times: int = 1
    every: float = 0.0


Parts = tuple[Sweep, ...]


class ShortSound(NamedTuple):
    """A sound that consists of parts; `name` says what it imitates."""

    name: str
    parts: Parts


Rows = tuple[tuple[str, Parts], ...]
NOISES = ("white", "dark", "hiss")
"""Noises: of all frequencies, mostly below 1 kHz, mostly above 5 kHz."""
C4, E4, G4, C5, D5, E5, G5, A5, C6, E6, G6, C7 = (
    *(261.6, 329.6, 392.0, 523.3, 587.3, 659.3, 784.0, 880.0),
    *(1046.5, 1318.5, 1568.0, 2093.0),
)
FIRST_BEEP = 256
"""The instrument with the sound of BEEP 0."""


def tone(wave: str, pitch: float, seconds: float, level: float = 0.8) -> Parts:
    """Returns a part with one pitch (Hz) that is held: equally loud to its end."""
    return (Sweep(wave, pitch, pitch, seconds, level=level, held=True),)


def slide(wave: str, start: float, end: float, seconds: float, level: float = 0.8) -> Parts:
    """Returns a part that slides from one frequency (Hz) to another, equally loud."""
    return (Sweep(wave, start, end, seconds, level=level, held=True),)


def ping(wave: str, pitch: float, seconds: float, level: float = 0.9) -> Parts:
    """Returns a part with one pitch (Hz) that dies away."""
    return (Sweep(wave, pitch, pitch, seconds, level=level),)


def drop(wave: str, start: float, end: float, seconds: float, level: float = 1.0) -> Parts:
    """Returns a part that slides from one frequency (Hz) to another and dies away."""
    return (Sweep(wave, start, end, seconds, level=level),)


def arpeggio(wave: str, step: float, *pitches: float, level: float = 0.7) -> Parts:
    """Returns parts for pitches (Hz), one every `step` seconds, which die away; the last a little longer."""
    parts = []
    for number, pitch in enumerate(pitches, 1):
        seconds = step * (3 if number == len(pitches) else 1.2)
        parts.append(Sweep(wave, pitch, pitch, seconds, at=step * (number - 1), level=level))
    return tuple(parts)


def chord(wave: str, seconds: float, *pitches: float, level: float = 0.5) -> Parts:
    """Returns parts for several pitches (Hz) at once, which die away."""
    return tuple(Sweep(wave, pitch, pitch, seconds, level=level) for pitch in pitches)


def repeated(part: Parts, times: int, every: float) -> Parts:
    """Returns parts that are repeated: `times` times, one every `every` seconds."""
    return tuple(each._replace(times=times, every=every) for each in part)


def noise(color: str, seconds: float, start: float = 440, end: float = 440, level: float = 1.0) -> Parts:
    """Returns a part with a noise of NOISES, sliding in pitch (440 is unchanged), that dies away."""
    return (Sweep(color, start, end, seconds, level=level),)


BEEP_ROWS: Rows = (
    # 0: plain signals and menus
    ("beep", tone("square", 1000, 0.09)),
    ("noise", (Sweep("white", 440, 440, 0.25, held=True, level=0.7),)),
    ("square", tone("square", C5, 0.25)),
    ("decide", arpeggio("square", 0.06, C5, G5)),
    ("cancel", arpeggio("square", 0.06, G5, C5)),
    ("cursor", ping("square", 1320, 0.05)),
    ("page turned", noise("hiss", 0.12, 300, 700)),
    ("error", repeated(tone("saw", 140, 0.1), 2, 0.14)),
    ("coin", arpeggio("square", 0.07, 988, C6 * 1.26)),
    ("jump", slide("square", 260, 920, 0.2)),
    # 10: games
    ("landing", drop("triangle", 220, 70, 0.12) + noise("dark", 0.07)),
    ("laser", slide("saw", 1900, 180, 0.22)),
    ("laser, heavy", slide("saw", 900, 60, 0.4)),
    ("explosion", noise("dark", 0.9, 440, 130, 2.2) + noise("white", 0.3, 440, 160, 0.8)),
    ("explosion, small", noise("dark", 0.35, 600, 220, 2.0)),
    ("explosion, far", noise("dark", 1.3, 220, 80, 2.0)),
    ("hit", noise("white", 0.09, 500, 200) + drop("square", 320, 90, 0.1, 0.6)),
    ("damage", drop("saw", 420, 80, 0.25) + noise("white", 0.15, level=0.5)),
    ("power up", arpeggio("square", 0.05, C5, E5, G5, C6, E6, G6)),
    ("power down", arpeggio("square", 0.06, G5, E5, C5, G4, E4, C4)),
    # 20
    ("one up", arpeggio("square", 0.08, E5, G5, E6, C6, D5 * 2, G6)),
    ("warp", slide("pulse", 200, 1600, 0.6) + slide("pulse", 204, 1630, 0.6, 0.4)),
    ("bounce", drop("triangle", 180, 520, 0.12)),
    ("swing", noise("hiss", 0.16, 250, 800)),
    ("sword", ping("metal", 2900, 0.3, 0.6) + noise("hiss", 0.08)),
    ("shield", ping("metal", 1700, 0.4, 0.7) + ping("metal", 1130, 0.4, 0.4)),
    ("arrow", noise("hiss", 0.14, 500, 900) + drop("triangle", 160, 110, 0.1)),
    ("footstep", noise("dark", 0.07, 440, 300, 1.4)),
    ("footstep on stone", noise("white", 0.03, 300, 200) + ping("triangle", 900, 0.03, 0.4)),
    ("footstep on grass", noise("hiss", 0.08, 300, 260, 0.7)),
    # 30: doors and machines
    ("door opens", slide("saw", 90, 190, 0.35, 0.35) + noise("dark", 0.1)),
    ("door closes", noise("dark", 0.16, 440, 200, 1.8) + drop("sine", 140, 60, 0.16)),
    ("key turned", repeated(ping("metal", 3200, 0.03, 0.6), 3, 0.06)),
    ("chest", arpeggio("triangle", 0.09, G4, C5, E5, G5)),
    ("switch", ping("square", 2400, 0.02) + noise("white", 0.015)),
    ("lever", noise("dark", 0.06) + ping("metal", 700, 0.15, 0.4)),
    ("stone moved", (Sweep("dark", 260, 220, 0.5, held=True, level=1.2),)),
    ("elevator", slide("triangle", 180, 260, 0.7, 0.6)),
    ("motor", repeated(drop("saw", 90, 70, 0.05, 0.7), 12, 0.05)),
    ("engine starts", slide("saw", 40, 130, 0.8, 0.6) + noise("dark", 0.6, level=0.6)),
    # 40: bells and alarms
    ("bell", ping("bell", 880, 1.2, 0.8)),
    ("bell, large", ping("bell", 294, 1.9, 0.9)),
    ("bell, small", ping("bell", 2093, 0.8, 0.6)),
    ("door bell", (*ping("bell", E5, 0.9, 0.7), Sweep("bell", C5, C5, 1.3, at=0.35, level=0.7))),
    ("telephone", repeated(ping("bell", 1900, 0.06, 0.5), 12, 0.05)),
    ("alarm clock", repeated(tone("square", 2050, 0.06, 0.5), 8, 0.12)),
    ("alarm", repeated(slide("square", 500, 1000, 0.25, 0.5), 3, 0.28)),
    (
        "siren",
        (*slide("triangle", 500, 1100, 0.5), Sweep("triangle", 1100, 500, 0.5, at=0.5, level=0.8, held=True)),
    ),
    ("buzzer", tone("saw", 110, 0.45)),
    ("right answer", arpeggio("bell", 0.12, G5, E6, level=0.6)),
    # 50
    ("wrong answer", repeated(tone("saw", 120, 0.15), 2, 0.2)),
    ("time is up", repeated(tone("square", 880, 0.1, 0.5), 4, 0.16)),
    ("countdown", tone("square", 660, 0.12)),
    ("start", tone("square", 1320, 0.4)),
    ("clock ticks", (*ping("triangle", 2200, 0.02), Sweep("triangle", 1700, 1700, 0.02, at=0.5))),
    ("camera", (*noise("white", 0.03), Sweep("white", 300, 300, 0.05, at=0.08))),
    ("typewriter", noise("white", 0.02, 500, 500) + ping("metal", 1400, 0.04, 0.4)),
    ("message", arpeggio("triangle", 0.07, A5, E6)),
    ("letter printed", ping("square", 720, 0.03, 0.5)),
    ("saved", arpeggio("triangle", 0.1, C5, G5, C6)),
    # 60: drums, as a kit has them
    ("bass drum", drop("sine", 170, 48, 0.32, 2.2)),
    ("snare drum", noise("white", 0.2) + drop("triangle", 260, 180, 0.1, 0.8)),
    ("rim shot", ping("triangle", 1600, 0.05) + noise("white", 0.02)),
    ("hand clap", repeated(noise("white", 0.05, 300, 300), 3, 0.012)),
    ("hi-hat", noise("hiss", 0.06)),
    ("hi-hat, open", noise("hiss", 0.5)),
    ("cymbal", noise("hiss", 1.3) + ping("metal", 2100, 0.8, 0.3)),
    ("tom, high", drop("sine", 330, 200, 0.3, 1.6)),
    ("tom, low", drop("sine", 190, 95, 0.4, 1.8)),
    ("cowbell", ping("metal", 560, 0.28)),
    # 70: instruments, one note each
    ("piano", ping("reed", C5, 0.9, 0.7)),
    ("harp", arpeggio("triangle", 0.05, C5, E5, G5, C6, E6)),
    ("guitar", ping("saw", G4, 0.8, 0.7)),
    ("guitar, distorted", ping("pulse", 110, 0.9, 0.8) + ping("saw", 165, 0.9, 0.6)),
    ("bass", ping("saw", 82.4, 0.6, 1.0)),
    ("violin", tone("reed", A5, 0.5, 0.6)),
    ("trumpet", tone("reed", C5, 0.4)),
    ("flute", tone("sine", C6, 0.4)),
    ("marimba", ping("triangle", C5, 0.35, 1.0)),
    ("orchestra", chord("saw", 0.6, C4, E4, G4, C5)),
    # 80
    ("music box", ping("bell", C6, 0.8, 0.7)),
    ("fanfare", arpeggio("reed", 0.11, C5, C5, C5, E5, G5, C6)),
    ("defeat", arpeggio("reed", 0.18, E5, D5, C5, G4)),
    ("chord, major", chord("square", 0.5, C5, E5, G5, level=0.35)),
    ("chord, minor", chord("square", 0.5, C5, 622.3, G5, level=0.35)),
    ("scale up", arpeggio("triangle", 0.06, C5, D5, E5, 698.5, G5, A5, 987.8, C6)),
    ("scale down", arpeggio("triangle", 0.06, C6, 987.8, A5, G5, 698.5, E5, D5, C5)),
    ("glissando", slide("triangle", C4, C6, 0.5)),
    ("whistle", slide("sine", 1500, 2400, 0.3)),
    ("referee's whistle", repeated(tone("sine", 2700, 0.03, 0.7), 14, 0.03)),
    # 90: animals and voices
    ("dog", slide("reed", 500, 260, 0.12) + noise("dark", 0.08)),
    (
        "cat",
        (*slide("reed", 620, 900, 0.2, 0.5), Sweep("reed", 900, 560, 0.25, at=0.2, level=0.5, held=True)),
    ),
    ("bird", repeated(slide("sine", 3600, 2600, 0.06, 0.6), 4, 0.09)),
    ("cuckoo", (*tone("sine", 698.5, 0.25), Sweep("sine", 554.4, 554.4, 0.35, at=0.32, held=True))),
    ("cock", arpeggio("reed", 0.12, 500, 640, 900, 760)),
    ("cow", slide("reed", 150, 125, 0.8)),
    ("frog", repeated(drop("pulse", 190, 240, 0.06), 5, 0.07)),
    ("cricket", repeated(tone("sine", 4300, 0.015, 0.5), 12, 0.03)),
    ("laugh", repeated(slide("reed", 420, 330, 0.09, 0.6), 5, 0.13)),
    ("scream", slide("reed", 700, 1150, 0.6) + noise("hiss", 0.4, level=0.3)),
    # 100: nature
    ("wind", (Sweep("dark", 300, 700, 0.9, held=True, attack=0.4, level=0.8),)),
    (
        "wave",
        (
            Sweep("white", 200, 420, 0.8, held=True, attack=0.5, level=0.6),
            Sweep("white", 420, 150, 1.0, at=0.8, level=0.6),
        ),
    ),
    ("rain", repeated(noise("hiss", 0.05, 300, 300, 0.4), 20, 0.04)),
    ("thunder", noise("white", 0.12, level=1.0) + noise("dark", 1.8, 260, 70, 2.4)),
    ("fire", repeated(noise("white", 0.03, 240, 180, 0.6), 14, 0.06)),
    ("drop of water", (*slide("sine", 700, 1500, 0.05), Sweep("sine", 1500, 1500, 0.08, at=0.05))),
    ("bubbles", repeated(slide("sine", 350, 900, 0.06, 0.6), 5, 0.1)),
    ("splash", noise("white", 0.45, 600, 180)),
    ("ice breaks", noise("hiss", 0.1) + repeated(ping("bell", 2600, 0.15, 0.5), 3, 0.05)),
    ("glass breaks", noise("hiss", 0.25) + repeated(ping("metal", 3700, 0.25, 0.6), 4, 0.04)),
    # 110: vehicles and weapons
    ("car passes", slide("saw", 220, 150, 0.8, 0.5) + noise("dark", 0.8)),
    ("horn", chord("reed", 0.5, 415, 523, level=0.6)),
    ("brakes", slide("saw", 1500, 1250, 0.5, 0.35) + noise("hiss", 0.4, level=0.4)),
    ("train", repeated(noise("dark", 0.12, level=1.3), 4, 0.18)),
    ("helicopter", repeated(noise("dark", 0.06, level=1.2), 10, 0.08)),
    ("jet", (Sweep("white", 150, 600, 1.0, held=True, attack=0.3, level=0.7),)),
    ("rocket", noise("dark", 1.2, 500, 900, 1.8) + noise("white", 0.8, level=0.5)),
    ("pistol", noise("white", 0.18, 600, 200, 1.4)),
    ("machine gun", repeated(noise("white", 0.07, 600, 250, 1.2), 6, 0.08)),
    ("cannon", noise("dark", 0.7, 500, 110, 2.4) + drop("sine", 110, 35, 0.5, 1.6)),
    # 120: magic and machines of the future
    ("magic", arpeggio("bell", 0.05, C6, E6, G6, C7, G6, C7, level=0.5)),
    ("healing", arpeggio("sine", 0.08, G5, C6, E6, G6, C7)),
    ("poison", repeated(slide("triangle", 300, 240, 0.1), 3, 0.13)),
    ("curse", slide("reed", 160, 70, 0.8)),
    ("teleport", repeated(slide("sine", 500, 2200, 0.05, 0.6), 8, 0.05)),
    ("radar", ping("sine", 1200, 0.8)),
    (
        "computer",
        repeated(tone("square", 1500, 0.025, 0.4), 3, 0.05)
        + repeated(tone("square", 1100, 0.025, 0.4), 3, 0.07),
    ),
    ("robot", repeated(tone("pulse", 240, 0.05), 4, 0.08)),
    ("saucer", repeated(slide("sine", 600, 1100, 0.12), 4, 0.12)),
    ("beam", slide("pulse", 1200, 1180, 0.5, 0.5) + slide("saw", 1210, 1190, 0.5, 0.3)),
    # 130
    ("charging", slide("saw", 90, 900, 0.9, 0.5)),
    ("transforming", repeated(slide("square", 200, 800, 0.08, 0.5), 6, 0.09)),
    ("heartbeat", (*drop("sine", 90, 45, 0.14, 2.2), Sweep("sine", 80, 40, 0.16, at=0.2, level=1.8))),
    ("silence", noise("dark", 0.02, level=0.05)),
)
BEEPS = tuple(ShortSound(*row) for row in BEEP_ROWS)


def beep_sound(number: int) -> ShortSound:
    """Returns the sound of BEEP's number, 0 to 133, or 256 and up; numbers after the last begin again."""
    if number >= FIRST_BEEP:
        number -= FIRST_BEEP
    return BEEPS[number % len(BEEPS)]


KEYS = range(35, 82)
STANDARD, ELECTRIC = 128, 129


def bass_drum(low: float, seconds: float) -> Parts:
    return drop("sine", 3.2 * low, low, seconds, 2.2) + noise("dark", 0.03, level=0.6)


def snare(pitch: float, seconds: float) -> Parts:
    """Returns the parts of a snare drum: its skin, and its wires."""
    skin = drop("triangle", 1.4 * pitch, pitch, 0.12)
    return skin + noise("white", seconds, level=1.1) + noise("hiss", 0.7 * seconds, level=0.5)


def hi_hat(seconds: float) -> Parts:
    return noise("hiss", seconds, level=0.9) + ping("metal", 2600, 0.6 * seconds, 0.2)


def tom_tom(pitch: float) -> Parts:
    return drop("sine", 1.6 * pitch, pitch, 0.42, 1.7) + noise("dark", 0.05, level=0.5)


def cymbal(pitch: float, seconds: float) -> Parts:
    """Returns the parts of a cymbal: a long hiss, the stroke, and a metallic tone."""
    stroke = noise("white", 0.3 * seconds, level=0.4)
    return noise("hiss", seconds, 440, 400, 0.8) + stroke + ping("metal", pitch, 0.7 * seconds, 0.35)


def hand_drum(pitch: float, seconds: float, slap: float = 0.3) -> Parts:
    return drop("sine", 1.2 * pitch, pitch, seconds, 1.4) + noise("white", 0.02, level=slap)


def shaker(seconds: float, times: int = 1, every: float = 0.0) -> Parts:
    return (Sweep("hiss", 440, 440, seconds, level=0.6, attack=0.01, times=times, every=every),)


def whistle(start: float, end: float, seconds: float) -> Parts:
    return (Sweep("triangle", start, end, seconds, level=0.8, held=True, attack=0.01),)


STANDARD_ROWS: Rows = (
    ("acoustic bass drum", bass_drum(46, 0.4)),
    ("bass drum 1", bass_drum(52, 0.3)),
    ("side stick", (Sweep("triangle", 1700, 1500, 0.05), Sweep("white", 440, 440, 0.02, level=0.5))),
    ("acoustic snare", snare(185, 0.22)),
    (
        "hand clap",
        (Sweep("white", 300, 300, 0.05, times=3, every=0.012), Sweep("white", 300, 300, 0.2, at=0.036)),
    ),
    ("electric snare", snare(220, 0.3)),
    ("low floor tom", tom_tom(80)),
    ("closed hi-hat", hi_hat(0.07)),
    ("high floor tom", tom_tom(98)),
    ("pedal hi-hat", hi_hat(0.1)),
    ("low tom", tom_tom(118)),
    ("open hi-hat", hi_hat(0.55)),
    ("low-mid tom", tom_tom(142)),
    ("high-mid tom", tom_tom(170)),
    ("crash cymbal 1", cymbal(1900, 1.6)),
    ("high tom", tom_tom(205)),
    ("ride cymbal 1", cymbal(2700, 0.9)),
    ("chinese cymbal", cymbal(1300, 1.2)),
    ("ride bell", (Sweep("metal", 3100, 3100, 0.8, level=0.7), Sweep("hiss", 440, 440, 0.4, level=0.2))),
    ("tambourine", (Sweep("hiss", 440, 440, 0.2, level=0.7), Sweep("metal", 5200, 5200, 0.15, level=0.3))),
    ("splash cymbal", cymbal(2300, 0.6)),
    ("cowbell", ping("metal", 560, 0.28, 0.9)),
    ("crash cymbal 2", cymbal(2150, 1.4)),
    ("vibraslap", (Sweep("dark", 900, 900, 0.05, level=0.9, times=14, every=0.045),)),
    ("ride cymbal 2", cymbal(2450, 1.0)),
    ("high bongo", hand_drum(420, 0.14)),
    ("low bongo", hand_drum(310, 0.18)),
    ("mute high conga", hand_drum(380, 0.08, 0.5)),
    ("open high conga", hand_drum(330, 0.25)),
    ("low conga", hand_drum(240, 0.3)),
    ("high timbale", hand_drum(520, 0.25, 0.6)),
    ("low timbale", hand_drum(390, 0.3, 0.6)),
    ("high agogo", ping("metal", 1150, 0.3, 0.7)),
    ("low agogo", ping("metal", 860, 0.35, 0.7)),
    ("cabasa", shaker(0.07)),
    ("maracas", shaker(0.045)),
    ("short whistle", whistle(2300, 2300, 0.12)),
    ("long whistle", whistle(2300, 2250, 0.45)),
    ("short guiro", shaker(0.02, 4, 0.018)),
    ("long guiro", shaker(0.02, 18, 0.022)),
    ("claves", hand_drum(2500, 0.07, 0.0)),
    ("high wood block", hand_drum(1250, 0.08, 0.1)),
    ("low wood block", hand_drum(900, 0.1, 0.1)),
    ("mute cuica", whistle(620, 760, 0.1)),
    ("open cuica", whistle(520, 780, 0.28)),
    ("mute triangle", ping("metal", 4100, 0.08, 0.7)),
    ("open triangle", ping("metal", 4100, 1.2, 0.7)),
)
ELECTRIC_ROWS: dict[int, tuple[str, Parts]] = {
    35: ("electric bass drum 2", bass_drum(40, 0.55)),
    36: ("electric bass drum 1", bass_drum(48, 0.5)),
    38: ("electric snare 1", drop("square", 330, 150, 0.12, 0.5) + noise("white", 0.28, 440, 300, 1.2)),
    40: ("electric snare 2", drop("square", 420, 190, 0.1, 0.5) + noise("white", 0.2, 520, 440, 1.2)),
    42: ("electric closed hi-hat", noise("hiss", 0.05, 520, 520)),
    46: ("electric open hi-hat", noise("hiss", 0.4, 520, 520)),
    41: ("electric tom 1", drop("triangle", 4.0 * 70, 70, 0.35, 1.2)),
    43: ("electric tom 2", drop("triangle", 4.0 * 85, 85, 0.35, 1.2)),
    45: ("electric tom 3", drop("triangle", 4.0 * 102, 102, 0.35, 1.2)),
    47: ("electric tom 4", drop("triangle", 4.0 * 122, 122, 0.35, 1.2)),
    48: ("electric tom 5", drop("triangle", 4.0 * 146, 146, 0.35, 1.2)),
    50: ("electric tom 6", drop("triangle", 4.0 * 175, 175, 0.35, 1.2)),
}
STANDARD_KIT = {key: ShortSound(*row) for key, row in zip(KEYS, STANDARD_ROWS, strict=True)}
KITS: dict[int, dict[int, ShortSound]] = {
    STANDARD: STANDARD_KIT,
    ELECTRIC: STANDARD_KIT | {key: ShortSound(*row) for key, row in ELECTRIC_ROWS.items()},
}


def drum_sound(instrument: int, key: int) -> ShortSound:
    """Returns the sound of a key of a drum kit; keys beyond its ends sound like the first or last one."""
    return KITS[instrument][min(max(key, KEYS[0]), KEYS[-1])]
