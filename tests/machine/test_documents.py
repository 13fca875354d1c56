"""Arrays as JSON documents: what others wrote is read, what is too large or too deep is not parsed."""

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retromaze.errors import IllegalFileFormat
from retromaze.machine import documents
from retromaze.machine.contents import Numbers
from retromaze.machine.documents import decode_document, encode_document
from retromaze.machine.work import DECODED
from tests.refusals import error_of

HEAD = b'{"format": "retromaze array 1", "element": "real", "sizes": [%d], '


def document(values: bytes, count: int = 1) -> bytes:
    return HEAD % count + b'"values": [' + values + b"]}"


@given(st.lists(st.floats(allow_nan=False)), st.sampled_from([None, 0, 2]), st.randoms(use_true_random=False))
def test_any_json_writer_s_document_is_read(values: list[float], indent: int | None, order: Any) -> None:
    numbers = Numbers("#", (len(values),), values)
    keys = list(json.loads(encode_document(numbers)).items())
    keys.append(("comment", 'see "values": [1] and [2]'))
    order.shuffle(keys)
    assert decode_document(json.dumps(dict(keys), indent=indent).encode()) == numbers


def test_values_are_read_in_pieces_and_each_is_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "DECODED", DECODED.__class__("elements", 1))
    for count, longest in product((0, 1, 9, 1000), (8, 13, 64)):
        monkeypatch.setattr(documents, "LONGEST_PIECE", longest)
        paid: list[int] = []
        numbers = Numbers("%", (count,), list(range(count)))
        assert decode_document(encode_document(numbers), paid.append) == numbers, (count, longest)
        assert sum(paid) == count and max(paid) <= longest // 2, (count, longest)


BROKEN = [b"1,", b",1", b"1,,2", b"[1]", b"{}", b'"a"', b"1 2", b"\xc3\xa9", b"\0"]
BROKEN += [b"[" * 99, b"1]" + b"[" * 99, b"1," * 40, b"1" * 100, b"," * 80]


def test_what_holds_no_numbers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for longest in (8, 1 << 16):
        monkeypatch.setattr(documents, "LONGEST_PIECE", longest)
        texts = {values: document(values, values.count(b",") or 2) for values in BROKEN}
        errors = {values: error_of(decode_document, text) for values, text in texts.items()}
        assert errors == dict.fromkeys(BROKEN, IllegalFileFormat), longest


def test_nesting_and_size_are_refused_before_anything_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [
        b"[" * 100_000,
        document(b"[" * 100_000),
        HEAD % 1 + b'"x":' + b"[" * 50_000 + b"]" * 50_000 + b', "values": [1]}',
        HEAD % 1 + b'"x":' + b"[" * 1000 + b"]" * 1000 + b', "values": [1]}',
        HEAD % 1 + b'"x": {"values": [1]}, "values": []}',
        HEAD % 1 + b'"values": [1], "values": []}',
        HEAD % 1 + b'"x": "' + b"a" * 70_000 + b'", "values": [1]}',
    ]
    read = json.loads
    parsed: list[str] = []

    def loads(text: str) -> Any:
        parsed.append(text)
        return read(text)

    monkeypatch.setattr(json, "loads", loads)
    assert [error_of(decode_document, text) for text in texts] == [IllegalFileFormat] * len(texts)
    assert all(len(text) < 200 for text in parsed)


def test_no_more_values_are_read_than_there_should_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "LONGEST_PIECE", 16)
    read: list[object] = []

    def real_of(value: object) -> float:
        read.append(value)
        return 1.0

    monkeypatch.setattr(documents, "real_of", real_of)
    with pytest.raises(IllegalFileFormat) as refused:
        decode_document(document(b"1," * 10_000 + b"1", 3))
    assert refused.value.detail == "the stored array has another number of values than its sizes say"
    assert len(read) < 20
