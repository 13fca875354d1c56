"""Who put the sprite or the cell that is seen at a pixel."""

from __future__ import annotations

from retromaze.machine.machine import Machine
from retromaze.runner import play
from retromaze.studio.inquiry import Inquiry, next_answer
from retromaze.studio.messages import AskPixel, Drawn
from retromaze.studio.run_recording import RunRecording, attach

FULL = "GPAGE 0,4:GFILL 0,0,63,63,#RED:GPAGE 0,5:GFILL 0,0,63,63,#LIME:GPAGE 0,0\n"
"""A sheet whose first 64 x 64 pixels are all of one color, for both kinds: what is there is opaque."""


def asked(source: str, x: int, y: int, screen: int = 0) -> Drawn:
    """The answer at the end of a run."""
    machine, recording = Machine(seed=1), RunRecording(1)

    def heard(part: int, name: str, arguments: tuple[object, ...], result: object, frame: int) -> None:
        recording.add(part, name, arguments, result, frame, after=machine.frame)

    attach(machine, heard)
    assert play(FULL + source, machine) is None
    answering = Inquiry(recording).drawn(AskPixel(screen, x, y, len(recording)))
    while (found := next_answer(answering)) is None:
        pass
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


def test_one_of_the_lower_screen() -> None:
    assert told("XSCREEN 2:DISPLAY 1\n" + SPRITE, 101, 51, 1) == ("SPOFS 3,100,50", 3, -1)
    assert told("XSCREEN 2:DISPLAY 1\n" + SPRITE, 101, 51, 0) == ("", -1, -1)


def test_transparent_pixels_of_a_sprite_are_not_its_own() -> None:
    hole = "GPAGE 0,4:GFILL 4,4,8,8,0:GPAGE 0,0:GFILL 0,0,399,239,#BLUE\n"
    assert told(hole + SPRITE, 105, 55) == ("GFILL 0,0,399,239,#BLUE", -1, -1)
    assert told(hole + SPRITE, 101, 51)[1] == 3
