"""Makes scripts of random buttons, touches, keys, answers and files; the same seed gives the same script.

The vocabulary of a listing is the input that may matter to it: its own strings and numbers, and the controls
(channels) that it reads. A game favors some buttons, some words and one tempo.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, deque
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import chain, pairwise, product
from operator import attrgetter
from random import Random
from string import ascii_letters, digits, punctuation
from typing import TypeVar

from retromaze.builtins import load_all
from retromaze.builtins.form import Change
from retromaze.builtins.registry import BUILTINS
from retromaze.comparison.input_script import Act, Script
from retromaze.language.lexer import Token, listing_lexer
from retromaze.language.numbers import CONSTANTS
from retromaze.machine.file_formats import Numbers, PictureContent, encode_document, encode_png
from retromaze.machine.input import CHANNELS, Buttons, Point, clamp_touch
from retromaze.machine.machine import FRAMES_PER_SECOND
from retromaze.machine.storage import (
    DEFAULT_PROJECT,
    SAMPLES,
    TEXT,
    Files,
    Key,
    MemoryFiles,
    SiblingFiles,
    encode_text,
)

SHORT_STRING = 12
"""Each character of a string up to this length is tried as an answer: YN, NESW may list what can be typed."""
COMPARISONS = {"==", "!="}
ORDERS = COMPARISONS | {"<", "<=", ">", ">="}
CHANNEL_READ_BY = {
    "BUTTON": "buttons",
    "STICK": "pad",
    "STICKEX": "second_pad",
    "TOUCH": "stylus",
    "INKEY$": "keys",
}
"""The channel of the input that each of these words reads."""
QUESTIONS = {"INPUT", "LINPUT", "DIALOG"}
DISSECTORS = {"INSTR", "LEFT$", "MID$", "RIGHT$", "SUBST$"}
"""A listing that uses one of these words may take an answer apart, as it may with a subscript: `S$[0]`."""
DATES = {"TIME$", "DATE$", "TMREAD", "DTREAD"}
"""The words that read the date or the time of day."""
TIME_TEXT = re.compile(r"(\d\d):(\d\d)(?::(\d\d))?")
"""A time of day as TIME$ gives it, perhaps without its seconds."""
DATE_TEXT = re.compile(r"(?:(\d{4})/)?(\d\d)/(\d\d)")
"""A date as DATE$ gives it, perhaps without its year."""
USUAL_DAY = date(2016, 5, 20)  # in a leap year
MOST_MOMENTS = 30
SECONDS_BEFORE = (1, 1, 3)
"""A clock starts one of these numbers of seconds before a moment that the listing looks for."""
CLOCK_STARTS = (
    datetime(2015, 5, 20, 9, 59, 57),
    datetime(2015, 6, 8, 11, 59, 55),
    datetime(2015, 4, 9, 14, 7, 56),
    datetime(2014, 12, 31, 23, 59, 55),
    datetime(2016, 2, 28, 23, 59, 57),
    datetime(2015, 9, 30, 23, 59, 50),
)
"""Moments shortly before a minute, an hour, noon, a month or a year ends."""
BASES = {"HEXADECIMAL": 16, "BINARY": 2}
USUAL_KEYS = (" ", "\r", "\b", "Y", "N", "1", "2")
USUAL_ANSWERS = ("", "1", "Y", "N")


@dataclass(frozen=True)
class Vocabulary:
    """The input that may matter to a listing, found in its text.

    `channels`: the controls that it reads. `asks_for_lines`: whether it asks for lines. `buttons`: the
    buttons that it tests for. `answers` and `keys`: lines and keys made of its short strings and its numbers.
    `groups`: for each variable the strings that it is compared with, or the characters in which INSTR looks
    for it; these are alternatives, so that a line of two words has words of two groups. `data`: the short
    strings of DATA, often names of things.
    `operands` and `punctuation`: pieces of answers for a listing that takes them apart, as a parser does:
    names, numbers and letters, and the characters between them; both are empty for other listings.
    `numbers`: the numbers that it compares with, and their neighbors; they may be borders of areas to touch.
    `saves_files`: whether it writes files. `reads_clock`: whether it reads the date or the time of day.
    `moments`: the times and dates in its text.
    """

    channels: frozenset[str]
    asks_for_lines: bool
    buttons: tuple[Buttons, ...]
    groups: tuple[tuple[str, ...], ...]
    answers: tuple[str, ...]
    keys: tuple[str, ...]
    numbers: tuple[int, ...]
    data: tuple[str, ...] = ()
    operands: tuple[str, ...] = ()
    punctuation: tuple[str, ...] = ()
    saves_files: bool = False
    reads_clock: bool = False
    moments: tuple[datetime, ...] = ()

    @property
    def word_groups(self) -> tuple[tuple[str, ...], ...]:
        """The groups with a word that is not blank, and the short strings of DATA as another group."""
        return tuple(group for group in (*self.groups, self.data) if any(map(str.strip, group)))

    @property
    def compared_keys(self) -> tuple[str, ...]:
        """The single characters among the strings that the listing compares with."""
        return tuple(dict.fromkeys(word for group in self.groups for word in group if len(word) == 1))


def vocabulary_of(source: str) -> Vocabulary:
    """Returns the input that a listing may understand, each item once, in the order of its text."""
    load_all()  # fills BUILTINS
    tokens = list(listing_lexer().lex(source))
    # strings count as words, too: CALL "TOUCH"
    words = {token.strip('"').upper() for token in tokens}
    # a listing that it loads may read anything
    anything = any(Change.PROGRAMS in BUILTINS[word].changes for word in words & BUILTINS.keys())
    channels = frozenset(CHANNEL_READ_BY[word] for word in words & CHANNEL_READ_BY.keys())
    # sets in the order of the text
    answers: dict[str, None] = {}
    keys: dict[str, None] = {}
    for token in tokens:
        if token.type == "STRING":
            text = token.strip('"')
            if len(text) <= SHORT_STRING:
                # the whole string and each of its characters
                answers.update(dict.fromkeys((text, *text)))
                keys.update(dict.fromkeys(text))
        elif token.type == "NUMBER" and token.isdigit():
            answers[str(token)] = None
    numbers = compared_numbers(tokens)
    if "INPUT" in words:  # it may ask for one of the numbers that it compares with
        answers.update(dict.fromkeys(map(str, numbers)))
    return Vocabulary(
        frozenset(CHANNELS) if anything else channels,
        anything or bool(words & QUESTIONS),
        buttons_of(tokens),
        (*compared_strings(tokens), *characters_searched(tokens)),
        (*answers, *USUAL_ANSWERS),
        (*keys, *USUAL_KEYS),
        numbers,
        data_strings(tokens),
        *(answer_pieces(tokens) if words & QUESTIONS and takes_strings_apart(tokens) else ((), ())),
        "SAVE" in words,
        anything or bool(words & DATES),
        moments_of(tokens) if words & DATES else (),
    )


def data_strings(tokens: list[Token]) -> tuple[str, ...]:
    """Returns the short strings in DATA."""
    found: dict[str, None] = {}  # a set in the order of the text
    is_data = False
    for token in tokens:
        if token.type in {"DATA", "COLON", "_NEWLINE"}:
            is_data = token.type == "DATA"
        elif is_data and token.type == "STRING" and len(token.strip('"')) <= SHORT_STRING:
            found[token.strip('"')] = None
    return tuple(found)


def takes_strings_apart(tokens: list[Token]) -> bool:
    """Whether a listing looks at parts of strings: by a word, or by a subscript of a string, not an array."""
    names: dict[bool, set[str]] = {True: set(), False: set()}  # with a subscript, without
    for token, after in pairwise(tokens):
        if token.endswith("$"):
            names[after == "["].add(token.upper())
    return any(token.upper() in DISSECTORS for token in tokens) or bool(names[True] & names[False])


def answer_pieces(tokens: list[Token]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the operands and the punctuation that answers for a listing may be composed of.

    They are its words, and the characters that it compares with. A character that is compared by its order
    (`C$>="0"`) has its neighbors too, as it may be the end of a range.
    """
    pieces: dict[str, None] = {}  # a set in the order of the text
    for token in tokens_beside(tokens, ORDERS - COMPARISONS):
        character = token.strip('"')
        if token.type == "STRING" and len(character) == 1 and character.isprintable():
            neighbors = [chr(ord(character) + step) for step in (-1, 0, 1)]
            pieces |= dict.fromkeys(filter(str.isprintable, neighbors))
    for token in tokens:
        text = token.strip('"')
        if token.type == "STRING" and len(text) <= SHORT_STRING:
            # a string of punctuation alone is a list of operators, INSTR("+-*/",C$)
            pieces |= dict.fromkeys(
                [text] if text.isalnum() else [each for each in text if not each.isalnum()]
            )
    return tuple(filter(str.isalnum, pieces)), tuple(each for each in pieces if not each.isalnum())


