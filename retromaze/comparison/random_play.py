"""Makes scripts of random buttons, touches, keys and answers; the same seed gives the same script.

A game favours some buttons, some words and one tempo. Answers and keys are made of the listing's own strings
and numbers, and only those controls are moved that the listing looks at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from random import Random
from string import ascii_letters, digits, punctuation
from typing import TypeVar

from retromaze.comparison.script import Act, Script
from retromaze.comparison.vocabulary import vocabulary_of
from retromaze.machine.input import CHANNELS, Buttons, Point, on_screen

ANSWERS = 150
"""Lines for INPUT in one game, at most."""
LETTERS = ascii_letters + digits + punctuation
TEMPOS = ((1, 4), (4, 12), (10, 40), (30, 120))
"""Frames between two acts, at least and at most, of a hasty player and a slow one."""
KNOWN = 0.8
"""The share of games with those buttons and keys alone that the listing compares with."""
KEPT = 0.3
"""The share of acts in which one button is pressed or released and the others stay as they are."""
SHARES = (0.3, 0.5, 1)
"""How many of the buttons, keys and words a game favours."""
TOLD = 0.3
"""The share of touches whose place across, or down, is a number that the listing compares with."""
REACH = 40
"""Pixels of the lower screen that a stylus is drawn at once."""

Choice = TypeVar("Choice")


@dataclass(frozen=True)
class Game:
    """A script, and a moment in it: the frame, and how many lines had been given to INPUT by then.

    `setting` is the number of the sizes that it is played with.
    """

    script: Script
    frame: int
    answers: int
    setting: int = 0


class RandomPlayer:
    """Makes one script after another: new ones, and some that go on from a game that was worth it."""

    def __init__(self, seed: int, source: str, frames: int, base: Script) -> None:
        """A player for games of so many frames, which keeps the files that `base` stores before."""
        self._random = Random(seed)
        self.vocabulary = vocabulary_of(source)
        self._frames = frames
        self._base = base

    def script(self, game: Game | None, base: Script | None = None) -> Script:
        """The next script: one that goes on from a game at its moment, or a new one.

        The files are that game's, or for a new one those of another `base` if there is one.
        """
        begin = 0
        acts: tuple[Act, ...] = ()
        answers: tuple[str, ...] = ()
        if game is not None:
            begin = game.frame
            acts = tuple(act for act in game.script.acts if act.frame <= begin)
            answers = game.script.answers[: game.answers]
        return replace(
            game.script if game else base or self._base,
            presses=(),
            keys="",
            acts=(*acts, *self._acts(begin)),
            answers=(*answers, *self._answers(len(answers))),
        )

    def _acts(self, begin: int) -> list[Act]:
        """What is done from a frame on, in the order of time."""
        tempo = self._random.choice(TEMPOS)
        makers = (
            self._buttons(begin, tempo),
            self._tilts(begin, tempo, "pad"),
            self._tilts(begin, tempo, "second_pad"),
            self._touches(begin, tempo),
            self._keys(begin, tempo),
        )
        seen = self.vocabulary.channels
        acts = [act for name, made in zip(CHANNELS, makers, strict=True) if name in seen for act in made]
        return sorted(acts, key=attrgetter("frame"))

    def _pauses(self, begin: int, tempo: tuple[int, int]) -> Iterator[int]:
        """The frames at which something else is done, up to the game's end."""
        frame = begin + self._random.randint(1, 60)
        while frame < self._frames:
            yield frame
            frame += self._random.randint(*tempo)

    def _buttons(self, begin: int, tempo: tuple[int, int]) -> Iterator[Act]:
        random = self._random
        known = self.vocabulary.buttons if random.random() < KNOWN else tuple(Buttons)
        favoured = self._favoured(known)
        held = Buttons(0)
        for frame in self._pauses(begin, tempo):
            if random.random() < KEPT:
                held ^= random.choice(favoured)
            else:
                held = Buttons(0)
                for _ in range(random.choice((0, 1, 1, 1, 1, 2))):
                    held |= random.choice(favoured)
            yield Act(frame, "buttons", held)

    def _touches(self, begin: int, tempo: tuple[int, int]) -> Iterator[Act]:
        random = self._random
        at: Point | None = None
        for frame in self._pauses(begin, tempo):
            if at is None:
                at = on_screen(self._place(320), self._place(240))
            elif random.random() < 0.5:
                x, y = at
                at = on_screen(x + random.randint(-REACH, REACH), y + random.randint(-REACH, REACH))
            else:
                at = None
            yield Act(frame, "stylus", at)

    def _place(self, size: int) -> int:
        """A coordinate on a screen of that size."""
        numbers = [each for each in self.vocabulary.numbers if 0 <= each < size]
        told = bool(numbers) and self._random.random() < TOLD
        return self._random.choice(numbers) if told else self._random.randrange(size)

    def _keys(self, begin: int, tempo: tuple[int, int]) -> Iterator[Act]:
        random, vocabulary = self._random, self.vocabulary
        known = random.random() < KNOWN and vocabulary.known_keys
        favoured = self._favoured(known or vocabulary.keys)
        for frame in self._pauses(begin, tempo):
            yield Act(frame, "keys", random.choice(favoured))

    def _tilts(self, begin: int, tempo: tuple[int, int], channel: str) -> Iterator[Act]:
        random = self._random
        places = (-1.0, 0.0, 0.0, 0.5, 1.0)
        for frame in self._pauses(begin, tempo):
            yield Act(frame, channel, (random.choice(places), random.choice(places)))

    def _answers(self, given: int) -> list[str]:
        """The answers of one game: some of the words, one or two at a time; none where nothing is asked."""
        random, vocabulary = self._random, self.vocabulary
        if not vocabulary.asks:
            return []
        groups = [self._favoured(group) for group in vocabulary.groups]
        others = self._favoured(vocabulary.answers)
        counts = random.choice(((1,), (1, 2), (2,)))
        joint = random.choice((" ", " ", ","))

        def words() -> Iterator[str]:
            count = random.choice(counts)
            known = random.sample(groups, min(count, len(groups)))
            for at in range(count):
                kind = random.random()
                if at < len(known) and kind < 0.7:
                    yield random.choice(known[at])
                else:
                    yield random.choice(others) if kind < 0.95 else self._anything()

        return [joint.join(words()) for _ in range(ANSWERS - given)]

    def _anything(self) -> str:
        """A number, a letter or a long word that the listing has never heard of."""
        random = self._random
        length = random.choice((0, 1, 1, 30))
        return "".join(random.choices(LETTERS, k=length)) or str(random.randrange(100))

    def _favoured(self, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Some of them: who does everything at once gets nowhere, and some places want everything."""
        share = self._random.choice(SHARES)
        return [each for each in choices if self._random.random() < share] or choices
