"""Capitals are those of ASCII, wherever a program names something in a text."""

from __future__ import annotations

from pathlib import Path

from retromaze.language.letters import capitals

ENGINE = Path(__file__).resolve().parents[2] / "retromaze" / "engine"


def test_a_to_z_become_capitals_and_nothing_else_changes() -> None:
    every = "".join(map(chr, range(0x10000)))
    changed = {old: new for old, new in zip(every, capitals(every), strict=True) if old != new}
    assert changed == dict(zip("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=True))


def test_texts_of_ascii_alone_are_folded_alike() -> None:
    every = "".join(map(chr, range(0x80)))
    assert capitals(every) == capitals(every + "ı")[:-1]


def test_the_engine_folds_in_no_other_way() -> None:
    assert [path.name for path in ENGINE.rglob("*.py") if ".upper()" in path.read_text("utf-8")] == []