def moments_of(tokens: list[Token]) -> tuple[datetime, ...]:
    """Returns the times and dates that a listing looks for, at most MOST_MOMENTS.

    They are strings as TIME$ and DATE$ give them, and the numbers that TMREAD's and DTREAD's variables are
    compared with. A time is tried on USUAL_DAY and on each date, a date also from midnight on.
    """
    texts = [token.strip('"') for token in tokens if token.type == "STRING"]
    clock_parts = [found.groups("0") for text in texts if (found := TIME_TEXT.fullmatch(text))]
    clock_parts += product(*numbers_compared_with_results(tokens, "TMREAD", ("9", "0", "0")))
    day_parts = [found.groups(str(USUAL_DAY.year)) for text in texts if (found := DATE_TEXT.fullmatch(text))]
    day_parts += product(*numbers_compared_with_results(tokens, "DTREAD", (str(USUAL_DAY.year), "1", "1")))
    times: dict[time, None] = {}  # sets in the order of the text
    days: dict[date, None] = {}
    for parts in clock_parts:
        with suppress(ValueError):  # 25 o'clock is only a number
            hour, minute, second = map(int, parts)
            times[time(hour, minute, second)] = None
    for parts in day_parts:
        with suppress(ValueError):
            year, month, day = map(int, parts)
            days[date(year, month, day)] = None
    moments = [*product([USUAL_DAY], times), *product(days, [time(), *times])]
    return tuple(datetime.combine(*moment) for moment in moments[:MOST_MOMENTS])


