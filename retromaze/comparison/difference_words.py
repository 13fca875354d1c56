"""All words for differences: between calls, endings, machines and tunes.

A finding is one difference of two machines. A property is one part of the state of a sprite, layer or sprite
definition in words, which are equal for equal states.

A difference of a property names its owner: `listing has sprite 3 at (120, 40), port has it at (121, 40)`.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import compress, count, zip_longest
from operator import ne
from typing import Any, NamedTuple

from retromaze.comparison.state_digests import (
    SCREEN_NAMES,
    cell_characters,
    files,
    glyphs,
    is_shown,
    keyboard_state,
    machine_settings,
    settings,
)
from retromaze.errors import (
    DivideByZero,
    IllegalFileFormat,
    IllegalFunctionCall,
    OutOfData,
    OutOfRange,
    StackOverflow,
    SubscriptOutOfRange,
)
from retromaze.machine.animation import FOREVER, Animation, Animations
from retromaze.machine.backgrounds import Background
from retromaze.machine.compose import compose
from retromaze.machine.console import Cell
from retromaze.machine.events import COLOR, Effect, Event, observed_method, positions_annotated
from retromaze.machine.file_formats import NAMES as NAMES_OF_ELEMENTS
from retromaze.machine.file_formats import decode_document
from retromaze.machine.machine import LOWER, Machine
from retromaze.machine.mml import VARIABLES, read_mml
from retromaze.machine.page import SIDE
from retromaze.machine.screen import Screen
from retromaze.machine.sequencer import Score
from retromaze.machine.sound_events import SAMPLES_PER_FRAME, SAMPLES_PER_SECOND, Note, Tone
from retromaze.machine.sprites import SHOWN, Sprite, SpriteDefinition
from retromaze.values.scalars import LOW_32_BITS

# ---- kinds of differences, and what both programs are called

RANDOM, WAIT, EVENT = "random draw", "wait", "event"
ASK = "ask"
"""The name of the event of an INPUT, in modes that compare it."""
PRINT = "print"
"""The method by which PRINT prints each of its items."""
EXTRA, MISSING = "extra event", "missing event"
ENDING = "ending"
KINDS = {Effect.CHANCE: RANDOM, Effect.WAITS: WAIT}
"""The kinds of calls; all other effects are EVENT."""


class How(enum.Enum):
    """In which way a port differs; `--json` prints the value."""

    VALUE = "value"
    """The port makes the same call with other arguments or another result, or is in another state."""
    ORDER = "order"
    """The port makes another call, or the listing's calls in another order."""
    MISSING = "missing"
    """The port leaves a call of the listing out, or ends before it."""
    EXTRA = "extra"
    """The port makes a call that the listing does not make."""
    ERROR = "error"
    """One of the two stops with an error; the other one does not, or with another error."""
    STANDSTILL = "standstill"
    """The port goes on for ever and does nothing."""


class StopReason(enum.Enum):
    """Why a run ended, in words. A listing has no STANDSTILL: its frames pass by themselves."""

    ENDED = "has ended"
    WAITS = "waits for input that never comes"
    LIMIT = "goes on"
    STANDSTILL = "goes on and does nothing"
    BREAK = "is broken off by STOP"
    ERROR = "stops with an error"

    @property
    def is_cut_off(self) -> bool:
        """Whether the comparison stopped the program, which would have gone on."""
        return self in {StopReason.WAITS, StopReason.LIMIT}


NO_CONSOLE_ERROR = -1
"""The number of an error that the console does not have: an error of Python."""

PYTHON_ERRORS: dict[int, tuple[type[Exception], ...]] = {
    IllegalFunctionCall.number: (IndexError,),
    StackOverflow.number: (RecursionError,),
    DivideByZero.number: (ZeroDivisionError,),
    OutOfRange.number: (ValueError,),
    OutOfData.number: (IndexError, StopIteration),
    SubscriptOutOfRange.number: (IndexError, KeyError),
}
"""The errors with which Python stops a port where the console stops with one of its own, by its ERRNUM.

Calls without end have a limit in Python that is not the console's. The illegal call is ASC of "". A table of
the listing may be a dict of the port, which has a KeyError, and its DATA a tuple or an iterator.
"""


