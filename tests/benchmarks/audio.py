"""Measures what the synthesiser takes of a processor: `python -m tests.benchmarks.audio`.

Each tune is made at sixty frames a second of its own time; the share is that of one core, in processor time.
"""

import argparse
import time

from retromaze.audio.synthesizer import Synthesizer
from retromaze.commands.options import positive_number
from retromaze.machine.sound import Sound
from retromaze.machine.sound_events import SAMPLES_PER_FRAME, SoundEvent

SECONDS = 10
CHANNELS = range(16)
TUNES = {
    "nothing": "",
    "one voice": "@80 [L4 CEGE]",
    "16 channels, envelopes and vibrato": "".join(
        f":{channel} @{channel * 8} @E10,60,80,30 @MP40,2,20,10 V60 O{3 + channel % 4} [L8 CEGE<C>GEC]"
        for channel in CHANNELS
    ),
    "16 channels, drums and echoes": "".join(
        f":{channel} @128 V60 [L16 N36N42N38N46N49N41]" for channel in CHANNELS
    ),
    "hostile: 8 x 16 channels, tempo 512, 192nds": "".join(
        f":{channel} T512 L192 @{channel * 7} [CDEFGAB]" for channel in CHANNELS
    ),
}


def share(mml: str, tracks: int, seconds: int) -> float:
    """The part of a core that a tune takes."""
    sound, told = Sound(), list[SoundEvent]()
    sound.on_sound = told.append
    for track in range(tracks if mml else 0):
        sound.play(mml, track)
    synthesizer, used = Synthesizer(), 0.0
    for frame in range(1, 60 * seconds + 1):
        sound.advance(frame)
        began = time.process_time()
        synthesizer.render(told, (frame - 1) * SAMPLES_PER_FRAME)
        used += time.process_time() - began
        told.clear()
    return used / seconds


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.audio", description=__doc__)
    parser.add_argument(
        "--seconds", type=positive_number, default=SECONDS, metavar="N", help="of each tune (%(default)s)"
    )
    seconds = parser.parse_args().seconds
    for name, mml in TUNES.items():
        tracks = 8 if name.startswith("hostile") else 1
        print(f"{share(mml, tracks, seconds):8.2%}  {name}")


if __name__ == "__main__":
    main()