def numbers_compared_with_results(
    tokens: list[Token], word: str, defaults: tuple[str, str, str]
) -> list[Sequence[str]]:
    """Returns for each of the first three results of `word` the numbers that its variable is compared with.

    A result that is compared with no number has its default; if none is, there are no numbers at all.
    """
    names = [token.upper() for token in tokens]
    compared: list[dict[str, None]] = [{}, {}, {}]
    for at, name in enumerate(names):
        if name == word and "OUT" in names[at : at + 6]:
            first = names.index("OUT", at) + 1
            for numbers, result in zip(compared, names[first : first + 6 : 2], strict=False):
                for one, operator, other in zip(tokens, tokens[1:], tokens[2:], strict=False):
                    if operator in ORDERS and one.upper() == result and other.isdigit():
                        numbers[str(other)] = None
    if not any(compared):
        return [()]
    # all combinations are made, so that a long listing must not give thousands of each
    pairs = zip(compared, defaults, strict=True)
    return [tuple(numbers)[:MOST_MOMENTS] or (default,) for numbers, default in pairs]


def compared_numbers(tokens: list[Token]) -> tuple[int, ...]:
    """Returns the whole numbers that are compared with something, and the numbers 1 below and above each."""
    numbers = {number_of(token) for token in tokens_beside(tokens, ORDERS) if token.type == "NUMBER"}
    return tuple(sorted({number + step for number in numbers for step in (-1, 0, 1)}))


def buttons_of(tokens: list[Token]) -> tuple[Buttons, ...]:
    """Returns the buttons that a listing tests, as a mask of AND or by == or !=; all if there are none."""
    masks = [number_of(token) for token in tokens_beside(tokens, {"AND"})]
    numbers = {number_of(token) for token in tokens_beside(tokens, COMPARISONS)}
    tested = (button for button in Buttons if button in numbers or any(button & mask for mask in masks))
    return tuple(tested) or tuple(Buttons)


def number_of(token: Token) -> int:
    """Returns the whole number that a token stands for, 0 if it is something else."""
    if token.type == "CONSTANT":
        return int(CONSTANTS.get(token[1:].upper(), 0))
    base = BASES.get(token.type)
    if base:
        return int(token[2:], base)  # without &H or &B
    return int(float(token)) if token.type == "NUMBER" else 0


def tokens_beside(tokens: list[Token], operators: Container[str]) -> list[Token]:
    """Returns the tokens before and after each of these operators."""
    found: list[Token] = []
    for at, token in enumerate(tokens):
        if token.type != "STRING" and token.upper() in operators:
            found += [*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2]]
    return found


