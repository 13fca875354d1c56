"""Listings as somebody could have mistyped them, tokens lost, doubled or from elsewhere; and noise."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

from tests.fuzzing.vocabulary import NUMBERS, TEXTS

ROOT = Path(__file__).resolve().parent.parent.parent
TOKEN = re.compile(r'"[^"\n]*"?|[@#&]?[A-Za-z0-9_.]+[%#$]?|\n|[ \t]+|.')
CHARACTERS = "\n\n:;,.()[]\"'@#$%&=<>+-*/!?|_ ABCDEFXYZabc0123456789あカ漢¥\\\0\t\r\ud83d\ude00\uffff"


@cache
def listings() -> tuple[str, ...]:
    """Every listing of the project."""
    paths = sorted([*(ROOT / "tests" / "listings").rglob("*.bas"), *(ROOT / "programs").glob("*.bas")])
    return tuple(path.read_text("utf-8") for path in paths)


def mutated(pick: random.Random) -> str:
    """A listing with a few tokens changed."""
    tokens = TOKEN.findall(pick.choice(listings()))
    for _ in range(pick.randint(1, 4)):
        change(tokens, pick)
    return "".join(tokens)


def change(tokens: list[str], pick: random.Random) -> None:
    """Changes one token."""
    at, other = pick.randrange(len(tokens) or 1), pick.randrange(len(tokens) or 1)
    match pick.randrange(6):
        case 0:
            del tokens[at : at + pick.randint(1, 3)]
        case 1:
            tokens[at:at] = tokens[other : other + pick.randint(1, 6)]
        case 2 if tokens:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        case 3:
            tokens[at : at + 1] = [pick.choice(NUMBERS)]
        case 4:
            tokens[at : at + 1] = [pick.choice(TEXTS)]
        case _:
            elsewhere = TOKEN.findall(pick.choice(listings()))
            begin = pick.randrange(len(elsewhere))
            tokens[at:at] = elsewhere[begin : begin + pick.randint(1, 12)]


def spliced(pick: random.Random) -> str:
    """The beginning of one listing and the end of another, with a few tokens changed."""
    one, other = (pick.choice(listings()).split("\n") for _ in range(2))
    rows = one[: pick.randint(0, len(one))] + other[pick.randint(0, len(other)) :]
    tokens = TOKEN.findall("\n".join(rows))
    for _ in range(pick.randint(0, 3)):
        change(tokens, pick)
    return "".join(tokens)


def noise(pick: random.Random) -> str:
    """Characters and words without any order."""
    words = TOKEN.findall(pick.choice(listings()))
    pieces = [
        pick.choice(words) if words and pick.random() < 0.6 else pick.choice(CHARACTERS)
        for _ in range(pick.randint(0, 60))
    ]
    return "".join(pieces)
