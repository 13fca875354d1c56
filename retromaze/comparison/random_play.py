"""Makes scripts of random buttons, touches, keys, answers and files; the same seed gives the same script.

A game favours some buttons, some words and one tempo. Answers and keys are made of the listing's own strings
and numbers, and only those controls are moved that the listing reads.
"""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from random import Random
from string import ascii_letters, digits, punctuation
from typing import TypeVar

from retromaze.builtins import load_all
from retromaze.builtins.form import Change
from retromaze.builtins.registry import BUILTINS
from retromaze.comparison.script import Act, Script
from retromaze.language.lexer import Token, listing_lexer
from retromaze.language.numbers import CONSTANTS
from retromaze.machine.contents import Numbers, PictureContent, encode_document, encode_png
from retromaze.machine.folder import Beside
from retromaze.machine.input import CHANNELS, Buttons, Point, on_screen
from retromaze.machine.storage import DEFAULT_PROJECT, SAMPLES, TEXT, Files, Key, Memory, text_data

SHORT = 12
"""A string so short may be a list of what can be typed: YN, NESW."""
COMPARISONS = {"==", "!="}
ORDERS = COMPARISONS | {"<", "<=", ">", ">="}
LOOKS = {"BUTTON": "buttons", "STICK": "pad", "STICKEX": "second_pad", "TOUCH": "stylus", "INKEY$": "keys"}
"""What each of these words looks at."""
QUESTIONS = {"INPUT", "LINPUT", "DIALOG"}
DATES = {"TIME$", "DATE$", "TMREAD", "DTREAD"}
"""The words that look at the calendar."""
TURNS = (
    *(datetime(2015, 5, 20, 9, 59, 57), datetime(2015, 6, 8, 11, 59, 55), datetime(2015, 4, 9, 14, 7, 56)),
    *(
        datetime(2014, 12, 31, 23, 59, 55),
        datetime(2016, 2, 28, 23, 59, 57),
        datetime(2015, 9, 30, 23, 59, 50),
    ),
)
"""Moments shortly before a minute, an hour, noon, a month or a year ends."""
BASES = {"HEXADECIMAL": 16, "BINARY": 2}
USUAL_KEYS = (" ", "\r", "\b", "Y", "N", "1", "2")
USUAL_ANSWERS = ("", "1", "Y", "N")


@dataclass(frozen=True)
class Vocabulary:
    """The input that a listing may understand.

    `channels` are the controls it looks at, and `asks` tells whether it asks for lines. `buttons` are those
    it has a number for. `answers` and `keys` are made of its short strings and its numbers. `groups` are the
    strings that it compares with one variable each: words of one group are alternatives, and a line of two
    words has them of two groups. `numbers` are those that it compares with, and their neighbors: a place on
    the screen may mean something else from there on. `dated` tells whether it looks at the date or the time
    of day.
    """

    channels: frozenset[str]
    asks: bool
    buttons: tuple[Buttons, ...]
    groups: tuple[tuple[str, ...], ...]
    answers: tuple[str, ...]
    keys: tuple[str, ...]
    numbers: tuple[int, ...]
    dated: bool = False

    @property
    def known_keys(self) -> tuple[str, ...]:
        """The single characters among the strings that it compares with."""
        return tuple(dict.fromkeys(word for group in self.groups for word in group if len(word) == 1))


def vocabulary_of(source: str) -> Vocabulary:
    """Reads in a listing the input that it may understand, each item once, in order."""
    load_all()
    tokens = list(listing_lexer().lex(source))
    # a word is called by its name, too: CALL "TOUCH"
    words = {token.strip('"').upper() for token in tokens}
    # another listing may look at anything
    anything = any(Change.PROGRAMS in BUILTINS[word].changes for word in words & BUILTINS.keys())
    channels = frozenset(LOOKS[word] for word in words & LOOKS.keys())
    answers: dict[str, None] = {}
    keys: dict[str, None] = {}
    for token in tokens:
        if token.type == "STRING":
            text = token.strip('"')
            if len(text) <= SHORT:
                answers.update(dict.fromkeys((text, *text)))
                keys.update(dict.fromkeys(text))
        elif token.type == "NUMBER" and token.isdigit():
            answers[str(token)] = None
    return Vocabulary(
        frozenset(CHANNELS) if anything else channels,
        anything or bool(words & QUESTIONS),
        buttons_of(tokens),
        groups_of(tokens),
        (*answers, *USUAL_ANSWERS),
        (*keys, *USUAL_KEYS),
        numbers_of(tokens),
        anything or bool(words & DATES),
    )


def numbers_of(tokens: list[Token]) -> tuple[int, ...]:
    """The whole numbers that are compared with something, and those before and after each."""
    found = {number_of(token) for token in beside(tokens, ORDERS) if token.type == "NUMBER"}
    return tuple(sorted({number + step for number in found for step in (-1, 0, 1)}))


