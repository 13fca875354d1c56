"""Writes the machine's events as the BASIC calls that cause them: `GLINE 2,4,6,4,#WHITE`, `RND(4) = 2`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS
from retromaze.comparison.difference_words import argument_texts, color_words, method_of
from retromaze.language.numbers import COLORS, wrap
from retromaze.machine.events import Effect, Event, event_name_of_path, event_names_with, observed_method
from retromaze.machine.machine import LOWER
from retromaze.machine.sprites import SPRITES
from retromaze.sources.variables import value_text

COLOR_NAMES = {wrap(value): f"#{name}" for name, value in reversed(COLORS.items())}
"""The first name of each color, by the color's number in events."""
INDIRECT_WORDS = {
    "arc": "GCIRCLE",
    "backgrounds.animate": "BGANIM",
    "backgrounds.copy": "BGCOPY",
    "backgrounds.fill": "BGFILL",
    "backgrounds.load": "BGLOAD",
    "backgrounds.put": "BGPUT",
    "backgrounds.set_callback": "BGFUNC",
    "backgrounds.set_clip": "BGCLIP",
    "beep": "BEEP",
    "copy": "GCOPY",
    "delete": "DELETE",
    "dialog": "DIALOG",
    "entry_dialog": "DIALOG",
    "keep": "CLIPBOARD",
    "play": "BGMPLAY",
    "put_text": "GPUTCHR",
    "put_words": "GLOAD",
    "raw": "RND",
    "rename": "RENAME",
    "select_project": "PROJECT",
    "definitions.define_all": "SPDEF",
    "set_clip": "GCLIP",
    "set_display_clip": "GCLIP",
    "set_key": "KEY",
    "set_tab_step": "TABSTEP=",
    "set_visible": "VISIBLE",
    "set_volume": "BGMVOL",
    "sprites.animate": "SPANIM",
    "sprites.detect": "SPCOL",
    "sprites.set_callback": "SPFUNC",
    "sprites.set_clip": "SPCLIP",
    "sprites.set_velocity": "SPCOLVEC",
    "write": "SAVE",
}
"""The words of methods that no word calls directly; the arguments are shown as the method takes them."""


SPELLED_OUT = {
    *("sprites.animate", "sprites.set_clip", "sprites.detect", "sprites.set_velocity"),
    *("backgrounds.animate", "backgrounds.set_clip"),
}
"""Methods whose tuples are separate numbers in BASIC."""
FIRST_OF_FREE = {"sprites.set_free": 1, "sprites.set_free_part": 5}
"""Methods that look for a free sprite, and the position of the argument with the first number to try."""
MOST_SPELLED_OUT = 24


def basic_call(event: Event) -> str:
    """Returns the event as a statement or function of BASIC with its arguments, and a function's result.

    An event of the lower screen begins with `DISPLAY 1:`. A method without a BASIC word is shown by its name.
    """
    name = method_of(event.name)
    screen = "DISPLAY 1: " if event.name.startswith(LOWER) else ""
    if name == "print":
        text, end = event.arguments
        # a line feed or something else follows the text
        shown = value_text(text) if end == "\n" else f"{value_text(text + end)};"
        return f"{screen}PRINT {shown}"
    if name == "tab":
        return f"{screen}PRINT ,"
    if name == "seed":
        value, series = event.arguments
        return f"RANDOMIZE {series},{argument_text(value)}"
    if name in event_names_with(Effect.CHANCE) and any(event.arguments[1:]):
        # the number of the series, left out if it is 0, stands first in BASIC, last in the method
        event = event._replace(arguments=event.arguments[::-1])
    to_text = spelled_out_text if name in SPELLED_OUT else argument_text
    texts = argument_texts(event, to_text, color_text)
    # the numbers among which a free one is looked for stand first in BASIC, last in the method; no other
    # method has such numbers
    at = FIRST_OF_FREE.get(name, len(texts))
    others, first_and_last = texts[:at], texts[at:]
    if len(first_and_last) == 1:  # the last number is left out, as it is the default; BASIC needs it
        first_and_last.append(str(SPRITES - 1))
    arguments = ",".join([*first_and_last, *others])
    word = word_by_method().get((name, len(event.arguments))) or INDIRECT_WORDS.get(name, name)
    if event.result is None:
        return screen + f"{word} {arguments}".rstrip()
    return f"{screen}{word}({arguments}) = {argument_text(event.result)}"


@cache
def word_by_method() -> dict[tuple[str, int], str]:
    """Maps (name, number of parameters) of each method that makes events to the BASIC word that calls it."""
    load_all()  # fills BUILTINS
    words: dict[tuple[str, int], str] = {}
    for word in BUILTINS.values():
        for form in word.forms:
            name = event_name_of_path(form.method)
            method = observed_method(name, len(form.parameters)) or observed_method(name)
            if form.method and method:
                words.setdefault((name, len(method.parameters)), word.name)
    return words


def color_text(color: Any) -> str:
    """Returns `#RED` for a color with a name, else `&HFF102030`; a text's color may be in a tuple."""
    if isinstance(color, tuple) and len(color) == 1:
        return color_text(color[0])
    if not isinstance(color, int):
        return argument_text(color)
    return COLOR_NAMES.get(color) or color_words(color)


def spelled_out_text(value: Any) -> str:
    """Returns a value as BASIC writes it; a tuple as its numbers, or as its length if long."""
    numbers = list(flat_numbers(value))
    if not isinstance(value, tuple) or len(numbers) > MOST_SPELLED_OUT:
        return argument_text(value)
    return ",".join(map(argument_text, numbers))


def flat_numbers(value: Any) -> Iterator[Any]:
    """Yields the items of nested tuples, or the value itself if it is no tuple."""
    if isinstance(value, tuple):
        for each in value:
            yield from flat_numbers(each)
    else:
        yield value


def argument_text(value: Any) -> str:
    """Returns a value as BASIC writes it; "" for None, and the length in brackets for a tuple."""
    match value:
        case None:
            return ""
        case bool():
            return str(int(value))
        case tuple():
            return f"[{len(value)}]"
        case _:
            return value_text(value)
