"""The drum kits, all our own: keys 35 to 81 of instruments 128 (standard) and 129 (electric).

Source: machine reference, 7.2 (the two numbers); the keys of General MIDI, level 1.
Unverified: which sound the console has on which key.
"""

from __future__ import annotations

from retromaze.audio.timbres import Part, ShortSound

KEYS = range(35, 82)
STANDARD, ELECTRIC = 128, 129


def kick(name: str, low: float, seconds: float) -> ShortSound:
    return ShortSound(
        name,
        (Part("sine", 3.2 * low, low, seconds, level=2.2), Part("dark", 440, 440, 0.03, level=0.6)),
    )


def snare(name: str, pitch: float, seconds: float) -> ShortSound:
    return ShortSound(
        name,
        (
            Part("triangle", 1.4 * pitch, pitch, 0.12, level=1.0),
            Part("white", 440, 440, seconds, level=1.1),
            Part("hiss", 440, 440, 0.7 * seconds, level=0.5),
        ),
    )


def hat(name: str, seconds: float) -> ShortSound:
    return ShortSound(
        name,
        (Part("hiss", 440, 440, seconds, level=0.9), Part("metal", 2600, 2600, 0.6 * seconds, level=0.2)),
    )


def tom(name: str, pitch: float) -> ShortSound:
    parts = (Part("sine", 1.6 * pitch, pitch, 0.42, level=1.7), Part("dark", 440, 440, 0.05, level=0.5))
    return ShortSound(name, parts)


def cymbal(name: str, pitch: float, seconds: float) -> ShortSound:
    parts = (
        Part("hiss", 440, 400, seconds, level=0.8),
        Part("white", 440, 440, 0.3 * seconds, level=0.4),
        Part("metal", pitch, pitch, 0.7 * seconds, level=0.35),
    )
    return ShortSound(name, parts)


def skin(name: str, pitch: float, seconds: float, slap: float = 0.3) -> ShortSound:
    return ShortSound(
        name,
        (Part("sine", 1.2 * pitch, pitch, seconds, level=1.4), Part("white", 440, 440, 0.02, level=slap)),
    )


def metal(name: str, pitch: float, seconds: float, level: float = 0.7) -> ShortSound:
    return ShortSound(name, (Part("metal", pitch, pitch, seconds, level=level),))


def shaken(name: str, seconds: float, times: int = 1, every: float = 0.0) -> ShortSound:
    parts = (Part("hiss", 440, 440, seconds, level=0.6, attack=0.01, times=times, every=every),)
    return ShortSound(name, parts)


def slid(name: str, start: float, end: float, seconds: float) -> ShortSound:
    return ShortSound(name, (Part("triangle", start, end, seconds, level=0.8, held=True, attack=0.01),))


STANDARD_KIT = (
    kick("acoustic bass drum", 46, 0.4),
    kick("bass drum 1", 52, 0.3),
    ShortSound("side stick", (Part("triangle", 1700, 1500, 0.05), Part("white", 440, 440, 0.02, level=0.5))),
    snare("acoustic snare", 185, 0.22),
    ShortSound(
        "hand clap",
        (Part("white", 300, 300, 0.05, times=3, every=0.012), Part("white", 300, 300, 0.2, at=0.036)),
    ),
    snare("electric snare", 220, 0.3),
    tom("low floor tom", 80),
    hat("closed hi-hat", 0.07),
    tom("high floor tom", 98),
    hat("pedal hi-hat", 0.1),
    tom("low tom", 118),
    hat("open hi-hat", 0.55),
    tom("low-mid tom", 142),
    tom("high-mid tom", 170),
    cymbal("crash cymbal 1", 1900, 1.6),
    tom("high tom", 205),
    cymbal("ride cymbal 1", 2700, 0.9),
    cymbal("chinese cymbal", 1300, 1.2),
    ShortSound(
        "ride bell", (Part("metal", 3100, 3100, 0.8, level=0.7), Part("hiss", 440, 440, 0.4, level=0.2))
    ),
    ShortSound(
        "tambourine", (Part("hiss", 440, 440, 0.2, level=0.7), Part("metal", 5200, 5200, 0.15, level=0.3))
    ),
    cymbal("splash cymbal", 2300, 0.6),
    metal("cowbell", 560, 0.28, 0.9),
    cymbal("crash cymbal 2", 2150, 1.4),
    ShortSound("vibraslap", (Part("dark", 900, 900, 0.05, level=0.9, times=14, every=0.045),)),
    cymbal("ride cymbal 2", 2450, 1.0),
    skin("high bongo", 420, 0.14),
    skin("low bongo", 310, 0.18),
    skin("mute high conga", 380, 0.08, 0.5),
    skin("open high conga", 330, 0.25),
    skin("low conga", 240, 0.3),
    skin("high timbale", 520, 0.25, 0.6),
    skin("low timbale", 390, 0.3, 0.6),
    metal("high agogo", 1150, 0.3),
    metal("low agogo", 860, 0.35),
    shaken("cabasa", 0.07),
    shaken("maracas", 0.045),
    slid("short whistle", 2300, 2300, 0.12),
    slid("long whistle", 2300, 2250, 0.45),
    shaken("short guiro", 0.02, 4, 0.018),
    shaken("long guiro", 0.02, 18, 0.022),
    skin("claves", 2500, 0.07, 0.0),
    skin("high wood block", 1250, 0.08, 0.1),
    skin("low wood block", 900, 0.1, 0.1),
    slid("mute cuica", 620, 760, 0.1),
    slid("open cuica", 520, 780, 0.28),
    metal("mute triangle", 4100, 0.08),
    metal("open triangle", 4100, 1.2),
)
ELECTRIC_KIT: dict[int, ShortSound] = {
    35: kick("electric bass drum 2", 40, 0.55),
    36: kick("electric bass drum 1", 48, 0.5),
    38: ShortSound(
        "electric snare 1",
        (Part("square", 330, 150, 0.12, level=0.5), Part("white", 440, 300, 0.28, level=1.2)),
    ),
    40: ShortSound(
        "electric snare 2",
        (Part("square", 420, 190, 0.1, level=0.5), Part("white", 520, 440, 0.2, level=1.2)),
    ),
    42: ShortSound("electric closed hi-hat", (Part("hiss", 520, 520, 0.05),)),
    46: ShortSound("electric open hi-hat", (Part("hiss", 520, 520, 0.4),)),
    **{
        key: ShortSound(f"electric tom {number}", (Part("triangle", 4.0 * pitch, pitch, 0.35, level=1.2),))
        for number, (key, pitch) in enumerate(
            zip((41, 43, 45, 47, 48, 50), (70, 85, 102, 122, 146, 175), strict=True), 1
        )
    },
}
KITS: dict[int, dict[int, ShortSound]] = {
    STANDARD: dict(zip(KEYS, STANDARD_KIT, strict=True)),
    ELECTRIC: dict(zip(KEYS, STANDARD_KIT, strict=True)) | ELECTRIC_KIT,
}


def drum(instrument: int, key: int) -> ShortSound:
    """What a key of a kit sounds; keys beyond its ends sound as those."""
    return KITS[instrument][min(max(key, KEYS[0]), KEYS[-1])]
