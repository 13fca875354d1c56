"""What is kept of texts, and what is not."""

from __future__ import annotations

import pytest

from retromaze.language import keeping
from retromaze.language.keeping import kept


def test_the_last_answers_are_kept_as_long_as_their_texts_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "CHARACTERS", 10)
    made: list[tuple[str, int]] = []

    @kept(3)
    def answer(text: str, number: int = 0) -> int:
        made.append((text, number))
        return len(made)

    assert [answer("a", 1), answer("a", 1), answer("a", 2)] == [1, 1, 2]
    answer("b", 1), answer("c", 1)
    assert answer("a", 2) == 2  # three are kept
    assert answer("a", 1) == 5
    answer("x" * 9, 0)
    assert answer("a", 1) == 5 and answer("x" * 9, 0) == 6
    assert answer("c", 1) == 7  # too long together
    assert answer("y" * 99, 0) == answer("y" * 99, 0) == 8  # the last one always is
    answer.cache_clear()
    assert answer("y" * 99, 0) == 9
