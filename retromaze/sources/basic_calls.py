"""Writes events as the calls of BASIC that make them: `GLINE 2,4,6,4,#WHITE`, `RND(4) = 2`."""

from __future__ import annotations

from functools import cache
from typing import Any

from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS
from retromaze.comparison.difference import argument_texts, method_of
from retromaze.comparison.state import color_words
from retromaze.language.constants import COLORS
from retromaze.machine.colors import signed_word
from retromaze.machine.events import Event
from retromaze.machine.machine import LOWER
from retromaze.machine.observed import Effect, event_at, names_with, observed_as
from retromaze.sources.variables import value_text

NAMES = {signed_word(value): f"#{name}" for name, value in reversed(COLORS.items())}
"""The first name of each color, by the number that events have."""
OTHERS = {
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
"""The words behind methods that no word calls as they are; their arguments are as the method has them."""


def basic_call(event: Event) -> str:
    """The event as a statement or function of BASIC with the values it was called with.

    What happened on the lower screen says so. A method without a word of BASIC is told by its own name.
    """
    name = method_of(event.name)
    where = "DISPLAY 1: " if event.name.startswith(LOWER) else ""
    if name == "print":
        return where + printing(*event.arguments)
    if name == "tab":
        return f"{where}PRINT ,"
    if name == "seed":
        value, series = event.arguments
        return f"RANDOMIZE {series},{argument_text(value)}"
    if name in names_with(Effect.CHANCE) and any(event.arguments[1:]):
        # the number of the series stands first in BASIC, last in the method
        event = event._replace(arguments=event.arguments[::-1])
    arguments = ",".join(argument_texts(event, argument_text, color_text))
    word = words_of_methods().get((name, len(event.arguments))) or OTHERS.get(name, name)
    if event.result is None:
        return where + f"{word} {arguments}".rstrip()
    return f"{where}{word}({arguments}) = {argument_text(event.result)}"


def printing(text: str, end: str) -> str:
    """A call of PRINT; what else than a line's end stands at the end is part of the text."""
    return f"PRINT {value_text(text)}" if end == "\n" else f"PRINT {value_text(text + end)};"


@cache
def words_of_methods() -> dict[tuple[str, int], str]:
    """The word that calls each observed method, by the method's name and number of parameters."""
    load_all()
    found: dict[tuple[str, int], str] = {}
    for word in BUILTINS.values():
        for form in word.forms:
            name = event_at(form.method)
            seen = observed_as(name, len(form.parameters)) or observed_as(name)
            if form.method and seen:
                found.setdefault((name, len(seen.parameters)), word.name)
    return found


def color_text(color: Any) -> str:
    """`#RED` of a color that has a name, else `&HFF102030`; a text's ink likewise."""
    if isinstance(color, tuple) and len(color) == 1:
        return color_text(color[0])
    return NAMES.get(color) or color_words(color) if isinstance(color, int) else argument_text(color)


def argument_text(value: Any) -> str:
    """A value as BASIC writes it; a missing one is empty, a sequence is told by its length."""
    match value:
        case None:
            return ""
        case bool():
            return str(int(value))
        case tuple():
            return f"[{len(value)}]"
        case _:
            return value_text(value)
