"""The machine that words are called on."""

from __future__ import annotations

import pytest

from retromaze.machine.machine import Machine


@pytest.fixture
def machine() -> Machine:
    return Machine(seed=1)
