"""Which of Python's errors are a listing's own."""

from __future__ import annotations

import pytest

from retromaze.engine.services import Services
from retromaze.machine.machine import Machine
from retromaze.runner import play


def test_only_a_subscript_is_a_listings_type_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Services, "end_program", None)
    with pytest.raises(TypeError, match="not callable"):
        play("END\n", Machine(seed=1))