def buttons_of(tokens: list[Token]) -> tuple[Buttons, ...]:
    """Returns the buttons of masks next to AND and of numbers that are compared; all buttons if none."""
    masks = [number_of(token) for token in beside(tokens, {"AND"})]
    numbers = {number_of(token) for token in beside(tokens, COMPARISONS)}
    known = (button for button in Buttons if button in numbers or any(button & mask for mask in masks))
    return tuple(known) or tuple(Buttons)


def number_of(token: Token) -> int:
    """The whole number that a token stands for, 0 if it is something else."""
    if token.type == "CONSTANT":
        return int(CONSTANTS.get(token[1:].upper(), 0))
    base = BASES.get(token.type)
    return int(token[2:], base) if base else int(float(token)) if token.type == "NUMBER" else 0


def beside(tokens: list[Token], operators: Container[str]) -> list[Token]:
    """The tokens before and after each of these operators."""
    places = [at for at, token in enumerate(tokens) if token.type != "STRING" and token.upper() in operators]
    return [tokens[other] for at in places for other in (at - 1, at + 1) if 0 <= other < len(tokens)]


def groups_of(tokens: list[Token]) -> tuple[tuple[str, ...], ...]:
    """The strings that are compared with the same variable."""
    groups: dict[str, dict[str, None]] = {}
    for one, operator, other in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if operator in COMPARISONS and "STRING" in (one.type, other.type):
            text, name = (one, other) if one.type == "STRING" else (other, one)
            groups.setdefault(name.upper(), {})[text.strip('"')] = None
    return tuple(map(tuple, groups.values()))


ANSWERS = 150
"""Lines for INPUT in one game, at most."""
LETTERS = ascii_letters + digits + punctuation
TEMPOS = ((1, 4), (4, 12), (10, 40), (30, 120))
"""Frames between two acts, at least and at most, of a missing_wait player and a slow one."""
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
class KeptGame:
    """A script, and a moment in it: the frame, and how many lines had been given to INPUT by then.

    `setting` is the number of the sizes that it is played with.
    """

    script: Script
    frame: int
    answers: int
    setting: int = 0


