"""The words of properties, of the object that a call affects, of tunes and of colors."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from retromaze.comparison import Listing, compare_programs
from retromaze.comparison.difference_words import (
    SIDES,
    Properties,
    argument_texts,
    cell_properties,
    definition_properties,
    different_properties,
    layer_properties,
    sprite_properties,
    tune_difference,
)
from retromaze.comparison.listing_recording import CALLS, PICTURES
from retromaze.comparison.state_digests import background_state, sprite_state
from retromaze.machine.animation import Animation, Animations, Keyframe, Target
from retromaze.machine.backgrounds import Background
from retromaze.machine.collision import Detection
from retromaze.machine.events import COLOR, Event, observed_names, positions_annotated
from retromaze.machine.machine import Machine
from retromaze.machine.mml import plain_mml
from retromaze.machine.screen import Screen
from retromaze.machine.sprites import Sprite, SpriteDefinition
from tests.comparison.diagonal import difference_between, found

OTHERS: dict[type, Any] = {bool: lambda old: not old, int: lambda old: old + 6, float: lambda old: old + 0.5}


def moving(frames: int = -20, loops: int = 1, passed: int = 0) -> Animations:
    made = Animations()
    made.start(Animation(Target.XY, [Keyframe(frames, (10.0, 10.0))], (0.0, 0.0), loops))
    for _ in range(passed):
        made.advance()
    return made


OTHER_VALUES: dict[str, Any] = {
    "parent": 2,
    "variables": [0.0] * 7 + [1.0],
    "callback": "@F",
    "detection": Detection(on=True),
    "box": (0, 0, 8, 8),
    "velocity": (1.0, 0.0),
    "clip": (0, 0, 99, 99),
    "animations": moving(),
    "attributes": 0,
    "cells": None,
}


def changed(made: Any) -> Iterator[tuple[str, Any]]:
    """The same with one field changed at a time."""
    for each in fields(made):
        other = type(made)()
        old = getattr(made, each.name)
        new = OTHER_VALUES[each.name] if each.name in OTHER_VALUES else OTHERS[type(old)](old)
        setattr(other, each.name, new)
        yield each.name, other


def told(one: Properties, other: Properties) -> list[tuple[str, str]]:
    return list(different_properties(one, other))


def test_whatever_changes_of_a_sprite_is_told_and_digested() -> None:
    pairs = {
        name: told(sprite_properties(Sprite()), sprite_properties(other)) for name, other in changed(Sprite())
    }
    assert {name: pair for name, pair in pairs.items() if len(pair) != 1 or pair[0][0] == pair[0][1]} == {}
    same = [name for name, other in changed(Sprite()) if sprite_state(other) == sprite_state(Sprite())]
    assert same == []


def test_whatever_changes_of_its_collision() -> None:
    one, others = Sprite(), {name: Sprite(detection=other) for name, other in changed(Detection())}
    counts = {
        name: len(told(sprite_properties(one), sprite_properties(other))) for name, other in others.items()
    }
    assert counts == dict.fromkeys(others, 1)
    assert [name for name, other in others.items() if sprite_state(one) == sprite_state(other)] == []


def test_whatever_changes_of_a_layer() -> None:
    one, others = Background(), {name: other for name, other in changed(Background()) if name != "cells"}
    counts = {
        name: len(told(layer_properties(one), layer_properties(other))) for name, other in others.items()
    }
    assert counts == dict.fromkeys(others, 1)
    assert [name for name, other in others.items() if background_state(one) == background_state(other)] == []


def test_whatever_changes_of_a_definition() -> None:
    one, counts = SpriteDefinition(0, 0), {}
    for name in SpriteDefinition._fields:
        other = one._replace(**{name: 0 if name == "attributes" else 24})
        counts[name] = len(told(definition_properties(one), definition_properties(other)))
    assert counts == dict.fromkeys(SpriteDefinition._fields, 1)


ATTRIBUTES = [
    (0, ("shown", "hidden")),
    (3, ("with 0 quarter turns", "with 1 quarter turn")),
    (5, ("with 0 quarter turns", "with 2 quarter turns")),
    (9, ("not mirrored", "mirrored")),
    (17, ("not upside down", "upside down")),
    (33, ("without its light added", "with its light added")),
]


def test_each_attribute_has_its_words() -> None:
    sprites = {attributes: sprite_properties(Sprite(attributes=attributes)) for attributes, _ in ATTRIBUTES}
    found = [
        (attributes, *told(sprite_properties(Sprite()), properties))
        for attributes, properties in sprites.items()
    ]
    assert found == ATTRIBUTES


CELLS = [
    (0, ("with character 5", "empty")),
    (6, ("with character 5", "with character 6")),
    (0x1005, ("with 0 quarter turns", "with 1 quarter turn")),
    (0x4005, ("not mirrored", "mirrored")),
    (0x8005, ("not upside down", "upside down")),
]


def test_a_cell() -> None:
    assert [(cell, *told(cell_properties(5), cell_properties(cell))) for cell, _ in CELLS] == CELLS


ANIMATIONS: list[tuple[str, Callable[[], Animations], tuple[str, str]]] = [
    ("none", Animations, ("with animation XY", "without animation XY")),
    (
        "keyframe",
        lambda: moving(-21),
        ("with keyframe 1 of animation XY = -20,10,10", "with keyframe 1 of animation XY = -21,10,10"),
    ),
    ("ever", lambda: moving(loops=0), ("with animation XY for 1 more time", "with animation XY for ever")),
    (
        "loops",
        lambda: moving(loops=3),
        ("with animation XY for 1 more time", "with animation XY for 3 more times"),
    ),
    (
        "passed",
        lambda: moving(passed=1),
        (
            "with animation XY after 0 frames of its keyframe 1",
            "with animation XY after 1 frame of its keyframe 1",
        ),
    ),
]


def test_an_animation() -> None:
    one = sprite_properties(Sprite(animations=moving()))
    found = [(name, *told(one, sprite_properties(Sprite(animations=make())))) for name, make, _ in ANIMATIONS]
    assert found == [(name, words) for name, _, words in ANIMATIONS]


# ---- in which note two tunes begin to differ


def test_the_first_note_is_told() -> None:
    tunes = [
        ("T120L8CDE", "T120L8CDF", "at 0.50 s of channel 0 the tune has O4E in listing, O4F in port"),
        ("C#", "O5C#", "at 0.00 s of channel 0 the tune has O4C# in listing, O5C# in port"),
        ("CC", "C", "at 0.50 s of channel 0 the tune has O4C in listing, nothing new in port"),
        ("C4", "C2", "at 0.50 s of channel 0 the tune has the end of a note in listing, nothing new in port"),
        ("C:3R4D", "C:3R4E", "at 0.50 s of channel 3 the tune has O4D in listing, O4E in port"),
        (
            "V100P0C",
            "V90P0C",
            "at 0.00 s of channel 0 the tune has O4C (volume 100) in listing, O4C (volume 90) in port",
        ),
        ("[CD]", "[CD]4", "at 4.00 s of channel 0 the tune has O4C in listing, nothing new in port"),
        ("CD", "c d", ""),
        ("[C]", "[CC]", ""),
    ]
    found = []
    for one, other, _ in tunes:
        left, right = (Event("play", (text, 0, 127), None, 0) for text in (one, other))
        found.append((one, other, tune_difference(left, right, SIDES).removeprefix("; ")))
    assert found == tunes


def test_a_tune_by_number_has_no_text() -> None:
    assert (
        tune_difference(Event("play", (1, 0, 127), None, 0), Event("play", ("C", 0, 127), None, 0), SIDES)
        == ""
    )


def test_blanks_and_small_letters_of_a_tune_are_no_difference() -> None:
    source = 'BGMSET 130,"{Ab=CDE}O4{Ab}"\nBGMPLAY "CDE"\nBGMPLAY "@1L8CD"\nVSYNC 9\n'
    other = source.replace("CDE", "C d  E").replace("@1L8CD", "@1 l8 C D")
    for mode in (CALLS, PICTURES):
        made = compare_programs(Listing(source, "listing"), Listing(other, "port"), seed=1, mode=mode)
        assert made.difference is None
        changed = Listing(other.replace("l8", "l4"), "port")
        found = difference_between(Listing(source, "listing"), changed, mode=mode)
        assert "listing line 3 sounds by play('@1L8CD'), port sounds by play('@1L4CD')" in found.words
    assert plain_mml("{Ab=c d}{Ab}{") == "{Ab=CD}{Ab}{"


RED = 0xFFFF_0000

ALIKE = {
    "GCLS -65536": lambda screen: screen.clear(RED),
    "GCOLOR -65536": lambda screen: screen.set_color(RED + (7 << 32)),
    "GPSET 1,2,-65536": lambda screen: screen.point(1, 2, color=RED),
    "GLINE 1,2,3,4,-65536": lambda screen: screen.line(1, 2, 3, 4, RED),
    "GBOX 1,2,3,4,-65536": lambda screen: screen.box(1, 2, 3, 4, RED),
    "GFILL 1,2,3,4,-65536": lambda screen: screen.fill(1, 2, 3, 4, RED),
    "GCIRCLE 1,2,3,-65536": lambda screen: screen.circle(1, 2, 3, RED),
    "GCIRCLE 1,2,3,0,9,0,-65536": lambda screen: screen.arc(1, 2, 3, 0, 9, False, RED),
    "GTRI 1,2,3,4,5,9,-65536": lambda screen: screen.triangle(1, 2, 3, 4, 5, 9, RED),
    "GPAINT 1,2,-65536,-65535": lambda screen: screen.paint(1, 2, RED, RED + 1),
    'GPUTCHR 1,2,"A",1,1,-65536': lambda screen: screen.put_text(1, 2, "A", 1, 1, RED),
    "BACKCOLOR -65536": lambda screen: screen.set_backdrop(RED),
    "FADE -65536": lambda screen: screen.set_fade(RED),
}


def test_a_color_is_its_32_bits() -> None:
    made = {}
    for listing, draw in ALIKE.items():
        made[listing] = found(listing, lambda machine, draw=draw: draw(machine.screen))  # type: ignore[misc]
    assert made == dict.fromkeys(ALIKE)


def test_a_coordinate_beyond_32_bits_is_the_last_one_within() -> None:
    listing = 'A=VAL("1E10"):GPSET A,-A'
    assert found(listing, lambda machine: machine.screen.point(10**10, -(10**10))) is None
    assert found(listing, lambda machine: machine.screen.point(10**10, -(10**9))) is not None


def test_every_color_of_a_drawing_method_is_marked_as_one() -> None:
    for name in observed_names(Screen):
        parameters = list(inspect.signature(getattr(Screen, name)).parameters.values())
        named = [at for at, each in enumerate(parameters) if each.name in {"color", "border"}]
        assert list(positions_annotated(parameters, COLOR)) == named


def test_a_color_is_heard_as_basic_knows_it() -> None:
    machine = Machine(seed=1)
    heard: list[Event] = []
    machine.listen(heard.append)
    machine.screen.paint(1, 2, None, 1 << 31)
    machine.screens[1].clear(RED)
    assert [(each.name, each.arguments) for each in heard] == [
        ("paint", (1, 2, None, -(1 << 31))),
        ("screens[1].clear", (-65536,)),
    ]


def test_colors_of_events_are_told_in_hexadecimal() -> None:
    assert argument_texts(Event("set_color", (5, 6), None, 0)) == ["5", "6"]
    paint = Event("screens[1].paint", (1, 2, None, 3), None, 0)
    assert argument_texts(paint) == ["1", "2", "None", "&H00000003"]
