"""The kinds of programs that are tried, and the program that a kind and a number stand for."""

from __future__ import annotations

import random

from tests.fuzzing.growth import growth
from tests.fuzzing.mutations import mutated, noise, spliced
from tests.fuzzing.portable import PORT_KINDS
from tests.fuzzing.writing import calls, flow, large, moving, slots

KINDS = {
    "calls": calls,
    "flow": flow,
    "slots": slots,
    "large": large,
    "moving": moving,
    "growth": growth,
    "mutated": mutated,
    "spliced": spliced,
    "noise": noise,
}


def program(kind: str, number: int) -> str:
    """The same text on every computer and in every Python."""
    return {**KINDS, **PORT_KINDS}[kind](random.Random(f"{kind} {number}"))
