"""JSON from outside: refused by its length and depth before anything is read."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from time import process_time

import pytest

from retromaze.machine.json_door import BadJson, depth_of, read_json


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


READABLE = ('"[[[["', r'"\"[[[["', '["\\\\", [1]]', '{"a": [{"b": 1e5}]}', "-0.5", " null ")


@pytest.mark.parametrize("text", READABLE)
def test_what_is_json_is_read(text: str) -> None:
    assert read_json(text, deepest=3) == json.loads(text) == read_json(text.encode(), deepest=3)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (nested(3), "this nests too deeply: 2 brackets within each other at most"),
        ('{"a":[{', "this nests too deeply: 2 brackets within each other at most"),
        ("x" * 101, "this is too long: 101 characters, of 100 at most"),
        ("", "this is no JSON"),
        ("]]]", "this is no JSON"),
        ('"[[[[', "this is no JSON"),
        ("NaN", "this is no JSON"),
        ("-Infinity", "this is no JSON"),
        ("[1e999]", "this is no JSON"),
        (b"\xff\xfe", "this is no JSON"),
    ],
)
def test_what_is_not_is_refused(text: str | bytes, reason: str) -> None:
    with pytest.raises(BadJson) as caught:
        read_json(text, longest=100, deepest=2)
    assert str(caught.value) == reason


def test_whole_numbers_without_end_are_refused() -> None:
    with pytest.raises(BadJson, match="this is no JSON"):
        read_json("1" * 5000)


def test_brackets_are_counted_as_the_reader_counts_them() -> None:
    chance = Random(1)
    for _ in range(2000):
        text = "".join(chance.choices('[]{}",\\:1', k=chance.randrange(30)))
        try:
            value = json.loads(text)
        except ValueError:
            continue
        assert depth_of(text, 99) == depth(value)


def depth(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


@pytest.mark.parametrize(
    "text", ['"' + r"\"" * 2_000_000, '"\\"' * 1_000_000, nested(2_000_000), "[]" * 1_000_000]
)
def test_nothing_takes_long(text: str) -> None:
    begun = process_time()
    with pytest.raises(BadJson):
        read_json(text)
    assert process_time() - begun < 5


DEEP = """
from retromaze.machine.json_door import read_json
from retromaze.recursion import deep_recursion
with deep_recursion:
    try:
        read_json("[" * 79_000 + "]" * 79_000)
    except ValueError as reason:
        print(reason)
"""


def test_no_depth_ends_the_process_while_calls_may_nest_deeply() -> None:
    ran = subprocess.run([sys.executable, "-c", DEEP], capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    assert ran.stdout == "this nests too deeply: 16 brackets within each other at most\n"
