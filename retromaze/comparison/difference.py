"""The first difference between a listing and its port: what, where, which lines, both pictures."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retromaze.comparison.state import SIDES, Sides, color_words
from retromaze.language.prologue import Value
from retromaze.machine.events import COLOR, Event, places_among
from retromaze.machine.machine import LOWER
from retromaze.machine.memory import Files
from retromaze.machine.observed import Effect, observed_as

RANDOM, WAIT, EVENT = "random draw", "wait", "event"
EXTRA, MISSING = "extra event", "missing event"
ENDING = "ending"

KINDS = {Effect.CHANCE: RANDOM, Effect.WAITS: WAIT}
"""Of all other effects it is EVENT."""


@dataclass(frozen=True)
class Place:
    """A line of a program: file, number from 1 (0 is unknown) and text."""

    file: str = ""
    line: int = 0
    text: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


@dataclass(frozen=True, eq=False, repr=False)
class Difference:
    """The first thing in which a port departed from its listing, or a second program from the first.

    `kind` is "event", "random draw", "wait", "extra event", "missing event", "pixel", "text cell", "glyph",
    "screen", "cursor", "setting", "file", "random series" or "ending"; `frame` the listing's frame, counted
    from 0, and `event` the number of the event, counted from 1 (one more than there are where a program has
    ended); `words` the sentence about it, `sides` what both programs are called in it; `before` the last
    events on which both agreed, three at most;
    `listing` and `port` the lines concerned; `value` the first variable that parted on the way to it
    (`DX, line 16 | dx, line 12`), "" if none is known to; the pictures are what is seen at that moment, words
    0xAARRGGBB:
    400*240 of the upper screen, 400*480 of both, 320*480 of the tall one; `played` the options that play it
    again where a game at random showed it, and `stored` the files that this game found in its storage, None
    if they are those of any other run.
    """

    kind: str
    frame: int
    event: int
    words: str
    before: tuple[str, ...]
    listing: Place
    port: Place
    listing_picture: array[int]
    port_picture: array[int]
    name: str = ""
    seed: int = 0
    sizes: Mapping[str, Value] | None = None
    sides: Sides = SIDES
    played: str = ""
    stored: Files | None = None
    value: str = ""

    def __repr__(self) -> str:
        return f"<Difference: {self.sentence}>"

    def __str__(self) -> str:
        """The events before it, the difference, source lines, first value, and the game that showed it."""
        places = [str(place) for place in (self.listing, self.port) if place.line]
        game = [f"played with {self.played}"] if self.played else []
        value = [f"first different: {self.value}"] if self.value else []
        return "\n".join([*self.before, self.sentence, *places, *value, *game])

    def _repr_html_(self) -> str:
        """What a notebook shows: the words, and both pictures beside what differs in red."""
        from retromaze.display.pictures import png
        from retromaze.display.tags import picture_tag, text_tag

        shown = (picture_tag(png(picture), "png", name) for name, picture in self.pictures().items())
        return text_tag(str(self)) + "".join(shown)

    def pictures(self) -> dict[str, array[int]]:
        """Both pictures, and what differs in red over a gray listing; all as large as the larger one."""
        from retromaze.display.pictures import common_size, difference_picture, framed, size_of

        size = common_size([size_of(self.listing_picture), size_of(self.port_picture)])
        listing, port = framed(self.listing_picture, size), framed(self.port_picture, size)
        names = SIDES if self.sides == SIDES else ("first", "second")
        return {names[0]: listing, names[1]: port, "difference": difference_picture(listing, port)}

    @property
    def sentence(self) -> str:
        """`frame 1, event 5: listing line 6 draws line(16, 8, 23, 15), port draws line(16, 8, 16, 15)`."""
        return f"frame {self.frame}, event {self.event}: {self.words}"


def relative(path: Path) -> str:
    """The path as seen from the current folder if it lies in it."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def kind_of(*events: Event) -> str:
    """What differs where these two events differ."""
    found = (observed_as(method_of(event.name)) for event in events)
    kinds = {KINDS.get(each.effect, EVENT) if each else EVENT for each in found}
    return kinds.pop() if len(kinds) == 1 else EVENT


def deed(event: Event, *, result: bool = False) -> str:
    """`draws line(16, 8, 23, 15)`, `takes below(4) = 2`: the call in Python, defaults left out."""
    found = observed_as(method_of(event.name))
    words = f"{found.verb if found else 'calls'} {event.name}({', '.join(argument_texts(event))})"
    return f"{words} = {event.result!r}" if result and event.result is not None else words


def method_of(name: str) -> str:
    """`line` of `screens[1].line`, `sprites.move` of `screens[1].sprites.move`."""
    return name.removeprefix(LOWER).removeprefix("console.")


def spelled(value: Any) -> str:
    """The value in Python; `5` for 5.0 too, as both are the same to the machine."""
    if type(value) is tuple:
        return f"({', '.join(map(spelled, value))}{',' * (len(value) == 1)})"
    return repr(value).removesuffix(".0") if isinstance(value, float) else repr(value)


def argument_texts(
    event: Event, spell: Callable[[Any], str] = spelled, spell_color: Callable[[Any], str] = color_words
) -> list[str]:
    """The arguments, each spelled, without those at the end that are as they would be if left out."""
    given = list(event.arguments)
    found = observed_as(method_of(event.name), len(given))
    parameters = found.parameters if found else ()
    colors = places_among(parameters, COLOR)
    while given and parameters and same(given[-1], parameters[len(given) - 1].default):
        given.pop()
    return [(spell_color if at in colors else spell)(each) for at, each in enumerate(given)]


def same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def agreed_events(events: Iterable[Event], first: int) -> tuple[str, ...]:
    """Events on which both agreed, the first with that number."""
    return tuple(
        f"frame {event.frame}, event {number}: line {event.line} {deed(event, result=True)}"
        for number, event in enumerate(events, first)
    )
