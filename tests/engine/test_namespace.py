"""Names and their cells."""

from __future__ import annotations

from types import CodeType

import pytest

from retromaze.engine.namespace import Namespace


def test_a_name_has_one_value_for_all_who_use_it() -> None:
    names = Namespace()
    names["A"] = 1
    names["A"] = 2
    assert (names["A"], list(names), len(names)) == (2, ["A"], 1)
    del names["A"]
    assert "A" not in names


def test_a_function_stores_to_the_cells() -> None:
    def around() -> CodeType:
        total = 0

        def add() -> None:
            nonlocal total
            total += 1

        return add.__code__

    names = Namespace()
    add = names.function(around())
    with pytest.raises(NameError, match="total"):
        add()
    names["total"] = 5
    add()
    assert names["total"] == 6
