"""Makes scripts of random buttons, touches, keys and answers; the same seed gives the same script.

A game favours some buttons, some words and one tempo. Answers and keys are made of the listing's own strings
and numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from random import Random
from typing import TypeVar

from retromaze.comparison.script import Act, Script
from retromaze.language.parser import listing_lexer
from retromaze.machine.input import Buttons, Point, on_screen

ANSWERS = 150
"""Lines for INPUT in one game, at most."""
SHORT = 12
"""A string so short may be a list of what can be typed: YN, NESW."""
TEMPOS = ((1, 4), (4, 12), (10, 40), (30, 120))
"""Frames between two acts, at least and at most, of a hasty player and a slow one."""
REACH = 40
"""Pixels of the lower screen that a stylus is drawn at once."""

Choice = TypeVar("Choice")

BUTTONS = tuple(Buttons)
COMPARISONS = {"==", "!="}
USUAL_KEYS = (" ", "\r", "\b", "Y", "N", "1", "2")
USUAL_ANSWERS = ("", "1", "Y", "N")


@dataclass(frozen=True)
class Vocabulary:
    """What a listing may understand: strings that it compares with, short ones and numbers, and keys."""

    compared: tuple[str, ...]
    answers: tuple[str, ...]
    keys: tuple[str, ...]


def vocabulary_of(source: str) -> Vocabulary:
    """The strings and numbers of a listing, each once, in their order."""
    compared: dict[str, None] = {}
    answers: dict[str, None] = {}
    keys: dict[str, None] = {}
    before = ""
    for token in listing_lexer().lex(source):
        if token.type == "STRING":
            text = token.strip('"')
            if before in COMPARISONS:
                compared[text] = None
            if len(text) <= SHORT:
                answers.update(dict.fromkeys((text, *text)))
                keys.update(dict.fromkeys(text))
        elif token.type == "NUMBER" and token.isdigit():
            answers[str(token)] = None
        before = str(token)
    return Vocabulary(tuple(compared), (*answers, *USUAL_ANSWERS), (*keys, *USUAL_KEYS))


@dataclass(frozen=True)
class Game:
    """A script, and a moment in it: the frame, and how many lines had been given to INPUT by then."""

    script: Script
    frame: int
    answers: int


class RandomPlayer:
    """Makes one script after another: new ones, and some that go on from a game that was worth it."""

    def __init__(self, seed: int, source: str, frames: int, base: Script) -> None:
        """A player for games of so many frames, which keeps the files that `base` stores before."""
        self._random = Random(seed)
        self._vocabulary = vocabulary_of(source)
        self._frames = frames
        self._base = base

    def script(self, game: Game | None) -> Script:
        """The next script: one that goes on from a game at its moment, or a new one."""
        begin = 0
        acts: tuple[Act, ...] = ()
        answers: tuple[str, ...] = ()
        if game is not None:
            begin = game.frame
            acts = tuple(act for act in game.script.acts if act.frame <= begin)
            answers = game.script.answers[: game.answers]
        return Script(
            acts=(*acts, *self._acts(begin)),
            answers=(*answers, *self._answers(len(answers))),
            files=self._base.files,
        )

    def _acts(self, begin: int) -> list[Act]:
        """What is done from a frame on, in the order of time."""
        tempo = self._random.choice(TEMPOS)
        acts = [*self._buttons(begin, tempo), *self._touches(begin, tempo), *self._keys(begin, tempo)]
        for pad in ("pad", "second_pad"):
            acts += self._tilts(begin, tempo, pad)
        return sorted(acts, key=attrgetter("frame"))

    def _pauses(self, begin: int, tempo: tuple[int, int]) -> Iterator[int]:
        """The frames at which something else is done, up to the game's end."""
        frame = begin + self._random.randint(1, 60)
        while frame < self._frames:
            yield frame
            frame += self._random.randint(*tempo)

    def _buttons(self, begin: int, tempo: tuple[int, int]) -> Iterator[Act]:
        random = self._random
        favoured = self._favoured(BUTTONS)
        for frame in self._pauses(begin, tempo):
            held = Buttons(0)
            for _ in range(random.choice((0, 1, 1, 1, 1, 2))):
                held |= random.choice(favoured)
            yield Act(frame, "buttons", held)

    def _touches(self, begin: int, tempo: tuple[int, int]) -> Iterator[Act]:
        random = self._random
        at: Point | None = None
        for frame in self._pauses(begin, tempo):
            if at is None:
                at = on_screen(random.randrange(320), random.randrange(240))
            elif random.random() < 0.5:
                x, y = at
                at = on_screen(x + random.randint(-REACH, REACH), y + random.randint(-REACH, REACH))
            else:
                at = None
            yield Act(frame, "stylus", at)

    def _keys(self, begin: int, tempo: tuple[int, int]) -> Iterator[Act]:
        random = self._random
        favoured = self._favoured(self._vocabulary.keys)
        for frame in self._pauses(begin, tempo):
            yield Act(frame, "keys", random.choice(favoured))

    def _tilts(self, begin: int, tempo: tuple[int, int], channel: str) -> Iterator[Act]:
        random = self._random
        places = (-1.0, 0.0, 0.0, 0.5, 1.0)
        for frame in self._pauses(begin, tempo):
            yield Act(frame, channel, (random.choice(places), random.choice(places)))

    def _answers(self, given: int) -> list[str]:
        """The answers of one game: some of the words, one or two at a time."""
        random, vocabulary = self._random, self._vocabulary
        compared = self._favoured(vocabulary.compared)
        others = self._favoured(vocabulary.answers)
        counts = random.choice(((1,), (1, 2), (2,)))
        joint = random.choice((" ", " ", ","))

        def word() -> str:
            kind = random.random()
            if compared and kind < 0.6:
                return random.choice(compared)
            return random.choice(others) if kind < 0.95 else str(random.randrange(100))

        return [joint.join(word() for _ in range(random.choice(counts))) for _ in range(ANSWERS - given)]

    def _favoured(self, choices: Sequence[Choice]) -> Sequence[Choice]:
        """About half of them: who does everything at once gets nowhere."""
        return [each for each in choices if self._random.random() < 0.5] or choices