class RunEnd(NamedTuple):
    """How and where a run ended.

    `error` and `number` are an error's words and its ERRNUM (NO_CONSOLE_ERROR for an error of Python), ""
    and 0 without an error; `file` and `line` are "" and 0 if they are not known.
    """

    reason: StopReason = StopReason.ENDED
    error: str = ""
    number: int = 0
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        """`has ended`, `stops in line 8: Stack overflow`; `stops: ...` before the first line."""
        words = str(self.reason.value)
        if self.reason is StopReason.ERROR:
            return f"stops in line {self.line}: {self.error}" if self.line else f"stops: {self.error}"
        if self.reason is StopReason.STANDSTILL and self.line:
            return f"{words} (it is in line {self.line})"
        if self.reason is StopReason.BREAK and self.line:
            return f"{words} in line {self.line}"
        return words

    @property
    def is_standstill(self) -> bool:
        """Whether the program was ended because it did nothing."""
        return self.reason is StopReason.STANDSTILL

    def deviation_of(self, port: RunEnd) -> How:
        """Returns in which way a port's end differs from this end of its listing."""
        if port.is_standstill:
            return How.STANDSTILL
        if StopReason.ERROR in {self.reason, port.reason}:
            return How.ERROR
        port_goes_on = port.reason.is_cut_off and not self.reason.is_cut_off
        return How.EXTRA if port_goes_on else How.MISSING

    @property
    def error_text(self) -> str:
        """`errnum 14 in line 1`, Python's words for an error of Python; "" if no error ended the run."""
        if not self.number:
            return ""
        cause = self.error if self.number == NO_CONSOLE_ERROR else f"errnum {self.number}"
        return f"{cause} in line {self.line}"

    def ends_like(self, port: RunEnd) -> bool:
        """Whether a port ended as its listing did: with the same error, or cut off if the listing was."""
        if self.reason is StopReason.LIMIT and port.reason is StopReason.STANDSTILL:
            # Both go on for ever. Frames pass while a listing works, so that it comes to its LIMIT.
            return True
        if self.reason.is_cut_off:
            return port.reason.is_cut_off
        own_errors = [each.__name__ for each in PYTHON_ERRORS.get(self.number, ())]
        if port.number == NO_CONSOLE_ERROR and port.error.split(":")[0] in own_errors:
            return True
        alike = self.reason is port.reason and self.number == port.number
        return alike and (self.number != NO_CONSOLE_ERROR or self.error == port.error)


ENDED = RunEnd()
GOES_ON = RunEnd(StopReason.LIMIT)


class Sides(NamedTuple):
    """What both programs are called, and the sentences with these names."""

    listing: str = "listing"
    port: str = "port"

    def listing_call(self, event: Event, *, result: bool = False) -> str:
        """Returns `listing line 6 draws line(16, 8, 23, 15)`; with `result` also what the call returned."""
        return f"{self.listing} line {event.line} {call_words(event, result=result)}"

    def contrast(self, listing: str, port: str) -> str:
        """Returns `listing has ended, port draws point(1, 1)`; `port` is only what the port does."""
        return f"{listing}, {self.port} {port}"

    def property_contrast(self, object_name: str, one: str, other: str) -> str:
        """Returns `listing has sprite 3 shown, port has it hidden`; `object_name` is `sprite 3`."""
        return f"{self.listing} has {object_name} {one}, {self.port} has it {other}"

    def values_of_both(self, one: str, other: str) -> str:
        """Returns `1 in listing, 2 in port`."""
        return f"{one} in {self.listing}, {other} in {self.port}"

    def after_wait(self, wait: Event, found: str) -> str:
        """Returns `after vsync(1) in listing line 6, {found}`; `at ask()` for an INPUT, seen before it."""
        # without the verb: "after waits by vsync(1)" is no English
        call = call_words(wait).removeprefix("waits by ").removeprefix("asks by ")
        return f"{'at' if wait.name == ASK else 'after'} {call} in {self.listing} line {wait.line}, {found}"

    def draws_exchanged(self, one: Event, other: Event, lines: Sequence[int], found: str) -> str:
        """Returns the sentence for two random draws of the listing that the port makes in the other order.

        `lines` are the port's lines of the two draws, `found` the difference that this led to.
        """
        earlier, later = self.listing_call(one, result=True), call_words(other, result=True)
        first = f"{earlier} and then line {other.line} {later}"
        return self.contrast(first, f"has them exchanged in lines {lines[0]} and {lines[1]}: {found}")


SIDES = Sides()


def with_article(side: str) -> str:
    """Returns `the listing`, `the port`; a file's name as it is: `left.bas`."""
    return f"the {side}" if side in SIDES else side


# ---- calls


def call_kind(*events: Event) -> str:
    """Returns the kind of a difference between these calls; EVENT if they are of several kinds."""
    observations = (observed_method(method_of(event.name)) for event in events)
    kinds = {KINDS.get(each.effect, EVENT) if each else EVENT for each in observations}
    return kinds.pop() if len(kinds) == 1 else EVENT


