"""JSON from elsewhere is measured before it is parsed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retromaze.values.json_texts import nests_deeper, read_json

inside = st.recursive(
    st.none() | st.integers() | st.text(alphabet='[]{}"\\,:a', max_size=9),
    lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(alphabet='[]{}"\\', max_size=4), each),
    max_leaves=20,
)


def levels(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(levels, value.values()), default=0)
    return 1 + max(map(levels, value), default=0) if isinstance(value, list) else 0


@given(inside, st.sampled_from([None, 1]))
def test_what_nests_no_deeper_is_read_and_brackets_in_strings_count_nothing(
    value: object, indent: int | None
) -> None:
    text = json.dumps(value, indent=indent)
    assert read_json(text, longest=len(text), deepest=levels(value)) == value
    assert not nests_deeper(text, levels(value))
    assert levels(value) == 0 or nests_deeper(text, levels(value) - 1)


def test_what_is_too_deep_too_long_or_none_is_refused_without_being_parsed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quoted = ('"' + "a" * 200, '["\\"[",[[]]]', '["' + "\\" * 50)
    texts = ("[" * 100_000, '{"a":' * 50_000, "[[[]]]", *quoted)
    for text in texts:
        with pytest.raises(ValueError):
            read_json(text, longest=100_000, deepest=2)
    parsed = []
    monkeypatch.setattr("retromaze.values.json_texts.json.loads", parsed.append)
    for text in texts:
        for longest, deepest in ((len(text) - 1, 10**6), (len(text), 2)):
            if deepest > 2 or nests_deeper(text, deepest):
                with pytest.raises(ValueError, match=r"longer than|nested more than"):
                    read_json(text, longest=longest, deepest=deepest)
    assert parsed == []
