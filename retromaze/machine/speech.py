"""Speech: how long a sentence takes to be said. It is not heard.

Source: machine reference, 7.1, TALK: `<S…>` sets the speed, 32,768 unless it does.
Unverified: seven letters a second at that speed.
"""

from __future__ import annotations

import re

TAG = re.compile(r"<([SP])([0-9]{1,5})>", re.IGNORECASE)
SPEED = 32_768
FRAMES_A_LETTER = 60 / 7
SLOWEST = 1024


def frames_of_speech(text: str) -> int:
    """How many frames a text takes, at the speeds that stand in it."""
    frames, speed, at = 0.0, SPEED, 0
    for tag in [*TAG.finditer(text), None]:
        letters = text[at : tag.start() if tag else None]
        frames += len("".join(letters.split())) * FRAMES_A_LETTER * SPEED / speed
        if tag:
            at = tag.end()
            if tag[1].upper() == "S":
                speed = max(int(tag[2]), SLOWEST)
    return round(frames)