def compared_strings(tokens: list[Token]) -> tuple[tuple[str, ...], ...]:
    """Returns for each variable, or other token, the strings that it is compared with."""
    groups: dict[str, dict[str, None]] = {}  # by name, the strings once, in the order of the text
    for one, operator, other in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if operator in COMPARISONS and "STRING" in (one.type, other.type):
            text, name = (one, other) if one.type == "STRING" else (other, one)
            groups.setdefault(name.upper(), {})[text.strip('"')] = None
    return tuple(map(tuple, groups.values()))


def characters_searched(tokens: list[Token]) -> Iterator[tuple[str, ...]]:
    """Yields the characters of short strings in which INSTR looks for something: INSTR("NSEW",C$).

    The string may be that of a variable, `D$="NSEW"`.
    """
    values = {
        one.upper(): text
        for one, operator, text in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if operator == "=" and text.type == "STRING"
    }
    for word, _, searched in zip(tokens, tokens[1:], tokens[2:], strict=False):
        text = values.get(searched.upper(), searched)
        if word.upper() == "INSTR" and text.type == "STRING" and len(text) <= SHORT_STRING:
            yield tuple(dict.fromkeys(text.strip('"')))


ANSWERS = 150
"""Lines for INPUT in one game."""
LETTERS = ascii_letters + digits + punctuation
TEMPOS = ((1, 4), (4, 12), (10, 40), (30, 120))
"""Frames between two acts, at least and at most: from a hasty player to a slow one."""
KNOWN_ONLY_SHARE = 0.8
"""The share of games with only the buttons and keys that the listing compares with."""
ONE_BUTTON_SHARE = 0.3
"""The share of acts in which one button is pressed or released and the others stay as they are."""
SHARES = (0.3, 0.5, 1)
"""A game uses one of these shares of the buttons, keys and words."""
AT_NUMBERS = 0.3
"""The share of coordinates of touches that are numbers which the listing compares with."""
AT_MOMENTS = 0.5
"""The share of clocks that come to a moment that the listing looks for."""
OTHER_CLOCK = 0.3
"""The share of continued games that are played again with another clock."""
COMPOSED_SHARES = (0.1, 0.4, 0.8)
"""A game with a listing that takes answers apart composes one of these shares of them of pieces."""
MUTATED = 0.3
"""The share of composed answers that are earlier ones with a change."""
COMMANDS = 0.4
"""The share of composed answers that begin with a word."""
IN_ORDER = 0.5
"""The share of lines whose words are in the order in which the listing names them: a verb, then a thing."""
PIECES = (1, 2, 3, 3, 3, 5, 7)
"""A composed answer has one of these numbers of pieces."""
ALTERNATES = 0.8
"""The share of pieces (operands or punctuation) that one of the other kind follows."""
MOST_KEPT_ANSWERS = 50
STYLUS_STEP = 40
"""A moving stylus moves up to this many pixels at once."""
Choice = TypeVar("Choice")


@dataclass(frozen=True)
class SavedGame:
    """A game that can be continued from the moment after `frame`, when INPUT had read this many `answers`.

    `size_index` is the index of the sizes that it is played with.
    """

    script: Script
    frame: int
    answers: int
    size_index: int = 0


