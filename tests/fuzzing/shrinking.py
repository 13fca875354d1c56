"""Makes a program that shows a defect as small as it can easily be made."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.fuzzing.mutations import TOKEN

SECONDS = 60.0


def smallest(source: str, fails: Callable[[str], bool], seconds: float = SECONDS) -> str:
    """The program without all the lines and tokens that `fails` does not need, found within that time."""
    end = time.monotonic() + seconds

    def still(text: str) -> bool:
        return time.monotonic() < end and fails(text)

    before = ""
    while source != before:
        before = source
        source = "\n".join(reduced(source.split("\n"), "\n", still))
        source = "".join(reduced(TOKEN.findall(source), "", still))
    return source


def reduced(parts: list[str], joint: str, fails: Callable[[str], bool]) -> list[str]:
    """The parts without ever smaller runs of them, as long as it fails without."""
    length = len(parts) // 2 or 1
    while length:
        at = 0
        while at < len(parts):
            shorter = parts[:at] + parts[at + length :]
            if shorter and fails(joint.join(shorter)):
                parts = shorter
            else:
                at += length
        length //= 2
    return parts
