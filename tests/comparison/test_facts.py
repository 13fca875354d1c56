"""Facts of sprites, layers and definitions: whatever is kept of them is told, and in words of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

import pytest

from retromaze.comparison.background_state import background_state
from retromaze.comparison.facts import (
    Facts,
    cell_facts,
    definition_facts,
    layer_facts,
    parting,
    sprite_facts,
)
from retromaze.comparison.sprite_state import sprite_state
from retromaze.machine.animation import Animation, Animations, Keyframe, Target
from retromaze.machine.background import Background
from retromaze.machine.definitions import Definition
from retromaze.machine.sprite import Detection, Sprite

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


def told(one: Facts, other: Facts) -> list[tuple[str, str]]:
    return list(parting(one, other))


@pytest.mark.parametrize(
    ("name", "other"), list(changed(Sprite())), ids=lambda each: each if isinstance(each, str) else ""
)
def test_whatever_changes_of_a_sprite_is_told_and_digested(name: str, other: Sprite) -> None:
    (pair,) = told(sprite_facts(Sprite()), sprite_facts(other))
    assert pair[0] != pair[1]
    assert sprite_state(other) != sprite_state(Sprite())


@pytest.mark.parametrize(
    ("name", "other"), list(changed(Detection())), ids=lambda each: each if isinstance(each, str) else ""
)
def test_whatever_changes_of_its_collision(name: str, other: Detection) -> None:
    one, two = Sprite(), Sprite(detection=other)
    assert len(told(sprite_facts(one), sprite_facts(two))) == 1
    assert sprite_state(one) != sprite_state(two)


@pytest.mark.parametrize(
    ("name", "other"),
    [each for each in changed(Background()) if each[0] != "cells"],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_whatever_changes_of_a_layer(name: str, other: Background) -> None:
    assert len(told(layer_facts(Background()), layer_facts(other))) == 1
    assert background_state(Background()) != background_state(other)


@pytest.mark.parametrize("name", Definition._fields)
def test_whatever_changes_of_a_definition(name: str) -> None:
    one = Definition(0, 0)
    other = one._replace(**{name: 0 if name == "attributes" else 24})
    assert len(told(definition_facts(one), definition_facts(other))) == 1


ATTRIBUTES = [
    (0, ("shown", "hidden")),
    (3, ("with 0 quarter turns", "with 1 quarter turn")),
    (5, ("with 0 quarter turns", "with 2 quarter turns")),
    (9, ("not mirrored", "mirrored")),
    (17, ("not upside down", "upside down")),
    (33, ("without its light added", "with its light added")),
]


@pytest.mark.parametrize(("attributes", "words"), ATTRIBUTES)
def test_each_attribute_has_its_words(attributes: int, words: tuple[str, str]) -> None:
    assert told(sprite_facts(Sprite()), sprite_facts(Sprite(attributes=attributes))) == [words]


CELLS = [
    (0, ("with character 5", "empty")),
    (6, ("with character 5", "with character 6")),
    (0x1005, ("with 0 quarter turns", "with 1 quarter turn")),
    (0x4005, ("not mirrored", "mirrored")),
    (0x8005, ("not upside down", "upside down")),
]


@pytest.mark.parametrize(("cell", "words"), CELLS)
def test_a_cell(cell: int, words: tuple[str, str]) -> None:
    assert told(cell_facts(5), cell_facts(cell)) == [words]


def test_what_is_set_on_one_side_only_is_told_and_nothing_else_of_it() -> None:
    one, other = Sprite(), Sprite(used=True, x=5.0, rotation=3)
    assert told(sprite_facts(one), sprite_facts(other)) == [("not set", "set")]


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


@pytest.mark.parametrize(("name", "make", "words"), ANIMATIONS, ids=[each[0] for each in ANIMATIONS])
def test_an_animation(name: str, make: Callable[[], Animations], words: tuple[str, str]) -> None:
    one, other = Sprite(animations=moving()), Sprite(animations=make())
    assert told(sprite_facts(one), sprite_facts(other)) == [words]


def test_whole_numbers_are_written_as_such_and_zero_has_no_sign() -> None:
    assert sprite_facts(Sprite(x=-0.0, y=40.5))["place"] == "at (0, 40.5)"