def call_words(event: Event, *, result: bool = False) -> str:
    """Returns a verb and the call in Python without defaults: `draws line(16, 8, 23, 15)`, `asks by ask()`.

    With `result` the call's result follows, unless it is None: `takes below(4) = 2`.
    """
    observed = observed_method(method_of(event.name))
    # the comparison's own events, of an INPUT and of a poll, are no methods that a machine reports
    unobserved_verb = "asks by" if event.name == ASK else "calls"
    verb = observed.verb if observed else unobserved_verb
    words = f"{verb} {event.name}({', '.join(argument_texts(event))})"
    return f"{words} = {event.result!r}" if result and event.result is not None else words


def method_of(name: str) -> str:
    """Returns the method without screen and console: `sprites.move` for `screens[1].sprites.move`."""
    return name.removeprefix(LOWER).removeprefix("console.")


ITEMS = 32
"""An array with more items is shown by its first eight."""


def python_text(value: Any) -> str:
    """Returns the value in Python; `5` for 5.0 too, as both are the same to the machine."""
    # arrays are plain tuples in events; a named tuple is written with its own repr
    if type(value) is tuple and len(value) > ITEMS:
        return f"({', '.join(map(python_text, value[:8]))}, … {len(value)} items)"
    if type(value) is tuple:
        end = "," if len(value) == 1 else ""
        return f"({', '.join(map(python_text, value))}{end})"
    return repr(value).removesuffix(".0") if isinstance(value, float) else repr(value)


def item_words(one: Event, other: Event, sides: Sides) -> str:
    """Returns `; item 70 is 3 in listing, 4 in port` if two calls differ in an array too long to be shown."""
    for left, right in zip(one.arguments, other.arguments, strict=False):
        are_long = type(left) is type(right) is tuple and min(len(left), len(right)) > ITEMS
        if are_long and (indices := differing_indices(left, right)):
            at = indices[0]
            return f"; item {at} is {sides.values_of_both(python_text(left[at]), python_text(right[at]))}"
    return ""


def color_words(color: Any) -> str:
    """Returns `&HFF00FF00`, also for an ink, which is a tuple of one color; `None` for None."""
    if isinstance(color, tuple) and len(color) == 1:
        return color_words(color[0])
    return hex_word(color) if isinstance(color, int) else repr(color)


def argument_texts(
    event: Event, spell: Callable[[Any], str] = python_text, spell_color: Callable[[Any], str] = color_words
) -> list[str]:
    """Returns a call's arguments as texts, by default in Python.

    The last arguments are left out as long as they equal their parameters' defaults. `spell` makes a text of
    a value, `spell_color` of a 32-bit color.
    """
    arguments = list(event.arguments)
    observed = observed_method(method_of(event.name), len(arguments))
    parameters = observed.parameters if observed else ()
    colors = positions_annotated(parameters, COLOR)
    while arguments and parameters:
        last, default = arguments[-1], parameters[len(arguments) - 1].default
        # True equals 1, but is not written as 1
        if type(last) is not type(default) or last != default:
            break
        arguments.pop()
    return [(spell_color if at in colors else spell)(each) for at, each in enumerate(arguments)]


def agreed_events(events: Iterable[Event], first: int) -> tuple[str, ...]:
    """Returns a text for each of these events, on which both agreed; they are numbered from `first` on."""
    return tuple(
        f"frame {event.frame}, event {number}: line {event.line} {call_words(event, result=True)}"
        for number, event in enumerate(events, first)
    )


# ---- machines


class Finding(NamedTuple):
    """One thing in which two machines differ: its kind and the words for it."""

    kind: str
    words: str


COLORS = {"backdrop", "veil", "drawing color", "ink"}
"""The settings that are 32-bit colors; the colors of text are numbers 0 to 15."""
SERIES = range(8)
"""The numbers of a machine's random series."""
DRAWS_OF_A_STATE = 4
"""Raw words that hold all 127 bits of a random series."""


