"""Every message goes both ways; what is none is refused."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count
from time import process_time
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin

import pytest

from retromaze.studio import messages as m
from retromaze.studio.channel import BadMessage, decode_message, encode_message, field_types


def sample(hint: Any, number: Iterator[int], choice: int) -> Any:
    """A value of a type; `choice` says which of several types it has, and how long its lists are."""
    inner = get_args(hint)
    make = partial(sample, number=number, choice=choice)
    match get_origin(hint):
        case None if hint in {int, float, str, bool, Any}:
            new = next(number)
            odd = ["あ\r\n\ud800", new, None, 0.5, {}]
            return {int: -new, float: new / 4, str: f"あ\r\n\ud800{new}", bool: new % 2 == 1, Any: odd}[hint]
        case None:
            return None if hint is NoneType else message_from_object(hint, number, choice)
        case origin if origin is Literal:
            return inner[choice % len(inner)]
        case origin if origin is UnionType:
            return make(inner[choice % len(inner)])
        case origin if origin is tuple:
            return tuple(map(make, inner))
        case origin if origin is list:
            return [make(inner[0]) for _ in range(choice)]
    return {f"key {each}": make(inner[1]) for each in range(choice)}


def message_from_object(kind: Any, number: Iterator[int], choice: int) -> Any:
    """A message or a part of one, in which no two numbers are the same."""
    return kind(**{name: sample(hint, number, choice) for name, hint in field_types(kind).items()})


@pytest.mark.parametrize("kind", m.TO_PYTHON + m.FROM_PYTHON, ids=lambda kind: kind.__name__)
def test_a_message_goes_both_ways(kind: type[Any]) -> None:
    number = count(1)
    for choice in range(4):
        message = message_from_object(kind, number, choice)
        assert decode_message(encode_message(message)) == message


def test_the_form_is_one_flat_object() -> None:
    assert encode_message(m.Go(5, settled=False)) == '{"type": "Go", "moment": 5, "settled": false}'


def test_what_is_left_out_has_its_default() -> None:
    assert decode_message('{"type": "Open", "program": "sticks"}') == m.Open("sticks")


def refusal(text: str | bytes) -> str:
    """Why a text is no message."""
    with pytest.raises(BadMessage) as caught:
        decode_message(text)
    return str(caught.value)


REFUSED: dict[str | bytes, str] = {
    "{": "this is no JSON",
    "[" * 80_000 + "]" * 80_000: "this is no message: nested more than 16 levels deep",
    f'"{"x" * (8 << 20)}"': "this is no message: longer than 8388608 characters",
    b"\xff": "this is no JSON",
    '{"type": []}': "there is no such message",
    '{"type": {}}': "there is no such message",
    '{"type": "Pace", "rate": 1e999}': "Pace: inf is no number",
    '{"type": "Pace", "rate": NaN}': "Pace: nan is no number",
    '{"type": "Go", "moment": 1' + "0" * 60 + "}": f"Go: 1{'0' * 17}...{'0' * 19} is too large",
    '{"type": "Pace", "rate": 10000000000000000000}': "Pace: 10000000000000000000 is too large",
    f'{{"type": "Go", "moment": {1 << 63}}}': "Go: 9223372036854775808 is too large",
    "3": "there is no such message",
    '{"type": "Exec"}': "there is no such message",
    '{"type": "Go", "where": 1}': "Go has moment, settled",
    '{"type": "Go", "moment": "1"}': "Go: '1' is no int",
    '{"type": "Go", "moment": true}': "Go: True is no int",
    '{"type": "Watch", "names": "R"}': "Watch: 'R' is no list",
    '{"type": "Open", "seed": 1.5}': "Open: 1.5 does not belong there",
    '{"type": "Open", "log": {"answers": [1]}}': "Open: {'answers': [1]} is no str",
    '{"type": "Play", "x": 1}': "Play has nothing",
}


def test_what_is_no_message_is_refused() -> None:
    found = {text: refusal(text) for text in REFUSED}
    assert {text[:60]: found[text] for text in REFUSED if found[text] != REFUSED[text]} == {}


DEEP = """
from retromaze.recursion import deepest_recursion
from retromaze.studio.channel import BadMessage, decode_message
with deepest_recursion:
    try:
        decode_message('{"type":"Open","log":' + "[" * 79_000 + "]" * 79_000 + "}")
    except BadMessage as reason:
        print(reason)
"""


def test_no_depth_ends_the_process_while_calls_may_nest_deeply() -> None:
    ran = subprocess.run([sys.executable, "-c", DEEP], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "this is no message: nested more than 16 levels deep\n")


def test_nothing_takes_long_to_be_refused() -> None:
    """It would take minutes if it took longer than in proportion to a text's length."""
    begun = process_time()
    for text in ('"' + r"\"" * 500_000, '"\\"' * 250_000, "[]" * 250_000):
        assert refusal(text) == "this is no JSON"
    assert process_time() - begun < 15
