"""The machine that words are called on."""

import pytest

from retromaze.machine.machine import Machine


@pytest.fixture
def machine() -> Machine:
    return Machine(seed=1)