def visible_findings(listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    """Yields the differences of what is visible, and of settings that decide what is drawn next."""
    for screen_name, left, right in zip(SCREEN_NAMES, listing.screens, port.screens, strict=True):
        of_screen = f" of the {screen_name} screen"
        # Screens of two sizes differ in a setting; their cells cannot be compared one by one.
        if left.size == right.size:
            place = f"text cell column {{}}, row {{}}{of_screen}"
            cells = left.console.cells, right.console.cells
            yield from grid_findings("text cell", cells, left.console.columns, place, cell_words, sides)
        yield from pixel_findings(left.show_page, listing, port, sides)
        one, other = (f"column {each.console.column}, row {each.console.row}" for each in (left, right))
        if one != other:
            yield Finding("cursor", f"cursor{of_screen} is in {sides.values_of_both(one, other)}")
        yield from sprite_and_layer_findings(screen_name, left, right, sides)
        yield from setting_findings("screen", settings(left), settings(right), sides, of_screen)
    yield from glyph_findings(listing, port)
    yield from property_findings("setting", list(definition_differences(listing, port)), sides, "")
    yield from setting_findings("setting", machine_settings(listing), machine_settings(port), sides)


def glyph_findings(listing: Machine, port: Machine) -> Iterator[Finding]:
    """Yields the first glyph that differs."""
    mine, theirs = glyphs(listing.font), glyphs(port.font)
    codes = sorted(code for code in mine.keys() | theirs.keys() if mine.get(code) != theirs.get(code))
    if codes:
        words = f"the glyph of {chr(codes[0])!r} (&H{codes[0]:04X}) is not the same"
        yield Finding("glyph", words + count_of_others(codes, "glyph"))


def final_findings(listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    """Yields the differences at the end of two runs: also of pages, files, keys and random series."""
    yield from visible_findings(listing, port, sides)
    for number in range(len(listing.pages)):
        yield from pixel_findings(number, listing, port, sides)
    yield from file_findings(files(listing.storage), files(port.storage), sides)
    yield from setting_findings("setting", keyboard_state(listing), keyboard_state(port), sides)
    yield from random_series_findings(listing, port, sides)


def picture_findings(listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    """Yields the differences of text, of the pictures that the screens show, and of files."""
    for screen_name, left, right in zip(SCREEN_NAMES, listing.screens, port.screens, strict=True):
        shown = is_shown(listing, left), is_shown(port, right)
        yield from visibility_findings(screen_name, *shown, sides)
        if all(shown):
            yield from text_findings(screen_name, left, right, sides)
            one = compose(left, listing.font, after_fade=True)
            other = compose(right, port.font, after_fade=True)
            place = f"pixel ({{}}, {{}}) of the {screen_name} screen"
            if len(one) == len(other):  # other sizes are a difference already
                for found in grid_findings("pixel", (one, other), left.width, place, color_words, sides):
                    # a sprite or layer that differs is most likely the reason
                    reason = next(sprite_and_layer_findings(screen_name, left, right, sides), None)
                    yield found._replace(words=f"{found.words}; {reason.words}") if reason else found
    yield from file_findings(files(listing.storage), files(port.storage), sides)


def visibility_findings(screen_name: str, listing: bool, port: bool, sides: Sides) -> Iterator[Finding]:
    """Yields a difference if only one of two machines shows the screen of that name."""
    if listing != port:
        one, other = ("shown" if each else "not shown" for each in (listing, port))
        yield Finding("screen", f"the {screen_name} screen is {sides.values_of_both(one, other)}")


def final_picture_findings(listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    """Yields the differences of text, pictures, files and random series at the end of two runs."""
    yield from picture_findings(listing, port, sides)
    yield from random_series_findings(listing, port, sides)


def text_findings(screen_name: str, listing: Screen, port: Screen, sides: Sides) -> Iterator[Finding]:
    """Yields the first difference of text on two screens; if their sizes differ, that difference only."""
    of_screen = f" of the {screen_name} screen"
    one, other = ({"size": each.size, "size of cells": each.console.cell_size} for each in (listing, port))
    if different_size := next(setting_findings("screen", one, other, sides, of_screen), None):
        yield different_size
        return
    texts = cell_characters(listing), cell_characters(port)
    place = f"text in column {{}}, row {{}}{of_screen}"
    yield from grid_findings("text cell", texts, listing.console.columns, place, repr, sides)


def setting_findings(
    kind: str, listing: dict[str, Any], port: dict[str, Any], sides: Sides, of_screen: str = ""
) -> Iterator[Finding]:
    """Yields the settings that differ; `of_screen` says whose they are: ` of the upper screen` or ""."""
    for name, value in listing.items():
        if value != port[name]:
            spell = color_words if name in COLORS else repr
            both = sides.values_of_both(spell(value), spell(port[name]))
            yield Finding(kind, f"{name}{of_screen} is {both}")


def pixel_findings(number: int, listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    """Yields the first pixel of a page that differs."""
    pages = listing.pages[number], port.pages[number]
    # untouched pages are equal, and to read their pixels would first fill them
    if all(page.is_untouched for page in pages):
        return
    pixels, place = (pages[0].pixels, pages[1].pixels), f"pixel ({{}}, {{}}) of page {number}"
    yield from grid_findings("pixel", pixels, SIDE, place, color_words, sides)


def file_findings(listing: dict[str, bytes], port: dict[str, bytes], sides: Sides) -> Iterator[Finding]:
    """Yields the files that only one has, or that differ."""
    for path in sorted(listing.keys() | port.keys()):
        one, other = listing.get(path), port.get(path)
        if one is None or other is None:
            writer = sides.listing if other is None else sides.port
            yield Finding("file", f"{path} is written by {with_article(writer)} only")
        elif one != other:
            first = next(iter(differing_indices(one, other)), min(len(one), len(other)))
            words = f"{path} is not the same from byte {first + 1} on"
            yield Finding("file", array_words(path, one, other, sides) or words)


def array_words(path: str, listing: bytes, port: bytes, sides: Sides) -> str:
    """Returns `element [7] of DEFAULT/DAT:GAME is 24 in listing, 25 in port` for two stored arrays.

    If the arrays have other sizes, these are told; "" where one of the files is no array.
    """
    try:
        one, other = decode_document(listing), decode_document(port)
    except IllegalFileFormat:
        return ""
    if one.sizes != other.sizes:
        sizes = ("x".join(map(str, each.sizes)) for each in (one, other))
        return f"the size of {path} is {sides.values_of_both(*sizes)}"
    if one.element != other.element:
        kinds = (NAMES_OF_ELEMENTS[each.element] for each in (one, other))
        return f"the kind of numbers in {path} is {sides.values_of_both(*kinds)}"
    # as texts: -0.0 is not 0.0, and NaN is NaN
    values = list(map(python_text, one.values)), list(map(python_text, other.values))
    indices = differing_indices(*values)
    if not indices:
        return ""
    at = indices[0]
    subscripts: list[str] = []
    for size in reversed(one.sizes):  # the last subscript is the fastest
        at, subscript = divmod(at, size)
        subscripts.insert(0, str(subscript))
    both = sides.values_of_both(*(each[indices[0]] for each in values))
    return f"element [{','.join(subscripts)}] of {path} is {both}{count_of_others(indices, 'element')}"


def random_series_findings(listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    """Yields the random series whose next draws differ."""
    # draws from copies: another port may be compared with the same machine
    left, right = deepcopy(listing.rng), deepcopy(port.rng)
    for series in SERIES:
        if any(left.raw(series) != right.raw(series) for _ in range(DRAWS_OF_A_STATE)):
            yield Finding("random series", f"random series {series} stands elsewhere in {sides.port}")


def grid_findings(
    kind: str,
    grids: tuple[Sequence[Any], Sequence[Any]],
    width: int,
    place_template: str,
    spell: Callable[[Any], str],
    sides: Sides,
) -> Iterator[Finding]:
    """Yields one finding for the first cell that differs in two grids, and how many others do; or none.

    `kind` is the finding's, "text cell" or "pixel". A grid has its rows, `width` cells each, one after the
    other. `place_template` is formatted with column and row.
    """
    if indices := differing_indices(*grids):
        row, column = divmod(indices[0], width)
        values = sides.values_of_both(*(spell(grid[indices[0]]) for grid in grids))
        # "(and 3 more cells)"
        others = count_of_others(indices, kind.removeprefix("text "))
        yield Finding(kind, f"{place_template.format(column, row)} is {values}{others}")


def differing_indices(one: Sequence[Any], other: Sequence[Any]) -> list[int]:
    """Returns the indices at which two sequences differ, up to the end of the shorter one."""
    return [] if one == other else [*compress(count(), map(ne, one, other))]


def count_of_others(found: Sequence[object], thing: str) -> str:
    """Returns ` (and 36 more pixels)` for 37 found pixels, "" for one."""
    rest = len(found) - 1
    return f" (and {rest:,} more {thing}{'s' if rest > 1 else ''})" if rest else ""


def cell_words(cell: Cell | None) -> str:
    """Returns `'A' (15 on 0)` or `empty`; attributes and depth are shown only if they are not 0."""
    if cell is None:
        return "empty"
    words = f"{chr(cell.code)!r} ({cell.foreground} on {cell.background}"
    words += f", attributes {cell.attributes}" if cell.attributes else ""
    words += f", depth {cell.z:g}" if cell.z else ""
    return words + ")"


# ---- sprites, layers and definitions

PropertyDifference = tuple[str, str, str]
"""An object's name, say `sprite 3`; one of its properties in the listing's machine, and in the port's."""


def sprite_and_layer_findings(screen: str, listing: Screen, port: Screen, sides: Sides) -> Iterator[Finding]:
    """Yields the first property in which the sprites of two screens differ, and the first of their layers."""
    # only the lower screen is named: most programs show sprites on the upper one
    of_screen = "" if screen == SCREEN_NAMES[0] else f" of the {screen} screen"
    yield from property_findings("sprite", list(sprite_differences(listing, port)), sides, of_screen)
    yield from property_findings("background", list(layer_differences(listing, port)), sides, of_screen)


def property_findings(
    kind: str, found: Sequence[PropertyDifference], sides: Sides, of_screen: str
) -> Iterator[Finding]:
    """Yields the first of these differences; `of_screen` is "", or say ` of the lower screen`."""
    if found:
        object_name, one, other = found[0]
        words = sides.property_contrast(f"{object_name}{of_screen}", one, other)
        yield Finding(kind, words + count_of_others(found, "difference"))


def sprite_differences(listing: Screen, port: Screen) -> Iterator[PropertyDifference]:
    """Yields all properties in which the sprites of two screens differ, the lowest number first."""
    one, other = (
        {number: sprite_properties(sprite) for number, sprite in screen.sprites.all_states().items()}
        for screen in (listing, port)
    )
    yield from numbered_differences("sprite", one, other, sprite_properties(Sprite()))


def numbered_differences(
    kind: str, listing: Mapping[int, Properties], port: Mapping[int, Properties], absent: Properties
) -> Iterator[PropertyDifference]:
    """Yields all properties in which objects of the same number differ, the lowest number first.

    `kind` is what one object is called, `sprite`; `absent` are the properties of an object that a side lacks.
    """
    for number in sorted(listing.keys() | port.keys()):
        for pair in different_properties(listing.get(number, absent), port.get(number, absent)):
            yield f"{kind} {number}", *pair


def layer_differences(listing: Screen, port: Screen) -> Iterator[PropertyDifference]:
    """Yields all differences of the layers of two screens, layer by layer: its properties, then its cells."""
    layers = zip(listing.backgrounds.all(), port.backgrounds.all(), strict=False)
    for number, (one, other) in enumerate(layers):
        object_name = f"background layer {number}"
        for pair in different_properties(layer_properties(one), layer_properties(other)):
            yield object_name, *pair
        yield from cell_differences(number, one, other)


def cell_differences(number: int, listing: Background, port: Background) -> Iterator[PropertyDifference]:
    """Yields the first different property of each cell that differs, if both layers have the same size."""
    # layers of different sizes differ in their property `size`; no cell of one belongs to a cell of the other
    if (listing.width, listing.height) == (port.width, port.height):
        for at in differing_indices(listing.cells, port.cells):
            row, column = divmod(at, listing.width)
            one, other = cell_properties(listing.cells[at]), cell_properties(port.cells[at])
            pair = next(different_properties(one, other))
            yield f"cell ({column}, {row}) of background layer {number}", *pair


def definition_differences(listing: Machine, port: Machine) -> Iterator[PropertyDifference]:
    """Yields all differences of the sprite definitions of two machines, the lowest number first."""
    numbers = listing.definitions.defined.keys() | port.definitions.defined.keys()
    one, other = (
        {number: definition_properties(machine.definitions[number]) for number in numbers}
        for machine in (listing, port)
    )
    # both have all of `numbers`, so that no definition is absent
    yield from numbered_differences("definition", one, other, absent={})


Properties = dict[str, str]
"""The state of one sprite, layer or definition in words by the property's name, the most important first."""
NONE = "without {}"
CHARACTER = 0xFFF
"""The bits of a cell of a layer that are its character."""


def different_properties(listing: Properties, port: Properties) -> Iterator[tuple[str, str]]:
    """Yields the properties in which two objects differ: the listing's words and the port's.

    If `use` differs, nothing else is compared, as an unused object has only initial values. If only one has
    an animation, say, the properties `... of` that animation are left out, as they differ as well.
    """
    if listing.get("use") != port.get("use"):
        yield listing["use"], port["use"]
        return
    missing: list[str] = []
    for name in listing | port:
        one, other = (properties.get(name, NONE.format(name)) for properties in (listing, port))
        if one != other and not any(name.endswith(f" of {each}") for each in missing):
            yield one, other
            if name not in listing or name not in port:
                missing.append(name)


def sprite_properties(sprite: Sprite) -> Properties:
    """Returns all properties of a sprite, with those of its collision detection and animations."""
    parent, collision = sprite.parent, sprite.detection
    box = collision.box
    return {
        "use": "set" if sprite.used else "not set",
        "link": "not linked" if parent is None else f"linked to sprite {parent}",
        "place": f"at {coordinates(sprite.x, sprite.y)}",
        "depth": f"at depth {number_text(sprite.z)}",
        "definition": f"with definition {sprite.definition}",
        **picture_properties(sprite),
        **common_properties(sprite),
        "collision": f"with collision {'on' if collision.on else 'off'}",
        "box": f"with collision box {coordinates(*box)}" if box else "with no collision box of its own",
        "mask": f"with collision mask {hex_word(collision.mask)}",
        "following": f"with scaling of its collision box {'on' if collision.scales else 'off'}",
        "box's scale": f"with a collision box scaled by {coordinates(collision.scale_x, collision.scale_y)}",
        "velocity": f"with collision velocity {coordinates(*collision.velocity)}",
        **animation_properties(sprite.animations),
    }


def definition_properties(definition: SpriteDefinition) -> Properties:
    """Returns the properties of a sprite definition: its picture, attributes and home."""
    return {
        **picture_properties(definition),
        "home": f"with home {coordinates(definition.home_x, definition.home_y)}",
    }


def layer_properties(layer: Background) -> Properties:
    """Returns all properties of a layer, but not those of its cells."""
    return {
        "size": f"with {layer.width} x {layer.height} cells of {layer.tile} pixels",
        "shown": "shown" if layer.shown else "hidden",
        "place": f"at {coordinates(layer.x, layer.y)}",
        "depth": f"at depth {number_text(layer.z)}",
        "clip": f"with clip {coordinates(*layer.clip)}" if layer.clip else NONE.format("clip"),
        **common_properties(layer),
        **animation_properties(layer.animations),
    }


def cell_properties(cell: int) -> Properties:
    """Returns the properties of one cell of a layer: its character, turned and mirrored by the bits above."""
    return {
        "character": f"with character {cell & CHARACTER}" if cell & CHARACTER else "empty",
        "turns": f"with {quantity(cell >> 12 & 3, 'quarter turn')}",
        "mirrored": "mirrored" if cell >> 14 & 1 else "not mirrored",
        "upside down": "upside down" if cell >> 15 & 1 else "not upside down",
    }


def picture_properties(one: Sprite | SpriteDefinition) -> Properties:
    """Returns the properties of the part of a sheet that a sprite or a definition shows."""
    attributes = one.attributes  # bits
    return {
        "picture": f"with {one.width} x {one.height} pixels of the sheet from {coordinates(one.u, one.v)}",
        "shown": "shown" if attributes & SHOWN else "hidden",
        "turns": f"with {quantity(attributes >> 1 & 3, 'quarter turn')}",
        "mirrored": "mirrored" if attributes & 8 else "not mirrored",
        "upside down": "upside down" if attributes & 16 else "not upside down",
        "added": "with its light added" if attributes & 32 else "without its light added",
    }


def common_properties(shown: Sprite | Background) -> Properties:
    """Returns the properties that sprites and layers have in common: their look, variables and callback."""
    variables = enumerate(shown.variables)
    return {
        "home": f"with home {coordinates(shown.home_x, shown.home_y)}",
        "rotation": f"turned by {number_text(shown.rotation)} degrees",
        "scale": f"scaled by {coordinates(shown.scale_x, shown.scale_y)}",
        "color": f"with color {hex_word(shown.color)}",
        **{f"variable {at}": f"with variable {at} = {number_text(value)}" for at, value in variables},
        "callback": f"with callback {shown.callback}" if shown.callback else NONE.format("callback"),
    }


def animation_properties(animations: Animations) -> Properties:
    """Returns the properties of all animations: whether they are halted, then those of each."""
    properties = {"halt": f"with animations {'halted' if animations.halted else 'not halted'}"}
    for each in animations.all():
        properties |= one_animation_properties(each)
    return properties


def one_animation_properties(animation: Animation) -> Properties:
    """Returns the properties of an animation: that it exists, its keyframes (see SPANIM), its progress."""
    # `at` is the index of the present keyframe, `passed` the frames since its start
    target, keyframes, start, loops, at, passed = animation.state
    name = f"animation {target}"
    keyframe_values = {
        f"keyframe {each} of {name}": ",".join(map(number_text, (keyframe.frames, *keyframe.values)))
        for each, keyframe in enumerate(keyframes, 1)
    }
    loops_left = "for ever" if loops == FOREVER else f"for {quantity(loops, 'more time')}"
    return {
        name: f"with {name}",
        **{each: f"with {each} = {values}" for each, values in keyframe_values.items()},
        f"start of {name}": f"with {name} from {coordinates(*start)} on",
        f"loops of {name}": f"with {name} {loops_left}",
        f"place of {name}": f"with {name} after {quantity(passed, 'frame')} of its keyframe {at + 1}",
    }


class AffectedObject(NamedTuple):
    """The sprite, layer or definition that a call affects ("" for none); its properties after the call."""

    name: str
    properties: Properties


NOTHING = AffectedObject("", {})
OBJECT_PARAMETERS = {"number", "layer"}
"""Names of a first argument that is the number of the affected object."""


def affected_by(machine: Machine, event: Event) -> AffectedObject:
    """Returns the object that a call has just affected on this machine; NOTHING if there is none."""
    method = method_of(event.name)
    observed = observed_method(method, len(event.arguments))
    if not event.arguments or observed is None or observed.parameters[0].name not in OBJECT_PARAMETERS:
        return NOTHING
    number = event.arguments[0]
    if not isinstance(number, int):  # a number of no object, which a port may pass
        return NOTHING
    if event.name.startswith(LOWER):
        screen, place = machine.screens[1], " of the lower screen"
    else:
        screen, place = machine.screens[0], ""
    match method.partition(".")[0]:
        case "sprites":
            properties = sprite_properties(screen.sprites.all_states().get(number) or Sprite())
            return AffectedObject(f"sprite {number}{place}", properties)
        case "backgrounds":
            properties = layer_properties(screen.backgrounds[number])
            return AffectedObject(f"background layer {number}{place}", properties)
        case "definitions":
            return AffectedObject(f"definition {number}", definition_properties(machine.definitions[number]))
    return NOTHING


# ---- numbers


def quantity(count: int, thing: str) -> str:
    """Returns `1 frame`, `2 frames`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def number_text(value: float) -> str:
    """Returns `5` or `0.25`; `0` for -0.0 too."""
    return repr(value + 0.0).removesuffix(".0")


def coordinates(*values: float) -> str:
    """Returns `(5, 0.25)` for 5.0 and 0.25."""
    return f"({', '.join(map(number_text, values))})"


def hex_word(value: int) -> str:
    """Returns 32 bits as `&HFFFF0000`."""
    return f"&H{value & LOW_32_BITS:08X}"


# ---- tunes

NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
COMPARED_FRAMES = 36_000
"""The length of a tune that is compared, ten minutes: a tune may repeat for ever."""


def tune_difference(one: Event, other: Event, sides: Sides) -> str:
    """Returns `; at 0.50 s of channel 0 the tune has O4E in listing, O4F in port`.

    Returns "" if one of the calls has no tune as text, and if both tunes sound the same.
    """
    texts = [
        next((each for each in event.arguments if isinstance(each, str)), None) for event in (one, other)
    ]
    if texts[0] is None or texts[1] is None:
        return ""
    pairs = zip_longest(notes_of_tune(texts[0]), notes_of_tune(texts[1]))
    different = next((pair for pair in pairs if pair[0] != pair[1]), None)
    if different is None:
        return ""
    first = min((note for note in different if note), key=lambda note: note.moment)
    # the note of the other tune may come later: at the first one's moment that tune has nothing new
    words = (
        note_words(note, different) if note and note.moment == first.moment else "nothing new"
        for note in different
    )
    where = f"at {first.moment / SAMPLES_PER_SECOND:.2f} s of channel {first.channel}"
    return f"; {where} the tune has {sides.values_of_both(*words)}"


def notes_of_tune(text: str) -> Iterator[Note]:
    """Yields the notes of a tune in the order of their moments, then of their channels."""
    score = Score(read_mml(text), start=0, variables=[0] * len(VARIABLES))
    for frame in range(1, COMPARED_FRAMES):
        yield from score.advance(frame * SAMPLES_PER_FRAME, track=0)
        if score.is_over:
            return


def note_words(note: Note, both: Iterable[Note | None]) -> str:
    """Returns `O4C#`, and in parentheses what else differs between `both` notes: `O4C# (volume 100)`."""
    if note.tone is None:
        return "the end of a note"
    tones = [each.tone for each in both if each and each.tone]
    octave, semitone = divmod(note.tone.key, 12)
    other = [
        f"{field} {getattr(note.tone, field)}"
        for field in Tone._fields
        if field != "key" and len({getattr(each, field) for each in tones}) > 1
    ]
    name = f"O{octave - 1}{NAMES[semitone]}"  # key 60 is O4C
    return f"{name} ({', '.join(other)})" if other else name


def line_words(numbers: Sequence[int]) -> str:
    """Returns `line 7` or `lines 3, 5-8`: lines that follow each other are joined to a span.

    `numbers` are different line numbers, the most important first; a span stands where its first number does.
    """
    spans: list[range] = []
    for number in numbers:
        if not any(number in span for span in spans):
            first = last = number
            while first - 1 in numbers:
                first -= 1
            while last + 1 in numbers:
                last += 1
            spans.append(range(first, last + 1))
    texts = [f"{span[0]}-{span[-1]}" if len(span) > 1 else f"{span[0]}" for span in spans]
    return f"line{'s' if len(numbers) > 1 else ''} {', '.join(texts)}"
