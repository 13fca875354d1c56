"""Reads in a listing what its player can do: the controls it looks at, and the words and buttons it knows."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from retromaze.builtins import load_all
from retromaze.builtins.handling import Change
from retromaze.builtins.registry import BUILTINS
from retromaze.language.constants import CONSTANTS
from retromaze.language.lexer import Token
from retromaze.language.parser import listing_lexer
from retromaze.machine.input import CHANNELS, Buttons

SHORT = 12
"""A string so short may be a list of what can be typed: YN, NESW."""
COMPARISONS = {"==", "!="}
ORDERS = COMPARISONS | {"<", "<=", ">", ">="}
LOOKS = {"BUTTON": "buttons", "STICK": "pad", "STICKEX": "second_pad", "TOUCH": "stylus", "INKEY$": "keys"}
"""What each of these words looks at."""
QUESTIONS = {"INPUT", "LINPUT", "DIALOG"}
BASES = {"HEXADECIMAL": 16, "BINARY": 2}
USUAL_KEYS = (" ", "\r", "\b", "Y", "N", "1", "2")
USUAL_ANSWERS = ("", "1", "Y", "N")


@dataclass(frozen=True)
class Vocabulary:
    """What a listing may understand.

    `channels` are the controls it looks at, and `asks` tells whether it asks for lines. `buttons` are those
    it has a number for. `answers` and `keys` are made of its short strings and its numbers. `groups` are the
    strings that it compares with one variable each: words of one group are alternatives, and a line of two
    words has them of two groups. `numbers` are those that it compares with, and their neighbors: a place on
    the screen may mean something else from there on.
    """

    channels: frozenset[str]
    asks: bool
    buttons: tuple[Buttons, ...]
    groups: tuple[tuple[str, ...], ...]
    answers: tuple[str, ...]
    keys: tuple[str, ...]
    numbers: tuple[int, ...]

    @property
    def known_keys(self) -> tuple[str, ...]:
        """The single characters among the strings that it compares with."""
        return tuple(dict.fromkeys(word for group in self.groups for word in group if len(word) == 1))


def vocabulary_of(source: str) -> Vocabulary:
    """What a listing may understand, each once, in its order."""
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
    )


def numbers_of(tokens: list[Token]) -> tuple[int, ...]:
    """The whole numbers that are compared with something, and those before and after each."""
    found = {number_of(token) for token in beside(tokens, ORDERS) if token.type == "NUMBER"}
    return tuple(sorted({number + step for number in found for step in (-1, 0, 1)}))


def buttons_of(tokens: list[Token]) -> tuple[Buttons, ...]:
    """The buttons of masks beside AND, and those whose numbers are compared; all where there are none."""
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
