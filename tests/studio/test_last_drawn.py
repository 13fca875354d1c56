"""Who drew a pixel: of the page and the console, of sprites and layers, and as the page asks."""

from __future__ import annotations

import base64
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.comparison.input_script import script_of
from retromaze.errors import BasicError
from retromaze.machine.colors import WIDENED_BYTES
from retromaze.machine.compose import HIDDEN, VisiblePixel, apply_fade, visible_pixel
from retromaze.machine.console import Cell, Console
from retromaze.machine.events import observed_names
from retromaze.machine.layers import CONSOLE
from retromaze.machine.machine import Machine
from retromaze.machine.screen import Screen
from retromaze.studio import messages as m
from retromaze.studio import run_recording as films
from retromaze.studio.last_drawn import (
    ORDER_COLORS,
    DrawnPixel,
    Pixel,
    PixelInquiry,
    find_last_drawing,
    lines_drawing,
)
from retromaze.studio.messages import AskPixel, Drawn
from retromaze.studio.run_recording import Replayer
from retromaze.studio.stamped_machine import StampedReplay
from retromaze.values.costs import do_nothing
from tests.amounts import fewer, many
from tests.studio.conversation import Conversation
from tests.studio.runs import recorded, run_listing

PIXELS = many(12, 1000 // 10)
"""Asked about in each program."""
FRAMES, EVENTS = many(300, 3000), many(400, 9000)
POISON = 0x0001_0101
"""A word that no call writes: its lowest bits are set, and it is transparent."""

PROGRAMS = [
    *("backtracker", "backtracker_def", "binary_tree", "kruskal", "picture", "sticks", "hexagonal", "walker"),
    *("button_game", "explorer"),
]
TEXT = """\
ACLS
FOR I=0 TO 400
COLOR 1+RND(15),RND(3)
LOCATE RND(25),RND(15),RND(5)-2
PRINT "LINE ";I;CHR$(9);"X"
IF RND(9)==0 THEN CLS
IF RND(9)==0 THEN SCROLL RND(9)-4,RND(9)-4
IF RND(19)==0 THEN WIDTH 8+8*RND(2)
IF RND(9)==0 THEN ATTR RND(16)
IF RND(9)==0 THEN LOCATE 0,14:PRINT "A";"B";
NEXT
"""
LAYERS = """\
ACLS
FOR I=0 TO 300
GFILL RND(400),RND(240),RND(400),RND(240),RGB(RND(256),RND(256),RND(256))
IF RND(3)==0 THEN GFILL RND(400),RND(240),RND(400),RND(240),0
IF RND(9)==0 THEN GPAGE RND(2),RND(3)
IF RND(9)==0 THEN GOFS RND(40)-20,RND(40)-20
IF RND(9)==0 THEN VISIBLE RND(2),RND(2),1,1
IF RND(9)==0 THEN GPRIO RND(5)-2
IF RND(9)==0 THEN BACKCOLOR RGB(RND(256),0,0)
IF RND(9)==0 THEN GCLIP RND(2),RND(99),RND(99),200+RND(99),100+RND(99)
IF RND(9)==0 THEN GCLS RND(2)*RGB(0,0,99)
IF RND(4)==0 THEN LOCATE RND(50),RND(30),RND(5)-2:COLOR RND(16),RND(16):PRINT "HELLO"
IF RND(99)==0 THEN ACLS
IF RND(50)==0 THEN FADE RND(5)*RGB(64,255,0,0),RND(9)
IF RND(9)==0 THEN VSYNC 1
NEXT
"""
SHAPES = """\
XSCREEN 2
DIM D[64]
FOR I=0 TO 63:D[I]=(I MOD 3)*RGB(I,I,I):NEXT
FOR I=0 TO 250
DISPLAY RND(2)
GCOLOR RGB(RND(256),RND(256),RND(256))
GCIRCLE RND(400),RND(240),RND(99)
GCIRCLE RND(400),RND(240),RND(99),RND(360),RND(360),1
GTRI RND(400),RND(240),RND(400),RND(240),RND(400),RND(240)
GLINE RND(400),RND(240),RND(400),RND(240)
GBOX RND(400),RND(240),RND(400),RND(240)
GPAINT RND(400),RND(240)
IF RND(2) THEN GPAINT RND(400),RND(240),#RED,#WHITE
GPUTCHR RND(400),RND(240),"HELLO",1+RND(4),1+RND(4)
GCOPY RND(99),RND(99),RND(300),RND(200),RND(300),RND(200),RND(2)
GCOPY RND(2),RND(99)-50,RND(99)-50,RND(300),RND(200),RND(300)-50,RND(200)-50,RND(2)
GLOAD RND(400)-4,RND(240)-4,8,8,D,1,RND(2)
IF RND(9)==0 THEN GFILL 0,0,399,239,0
GPSET RND(400),RND(240)
NEXT
"""
OWN = {"text": TEXT, "layers": LAYERS, "shapes": SHAPES}


Question = tuple[Pixel, int]
Place = tuple[int, int]
"""A page, and the number of a word of it."""


def seen_on(machine: Machine, pixel: Pixel) -> VisiblePixel:
    return visible_pixel(machine.screens[pixel.screen], machine.font, pixel.x, pixel.y)


class Rehearsal:
    """A run stopped at every call, which is tried on poisoned pixels and characters first.

    `expected` has for each question what the events did: the last one that wrote what is seen there at its
    moment, and the one that drew it last. `words_written` are the events that wrote any of the `places`, and
    `cells_written` has the size, the screen and the numbers of the cells that each event wrote.
    """

    def __init__(
        self, source: str, questions: list[Question], script: Any = None, places: Iterable[Place] = ()
    ) -> None:
        self.expected: dict[Question, DrawnPixel] = {}
        self._due = {moment: [each for each in questions if each[1] == moment] for _, moment in questions}
        self._words: dict[Pixel, int] = {}
        self._changed = dict.fromkeys((pixel for pixel, _ in questions), -1)
        self._places = places_of(source, questions, script) | set(places)
        self._writers = dict.fromkeys(self._places, -1)
        self.words_written: set[int] = set()
        self.cells_written: list[tuple[int, int, int, list[int]]] = []
        self._cells: list[list[int]] = []
        self._number, self._busy = -1, False
        run_listing(source, self._heard, script, self._prepare, FRAMES, EVENTS)

    def _prepare(self, machine: Machine) -> None:
        self._machine = machine
        self._words = {pixel: seen_on(machine, pixel).word for pixel in self._changed}
        self._cells = [[-1] * len(each.console.cells) for each in machine.screens]
        for part in (machine, *machine.screens, *(each.console for each in machine.screens)):
            for name in observed_names(type(part)):
                vars(part)[name] = self._tried(part, name)

    def _heard(self, machine: Machine, moment: int, *told: Any) -> None:
        for pixel, before in self._words.items():
            now = seen_on(machine, pixel).word
            if now != before:
                self._words[pixel], self._changed[pixel] = now, moment - 1
        for pixel, _ in self._due.get(moment, ()):
            seen = seen_on(machine, pixel)
            place = (machine.screens[pixel.screen].show_page, seen.place)
            text = seen.layer == CONSOLE
            # the backdrop alone is nobody's
            writer = self._cells[pixel.screen][seen.cell] if text else self._writers.get(place, -1)
            self.expected[pixel, moment] = DrawnPixel(max(writer, self._changed[pixel]), writer, text)
        self._number = moment - 1

    def _tried(self, part: Any, name: str) -> Callable[..., Any]:
        """A method that is tried before it is called; of calls within calls only the outermost is."""
        call = getattr(part, name)

        def tried(*given: Any, **named: Any) -> Any:
            if self._busy:
                return call(*given, **named)
            self._busy = True
            meter = self._machine.meter
            spend, meter.spend = meter.spend, do_nothing
            try:
                if isinstance(part, Console):
                    self._try_printing(part, lambda: call(*given, **named))
                elif isinstance(part, Screen) and name != "paint":
                    self._try_drawing(part, lambda: call(*given, **named), alone=name == "copy")
                meter.spend = spend
                before = {place: self._word(place) for place in self._places}
                result = call(*given, **named)
            finally:
                meter.spend = spend
                self._busy = False
            # who paints looks at the pixels, and writes none that has the color already
            if name == "paint":
                self._write_words(place for place in self._places if self._word(place) != before[place])
            if name == "reset":
                self._write_words(self._places)
                for each in self._machine.screens:
                    self._write_cells(each.console, [None] * len(each.console.cells))
            return result

        return tried

    def _write_words(self, places: Iterable[Place]) -> None:
        written = dict.fromkeys(places, self._number + 1)
        self._writers.update(written)
        self.words_written.update(written.values())

    def _write_cells(self, console: Console, sources: list[int | None]) -> None:
        """For each cell where it has come from, None for a new one."""
        number, screen = self._number + 1, [each.console for each in self._machine.screens].index(console)
        writers = self._cells[screen]
        writers[:] = [number if each is None else writers[each] for each in sources]
        new = [at for at, each in enumerate(sources) if each is None]
        self.cells_written.append((number, console.cell_size, screen, new))

    def _word(self, place: Place) -> int:
        return self._machine.pages[place[0]].pixels[place[1]]

    def _try_printing(self, console: Console, call: Callable[[], Any]) -> None:
        kept = dict(vars(console))
        console.cells = [Cell(0, 0, 0, 0, -1000.0 - at) for at in range(len(kept["cells"]))]
        with suppress(BasicError):
            call()
            sources = [int(-1000 - each.z) if each and each.z <= -1000 else None for each in console.cells]
            self._write_cells(console, sources)
        vars(console).clear()
        vars(console).update(kept)

    def _try_drawing(self, screen: Screen, call: Callable[[], Any], *, alone: bool) -> None:
        """A copy carries poison elsewhere: there each pixel is tried for itself."""
        page = screen.draw_page
        here = [place for place in self._places if place[0] == page]
        pixels, kept, state = screen.pixels, screen.pixels[:], dict(vars(screen))
        for places in [[each] for each in here] if alone else [here]:
            for _, at in places:
                pixels[at] = POISON
            call()
            self._write_words([place for place in places if pixels[place[1]] != POISON])
            pixels[:] = kept
            vars(screen).clear()
            vars(screen).update(state)


def places_of(source: str, questions: list[Question], script: Any) -> set[Place]:
    """Where on which page the questions' pixels are at their moments; each is compared with the picture."""
    found: set[Place] = set()

    def heard(machine: Machine, moment: int, *told: Any) -> None:
        for pixel, wanted in questions:
            if wanted == moment:
                screen, seen = machine.screens[pixel.screen], seen_on(machine, pixel)
                shown = bytearray(seen.word.to_bytes(4, sys.byteorder).translate(WIDENED_BYTES))
                apply_fade(shown, screen.fade.color)
                visible = screen.visible
                screen.visible = visible._replace(background=False, sprites=False)
                picture = machine.picture(pixel.screen)
                screen.visible = visible
                assert int.from_bytes(shown, sys.byteorder) == picture[pixel.y * screen.width + pixel.x]
                found.add((screen.show_page, seen.place))

    run_listing(source, heard, script, None, FRAMES, EVENTS)
    return {each for each in found if each[1] != HIDDEN}


@pytest.mark.parametrize("name", fewer(["kruskal", "button_game", *OWN], [*PROGRAMS, *OWN]))
def test_who_drew_a_pixel_is_who_did_in_a_run_that_is_stopped_there(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(films, "SPACING", many(128, 256))
    entry = CATALOGUE.get(name)
    source, script = (listing_source(entry), script_of(entry)) if entry else (OWN[name], None)
    recording, chance = recorded(source, script, FRAMES, EVENTS), Random(name)
    lower = "XSCREEN 2" in source
    questions = [
        (random_pixel(chance, chance.randrange(2) if lower else 0), chance.randint(1, len(recording)))
        for _ in range(PIXELS)
    ]
    expected = Rehearsal(source, questions, script).expected
    replay = StampedReplay(recording)
    assert {each: answer_of(find_last_drawing(replay, *each)) for each in questions} == expected


DRAWN = {
    "the same letter again": ('LOCATE 0,0:PRINT "A"\nLOCATE 0,0:PRINT "A"\n', (4, 4), 2, 2),
    "the same color again": ("GPSET 5,5\nGPSET 5,5\n", (5, 5), 2, 2),
    "transparent pixels are left out": ("GPSET 5,5\nGCOPY 90,90,99,99,0,0,0\n", (5, 5), 1, 1),
    "opaque ones are not": ("GFILL 90,90,99,99\nGPSET 5,5\nGCOPY 90,90,99,99,0,0,0\n", (5, 5), 3, 3),
    "transparent ones erase": ("GPSET 5,5\nGCOPY 90,90,99,99,0,0,1\n", (5, 5), 2, 2),
    "an array's transparent ones": ("DIM A[64]\nGFILL 0,0,9,9\nA[1]=-1\nGLOAD 0,0,8,8,A,1,0\n", (5, 5), 2, 2),
    "an array's opaque ones": ("DIM A[64]\nGFILL 0,0,9,9\nA[1]=-1\nGLOAD 0,0,8,8,A,1,0\n", (1, 0), 4, 4),
    "text that scrolls": ('LOCATE 0,28:PRINT "A"\nLOCATE 0,29:PRINT "B"\n', (4, 27 * 8 + 4), 2, 1),
    "SCROLL": ('LOCATE 0,5:PRINT "A"\nSCROLL 0,5\n', (4, 4), 2, 1),
    "a page that nobody touched": ("ACLS\nGPAGE 3,3\n", (5, 5), 1, 1),
    "another page": ("GPAGE 0,2:GFILL 0,0,9,9\nGPAGE 2,2\n", (5, 5), 2, 1),
    "text that was erased": ('GFILL 0,0,9,9,#RED\nPRINT "A"\nCLS\nCLS\n', (4, 4), 3, 1),
    "a page that was moved": ("GPSET 9,9\nGOFS 4,4\nGOFS 4,4\n", (5, 5), 2, 1),
    "nobody": ("GPSET 9,9\n", (5, 5), 0, 0),
}


def test_the_lines_that_drew_and_wrote_a_pixel_last() -> None:
    told = {}
    for case, (source, place, _, writer) in DRAWN.items():
        recording = recorded(source)
        pixel = Pixel(0, *place)
        found = answer_of(find_last_drawing(StampedReplay(recording), pixel, len(recording)))
        lines = [*recording.lines, 0]
        told[case] = (source, place, lines[found.event], lines[found.writer])
        inside = answer_of(lines_drawing(recording, pixel, pixel, len(recording)))
        # a character may have been printed elsewhere
        assert found.is_text or not writer or writer in {each.line for each in inside}, case
    assert told == DRAWN


def test_text_of_the_last_row_that_scrolls_at_once_was_drawn_where_it_ends() -> None:
    recording = recorded('LOCATE 0,28:PRINT "B"\nPRINT "A"\nPRINT "A"\n')
    lines = answer_of(lines_drawing(recording, Pixel(0, 0, 224), Pixel(0, 7, 231), len(recording)))
    assert {each.line: each.events for each in lines} == {1: 1, 2: 1, 3: 1}


@pytest.mark.parametrize("name", fewer(OWN, ["binary_tree", "walker", *OWN]))
def test_the_lines_that_drew_in_a_rectangle_are_those_whose_calls_wrote_there(name: str) -> None:
    entry = CATALOGUE.get(name)
    source = listing_source(entry) if entry else OWN[name]
    recording, chance = recorded(source, None, FRAMES, EVENTS), Random(name)
    for _ in range(many(1, 12)):
        corner, across, down = random_pixel(chance, 0), chance.randint(1, 9), chance.randint(1, 30)
        across, down = min(across, 400 - corner.x), min(down, 240 - corner.y)
        moment = chance.randint(1, len(recording))
        screen = Replayer(recording).machine_at(moment).screens[0]
        left, top = corner.x + screen.offset[0], corner.y + screen.offset[1]
        inside = [(x, y) for x in range(left, left + across) for y in range(top, top + down)]
        places = [(screen.show_page, y << 9 | x) for x, y in inside if 0 <= x < 512 and 0 <= y < 512]
        run = Rehearsal(source, [], None, places)
        events = run.words_written | {
            number
            for number, size, screen, cells in run.cells_written
            if screen == 0 and any(touches(each, size, corner, across, down) for each in cells)
        }
        last = Pixel(0, corner.x + across - 1, corner.y + down - 1)
        lines = answer_of(lines_drawing(recording, corner, last, moment))
        assert {each.line: each.events for each in lines} == Counter(recording.lines[at] for at in events)
        assert min(each.first for each in lines) == min(events)
        assert max(each.last for each in lines) == max(events)


def touches(cell: int, size: int, corner: Pixel, across: int, down: int) -> bool:
    """Whether a cell of the upper screen and a rectangle share a pixel."""
    row, column = divmod(cell, 400 // size)
    x, y = column * size, row * size
    return x < corner.x + across and corner.x < x + size and y < corner.y + down and corner.y < y + size


def random_pixel(chance: Random, screen: int) -> Pixel:
    return Pixel(screen, chance.randrange(320 if screen else 400), chance.randrange(240))


def answer_of(search: Iterator[Any]) -> Any:
    """What a search comes to."""
    while True:
        try:
            next(search)
        except StopIteration as end:
            return end.value


FULL = "GPAGE 0,4:GFILL 0,0,63,63,#RED:GPAGE 0,5:GFILL 0,0,63,63,#LIME:GPAGE 0,0\n"
"""A sheet whose first 64 x 64 pixels are all of one color, for both kinds: what is there is opaque."""


def asked(source: str, x: int, y: int, screen: int = 0) -> Drawn:
    """The answer at the end of a run."""
    recording = recorded(FULL + source)
    found = answer_of(PixelInquiry(recording).last_drawing(AskPixel(screen, x, y, len(recording))))
    assert isinstance(found, Drawn)
    return found


def told(source: str, x: int, y: int, screen: int = 0) -> tuple[str, int, int]:
    """The event in words, and the number of the sprite and of the layer."""
    found = asked(source, x, y, screen)
    return found.row.words if found.row else "", found.sprite, found.layer


SPRITE = "SPSET 3,0,0,16,16:SPOFS 3,100,50\n"
SPRITES = {
    "set": ("SPSET 3,0,0,16,16", (5, 5), "SPSET 3,0,0"),
    "moved": (SPRITE, (100, 50), "SPOFS 3,100,50"),
    "edge": (SPRITE, (115, 65), "SPOFS 3,100,50"),
    "beside it": (SPRITE, (116, 50), ""),
    "turned": (SPRITE + "SPHOME 3,8,8:SPROT 3,45", (110, 50), "SPROT 3,45"),
    "the corner that is gone": (SPRITE + "SPHOME 3,8,8:SPROT 3,45", (93, 43), ""),
    "larger": (SPRITE + "SPSCALE 3,2,2", (131, 81), "SPSCALE 3,2,2"),
    "colored": (SPRITE + "SPCOLOR 3,&H80FFFFFF", (101, 51), "SPCOLOR 3,&H80FFFFFF"),
    "hidden": (SPRITE + "SPHIDE 3", (101, 51), ""),
    "shown": (SPRITE + "SPHIDE 3:SPSHOW 3", (101, 51), "SPSHOW 3"),
    "variables move nothing": (SPRITE + 'SPVAR 3,1,5:SPANIM 3,"V",5,1', (101, 51), "SPOFS 3,100,50"),
    "another one": (SPRITE + "SPSET 4,0,0:SPOFS 4,0,0", (101, 51), "SPOFS 3,100,50"),
    "animated": (SPRITE + 'SPANIM 3,"XY",-10,200,50:WAIT 5', (151, 51), 'SPANIM 3,"XY",-10,200,50'),
    "parent": (SPRITE + "SPSET 5,0,0:SPLINK 5,3:SPOFS 5,20,0:SPOFS 3,110,50", (131, 51), "SPOFS 3,110,50"),
    "free number": ("N=SPSET(9,9,0,0,16,16,1)", (5, 5), "SPSET(9,9,0,0,16,16,1) = 9"),
    "clipped": (SPRITE + "SPCLIP 0,0,50,50", (101, 51), ""),
}


def test_a_sprite() -> None:
    """Of what one call says only the beginning is told here."""
    found = {}
    for name, (source, place, words) in SPRITES.items():
        said, _, layer = told(source, *place)
        found[name] = (said[: len(words)] if words else said, layer)
    assert found == {name: (words, -1) for name, (_, _, words) in SPRITES.items()}


CELLS = {
    "put": ("BGPUT 1,2,3,2", (33, 49), "BGPUT 1,2,3,2"),
    "beside it": ("BGPUT 1,2,3,1", (31, 49), ""),
    "scrolled since": ("BGPUT 1,2,3,1:BGOFS 1,16,16", (17, 33), "BGPUT 1,2,3,1"),
    "turned since": ("BGPUT 1,2,3,1:BGHOME 1,40,56:BGROT 1,180", (41, 57), ""),
    "filled": ("BGPUT 1,2,3,1:BGFILL 1,0,0,4,4,2", (33, 49), "BGFILL 1,0,0,4,4,2"),
    "filled elsewhere": ("BGPUT 1,2,3,1:BGFILL 1,3,3,4,4,2", (33, 49), "BGPUT 1,2,3,1"),
    "copied": ("BGPUT 1,0,0,1:BGCOPY 1,0,0,1,1,2,3", (33, 49), "BGCOPY 1,0,0,1,1,2,3"),
    "another layer": ("BGPUT 1,2,3,1:BGPUT 0,2,4,1", (33, 49), "BGPUT 1,2,3,1"),
    "the layer in front": ("BGPUT 1,2,3,1:BGPUT 0,2,3,1", (33, 49), "BGPUT 0,2,3,1"),
    "by depth": ("BGPUT 1,2,3,1:BGPUT 0,2,3,1:BGOFS 1,0,0,-5", (33, 49), "BGPUT 1,2,3,1"),
    "hidden": ("BGPUT 1,2,3,1:BGHIDE 1", (33, 49), ""),
}


def test_a_cell() -> None:
    found = {}
    for name, (source, place, _) in CELLS.items():
        words, sprite, layer = told(source, *place)
        found[name] = (words, sprite, layer >= 0)
    assert found == {name: (words, -1, bool(words)) for name, (_, _, words) in CELLS.items()}


def test_what_is_in_front_is_asked_about() -> None:
    both = SPRITE + "BGPUT 0,6,3,1\n"
    assert told(both, 101, 51)[1:] == (3, -1)
    assert told(both + "SPOFS 3,100,50,9", 101, 51)[1:] == (-1, 0)
    assert told(both + 'LOCATE 12,6:PRINT CHR$(&HE1FF)+"@"', 105, 51)[1:] in {(3, -1), (-1, -1)}
    assert told(both + "GPRIO -9:GFILL 90,40,120,70,#BLUE", 101, 51) == ("GFILL 90,40,120,70,#BLUE", -1, -1)
    assert told(both + "VISIBLE 1,1,1,0", 101, 51)[1:] == (-1, 0)
    assert told(both + "VISIBLE 1,1,0,0", 101, 51)[1:] == (-1, -1)
    # only opaque pixels of a sprite are its own
    hole = "GPAGE 0,4:GFILL 4,4,8,8,0:GPAGE 0,0:GFILL 0,0,399,239,#BLUE\n"
    assert told(hole + SPRITE, 105, 55) == ("GFILL 0,0,399,239,#BLUE", -1, -1)
    assert told(hole + SPRITE, 101, 51)[1] == 3
    assert told("XSCREEN 2:DISPLAY 1\n" + SPRITE, 101, 51, 1) == ("SPOFS 3,100,50", 3, -1)
    assert told("XSCREEN 2:DISPLAY 1\n" + SPRITE, 101, 51, 0) == ("", -1, -1)


ASKED_LISTING = """\
ACLS
GFILL 0,0,99,99,RGB(255,0,0)
GPSET 4,4,RGB(0,255,0)
GPSET 4,4,RGB(0,255,0)
LOCATE 0,0:PRINT "A"
LOCATE 0,0:PRINT " "
FADE RGB(128,0,0,0)
"""
LONG = "FOR I=0 TO 9999:GPSET I MOD 400,I/400:NEXT\nWAIT 9\n"


def played(page: Conversation, listing: str) -> m.At:
    """The listing's run at its end."""
    page.open(listing)
    return page.finish()


BLUE, MIDDLE, YELLOW = (ORDER_COLORS[at * (len(ORDER_COLORS) - 1) // 2] for at in range(3))
TRACED = """\
ACLS
GFILL 0,0,399,199
GPSET 3,0:GPSET 7,9
LOCATE 1,0:PRINT "A"
"""


def test_the_picture_is_colored_by_the_order_of_drawing(page: Conversation) -> None:
    end = played(page, TRACED).moment
    for moment, wanted in (end, {(3, 0): BLUE, (7, 9): MIDDLE, (8, 7): YELLOW}), (3, {(3, 0): BLUE}):
        data = page.ask(m.TraceOrder(moment), m.OrderTraced).data
        words = memoryview(zlib.decompress(base64.b64decode(data))).cast("I")
        assert len(words) == 400 * 240
        # the background is not colored, a character is
        colored = {(at % 400, at // 400): word for at, word in enumerate(words) if word}
        assert {place: colored[place] for place in wanted} == wanted
        assert set(colored.values()) == set(wanted.values()) and (9, 9) not in colored


def test_the_tall_screen_is_colored_as_a_whole(page: Conversation) -> None:
    played(page, "XSCREEN 4\nGPSET 3,0\nGPSET 319,479\nGOFS 300,500\n")
    for moment, wanted in (3, {(3, 0): BLUE, (319, 479): YELLOW}), (4, {}):
        found = page.ask(m.TraceOrder(moment), m.OrderTraced)
        words = memoryview(zlib.decompress(base64.b64decode(found.data))).cast("I")
        assert found.tall and len(words) == 320 * 480
        assert {(at % 320, at // 320): word for at, word in enumerate(words) if word} == wanted


def test_who_drew_a_pixel_and_who_before_and_in_a_rectangle(page: Conversation) -> None:
    end = played(page, ASKED_LISTING).moment
    found = page.ask(m.AskPixel(0, 4, 4, end), m.Drawn)
    assert found.row and (found.row.line, found.row.words) == (6, 'PRINT " "')
    assert found.writer and found.writer.line == 4
    assert (found.text, found.veiled, found.known) == (False, True, True)
    found = page.ask(m.AskPixel(0, 4, 4, found.row.event), m.Drawn)
    assert found.row and (found.row.line, found.writer, found.text, found.veiled) == (5, None, True, False)
    lines = []
    while found.row:
        found = page.ask(m.AskPixel(0, 4, 4, found.row.event), m.Drawn)
        lines.append(found.row and found.row.line)
    assert lines == [4, 3, 2, 1, None]
    assert (found.color, found.moment, found.known) == (0, 0, True)
    assert page.ask(m.AskPixel(0, 4, 4, 4), m.Drawn).color == 0x00FF00
    # a place beside a screen is one at its edge
    found = page.ask(m.AskPixel(1, 9999, -5, end), m.Drawn)
    assert (found.screen, found.x, found.y) == (1, 319, 0)
    assert found.row and found.row.line == 1
    assert page.ask(m.AskPixel(7, -1, 240, -3), m.Drawn) == m.Drawn(0, 0, 239, 0)
    area = page.ask(m.AskArea(0, 4, 4, 2, 2, end), m.DrawnIn)
    assert (area.x, area.across, area.length) == (4, 2, end)
    assert [(each.line, each.events) for each in area.lines] == [(line, 1) for line in range(1, 7)]
    area = page.ask(m.AskArea(0, 390, 230, 999, -4, end), m.DrawnIn)
    assert (area.across, area.down) == (10, 1)
    assert area.lines == [m.DrawingLine(1, 1, 0, 0)]


TALL = """\
GPSET 200,239,#RED
XSCREEN 4
GFILL 0,0,319,239,#BLUE
GFILL 0,240,319,479,#LIME
LOCATE 0,59:COLOR 15,2:PRINT "A";:COLOR 15,0
XSCREEN 0
"""


def test_the_halves_of_a_tall_screen_are_asked_about_as_they_are_seen(page: Conversation) -> None:
    end = played(page, TALL).moment
    tall = end - 1
    # (display, x, y) and the line that drew it last: beside the picture its edge counts
    wanted = {(0, 40, 0): 3, (0, 0, 239): 3, (0, 399, 5): 3, (1, 0, 0): 4, (1, 319, 239): 4, (1, 3, 235): 5}
    for place, line in wanted.items():
        found = page.ask(m.AskPixel(*place, tall), m.Drawn)
        assert (found.screen, found.x, found.y) == place
        assert found.row and found.row.line == line
    assert page.ask(m.AskPixel(1, 100, 100, tall), m.Drawn).color == 0x00FF00
    # what was drawn stands elsewhere in another mode; what a screen had not got is seen from then on
    drawn = (((0, 200, 239), 1, 1), ((0, 240, 239), 2, 1), ((0, 200, 239), end, 3), ((0, 350, 9), end, 6))
    for place, moment, line in drawn:
        found = page.ask(m.AskPixel(*place, moment), m.Drawn)
        assert found.row and found.row.line == line
    lines = page.ask(m.AskArea(1, 0, 0, 320, 240, tall), m.DrawnIn).lines
    assert {each.line for each in lines} >= {4, 5} and 3 not in {each.line for each in lines}
    lines = page.ask(m.AskArea(0, 0, 0, 400, 240, tall), m.DrawnIn).lines
    assert {each.line for each in lines} >= {1, 3} and 4 not in {each.line for each in lines}


def test_beyond_the_recording_nothing_is_known(page: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "MOST_EVENTS", 100)
    end = played(page, LONG).moment
    assert end > 10_000
    assert page.ask(m.AskPixel(0, 5, 0, end), m.Drawn) == m.Drawn(0, 5, 0, end, known=False)
    found = page.ask(m.AskPixel(0, 5, 0, 100), m.Drawn)
    assert found.row and found.row.event == 5


def test_the_newest_question_is_answered_and_what_the_page_wants_gives_one_up(page: Conversation) -> None:
    end = played(page, LONG).moment
    # each is given up by the next one, as they are all there before the first answer is
    page.say(*(m.AskPixel(0, x, 0, end) for x in range(60)))
    found = page.hear(m.Drawn, lambda each: each.x == 59)
    assert found.row and found.row.event == 59
    page.say(m.AskArea(0, 0, 0, 400, 240, end), m.Rows(0, 1), m.Go(7))
    seen = [page.next()]
    while not (isinstance(seen[-1], m.At) and seen[-1].state == "paused"):
        seen.append(page.next())
    assert any(isinstance(each, m.Events) for each in seen)
    assert not any(isinstance(each, m.DrawnIn) for each in seen)
    found = page.ask(m.AskPixel(0, 3, 0, 7), m.Drawn)
    assert found.row and found.row.event == 3


def test_a_run_that_takes_another_way_has_other_answers(page: Conversation) -> None:
    page.open("FOR I=0 TO 9:GPSET 0,0,RGB(BUTTON()*9,255,0):VSYNC 1:NEXT\n")
    page.stand(m.Go(18))
    assert page.ask(m.AskPixel(0, 0, 0, 18), m.Drawn).color == 0x00FF00
    page.stand(m.Go(5))
    page.say(m.Hold(16))
    page.stand(m.Step("frame"))
    end = page.finish().moment
    assert page.ask(m.AskPixel(0, 0, 0, end), m.Drawn).color == 0x94FF00