class RandomPlayer:
    """Makes one random script after another, for new games and for continuations of earlier games.

    `vocabulary` is the input that the listing may understand; `_frames` the length of a game; `_base` the
    script with the files, clock and other givens of a new game; `_kept_answers` those that are mutated.
    """

    def __init__(self, seed: int, source: str, frames: int, base: Script) -> None:
        """Makes scripts for the listing `source`, `frames` frames long, with the files of `base`."""
        self._random = Random(seed)
        self.vocabulary = vocabulary_of(source)
        self._frames = frames
        self._base = base
        # a text with letters or digits and marks may be an example of what is asked for: "X^2/4-2"
        examples = [each for each in self.vocabulary.answers if len(set(map(str.isalnum, each))) == 2]
        self._kept_answers = deque(examples, maxlen=MOST_KEPT_ANSWERS)

    def keep_answers(self, answers: Iterable[str]) -> None:
        """Keeps answers that have led to something new, for games whose answers are mutations of them."""
        self._kept_answers.extend(each for each in answers if each not in self._kept_answers)

    def next_script(self, game: SavedGame | None, base: Script | None = None) -> Script:
        """Makes a new script, which continues `game` at its moment or, if that is None, begins a game.

        A continuation has the game's files; another script those of `base`, by default the user's script.
        """
        acts: tuple[Act, ...] = ()
        answers: tuple[str, ...] = ()
        if game is None:
            begin, original = 0, base or self._base
        else:
            begin, original = game.frame, game.script
            acts = tuple(act for act in original.acts if act.frame <= begin)
            answers = original.answers[: game.answers]
        clock = original.clock
        # another time of day, if the user's script has none; the game's acts are repeated at that time
        has_free_clock = self.vocabulary.reads_clock and self._base.clock is None
        if has_free_clock and (game is None or self._random.random() < OTHER_CLOCK):
            clock = self._clock(begin)
        return replace(
            original,
            clock=clock,
            # the user's presses and keys belong to their frames; these games have acts instead
            presses=(),
            keys="",
            acts=(*acts, *self._acts(begin)),
            answers=(*answers, *self._answers(len(answers))),
        )

    def _clock(self, begin: int) -> datetime | None:
        """Returns when a game's clock starts; None for the default clock.

        In the frame `begin` it is often shortly before a moment that the listing looks for.
        """
        random, moments = self._random, self.vocabulary.moments
        if moments and random.random() < AT_MOMENTS:
            then: datetime | None = random.choice(moments) - timedelta(seconds=random.choice(SECONDS_BEFORE))
        else:
            then = random.choice((None, *CLOCK_STARTS))
        return then and then - timedelta(seconds=begin // FRAMES_PER_SECOND)

    def _acts(self, begin: int) -> list[Act]:
        """Returns random acts from the frame `begin` on, in order, of the channels that the listing reads."""
        tempo = self._random.choice(TEMPOS)
        acts_by_channel = {
            "buttons": self._buttons(begin, tempo),
            "pad": self._tilts(begin, tempo, "pad"),
            "second_pad": self._tilts(begin, tempo, "second_pad"),
            "stylus": self._touches(begin, tempo),
            "keys": self._keys(begin, tempo),
        }
        read = [acts for name, acts in acts_by_channel.items() if name in self.vocabulary.channels]
        return sorted(chain.from_iterable(read), key=attrgetter("frame"))

    def _act_frames(self, begin: int, tempo: tuple[int, int]) -> Iterator[int]:
        """Yields the frames of acts up to the game's end; `tempo` is the range of frames between two acts."""
        frame = begin + self._random.randint(1, 60)
        while frame < self._frames:
            yield frame
            frame += self._random.randint(*tempo)

    def _buttons(self, begin: int, tempo: tuple[int, int]) -> Iterator[Act]:
        """Yields random presses and releases of buttons, mostly of those that the listing tests."""
        random = self._random
        buttons = self.vocabulary.buttons if random.random() < KNOWN_ONLY_SHARE else tuple(Buttons)
        favorites = self._random_subset(buttons)
        held = Buttons(0)
        for frame in self._act_frames(begin, tempo):
            if random.random() < ONE_BUTTON_SHARE:
                held ^= random.choice(favorites)
            else:
                # none, one or two buttons, mostly one
                held = Buttons(0)
                for _ in range(random.choice((0, 1, 1, 1, 1, 2))):
                    held |= random.choice(favorites)
            yield Act(frame, "buttons", held)

    def _touches(self, begin: int, tempo: tuple[int, int]) -> Iterator[Act]:
        """Yields random touches: the stylus goes down, moves a little, and goes up."""
        random = self._random
        at: Point | None = None  # None: the stylus is up
        for frame in self._act_frames(begin, tempo):
            if at is None:
                at = clamp_touch(self._coordinate(320), self._coordinate(240))
            elif random.random() < 0.5:
                x, y = at
                at = clamp_touch(
                    x + random.randint(-STYLUS_STEP, STYLUS_STEP),
                    y + random.randint(-STYLUS_STEP, STYLUS_STEP),
                )
            else:
                at = None
            yield Act(frame, "stylus", at)

    def _coordinate(self, size: int) -> int:
        """Returns a random coordinate below `size`, often a number that the listing compares with."""
        numbers = [each for each in self.vocabulary.numbers if 0 <= each < size]
        at_number = bool(numbers) and self._random.random() < AT_NUMBERS
        return self._random.choice(numbers) if at_number else self._random.randrange(size)

    def _keys(self, begin: int, tempo: tuple[int, int]) -> Iterator[Act]:
        """Yields random typed keys, mostly those that the listing compares with."""
        random, vocabulary = self._random, self.vocabulary
        known_only = random.random() < KNOWN_ONLY_SHARE
        keys = vocabulary.keys
        if known_only and vocabulary.compared_keys:
            keys = vocabulary.compared_keys
        favorites = self._random_subset(keys)
        for frame in self._act_frames(begin, tempo):
            yield Act(frame, "keys", random.choice(favorites))

    def _tilts(self, begin: int, tempo: tuple[int, int], channel: str) -> Iterator[Act]:
        """Yields random positions of the circle pad of this channel, "pad" or "second_pad"."""
        random = self._random
        # 0.0 twice: the pad rests more often
        places = (-1.0, 0.0, 0.0, 0.5, 1.0)
        for frame in self._act_frames(begin, tempo):
            yield Act(frame, channel, (random.choice(places), random.choice(places)))

    def _answers(self, count: int) -> list[str]:
        """Returns the answers of a game after the first `count`, one or two words a line.

        There are none for a listing without INPUT.
        """
        random, vocabulary = self._random, self.vocabulary
        if not vocabulary.asks_for_lines:
            return []
        groups = [self._random_subset(group) for group in vocabulary.word_groups]
        any_answers = self._random_subset(vocabulary.answers)
        # a game has lines of one word, of one or two, or of two
        word_counts = random.choice(((1,), (1, 2), (2,)))
        separator = random.choice((" ", " ", ","))
        composed_share = (
            random.choice(COMPOSED_SHARES) if vocabulary.operands or vocabulary.punctuation else 0
        )

        def words() -> Iterator[str]:
            """Yields the words of one line, mostly each of another group of the vocabulary."""
            length = random.choice(word_counts)
            chosen = random.sample(groups, min(length, len(groups)))
            if len(chosen) > 1 and random.random() < IN_ORDER:
                chosen.sort(key=groups.index)
            for at in range(length):
                # of ten words seven are of the group, and of twenty one is unknown
                chance = random.random()
                if at < len(chosen) and chance < 0.7:
                    yield random.choice(chosen[at])
                else:
                    yield random.choice(any_answers) if chance < 0.95 else self._unknown_word()

        def line() -> str:
            """Returns one answer: words, a composed one, or a mutation of one that led to something new."""
            if composed_share and random.random() < composed_share:
                is_mutated = self._kept_answers and random.random() < MUTATED
                kept = self._kept_answers
                return self._mutated_answer(random.choice(kept)) if is_mutated else self._composed_answer()
            return separator.join(words())

        return [line() for _ in range(ANSWERS - count)]

    def _composed_answer(self) -> str:
        """Returns an answer of operands and punctuation, mostly in turn: `7-3`, `X=(2+A`, `D 1`."""
        random = self._random
        is_operand = random.random() < ALTERNATES
        pieces: list[str] = []
        groups = self.vocabulary.word_groups
        if groups and random.random() < COMMANDS:
            pieces = [random.choice(random.choice(groups)), random.choice(("", " "))]
        for _ in range(random.choice(PIECES)):
            pieces.append(self._random_piece(is_operand=is_operand))
            is_operand ^= random.random() < ALTERNATES
        return "".join(pieces)

    def _random_piece(self, *, is_operand: bool) -> str:
        """Returns an operand, often a number, or punctuation."""
        random, vocabulary = self._random, self.vocabulary
        if not is_operand and vocabulary.punctuation:
            return random.choice(vocabulary.punctuation)
        if vocabulary.operands and random.random() < 0.5:
            return random.choice(vocabulary.operands)
        return str(random.choice((random.randrange(10), random.randrange(100), *vocabulary.numbers)))

    def _mutated_answer(self, answer: str) -> str:
        """Returns an answer in which a word is replaced by another one of its group, TAKE LAMP by DROP LAMP.

        If it has no such word, a run of characters is left out, replaced by a piece, or repeated.
        """
        random = self._random
        words = answer.split(" ")
        at = random.randrange(len(words))
        groups = [group for group in self.vocabulary.word_groups if words[at] in group]
        if groups and words[at]:
            words[at] = random.choice(random.choice(groups))
            return " ".join(words)
        begin, end = sorted(random.choices(range(len(answer) + 1), k=2))
        run = answer[begin:end]
        pieces = self._random_piece(is_operand=True), self._random_piece(is_operand=False)
        middle = random.choice(("", run + run, *pieces))
        return answer[:begin] + middle + answer[end:]

    def _unknown_word(self) -> str:
        """Returns a number, a letter or a long word that is not in the listing."""
        random = self._random
        length = random.choice((0, 1, 1, 30))
        # a length of 0 stands for a number
        return "".join(random.choices(LETTERS, k=length)) or str(random.randrange(100))

    def _random_subset(self, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Returns some of the choices, or all: parts of a listing may be reached only with all of them."""
        share = self._random.choice(SHARES)
        return [each for each in choices if self._random.random() < share] or choices


MOST_STORAGES = 40
"""Storages that are made for the games of one seed, not counting those that games left."""
MOST_LEFT_ALIKE = 2
"""Of the storages that games left, this many with the same file names are kept."""
GAMES_BEFORE_MADE = 10
"""The games of a listing that saves files before one begins with made files: it may write these itself."""
SOME_NAME = "A"
"""The name of a file that is missed by a listing which asks for the names of all files and gets none."""
CELLS = (("0", "1"), (" ", "#"))
"""Pairs of characters that tables are made of, the more frequent one first."""
COMMON = 0.7
"""The share of the more frequent character."""
ContentMaker = Callable[[Random, Vocabulary], bytes]
"""Returns random contents for a file that a game missed, of some form that the listing may expect."""


class MissRecordingStorage(MemoryFiles):
    """A storage in memory that notes in `missed` the files that a game asks for and that do not exist.

    `missed` is a set in order. The methods return what those of MemoryFiles return.
    """

    def __init__(self, files: Files) -> None:
        super().__init__(files)
        self.missed: dict[Key, None] = {}

    def exists(self, project: str, kind: str, name: str) -> bool:
        self._note_missing(project, kind, name)
        return super().exists(project, kind, name)

    def read(self, project: str, kind: str, name: str) -> bytes | None:
        self._note_missing(project, kind, name)
        return super().read(project, kind, name)

    def names(self, project: str, kind: str) -> list[str]:
        names = super().names(project, kind)
        if not names:
            # no name is known: a file of some name may be what the game would choose
            self._note_missing(project, kind, SOME_NAME)
        return names

    def _note_missing(self, project: str, kind: str, name: str) -> None:
        """Notes a file if it does not exist, unless it is in the maker's project, which is read-only."""
        if project != SAMPLES and (project, kind, name) not in self.files:
            self.missed[project, kind, name] = None


class StorageChoices:
    """The scripts that new games may begin with; they differ in their files.

    These are the files that a game has left, or random contents for files that a game missed: it asked for
    them, and they did not exist. A file that the listing has written itself is not made up.

    `_kept`: the scripts that have brought something new, and the base. `_untried`: the scripts that no game
    has begun with, apart from `_made`, those with random files and the names of these. `_written`: the files
    that games wrote and that were not there before. `_games_before_made`: the games still to play before one
    has random files. `_left_by_games`: how many scripts were made of storages that games left, by the
    storage's file names.
    """

    def __init__(self, base: Script, random: Random, vocabulary: Vocabulary) -> None:
        self._kept = [base]
        self._random, self._vocabulary = random, vocabulary
        self._beside = SiblingFiles(base.beside) if base.beside else None
        self._untried: deque[Script] = deque()
        self._made: deque[tuple[Script, Sequence[Key]]] = deque()
        self._written: dict[Key, bytes] = {}
        self._games_before_made = GAMES_BEFORE_MADE if vocabulary.saves_files else 0
        self._known_missing: set[Key] = set()  # all files that games missed
        self._left_by_games: Counter[tuple[Key, ...]] = Counter()
        self._made_count = 0  # of storages

    def next_untried(self) -> Script | None:
        """Returns the next script that no game has begun with, None if there is none at present."""
        if self._untried:
            return self._untried.popleft()
        if self._games_before_made:
            self._games_before_made -= 1
            return None
        while self._made:
            script, names = self._made.popleft()
            # a file that a game has written meanwhile is better than a random one
            if any(name not in self._written for name in names):
                written = {name: self._written[name] for name in names if name in self._written}
                return script.with_files({**dict(script.files), **written})
        return None

    def keep(self, script: Script) -> None:
        """Keeps a script with which a game has brought something new: `choose` may return it."""
        self._kept.append(script)

    def choose(self) -> Script:
        """Returns one of the kept scripts at random; the base is always among them."""
        return self._random.choice(self._kept)

    def learn(self, script: Script, storage: MissRecordingStorage, *, has_new_feature: bool) -> None:
        """Prepares scripts with files that a game, played with `script`, missed in its storage.

        One script has no files beside the listing, if the game found some there. The files that the game left
        in its storage make another script if the game brought something new, `has_new_feature`.
        """
        # a file that an earlier game missed has led to scripts already
        new = [key for key in storage.missed if key not in self._known_missing]
        self._known_missing.update(new)
        missing = [key for key in storage.missed if not self._exists_beside(key)]
        found_some_beside = len(missing) < len(storage.missed)
        if found_some_beside and new and script.beside:
            self._untried.append(replace(script, beside=None))
        if any(key in missing for key in new):
            self._make_storages(script, missing)
        before = dict(script.files)
        self._written |= {key: content for key, content in storage.files.items() if key not in before}
        names = tuple(storage.files)
        if has_new_feature and storage.files != before and self._left_by_games[names] < MOST_LEFT_ALIKE:
            self._left_by_games[names] += 1
            self._untried.append(script.with_files(storage.files))

    def _exists_beside(self, key: Key) -> bool:
        """Whether a file is read from the listing's folder, which only files of project DEFAULT are.

        Callers know that the storage lacks the file.
        """
        project, kind, name = key
        return project == DEFAULT_PROJECT and self._beside is not None and self._beside.exists(kind, name)

    def _make_storages(self, script: Script, missing: Sequence[Key]) -> None:
        """Adds a script for each form of random contents of the missing files, up to MOST_STORAGES."""
        kinds = {kind for _, kind, _ in missing}
        for number in range(max(len(content_makers(kind)) for kind in kinds)):
            if self._made_count >= MOST_STORAGES:
                return
            files = dict(script.files)
            for key in missing:
                makers = content_makers(key[1])  # the kind
                files[key] = makers[number % len(makers)](self._random, self._vocabulary)
            self._made_count += 1
            self._made.append((script.with_files(files), missing))


def content_makers(kind: str) -> Sequence[ContentMaker]:
    """Returns the makers of contents for a kind of file."""
    return TEXT_MAKERS if kind == TEXT else DATA_MAKERS


# ---- texts


def word_text(random: Random, vocabulary: Vocabulary) -> bytes:
    """Makes a text of words that the listing knows, one a line."""
    return lines_data(random.choices(vocabulary.answers, k=random.randint(1, 12)))


def number_text(random: Random, vocabulary: Vocabulary) -> bytes:
    """Makes a text of numbers, one a line."""
    return lines_data([str(any_number(random)) for _ in range(random.randint(1, 12))])


def table_of(size: int, separator: str, share: float = 1) -> ContentMaker:
    """Returns a maker of tables (maps, pictures) of `size` columns, and as many rows or a `share` of them."""

    def table(random: Random, vocabulary: Vocabulary) -> bytes:
        """Returns a table of two characters; with a separator they are digits, to be read as numbers."""
        common, other = CELLS[0] if separator else random.choice(CELLS)
        rows = [[common if random.random() < COMMON else other for _ in range(size)] for _ in range(size)]
        return lines_data([separator.join(row) for row in rows[: int(size * share)]])

    return table


def lines_data(lines: Sequence[str]) -> bytes:
    return encode_text("".join(f"{line}\n" for line in lines))


TEXT_MAKERS: Sequence[ContentMaker] = (
    lambda random, vocabulary: b"",
    word_text,
    number_text,
    table_of(5, ","),
    table_of(9, ",", 0.5),
    table_of(6, ","),
    table_of(8, ""),
)


# ---- arrays and pages


def row_data(random: Random, vocabulary: Vocabulary) -> bytes:
    """Makes a file with an array of real numbers of one dimension."""
    size = random.randint(1, 20)
    return encode_document(Numbers("#", (size,), [float(any_number(random)) for _ in range(size)]))


def grid_data(random: Random, vocabulary: Vocabulary) -> bytes:
    """Makes a file with a square array of whole numbers of two dimensions."""
    size = random.randint(2, 12)
    return encode_document(Numbers("%", (size, size), [any_number(random) for _ in range(size * size)]))


def page_data(random: Random, vocabulary: Vocabulary) -> bytes:
    """Makes a file with a picture of 16 x 16 pixels of two colors, for listings that load a page."""
    colors = 0xFF000000, 0xFFF8F8F8
    return encode_png(PictureContent(16, 16, array("I", random.choices(colors, k=256))))


DATA_MAKERS = (row_data, grid_data, page_data)


def any_number(random: Random) -> int:
    """Returns a random whole number, small ones more often."""
    return random.choice((0, 1, random.randrange(10), random.randrange(1000)))