class RandomPlayer:
    """Makes one script after another: new ones, and continuations of games that were worth it."""

    def __init__(self, seed: int, source: str, frames: int, base: Script) -> None:
        """Makes scripts of `frames` frames, with the files of `base`."""
        self._random = Random(seed)
        self.vocabulary = vocabulary_of(source)
        self._frames = frames
        self._base = base

    def script(self, game: KeptGame | None, base: Script | None = None) -> Script:
        """Returns the next script: a game continued at its moment, or a new one.

        The files are that game's, or for a new one those of another `base` if there is one.
        """
        begin = 0
        acts: tuple[Act, ...] = ()
        answers: tuple[str, ...] = ()
        if game is not None:
            begin = game.frame
            acts = tuple(act for act in game.script.acts if act.frame <= begin)
            answers = game.script.answers[: game.answers]
        begun = game.script if game else base or self._base
        clock = begun.clock
        if self.vocabulary.dated and game is None and self._base.clock is None:
            clock = self._random.choice((None, *TURNS))
        return replace(
            begun,
            clock=clock,
            presses=(),
            keys="",
            acts=(*acts, *self._acts(begin)),
            answers=(*answers, *self._answers(len(answers))),
        )

    def _acts(self, begin: int) -> list[Act]:
        """Returns random acts from a frame on, in the order of time."""
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
        """Returns the answers of one game, one or two words a line; none for a listing without INPUT."""
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
        """Returns a number, a letter or a long word that is not in the listing."""
        random = self._random
        length = random.choice((0, 1, 1, 30))
        return "".join(random.choices(LETTERS, k=length)) or str(random.randrange(100))

    def _favoured(self, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Returns some of the choices, or all: some places need every one."""
        share = self._random.choice(SHARES)
        return [each for each in choices if self._random.random() < share] or choices


MOST_STORAGES = 40
"""So many storages are made for the games of one seed, those left aside that games leave."""
LEFT_ALIKE = 2
"""Of the storages that games leave so many are kept with files of the same names."""
SOME_NAME = "A"
"""The name of a file where a listing asks which there are."""
CELLS = (("0", "1"), (" ", "#"))
"""What tables are made of, the commonest first."""
COMMON = 0.7
"""The share of the commonest."""
Maker = Callable[[Random, Vocabulary], bytes]


class AskedMemory(Memory):
    """A storage in memory that notes the files which were looked for and are not there."""

    def __init__(self, files: Files) -> None:
        super().__init__(files)
        self.missed: dict[Key, None] = {}

    def exists(self, project: str, kind: str, name: str) -> bool:
        self._ask(project, kind, name)
        return super().exists(project, kind, name)

    def read(self, project: str, kind: str, name: str) -> bytes | None:
        self._ask(project, kind, name)
        return super().read(project, kind, name)

    def names(self, project: str, kind: str) -> list[str]:
        found = super().names(project, kind)
        if not found:
            self._ask(project, kind, SOME_NAME)
        return found

    def _ask(self, *key: str) -> None:
        project, kind, name = key
        if project != SAMPLES and (project, kind, name) not in self.files:
            self.missed[project, kind, name] = None


class Storages:
    """The scripts that new games may begin with: each has other files, and no input.

    A file that a game looked for in vain is there in others, with contents of several forms; what lies beside
    the listing is away in one; and what a game has left is there when the next one begins.
    """

    def __init__(self, base: Script, random: Random, vocabulary: Vocabulary) -> None:
        """`base` is the script with the usual files."""
        self._kept = [base]
        self._random, self._vocabulary = random, vocabulary
        self._beside = Beside(base.beside) if base.beside else None
        self._waiting: deque[Script] = deque()
        self._missed: set[Key] = set()
        self._left: Counter[tuple[Key, ...]] = Counter()
        self._made = 0

    def untried(self) -> Script | None:
        """The next one that no game has begun with."""
        return self._waiting.popleft() if self._waiting else None

    def keep(self, script: Script) -> None:
        """A game has brought something new with it: others may begin with it, too."""
        self._kept.append(script)

    def drawn(self) -> Script:
        """One of those that are kept; at first only the base is."""
        return self._random.choice(self._kept)

    def learn(self, script: Script, memory: AskedMemory, *, news: bool) -> None:
        """Learns from a game which files it looked for in vain in its storage, and which it left there.

        Later games begin with such files in the storage, and one with nothing beside the listing, if it found
        something there. What a game left is kept if the game brought something new (`news`).
        """
        new = [key for key in memory.missed if key not in self._missed]
        self._missed.update(new)
        wanted = [key for key in memory.missed if not self._lies_beside(key)]
        if len(wanted) < len(memory.missed) and new and script.beside:
            self._waiting.append(replace(script, beside=None))
        if any(key in wanted for key in new):
            self._make(script, wanted)
        if news:
            self._leave(script, memory.files)

    def _lies_beside(self, key: Key) -> bool:
        project, kind, name = key
        return project == DEFAULT_PROJECT and self._beside is not None and self._beside.exists(kind, name)

    def _make(self, script: Script, wanted: Sequence[Key]) -> None:
        """One storage for each form of contents that the wanted files can have."""
        kinds = {kind for _, kind, _ in wanted}
        for number in range(max(len(makers_of(kind)) for kind in kinds)):
            if self._made >= MOST_STORAGES:
                return
            files = dict(script.files)
            for key in wanted:
                makers = makers_of(key[1])
                files[key] = makers[number % len(makers)](self._random, self._vocabulary)
            self._made += 1
            self._waiting.append(script.with_files(files))

    def _leave(self, script: Script, files: Files) -> None:
        names = tuple(files)
        if files != dict(script.files) and self._left[names] < LEFT_ALIKE:
            self._left[names] += 1
            self._waiting.append(script.with_files(files))


def makers_of(kind: str) -> Sequence[Maker]:
    """Returns the makers of contents for a kind of file."""
    return TEXT_MAKERS if kind == TEXT else DATA_MAKERS


# ---- texts


def empty_text(random: Random, vocabulary: Vocabulary) -> bytes:
    """Makes an empty text."""
    return b""


def word_text(random: Random, vocabulary: Vocabulary) -> bytes:
    """Some words that the listing knows, one a line."""
    return lines_data(random.choices(vocabulary.answers, k=random.randint(1, 12)))


def number_text(random: Random, vocabulary: Vocabulary) -> bytes:
    """Some numbers, one a line."""
    return lines_data([str(any_number(random)) for _ in range(random.randint(1, 12))])


def table_of(size: int, between: str, share: float = 1) -> Maker:
    """A maker of square tables, whose rows end after a share of them."""

    def table(random: Random, vocabulary: Vocabulary) -> bytes:
        common, other = CELLS[0] if between else random.choice(CELLS)
        rows = [[common if random.random() < COMMON else other for _ in range(size)] for _ in range(size)]
        return lines_data([between.join(row) for row in rows[: int(size * share)]])

    return table


def lines_data(lines: Sequence[str]) -> bytes:
    return text_data("".join(f"{line}\n" for line in lines))


TEXT_MAKERS = (
    empty_text,
    word_text,
    number_text,
    table_of(5, ","),
    table_of(9, ",", 0.5),
    table_of(6, ","),
    table_of(8, ""),
)


# ---- arrays and pages


def row_data(random: Random, vocabulary: Vocabulary) -> bytes:
    """An array of one dimension."""
    size = random.randint(1, 20)
    return encode_document(Numbers("#", (size,), [float(any_number(random)) for _ in range(size)]))


def grid_data(random: Random, vocabulary: Vocabulary) -> bytes:
    """An array of two dimensions."""
    size = random.randint(2, 12)
    return encode_document(Numbers("%", (size, size), [any_number(random) for _ in range(size * size)]))


def page_data(random: Random, vocabulary: Vocabulary) -> bytes:
    """A page of two colors."""
    colors = 0xFF000000, 0xFFF8F8F8
    return encode_png(PictureContent(16, 16, array("I", random.choices(colors, k=256))))


DATA_MAKERS = (row_data, grid_data, page_data)


def any_number(random: Random) -> int:
    """A whole number, small ones more often."""
    return random.choice((0, 1, random.randrange(10), random.randrange(1000)))
