"""A machine whose pixels and characters have a *stamp*: the number of the event that wrote them last.

Events are counted from 1; 0 means that none has written there. Words are pixels of a page: 0xAARRGGBB.
"""

from __future__ import annotations

import copy
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from retromaze.comparison.listing_recording import Trace
from retromaze.machine.colors import OPAQUE
from retromaze.machine.console import Cell, Console
from retromaze.machine.events import observed_methods
from retromaze.machine.machine import Machine
from retromaze.machine.page import SIDE, WORDS, Block, Page, Rectangle, ordered_rectangle
from retromaze.machine.screen import Screen
from retromaze.studio.run_recording import KeyframedReplay

if TYPE_CHECKING:
    Words = array[int]
    Cells = list[Cell | None]
else:
    Words, Cells = array, list

put_words = array.__setitem__

TRANSPARENCY_ARGUMENT = {"copy": 6, "put_words": 5}
"""The calls that can skip transparent pixels, and the index of the argument that is true if they do not."""
SETTINGS_CALLS = frozenset(
    {each.method.__name__ for each in observed_methods() if each.sets} | {"reset", "scroll", "set_mode"}
)
"""The calls that may change how layers are shown, or lay out a console again."""


class Area(NamedTuple):
    """The watched area: a rectangle of a page (left, top, right, bottom) and cells of a console.

    `page` is the page's number, `corners` the rectangle in it, inclusive; `cells` are numbers of cells of the
    console of the screen number `screen`.
    """

    page: int
    corners: Rectangle
    screen: int
    cells: frozenset[int]

    def has_pixels(self, page: int, key: int | slice[int | None, int | None, int | None]) -> bool:
        """Whether any of these pixels of a page is inside; `key` is the subscript or slice of their words."""
        if page != self.page:
            return False
        left, top, right, bottom = self.corners
        if not isinstance(key, slice):
            row, column = divmod(key, SIDE)
            return left <= column <= right and top <= row <= bottom
        places = range(*key.indices(WORDS))
        if places.step != 1:
            return any(self.has_pixels(page, each) for each in places)
        # the slice may span rows: whether it meets the rectangle's part of any of them
        rows = range(max(top, places.start // SIDE), min(bottom, (places.stop - 1) // SIDE) + 1)
        return any(places.start <= row * SIDE + right and row * SIDE + left < places.stop for row in rows)

    def has_cells(self, screen: int, cells: Iterable[int]) -> bool:
        """Whether any of these cells of a screen's console is inside."""
        return screen == self.screen and not self.cells.isdisjoint(cells)


class Pen:
    """The event that writes now, as all pages and consoles of a machine know it.

    `stamp` is the event's number, from 1, and `ink` an array of that one number. If an `area` is watched,
    `has_written_inside` is true once the event wrote there.
    """

    def __init__(self) -> None:
        self.area: Area | None = None
        self.begin_event(0)

    def begin_event(self, stamp: int) -> None:
        """Sets the stamp of all that is written from now on."""
        self.stamp = stamp
        self.ink = array("I", (stamp,))
        self.has_written_inside = False


class StampedWords(Words):
    """The words of a page (its pixels), and in `stamps` the number of the event that wrote each.

    `pen` is the event that writes now, `page` the page's number.
    """

    stamps: array[int]
    pen: Pen
    page: int

    @classmethod
    def of(cls, words: array[int], stamps: array[int], pen: Pen, page: int) -> StampedWords:
        """Returns the words of page number `page` with these stamps."""
        made = cls("I", words)
        made.stamps, made.pen, made.page = stamps, pen, page
        return made

    def __setitem__(self, key: Any, value: Any) -> None:
        """Writes a word or a slice of words, and stamps them."""
        put_words(self, key, value)
        pen = self.pen
        self.stamps[key] = pen.stamp if key.__class__ is int else pen.ink * len(value)
        if pen.area is not None and not pen.has_written_inside:
            pen.has_written_inside = pen.area.has_pixels(self.page, key)

    def __deepcopy__(self, memo: dict[int, Any]) -> StampedWords:
        return StampedWords.of(self, self.stamps[:], copy.deepcopy(self.pen, memo), self.page)


class StampedPage(Page):
    """A graphic page with a stamp for each pixel.

    Its pixels are made when they are first read; until then `_restored`, the stamp of the event that restored
    the page last, stands for all of them. `initial_words` returns the words at the start.
    """

    def __init__(self, pen: Pen, number: int, initial_words: Callable[[], array[int]]) -> None:
        super().__init__(initial_words)
        self._pen = pen
        self._number = number
        self._restored = 0

    @cached_property
    def pixels(self) -> StampedWords:
        return StampedWords.of(
            self.initial_words(), array("I", (self._restored,)) * WORDS, self._pen, self._number
        )

    def restore(self) -> None:
        """Gives every pixel the word that it had at the beginning."""
        pen = self._pen
        # untouched: the pixels are not made yet; existing ones are written by the superclass, and so stamped
        if self.is_untouched:
            self._restored = pen.stamp
            if pen.area is not None and pen.area.page == self._number:
                pen.has_written_inside = True
        super().restore()


class Unequal(Cells):
    """Cells that equal no others, so that the console writes (and stamps) them even if they do not change."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return False

    def __ne__(self, other: object) -> bool:
        return True


class StampedCells(Cells):
    """The cells of a console, and in `stamps` the number of the event that wrote each.

    When the text scrolls, a stamp moves with its character; `moved` is the stamp of the event that moved them
    last. `pen` is the event that writes now, `screen` the number of the console's screen.
    """

    def __init__(
        self, cells: Iterable[Cell | None], stamps: list[int], pen: Pen, moved: int, screen: int
    ) -> None:
        super().__init__(cells)
        self.stamps, self.pen, self.moved, self.screen = stamps, pen, moved, screen

    def __getitem__(self, key: Any) -> Any:
        """Returns a cell, or a slice that equals no other, so that the console does not skip a rewrite."""
        found = super().__getitem__(key)
        return Unequal(found) if isinstance(key, slice) else found

    def __setitem__(self, key: Any, value: Any) -> None:
        """Writes a slice of cells, and stamps them: the console never writes a single cell."""
        super().__setitem__(key, value)
        self.stamps[key] = [self.pen.stamp] * len(value)
        self._note_written(range(*key.indices(len(self))))

    def __delitem__(self, key: Any) -> None:
        """Removes cells, as the console does with its first row when the text scrolls up."""
        super().__delitem__(key)
        del self.stamps[key]
        self.moved = self.pen.stamp
        # a PRINT that scrolled had written in the last row before: its stamps are in another row now
        self._note_written(at for at, each in enumerate(self.stamps) if each == self.pen.stamp)

    def __iadd__(self, cells: Iterable[Cell | None]) -> StampedCells:  # type: ignore[override,misc]
        """Appends cells, as the console does with an empty last row when the text scrolls up."""
        super().extend(cells)
        added = range(len(self.stamps), len(self))
        self.stamps.extend([self.pen.stamp] * len(added))
        self._note_written(added)
        return self

    def _note_written(self, cells: Iterable[int]) -> None:
        """Notes in the pen whether any of these cells, just written, is in the watched area."""
        pen = self.pen
        if pen.area is not None and not pen.has_written_inside:
            pen.has_written_inside = pen.area.has_cells(self.screen, cells)

    def __deepcopy__(self, memo: dict[int, Any]) -> StampedCells:
        return StampedCells(self, self.stamps[:], copy.deepcopy(self.pen, memo), self.moved, self.screen)


class StampedMachine(Machine):
    """The machine, with stamped pages and consoles.

    `pen` is the event that writes now. `_settings` has for each screen the result of `settings_of`,
    `settings_stamps` the stamp of the event that changed it last.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed=seed)
        self.pen = Pen()
        initial_words = [page.initial_words for page in self.pages]
        self.pages[:] = [StampedPage(self.pen, *each) for each in enumerate(initial_words)]
        self.settings_stamps = [0, 0]
        self._settings = list(map(settings_of, self.screens))
        self.stamp_changes()

    def stamp_changes(self, scrolled: list[int] | None = None) -> None:
        """Stamps the screens whose settings the event has changed, and the consoles whose cells it replaced.

        The new cells get the stamps that have `scrolled` with their characters, or the event's stamp.
        """
        pen = self.pen
        for number, screen in enumerate(self.screens):
            console, stamp = screen.console, pen.stamp
            # the console has made a new list of cells
            if console.cells.__class__ is not StampedCells:
                stamps = scrolled or [stamp] * len(console.cells)
                console.cells = StampedCells(console.cells, stamps, pen, stamp, number)
                if pen.area is not None:
                    # a scroll wrote only the cells that became free, a new layout of the console all of them
                    written = (at for at, each in enumerate(stamps) if each == stamp)
                    is_inside = pen.area.has_cells(number, written) if scrolled else pen.area.screen == number
                    pen.has_written_inside |= is_inside
            settings = settings_of(screen)
            if settings != self._settings[number]:
                self._settings[number], self.settings_stamps[number] = settings, stamp


def settings_of(screen: Screen) -> tuple[Any, ...]:
    """Returns all that decides how a screen's layers are shown, to be compared with an earlier result."""
    return (
        *(screen.show_page, screen.offset, screen.priority, screen.visible, screen.display_clip),
        *(screen.backdrop, screen.font.version, screen.console.cell_size, screen.size),
    )


def stamps_of_page(screen: Screen, page: int) -> array[int]:
    """Returns the number of the event that drew each pixel of a page, row by row."""
    words = screen.pages[page].pixels
    assert isinstance(words, StampedWords)
    return words.stamps


def stamped_cells(console: Console) -> StampedCells:
    """Returns the cells of a console of a stamped machine."""
    cells = console.cells
    assert isinstance(cells, StampedCells)
    return cells


class StampedReplay(KeyframedReplay[StampedMachine]):
    """Replays a recording on stamped machines. A copy of one is as large as two copies of a plain machine."""

    kind = StampedMachine
    weight = 2

    def _perform(self, number: int) -> None:
        """Repeats the recording's event number `number` (from 0), whose stamp is one more."""
        recording, machine = self.recording, self.machine
        name, arguments = recording.names[number], recording.arguments[number]
        machine.pen.begin_event(number + 1)
        part = machine.observed_parts[recording.parts[number]]
        if (
            isinstance(part, Screen)
            and name in TRANSPARENCY_ARGUMENT
            and not arguments[TRANSPARENCY_ARGUMENT[name]]
        ):
            self._perform_with_transparency(number, part)
        elif isinstance(part, Console) and name == "scroll":
            self._perform_scroll(number, part)
        else:
            super()._perform(number)
        if name in SETTINGS_CALLS:
            machine.stamp_changes()

    def _perform_with_transparency(self, number: int, screen: Screen) -> None:
        """Replays a call that skips transparent pixels, and restores the stamps of these pixels.

        The call itself writes (and so stamps) whole rows.
        """
        block, source_words = block_and_words(screen, self.recording, number)
        stamps = stamps_of_page(screen, screen.draw_page)
        before, pen = stamps[:], self.machine.pen
        # no area is watched during the call, as its transparent pixels would count as written
        area, pen.area = pen.area, None
        super()._perform(number)
        pen.area = area
        left, top, width, _ = block
        for at, word in enumerate(source_words):
            place = (top + at // width) * SIDE + left + at % width
            if not word & OPAQUE:
                stamps[place] = before[place]
            # a pixel outside of the screen's clip has no new stamp
            elif area and stamps[place] == pen.stamp and area.has_pixels(screen.draw_page, place):
                pen.has_written_inside = True

    def _perform_scroll(self, number: int, console: Console) -> None:
        """Replays a scroll. The console's own method scrolls the stamps, too, as if they were characters."""
        console_of_stamps = copy.copy(console)
        stamps: list[Any] = stamped_cells(console).stamps
        console_of_stamps.cells = stamps
        Console.scroll(console_of_stamps, *self.recording.arguments[number])
        super()._perform(number)
        # cells that became free have been filled with blanks, which are no numbers
        stamp = self.machine.pen.stamp
        self.machine.stamp_changes(
            [each if isinstance(each, int) else stamp for each in console_of_stamps.cells]
        )


def block_and_words(screen: Screen, trace: Trace, number: int) -> tuple[Block, Sequence[int]]:
    """Returns the rectangle of a page that a `copy` or `put_words` writes to, and the words to write.

    Both are clipped to the page. The call is event `number` of the trace; it skips transparent pixels.
    """
    arguments = trace.arguments[number]
    if trace.names[number] == "copy":
        x0, y0, x1, y1, x, y, _, source = arguments
        left, top, right, bottom = ordered_rectangle(x0, y0, x1, y1)
        width, height = right - left + 1, bottom - top + 1
    else:
        x, y, width, height, given, _ = arguments
    # the part of the rectangle on the page
    first, last, upper, lower = max(x, 0), min(x + width, SIDE), max(y, 0), min(y + height, SIDE)
    block = (first, upper, max(last - first, 0), max(lower - upper, 0))
    if trace.names[number] == "copy":
        return block, screen.words(left + first - x, top + upper - y, *block[2:], source)
    rows = (
        given[(row - y) * width + first - x : (row - y) * width + last - x] for row in range(upper, lower)
    )
    return block, list(chain.from_iterable(rows))
